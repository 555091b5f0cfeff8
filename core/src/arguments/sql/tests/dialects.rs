//! Where dialects read the same text otherwise.

use super::verdict;

const DIALECTS: [&str; 5] = ["postgres", "mysql", "sqlite", "tsql", "duckdb"];

/// The verdicts without a dialect and in each of the five.
fn row(text: &str) -> [&'static str; 6] {
    let mut row = [verdict(text, None); 6];
    for (place, name) in row.iter_mut().skip(1).zip(DIALECTS) {
        *place = verdict(text, Some(name));
    }
    row
}

#[test]
fn each_dialect_reads_its_own_tokens() {
    const READS: &str = "reads";
    const UNSURE: &str = "cannot_tell";
    const D: &str = "DESTROY";
    for (text, expected) in [
        //                                            none    postgres mysql  sqlite tsql   duckdb
        (r"SELECT 'a\'; DELETE FROM t; --'", [D, D, READS, D, D, D]),
        (r"SELECT 'a\\'", [UNSURE, READS, READS, READS, READS, READS]),
        (r"SELECT E'a\'; DELETE FROM t; --'", [UNSURE, READS, READS, D, D, READS]),
        (r"SELECT E'a\'b', '; DELETE FROM t; --'", [UNSURE, READS, READS, D, D, READS]),
        ("SELECT \"a\\\"; DELETE FROM t; --\"", [D, D, READS, D, D, D]),
        ("SELECT 1 # ; DELETE FROM t", [D, D, READS, D, D, D]),
        ("SELECT 1 #> '\n; DELETE FROM t; -- '", [UNSURE, READS, D, READS, READS, READS]),
        ("SELECT 1 --; DELETE FROM t", [UNSURE, READS, D, READS, READS, READS]),
        ("SELECT 1 -- ; DELETE FROM t", [READS, READS, READS, READS, READS, READS]),
        ("SELECT 1 /* /* */ ; DELETE FROM t; -- */", [D, READS, D, D, READS, READS]),
        ("SELECT 1 /*! ; DELETE FROM t */", [UNSURE, READS, D, READS, READS, READS]),
        ("SELECT $$; DELETE FROM t; $$", [UNSURE, READS, D, D, D, READS]),
        ("SELECT $a$; DELETE FROM t; $a$", [UNSURE, READS, D, D, D, READS]),
        ("SELECT [a;b'] FROM t", [UNSURE, UNSURE, UNSURE, READS, READS, UNSURE]),
        ("SELECT [']; DELETE FROM t; --']", [UNSURE, READS, READS, D, D, READS]),
        ("SELECT `a;` FROM t", [UNSURE, UNSURE, READS, READS, UNSURE, UNSURE]),
        ("SELECT 1 -- a\rDELETE FROM t", [UNSURE, READS, UNSURE, UNSURE, "EXEC", READS]),
        ("SELECT '''a''; DELETE FROM t; SELECT '''", [UNSURE, READS, READS, READS, READS, READS]),
        ("SELECT 1 DELETE FROM t", [UNSURE, READS, READS, READS, "EXEC", READS]),
        ("SELECT 1 EXEC('x')", [UNSURE, UNSURE, UNSURE, UNSURE, "EXEC", UNSURE]),
        ("FROM t INSERT INTO u SELECT 1", [UNSURE, UNSURE, UNSURE, UNSURE, "EXEC", READS]),
        ("SELECT (1) EXEC('x')", [UNSURE, READS, READS, READS, "EXEC", READS]),
        ("USE a DELETE FROM t", [UNSURE, UNSURE, UNSURE, UNSURE, UNSURE, UNSURE]),
    ] {
        let found = row(text);
        // A dialect that does not know a form cannot run it either, so what it makes of it is not held
        // against it; without a dialect nothing that one of them runs may pass for a read.
        assert_eq!(found, expected, "{text:?}");
        let [unknown, known @ ..] = found;
        if known.iter().any(|verdict| *verdict != READS) {
            assert_ne!(unknown, READS, "{text:?}");
        }
    }
}

#[test]
fn a_comment_of_a_version_hides_nothing() {
    for text in [
        "SELECT 1 /*!99999 ' */ ; DELETE FROM t; -- ' */",
        "SELECT 1 /*! /* */ ; DELETE FROM t */",
        "/*!50000 DELETE */ FROM t",
        "SELECT /*M!100100 1; DELETE FROM t */",
    ] {
        assert_ne!(verdict(text, Some("mysql")), "reads", "{text}");
        assert_ne!(verdict(text, None), "reads", "{text}");
    }
}
