//! Names of parameters that every client takes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{super::model::digest, children::children};

/// Aliases of parameters, both ways.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_name: BTreeMap<String, String>,
    pub(super) by_alias: BTreeMap<String, String>,
}

impl Names {
    /// Aliases for all names in a schema, nested ones too, that a client does not take. No alias is a name of
    /// the schema.
    pub(super) fn of(schema: &Value, is_plain: fn(&str) -> bool) -> Self {
        let mut taken = BTreeSet::new();
        collect(schema, &mut taken);
        let mut names = Self::default();
        for name in taken.iter().filter(|name| !is_plain(name)) {
            let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
            let mut alias: String = name.chars().map(plain).take(50).collect();
            if !is_plain(&alias) {
                alias.insert(0, '_');
            }
            let is_taken =
                |alias: &str| taken.contains(alias) || names.by_alias.contains_key(alias);
            if is_taken(&alias) {
                alias.push('_');
                alias.push_str(digest(name).get(7..15).unwrap_or_default());
            }
            while is_taken(&alias) {
                alias.push('_');
            }
            names.by_name.insert(name.clone(), alias.clone());
            names.by_alias.insert(alias, name.clone());
        }
        names
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// The name under which a client sees a parameter.
    pub(super) fn plain<'n>(&'n self, name: &'n str) -> &'n str {
        self.by_name.get(name).map_or(name, String::as_str)
    }

    /// Whether a member somewhere in a value has a name that is changed.
    pub(super) fn are_in(&self, value: &Value) -> bool {
        match value {
            Value::Array(items) => items.iter().any(|it| self.are_in(it)),
            Value::Object(map) => {
                map.iter().any(|(key, it)| self.by_name.contains_key(key) || self.are_in(it))
            }
            _ => false,
        }
    }
}

/// The names of members that a schema speaks of at this level.
pub(super) fn mentioned(schema: &Value) -> impl Iterator<Item = &str> {
    let keys = |keyword: &str| schema.get(keyword).and_then(Value::as_object).into_iter().flatten();
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    let needed = keys("dependencies").filter_map(|(_, it)| it.as_array()).flatten();
    keys("properties")
        .chain(keys("dependencies"))
        .map(|(name, _)| name.as_str())
        .chain(required.chain(needed).filter_map(Value::as_str))
}

fn collect(schema: &Value, names: &mut BTreeSet<String>) {
    names.extend(mentioned(schema).map(str::to_owned));
    children(schema).for_each(|it| collect(it, names));
}
