//! Which words of a command are paths or addresses, for the readers of these.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::state::Shell;
use super::super::word::{BRACES, DYNAMIC, EXPANDED, HOME, Word, is_stand_in};
use crate::arguments::effect::{Finding, Nested};
use crate::arguments::headed::{Headed, headed};
use crate::arguments::path::leads_to_secret;

/// Programs whose words are text and no files, and those whose first word is a pattern or a script.
const PROGRAMS: Headed = headed!(
    "text: echo printf true false : expr export local declare
     first: grep egrep fgrep rg ag ack sed awk jq gawk yq tr"
);

/// Whether a program's words are text and no files.
pub(crate) fn is_text_program(name: &str) -> bool {
    PROGRAMS.of(name) == Some(b't')
}

/// Whether a word names nothing but itself below the folder that one is in: no path of which there is anything to say.
fn is_plain(word: &str) -> bool {
    // Names of files with secrets that are words like others.
    const SECRET: [&str; 6] = ["gshadow", "keychains", "sam", "shadow", "shadow-", "sudoers"];
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'='))
        && !SECRET.iter().any(|secret| secret.eq_ignore_ascii_case(word))
}

/// What is known of a path with an expansion in it: `$HOME/.ssh/id_rsa` ends as it ends.
fn known_part<'v>(word: Word<'_>, value: &dyn Fn(char) -> Option<&'v String>) -> String {
    let mut text = String::with_capacity(word.text.len());
    for character in word.text.chars() {
        let known = if text.len() < MAX_PATH { value(character) } else { None };
        match known {
            Some(known) => text.push_str(known),
            None if is_stand_in(character) => {
                let is_home = character == EXPANDED && text.is_empty() && word.has(HOME);
                text.push(if is_home { '~' } else { '_' });
            }
            None => text.push(character),
        }
    }
    text
}

/// So much of a path is written out; of a longer one the rest stays open.
const MAX_PATH: usize = 1024;

impl Shell<'_> {
    /// What is known of a path with expansions in it, once for each value that a variable in it may have.
    pub(crate) fn known_parts(&self, word: Word<'_>) -> Vec<String> {
        let values = |stand_in| self.values_of(stand_in);
        let count = word.text.chars().map(|it| values(it).len()).max().unwrap_or(0);
        let part = |turn| known_part(word, &|it| values(it).iter().cycle().nth(turn));
        (0..count.max(1)).map(part).collect()
    }

    /// A value that a variable gets. A file of secrets is one wherever the variable stands.
    pub(crate) fn secret_value(&mut self, value: &str) {
        let is_path =
            |text: &&str| text.bytes().any(|it| !it.is_ascii_alphanumeric() && it != b'-');
        let mut words = value.split([' ', '\t', '\n']).filter(is_path);
        if words.any(leads_to_secret) {
            self.finding(Finding::SecretFile);
        }
    }

    /// Hands on the words that are paths or addresses.
    pub(crate) fn paths(&mut self, program: &str, args: &[Word<'_>]) {
        let heading = PROGRAMS.of(program);
        if heading == Some(b't') {
            return;
        }
        let mut is_text = heading == Some(b'f');
        for word in args {
            if word.is_option() {
                is_text &= !gives_pattern(word.text);
            } else if core::mem::take(&mut is_text) {
                continue;
            }
            if word.has(DYNAMIC) {
                for text in self.known_parts(*word) {
                    self.path(program, *word, &text);
                }
            } else {
                self.path(program, *word, word.text);
            }
        }
    }

    /// Hands on a word, of which this is known, if it is a path or an address.
    fn path(&mut self, program: &str, word: Word<'_>, text: &str) {
        let mut value = text;
        if word.is_option() {
            match value
                .split_once('=')
                .map(|(_, behind)| behind)
                .or_else(|| attached(program, value))
            {
                Some(behind) => value = behind,
                None => return,
            }
        }
        if program == "dd" {
            value = value.split_once('=').map_or(value, |(_, behind)| behind);
        }
        let has_blank = || value.bytes().any(|byte| matches!(byte, b'\n' | b' '));
        if value.is_empty() || is_plain(value) || has_blank() {
            return;
        }
        if value.bytes().any(|byte| byte == b':') && value.contains("://") {
            // These hand their addresses on themselves.
            if !matches!(program, "curl" | "wget") {
                self.nested(Nested::Url(value));
            }
        } else if word.has(BRACES) {
            for alternative in alternatives(value) {
                self.nested(Nested::Path(&alternative));
            }
        } else {
            // `HEAD:.env` is a file of a commit.
            let file = if program == "git" { value.split_once(':') } else { None };
            self.nested(Nested::Path(file.map_or(value, |(_, file)| file)));
            // What begins with a dot is not hidden from a pattern that begins with one.
            let is_all_hidden = value.rsplit('/').next().is_some_and(is_pattern_of_hidden);
            if is_all_hidden && !LISTS.contains(program) {
                self.finding(Finding::SecretFile);
            }
        }
    }
}

/// Programs that say of a file no more than that it is there.
const LISTS: Headed =
    headed!("ls dir vdir exa eza tree find fd stat file du wc basename dirname realpath test [ [[");

/// Whether a name is a pattern for whatever begins with a dot: `.*`, `.??*`.
fn is_pattern_of_hidden(name: &str) -> bool {
    let rest = name.strip_prefix('.').unwrap_or_default();
    rest.contains('*')
        && rest.bytes().all(|it| matches!(it, b'*' | b'?' | b'.' | b'[' | b']' | b'!' | b'^'))
}

/// The path that stands directly behind the letter of an option: `-f.env`, `-C/etc`.
fn attached<'t>(program: &str, option: &'t str) -> Option<&'t str> {
    let cluster = option.strip_prefix('-').filter(|rest| !rest.starts_with('-'))?;
    let at = cluster.find(['.', '/', '~']).filter(|at| *at > 0)?;
    let (letters, value) = cluster.split_at_checked(at)?;
    // Of some programs only this option names a file.
    let names_file = match PROGRAMS.of(program) {
        Some(_) => letters.ends_with('f'),
        // What `git` searches for is text.
        None => program != "git" || !letters.ends_with(['G', 'S']),
    };
    let is_letters = letters.bytes().all(|it| it.is_ascii_alphabetic());
    (names_file && is_letters && value.len() > 1).then_some(value)
}

/// Whether an option holds the pattern or the script, so that the words are all files.
fn gives_pattern(option: &str) -> bool {
    const LONG: [&str; 4] = ["--expression=", "--file=", "--from-file=", "--regexp="];
    if option.starts_with("--") {
        return LONG.iter().any(|long| option.starts_with(long));
    }
    let place = option.find(['e', 'f']);
    place.is_some_and(|place| option.len() > place.saturating_add(1) || option.ends_with('f'))
}

/// The words that braces make, of one pair of them. Of more only the parts are seen.
fn alternatives(word: &str) -> Vec<String> {
    let split = word.split_once('{').and_then(|(before, rest)| {
        let (inner, behind) = rest.split_once('}')?;
        Some((before, inner, behind))
    });
    let Some((before, inner, behind)) = split else { return Vec::new() };
    // So much may be repeated.
    if before.len().saturating_add(behind.len()) > 256
        || behind.contains('{')
        || inner.contains('{')
    {
        return word.split(['{', ',', '}']).map(String::from).collect();
    }
    inner.split(',').map(|part| [before, part, behind].concat()).collect()
}
