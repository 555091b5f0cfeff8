//! The tools of a descriptor.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

#[cfg(feature = "arguments")]
use super::super::call;
use super::{
    super::{
        findings::{element, found, member},
        model::{Auth, Binding, Method, Placement, Tool},
        schema,
    },
    Check, Object, Rule,
    execution::Root,
    parameters::Parameters,
};

/// Tools of a descriptor.
const MOST_TOOLS: usize = 1_024;
/// Characters of a tool's name that every kind of client takes.
const NAME_LENGTH: usize = 64;

/// What a tool is judged with.
pub(super) struct Context<'c> {
    pub(super) root: &'c Root,
    pub(super) auth: Option<&'c Auth>,
}

pub(super) struct Tools {
    pub(super) list: Vec<Tool>,
    pub(super) any_bound: bool,
}

impl Check {
    pub(super) fn tools(&mut self, root: &Object, context: &Context<'_>) -> Tools {
        let mut tools = Tools { list: Vec::new(), any_bound: false };
        let items = match root.get("tools") {
            None => {
                self.missing("", "tools");
                return tools;
            }
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.wrong_type("", "tools", other, "an array");
                return tools;
            }
        };
        if items.is_empty() {
            self.error(Rule::ToolsEmpty, "/tools", "`tools` is empty; there is nothing to call");
        }
        if items.len() > MOST_TOOLS {
            let message =
                format!("there are {} tools; at most {MOST_TOOLS} are allowed", items.len());
            self.error(Rule::ToolsTooMany, "/tools", message);
            return tools;
        }
        let mut names = HashSet::new();
        for (index, item) in items.iter().enumerate() {
            let at = element("/tools", index);
            let Value::Object(tool) = item else {
                let message = format!("a tool is {}; it must be an object", found(item));
                self.error(Rule::FieldType, &at, message);
                continue;
            };
            if let Some(Value::String(name)) = tool.get("name")
                && !names.insert(name)
            {
                let message = "an earlier tool has this name; each tool has a name of its own";
                self.error(Rule::ToolsDuplicateName, &member(&at, "name"), message);
            }
            tools.any_bound |= tool.contains_key("execution");
            tools.list.extend(self.tool(tool, index, &at, context));
        }
        tools
    }

    fn tool(
        &mut self,
        tool: &Object,
        index: usize,
        at: &str,
        context: &Context<'_>,
    ) -> Option<Tool> {
        let mut known = vec!["name", "description", "execution", "parameters", "returns"];
        if self.camel_case {
            known.extend(["timeout", "instructions", "title"]);
        }
        self.unknown(tool, at, &known);
        let name = self.required_string(tool, at, "name");
        if let Some(name) = name {
            self.tool_name(name, &member(at, "name"));
        }
        let description = self.required_text(tool, at, "description");
        let schema = match tool.get("parameters") {
            None => {
                self.missing(at, "parameters");
                None
            }
            Some(schema @ Value::Object(_)) => Some(schema),
            Some(other) => {
                self.wrong_type(at, "parameters", other, "an object");
                None
            }
        };
        let schema_at = member(at, "parameters");
        let (parameters, usable) = match schema {
            Some(schema) => self.parameters(schema, &schema_at),
            None => (Parameters::default(), false),
        };
        let returns_at = member(at, "returns");
        let returns = match tool.get("returns") {
            Some(schema @ Value::Object(_)) => {
                let usable =
                    schema::check(schema, &returns_at, &mut self.budget, &mut self.findings);
                usable.then_some(schema)
            }
            Some(other) => {
                self.wrong_type(at, "returns", other, "an object");
                None
            }
            None => None,
        };
        let binding =
            if self.camel_case { None } else { self.binding(tool, at, &parameters, context) };
        let schema = schema.filter(|_| usable)?;
        #[cfg(feature = "arguments")]
        let (validator, answer) = {
            let validator = self.validator(schema, &schema_at, &parameters);
            let answer = returns.map(|schema| self.answer_validator(schema, &returns_at));
            (
                validator?,
                match answer {
                    Some(answer) => Some(answer?),
                    None => None,
                },
            )
        };
        Some(Tool {
            index,
            name: name?.to_owned(),
            description: description?.to_owned(),
            binding,
            parameters: schema.clone(),
            returns: returns.cloned(),
            declared: parameters.declared(),
            #[cfg(feature = "arguments")]
            validator,
            #[cfg(feature = "arguments")]
            answer,
        })
    }

    /// The validator of `parameters`; the defaults are judged by it.
    #[cfg(feature = "arguments")]
    fn validator(
        &mut self,
        schema: &Value,
        at: &str,
        parameters: &Parameters<'_>,
    ) -> Option<call::BoundedValidator> {
        let validator = self.answer_validator(schema, at)?;
        let defaults: Object = parameters
            .by_name
            .iter()
            .filter_map(|(name, it)| Some(((*name).to_owned(), it.default?.clone())))
            .collect();
        if !defaults.is_empty() {
            let defaults = Value::Object(defaults);
            match call::default_faults(&validator, &defaults, &mut self.budget.steps) {
                call::DefaultFaults::Of(names) => {
                    for name in names {
                        let Some(parameter) = parameters.by_name.get(name.as_str()) else {
                            continue;
                        };
                        let message = "the default does not satisfy the schema of its parameter";
                        let pointer = member(&parameter.pointer, "default");
                        self.error(Rule::SchemaDefaultInvalid, &pointer, message);
                    }
                }
                call::DefaultFaults::TooCostly(place) => {
                    let message = "up to here the defaults took all the steps, or all the faults, that \
                                   there are for checking them; make them smaller";
                    let pointer = parameters.default_at(&place).unwrap_or_else(|| at.to_owned());
                    self.error(Rule::SchemaBudgetExceeded, &pointer, message);
                }
            }
        }
        Some(validator)
    }

    #[cfg(feature = "arguments")]
    fn answer_validator(&mut self, schema: &Value, at: &str) -> Option<call::BoundedValidator> {
        let validator = call::BoundedValidator::new(schema);
        if validator.is_none() {
            let message = "the schema does not satisfy the meta-schema of draft-07";
            self.error(Rule::SchemaInvalid, at, message);
        }
        validator
    }

    fn tool_name(&mut self, name: &str, pointer: &str) {
        let camel_case = self.camel_case
            && name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
        if !schema::is_snake_case(name) && !camel_case {
            let message = "`name` is not snake case: a lower-case letter, then lower-case letters, digits \
                           and underscores";
            self.error(Rule::ToolNameFormat, pointer, message);
            return;
        }
        if name.contains("__") || name.ends_with('_') {
            let message = "`name` has a doubled or a trailing underscore";
            self.error(Rule::ToolNameStyle, pointer, message);
        }
        if name.len() > NAME_LENGTH {
            let message =
                format!("`name` has more than {NAME_LENGTH} characters; it will be shortened");
            self.error(Rule::ToolNameLength, pointer, message);
        }
    }

    /// `execution` of a tool.
    fn binding(
        &mut self,
        tool: &Object,
        at: &str,
        parameters: &Parameters<'_>,
        context: &Context<'_>,
    ) -> Option<Binding> {
        let pointer = member(at, "execution");
        if !tool.contains_key("execution") {
            if matches!(context.root, Root::Http(..)) {
                let message = "`execution` is absent, so the tool is listed and cannot be called";
                self.error(Rule::ToolExecutionAbsent, &pointer, message);
            }
            return None;
        }
        let execution = self.optional_object(tool, at, "execution")?;
        if matches!(context.root, Root::Ipc) {
            let message = "`execution` of a tool has no meaning under `ipc`; it is ignored";
            self.error(Rule::ExecutionIgnoredForIpc, &pointer, message);
            return None;
        }
        self.unknown(execution, &pointer, &["path", "method", "headers", "body_template"]);
        let method = self
            .required_string(execution, &pointer, "method")
            .and_then(|method| self.method(method, &member(&pointer, "method")));
        let mut used = BTreeSet::new();
        let path_template = self.required_string(execution, &pointer, "path");
        let path = path_template
            .and_then(|path| self.path(path, &member(&pointer, "path"), parameters, &mut used));
        let in_path = used.clone();
        let headers = self.headers(execution, &pointer, "headers", context.auth);
        let template = self.optional_object(execution, &pointer, "body_template");
        let body = template.and_then(|_| {
            let at = member(&pointer, "body_template");
            match method {
                Some(Method::Get) => {
                    let message = "`body_template` stands on GET, which has no body";
                    self.error(Rule::BodyTemplateBodylessMethod, &at, message);
                }
                Some(Method::Delete) => {
                    let message = "`body_template` stands on DELETE; some servers drop such a body";
                    self.error(Rule::BodyTemplateDeleteBody, &at, message);
                }
                _ => {}
            }
            Some(self.body(execution.get("body_template")?, &at, parameters, &mut used))
        });
        if body.is_some() && method != Some(Method::Get) {
            for (name, parameter) in &parameters.by_name {
                if !used.contains(name) {
                    let message = "neither the path nor the template uses this parameter; a call that \
                                   gives it is refused";
                    self.error(Rule::TemplateParamUnbound, &parameter.pointer, message);
                }
            }
        }
        let in_query = match method {
            Some(Method::Get) => true,
            Some(Method::Delete) => body.is_none(),
            _ => false,
        };
        if let (true, Some(Auth::ApiKey { placement: Placement::Query, name, .. })) =
            (in_query, context.auth)
            && let Some(parameter) = parameters.by_name.get(name.as_str())
            && !in_path.contains(name.as_str())
        {
            let message = "the parameter goes into the query under the name of the key";
            self.error(Rule::AuthQueryCollision, &parameter.pointer, message);
        }
        Some(Binding {
            method: method?,
            path_template: path_template?.to_owned(),
            path: path?,
            headers,
            body,
        })
    }

    fn method(&mut self, word: &str, pointer: &str) -> Option<Method> {
        match Method::parse(word) {
            Some(Method::Patch) if self.reads_neighbours() => {
                let message = "PATCH is not a method of the specification; it is read as the sibling schema \
                               has it";
                self.error(Rule::MethodExtension, pointer, message);
                Some(Method::Patch)
            }
            Some(method) if method != Method::Patch => Some(method),
            None if Method::parse(&word.to_ascii_uppercase()).is_some() => {
                self.error(Rule::MethodCase, pointer, "the method is not written in capitals");
                None
            }
            _ => {
                let message = "the method is not one of GET, POST, PUT and DELETE. The profile compat reads \
                               PATCH as well";
                self.error(Rule::MethodUnsupported, pointer, message);
                None
            }
        }
    }
}
