//! Which words of a command are paths or addresses, for the readers of these.

use alloc::string::String;

use super::super::state::Shell;
use super::super::word::{DYNAMIC, EXPANDED, HOME, PIPE, SAFE, Word};
use crate::arguments::effect::Nested;

/// Programs whose words are text and no files.
const TEXT: [&str; 9] =
    ["echo", "printf", "true", "false", ":", "expr", "export", "local", "declare"];

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
        if TEXT.contains(&program) {
            return;
        }
        // The first word of these is a pattern or a script.
        let mut text = matches!(
            program,
            "grep"
                | "egrep"
                | "fgrep"
                | "rg"
                | "ag"
                | "ack"
                | "sed"
                | "awk"
                | "jq"
                | "gawk"
                | "yq"
                | "tr"
        );
        for word in args {
            let seen;
            let mut value = word.text;
            if word.has(DYNAMIC) {
                seen = known_part(*word);
                value = &seen;
            }
            if word.is_option() {
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
            } else {
                self.nested(Nested::Path(value));
            }
        }
    }
}
