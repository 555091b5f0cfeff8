//! The request as it is sent: the one form that holds secrets.

use core::fmt;
use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    super::{CallRule as Rule, findings::Findings, url},
    Plan, Request, SecretRef,
    secrets::{AllowedVariable, Destination},
};
use crate::Report;

/// A name longer than this is not repeated in a message.
const LONGEST_NAME: usize = 128;

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
    /// The secrets that have to be looked up, each under its first name that has a value: `env:` and a
    /// variable, or `oauth2:` and a key of the tokens. What the plan may not have is not among them.
    pub fn secrets_to_look_up(&self, allowed: &[AllowedVariable]) -> Vec<String> {
        let Request::Http { origin, secrets, .. } = &self.request else { return Vec::new() };
        let to = Destination { app_id: &self.app_id, origin };
        secrets
            .iter()
            .flat_map(|secret| match secret.variable() {
                Some(name) if to.allows(name, allowed).is_ok() => vec![secret.reference.clone()],
                Some(_) => Vec::new(),
                None => to.token_keys().map(|key| format!("oauth2:{key}")).collect(),
            })
            .collect()
    }

    /// Which variables the plan names that it may not have, so that it cannot be sent.
    pub fn refused_variables(&self, allowed: &[AllowedVariable]) -> Report<Rule> {
        let mut findings = Findings::new();
        if let Request::Http { origin, secrets, .. } = &self.request {
            let to = Destination { app_id: &self.app_id, origin };
            for name in secrets.iter().filter_map(SecretRef::variable) {
                if let Err((rule, message)) = to.allows(name, allowed) {
                    findings.add(rule, &self.env_pointer, message);
                }
            }
        }
        findings.report()
    }

    /// Puts the secrets in place, **after** the gate has accepted the call. `variable` gives the value of
    /// an environment variable and is only asked for one that this plan names and may have; `allowed`
    /// lists what an operator lets this application have beyond its own. `token` gives the OAuth token for
    /// a key: `app id=origin`, or for a host of the id's own domain the id alone. `None` for a plan that
    /// is not sent over HTTP.
    ///
    /// Redirects are not to be followed: a key in a header would go along to wherever they lead.
    ///
    /// # Errors
    ///
    /// What is missing or not allowed, with a pointer into the descriptor and never a value.
    pub fn wire(
        &self,
        variable: impl Fn(&str) -> Option<String>,
        token: impl Fn(&str) -> Option<String>,
        allowed: &[AllowedVariable],
    ) -> Result<Option<Wire>, Report<Rule>> {
        let Request::Http { url, origin, headers, secrets, .. } = &self.request else {
            return Ok(None);
        };
        let to = Destination { app_id: &self.app_id, origin };
        let mut wire = Wire { url: url.clone(), headers: headers.clone() };
        let mut findings = Findings::new();
        for secret in secrets {
            let value = match secret.variable() {
                Some(name) => to.allows(name, allowed).and_then(|()| key(name, variable(name))),
                None => bearer(to, &token),
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

/// The value of a variable, fit to be sent.
fn key(name: &str, value: Option<String>) -> Result<String, (Rule, String)> {
    let name = if name.len() > LONGEST_NAME {
        "the variable of the key".to_owned()
    } else {
        format!("the variable `{name}`")
    };
    let value = value.filter(|value| !value.is_empty());
    let value = value.ok_or_else(|| (Rule::AuthEnvMissing, format!("{name} is unset or empty")))?;
    if !is_visible(&value, " ") {
        let message = format!("{name} has characters outside visible ASCII");
        return Err((Rule::AuthEnvInvalid, message));
    }
    Ok(value)
}

/// A token as the header carries it.
fn bearer(
    to: Destination<'_>,
    token: impl Fn(&str) -> Option<String>,
) -> Result<String, (Rule, String)> {
    let found = to.token_keys().find_map(|key| token(&key).filter(|value| !value.is_empty()));
    let Some(token) = found else {
        let message = format!(
            "there is no token for `{}={}`; one for the id alone goes only to the domain of that id",
            to.app_id, to.origin
        );
        return Err((Rule::AuthTokenMissing, message));
    };
    if !is_visible(&token, "") {
        let message = "the token has characters outside visible ASCII";
        return Err((Rule::AuthTokenInvalid, message.to_owned()));
    }
    Ok(format!("Bearer {token}"))
}

/// Whether a value can go into a header; `inner` are characters that may stand within it.
fn is_visible(value: &str, inner: &str) -> bool {
    value.chars().all(|it| it.is_ascii_graphic() || inner.contains(it))
        && !value.starts_with(' ')
        && !value.ends_with(' ')
}
