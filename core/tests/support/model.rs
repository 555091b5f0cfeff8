//! A second opinion: the rules as tables over a situation that is known beforehand.
//!
//! The model never sees an event. Whoever makes a situation says what each tool name, argument and
//! evidence ref is; the core has to find that out from the text. What both must agree on is what
//! follows from it.

use aana_core::contract::{
    AuthorizationState::{self, Authenticated, Confirmed, UserClaimed, Validated},
    RiskDomain, RiskLevel, Route,
    ToolCategory::{self, PrivateRead, PublicRead, Unknown, Write},
    VerbClass,
};

/// What is known of a tool's name.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that is so or not")]
pub(crate) struct Tool {
    pub name: &'static str,
    pub verb: VerbClass,
    /// One of the words that make an unclassified tool destructive.
    pub destructive: bool,
    /// Holds a private noun and no public word.
    pub private: bool,
    /// Holds one of the nouns that are private whatever stands beside them.
    pub always_private: bool,
    pub plain_ascii: bool,
}

/// What is known of the arguments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Arguments {
    pub json: &'static str,
    pub identity_bound: bool,
    pub secret: bool,
}

/// What is known of one evidence ref.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that is so or not")]
pub(crate) struct Ref {
    /// The state that it supports if it is credible.
    pub supports: AuthorizationState,
    pub trusted: bool,
    pub faults: Vec<&'static str>,
    pub string: bool,
    /// All six fields and fresh.
    pub complete: bool,
    pub vouches_public: bool,
    /// An approval that does not name this action.
    pub loose_approval: bool,
    /// A structured approval that neither says yes nor names this action.
    pub without_verdict: bool,
    /// An approval or an auth event.
    pub record: bool,
}

/// A list of evidence refs, as JSON and as known. `@DIGEST@` in it stands for the action digest.
#[derive(Debug, Clone)]
pub(crate) struct Evidence {
    pub name: String,
    pub json: String,
    pub refs: Vec<Ref>,
}

/// What the policy says of the tool, and in general.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that is so or not")]
pub(crate) struct PolicyCase {
    pub json: &'static str,
    pub category: Option<ToolCategory>,
    pub domain: Option<RiskDomain>,
    pub minimum: Option<AuthorizationState>,
    pub floor: Option<Route>,
    pub no_hints: bool,
    pub allow_secrets: bool,
    /// `None` is the default `ask`; `accept` stands for `warn`.
    pub secret_route: Option<Route>,
    pub production: bool,
    /// Only names that say that a tool reads are taken.
    pub strict_names: bool,
    pub bound_approvals: bool,
    /// Every ref must be attested, which none of the model's is.
    pub attested: bool,
    pub risky: Option<RiskDomain>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation<'s> {
    pub category: ToolCategory,
    pub state: AuthorizationState,
    pub recommended: Route,
    pub domain: RiskDomain,
    pub tool: &'s Tool,
    pub arguments: &'s Arguments,
    pub evidence: &'s Evidence,
    pub policy: &'s PolicyCase,
}

/// What must come out.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub route: Route,
    pub aana_route: Route,
    pub blockers: Vec<&'static str>,
    pub category: ToolCategory,
    pub state: AuthorizationState,
    pub required: Option<AuthorizationState>,
    pub high_risk: bool,
    pub risk_level: RiskLevel,
    pub irreversible: bool,
}

/// Every blocker that the rules can give for a well-formed event, in their order, with the least
/// route that it stands for.
const RULES: [(&str, Route); 32] = [
    ("declared_read_not_recognised", Route::Ask),
    ("tool_name_not_plain_ascii", Route::Defer),
    ("evidence_not_attested", Route::Ask),
    ("evidence_text_ambiguous", Route::Defer),
    ("approval_not_given", Route::Ask),
    ("approval_not_from_a_person", Route::Ask),
    ("unstructured_evidence_ref", Route::Defer),
    // This and the table's own codes come with the table's route.
    ("authorization_state_not_supported_by_evidence", Route::Ask),
    ("private_read_not_authenticated", Route::Ask),
    ("write_missing_authorization", Route::Defer),
    ("write_missing_validation_or_confirmation", Route::Ask),
    ("write_missing_explicit_confirmation", Route::Ask),
    ("unknown_tool_category", Route::Defer),
    ("high_risk_write_missing_explicit_confirmation", Route::Ask),
    ("unknown_destructive_tool", Route::Refuse),
    ("missing_evidence_refs", Route::Defer),
    ("evidence_secret_leak", Route::Refuse),
    ("approval_not_bound_to_action", Route::Ask),
    ("evidence_pii_leak", Route::Refuse),
    ("unsafe_redaction_status", Route::Refuse),
    ("stale_evidence", Route::Defer),
    ("invalid_retrieved_at", Route::Defer),
    ("evidence_from_future", Route::Defer),
    ("contradictory_evidence", Route::Defer),
    ("evidence_marks_missing_information", Route::Defer),
    ("evidence_missing_authorization", Route::Defer),
    ("approval_without_verdict", Route::Ask),
    ("argument_secret_leak", Route::Ask),
    ("runtime_refusal", Route::Accept),
    ("policy_route_floor", Route::Accept),
    ("policy_minimum_authorization", Route::Ask),
    ("evidence_below_production_profile", Route::Defer),
];

