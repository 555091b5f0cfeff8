//! Which words of a command are paths or addresses, for the readers of these.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::state::Shell;
use super::super::word::{BRACES, DYNAMIC, EXPANDED, HOME, PIPE, SAFE, Word};
use crate::arguments::effect::Nested;
use crate::arguments::headed::{Headed, headed};

/// Programs whose words are text and no files, and those whose first word is a pattern or a script.
const PROGRAMS: Headed = headed!(
    "text: echo printf true false : expr export local declare
     first: grep egrep fgrep rg ag ack sed awk jq gawk yq tr"
);

/// Whether a word names nothing but itself below the folder that one is in: no path of which there is anything to say.
fn is_plain(word: &str) -> bool {
    // Names of files with secrets that are words like others.
    const SECRET: [&str; 6] = ["gshadow", "keychains", "sam", "shadow", "shadow-", "sudoers"];
    word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'='))
        && !SECRET.iter().any(|secret| secret.eq_ignore_ascii_case(word))
}

/// What is known of a path with an expansion in it: `$HOME/.ssh/id_rsa` ends as it ends.
pub(crate) fn known_part(word: Word<'_>) -> String {
    let home = word.has(HOME) && word.text.starts_with(EXPANDED);
    let text = word.text.replace([EXPANDED, SAFE, PIPE], "_");
    if home { text.replacen('_', "~", 1) } else { text }
}

impl Shell<'_> {
    /// Hands on the words that are paths or addresses.
    pub(crate) fn paths(&mut self, program: &str, args: &[Word<'_>]) {
        let heading = PROGRAMS.of(program);
        if heading == Some(b't') {
            return;
        }
        let mut text = heading == Some(b'f');
        for word in args {
            let seen;
            let mut value = word.text;
            if word.has(DYNAMIC) {
                seen = known_part(*word);
                value = &seen;
            }
            if word.is_option() {
                text &= !gives_pattern(value);
                match value.split_once('=') {
                    Some((_, behind)) => value = behind,
                    None => continue,
                }
            } else if text {
                text = false;
                continue;
            }
            if program == "dd" {
                value = value.split_once('=').map_or(value, |(_, behind)| behind);
            }
            let has_blank = || value.bytes().any(|byte| matches!(byte, b'\n' | b' '));
            if value.is_empty() || is_plain(value) || has_blank() {
                continue;
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
            }
        }
    }
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
