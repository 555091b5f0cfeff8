//! Deciding again what a receipt says, and naming every difference.

use std::fmt;

use aana_core::{Gate, contract::GATE_VERSION, time};

use crate::{
    Error, PublicKey, Receipt, canonical_digest,
    receipt::{Decided, MAX_POLICY},
};

/// In what a receipt and what it speaks of differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// It is not a valid envelope, or none of the given keys signed it.
    Signature(Error),
    /// It is signed, but it is not a receipt.
    Statement(Error),
    /// The event is another one.
    Event,
    /// The policy is another one, or there is one where there was none.
    Policy,
    /// Another version of the gate or of the contract decided.
    Version,
    /// The time of the decision cannot be understood.
    Time,
    /// The route is another one.
    Route,
    /// The category that counted is another one.
    EffectiveCategory,
    /// The authorization state that counted is another one.
    EffectiveState,
    /// The hard blockers are others.
    HardBlockers,
    /// The action is another one.
    ActionDigest,
    /// Something else in the decision is different.
    Decision,
}

impl Difference {
    /// One word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Signature(_) => "signature",
            Self::Statement(_) => "statement",
            Self::Event => "event",
            Self::Policy => "policy",
            Self::Version => "version",
            Self::Time => "time",
            Self::Route => "route",
            Self::EffectiveCategory => "effective_category",
            Self::EffectiveState => "effective_authorization_state",
            Self::HardBlockers => "hard_blockers",
            Self::ActionDigest => "action_digest",
            Self::Decision => "decision",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Signature(error) | Self::Statement(error) => return error.fmt(formatter),
            Self::Event => "the receipt is about another event",
            Self::Policy => "the receipt is about another policy",
            Self::Version => "another version of the gate made the receipt",
            Self::Time => "`decided_at` is not a time in the form of this project",
            Self::Route => "the gate decides another route",
            Self::EffectiveCategory => "the gate finds another effective category",
            Self::EffectiveState => "the gate finds another effective authorization state",
            Self::HardBlockers => "the gate finds other hard blockers",
            Self::ActionDigest => "the gate finds another action digest",
            Self::Decision => "the gate's decision differs in something else",
        };
        formatter.write_str(text)
    }
}

/// What became of a verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptReport {
    /// The receipt, once its signature held; to be believed only if [`holds`](Self::holds).
    pub receipt: Option<Receipt>,
    /// Every difference.
    pub differences: Vec<Difference>,
}

impl ReceiptReport {
    /// Whether everything is as the receipt says.
    pub fn holds(&self) -> bool {
        self.receipt.is_some() && self.differences.is_empty()
    }
}

/// Verifies a receipt: its signature by one of these keys, that it is about this event and this policy, and
/// that the gate decides the same again at the same time. Needs no network and no clock.
pub fn verify_receipt(
    envelope: &[u8],
    event: &[u8],
    policy: Option<&str>,
    keys: &[PublicKey],
) -> ReceiptReport {
    let receipt = match Receipt::verified(envelope, keys) {
        Ok(receipt) => receipt,
        Err(error @ (Error::NotTheStatement | Error::PayloadType)) => {
            return ReceiptReport {
                receipt: None,
                differences: vec![Difference::Statement(error)],
            };
        }
        Err(error) => {
            return ReceiptReport {
                receipt: None,
                differences: vec![Difference::Signature(error)],
            };
        }
    };
    let differences = differences(&receipt, event, policy);
    ReceiptReport { receipt: Some(receipt), differences }
}

fn differences(receipt: &Receipt, event: &[u8], policy: Option<&str>) -> Vec<Difference> {
    let mut found = Vec::new();
    let decided = &receipt.decided;
    let now_ms = time::parse(&decided.decided_at)
        .filter(|now_ms| time::format(*now_ms) == decided.decided_at);
    if now_ms.is_none() {
        found.push(Difference::Time);
    }
    let given = policy.map(|text| canonical_digest(text.as_bytes(), MAX_POLICY));
    let same_policy = match (&given, decided.policy()) {
        (None, None) => true,
        (Some(Some(given)), Some(of_receipt)) => given == of_receipt,
        _ => false,
    };
    if !same_policy {
        found.push(Difference::Policy);
    }
    let gate = policy.map_or_else(|| Ok(Gate::default()), Gate::new).ok();
    let most = gate.as_ref().map_or(usize::MAX, Gate::max_event_bytes);
    let same_event = canonical_digest(event, most).as_ref() == Some(&receipt.event);
    if !same_event {
        found.push(Difference::Event);
    }
    if decided.gate_version != GATE_VERSION
        || decided.contract_version != aana_core::contract::CONTRACT_VERSION
    {
        found.push(Difference::Version);
    }
    // What follows would be said of another event or under another policy.
    if let Some(now_ms) = now_ms.filter(|_| same_policy && same_event) {
        match Receipt::decide(event, policy, now_ms) {
            Ok(again) => compare(decided, &again.decided, &mut found),
            Err(Error::NotAPolicy) => found.push(Difference::Policy),
            Err(_) => found.push(Difference::Event),
        }
    }
    found
}

fn compare(receipt: &Decided, again: &Decided, found: &mut Vec<Difference>) {
    let before = found.len();
    let parts = [
        (receipt.route != again.route, Difference::Route),
        (receipt.effective_category != again.effective_category, Difference::EffectiveCategory),
        (
            receipt.effective_authorization_state != again.effective_authorization_state,
            Difference::EffectiveState,
        ),
        (receipt.hard_blockers != again.hard_blockers, Difference::HardBlockers),
        (receipt.action_digest != again.action_digest, Difference::ActionDigest),
    ];
    found.extend(parts.into_iter().filter(|(differs, _)| *differs).map(|(_, sort)| sort));
    // A decision names the gate's version, so that it differs with that; that was said already.
    let same_gate = receipt.gate_version == again.gate_version;
    if found.len() == before && same_gate && receipt.decision() != again.decision() {
        found.push(Difference::Decision);
    }
}
