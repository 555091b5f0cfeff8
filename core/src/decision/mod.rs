//! The decision: the route at once, the long form when it is asked for.

mod aix;
mod arguments;
mod issues;
mod report;

use alloc::string::String;

use crate::{
    code_set::CodeSet,
    codes::{Blocker, Reason, Warning},
    contract::{AuthorizationState, GateDecision, Mode, RiskLevel, Route},
    fault::Fault,
    gate::Evaluation,
    listed::Listed,
    report::{Reasons, Warnings},
};

/// What the gate decided about one event.
///
/// The route and the codes are there at once. The long form, with the audit event, the digest and
/// what would change the route, is made by [`report`](Self::report); [`to_json`](Self::to_json) and
/// [`emit`](Self::emit) write it.
#[derive(Debug, Clone)]
pub struct Decision<'e> {
    outcome: Outcome<'e>,
    mode: Mode,
    now_ms: i64,
    /// Whether the host could not write the decision to its audit log.
    unrecorded: bool,
}

#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "nearly every decision is the large one")]
enum Outcome<'e> {
    Evaluated(Evaluation<'e>),
    Malformed(Listed<Fault>),
}

impl<'e> Decision<'e> {
    pub(crate) const fn evaluated(evaluation: Evaluation<'e>, mode: Mode, now_ms: i64) -> Self {
        Self { outcome: Outcome::Evaluated(evaluation), mode, now_ms, unrecorded: false }
    }

    pub(crate) const fn malformed(faults: Listed<Fault>, mode: Mode, now_ms: i64) -> Self {
        Self { outcome: Outcome::Malformed(faults), mode, now_ms, unrecorded: false }
    }

    /// The same decision where its audit record could not be written: no record, no execution. The
    /// route is at least `defer`, and `audit_unavailable` stands among the hard blockers.
    ///
    /// A host with an audit log answers with this in place of the decision that it failed to record.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::{Gate, codes::Blocker, contract::Route};
    ///
    /// let event = r#"{"tool_name": "search_docs", "tool_category": "public_read",
    ///     "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
    ///     "proposed_arguments": {}, "recommended_route": "accept"}"#;
    /// let decision = Gate::default().check(event, 0);
    /// assert!(decision.executes());
    ///
    /// let decision = decision.unrecorded();
    /// assert_eq!(decision.route(), Route::Defer);
    /// assert!(decision.hard_blockers().contains(Blocker::AuditUnavailable));
    /// ```
    #[must_use]
    pub const fn unrecorded(mut self) -> Self {
        self.unrecorded = true;
        self
    }

