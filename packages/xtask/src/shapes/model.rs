//! What a schema says of shapes, without what only a validator needs.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value};

use crate::word_types;

/// The type of a member, an entry or an alias.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Text,
    Whole,
    Number,
    Boolean,
    Null,
    /// What is never there.
    Never,
    /// An object about which the schema says nothing more.
    Object,
    Anything,
    Literal(Value),
    /// Text that begins with this.
    Prefix(String),
    /// One of the lists of words, by its name.
    Words(&'static str),
    /// A declaration, by its name.
    Named(String),
    /// The event of a tool call whose arguments are these.
    EventWith(Box<Type>),
    List(Box<Type>),
    /// A list of so many entries.
    Tuple(Vec<Type>),
    /// An object with names that nobody knows before.
    Map(Box<Type>),
    Union(Vec<Type>),
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) required: bool,
    pub(super) of: Type,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Body {
    Object(Vec<Member>),
    /// An object that may hold more than these.
    Open(Vec<Member>),
    Alias(Type),
}

/// Which way values of a shape go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// The caller makes them.
    Input,
    /// The caller is given them.
    Output,
}

/// A type with a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) body: Body,
    pub(super) direction: Direction,
    /// It is one of several that a value can be.
    pub(super) alternative: bool,
}

/// What other files declare: by the `$id` of a schema the name of its root.
pub(super) const ROOTS: [(&str, &str); 3] = [
    ("https://aana.dev/schemas/agent_action_contract_v1.schema.json", "ToolPrecheckEvent"),
    ("https://aana.dev/schemas/policy_v1.schema.json", "Policy"),
    ("https://aana.dev/schemas/decision_v1.schema.json", "Decision"),
];

/// The definitions to which other schemas refer.
const EVIDENCE_REF: &str =
    "https://aana.dev/schemas/agent_action_contract_v1.schema.json#/$defs/evidence_ref";
const BLOCKER: &str = "https://aana.dev/schemas/decision_v1.schema.json#/$defs/blocker";

/// The declarations of schemas, what is used before what uses it.
#[derive(Default)]
pub(super) struct Model {
    pub(super) declarations: Vec<Declaration>,
    /// The names that come from other files.
    pub(super) foreign: BTreeSet<String>,
}

impl Model {
    /// Reads a schema: its root, if it is the schema of something, and every definition.
    pub(super) fn add(&mut self, schema: &Value, direction: Direction) -> Result<()> {
        let id = schema["$id"].as_str().context("a schema has an `$id`")?;
        let mut reader = SchemaReader { schema, direction, model: self };
        if let Some((_, name)) = ROOTS.iter().find(|(known, _)| *known == id) {
            let members = reader.members(schema)?;
            reader.declare(name, schema, Body::Object(members), direction)?;
        }
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            reader.definition(definition).with_context(|| format!("`#/$defs/{name}` of {id}"))?;
        }
        Ok(())
    }
}

struct SchemaReader<'a> {
    schema: &'a Value,
    direction: Direction,
    model: &'a mut Model,
}

