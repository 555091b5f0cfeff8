//! Goes over the arguments of a call and hands each to its reader.

use alloc::string::String;
use alloc::vec::Vec;

use super::effect::{Dialect, EffectCode, Finding, Kind, Nested, Program, Row, Sink};
use super::kinds::{Guess, Said, Tool, begins_like_a_path};
use super::path::Place;
use super::shell::rules::Rules;
use super::short::Key;
use super::tables::keys::{ARGV, KEYS, SHELL, URL};
use super::weak::{Plain, Probe};
use super::{graphql, hidden, mail, mass, method, path, shell, sql, url};
use crate::code_set::CodeSet;
use crate::contract::VerbClass;
use crate::fault::Path;
use crate::json::{Object, Value};
use crate::tokens::{Word, word_set};

/// How deep arguments are looked into.
const DEEPEST: usize = 128;

/// What the operator said about arguments.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings<'a> {
    pub(crate) rules: Option<&'a Rules>,
    pub(crate) dialect: Dialect,
    pub(crate) read_functions: &'a [String],
    /// Effects of statements that nothing may have.
    pub(crate) sql_deny: CodeSet<EffectCode>,
    pub(crate) roots: &'a [String],
    pub(crate) hosts: url::Hosts<'a>,
    pub(crate) http_read: &'a [String],
    pub(crate) limits: mass::Limits<'a>,
    pub(crate) kinds: Option<&'a dyn Said>,
}

/// What the arguments are, beside what they do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// One is a place of the host's own or of a person: a read there is not public.
    pub(crate) private: bool,
    /// There is a command, a statement or a request, and nothing else that could be carried out.
    pub(crate) is_whole: bool,
    /// There are requests, and the policy lists each as one that reads.
    pub(crate) methods_read: bool,
}

/// Reads all arguments of a call, which stand at this place.
pub(crate) fn read(
    tool: &str,
    arguments: &Object<'_>,
    at: &Path<'_>,
    settings: &Settings<'_>,
    sink: &mut dyn Sink,
) -> Reading {
    let mut texts = Texts { settings, sink, private: false };
    let mut walk = Walk {
        name: tool,
        tool: Tool::new(tool),
        texts: &mut texts,
        beside: false,
        carried_out: Seen::default(),
    };
    walk.object(arguments, at, 0);
    let seen = walk.carried_out;
    Reading {
        private: texts.private,
        is_whole: seen.is_whole(),
        methods_read: seen.request && !seen.unlisted,
    }
}

/// What of the arguments could be carried out.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    /// A command, a statement or a document of GraphQL.
    command: bool,
    /// A request with its method. What stands beside it is sent, and the reader of methods looks at it.
    request: bool,
    /// One that the policy does not list as one that reads.
    unlisted: bool,
    /// A text of which nobody knows what becomes of it: `code`, `stdin`.
    unread: bool,
}

impl Seen {
    const fn is_whole(self) -> bool {
        (self.command && !self.unread) || (self.request && !self.command)
    }
}

word_set! {
    /// Arguments beside a command or a statement that say how to run it, or are data of it.
    BESIDE = [
        "description", "reason", "explanation", "purpose", "title", "label", "summary", "justification",
        "intent", "comment", "timeout", "unit", "encoding", "format", "database", "db", "schema",
        "dialect", "params", "parameters", "variables", "bindings", "headers", "session", "session_id",
        "request_id", "id", "operation_name", "language", "region", "cluster", "warehouse",
    ]
}

/// Hands texts within texts to their readers.
struct Texts<'a, 's> {
    settings: &'a Settings<'a>,
    sink: &'s mut dyn Sink,
    private: bool,
}

