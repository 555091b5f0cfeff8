//! Goes over the arguments of a call and hands each to its reader.

use alloc::vec::Vec;

use super::effect::{Finding, Kind, Sink};
use super::graphql;
use super::keys::flags_of;
use super::kinds::{Guess, begins_like_a_path};
use super::settings::Settings;
use super::short::Key;
use super::tables::keys::{ARGV, BESIDE, DATA, PLACE, SHELL};
use super::texts::Texts;
use super::tool::Tool;
use super::whole::{self, Seen};
use crate::fault::Path;
use crate::json::{Object, Value};
use crate::tokens::Name;

/// How deep arguments are looked into.
const DEEPEST: usize = 128;

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
    tool: &Name<'_>,
    arguments: &Object<'_>,
    at: &Path<'_>,
    settings: &Settings<'_>,
    sink: &mut dyn Sink,
) -> Reading {
    let mut texts = Texts { settings, sink, private: false };
    let tool = Tool::new(tool);
    let carried_out = Seen::default();
    let mut walk =
        Walk { tool, texts: &mut texts, beside: false, carried_out, json: 0, shown: None };
    walk.object(arguments, at, 0);
    let seen = walk.carried_out;
    Reading {
        private: texts.private,
        is_whole: seen.is_whole() && !tool.is_foreign(),
        methods_read: seen.request && !seen.unlisted,
    }
}

pub(super) struct Walk<'w, 'a, 's> {
    pub(super) tool: Tool<'w>,
    pub(super) texts: &'w mut Texts<'a, 's>,
    /// What is read now stands below the data of a statement.
    pub(super) beside: bool,
    pub(super) carried_out: Seen,
    /// How many texts of JSON stand around what is read.
    pub(super) json: u8,
    /// The outermost of them: what stands within it is told of there.
    pub(super) shown: Option<&'w Path<'w>>,
}

/// What is known of the values of one key.
pub(super) struct Asked<'k> {
    /// In snake case.
    pub(super) key: &'k str,
    /// What the tables say of it.
    pub(super) flags: u16,
    /// What the operator says that it is.
    pub(super) said: Option<Kind>,
    /// What it is taken for: what the operator says, or what key and tool do.
    pub(super) guess: Guess,
}

impl Asked<'_> {
    const fn has(&self, flags: u16) -> bool {
        self.flags & flags != 0
    }
}

