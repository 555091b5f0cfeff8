//! What a call may be called by besides the names of tools: an action, a method, a service.

use alloc::{borrow::Cow, format, vec::Vec};

use super::{
    place::{Place, with_calls},
    reading::CallReading,
    roles::{Role, role_of_key, whole_word},
    words::{of_action, read_word},
};
use crate::{
    gate::classify::identity::folded,
    json::{Member, Object, Value},
    tokens::{Word, word_set},
};

word_set! {
    /// What a tool may be given beside its name.
    OF_TOOLS = ["body", "data", "inputs", "json", "payload"]
}

/// Whether a tool is named and what it is given stands beside it.
pub(super) fn is_tool_with_body(object: &Object<'_>) -> bool {
    let (mut tool, mut body) = (false, false);
    for Member { key, value } in object.members() {
        tool |= role_of_key(key) == Some(Role::Tool) && value.as_str().is_some();
        body |= matches!(value, Value::Object(_)) && OF_TOOLS.contains(Word::of(key));
    }
    tool && body
}

/// What may be the name of a tool, whatever it stands under: what an entry of the policy says of such a tool counts.
/// What the name of the tool itself only looks for is none.
pub(super) fn suspects(object: &Object<'_>, place: Place<'_>, reading: &mut CallReading) {
    let domain = service_domain(object);
    let mut texts = Vec::new();
    for Member { key, value } in object.members() {
        let folded = folded(key);
        let role = role_of_key(key);
        let is_service = whole_word(&folded) == Some(Word::literal("service"));
        if is_service && let (Some(domain), Some(service)) = (domain, value.as_str()) {
            if place.is_arguments || place.in_dispatcher {
                read_word(Role::Action, service.trim(), place, reading);
            }
            texts.push(Cow::Owned(format!("{}.{}", domain.trim(), service.trim())));
        }
        let may_name = is_service
            || matches!(role, Some(Role::Action | Role::Method | Role::Tool | Role::Callable));
        if may_name {
            collect(value, &mut texts);
        }
    }
    let counts = (place.is_arguments || place.in_dispatcher)
        && !place.describes
        && (place.in_dispatcher || !place.covers.words);
    if texts.is_empty() || !counts || place.policy.entries() == 0 {
        return;
    }
    let given = object.members().iter().filter_map(|Member { key, value }| {
        let is_given =
            role_of_key(key).is_some_and(Role::is_arguments) || OF_TOOLS.contains(Word::of(key));
        is_given.then_some(value)
    });
    with_calls(object, given, place, &mut |calls| {
        let inner = reading.inner.get_or_insert_default();
        for text in &texts {
            inner.suspect(text, place.policy, calls);
        }
    });
}

fn service_domain<'v>(object: &'v Object<'_>) -> Option<&'v str> {
    let is_domain = |key: &str| Word::of(key) == Word::literal("domain");
    object.members().iter().find(|it| is_domain(&it.key)).and_then(|it| it.value.as_str())
}

/// The texts of one word in a value, in a list, or in the objects of actions.
fn collect<'v>(value: &'v Value<'_>, texts: &mut Vec<Cow<'v, str>>) {
    match value {
        Value::String(text) => {
            let text = text.trim();
            if !text.is_empty() && !text.contains(char::is_whitespace) {
                texts.push(Cow::Borrowed(text));
            }
        }
        Value::Array(items) => {
            for item in items.iter().filter(|item| !matches!(item, Value::Array(_))) {
                collect(item, texts);
            }
        }
        Value::Object(object) => texts.extend(of_action(object).map(Cow::Borrowed)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
