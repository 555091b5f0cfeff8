//! Receipts: how one event was decided, so that it can be decided again.

use aana_core::{
    Gate,
    contract::{CONTRACT_VERSION, GATE_VERSION},
    time,
};
use serde::{Deserialize, Serialize};

use crate::{
    Digest, Envelope, Error, PrivateKey, PublicKey, canonical_digest,
    statement::{Sha256Of, Statement},
};

/// The `predicateType` of a receipt.
pub const RECEIPT_TYPE: &str = "https://aana.dev/attestations/decision-receipt/v1";

/// How many bytes of a policy are read.
pub(crate) const MAX_POLICY: usize = 1 << 24;

/// How one event was decided. It holds codes and digests, and no value of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The SHA-256 of the event's canonical JSON.
    pub event: Digest,
    /// Everything else.
    pub decided: Decided,
}

/// The predicate of a receipt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "the contract names it so")]
pub struct Decided {
    /// The contract that the event was read by.
    pub contract_version: String,
    /// The gate that decided.
    pub gate_version: String,
    /// The digest of the policy's canonical JSON; `None` without a policy.
    policy: Option<Sha256Of>,
    /// The time of the decision.
    pub decided_at: String,
    /// The route.
    pub route: String,
    /// The category that counted; `None` for a malformed event.
    pub effective_category: Option<String>,
    /// The authorization state that counted; `None` for a malformed event.
    pub effective_authorization_state: Option<String>,
    /// What kept the call from executing.
    pub hard_blockers: Vec<String>,
    /// The digest that binds the decision to the action; `None` for a malformed event.
    pub action_digest: Option<String>,
    /// The digest of the whole decision, as the gate writes it.
    decision: Sha256Of,
}

impl Decided {
    /// The digest of the policy's canonical JSON; `None` without a policy.
    pub fn policy(&self) -> Option<&Digest> {
        self.policy.as_ref().map(|policy| &policy.sha256)
    }

    /// The digest of the whole decision, as the gate writes it.
    pub const fn decision(&self) -> &Digest {
        &self.decision.sha256
    }
}

impl Receipt {
    /// Decides an event under a policy and says so.
    ///
    /// # Errors
    ///
    /// The event is not JSON in the form that the gate reads, and so has no digest; the policy is faulty;
    /// the time cannot be written down.
    pub fn decide(event: &[u8], policy: Option<&str>, now_ms: i64) -> Result<Self, Error> {
        let gate = policy.map_or_else(|| Ok(Gate::default()), Gate::new);
        let gate = gate.map_err(|_| Error::NotAPolicy)?;
        let policy = policy
            .map(|text| canonical_digest(text.as_bytes(), MAX_POLICY).ok_or(Error::NotAPolicy))
            .transpose()?;
        let digest = canonical_digest(event, gate.max_event_bytes()).ok_or(Error::NotAnEvent)?;
        // What cannot be read back could not be decided again.
        let decided_at = time::format(now_ms);
        if time::parse(&decided_at) != Some(now_ms) {
            return Err(Error::NotATime);
        }
        let decision = gate.check_bytes(event, now_ms);
        let report = decision.report();
        let effective_category =
            report.call.as_ref().map(|call| call.classification.effective_category.to_string());
        let decided = Decided {
            contract_version: CONTRACT_VERSION.to_owned(),
            gate_version: GATE_VERSION.to_owned(),
            policy: policy.map(|sha256| Sha256Of { sha256 }),
            decided_at,
            route: decision.route().as_str().to_owned(),
            effective_category,
            effective_authorization_state: decision
                .effective_state()
                .map(|state| state.as_str().to_owned()),
            hard_blockers: decision.hard_blockers().iter().map(|it| it.to_string()).collect(),
            action_digest: report.action_digest().map(str::to_owned),
            decision: Sha256Of { sha256: Digest::of(report.to_json().as_bytes()) },
        };
        Ok(Self { event: digest, decided })
    }

    /// The signed receipt, on one line without its end.
    pub fn sign(&self, key: &PrivateKey) -> String {
        let (event, decided) = (self.event.clone(), self.decided.clone());
        Statement::new(RECEIPT_TYPE, "event".to_owned(), event, decided).sign(key)
    }

    /// Reads a receipt that one of these keys signed.
    ///
    /// # Errors
    ///
    /// It is not an envelope, none of the keys signed it, or it is not a receipt.
    pub fn verified(envelope: &[u8], keys: &[PublicKey]) -> Result<Self, Error> {
        let envelope = Envelope::read(envelope)?;
        let statement = Statement::<Decided>::read(envelope.verified(keys)?, RECEIPT_TYPE)?;
        let [subject] = statement.subject;
        Ok(Self { event: subject.digest.sha256, decided: statement.predicate })
    }
}
