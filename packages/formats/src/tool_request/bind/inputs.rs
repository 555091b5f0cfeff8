//! The measured inputs held against the declared ones, one finding for each that differs.

use std::collections::BTreeMap;

use crate::tool_request::Request;
use crate::tool_request::read::forms;

use super::rule::BindRule;

/// A file in the folder of the inputs, as the host measured it while staging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// Its path below that folder.
    pub name: String,
    /// What is there.
    pub is: MeasuredInput,
}

/// What was found under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeasuredInput {
    /// A regular file.
    File {
        /// Its size in bytes.
        size: u64,
        /// The SHA-256 of what was staged.
        sha256: String,
    },
    /// Nothing.
    Missing,
    /// A link, a folder, a device.
    NotRegular,
    /// Something over the host's bound, so that nothing was hashed.
    TooLarge,
}

/// What is wrong with one input file, or that a file is not declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFinding {
    /// The rule that it breaks.
    pub rule: BindRule,
    /// Its path below the folder of the inputs.
    pub name: String,
    /// The SHA-256 that the document declares; nothing for a file that it does not declare.
    pub declared_sha256: Option<String>,
    /// The SHA-256 of what is there, if it could be measured.
    pub found_sha256: Option<String>,
}

impl InputFinding {
    /// What is wrong, in a sentence without the name of the file.
    #[must_use]
    pub fn message(&self) -> String {
        let declared = self.declared_sha256.as_deref().unwrap_or("none");
        match (self.rule, &self.found_sha256) {
            (BindRule::BindInputHashMismatch, Some(found)) => format!(
                "the file is not the one that was declared: its sha256 is {found}, declared is {declared}"
            ),
            (BindRule::BindInputMissing, _) => {
                format!("the declared file is not there; declared is the sha256 {declared}")
            }
            (BindRule::BindInputExtra, _) => {
                "the file is not declared; it is not staged, and the run does not see it".to_owned()
            }
            (rule, _) => crate::Rule::sentence(rule).to_owned(),
        }
    }
}

/// Compares what was measured with what is declared, in the order of the names.
pub(super) fn compare(
    request: &Request,
    measured: &[Measured],
    max_bytes: u64,
) -> Vec<InputFinding> {
    let mut by_name: BTreeMap<&str, Vec<&MeasuredInput>> = BTreeMap::new();
    for input in measured {
        by_name.entry(&input.name).or_default().push(&input.is);
    }
    let mut found = Vec::new();
    for (name, sha256) in &request.inputs {
        let all = by_name.remove(name.as_str()).unwrap_or_else(|| vec![&MeasuredInput::Missing]);
        for is in all {
            if let Some((rule, found_sha256)) = fault(is, sha256, max_bytes) {
                found.push(InputFinding {
                    rule,
                    name: name.clone(),
                    declared_sha256: Some(sha256.clone()),
                    found_sha256,
                });
            }
        }
    }
    for (name, all) in by_name {
        let there = all.iter().find(|is| !matches!(is, MeasuredInput::Missing));
        if let Some(is) = there {
            let found_sha256 = match is {
                MeasuredInput::File { sha256, .. } => Some(sha256.clone()),
                _ => None,
            };
            let (rule, name) = (BindRule::BindInputExtra, name.to_owned());
            found.push(InputFinding { rule, name, declared_sha256: None, found_sha256 });
        }
    }
    found.sort_by(|a, b| (&a.name, a.rule).cmp(&(&b.name, b.rule)));
    found
}

/// The rule that a declared input breaks, and its hash if it was measured.
fn fault(is: &MeasuredInput, declared: &str, max_bytes: u64) -> Option<(BindRule, Option<String>)> {
    match is {
        MeasuredInput::Missing => Some((BindRule::BindInputMissing, None)),
        MeasuredInput::NotRegular => Some((BindRule::BindInputNotRegular, None)),
        MeasuredInput::TooLarge => Some((BindRule::BindInputTooLarge, None)),
        MeasuredInput::File { size, .. } if *size > max_bytes => {
            Some((BindRule::BindInputTooLarge, None))
        }
        // A hash of the host that does not have the form of one is not repeated in a finding.
        MeasuredInput::File { sha256, .. } if !forms::is_sha256(sha256) => {
            Some((BindRule::BindInputHashMismatch, None))
        }
        MeasuredInput::File { sha256, .. } => (!sha256.eq_ignore_ascii_case(declared))
            .then(|| (BindRule::BindInputHashMismatch, Some(sha256.to_ascii_lowercase()))),
    }
}
