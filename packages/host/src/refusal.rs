//! The decision for a call about which the component gave none.

use crate::bindings::exports::aana::gate::types::{
    Blocker, Decision, Fault, FaultCode, GateDecision, Reason, Route,
};

/// The decision, as JSON text, for a call about which the component gave none: a refusal like that
/// of an event that could not be read. It names the time 0, since nobody decided.
pub const REFUSAL: &str = include_str!("refusal.json").trim_ascii_end();

/// The same as a record.
pub(crate) fn refusal() -> Decision {
    Decision {
        route: Route::Refuse,
        gate_decision: GateDecision::Fail,
        executes: false,
        aana_route: Route::Refuse,
        hard_blockers: vec![Blocker::SchemaValidationFailed],
        reasons: vec![Reason::EventNotUnderstood],
        warnings: Vec::new(),
        validation_errors: vec![Fault {
            path: String::new(),
            code: FaultCode::GateFailed,
            message: MESSAGE.to_owned(),
        }],
        classification: None,
        authorization_report: None,
        action_digest: None,
        json: REFUSAL.to_owned(),
    }
}

/// What both forms of the refusal say.
const MESSAGE: &str = "the component gave no decision, so the call is refused";

#[cfg(test)]
mod tests {
    use aana_core::{Fault, Gate, codes::FaultCode};

    use super::{MESSAGE, REFUSAL, refusal};

    /// Made by the core, so that it obeys the schema of decisions. Write it again with
    /// `cargo xtask gen`.
    #[test]
    fn the_refusal_is_the_cores_own() {
        let fault = Fault::at(&[], FaultCode::GateFailed, MESSAGE.to_owned());
        assert_eq!(Gate::default().refuse(vec![fault], 0).to_json(), REFUSAL);
    }

    #[test]
    fn nobody_executes_it() {
        assert!(!aana_core::should_execute(REFUSAL, None));
        assert_eq!(refusal().json, REFUSAL);
    }
}
