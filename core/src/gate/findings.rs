//! What each finding about arguments leads to: its blocker, the least route, and what clears it.

use crate::{
    arguments::effect::Finding,
    codes::{Blocker, Warning},
    contract::Route,
};

/// What clears a blocker. One that is cleared is reported as the warning of the same name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClearedBy {
    /// An authorization state `confirmed` that counts.
    Confirmation,
    /// The same, with a credible approval that names this very action.
    BoundApproval,
    /// Another policy, or other arguments.
    Nothing,
}

/// The blocker of a finding that keeps a call from running.
pub(crate) const fn blocker_of(finding: Finding) -> Option<(Blocker, Route, ClearedBy)> {
    use ClearedBy::{BoundApproval, Confirmation, Nothing};
    Some(match finding {
        Finding::EffectUnknown => (Blocker::ArgumentEffectUnknown, Route::Ask, Confirmation),
        Finding::DataInUrl => (Blocker::ArgumentDataInUrl, Route::Ask, Confirmation),
        Finding::HiddenText => (Blocker::ArgumentHiddenText, Route::Ask, BoundApproval),
        Finding::Lookalike => (Blocker::ArgumentLookalike, Route::Ask, BoundApproval),
        Finding::BacktickInText => (Blocker::ArgumentBacktickInText, Route::Ask, BoundApproval),
        Finding::SecretFile => (Blocker::ArgumentSecretFile, Route::Ask, BoundApproval),
        Finding::DevicePath => (Blocker::ArgumentDevicePath, Route::Ask, BoundApproval),
        Finding::MassEffect => (Blocker::ArgumentMassEffect, Route::Ask, BoundApproval),
        Finding::AmountOverPolicy => (Blocker::ArgumentAmountOverPolicy, Route::Ask, BoundApproval),
        Finding::RecipientsOverPolicy => {
            (Blocker::ArgumentRecipientsOverPolicy, Route::Ask, BoundApproval)
        }
        Finding::PathTraversal => (Blocker::ArgumentPathTraversal, Route::Ask, BoundApproval),
        Finding::PathForm => (Blocker::ArgumentPathForm, Route::Ask, BoundApproval),
        Finding::UrlScheme => (Blocker::ArgumentUrlScheme, Route::Ask, BoundApproval),
        Finding::UrlAmbiguous => (Blocker::ArgumentUrlAmbiguous, Route::Ask, BoundApproval),
        Finding::TooComplex => (Blocker::ArgumentTooComplex, Route::Ask, BoundApproval),
        Finding::PathOutsideRoots => (Blocker::ArgumentPathOutsideRoots, Route::Ask, Nothing),
        Finding::NotInAllowList => (Blocker::ArgumentNotInAllowList, Route::Ask, Nothing),
        Finding::HostNotAllowed => (Blocker::ArgumentHostNotAllowed, Route::Ask, Nothing),
        Finding::Raw => (Blocker::ArgumentRaw, Route::Ask, Nothing),
        Finding::MetadataAddress => (Blocker::ArgumentMetadataAddress, Route::Defer, Nothing),
        Finding::RuleDenied => (Blocker::ArgumentRuleDenied, Route::Refuse, Nothing),
        Finding::ValueRule => (Blocker::PolicyArgumentRule, Route::Ask, BoundApproval),
        Finding::KindGuessed
        | Finding::Privileged
        | Finding::PathHasDotdot
        | Finding::LoopbackAddress
        | Finding::PrivateAddress
        | Finding::UrlPunycode
        | Finding::OpaqueText => return None,
    })
}

/// Whether an approval of exactly this action clears what keeps the call.
pub(crate) fn is_cleared_by_bound_approval(blocker: Blocker) -> bool {
    Finding::ALL.iter().any(|finding| {
        blocker_of(*finding).is_some_and(|(of, _, cleared_by)| {
            of == blocker && cleared_by == ClearedBy::BoundApproval
        })
    })
}

