//! Archives and compressed files.

use super::super::options::{Arg, Args, abbreviates};
use super::super::word::Word;
use super::files::{is_harmless, stricter, written};
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::contract::VerbClass;

/// Long options of `tar` that run a program.
const RUNS: [&str; 7] = [
    "to-command",
    "checkpoint-action",
    "use-compress-program",
    "info-script",
    "new-volume-script",
    "rsh-command",
    "rmt-command",
];

/// `tar`
pub(super) fn tar(name: &'static str, args: &[Word<'_>]) -> Row {
    let program = Program::of(name);
    let runs = Row::writes(program, VerbClass::Exec).with(EffectCode::CodeRun);
    let edits = Row::writes(program, VerbClass::Edit).with(EffectCode::FsWrite);
    let mut lists = false;
    let mut row = Row::reads(program);
    // The first word may be a cluster without a dash.
    let old = args.first().filter(|word| !word.text.starts_with('-'));
    let mut rest = args;
    if let Some(word) = old {
        rest = args.get(1..).unwrap_or_default();
        if word.plain().is_none() {
            row = stricter(row, Row::cannot_tell(program));
        }
        lists |= word.text.contains('t');
        if word.text.contains(['I', 'F']) {
            row = stricter(row, runs);
        }
        if word.text.contains(['x', 'c', 'r', 'u', 'A', 'd']) {
            row = stricter(row, edits);
        }
    }
    // An archive of another host is read by a program there.
    if rest.iter().any(|word| word.text.contains(':')) {
        row = stricter(row, Row::cannot_tell(program));
    }
    for arg in Args::new(rest, "fCTXbgKNIFHLV") {
        row = match arg {
            Arg::Short(b't', _) => {
                lists = true;
                row
            }
            Arg::Short(b'I' | b'F', _) => stricter(row, runs),
            Arg::Short(b'x' | b'c' | b'r' | b'u' | b'A', _) => stricter(row, edits),
            Arg::Long(given, _) if RUNS.iter().any(|it| abbreviates(given, it)) => {
                stricter(row, runs)
            }
            Arg::Long(given, _)
                if abbreviates(given, "index-file") || abbreviates(given, "volno-file") =>
            {
                stricter(row, edits)
            }
            Arg::Long("list", _) => {
                lists = true;
                row
            }
            Arg::Long(given, _)
                if [
                    "extract",
                    "get",
                    "create",
                    "append",
                    "update",
                    "delete",
                    "catenate",
                    "concatenate",
                ]
                .contains(&given) =>
            {
                stricter(row, edits)
            }
            Arg::Unknown => stricter(row, Row::cannot_tell(program)),
            _ => row,
        };
    }
    if lists { row } else { stricter(row, edits) }
}

/// `gzip` and its kin.
pub(super) fn compressed(name: &'static str, args: &[Word<'_>]) -> Row {
    let program = Program::of(name);
    let mut reads = false;
    let mut row = Row::reads(program);
    for arg in Args::new(args, "So") {
        match arg {
            Arg::Short(b'c' | b'l' | b't', _)
            | Arg::Long("stdout" | "to-stdout" | "list" | "test", _) => {
                reads = true;
            }
            Arg::Long("rm", _) => row = stricter(row, written(program, "")),
            Arg::Short(b'o', target) if target.is_none_or(|target| !is_harmless(target)) => {
                row = stricter(row, written(program, ""));
            }
            Arg::Unknown => row = stricter(row, Row::cannot_tell(program)),
            _ => {}
        }
    }
    if reads { row } else { stricter(row, written(program, "")) }
}

/// `unzip`
pub(super) fn unzip(args: &[Word<'_>]) -> Row {
    let program = Program::of("unzip");
    let mut reads = false;
    let mut unknown = false;
    for arg in Args::new(args, "dPx") {
        match arg {
            Arg::Short(b'l' | b't' | b'p' | b'v', _) => reads = true,
            Arg::Unknown => unknown = true,
            _ => {}
        }
    }
    match (reads, unknown) {
        (true, false) => Row::reads(program),
        (true, true) => Row::cannot_tell(program),
        (false, _) => written(program, ""),
    }
}