const RISKY: [RiskDomain; 6] = [
    RiskDomain::Finance,
    RiskDomain::Devops,
    RiskDomain::Security,
    RiskDomain::Legal,
    RiskDomain::Pharma,
    RiskDomain::Healthcare,
];

pub(crate) fn expect(situation: &Situation<'_>) -> Expected {
    let category = effective_category(situation);
    let state = effective_state(situation);
    let mut found = table(category, state, situation.tool);
    if !situation.tool.plain_ascii {
        found.push("tool_name_not_plain_ascii");
    }
    if state < situation.state && !satisfies(category, state) {
        found.push("authorization_state_not_supported_by_evidence");
    }
    let high_risk = is_high_risk(situation, category);
    if high_risk && state != Confirmed {
        found.push("high_risk_write_missing_explicit_confirmation");
    }
    evidence(situation, category, &mut found);
    let policy = situation.policy;
    let secret_route = policy.secret_route.unwrap_or(Route::Ask);
    if situation.arguments.secret && !policy.allow_secrets && secret_route != Route::Accept {
        found.push("argument_secret_leak");
    }
    // Without evidence a state is a claim, whatever it is called.
    let claimed = situation.evidence.refs.is_empty();
    let evidenced = if claimed { state.min(UserClaimed) } else { state };
    let unknown_read = is_unknown_read(situation, category);
    if unknown_read && evidenced < Confirmed {
        found.push("declared_read_not_recognised");
    }
    if policy.minimum.is_some_and(|minimum| evidenced < minimum) {
        found.push("policy_minimum_authorization");
    }

    let mut aana_route = RULES
        .iter()
        .filter(|(code, _)| found.contains(code))
        .map(|(code, least)| if *code == "argument_secret_leak" { secret_route } else { *least })
        .max()
        .unwrap_or(Route::Accept);
    // The one code of the table with two routes.
    if found.contains(&"private_read_not_authenticated") && state == AuthorizationState::None {
        aana_route = aana_route.max(Route::Defer);
    }
    // A floor `ask` is satisfied by the confirmation of exactly this action; others by nothing.
    let approved =
        state == Confirmed
            && situation.evidence.refs.iter().any(|it| {
                is_credible(it, policy) && it.supports == Confirmed && !it.loose_approval
            });
    let holds = |floor: &Route| *floor > Route::Accept && !(*floor == Route::Ask && approved);
    if let Some(floor) = policy.floor.filter(holds) {
        found.push("policy_route_floor");
        aana_route = aana_route.max(floor);
    }
    if situation.recommended == Route::Refuse {
        found.push("runtime_refusal");
    }
    let blockers = RULES.iter().map(|(code, _)| *code).filter(|code| found.contains(code));
    Expected {
        route: aana_route.max(situation.recommended),
        aana_route,
        blockers: blockers.collect(),
        category,
        state,
        required: required(category).map(|state| {
            let asked = policy.floor == Some(Route::Ask) || unknown_read;
            let asked = if asked { Confirmed } else { state };
            policy.minimum.map_or(state, |it| it.max(state)).max(asked)
        }),
        high_risk,
        risk_level: risk_level(situation, category),
        irreversible: is_irreversible(situation.tool.verb, category),
    }
}

/// Whether the policy does not take the name of a read for one: it names no verb, and no entry says what
/// the tool is. Of the tools of the situations only the one that is not plain ASCII has a word of reading
/// that is not a verb.
fn is_unknown_read(situation: &Situation<'_>, category: ToolCategory) -> bool {
    let (tool, policy) = (situation.tool, situation.policy);
    policy.strict_names
        && matches!(category, PublicRead | PrivateRead)
        && tool.verb == VerbClass::Other
        && tool.plain_ascii
        && !policy.no_hints
        && policy.category.is_none()
}

fn is_faultless(evidence: &Ref, policy: &PolicyCase) -> bool {
    evidence.faults.is_empty()
        && !(policy.bound_approvals && evidence.loose_approval)
        && !(policy.production && evidence.without_verdict)
}

fn is_credible(evidence: &Ref, policy: &PolicyCase) -> bool {
    evidence.trusted
        && is_faultless(evidence, policy)
        && !policy.attested
        && !(evidence.string && policy.production)
}

