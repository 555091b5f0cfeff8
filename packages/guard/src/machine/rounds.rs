//! The stateless era: a question is an answer, and its answer is a call. What both have in common is a state that only
//! this guard can have made, and that is used once.
//!
//! A server's own questions go the same way. Its state is kept here, and ours stands in its place, so that the call that
//! comes back is known as the continuation of one that was accepted.

use std::collections::{HashMap, VecDeque};

use aana_core::contract::Route;
use aana_core::json::{self, Member, Object, Value};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use super::calls::{Call, Yes};
use super::sending::Sent;
use super::{Guard, Open};
use crate::answer::{self, Retry};
use crate::event::Approval;
use crate::random;
use crate::record::Record;
use crate::tree::{self, inner, member, number, object, owned, text, with};

/// What our state begins with.
const BEGINS: &str = "aana1.";

/// The key of the guard's own question.
pub(super) const KEY: &str = "aana";

/// How long a server's question may be answered.
const ROUND_MS: i64 = 3_600_000;

/// How many rounds one yes lasts.
const MOST_ROUNDS: u8 = 10;

/// How many continuations are kept.
const MOST_KEPT: usize = 256;
const MOST_USED: usize = 1024;

/// A call that the server asked back about.
#[derive(Debug)]
struct Continuation {
    digest: String,
    definition: Option<String>,
    approval: Option<Approval>,
    state: Option<Value<'static>>,
    /// What the server's own key `aana` is called on the way.
    renamed: Option<String>,
    round: u8,
}

/// What is kept of rounds.
#[derive(Debug)]
pub(super) struct Rounds {
    key: [u8; 32],
    kept: HashMap<String, Continuation>,
    order: VecDeque<String>,
    used: VecDeque<String>,
}

