//! From a text to its commands, and from a command to its program.

use alloc::vec::Vec;

use super::does::Does;
use super::environment::{Steers, steers};
use super::parser::Parser;
use super::programs;
use super::state::{Shell, Stop};
use super::variables::{is_harmless_option, is_safe_value};
use super::word::{Line, PATTERN, Word};
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::steps::step;
use crate::arguments::tables::programs::{PROGRAMS, SHELLS, VERSION, WRAP};
use crate::arguments::tables::text::MAX_DEPTH;

impl Shell<'_> {
    /// Reads a text with all its commands.
    pub(crate) fn text(&mut self, source: &str) {
        let outcome = match self.enter() {
            Ok(()) => {
                let outcome = Parser::new(self, source).list(false);
                self.leave();
                outcome
            }
            Err(stop) => Err(stop),
        };
        if let Err(stop) = outcome {
            self.stopped(stop);
        }
    }

    /// The end of an argument: what only the whole of it shows.
    pub(crate) fn finish(&mut self) {
        // A value may be such a text, and arithmetic runs what stands in a subscript.
        if self.arithmetic && self.quoted_substitution {
            self.cannot_tell(Program::of("arithmetic"));
        }
    }

    /// A command with what stands before it. `stays` says that what it sets is set afterwards.
    pub(super) fn segment(&mut self, line: &Line, piped: bool, stays: bool) {
        let assignments = line.assignments().count();
        let mut words: Vec<Word<'_>> = Vec::with_capacity(line.count());
        words.extend(line.words().skip(assignments));
        let for_read = words.first().is_some_and(|word| word.is("read"));
        let before = self.steers;
        for (name, value) in line.assignments() {
            self.assignment(name, value, for_read);
            if !(words.is_empty() || name == "IFS" && for_read) {
                self.steers = self.steers.max(steers(name, value.plain()));
                self.hands_on(name, value);
            }
        }
        if !words.is_empty() {
            self.command(&words, piped);
            self.steers = before;
            return;
        }
        if stays {
            for (index, (name, value)) in line.assignments().enumerate() {
                let adds = line.word(index).is_some_and(|word| {
                    word.text.get(name.len()..).is_some_and(|rest| rest.starts_with('+'))
                });
                self.set(name, !adds && is_safe_value(value));
                self.value(name, value.text);
            }
        }
        self.uncovered(Row::reads(Program::of("assignment")));
    }

    /// A command: its program and its words.
    pub(crate) fn command(&mut self, words: &[Word<'_>], piped: bool) {
        if self.room().is_err() || self.within >= MAX_DEPTH.saturating_mul(2) {
            return self.stopped(Stop::TooComplex);
        }
        self.within = self.within.saturating_add(1);
        let steers = self.steers;
        self.program(words, piped);
        self.steers = steers;
        self.within = self.within.saturating_sub(1);
    }

    fn program(&mut self, words: &[Word<'_>], piped: bool) {
        step(words.len());
        self.command_seen(words);
        self.given_out.commands = self.given_out.commands.wrapping_add(1);
        let Some((program, args)) = words.split_first() else { return };
        let unknown = Row::cannot_tell(Program::UNKNOWN);
        let Some(given) = program.plain() else {
            self.command_row(None, args, unknown);
            return;
        };
        self.paths(given, args);
        let Some(name) = base_name(given) else {
            self.command_row(Some(given), args, unknown);
            return;
        };
        let Some((own, roles)) = PROGRAMS.entry(name) else {
            return programs::command(self, name, None, args);
        };
        if roles & VERSION != 0
            && self.steered() == Steers::Nothing
            && let [only] = args
            && says_version(own, *only)
        {
            self.relied_on_environment = true;
            return self.does(own, args, Does::READS);
        }
        if roles & (WRAP | SHELLS) != 0 {
            self.deny(own, args, false);
        }
        if roles & WRAP != 0 {
            self.wrapper(own, args, piped);
        } else if roles & SHELLS != 0 {
            self.shell_program(own, args, piped);
        } else {
            programs::command(self, own, Some((own, roles)), args);
        }
    }

    /// A shell as a program: what it runs is its text.
    fn shell_program(&mut self, name: &'static str, args: &[Word<'_>], piped: bool) {
        let opaque = Does::UNKNOWN.with(EffectCode::CodeRun);
        if self.unseen {
            return self.does(name, args, opaque);
        }
        let Some((runs, from_input, rest)) = shell_options(args) else {
            return self.does(name, args, Does::UNKNOWN);
        };
        if !runs {
            let from_pipe = piped && (from_input || rest.is_empty());
            return self.does(name, args, if from_pipe { Does::RUNS } else { opaque });
        }
        let Some(text) = rest.first().and_then(|word| word.plain()) else {
            return self.does(name, args, Does::UNKNOWN);
        };
        // In fish a backslash means something in single quotes, so that the words are others.
        if name == "fish" && text.contains('\\') {
            self.stopped(Stop::Unparsed);
        }
        let before = self.knows_less;
        self.knows_less = matches!(name, "sh" | "dash" | "ash");
        self.in_own_shell(text);
        self.knows_less = before;
    }
}

