//! The confirmations of one session that are still good for something.

use aana_core::json::{Object, Value};

use super::super::{event::says_irreversible, forms, walk};

/// How many confirmations of a session stay open. The oldest is forgotten when there are more, so
/// that what it would have allowed counts as never confirmed.
const MOST: usize = 256;

/// Where a confirmation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConfirmationState {
    /// Nobody has answered.
    Pending,
    /// Accepted, and no call has used it.
    Accepted,
    /// Nobody answered, and the default is to accept.
    DefaultAccepted,
}

/// One confirmation.
#[derive(Debug)]
pub(super) struct Confirmation {
    pub(super) index: u64,
    pub(super) token: String,
    pub(super) state: ConfirmationState,
    /// The moment from which an answer is late.
    pub(super) deadline_us: i64,
    pub(super) default_accepts: bool,
    pub(super) allows_accept: bool,
    pub(super) allows_reject: bool,
    pub(super) call: Option<String>,
    pub(super) tool: Option<String>,
    pub(super) digest: Option<String>,
    pub(super) irreversible: Option<bool>,
    pub(super) risk: Option<Risk>,
}

/// The three levels of risk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Risk {
    Low,
    Medium,
    High,
}

impl Risk {
    pub(super) fn of(object: &Object<'_>) -> Option<Self> {
        match object.get("risk_level")?.as_str()? {
            "low" => Some(Self::Low),
            "medium" => Some(Self::Medium),
            "high" => Some(Self::High),
            _ => None,
        }
    }
}

impl Confirmation {
    /// Reads an `awaiting.confirmation`, if it has what a reply is measured against.
    pub(super) fn read(object: &Object<'_>, index: u64, at_us: Option<i64>) -> Option<Self> {
        let token =
            object.get("reply_token")?.as_str().filter(|text| forms::is_id(text, "rpl_"))?;
        let Value::Number(seconds) = object.get("timeout_seconds")? else { return None };
        let seconds = walk::whole(seconds).filter(|seconds| (1..=86_400).contains(seconds))?;
        let allowed = object.get("allowed_replies").and_then(Value::as_array);
        let allows = |word: &str| {
            allowed.is_none_or(|allowed| allowed.iter().any(|item| item.as_str() == Some(word)))
        };
        let bound = object.get("extra_context").and_then(Value::as_object);
        let member = |name: &str| bound?.get(name)?.as_str().map(short);
        let says_so = says_irreversible(object);
        Some(Self {
            index,
            token: token.to_owned(),
            state: ConfirmationState::Pending,
            deadline_us: at_us?
                .saturating_add(i64::try_from(seconds).ok()?.saturating_mul(1_000_000)),
            default_accepts: object.get("default_decision").and_then(Value::as_str)
                == Some("accept"),
            allows_accept: allows("accept"),
            allows_reject: allows("reject"),
            call: member("tool_call_id"),
            tool: member("tool"),
            digest: member("args_digest"),
            irreversible: match object.get("irreversible") {
                Some(Value::Bool(said)) => Some(*said || says_so),
                _ => says_so.then_some(true),
            },
            risk: Risk::of(object),
        })
    }
}

/// No id or digest is longer; what is longer cannot be equal to one.
fn short(text: &str) -> String {
    text.chars().take(300).collect()
}

/// The open confirmations of a session, oldest first.
#[derive(Debug, Default)]
pub(super) struct Confirmations {
    open: Vec<Confirmation>,
}

impl Confirmations {
    /// Adds one, and gives back the one that has to be forgotten for it.
    pub(super) fn push(&mut self, confirmation: Confirmation) -> Option<Confirmation> {
        let forgotten = (self.open.len() >= MOST).then(|| self.open.remove(0));
        self.open.push(confirmation);
        forgotten
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Confirmation> {
        self.open.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Confirmation> {
        self.open.iter_mut()
    }

    pub(super) fn accepted(&self) -> usize {
        self.iter().filter(|one| one.state == ConfirmationState::Accepted).count()
    }

    /// Takes out all that this is true of.
    pub(super) fn drain(&mut self, is: impl Fn(&Confirmation) -> bool) -> Vec<Confirmation> {
        if !self.open.iter().any(&is) {
            return Vec::new();
        }
        let (gone, kept) = std::mem::take(&mut self.open).into_iter().partition(is);
        self.open = kept;
        gone
    }

    /// The best that is open for this call, or with `None` the best that names no call: an accepted
    /// one, else one that the default accepted, else one that is pending. Among equals the oldest.
    pub(super) fn best_for(&self, call: Option<&str>) -> Option<&Confirmation> {
        let order = |state| match state {
            ConfirmationState::Accepted => 0,
            ConfirmationState::DefaultAccepted => 1,
            ConfirmationState::Pending => 2,
        };
        self.iter().filter(|one| one.call.as_deref() == call).min_by_key(|one| order(one.state))
    }
}
