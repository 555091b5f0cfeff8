//! Whether the approval covers these bytes, these inputs and this runner.

use std::collections::BTreeSet;

use aana_core::contract::{AuthorizationState, Route};

use crate::tool_request::read::forms;
use crate::tool_request::rules::approval;
use crate::tool_request::{BindRule, Checked, Request, RiskLevel, Sensitivity};

use super::inputs::{InputFinding, Measured, compare};
use crate::{Rule as _, Severity};

/// An approval as the host has it, outside the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalRecord {
    /// Of which request.
    pub request_id: String,
    /// Of which bytes.
    pub document_sha256: String,
    /// Who approved, as the approving system knows the person.
    pub approver: String,
    /// When the record was made, in Unix milliseconds.
    pub recorded_ms: i64,
    /// When it runs out; without it, a day after it was made.
    pub expires_ms: Option<i64>,
    /// Whether the host has checked the record's signature, or made it in a checked session.
    pub verified: bool,
    /// Whether the operator moved the request to where it runs.
    pub promoted: bool,
    /// Whether the approval was withdrawn.
    pub revoked: bool,
    /// A second person who approved.
    pub second_approver: Option<String>,
}

/// A run that was started before: its request's id and its document's digest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerEntry {
    /// The id.
    pub request_id: String,
    /// The digest.
    pub document_sha256: String,
}

/// What the runner can hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether it can hold the network to a list of hosts.
    pub network_allowlist: bool,
    /// Whether it cannot hold a fraction of a core.
    pub whole_cores_only: bool,
    /// The most memory that it can give, in MiB.
    pub max_memory_mb: Option<u32>,
    /// The longest time that it can hold, in seconds.
    pub max_time_sec: Option<u32>,
}

/// What the host knows and wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostFacts {
    /// The time in Unix milliseconds, if there is a clock. The document must be checked with the same.
    pub now_ms: Option<i64>,
    /// The record, if there is one.
    pub record: Option<ApprovalRecord>,
    /// What stands in the folder of the inputs; nothing if nobody looked.
    pub inputs: Option<Vec<Measured>>,
    /// What has run; nothing if that cannot be read.
    pub ledger: Option<Vec<LedgerEntry>>,
    /// What the runner can hold.
    pub capabilities: Capabilities,
    /// Who may approve. An empty list is nobody.
    pub known_approvers: Vec<String>,
    /// The largest input in bytes.
    pub max_input_bytes: u64,
    /// How long after the stated approval a record may be made, in seconds.
    pub max_record_delay_sec: u32,
    /// How far clocks may differ, in seconds.
    pub clock_skew_sec: u32,
}

impl Default for HostFacts {
    /// No record, nothing measured, no ledger, nobody who may approve; 1 GiB, a day, five minutes.
    fn default() -> Self {
        Self {
            now_ms: None,
            record: None,
            inputs: None,
            ledger: None,
            capabilities: Capabilities::default(),
            known_approvers: Vec::new(),
            max_input_bytes: 1 << 30,
            max_record_delay_sec: 86_400,
            clock_skew_sec: 300,
        }
    }
}

/// What came of binding a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The names of the broken rules, those of the document included, in alphabetical order.
    pub errors: Vec<&'static str>,
    /// The names of the warnings about the inputs, in alphabetical order.
    pub warnings: Vec<&'static str>,
    /// How far the authorization is proven.
    pub state: AuthorizationState,
    /// The strictest route.
    pub route: Route,
    /// Which input is not as declared, and which lies beside the declared ones, by name.
    pub input_findings: Vec<InputFinding>,
    /// Whether the inputs were looked at, and all are as declared.
    pub(crate) inputs: Option<bool>,
    /// Whether the record covers exactly this document.
    pub(crate) covers: bool,
    /// Whether the record has run out.
    pub(crate) expired: bool,
}

/// A day and a week, the default life of a record and its longest.
const DAY_MS: i64 = 86_400_000;

/// Joins a checked document to the host's facts.
#[must_use]
pub fn bind(checked: &Checked, facts: &HostFacts) -> Binding {
    let Some(request) = &checked.request else {
        return Binding {
            errors: checked.error_ids(),
            warnings: Vec::new(),
            state: AuthorizationState::None,
            // Whatever keeps a document from being taken, it is not accepted.
            route: checked.route().max(Route::Ask),
            input_findings: Vec::new(),
            inputs: None,
            covers: false,
            expired: false,
        };
    };
    let mut broken = BTreeSet::new();
    record(request, &checked.document_sha256, facts, &mut broken);
    ledger(request, &checked.document_sha256, facts, &mut broken);
    let input_findings =
        facts.inputs.as_ref().map(|measured| compare(request, measured, facts.max_input_bytes));
    let is_warning = |finding: &InputFinding| finding.rule.severity() == Severity::Warning;
    let inputs = input_findings.as_ref().map(|found| found.iter().all(is_warning));
    if input_findings.is_none() && !request.inputs.is_empty() {
        broken.insert(BindRule::BindInputMissing);
    }
    let input_findings = input_findings.unwrap_or_default();
    broken.extend(input_findings.iter().map(|finding| finding.rule));
    runner(request, facts, &mut broken);

    let mut errors: Vec<&'static str> = Vec::new();
    let mut warnings = Vec::new();
    let mut route = Route::Accept;
    for rule in &broken {
        match rule.severity() {
            Severity::Error => errors.push(rule.id()),
            Severity::Warning => warnings.push(rule.id()),
        }
        route = route.max(rule.route());
    }
    // A run that no hash covers is not taken where the risk is more than low.
    let unhashed = request.script_unbound && request.risk_level > RiskLevel::Low;
    if unhashed {
        errors.push("cmd.script_unbound");
        route = route.max(Route::Ask);
    }
    errors.sort_unstable();
    warnings.sort_unstable();
    Binding {
        errors,
        warnings,
        state: state(&broken, unhashed),
        route,
        input_findings,
        inputs,
        covers: !broken.contains(&BindRule::BindNoRecord)
            && !broken.contains(&BindRule::BindDigestMismatch),
        expired: broken.contains(&BindRule::BindExpired),
    }
}

