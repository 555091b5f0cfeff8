//! From a JSON tree to an event, or to every fault that it has.

use alloc::string::String;

use super::{Event, FieldReader, evidence::evidence_refs_of, found};
use crate::{
    codes::FaultCode,
    contract::{AuthorizationState, CONTRACT_VERSION, Route, SubjectType, ToolCategory},
    fault::{Fault, Path},
    json::Value,
    listed::Listed,
};

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

    let mut fields: [Option<Value<'a>>; 12] = [const { None }; 12];
    let [
        tool_name,
        tool_category,
        authorization_state,
        evidence_refs,
        risk_domain,
        proposed_arguments,
        recommended_route,
        schema_version,
        request_id,
        agent_id,
        user_intent,
        authorization_subject,
    ] = &mut fields;
    let mut unknown_fields = Listed::default();
    for member in object.into_members() {
        let slot = match &*member.key {
            "tool_name" => &mut *tool_name,
            "tool_category" => &mut *tool_category,
            "authorization_state" => &mut *authorization_state,
            "evidence_refs" => &mut *evidence_refs,
            "risk_domain" => &mut *risk_domain,
            "proposed_arguments" => &mut *proposed_arguments,
            "recommended_route" => &mut *recommended_route,
            "schema_version" => &mut *schema_version,
            "request_id" => &mut *request_id,
            "agent_id" => &mut *agent_id,
            "user_intent" => &mut *user_intent,
            "authorization_subject" => &mut *authorization_subject,
            key => {
                unknown_fields.add(|| root.key(key).pointer().into_string());
                continue;
            }
        };
        *slot = Some(member.value);
    }

    // Every field is read before any of them may end the reading: all faults, not only the first.
    let tool_name = reader.required(&root, "tool_name", tool_name.take(), FieldReader::name);
    let tool_category =
        reader.required(&root, "tool_category", tool_category.take(), FieldReader::word);
    let authorization_state = reader.required(
        &root,
        "authorization_state",
        authorization_state.take(),
        FieldReader::word,
    );
    let evidence_refs = reader.required(
        &root,
        "evidence_refs",
        evidence_refs.take(),
        |reader, path, name, value| {
            evidence_refs_of(reader, path, name, value, &mut unknown_fields)
        },
    );
    let risk_domain = reader.required(&root, "risk_domain", risk_domain.take(), FieldReader::word);
    let proposed_arguments = reader.required(
        &root,
        "proposed_arguments",
        proposed_arguments.take(),
        FieldReader::object,
    );
    let recommended_route =
        reader.required(&root, "recommended_route", recommended_route.take(), FieldReader::word);
    reader.optional(&root, "schema_version", schema_version.take(), version);
    let request_id = reader.optional(&root, "request_id", request_id.take(), FieldReader::text);
    let agent_id = reader.optional(&root, "agent_id", agent_id.take(), FieldReader::text);
    reader.optional(&root, "user_intent", user_intent.take(), FieldReader::text);
    let authorization_subject = reader.optional(
        &root,
        "authorization_subject",
        authorization_subject.take(),
        |reader, path, name, value| subject(reader, path, name, value, &mut unknown_fields),
    );

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
            let subject_type: Option<SubjectType> = reader.required(
                path,
                "subject_type",
                object.get("subject_type").cloned(),
                FieldReader::word,
            );
            let subject_ref = reader.required(
                path,
                "subject_ref",
                object.get("subject_ref").cloned(),
                FieldReader::text,
            );
            for member in object.members() {
                if !matches!(&*member.key, "subject_type" | "subject_ref") {
                    unknown_fields.add(|| path.key(&member.key).pointer().into_string());
                }
            }
            subject_type.and(subject_ref)?;
        }
        other => {
            reader.wrong_type(path, name, other, "a string or an object");
            return None;
        }
    }
    Some(value)
}