/// The warning of a finding that does not keep the call, or no longer does. What nothing clears has none.
pub(super) const fn warning_of(finding: Finding) -> Option<Warning> {
    Some(match finding {
        Finding::EffectUnknown => Warning::ArgumentEffectUnknown,
        Finding::DataInUrl => Warning::ArgumentDataInUrl,
        Finding::HiddenText => Warning::ArgumentHiddenText,
        Finding::Lookalike => Warning::ArgumentLookalike,
        Finding::BacktickInText => Warning::ArgumentBacktickInText,
        Finding::SecretFile => Warning::ArgumentSecretFile,
        Finding::DevicePath => Warning::ArgumentDevicePath,
        Finding::MassEffect => Warning::ArgumentMassEffect,
        Finding::AmountOverPolicy => Warning::ArgumentAmountOverPolicy,
        Finding::RecipientsOverPolicy => Warning::ArgumentRecipientsOverPolicy,
        Finding::PathTraversal => Warning::ArgumentPathTraversal,
        Finding::PathForm => Warning::ArgumentPathForm,
        Finding::UrlScheme => Warning::ArgumentUrlScheme,
        Finding::UrlAmbiguous => Warning::ArgumentUrlAmbiguous,
        Finding::TooComplex => Warning::ArgumentTooComplex,
        Finding::ValueRule => Warning::PolicyArgumentRule,
        Finding::KindGuessed => Warning::ArgumentKindGuessed,
        Finding::Privileged => Warning::ArgumentPrivileged,
        Finding::PathHasDotdot => Warning::ArgumentPathHasDotdot,
        Finding::LoopbackAddress => Warning::ArgumentLoopbackAddress,
        Finding::PrivateAddress => Warning::ArgumentPrivateAddress,
        Finding::UrlPunycode => Warning::ArgumentUrlPunycode,
        Finding::OpaqueText => Warning::ArgumentOpaqueText,
        Finding::PathOutsideRoots
        | Finding::NotInAllowList
        | Finding::HostNotAllowed
        | Finding::Raw
        | Finding::MetadataAddress
        | Finding::RuleDenied => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        code_set::CodeSet,
        contract::{AuthorizationState, RiskLevel, ToolCategory, VerbClass},
        gate::{facts::Facts, route::decide},
    };

    fn facts(category: ToolCategory, state: AuthorizationState, bits: u8) -> Facts {
        Facts {
            declared_category: category,
            effective_category: category,
            declared_state: state,
            supported_state: state,
            has_evidence: bits & 1 == 1,
            approves_action: bits & 2 == 2,
            faults: CodeSet::default(),
            unknown_read: false,
            verb_class: VerbClass::Other,
            destroys: bits & 4 == 4,
            risk_level: RiskLevel::Low,
            irreversible: false,
            high_risk: bits & 8 == 8,
            argument_secret: None,
            argument_findings: CodeSet::default(),
            may_be_denied: bits & 16 == 16,
            minimum_authorization: AuthorizationState::None,
            route_floor: Route::Accept,
            value_floor: Route::Accept,
            recommended_route: Route::Accept,
            reasons: CodeSet::default(),
            warnings: CodeSet::default(),
        }
    }

    /// Every finding in every situation that routing can tell apart.
    #[test]
    fn a_finding_only_tightens_and_is_cleared_by_what_the_table_says() {
        let mut count = 0_u32;
        for category in ToolCategory::ALL {
            for state in AuthorizationState::ALL {
                for bits in 0..32 {
                    let before = facts(*category, *state, bits);
                    let without = decide(&before);
                    for finding in Finding::ALL {
                        let mut after = before;
                        after.argument_findings.insert(*finding);
                        let with = decide(&after);
                        count += 1;
                        assert!(with.route >= without.route, "{finding:?} {before:?}");
                        let confirmed = *state == AuthorizationState::Confirmed;
                        let told = warning_of(*finding);
                        let Some((blocker, least, cleared_by)) = blocker_of(*finding) else {
                            assert_eq!(with.route, without.route, "{finding:?}");
                            assert!(with.warnings.contains(told.unwrap()), "{finding:?}");
                            continue;
                        };
                        let is_open = *finding == Finding::EffectUnknown && before.may_be_denied;
                        let cleared = match cleared_by {
                            _ if is_open => confirmed && before.approves_action,
                            ClearedBy::Confirmation => confirmed && before.has_evidence,
                            ClearedBy::BoundApproval => confirmed && before.approves_action,
                            ClearedBy::Nothing => false,
                        };
                        assert_eq!(with.blockers.contains(blocker), !cleared, "{finding:?}");
                        if cleared {
                            assert_eq!(with.route, without.route, "{finding:?}");
                            assert!(with.warnings.contains(told.unwrap()), "{finding:?}");
                        } else {
                            assert!(with.route >= least, "{finding:?} {before:?}");
                        }
                    }
                }
            }
        }
        assert_eq!(count, 4 * 5 * 32 * 29);
    }

    #[test]
    fn what_can_be_cleared_has_a_warning_and_what_cannot_has_none() {
        for finding in Finding::ALL {
            let clearable = blocker_of(*finding).is_none_or(|it| it.2 != ClearedBy::Nothing);
            assert_eq!(warning_of(*finding).is_some(), clearable, "{finding:?}");
            if let Some((blocker, ..)) = blocker_of(*finding) {
                assert_eq!(blocker.as_str(), finding.as_str());
            }
            if let Some(warning) = warning_of(*finding) {
                assert_eq!(warning.as_str(), finding.as_str());
            }
        }
    }
}
