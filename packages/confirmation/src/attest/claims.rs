//! Which refs of an event speak of what a server knows.

use aana_core::json::{self, Object, Value};

use super::Subject;
use crate::{answer::SOURCE_ID, approval};

/// So many different questions of one event are looked up; refs about others are attested by nobody.
pub const MOST_APPROVALS: usize = 16;

/// What an event claims that a server can look up. Nothing of it is believed before that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The digest of the action, which an approval has to be for.
    pub action_digest: String,
    /// The approvals that call themselves answers to a question: the position of each, and the id of the question.
    pub approvals: Vec<(u32, String)>,
    /// The positions of the auth events about the subject of the bearer token.
    pub sign_ins: Vec<u32>,
}

impl Claims {
    /// Reads an event of at most so many bytes. `subject` is that of the bearer token.
    ///
    /// What is not a valid event claims nothing: the gate refuses it.
    pub fn of(event: &[u8], max_bytes: usize, subject: Option<&Subject>) -> Option<Self> {
        let tree = json::parse_bytes(event, max_bytes).ok()?;
        let action_digest = approval::digest(&tree)?;
        let event = tree.as_object()?;
        // A token says who asks. It says nothing about a call that is made for somebody else, and it uses up no approval
        // of one: the digest of an approval is of the subject, too.
        let source_id = subject.filter(|subject| subject.is_of(event)).map(Subject::source_id);
        let anothers = subject.is_some()
            && source_id.is_none()
            && event.get("authorization_subject").is_some();
        let refs = event.get("evidence_refs")?.as_array()?;
        let mut claims = Self { action_digest, approvals: Vec::new(), sign_ins: Vec::new() };
        for (position, value) in (0_u32..).zip(refs) {
            let Some((kind, source)) = value.as_object().and_then(kind_and_source) else {
                continue;
            };
            if kind == "auth_event" && Some(source) == source_id.as_deref() {
                claims.sign_ins.push(position);
            } else if kind == "approval"
                && !anothers
                && let Some(id) = source.strip_prefix(SOURCE_ID).filter(|id| is_id(id))
            {
                claims.approvals.push((position, id.to_owned()));
            }
        }
        let mut ids: Vec<&str> = Vec::new();
        for (_, id) in &claims.approvals {
            if !ids.contains(&&**id) && ids.len() < MOST_APPROVALS {
                ids.push(id);
            }
        }
        let ids: Vec<String> = ids.into_iter().map(str::to_owned).collect();
        claims.approvals.retain(|(_, id)| ids.contains(id));
        Some(claims)
    }
}

fn kind_and_source<'v>(evidence: &'v Object<'_>) -> Option<(&'v str, &'v str)> {
    let member = |name| evidence.get(name).and_then(Value::as_str);
    Some((member("kind")?, member("source_id")?))
}

/// Whether a text has the form of a question's id. Nothing else is looked up.
fn is_id(text: &str) -> bool {
    text.strip_prefix("cnf_").is_some_and(|digits| {
        digits.len() == 32 && digits.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'))
    })
}
