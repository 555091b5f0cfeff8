//! What is recorded of a session, one record for each step. No record holds a value of the arguments, a result, or what
//! stands in a form.

use aana_core::contract::Route;
use aana_core::json::{Member, Value};

use crate::tree::{self, member, number, strings, with};

/// One step.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    kind: &'static str,
    members: Vec<Member<'static>>,
    /// The audit event of a decision, as the audit log takes it.
    audit_event: Option<String>,
}

impl Record {
    pub(crate) fn new(kind: &'static str) -> Self {
        Self { kind, members: Vec::new(), audit_event: None }
    }

    pub(crate) fn text(mut self, key: &str, value: impl Into<String>) -> Self {
        self.members.push(member(key, value));
        self
    }

    pub(crate) fn count(mut self, key: &str, value: usize) -> Self {
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        self.members.push(with(key, number(value)));
        self
    }

    pub(crate) fn codes<T: Into<String>>(mut self, codes: impl IntoIterator<Item = T>) -> Self {
        self.members.push(with("codes", strings(codes)));
        self
    }

    pub(crate) fn route(self, route: Route) -> Self {
        self.text("route", route.as_str())
    }

    pub(crate) fn decided(mut self, audit_event: String) -> Self {
        self.audit_event = Some(audit_event);
        self
    }

    /// `session`, `definition`, `decision`, `ask`, `answer`, `forward`, `outcome`, `drop`, `note` or `fault`.
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The audit event of a decision.
    pub fn audit_event(&self) -> Option<&str> {
        self.audit_event.as_deref()
    }

    /// The record as an object on one line, without the audit event.
    pub fn to_json(&self) -> String {
        let mut members = vec![member("kind", self.kind)];
        members.extend(self.members.iter().cloned());
        tree::write(&tree::object(members))
    }

    /// A text of it.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.members.iter().find(|member| member.key == key).and_then(|it| it.value.as_str())
    }

    /// The codes in it.
    pub fn all_codes(&self) -> Vec<&str> {
        let listed = self.members.iter().find(|member| member.key == "codes");
        let listed = listed.and_then(|member| member.value.as_array()).unwrap_or_default();
        listed.iter().filter_map(Value::as_str).chain(self.get("code")).collect()
    }
}
