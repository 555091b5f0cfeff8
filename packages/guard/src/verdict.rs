//! What the gate decided, as far as the guard goes by it.

use std::panic::{self, AssertUnwindSafe};

use aana_core::codes::Blocker;
use aana_core::contract::{RiskLevel, Route, ToolCategory};
use aana_core::json::Value;
use aana_core::report::Need;
use aana_core::{Decision, Gate, ToolView};

use crate::tree::{member, object};

/// Who decides: a gate, or in a test what stands for one.
pub trait Decide {
    /// Decides about an event.
    fn decide(&self, event: Value<'static>, now_ms: i64) -> Decision<'static>;

    /// What the policy says of a tool.
    fn explain(&self, tool: &str) -> ToolView;
}

impl Decide for Gate {
    fn decide(&self, event: Value<'static>, now_ms: i64) -> Decision<'static> {
        // All evidence of the event is the guard's own.
        self.attesting(&[0, 1, 2, 3]).check_value(event, now_ms)
    }

    fn explain(&self, tool: &str) -> ToolView {
        self.explain_tool(tool)
    }
}

/// A decision, taken down.
#[derive(Debug, Clone)]
pub(crate) struct Verdict {
    pub(crate) route: Route,
    pub(crate) blockers: Vec<Blocker>,
    /// Blockers, reasons and warnings.
    pub(crate) codes: Vec<String>,
    pub(crate) digest: String,
    pub(crate) risk: RiskLevel,
    pub(crate) irreversible: bool,
    pub(crate) effective: ToolCategory,
    pub(crate) needs: Vec<Value<'static>>,
    pub(crate) for_model: String,
    pub(crate) audit_event: String,
}

/// Asks the gate. Nothing, if it fails.
pub(crate) fn of(gate: &dyn Decide, event: Value<'static>, now_ms: i64) -> Option<Verdict> {
    // The core does not panic. If it ever does, one call is not sent, and the session goes on.
    panic::catch_unwind(AssertUnwindSafe(|| taken_down(&gate.decide(event, now_ms)))).ok().flatten()
}

fn taken_down(decision: &Decision<'_>) -> Option<Verdict> {
    let report = decision.report();
    let call = report.call.as_ref()?;
    let recovery = report.recovery();
    let blockers: Vec<Blocker> = decision.hard_blockers().iter().collect();
    let codes = blockers.iter().map(|code| code.as_str().to_owned());
    let codes = codes
        .chain(decision.reasons().iter().map(|code| code.as_str().to_owned()))
        .chain(decision.warnings().iter().map(|code| code.as_str().to_owned()))
        .collect();
    Some(Verdict {
        route: decision.route(),
        codes,
        digest: call.action_digest.clone(),
        risk: call.classification.risk_level,
        irreversible: call.classification.irreversible,
        effective: call.classification.effective_category,
        needs: recovery.needs.entries().iter().map(|need| need_value(*need)).collect(),
        for_model: recovery.for_model.to_owned(),
        audit_event: report.audit_event().to_json(),
        blockers,
    })
}

fn need_value(need: Need<'_>) -> Value<'static> {
    let mut members = vec![member(need.key(), need.about())];
    members.extend(need.code().map(|code| member("code", code.as_str())));
    if need.bound() {
        members.push(crate::tree::with("bound", Value::Bool(true)));
    }
    object(members)
}

impl Verdict {
    pub(crate) fn blocker_codes(&self) -> Vec<&'static str> {
        self.blockers.iter().map(|blocker| blocker.as_str()).collect()
    }
}
