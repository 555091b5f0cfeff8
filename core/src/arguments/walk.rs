//! Goes over the arguments of a call and hands each to its reader.

use alloc::string::String;
use alloc::vec::Vec;

use super::effect::{Dialect, EffectCode, Finding, Kind, Nested, Program, Row, Sink};
use super::kinds::{Guess, Said, Tool, begins_like_a_path};
use super::path::Place;
use super::shell::rules::Rules;
use super::short::Short;
use super::tables::keys::{ARGV, KEYS, SHELL, URL};
use super::weak::{Plain, Probe};
use super::whole::{PLACES, READABLE, SHELLS, Seen, is_beside, is_data, is_read_alike};
use super::{graphql, hidden, mail, mass, method, path, shell, sql, url};
use crate::code_set::CodeSet;
use crate::contract::VerbClass;
use crate::fault::Path;
use crate::json::{Member, Object, Value};
use crate::tokens::Word;

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
    let (name, tool) = (tool, Tool::new(tool));
    let mut walk = Walk {
        name,
        tool,
        texts: &mut texts,
        beside: false,
        carried_out: Seen { unread: tool.foreign, ..Seen::default() },
    };
    walk.object(arguments, at, 0);
    let seen = walk.carried_out;
    Reading {
        private: texts.private,
        is_whole: seen.is_whole(),
        methods_read: seen.request && !seen.unlisted,
    }
}

/// Hands texts within texts to their readers.
struct Texts<'a, 's> {
    settings: &'a Settings<'a>,
    sink: &'s mut dyn Sink,
    private: bool,
}