fn state(broken: &BTreeSet<BindRule>, unhashed: bool) -> AuthorizationState {
    if unhashed {
        AuthorizationState::None
    } else if broken.iter().any(|rule| rule.is_unproven()) {
        AuthorizationState::UserClaimed
    } else if broken.iter().any(|rule| !rule.is_beside_approval()) {
        AuthorizationState::Authenticated
    } else if broken.contains(&BindRule::BindSecondReviewer) {
        AuthorizationState::Validated
    } else {
        AuthorizationState::Confirmed
    }
}

fn record(request: &Request, digest: &str, facts: &HostFacts, broken: &mut BTreeSet<BindRule>) {
    if facts.now_ms.is_none() {
        broken.insert(BindRule::BindNoClock);
    }
    let Some(record) =
        facts.record.as_ref().filter(|record| record.request_id == request.request_id)
    else {
        broken.insert(BindRule::BindNoRecord);
        return;
    };
    let mut insert_if = |breaks: bool, rule: BindRule| {
        if breaks {
            broken.insert(rule);
        }
    };
    insert_if(!record.verified, BindRule::BindRecordUnverified);
    insert_if(!record.promoted, BindRule::BindNotPromoted);
    insert_if(!record.document_sha256.eq_ignore_ascii_case(digest), BindRule::BindDigestMismatch);
    insert_if(record.approver != request.approved_by, BindRule::BindIdentityMismatch);
    insert_if(!facts.known_approvers.contains(&request.approved_by), BindRule::BindApproverUnknown);
    insert_if(record.revoked, BindRule::BindRevoked);

    let skew_ms = i64::from(facts.clock_skew_sec) * 1000;
    let delay_ms = record.recorded_ms.saturating_sub(request.approved_ms);
    let late = delay_ms > i64::from(facts.max_record_delay_sec) * 1000 || delay_ms < -skew_ms;
    let ahead = facts.now_ms.is_some_and(|now| record.recorded_ms.saturating_sub(now) > skew_ms);
    insert_if(late || ahead, BindRule::BindTimeMismatch);
    let ends_ms = record
        .expires_ms
        .unwrap_or(record.recorded_ms.saturating_add(DAY_MS))
        .min(record.recorded_ms.saturating_add(7 * DAY_MS));
    insert_if(facts.now_ms.is_some_and(|now| now >= ends_ms), BindRule::BindExpired);

    let open = request.network_allowlist.is_some();
    let needs_second = request.risk_level == RiskLevel::High
        || (request.sensitivity == Sensitivity::Confidential && open);
    // Filler text, a machine, or the first person with a hidden character does not count as a second person.
    let has_second = record.second_approver.as_deref().map(str::trim).is_some_and(|second| {
        approval::not_a_person(second).is_none()
            && second.to_lowercase() != record.approver.trim().to_lowercase()
    });
    insert_if(needs_second && !has_second, BindRule::BindSecondReviewer);
}

fn ledger(request: &Request, digest: &str, facts: &HostFacts, broken: &mut BTreeSet<BindRule>) {
    let Some(ledger) = &facts.ledger else {
        broken.insert(BindRule::BindLedgerUnavailable);
        return;
    };
    for entry in ledger {
        if entry.document_sha256.eq_ignore_ascii_case(digest) {
            broken.insert(BindRule::BindReplayed);
        } else if entry.request_id == request.request_id {
            broken.insert(BindRule::BindIdReused);
        }
    }
}

fn runner(request: &Request, facts: &HostFacts, broken: &mut BTreeSet<BindRule>) {
    let can = &facts.capabilities;
    if request.network_allowlist.is_some() && !can.network_allowlist {
        broken.insert(BindRule::BindNetworkUnenforceable);
    }
    let fraction = forms::thousandths(&request.cpu_limit).is_none_or(|cores| cores % 1000 != 0);
    if (can.whole_cores_only && fraction)
        || can.max_memory_mb.is_some_and(|most| request.memory_limit_mb > most)
        || can.max_time_sec.is_some_and(|most| request.time_limit_sec > most)
    {
        broken.insert(BindRule::BindLimitUnenforceable);
    }
}
