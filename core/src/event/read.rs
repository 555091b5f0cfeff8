//! From a JSON tree to an event, or to every fault that it has.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::{Event, EvidenceRef, Fault, Freshness, Path, Pointer, StructuredRef, fault::found};
use crate::{
    codes::FaultCode,
    contract::{
        AuthorizationState, CONTRACT_VERSION, EvidenceKind, FreshnessStatus, RedactionStatus,
        Route, SubjectType, ToolCategory, TrustTier, Word,
    },
    json::{Number, Object, Value},
};

/// Reads an event. It is taken apart rather than looked at, so that its strings move.
pub(crate) fn read_event(value: Value<'_>) -> Result<Event<'_>, Vec<Fault>> {
    read_with(FieldReader::default(), value)
}

/// Reads an event by the published schema, which also says with which category and authorization a
/// runtime may recommend `accept`.
pub(crate) fn read_by_schema(value: Value<'_>) -> Result<Event<'_>, Vec<Fault>> {
    read_with(FieldReader { by_schema: true, ..FieldReader::default() }, value)
}

fn read_with(mut reader: FieldReader, value: Value<'_>) -> Result<Event<'_>, Vec<Fault>> {
    let event = event(&mut reader, value);
    match event {
        Some(event) if reader.faults.is_empty() => Ok(event),
        _ => Err(reader.faults),
    }
}

fn event<'a>(reader: &mut FieldReader, value: Value<'a>) -> Option<Event<'a>> {
    let root = Path::Root;
    let Value::Object(object) = value else {
        let message = format!("the event is {}; an object is allowed", found(&value));
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
    let mut unknown_fields = Vec::new();
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
                unknown_fields.push(root.key(key).pointer());
                continue;
            }
        };
        *slot = Some(member.value);
    }

    // Every field is read before any of them may end the reading: all faults, not only the first.
    let tool_name = reader.required(&root, "tool_name", tool_name.take(), FieldReader::said);
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
            let message = "`recommended_route` is `accept`; with `tool_category` `unknown` any other route is allowed";
            reader.fault(path, FaultCode::RouteNotPermitted, message.into());
            return;
        }
    };
    if state < needs {
        let message = format!(
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
    let message = format!("`{name}` is {}; only `{CONTRACT_VERSION}` is allowed", found(&value));
    reader.fault(path, FaultCode::UnsupportedVersion, message);
    None
}

fn subject<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    unknown_fields: &mut Vec<Pointer>,
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
                    unknown_fields.push(path.key(&member.key).pointer());
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

fn evidence_refs_of<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    unknown_fields: &mut Vec<Pointer>,
) -> Option<Vec<EvidenceRef<'a>>> {
    let items = reader.array(path, name, value)?;
    let mut refs = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let path = path.index(index);
        match item {
            Value::Object(object) => {
                let structured = structured_ref(reader, &path, object, unknown_fields);
                refs.extend(structured.map(EvidenceRef::Structured));
            }
            Value::String(_) => {
                refs.extend(reader.said(&path, "evidence ref", item).map(EvidenceRef::Text));
            }
            other => reader.wrong_type(&path, "evidence ref", &other, "a string or an object"),
        }
    }
    Some(refs)
}

