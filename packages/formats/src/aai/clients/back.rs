//! Arguments as a client gives them, under the names of the descriptor again.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    super::schema,
    names::{Names, mentioned},
};

/// Schemas that are looked at for one set of arguments.
const MOST_STEPS: usize = 1 << 20;

pub(super) struct Back<'b> {
    pub(super) names: &'b Names,
    pub(super) root: &'b Value,
    left: usize,
}

impl<'b> Back<'b> {
    pub(super) const fn new(names: &'b Names, root: &'b Value) -> Self {
        Self { names, root, left: MOST_STEPS }
    }

    /// The arguments under their own names. An alias is only one where the schema has the name that it stands
    /// for; in a member that may hold anything it is a name like any other.
    pub(super) fn carry(&mut self, arguments: Value) -> Result<Value, &'static str> {
        if self.names.is_empty() {
            return Ok(arguments);
        }
        self.value(arguments, vec![self.root])
    }

    fn value(&mut self, value: Value, schemas: Vec<&'b Value>) -> Result<Value, &'static str> {
        if schemas.is_empty() {
            return Ok(value);
        }
        let schemas = self.all(schemas)?;
        Ok(match value {
            Value::Object(map) => Value::Object(self.object(map, &schemas)?),
            Value::Array(items) => {
                let carried: Result<Vec<Value>, _> = items
                    .into_iter()
                    .enumerate()
                    .map(|(index, item)| {
                        let below = schemas.iter().flat_map(|it| elements(it, index)).collect();
                        self.value(item, below)
                    })
                    .collect();
                Value::Array(carried?)
            }
            other => other,
        })
    }

    fn object(
        &mut self,
        map: Map<String, Value>,
        schemas: &[&'b Value],
    ) -> Result<Map<String, Value>, &'static str> {
        let known: BTreeSet<&str> = schemas.iter().flat_map(|it| mentioned(it)).collect();
        let mut out = Map::with_capacity(map.len());
        for (key, value) in map {
            let name = match self.names.by_alias.get(&key) {
                Some(name) if known.contains(name.as_str()) => name.clone(),
                _ => key,
            };
            let below = schemas.iter().flat_map(|it| members(it, &name)).collect();
            let value = self.value(value, below)?;
            if out.insert(name, value).is_some() {
                return Err("a parameter is given twice, under its name and its alias");
            }
        }
        Ok(out)
    }

    /// These schemas and those that they apply to the same value.
    fn all(&mut self, schemas: Vec<&'b Value>) -> Result<Vec<&'b Value>, &'static str> {
        const ONE: [&str; 3] = ["if", "then", "else"];
        let (mut known, mut waiting) = (BTreeSet::new(), schemas);
        let mut all = Vec::new();
        while let Some(schema) = waiting.pop() {
            let Some(left) = self.left.checked_sub(1) else {
                return Err("the arguments are too large for their schema");
            };
            self.left = left;
            if !known.insert(core::ptr::from_ref(schema).addr()) {
                continue;
            }
            if let Some(Value::String(reference)) = schema.get("$ref") {
                waiting.extend(schema::follow(self.root, reference).map(|(target, _)| target));
                continue;
            }
            all.push(schema);
            for keyword in super::children::LIST {
                waiting.extend(schema.get(keyword).and_then(Value::as_array).into_iter().flatten());
            }
            waiting.extend(ONE.iter().filter_map(|keyword| schema.get(*keyword)));
            let dependent = schema.get("dependencies").and_then(Value::as_object);
            waiting.extend(dependent.into_iter().flat_map(Map::values).filter(|it| it.is_object()));
        }
        Ok(all)
    }
}

fn members<'b>(schema: &'b Value, name: &str) -> Vec<&'b Value> {
    match schema.get("properties").and_then(|it| it.get(name)) {
        Some(property) => vec![property],
        None => schema.get("additionalProperties").into_iter().collect(),
    }
}

fn elements(schema: &Value, index: usize) -> Vec<&Value> {
    let items = match schema.get("items") {
        Some(Value::Array(items)) => items.get(index).or_else(|| schema.get("additionalItems")),
        other => other,
    };
    items.into_iter().chain(schema.get("contains")).collect()
}
