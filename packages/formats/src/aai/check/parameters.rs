//! The parameters of a tool as requests see them: the top level of the schema, through references.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    super::{
        findings::{element, member},
        kinds::Kinds,
        model::Declared,
        schema,
    },
    Check, Rule,
};

/// How many references and `allOf`s lead to a parameter at most.
const DEEPEST: u8 = 16;

/// One declared parameter.
pub(super) struct Parameter<'d> {
    pub(super) pointer: String,
    pub(super) required: bool,
    pub(super) default: Option<&'d Value>,
    /// Whether its type allows lists and objects only.
    pub(super) nonscalar: bool,
    /// What its type allows.
    kinds: Kinds,
}

impl Parameter<'_> {
    /// Whether a call always has a value for it.
    pub(super) const fn always_there(&self) -> bool {
        self.required || self.default.is_some()
    }
}

/// All declared parameters.
#[derive(Default)]
pub(super) struct Parameters<'d> {
    pub(super) by_name: BTreeMap<&'d str, Parameter<'d>>,
    open: bool,
}

impl<'d> Parameters<'d> {
    /// Collects what the schema at `at` declares.
    pub(super) fn of(root: &'d Value, at: &str) -> Self {
        let mut parameters = Self::default();
        let mut required = BTreeSet::new();
        let mut left = 256;
        parameters.collect(root, root, at, at, DEEPEST, &mut left, &mut required);
        for name in required {
            if let Some(parameter) = parameters.by_name.get_mut(name) {
                parameter.required = true;
            }
        }
        parameters
    }

    #[expect(clippy::too_many_arguments, reason = "two trees, two places, two limits, one result")]
    fn collect(
        &mut self,
        root: &'d Value,
        schema: &'d Value,
        root_at: &str,
        at: &str,
        depth: u8,
        left: &mut u16,
        required: &mut BTreeSet<&'d str>,
    ) {
        let (Some(schema), Some(depth), Some(fewer)) =
            (schema.as_object(), depth.checked_sub(1), left.checked_sub(1))
        else {
            return;
        };
        *left = fewer;
        if let Some(Value::String(reference)) = schema.get("$ref") {
            if let Some((target, pointer)) = schema::follow(root, reference) {
                let at = format!("{root_at}{pointer}");
                self.collect(root, target, root_at, &at, depth, left, required);
            }
            return;
        }
        if let Some(Value::Object(properties)) = schema.get("properties") {
            let at = member(at, "properties");
            for (name, property) in properties {
                let reference = property.get("$ref").is_some();
                let parameter = Parameter {
                    pointer: member(&at, name),
                    required: false,
                    // Beside a reference a default is ignored.
                    default: property.get("default").filter(|_| !reference),
                    nonscalar: is_nonscalar(root, property, DEEPEST),
                    kinds: kinds(root, property, DEEPEST),
                };
                self.by_name.entry(name).or_insert(parameter);
            }
        }
        if let Some(Value::Array(names)) = schema.get("required") {
            required.extend(names.iter().filter_map(Value::as_str));
        }
        let additional = schema.get("additionalProperties");
        self.open |= additional.is_some_and(|it| *it != Value::Bool(false));
        if let Some(Value::Array(schemas)) = schema.get("allOf") {
            let at = member(at, "allOf");
            for (index, schema) in schemas.iter().enumerate() {
                self.collect(root, schema, root_at, &element(&at, index), depth, left, required);
            }
        }
    }

    /// Where in the descriptor a place in the object of all defaults stands.
    #[cfg(feature = "arguments")]
    pub(super) fn default_at(&self, place: &str) -> Option<String> {
        self.by_name.iter().find_map(|(name, parameter)| {
            let below = place.strip_prefix(&member("", name))?;
            let whole = below.is_empty() || below.starts_with('/');
            whole.then(|| format!("{}{below}", member(&parameter.pointer, "default")))
        })
    }

    pub(super) fn declared(&self) -> Declared {
        let names = self
            .by_name
            .iter()
            .map(|(name, it)| {
                let default = it.default.filter(|_| !it.required).cloned();
                ((*name).to_owned(), default)
            })
            .collect();
        let kinds = self.by_name.iter().map(|(name, it)| ((*name).to_owned(), it.kinds)).collect();
        Declared { names, kinds, open: self.open }
    }
}

fn is_nonscalar(root: &Value, schema: &Value, depth: u8) -> bool {
    if let (Some(Value::String(reference)), Some(depth)) =
        (schema.get("$ref"), depth.checked_sub(1))
    {
        return schema::follow(root, reference)
            .is_some_and(|(target, _)| is_nonscalar(root, target, depth));
    }
    let one = |it: &Value| matches!(it.as_str(), Some("object" | "array"));
    match schema.get("type") {
        Some(Value::Array(types)) => !types.is_empty() && types.iter().all(one),
        Some(it) => one(it),
        None => false,
    }
}

/// What the type of a property allows, seen through references.
fn kinds(root: &Value, schema: &Value, depth: u8) -> Kinds {
    if let Some(Value::String(reference)) = schema.get("$ref") {
        let target = schema::follow(root, reference).zip(depth.checked_sub(1));
        return target.map_or(Kinds::ANY, |((target, _), depth)| kinds(root, target, depth));
    }
    schema.get("type").map_or(Kinds::ANY, Kinds::of_type)
}

impl Check {
    /// `parameters` of a tool. Returns what it declares and whether a validator may be built of it.
    pub(super) fn parameters<'d>(&mut self, schema: &'d Value, at: &str) -> (Parameters<'d>, bool) {
        match schema.get("type") {
            None => {
                let message = "`type` is missing; `parameters` should say `type: object`";
                self.error(Rule::SchemaRootTypeMissing, &member(at, "type"), message);
            }
            Some(Value::String(kind)) if kind != "object" => {
                let message = "`type` is not `object`; the arguments of a call are an object";
                self.error(Rule::SchemaRootType, &member(at, "type"), message);
            }
            Some(Value::Array(_)) => {
                let message = "`type` is a list; the arguments of a call are always an object";
                self.error(Rule::SchemaRootType, &member(at, "type"), message);
            }
            Some(_) => {}
        }
        let usable = schema::check(schema, at, &mut self.budget, &mut self.findings);
        let parameters = Parameters::of(schema, at);
        for (name, parameter) in &parameters.by_name {
            if !schema::is_snake_case(name) && !self.camel_case {
                let message = "the parameter name is not snake case";
                self.error(Rule::ParamNameStyle, &parameter.pointer, message);
            }
            if parameter.required && parameter.default.is_some() {
                let message = "the parameter is required, so its default is never used";
                let pointer = member(&parameter.pointer, "default");
                self.error(Rule::SchemaDefaultOnRequired, &pointer, message);
            }
        }
        (parameters, usable)
    }
}
