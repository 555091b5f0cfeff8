//! What it costs to apply each schema of a schema once, read off it when the descriptor is loaded.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{pattern, reference::follow};

/// A schema that is applied to something, by its number. `true` costs nothing and has none.
pub(super) type Child = Option<usize>;

/// The rates of a schema and of everything that it leads to; the first is its own.
#[derive(Debug)]
pub(in super::super) struct Rates {
    pub(super) schemas: Vec<Rate>,
}

/// The rates of one schema.
#[derive(Debug, Default)]
pub(super) struct Rate {
    /// It is `false`.
    pub(super) never: bool,
    /// It stands for another.
    pub(super) reference: Child,
    /// A bit for each type that it takes; none is every type.
    pub(super) types: u8,
    /// How many keywords look at the value.
    pub(super) keywords: u64,
    /// How many faults these keywords can find, by the type of the value.
    pub(super) faults: FaultCounts,
    /// Bytes of the schema that one fault can hold.
    pub(super) fault_bytes: u64,
    /// Steps to compare a value with those of `enum` and `const`.
    pub(super) listed: u64,
    /// Sixteenths of a step for each byte of a string.
    pub(super) per_byte: u64,
    pub(super) unique: bool,
    pub(super) required: Vec<String>,
    pub(super) properties: HashMap<String, Child>,
    /// Sixteenths of a step for each byte of a name, and what is applied to its value.
    pub(super) by_pattern: Vec<(u64, Child)>,
    pub(super) additional: Child,
    /// `additionalProperties` is `false`: all names that are too many are one fault.
    pub(super) closed: bool,
    pub(super) names: Child,
    pub(super) dependencies: Vec<(String, Dependency)>,
    pub(super) tuple: Vec<Child>,
    pub(super) rest: Child,
    pub(super) contains: Child,
    /// Applied to the same value; their faults are its faults.
    pub(super) all: Vec<usize>,
    /// Applied to the same value and looked at once more to say why each does not fit.
    pub(super) any: Vec<usize>,
    /// Applied to the same value only to learn whether it fits.
    pub(super) asked: Vec<usize>,
}

/// Faults that keywords can find in any value, and beyond them in one of a certain type.
#[derive(Debug, Default)]
pub(super) struct FaultCounts {
    pub(super) value: u64,
    pub(super) text: u64,
    pub(super) number: u64,
    pub(super) list: u64,
    pub(super) object: u64,
}

/// What a member asks for as soon as it is there.
#[derive(Debug)]
pub(super) enum Dependency {
    Names(Vec<String>),
    Schema(Child),
}

/// Bytes of the names on the way to a list that is looked at in parts: each part and each fault repeats them.
const LONGEST_WAY: usize = 4_096;

impl Rates {
    /// The rates of a schema that was found to be sound.
    pub(in super::super) fn of(root: &Value) -> Self {
        let mut reader =
            Reader { root, schemas: Vec::new(), known: HashMap::new(), waiting: Vec::new() };
        reader.child(root);
        while let Some((number, schema)) = reader.waiting.pop() {
            let rate = reader.rate(schema);
            if let Some(place) = reader.schemas.get_mut(number) {
                *place = rate;
            }
        }
        Self { schemas: reader.schemas }
    }
}

impl Rates {
    /// Whether the names are short, and what is applied within the list to which these names lead does not depend on anything
    /// beside it: nothing on the way is a condition, and every element has the same schema.
    pub(in super::super) fn stands_alone(&self, names: &[String]) -> bool {
        if names.iter().map(String::len).sum::<usize>() > LONGEST_WAY {
            return false;
        }
        let mut here = self.in_place(vec![0]);
        for name in names {
            if here.iter().any(|rate| rate.has_condition()) {
                return false;
            }
            let below = here.iter().flat_map(|rate| rate.of_member(name)).collect();
            here = self.in_place(below);
        }
        !here.iter().any(|rate| rate.has_condition() || !rate.tuple.is_empty())
    }

    /// These schemas and those that they apply to the same value.
    fn in_place(&self, mut numbers: Vec<usize>) -> Vec<&Rate> {
        let mut rates = Vec::new();
        while let Some(rate) = numbers.pop().and_then(|number| self.schemas.get(number)) {
            numbers.extend(rate.reference);
            numbers.extend(&rate.all);
            rates.push(rate);
        }
        rates
    }
}

impl Rate {
    fn has_condition(&self) -> bool {
        !self.asked.is_empty() || !self.dependencies.is_empty()
    }

    fn of_member(&self, name: &str) -> Vec<usize> {
        let declared = self.properties.get(name).copied().unwrap_or(self.additional);
        declared.into_iter().chain(self.by_pattern.iter().filter_map(|(_, child)| *child)).collect()
    }
}

struct Reader<'d> {
    root: &'d Value,
    schemas: Vec<Rate>,
    /// The numbers of schemas that were met, by their addresses.
    known: HashMap<usize, usize>,
    waiting: Vec<(usize, &'d Map<String, Value>)>,
}

impl<'d> Reader<'d> {
    fn child(&mut self, schema: &'d Value) -> Child {
        if *schema == Value::Bool(true) {
            return None;
        }
        let address = core::ptr::from_ref(schema).addr();
        if let Some(&number) = self.known.get(&address) {
            return Some(number);
        }
        let number = self.schemas.len();
        self.known.insert(address, number);
        self.schemas.push(Rate { never: !schema.is_object(), ..Rate::default() });
        if let Value::Object(schema) = schema {
            self.waiting.push((number, schema));
        }
        Some(number)
    }

    fn children(&mut self, schemas: &'d Value) -> Vec<Child> {
        let schemas = schemas.as_array().map_or(&[][..], Vec::as_slice);
        schemas.iter().map(|schema| self.child(schema)).collect()
    }

