//! `auth`: how a call is authenticated. The specification shows it by example only.

use aana_core::secrets;
use serde_json::Value;

use super::{
    super::{
        findings::{element, found, member},
        model::{Auth, Placement, is_env_var},
        url::{Url, UrlFault},
    },
    Check, Object, Rule,
    headers::{is_forbidden_header, is_header_name},
};

/// Names under which people put secrets into such files, besides those that the core knows.
const MORE_SECRETS: [&str; 3] = ["key", "key_value", "value"];

const API_KEY: [&str; 3] = ["placement", "name", "env_var"];
const OAUTH2: [&str; 5] = ["authorization_endpoint", "token_endpoint", "scopes", "pkce", "flow"];

impl Check {
    pub(super) fn auth(&mut self, root: &Object, ipc: bool) -> Option<Auth> {
        const AT: &str = "/auth";
        let auth = self.optional_object(root, "", "auth")?;
        if ipc {
            self.error(
                Rule::AuthIgnoredForIpc,
                AT,
                "`auth` has no meaning under `ipc`; it is ignored",
            );
        }
        self.secrets(auth, AT);
        let (kind, own, other): (_, &[&str], _) = match self.required_string(auth, AT, "type")? {
            "api_key" => ("api_key", &API_KEY, "oauth2"),
            "oauth2" => ("oauth2", &OAUTH2, "api_key"),
            "none" => {
                let message = "`none` is not a type of the specification; leave `auth` out instead";
                self.error(Rule::AuthTypeNone, "/auth/type", message);
                return None;
            }
            _ => {
                let message = "`type` is neither `oauth2` nor `api_key`";
                self.error(Rule::AuthTypeUnsupported, "/auth/type", message);
                return None;
            }
        };
        if auth.contains_key(other) {
            let message = format!("`type` is `{kind}`, so this block is not used");
            self.error(Rule::AuthUnusedMember, &member(AT, other), message);
        }
        let flat = !auth.contains_key(kind) && own.iter().any(|key| auth.contains_key(*key));
        let known = ["type", kind, other];
        let (block, at) = if flat && self.reads_neighbours() {
            let message =
                format!("the members stand beside `type`; they are read as if under `{kind}`");
            self.error(Rule::AuthFlatShapeRead, AT, message);
            self.unknown_but_secret(auth, AT, &[&known, own].concat());
            (auth, AT.to_owned())
        } else if flat {
            let message = format!(
                "the members stand beside `type`; they belong under `{kind}`. The profile compat reads \
                 this shape"
            );
            self.error(Rule::AuthFlatShape, AT, message);
            return None;
        } else {
            self.unknown_but_secret(auth, AT, &known);
            let at = member(AT, kind);
            let block = self.required_object(auth, AT, kind)?;
            self.secrets(block, &at);
            self.unknown_but_secret(block, &at, own);
            (block, at)
        };
        let auth = if kind == "api_key" {
            self.api_key(block, &at)
        } else {
            Some(self.oauth2(block, &at))
        };
        if !ipc {
            self.default_header_conflicts(root, auth.as_ref());
        }
        auth
    }

    /// Members that hold a secret, by name or by value.
    fn secrets(&mut self, object: &Object, at: &str) {
        for (key, value) in object {
            let text = match value {
                Value::String(text) => text.as_str(),
                Value::Number(_) => "",
                _ => continue,
            };
            if is_secret(key) || secrets::holds_provider_secret(text) {
                let message = "a secret stands in the descriptor; name a variable in `env_var` instead, \
                               and replace the secret";
                self.error(Rule::AuthSecretInDescriptor, &member(at, key), message);
            }
        }
    }

    fn unknown_but_secret(&mut self, object: &Object, at: &str, known: &[&str]) {
        let secret = object.keys().map(String::as_str).filter(|key| is_secret(key));
        self.unknown(object, at, &known.iter().copied().chain(secret).collect::<Vec<_>>());
    }

