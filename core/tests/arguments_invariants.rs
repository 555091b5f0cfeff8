//! What holds for every text of the shell, not for the cases alone.

#[path = "arguments/texts.rs"]
mod texts;

use aana_core::arguments::effect::Effect;
use aana_core::arguments::shell::rules::{Rule, Rules};
use aana_core::arguments::testing::{Report, shell};
use serde_json::Value;

/// The texts of the cases, and random ones.
fn all() -> Vec<String> {
    let file: Value =
        serde_json::from_str(include_str!("../../tests/arguments/cases.json")).unwrap();
    let cases = file["cases"].as_array().unwrap();
    let texts = cases.iter().filter_map(|case| case["arguments"]["command"].as_str());
    texts.map(str::to_owned).chain((1..400).map(texts::text)).filter(|it| it.len() < 2000).collect()
}

fn verdict(report: &Report) -> Option<Effect> {
    report.summary.effect
}

fn never_lower(what: &str, change: impl Fn(&str) -> Option<String>) {
    for text in all() {
        let Some(changed) = change(&text) else { continue };
        let (before, after) = (shell(&text, None), shell(&changed, None));
        assert!(
            verdict(&after) >= verdict(&before),
            "{what}: {text:?} {:?}, then {changed:?} {:?}",
            verdict(&before),
            verdict(&after)
        );
    }
}

/// Comments and here-documents swallow what is put behind a text, and one that does not parse may close what is put
/// around it.
fn is_open(text: &str) -> bool {
    let unparsed =
        |report: &Report| report.rows.iter().any(|it| it.program.name == Some("unparsed"));
    text.contains('#') || text.contains("<<") || unparsed(&shell(text, None))
}

#[test]
fn what_is_put_behind_a_text_never_makes_it_laxer() {
    for tail in ["; ls", "\nls", " && ls", " | wc", "; rm x"] {
        never_lower(tail, |text| (!is_open(text)).then(|| format!("{text}{tail}")));
    }
}

#[test]
fn what_is_put_around_a_text_never_makes_it_laxer() {
    let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
    never_lower("bash -c", |text| Some(format!("bash -c {}", quoted(text))));
    never_lower("sh -c", |text| Some(format!("sh -c {}", quoted(text))));
    never_lower("ssh", |text| Some(format!("ssh host {}", quoted(text))));
    never_lower("timeout", |text| Some(format!("timeout 5 bash -c {}", quoted(text))));
    never_lower("env", |text| Some(format!("env A=1 sh -c {}", quoted(text))));
    never_lower("subshell", |text| (!is_open(text)).then(|| format!("( {text}\n)")));
    never_lower("group", |text| (!is_open(text)).then(|| format!("{{ {text}\n}}")));
    never_lower("substitution", |text| (!is_open(text)).then(|| format!("echo \"$( {text}\n)\"")));
}

#[test]
fn quotes_that_mean_nothing_change_nothing() {
    for text in all() {
        let mut words = text.split(' ');
        let Some(first) = words.next() else { continue };
        let plain = text.bytes().all(|it| it.is_ascii_alphanumeric() || b" ./_-".contains(&it));
        if !plain || first.is_empty() {
            continue;
        }
        let quoted: Vec<String> = text
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(|word| format!("'{word}'"))
            .collect();
        let (before, after) = (shell(&text, None), shell(&quoted.join(" "), None));
        // A reserved word in quotes is none.
        if ["if", "time", "for", "while", "case", "select", "function", "coproc", "until"]
            .contains(&first)
        {
            continue;
        }
        assert_eq!(before.summary.effect, after.summary.effect, "{text:?}");
        assert_eq!(before.summary.class, after.summary.class, "{text:?}");
    }
}

#[test]
fn rules_that_allow_less_or_forbid_more_never_make_a_text_laxer() {
    let rule = |text: &str| Rule::parse(text).unwrap();
    let few = Rules { allow: vec![rule("ls *")], ..Rules::default() };
    let many = Rules {
        allow: ["ls *", "rm *", "git *", "npm test", "cp *"].map(rule).to_vec(),
        ..Rules::default()
    };
    let denying = Rules { deny: ["rm *", "git push *", "ls -l"].map(rule).to_vec(), ..few.clone() };
    for text in all() {
        let (none, few, many, denying) = (
            shell(&text, None),
            shell(&text, Some(&few)),
            shell(&text, Some(&many)),
            shell(&text, Some(&denying)),
        );
        assert!(verdict(&none) >= verdict(&few) && verdict(&few) >= verdict(&many), "{text:?}");
        assert!(verdict(&denying) >= verdict(&few), "{text:?}");
        assert!(
            few.summary.findings.iter().all(|it| denying.summary.findings.contains(it)),
            "{text:?}"
        );
    }
}

#[test]
fn no_word_of_a_text_is_in_a_row() {
    for text in all() {
        let text = text.replace("rm", "zqxv").replace("ls", "zqxw");
        for row in shell(&text, None).rows {
            for name in [row.program.name, row.program.verb].into_iter().flatten() {
                assert!(!name.contains("zqx"), "{text:?} {name}");
            }
        }
    }
}

#[test]
fn the_time_grows_with_the_text() {
    // Each of these is worth a thousand of itself; a text that is read again for each part would take minutes.
    let parts = [
        "$(",
        "`",
        "\"",
        "'",
        "((",
        "$((",
        "${x:-",
        "<(",
        "( ",
        "{ ",
        "if ",
        "env ",
        "find . -exec ",
        "a=b ",
        "a[",
        "a-=",
        "\\\n",
        "<<E\n",
        "x=$y ",
        "xargs ",
        "; ls",
        "$((1)) ",
        "$((a ) ",
        "ls {a,b} ",
        "~",
        "[[ a ",
        "for x in ",
        "! ",
        "time ",
        "sudo -u a ",
        "$'\\x41'",
        "2>&1 ",
        ">f ",
        "sed -e p ",
        "f=a; sort $f; ",
        "A=x git log; ",
        "export A=x; ",
        "f=.e; cat $f$f; ",
        "cat .e*[a] ",
        "cat ${x:-.env} ",
        "cat -f.env ",
        "ls $(git merge-base a b) ",
        "eval 'a b' ",
        "cmd /c ^a ",
        "tmux new a ",
        "git -C a branch --no-list ",
        "bash -c ",
        "watch ",
        "git -C a ",
        "a\"$(b)\"",
        "# a\n",
        "$((\n#'\n) )",
        "ssh a ",
        "nice ",
        "command ",
        "a=[ ",
        "&>a ",
        "{x}>f ",
    ];
    let begin = std::time::Instant::now();
    for part in parts {
        for text in
            [part.repeat(60_000 / part.len()), format!("ls {}", part.repeat(50_000 / part.len()))]
        {
            let once = std::time::Instant::now();
            let report = shell(&text, None);
            assert!(report.rows.len() <= 4200, "{part:?}: {} rows", report.rows.len());
            assert!(once.elapsed().as_secs() < 4, "{part:?}: {:?}", once.elapsed());
        }
    }
    println!("{:?}", begin.elapsed());
}
