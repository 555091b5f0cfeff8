//! The request that a call makes, before anything secret is in it.

use std::collections::{BTreeMap, BTreeSet};

use aana_core::json;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Value};

use super::super::{
    CallRule as Rule,
    findings::{Findings, member},
    model::{Auth, Binding, Descriptor, Method, Placement, Tool, digest},
    nearest,
    template::Part,
    url::{self, Url},
};
use super::{
    carried::Reader,
    fill::{fill, scalar},
    weight::is_too_large,
};

/// What a call would do: this is what is shown, gated and approved, and what is then sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub(super) app_id: String,
    pub(super) tool: String,
    pub(super) arguments: Map<String, Value>,
    pub(super) request: Request,
    pub(super) path_template: String,
    pub(super) query_names: BTreeSet<String>,
    pub(super) env_pointer: String,
}

/// How a call reaches its application.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// To an application on this machine; how, is the host's to know.
    Ipc,
    /// A request over HTTP.
    Http {
        /// The method.
        method: Method,
        /// Scheme, host and port.
        origin: String,
        /// The whole URL; a key that goes into the query is not in it.
        url: String,
        /// Names in lower case, in order.
        headers: BTreeMap<String, String>,
        /// What is put in when the request is sent.
        secrets: Vec<SecretRef>,
        /// The body, sent as JSON.
        body: Option<Value>,
    },
}

/// A secret by name: where it goes and what it is called, never its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretRef {
    /// Whether it goes into the query; otherwise it is a header.
    pub in_query: bool,
    /// The name of the header, in lower case, or of the query's member.
    pub name: String,
    /// `env:` and a variable, or `oauth2:` and an application.
    pub reference: String,
}

impl SecretRef {
    /// The environment variable, if it is one.
    pub fn variable(&self) -> Option<&str> {
        self.reference.strip_prefix("env:")
    }
}

impl Plan {
    /// The application.
    pub fn app_id(&self) -> &str {
        &self.app_id
    }

    /// The tool.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The arguments with the defaults in: what the gate is asked about.
    pub const fn arguments(&self) -> &Map<String, Value> {
        &self.arguments
    }

    /// How the application is reached.
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// The URL, for a request over HTTP.
    pub fn url(&self) -> Option<&str> {
        match &self.request {
            Request::Http { url, .. } => Some(url),
            Request::Ipc => None,
        }
    }

    /// `sha256:` and the hash of the canonical JSON of application, tool, arguments and request, to bind an
    /// approval to exactly this call. It is not a place to hide a value: who knows the rest can guess a
    /// short one.
    pub fn digest(&self) -> String {
        let whole = serde_json::json!({
            "app_id": self.app_id,
            "arguments": self.arguments,
            "request": self,
            "tool": self.tool,
        });
        let text = whole.to_string();
        let mut canonical = String::with_capacity(text.len());
        match json::parse(&text, usize::MAX) {
            Ok(value) => json::canonical(&mut canonical, &value),
            // Nothing written here is too deep to be read; if it were, its text stands for it.
            Err(_) => canonical = text,
        }
        digest(&canonical)
    }
}

/// `{kind, ...}`: `http` with `method`, `url`, `headers`, `secrets` and, if there is one, `body`; `ipc`
/// with `app_id`, `tool` and `arguments`.
impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.request {
            Request::Ipc => {
                map.serialize_entry("kind", "ipc")?;
                map.serialize_entry("app_id", &self.app_id)?;
                map.serialize_entry("tool", &self.tool)?;
                map.serialize_entry("arguments", &self.arguments)?;
            }
            Request::Http { method, url, headers, secrets, body, .. } => {
                map.serialize_entry("kind", "http")?;
                map.serialize_entry("method", method.as_str())?;
                map.serialize_entry("url", url)?;
                map.serialize_entry("headers", headers)?;
                map.serialize_entry("secrets", secrets)?;
                if let Some(body) = body {
                    map.serialize_entry("body", body)?;
                }
            }
        }
        map.end()
    }
}

impl Serialize for SecretRef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("placement", if self.in_query { "query" } else { "header" })?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("ref", &self.reference)?;
        map.end()
    }
}

