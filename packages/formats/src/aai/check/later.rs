//! The shapes of later versions, in the profile compat: their tools are listed and gated, and never called from
//! here, since their credentials and their way of being reached are not those of this format.

use serde_json::Value;

use super::{
    super::{
        findings::member,
        model::{App, Descriptor, digest},
    },
    Check, Object, Rule,
    app_id::is_app_id,
    execution, tool,
};

/// A shape that is read for its tools only.
pub(super) enum Later {
    /// `schemaVersion` 1 with names in camel case.
    CamelCase,
    /// `schemaVersion` 2 that says which MCP server to connect to.
    Mcp,
}

/// Which of them a document has, if it has one.
pub(super) fn shape(root: &Object) -> Option<Later> {
    let version = root.get("schemaVersion").filter(|_| !root.contains_key("schema_version"))?;
    let second = matches!(version, Value::String(it) if it.starts_with('2'));
    let protocol = root.get("access").and_then(|it| it.get("protocol"));
    if second {
        (protocol == Some(&Value::from("mcp"))).then_some(Later::Mcp)
    } else {
        (root.contains_key("tools") && !root.contains_key("platforms")).then_some(Later::CamelCase)
    }
}

impl Check {
    pub(super) fn later(&mut self, shape: &Later, root: &Object, text: &str) -> Option<Descriptor> {
        match shape {
            Later::CamelCase => self.camel_case(root, text),
            Later::Mcp => self.mcp(root, text),
        }
    }

    fn camel_case(&mut self, root: &Object, text: &str) -> Option<Descriptor> {
        let message = "the document has the later shape with camel-case names; its tools are listed and gated, \
                       and none can be called";
        self.error(Rule::DialectCamelCaseRead, "/schemaVersion", message);
        self.camel_case = true;
        let known = ["schemaVersion", "version", "platform", "app", "execution", "auth", "tools"];
        self.unknown(root, "", &known);
        let app = self.later_app(root, true);
        let context = tool::Context { root: &execution::Root::Absent, auth: None };
        let tools = self.tools(root, &context);
        Some(declared(app?, tools.list, text))
    }

    fn mcp(&mut self, root: &Object, text: &str) -> Option<Descriptor> {
        let message = "the document has the shape 2.0, which declares no tools; connect to the MCP server that \
                       `access` names and gate the calls there";
        self.error(Rule::DialectV2AccessRead, "/access", message);
        self.unknown(root, "", &["schemaVersion", "version", "app", "access", "exposure"]);
        Some(declared(self.later_app(root, false)?, Vec::new(), text))
    }

    /// `app`, whose texts may be given for several languages. Without tools nothing asks for an id.
    fn later_app(&mut self, root: &Object, has_tools: bool) -> Option<App> {
        let app = self.required_object(root, "", "app")?;
        let id = if has_tools {
            self.required_string(app, "/app", "id")
        } else {
            self.optional_string(app, "/app", "id")
        };
        if let Some(id) = id
            && !is_app_id(id)
        {
            let message = "`app.id` is not a reverse domain name";
            self.error(Rule::AppIdFormat, "/app/id", message);
        }
        let language = app.get("defaultLang").and_then(Value::as_str).unwrap_or("default");
        let name = self.in_language(app, "/app", "name", language);
        let description = self.in_language(app, "/app", "description", language);
        if name.is_none() {
            self.missing("/app", "name");
        }
        Some(App {
            id: if has_tools { id?.to_owned() } else { id.unwrap_or_default().to_owned() },
            name: name?,
            description: description.unwrap_or_default(),
        })
    }

    /// A text, or that of a language, or else the first one.
    pub(super) fn in_language(
        &mut self,
        object: &Object,
        at: &str,
        key: &str,
        language: &str,
    ) -> Option<String> {
        let found = match object.get(key)? {
            Value::String(text) => Some(text),
            Value::Object(texts) => {
                match texts
                    .get(language)
                    .or_else(|| texts.get("en"))
                    .or_else(|| texts.values().next())
                {
                    Some(Value::String(text)) => Some(text),
                    _ => None,
                }
            }
            _ => None,
        };
        if found.is_none() {
            let message =
                format!("`{key}` is neither a string nor an object of strings by language");
            self.error(Rule::FieldType, &member(at, key), message);
        }
        found.cloned()
    }
}

fn declared(app: App, tools: Vec<super::super::model::Tool>, text: &str) -> Descriptor {
    Descriptor { app, execution: None, auth: None, tools, digest: digest(text) }
}
