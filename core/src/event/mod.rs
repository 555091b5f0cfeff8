//! An event that was understood, and how it is read.

mod evidence;
mod fields;
mod found;
mod key;
mod members;
mod read;

use alloc::{borrow::Cow, boxed::Box, string::String, vec::Vec};

pub(crate) use fields::{FieldReader, is_blank};
pub(crate) use found::found;
pub(crate) use key::{Key, folded_key};
use members::Fields;
pub(crate) use read::{read_by_schema, read_event};

use crate::{
    contract::{
        AuthorizationState, EvidenceKind, FreshnessStatus, RedactionStatus, RiskDomain, Route,
        ToolCategory, TrustTier,
    },
    json::{Member, Object, Value},
    listed::Listed,
    mask::masked,
};

/// A well-formed Agent Action Contract v1 event.
#[derive(Debug, Clone)]
pub(crate) struct Event<'a> {
    pub(crate) tool_name: Cow<'a, str>,
    pub(crate) tool_category: ToolCategory,
    pub(crate) authorization_state: AuthorizationState,
    pub(crate) evidence_refs: Vec<EvidenceRef<'a>>,
    pub(crate) risk_domain: RiskDomain,
    pub(crate) proposed_arguments: Object<'a>,
    pub(crate) recommended_route: Route,
    pub(crate) request_id: Option<Cow<'a, str>>,
    pub(crate) agent_id: Option<Cow<'a, str>>,
    /// Kept as it came: the digest is all that it is for.
    pub(crate) authorization_subject: Option<Value<'a>>,
    /// Pointers to where fields stand that v1 does not define.
    pub(crate) unknown_fields: Listed<String>,
}

/// One evidence ref.
#[derive(Debug, Clone)]
pub(crate) enum EvidenceRef<'a> {
    /// A bare string, as quickstarts use it.
    Text(Cow<'a, str>),
    /// On the heap, so that a list of strings takes no more room than strings do.
    Structured(Box<StructuredRef<'a>>),
}

/// The id of a ref as a decision shows it.
pub(crate) fn source_id<'r>(evidence: &'r EvidenceRef<'_>) -> Cow<'r, str> {
    match evidence {
        EvidenceRef::Text(text) => masked(text),
        EvidenceRef::Structured(structured) => masked(&structured.source_id),
    }
}

/// The contract's structured evidence ref. A field that is absent has the default that says least.
#[derive(Debug, Clone)]
pub(crate) struct StructuredRef<'a> {
    pub(crate) source_id: Cow<'a, str>,
    pub(crate) kind: EvidenceKind,
    pub(crate) trust_tier: TrustTier,
    pub(crate) redaction_status: RedactionStatus,
    pub(crate) freshness: Freshness<'a>,
    pub(crate) provenance: Option<Cow<'a, str>>,
    pub(crate) summary: Option<Cow<'a, str>>,
    pub(crate) retrieved_at: Option<Cow<'a, str>>,
    pub(crate) citation_url: Option<Cow<'a, str>>,
    pub(crate) supports: Vec<Cow<'a, str>>,
    pub(crate) contradicts: Vec<Cow<'a, str>>,
    /// Whether all six fields that a production ref should have were written out.
    pub(crate) has_all_six: bool,
    /// Members that v1 does not define. A secret in them leaks, and those of a closed list say whether an
    /// approval is one.
    pub(crate) unknown: Vec<Member<'a>>,
    /// Members of `freshness` that v1 does not define. No rule reads them, but a secret in them still leaks.
    pub(crate) unknown_in_freshness: Vec<Member<'a>>,
}

/// How up to date a ref is.
#[derive(Debug, Clone)]
pub(crate) struct Freshness<'a> {
    pub(crate) status: FreshnessStatus,
    pub(crate) checked_at: Option<Cow<'a, str>>,
    pub(crate) source: Option<Cow<'a, str>>,
    pub(crate) age_hours: Option<f64>,
    pub(crate) max_age_hours: Option<f64>,
}