pub(super) fn ipc(
    descriptor: &Descriptor,
    tool: &Tool,
    arguments: Map<String, Value>,
    findings: &mut Findings<Rule>,
) -> Option<Plan> {
    for name in arguments.keys().filter(|name| !tool.declared.holds(name)) {
        if !tool.declared.open {
            unbound(name, tool, findings);
        }
    }
    findings.clean().then(|| Plan {
        app_id: descriptor.app.id.clone(),
        tool: tool.name.clone(),
        arguments,
        request: Request::Ipc,
        path_template: String::new(),
        query_names: BTreeSet::new(),
        env_pointer: String::new(),
    })
}

pub(super) fn http(
    descriptor: &Descriptor,
    tool: &Tool,
    (base, defaults, binding): (&Url, &[(String, String)], &Binding),
    arguments: Map<String, Value>,
    findings: &mut Findings<Rule>,
) -> Option<Plan> {
    if is_too_large(&binding.path, binding.body.as_ref(), &arguments) {
        let message =
            "path and body hold the values so often that they are larger than 4 MiB; send less";
        findings.add(Rule::PlanTooLarge, "", message);
        return None;
    }
    let prefix = base.path.trim_end_matches('/');
    let mut url = format!("{}{prefix}", base.origin);
    let in_path = path(&binding.path, &arguments, &mut url, findings);
    let mut reader = Reader::new(&arguments, &tool.declared, findings);
    reader.path(&binding.path, &in_path);

    let (secrets, env_pointer) = secrets(descriptor);
    let key_in_query = secrets.iter().find(|it| it.in_query).map(|it| it.name.as_str());
    // What neither path nor template names goes along as a whole, if it was declared or asked for.
    let rest =
        |name: &str| binding.body.is_none() && (tool.declared.holds(name) || tool.declared.open);
    let mut query_names = BTreeSet::new();
    let body = match (binding.method, &binding.body) {
        (_, Some(template)) => {
            let body = fill(template, &arguments, reader.findings);
            let body = body.unwrap_or_else(|| Value::Object(Map::new()));
            reader.body(template, &body);
            Some(body)
        }
        (Method::Get | Method::Delete, None) => {
            let sorted: BTreeMap<&String, &Value> = arguments.iter().collect();
            for (name, value) in sorted {
                if reader.carried.contains(name.as_str())
                    || !rest(name)
                    || key_in_query == Some(name.as_str())
                {
                    continue;
                }
                // An empty list leaves nothing in a query, so it is not carried.
                match query(name, value, &mut url, query_names.is_empty()) {
                    Ok(false) => {}
                    Ok(true) => {
                        reader.carried.insert(name);
                        query_names.insert(name.clone());
                    }
                    Err((rule, message)) => {
                        reader.carried.insert(name);
                        reader.findings.add(rule, &member("", name), message);
                    }
                }
            }
            None
        }
        (Method::Post | Method::Put | Method::Patch, None) => {
            let mut body = Map::new();
            for (name, value) in &arguments {
                if !reader.carried.contains(name.as_str()) && rest(name) {
                    reader.carried.insert(name);
                    body.insert(name.clone(), value.clone());
                }
            }
            Some(Value::Object(body))
        }
    };
    let carried = reader.carried;
    for name in arguments.keys().filter(|name| !carried.contains(name.as_str())) {
        unbound(name, tool, findings);
    }
    let headers = headers(defaults, &binding.headers, body.is_some());
    if body.is_some() && !headers.get("content-type").is_some_and(|it| is_json(it)) {
        let message = "the body has a content type other than JSON; only `application/json` and \
                       `...+json` are sent";
        findings.add(Rule::PlanContentType, "", message);
    }
    findings.clean().then(|| Plan {
        app_id: descriptor.app.id.clone(),
        tool: tool.name.clone(),
        request: Request::Http {
            method: binding.method,
            origin: base.origin.clone(),
            url,
            headers,
            secrets,
            body,
        },
        path_template: format!("{prefix}{}", binding.path_template),
        arguments,
        query_names,
        env_pointer,
    })
}

