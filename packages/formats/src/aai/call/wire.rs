//! The request as it is sent: the one form that holds secrets.

use core::fmt;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    super::{CallRule as Rule, findings::Findings, url},
    Plan, Request,
};
use crate::Report;

/// A request with its secrets in place. Its `Debug` form shows none of them.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub struct Wire {
    /// The URL, with the key if that goes into the query.
    pub url: String,
    /// The headers, with the key or the token if that is a header.
    pub headers: BTreeMap<String, String>,
}

impl fmt::Debug for Wire {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Wire(..)")
    }
}

impl Plan {
    /// Puts the secrets in place, **after** the gate has accepted the call. `variable` gives the value of
    /// an environment variable, `token` that of an application's OAuth token; `allowed` lists the
    /// variables without the prefix `AAI_` that an operator lets this application have. `None` for a
    /// plan that is not sent over HTTP.
    ///
    /// Redirects are not to be followed: a key in a header would go along to wherever they lead.
    ///
    /// # Errors
    ///
    /// What is missing, with a pointer into the descriptor and never a value.
    pub fn wire(
        &self,
        variable: impl Fn(&str) -> Option<String>,
        token: impl Fn(&str) -> Option<String>,
        allowed: &[&str],
    ) -> Result<Option<Wire>, Report<Rule>> {
        let Request::Http { url, headers, secrets, .. } = &self.request else { return Ok(None) };
        let mut wire = Wire { url: url.clone(), headers: headers.clone() };
        let mut findings = Findings::new();
        for secret in secrets {
            let value = if let Some(name) = secret.reference.strip_prefix("env:") {
                if name.starts_with("AAI_") || allowed.contains(&name) {
                    usable(variable(name), Rule::AuthEnvMissing, Rule::AuthEnvInvalid, " ")
                } else {
                    let message = "the variable is not on the operator's list for this application";
                    Err((Rule::AuthEnvNotAllowed, message))
                }
            } else {
                usable(token(&self.app_id), Rule::AuthTokenMissing, Rule::AuthTokenInvalid, "")
                    .map(|token| format!("Bearer {token}"))
            };
            match value {
                Err((rule, message)) => findings.add(rule, &self.env_pointer, message),
                Ok(value) if secret.in_query => {
                    wire.url.push(if wire.url.contains('?') { '&' } else { '?' });
                    url::push_encoded(&mut wire.url, &secret.name);
                    wire.url.push('=');
                    url::push_encoded(&mut wire.url, &value);
                }
                Ok(value) => {
                    wire.headers.insert(secret.name.clone(), value);
                }
            }
        }
        if findings.clean() { Ok(Some(wire)) } else { Err(findings.report()) }
    }
}

/// A value that can go into a header; `inner` are characters that may stand within it.
fn usable(
    value: Option<String>,
    missing: Rule,
    invalid: Rule,
    inner: &str,
) -> Result<String, (Rule, &'static str)> {
    let value = value.filter(|value| !value.is_empty());
    let value = value.ok_or((missing, "the secret is missing: unset or empty"))?;
    let plain = value.chars().all(|it| it.is_ascii_graphic() || inner.contains(it));
    if !plain || value.starts_with(' ') || value.ends_with(' ') {
        return Err((invalid, "the secret has characters outside visible ASCII"));
    }
    Ok(value)
}
