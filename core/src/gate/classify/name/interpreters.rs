//! Tools that do whatever their arguments say: shells, interpreters, free queries and requests.

use crate::{
    contract::VerbClass,
    tokens::{Name, Word, word_map, word_set},
};

/// What a word says about an interpreter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Runs what it is given.
    Shell,
    /// The same, but as the last word only.
    LastShell,
    /// Sends whatever request it is given.
    Sender,
    /// A language in which a query can change what it is put to.
    Language,
    /// Runs what stands beside it.
    Runs,
    /// What can be run.
    Runnable,
    /// What is only looked at, of a shell.
    Told,
    /// What is done with a query, but not to run it.
    NotRun,
    /// What a free request goes by.
    Protocol,
}

word_map! {
    ROLES: Role = [
        ("bash", Role::Shell), ("sh", Role::Shell), ("zsh", Role::Shell), ("shell", Role::Shell),
        ("powershell", Role::Shell), ("pwsh", Role::Shell), ("repl", Role::Shell),
        ("psql", Role::Shell), ("osascript", Role::Shell), ("interpreter", Role::Shell),
        ("ssh", Role::Shell),
        ("cmd", Role::LastShell), ("terminal", Role::LastShell), ("console", Role::LastShell),
        ("python", Role::LastShell), ("javascript", Role::LastShell),
        ("csh", Role::LastShell), ("elvish", Role::LastShell),
        ("ksh", Role::LastShell), ("nushell", Role::LastShell), ("tcsh", Role::LastShell),
        ("tmux", Role::LastShell), ("wsl", Role::LastShell), ("xonsh", Role::LastShell),
        // Commands of other tools, with whatever is put behind them.
        ("adb", Role::LastShell), ("az", Role::LastShell), ("azd", Role::LastShell),
        ("cli", Role::LastShell), ("deno", Role::LastShell), ("gcloud", Role::LastShell),
        ("gh", Role::LastShell), ("kubectl", Role::LastShell), ("lua", Role::LastShell),
        ("npm", Role::LastShell), ("npx", Role::LastShell), ("perl", Role::LastShell),
        ("php", Role::LastShell), ("pip", Role::LastShell), ("ruby", Role::LastShell),
        ("sandbox", Role::LastShell), ("applescript", Role::Shell),
        ("curl", Role::Sender), ("wget", Role::Sender),
        ("sql", Role::Language), ("cql", Role::Language), ("graphql", Role::Language),
        ("cypher", Role::Language),
        // What is put to these is written in such a language.
        ("athena", Role::Language), ("bigquery", Role::Language), ("cassandra", Role::Language),
        ("clickhouse", Role::Language), ("duckdb", Role::Language), ("influxdb", Role::Language),
        ("mariadb", Role::Language), ("mssql", Role::Language), ("mysql", Role::Language),
        ("postgres", Role::Language), ("postgresql", Role::Language), ("redshift", Role::Language),
        ("snowflake", Role::Language), ("sqlite", Role::Language),
        ("run", Role::Runs), ("execute", Role::Runs), ("exec", Role::Runs), ("query", Role::Runs),
        ("command", Role::Runnable), ("script", Role::Runnable), ("code", Role::Runnable),
        ("log", Role::Told), ("logs", Role::Told), ("message", Role::Told),
        ("messages", Role::Told), ("output", Role::Told), ("history", Role::Told),
        ("docs", Role::Told), ("version", Role::Told),
        ("explain", Role::NotRun), ("validate", Role::NotRun), ("format", Role::NotRun),
        ("schema", Role::NotRun), ("list", Role::NotRun), ("describe", Role::NotRun),
        ("check", Role::NotRun), ("checker", Role::NotRun), ("plan", Role::NotRun),
        ("http", Role::Protocol), ("https", Role::Protocol), ("api", Role::Protocol),
        ("rest", Role::Protocol),
    ], Role::Shell
}

word_set! {
    /// The first verbs of names that may be interpreters.
    FIRST_VERBS = ["run", "execute", "exec", "query", "fetch"]
}

/// Whether a tool does whatever its arguments say. `class` and `first_verb` are what its name says
/// otherwise.
pub(super) fn is_interpreter(name: &Name<'_>, class: VerbClass, first_verb: Option<Word>) -> bool {
    const QUERY: Word = Word::literal("query");
    const REQUESTS: [Word; 3] =
        [Word::literal("request"), Word::literal("call"), Word::literal("mutation")];
    const GRAPHQL: Word = Word::literal("graphql");
    const FETCH: Word = Word::literal("fetch");
    const ANY: Word = Word::literal("any");
    let no_verb = class == VerbClass::Other;
    if !no_verb && !first_verb.is_some_and(|verb| FIRST_VERBS.contains(verb)) {
        return false;
    }
    let (mut shell, mut told, mut language, mut not_run) = (false, false, false, false);
    let (mut runs, mut runs_beside, mut only_runs) = (false, false, true);
    // What holds of the last word.
    let (mut last_shell, mut request) = (false, false);
    let mut before: Option<(Word, Option<Role>)> = None;
    for token in name.tokens() {
        let role = ROLES.get(token.word);
        last_shell = role == Some(Role::LastShell);
        only_runs &= role == Some(Role::Runs);
        request = REQUESTS.contains(&token.word)
            && before.is_some_and(|(word, role)| role == Some(Role::Protocol) || word == GRAPHQL);
        match role {
            Some(Role::Shell | Role::Sender) => shell = true,
            Some(Role::Told) => told = true,
            Some(Role::Language) => language = true,
            Some(Role::NotRun) => not_run = true,
            Some(Role::Runs) => runs = true,
            Some(Role::LastShell | Role::Runnable | Role::Protocol) | None => {}
        }
        if let Some((word, of_word)) = before {
            runs_beside |= beside((word, of_word), (token.word, role))
                || beside((token.word, role), (word, of_word))
                || (word == FETCH && token.word == ANY);
        }
        before = Some((token.word, role));
    }
    let queries = first_verb == Some(QUERY);
    let by_name = no_verb && !told && (shell || last_shell || request);
    let by_language = language && runs && !not_run && (queries || class == VerbClass::Exec);
    // `exec` alone runs what it is given.
    by_name || by_language || (only_runs && runs) || (runs_beside && !not_run && !(told && queries))
}

/// Whether the first word runs the second. What is queried is only a shell or a command: one can ask
/// about code and scripts.
fn beside(runs: (Word, Option<Role>), what: (Word, Option<Role>)) -> bool {
    const QUERY: Word = Word::literal("query");
    const COMMAND: Word = Word::literal("command");
    const PLACES: [Word; 3] =
        [Word::literal("cmd"), Word::literal("terminal"), Word::literal("console")];
    let runnable = match what.1 {
        Some(Role::Shell | Role::Language) => true,
        Some(Role::Runnable) => runs.0 != QUERY || what.0 == COMMAND,
        Some(Role::LastShell) => PLACES.contains(&what.0) && runs.0 != QUERY,
        Some(Role::Runs) => what.0 == QUERY && runs.0 != QUERY,
        _ => false,
    };
    runs.1 == Some(Role::Runs) && runnable
}
