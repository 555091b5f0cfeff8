//! The four labels of the risk assessment.

use super::{values::Fields, words};
use crate::tool_request::read::body::{Section, without_containers};
use crate::tool_request::{
    RequestRule as Rule,
    found::{Position, RequestFindings},
};

/// How much harm a run could do, as the document claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RiskLevel {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
}

/// Who may see the data, as the document claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sensitivity {
    /// `public`
    Public,
    /// `internal`
    Internal,
    /// `confidential`
    Confidential,
}

impl RiskLevel {
    /// The word that documents use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl Sensitivity {
    /// The word that documents use.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Internal => "internal",
            Self::Confidential => "confidential",
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Risk {
    pub(crate) level: Option<RiskLevel>,
    pub(crate) sensitivity: Option<Sensitivity>,
}

const LABELS: [&str; 4] = ["Risk level", "Justification", "Data sensitivity", "Network rationale"];

pub(crate) fn read(section: &Section<'_>, fields: &Fields, found: &mut RequestFindings) -> Risk {
    let mut risk = Risk::default();
    let Some(lines) = section.usable() else { return risk };
    let mut values: [Option<(&str, Position)>; 4] = [None; 4];
    for line in &lines {
        let Some((label, value)) = labelled(line.text.trim()) else { continue };
        let Some((slot, name)) = values.iter_mut().zip(LABELS).find(|(_, name)| *name == label)
        else {
            continue;
        };
        if slot.is_some() {
            found.add(Rule::RiskDuplicate, line.at(), format!("the label `{name}` occurs twice"));
        } else {
            *slot = Some((value, line.at()));
        }
    }
    for (value, name) in values.iter().zip(LABELS) {
        if value.is_none() {
            found.add(Rule::RiskMissing, section.at(), format!("the label `{name}` is missing"));
        }
    }
    let [level, justification, sensitivity, rationale] = values;
    if let Some((value, at)) = level {
        risk.level = match value.to_ascii_lowercase().as_str() {
            "low" => Some(RiskLevel::Low),
            "medium" => Some(RiskLevel::Medium),
            "high" => Some(RiskLevel::High),
            _ => None,
        };
        if risk.level.is_none() {
            found.add(Rule::RiskLevel, at, "`Risk level` is not `low`, `medium` or `high`");
        }
    }
    if let Some((value, at)) = sensitivity {
        risk.sensitivity = match value.to_ascii_lowercase().as_str() {
            "public" => Some(Sensitivity::Public),
            "internal" => Some(Sensitivity::Internal),
            "confidential" => Some(Sensitivity::Confidential),
            _ => None,
        };
        if risk.sensitivity.is_none() {
            let message = "`Data sensitivity` is not `public`, `internal` or `confidential`";
            found.add(Rule::RiskSensitivity, at, message);
        }
    }
    if let Some((value, at)) = justification
        && (words::is_filler(value) || value.eq_ignore_ascii_case("short text"))
    {
        found.add(Rule::RiskJustification, at, "`Justification` is empty or says nothing");
    }
    if let Some((value, at)) = rationale {
        let folded = value.to_lowercase();
        let says_none = words::NO_RATIONALE.contains(&folded.trim_end_matches('.').trim());
        match fields.allowlist {
            Some(true) if says_none || words::is_filler(value) => {
                let message = "`network` is `allowlist`, but `Network rationale` gives no reason";
                found.add(Rule::RiskNetworkRationale, at, message);
            }
            Some(false) if !says_none => {
                let message = "`network` is `none`, but `Network rationale` gives a reason";
                found.add(Rule::RiskNetworkRationaleUnexpected, at, message);
            }
            _ => {}
        }
    }
    risk
}

/// One of the four labels and its value, with the marks of lists, bold text and code set aside.
fn labelled(text: &str) -> Option<(&'static str, &str)> {
    const MARKS: [char; 3] = ['*', '_', '`'];
    let inner = without_containers(text).trim_start_matches(MARKS);
    LABELS.into_iter().find_map(|name| {
        let (start, rest) = inner.split_at_checked(name.len())?;
        if !start.eq_ignore_ascii_case(name) {
            return None;
        }
        let value = rest.trim_start_matches(MARKS).trim_start().strip_prefix(':')?;
        Some((name, value.trim_matches(|c: char| c.is_whitespace() || MARKS.contains(&c))))
    })
}
