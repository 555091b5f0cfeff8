//! Programs that write files, with the forms of them that do not.

use super::super::options::{Arg, Args, abbreviates, is_swallowed};
use super::super::state::Shell;
use super::super::word::{HOME, PIPE, Word};
use crate::arguments::effect::{EffectCode, Finding, Program, Row};
use crate::arguments::tables::programs::SAFE_TARGETS;
use crate::contract::VerbClass;

/// A file that is written.
pub(super) fn written(program: Program, target: &str) -> Row {
    if target.starts_with("/dev/") {
        Row::writes(program, VerbClass::Destroy).with(EffectCode::DiskOverwrite)
    } else {
        Row::writes(program, VerbClass::Edit).with(EffectCode::FsWrite)
    }
}

/// Whether output goes nowhere.
pub(super) fn is_harmless(word: Word<'_>) -> bool {
    word.text == "-" || SAFE_TARGETS.contains(word.text) || word.text.strip_prefix(PIPE) == Some("")
}

/// The stricter of two rows of one program.
pub(super) fn stricter(one: Row, other: Row) -> Row {
    let class = crate::arguments::effect::stronger(one.class, other.class);
    let effects = one.effects.union(other.effects);
    let row = if other.effect > one.effect { other } else { one };
    Row { class, effects, ..row }
}

/// `tee`
pub(super) fn tee(args: &[Word<'_>]) -> Row {
    let program = Program::of("tee");
    let mut row = Row::reads(program);
    for arg in Args::new(args, "") {
        match arg {
            Arg::Operand(word) if !is_harmless(word) => {
                row = stricter(row, written(program, word.text));
            }
            Arg::Unknown => row = stricter(row, written(program, "")),
            _ => {}
        }
    }
    row
}

/// `dd`
pub(super) fn dd(args: &[Word<'_>]) -> Row {
    let program = Program::of("dd");
    let mut row = Row::reads(program);
    for word in args {
        if let Some(target) = word.text.strip_prefix("of=") {
            if !SAFE_TARGETS.contains(target) {
                row = stricter(row, written(program, target));
            }
        } else if word.may_be_option() {
            row = stricter(row, Row::cannot_tell(program));
        }
    }
    row
}

/// `rm`
pub(super) fn rm(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut recursive = false;
    let mut everything = false;
    for arg in Args::new(args, "") {
        match arg {
            Arg::Short(b'r' | b'R', _) => recursive = true,
            Arg::Long(given, _) => recursive |= abbreviates(given, "recursive"),
            Arg::Operand(word) => everything |= is_everything(word),
            // The home directory, which an expansion names.
            Arg::Unknown => everything |= args.iter().any(|word| is_everything(*word)),
            Arg::Short(..) => {}
        }
    }
    let row = Row::writes(Program::of("rm"), VerbClass::Destroy).with(EffectCode::FsDelete);
    if !recursive {
        return row;
    }
    if everything {
        shell.finding(Finding::MassEffect);
    }
    row.with(EffectCode::FsDeleteRecursive)
}

/// Whether a path is a whole system, a home, or the directory that one is in.
fn is_everything(word: Word<'_>) -> bool {
    const TOP: [&str; 22] = [
        "/Applications",
        "/Library",
        "/System",
        "/Users",
        "/Windows",
        "/bin",
        "/boot",
        "/dev",
        "/etc",
        "/home",
        "/lib",
        "/lib64",
        "/mnt",
        "/opt",
        "/proc",
        "/root",
        "/sbin",
        "/srv",
        "/sys",
        "/usr",
        "/var",
        "/run",
    ];
    let mut path = word.text;
    loop {
        let shorter = ["/", "/.", "/*", "\\", "\\*"].iter().find_map(|end| path.strip_suffix(end));
        match shorter {
            Some(shorter) => path = shorter,
            None => break,
        }
    }
    let path = path.strip_prefix('/').map_or(path, |_| path);
    let drive = path.len() == 2
        && path.ends_with(':')
        && path.starts_with(|letter: char| letter.is_ascii_alphabetic());
    matches!(path, "~" | "." | ".." | "*")
        || (path.is_empty() && !word.text.is_empty())
        || TOP.contains(&path)
        || drive
        || (word.has(HOME) && path.chars().count() == 1)
}

/// `patch`
pub(super) fn patch(args: &[Word<'_>]) -> Row {
    let program = Program::of("patch");
    let dry = args.iter().take_while(|word| !word.is("--")).any(|word| word.is("--dry-run"));
    let flags = ["--batch", "--binary", "--force", "--quiet", "--reverse", "--silent", "--verbose"];
    if dry && !is_swallowed(args, &flags, "BDFVYdgioprz", |text| text == "--dry-run") {
        return Row::reads(program);
    }
    Row::writes(program, VerbClass::Edit).with(EffectCode::FsWrite)
}

/// A filter that writes its second operand.
pub(super) fn second_operand(name: &'static str, values: &str, args: &[Word<'_>]) -> Row {
    let program = Program::of(name);
    let mut operands = 0_usize;
    let mut row = Row::reads(program);
    for arg in Args::new(args, values) {
        match arg {
            Arg::Operand(word) => {
                operands = operands.saturating_add(1);
                if operands > 1 && !is_harmless(word) {
                    row = stricter(row, written(program, word.text));
                }
            }
            Arg::Unknown => row = stricter(row, Row::cannot_tell(program)),
            _ => {}
        }
    }
    row
}
