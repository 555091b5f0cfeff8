//! How many steps it takes to check one value by a schema, and how much the faults can weigh, counted
//! before the validator runs.
//!
//! The schema and the value are walked together, as the validator will walk them. No step is taken twice
//! here, so the count costs less than what it counts; and it ends as soon as there is nothing left to
//! spend.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    super::findings::push_key,
    rates::{Child, Dependency, Rate, Rates, bytes, length, type_bit, weight},
    unique,
};

/// Steps for the arguments of a call, or for all defaults of a descriptor.
const MOST_STEPS: u64 = 32_000_000;
/// Bytes of all faults that one run may find.
const FAULT_BYTES: u64 = 16 << 20;
/// Bytes that a fault takes beside the way to its place.
const FAULT: u64 = 512;

/// The steps that may still be taken.
#[derive(Debug)]
pub(in super::super) struct Allowance(u64);

impl Allowance {
    pub(in super::super) const fn new() -> Self {
        Self(MOST_STEPS)
    }
}

/// Up to where in a value there can be more faults than may be collected.
#[derive(Debug)]
pub(in super::super) struct Place {
    pub(in super::super) pointer: String,
    /// The names that lead to the first list on the way, if there is one.
    pub(in super::super) list: Option<Vec<String>>,
}

impl Rates {
    /// Takes the steps that checking the value needs from the allowance. Returns the place in the value
    /// up to which there can be more faults than may be collected, if there is one; an error is the place
    /// where the allowance ran out.
    pub(in super::super) fn spend(
        &self,
        value: &Value,
        allowance: &mut Allowance,
    ) -> Result<Option<Place>, String> {
        let mut walk = Walk {
            rates: self,
            left: allowance.0,
            faults: 0,
            too_many: None,
            sizes: HashMap::new(),
        };
        // The validator runs twice: to learn whether the value fits, then for the faults.
        let here = Here { way: &Way::Root, looks: 2, faults: Faults::Listed };
        let walked = walk.child(Some(0), value, here);
        allowance.0 = walk.left;
        walked.map(|()| walk.too_many)
    }
}

/// The way to a place in the value.
enum Way<'w> {
    Root,
    Key(&'w Way<'w>, &'w str),
    Index(&'w Way<'w>, usize),
}

impl Way<'_> {
    fn pointer(&self) -> String {
        match self {
            Way::Root => String::new(),
            Way::Key(before, key) => {
                let mut pointer = before.pointer();
                push_key(&mut pointer, key);
                pointer
            }
            Way::Index(before, index) => format!("{}/{index}", before.pointer()),
        }
    }

    /// The names before the first index.
    fn list(&self) -> Option<Vec<String>> {
        match self {
            Way::Root => None,
            Way::Key(before, _) => before.list(),
            Way::Index(before, _) => before.list().or_else(|| Some(before.names())),
        }
    }

    fn names(&self) -> Vec<String> {
        match self {
            Way::Key(before, key) => {
                let mut names = before.names();
                names.push((*key).to_owned());
                names
            }
            Way::Root | Way::Index(..) => Vec::new(),
        }
    }

    /// How long the pointer is, at most.
    fn bytes(&self) -> u64 {
        match self {
            Way::Root => 0,
            // `~` and `/` are written as two characters.
            Way::Key(before, key) => before.bytes() + 1 + 2 * length(key),
            Way::Index(before, _) => before.bytes() + 8,
        }
    }
}

/// What becomes of the faults that are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Faults {
    /// Each is kept.
    Listed,
    /// Each is kept with a copy of the value: they say why an alternative does not fit.
    Copied,
    /// Nobody asks for them.
    Dropped,
}

#[derive(Clone, Copy)]
struct Here<'w> {
    way: &'w Way<'w>,
    /// How often the validator comes here.
    looks: u64,
    faults: Faults,
}

impl<'w> Here<'w> {
    const fn at<'n>(self, way: &'n Way<'n>) -> Here<'n>
    where
        'w: 'n,
    {
        Here { way, looks: self.looks, faults: self.faults }
    }

