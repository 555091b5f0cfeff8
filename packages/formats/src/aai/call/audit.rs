//! What of a call is written down: names and shapes, no value and no secret.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Plan, Request};

/// The audit form of a plan. There is no hash of values in it either: a short value can be guessed
/// from one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Audit<'p> {
    /// `http` or `ipc`.
    pub kind: &'static str,
    /// The application.
    pub app_id: &'p str,
    /// The tool.
    pub tool: &'p str,
    /// The names of the arguments, defaults included.
    pub argument_names: BTreeSet<&'p str>,
    /// Of a request over HTTP; in JSON its members stand beside the others.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub http: Option<HttpAudit<'p>>,
}

/// What the audit form says of a request over HTTP.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HttpAudit<'p> {
    /// The method.
    pub method: &'static str,
    /// Scheme, host and port.
    pub origin: &'p str,
    /// The path with its placeholders.
    pub path_template: &'p str,
    /// The names in the query, that of a key included.
    pub query_names: BTreeSet<&'p str>,
    /// The names of the headers, that of a key included.
    pub header_names: BTreeSet<&'p str>,
    /// Whether there is a body.
    pub has_body: bool,
    /// The names of the secrets.
    pub secret_refs: Vec<&'p str>,
}

impl Plan {
    /// What may be written into a log.
    pub fn audit(&self) -> Audit<'_> {
        let http = match &self.request {
            Request::Ipc => None,
            Request::Http { method, origin, headers, secrets, body, .. } => {
                let named = |in_query: bool| {
                    secrets.iter().filter(move |it| it.in_query == in_query).map(|it| &*it.name)
                };
                let queries = self.query_names.iter().map(String::as_str);
                Some(HttpAudit {
                    method: method.as_str(),
                    origin,
                    path_template: &self.path_template,
                    query_names: queries.chain(named(true)).collect(),
                    header_names: headers.keys().map(String::as_str).chain(named(false)).collect(),
                    has_body: body.is_some(),
                    secret_refs: secrets.iter().map(|it| &*it.reference).collect(),
                })
            }
        };
        Audit {
            kind: if http.is_some() { "http" } else { "ipc" },
            app_id: &self.app_id,
            tool: &self.tool,
            argument_names: self.arguments.keys().map(String::as_str).collect(),
            http,
        }
    }
}
