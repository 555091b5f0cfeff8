//! From a text to its commands, and from a command to its program.

use alloc::vec::Vec;

use super::parser::Parser;
use super::programs;
use super::state::{Shell, Stop};
use super::variables::{is_harmless_option, is_safe_value};
use super::word::{Line, PATTERN, Word};
use crate::arguments::effect::{EffectCode, Program, Row};
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
        for (name, value) in line.assignments() {
            self.assignment(name, value, for_read);
        }
        if !words.is_empty() {
            return self.command(&words, piped);
        }
        if stays {
            for (index, (name, value)) in line.assignments().enumerate() {
                let adds = line.word(index).is_some_and(|word| {
                    word.text.get(name.len()..).is_some_and(|rest| rest.starts_with('+'))
                });
                self.set(name, !adds && is_safe_value(value));
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
        self.program(words, piped);
        self.within = self.within.saturating_sub(1);
    }

    fn program(&mut self, words: &[Word<'_>], piped: bool) {
        step(words.len());
        self.command_seen(words);
        let Some((program, args)) = words.split_first() else { return };
        let Some(given) = program.plain() else {
            return self.command_row(None, args, Row::cannot_tell(Program::UNKNOWN));
        };
        self.paths(given, args);
        let Some(name) = base_name(given) else {
            return self.command_row(Some(given), args, Row::cannot_tell(Program::UNKNOWN));
        };
        let known = PROGRAMS.entry(name);
        let roles = known.map_or(0, |(_, roles)| roles);
        if roles & VERSION != 0
            && let [only] = args
            && says_version(name, *only)
        {
            let program = known.map_or(Program::UNKNOWN, |(name, _)| Program::of(name));
            return self.command_row(Some(name), args, Row::reads(program));
        }
        if roles & WRAP != 0 {
            self.deny(name, args, false);
            return self.wrapper(name, args, piped);
        }
        if roles & SHELLS != 0 {
            self.deny(name, args, false);
            return self.shell_program(name, args, piped);
        }
        programs::command(self, name, known, args);
    }

    /// A shell as a program: what it runs is its text.
    fn shell_program(&mut self, name: &str, args: &[Word<'_>], piped: bool) {
        let program = PROGRAMS.entry(name).map_or(Program::UNKNOWN, |(name, _)| Program::of(name));
        let mut rest = args;
        let mut runs = false;
        let mut from_input = false;
        if self.unseen {
            let row = Row::cannot_tell(program).with(EffectCode::CodeRun);
            return self.command_row(Some(name), args, row);
        }
        while let Some((first, after)) = rest.split_first() {
            if !first.text.starts_with(['-', '+']) && !first.may_be_option() {
                break;
            }
            let Some(option) = first.plain() else {
                return self.command_row(Some(name), args, Row::cannot_tell(program));
            };
            rest = after;
            match option {
                "--" | "-" => break,
                "--login" | "--norc" | "--noprofile" | "--posix" => {}
                "-o" | "+o" | "-eo" | "-euo" | "-uo" | "-euxo" | "-exo" => {
                    let Some((value, after)) = rest.split_first() else { break };
                    let fine = value.plain().is_some_and(is_harmless_option);
                    if !fine {
                        return self.command_row(Some(name), args, Row::cannot_tell(program));
                    }
                    rest = after;
                }
                _ => {
                    let letters = option.get(1..).unwrap_or_default();
                    if letters.is_empty() || !letters.chars().all(|it| "celuxfnvhs".contains(it)) {
                        return self.command_row(Some(name), args, Row::cannot_tell(program));
                    }
                    runs |= letters.contains('c') && option.starts_with('-');
                    from_input |= letters.contains('s') && option.starts_with('-');
                }
            }
        }
        if !runs {
            let row = if piped && (from_input || rest.is_empty()) {
                Row::writes(program, crate::contract::VerbClass::Exec)
            } else {
                Row::cannot_tell(program)
            };
            return self.command_row(Some(name), args, row.with(EffectCode::CodeRun));
        }
        let Some(text) = rest.first().and_then(|word| word.plain()) else {
            return self.command_row(Some(name), args, Row::cannot_tell(program));
        };
        // In fish a backslash means something in single quotes, so that the words are others.
        if name == "fish" && text.contains('\\') {
            self.stopped(Stop::Unparsed);
        }
        let before = self.knows_less;
        self.knows_less = matches!(name, "sh" | "dash" | "ash");
        self.enter_subshell();
        self.text(text);
        self.leave_subshell();
        self.knows_less = before;
    }
}

/// A program's name without a directory of programs. Of another path nobody knows what is there.
fn base_name(given: &str) -> Option<&str> {
    const DIRECTORIES: [&str; 6] =
        ["/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/opt/homebrew/bin/"];
    let in_directory =
        |given| DIRECTORIES.iter().find_map(|start| str::strip_prefix(given, *start));
    let name = given.starts_with('/').then_some(given).and_then(in_directory).unwrap_or(given);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    (!name.is_empty() && !name.contains(['/', '\\'])).then_some(name)
}

/// Whether the only word of a program asks for its version or its help.
fn says_version(name: &str, word: Word<'_>) -> bool {
    let Some(text) = word.plain().filter(|_| !word.has(PATTERN)) else { return false };
    match text {
        "--version" | "--help" => true,
        "-V" => matches!(
            name,
            "python" | "python2" | "python3" | "curl" | "wget" | "ssh" | "psql" | "pip" | "pip3"
        ),
        "-v" => matches!(name, "node" | "nodejs" | "npm" | "php"),
        "version" => matches!(name, "go" | "docker" | "helm" | "terraform" | "kubectl"),
        _ => false,
    }
}
