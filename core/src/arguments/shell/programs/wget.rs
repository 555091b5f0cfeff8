//! `wget`

use super::super::options::{Arg, Args, abbreviates, is_swallowed};
use super::super::state::Shell;
use super::super::word::{DYNAMIC, Word};
use super::files::{is_harmless, stricter};
use crate::arguments::effect::{EffectCode, Nested, Program, Row};
use crate::contract::VerbClass::{Edit, Send};

const PROGRAM: Program = Program::of("wget");

const VALUES: [&str; 16] = [
    "output-document",
    "output-file",
    "append-output",
    "execute",
    "directory-prefix",
    "user-agent",
    "header",
    "tries",
    "timeout",
    "wait",
    "limit-rate",
    "input-file",
    "user",
    "password",
    "referer",
    "save-cookies",
];

/// What `wget` does. It writes a file, unless it is told where the output goes.
pub(super) fn wget(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut row = Row::reads(PROGRAM);
    let mut to_output = None;
    let mut spider = false;
    let writes = Row::writes(PROGRAM, Edit).with(EffectCode::FsWrite);
    let unknown = Row::cannot_tell(PROGRAM);
    let sends = Row::writes(PROGRAM, Send).with(EffectCode::NetSend);
    for arg in Args::new(args, "OoaePiUTtwQlDARIXB").with_long(&VALUES) {
        match arg {
            Arg::Short(b'O', target) | Arg::Long("output-document", target) => {
                to_output = Some(target.is_some_and(is_harmless));
            }
            Arg::Short(b'o' | b'a', target)
            | Arg::Long("output-file" | "append-output", target)
                if target.is_some_and(is_harmless) => {}
            Arg::Short(b'o' | b'a' | b'b', _) => row = stricter(row, writes),
            Arg::Short(b'e' | b'i', _) | Arg::Unknown => row = stricter(row, unknown),
            Arg::Long("spider", _) => spider = true,
            Arg::Long("method", Some(word)) if word.is("GET") || word.is("HEAD") => {}
            Arg::Long(given, _) => row = long(row, given, [writes, unknown, sends]),
            Arg::Operand(word) if word.has(DYNAMIC) => row = stricter(row, unknown),
            Arg::Operand(word) => shell.nested(Nested::Url(word.text)),
            Arg::Short(..) => {}
        }
    }
    let flags =
        ["--no-check-certificate", "--no-verbose", "--quiet", "--server-response", "--verbose"];
    if is_swallowed(args, &flags, "", |text| text.starts_with('-')) {
        row = stricter(row, unknown);
    }
    if spider || to_output == Some(true) {
        return row;
    }
    stricter(row, writes.with(EffectCode::NetDownloadToFile))
}

fn long(row: Row, given: &str, [writes, unknown, sends]: [Row; 3]) -> Row {
    let is = |options: &[&str]| options.iter().any(|option| abbreviates(given, option));
    let mut row = row;
    if is(&["post-data", "post-file", "body-data", "body-file", "method"]) {
        row = stricter(row, sends);
    }
    if is(&[
        "output-file",
        "append-output",
        "save-cookies",
        "rejected-log",
        "hsts-file",
        "background",
    ]) || given.starts_with("warc")
    {
        row = stricter(row, writes);
    }
    if is(&["execute", "use-askpass", "config", "input-file", "input-metalink"]) {
        stricter(row, unknown)
    } else {
        row
    }
}