    fn api_key(&mut self, block: &Object, at: &str) -> Option<Auth> {
        let placement = match self.required_string(block, at, "placement") {
            Some("header") => Some(Placement::Header),
            Some("query") => Some(Placement::Query),
            Some(_) => {
                let message = "`placement` is neither `header` nor `query`";
                self.error(Rule::AuthApiKeyPlacement, &member(at, "placement"), message);
                None
            }
            None => None,
        };
        let name = self.required_string(block, at, "name");
        if let (Some(placement), Some(name)) = (placement, name) {
            let usable = match placement {
                Placement::Header => {
                    let lower = name.to_ascii_lowercase();
                    is_header_name(name) && !is_forbidden_header(&lower) && lower != "content-type"
                }
                Placement::Query => {
                    !name.is_empty() && name.bytes().all(|it| it.is_ascii_graphic())
                }
            };
            if !usable {
                let message = "`name` cannot be used for a key: a header name that is free, or a query \
                               name of visible ASCII";
                self.error(Rule::AuthApiKeyName, &member(at, "name"), message);
            }
        }
        let env_var = self.required_string(block, at, "env_var");
        if let Some(variable) = env_var {
            let pointer = member(at, "env_var");
            if !is_env_var(variable) {
                let message =
                    "`env_var` is not a variable name of capitals, digits and underscores";
                self.error(Rule::AuthEnvVarFormat, &pointer, message);
            } else if !variable.starts_with("AAI_") {
                let message = "the variable does not start with `AAI_`; it is only read if an operator \
                               lists it";
                self.error(Rule::AuthEnvVarPolicy, &pointer, message);
            }
        }
        let name = match placement? {
            Placement::Header => name?.to_ascii_lowercase(),
            Placement::Query => name?.to_owned(),
        };
        let pointer = member(at, "env_var");
        Some(Auth::ApiKey { placement: placement?, name, env_var: env_var?.to_owned(), pointer })
    }

    fn oauth2(&mut self, block: &Object, at: &str) -> Auth {
        for key in ["authorization_endpoint", "token_endpoint"] {
            if let Some(text) = self.required_string(block, at, key) {
                self.endpoint(text, &member(at, key));
            }
        }
        let scopes = member(at, "scopes");
        match block.get("scopes") {
            None => self.missing(at, "scopes"),
            Some(Value::Array(items)) => {
                for (index, item) in items.iter().enumerate() {
                    if !item.as_str().is_some_and(is_scope) {
                        let message = "a scope is one or more visible ASCII characters without quotes, \
                                       backslashes and blanks";
                        self.error(Rule::AuthScopeFormat, &element(&scopes, index), message);
                    }
                }
            }
            Some(other) => {
                let message = format!("`scopes` is {}; it must be an array", found(other));
                self.error(Rule::FieldType, &scopes, message);
            }
        }
        self.pkce(block, at);
        match self.optional_string(block, at, "flow") {
            None => {}
            Some("authorization_code") => {
                let message =
                    "`flow` is not a member of this version; this is the only flow anyway";
                self.error(Rule::AuthFlowExtension, &member(at, "flow"), message);
            }
            Some(_) => {
                let message = "`flow` is not `authorization_code`, the only one there is";
                self.error(Rule::AuthFlowUnsupported, &member(at, "flow"), message);
            }
        }
        Auth::Oauth2
    }

    fn pkce(&mut self, block: &Object, at: &str) {
        let pointer = member(at, "pkce");
        if !block.contains_key("pkce") {
            let message = "`pkce` is missing; S256 is used all the same";
            self.error(Rule::AuthPkceMissing, &pointer, message);
            return;
        }
        let Some(pkce) = self.optional_object(block, at, "pkce") else { return };
        self.unknown(pkce, &pointer, &["method"]);
        if let Some(method) = self.required_string(pkce, &pointer, "method")
            && method != "S256"
        {
            let message = "the PKCE method is not `S256`, the only one allowed";
            self.error(Rule::AuthPkceMethod, &member(&pointer, "method"), message);
        }
    }

    fn endpoint(&mut self, text: &str, pointer: &str) {
        let (rule, message) = match Url::parse(text) {
            Err(UrlFault::Format) => {
                (Rule::AuthEndpointFormat, "the endpoint is not an absolute URL with a plain host")
            }
            Err(UrlFault::Userinfo) => {
                (Rule::AuthEndpointFormat, "the endpoint holds a user name or a password")
            }
            Ok(url) if url.rest.contains('#') => {
                (Rule::AuthEndpointFormat, "the endpoint has a fragment")
            }
            Ok(url) if url.scheme == "https" || (url.scheme == "http" && url.loopback) => return,
            Ok(_) => (Rule::AuthEndpointScheme, "the endpoint is not https"),
        };
        self.error(rule, pointer, message);
    }
}

fn is_scope(scope: &str) -> bool {
    !scope.is_empty() && scope.bytes().all(|it| it.is_ascii_graphic() && it != b'"' && it != b'\\')
}

/// Whether a member of this name holds a secret.
fn is_secret(name: &str) -> bool {
    MORE_SECRETS.contains(&name) || secrets::is_secret_name(name)
}