    /// In an alternative, which is tried and then asked why it does not fit.
    fn alternative(self) -> Self {
        let faults = if self.faults == Faults::Dropped { Faults::Dropped } else { Faults::Copied };
        Here { looks: self.looks + 1, faults, ..self }
    }

    const fn asked(self) -> Self {
        Here { faults: Faults::Dropped, ..self }
    }
}

type Walked = Result<(), String>;

struct Walk<'r> {
    rates: &'r Rates,
    left: u64,
    /// Bytes of the faults that were possible so far, and where they became too many.
    faults: u64,
    too_many: Option<Place>,
    /// How large copies of lists and objects are, by their addresses.
    sizes: HashMap<usize, u64>,
}

impl Walk<'_> {
    fn spend(&mut self, steps: u64, here: Here<'_>) -> Walked {
        match self.left.checked_sub(steps.saturating_mul(here.looks)) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(here.way.pointer()),
        }
    }

    /// So many faults can be found here, each with so many bytes of the schema.
    fn found(&mut self, count: u64, each: u64, value: &Value, here: Here<'_>) {
        if count == 0 || here.faults == Faults::Dropped {
            return;
        }
        let mut weighs = FAULT.saturating_add(each).saturating_add(here.way.bytes());
        if here.faults == Faults::Copied {
            weighs = weighs.saturating_add(self.size(value));
        }
        self.faults = self.faults.saturating_add(count.saturating_mul(weighs));
        if self.faults > FAULT_BYTES && self.too_many.is_none() {
            self.too_many = Some(Place { pointer: here.way.pointer(), list: here.way.list() });
        }
    }

    fn size(&mut self, value: &Value) -> u64 {
        if !(value.is_array() || value.is_object()) {
            return bytes(value);
        }
        let address = core::ptr::from_ref(value).addr();
        *self.sizes.entry(address).or_insert_with(|| bytes(value))
    }

    fn child(&mut self, child: Child, value: &Value, here: Here<'_>) -> Walked {
        let rates = self.rates;
        let Some(rate) = child.and_then(|number| rates.schemas.get(number)) else { return Ok(()) };
        self.spend(1 + rate.keywords, here)?;
        if rate.reference.is_some() {
            return self.child(rate.reference, value, here);
        }
        let excluded = rate.never || (rate.types != 0 && rate.types & type_bit(value) == 0);
        // An integer is told from another number by looking at it.
        let doubtful = value.is_number() && rate.types != 0;
        let count = rate.faults.value + u64::from(excluded || doubtful);
        self.found(count, rate.fault_bytes, value, here);
        self.spend(rate.listed, here)?;
        match value {
            Value::String(text) => {
                self.found(rate.faults.text, rate.fault_bytes, value, here);
                self.spend(length(text).saturating_mul(rate.per_byte) / 16, here)?;
            }
            Value::Number(_) => self.found(rate.faults.number, rate.fault_bytes, value, here),
            Value::Array(items) => self.list(rate, items, value, here)?,
            Value::Object(map) => self.object(rate, map, value, here)?,
            Value::Null | Value::Bool(_) => {}
        }
        for &other in &rate.all {
            self.child(Some(other), value, here)?;
        }
        for &other in &rate.any {
            self.child(Some(other), value, here.alternative())?;
        }
        for &other in &rate.asked {
            self.child(Some(other), value, here.asked())?;
        }
        Ok(())
    }

    fn list(&mut self, rate: &Rate, items: &[Value], value: &Value, here: Here<'_>) -> Walked {
        self.found(rate.faults.list, rate.fault_bytes, value, here);
        if rate.unique {
            // To learn what the comparisons cost, everything is looked at once.
            self.spend(weight(value), here)?;
            self.spend(unique::steps(items), here)?;
        }
        for (index, item) in items.iter().enumerate() {
            let way = Way::Index(here.way, index);
            let below = here.at(&way);
            self.child(rate.tuple.get(index).copied().unwrap_or(rate.rest), item, below)?;
            self.child(rate.contains, item, below.asked())?;
        }
        Ok(())
    }

    fn object(
        &mut self,
        rate: &Rate,
        map: &Map<String, Value>,
        value: &Value,
        here: Here<'_>,
    ) -> Walked {
        self.found(rate.faults.object, rate.fault_bytes, value, here);
        let looked_up = rate.required.len() + rate.properties.len() + rate.dependencies.len();
        self.spend(count(looked_up), here)?;
        self.required(&rate.required, map, value, here);
        for (name, asked) in &rate.dependencies {
            match asked {
                _ if !map.contains_key(name) => {}
                Dependency::Names(names) => {
                    self.spend(count(names.len()), here)?;
                    self.required(names, map, value, here);
                }
                Dependency::Schema(schema) => self.child(*schema, value, here)?,
            }
        }
        let mut others = 0_u64;
        for (key, member) in map {
            let way = Way::Key(here.way, key);
            let below = here.at(&way);
            if let Some(&child) = rate.properties.get(key) {
                self.child(child, member, below)?;
            } else {
                others = others.saturating_add(32 + length(key));
                self.child(rate.additional, member, below)?;
            }
            for &(per_byte, child) in &rate.by_pattern {
                self.spend(1 + length(key).saturating_mul(per_byte) / 16, below)?;
                self.child(child, member, below)?;
            }
            if rate.names.is_some() {
                self.child(rate.names, &Value::String(key.clone()), below.alternative())?;
            }
        }
        if rate.closed && others > 0 {
            self.found(1, others, value, here);
        }
        Ok(())
    }

    /// Of names that have to be there, each that is not is a fault.
    fn required(
        &mut self,
        names: &[String],
        map: &Map<String, Value>,
        value: &Value,
        here: Here<'_>,
    ) {
        for name in names.iter().filter(|name| !map.contains_key(*name)) {
            self.found(1, length(name), value, here);
        }
    }
}

