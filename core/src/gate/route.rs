//! The route: the table by category and authorization, then whatever makes it stricter.

use super::{
    evidence::least_route,
    facts::Facts,
    findings::{ClearedBy, blocker_of, warning_of},
};
use crate::{
    arguments::effect::Finding,
    code_set::CodeSet,
    codes::{Blocker, Reason, Warning},
    contract::{AuthorizationState, Route, ToolCategory},
};

/// What was decided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Verdict {
    pub(crate) route: Route,
    /// The route before the runtime's recommendation.
    pub(crate) aana_route: Route,
    pub(crate) blockers: CodeSet<Blocker>,
    pub(crate) reasons: CodeSet<Reason>,
    pub(crate) warnings: CodeSet<Warning>,
}

/// Decides. Every step only adds blockers and only raises the route.
pub(crate) fn decide(facts: &Facts) -> Verdict {
    let mut verdict = Verdict {
        route: Route::Accept,
        aana_route: Route::Accept,
        blockers: CodeSet::default(),
        reasons: facts.reasons,
        warnings: facts.warnings,
    };
    check_support(&mut verdict, facts);
    apply_table(&mut verdict, facts);
    apply_faults(&mut verdict, facts);
    apply_policy(&mut verdict, facts);
    verdict.aana_route = verdict.route;
    if facts.recommended_route > verdict.route {
        verdict.reasons.insert(Reason::RuntimeRecommendedStricterRoute);
        verdict.route = facts.recommended_route;
    }
    verdict.blockers.insert_if(facts.recommended_route == Route::Refuse, Blocker::RuntimeRefusal);
    verdict
}

impl Verdict {
    fn block(&mut self, blocker: Blocker, at_least: Route) {
        self.blockers.insert(blocker);
        self.route = self.route.max(at_least);
    }
}

/// A declared state that the evidence does not carry blocks where the weaker state is not enough,
/// and is a warning where it is.
fn check_support(verdict: &mut Verdict, facts: &Facts) {
    let effective = facts.effective_state();
    if effective >= facts.declared_state {
        return;
    }
    verdict.reasons.insert(Reason::AuthorizationLoweredToEvidence);
    let satisfies = facts.required_by_category().is_some_and(|required| effective >= required);
    if satisfies {
        verdict.warnings.insert(Warning::AuthorizationStateNotSupported);
    } else {
        verdict.block(Blocker::AuthorizationStateNotSupported, Route::Ask);
    }
}

/// The contract's table of category and authorization state.
fn apply_table(verdict: &mut Verdict, facts: &Facts) {
    use AuthorizationState as State;

    let state = facts.effective_state();
    let satisfied = match (facts.effective_category, state) {
        (ToolCategory::PublicRead, _) => Reason::PublicReadNeedsNoAuthorization,
        (ToolCategory::PrivateRead, State::Authenticated | State::Validated | State::Confirmed) => {
            Reason::AuthorizationSatisfiesPrivateRead
        }
        (ToolCategory::Write, State::Confirmed) => Reason::AuthorizationSatisfiesWrite,
        (ToolCategory::PrivateRead, State::None) => {
            verdict.block(Blocker::PrivateReadNotAuthenticated, Route::Defer);
            Reason::AuthorizationInsufficient
        }
        (ToolCategory::PrivateRead, State::UserClaimed) => {
            verdict.block(Blocker::PrivateReadNotAuthenticated, Route::Ask);
            Reason::AuthorizationInsufficient
        }
        (ToolCategory::Write, State::None) => {
            verdict.block(Blocker::WriteMissingAuthorization, Route::Defer);
            Reason::AuthorizationInsufficient
        }
        (ToolCategory::Write, State::UserClaimed | State::Authenticated) => {
            verdict.block(Blocker::WriteMissingValidationOrConfirmation, Route::Ask);
            Reason::AuthorizationInsufficient
        }
        (ToolCategory::Write, State::Validated) => {
            verdict.block(Blocker::WriteMissingExplicitConfirmation, Route::Ask);
            Reason::AuthorizationInsufficient
        }
        (ToolCategory::Unknown, _) => {
            if facts.destroys {
                verdict.block(Blocker::UnknownDestructiveTool, Route::Refuse);
            } else {
                verdict.block(Blocker::UnknownToolCategory, Route::Defer);
            }
            Reason::ToolNotClassified
        }
    };
    verdict.reasons.insert(satisfied);
    if facts.high_risk && state != State::Confirmed {
        verdict.block(Blocker::HighRiskWriteMissingExplicitConfirmation, Route::Ask);
    }
}

/// What is wrong with the name, the evidence and the arguments.
fn apply_faults(verdict: &mut Verdict, facts: &Facts) {
    if facts.unknown_read && facts.evidenced_state() < AuthorizationState::Confirmed {
        verdict.block(Blocker::DeclaredReadNotRecognised, Route::Ask);
        verdict.reasons.insert(Reason::PolicyTightens);
    }
    if !facts.has_evidence && facts.effective_category != ToolCategory::PublicRead {
        verdict.block(Blocker::MissingEvidenceRefs, Route::Defer);
        verdict.reasons.insert(Reason::EvidenceBlocks);
    }
    for fault in facts.faults.iter() {
        verdict.block(fault, least_route(fault));
        verdict.reasons.insert_if(fault != Blocker::ToolNameNotPlainAscii, Reason::EvidenceBlocks);
    }
    if let Some(at_least) = facts.argument_secret {
        verdict.block(Blocker::ArgumentSecretLeak, at_least);
        verdict.reasons.insert(Reason::ArgumentsBlock);
    }
    apply_findings(verdict, facts);
}

/// What was found about the arguments. One that is cleared stays as a warning.
fn apply_findings(verdict: &mut Verdict, facts: &Facts) {
    let confirmed = facts.evidenced_state() == AuthorizationState::Confirmed;
    for finding in facts.argument_findings.iter() {
        let may_be_denied = finding == Finding::EffectUnknown && facts.may_be_denied;
        let holds = blocker_of(finding).filter(|(_, _, cleared_by)| match cleared_by {
            _ if may_be_denied => !facts.is_approved_as_it_is(),
            ClearedBy::Confirmation => !confirmed,
            ClearedBy::BoundApproval => !facts.is_approved_as_it_is(),
            ClearedBy::Nothing => true,
        });
        if let Some((blocker, at_least, _)) = holds {
            verdict.block(blocker, at_least);
            verdict.reasons.insert(Reason::ArgumentsBlock);
        } else if let Some(warning) = warning_of(finding) {
            verdict.warnings.insert(warning);
        }
    }
}

fn apply_policy(verdict: &mut Verdict, facts: &Facts) {
    if facts.is_kept_by(facts.value_floor) {
        verdict.block(Blocker::PolicyArgumentRule, facts.value_floor);
        verdict.reasons.insert(Reason::PolicyTightens);
    } else if facts.value_floor > Route::Accept {
        verdict.warnings.insert(Warning::PolicyArgumentRule);
    }
    if facts.is_kept_by(facts.route_floor) {
        verdict.block(Blocker::PolicyRouteFloor, facts.route_floor);
        verdict.reasons.insert(Reason::PolicyTightens);
    }
    if facts.evidenced_state() < facts.minimum_authorization {
        verdict.block(Blocker::PolicyMinimumAuthorization, Route::Ask);
        verdict.reasons.insert(Reason::PolicyTightens);
    }
}
