//! Whether a schema is draft-07, stays within itself, and can be checked in bounded time.
//!
//! A validator is only built of a schema that passed here: one that reaches out, one whose `$ref`s go
//! in a circle (which validators take as allowing everything) and one that makes checking a small value
//! need too much time were refused before.

mod budget;
mod cost;
mod graph;
mod keywords;
mod order;
mod pattern;
#[cfg(feature = "arguments")]
mod rates;
mod reference;
#[cfg(feature = "arguments")]
mod steps;
#[cfg(feature = "arguments")]
mod unique;

use serde_json::Value;

pub(super) use budget::Budget;
pub(super) use keywords::{harmless_beside_ref, is_later, is_snake_case};
pub(super) use reference::{follow, steps};
#[cfg(feature = "arguments")]
pub(super) use {
    rates::Rates,
    steps::{Allowance, Place},
};

use graph::Graph;

use super::{
    DescriptorRule as Rule,
    findings::{Findings, member},
};

/// Looks at a schema that stands at `at` in the descriptor. Returns whether a validator may be built.
pub(super) fn check(
    schema: &Value,
    at: &str,
    budget: &mut Budget,
    findings: &mut Findings<Rule>,
) -> bool {
    if !dialect(schema, at, findings) {
        return false;
    }
    let mut found = Findings::new();
    let graph = Graph::of(schema, at, budget, &mut found);
    if graph.too_many {
        let message = format!(
            "the tools of this descriptor have more than {} schemas together, those within schemas \
             counted",
            budget::MOST_SCHEMAS
        );
        found.add(Rule::SchemaTooCostly, at, message);
    }
    if found.clean() {
        let order = graph.in_place_order();
        for (pointer, message) in order.cycles {
            found.add(Rule::SchemaRefCycle, &pointer, message);
        }
        if found.clean()
            && let Some(pointer) = cost::too_costly(&graph, &order.sorted)
        {
            found.add(
                Rule::SchemaTooCostly,
                &pointer,
                "checking one value by this schema could take very many steps, because it is \
                 reached over and over again; use each part of a schema fewer times",
            );
        }
    }
    let usable = found.clean();
    findings.append(found);
    usable
}

/// `$schema`, which a validator that was told the dialect would pass over.
fn dialect(schema: &Value, at: &str, findings: &mut Findings<Rule>) -> bool {
    let pointer = member(at, "$schema");
    match schema.get("$schema") {
        None => true,
        Some(Value::String(dialect)) => match dialect.strip_suffix('#').unwrap_or(dialect) {
            "http://json-schema.org/draft-07/schema" => true,
            "https://json-schema.org/draft-07/schema" => {
                let message = "`$schema` is spelt with https; draft-07 is `http://json-schema.org/draft-07/schema#`";
                findings.add(Rule::SchemaDialectAlias, &pointer, message);
                true
            }
            _ => {
                let message = "`$schema` names another dialect; only draft-07 is allowed, and may be left out";
                findings.add(Rule::SchemaDialect, &pointer, message);
                false
            }
        },
        Some(_) => {
            findings.add(Rule::SchemaInvalid, &pointer, "`$schema` is a string");
            false
        }
    }
}