fn structured_ref<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    object: Object<'a>,
    unknown_fields: &mut Vec<Pointer>,
) -> Option<StructuredRef<'a>> {
    let mut fields: [Option<Value<'a>>; 11] = [const { None }; 11];
    let [
        source_id,
        kind,
        trust_tier,
        redaction_status,
        freshness,
        provenance,
        summary,
        retrieved_at,
        citation_url,
        supports,
        contradicts,
    ] = &mut fields;
    let mut unknown = Vec::new();
    for member in object.into_members() {
        let slot = match &*member.key {
            "source_id" => &mut *source_id,
            "kind" => &mut *kind,
            "trust_tier" => &mut *trust_tier,
            "redaction_status" => &mut *redaction_status,
            "freshness" => &mut *freshness,
            "provenance" => &mut *provenance,
            "summary" => &mut *summary,
            "retrieved_at" => &mut *retrieved_at,
            "citation_url" => &mut *citation_url,
            "supports" => &mut *supports,
            "contradicts" => &mut *contradicts,
            key => {
                unknown_fields.push(path.key(key).pointer());
                unknown.push(member);
                continue;
            }
        };
        *slot = Some(member.value);
    }
    let has_all_six = [&source_id, &kind, &trust_tier, &redaction_status, &freshness, &provenance]
        .iter()
        .all(|field| field.is_some());

    let source_id = reader.required(path, "source_id", source_id.take(), FieldReader::said);
    let kind = reader.optional(path, "kind", kind.take(), FieldReader::word);
    let trust_tier = reader.optional(path, "trust_tier", trust_tier.take(), FieldReader::word);
    let redaction_status =
        reader.optional(path, "redaction_status", redaction_status.take(), FieldReader::word);
    let freshness =
        reader.optional(path, "freshness", freshness.take(), |reader, path, name, value| {
            freshness_of(reader, path, name, value, unknown_fields, &mut unknown)
        });
    let provenance = reader.optional(path, "provenance", provenance.take(), FieldReader::text);
    let summary = reader.optional(path, "summary", summary.take(), FieldReader::text);
    let retrieved_at =
        reader.optional(path, "retrieved_at", retrieved_at.take(), FieldReader::text);
    let citation_url =
        reader.optional(path, "citation_url", citation_url.take(), FieldReader::text);
    let supports = reader.optional(path, "supports", supports.take(), FieldReader::texts);
    let contradicts = reader.optional(path, "contradicts", contradicts.take(), FieldReader::texts);

    Some(StructuredRef {
        source_id: source_id?,
        kind: kind.unwrap_or(EvidenceKind::Other),
        trust_tier: trust_tier.unwrap_or(TrustTier::Unknown),
        redaction_status: redaction_status.unwrap_or(RedactionStatus::Unknown),
        freshness: freshness.unwrap_or(Freshness {
            status: FreshnessStatus::Unknown,
            checked_at: None,
            source: None,
            age_hours: None,
            max_age_hours: None,
        }),
        provenance,
        summary,
        retrieved_at,
        citation_url,
        supports: supports.unwrap_or_default(),
        contradicts: contradicts.unwrap_or_default(),
        has_all_six,
        unknown,
    })
}

fn freshness_of<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    unknown_fields: &mut Vec<Pointer>,
    unknown: &mut Vec<crate::json::Member<'a>>,
) -> Option<Freshness<'a>> {
    let object = reader.object(path, name, value)?;
    let mut fields: [Option<Value<'a>>; 5] = [const { None }; 5];
    let [status, checked_at, age_hours, max_age_hours, source] = &mut fields;
    for member in object.into_members() {
        let slot = match &*member.key {
            "status" => &mut *status,
            "checked_at" => &mut *checked_at,
            "age_hours" => &mut *age_hours,
            "max_age_hours" => &mut *max_age_hours,
            "source" => &mut *source,
            key => {
                unknown_fields.push(path.key(key).pointer());
                unknown.push(member);
                continue;
            }
        };
        *slot = Some(member.value);
    }
    let status = reader.optional(path, "status", status.take(), FieldReader::word);
    let checked_at = reader.optional(path, "checked_at", checked_at.take(), FieldReader::text);
    let age_hours = reader.optional(path, "age_hours", age_hours.take(), FieldReader::hours);
    let max_age_hours =
        reader.optional(path, "max_age_hours", max_age_hours.take(), FieldReader::hours);
    let source = reader.optional(path, "source", source.take(), FieldReader::text);
    Some(Freshness {
        status: status.unwrap_or(FreshnessStatus::Unknown),
        checked_at,
        source,
        age_hours,
        max_age_hours,
    })
}

/// Reads fields one by one and collects what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct FieldReader {
    pub(crate) faults: Vec<Fault>,
    /// Whether the schema's rules about `recommended_route` count as well.
    by_schema: bool,
}

impl FieldReader {
    pub(crate) fn fault(&mut self, path: &Path<'_>, code: FaultCode, message: String) {
        self.faults.push(Fault::new(path, code, message));
    }

