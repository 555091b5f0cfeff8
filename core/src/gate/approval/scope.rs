//! What an approval says that it is for: another action, tool, subject or target than this call's.

use alloc::{borrow::Cow, string::String, vec::Vec};

use crate::{
    event::{Event, folded_key},
    gate::{classify::verbs::verb, provenance::plain, wording},
    json::{Number, Value, canonical},
    tokens::{Token, Word, tokens, word_set},
};

word_set! {
    /// Keys of `supports` that name no argument of the call.
    NO_TARGET = [
        "action", "actions", "actiondigest", "tool", "subject", "command", "toolcategory",
        "decision", "verdict", "status", "commit", "trace", "request", "grant", "plan", "message",
    ]
}

word_set! {
    /// Keys of `supports` that name a tool.
    OF_TOOL = ["tool", "toolname", "tools", "function", "functionname"]
}

word_set! {
    /// Nouns that say in `supports` who is meant, and not what: no argument with an id is compared with them.
    NO_STEM = ["user", "session", "approver", "reviewer", "agent", "owner", "role", "tenant", "team"]
}

/// Whether an entry of `supports` names an action in any way, this one or another: it begins with the
/// word, or is a digest.
pub(in crate::gate) fn names_an_action(support: &str) -> bool {
    let support = &*plain(support);
    let support = support.trim_start_matches(|it: char| !it.is_alphanumeric());
    let word = support.split(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '-')));
    let word = folded_key(word.into_iter().next().unwrap_or_default());
    let action = ["action", "actions", "actiondigest"].map(Word::literal);
    action.contains(&word) || is_digest(support)
}

/// The hexadecimal digits that a text ends with, if they are enough for a digest.
pub(super) fn digits_of_digest(text: &str) -> Option<&str> {
    const FEWEST: usize = 32;
    let text = text.trim_end();
    let (_, digits) = text.rsplit_once([':', '=', '/', ' ']).unwrap_or(("", text));
    let digits = digits.trim();
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    let is_one = digits.len() >= FEWEST && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_one.then_some(digits)
}

word_set! {
    /// Words that say of a digest that it is one of a call: `args_sha256:..`, `call:sha256:..`.
    OF_CALL = ["action", "call", "toolcall", "args", "arguments", "params", "parameters", "input", "fingerprint", "digest",
        "hash", "approved"]
}

/// Whether a text is a digest, bare or behind the name of a hash or of a call.
fn is_digest(text: &str) -> bool {
    let Some(digits) = digits_of_digest(text) else { return false };
    let name = text.trim_end().strip_suffix(digits).unwrap_or_default().trim();
    let name = name.strip_suffix("0x").unwrap_or(name).trim_end_matches([':', '=', '/', ' ']);
    let begins =
        |with: &str| name.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    name.is_empty()
        || ["sha", "md5", "blake", "digest", "hash"].into_iter().any(begins)
        || tokens(name).any(|token| OF_CALL.contains(token.word))
}

/// No approval names more places.
const MOST_PLACES: u8 = 8;

/// The call as approvals speak of it.
pub(in crate::gate) struct Scope<'e> {
    event: &'e Event<'e>,
    /// The beginning of the tool's name.
    name: &'e str,
    /// The folded keys and the values of the scalar arguments, sorted, once they were needed. Both an event's
    /// arguments and its `supports` may be long.
    arguments: Option<Vec<(String, Cow<'e, str>)>>,
}

impl<'e> Scope<'e> {
    pub(in crate::gate) const fn new(event: &'e Event<'e>, name: &'e str) -> Self {
        Self { event, name, arguments: None }
    }

