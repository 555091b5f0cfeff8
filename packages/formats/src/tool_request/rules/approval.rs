//! The approval gate: who asked, who approved, when.

use super::{
    reader::{FieldReader, Single},
    values::Fields,
    words,
};
use crate::tool_request::read::forms;
use crate::tool_request::{CheckOptions, RequestRule as Rule};

pub(crate) fn read(reader: &mut FieldReader<'_>, options: &CheckOptions<'_>, fields: &mut Fields) {
    match reader.single("requested_by") {
        Single::Faulty => {}
        Single::Empty => {
            let message = "`requested_by` is missing or empty";
            reader.add(Rule::ApproveRequestedByMissing, "requested_by", message);
        }
        Single::Text(text @ ("human" | "core_draft")) => text.clone_into(&mut fields.requested_by),
        Single::Text(..) => {
            let message = "`requested_by` is neither `human` nor `core_draft`";
            reader.add(Rule::FieldRequestedBy, "requested_by", message);
        }
    }

    match reader.single("approved_by") {
        Single::Faulty => {}
        Single::Empty => {
            let message = "`approved_by` is missing or empty; the operator fills it in";
            reader.add(Rule::ApproveApprovedByMissing, "approved_by", message);
        }
        Single::Text(text) => {
            text.clone_into(&mut fields.approved_by);
            if let Some((rule, message)) = not_a_person(text) {
                reader.add(rule, "approved_by", message);
            }
        }
    }

    match reader.single("approved_utc") {
        Single::Faulty => {}
        Single::Empty => {
            let message = "`approved_utc` is missing or empty; the operator fills it in";
            reader.add(Rule::ApproveApprovedUtcMissing, "approved_utc", message);
        }
        Single::Text(text) => match forms::instant(text) {
            Some(approved_ms) => {
                fields.approved_ms = Some(approved_ms);
                times(reader, options, approved_ms, fields.created_ms);
            }
            None => reader.add(
                Rule::FieldApprovedUtc,
                "approved_utc",
                "`approved_utc` is not a real instant written `YYYY-MM-DDTHH:MM:SSZ`",
            ),
        },
    }
}

fn times(
    reader: &mut FieldReader<'_>,
    options: &CheckOptions<'_>,
    approved_ms: i64,
    created_ms: Option<i64>,
) {
    let key = "approved_utc";
    if created_ms.is_some_and(|created_ms| approved_ms < created_ms) {
        let message = "`approved_utc` is earlier than `created_utc`";
        reader.add(Rule::ApproveBeforeCreated, key, message);
    }
    let Some(now_ms) = options.now_ms else { return };
    let age_ms = now_ms.saturating_sub(approved_ms);
    let skew_ms = i64::from(options.limits.clock_skew_sec) * 1000;
    let most_ms = i64::from(options.limits.max_approval_age_sec) * 1000;
    if age_ms < -skew_ms {
        reader.add(Rule::ApproveInFuture, key, "`approved_utc` is in the future");
    } else if age_ms > most_ms {
        let message = "the approval is older than the host's policy allows";
        reader.add(Rule::ApproveStale, key, message);
    }
}

/// Why this is not the name or the id of a person, if it is not.
pub(crate) fn not_a_person(text: &str) -> Option<(Rule, &'static str)> {
    let lower = text.to_lowercase();
    if words::is_filler(text) {
        return Some((Rule::ApprovePlaceholder, "`approved_by` is filler, not a person"));
    }
    if words::MACHINES.contains(&lower.as_str()) || lower.ends_with("[bot]") || is_model(&lower) {
        return Some((Rule::ApproveNotHuman, "`approved_by` names a machine; a person approves"));
    }
    let first_fits = text.starts_with(char::is_alphanumeric);
    let rest_fits = text.chars().all(|c| c.is_alphanumeric() || " _.@+'(),-".contains(c));
    if !first_fits || !rest_fits || text.chars().count() > 128 {
        return Some((
            Rule::ApproveIdentityFormat,
            "`approved_by` has characters that no name or id has, or over 128 of them",
        ));
    }
    None
}

/// Whether this is the name of a language model's product rather than of somebody called Claude.
fn is_model(lower: &str) -> bool {
    ["claude", "gemini", "gpt", "chatgpt", "codex", "copilot"].iter().any(|model| {
        lower.strip_prefix(model).is_some_and(|rest| {
            let next = rest.trim_start_matches([' ', '-', '_', '.']);
            let word = next.split([' ', '-', '_', '.']).next().unwrap_or_default();
            next.starts_with(|c: char| c.is_ascii_digit())
                || (next.len() < rest.len() && words::PRODUCT_WORDS.contains(&word))
        })
    })
}