    pub(crate) fn wrong_type(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: &Value<'_>,
        allowed: &str,
    ) {
        let message = format!("`{name}` is {}; {allowed} is allowed", found(value));
        self.fault(path, FaultCode::WrongType, message);
    }

    pub(crate) fn required<'a, T>(
        &mut self,
        parent: &Path<'_>,
        name: &str,
        value: Option<Value<'a>>,
        read: impl FnOnce(&mut Self, &Path<'_>, &str, Value<'a>) -> Option<T>,
    ) -> Option<T> {
        let path = parent.key(name);
        let Some(value) = value else {
            self.fault(&path, FaultCode::MissingField, format!("`{name}` is required"));
            return None;
        };
        read(self, &path, name, value)
    }

    pub(crate) fn optional<'a, T>(
        &mut self,
        parent: &Path<'_>,
        name: &str,
        value: Option<Value<'a>>,
        read: impl FnOnce(&mut Self, &Path<'_>, &str, Value<'a>) -> Option<T>,
    ) -> Option<T> {
        read(self, &parent.key(name), name, value?)
    }

    /// A string.
    pub(crate) fn text<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Cow<'a, str>> {
        match value {
            Value::String(text) => Some(text),
            other => {
                self.wrong_type(path, name, &other, "a string");
                None
            }
        }
    }

    /// A string that says something: at least one character of it is no white space.
    pub(crate) fn said<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Cow<'a, str>> {
        let text = self.text(path, name, value)?;
        // The byte order mark is white space to ECMAScript, and shows nothing either.
        if text.chars().any(|character| !character.is_whitespace() && character != '\u{feff}') {
            return Some(text);
        }
        let message = format!(
            "`{name}` is {}; a string with a character that is not white space is allowed",
            found(&Value::String(text)),
        );
        self.fault(path, FaultCode::BlankString, message);
        None
    }

    /// An array of strings.
    pub(crate) fn texts<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Vec<Cow<'a, str>>> {
        let items = self.array(path, name, value)?;
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.into_iter().enumerate() {
            texts.extend(self.text(&path.index(index), name, item));
        }
        Some(texts)
    }

    pub(crate) fn array<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Vec<Value<'a>>> {
        match value {
            Value::Array(items) => Some(items),
            other => {
                self.wrong_type(path, name, &other, "an array");
                None
            }
        }
    }

    pub(crate) fn object<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Object<'a>> {
        match value {
            Value::Object(object) => Some(object),
            other => {
                self.wrong_type(path, name, &other, "an object");
                None
            }
        }
    }

    pub(crate) fn boolean(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'_>,
    ) -> Option<bool> {
        match value {
            Value::Bool(flag) => Some(flag),
            other => {
                self.wrong_type(path, name, &other, "a boolean");
                None
            }
        }
    }

    /// One of the contract's words, spelled exactly.
    #[expect(clippy::needless_pass_by_value, reason = "readers of fields all look alike")]
    pub(crate) fn word<W: Word>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'_>,
    ) -> Option<W> {
        let Value::String(text) = &value else {
            self.wrong_type(path, name, &value, "a string");
            return None;
        };
        if let Some(word) = W::from_word(text) {
            return Some(word);
        }
        let choices = W::CHOICES.join("`, `");
        let message = format!("`{name}` is {}; allowed is one of `{choices}`", found(&value));
        self.fault(path, FaultCode::NotAllowedValue, message);
        None
    }

    /// A number of hours, not negative.
    #[expect(clippy::needless_pass_by_value, reason = "readers of fields all look alike")]
    fn hours(&mut self, path: &Path<'_>, name: &str, value: Value<'_>) -> Option<f64> {
        let Value::Number(number) = &value else {
            self.wrong_type(path, name, &value, "a number");
            return None;
        };
        let hours = Number::as_f64(number);
        if hours >= 0.0 {
            return Some(hours);
        }
        let message = format!("`{name}` is a negative number; a number from 0 up is allowed");
        self.fault(path, FaultCode::NumberOutOfRange, message);
        None
    }
}
