//! Tables and blocks of a Markdown page, so that a test can ask the gate what the page says.

/// A table: its header and its rows, cell by cell.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) header: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Every table of a page whose first column is called so, in order.
pub(crate) fn tables(page: &str, first_column: &str) -> Vec<Table> {
    let mut found = Vec::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(header) = cells(line) else { continue };
        let mut rows: Vec<Vec<String>> = Vec::new();
        while let Some(row) = lines.peek().and_then(|line| cells(line)) {
            lines.next();
            rows.push(row);
        }
        let divider = rows.remove(0);
        let dashes = |cell: &String| cell.chars().all(|sign| matches!(sign, '-' | ':'));
        assert!(divider.iter().all(dashes), "a table without a divider: {line}");
        for row in &rows {
            assert_eq!(row.len(), header.len(), "a row with another number of cells: {row:?}");
        }
        if header[0] == first_column {
            found.push(Table { header, rows });
        }
    }
    assert!(!found.is_empty(), "there is no table whose first column is `{first_column}`");
    found
}

/// The only table of a page whose first column is called so.
pub(crate) fn table(page: &str, first_column: &str) -> Table {
    let mut found = tables(page, first_column);
    assert_eq!(found.len(), 1, "there are several tables of `{first_column}`");
    found.remove(0)
}

/// The only block of a page in this language.
pub(crate) fn block<'p>(page: &'p str, language: &str) -> &'p str {
    let opening = format!("\n```{language}\n");
    let (_, after) = page.split_once(&opening).expect("the block");
    assert!(!after.contains(&opening), "there are several blocks in `{language}`");
    after.split_once("\n```\n").expect("the end of the block").0
}

/// What stands in back-ticks in a cell, one after the other.
pub(crate) fn codes(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The only thing in back-ticks in a cell.
pub(crate) fn code(cell: &str) -> &str {
    let [code] = codes(cell)[..] else { panic!("not one text in back-ticks: {cell}") };
    code
}

fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split('|').map(|cell| cell.trim().to_owned()).collect())
}