impl SchemaReader<'_> {
    /// The type that a definition stands for. One that is an object, a choice or a list of words of its own
    /// becomes a declaration.
    fn definition(&mut self, schema: &Value) -> Result<Type> {
        let found = self.type_of(schema)?;
        if let Type::Union(_) | Type::EventWith(_) | Type::Literal(_) | Type::Map(_) = found {
            let name = type_name(title(schema)?);
            let direction = self.direction_of(schema);
            self.declare(&name, schema, Body::Alias(found), direction)?;
            return Ok(Type::Named(name));
        }
        Ok(found)
    }

    fn type_of(&mut self, schema: &Value) -> Result<Type> {
        if *schema == Value::Bool(false) {
            return Ok(Type::Never);
        }
        if let Some(target) = schema["$ref"].as_str() {
            return self.referred(target);
        }
        if let Some(all) = schema["allOf"].as_array().filter(|_| schema.get("properties").is_none())
        {
            return self.event_with(all);
        }
        for choice in ["oneOf", "anyOf"] {
            if let Some(entries) = schema[choice].as_array() {
                return self.union(entries);
            }
        }
        if let Some(value) = schema.get("const") {
            return Ok(Type::Literal(value.clone()));
        }
        if let Some(words) = schema["enum"].as_array() {
            return Ok(words_of(schema, words));
        }
        match &schema["type"] {
            Value::String(name) => self.plain(name, schema),
            Value::Array(names) => {
                let types: Result<Vec<Type>> = names
                    .iter()
                    .map(|name| self.plain(name.as_str().context("a type is text")?, schema))
                    .collect();
                Ok(Type::Union(types?))
            }
            Value::Null => Ok(Type::Anything),
            other => bail!("`type` is {other}"),
        }
    }

    fn plain(&mut self, name: &str, schema: &Value) -> Result<Type> {
        Ok(match name {
            "string" => {
                schema["pattern"].as_str().and_then(prefix).map_or(Type::Text, Type::Prefix)
            }
            "integer" => Type::Whole,
            "number" => Type::Number,
            "boolean" => Type::Boolean,
            "null" => Type::Null,
            "array" => self.list(schema)?,
            "object" => self.object(schema)?,
            other => bail!("`{other}` is not a type of JSON Schema"),
        })
    }

    fn list(&mut self, schema: &Value) -> Result<Type> {
        if let Some(entries) = schema["prefixItems"].as_array() {
            let entries: Result<Vec<Type>> = entries.iter().map(|it| self.type_of(it)).collect();
            return Ok(Type::Tuple(entries?));
        }
        let items = schema.get("items").context("a list says what its `items` are")?;
        Ok(Type::List(Box::new(self.type_of(items)?)))
    }

    fn object(&mut self, schema: &Value) -> Result<Type> {
        if schema.get("properties").is_none() {
            return match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => Ok(Type::Map(Box::new(self.type_of(values)?))),
                _ => Ok(Type::Object),
            };
        }
        let name = type_name(title(schema)?);
        let direction = self.direction_of(schema);
        let members = self.members(schema)?;
        let open = schema.get("additionalProperties") == Some(&Value::Bool(true));
        let body = if open { Body::Open(members) } else { Body::Object(members) };
        self.declare(&name, schema, body, direction)?;
        Ok(Type::Named(name))
    }

    fn members(&mut self, schema: &Value) -> Result<Vec<Member>> {
        let no_members = Map::new();
        let properties = schema["properties"].as_object().unwrap_or(&no_members);
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for name in &required {
            ensure!(properties.contains_key(*name), "`{name}` is required and not described");
        }
        let member = |(name, about): (&String, &Value)| {
            let of = self.type_of(about).with_context(|| format!("in `{name}`"))?;
            let required = required.contains(&name.as_str());
            Ok(Member { name: name.clone(), about: self.about(about), required, of })
        };
        properties.iter().map(member).collect()
    }

    fn union(&mut self, entries: &[Value]) -> Result<Type> {
        let types: Result<Vec<Type>> = entries.iter().map(|it| self.type_of(it)).collect();
        let types = types?;
        let is_one = |it: &Declaration| {
            matches!(it.body, Body::Object(_)) && types.contains(&Type::Named(it.name.clone()))
        };
        if self.model.declarations.iter().filter(|it| is_one(it)).count() > 1 {
            let all = self.model.declarations.iter_mut();
            all.filter(|it| is_one(it)).for_each(|it| it.alternative = true);
        }
        Ok(Type::Union(types))
    }

    /// The schema of events, and what its arguments are: the one use of `allOf` for a shape.
    fn event_with(&mut self, all: &[Value]) -> Result<Type> {
        let [event, more] = all else { bail!("`allOf` is not an event and its arguments") };
        let event = self.type_of(event)?;
        ensure!(
            event == Type::Named(ROOTS[0].1.to_owned()),
            "`allOf` does not begin with an event"
        );
        let arguments = self.type_of(&more["properties"]["proposed_arguments"])?;
        Ok(Type::EventWith(Box::new(arguments)))
    }

    fn referred(&mut self, target: &str) -> Result<Type> {
        if let Some(pointer) = target.strip_prefix('#') {
            let definition = self
                .schema
                .pointer(pointer)
                .with_context(|| format!("`{target}` leads to nothing"))?;
            return self.definition(definition);
        }
        let name = match ROOTS.iter().find(|(id, _)| *id == target) {
            Some((_, name)) => *name,
            None if target == EVIDENCE_REF => "EvidenceRef",
            // A list of words, which has its own module.
            None if target == BLOCKER => return Ok(Type::Words("Blocker")),
            None => bail!("`{target}` is in none of the schemas"),
        };
        self.model.foreign.insert(name.to_owned());
        Ok(Type::Named(name.to_owned()))
    }

    /// The sentences about a member: its own, or those of what it refers to where that has no name.
    fn about(&self, schema: &Value) -> String {
        let own = schema["description"].as_str();
        let target = || {
            let pointer = schema["$ref"].as_str()?.strip_prefix('#')?;
            self.schema.pointer(pointer)?["description"].as_str()
        };
        own.or_else(target).unwrap_or_default().to_owned()
    }

    fn direction_of(&self, schema: &Value) -> Direction {
        if schema["writeOnly"] == true { Direction::Input } else { self.direction }
    }

    fn declare(
        &mut self,
        name: &str,
        schema: &Value,
        body: Body,
        direction: Direction,
    ) -> Result<()> {
        let about = schema["description"].as_str();
        let about = about.with_context(|| format!("`{name}` has no description"))?.to_owned();
        let name = name.to_owned();
        let fresh = Declaration { name, about, body, direction, alternative: false };
        match self.model.declarations.iter().find(|it| it.name == fresh.name) {
            None => self.model.declarations.push(fresh),
            Some(old) => {
                let same = Declaration { alternative: old.alternative, ..fresh } == *old;
                ensure!(same, "two shapes have the name `{}`", old.name);
            }
        }
        Ok(())
    }
}

