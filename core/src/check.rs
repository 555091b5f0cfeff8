//! The gate as its users see it: an event in one of its forms goes in, a decision comes out.

use alloc::vec::Vec;

use crate::{
    contract::Mode,
    decision::Decision,
    event::read_event,
    fault::{Fault, shown_faults},
    gate,
    json::{self, Value},
    policy::{Policy, PolicyError, ToolView},
};

/// The gate with its policy. Made once, used for every check, from as many threads as you like: a
/// check changes nothing and remembers nothing.
///
/// # Example
///
/// ```
/// use aana_core::{Gate, contract::Route};
///
/// let event = r#"{
///     "tool_name": "search_docs", "tool_category": "public_read",
///     "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
///     "proposed_arguments": {"query": "leave policy"}, "recommended_route": "accept"
/// }"#;
/// let decision = Gate::default().check(event, 1_778_371_200_000);
/// assert_eq!(decision.route(), Route::Accept);
/// assert!(decision.executes());
/// ```
#[derive(Debug, Clone, Default)]
pub struct Gate {
    policy: Policy,
}

impl Gate {
    /// A gate with this policy, `aana.policy.v1` as JSON text.
    ///
    /// # Errors
    ///
    /// Every fault of the policy, each with its JSON pointer. A faulty policy is never half applied.
    ///
    /// # Example: a floor under a tool's route
    ///
    /// ```
    /// use aana_core::Gate;
    ///
    /// assert!(Gate::new(r#"{"tools": {"deploy_*": {"route_floor": "ask"}}}"#).is_ok());
    ///
    /// let error = Gate::new(r#"{"tools": {"deploy_*": {"route_flor": "ask"}}}"#).unwrap_err();
    /// assert_eq!(error.faults()[0].path, "/tools/deploy_*/route_flor");
    /// ```
    pub fn new(policy: &str) -> Result<Self, PolicyError> {
        Policy::read(policy).map(|policy| Self { policy })
    }

    /// The same gate in another mode. The mode is the operator's to choose, never the caller's.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.policy.mode = mode;
        self
    }

    /// The mode of the policy.
    pub fn mode(&self) -> Mode {
        self.policy.mode
    }

    /// What the policy says of the tool of this name: which entries cover it, how, and what follows.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::{Gate, contract::Route};
    ///
    /// let gate = Gate::new(r#"{"tools": {"delete_*": {"route_floor": "refuse"}}}"#)?;
    /// let view = gate.explain_tool("mcp__fs__deleteFile");
    /// assert_eq!(view.route_floor, Route::Refuse);
    /// assert_eq!(view.route_floor_at.as_deref(), Some("/tools/delete_*/route_floor"));
    /// assert!(!view.listed, "another spelling than the policy's only tightens");
    /// # Ok::<(), aana_core::PolicyError>(())
    /// ```
    pub fn explain_tool(&self, name: &str) -> ToolView {
        self.policy.explain_tool(name)
    }

    /// How many bytes an event may have.
    pub fn max_event_bytes(&self) -> usize {
        self.policy.max_event_bytes
    }

    /// Decides one event, given as JSON text. `now_ms` is the time in Unix milliseconds.
    ///
    /// There is a decision for every text: what is not a valid event is refused.
    pub fn check<'e>(&self, event: &'e str, now_ms: i64) -> Decision<'e> {
        self.decide(json::parse(event, self.policy.max_event_bytes), now_ms)
    }

    /// Decides one event, given as bytes that should be UTF-8 JSON text.
    pub fn check_bytes<'e>(&self, event: &'e [u8], now_ms: i64) -> Decision<'e> {
        self.decide(json::parse_bytes(event, self.policy.max_event_bytes), now_ms)
    }

    /// Decides one event, given as a tree that a binding built from its host's objects. The binding
    /// sees to what the text entry point sees to: at most [`MAX_DEPTH`](crate::json::MAX_DEPTH) levels, and
    /// no more than the host can hold.
    pub fn check_value<'e>(&self, event: Value<'e>, now_ms: i64) -> Decision<'e> {
        match read_event(event) {
            Ok(event) => {
                let evaluation = gate::evaluate(event, &self.policy, now_ms);
                Decision::evaluated(evaluation, self.policy.mode, now_ms)
            }
            Err(faults) => Decision::malformed(faults, self.policy.mode, now_ms),
        }
    }

    /// The refusal of an event that a binding could not turn into a tree.
    pub fn refuse<'e>(&self, faults: Vec<Fault>, now_ms: i64) -> Decision<'e> {
        Decision::malformed(shown_faults(faults), self.policy.mode, now_ms)
    }

    fn decide<'e>(&self, event: Result<Value<'e>, Fault>, now_ms: i64) -> Decision<'e> {
        match event {
            Ok(event) => self.check_value(event, now_ms),
            Err(fault) => self.refuse([fault].into(), now_ms),
        }
    }
}
