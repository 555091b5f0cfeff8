//! The producer: what a gate's decision sounds like to the person that it concerns.
//!
//! A [`Session`] holds what the events of one run share: ids, the sequence, the state, the open
//! confirmation. It does nothing by itself. Each operation gives back the events to hand to the
//! transport, and what is to be done next. A call may run only after [`Next::Run`], and only when the
//! events that came with it were handed over.
//!
//! An operation that cannot be done, or whose events would break a rule of AAEP, changes nothing and
//! gives [`Next::Stop`].

mod emit;
mod evidence;
mod reply;
mod route;

use std::collections::{BTreeMap, BTreeSet};

use aana_core::Decision;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{
    forms,
    stream::{ReplyEffect, ReplyReason},
};

pub use reply::{ReplyStep, Sender};

/// The vocabulary of the `gate` extension, in which a decision travels with an event.
pub const GATE_CONTEXT: &str = "https://aana.dev/aaep/gate/v1";

/// The time and fresh ids, both the caller's: 128 random bits for each id that is asked for.
pub struct Now<'n> {
    /// Unix milliseconds.
    pub ms: i64,
    /// A source of random numbers. Two equal ones make an event that is not emitted.
    pub fresh: &'n mut dyn FnMut() -> u128,
}

/// Who emits the events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Producer {
    /// A stable name, without a version.
    pub agent_id: String,
    /// The version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_version: Option<String>,
    /// A name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_name: Option<String>,
}

/// One proposed call, with the decision about it and the words for it.
#[derive(Debug, Clone, Copy)]
pub struct Call<'c> {
    /// The Agent Action Contract event, as JSON text.
    pub event: &'c str,
    /// What the gate decided about exactly this event.
    pub decision: &'c Decision<'c>,
    /// The runtime's own id of the call.
    pub runtime_id: &'c str,
    /// The words. What is left out is made from the tool's name and arguments.
    pub texts: Texts<'c>,
}

/// Words for a person. Each is cleaned, cut to its limit, and dropped if it holds a secret.
#[derive(Debug, Clone, Copy, Default)]
pub struct Texts<'t> {
    /// One sentence: what, on what, for whom, how much.
    pub summary: Option<&'t str>,
    /// Two to four words.
    pub terse: Option<&'t str>,
    /// Exactly what will run, with its final values.
    pub action: Option<&'t str>,
    /// What is lost if it is wrong, and how it can be undone.
    pub consequence: Option<&'t str>,
    /// A question, where the runtime knows that an argument or the intent is missing. It makes an `ask`
    /// a clarification.
    pub question: Option<&'t str>,
}

/// What an operation brought.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Step {
    /// The events to hand over, in this order, before anything else is done.
    pub events: Vec<Json>,
    /// What is to be done then.
    pub next: Next,
    /// Of [`Stop::NotEmittable`]: which member is wrong, and how. It holds no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// What is to be done.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Next {
    /// The call may run, once.
    Run {
        /// Its id in the events, for [`Session::complete`].
        tool_call_id: String,
    },
    /// Wait for a reply to the confirmation; at the deadline call [`Session::expire`].
    AwaitReply {
        /// The token that the reply will hold.
        reply_token: String,
        /// Unix milliseconds from which an answer is late.
        deadline_ms: i64,
    },
    /// Wait for an answer to the question, for [`Session::reply`]; at the deadline call [`Session::expire`]. An answer
    /// is evidence of kind `user_message` and allows nothing.
    AwaitAnswer {
        /// The token that the answer will hold.
        reply_token: String,
        /// Unix milliseconds from which an answer is late.
        deadline_ms: i64,
    },
    /// Go on with the run.
    Continue,
    /// The call does not run.
    Stop {
        /// Why.
        why: Stop,
    },
}

/// Why a call does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// The gate refused it.
    Refused,
    /// A reviewer or an owner has to look at it.
    HandedOff,
    /// Stronger evidence has to be fetched first.
    NeedsEvidence,
    /// The user has to sign in, or the target has to be validated, before a confirmation can help. A yes that was
    /// given before that does not help either, and nobody is asked for it again.
    NeedsAuthorization,
    /// It would have to be confirmed, and nobody can reply.
    NobodyCanReply,
    /// The user said no.
    Rejected,
    /// Nobody answered in time.
    TimedOut,
    /// The call was rejected, timed out or invoked before, or its id was asked about with other
    /// arguments: a new proposal needs a new id.
    CallIsOver,
    /// A call or a confirmation is open that has to come to its end first.
    Busy,
    /// The session was not started, or has ended.
    SessionNotOpen,
    /// The session was started before.
    AlreadyStarted,
    /// The id of the session is not `sess_` and 1 to 64 letters or digits.
    BadSessionId,
    /// The id of a subscription is not `sub_` and 1 to 64 letters or digits, so that nobody could reply on it.
    BadSubscriptionId,
    /// No call with this id is open.
    CallNotOpen,
    /// The clock is before the last event.
    ClockWentBack,
    /// The decision is about another event.
    DecisionForOtherEvent,
    /// An event could not be made that keeps the rules.
    NotEmittable,
}