impl Sink for Texts<'_, '_> {
    fn row(&mut self, row: Row) {
        if row.effects.meets(self.settings.sql_deny) {
            self.sink.finding(Finding::RuleDenied);
        }
        self.sink.row(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.sink.finding(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        match nested {
            Nested::Path(text) => {
                self.private |= path::read(text, Place::Command, self.settings.roots, self.sink);
            }
            Nested::Url(text) => self.url(text, Place::Command),
            Nested::Sql(text, dialect) => self.sql(text, dialect),
        }
    }

    fn argument(&mut self, path: &Path<'_>, kind: Kind) {
        self.sink.argument(path, kind);
    }

    fn command(&mut self, words: &mut dyn Iterator<Item = Option<&str>>) {
        self.sink.command(words);
    }
}

impl Texts<'_, '_> {
    fn url(&mut self, text: &str, place: Place) {
        let Settings { hosts, roots, .. } = *self.settings;
        self.private |= url::read(text, place, hosts, roots, self.sink);
    }

    fn sql(&mut self, text: &str, dialect: Dialect) {
        let options = sql::Options { dialect, read_functions: self.settings.read_functions };
        sql::read(text, options, self);
    }

    /// A text of a kind that is sure.
    fn text(&mut self, kind: Kind, text: &str) {
        let unseen = match kind {
            Kind::Text => hidden::in_prose(text),
            _ => hidden::in_code(text),
        };
        if unseen {
            self.finding(Finding::HiddenText);
        }
        let settings = self.settings;
        match kind {
            Kind::Shell | Kind::Argv => shell::read(text, settings.rules, self),

            Kind::Sql => self.sql(text, settings.dialect),
            Kind::Graphql => graphql::read(text, self),
            Kind::Path | Kind::Dest => {
                self.private |= path::read(text, Place::Argument, settings.roots, self.sink);
                if kind == Kind::Dest {
                    let row = Row::writes(Program::of("file"), VerbClass::Edit);
                    self.row(row.with(EffectCode::FsWrite));
                }
            }
            Kind::Url => self.url(text, Place::Argument),
            Kind::Mail => mail::read(text, self),
            Kind::Method | Kind::Text => {}
        }
        if matches!(kind, Kind::Shell | Kind::Argv) && has_blob(text) {
            self.finding(Finding::OpaqueText);
        }
    }

    /// A text that may be something else: it counts if it plainly writes.
    fn weak(&mut self, kind: Kind, text: &str) {
        let rules = self.settings.rules;
        let writes = match kind {
            Kind::Shell => {
                let mut probe = Probe::default();
                shell::read(text, rules, &mut probe);
                probe.writes
            }
            Kind::Sql => sql::is_plain_write(text),
            _ => false,
        };
        if !writes {
            if hidden::in_prose(text) {
                self.finding(Finding::HiddenText);
            }
            return;
        }
        self.finding(Finding::KindGuessed);
        if hidden::in_code(text) {
            self.finding(Finding::HiddenText);
        }
        match kind {
            Kind::Shell => shell::read(text, rules, &mut Plain(self)),
            _ => self.sql(text, self.settings.dialect),
        }
    }

    /// Words that are one command.
    fn words(&mut self, words: &[&str], is_sure: bool) {
        let rules = self.settings.rules;
        if !is_sure {
            let mut probe = Probe::default();
            shell::read_words(words, rules, &mut probe);
            if !probe.writes {
                return;
            }
            self.finding(Finding::KindGuessed);
        }
        if words.iter().any(|word| hidden::in_code(word)) {
            self.finding(Finding::HiddenText);
        }
        if is_sure {
            shell::read_words(words, rules, self);
        } else {
            shell::read_words(words, rules, &mut Plain(self));
        }
    }
}

/// Whether a text holds much that is encoded.
fn has_blob(text: &str) -> bool {
    const MUCH: usize = 512;
    let mut length = 0_usize;
    text.len() >= MUCH
        && text.bytes().any(|byte| {
            let encoded =
                byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_');
            length = if encoded { length.saturating_add(1) } else { 0 };
            length >= MUCH
        })
}

struct Walk<'w, 'a, 's> {
    name: &'w str,
    tool: Tool<'w>,
    texts: &'w mut Texts<'a, 's>,
    /// What is read now stands below one of the keys of [`BESIDE`].
    beside: bool,
    carried_out: Seen,
}

impl Walk<'_, '_, '_> {
    fn object(&mut self, object: &Object<'_>, path: &Path<'_>, depth: usize) {
        if depth > DEEPEST {
            return self.texts.finding(Finding::TooComplex);
        }
        self.method(object, path);
        let joined = self.program_and_words(object, path);
        for member in object.members() {
            let path = path.key(&member.key);
            if member.key == "_raw" {
                self.texts.finding(Finding::Raw);
                self.texts.argument(&path, Kind::Text);
            }
            // These hold nothing that could be read.
            let is_plain = matches!(member.value, Value::Null | Value::Bool(_) | Value::Number(_));
            if is_plain || joined.is_some_and(|joined| joined.contains(&&*member.key)) {
                continue;
            }
            let key = Key::of(&member.key);
            let asked = self.ask(key.as_str());
            self.value(&asked, &member.value, &path, depth);
        }
    }

