//! Clients of databases: what they are told in their words is SQL.

use super::super::does::Does;
use super::super::options::{Part, Parts};
use super::super::word::Word;
use super::call::Call;
use crate::arguments::effect::{Dialect, Nested};
use crate::arguments::headed::{Headed, headed};

/// Reads a statement, if it is known.
fn statement(call: &mut Call<'_, '_, '_>, word: Option<Word<'_>>, dialect: Dialect) -> Does {
    let text = word.and_then(Word::plain);
    if let Some(text) = text {
        call.shell.nested(Nested::Sql(text, dialect));
    }
    Does::READS.or_unknown(text.is_some())
}

const PSQL: Headed = headed!(
    "command: -c= command=
     lists: -l list
     edits: -oL= output= log-file=
     unknown: -f= file~= command~ output~ log-file~
     plain: -dhpUvFRPT= dbname= host= port= username= variable= set= field-separator= record-separator= pset= \
            table-attr="
);
const MYSQL: Headed = headed!(
    "command: -e= execute=
     init: init-command=
     edits: tee~
     runs: pager~
     unknown: defaults* execute~ init-command~ plugin-dir~ login-path~ delimiter~=
     plain: -hupDPS= host= user= database= port= socket= default-character-set="
);

/// `psql`, `mysql` and `mariadb`. Without a statement they read from somewhere else.
pub(super) fn server(call: &mut Call<'_, '_, '_>) -> Does {
    let (options, dialect) = match call.name {
        "psql" => (PSQL, Dialect::Postgres),
        _ => (MYSQL, Dialect::Mysql),
    };
    let (mut does, mut ends) = (Does::READS, false);
    for part in Parts::new(call.args, options) {
        ends |= matches!(part.kind, b'c' | b'l');
        does = does.and(match part {
            Part { kind: b'c' | b'i', word, .. } => statement(call, word, dialect),
            _ => part.does(),
        });
    }
    does.and(Does::READS.or_unknown(ends))
}

const FILE: Headed = headed!(
    "command: cmd
     short: c s
     values: separator nullvalue newline vfs maxsize mmap
     help: version help
     plain: ascii bail batch box column csv echo header noheader html json jsonlines line list markdown memtrace \
            nofollow quote readonly safe stats table tabs latex unredacted no-stdin"
);

/// `sqlite3` and `duckdb`: a file, then statements.
pub(super) fn file(call: &mut Call<'_, '_, '_>) -> Does {
    let is_duckdb = call.name == "duckdb";
    let dialect = if is_duckdb { Dialect::Duckdb } else { Dialect::Sqlite };
    let (mut does, mut operands, mut statements) = (Does::READS, 0_usize, false);
    let mut words = call.args.iter();
    while let Some(word) = words.next() {
        does = does.and(Does::READS.or_unknown(!word.may_be_option()));
        let option = word.text.strip_prefix("--").or_else(|| word.text.strip_prefix('-'));
        let text = match option.filter(|option| !option.is_empty()).map(|option| FILE.of(option)) {
            None => {
                operands = operands.saturating_add(1);
                if operands == 1 {
                    continue;
                }
                Some(*word)
            }
            Some(Some(b'c')) => words.next().copied(),
            Some(Some(b's')) if is_duckdb => words.next().copied(),
            Some(Some(b'v')) => {
                words.next();
                continue;
            }
            Some(Some(b'h')) if call.args.len() == 1 => return Does::READS,
            Some(Some(b'p')) => continue,
            Some(_) => {
                does = does.and(Does::UNKNOWN);
                continue;
            }
        };
        statements = true;
        does = does.and(statement(call, text, dialect));
    }
    // With nothing but `-cmd` a session follows.
    let ends = statements && (operands > 1 || is_duckdb);
    does.and(Does::READS.or_unknown(ends))
}
