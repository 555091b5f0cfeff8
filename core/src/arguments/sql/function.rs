//! What a function does that a statement calls.

use alloc::string::String;

use crate::arguments::{short::Short, steps::step, tables};
use crate::contract::VerbClass;

/// A name that is called.
pub(super) struct Callee<'a> {
    pub(super) schema: Option<&'a str>,
    pub(super) name: &'a str,
}

/// What is known about a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// It changes nothing.
    Reads,
    /// It does something of this class.
    Acts(VerbClass),
    /// Nothing, or that nobody should say.
    Not,
}

/// Schemas whose functions are the database's own.
const OWN_SCHEMAS: [&str; 3] = ["information_schema", "pg_catalog", "sys"];

impl Callee<'_> {
    /// What the function does. An operator's list adds to the functions that read.
    pub(super) fn judge(&self, read_functions: &[String]) -> Known {
        let name = Short::lower(&[self.name]);
        // Most calls are of these; no other list holds one of them.
        if self.schema.is_none() && tables::sql::SQL_PURE.contains(name.as_str()) {
            return Known::Reads;
        }
        let (name, schema) = (name, self.schema.map(|it| Short::lower(&[it])));
        let full = self.schema.map(|schema| Short::lower(&[schema, ".", self.name]));
        let names = [full.as_ref(), Some(&name), schema.as_ref()];
        if let Some(class) = names.into_iter().flatten().find_map(|name| acts(name.as_str())) {
            return Known::Acts(class);
        }
        let called = full.as_ref().unwrap_or(&name).as_str();
        let is_listed = read_functions.iter().any(|listed| {
            step(listed.len());
            !called.is_empty() && called.eq_ignore_ascii_case(listed)
        });
        let own = schema.is_none_or(|schema| OWN_SCHEMAS.contains(&schema.as_str()));
        if is_listed || (own && reads(name.as_str())) { Known::Reads } else { Known::Not }
    }
}

fn acts(name: &str) -> Option<VerbClass> {
    // All of that family run a text on another server.
    let is_link = name.starts_with("dblink");
    tables::sql::SQL_SIDE.get(name).or_else(|| is_link.then_some(VerbClass::Exec))
}

/// Functions that run a text, though their names begin like those of others that only read.
const RUN_TEXTS: [&str; 3] = ["json_execute_serialized_sql", "ts_rewrite", "ts_stat"];

fn reads(name: &str) -> bool {
    !tables::sql::SQL_UNSURE.contains(name)
        && !RUN_TEXTS.contains(&name)
        && (tables::sql::SQL_PURE.contains(name)
            || (tables::sql::SQL_PREFIX.iter().any(|prefix| name.starts_with(prefix))
                && !name.split('_').any(|word| tables::sql::SQL_NOT_PREFIXED.contains(word))))
}

#[cfg(test)]
mod tests {
    use super::{RUN_TEXTS, acts, tables::sql};

    #[test]
    fn no_function_is_in_two_lists() {
        for name in sql::SQL_PURE.iter() {
            assert!(acts(name).is_none() && !sql::SQL_UNSURE.contains(name), "{name}");
            assert!(!RUN_TEXTS.contains(&name), "{name}");
        }
        for name in sql::SQL_UNSURE.iter() {
            assert!(acts(name).is_none(), "{name}");
        }
    }
}
