//! Evidence: what each ref supports, and what is wrong with it.
//!
//! A fault never helps: a ref with one supports nothing, and most faults also set a least route.

mod age;
mod attested;
mod checker;
mod facts;
mod records;
mod structured;
mod text;
mod together;

use alloc::vec::Vec;

use self::checker::Checker;
pub(crate) use self::facts::{RefFacts, least_route, supported_state, warnings_for};
use super::{approval::Scope, host::Host, provenance::Proposer};
use crate::{
    event::{Event, EvidenceRef},
    policy::{EvidenceTrust, Policy},
};

/// As much of a tool's name as refs are read against. Both a name and the refs may be long.
fn beginning(name: &str) -> &str {
    const LONGEST: usize = 128;
    let end = name.char_indices().map(|(at, _)| at).nth(LONGEST);
    name.get(..end.unwrap_or(name.len())).unwrap_or(name)
}

/// Reads every ref. `is_this_action` tells whether a digest is the call's own; it is asked only if a
/// ref speaks of an action.
pub(crate) fn read_refs(
    event: &Event<'_>,
    policy: &Policy,
    host: &Host<'_>,
    is_this_action: &mut dyn FnMut(&str) -> bool,
) -> Vec<RefFacts> {
    // Without evidence nothing is compared with it.
    let refs = &*event.evidence_refs;
    let proposer = Proposer::new(event.agent_id.as_deref().filter(|_| !refs.is_empty()));
    let attested = attested::attested_among(refs, host.attested);
    let mut checker = Checker {
        policy,
        proposer,
        tool_name: beginning(&event.tool_name),
        now_ms: host.now_ms,
        wants_attested: host.evidence == EvidenceTrust::Attested,
        is_attested: false,
        scope: Scope::new(event, beginning(&event.tool_name)),
        is_this_action,
    };
    let mut facts: Vec<RefFacts> = refs
        .iter()
        .enumerate()
        .map(|(index, evidence_ref)| {
            checker.is_attested = attested.get(index).copied().unwrap_or_default();
            match evidence_ref {
                EvidenceRef::Text(text) => checker.text_ref(text),
                EvidenceRef::Structured(structured) => checker.structured_ref(structured),
            }
        })
        .collect();
    together::refuse_lone_systems(&mut facts);
    together::hear_refusals(&mut facts);
    together::excuse_others(&mut facts);
    facts
}
