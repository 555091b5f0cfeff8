//! Commands of the shell itself. They read, unless they set what decides how other programs run.

use super::super::options::{Arg, Args, any_unknown};
use super::super::state::Shell;
use super::super::variables::{is_harmless_option, may_set};
use super::super::word::{EXPANDED, Word, is_name, runs_as_subscript};
use crate::arguments::effect::{Program, Row};

/// The row of a builtin: it reads if it is harmless.
fn row(name: &'static str, harmless: bool) -> Row {
    let program = Program::of(name);
    if harmless { Row::reads(program) } else { Row::cannot_tell(program) }
}

/// Whether no word is one that is run where it names a variable.
fn no_subscripts(args: &[Word<'_>]) -> bool {
    !args.iter().any(|word| runs_as_subscript(word.text))
}

/// Sets a variable that a builtin names.
fn sets(shell: &mut Shell<'_>, word: Word<'_>) -> bool {
    let (name, value) = word.text.split_once('=').unwrap_or((word.text, ""));
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    shell.set(name, false);
    let known = Some(value).filter(|_| word.plain().is_some());
    is_name(name) && may_set(name, known)
}

/// `test` and `[`.
pub(super) fn test(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    // With `-v` a word is the name of a variable, with its subscript.
    let names = args.iter().any(|word| word.text == "-v" || word.text == "-R");
    let unknown = names && args.iter().any(|word| word.text.starts_with(EXPANDED));
    shell.arithmetic |= names;
    row(name, no_subscripts(args) && !unknown)
}

/// `printf`.
pub(super) fn printf(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let harmless = match args {
        [first, rest @ ..] if first.may_be_option() => rest.is_empty(),
        [first, rest @ ..] if first.text.starts_with("-v") => match first.text.get(2..) {
            Some("") => rest.first().is_some_and(|name| sets(shell, *name)),
            _ => sets(shell, first.from(2)),
        },
        _ => true,
    };
    row("printf", harmless && no_subscripts(args))
}

/// `read`.
pub(super) fn read(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut harmless = no_subscripts(args);
    shell.set("REPLY", false);
    for arg in Args::new(args, "adinNptu") {
        match arg {
            Arg::Short(b'a', Some(name)) | Arg::Operand(name) => harmless &= sets(shell, name),
            Arg::Short(..) => {}
            Arg::Long(..) | Arg::Unknown => harmless = false,
        }
    }
    row("read", harmless)
}

/// `export`, `declare` and their kin.
pub(super) fn declare(shell: &mut Shell<'_>, name: &'static str, args: &[Word<'_>]) -> Row {
    let mut harmless = no_subscripts(args);
    for word in args {
        if word.text.starts_with(['-', '+']) {
            // With `n` it is another name, with `f` a function.
            harmless &=
                word.plain().is_some_and(|text| !text.contains(['n', 'f', 'F']) || text == "--");
            shell.arithmetic |= word.text.contains('i');
        } else {
            harmless &= sets(shell, *word);
        }
    }
    row(name, harmless)
}

/// `unset`.
pub(super) fn unset(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut harmless = no_subscripts(args);
    for word in args {
        harmless &= word.plain().is_some_and(|text| matches!(text, "-v" | "--"))
            || (word.plain().is_some() && sets(shell, *word));
    }
    row("unset", harmless)
}

/// `let`.
pub(super) fn arithmetic(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut harmless = no_subscripts(args);
    for word in args {
        shell.arithmetic = true;
        harmless &= word.plain().is_some();
        let names = word.text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        for name in names.filter(|name| is_name(name)) {
            shell.set(name, false);
            harmless &= may_set(name, None);
        }
    }
    row("let", harmless)
}

/// `set`.
pub(super) fn set(args: &[Word<'_>]) -> Row {
    let mut harmless = true;
    let mut rest = args;
    while let Some((first, after)) = rest.split_first() {
        if first.may_be_option() {
            harmless = false;
        }
        if first.is("--") || first.is("-") || !first.text.starts_with(['-', '+']) {
            break;
        }
        rest = after;
        let letters = first.text.get(1..).unwrap_or_default();
        harmless &= letters.chars().all(|letter| "euxfvnCETabho".contains(letter));
        if letters.contains('o')
            && let Some((value, after)) = rest.split_first()
        {
            harmless &= value.plain().is_some_and(is_harmless_option);
            rest = after;
        }
    }
    row("set", harmless)
}

/// `wait`, which can set a variable.
pub(super) fn wait(shell: &mut Shell<'_>, args: &[Word<'_>]) -> Row {
    let mut harmless = !any_unknown(args);
    for arg in Args::new(args, "p") {
        if let Arg::Short(b'p', name) = arg {
            harmless &= name.is_some_and(|name| sets(shell, name)) && no_subscripts(args);
        }
    }
    row("wait", harmless)
}

/// `jobs` and `hash`: one of their options runs or names a program.
pub(super) fn jobs(name: &'static str, option: char, args: &[Word<'_>]) -> Row {
    let runs = args.iter().any(|word| word.is_option() && word.text.contains(option));
    row(name, !runs && !any_unknown(args))
}