impl Sink for Texts<'_, '_> {
    fn row(&mut self, row: Row) {
        if row.effects.iter().any(|effect| self.settings.sql_deny.contains(effect)) {
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
    let mut length = 0_usize;
    text.bytes().any(|byte| {
        let encoded =
            byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_');
        length = if encoded { length.saturating_add(1) } else { 0 };
        length >= 512
    })
}

struct Walk<'w, 'a, 's> {
    name: &'w str,
    tool: Tool<'w>,
    texts: &'w mut Texts<'a, 's>,
    /// What is read now stands below one of the keys of [`is_beside`].
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
            let key = Short::snake(&member.key);
            let path = path.key(&member.key);
            if member.key == "_raw" {
                self.texts.finding(Finding::Raw);
                self.texts.argument(&path, Kind::Text);
            }
            if joined.is_some_and(|joined| joined.contains(&&*member.key)) {
                continue;
            }
            let outside = self.beside;
            let word = Word::of(key.as_str());
            let is_data = is_data(word) && !is_empty(&member.value);
            self.carried_out.data |= is_data;
            // What stands within an object says less about how to run something.
            let is_beside = is_beside(word) && !matches!(member.value, Value::Object(_));
            self.beside = outside || is_data || is_beside;
            if key.as_str() == "language" {
                self.language(&member.value);
            }
            self.value(key.as_str(), &member.value, &path, depth);
            self.beside = outside;
        }
    }

    /// In another language the same text says something else.
    fn language(&mut self, value: &Value<'_>) {
        let is_read = value
            .as_str()
            .is_some_and(|text| READABLE.iter().any(|it| text.eq_ignore_ascii_case(it)));
        self.carried_out.unread |= !is_read;
        self.beside = true;
    }

    /// What the operator says that an argument is.
    fn said(&self, key: &str) -> Option<Kind> {
        self.texts.settings.kinds?.kind(self.name, key, self.tool.guess(key))
    }

    /// A key belongs to the value and to the elements of a list.
    fn value(&mut self, key: &str, value: &Value<'_>, path: &Path<'_>, depth: usize) {
        let said = self.said(key);
        match value {
            Value::String(text) => self.text(key, said, text, path),
            Value::Array(items) => {
                let guess = said.map_or_else(|| self.tool.guess(key), Guess::Is);
                let is_command = matches!(guess, Guess::Is(Kind::Argv) | Guess::Weak(Kind::Argv))
                    || (matches!(guess, Guess::Is(Kind::Shell) | Guess::Weak(Kind::Shell))
                        && !matches!(key, "commands" | "cmds"));
                if is_command && let Some(words) = strings(items) {
                    let is_argv = KEYS.get(key).unwrap_or(0) & ARGV != 0;
                    // The words of the tool's name come first, unless the list names the program as well.
                    let client = if is_argv { self.tool.client() } else { None };
                    let client = client.filter(|client| {
                        client.first().map(String::as_str) != words.first().copied()
                    });
                    let mut all: Vec<&str> = client.iter().flatten().map(String::as_str).collect();
                    all.extend(words);
                    let is_sure = matches!(guess, Guess::Is(_));
                    self.ran(Kind::Argv, is_sure);
                    self.carried_out.unread |=
                        all.first().is_some_and(|first| self.tool.may_mean_else(first));
                    self.texts.words(&all, is_sure);
                    return self.texts.argument(path, Kind::Argv);
                }
                // Numbers among the words are words as well.
                self.carried_out.unread |=
                    is_command && items.iter().any(|item| item.as_array().is_none());
                if depth > DEEPEST {
                    return self.texts.finding(Finding::TooComplex);
                }
                for (index, item) in items.iter().enumerate() {
                    self.value(key, item, &path.index(index), depth.saturating_add(1));
                }
            }
            Value::Object(object) => self.object(object, path, depth.saturating_add(1)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, key: &str, said: Option<Kind>, text: &str, path: &Path<'_>) {
        let guess = said.map_or_else(|| self.tool.guess(key), Guess::Is);
        let is_path = begins_like_a_path(text);
        if said.is_none() && self.client_text(key, guess, text, path) {
            return;
        }
        let kind = match guess {
            Guess::Is(Kind::Argv) if said.is_none() => Kind::Text,
            Guess::Is(kind) => kind,
            Guess::Weak(kind) => {
                // What is asked of an address is no statement.
                let asks = kind == Kind::Sql && self.carried_out.request;
                self.carried_out.unread |= !asks;
                self.texts.weak(kind, text);
                return self.texts.argument(path, kind);
            }
            Guess::MayBeDest if is_path => Kind::Dest,
            Guess::MayBePath if is_path => Kind::Path,
            Guess::MayBeDest | Guess::MayBePath | Guess::Prose => Kind::Text,
        };
        let kind = if kind == Kind::Mail && is_path && key == "to" { Kind::Dest } else { kind };
        let is_place = PLACES.contains(&key) || (key == "method" && self.carried_out.request);
        // Beside a command it says who runs it.
        let is_shell = key == "shell" && SHELLS.contains(&text);
        let kind = if is_shell && said.is_none() { Kind::Text } else { kind };
        let is_place = is_place || is_shell;
        match kind {
            Kind::Shell | Kind::Argv | Kind::Sql | Kind::Graphql => {
                self.ran(kind, true);
                self.carried_out.unread |= (self.tool.odd_shell && !is_read_alike(text))
                    || (kind == Kind::Shell && said.is_none() && self.tool.may_mean_else(text));
            }
            Kind::Text => self.carried_out.unread |= !self.beside && !is_place && said.is_none(),
            Kind::Path => self.carried_out.unread |= !is_place && said.is_none(),
            Kind::Mail => self.carried_out.unread |= said.is_none(),
            Kind::Url => {
                // To these the answer is sent.
                let is_target = matches!(key, "callback_url" | "webhook" | "webhook_url");
                self.carried_out.unread |= is_target && said.is_none();
                self.carried_out.address |= said.is_none();
            }
            Kind::Dest | Kind::Method => {}
        }
        self.texts.text(kind, text);
        self.texts.argument(path, kind);
    }

    /// A command was read, or a text that is not sure to be one.
    fn ran(&mut self, kind: Kind, is_sure: bool) {
        if is_sure {
            self.carried_out.commands.insert(kind);
        } else {
            self.carried_out.unread = true;
        }
    }

    /// The text of a command for the client in the tool's name, which may stand in the text or not.
    fn client_text(&mut self, key: &str, guess: Guess, text: &str, path: &Path<'_>) -> bool {
        let is_argv = guess == Guess::Is(Kind::Argv);
        let is_shell = matches!(guess, Guess::Is(Kind::Shell) | Guess::Weak(Kind::Shell))
            && !matches!(key, "bash" | "shell" | "bash_command" | "shell_command");
        let client = if is_argv || is_shell { self.tool.client() } else { None };
        let Some(client) = client else { return false };
        let first = text.split_whitespace().next().unwrap_or_default();
        if client.first().is_none_or(|client| client == first) {
            self.ran(Kind::Shell, true);
            self.texts.text(Kind::Shell, text);
        } else {
            let mut whole = client.join(" ");
            whole.push(' ');
            whole.push_str(text);
            self.ran(Kind::Shell, true);
            self.texts.text(Kind::Shell, &whole);
            // It may be a command of its own.
            if self.tool.runs && is_shell && shell::knows(first) {
                self.texts.text(Kind::Shell, text);
            }
        }
        self.texts.argument(path, Kind::Shell);
        true
    }

    /// `command: "git", args: [...]` is one command. Says under which keys it stands: others hold more.
    fn program_and_words<'o>(
        &mut self,
        object: &'o Object<'_>,
        path: &Path<'_>,
    ) -> Option<[&'o str; 2]> {
        let of = |member: &Member<'_>, flag: u16| {
            KEYS.get(Short::snake(&member.key).as_str()).unwrap_or(0) & flag != 0
                && !is_empty(&member.value)
        };
        let find = |flag: u16| {
            let mut all = object.members().iter().filter(|member| of(member, flag));
            all.next().map(|first| (first, all.next().is_none()))
        };
        let ((program, one_program), (words, one_list)) = (find(SHELL)?, find(ARGV)?);
        let key = Short::snake(&program.key);
        if self.said(key.as_str()).is_some() {
            return None;
        }
        let is_sure = matches!(self.tool.guess(key.as_str()), Guess::Is(_));
        let text = program.value.as_str()?;
        if !one_program || !one_list || text.contains([' ', '\t', '\n']) {
            // Which of them belong together is not known.
            if is_sure && words.value.as_str().is_none_or(|text| !text.trim().is_empty()) {
                self.texts.row(Row::cannot_tell(Program::UNKNOWN));
            }
            return None;
        }
        self.ran(Kind::Argv, is_sure);
        if let Some(list) = words.value.as_array().and_then(strings) {
            let mut all = Vec::with_capacity(list.len().saturating_add(1));
            all.push(text);
            all.extend(list);
            self.texts.words(&all, is_sure);
        } else {
            let mut whole = String::from(text);
            whole.push(' ');
            whole.push_str(words.value.as_str()?);
            if is_sure {
                self.texts.text(Kind::Shell, &whole);
            } else {
                self.texts.weak(Kind::Shell, &whole);
            }
        }
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
            let key = Short::snake(&other.key);
            if KEYS.get(key.as_str()).unwrap_or(0) & URL != 0 {
                match &other.value {
                    Value::String(text) => urls.push(text.as_ref()),
                    Value::Array(items) => urls.extend(items.iter().filter_map(Value::as_str)),
                    _ => {}
                }
            }
            has_body |= matches!(key.as_str(), "body" | "data" | "json" | "payload")
                && !is_empty(&other.value);
            // Servers take such a header for the method.
            has_body |= key.as_str() == "headers"
                && other.value.as_object().is_some_and(|headers| {
                    headers.members().iter().any(|header| {
                        let name = Short::snake(&header.key);
                        name.as_str().starts_with("x_") && name.as_str().contains("method")
                    })
                });
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
            self.carried_out.request |= self.tool.requests;
            self.carried_out.unread |= !self.tool.requests;
        }
    }
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
