//! The work grows no faster than the text, and nothing breaks the reader.

use super::read_as;
use crate::arguments::steps::grows_with_the_text;

const PARTS: [&str; 62] = [
    "a",
    "'",
    "\"",
    "`",
    "[",
    "]",
    "(",
    ")",
    "--",
    "-- ",
    "#",
    "#>",
    "/*",
    "*/",
    "/*!",
    "$",
    "$$",
    "$a$",
    "$1",
    "\\",
    ";",
    ".",
    ",",
    "=",
    ":",
    "@",
    "?",
    "1",
    "1e",
    "0x",
    "E'",
    "\n",
    "\r",
    "{{",
    "\u{E9}",
    "\u{200B}",
    "select ",
    "with a as (",
    "where 1=1 and ",
    "where (",
    "or ",
    "not ",
    "delete from t where ",
    "(delete from t where ",
    "insert into ",
    "explain analyze ",
    "explain (",
    "f(",
    "a.b.c(",
    "as ",
    "for update ",
    "into ",
    "exec ",
    "case ",
    "between ",
    ".t\n",
    "\\d ",
    "select (",
    "commit;",
    "'a' like ",
    "x in (",
    "with ",
];

#[test]
fn the_work_grows_with_the_text() {
    for dialect in
        [None, Some("postgres"), Some("mysql"), Some("sqlite"), Some("tsql"), Some("duckdb")]
    {
        grows_with_the_text(&PARTS, 60, |text| {
            read_as(text, dialect);
        });
        // The same behind what opens something.
        for opener in [
            "SELECT '",
            "SELECT (",
            "DELETE FROM t WHERE ",
            "WITH a AS (SELECT 1) ",
            "SELECT [",
            "SELECT #> ",
        ] {
            grows_with_the_text(&PARTS, 60, |text| {
                read_as(&format!("{opener}{text}"), dialect);
            });
        }
    }
}

/// Pieces of texts in any order: a further statement never makes a text laxer.
#[test]
fn a_further_statement_never_relieves() {
    let mut seed = 7_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..4_000 {
        let count = next(9);
        let text = (0..count).map(|_| PARTS[next(PARTS.len())]).collect::<Vec<_>>().join(" ");
        let one = read_as(&text, None);
        // What holds no statement says nothing, and then something is said.
        let is_empty = one.rows.iter().all(|row| row.program.verb.is_none());
        // A comment or text that is open takes what follows into it.
        let two = read_as(&format!("{text}\n; SELECT 1"), None);
        assert!(is_empty || two.summary.effect >= one.summary.effect, "{text:?}");
        for wrapped in [
            format!("({text})"),
            format!("SELECT * FROM ({text}) x"),
            format!("EXPLAIN ANALYZE {text}"),
        ] {
            read_as(&wrapped, Some("tsql"));
        }
    }
}