impl Walk<'_, '_, '_> {
    fn object(&mut self, object: &Object<'_>, path: &Path<'_>, depth: usize) {
        if depth > DEEPEST {
            return self.texts.finding(Finding::TooComplex);
        }
        self.method(object, path);
        let calls = self.texts.settings.calls;
        let tools = calls.map(|calls| (calls.tools)(self.tool.name, object)).unwrap_or_default();
        // A program and its words are sought once, where the first of them stands.
        let mut joined = None;
        for member in object.members() {
            let of_member = path.key(&member.key);
            if member.key == "_raw" {
                self.texts.finding(Finding::Raw);
                self.told(&of_member, Kind::Text);
            }
            if matches!(member.value, Value::Null) {
                continue;
            }
            let key = Key::of(&member.key);
            let flags = flags_of(key.as_str());
            self.look_beside(key.as_str(), flags, &member.value);
            // These hold nothing that could be read.
            if matches!(member.value, Value::Bool(_) | Value::Number(_)) {
                continue;
            }
            let depth_of_call = depth.saturating_add(1);
            if self.call(key.as_str(), &tools, &member.value, &of_member, depth_of_call) {
                continue;
            }
            let asked = self.ask(key.as_str(), flags);
            if asked.has(SHELL | ARGV) {
                let keys = *joined.get_or_insert_with(|| self.program_and_words(object, path));
                if keys.is_some_and(|keys| keys.contains(&&*member.key)) {
                    continue;
                }
            }
            self.value(&asked, &member.value, &of_member, depth);
        }
    }

    /// What is known of the values of a key of which the tables say this.
    pub(super) fn ask<'k>(&self, key: &'k str, flags: u16) -> Asked<'k> {
        let guess = self.tool.guess(key, flags);
        let kinds = self.texts.settings.kinds;
        let said = kinds.and_then(|kinds| kinds.kind(self.tool.name.as_str(), key, guess));
        let said = said.or_else(|| self.said_inside(key, guess));
        Asked { key, flags, said, guess: said.map_or(guess, Guess::Is) }
    }

    /// The argument at this place was read, as this.
    pub(super) fn told(&mut self, path: &Path<'_>, kind: Kind) {
        self.texts.argument(self.shown.unwrap_or(path), kind);
    }

    /// Looks whether an argument makes another thing of what stands beside it.
    fn look_beside(&mut self, key: &str, flags: u16, value: &Value<'_>) {
        self.carried_out.data |= flags & DATA != 0 && !is_empty(value);
        self.carried_out.unread |= flags & BESIDE != 0
            && key == "language"
            && !value.as_str().is_some_and(whole::is_readable);
    }

    /// A key belongs to the value and to the elements of a list.
    pub(super) fn value(
        &mut self,
        asked: &Asked<'_>,
        value: &Value<'_>,
        path: &Path<'_>,
        depth: usize,
    ) {
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
                // Numbers among the words are words as well.
                self.carried_out.unread |=
                    is_command && items.iter().any(|item| item.as_array().is_none());
                if depth > DEEPEST {
                    return self.texts.finding(Finding::TooComplex);
                }
                for (index, item) in items.iter().enumerate() {
                    self.value(asked, item, &path.index(index), depth.saturating_add(1));
                }
            }
            Value::Object(object) => {
                // What stands within an object says less about how to run something.
                let outside = self.beside;
                self.beside = outside || asked.has(DATA);
                self.object(object, path, depth.saturating_add(1));
                self.beside = outside;
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, asked: &Asked<'_>, text: &str, path: &Path<'_>) {
        let Asked { key, said, guess, .. } = *asked;
        if said.is_none() && self.client_text(asked, text, path) {
            return;
        }
        let is_path = begins_like_a_path(text);
        // Beside a command it says who runs it.
        let is_shell = said.is_none() && whole::is_shell(key, text);
        let kind = match guess {
            _ if is_shell => Kind::Text,
            Guess::Is(Kind::Argv) if said.is_none() => Kind::Text,
            Guess::Is(Kind::Mail) if is_path && key == "to" => Kind::Dest,
            Guess::Is(kind) => kind,
            Guess::Weak(Kind::Sql) if graphql::is_plain_mutation(text) => {
                self.carried_out.unread = true;
                self.texts.finding(Finding::KindGuessed);
                Kind::Graphql
            }
            Guess::Weak(kind) => {
                // What is asked of an address is no statement.
                let asks = kind == Kind::Sql && self.carried_out.request;
                self.carried_out.unread |= !asks;
                self.texts.weak(kind, text);
                return self.told(path, kind);
            }
            Guess::MayBeDest if is_path => Kind::Dest,
            Guess::MayBePath if is_path => Kind::Path,
            Guess::MayBeDest | Guess::MayBePath | Guess::Prose => Kind::Text,
        };
        self.count(asked, kind, text, is_shell);
        self.texts.text(kind, text);
        match kind {
            Kind::Url if is_path => self.texts.secret_path(text),
            Kind::Url => self.texts.mutation_in(text),
            Kind::Text if said.is_none() => self.texts.address_in(text),
            _ => {}
        }
        self.told(path, kind);
    }

    /// Notes what a text is to the question whether all that could be carried out was read.
    fn count(&mut self, asked: &Asked<'_>, kind: Kind, text: &str, is_shell: bool) {
        let is_said = asked.said.is_some();
        let seen = &mut self.carried_out;
        match kind {
            Kind::Shell | Kind::Argv | Kind::Sql | Kind::Graphql => {
                let means_else = kind == Kind::Shell && !is_said && self.tool.may_mean_else(text);
                seen.unread |= means_else || self.tool.may_quote_else(text);
                seen.ran(kind, true);
            }
            Kind::Text => {
                let is_request = asked.key == "method" && seen.request;
                let is_how = asked.has(BESIDE | DATA | PLACE) || self.beside;
                seen.unread |= !(is_said || is_how || is_shell || is_request);
            }
            Kind::Path => seen.unread |= !is_said && !asked.has(PLACE),
            Kind::Mail => seen.unread |= !is_said,
            Kind::Url => {
                // To these the answer is sent.
                let is_target = matches!(asked.key, "callback_url" | "webhook" | "webhook_url");
                seen.unread |= is_target && !is_said;
                seen.address |= !is_said;
            }
            Kind::Dest | Kind::Method => {}
        }
    }
}

pub(super) fn is_empty(value: &Value<'_>) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.members().is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The texts of a list that holds nothing else.
pub(super) fn strings<'v>(items: &'v [Value<'_>]) -> Option<Vec<&'v str>> {
    if items.is_empty() {
        return None;
    }
    items.iter().map(Value::as_str).collect()
}
