//! From a JSON tree to an event, or to every fault that it has.

use alloc::string::String;

use super::{Event, FieldReader, Fields, evidence::evidence_refs_of, found, members::list_others};
use crate::{
    codes::FaultCode,
    contract::{
        AuthorizationState, CONTRACT_VERSION, REQUIRED_FIELDS, Route, SubjectType, ToolCategory,
    },
    fault::{Fault, Path},
    json::Value,
    listed::Listed,
};

/// What v1 defines besides the required fields.
const OPTIONAL_FIELDS: [&str; 5] =
    ["schema_version", "request_id", "agent_id", "user_intent", "authorization_subject"];

/// Reads an event. It is taken apart rather than looked at, so that its strings move.
pub(crate) fn read_event(value: Value<'_>) -> Result<Event<'_>, Listed<Fault>> {
    read_with(FieldReader::default(), value)
}

/// Reads an event by the published schema, which also says with which category and authorization a
/// runtime may recommend `accept`.
pub(crate) fn read_by_schema(value: Value<'_>) -> Result<Event<'_>, Listed<Fault>> {
    read_with(FieldReader { by_schema: true, ..FieldReader::default() }, value)
}

fn read_with(mut reader: FieldReader, value: Value<'_>) -> Result<Event<'_>, Listed<Fault>> {
    let event = event(&mut reader, value);
    match event {
        Some(event) if reader.faults.is_empty() => Ok(event),
        _ => Err(reader.faults),
    }
}

fn event<'a>(reader: &mut FieldReader, value: Value<'a>) -> Option<Event<'a>> {
    let root = Path::Root;
    let Value::Object(object) = value else {
        let message = format_args!("the event is {}; an object is allowed", found(&value));
        reader.fault(&root, FaultCode::NotAnObject, message);
        return None;
    };

    let mut unknown_fields = Listed::default();
    let mut fields = Fields::of(object, &root);
    let is_required = |key: &str| REQUIRED_FIELDS.contains(&key);
    fields.list_others(&OPTIONAL_FIELDS, &is_required, &mut unknown_fields);

    // Every field is read before any of them may end the reading: all faults, not only the first.
    let tool_name = fields.required(reader, "tool_name", FieldReader::name);
    let tool_category = fields.required_word(reader, "tool_category");
    let authorization_state = fields.required_word(reader, "authorization_state");
    let evidence_refs = fields.required(reader, "evidence_refs", |reader, path, name, value| {
        evidence_refs_of(reader, path, name, value, &mut unknown_fields)
    });
    let risk_domain = fields.required_word(reader, "risk_domain");
    let proposed_arguments = fields.required(reader, "proposed_arguments", FieldReader::object);
    let recommended_route = fields.required_word(reader, "recommended_route");
    fields.optional(reader, "schema_version", version);
    let request_id = fields.optional(reader, "request_id", FieldReader::text);
    let agent_id = fields.optional(reader, "agent_id", FieldReader::text);
    fields.optional(reader, "user_intent", FieldReader::text);
    let authorization_subject =
        fields.optional(reader, "authorization_subject", |reader, path, name, value| {
            subject(reader, path, name, value, &mut unknown_fields)
        });

    if reader.by_schema
        && let (Some(category), Some(state)) = (tool_category, authorization_state)
        && recommended_route == Some(Route::Accept)
    {
        check_accept(reader, &root.key("recommended_route"), category, state);
    }

    Some(Event {
        tool_name: tool_name?,
        tool_category: tool_category?,
        authorization_state: authorization_state?,
        evidence_refs: evidence_refs?,
        risk_domain: risk_domain?,
        proposed_arguments: proposed_arguments?,
        recommended_route: recommended_route?,
        request_id,
        agent_id,
        authorization_subject,
        unknown_fields,
    })
}

/// Whether the schema lets a runtime recommend `accept` (Agent Action Contract v1, Authorization State
/// Semantics, column "write schema accept").
fn check_accept(
    reader: &mut FieldReader,
    path: &Path<'_>,
    category: ToolCategory,
    state: AuthorizationState,
) {
    let needs = match category {
        ToolCategory::PublicRead => return,
        ToolCategory::PrivateRead => AuthorizationState::Authenticated,
        ToolCategory::Write => AuthorizationState::Validated,
        ToolCategory::Unknown => {
            let message = format_args!(
                "`recommended_route` is `accept`; with `tool_category` `unknown` any other route is allowed"
            );
            reader.fault(path, FaultCode::RouteNotPermitted, message);
            return;
        }
    };
    if state < needs {
        let message = format_args!(
            "`recommended_route` is `accept`; with `tool_category` `{category}` that is allowed from `authorization_state` `{needs}` up",
        );
        reader.fault(path, FaultCode::RouteNotPermitted, message);
    }
}

#[expect(clippy::needless_pass_by_value, reason = "readers of fields all look alike")]
fn version(reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>) -> Option<()> {
    if value.as_str() == Some(CONTRACT_VERSION) {
        return Some(());
    }
    let message =
        format_args!("`{name}` is {}; only `{CONTRACT_VERSION}` is allowed", found(&value));
    reader.fault(path, FaultCode::UnsupportedVersion, message);
    None
}

fn subject<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    unknown_fields: &mut Listed<String>,
) -> Option<Value<'a>> {
    match &value {
        Value::String(_) => return reader.said(path, name, value).map(Value::String),
        Value::Object(object) => {
            let field = |name| object.get(name).cloned();
            let (subject_type, subject_ref) = (field("subject_type"), field("subject_ref"));
            let subject_type: Option<SubjectType> =
                reader.required(path, "subject_type", subject_type, FieldReader::word);
            let subject_ref = reader.required(path, "subject_ref", subject_ref, FieldReader::text);
            let is_known = &|key: &str| matches!(key, "subject_type" | "subject_ref");
            list_others(object.members(), path, is_known, unknown_fields);
            subject_type.and(subject_ref)?;
        }
        other => {
            reader.wrong_type(path, name, other, "a string or an object");
            return None;
        }
    }
    Some(value)
}