    /// Whether entries of `supports` say that the approval is for something else. Of several entries
    /// about one thing one that fits is enough.
    pub(in crate::gate) fn is_other<'s>(
        &mut self,
        supports: impl Iterator<Item = &'s str>,
    ) -> bool {
        let (mut tool, mut subject) = (None, None);
        let (mut is_other, mut places) = (false, 0_u8);
        // For each argument that an entry names, whether one fits.
        let mut targets: Vec<(usize, bool)> = Vec::new();
        for support in supports {
            is_other |= self.is_another_verb(support);
            // `order 8`, `orders/8`
            let parts = support.split_once([':', '=']).or_else(|| {
                support.split_once([' ', '/', '#']).filter(|(_, value)| is_numeral(value))
            });
            let Some((key, value)) = parts else { continue };
            let word = folded_key(key.trim());
            let value = value.trim();
            let is_place = word == Word::literal("environment") || word == Word::literal("env");
            if is_place && !is_other && wording::is_trial(value, self.name) {
                // Of many places none is looked up for long.
                places = places.saturating_add(1);
                is_other = places > MOST_PLACES || !self.has_argument(value);
            }
            if OF_TOOL.contains(word) {
                tool = Some(tool.unwrap_or(false) || is_tool(value, &self.event.tool_name));
            } else if word == Word::literal("subject") {
                let fits = is_subject(value, self.event.authorization_subject.as_ref());
                subject = Some(subject.unwrap_or(false) || fits);
            } else if !NO_TARGET.contains(word)
                && let Some((place, fits)) = self.compare(key, value)
            {
                targets.push((place, fits));
            }
        }
        targets.sort_unstable();
        is_other |= tool == Some(false) || subject == Some(false);
        // One that fits is sorted behind those that do not.
        for (index, (place, fits)) in targets.iter().enumerate() {
            let next = targets.get(index.saturating_add(1));
            let is_last = next.is_none_or(|(other, _)| other != place);
            is_other |= is_last && !fits;
        }
        is_other
    }

    /// `refund_order` beside a call of `cancel_order`: the same thing, and something else done to it.
    fn is_another_verb(&self, support: &str) -> bool {
        let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
        if !support.contains('_') || !support.chars().all(is_name) {
            return false;
        }
        let of_tool = |word: Word| self.is_word_of_tool(word);
        let mut words = tokens(support).map(|it: Token<'_>| it.word);
        words.next().is_some_and(|first| verb(first).is_some() && !of_tool(first))
            && words.any(of_tool)
            && !self.is_of_tool(support)
    }

    /// Whether a name is that of the call's tool.
    pub(super) fn is_of_tool(&self, name: &str) -> bool {
        let tool = &*self.event.tool_name;
        let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
        let last = last.rsplit_once("__").map_or(last, |(_, last)| last);
        is_tool(name, tool) || joined(last) == joined(tool)
    }

    pub(super) const fn tool_name(&self) -> &str {
        self.name
    }

    /// Whether a word is one of the tool's name.
    pub(super) fn is_word_of_tool(&self, word: Word) -> bool {
        tokens(self.name).any(|it: Token<'_>| it.word == word)
    }

    /// Whether a top-level argument has this value.
    pub(super) fn has_argument(&self, value: &str) -> bool {
        let members = self.event.proposed_arguments.members();
        members.iter().any(|it| it.value.as_str().is_some_and(|it| it.eq_ignore_ascii_case(value)))
    }

    /// Whether the argument with this key has this value, if there is one.
    pub(super) fn argument_is(&mut self, key: &str, value: &str) -> Option<bool> {
        self.compare(key, value).map(|(_, fits)| fits)
    }

    /// The place of the arguments with this key, if there are any, and whether one has this value.
    fn compare(&mut self, key_text: &str, value: &str) -> Option<(usize, bool)> {
        let (event, name) = (self.event, self.name);
        let arguments = self.arguments.get_or_insert_with(|| arguments_of(event));
        let find = |key: String| {
            let place = arguments.partition_point(|(other, _)| *other < key);
            arguments.get(place).is_some_and(|(other, _)| *other == key).then_some((place, key))
        };
        let key = joined(key_text);
        let number = id_key(&key).filter(|_| is_numeral(value));
        // `order:7` names the `id` of `cancel_order`.
        let of_tool = || {
            let stem =
                key_stem(key_text).filter(|stem| is_numeral(value) && !NO_STEM.contains(*stem))?;
            let named = tokens(name).any(|it: Token<'_>| stem == it.word);
            named.then(|| find(String::from("id"))).flatten()
        };
        let (place, key) = find(key).or_else(|| find(number?)).or_else(of_tool)?;
        let holds = |value: &str| {
            let before = |it: &(String, Cow<'_, str>)| (&*it.0, &*it.1).cmp(&(&*key, value));
            arguments.binary_search_by(before).is_ok()
        };
        let as_number = || Number::from_text(value).is_some_and(|number| holds(&digits(&number)));
        Some((place, holds(value) || as_number()))
    }
}

/// The keys and values of the top-level arguments that an entry of `supports` can name, sorted: scalars by their
/// key, and numbers that are ids also by what has the id. `order:7` names `order_id` and `{"order": {"id": 7}}`.
fn arguments_of<'e>(event: &'e Event<'_>) -> Vec<(String, Cow<'e, str>)> {
    let mut arguments = Vec::new();
    for member in event.proposed_arguments.members() {
        let key = joined(&member.key);
        let id = match &member.value {
            Value::Object(object) => object.get("id").and_then(scalar),
            value => scalar(value),
        };
        let Some(id) = id else { continue };
        let number = id_key(&key).filter(|_| is_numeral(&id));
        if !matches!(member.value, Value::Object(_)) {
            arguments.push((key, id.clone()));
        }
        arguments.extend(number.map(|key| (key, id)));
    }
    arguments.sort_unstable();
    arguments
}

/// Under which key the id of something stands, beside those of the arguments: no argument begins with a `#`.
fn id_key(key: &str) -> Option<String> {
    let stem = key.strip_suffix("id").unwrap_or(key);
    let is_what = !stem.is_empty() && !NO_STEM.contains(Word::of(stem));
    is_what.then(|| ["#", stem].concat())
}

/// The noun of a key: `order` of `order_id`.
fn key_stem(key: &str) -> Option<Word> {
    let mut words = tokens(key).map(|token: Token<'_>| token.word);
    let first = words.next()?;
    let is_id = words.next().is_none_or(|second| second == Word::literal("id"));
    (is_id && words.next().is_none()).then_some(first)
}

fn is_numeral(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Letters and digits in lower case.
fn joined(name: &str) -> String {
    plain(name).chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a name is that of the tool, in any spelling, with its namespace or without.
fn is_tool(name: &str, tool: &str) -> bool {
    let last = tool.rsplit(['.', '/', ':']).next().unwrap_or(tool);
    let last = last.rsplit_once("__").map_or(last, |(_, last)| last);
    let name = joined(name);
    name == joined(tool) || name == joined(last)
}

/// Whether a text is the subject of the call. Where the event names none, it is another one.
fn is_subject(text: &str, subject: Option<&Value<'_>>) -> bool {
    match subject {
        Some(Value::String(subject)) => subject.trim() == text,
        Some(Value::Object(object)) => {
            let of = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
            let (kind, reference) = (of("subject_type"), of("subject_ref"));
            reference == text || text.split_once(':') == Some((kind, reference))
        }
        _ => false,
    }
}

/// A value as an entry of `supports` would write it; `None` for a list or an object.
pub(super) fn scalar<'v>(argument: &'v Value<'_>) -> Option<Cow<'v, str>> {
    Some(match argument {
        Value::String(text) => Cow::Borrowed(text.trim()),
        Value::Bool(true) => Cow::Borrowed("true"),
        Value::Bool(false) => Cow::Borrowed("false"),
        Value::Null => Cow::Borrowed("null"),
        Value::Number(number) => Cow::Owned(digits(number)),
        Value::Array(_) | Value::Object(_) => return None,
    })
}

/// The digits that equal numbers share: `100`, `100.0` and `1e2` are one.
fn digits(number: &Number<'_>) -> String {
    let mut digits = String::new();
    canonical(&mut digits, &Value::Number(number.clone()));
    digits
}
