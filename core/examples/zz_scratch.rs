use aana_core::arguments::testing::shell;
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    for line in text.lines() {
        if line.is_empty() {
            continue;
        }
        let line = line.replace("\\n", "\n");
        let r = shell(&line, None);
        println!(
            "{:<12} {:<8} {:<60} {:?} {:?}",
            r.summary.effect.map_or("-", |e| e.as_str()),
            r.summary.class.map_or("-", |c| c.as_str()),
            line,
            r.rows
                .iter()
                .map(|r| format!(
                    "{} {}",
                    r.program.name.unwrap_or("?"),
                    r.program.verb.unwrap_or("")
                ))
                .collect::<Vec<_>>(),
            r.summary.findings.iter().map(|f| f.as_str()).collect::<Vec<_>>()
        );
    }
}
