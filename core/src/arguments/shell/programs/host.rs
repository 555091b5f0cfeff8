//! What a host is set to: clock, name, network, services, timetables.

use super::super::options::{Arg, Args, any_unknown};
use super::super::word::Word;
use super::files::stricter;
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::contract::VerbClass;

fn edits(name: &'static str) -> Row {
    Row::writes(Program::of(name), VerbClass::Edit).with(EffectCode::SystemAdmin)
}

/// `crontab`
pub(super) fn crontab(args: &[Word<'_>]) -> Row {
    let program = Program::of("crontab");
    let mut row = None;
    for arg in Args::new(args, "u") {
        let next = match arg {
            Arg::Short(b'l', _) => Row::reads(program),
            Arg::Short(b'u', _) => continue,
            Arg::Short(b'r', _) => {
                Row::writes(program, VerbClass::Destroy).with(EffectCode::SystemAdmin)
            }
            _ => Row::writes(program, VerbClass::Exec).with(EffectCode::SystemAdmin),
        };
        row = Some(row.map_or(next, |row| stricter(row, next)));
    }
    row.unwrap_or_else(|| Row::writes(program, VerbClass::Exec).with(EffectCode::SystemAdmin))
}

/// `service`
pub(super) fn service(args: &[Word<'_>]) -> Row {
    let program = Program::of("service");
    match args {
        [only] if only.is("--status-all") => Row::reads(program),
        [name, verb] if verb.is("status") && name.plain().is_some() => Row::reads(program),
        [_, verb, ..] if verb.is("stop") => {
            Row::writes(program, VerbClass::Destroy).with(EffectCode::SystemAdmin)
        }
        [] => Row::cannot_tell(program),
        _ => Row::writes(program, VerbClass::Exec).with(EffectCode::SystemAdmin),
    }
}

/// `sysctl`
pub(super) fn sysctl(args: &[Word<'_>]) -> Row {
    let mut unknown = false;
    for arg in Args::new(args, "r") {
        match arg {
            Arg::Short(b'w' | b'p' | b'f', _) | Arg::Long("write" | "load" | "system", _) => {
                return edits("sysctl");
            }
            Arg::Operand(word) if word.text.contains('=') => return edits("sysctl"),
            Arg::Unknown => unknown = true,
            _ => {}
        }
    }
    if unknown {
        Row::cannot_tell(Program::of("sysctl"))
    } else {
        Row::reads(Program::of("sysctl"))
    }
}

/// `ip`
pub(super) fn ip(args: &[Word<'_>]) -> Row {
    let program = Program::of("ip");
    let mut operands = [None; 2];
    let mut count = 0_usize;
    let mut rest = args;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        let Some(text) = first.plain() else { return Row::cannot_tell(program) };
        match text {
            "-n" | "-netns" | "-f" | "-family" | "-l" | "-loops" if count == 0 => {
                rest = rest.get(1..).unwrap_or_default();
            }
            _ if text.starts_with("-b") && !text.starts_with("-br") => {
                return Row::cannot_tell(program);
            }
            _ if text.starts_with('-') && count == 0 => {}
            _ => {
                if let Some(place) = operands.get_mut(count) {
                    *place = Some(text);
                }
                count = count.saturating_add(1);
            }
        }
    }
    match operands[1] {
        None | Some("show" | "list" | "ls" | "lst" | "sh" | "lis" | "get" | "help") => {
            Row::reads(program)
        }
        Some("exec") => Row::writes(program, VerbClass::Exec).with(EffectCode::CodeRun),
        Some(
            "add" | "del" | "delete" | "set" | "change" | "replace" | "flush" | "append" | "up"
            | "down",
        ) => edits("ip"),
        Some(_) => Row::cannot_tell(program),
    }
}

/// `ifconfig`
pub(super) fn ifconfig(args: &[Word<'_>]) -> Row {
    let operands = args.iter().filter(|word| !word.is_option()).count();
    if operands > 1 {
        edits("ifconfig")
    } else if args.iter().any(|word| word.may_be_option()) {
        Row::cannot_tell(Program::of("ifconfig"))
    } else {
        Row::reads(Program::of("ifconfig"))
    }
}

/// `hostname`
pub(super) fn hostname(args: &[Word<'_>]) -> Row {
    for arg in Args::new(args, "F") {
        if matches!(
            arg,
            Arg::Short(b'F' | b'b', _) | Arg::Long("file" | "boot", _) | Arg::Operand(_)
        ) {
            return edits("hostname");
        }
    }
    if any_unknown(args) {
        return Row::cannot_tell(Program::of("hostname"));
    }
    Row::reads(Program::of("hostname"))
}

/// `date`
pub(super) fn date(args: &[Word<'_>]) -> Row {
    let program = Program::of("date");
    let mut row = Row::reads(program);
    for arg in Args::new(args, "dfrs").with_long(&["date", "file", "reference", "set"]) {
        row = match arg {
            Arg::Short(b's', _) => stricter(row, edits("date")),
            Arg::Long(given, _) if given.starts_with('s') => stricter(row, edits("date")),
            Arg::Operand(word) if !word.text.starts_with('+') => stricter(row, edits("date")),
            Arg::Unknown => stricter(row, Row::cannot_tell(program)),
            // What stands behind the letter is how exact the output is.
            Arg::Short(..) | Arg::Long(..) | Arg::Operand(_) => row,
        };
    }
    row
}
