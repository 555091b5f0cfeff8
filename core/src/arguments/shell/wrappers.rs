//! Programs that run the command that their words are.

use alloc::string::String;
use alloc::vec::Vec;

use super::state::Shell;
use super::variables::may_set;
use super::word::{DYNAMIC, EXPANDED, SPLITS, Word, is_name};
use crate::arguments::effect::{EffectCode, Finding, Program, Row};
use crate::arguments::tables::programs::{PROGRAMS, WRAPPERS};
use crate::contract::VerbClass;

/// The options of a wrapper beside those that take a value.
struct Known {
    /// Short options without a value.
    flags: &'static str,
    /// Long options without a value.
    long: &'static [&'static str],
    /// Long options with a value, which may be the next word.
    long_values: &'static [&'static str],
}

fn known(name: &str) -> Known {
    let (flags, long, long_values): (_, &[&str], &[&str]) = match name {
        "env" => ("i0v", &["ignore-environment", "null", "debug"], &["unset", "chdir"]),
        "nice" => ("0123456789", &[], &["adjustment"]),
        "timeout" => {
            ("fpv", &["preserve-status", "foreground", "verbose"], &["kill-after", "signal"])
        }
        "stdbuf" => ("", &[], &["input", "output", "error"]),
        "time" => ("pv", &["portability", "verbose"], &["format"]),
        "ionice" => ("t", &["ignore"], &["class", "classdata"]),
        "setsid" => ("cfw", &["ctty", "fork", "wait"], &[]),
        "watch" => (
            "dtbegcwx",
            &["differences", "no-title", "beep", "errexit", "chgexit", "color", "exec"],
            &["interval"],
        ),
        "caffeinate" => ("dimsu", &[], &[]),
        "command" => ("p", &[], &[]),
        "exec" => ("cl", &[], &[]),
        "sudo" => (
            "nEHkSb",
            &[
                "non-interactive",
                "preserve-env",
                "set-home",
                "reset-timestamp",
                "stdin",
                "background",
            ],
            &[
                "user",
                "group",
                "host",
                "prompt",
                "chdir",
                "chroot",
                "close-from",
                "command-timeout",
                "role",
                "type",
            ],
        ),
        "doas" => ("n", &[], &[]),
        "xargs" => (
            "0rtxo",
            &["null", "no-run-if-empty", "verbose", "exit", "open-tty"],
            &["arg-file", "delimiter", "max-lines", "max-args", "max-procs", "max-chars"],
        ),
        _ => ("", &[], &[]),
    };
    Known { flags, long, long_values }
}

/// What is left when the options of a wrapper are taken off.
struct Stripped<'w, 'a> {
    rest: &'w [Word<'a>],
    /// The text of `xargs` that its words are put in the place of.
    replaced: Option<&'a str>,
    /// The option that shows where a program is, of `command`.
    shows: bool,
    /// A file that the wrapper writes.
    writes: bool,
    /// The words are not joined, of `watch`.
    words: bool,
}

/// Takes the options of a wrapper off. Nothing, if an option is not known.
fn strip<'w, 'a>(name: &str, args: &'w [Word<'a>]) -> Option<Stripped<'w, 'a>> {
    let known = known(name);
    let values = match name {
        // Its `d` takes no value that is a word of its own.
        "watch" => "n",
        "caffeinate" => "tw",
        "env" => "uC",
        _ => WRAPPERS.get(name).unwrap_or_default(),
    };
    let mut out =
        Stripped { rest: args, replaced: None, shows: false, writes: false, words: false };
    while let Some((first, after)) = out.rest.split_first() {
        if !first.is_option() {
            // A single dash means an empty environment.
            if name == "env" && first.is("-") {
                out.rest = after;
                continue;
            }
            return (!first.may_be_option() || name == "xargs").then_some(out);
        }
        let option = first.plain()?;
        out.rest = after;
        if option == "--" {
            return Some(out);
        }
        if let Some(long) = option.strip_prefix("--") {
            let (given, value) = long.split_once('=').map_or((long, None), |(a, b)| (a, Some(b)));
            if name == "xargs" && (given == "replace" || given == "I") {
                out.replaced = Some(value.unwrap_or("{}"));
            } else if name == "time" && given == "output" {
                return None;
            } else if known.long_values.contains(&given) {
                if value.is_none() {
                    out.rest.split_first()?.0.plain()?;
                    out.rest = out.rest.get(1..)?;
                }
            } else if !known.long.contains(&given) {
                return None;
            } else if name == "watch" && given == "exec" {
                out.words = true;
            }
            continue;
        }
        let mut letters = option.get(1..)?.chars();
        while let Some(letter) = letters.next() {
            if name == "command" && matches!(letter, 'v' | 'V') {
                out.shows = true;
            } else if name == "xargs" && matches!(letter, 'i' | 'l' | 'e') {
                if letter == 'i' {
                    out.replaced =
                        Some(Some(letters.as_str()).filter(|it| !it.is_empty()).unwrap_or("{}"));
                }
                break;
            } else if values.contains(letter) {
                let value = if letters.as_str().is_empty() {
                    let (value, rest) = out.rest.split_first()?;
                    out.rest = rest;
                    value.plain()?
                } else {
                    letters.as_str()
                };
                out.writes |= name == "time" && letter == 'o';
                if name == "xargs" && letter == 'I' {
                    out.replaced = Some(value);
                }
                break;
            } else if !known.flags.contains(letter) {
                return None;
            }
            out.words |= name == "watch" && letter == 'x';
        }
    }
    Some(out)
}

