//! One event, or one reply: shape, what only the prose asks for, and what a reader advises.

use aana_core::{
    Fault,
    codes::FaultCode,
    contract::VerbClass,
    json::{self, Limits, MAX_DEPTH, Object, Value},
    names,
};

use super::{
    AaepRule, forms,
    shape::{self, CLARIFICATION_REPLY, CONFIRMATION_REPLY, Core, ENVELOPE, Field},
    walk::{FindingCollector, Location, Precision, described},
};
use crate::{Finding, Place, Report};

/// The vocabulary of AAEP, which every event names first.
pub const CONTEXT: &str = "https://aaep-protocol.org/context/v1";

/// How many bytes of a text are read. What is larger than 64 KiB draws advice, what is larger than
/// this is refused.
pub const MAX_BYTES: usize = 1 << 20;

const LONG_TYPE: &str = "https://aaep-protocol.org/types/";
const MOST_EVENT_BYTES: usize = 64 * 1024;
const MOST_STRING_BYTES: usize = 16 * 1024;
const MOST_MEMBERS: usize = 32;
const MOST_LEVELS: usize = 8;

/// What a document says it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One of the twelve.
    Core(Core),
    /// In the `aaep:` name space, but none of the twelve.
    UnknownCore,
    /// `prefix:name` of an extension.
    Extension,
    /// A URI.
    Uri,
    /// None of these.
    Unformed,
}

/// Reads the type of an event; the long form of a core type counts as the short one.
pub(super) fn kind(text: &str) -> Kind {
    let core = |name| Core::parse(name).map_or(Kind::UnknownCore, Kind::Core);
    if let Some(name) = text.strip_prefix("aaep:").or_else(|| text.strip_prefix(LONG_TYPE)) {
        return core(name);
    }
    if text.contains("://") {
        return if forms::is_uri(text) { Kind::Uri } else { Kind::Unformed };
    }
    let Some((prefix, name)) = text.split_once(':') else { return Kind::Unformed };
    let in_prefix = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let formed = prefix.starts_with(|first: char| first.is_ascii_alphabetic())
        && prefix.bytes().all(in_prefix)
        && !name.is_empty()
        && !name.chars().any(|character| character.is_whitespace() || character.is_control());
    if formed { Kind::Extension } else { Kind::Unformed }
}

/// Checks one AAEP event, given as JSON text.
///
/// # Example
///
/// ```
/// use aana_formats::{Rule as _, aaep};
///
/// let report = aaep::check_event(r#"{
///     "@context": "https://aaep-protocol.org/context/v1",
///     "type": "aaep:agent.tool.invoked",
///     "event_id": "evt_1", "session_id": "sess_1",
///     "timestamp": "2026-06-30T14:22:11.342Z",
///     "producer": {"agent_id": "action-gate"},
///     "tool": "send email", "summary_normal": "Sending the reply."
/// }"#);
/// let found = &report.findings()[0];
/// assert_eq!(found.rule.id(), "field.pattern");
/// assert_eq!(found.place, aana_formats::Place::Pointer("/tool".into()));
/// ```
pub fn check_event(text: &str) -> Report<AaepRule> {
    match read(text) {
        Ok(value) => checked_event(&value, text.len()),
        Err(finding) => Report::new(vec![finding]),
    }
}

/// The same for a tree that was already read.
pub fn check_event_value(event: &Value<'_>) -> Report<AaepRule> {
    let mut compact = String::new();
    json::canonical(&mut compact, event);
    checked_event(event, compact.len())
}

/// Checks one `confirmation.reply` or `clarification.reply`, given as JSON text.
pub fn check_reply(text: &str) -> Report<AaepRule> {
    match read(text) {
        Ok(value) => check_reply_value(&value),
        Err(finding) => Report::new(vec![finding]),
    }
}