impl Rounds {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self { key, kept: HashMap::new(), order: VecDeque::new(), used: VecDeque::new() }
    }

    pub(super) fn use_up(&mut self, nonce: &str) {
        if self.used.len() >= MOST_USED {
            self.used.pop_front();
        }
        self.used.push_back(nonce.to_owned());
    }

    fn keep(&mut self, nonce: String, continuation: Continuation) {
        if self.order.len() >= MOST_KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.kept.remove(&oldest);
        }
        self.order.push_back(nonce.clone());
        self.kept.insert(nonce, continuation);
    }

    fn take(&mut self, nonce: &str) -> Option<Continuation> {
        self.order.retain(|kept| kept != nonce);
        self.kept.remove(nonce)
    }

    /// Nothing that was said so far holds any more.
    pub(super) fn end(&mut self) {
        self.kept.clear();
        self.order.clear();
    }

    /// A state: what it is for, until when, and that we made it.
    pub(super) fn seal(&self, nonce: &str, digest: &str, until_ms: i64) -> String {
        let payload = tree::canonical(&object(vec![
            member("digest", digest),
            member("nonce", nonce),
            with("until", number(until_ms)),
        ]));
        let mut bytes = payload.into_bytes();
        let tag = random::mac(&self.key, &bytes);
        bytes.extend(tag);
        format!("{BEGINS}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The nonce of a state that we made, and until when it holds.
    fn open(&self, state: &str) -> Option<(String, i64)> {
        let bytes = URL_SAFE_NO_PAD.decode(state.strip_prefix(BEGINS)?).ok()?;
        let (payload, tag) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if !random::is_mac(&self.key, payload, tag) {
            return None;
        }
        let payload = json::parse_bytes(payload, 1 << 12).ok()?;
        let payload = payload.as_object()?;
        let Some(Value::Number(until)) = payload.get("until") else { return None };
        Some((text(payload, "nonce")?.to_owned(), until.as_str().parse().ok()?))
    }
}

impl Guard {
    /// A call that brings a state or answers along.
    pub(super) fn called_again(&mut self, call: Call) {
        let params = call.params();
        let nonce = text(&params, "requestState").and_then(|state| self.rounds.open(state));
        let Some((nonce, until_ms)) = nonce else {
            return self.state_fault(&call, "state_invalid");
        };
        if until_ms <= self.now_ms {
            return self.state_fault(&call, "state_expired");
        }
        let digest = self.digest_of(&call);
        if let Some(at) = self.questions.position(&nonce) {
            let fits = self.questions.all.get(at).is_some_and(|question| {
                Some(&question.verdict.digest) == digest.as_ref() && question.call.stateless
            });
            if !fits {
                return self.state_fault(&call, "state_other_action");
            }
            return self.asked_call_again(at, call);
        }
        let Some(kept) = self.rounds.take(&nonce) else {
            let used = self.rounds.used.contains(&nonce) || self.questions.was_closed(&nonce);
            return self.state_fault(&call, if used { "state_used" } else { "state_expired" });
        };
        self.rounds.use_up(&nonce);
        self.continued(call, kept, digest.as_deref());
    }

    /// The answer to the guard's own question.
    fn asked_call_again(&mut self, at: usize, call: Call) {
        let responses = call.params().get("inputResponses").and_then(Value::as_object).map(owned);
        let response = responses.as_ref().and_then(|it| inner(it, KEY)).map(owned);
        let Some(response) = response else { return self.state_fault(&call, "state_invalid") };
        let call = without_round(call);
        self.answered(at, Some(&response), Some(call));
    }

    /// The client goes on with a call that the server asked back about.
    fn continued(&mut self, call: Call, kept: Continuation, digest: Option<&str>) {
        let same = digest == Some(&*kept.digest)
            && kept.definition.as_ref() == self.definition(&call.name).map(|now| &now.digest);
        if !same || kept.round >= MOST_ROUNDS {
            // Another action: it begins anew, and nothing that was said before holds for it.
            return self.called_first(without_round(call));
        }
        let mut params = call.params();
        params = match kept.state {
            Some(state) => tree::set(params, with("requestState", state)),
            None => tree::without(params, "requestState"),
        };
        if let Some(responses) = params.get("inputResponses").and_then(Value::as_object).map(owned)
        {
            let responses = tree::without(responses, KEY);
            let responses = match &kept.renamed {
                Some(name) => renamed(responses, name, KEY),
                None => responses,
            };
            params = tree::set(params, with("inputResponses", Value::Object(responses)));
        }
        let mut call = call.with_params(params);
        call.round = kept.round;
        let yes = kept.approval.map(|approval| Yes { approval, definition: kept.definition });
        self.judge_listed(call, yes);
    }

    fn state_fault(&mut self, call: &Call, code: &'static str) {
        self.record(Record::new("fault").text("code", code).text("request_id", &*call.request_id));
        let retry = Retry::After;
        self.not_run(call, None, Route::Ask, code, retry, Vec::new());
    }

    /// The server asks back: its state stays here, and ours stands in its place.
    pub(super) fn round_begins(&mut self, result: &Object<'_>, sent: Sent) -> Object<'static> {
        let nonce = self.random.hex();
        let mut result = owned(result);
        let state = result.get("requestState").cloned();
        let mut rename = None;
        if let Some(requests) = result.get("inputRequests").and_then(Value::as_object).map(owned)
            && requests.get(KEY).is_some()
        {
            let mut name = format!("server-{KEY}");
            while requests.get(&name).is_some() {
                name.push('-');
            }
            let requests = renamed(requests, KEY, &name);
            result = tree::set(result, with("inputRequests", Value::Object(requests)));
            rename = Some(name);
        }
        let until_ms = self.now_ms.saturating_add(ROUND_MS);
        let sealed = self.rounds.seal(&nonce, &sent.digest, until_ms);
        let continuation = Continuation {
            digest: sent.digest,
            definition: sent.definition,
            approval: sent.approval,
            state,
            renamed: rename,
            round: sent.call.round.saturating_add(1),
        };
        self.rounds.keep(nonce, continuation);
        tree::set(result, member("requestState", sealed))
    }

    /// Answers a call with the guard's question.
    pub(super) fn ask_by_answer(&mut self, at: usize, form: Value<'static>, until_ms: i64) {
        let Some(question) = self.questions.all.get(at) else { return };
        let id = question.call.id.clone();
        let state = self.rounds.seal(&question.id, &question.verdict.digest, until_ms);
        let request = object(vec![member("method", "elicitation/create"), with("params", form)]);
        let result = object(vec![
            member("resultType", "input_required"),
            with("inputRequests", object(vec![with(KEY, request)])),
            member("requestState", state),
        ]);
        debug_assert!(!matches!(self.open.get(&id), Some(Open::Sent(_))));
        self.open.remove(&id);
        self.tell_client(answer::result_message(&id, result));
    }
}

/// The call without what belongs to a round.
fn without_round(call: Call) -> Call {
    let params = tree::without(tree::without(call.params(), "requestState"), "inputResponses");
    let mut call = call.with_params(params);
    call.round = 0;
    call
}

fn renamed(object: Object<'static>, from: &str, to: &str) -> Object<'static> {
    let name = |member: Member<'static>| {
        if member.key == from { with(to, member.value) } else { member }
    };
    tree::of(object.into_members().into_iter().map(name).collect())
}
