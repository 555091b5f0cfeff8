//! How dangerous a call is and whether it can be undone.

use crate::{
    code_set::CodeSet,
    contract::{RiskDomain, RiskLevel, ToolCategory, VerbClass},
};

/// Risk as a decision reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Risk {
    pub(crate) level: RiskLevel,
    pub(crate) irreversible: bool,
    pub(crate) high_risk_write: bool,
}

/// Domains in which a mistake costs more; the first six of them make a write high-risk.
const DOMAINS: [RiskDomain; 8] = [
    RiskDomain::Finance,
    RiskDomain::Devops,
    RiskDomain::Security,
    RiskDomain::Legal,
    RiskDomain::Pharma,
    RiskDomain::Healthcare,
    RiskDomain::Hr,
    RiskDomain::Unknown,
];
const HIGH_RISK_DOMAINS: usize = 6;

/// Assesses a call of this effective category. `domains` are the declared risk domain and those
/// that the policy adds for the tool; `more_high_risk` those that the policy counts as high-risk.
pub(crate) fn assess(
    category: ToolCategory,
    verb_class: VerbClass,
    domains: CodeSet<RiskDomain>,
    more_high_risk: CodeSet<RiskDomain>,
) -> Risk {
    let writes = category == ToolCategory::Write;
    let (level, irreversible) = match (category, verb_class) {
        (ToolCategory::Unknown, _) => (RiskLevel::High, true),
        (ToolCategory::PublicRead | ToolCategory::PrivateRead, _)
        | (ToolCategory::Write, VerbClass::Read | VerbClass::Draft | VerbClass::Edit) => {
            (RiskLevel::Low, false)
        }
        (ToolCategory::Write, VerbClass::Send | VerbClass::Other) => (RiskLevel::Medium, true),
        (ToolCategory::Write, VerbClass::Destroy | VerbClass::Money | VerbClass::Exec) => {
            (RiskLevel::High, true)
        }
    };
    let listed = |count: usize| DOMAINS.iter().take(count).any(|domain| domains.contains(*domain));
    let high_risk_domain =
        listed(HIGH_RISK_DOMAINS) || domains.iter().any(|domain| more_high_risk.contains(domain));
    let raised =
        category != ToolCategory::PublicRead && (listed(DOMAINS.len()) || high_risk_domain);
    let dangerous_verb = matches!(
        verb_class,
        VerbClass::Send | VerbClass::Destroy | VerbClass::Money | VerbClass::Exec
    );
    Risk {
        level: match level {
            RiskLevel::Low if raised => RiskLevel::Medium,
            RiskLevel::Medium if raised => RiskLevel::High,
            level => level,
        },
        irreversible,
        high_risk_write: writes && (dangerous_verb || high_risk_domain),
    }
}