/// The same for a tree that was already read.
pub fn check_reply_value(reply: &Value<'_>) -> Report<AaepRule> {
    let mut walk = FindingCollector::new(Precision::Any);
    let Some(object) = object_of(reply, &mut walk) else { return walk.into_report() };
    let clarifies = object.get("type").and_then(Value::as_str) == Some("clarification.reply");
    let fields = if clarifies { CLARIFICATION_REPLY } else { CONFIRMATION_REPLY };
    walk.fields(object, fields, Location::Root);
    walk.no_others(object, fields, Location::Root);
    walk.into_report()
}

/// Reads a text, or says why it is not read.
pub(super) fn read(text: &str) -> Result<Value<'_>, Finding<AaepRule>> {
    let limits = Limits { max_bytes: MAX_BYTES, max_depth: MAX_DEPTH };
    json::parse_within(text, limits).map_err(unread)
}

/// What is found where there is no JSON value.
pub(super) fn unread(fault: Fault) -> Finding<AaepRule> {
    Finding {
        rule: match fault.code {
            FaultCode::DuplicateKey => AaepRule::JsonDuplicateKey,
            FaultCode::EventTooLarge => AaepRule::JsonTooLarge,
            FaultCode::NestingTooDeep => AaepRule::JsonTooDeep,
            FaultCode::NumberOutOfRange => AaepRule::JsonNumberRange,
            _ => AaepRule::JsonInvalid,
        },
        place: Place::Pointer(fault.path),
        message: fault.message,
    }
}

pub(super) fn object_of<'v, 'a>(
    value: &'v Value<'a>,
    walk: &mut FindingCollector,
) -> Option<&'v Object<'a>> {
    let object = value.as_object();
    if object.is_none() {
        let message = format!("the document is {}; only an object is allowed", described(value));
        walk.note(AaepRule::NotAnObject, Location::Root, message);
    }
    object
}

pub(super) fn checked_event(event: &Value<'_>, bytes: usize) -> Report<AaepRule> {
    let mut walk = FindingCollector::new(Precision::Event);
    if let Some(object) = object_of(event, &mut walk) {
        let kind = object.get("type").and_then(Value::as_str).map(kind);
        walk.fields(object, ENVELOPE, Location::Root);
        let declares = context(object, &mut walk);
        event_type(object, kind, declares, &mut walk);
        reserved_members(object, &mut walk);
        extensions(object, declares, &mut walk);
        if let Some(Kind::Core(core)) = kind {
            payload(object, core, &mut walk);
        }
        sizes(event, object, bytes, &mut walk);
    }
    walk.into_report()
}

/// Checks `@context`, and tells whether it names a vocabulary beyond AAEP's own.
fn context(object: &Object<'_>, walk: &mut FindingCollector) -> bool {
    let at = Location::Root.key("@context");
    let rule = AaepRule::Context;
    match object.get("@context") {
        Some(Value::String(text)) if text == CONTEXT => false,
        Some(Value::Array(items)) if items.first().and_then(Value::as_str) == Some(CONTEXT) => {
            for (index, item) in items.iter().enumerate().skip(1) {
                if !item.as_str().is_some_and(forms::is_uri) {
                    let message = format!("entry {index} of `@context` is not an absolute URI");
                    walk.note(rule, Location::Index(&at, index), message);
                }
            }
            items.len() > 1
        }
        found => {
            let found = found.map_or("missing", described);
            let message = format!(
                "`@context` is {found}; only `{CONTEXT}`, alone or first in an array, is allowed"
            );
            walk.note(rule, at, message);
            // Whether more is declared cannot be told; one fault is enough.
            true
        }
    }
}