impl Shell<'_> {
    /// A wrapper: the rest of its words is a command.
    pub(super) fn wrapper(&mut self, name: &str, args: &[Word<'_>], piped: bool) {
        let program = PROGRAMS.entry(name).map_or(Program::UNKNOWN, |(name, _)| Program::of(name));
        if matches!(name, "sudo" | "doas") {
            self.finding(Finding::Privileged);
        }
        let Some(stripped) = strip(name, args) else {
            return self.command_row(Some(name), args, Row::cannot_tell(program));
        };
        if stripped.shows {
            return self.command_row(Some(name), args, Row::reads(program));
        }
        if stripped.writes {
            let row = Row::writes(program, VerbClass::Edit).with(EffectCode::FsWrite);
            self.uncovered(row);
        }
        let mut rest = stripped.rest;
        if matches!(name, "env" | "sudo" | "doas") {
            rest = self.environment(rest);
        }
        if name == "timeout" {
            let duration = rest.split_first().filter(|(duration, _)| duration.plain().is_some());
            let Some((_, after)) = duration else {
                return self.command_row(Some(name), args, Row::cannot_tell(program));
            };
            rest = after;
        }
        match name {
            "xargs" => return self.xargs(args, rest, stripped.replaced),
            "watch" if !stripped.words => return self.joined("watch", args, rest),
            _ => {}
        }
        if rest.is_empty() {
            let alone = matches!(name, "env" | "nice" | "exec" | "command" | "time" | "ionice");
            let row = if alone { Row::reads(program) } else { Row::cannot_tell(program) };
            return self.command_row(Some(name), args, row);
        }
        self.command(rest, piped);
    }

    /// `NAME=value` words before a command.
    fn environment<'w, 'a>(&mut self, words: &'w [Word<'a>]) -> &'w [Word<'a>] {
        let mut rest = words;
        while let Some((first, after)) = rest.split_first() {
            let Some((name, value)) = first.text.split_once('=') else { break };
            let known = Some(value).filter(|_| first.plain().is_some());
            if !is_name(name) || first.has(SPLITS) || !may_set(name, known) {
                self.cannot_tell(Program::of("assignment"));
            }
            rest = after;
        }
        rest
    }

    /// Words that a shell gets as one text.
    pub(super) fn joined(&mut self, name: &'static str, args: &[Word<'_>], words: &[Word<'_>]) {
        let mut text = String::new();
        for word in words {
            if word.has(DYNAMIC | super::word::BRACES) {
                return self.command_row(Some(name), args, Row::cannot_tell(Program::of(name)));
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word.text);
        }
        if words.is_empty() {
            return self.command_row(Some(name), args, Row::cannot_tell(Program::of(name)));
        }
        self.enter_subshell();
        self.text(&text);
        self.leave_subshell();
    }

    /// `xargs`: words that nobody sees are put behind those of the command, or in the place of a text.
    fn xargs(&mut self, args: &[Word<'_>], rest: &[Word<'_>], replaced: Option<&str>) {
        const NAME: &str = "xargs";
        let Some(first) = rest.first() else {
            return self.command_row(Some(NAME), args, Row::reads(Program::of(NAME)));
        };
        if first.may_be_option() {
            let row = Row::cannot_tell(Program::of(NAME)).with(EffectCode::CodeRun);
            return self.command_row(Some(NAME), args, row);
        }
        let mut texts = Vec::new();
        let Some(replaced) = replaced.filter(|text| !text.is_empty()) else {
            let mut words = rest.to_vec();
            words.push(Word::unseen());
            return self.command_with_unseen(&words);
        };
        for word in rest {
            texts.push(word.text.replace(replaced, "\0"));
        }
        let words: Vec<Word<'_>> = texts
            .iter()
            .zip(rest)
            .map(|(text, word)| {
                if text.contains(EXPANDED) && text != word.text {
                    Word::expanded(text)
                } else {
                    *word
                }
            })
            .collect();
        self.command_with_unseen(&words);
    }

    /// A command with words that nobody sees. What a shell would do with them is not known.
    fn command_with_unseen(&mut self, words: &[Word<'_>]) {
        let before = core::mem::replace(&mut self.unseen, true);
        self.command(words, false);
        self.unseen = before;
    }
}
