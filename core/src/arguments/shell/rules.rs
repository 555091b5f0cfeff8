//! The operator's rules for commands, compared with the words of one command and never with the text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::word::{BRACES, DYNAMIC, Word};
use crate::arguments::effect::{EffectCode, Row};
use crate::arguments::glob::matches;
use crate::arguments::headed::{Headed, headed};
use crate::code_set::CodeSet;

/// Words of a command: `git status`, `ls *`.
#[derive(Debug, Clone)]
pub struct Rule(Vec<String>);

impl Rule {
    /// The rule that a text says, unless it has no words.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<String> = text.split_whitespace().map(ToString::to_string).collect();
        (!words.is_empty()).then_some(Self(words))
    }

    /// A command that the rule is meant to fit, as its words say it.
    pub(crate) fn example(&self) -> String {
        self.0.join(" ").replace('*', "x")
    }

    /// Whether a command is word for word what the rule says.
    fn covers(&self, name: &str, args: &[Word<'_>]) -> bool {
        let Some((program, rest)) = self.0.split_first() else { return false };
        if !matches(program, name) {
            return false;
        }
        let (rest, open) = match rest.split_last() {
            Some((last, before)) if last == "*" => (before, true),
            _ => (rest, false),
        };
        let enough = if open { args.len() >= rest.len() } else { args.len() == rest.len() };
        enough && rest.iter().zip(args).all(|(rule, word)| matches(rule, word.text))
    }

    /// Whether a command is one that the rule forbids.
    fn meets(&self, name: &str, args: &[Word<'_>]) -> Denied {
        let Some((program, rest)) = self.0.split_first() else { return Denied::No };
        if !matches(program, name) {
            return Denied::No;
        }
        let rest = match rest.split_last() {
            Some((last, before)) if last == "*" => before,
            _ => rest,
        };
        let is_option = |word: &&String| word.len() > 1 && word.starts_with('-');
        let mut unclear = false;
        let mut place = 0_usize;
        for rule in rest.iter().filter(|word| !is_option(word)) {
            match follows(rule, args, place) {
                Ok(next) => place = next,
                Err(outcome) => return outcome,
            }
        }
        for option in rest.iter().filter(is_option) {
            let is_there = |option: &str| {
                let given = |word: &Word<'_>| is_same_option(name, option, word.text);
                args.iter().any(given)
            };
            // A cluster is a set of options, which may stand anywhere and in any form.
            let letters = cluster(name, option);
            let holds = is_there(option)
                || letters.is_some_and(|letters| {
                    letters.chars().all(|letter| is_there(&String::from_iter(['-', letter])))
                });
            if !holds {
                if !args.iter().any(|word| word.may_be_option()) {
                    return Denied::No;
                }
                unclear = true;
            }
        }
        if unclear { Denied::Unclear } else { Denied::Yes }
    }
}

/// The place behind the next operand, if it is this word. The value of an option may stand before it.
fn follows(rule: &str, args: &[Word<'_>], from: usize) -> Result<usize, Denied> {
    let mut behind_option = false;
    for (index, word) in args.iter().enumerate().skip(from) {
        if word.has(DYNAMIC | BRACES) {
            return Err(Denied::Unclear);
        }
        if word.is_option() {
            behind_option = true;
        } else if matches(rule, word.text) {
            return Ok(index.saturating_add(1));
        } else if behind_option {
            behind_option = false;
        } else {
            break;
        }
    }
    Err(Denied::No)
}

/// Programs whose long options have one dash.
const ONE_DASH: Headed =
    headed!("dd find gcc clang go ip java javac openssl terraform tofu xset xxd");

/// Options that have a letter and a name, by program. Of several letters each is the same.
const FORMS: Headed = headed!(
    "apt/y/yes apt-get/y/yes chgrp/R/recursive chmod/R/recursive chown/R/recursive cp/a/archive cp/f/force \
     cp/rR/recursive curl/F/form curl/K/config curl/T/upload-file curl/X/request curl/d/data curl/k/insecure \
     curl/o/output curl/x/proxy docker/a/all docker/f/force docker/v/volumes git/a/all git/d/delete git/f/force \
     git/n/dry-run git/u/set-upstream git/x/exec kubectl/A/all-namespaces kubectl/f/filename kubectl/n/namespace \
     ln/f/force ln/s/symbolic mkdir/p/parents mv/f/force npm/f/force npm/g/global pip/U/upgrade pip/t/target \
     pip3/U/upgrade pnpm/g/global podman/a/all podman/f/force rm/d/dir rm/f/force rm/rR/recursive rm/v/verbose \
     rsync/a/archive rsync/n/dry-run scp/r/recursive sed/i/in-place sort/o/output tar/c/create tar/x/extract \
     wget/O/output-document wget/i/input-file yarn/g/global"
);

/// The letters of an option that is a cluster of several.
fn cluster<'o>(program: &str, option: &'o str) -> Option<&'o str> {
    let letters = option.strip_prefix('-')?;
    let is_cluster = letters.len() < 6
        && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        && !ONE_DASH.contains(program);
    is_cluster.then_some(letters)
}