    /// The route. Only `accept` executes.
    pub const fn route(&self) -> Route {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => self.as_recorded(evaluation.verdict.route),
            Outcome::Malformed(_) => Route::Refuse,
        }
    }

    /// The route before the runtime's own recommendation was heard.
    pub const fn aana_route(&self) -> Route {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => self.as_recorded(evaluation.verdict.aana_route),
            Outcome::Malformed(_) => Route::Refuse,
        }
    }

    /// A route, or what is left of it without a record.
    const fn as_recorded(&self, route: Route) -> Route {
        match route {
            Route::Accept | Route::Ask if self.unrecorded => Route::Defer,
            route => route,
        }
    }

    /// Whether the gate allows the call to execute. The mode has no say in it.
    pub const fn executes(&self) -> bool {
        matches!(self.route(), Route::Accept)
    }

    /// `pass` exactly if the call may execute.
    pub const fn gate_decision(&self) -> GateDecision {
        if self.executes() { GateDecision::Pass } else { GateDecision::Fail }
    }

    /// The mode of the gate that decided.
    pub const fn mode(&self) -> Mode {
        self.mode
    }

    /// What keeps the call from executing, in the order of the rules.
    pub fn hard_blockers(&self) -> CodeSet<Blocker> {
        let mut blockers = match &self.outcome {
            Outcome::Evaluated(evaluation) => evaluation.verdict.blockers,
            Outcome::Malformed(_) => {
                let mut blockers = CodeSet::default();
                blockers.insert(Blocker::SchemaValidationFailed);
                blockers
            }
        };
        blockers.insert_if(self.unrecorded, Blocker::AuditUnavailable);
        blockers
    }

    /// How the route was reached, in order.
    pub fn reasons(&self) -> CodeSet<Reason> {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => {
                let mut reasons = evaluation.verdict.reasons;
                if evaluation.event.recommended_route <= self.aana_route() {
                    reasons.remove(Reason::RuntimeRecommendedStricterRoute);
                }
                reasons
            }
            Outcome::Malformed(_) => {
                let mut reasons = CodeSet::default();
                reasons.insert(Reason::EventNotUnderstood);
                reasons
            }
        }
    }

    /// What is worth fixing although it does not change the route.
    pub fn warnings(&self) -> CodeSet<Warning> {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => evaluation.verdict.warnings,
            Outcome::Malformed(_) => CodeSet::default(),
        }
    }

    /// The reasons as the long form lists them: [`reasons`](Self::reasons), and what each is about.
    pub fn reported_reasons(&self) -> Reasons {
        Reasons::new(self.reasons(), self.route())
    }

    /// The warnings as the long form lists them: [`warnings`](Self::warnings), and what each is about.
    pub fn reported_warnings(&self) -> Warnings<'_> {
        let unknown_fields = match &self.outcome {
            Outcome::Evaluated(evaluation) => Some(&evaluation.event.unknown_fields),
            Outcome::Malformed(_) => None,
        };
        Warnings::new(self.warnings(), unknown_fields)
    }

    /// The faults of form, if the event was refused for its form: the first hundred of
    /// [`validation_errors_total`](Self::validation_errors_total).
    pub fn validation_errors(&self) -> &[Fault] {
        match &self.outcome {
            Outcome::Evaluated(_) => &[],
            Outcome::Malformed(faults) => faults.entries(),
        }
    }

    /// How many faults of form there are.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::Gate;
    ///
    /// let event = format!(r#"{{"evidence_refs": [{}1]}}"#, "1,".repeat(5000));
    /// let decision = Gate::default().check(&event, 0);
    /// assert_eq!(decision.validation_errors().len(), 100);
    /// // Six fields are missing as well.
    /// assert_eq!(decision.validation_errors_total(), 5007);
    /// ```
    pub const fn validation_errors_total(&self) -> usize {
        match &self.outcome {
            Outcome::Evaluated(_) => 0,
            Outcome::Malformed(faults) => faults.total(),
        }
    }

    /// `sha256:` and the digest of the action that was decided about; `None` for a malformed event.
    pub fn action_digest(&self) -> Option<String> {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => Some(evaluation.action_digest()),
            Outcome::Malformed(_) => None,
        }
    }

    /// How dangerous the call is; `None` for a malformed event.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::{Gate, contract::RiskLevel};
    ///
    /// let event = r#"{"tool_name": "transfer_funds", "tool_category": "write",
    ///     "authorization_state": "none", "evidence_refs": [], "risk_domain": "finance",
    ///     "proposed_arguments": {}, "recommended_route": "ask"}"#;
    /// let decision = Gate::default().check(event, 0);
    /// assert_eq!(decision.risk_level(), Some(RiskLevel::High));
    /// assert_eq!(decision.irreversible(), Some(true));
    /// assert_eq!(Gate::default().check("[]", 0).risk_level(), None);
    /// ```
    pub const fn risk_level(&self) -> Option<RiskLevel> {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => Some(evaluation.facts.risk_level),
            Outcome::Malformed(_) => None,
        }
    }

    /// Whether what the call does cannot be undone; `None` for a malformed event.
    pub const fn irreversible(&self) -> Option<bool> {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => Some(evaluation.facts.irreversible),
            Outcome::Malformed(_) => None,
        }
    }

    /// The authorization state that counted: the declared one, or less if the evidence supports less;
    /// `None` for a malformed event.
    pub fn effective_state(&self) -> Option<AuthorizationState> {
        match &self.outcome {
            Outcome::Evaluated(evaluation) => Some(evaluation.facts.effective_state()),
            Outcome::Malformed(_) => None,
        }
    }
}
