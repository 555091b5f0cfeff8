//! The rules: from an event to facts, from facts to a route.

mod approval;
mod arguments;
pub(crate) mod classify;
mod evidence;
mod facts;
mod findings;
mod host;
mod provenance;
mod refusal;
mod risk;
mod route;
mod scripts;
mod texts;
mod wording;

use alloc::{string::String, sync::Arc, vec::Vec};

use arguments::ArgumentEffects;
pub(crate) use arguments::walk_over;
pub(crate) use classify::secret_pointers;
use classify::{ArgumentReading, NameReading, Signals};
pub(crate) use evidence::{RefFacts, warnings_for};
pub(crate) use facts::{Facts, effective_state, required_by_category};
pub(crate) use findings::{blocker_of, is_cleared_by_bound_approval};
pub(crate) use host::Host;
pub(crate) use route::Verdict;
pub(crate) use wording::plain;

use crate::{
    arguments::effect::Summary,
    code_set::CodeSet,
    codes::{Blocker, Reason, Warning},
    contract::{Route, ToolCategory},
    digest::digest_of,
    event::Event,
    policy::{Call, Policy, SecretArguments, ToolRules},
    tokens::Name,
};

/// An event that was understood, with all that was found about it.
#[derive(Debug, Clone)]
pub(crate) struct Evaluation<'e> {
    pub(crate) event: Event<'e>,
    /// One entry for each evidence ref of the event.
    pub(crate) refs: Vec<RefFacts>,
    pub(crate) facts: Facts,
    pub(crate) verdict: Verdict,
    /// The action digest, if it was needed on the way.
    pub(crate) digest: Option<String>,
    pub(crate) decided_by: PolicyPointers,
    /// Where there is something to tell about the arguments, the policy under which they are read for the report.
    pub(crate) read_again_by: Option<Arc<Policy>>,
}

/// Where in the policy those rules stand that keep the call, as JSON pointers.
#[derive(Debug, Clone, Default)]
pub(crate) struct PolicyPointers {
    pub(crate) floor: Option<String>,
    /// Whether nothing but another policy lifts the floor.
    pub(crate) closes: bool,
    pub(crate) minimum: Option<String>,
    /// The rule for the values of arguments.
    pub(crate) value: Option<String>,
    /// Whether no approval lifts that rule.
    pub(crate) value_closes: bool,
}

impl Evaluation<'_> {
    /// The digest of the action.
    pub(crate) fn action_digest(&self) -> String {
        self.digest.clone().unwrap_or_else(|| digest_of(&self.event))
    }
}

impl PolicyPointers {
    /// Of a decision in which no policy had a part.
    pub(crate) const NONE: &'static Self =
        &Self { floor: None, closes: false, minimum: None, value: None, value_closes: false };
}

/// Applies the rules and the policy to an event.
pub(crate) fn evaluate<'e>(
    event: Event<'e>,
    policy: &Arc<Policy>,
    host: &Host<'_>,
) -> Evaluation<'e> {
    let mut digest: Option<String> = None;
    let mut is_this_action = |named: &str| digest.get_or_insert_with(|| digest_of(&event)) == named;
    let refs = evidence::read_refs(&event, policy, host, &mut is_this_action);
    let call = Call {
        risk_domain: event.risk_domain,
        agent_id: event.agent_id.as_deref(),
        authorization_subject: event.authorization_subject.as_ref(),
        arguments: &event.proposed_arguments,
        is_unread: false,
        now_ms: host.now_ms,
    };
    let mut rules = policy.rules_for(&event.tool_name, &call);
    let tool = Name::of(&event.tool_name);
    let name = classify::read_name(&tool);
    let arguments = classify::read_arguments(&tool, name, &call, policy);
    if let Some(inner) = &arguments.calls.inner {
        rules.tighten_as(&inner.rules);
    }
    let effects = ArgumentEffects::of(&event, &tool, &refs, policy);
    let named = Named { tool: &tool, name };
    let facts = find_facts(&event, &refs, policy, &rules, named, &arguments, effects);
    let verdict = route::decide(&facts);
    let at = |blocker, place| {
        verdict.blockers.contains(blocker).then(|| policy.pointer(place)).flatten()
    };
    let decided_by = PolicyPointers {
        floor: at(Blocker::PolicyRouteFloor, rules.floor_at),
        closes: facts.route_floor >= Route::Defer,
        minimum: at(Blocker::PolicyMinimumAuthorization, rules.minimum_at),
        value: at(Blocker::PolicyArgumentRule, rules.value_at),
        value_closes: facts.value_floor >= Route::Defer,
    };
    let is_told = effects.summary != Summary::default();
    let read_again_by = is_told.then(|| Arc::clone(policy));
    Evaluation { event, refs, facts, verdict, digest, decided_by, read_again_by }
}

