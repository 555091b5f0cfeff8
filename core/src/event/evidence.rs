//! Evidence refs: strings or objects, each read to its last field.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{EvidenceRef, FieldReader, Fields, Freshness, Key, StructuredRef};
use crate::{
    contract::{EvidenceKind, FreshnessStatus, RedactionStatus, TrustTier},
    fault::Path,
    json::{Member, Object, Value},
    listed::Listed,
};

/// What v1 defines of a ref.
const FIELDS: [&str; 11] = [
    "source_id",
    "kind",
    "trust_tier",
    "redaction_status",
    "freshness",
    "provenance",
    "summary",
    "retrieved_at",
    "citation_url",
    "supports",
    "contradicts",
];

/// What a production ref should have.
const SIX: [&str; 6] =
    ["source_id", "kind", "trust_tier", "redaction_status", "freshness", "provenance"];

/// What v1 defines of `freshness`.
const OF_FRESHNESS: [&str; 5] = ["status", "checked_at", "age_hours", "max_age_hours", "source"];

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
                refs.extend(structured.map(EvidenceRef::Structured));
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
) -> Option<Box<StructuredRef<'a>>> {
    let mut fields = Fields::of(object, path);
    let has_all_six = fields.have(&SIX);
    let source_id = fields.required(reader, "source_id", FieldReader::said);
    let kind = fields.word(reader, "kind").unwrap_or(EvidenceKind::Other);
    // What a rule reads is known.
    fields.list_others(&FIELDS, &|key| Key::of(key, kind).is_some(), unknown_fields);
    let trust_tier = fields.word(reader, "trust_tier");
    let redaction_status = fields.word(reader, "redaction_status");
    let mut unknown_in_freshness = Vec::new();
    let freshness = fields.optional(reader, "freshness", |reader, path, name, value| {
        freshness_of(reader, path, name, value, unknown_fields, &mut unknown_in_freshness)
    });
    let provenance = fields.optional(reader, "provenance", FieldReader::text);
    let summary = fields.optional(reader, "summary", FieldReader::text);
    let retrieved_at = fields.optional(reader, "retrieved_at", FieldReader::text);
    let citation_url = fields.optional(reader, "citation_url", FieldReader::text);
    let supports = fields.optional(reader, "supports", FieldReader::texts);
    let contradicts = fields.optional(reader, "contradicts", FieldReader::texts);

    Some(Box::new(StructuredRef {
        source_id: source_id?,
        kind,
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
        unknown: fields.into_left(),
        unknown_in_freshness,
    }))
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
    let mut fields = Fields::of(object, path);
    fields.list_others(&OF_FRESHNESS, &|_| false, unknown_fields);
    let status = fields.word(reader, "status");
    let checked_at = fields.optional(reader, "checked_at", FieldReader::text);
    let age_hours = fields.optional(reader, "age_hours", FieldReader::hours);
    let max_age_hours = fields.optional(reader, "max_age_hours", FieldReader::hours);
    let source = fields.optional(reader, "source", FieldReader::text);
    *unknown = fields.into_left();
    Some(Freshness {
        status: status.unwrap_or(FreshnessStatus::Unknown),
        checked_at,
        source,
        age_hours,
        max_age_hours,
    })
}
