//! Calls of other tools in the arguments, and arguments that stand there as a text of JSON.

use super::effect::{Finding, Kind, Program, Row, Sink};
use super::keys::flags_of;
use super::kinds::Guess;
use super::walk::Walk;
use crate::fault::Path;
use crate::json::{self, Value};

/// How deep texts of JSON within texts of JSON are read.
const DEEPEST_TEXT: u8 = 4;

impl Walk<'_, '_, '_> {
    /// Reads the arguments that stand under a key, if a tool is called with them or a text holds them. Says
    /// whether that is all that is to be read.
    pub(super) fn call(
        &mut self,
        key: &str,
        tools: &[&str],
        value: &Value<'_>,
        path: &Path<'_>,
        depth: usize,
    ) -> bool {
        let may_hold = match value {
            Value::String(text) => text.trim_start().starts_with(['{', '[']),
            Value::Object(_) | Value::Array(_) => !tools.is_empty(),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        };
        let Some(calls) = self.texts.settings.calls.filter(|_| may_hold) else { return false };
        let Some(is_certain) = (calls.holds)(key) else { return false };
        match value {
            Value::String(text) if is_certain || !tools.is_empty() => {
                let Ok(value) = json::parse(text, text.len()) else { return false };
                // What was read out of a text relieves nobody.
                self.carried_out.unread = true;
                if self.json >= DEEPEST_TEXT {
                    self.texts.finding(Finding::TooComplex);
                    self.texts.row(Row::cannot_tell(Program::UNKNOWN));
                    return true;
                }
                let shown = self.shown.unwrap_or(path);
                let json = self.json.saturating_add(1);
                self.within(tools, json, Some(shown), &mut |walk| {
                    let asked = walk.ask(key, flags_of(key));
                    walk.value(&asked, &value, path, depth);
                });
                true
            }
            Value::Object(_) | Value::Array(_) => {
                let (json, shown) = (self.json, self.shown);
                self.within(tools, json, shown, &mut |walk| {
                    let asked = walk.ask(key, flags_of(key));
                    walk.value(&asked, value, path, depth);
                });
                true
            }
            _ => false,
        }
    }

    /// Goes on with other names of the tool.
    fn within(
        &mut self,
        tools: &[&str],
        json: u8,
        shown: Option<&Path<'_>>,
        read: &mut dyn FnMut(&mut Walk<'_, '_, '_>),
    ) {
        let mut tool = self.tool;
        if !tools.is_empty() {
            tool.inner = tools;
        }
        let (beside, carried_out) = (self.beside, self.carried_out);
        let mut walk = Walk { tool, texts: self.texts, beside, carried_out, json, shown };
        read(&mut walk);
        self.carried_out = walk.carried_out;
    }

    /// What the operator says of an argument, by the names of the tools that are called inside. As the agent
    /// wrote those names, it only adds.
    pub(super) fn said_inside(&self, key: &str, guess: Guess) -> Option<Kind> {
        let kinds = self.texts.settings.kinds?;
        let is_open =
            matches!(guess, Guess::Prose | Guess::Weak(_) | Guess::MayBeDest | Guess::MayBePath);
        let mut said = self.tool.inner.iter().filter_map(|tool| kinds.kind(tool, key, guess));
        said.find(|kind| is_open && *kind != Kind::Text)
    }
}