/// The name of the tool, and what it says.
#[derive(Clone, Copy)]
struct Named<'n> {
    tool: &'n Name<'n>,
    name: NameReading,
}

/// `rules` are those for the tool and for what it calls.
fn find_facts(
    event: &Event<'_>,
    refs: &[RefFacts],
    policy: &Policy,
    rules: &ToolRules,
    Named { tool, name }: Named<'_>,
    arguments: &ArgumentReading,
    mut effects: ArgumentEffects,
) -> Facts {
    let answered = name.interpreter && effects.answer_for_interpreter();
    let name = if answered { name.answered_by_arguments() } else { name };
    let inner = arguments.calls.inner.unwrap_or_default();
    let mut nouns = inner.nouns;
    // They only make a public read private. What is not one yet may become one by the policy.
    let may_be_public =
        matches!(event.tool_category, ToolCategory::PublicRead | ToolCategory::Unknown);
    if rules.hints && may_be_public {
        nouns = nouns.or(classify::read_nouns(tool));
    }
    let mut reasons = CodeSet::<Reason>::default();
    let signals = Signals {
        rules,
        name,
        nouns,
        arguments,
        effects: &effects,
        supported_as_public: refs.iter().any(|facts| facts.says_public_read),
    };
    let effective_category =
        classify::effective_category(event.tool_category, &signals, &mut reasons);

    let mut domains = rules.risk_domains;
    domains.insert(event.risk_domain);
    let acting = arguments.calls.acting_class(rules, &effects);
    let verb_class = classify::verb_class(name, [acting, effects.writing_class()]);
    effects.settle(effective_category, event, policy);
    let risk = risk::assess(effective_category, verb_class, domains, policy.high_risk_domains);

    let mut faults = CodeSet::<Blocker>::default();
    faults.insert_if(!name.plain_ascii, Blocker::ToolNameNotPlainAscii);
    let mut warnings = CodeSet::<Warning>::default();
    for facts in refs {
        faults = faults.union(facts.faults);
        warnings = warnings.union(warnings_for(facts, effective_category));
        let below = facts.below_production && is_profiled(effective_category);
        faults.insert_if(below, Blocker::EvidenceBelowProductionProfile);
    }
    let argument_secret = argument_secret(arguments.secret, rules, policy, &mut warnings);
    // Whoever names a tool letter by letter and says what it is knows it.
    let outer_not_recognised = || {
        (rules.hints || !rules.listed)
            && !answered
            && !rules.classifies_unknown
            && !classify::is_known_read(tool, name)
    };
    let not_recognised =
        effective_category.is_read() && (inner.not_recognised || outer_not_recognised());
    let strict = not_recognised && policy.strict_names();
    warnings.insert_if(not_recognised && !strict, Warning::DeclaredReadNotRecognised);
    warnings.insert_if(
        arguments.calls.covered_word && effective_category.is_read(),
        Warning::DeclaredReadActingArgument,
    );
    warnings.insert_if(!event.unknown_fields.is_empty(), Warning::UnknownField);

    Facts {
        declared_category: event.tool_category,
        effective_category,
        declared_state: event.authorization_state,
        supported_state: evidence::supported_state(refs),
        has_evidence: !refs.is_empty(),
        approves_action: refs.iter().any(|facts| facts.approves_action),
        faults,
        unknown_read: strict,
        verb_class,
        destroys: effective_category == ToolCategory::Unknown
            && (classify::removes(tool) || arguments.calls.removes),
        risk_level: risk.level,
        irreversible: risk.irreversible,
        high_risk: risk.high_risk_write,
        argument_secret,
        argument_findings: effects.summary.findings,
        may_be_denied: policy.has_deny_rules(),
        minimum_authorization: rules.minimum_authorization,
        route_floor: rules.route_floor,
        value_floor: rules.value_floor,
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