    fn rate(&mut self, schema: &'d Map<String, Value>) -> Rate {
        let mut rate = Rate::default();
        if let Some(Value::String(reference)) = schema.get("$ref") {
            rate.reference =
                follow(self.root, reference).and_then(|(target, _)| self.child(target));
            return rate;
        }
        for (keyword, value) in schema {
            self.keyword(keyword, value, &mut rate);
        }
        // `additionalItems` beside a single schema says nothing.
        match schema.get("items") {
            Some(items @ Value::Array(_)) => {
                rate.tuple = self.children(items);
                rate.rest = schema.get("additionalItems").and_then(|it| self.child(it));
            }
            Some(items) => rate.rest = self.child(items),
            None => {}
        }
        rate
    }

    fn keyword(&mut self, keyword: &str, value: &'d Value, rate: &mut Rate) {
        let faults = &mut rate.faults;
        match keyword {
            "type" => rate.types = types(value),
            "enum" | "const" => {
                rate.listed = rate.listed.saturating_add(weight(value));
                faults.value += 1;
            }
            "pattern" => {
                rate.per_byte += per_byte(value.as_str().unwrap_or_default());
                faults.text += 1;
                rate.fault_bytes += bytes(value);
            }
            "minLength" | "maxLength" => {
                rate.per_byte += 1;
                faults.text += 1;
            }
            "format" | "contentMediaType" | "contentEncoding" => {
                rate.per_byte += 64;
                faults.text += 1;
                rate.fault_bytes += bytes(value);
            }
            "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
                faults.number += 1;
            }
            "minItems" | "maxItems" => faults.list += 1,
            "uniqueItems" => {
                rate.unique = *value == Value::Bool(true);
                faults.list += 1;
            }
            "contains" => {
                rate.contains = self.child(value);
                faults.list += 1;
            }
            "minProperties" | "maxProperties" => faults.object += 1,
            "required" => rate.required = names(value),
            "properties" => {
                let members = value.as_object().into_iter().flatten();
                rate.properties =
                    members.map(|(name, schema)| (name.clone(), self.child(schema))).collect();
            }
            "patternProperties" => {
                let members = value.as_object().into_iter().flatten();
                rate.by_pattern =
                    members.map(|(name, schema)| (per_byte(name), self.child(schema))).collect();
            }
            "additionalProperties" => {
                rate.closed = *value == Value::Bool(false);
                rate.additional = if rate.closed { None } else { self.child(value) };
            }
            "propertyNames" => rate.names = self.child(value),
            "dependencies" => {
                let members = value.as_object().into_iter().flatten();
                rate.dependencies = members
                    .map(|(name, asked)| {
                        let asked = match asked {
                            Value::Array(_) => Dependency::Names(names(asked)),
                            schema => Dependency::Schema(self.child(schema)),
                        };
                        (name.clone(), asked)
                    })
                    .collect();
            }
            "allOf" => {
                let children = self.children(value);
                rate.all.extend(children.into_iter().flatten());
            }
            "then" | "else" => rate.all.extend(self.child(value)),
            "anyOf" | "oneOf" => {
                let children = self.children(value);
                rate.any.extend(children.into_iter().flatten());
                faults.value += 1;
            }
            "if" => rate.asked.extend(self.child(value)),
            "not" => {
                rate.asked.extend(self.child(value));
                faults.value += 1;
                rate.fault_bytes = rate.fault_bytes.saturating_add(bytes(value));
            }
            _ => return,
        }
        rate.keywords += 1;
    }
}

/// The bit of each type; an integer is a number here.
pub(super) const fn type_bit(value: &Value) -> u8 {
    match value {
        Value::Null => 1,
        Value::Bool(_) => 2,
        Value::Number(_) => 4,
        Value::String(_) => 8,
        Value::Array(_) => 16,
        Value::Object(_) => 32,
    }
}

fn types(value: &Value) -> u8 {
    let bit = |word: &Value| match word.as_str() {
        Some("null") => 1,
        Some("boolean") => 2,
        Some("number" | "integer") => 4,
        Some("string") => 8,
        Some("array") => 16,
        Some("object") => 32,
        _ => 0,
    };
    value.as_array().map_or_else(|| bit(value), |words| words.iter().map(bit).fold(0, |a, b| a | b))
}

fn names(value: &Value) -> Vec<String> {
    let names = value.as_array().into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// An automaton takes a step for each byte, and more where it has many states at once.
fn per_byte(pattern: &str) -> u64 {
    pattern::cost(pattern).unwrap_or(0).saturating_add(16)
}

/// Steps to compare something with a value: its parts, and its texts by the sixteen bytes.
pub(super) fn weight(value: &Value) -> u64 {
    match value {
        Value::String(text) => 1 + length(text) / 16,
        Value::Array(items) => items.iter().map(weight).fold(1, u64::saturating_add),
        Value::Object(map) => {
            let members = map.iter().map(|(key, value)| 1 + length(key) / 16 + weight(value));
            members.fold(1, u64::saturating_add)
        }
        _ => 1,
    }
}

/// Bytes that a copy of a value takes.
pub(super) fn bytes(value: &Value) -> u64 {
    const VALUE: u64 = 80;
    const MEMBER: u64 = 48;
    match value {
        Value::String(text) => VALUE + length(text),
        Value::Array(items) => items.iter().map(bytes).fold(VALUE, u64::saturating_add),
        Value::Object(map) => {
            let members = map.iter().map(|(key, value)| MEMBER + length(key) + bytes(value));
            members.fold(VALUE, u64::saturating_add)
        }
        _ => VALUE,
    }
}

pub(super) fn length(text: &str) -> u64 {
    u64::try_from(text.len()).unwrap_or(u64::MAX)
}