fn event_type(
    object: &Object<'_>,
    kind: Option<Kind>,
    declares: bool,
    walk: &mut FindingCollector,
) {
    let at = Location::Root.key("type");
    match kind {
        Some(Kind::Unformed) => {
            let message = "`type` is neither `prefix:name` nor a URI".to_owned();
            walk.note(AaepRule::TypeForm, at, message);
        }
        Some(Kind::UnknownCore) => {
            let message = "`type` is in the name space of AAEP but none of its event types";
            walk.note(AaepRule::TypeUnknownCore, at, message.to_owned());
        }
        Some(Kind::Extension) => {
            let text = object.get("type").and_then(Value::as_str).unwrap_or_default();
            let prefix = text.split(':').next().unwrap_or_default();
            prefix_of(prefix, declares, at, walk);
        }
        Some(Kind::Core(_) | Kind::Uri) | None => {}
    }
}

/// A prefix that an extension uses.
fn prefix_of(prefix: &str, declares: bool, at: Location<'_>, walk: &mut FindingCollector) {
    if matches!(prefix, "aaep" | "xsd" | "rdf" | "rdfs") || prefix.starts_with('@') {
        let message = "this prefix is reserved; an extension needs one of its own".to_owned();
        walk.note(AaepRule::ExtensionReservedPrefix, at, message);
    } else if !declares {
        let message =
            "an extension is used, but `@context` names no vocabulary beside that of AAEP";
        walk.note(AaepRule::ExtensionUndeclared, at, message.to_owned());
    }
}

fn reserved_members(object: &Object<'_>, walk: &mut FindingCollector) {
    for member in object.members() {
        let key = &*member.key;
        let reserved = matches!(key, "@id" | "@graph" | "@base" | "@vocab")
            || (key.starts_with("aaep_") && key != "aaep_version");
        if reserved {
            let message = "this name is reserved for AAEP itself; it has to go".to_owned();
            walk.note(AaepRule::ReservedField, Location::Root.key(key), message);
        }
    }
}

fn extensions(object: &Object<'_>, declares: bool, walk: &mut FindingCollector) {
    let Some(Value::Object(extensions)) = object.get("extensions") else { return };
    let at = Location::Root.key("extensions");
    for member in extensions.members() {
        let here = at.key(&member.key);
        if member.value.as_object().is_none() {
            let message = format!(
                "this extension is {}; only an object is allowed",
                described(&member.value)
            );
            walk.note(AaepRule::FieldType, here, message);
        }
        prefix_of(&member.key, declares, here, walk);
    }
}

fn payload(object: &Object<'_>, core: Core, walk: &mut FindingCollector) {
    let fields = shape::payload(core);
    walk.fields(object, fields, Location::Root);
    let known = |key: &str| {
        let named = |fields: &[Field]| fields.iter().any(|field| field.name == key);
        named(ENVELOPE) || named(fields)
    };
    for member in object.members() {
        if !known(&member.key) {
            let message =
                "this event type has no such member; what is your own goes into `extensions`";
            walk.note(AaepRule::UnknownField, Location::Root.key(&member.key), message.to_owned());
        }
    }
    if core.is_critical() && object.get("urgency").and_then(Value::as_str) != Some("critical") {
        let message = "`urgency` is not `critical`, as this event type must be".to_owned();
        walk.note(AaepRule::UrgencyCritical, Location::Root.key("urgency"), message);
    }
    match core {
        Core::AwaitingConfirmation => default_decision(object, walk),
        Core::AwaitingClarification => choices(object, walk),
        Core::ProgressUpdated => progress(object, walk),
        Core::ToolInvoked => understated(object, walk),
        _ => {}
    }
}

/// Whether a confirmation says that the action cannot be undone.
pub(super) fn says_irreversible(object: &Object<'_>) -> bool {
    object.get("irreversible") == Some(&Value::Bool(true))
        || object.get("reversibility").and_then(Value::as_str) == Some("irreversible")
}

