//! A call of the client, and a person's yes to one.

use aana_core::json::{Object, Value};

use crate::event::Approval;
use crate::id::Id;
use crate::tree::{self, inner, owned};

/// What a request is, of those that are gated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    Tool,
    Resource,
    Prompt,
}

/// A call of the client.
#[derive(Debug, Clone)]
pub(super) struct Call {
    pub(super) id: Id,
    pub(super) what: What,
    pub(super) name: String,
    pub(super) arguments: Object<'static>,
    /// The message that is sent if the call is accepted.
    pub(super) message: Object<'static>,
    /// Whether it is of the era in which every request says which version it is of.
    pub(super) stateless: bool,
    /// Whether the client can show a form for it.
    pub(super) forms: bool,
    pub(super) request_id: String,
    /// How many rounds of the server's own questions came before.
    pub(super) round: u8,
}

/// A person's yes, and the definition that they saw.
#[derive(Debug, Clone)]
pub(super) struct Yes {
    pub(super) approval: Approval,
    pub(super) definition: Option<String>,
}

impl Call {
    /// The members of `params`.
    pub(super) fn params(&self) -> Object<'static> {
        inner(&self.message, "params").map(owned).unwrap_or_default()
    }

    /// The call with other `params`.
    pub(super) fn with_params(mut self, params: Object<'static>) -> Self {
        self.message = tree::set(self.message, tree::with("params", Value::Object(params)));
        self
    }

    pub(super) fn meta(&self) -> Option<Object<'static>> {
        self.params().get("_meta").and_then(Value::as_object).map(owned)
    }
}
