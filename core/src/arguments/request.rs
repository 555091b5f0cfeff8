//! Arguments that are one request together: its method, its addresses and what it sends.

use alloc::vec::Vec;

use super::effect::{Kind, Row, Sink};
use super::keys::flags;
use super::method;
use super::overrides;
use super::short::Key;
use super::tables::keys::URL;
use super::walk::{Walk, is_empty};
use crate::fault::Path;
use crate::json::{Member, Object, Value};

impl Walk<'_, '_, '_> {
    /// The method of a request, beside its address.
    pub(super) fn method(&mut self, object: &Object<'_>, path: &Path<'_>) {
        let says_method = |member: &&Member<'_>| {
            is_method(Key::of(&member.key).as_str()) && !matches!(member.value, Value::Null)
        };
        // Most objects say no method, and are not looked at any further.
        if !object.members().iter().any(|member| says_method(&member)) {
            return;
        }
        let mut urls = Vec::new();
        let (mut has_body, mut overrides) = (false, false);
        for other in object.members() {
            let key = Key::of(&other.key);
            let key = key.as_str();
            if flags(&other.key) & URL != 0 {
                match &other.value {
                    Value::String(text) => urls.push(text.as_ref()),
                    Value::Array(items) => urls.extend(items.iter().filter_map(Value::as_str)),
                    _ => {}
                }
            }
            let is_sent = match key {
                "json" => !matches!(other.value, Value::Bool(_)),
                // Other tools have these for something else.
                "body" | "data" | "payload" => true,
                _ => false,
            };
            has_body |= is_sent && !is_empty(&other.value);
            overrides |= key == "headers" && overrides::any_in(&other.value);
        }
        if urls.is_empty() {
            return;
        }
        let requests = self.tool.requests();
        let has_body = has_body || overrides;
        // The key may stand there in more than one spelling.
        for member in object.members().iter().filter(says_method) {
            let given = member.value.as_str();
            match given.filter(|given| method::is_plain(given)) {
                Some(given) => {
                    let request = method::Request { method: given, urls: &urls, has_body };
                    let listed = method::read(&request, self.texts.settings.http_read, self.texts);
                    self.carried_out.unlisted |= !listed;
                }
                None if self.tool.may_request() || given.is_some_and(is_smuggled) => {
                    self.texts.row(Row::cannot_tell(method::HTTP));
                    self.carried_out.unlisted = true;
                    self.carried_out.unread = true;
                }
                None => continue,
            }
            self.told(&path.key(&member.key), Kind::Method);
            self.carried_out.request |= requests;
            self.carried_out.unread |= !requests;
        }
    }
}

fn is_method(key: &str) -> bool {
    matches!(key, "method" | "http_method" | "request_method")
}

/// Whether more than one line, or a letter that looks like another, stands in a method.
fn is_smuggled(method: &str) -> bool {
    let is_ordinary = |c: char| matches!(c, ' '..='~');
    !method.trim().chars().all(is_ordinary)
}
