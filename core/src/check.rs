//! The gate as its users see it: an event in one of its forms goes in, a decision comes out.

use alloc::{string::String, sync::Arc, vec::Vec};

use crate::{
    contract::Mode,
    decision::Decision,
    event::read_event,
    fault::{Fault, shown_faults},
    gate::{self, Host},
    json::{self, Value},
    policy::{EvidenceTrust, Policy, PolicyError, ToolView},
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
#[derive(Debug, Clone)]
pub struct Gate {
    policy: Arc<Policy>,
    /// As the policy has it, or as the host has chosen since.
    mode: Mode,
    evidence: EvidenceTrust,
}

impl Default for Gate {
    fn default() -> Self {
        Self::of(Policy::default())
    }
}

impl Gate {
    fn of(policy: Policy) -> Self {
        let (mode, evidence) = (policy.mode, policy.evidence);
        Self { policy: Arc::new(policy), mode, evidence }
    }

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
        Policy::read(policy).map(Self::of)
    }

    /// The same gate in another mode. The mode is the operator's to choose, never the caller's.
    #[must_use]
    pub fn with_mode(mut self, mode: Mode) -> Self {
        self.mode = mode;
        self
    }

    /// The same gate, which takes only approvals and auth events that the host has checked itself, as under
    /// the policy's `evidence: attested`. A gate made so cannot be loosened again: a server option may only tighten.
    #[must_use]
    pub fn with_attested_evidence(mut self) -> Self {
        self.evidence = EvidenceTrust::Attested;
        self
    }

    /// Whose word counts for approvals and auth events.
    pub fn evidence(&self) -> EvidenceTrust {
        self.evidence
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
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

    /// The names and patterns of the policy's entries, in its order.
    pub fn tool_patterns(&self) -> impl Iterator<Item = &str> {
        self.policy.patterns()
    }

    /// The rules for values of the entries that cover a tool, each as its JSON pointer, and whether one of the tool's
    /// parameters can be what the rule is about. A rule that no parameter meets does nothing, or asks about every call.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::Gate;
    ///
    /// let gate = Gate::new(r#"{"tools": {"refund": {"arguments": {"/amonut": {"at_most": 100}}}}}"#)?;
    /// let rules = gate.rules_by_parameter("refund", &["amount"]);
    /// assert_eq!(rules, [("/tools/refund/arguments/~1amonut".into(), false)]);
    /// # Ok::<(), aana_core::PolicyError>(())
    /// ```
    pub fn rules_by_parameter(&self, tool: &str, parameters: &[&str]) -> Vec<(String, bool)> {
        self.policy.rules_by_parameter(tool, parameters)
    }

    /// The JSON pointers to rules of the policy's `arguments` that can never fit anything, such as `git -C x push`: git's own
    /// options are taken off a command before it is held against rules.
    pub fn dead_argument_rules(&self) -> Vec<String> {
        self.policy.arguments.dead_rules()
    }

    /// The patterns of the policy's `arguments.kinds` that cover none of these tools.
    pub fn kinds_without_tool(&self, tools: &[&str]) -> Vec<&str> {
        self.policy.arguments.kinds_without_tool(tools)
    }

    /// How many bytes an event may have.
    pub fn max_event_bytes(&self) -> usize {
        self.policy.max_event_bytes
    }

    /// The same gate for events whose refs at these positions in `evidence_refs` the host has checked
    /// itself: an approval against the store in which it was made, an auth event against its own
    /// session. Positions that an event does not have are ignored.
    ///
    /// This is the host's word and not part of the event, so nothing that an agent writes can say it. It
    /// counts where the policy wants it: `evidence: attested`.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::{Gate, contract::Route};
    ///
    /// let gate = Gate::new(r#"{"evidence": "attested"}"#)?;
    /// let event = r#"{
    ///     "tool_name": "get_invoice", "tool_category": "private_read",
    ///     "authorization_state": "authenticated", "evidence_refs": ["auth_event:session-7"],
    ///     "risk_domain": "finance", "proposed_arguments": {}, "recommended_route": "accept"
    /// }"#;
    /// assert_eq!(gate.check(event, 0).route(), Route::Ask);
    /// assert_eq!(gate.attesting(&[0]).check(event, 0).route(), Route::Accept);
    /// # Ok::<(), aana_core::PolicyError>(())
    /// ```
    pub const fn attesting<'a>(&'a self, refs: &'a [u32]) -> Attesting<'a> {
        Attesting { gate: self, refs }
    }

    /// Decides one event, given as JSON text. `now_ms` is the time in Unix milliseconds.
    ///
    /// There is a decision for every text: what is not a valid event is refused.
    pub fn check<'e>(&self, event: &'e str, now_ms: i64) -> Decision<'e> {
        self.attesting(&[]).check(event, now_ms)
    }

    /// Decides one event, given as bytes that should be UTF-8 JSON text.
    pub fn check_bytes<'e>(&self, event: &'e [u8], now_ms: i64) -> Decision<'e> {
        self.attesting(&[]).check_bytes(event, now_ms)
    }

    /// Decides one event, given as a tree that a binding built from its host's objects. The binding
    /// sees to what the text entry point sees to: at most [`MAX_DEPTH`](crate::json::MAX_DEPTH) levels, and
    /// no more than the host can hold.
    pub fn check_value<'e>(&self, event: Value<'e>, now_ms: i64) -> Decision<'e> {
        self.attesting(&[]).check_value(event, now_ms)
    }

    /// The refusal of an event that a binding could not turn into a tree.
    pub fn refuse<'e>(&self, faults: Vec<Fault>, now_ms: i64) -> Decision<'e> {
        Decision::malformed(shown_faults(faults), self.mode, now_ms)
    }
}

/// A gate, and the refs of an event that the host has checked itself: see [`Gate::attesting`].
#[derive(Debug, Clone, Copy)]
pub struct Attesting<'a> {
    gate: &'a Gate,
    /// Positions in `evidence_refs`, in any order.
    refs: &'a [u32],
}

impl Attesting<'_> {
    /// Decides one event as [`Gate::check`] does.
    pub fn check<'e>(&self, event: &'e str, now_ms: i64) -> Decision<'e> {
        self.decide(json::parse(event, self.gate.policy.max_event_bytes), now_ms)
    }

    /// Decides one event as [`Gate::check_bytes`] does.
    pub fn check_bytes<'e>(&self, event: &'e [u8], now_ms: i64) -> Decision<'e> {
        self.decide(json::parse_bytes(event, self.gate.policy.max_event_bytes), now_ms)
    }

    /// Decides one event as [`Gate::check_value`] does.
    pub fn check_value<'e>(&self, event: Value<'e>, now_ms: i64) -> Decision<'e> {
        let Gate { policy, mode, evidence } = self.gate;
        match read_event(event) {
            Ok(event) => {
                let host = Host { evidence: *evidence, attested: self.refs, now_ms };
                Decision::evaluated(gate::evaluate(event, policy, &host), *mode, now_ms)
            }
            Err(faults) => Decision::malformed(faults, *mode, now_ms),
        }
    }

    fn decide<'e>(&self, event: Result<Value<'e>, Fault>, now_ms: i64) -> Decision<'e> {
        match event {
            Ok(event) => self.check_value(event, now_ms),
            Err(fault) => self.gate.refuse([fault].into(), now_ms),
        }
    }
}