/// Whether a word is an option in any of its forms.
fn is_same_option(program: &str, option: &str, word: &str) -> bool {
    if is_this_option(option, word) {
        return true;
    }
    let other_form = |form: &str| {
        let mut parts = form.splitn(3, '/');
        let (Some(of), Some(letters), Some(name)) = (parts.next(), parts.next(), parts.next())
        else {
            return false;
        };
        let is_named = match option.strip_prefix("--") {
            Some(long) => long == name,
            None => option
                .strip_prefix('-')
                .is_some_and(|letter| letter.len() == 1 && letters.contains(letter)),
        };
        let is_given = || {
            let letter = |letter| is_this_option(&String::from_iter(['-', letter]), word);
            letters.chars().any(letter) || is_this_option(&["--", name].concat(), word)
        };
        of == program && is_named && is_given()
    };
    FORMS.find(program, &other_form).is_some()
}

/// Whether a word is an option, in a cluster, with its value, or abbreviated.
fn is_this_option(option: &str, word: &str) -> bool {
    if word == option {
        return true;
    }
    if let Some(long) = option.strip_prefix("--") {
        let name = word.strip_prefix("--").map(|name| name.split('=').next().unwrap_or(name));
        return name.is_some_and(|name| {
            !name.is_empty() && (matches(long, name) || long.starts_with(name))
        });
    }
    let mut letters = option.chars().skip(1);
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return word.split('=').next() == Some(option);
    };
    word.starts_with('-') && !word.starts_with("--") && word.contains(letter)
}

/// What a rule that forbids says about a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denied {
    /// Nothing.
    No,
    /// It depends on what is decided when it runs.
    Unclear,
    /// That it may not run.
    Yes,
}

/// All rules for commands.
#[derive(Debug, Clone, Default)]
pub struct Rules {
    /// Commands that the operator has judged: they count as reads.
    pub allow: Vec<Rule>,
    /// Commands that may not run.
    pub deny: Vec<Rule>,
    /// Effects that nothing may have.
    pub deny_effects: CodeSet<EffectCode>,
    /// Nothing else than `allow` may run without a question.
    pub only: bool,
}

impl Rules {
    /// Whether a rule covers the command. What is decided when it runs is covered by none.
    pub(crate) fn allows(&self, name: &str, args: &[Word<'_>]) -> bool {
        !args.iter().any(|word| word.has(DYNAMIC | BRACES))
            && self.allow.iter().any(|rule| rule.covers(name, args))
    }

    /// What the rules that forbid say.
    pub(crate) fn denies(&self, name: &str, args: &[Word<'_>]) -> Denied {
        let mut outcome = Denied::No;
        for rule in &self.deny {
            match rule.meets(name, args) {
                Denied::Yes => return Denied::Yes,
                Denied::Unclear => outcome = Denied::Unclear,
                Denied::No => {}
            }
        }
        outcome
    }

    /// Whether a part does what nothing may do.
    pub(crate) fn denies_effect(&self, row: &Row) -> bool {
        row.effects.iter().any(|effect| self.deny_effects.contains(effect))
    }
}