fn count(items: usize) -> u64 {
    u64::try_from(items).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{super::rates::Rates, Allowance, MOST_STEPS};

    fn spent(schema: &Value, value: &Value) -> u64 {
        let mut allowance = Allowance::new();
        Rates::of(schema).spend(value, &mut allowance).expect("enough steps");
        MOST_STEPS - allowance.0
    }

    #[test]
    fn steps_grow_with_the_value() {
        let schema = json!({"items": {
            "type": "object",
            "properties": {"name": {"type": "string", "maxLength": 9}, "n": {"type": "integer"}},
            "required": ["name", "n"],
            "anyOf": [{"properties": {"n": {"minimum": 0}}}, {"required": ["reason"]}],
        }});
        let rows = |count: usize| json!(vec![json!({"name": "a name", "n": 7}); count]);
        let (few, many) = (spent(&schema, &rows(1_000)), spent(&schema, &rows(16_000)));
        assert!((15 * few..=16 * few).contains(&many), "{few} steps grew to {many}");
        assert!(few < 1_000 * 64, "{few}");
    }

    /// An alternative within an alternative is looked at once more.
    #[test]
    fn alternatives_count_for_each_look() {
        let leaf = json!({"maxLength": 1});
        let one = json!({"anyOf": [leaf]});
        let two = json!({"anyOf": [one]});
        let value = json!("text");
        let [leaf, one, two] = [&leaf, &one, &two].map(|schema| spent(schema, &value));
        assert!(one > leaf + 2 && two > one + 4, "{leaf} {one} {two}");
    }

    #[test]
    fn the_place_where_steps_ran_out_is_named() {
        let schema = json!({"properties": {"list": {"items": {"enum": vec![json!({}); 20_000]}}}});
        let value = json!({"list": vec![json!({}); 10_000]});
        let place = Rates::of(&schema).spend(&value, &mut Allowance::new()).unwrap_err();
        assert!(place.starts_with("/list/"), "{place}");
    }
}
