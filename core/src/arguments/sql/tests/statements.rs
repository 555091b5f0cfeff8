//! Statements, by what they do.

use super::{read_as, verdict};
use crate::arguments::effect::{EffectCode, Finding};
use crate::arguments::sql::{Options, read};

fn all(expected: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(verdict(text, None), expected, "{text}");
    }
}

#[test]
fn queries_read() {
    all(
        "reads",
        &[
            "SELECT 1 -- note\n",
            "WITH a AS (SELECT 1), b(x) AS MATERIALIZED (SELECT 2) SELECT * FROM a, b",
            "SELECT * FROM t AS x(a, b) WHERE (a, b) IN (SELECT 1, 2)",
            "SELECT x::varchar(20), CAST(y AS character varying(5)) FROM t",
            "SELECT * FROM ROWS FROM (generate_series(1, 2)) WITH ORDINALITY AS t(a, b)",
            "SELECT a FROM t WHERE created > now() - INTERVAL '1 day'",
            "SELECT timestamp WITH TIME ZONE '2026-01-01'",
            "SELECT ARRAY['a', 'b'], a[1] FROM t",
            "SELECT \"count\"(*) FROM t",
            "TABLE t",
            "FROM t SELECT a",
            "SELECT * FROM t WHERE a = ? AND b = %s AND c = @c",
            "SELECT count(*) FROM orders o LEFT JOIN u USING (id) GROUP BY GROUPING SETS ((a), (b))",
            "EXPLAIN (ANALYZE FALSE) DELETE FROM t",
            "EXPLAIN (ANALYZE off, BUFFERS) UPDATE t SET a = 1",
            "EXPLAIN FORMAT=JSON SELECT 1",
            "EXPLAIN ANALYZE VERBOSE SELECT 1",
            "EXPLAIN QUERY PLAN SELECT 1",
            "START TRANSACTION READ ONLY; SELECT 1",
            "BEGIN TRANSACTION ISOLATION LEVEL SERIALIZABLE; SELECT 1; ROLLBACK;",
            "SET TIME ZONE 'UTC'",
            "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET LOCAL lock_timeout = '5s'",
            "PRAGMA main.table_info(t)",
            "COPY (SELECT a FROM t) TO STDOUT",
            "COPY t TO STDOUT",
            "\\dt",
            "\\d+ orders",
            ".tables",
            ".schema orders\nSELECT 1",
            "SELECT 1 INTO @x",
            "SHOW GRANTS",
            "COPY public.t (a, b) TO STDOUT WITH (FORMAT csv)",
            "SELECT a[1], b FROM t WHERE c[2] IN (1)",
        ],
    );
}

#[test]
fn writes_have_their_class() {
    all(
        "EDIT",
        &[
            "WITH a AS (INSERT INTO t VALUES (1) RETURNING id) SELECT * FROM a",
            "WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a",
            "WITH a AS (SELECT 1) UPDATE t SET a = 1 WHERE id = 2",
            "UPDATE t SET a = (SELECT 1 WHERE true) WHERE id = 2",
            "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET a = 2",
            "REPLACE INTO t VALUES (1)",
            "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET a = 1",
            "CREATE TABLE t (a int)",
            "COMMENT ON TABLE t IS 'x'",
            "SELECT * FROM t LOCK IN SHARE MODE",
            "SELECT a FROM t FOR NO KEY UPDATE",
            "SELECT NEXT VALUE FOR s",
            "SELECT 1 INTO OUTFILE '/scratch/x'",
            "PRAGMA user_version = 5",
            "SET @@GLOBAL.x = 1",
            "COPY t FROM '/scratch/x'",
            "EXPLAIN PLAN FOR SELECT 1",
            "UPDATE STATISTICS t",
            "SELECT pg_catalog.setval('s', 1)",
            "SELECT DISTINCT ON (a) setval('s', 1) FROM t",
            "SELECT TOP (5) setval('s', 1) FROM t",
            "SELECT a[1:setval('s', 2)] FROM t",
            "WITH setval AS (SELECT 1) SELECT setval('s', 1)",
            "SELECT @setval('s', 1)",
            "SELECT \"setval\"('s', 1)",
            "SELECT 1UNION SELECT nextval('s')",
        ],
    );
    all(
        "DESTROY",
        &[
            "WITH a AS (DELETE FROM t WHERE id = 1 RETURNING id) SELECT * FROM a",
            "WITH a AS (SELECT 1) DELETE FROM t WHERE id = 1",
            "WITH RECURSIVE a AS (SELECT 1) SEARCH DEPTH FIRST BY x SET y DELETE FROM t WHERE id = 1",
            "SELECT * FROM (WITH a AS (DELETE FROM t RETURNING 1) SELECT * FROM a) x",
            "EXPLAIN (ANALYZE TRUE) DELETE FROM t WHERE id = 1",
            "EXPLAIN ANALYSE DELETE FROM t WHERE id = 1",
            "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE",
            "ALTER TABLE t DROP COLUMN a, ADD b int",
            "DROP INDEX i",
            "SHUTDOWN",
            "CREATE TABLE t AS SELECT pg_terminate_backend(5)",
        ],
    );
    all(
        "EXEC",
        &[
            "CREATE OR REPLACE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql",
            "CREATE TRIGGER a AFTER DELETE ON t FOR EACH ROW EXECUTE FUNCTION f()",
            "CALL f()",
            "DO $$ BEGIN END $$",
            "EXEC sp_x",
            "PREPARE p AS DELETE FROM t",
            "COPY t TO PROGRAM 'cat'",
            "\\! ls",
            "\\d t \\! ls",
            "\\echo `ls`",
            ".shell ls",
            ".sys ls",
            "SELECT * FROM dblink('x', 'y')",
            "SELECT dblink_open('x')",
            "SELECT load_extension('x')",
        ],
    );
    all(
        "SEND",
        &["NOTIFY ch", "SELECT net.http_post('https://x.example')", "SELECT utl_http.request('x')"],
    );
}

