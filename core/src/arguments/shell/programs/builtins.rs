//! Commands of the shell itself. They read, unless they set what decides how other programs run.

use super::super::does::Does;
use super::super::environment::may_set;
use super::super::options::{LONG, OPERAND, Parts, UNKNOWN, any_unknown};
use super::super::state::Shell;
use super::super::variables::is_harmless_option;
use super::super::word::{EXPANDED, Word, is_name, runs_as_subscript};
use super::call::Call;
use crate::arguments::headed::headed;

/// What a builtin does that is harmless if this holds, and if no word is run where it names a variable.
fn harmless(call: &Call<'_, '_, '_>, harmless: bool) -> Does {
    Does::READS.or_unknown(harmless && !call.args.iter().any(|word| runs_as_subscript(word.text)))
}

/// Sets a variable that a builtin names.
fn sets(shell: &mut Shell<'_>, word: Word<'_>) -> bool {
    let (name, value) = word.text.split_once('=').unwrap_or((word.text, ""));
    let name = name.strip_suffix('+').unwrap_or(name);
    let name = name.split('[').next().unwrap_or(name);
    shell.set(name, false);
    shell.secret_value(value);
    let known = Some(value).filter(|_| word.plain().is_some());
    is_name(name) && may_set(name, known)
}

/// `test` and `[`.
pub(super) fn test(call: &mut Call<'_, '_, '_>) -> Does {
    // With `-v` a word is the name of a variable, with its subscript.
    let names = call.args.iter().any(|word| word.text == "-v" || word.text == "-R");
    let unknown = names && call.args.iter().any(|word| word.text.starts_with(EXPANDED));
    call.shell.arithmetic |= names;
    harmless(call, !unknown)
}

/// `printf`.
pub(super) fn printf(call: &mut Call<'_, '_, '_>) -> Does {
    let fine = match call.args {
        [first, rest @ ..] if first.may_be_option() => rest.is_empty(),
        [first, rest @ ..] if first.text.starts_with("-v") => {
            let name = if first.text == "-v" { rest.first().copied() } else { Some(first.from(2)) };
            for word in rest {
                call.shell.secret_value(word.text);
            }
            name.is_some_and(|name| sets(call.shell, name))
        }
        _ => true,
    };
    harmless(call, fine)
}

/// `read`.
pub(super) fn read(call: &mut Call<'_, '_, '_>) -> Does {
    let mut fine = true;
    call.shell.set("REPLY", false);
    for part in Parts::new(call.args, headed!("array: -a= plain: -dinNptu=")) {
        match (part.kind, part.word) {
            (b'a' | OPERAND, Some(name)) => fine &= sets(call.shell, name),
            (LONG | UNKNOWN, _) => fine = false,
            _ => {}
        }
    }
    harmless(call, fine)
}

/// `export`, `declare` and their kin.
pub(super) fn declare(call: &mut Call<'_, '_, '_>) -> Does {
    let mut fine = true;
    let mut exports = call.name == "export";
    for word in call.args {
        if word.text.starts_with(['-', '+']) {
            exports |= word.text.contains('x');
            // With `n` it is another name, with `f` a function.
            fine &=
                word.plain().is_some_and(|text| !text.contains(['n', 'f', 'F']) || text == "--");
            call.shell.arithmetic |= word.text.contains('i');
        } else {
            fine &= sets(call.shell, *word);
            let (name, value) = word.text.split_once('=').unwrap_or((word.text, ""));
            let known = Some(value).filter(|_| word.plain().is_some());
            if exports {
                call.shell.export(name, known);
            }
        }
    }
    harmless(call, fine)
}

/// `unset`.
pub(super) fn unset(call: &mut Call<'_, '_, '_>) -> Does {
    let mut fine = true;
    for word in call.args {
        fine &=
            word.plain().is_some_and(|text| matches!(text, "-v" | "--") || sets(call.shell, *word));
    }
    harmless(call, fine)
}

/// `let`.
pub(super) fn arithmetic(call: &mut Call<'_, '_, '_>) -> Does {
    let mut fine = true;
    for word in call.args {
        call.shell.arithmetic = true;
        fine &= word.plain().is_some();
        let names = word.text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        for name in names.filter(|name| is_name(name)) {
            call.shell.set(name, false);
            fine &= may_set(name, None);
        }
    }
    harmless(call, fine)
}

/// `set`.
pub(super) fn set(call: &mut Call<'_, '_, '_>) -> Does {
    let mut fine = true;
    let mut rest = call.args;
    while let Some((first, after)) = rest.split_first() {
        fine &= !first.may_be_option();
        if first.is("--") || first.is("-") || !first.text.starts_with(['-', '+']) {
            break;
        }
        rest = after;
        let letters = first.text.get(1..).unwrap_or_default();
        fine &= letters.chars().all(|letter| "euxfvnCETabho".contains(letter));
        call.shell.exports_all |= letters.contains('a') && first.text.starts_with('-');
        if letters.contains('o')
            && let Some((value, after)) = rest.split_first()
        {
            fine &= value.plain().is_some_and(is_harmless_option);
            rest = after;
        }
    }
    Does::READS.or_unknown(fine)
}

/// `wait`, which can set a variable.
pub(super) fn wait(call: &mut Call<'_, '_, '_>) -> Does {
    let mut does = Does::READS.or_unknown(!any_unknown(call.args));
    for part in Parts::new(call.args, headed!("variable: -p=")) {
        if part.kind == b'v' {
            let fine = part.word.is_some_and(|name| sets(call.shell, name));
            does = does.and(harmless(call, fine));
        }
    }
    does
}

/// `jobs` and `hash`: one of their options runs or names a program.
pub(super) fn jobs(call: &mut Call<'_, '_, '_>) -> Does {
    let option = if call.name == "hash" { 'p' } else { 'x' };
    let runs = call.args.iter().any(|word| word.is_option() && word.text.contains(option));
    Does::READS.or_unknown(!runs && !any_unknown(call.args))
}
