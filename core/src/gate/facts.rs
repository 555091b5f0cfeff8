//! All that routing sees: a small copy without strings, so that no rule can read text by accident
//! and every combination can be enumerated.

use super::findings::{ClearedBy, blocker_of};
use crate::{
    arguments::effect::Finding,
    code_set::CodeSet,
    codes::{Blocker, Reason, Warning},
    contract::{AuthorizationState, RiskLevel, Route, ToolCategory, VerbClass},
};

/// What is known of a call when its route is decided.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) declared_category: ToolCategory,
    pub(crate) effective_category: ToolCategory,
    pub(crate) declared_state: AuthorizationState,
    /// The strongest state that credible evidence supports; `none` without evidence.
    pub(crate) supported_state: AuthorizationState,
    pub(crate) has_evidence: bool,
    /// A credible approval names this very action.
    pub(crate) approves_action: bool,
    /// The faults of the evidence, and `tool_name_not_plain_ascii`.
    pub(crate) faults: CodeSet<Blocker>,
    /// A declared read whose name does not say that it reads, where the policy wants that.
    pub(crate) unknown_read: bool,
    pub(crate) verb_class: VerbClass,
    /// An unclassified tool whose name destroys.
    pub(crate) destroys: bool,
    pub(crate) risk_level: RiskLevel,
    pub(crate) irreversible: bool,
    pub(crate) high_risk: bool,
    /// The least route for a secret in the arguments, if there is one and it blocks.
    pub(crate) argument_secret: Option<Route>,
    /// What was found about the arguments, as far as it counts in this category.
    pub(crate) argument_findings: CodeSet<Finding>,
    /// The policy denies commands or effects, and nobody can tell whether this is one: who confirms has to see what.
    pub(crate) may_be_denied: bool,
    pub(crate) minimum_authorization: AuthorizationState,
    pub(crate) route_floor: Route,
    /// The least route for the policy's rules of values that do not hold.
    pub(crate) value_floor: Route,
    pub(crate) recommended_route: Route,
    /// The reasons and warnings that came up while the facts were found.
    pub(crate) reasons: CodeSet<Reason>,
    pub(crate) warnings: CodeSet<Warning>,
}

impl Facts {
    /// The state that counts: the declared one, made weaker by evidence that supports less. No
    /// evidence ever makes it stronger.
    pub(crate) fn effective_state(&self) -> AuthorizationState {
        effective_state(self.declared_state, self.supported_state, self.has_evidence)
    }

    /// The state that the policy's minimum is measured by. Without any evidence a declared state is no
    /// more than a claim: what an operator demands is not met by the agent's word for it.
    pub(crate) fn evidenced_state(&self) -> AuthorizationState {
        let most = if self.has_evidence {
            AuthorizationState::Confirmed
        } else {
            AuthorizationState::UserClaimed
        };
        self.effective_state().min(most)
    }

    /// The weakest state with which a call of the effective category runs; `None` where none does.
    pub(crate) const fn required_by_category(&self) -> Option<AuthorizationState> {
        required_by_category(self.effective_category)
    }

    /// The same, or what the policy demands if that is more.
    pub(crate) fn required_state(&self) -> Option<AuthorizationState> {
        let asked = if [self.route_floor, self.value_floor].contains(&Route::Ask) {
            AuthorizationState::Confirmed
        } else {
            AuthorizationState::None
        };
        let confirmed = self.unknown_read || self.argument_findings.iter().any(is_confirmable);
        let read = if confirmed { AuthorizationState::Confirmed } else { AuthorizationState::None };
        self.required_by_category()
            .map(|state| state.max(self.minimum_authorization).max(asked).max(read))
    }

    /// Whether a person has confirmed exactly this action.
    pub(crate) fn is_approved_as_it_is(&self) -> bool {
        self.approves_action && self.effective_state() == AuthorizationState::Confirmed
    }

    /// Whether a floor of the policy keeps the call. A floor `ask` means that a person is asked: a
    /// confirmation of exactly this action is what it asks for. Nothing satisfies a stricter one.
    pub(crate) fn is_kept_by(&self, floor: Route) -> bool {
        match floor {
            Route::Accept => false,
            Route::Ask => !self.is_approved_as_it_is(),
            Route::Defer | Route::Refuse => true,
        }
    }
}

/// Whether a confirmation clears what was found.
fn is_confirmable(finding: Finding) -> bool {
    blocker_of(finding).is_some_and(|(_, _, cleared_by)| cleared_by != ClearedBy::Nothing)
}

/// The declared state, made weaker by evidence that supports less.
pub(crate) fn effective_state(
    declared: AuthorizationState,
    supported: AuthorizationState,
    has_evidence: bool,
) -> AuthorizationState {
    if !has_evidence || declared <= AuthorizationState::UserClaimed {
        return declared;
    }
    declared.min(supported)
}

/// The weakest state with which a call of this category runs; `None` where none does.
pub(crate) const fn required_by_category(category: ToolCategory) -> Option<AuthorizationState> {
    match category {
        ToolCategory::PublicRead => Some(AuthorizationState::None),
        ToolCategory::PrivateRead => Some(AuthorizationState::Authenticated),
        ToolCategory::Write => Some(AuthorizationState::Confirmed),
        ToolCategory::Unknown => None,
    }
}