#[test]
fn what_is_not_known_is_not_a_read() {
    all(
        "cannot_tell",
        &[
            "  ;; -- nothing\n",
            "WITH a AS (SELECT 1)",
            "WITH a AS (SELECT 1) FROBNICATE",
            "(FROBNICATE)",
            "SELECT (1",
            "SELECT 1)",
            "SELECT 'a",
            "SELECT /* a",
            "SELECT $$a",
            "SELECT f(1) AS (a int)",
            "WITH a AS (SELECT 1), f(2) AS x SELECT 1",
            "SELECT public.count(1)",
            "SELECT * FROM my_function(1)",
            "COMMIT; SELECT 1",
            "ROLLBACK; DESC t",
            "COMMIT PREPARED 'x'",
            "START REPLICA",
            "BEGIN SELECT my_function() END",
            "SET search_path = x; SELECT 1",
            "SET TRANSACTION READ WRITE",
            "SET statement_timeout = 5, search_path = x",
            "PRAGMA user_version",
            "DECLARE c CURSOR FOR SELECT 1",
            "SHOW x DELETE FROM t",
            "SELECT 1 \\! ls",
            "SELECT 1 \\gexec",
            "\\i file.sql",
            ".read file.sql",
            "SELECT a\u{200B} FROM t",
            "SELECT 1\0x",
            "DELIMITER //",
            "USE a EXEC b",
            "SELECT (1) EXEC('drop table t')",
            "SELECT (1) EXECUTE ('drop table t')",
            "SELECT [dbo].[f](1)",
            "SELECT [pg_sleep] (1)",
            "SELECT 1 WAITFOR DELAY '0:0:5'",
            "SELECT 1 DENY SELECT ON t TO a",
            "SELECT 1 RECONFIGURE",
            "SELECT * FROM $(name)",
            "SELECT * FROM ts_stat('SELECT f()')",
            "SELECT * FROM json_execute_serialized_sql(x)",
            "SELECT ''' '; x '''",
        ],
    );
}

#[test]
fn a_part_that_is_not_known_stands_beside_a_write() {
    for text in
        ["SELECT setval('s', 1), my_function()", "UPDATE t SET a = 1 WHERE id = 2 DROP TABLE u"]
    {
        let found = read_as(text, None);
        let verdicts: Vec<&str> = found.rows.iter().map(|row| row.effect.as_str()).collect();
        assert_eq!(verdicts, ["writes", "cannot_tell"], "{text}");
    }
}

