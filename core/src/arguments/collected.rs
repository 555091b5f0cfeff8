//! Keeps all that a reader tells, for tests.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use std::sync::LazyLock;

use serde_json::Value;

use super::effect::{Dialect, Effect, EffectCode, Finding, Nested, Row, Sink, Summary};

/// A sink that keeps everything.
#[derive(Debug, Default)]
pub(crate) struct Collected {
    pub(crate) summary: Summary,
    pub(crate) rows: Vec<Row>,
    pub(crate) nested: Vec<(&'static str, String)>,
}

impl Sink for Collected {
    fn row(&mut self, row: Row) {
        self.summary.add(row);
        self.rows.push(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.summary.findings.insert(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        self.nested.push(match nested {
            Nested::Path(text) => ("path", text.to_string()),
            Nested::Url(text) => ("url", text.to_string()),
            Nested::Sql(text, _) => ("sql", text.to_string()),
        });
    }
}

impl Collected {
    pub(crate) fn verdict(&self) -> &'static str {
        self.summary.effect.unwrap_or(Effect::Reads).as_str()
    }

    pub(crate) fn class(&self) -> Option<&'static str> {
        self.summary.class.map(crate::contract::VerbClass::as_str)
    }

    pub(crate) fn found(&self, finding: Finding) -> bool {
        self.summary.findings.contains(finding)
    }

    pub(crate) fn changes(&self, effect: EffectCode) -> bool {
        self.summary.effects.contains(effect)
    }

    /// The codes that keep a call from running.
    pub(crate) fn blockers(&self) -> Vec<&'static str> {
        self.summary.findings.iter().filter(|it| it.blocks()).map(Finding::as_str).collect()
    }
}

/// The cases of these kinds, from the file that all readers share.
pub(crate) fn cases(kinds: &[&str]) -> Vec<&'static Value> {
    static CASES: LazyLock<Value> = LazyLock::new(|| {
        serde_json::from_str(include_str!("../../../tests/arguments/cases.json")).unwrap()
    });
    let cases = CASES["cases"].as_array().unwrap().iter();
    cases.filter(|case| kinds.contains(&case["argument_kind"].as_str().unwrap())).collect()
}

/// The dialect of this name.
pub(crate) fn dialect(name: Option<&str>) -> Dialect {
    match name {
        None => Dialect::Unknown,
        Some("postgres") => Dialect::Postgres,
        Some("mysql") => Dialect::Mysql,
        Some("sqlite") => Dialect::Sqlite,
        Some("tsql") => Dialect::Tsql,
        Some("duckdb") => Dialect::Duckdb,
        Some(other) => panic!("{other}"),
    }
}
