//! The stateless era: a question is an answer, and its answer is a call. What both have in common is a state that only
//! this guard can have made, and that is used once.
//!
//! A server's own questions go the same way. Its state is kept here, and ours stands in its place, so that the call that
//! comes back is known as the continuation of one that was accepted.

use aana_core::contract::Route;
use aana_core::json::{Member, Object, Value};

use super::call::{Call, Yes};
use super::continuation::{Continuation, KEY, MOST_ROUNDS, ROUND_MS};
use super::sent::Sent;
use super::state::{Guard, Open};
use crate::answer::{self, Retry};
use crate::record::Record;
use crate::tree::{self, inner, member, object, owned, text, with};

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