    /// What is known of the values of a key.
    fn ask<'k>(&self, key: &'k str) -> Asked<'k> {
        let flags = KEYS.get(key).unwrap_or(0);
        let guess = self.tool.guess(key, flags);
        let said = self.texts.settings.kinds.and_then(|kinds| kinds.kind(self.name, key, guess));
        Asked { key, flags, said, guess: said.map_or(guess, Guess::Is) }
    }

    /// A key belongs to the value and to the elements of a list.
    fn value(&mut self, asked: &Asked<'_>, value: &Value<'_>, path: &Path<'_>, depth: usize) {
        match value {
            Value::String(text) => self.text(asked, text, path),
            Value::Array(items) => {
                let is_command = match asked.guess {
                    Guess::Is(Kind::Argv) | Guess::Weak(Kind::Argv) => true,
                    Guess::Is(Kind::Shell) | Guess::Weak(Kind::Shell) => {
                        !matches!(asked.key, "commands" | "cmds")
                    }
                    _ => false,
                };
                if is_command && let Some(words) = strings(items) {
                    return self.list(asked, words, path);
                }
                if depth > DEEPEST {
                    return self.texts.finding(Finding::TooComplex);
                }
                for (index, item) in items.iter().enumerate() {
                    self.value(asked, item, &path.index(index), depth.saturating_add(1));
                }
            }
            Value::Object(object) => {
                let outside = self.beside;
                self.beside = outside || is_beside(asked.key);
                self.object(object, path, depth.saturating_add(1));
                self.beside = outside;
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Words in a list that are one command.
    fn list(&mut self, asked: &Asked<'_>, words: Vec<&str>, path: &Path<'_>) {
        // The words of the tool's name come first, unless the list names the program as well.
        let client = if asked.flags & ARGV != 0 { self.tool.client() } else { None };
        let client =
            client.filter(|client| client.first().map(String::as_str) != words.first().copied());
        let mut all: Vec<&str> = client.iter().flatten().map(String::as_str).collect();
        all.extend(words);
        let is_sure = matches!(asked.guess, Guess::Is(_));
        self.carried_out.command |= is_sure;
        self.carried_out.unread |= !is_sure;
        self.texts.words(&all, is_sure);
        self.texts.argument(path, Kind::Argv);
    }

    fn text(&mut self, asked: &Asked<'_>, text: &str, path: &Path<'_>) {
        let Asked { key, said, guess, .. } = *asked;
        let is_path = begins_like_a_path(text);
        let kind = match guess {
            Guess::Is(Kind::Argv) if said.is_none() => Kind::Text,
            Guess::Is(kind) => kind,
            Guess::Weak(kind) => {
                self.carried_out.unread = true;
                self.texts.weak(kind, text);
                return self.texts.argument(path, kind);
            }
            Guess::MayBeDest if is_path => Kind::Dest,
            Guess::MayBePath if is_path => Kind::Path,
            Guess::MayBeDest | Guess::MayBePath | Guess::Prose => Kind::Text,
        };
        let kind = if kind == Kind::Mail && is_path && key == "to" { Kind::Dest } else { kind };
        match kind {
            Kind::Shell | Kind::Argv | Kind::Sql | Kind::Graphql => self.carried_out.command = true,
            Kind::Text => {
                let is_read = said.is_some() || self.carried_out.unread || self.beside;
                self.carried_out.unread |= !is_read && !is_beside(key);
            }
            Kind::Path | Kind::Dest | Kind::Url | Kind::Method | Kind::Mail => {}
        }
        self.texts.text(kind, text);
        self.texts.argument(path, kind);
    }

    /// `command: "git", args: [...]` is one command. Says under which keys it stands: others hold more.
    fn program_and_words<'o>(
        &mut self,
        object: &'o Object<'_>,
        path: &Path<'_>,
    ) -> Option<[&'o str; 2]> {
        if !object.members().iter().any(|member| matches!(member.value, Value::Array(_))) {
            return None;
        }
        let find = |flag: u16| object.members().iter().find(|it| flags_of(&it.key) & flag != 0);
        let (program, words) = (find(SHELL)?, find(ARGV)?);
        let key = Key::of(&program.key);
        let asked = self.ask(key.as_str());
        if asked.said.is_some() {
            return None;
        }
        let text = program.value.as_str().filter(|text| !text.contains([' ', '\t', '\n']));
        let words_list = words.value.as_array().and_then(strings);
        let (text, list) = (text?, words_list?);
        let mut all = Vec::with_capacity(list.len().saturating_add(1));
        all.push(text);
        all.extend(list);
        let is_sure = matches!(asked.guess, Guess::Is(_));
        self.carried_out.command |= is_sure;
        self.carried_out.unread |= !is_sure;
        self.texts.words(&all, is_sure);
        self.texts.argument(&path.key(&words.key), Kind::Argv);
        Some([&program.key, &words.key])
    }

    /// The method of a request, beside its address.
    fn method(&mut self, object: &Object<'_>, path: &Path<'_>) {
        let is_method = |key: &str| key.eq_ignore_ascii_case("method");
        if !object.members().iter().any(|member| is_method(&member.key)) {
            return;
        }
        let mut urls = Vec::new();
        let mut has_body = false;
        for other in object.members() {
            let key = Key::of(&other.key);
            if KEYS.get(key.as_str()).unwrap_or(0) & URL != 0 {
                match &other.value {
                    Value::String(text) => urls.push(text.as_ref()),
                    Value::Array(items) => urls.extend(items.iter().filter_map(Value::as_str)),
                    _ => {}
                }
            }
            has_body |= matches!(key.as_str(), "body" | "data" | "json" | "payload")
                && !is_empty(&other.value);
        }
        if urls.is_empty() {
            return;
        }
        // The key may stand there in more than one spelling.
        for member in object.members().iter().filter(|member| is_method(&member.key)) {
            let Some(given) = member.value.as_str() else { continue };
            let request = method::Request { method: given, urls: &urls, has_body };
            let listed = method::read(&request, self.texts.settings.http_read, self.texts);
            self.carried_out.unlisted |= !listed;
            self.texts.argument(&path.key(&member.key), Kind::Method);
            self.carried_out.request = true;
        }
    }
}

/// What is known of the values of one key.
struct Asked<'k> {
    /// In snake case.
    key: &'k str,
    /// What the tables say of it.
    flags: u16,
    /// What the operator says that it is.
    said: Option<Kind>,
    /// What it is taken for: what the operator says, or what key and tool do.
    guess: Guess,
}

fn flags_of(key: &str) -> u16 {
    KEYS.get(Key::of(key).as_str()).unwrap_or(0)
}

fn is_beside(key: &str) -> bool {
    BESIDE.contains(Word::of(key))
}

fn is_empty(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.members().is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The texts of a list that holds nothing else.
fn strings<'v>(items: &'v [Value<'_>]) -> Option<Vec<&'v str>> {
    if items.is_empty() {
        return None;
    }
    items.iter().map(Value::as_str).collect()
}
