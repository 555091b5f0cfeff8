//! Arguments that are one command together: a program and its words, and words for a client in the tool's name.

use alloc::string::String;
use alloc::vec::Vec;

use super::effect::{Kind, Program, Row, Sink};
use super::keys::{flags, says_shell};
use super::kinds::Guess;
use super::shell;
use super::short::Key;
use super::tables::keys::{ARGV, SHELL};
use super::walk::{Asked, Walk, is_empty, strings};
use crate::fault::Path;
use crate::json::{Member, Object, Value};

impl Walk<'_, '_, '_> {
    /// Words in a list that are one command.
    pub(super) fn list(&mut self, asked: &Asked<'_>, words: Vec<&str>, path: &Path<'_>) {
        // The words of the tool's name come first, unless the list names the program as well.
        let client = if asked.flags & ARGV != 0 { self.tool.client() } else { None };
        let client =
            client.filter(|client| client.first().map(String::as_str) != words.first().copied());
        let mut all: Vec<&str> = client.iter().flatten().map(String::as_str).collect();
        all.extend(words);
        let is_sure = matches!(asked.guess, Guess::Is(_));
        self.carried_out.ran(Kind::Argv, is_sure);
        self.carried_out.unread |= all.first().is_some_and(|first| self.tool.may_mean_else(first));
        self.texts.words(&all, is_sure);
        self.told(path, Kind::Argv);
    }

    /// The text of a command for the client in the tool's name, which may stand in the text or not.
    pub(super) fn client_text(&mut self, asked: &Asked<'_>, text: &str, path: &Path<'_>) -> bool {
        let is_argv = asked.guess == Guess::Is(Kind::Argv);
        let is_shell = matches!(asked.guess, Guess::Is(Kind::Shell) | Guess::Weak(Kind::Shell))
            && !says_shell(asked.key);
        let client = if is_argv || is_shell { self.tool.client() } else { None };
        let Some(client) = client else { return false };
        let first = text.split_whitespace().next().unwrap_or_default();
        self.carried_out.ran(Kind::Shell, true);
        if client.first().is_none_or(|client| client == first) {
            self.texts.text(Kind::Shell, text);
        } else {
            self.texts.text(Kind::Shell, &[client.join(" ").as_str(), text].join(" "));
            // It may be a command of its own.
            if is_shell && shell::knows(first) && self.tool.runs() {
                self.texts.text(Kind::Shell, text);
            }
        }
        self.told(path, Kind::Shell);
        true
    }

    /// `command: "git", args: [...]` is one command. Says under which keys it stands: others hold more.
    pub(super) fn program_and_words<'o>(
        &mut self,
        object: &'o Object<'_>,
        path: &Path<'_>,
    ) -> Option<[&'o str; 2]> {
        let has = |member: &Member<'_>, flag: u16| {
            !is_empty(&member.value) && flags(&member.key) & flag != 0
        };
        // The first of them, and whether it is the only one.
        let find = |flag: u16| {
            let mut all = object.members().iter().filter(|member| has(member, flag));
            all.next().map(|first| (first, all.next().is_none()))
        };
        let ((words, one_list), (program, one_program)) = (find(ARGV)?, find(SHELL)?);
        let key = Key::of(&program.key);
        let asked = self.ask(key.as_str(), flags(&program.key));
        if asked.said.is_some() {
            return None;
        }
        let is_sure = matches!(asked.guess, Guess::Is(_));
        let text = program.value.as_str()?;
        if !one_program || !one_list || text.contains([' ', '\t', '\n']) {
            // Which of them belong together is not known.
            if is_sure && words.value.as_str().is_none_or(|text| !text.trim().is_empty()) {
                self.texts.row(Row::cannot_tell(Program::UNKNOWN));
            }
            return None;
        }
        self.carried_out.ran(Kind::Argv, is_sure);
        match &words.value {
            Value::String(words) => {
                let whole = [text, words].join(" ");
                if is_sure {
                    self.texts.text(Kind::Shell, &whole);
                } else {
                    self.texts.weak(Kind::Shell, &whole);
                }
            }
            other => {
                let Some(list) = other.as_array().and_then(strings) else {
                    // Numbers and lists within it are words as well.
                    self.carried_out.unread = true;
                    return None;
                };
                let mut all = Vec::with_capacity(list.len().saturating_add(1));
                all.push(text);
                all.extend(list);
                self.texts.words(&all, is_sure);
            }
        }
        self.told(&path.key(&words.key), Kind::Argv);
        Some([&program.key, &words.key])
    }
}
