//! One line of a client or a server, read strictly.

use aana_core::codes::FaultCode;
use aana_core::json::{self, Limits, Object, Value};

use crate::fold;
use crate::id::Id;

/// What a message is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    Request {
        id: Id,
        method: String,
    },
    Notification {
        method: String,
    },
    /// An answer. An error may have no id.
    Response {
        id: Option<Id>,
    },
}

/// A message that was understood.
#[derive(Debug)]
pub(crate) struct Message<'m> {
    pub(crate) kind: Kind,
    pub(crate) tree: Object<'m>,
}

/// Why a message is not forwarded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: &'static str,
    pub(crate) number: i64,
    /// The request that is answered; without one the answer has no id.
    pub(crate) id: Option<Id>,
    /// Whether it is answered: a notification is not.
    pub(crate) answered: bool,
}

impl Fault {
    pub(crate) const fn new(code: &'static str, number: i64) -> Self {
        Self { code, number, id: None, answered: true }
    }
}

pub(crate) const PARSE: i64 = -32700;
pub(crate) const INVALID: i64 = -32600;
pub(crate) const NO_METHOD: i64 = -32601;
pub(crate) const BAD_PARAMS: i64 = -32602;
pub(crate) const INTERNAL: i64 = -32603;
pub(crate) const SERVER: i64 = -32000;

/// Reads what a client sent.
pub(crate) fn of_client(line: &[u8], limits: Limits) -> Result<Message<'_>, Fault> {
    if line.len() > limits.max_bytes {
        return Err(Fault::new("msg_too_large", INVALID));
    }
    let text = str::from_utf8(line).map_err(|_| Fault::new("msg_not_json", PARSE))?;
    let value = json::parse_within(text, limits).map_err(|fault| match fault.code {
        FaultCode::DuplicateKey => Fault::new("msg_duplicate_key", INVALID),
        _ => Fault::new("msg_not_json", PARSE),
    })?;
    let tree = match value {
        Value::Object(tree) => tree,
        Value::Array(_) => return Err(Fault::new("msg_batch", INVALID)),
        _ => return Err(Fault::new("msg_envelope", INVALID)),
    };
    if fold::has_variant(&tree) {
        return Err(Fault::new("msg_key_variant", INVALID));
    }
    let kind = kind(&tree).ok_or(Fault::new("msg_envelope", INVALID))?;
    Ok(Message { kind, tree })
}

/// Reads what a server sent; nothing if it is not a message, as a line of its log is not.
pub(crate) fn of_server(line: &[u8], limits: Limits) -> Option<Message<'_>> {
    let text = str::from_utf8(line).ok()?;
    let Ok(Value::Object(tree)) = json::parse_within(text, limits) else { return None };
    if fold::answer_has_variant(&tree) {
        return None;
    }
    let kind = kind(&tree)?;
    Some(Message { kind, tree })
}

fn kind(tree: &Object<'_>) -> Option<Kind> {
    if tree.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return None;
    }
    let id = match tree.get("id") {
        None => None,
        Some(Value::Null) if tree.get("error").is_some() => None,
        Some(value) => Some(Id::of(value)?),
    };
    let (result, error) = (tree.get("result").is_some(), tree.get("error").is_some());
    match tree.get("method") {
        // What is a question and an answer at once is one for one reader, and the other for the next.
        Some(_) if result || error => None,
        Some(Value::String(method)) => {
            let method = method.clone().into_owned();
            Some(match id {
                Some(id) => Kind::Request { id, method },
                None => Kind::Notification { method },
            })
        }
        Some(_) => None,
        None if result == error => None,
        None if result && id.is_none() => None,
        None => Some(Kind::Response { id }),
    }
}
