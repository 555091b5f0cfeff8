//! Arguments that are one request together: its method, its addresses and what it sends.

use alloc::vec::Vec;

use super::effect::{Kind, Sink};
use super::method;
use super::short::Key;
use super::tables::keys::{KEYS, URL};
use super::walk::{Walk, is_empty};
use crate::fault::Path;
use crate::json::{Object, Value};

impl Walk<'_, '_, '_> {
    /// The method of a request, beside its address.
    pub(super) fn method(&mut self, object: &Object<'_>, path: &Path<'_>) {
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
            has_body |= match key.as_str() {
                "body" | "data" | "json" | "payload" => !is_empty(&other.value),
                "headers" => other.value.as_object().is_some_and(says_method),
                _ => false,
            };
        }
        if urls.is_empty() {
            return;
        }
        let requests = self.tool.requests();
        // The key may stand there in more than one spelling.
        for member in object.members().iter().filter(|member| is_method(&member.key)) {
            let Some(given) = member.value.as_str() else { continue };
            let request = method::Request { method: given, urls: &urls, has_body };
            let listed = method::read(&request, self.texts.settings.http_read, self.texts);
            self.carried_out.unlisted |= !listed;
            self.texts.argument(&path.key(&member.key), Kind::Method);
            self.carried_out.request |= requests;
            self.carried_out.unread |= !requests;
        }
    }
}

/// Whether a header stands there that servers take for the method.
fn says_method(headers: &Object<'_>) -> bool {
    headers.members().iter().any(|header| {
        let name = Key::of(&header.key);
        name.as_str().starts_with("x_") && name.as_str().contains("method")
    })
}
