//! Programs that run the command that their words are.

use alloc::string::String;
use alloc::vec::Vec;

use super::does::Does;
use super::environment::{may_set, steers};
use super::options::{LONG, SHORT, Takes, long, short};
use super::state::Shell;
use super::word::{DYNAMIC, EXPANDED, SPLITS, Word, is_name};
use crate::arguments::effect::{EffectCode, Finding, Program, Row};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::table::{Map, list};

/// The options of the wrappers, in the form of [`super::options`]. Those that are not here are not known.
static WRAPPERS: Map<Headed> = Map::new(
    list!(
        14,
        "caffeinate command doas env exec ionice nice setsid stdbuf sudo time timeout watch xargs"
    ),
    &[
        headed!("flags: -dimsu values: -tw="),
        headed!("shows: -vV flags: -p"),
        headed!("flags: -n values: -uC="),
        headed!("flags: -i0v ignore-environment null debug values: -uC= unset= chdir="),
        headed!("flags: -cl values: -a="),
        headed!("flags: -t ignore values: -cnp= class= classdata="),
        headed!("flags: -0123456789 values: -n= adjustment="),
        headed!("flags: -cfw ctty fork wait"),
        headed!("values: -ioe= input= output= error="),
        headed!(
            "flags: -nEHkSb non-interactive preserve-env set-home reset-timestamp stdin background
             values: -ughpCrtTUD= user= group= host= prompt= chdir= chroot= close-from= command-timeout= role= type="
        ),
        headed!("output: -o= flags: -pv portability verbose values: -f= format="),
        headed!("flags: -fpv preserve-status foreground verbose values: -ks= kill-after= signal="),
        headed!(
            "words: -x exec
             flags: -dtbegcw differences no-title beep errexit chgexit color
             values: -n= interval="
        ),
        headed!(
            "replaced: -I= replace I
             behind: -ile
             flags: -0rtxo null no-run-if-empty verbose exit open-tty
             values: -nLPsEda= arg-file= delimiter= max-lines= max-args= max-procs= max-chars="
        ),
    ],
);

/// Wrappers that do something without a command.
const ALONE: Headed = headed!("env nice exec command time ionice");

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

impl<'a> Stripped<'_, 'a> {
    /// What an option with this heading means, whose value is this.
    fn option(&mut self, heading: u8, value: &'a str) {
        match heading {
            b'o' => self.writes = true,
            b'r' => self.replaced = Some(value),
            b's' => self.shows = true,
            b'w' => self.words = true,
            _ => {}
        }
    }

    /// The next word, whose text is known.
    fn take(&mut self) -> Option<&'a str> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        first.plain()
    }
}

/// Takes the options of a wrapper off. Nothing, if an option is not known.
fn strip<'w, 'a>(name: &str, args: &'w [Word<'a>]) -> Option<Stripped<'w, 'a>> {
    let options = WRAPPERS.get(name).unwrap_or(headed!(""));
    let mut out =
        Stripped { rest: args, replaced: None, shows: false, writes: false, words: false };
    while let Some(first) = out.rest.first() {
        if !first.is_option() {
            // A single dash means an empty environment.
            if name == "env" && first.is("-") {
                let _ = out.take();
                continue;
            }
            return (!first.may_be_option() || name == "xargs").then_some(out);
        }
        let option = out.take()?;
        if option == "--" {
            return Some(out);
        }
        if let Some(given) = option.strip_prefix("--") {
            let (given, value) = given.split_once('=').map_or((given, None), |(a, b)| (a, Some(b)));
            let (heading, takes) = long(options, given);
            if heading == LONG {
                return None;
            }
            let next = if takes && value.is_none() { out.take()? } else { "{}" };
            out.option(heading, value.unwrap_or(next));
            continue;
        }
        let mut letters = option.get(1..)?;
        while let Some(letter) = letters.chars().next() {
            let (letter, behind) = letters.split_at_checked(letter.len_utf8())?;
            let (heading, takes) = short(options, letter);
            letters = behind;
            if heading == SHORT {
                return None;
            }
            // What stands behind the letter is its value, if it has one.
            if heading == b'b' {
                if letter == "i" {
                    out.replaced = Some(if behind.is_empty() { "{}" } else { behind });
                }
                break;
            }
            let takes = takes == Takes::Next;
            let value = if takes && behind.is_empty() { out.take()? } else { behind };
            out.option(heading, value);
            if takes {
                break;
            }
        }
    }
    Some(out)
}

impl Shell<'_> {
    /// A wrapper: the rest of its words is a command.
    pub(super) fn wrapper(&mut self, name: &'static str, args: &[Word<'_>], piped: bool) {
        let privileged = matches!(name, "sudo" | "doas");
        if privileged {
            self.finding(Finding::Privileged);
        }
        let Some(stripped) = strip(name, args) else {
            return self.does(name, args, Does::UNKNOWN);
        };
        if stripped.shows {
            return self.does(name, args, Does::READS);
        }
        if stripped.writes {
            self.uncovered(Does::EDITS.row(Program::of(name)));
        }
        let mut rest = stripped.rest;
        if privileged || name == "env" {
            rest = self.environment(rest);
        }
        if name == "timeout" {
            let duration = rest.split_first().filter(|(duration, _)| duration.plain().is_some());
            let Some((_, after)) = duration else {
                return self.does(name, args, Does::UNKNOWN);
            };
            rest = after;
        }
        if name == "xargs" {
            self.xargs(args, rest, stripped.replaced);
        } else if name == "watch" && !stripped.words {
            self.joined(name, args, rest);
        } else if rest.is_empty() {
            self.does(name, args, Does::READS.or_unknown(ALONE.contains(name)));
        } else {
            self.command(rest, piped);
        }
    }

    /// `NAME=value` words before a command.
    fn environment<'w, 'a>(&mut self, words: &'w [Word<'a>]) -> &'w [Word<'a>] {
        let mut rest = words;
        while let Some((first, after)) = rest.split_first() {
            let Some((name, value)) = first.text.split_once('=') else { break };
            let known = Some(value).filter(|_| first.plain().is_some());
            if !is_name(name) || first.has(SPLITS) || !may_set(name, known) {
                self.uncovered(Row::cannot_tell(Program::of("assignment")));
            }
            self.steers = self.steers.max(steers(name, known));
            self.secret_value(value);
            self.hands_on(name, *first);
            rest = after;
        }
        rest
    }

    /// Words that a shell gets as one text.
    pub(super) fn joined(&mut self, name: &'static str, args: &[Word<'_>], words: &[Word<'_>]) {
        let mut text = String::new();
        for word in words {
            if word.has(DYNAMIC | super::word::BRACES) {
                return self.does(name, args, Does::UNKNOWN);
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word.text);
        }
        if words.is_empty() {
            return self.does(name, args, Does::UNKNOWN);
        }
        self.in_own_shell(&text);
    }

    /// `xargs`: words that nobody sees are put behind those of the command, or in the place of a text.
    fn xargs(&mut self, args: &[Word<'_>], rest: &[Word<'_>], replaced: Option<&str>) {
        const NAME: &str = "xargs";
        let Some(first) = rest.first() else {
            return self.does(NAME, args, Does::READS);
        };
        if first.may_be_option() {
            return self.does(NAME, args, Does::UNKNOWN.with(EffectCode::CodeRun));
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
        // What they read is nothing.
        let fed = core::mem::replace(&mut self.is_fed, false);
        self.command(words, false);
        self.unseen = before;
        self.is_fed = fed;
    }
}
