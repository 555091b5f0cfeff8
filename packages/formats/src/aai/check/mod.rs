//! From a tree to a descriptor, or to everything that is wrong with it.

mod app_id;
mod auth;
mod body;
mod dialect;
mod execution;
mod headers;
mod later;
mod parameters;
mod path;
mod planted;
mod state;
mod tool;

use serde_json::Value;

use super::{
    DescriptorRule as Rule, Profile,
    findings::{Findings, found},
    model::{App, Descriptor, digest},
    read, schema,
};
use crate::Report;
use app_id::is_app_id;
use state::{Check, Object, auth_sets_header};

/// Reads a descriptor and judges it by every rule.
pub(super) fn load(text: &str, profile: Profile) -> (Report<Rule>, Option<Descriptor>) {
    let mut check = Check {
        profile,
        findings: Findings::new(),
        budget: schema::Budget::new(),
        next: false,
        camel_case: false,
    };
    let descriptor = check.text(text);
    let descriptor = if check.findings.clean() { descriptor } else { None };
    (check.findings.report(), descriptor)
}

impl Check {
    fn text(&mut self, text: &str) -> Option<Descriptor> {
        let value = read::descriptor(text, &mut self.findings)?;
        let Value::Object(root) = &value else {
            let message = format!("the root is {}; a descriptor is an object", found(&value));
            self.error(Rule::JsonRootType, "", message);
            return None;
        };
        if self.reads_neighbours()
            && let Some(shape) = later::shape(root)
        {
            self.planted_secrets(&value, "");
            return self.later(&shape, root, text);
        }
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
        self.planted_secrets(&value, "");
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
            let message = "`app.id` is not a reverse domain name: two or more labels of lower-case letters, \
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
}