/// What the events of one run share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    #[serde(rename = "session_id")]
    id: String,
    producer: Producer,
    /// The subscriptions that may reply to a confirmation.
    subscriptions: BTreeSet<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default)]
    next_sequence: u64,
    #[serde(default)]
    last_ms: Option<i64>,
    #[serde(default)]
    state: State,
    #[serde(default)]
    ended: bool,
    #[serde(default)]
    pending: Option<Pending>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    question: Option<Pending>,
    #[serde(default)]
    grant: Option<Grant>,
    /// The tool of each open call.
    #[serde(default)]
    open_calls: BTreeMap<String, String>,
    /// The action digest of each call that was asked about and is not over: its id is for that action.
    #[serde(default)]
    asked: BTreeMap<String, String>,
    /// Calls that somebody agreed to without confirming them: nobody is asked again.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    noted: BTreeSet<String>,
    /// Calls that were invoked or rejected: their ids are not used again.
    #[serde(default)]
    over: BTreeSet<String>,
}

/// The states that a gate enters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    #[default]
    Idle,
    Thinking,
    Deciding,
    AwaitingInput,
    CallingTool,
    HandingOff,
}

impl State {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Thinking => "thinking",
            Self::Deciding => "deciding",
            Self::AwaitingInput => "awaiting_input",
            Self::CallingTool => "calling_tool",
            Self::HandingOff => "handing_off",
        }
    }
}

/// A confirmation or a question that waits for its reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pending {
    reply_token: String,
    event_id: String,
    tool_call_id: String,
    tool: String,
    action_digest: String,
    asked_ms: i64,
    timeout_ms: i64,
    /// Whether the evidence so far validates the call, so that a yes confirms it.
    validated: bool,
}

/// What a person allowed: one call, with these arguments, for a while.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Grant {
    tool_call_id: String,
    action_digest: String,
    event_id: String,
    until_ms: i64,
}

impl Session {
    /// A session that was not started yet. `subscriptions` are those that may reply to confirmations.
    pub fn new<S: Into<String>>(
        session_id: impl Into<String>,
        producer: Producer,
        subscriptions: impl IntoIterator<Item = S>,
    ) -> Self {
        Self {
            id: session_id.into(),
            producer,
            subscriptions: subscriptions.into_iter().map(Into::into).collect(),
            language: None,
            next_sequence: 0,
            last_ms: None,
            state: State::Idle,
            ended: false,
            pending: None,
            question: None,
            grant: None,
            open_calls: BTreeMap::new(),
            asked: BTreeMap::new(),
            noted: BTreeSet::new(),
            over: BTreeSet::new(),
        }
    }

    /// The same with the language of the caller's texts, such as `es-419`. The words that the library
    /// has for what a caller leaves out are English, so that a caller in another language gives all.
    #[must_use]
    pub fn with_language(mut self, tag: impl Into<String>) -> Self {
        self.language = Some(tag.into());
        self
    }

    /// The token of the open confirmation or question, and its deadline in Unix milliseconds.
    pub fn pending(&self) -> Option<(&str, i64)> {
        self.pending
            .as_ref()
            .or(self.question.as_ref())
            .map(|pending| (&*pending.reply_token, pending.deadline_ms()))
    }

    /// A call id is used up.
    fn is_over(&mut self, tool_call_id: &str) {
        self.asked.remove(tool_call_id);
        self.noted.remove(tool_call_id);
        self.over.insert(tool_call_id.to_owned());
    }

    /// Why no events can be emitted, if that is so.
    fn closed(&self) -> Option<Stop> {
        if !forms::is_id(&self.id, "sess_") {
            return Some(Stop::BadSessionId);
        }
        (self.next_sequence == 0 || self.ended).then_some(Stop::SessionNotOpen)
    }
}

impl Pending {
    fn deadline_ms(&self) -> i64 {
        self.asked_ms.saturating_add(self.timeout_ms)
    }
}

impl Step {
    fn stop(why: Stop) -> Self {
        Self { events: Vec::new(), next: Next::Stop { why }, fault: None }
    }
}
