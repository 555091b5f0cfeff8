//! A schema of draft-07 as one of draft 2020-12, which is what clients read, under the names that they take.
//!
//! The same values fit, under their aliases. What cannot be written so is told, and the tool is left out.

use serde_json::{Map, Value};

use super::{
    super::{schema, url},
    children::{LIST, MAP, ONE},
    names::Names,
    shown::{hides, visible},
};

type Object = Map<String, Value>;

pub(super) struct Rewrite<'r> {
    pub(super) names: &'r Names,
    pub(super) root: &'r Value,
}

impl Rewrite<'_> {
    /// The whole schema.
    pub(super) fn all(&self) -> Result<Value, String> {
        let written = self.schema(self.root)?;
        if resolves(&written, &written) {
            Ok(written)
        } else {
            Err("its schema has a reference that would lead nowhere".to_owned())
        }
    }

    fn schema(&self, value: &Value) -> Result<Value, String> {
        let Value::Object(schema) = value else { return Ok(value.clone()) };
        let reference = schema.contains_key("$ref");
        let mut out = Object::new();
        for (keyword, value) in schema {
            let keyword = keyword.as_str();
            // Beside a reference draft-07 reads nothing, and later drafts everything.
            let harmless = schema::harmless_beside_ref(keyword);
            if (reference && !harmless) || matches!(keyword, "$id" | "$schema") {
                continue;
            }
            self.keyword(schema, keyword, value, &mut out)?;
        }
        Ok(Value::Object(out))
    }

    fn keyword(
        &self,
        schema: &Object,
        keyword: &str,
        value: &Value,
        out: &mut Object,
    ) -> Result<(), String> {
        let mut put = |keyword: &str, value: Value| {
            out.insert(keyword.to_owned(), value);
        };
        match (keyword, value) {
            ("$ref", Value::String(reference)) => put(keyword, self.reference(reference)?.into()),
            ("title" | "description" | "$comment", Value::String(text)) => {
                put(keyword, visible(text).into());
            }
            ("properties", Value::Object(map)) => {
                let mut properties = Object::new();
                for (name, it) in map {
                    properties.insert(self.names.plain(name).to_owned(), self.schema(it)?);
                }
                put(keyword, Value::Object(properties));
            }
            ("required", Value::Array(names)) => put(keyword, self.list_of_names(names)),
            ("dependencies", Value::Object(map)) => {
                let (mut names, mut schemas) = (Object::new(), Object::new());
                for (name, it) in map {
                    let name = self.names.plain(name).to_owned();
                    match it {
                        Value::Array(list) => names.insert(name, self.list_of_names(list)),
                        one => schemas.insert(name, self.schema(one)?),
                    };
                }
                for (keyword, map) in [("dependentRequired", names), ("dependentSchemas", schemas)]
                {
                    if !map.is_empty() {
                        put(keyword, Value::Object(map));
                    }
                }
            }
            ("items", Value::Array(items)) => {
                put("prefixItems", self.schemas(items)?);
                // Some clients ask for `items` wherever there is a list.
                let rest = schema.get("additionalItems");
                put("items", rest.map_or_else(|| Ok(Object::new().into()), |it| self.schema(it))?);
            }
            ("items", one) => put(keyword, self.schema(one)?),
            ("type", Value::String(kind)) if kind == "array" && !schema.contains_key("items") => {
                put(keyword, value.clone());
                put("items", Object::new().into());
            }
            // Without a list of schemas before it, it says nothing.
            ("additionalItems", _) => {}
            (word, Value::Array(items)) if LIST.contains(&word) => put(word, self.schemas(items)?),
            ("patternProperties" | "propertyNames", _) if !self.names.is_empty() => {
                return Err(format!(
                    "its schema has `{keyword}` beside parameters that need another name"
                ));
            }
            (word, Value::Object(map)) if MAP.contains(&word) => {
                if map.keys().any(|key| hides(&Value::from(key.as_str()))) {
                    return Err(hidden(keyword));
                }
                let mut schemas = Object::new();
                for (key, it) in map {
                    schemas.insert(key.clone(), self.schema(it)?);
                }
                put(word, Value::Object(schemas));
            }
            (word, one) if ONE.contains(&word) => put(word, self.schema(one)?),
            // What draft-07 does not read must not count because a later draft does.
            (word, _) if schema::is_later(word) => {}
            ("examples", examples) if hides(examples) || self.names.are_in(examples) => {}
            (word, value) if hides(value) || hides(&Value::from(word)) => return Err(hidden(word)),
            ("enum" | "const" | "default", value) if self.names.are_in(value) => {
                return Err(format!(
                    "its schema has a value under `{keyword}` with a member that needs another name"
                ));
            }
            (word, value) => put(word, value.clone()),
        }
        Ok(())
    }

    fn schemas(&self, items: &[Value]) -> Result<Value, String> {
        items.iter().map(|it| self.schema(it)).collect()
    }

    fn list_of_names(&self, names: &[Value]) -> Value {
        let plain = |it: &Value| it.as_str().map(|it| Value::from(self.names.plain(it)));
        names.iter().filter_map(plain).collect()
    }

    /// A reference to where its target stands now.
    fn reference(&self, reference: &str) -> Result<String, String> {
        let lost = || "its schema has a reference to something that is not a schema".to_owned();
        let steps = schema::steps(reference.strip_prefix('#').ok_or_else(lost)?);
        let (mut at, mut out) = (self.root, vec![]);
        let mut steps = steps.iter();
        while let Some(keyword) = steps.next() {
            let below = at.get(keyword).ok_or_else(lost)?;
            let mut key = || steps.next().ok_or_else(lost);
            let word = keyword.as_str();
            at = match (word, below) {
                ("items", Value::Array(items)) => {
                    let index = key()?;
                    out.extend(["prefixItems".to_owned(), index.clone()]);
                    index.parse().ok().and_then(|it: usize| items.get(it)).ok_or_else(lost)?
                }
                ("additionalItems", one) => {
                    out.push("items".to_owned());
                    one
                }
                ("dependencies", Value::Object(map)) => {
                    let name = key()?;
                    out.extend(["dependentSchemas".to_owned(), self.names.plain(name).to_owned()]);
                    map.get(name).ok_or_else(lost)?
                }
                ("properties", Value::Object(map)) => {
                    let name = key()?;
                    out.extend([keyword.clone(), self.names.plain(name).to_owned()]);
                    map.get(name).ok_or_else(lost)?
                }
                (word, Value::Object(map)) if MAP.contains(&word) => {
                    let name = key()?;
                    out.extend([keyword.clone(), name.clone()]);
                    map.get(name).ok_or_else(lost)?
                }
                (word, Value::Array(items)) if LIST.contains(&word) => {
                    let index = key()?;
                    out.extend([keyword.clone(), index.clone()]);
                    index.parse().ok().and_then(|it: usize| items.get(it)).ok_or_else(lost)?
                }
                (word, one) if word == "items" || ONE.contains(&word) => {
                    out.push(keyword.clone());
                    one
                }
                _ => return Err(lost()),
            };
        }
        let mut pointer = "#".to_owned();
        for step in out {
            pointer.push('/');
            let step = step.replace('~', "~0").replace('/', "~1");
            if step.bytes().all(url::is_path_byte) {
                pointer.push_str(&step);
            } else {
                url::push_encoded(&mut pointer, &step);
            }
        }
        Ok(pointer)
    }
}

fn hidden(keyword: &str) -> String {
    format!("its schema has characters that nobody sees in `{}`", visible(keyword))
}

/// Whether every reference in a schema leads somewhere.
fn resolves(root: &Value, value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().all(|it| resolves(root, it)),
        Value::Object(map) => map.iter().all(|(key, it)| match (key.as_str(), it) {
            ("$ref", Value::String(reference)) => schema::follow(root, reference).is_some(),
            ("enum" | "const" | "default" | "examples", _) => true,
            (_, it) => resolves(root, it),
        }),
        _ => true,
    }
}
