//! Which argument is what: by its key and by the name of the tool.

use alloc::string::String;
use alloc::vec::Vec;

use super::effect::Kind;
use super::short::Short;
use super::table::{Words, list};
use super::tables::keys::{
    ARGV, DEST, DEST_WEAK, KEYS, MAIL, PATH, SHELL, SQL, SQL_WEAK, T_SHELL, T_SQL, URL,
};
use crate::tokens::tokens;

/// What a key is taken for, and how sure that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Guess {
    /// It is this.
    Is(Kind),
    /// It counts only where it is plainly a write.
    Weak(Kind),
    /// It is a path that is written, if it begins like one.
    MayBeDest,
    /// It is a path that is read, if it begins like one.
    MayBePath,
    /// Nothing that is read.
    Prose,
}

/// Programs whose name in that of a tool says what its arguments are for.
const CLIENTS: [&str; 11] =
    ["aws", "az", "cargo", "docker", "gcloud", "gh", "git", "helm", "kubectl", "npm", "terraform"];

/// What the name of a tool says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tool<'a> {
    name: &'a str,
    /// It runs commands.
    pub(crate) runs: bool,
    /// It asks a database.
    asks: bool,
    /// It speaks GraphQL.
    graphql: bool,
    /// It sends requests.
    pub(crate) requests: bool,
    /// It runs texts of another language.
    pub(crate) foreign: bool,
    /// Its name says what its commands are for: `redis`.
    special: bool,
    /// It runs texts of a shell that quotes in another way.
    pub(crate) odd_shell: bool,
}

/// Languages whose texts are no commands.
const FOREIGN: [&str; 18] = [
    "python",
    "python3",
    "ipython",
    "jupyter",
    "javascript",
    "js",
    "node",
    "nodejs",
    "deno",
    "typescript",
    "ruby",
    "perl",
    "php",
    "lua",
    "julia",
    "applescript",
    "osascript",
    "r",
];
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
/// Words in the name of a tool that sends requests.
const REQUESTS: [&str; 8] = ["http", "https", "api", "rest", "curl", "wget", "fetch", "request"];

impl<'a> Tool<'a> {
    pub(crate) fn new(name: &'a str) -> Self {
        let mut tool = Self {
            name,
            runs: false,
            asks: false,
            graphql: false,
            requests: false,
            foreign: false,
            odd_shell: false,
            special: false,
        };
        for token in tokens(name) {
            let word = Short::lower(&[token.text]);
            let word = word.as_str();
            tool.runs |= T_SHELL.contains(word);
            tool.asks |= T_SQL.contains(word);
            tool.graphql |= matches!(word, "graphql" | "gql");
            tool.requests |= REQUESTS.contains(&word);
            tool.foreign |= FOREIGN.contains(&word);
            tool.special |= !PLAIN.contains(word) && !T_SHELL.contains(word);
            tool.odd_shell |= matches!(word, "powershell" | "pwsh" | "fish");
        }
        tool
    }

    /// Whether a text may be a command of what the tool is for, and not of a shell.
    pub(crate) fn may_mean_else(&self, text: &str) -> bool {
        let mut words = text.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        // Options are those of a shell.
        let has_options = words.next().is_some_and(|second| second.starts_with('-'));
        let first = first.split(|it: char| !it.is_ascii_alphanumeric()).next().unwrap_or_default();
        self.special && !has_options && ELSEWHERE.contains(first)
    }

    /// The words of the name from a client on, in lower case: `git_push` is `git push`.
    pub(crate) fn client(&self) -> Option<Vec<String>> {
        const IDLE: [&str; 11] = [
            "command", "commands", "cmd", "cli", "tool", "runner", "process", "exec", "execute",
            "run", "call",
        ];
        let mut words = tokens(self.name).map(|token| token.text.to_ascii_lowercase());
        let client = words.by_ref().find(|word| CLIENTS.contains(&word.as_str()))?;
        // Some words say only that a command runs.
        let rest = words.filter(|word| !IDLE.contains(&word.as_str()));
        Some(core::iter::once(client).chain(rest).collect())
    }

    fn has_client(&self) -> bool {
        tokens(self.name).any(|token| CLIENTS.contains(&Short::lower(&[token.text]).as_str()))
    }

    /// What an argument with this key in snake case is, if the operator says nothing.
    pub(crate) fn guess(&self, key: &str) -> Guess {
        let flags = KEYS.get(key).unwrap_or(0);
        let has = |flag: u16| flags & flag != 0;
        if has(SHELL) {
            let says = matches!(key, "bash" | "shell" | "bash_command" | "shell_command");
            return sure(says || self.runs, Kind::Shell);
        }
        if has(ARGV) {
            return sure(self.runs || self.has_client(), Kind::Argv);
        }
        if has(SQL) {
            return Guess::Is(Kind::Sql);
        }
        if has(SQL_WEAK) {
            return match () {
                () if self.graphql && key == "query" => Guess::Is(Kind::Graphql),
                () => sure(self.asks, Kind::Sql),
            };
        }
        match () {
            () if has(URL) => Guess::Is(Kind::Url),
            () if has(DEST) => Guess::Is(Kind::Dest),
            () if has(PATH) => Guess::Is(Kind::Path),
            () if has(MAIL) => Guess::Is(Kind::Mail),
            () if has(DEST_WEAK) && matches!(key, "src" | "source" | "from") => Guess::MayBePath,
            () if has(DEST_WEAK) => Guess::MayBeDest,
            () => Guess::Prose,
        }
    }
}

const fn sure(sure: bool, kind: Kind) -> Guess {
    if sure { Guess::Is(kind) } else { Guess::Weak(kind) }
}

/// Whether a text begins as paths do.
pub(crate) fn begins_like_a_path(text: &str) -> bool {
    let drive = text.get(1..3).is_some_and(|it| it == ":\\" || it == ":/")
        && text.starts_with(|letter: char| letter.is_ascii_alphabetic());
    ["/", "./", "../", "~/", "\\", "file:"].iter().any(|start| text.starts_with(start)) || drive
}

/// What the operator says that arguments are.
pub(crate) trait Said: core::fmt::Debug {
    /// What the argument of this tool with this key in snake case is, if the operator says so. `guess` is what it
    /// would be taken for.
    fn kind(&self, tool: &str, key: &str, guess: Guess) -> Option<Kind>;
}