fn unbound(name: &str, tool: &Tool, findings: &mut Findings<Rule>) {
    let hint = if tool.declared.holds(name) {
        String::new()
    } else {
        nearest::hint(name, tool.parameter_names())
    };
    let message = format!(
        "no part of the request carries this argument; what was approved is what is sent{hint}"
    );
    findings.add(Rule::PlanUnboundArgument, &member("", name), message);
}

/// What authentication adds when the request is sent, and where the descriptor says so.
fn secrets(descriptor: &Descriptor) -> (Vec<SecretRef>, String) {
    match &descriptor.auth {
        None => (Vec::new(), String::new()),
        Some(Auth::ApiKey { placement, name, env_var, pointer }) => {
            let in_query = *placement == Placement::Query;
            let reference = format!("env:{env_var}");
            (vec![SecretRef { in_query, name: name.clone(), reference }], pointer.clone())
        }
        Some(Auth::Oauth2) => {
            let reference = format!("oauth2:{}", descriptor.app.id);
            let name = "authorization".to_owned();
            (vec![SecretRef { in_query: false, name, reference }], "/auth/oauth2".to_owned())
        }
    }
}

/// Lowest to highest: the implied content type, the defaults, the tool's own.
fn headers(
    defaults: &[(String, String)],
    own: &[(String, String)],
    has_body: bool,
) -> BTreeMap<String, String> {
    let implied = has_body.then(|| ("content-type".to_owned(), "application/json".to_owned()));
    implied.into_iter().chain(defaults.iter().cloned()).chain(own.iter().cloned()).collect()
}

fn is_json(content_type: &str) -> bool {
    let media = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let typed = media.split_once('/').is_some_and(|(kind, _)| !kind.is_empty());
    media == "application/json" || (typed && media.ends_with("+json"))
}

/// Appends the path; returns the values as they stand in it.
fn path<'a>(
    parts: &'a [Part],
    arguments: &Map<String, Value>,
    url: &mut String,
    findings: &mut Findings<Rule>,
) -> Vec<(&'a str, String)> {
    let mut values = Vec::new();
    for part in parts {
        match part {
            Part::Text(text) => url.push_str(text),
            Part::Value(name) => {
                let mut encoded = String::new();
                match path_value(arguments.get(name)) {
                    Ok(text) => url::push_encoded(&mut encoded, &text),
                    Err((rule, message)) => findings.add(rule, &member("", name), message),
                }
                url.push_str(&encoded);
                values.push((name.as_str(), encoded));
            }
        }
    }
    values
}

fn path_value(value: Option<&Value>) -> Result<String, (Rule, &'static str)> {
    let missing = (Rule::PlanMissingPathValue, "the path needs this value and it was not given");
    let kind = (Rule::PlanPathType, "only a string, a number or a boolean can stand in a path");
    let text = scalar(value.ok_or(missing)?).ok_or(kind)?;
    if text.is_empty() {
        return Err((
            Rule::PlanPathValueEmpty,
            "an empty value in a path leads to another resource",
        ));
    }
    if text.chars().any(char::is_control) {
        return Err((Rule::PlanControlChar, "a value in a path holds a control character"));
    }
    let once = url::decoded(&text);
    let twice = url::decoded(&once);
    let dots = |text: &str| text.split(['/', '\\']).any(|it| it == "." || it == "..");
    if [&text, &once, &twice].into_iter().any(|it| dots(it)) {
        let message =
            "a value in a path holds a dot segment, plain or encoded, and could lead elsewhere";
        return Err((Rule::PlanPathTraversal, message));
    }
    Ok(text)
}

/// Appends a member of the query; returns whether anything of it stands there.
fn query(
    name: &str,
    value: &Value,
    url: &mut String,
    first: bool,
) -> Result<bool, (Rule, &'static str)> {
    let values = match value {
        Value::Array(items) => items.iter().map(scalar).collect(),
        other => vec![scalar(other)],
    };
    let mut separator = if first { '?' } else { '&' };
    for value in &values {
        let Some(value) = value else {
            let message = "only strings, numbers, booleans and lists of them can stand in a query";
            return Err((Rule::PlanQueryType, message));
        };
        url.push(separator);
        url::push_encoded(url, name);
        url.push('=');
        url::push_encoded(url, value);
        separator = '&';
    }
    Ok(!values.is_empty())
}
