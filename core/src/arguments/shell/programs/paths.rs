//! Which words of a command are paths or addresses, for the readers of these.

use super::super::state::Shell;
use super::super::word::{DYNAMIC, Word};
use crate::arguments::effect::Nested;

/// Programs whose words are text and no files.
const TEXT: [&str; 9] =
    ["echo", "printf", "true", "false", ":", "expr", "export", "local", "declare"];

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
            if word.has(DYNAMIC) && word.text.starts_with('\0') {
                continue;
            }
            let mut value = word.text;
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
            if value.is_empty() || value.contains(['\n', ' ']) {
                continue;
            }
            if value.contains("://") {
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
