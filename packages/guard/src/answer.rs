//! What a client is told of a call that was not run, and of a message that was not forwarded.

use aana_core::contract::Route;
use aana_core::json::{Object, Value};

use crate::id::Id;
use crate::message::Fault;
use crate::tree::{self, member, number, object, string, strings, with};

/// What a caller can do about a call that was not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Retry {
    /// Nothing.
    No,
    /// The same call again, later.
    After,
    /// Another call.
    Changed,
}

impl Retry {
    const fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::After => "after",
            Self::Changed => "changed",
        }
    }
}

/// A call that was not run.
#[derive(Debug, Clone)]
pub(crate) struct NotRun {
    pub(crate) route: Route,
    pub(crate) code: &'static str,
    pub(crate) blockers: Vec<&'static str>,
    pub(crate) needs: Vec<Value<'static>>,
    pub(crate) pointers: Vec<String>,
    pub(crate) request_id: String,
    pub(crate) retry: Retry,
    /// One sentence for the model.
    pub(crate) sentence: String,
}

impl NotRun {
    /// The answer, as a result, so that the model can read it. It holds no value of the arguments.
    pub(crate) fn result(&self, id: &Id, tool: &str, stateless: bool) -> String {
        let mut text =
            format!("Not run ({}, {}). {tool}: {}", self.route, self.code, self.sentence);
        if !text.ends_with('.') {
            text.push('.');
        }
        if !self.pointers.is_empty() {
            text.push_str(" In the arguments: ");
            text.push_str(&self.pointers.join(", "));
            text.push('.');
        }
        text.push_str(" Do not try another tool to get the same effect.");
        let content = object(vec![member("type", "text"), member("text", text)]);
        let decision = object(vec![
            member("route", self.route.as_str()),
            member("code", self.code),
            with("hard_blockers", strings(self.blockers.iter().copied())),
            with("needs", Value::Array(self.needs.clone())),
            with("pointers", strings(self.pointers.iter().map(String::as_str))),
            member("request_id", &*self.request_id),
            with("executed", Value::Bool(false)),
            member("retry", self.retry.as_str()),
        ]);
        let mut result = vec![
            with("isError", Value::Bool(true)),
            with("content", Value::Array(vec![content])),
            with("_meta", object(vec![with("aana/decision", decision)])),
        ];
        if stateless {
            result.push(member("resultType", "complete"));
        }
        result_message(id, object(result))
    }

    /// The same for a request whose result cannot say it.
    pub(crate) fn error(&self, id: &Id) -> String {
        let code = format!("gate_{}", self.route);
        error(Some(id), crate::message::INTERNAL, &code, &self.sentence)
    }
}

/// An answer of the guard's with a result.
pub(crate) fn result_message(id: &Id, result: Value<'static>) -> String {
    tree::write(&object(vec![
        member("jsonrpc", "2.0"),
        with("id", id.value()),
        with("result", result),
    ]))
}

/// A request of the guard's.
pub(crate) fn request(id: &Id, method: &str, params: Value<'static>) -> String {
    tree::write(&object(vec![
        member("jsonrpc", "2.0"),
        with("id", id.value()),
        member("method", method),
        with("params", params),
    ]))
}

/// A notification of the guard's.
pub(crate) fn notification(method: &str, params: Option<Value<'static>>) -> String {
    let mut members = vec![member("jsonrpc", "2.0"), member("method", method)];
    members.extend(params.map(|params| with("params", params)));
    tree::write(&object(members))
}

/// The notification that a request is not waited for any more.
pub(crate) fn cancelled(id: &Id, why: &str) -> String {
    let params = object(vec![with("requestId", id.value()), member("reason", why)]);
    notification("notifications/cancelled", Some(params))
}

/// An error.
pub(crate) fn error(id: Option<&Id>, code: i64, guard_code: &str, message: &str) -> String {
    tree::write(&Value::Object(error_tree(id, code, guard_code, message)))
}

/// The same, as it would have come from the server.
pub(crate) fn error_tree(
    id: Option<&Id>,
    code: i64,
    guard_code: &str,
    message: &str,
) -> Object<'static> {
    let data = object(vec![member("guard_code", guard_code)]);
    let error = object(vec![
        with("code", number(code)),
        with("message", string(message)),
        with("data", data),
    ]);
    let members = vec![
        member("jsonrpc", "2.0"),
        with("id", id.map_or(Value::Null, Id::value)),
        with("error", error),
    ];
    Object::new(members).unwrap_or_default()
}

/// The error for a message that is not forwarded.
pub(crate) fn fault(fault: &Fault) -> String {
    let message = match fault.code {
        "msg_too_large" => "the message is longer than the guard takes",
        "msg_not_json" => "the message is not JSON as RFC 8259 has it, on one line in UTF-8",
        "msg_duplicate_key" => "an object of the message has one key twice",
        "msg_batch" => "the message is an array; one message on a line is allowed",
        "msg_key_variant" => "a key is spelt almost like one of the protocol's",
        "msg_envelope" => {
            "`jsonrpc` is \"2.0\", `id` a string or a whole number, and either a method, a result or an error stands in a message"
        }
        "msg_id_in_use" => "a request with this id is still open",
        "msg_method_not_gated" => {
            "of the methods of `tools/` the guard knows `tools/list` and `tools/call`"
        }
        "msg_method_unknown" => "the method is not one of the published revisions",
        "msg_params" => "`params.name` is a string, and `params.arguments` an object or absent",
        "msg_busy" => "too many requests are open",
        _ => "the message is not taken",
    };
    error(fault.id.as_ref(), fault.number, fault.code, message)
}
