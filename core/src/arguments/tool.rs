//! What the name of a tool says of its arguments.

use alloc::string::String;
use alloc::vec::Vec;

use super::short::Short;
use super::table::{Words, list};
use super::tables::keys::{T_SHELL, T_SQL};
use crate::tokens::{Name, tokens};

/// Programs whose name in that of a tool says what its arguments are for.
const CLIENTS: [&str; 11] =
    ["aws", "az", "cargo", "docker", "gcloud", "gh", "git", "helm", "kubectl", "npm", "terraform"];

/// Languages whose texts are no commands.
static FOREIGN: Words = list!(
    18,
    "applescript deno ipython javascript js julia jupyter lua node nodejs osascript perl php python python3 r ruby \
    typescript"
);

/// Words in the name of a tool whose commands are those of a shell, beside those that say so.
static PLAIN: Words = list!(
    29,
    "a agent background by commander computer container desktop docker functions host in interactive linux local \
    mcp os remote repl sandbox script server session start system the tool tools unix"
);

/// Commands of a shell that only read, and that mean something else elsewhere: `set key value`.
static ELSEWHERE: Words = list!(
    24,
    "break cut declare exec exit export join let local look paste read return set shift sort test time trap type \
    unset users wait watch"
);

/// Shells that quote in another way.
const QUOTES_ELSE: [&str; 8] =
    ["csh", "elvish", "fish", "nushell", "powershell", "pwsh", "tcsh", "xonsh"];

/// Words in the name of a tool that sends requests.
const REQUESTS: [&str; 8] = ["http", "https", "api", "rest", "curl", "wget", "fetch", "request"];

/// The name of a tool, and those of the tools that it is told to call with these arguments. They are read when an
/// argument asks for them, which most do not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool<'a> {
    pub(super) name: &'a Name<'a>,
    pub(super) inner: &'a [&'a str],
}

impl<'a> Tool<'a> {
    pub(crate) const fn new(name: &'a Name<'a>) -> Self {
        Self { name, inner: &[] }
    }

    /// Whether a word of the name, in lower case, is one of these, or one of a name inside.
    fn has_word(self, is: &dyn Fn(&str) -> bool) -> bool {
        self.name.tokens().any(|token| is_lower(token.text, is))
            || self.inner.iter().any(|name| tokens(name).any(|token| is_lower(token.text, is)))
    }

    /// It runs commands.
    pub(super) fn runs(self) -> bool {
        self.has_word(&|word| T_SHELL.contains(word))
    }

    /// It asks a database.
    pub(super) fn asks(self) -> bool {
        self.has_word(&|word| T_SQL.contains(word))
    }

    /// It speaks GraphQL.
    pub(super) fn speaks_graphql(self) -> bool {
        self.has_word(&|word| matches!(word, "graphql" | "gql"))
    }

    /// It sends requests, or a tool that it calls does.
    pub(super) fn may_request(self) -> bool {
        self.has_word(&|word| REQUESTS.contains(&word))
    }

    /// It sends requests.
    pub(super) fn requests(self) -> bool {
        // What is called inside relieves nobody.
        Self::new(self.name).has_word(&|word| REQUESTS.contains(&word))
    }

    /// It runs texts of another language.
    pub(super) fn is_foreign(self) -> bool {
        self.has_word(&|word| FOREIGN.contains(word))
    }

    /// Whether its shell may read another command in a text than is read here: it quotes in another way.
    pub(super) fn may_quote_else(self, text: &str) -> bool {
        // Plain words and pipes are the same everywhere.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" _./:,=*|\\-".contains(&byte);
        !text.bytes().all(is_plain) && self.has_word(&|word| QUOTES_ELSE.contains(&word))
    }

    /// Whether a text may be a command of what the tool is for, and not of a shell.
    pub(super) fn may_mean_else(self, text: &str) -> bool {
        let mut words = text.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        // Options are those of a shell.
        let has_options = words.next().is_some_and(|second| second.starts_with('-'));
        let first = first.split(|it: char| !it.is_ascii_alphanumeric()).next().unwrap_or_default();
        // The name says what its commands are for: `redis`.
        let is_special = || self.has_word(&|word| !PLAIN.contains(word) && !T_SHELL.contains(word));
        !has_options && ELSEWHERE.contains(first) && is_special()
    }

    /// The words of the name from a client on, in lower case: `git_push` is `git push`.
    pub(super) fn client(self) -> Option<Vec<String>> {
        const IDLE: [&str; 11] = [
            "command", "commands", "cmd", "cli", "tool", "runner", "process", "exec", "execute",
            "run", "call",
        ];
        let is_client = |word: &str| CLIENTS.contains(&word);
        let of_client = |name: &&&str| tokens(name).any(|token| is_lower(token.text, &is_client));
        let lower = |text: &str| text.to_ascii_lowercase();
        // The names inside come first.
        let words: Vec<String> = match self.inner.iter().find(of_client) {
            Some(name) => tokens(name).map(|token| lower(token.text)).collect(),
            None if self.has_client() => self.name.tokens().map(|it| lower(it.text)).collect(),
            None => return None,
        };
        let mut words = words.into_iter();
        let client = words.by_ref().find(|word| CLIENTS.contains(&word.as_str()))?;
        // Some words say only that a command runs.
        let rest = words.filter(|word| !IDLE.contains(&word.as_str()));
        Some(core::iter::once(client).chain(rest).collect())
    }

    pub(super) fn has_client(self) -> bool {
        self.has_word(&|word| CLIENTS.contains(&word))
    }
}

/// Whether a word is one of these when it is in lower case.
fn is_lower(word: &str, is: &dyn Fn(&str) -> bool) -> bool {
    if word.bytes().any(|byte| byte.is_ascii_uppercase()) {
        is(Short::lower(&[word]).as_str())
    } else {
        is(word)
    }
}
