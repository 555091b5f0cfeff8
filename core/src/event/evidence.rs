//! Evidence refs: strings or objects, each read to its last field.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{EvidenceRef, FieldReader, Freshness, Key, StructuredRef};
use crate::{
    contract::{EvidenceKind, FreshnessStatus, RedactionStatus, TrustTier},
    fault::Path,
    json::{Member, Object, Value},
    listed::Listed,
};

/// Reads `evidence_refs`.
pub(super) fn evidence_refs_of<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    unknown_fields: &mut Listed<String>,
) -> Option<Vec<EvidenceRef<'a>>> {
    let items = reader.array(path, name, value)?;
    let mut refs = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let path = path.index(index);
        match item {
            Value::Object(object) => {
                let structured = structured_ref(reader, &path, object, unknown_fields);
                refs.extend(structured.map(Box::new).map(EvidenceRef::Structured));
            }
            Value::String(_) => {
                refs.extend(reader.said(&path, "an evidence ref", item).map(EvidenceRef::Text));
            }
            other => reader.wrong_type(&path, "an evidence ref", &other, "a string or an object"),
        }
    }
    Some(refs)
}

fn structured_ref<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    object: Object<'a>,
    unknown_fields: &mut Listed<String>,
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
            _ => {
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
    for member in &unknown {
        // What a rule reads is known.
        if Key::of(&member.key, kind.unwrap_or(EvidenceKind::Other)).is_none() {
            unknown_fields.add(|| path.key(&member.key).pointer().into_string());
        }
    }
    let trust_tier = reader.optional(path, "trust_tier", trust_tier.take(), FieldReader::word);
    let redaction_status =
        reader.optional(path, "redaction_status", redaction_status.take(), FieldReader::word);
    let mut unknown_in_freshness = Vec::new();
    let freshness =
        reader.optional(path, "freshness", freshness.take(), |reader, path, name, value| {
            freshness_of(reader, path, name, value, unknown_fields, &mut unknown_in_freshness)
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
        unknown_in_freshness,
    })
}

fn freshness_of<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    unknown_fields: &mut Listed<String>,
    unknown: &mut Vec<Member<'a>>,
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
                unknown_fields.add(|| path.key(key).pointer().into_string());
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
