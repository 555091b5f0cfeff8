//! Programs that run what their words say, in a way that is not followed: other shells, terminals, containers of
//! processes. Nobody can say what they do; but what their words plainly say counts.

use alloc::string::String;

use super::super::does::Does;
use super::super::word::Word;
use super::call::Call;
use super::host::shows;
use crate::arguments::effect::EffectCode::CodeRun;
use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::programs::{DANGER, PROGRAMS};

const UNKNOWN: Does = Does::UNKNOWN.with(CodeRun);

/// Options of these programs whose value is the next word.
const VALUES: Headed = headed!("-S -c -d -h -n -p -s -t -u --cd --distribution --user");

/// `tmux`, `screen`, `wsl`, `adb`, `eval` and their kin: a word with blanks is a text, and from the name of a program that
/// changes something on the words are a command.
pub(super) fn carried(call: &mut Call<'_, '_, '_>) -> Does {
    if shows(call.name, call.args) {
        return Does::READS;
    }
    let mut takes = false;
    for (place, word) in call.args.iter().enumerate() {
        let is_value = core::mem::take(&mut takes);
        let Some(text) = word.plain() else { continue };
        if text.contains([' ', '\t', '\n']) {
            call.texts.push(String::from(text));
        } else if word.is_option() {
            takes = VALUES.contains(text);
        } else if !is_value && PROGRAMS.entry(text).is_some_and(|(_, roles)| roles & DANGER != 0) {
            call.carries = call.args.get(place..).unwrap_or_default();
            break;
        }
    }
    UNKNOWN
}

/// `cmd /c`: what follows is one text, in which a caret and quotes say nothing of what runs.
pub(super) fn cmd(call: &mut Call<'_, '_, '_>) -> Does {
    let is_switch = |word: &Word<'_>| {
        let letters = word.text.trim_start_matches('/').as_bytes();
        word.text.starts_with('/')
            && matches!(letters, [b'c' | b'C' | b'k' | b'K' | b'r' | b'R', ..])
    };
    if let Some(place) = call.args.iter().position(is_switch) {
        let mut words = call.args.iter().skip(place);
        let first = words.next().map_or("", |word| word.text.trim_start_matches('/'));
        let mut text = String::from(first.get(1..).unwrap_or_default());
        for word in words {
            text.push(' ');
            text.push_str(word.text);
        }
        text.retain(|it| !matches!(it, '^' | '"'));
        call.texts.push(text.replace('\\', "/").to_ascii_lowercase());
    }
    UNKNOWN
}

/// `powershell -Command`: the same, with its own names of commands.
pub(super) fn powershell(call: &mut Call<'_, '_, '_>) -> Does {
    let is_switch = |word: &Word<'_>| {
        let name = word.text.strip_prefix(['-', '/']).unwrap_or_default();
        let full = "command".get(..name.len());
        !name.is_empty() && full.is_some_and(|full| full.eq_ignore_ascii_case(name))
    };
    if let Some(place) = call.args.iter().position(is_switch) {
        let mut text = String::new();
        for word in call.args.iter().skip(place).skip(1) {
            text.push_str(word.text);
            text.push(' ');
        }
        call.texts.push(text);
    }
    UNKNOWN
}