fn default_decision(object: &Object<'_>, walk: &mut FindingCollector) {
    if object.get("default_decision").and_then(Value::as_str) != Some("accept") {
        return;
    }
    let at = Location::Root.key("default_decision");
    let risk = object.get("risk_level").and_then(Value::as_str);
    match (says_irreversible(object), risk) {
        (true, Some("high" | "medium")) => {
            let message = "`default_decision` accepts what cannot be undone and has a medium or \
                           high risk; only `reject` is allowed";
            walk.note(AaepRule::DefaultDecision, at, message.to_owned());
        }
        (true, _) | (_, Some("high")) => {
            let message = "`default_decision` should be `reject` for what cannot be undone or has \
                           a high risk";
            walk.note(AaepRule::DefaultShouldReject, at, message.to_owned());
        }
        _ => {}
    }
}

/// A name that deletes or pays, announced as something of low risk that can be undone.
fn understated(object: &Object<'_>, walk: &mut FindingCollector) {
    let text = |name: &str| object.get(name).and_then(Value::as_str);
    let (Some(tool), Some("low")) = (text("tool"), text("risk_level")) else { return };
    // What is not a boolean has a finding of its own.
    if !matches!(object.get("irreversible"), None | Some(Value::Bool(false))) {
        return;
    }
    let what = match names::verb_class(tool.get(..names::LONGEST).unwrap_or(tool)) {
        VerbClass::Destroy => "destroys something",
        VerbClass::Money => "moves money",
        _ => return,
    };
    let message = format!(
        "the name of the tool says that it {what}, and its risk is said to be low; `irreversible: \
         true` would have it confirmed"
    );
    walk.note(AaepRule::IrreversibleSuggested, Location::Root.key("irreversible"), message);
}

fn choices(object: &Object<'_>, walk: &mut FindingCollector) {
    let kinds = object.get("accepted_response_kinds").and_then(Value::as_array).unwrap_or_default();
    let choice = kinds.iter().any(|kind| kind.as_str() == Some("multiple_choice"));
    if choice && object.get("choices").is_none() {
        let message = "`choices` is missing; `multiple_choice` needs it".to_owned();
        walk.note(AaepRule::FieldMissing, Location::Root.key("choices"), message);
    }
}

fn progress(object: &Object<'_>, walk: &mut FindingCollector) {
    if let Some(Value::Object(progress)) = object.get("progress")
        && progress.members().is_empty()
    {
        let message = "`progress` has no member; at least one is needed".to_owned();
        walk.note(AaepRule::FieldItems, Location::Root.key("progress"), message);
    }
}

/// What readers may drop.
fn sizes(event: &Value<'_>, object: &Object<'_>, bytes: usize, walk: &mut FindingCollector) {
    if bytes > MOST_EVENT_BYTES {
        let message = format!("the event has {bytes} bytes; readers may drop it above 65536");
        walk.note(AaepRule::SizeEvent, Location::Root, message);
    }
    let members = object.members().len();
    if members > MOST_MEMBERS {
        let message = format!("the event has {members} members; readers may drop it above 32");
        walk.note(AaepRule::SizeMembers, Location::Root, message);
    }
    if levels(event) > MOST_LEVELS {
        let message = "the event is nested deeper than 8 levels; readers may drop it".to_owned();
        walk.note(AaepRule::SizeDepth, Location::Root, message);
    }
    strings(event, Location::Root, walk);
}

/// The reader's own limit bounds the recursion.
fn levels(value: &Value<'_>) -> usize {
    let below = match value {
        Value::Array(items) => items.iter().map(levels).max().unwrap_or(0),
        Value::Object(object) => {
            object.members().iter().map(|member| levels(&member.value)).max().unwrap_or(0)
        }
        _ => return 0,
    };
    below.saturating_add(1)
}

fn strings(value: &Value<'_>, at: Location<'_>, walk: &mut FindingCollector) {
    match value {
        Value::String(text) if text.len() > MOST_STRING_BYTES => {
            let message =
                format!("this string has {} bytes; readers may drop it above 16384", text.len());
            walk.note(AaepRule::SizeString, at, message);
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                strings(item, Location::Index(&at, index), walk);
            }
        }
        Value::Object(object) => {
            for member in object.members() {
                strings(&member.value, at.key(&member.key), walk);
            }
        }
        _ => {}
    }
}
