//! Every operation as text in, text out: for bindings, which only pass strings on.
//!
//! Nothing here fails. A text that cannot be read gives a report, or an object with the one member
//! `error`, a sentence without any value of the input.

use std::collections::VecDeque;

use aana_confirmation::text::with_member;
use aana_core::{
    Fault, Gate,
    codes::FaultCode,
    json::{self, Limits, MAX_DEPTH},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

use super::{
    AaepRule, Call, Now, Sender, Session, StreamChecker, StreamFindingList, Texts, document,
    event::{self, MAX_BYTES},
    handshake,
};
use crate::Report;

/// Checks one event: `{"valid": ..., "findings": [{rule, severity, pointer, message}]}`.
pub fn check_event(event: &str) -> String {
    report(&event::check_event(event))
}

/// Checks one reply, in the same form.
pub fn check_reply(reply: &str) -> String {
    report(&event::check_reply(reply))
}

/// Checks one message of the handshake, in the same form.
pub fn check_handshake(message: &str) -> String {
    report(&handshake::check_handshake(message))
}

/// Checks what a producer accepted against what a subscriber asked for, in the same form.
pub fn check_accepted(request: &str, accepted: &str) -> String {
    report(&handshake::check_accepted(request, accepted))
}

/// Checks one document, told by its `type`: an event, a reply or a message of the handshake. In the same form.
pub fn check(document: &str) -> String {
    report(&document::check(document))
}

/// The report about an event or a reply for which there is no JSON text: a host's objects, say, that
/// JSON cannot hold.
pub fn unread(fault: Fault) -> String {
    report(&Report::new(vec![event::unread(fault)]))
}

/// Checks a stream in JSON Lines: `{"valid": ..., "findings": [{index, rule, ...}], "replies": [{index,
/// effect, reason}]}`. Items count from 0; blank lines do not count.
///
/// # Example
///
/// ```
/// let said = aana_formats::aaep::text::check_stream("[]\n\n{}\n");
/// assert!(said.starts_with(r#"{"valid":false,"findings":[{"index":0,"rule":"env.not-object","#));
/// ```
pub fn check_stream(lines: &str) -> String {
    check_items(lines.lines().filter(|line| !line.trim().is_empty()).map(Ok::<_, Fault>))
}

/// Checks a stream whose items are given one by one, each as JSON text or as the fault for which there
/// is none.
pub fn check_items<T: AsRef<str>>(items: impl IntoIterator<Item = Result<T, Fault>>) -> String {
    let mut checker = StreamChecker::new();
    let (mut findings, mut replies) = (StreamFindingList::default(), Vec::new());
    for item in items {
        let report = match item {
            Ok(text) => checker.item_text(text.as_ref()),
            Err(fault) => checker.unread(fault),
        };
        findings.extend(report.findings);
        replies.extend(report.reply);
    }
    findings.extend(checker.finish());
    let valid = findings.is_valid();
    json!({ "valid": valid, "findings": findings.into_findings(), "replies": replies }).to_string()
}

fn report(report: &Report<AaepRule>) -> String {
    json!({ "valid": report.is_valid(), "findings": report }).to_string()
}

/// One step of a [`Session`]: `session` and `request` are JSON texts, and the answer holds the session
/// to keep for the next step, the `events` to hand over, and what is to be done.
///
/// A new session is `{"session_id": "sess_...", "producer": {"agent_id": "..."}, "subscriptions":
/// ["sub_..."]}`, with a `language` if the texts are not English. A request has
///
/// - `op`: `start`, `propose`, `reply`, `expire`, `complete`, `finish` or `cancel`;
/// - `now`: Unix milliseconds; `ids`: six texts of 32 random hexadecimal digits;
/// - `event`: the Agent Action Contract event as JSON **text** (`propose`, `reply`); `runtime_id` and
///   `texts` of the call (`propose`); `reply` as JSON text and `sender` (`reply`); for an event for
///   which there is no text, its `faults` (`path`, `code`, `message`) instead, with which it is refused;
/// - `summary` (`start`, `complete`, `finish`, `cancel`), `tool_call_id`, `status`, `duration_ms` and
///   `error_message` (`complete`), `by` and `reason` (`cancel`).
///
/// `propose` asks `gate` about the event and answers with its `decision` too. The approval that the session's own
/// reply became counts as attested.
///
/// # Example
///
/// ```
/// use aana_core::Gate;
/// use aana_formats::aaep::text::session_step;
///
/// let session = r#"{"session_id": "sess_1", "producer": {"agent_id": "gate"}, "subscriptions": []}"#;
/// let request = r#"{"op": "start", "now": 1782829330000, "summary": "Looking it up.",
///     "ids": ["00000000000000000000000000000001"]}"#;
/// let answer = session_step(&Gate::default(), session, request);
/// assert!(answer.contains(r#""type":"aaep:agent.session.started""#), "{answer}");
/// ```
pub fn session_step(gate: &Gate, session: &str, request: &str) -> String {
    match step(gate, session, request) {
        Ok(answer) => answer,
        Err(error) => json!({ "error": error }).to_string(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    op: Op,
    now: i64,
    ids: VecDeque<String>,
    #[serde(default)]
    event: String,
    #[serde(default)]
    faults: Vec<OwnFault>,
    #[serde(default)]
    runtime_id: String,
    #[serde(default)]
    texts: OwnTexts,
    #[serde(default)]
    reply: String,
    #[serde(default)]
    sender: OwnSender,
    #[serde(default)]
    summary: Option<String>,
    #[serde(default)]
    tool_call_id: String,
    #[serde(default)]
    status: String,
    #[serde(default)]
    duration_ms: Option<u64>,
    #[serde(default)]
    error_message: Option<String>,
    #[serde(default)]
    by: String,
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Op {
    Start,
    Propose,
    Reply,
    Expire,
    Complete,
    Finish,
    Cancel,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnFault {
    path: String,
    code: String,
    message: String,
}

impl OwnFault {
    fn fault(&self) -> Fault {
        let code = FaultCode::parse(&self.code).unwrap_or(FaultCode::WrongType);
        Fault { path: self.path.clone(), code, message: self.message.clone() }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OwnTexts {
    summary: Option<String>,
    terse: Option<String>,
    action: Option<String>,
    consequence: Option<String>,
    question: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct OwnSender {
    authenticated: bool,
    may_decide_automatically: bool,
}

fn step(gate: &Gate, session: &str, request: &str) -> Result<String, String> {
    let mut session: Session = strict(session, "session")?;
    let mut request: Request = strict(request, "request")?;
    let mut ids = std::mem::take(&mut request.ids);
    let Request { op, now, event, runtime_id, texts, reply, sender, summary, .. } = &request;
    let mut short = false;
    let mut fresh = || {
        let next = ids.pop_front().filter(|id| id.len() == 32);
        next.and_then(|id| u128::from_str_radix(&id, 16).ok()).unwrap_or_else(|| {
            short = true;
            0
        })
    };
    let mut now = Now { ms: *now, fresh: &mut fresh };
    let summary = summary.as_deref();
    let mut decided = None;
    let answer = match op {
        Op::Start => shown(&session.start(summary.unwrap_or_default(), &mut now)),
        Op::Propose => {
            let decision = if request.faults.is_empty() {
                // Its own approval the session knows itself.
                gate.attesting(&session.attested(event, now.ms)).check(event, now.ms)
            } else {
                gate.refuse(request.faults.iter().map(OwnFault::fault).collect(), now.ms)
            };
            let texts = Texts {
                summary: texts.summary.as_deref(),
                terse: texts.terse.as_deref(),
                action: texts.action.as_deref(),
                consequence: texts.consequence.as_deref(),
                question: texts.question.as_deref(),
            };
            let call = Call { event, decision: &decision, runtime_id, texts };
            decided = Some(decision.to_json());
            shown(&session.propose(&call, &mut now))
        }
        Op::Reply => {
            let sender = Sender {
                authenticated: sender.authenticated,
                may_decide_automatically: sender.may_decide_automatically,
            };
            shown(&session.reply(reply, sender, event, &mut now))
        }
        Op::Expire => shown(&session.expire(&mut now)),
        Op::Complete => shown(&session.complete(
            &request.tool_call_id,
            &request.status,
            request.duration_ms,
            request.error_message.as_deref(),
            summary,
            &mut now,
        )),
        Op::Finish => shown(&session.finish(summary.unwrap_or_default(), &mut now)),
        Op::Cancel => {
            let summary = summary.unwrap_or_default();
            shown(&session.cancel(&request.by, &request.reason, summary, &mut now))
        }
    };
    if short {
        return Err("`ids` has too few texts of 32 hexadecimal digits; six are enough".to_owned());
    }
    let mut answer = answer.to_string();
    if let Some(decision) = decided {
        answer = with_member(&answer, "decision", &decision);
    }
    Ok(with_member(&answer, "session", &shown(&session).to_string()))
}

fn shown(value: &impl Serialize) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

/// Reads a text that is strict JSON and has the form of a `T`. What `serde` says is not repeated, since
/// it quotes what it found.
fn strict<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, String> {
    let limits = Limits { max_bytes: 16 * MAX_BYTES, max_depth: MAX_DEPTH };
    json::parse_within(text, limits)
        .map_err(|fault| format!("the {what} is not read: {}", fault.message))?;
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        format!("the {what} has another form than is described, at line {line}, column {column}")
    })
}
