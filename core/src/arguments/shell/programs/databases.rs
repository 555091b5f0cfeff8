//! Clients of databases: what they are told in their words is SQL.

use super::super::options::{Arg, Args, abbreviates};
use super::super::state::Shell;
use super::super::word::Word;
use super::files::stricter;
use crate::arguments::effect::{Dialect, EffectCode, Nested, Program, Row};
use crate::contract::VerbClass::{Edit, Exec};

/// Reads a statement, if it is known.
fn statement(shell: &mut Shell<'_>, word: Option<Word<'_>>, dialect: Dialect) -> bool {
    let text = word.and_then(Word::plain);
    if let Some(text) = text {
        shell.nested(Nested::Sql(text, dialect));
    }
    text.is_some()
}

/// `psql`
pub(super) fn psql(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let program = Program::of("psql");
    let unknown = Row::cannot_tell(program);
    let writes = Row::writes(program, Edit).with(EffectCode::FsWrite);
    let mut row = Row::reads(program);
    let mut statements = false;
    let long = [
        "command",
        "dbname",
        "host",
        "port",
        "username",
        "variable",
        "set",
        "output",
        "log-file",
        "file",
        "field-separator",
        "record-separator",
        "pset",
        "table-attr",
    ];
    for arg in Args::new(args, "cdfhpUvoLFRPT").with_long(&long) {
        match arg {
            Arg::Short(b'c', text) | Arg::Long("command", text) => {
                statements = true;
                if !statement(shell, text, Dialect::Postgres) {
                    row = stricter(row, unknown);
                }
            }
            Arg::Short(b'l', _) | Arg::Long("list", _) => statements = true,
            Arg::Short(b'o' | b'L', _) | Arg::Long("output" | "log-file", _) => {
                row = stricter(row, writes);
            }
            Arg::Short(b'f', _) | Arg::Unknown => row = stricter(row, unknown),
            Arg::Long(given, _)
                if ["file", "command", "output", "log-file"]
                    .iter()
                    .any(|it| abbreviates(given, it)) =>
            {
                row = stricter(row, unknown);
            }
            Arg::Short(..) | Arg::Long(..) | Arg::Operand(_) => {}
        }
    }
    if statements { row } else { stricter(row, unknown) }
}

/// `mysql`
pub(super) fn mysql(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    let program = Program::of(name);
    let unknown = Row::cannot_tell(program);
    let mut row = Row::reads(program);
    let mut statements = false;
    let long = [
        "execute",
        "host",
        "user",
        "database",
        "port",
        "socket",
        "init-command",
        "delimiter",
        "default-character-set",
    ];
    for arg in Args::new(args, "ehupDPS").with_long(&long) {
        match arg {
            Arg::Short(b'e', text) | Arg::Long("execute", text) => {
                statements = true;
                if !statement(shell, text, Dialect::Mysql) {
                    row = stricter(row, unknown);
                }
            }
            Arg::Long("init-command", text) => {
                if !statement(shell, text, Dialect::Mysql) {
                    row = stricter(row, unknown);
                }
            }
            Arg::Long(given, _) if abbreviates(given, "tee") => {
                row = stricter(row, Row::writes(program, Edit).with(EffectCode::FsWrite));
            }
            Arg::Long(given, _) if abbreviates(given, "pager") => {
                row = stricter(row, Row::writes(program, Exec).with(EffectCode::CodeRun));
            }
            Arg::Long(given, _)
                if given.starts_with("defaults")
                    || ["execute", "init-command", "plugin-dir", "login-path", "delimiter"]
                        .iter()
                        .any(|it| abbreviates(given, it)) =>
            {
                row = stricter(row, unknown);
            }
            Arg::Unknown => row = stricter(row, unknown),
            Arg::Short(..) | Arg::Long(..) | Arg::Operand(_) => {}
        }
    }
    if statements { row } else { stricter(row, unknown) }
}

/// `sqlite3` and `duckdb`: a file, then statements.
pub(super) fn file(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    const FLAGS: [&str; 26] = [
        "ascii",
        "bail",
        "batch",
        "box",
        "column",
        "csv",
        "echo",
        "header",
        "noheader",
        "html",
        "json",
        "jsonlines",
        "line",
        "list",
        "markdown",
        "memtrace",
        "nofollow",
        "quote",
        "readonly",
        "safe",
        "stats",
        "table",
        "tabs",
        "latex",
        "unredacted",
        "no-stdin",
    ];
    let program = Program::of(name);
    let dialect = if name == "duckdb" { Dialect::Duckdb } else { Dialect::Sqlite };
    let unknown = Row::cannot_tell(program);
    let mut row = Row::reads(program);
    let mut operands = 0_usize;
    let mut statements = false;
    let mut words = args.iter();
    while let Some(word) = words.next() {
        if word.may_be_option() {
            row = stricter(row, unknown);
        }
        let option = word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-'));
        let text = match option.filter(|option| !option.is_empty()) {
            None => {
                operands = operands.saturating_add(1);
                if operands == 1 {
                    continue;
                }
                Some(*word)
            }
            Some("cmd") => words.next().copied(),
            Some("c" | "s") if name == "duckdb" => words.next().copied(),
            Some("separator" | "nullvalue" | "newline" | "vfs" | "maxsize" | "mmap") => {
                words.next();
                continue;
            }
            Some("version" | "help") if args.len() == 1 => return Row::reads(program),
            Some(option) => {
                if !FLAGS.contains(&option) {
                    row = stricter(row, unknown);
                }
                continue;
            }
        };
        statements = true;
        if !statement(shell, text, dialect) {
            row = stricter(row, unknown);
        }
    }
    // With nothing but `-cmd` a session follows.
    let session = !statements || (operands < 2 && name == "sqlite3");
    if session { stricter(row, unknown) } else { row }
}
