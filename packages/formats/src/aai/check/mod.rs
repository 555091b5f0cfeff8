//! From a tree to a descriptor, or to everything that is wrong with it.

mod auth;
mod body;
mod dialect;
mod execution;
mod headers;
mod parameters;
mod path;
mod tool;

use serde_json::{Map, Value};

use super::{
    DescriptorRule as Rule, Profile,
    findings::{Findings, found, member},
    model::{App, Auth, Descriptor, digest},
    read, schema,
};
use crate::Report;

/// Longest `app.id` and longest label of it.
const ID_BYTES: usize = 255;
const LABEL_BYTES: usize = 63;

/// Reads a descriptor and judges it by every rule.
pub(super) fn load(text: &str, profile: Profile) -> (Report<Rule>, Option<Descriptor>) {
    let mut check =
        Check { profile, findings: Findings::new(), patterns: schema::Budget::new(), next: false };
    let descriptor = check.text(text);
    let descriptor = if check.findings.clean() { descriptor } else { None };
    (check.findings.report(), descriptor)
}

/// A check under way.
struct Check {
    profile: Profile,
    findings: Findings<Rule>,
    patterns: schema::Budget,
    /// Whether the document has the marks of the next shape.
    next: bool,
}

type Object = Map<String, Value>;

impl Check {
    fn text(&mut self, text: &str) -> Option<Descriptor> {
        let value = read::descriptor(text, &mut self.findings)?;
        let Value::Object(root) = &value else {
            let message = format!("the root is {}; a descriptor is an object", found(&value));
            self.error(Rule::JsonRootType, "", message);
            return None;
        };
        if let Some((rule, member_name, message)) = dialect::other(root) {
            self.error(rule, &format!("/{member_name}"), message);
            return None;
        }
        if let Some(mark) = ["platform", "version"].into_iter().find(|it| root.contains_key(*it)) {
            self.next = true;
            let message =
                "the document has the shape that followed this one; it is read like this one";
            self.error(Rule::DialectV1Platform, &format!("/{mark}"), message);
        }
        self.root(root, text)
    }

    fn root(&mut self, root: &Object, text: &str) -> Option<Descriptor> {
        let mut known = vec!["schema_version", "app", "execution", "auth", "tools"];
        if self.next {
            known.extend(["platform", "version"]);
        }
        self.unknown(root, "", &known);
        if let Some(version) = self.required_string(root, "", "schema_version")
            && version != "1.0"
        {
            let message = "`schema_version` names another version; only `1.0` is read";
            self.error(Rule::SchemaVersionUnsupported, "/schema_version", message);
        }
        let app = self.app(root);
        let execution = self.execution(root);
        let ipc = matches!(execution, execution::Root::Ipc);
        let auth = self.auth(root, ipc);
        let context = tool::Context { root: &execution, auth: auth.as_ref() };
        let tools = self.tools(root, &context);
        if matches!(execution, execution::Root::Absent) && tools.any_bound {
            let message = "`execution` is absent although a tool has a binding; the tools are listed \
                           and none can be called";
            self.error(Rule::ExecutionAbsent, "/execution", message);
        }
        Some(Descriptor {
            app: app?,
            execution: execution.accepted(),
            auth: if ipc { None } else { auth },
            tools: tools.list,
            digest: digest(text),
        })
    }

    fn app(&mut self, root: &Object) -> Option<App> {
        let app = self.required_object(root, "", "app")?;
        let mut known = vec!["id", "name", "description", "version"];
        if self.next {
            known.push("aliases");
        }
        self.unknown(app, "/app", &known);
        let id = self.required_string(app, "/app", "id");
        if let Some(id) = id
            && !is_app_id(id)
        {
            let message = "`app.id` is no reverse domain name: two or more labels of lower-case letters, \
                           digits and inner hyphens, joined by dots, the first starting with a letter";
            self.error(Rule::AppIdFormat, "/app/id", message);
        }
        let name = self.required_text(app, "/app", "name");
        let description = self.required_text(app, "/app", "description");
        self.optional_string(app, "/app", "version");
        Some(App {
            id: id?.to_owned(),
            name: name?.to_owned(),
            description: description?.to_owned(),
        })
    }

    fn error(&mut self, rule: Rule, pointer: &str, message: impl Into<String>) {
        self.findings.add(rule, pointer, message);
    }

    /// Points out members that have no meaning.
    fn unknown(&mut self, object: &Object, at: &str, known: &[&str]) {
        for key in object.keys() {
            if !known.contains(&key.as_str()) && !key.starts_with("x-") && !key.starts_with('_') {
                let message = "the specification has no such member here; it is ignored";
                self.error(Rule::FieldUnknown, &member(at, key), message);
            }
        }
    }

    fn missing(&mut self, at: &str, key: &str) {
        let message = format!("`{key}` is missing; it is required here");
        self.error(Rule::FieldMissing, &member(at, key), message);
    }

    fn wrong_type(&mut self, at: &str, key: &str, value: &Value, wanted: &str) {
        let message = format!("`{key}` is {}; it must be {wanted}", found(value));
        self.error(Rule::FieldType, &member(at, key), message);
    }

    fn optional_string<'d>(&mut self, object: &'d Object, at: &str, key: &str) -> Option<&'d str> {
        match object.get(key)? {
            Value::String(text) => Some(text),
            other => {
                self.wrong_type(at, key, other, "a string");
                None
            }
        }
    }

    fn required_string<'d>(&mut self, object: &'d Object, at: &str, key: &str) -> Option<&'d str> {
        if !object.contains_key(key) {
            self.missing(at, key);
        }
        self.optional_string(object, at, key)
    }

    /// A required string that must say something.
    fn required_text<'d>(&mut self, object: &'d Object, at: &str, key: &str) -> Option<&'d str> {
        let text = self.required_string(object, at, key)?;
        if text.trim().is_empty() {
            let message = format!("`{key}` is empty or blank; it must say something");
            self.error(Rule::FieldEmpty, &member(at, key), message);
        }
        Some(text)
    }

    fn optional_object<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d Object> {
        match object.get(key)? {
            Value::Object(inner) => Some(inner),
            other => {
                self.wrong_type(at, key, other, "an object");
                None
            }
        }
    }

    fn required_object<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d Object> {
        if !object.contains_key(key) {
            self.missing(at, key);
        }
        self.optional_object(object, at, key)
    }

    /// A flag of the profile: whether what the neighbours write is read.
    fn reads_neighbours(&self) -> bool {
        self.profile == Profile::Compat
    }
}

fn is_app_id(id: &str) -> bool {
    let label = |label: &str| {
        (1..=LABEL_BYTES).contains(&label.len())
            && label.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    id.len() <= ID_BYTES
        && id.contains('.')
        && id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.split('.').all(label)
}

/// Whether the header that `auth` sets has this name, whatever its case.
fn auth_sets_header(auth: Option<&Auth>, name: &str) -> bool {
    match auth {
        Some(Auth::ApiKey { placement: super::model::Placement::Header, name: key, .. }) => {
            key.eq_ignore_ascii_case(name)
        }
        Some(Auth::Oauth2) => name.eq_ignore_ascii_case("authorization"),
        _ => false,
    }
}