#[test]
fn a_write_without_a_condition_is_a_mass_effect() {
    let is_mass = |text: &str| {
        let found = read_as(text, None);
        assert_eq!(
            found.changes(EffectCode::SqlNoWhere),
            found.found(Finding::MassEffect),
            "{text}"
        );
        found.found(Finding::MassEffect)
    };
    for condition in [
        "",
        "WHERE 1",
        "WHERE 1=1",
        "WHERE (1=1)",
        "WHERE ((1))",
        "WHERE TRUE",
        "WHERE NOT FALSE",
        "WHERE NOT 1=0",
        "WHERE id = id",
        "WHERE t.id = t.id",
        "WHERE 1 = 1 AND 2 > 1",
        "WHERE id = 5 OR 1=1",
        "WHERE 'a'='a'",
        "WHERE 1<>2",
        "WHERE 1 IN (1)",
        "WHERE name LIKE '%'",
        "WHERE 1+1=2",
        "WHERE EXISTS (SELECT 1)",
        "WHERE 1 IS NOT NULL",
        "WHERE 2 BETWEEN 1 AND 3",
        "WHERE '1'",
        "WHERE -1",
        "WHERE 1.0 = 1.00",
        "WHERE id IS NOT DISTINCT FROM id",
        "WHERE (((((((((((((((1=0)))))))))))))))",
        "WHERE NOT (1=0 OR 2=3)",
        "RETURNING *",
        "SELECT 1 WHERE id = 2",
        "WHERE 1=1 ORDER BY id",
        "WHERE .5",
        "WHERE id <=> id",
    ] {
        assert!(is_mass(&format!("DELETE FROM t {condition}")), "{condition}");
        assert!(is_mass(&format!("UPDATE t SET a = 1 {condition}")), "{condition}");
        assert!(is_mass(&format!("WITH x AS (DELETE FROM t {condition}) SELECT 1")), "{condition}");
    }
    for condition in [
        "WHERE id = 5",
        "WHERE 1=1 AND id = 5",
        "WHERE a = 1 OR b = 2",
        "WHERE active",
        "WHERE NOT active",
        "WHERE id = ?",
        "WHERE ? = ?",
        "WHERE id NOT LIKE '%'",
        "WHERE id BETWEEN 1 AND 2",
        "WHERE 1=0",
        "WHERE id IN (SELECT id FROM u WHERE 1=1)",
        "WHERE EXISTS (SELECT 1 FROM u)",
        "WHERE id > 0 RETURNING 1=1",
        "WHERE CASE WHEN a OR 1=1 THEN b END",
        "WHERE a <> a",
        "WHERE id IS NOT NULL",
        "WHERE CURRENT OF c",
        "USING u WHERE t.a = u.a",
    ] {
        assert!(!is_mass(&format!("DELETE FROM t {condition}")), "{condition}");
    }
    assert!(read_as("DROP TABLE IF EXISTS t", None).found(Finding::MassEffect));
    assert!(!read_as("DROP INDEX i", None).found(Finding::MassEffect));
}

#[test]
fn the_operator_knows_functions() {
    let verdict = |text: &str| {
        let mut found = crate::arguments::collected::Collected::default();
        let functions = ["my_function", "audit.summary", "pg_sleep", "setval"].map(String::from);
        read(text, Options { read_functions: &functions, ..Options::default() }, &mut found);
        found.verdict()
    };
    assert_eq!(verdict("SELECT My_Function(1)"), "reads");
    assert_eq!(verdict("SELECT audit.summary(1), pg_sleep(1)"), "reads");
    assert_eq!(verdict("SELECT audit.my_function(1)"), "cannot_tell");
    assert_eq!(verdict("SELECT summary(1)"), "cannot_tell");
    // What is known to write stays so.
    assert_eq!(verdict("SELECT setval('s', 1)"), "writes");
}

#[test]
fn files_and_addresses_are_handed_on() {
    for (text, kind, place) in [
        ("SELECT * FROM 'data/a.parquet'", "path", "data/a.parquet"),
        (
            "SELECT * FROM t JOIN 'https://x.example/a.csv' u ON true",
            "url",
            "https://x.example/a.csv",
        ),
        ("SELECT * FROM read_csv('/etc/passwd')", "path", "/etc/passwd"),
        ("COPY t TO '/scratch/x'", "path", "/scratch/x"),
        ("ATTACH 'x.db' AS y", "path", "x.db"),
        ("SELECT 1 INTO OUTFILE '/scratch/x'", "path", "/scratch/x"),
    ] {
        assert_eq!(read_as(text, None).nested, [(kind, place.to_owned())], "{text}");
    }
    assert!(read_as("SELECT 'a' FROM t WHERE b = 'c'", None).nested.is_empty());
    assert_eq!(read_as("SELECT * FROM \"a.csv\"", Some("duckdb")).nested.len(), 1);
}

#[test]
fn what_is_too_much_is_said() {
    let complex = |text: &str| {
        let found = read_as(text, None);
        (found.found(Finding::TooComplex), found.verdict())
    };
    assert_eq!(complex(&format!("SELECT '{}'", "a".repeat(70_000))), (true, "cannot_tell"));
    assert_eq!(complex(&"SELECT 1;".repeat(4_097)), (true, "cannot_tell"));
    assert_eq!(complex(&"SELECT 1;".repeat(4_096)), (false, "reads"));
    let nested = |depth| format!("{}1{}", "SELECT (".repeat(depth), ")".repeat(depth));
    assert_eq!(complex(&nested(17)), (false, "reads"));
    assert_eq!(complex(&nested(18)), (true, "cannot_tell"));
    let parentheses = |depth| format!("SELECT {}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(complex(&parentheses(100)), (false, "reads"));
    assert_eq!(complex(&parentheses(200)), (true, "cannot_tell"));
    // What was read until there counts.
    assert_eq!(complex(&format!("DROP TABLE t; {}", nested(18))), (true, "writes"));
}
