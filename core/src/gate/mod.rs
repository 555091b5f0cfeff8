//! The gate: from an event to facts, from facts to a route.

pub(crate) mod classify;
mod evidence;
mod facts;
mod provenance;
mod risk;
mod route;
mod wording;

use alloc::{string::String, vec::Vec};

pub(crate) use classify::secret_pointers;
pub(crate) use evidence::{RefFacts, warnings_for};
pub(crate) use facts::{Facts, effective_state, required_by_category};
pub(crate) use route::Verdict;

use crate::{
    code_set::CodeSet,
    codes::{Blocker, Reason, Warning},
    contract::{Mode, Route, ToolCategory},
    decision::{Decision, Judged},
    digest::action_digest,
    event::{Event, Fault, read_event, shown_faults},
    json::{self, Value},
    policy::{Policy, PolicyError, SecretArguments, ToolRules},
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

    /// How many bytes an event may have.
    pub fn max_event_bytes(&self) -> usize {
        self.policy.max_event_bytes
    }

    /// Decides one event, given as JSON text. `now_ms` is the time in Unix milliseconds.
    ///
    /// There is a decision for every text: what is no valid event is refused.
    pub fn check<'e>(&self, event: &'e str, now_ms: i64) -> Decision<'e> {
        self.decide(json::parse(event, self.policy.max_event_bytes), now_ms)
    }

    /// Decides one event, given as bytes that should be UTF-8 JSON text.
    pub fn check_bytes<'e>(&self, event: &'e [u8], now_ms: i64) -> Decision<'e> {
        self.decide(json::parse_bytes(event, self.policy.max_event_bytes), now_ms)
    }

    /// Decides one event, given as a tree that a binding built from its host's objects. The binding
    /// sees to what the text door sees to: at most [`MAX_DEPTH`](crate::json::MAX_DEPTH) levels, and
    /// no more than the host can hold.
    pub fn check_value<'e>(&self, event: Value<'e>, now_ms: i64) -> Decision<'e> {
        match read_event(event) {
            Ok(event) => self.judge(event, now_ms),
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

    fn judge<'e>(&self, event: Event<'e>, now_ms: i64) -> Decision<'e> {
        let mut digest: Option<String> = None;
        let mut is_this_action =
            |named: &str| digest.get_or_insert_with(|| action_digest(&event)) == named;
        let refs = evidence::read_refs(
            &event.evidence_refs,
            event.agent_id.as_deref(),
            &self.policy,
            now_ms,
            &mut is_this_action,
        );
        let facts = find_facts(&event, &refs, &self.policy);
        let verdict = route::decide(&facts);
        let mode = self.policy.mode;
        Decision::judged(Judged { event, refs, facts, verdict, digest }, mode, now_ms)
    }
}

fn find_facts(event: &Event<'_>, refs: &[RefFacts], policy: &Policy) -> Facts {
    let rules = policy.rules_for(&event.tool_name);
    let name = classify::read_name(&event.tool_name);
    let arguments = classify::read_arguments(&event.proposed_arguments);
    let mut reasons = CodeSet::<Reason>::default();
    let effective_category = classify::effective_category(
        event.tool_category,
        &rules,
        name,
        arguments,
        refs.iter().any(|facts| facts.says_public_read),
        &mut reasons,
    );

    let mut domains = rules.risk_domains;
    domains.insert(event.risk_domain);
    let risk = risk::assess(effective_category, name.verb_class, domains, policy.high_risk_domains);

    let mut faults = CodeSet::<Blocker>::default();
    faults.insert_if(!name.plain_ascii, Blocker::ToolNameNotPlainAscii);
    let mut warnings = CodeSet::<Warning>::default();
    for facts in refs {
        faults = faults.union(facts.faults);
        warnings = warnings.union(warnings_for(facts, effective_category));
        let below = facts.below_production && is_profiled(effective_category);
        faults.insert_if(below, Blocker::EvidenceBelowProductionProfile);
    }
    let argument_secret = argument_secret(arguments.secret, &rules, policy, &mut warnings);
    warnings.insert_if(!event.unknown_fields.is_empty(), Warning::UnknownField);

    Facts {
        declared_category: event.tool_category,
        effective_category,
        declared_state: event.authorization_state,
        supported_state: evidence::supported_state(refs),
        has_evidence: !refs.is_empty(),
        faults,
        verb_class: name.verb_class,
        destroys: name.destroys,
        risk_level: risk.level,
        irreversible: risk.irreversible,
        high_risk: risk.high_risk_write,
        argument_secret,
        minimum_authorization: rules.minimum_authorization,
        route_floor: rules.route_floor,
        recommended_route: event.recommended_route,
        reasons,
        warnings,
    }
}

/// The production profile is about calls that need evidence.
pub(crate) const fn is_profiled(category: ToolCategory) -> bool {
    matches!(category, ToolCategory::PrivateRead | ToolCategory::Write)
}

fn argument_secret(
    found: bool,
    rules: &ToolRules,
    policy: &Policy,
    warnings: &mut CodeSet<Warning>,
) -> Option<Route> {
    if !found || rules.allow_secret_arguments {
        return None;
    }
    match policy.secret_arguments {
        SecretArguments::Ask => Some(Route::Ask),
        SecretArguments::Refuse => Some(Route::Refuse),
        SecretArguments::Warn => {
            warnings.insert(Warning::ArgumentSecretLeak);
            None
        }
    }
}