/// The options of a shell that may stand before its text.
const OPTIONS: Headed = headed!(
    "end: -- -
     flags: --login --norc --noprofile --posix
     values: -o +o -eo -euo -uo -euxo -exo"
);

/// Whether a shell runs a text, whether it runs its input, and the words behind its options. Nothing, if an option is
/// not known.
fn shell_options<'w, 'a>(args: &'w [Word<'a>]) -> Option<(bool, bool, &'w [Word<'a>])> {
    let mut rest = args;
    let (mut runs, mut from_input) = (false, false);
    while let Some((first, after)) = rest.split_first() {
        if !first.text.starts_with(['-', '+']) && !first.may_be_option() {
            break;
        }
        let option = first.plain()?;
        rest = after;
        match OPTIONS.of(option) {
            Some(b'e') => break,
            Some(b'f') => {}
            Some(_) => {
                let Some((value, after)) = rest.split_first() else { break };
                value.plain().filter(|value| is_harmless_option(value))?;
                rest = after;
            }
            None => {
                let letters = option.get(1..).filter(|letters| !letters.is_empty())?;
                if !letters.chars().all(|it| "celuxfnvhs".contains(it)) {
                    return None;
                }
                runs |= letters.contains('c') && option.starts_with('-');
                from_input |= letters.contains('s') && option.starts_with('-');
            }
        }
    }
    Some((runs, from_input, rest))
}

/// Where programs are.
const DIRECTORIES: Headed =
    headed!("/bin /sbin /usr/bin /usr/sbin /usr/local/bin /opt/homebrew/bin");

/// A program's name without a directory of programs. Of another path nobody knows what is there.
pub(crate) fn base_name(given: &str) -> Option<&str> {
    let name = match given.rsplit_once('/') {
        Some((directory, name)) => DIRECTORIES.contains(directory).then_some(name)?,
        None => given,
    };
    let name = name.strip_suffix(".exe").unwrap_or(name);
    (!name.is_empty() && !name.contains('\\')).then_some(name)
}

/// Programs that say their version when they are asked with a large letter, a small one, or a word.
const VERSIONS: Headed = headed!(
    "large: python python2 python3 curl wget ssh psql pip pip3 cargo rustc
     small: node nodejs npm php ruby perl
     both: docker
     dashed: java javac
     word: go helm terraform kubectl"
);

/// Whether the only word of a program asks for its version or its help.
fn says_version(name: &str, word: Word<'_>) -> bool {
    let Some(text) = word.plain().filter(|_| !word.has(PATTERN)) else { return false };
    match text {
        "--version" | "--help" => true,
        "-V" => VERSIONS.of(name) == Some(b'l'),
        "-v" => matches!(VERSIONS.of(name), Some(b's' | b'b')),
        "version" => matches!(VERSIONS.of(name), Some(b'w' | b'b')),
        "-version" => VERSIONS.of(name) == Some(b'd'),
        _ => false,
    }
}