/// The type of an `enum`: a list of the core, where it is one, or its own words.
fn words_of(schema: &Value, entries: &[Value]) -> Type {
    let words: Vec<&str> = entries.iter().filter_map(Value::as_str).collect();
    let of_title = || {
        let name = type_name(schema["title"].as_str()?);
        word_types::named(&name).filter(|it| words.iter().all(|word| it.words.contains(word)))
    };
    let rest = entries.iter().filter(|it| !it.is_string()).map(|it| match it {
        Value::Null => Type::Null,
        other => Type::Literal(other.clone()),
    });
    let known = word_types::exactly(&words).or_else(of_title).map(|it| Type::Words(it.name));
    let mut types: Vec<Type> = match known {
        Some(known) => vec![known],
        None => words.iter().map(|word| Type::Literal((*word).into())).collect(),
    };
    types.extend(rest);
    if types.len() == 1 { types.remove(0) } else { Type::Union(types) }
}

/// The plain text with which a pattern begins, if that is all that it says.
fn prefix(pattern: &str) -> Option<String> {
    let text = pattern.strip_prefix('^')?;
    let plain = |it: char| it.is_ascii_alphanumeric() || "_:/".contains(it);
    (text.len() > 1 && text.chars().all(plain)).then(|| text.to_owned())
}

fn title(schema: &Value) -> Result<&str> {
    schema["title"].as_str().context("a shape has a `title`, which becomes its name")
}

/// `Evidence issue` and `AIX components` as names of types.
fn type_name(title: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(1);
        let shouts = word.chars().all(|it| it.is_ascii_uppercase());
        first.to_ascii_uppercase()
            + &if shouts { rest.to_ascii_lowercase() } else { rest.to_owned() }
    };
    title.split_whitespace().map(word).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Body, Direction, Model, Type, prefix, type_name};

    fn model(definitions: &Value) -> anyhow::Result<Model> {
        let mut model = Model::default();
        model.add(&json!({"$id": "https://x.example", "$defs": definitions}), Direction::Output)?;
        Ok(model)
    }

    #[test]
    fn names_come_from_titles() {
        assert_eq!(type_name("AIX components"), "AixComponents");
        assert_eq!(type_name("Evidence issue"), "EvidenceIssue");
    }

    #[test]
    fn a_pattern_is_a_prefix_or_just_text() {
        assert_eq!(prefix("^unknown_field:/").as_deref(), Some("unknown_field:/"));
        assert_eq!(prefix("^sha256:[0-9a-f]{64}$"), None);
    }

    #[test]
    fn words_of_the_core_have_its_name_and_others_stay() {
        let words = |words: Value| json!({"x": {"title": "X", "description": "X.", "enum": words}});
        let found = model(&words(json!(["accept", "ask", "defer", "refuse"]))).unwrap();
        assert_eq!(found.declarations, []);
        let found = model(&words(json!(["accept", "ask", "defer"]))).unwrap();
        let Body::Alias(Type::Union(types)) = &found.declarations[0].body else { panic!() };
        assert_eq!(types.len(), 3);
    }

    #[test]
    fn what_has_no_shape_is_an_error() {
        let a = |kind: &str| {
            json!({"title": "A", "description": "A.", "type": "object",
            "properties": {"a": {"type": kind}}})
        };
        assert!(model(&json!({"a": a("string"), "b": a("string")})).is_ok());
        for wrong in [
            json!({"a": a("string"), "b": a("number")}),
            json!({"a": a("text")}),
            json!({"a": {"$ref": "#/$defs/b"}}),
            json!({"a": {"type": "array"}}),
            json!({"a": {"title": "A", "description": "A.", "type": "object", "properties": {}, "required": ["b"]}}),
            json!({"a": {"description": "A.", "type": "object", "properties": {}}}),
        ] {
            assert!(model(&wrong).is_err(), "{wrong}");
        }
    }
}