fn effective_category(situation: &Situation<'_>) -> ToolCategory {
    let (tool, policy) = (situation.tool, situation.policy);
    let mut category = match (situation.category, policy.category) {
        (Unknown, Some(said)) => said,
        (Unknown, None) => return Unknown,
        (declared, said) => said.map_or(declared, |said| said.max(declared)),
    };
    let acts = !matches!(tool.verb, VerbClass::Read | VerbClass::Draft | VerbClass::Other);
    if acts && !policy.no_hints {
        category = Write;
    }
    let vouched = situation
        .evidence
        .refs
        .iter()
        .any(|evidence| evidence.vouches_public && is_credible(evidence, policy));
    let reads_private = tool.always_private || (tool.private && !vouched);
    if situation.arguments.identity_bound || (reads_private && !policy.no_hints) {
        category = category.max(PrivateRead);
    }
    category
}

fn effective_state(situation: &Situation<'_>) -> AuthorizationState {
    let refs = &situation.evidence.refs;
    let supported = refs
        .iter()
        .map(|it| if is_credible(it, situation.policy) { it.supports } else { UserClaimed })
        .max();
    match supported {
        Some(supported) if situation.state > UserClaimed => supported.min(situation.state),
        _ => situation.state,
    }
}

fn required(category: ToolCategory) -> Option<AuthorizationState> {
    match category {
        PublicRead => Some(AuthorizationState::None),
        PrivateRead => Some(Authenticated),
        Write => Some(Confirmed),
        Unknown => None,
    }
}

fn satisfies(category: ToolCategory, state: AuthorizationState) -> bool {
    required(category).is_some_and(|required| state >= required)
}

fn table(category: ToolCategory, state: AuthorizationState, tool: &Tool) -> Vec<&'static str> {
    match (category, state) {
        (PrivateRead, AuthorizationState::None | UserClaimed) => {
            vec!["private_read_not_authenticated"]
        }
        (Write, AuthorizationState::None) => vec!["write_missing_authorization"],
        (Write, UserClaimed | Authenticated) => vec!["write_missing_validation_or_confirmation"],
        (Write, Validated) => vec!["write_missing_explicit_confirmation"],
        (Unknown, _) if tool.destructive => vec!["unknown_destructive_tool"],
        (Unknown, _) => vec!["unknown_tool_category"],
        _ => vec![],
    }
}

fn evidence(situation: &Situation<'_>, category: ToolCategory, found: &mut Vec<&'static str>) {
    let (refs, policy) = (&situation.evidence.refs, situation.policy);
    if refs.is_empty() && category != PublicRead {
        found.push("missing_evidence_refs");
    }
    for evidence in refs {
        found.extend(&evidence.faults);
        if policy.bound_approvals && evidence.loose_approval {
            found.push("approval_not_bound_to_action");
        }
        if policy.attested && evidence.record {
            found.push("evidence_not_attested");
        }
        if policy.production && evidence.without_verdict {
            found.push("approval_without_verdict");
        }
        if policy.production && evidence.string {
            found.push("unstructured_evidence_ref");
        }
        // A ref that could support. Asking only those without a fault would let a fault help.
        let supporting = !evidence.string && evidence.trusted;
        let profiled = matches!(category, PrivateRead | Write);
        if policy.production && profiled && supporting && !evidence.complete {
            found.push("evidence_below_production_profile");
        }
    }
}

fn is_high_risk(situation: &Situation<'_>, category: ToolCategory) -> bool {
    let policy = situation.policy;
    let risky = |domain: RiskDomain| RISKY.contains(&domain) || policy.risky == Some(domain);
    let class = matches!(
        situation.tool.verb,
        VerbClass::Send | VerbClass::Destroy | VerbClass::Money | VerbClass::Exec
    );
    category == Write && (class || risky(situation.domain) || policy.domain.is_some_and(risky))
}

fn risk_level(situation: &Situation<'_>, category: ToolCategory) -> RiskLevel {
    let base = match (category, situation.tool.verb) {
        (PublicRead, _) => return RiskLevel::Low,
        (PrivateRead, _) | (Write, VerbClass::Read | VerbClass::Draft | VerbClass::Edit) => {
            RiskLevel::Low
        }
        (Write, VerbClass::Send | VerbClass::Other) => RiskLevel::Medium,
        (Write, VerbClass::Destroy | VerbClass::Money | VerbClass::Exec) | (Unknown, _) => {
            RiskLevel::High
        }
    };
    let raises = |domain: RiskDomain| {
        RISKY.contains(&domain)
            || matches!(domain, RiskDomain::Hr | RiskDomain::Unknown)
            || situation.policy.risky == Some(domain)
    };
    if raises(situation.domain) || situation.policy.domain.is_some_and(raises) {
        if base == RiskLevel::Low { RiskLevel::Medium } else { RiskLevel::High }
    } else {
        base
    }
}

fn is_irreversible(verb: VerbClass, category: ToolCategory) -> bool {
    match category {
        PublicRead | PrivateRead => false,
        Write => !matches!(verb, VerbClass::Read | VerbClass::Draft | VerbClass::Edit),
        Unknown => true,
    }
}
