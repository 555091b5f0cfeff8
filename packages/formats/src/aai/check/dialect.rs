//! Documents of the same name and another shape: one clear finding instead of twenty consequences.

use serde_json::Value;

use super::{Object, Rule};

/// The rule, member and message for a document that is not of this format.
pub(super) fn other(root: &Object) -> Option<(Rule, &'static str, &'static str)> {
    if root.contains_key("platforms") && !root.contains_key("tools") {
        return Some((
            Rule::DialectPlatforms,
            "platforms",
            "the document has the shape with `platforms`, which came before `aai.json` 1.0 and is not read",
        ));
    }
    if root.contains_key("schema_version") {
        return None;
    }
    if let Some(version) = root.get("schemaVersion") {
        let second = matches!(version, Value::String(it) if it.starts_with('2'));
        return Some(if second && root.contains_key("access") {
            (
                Rule::DialectV2Access,
                "access",
                "the document has the shape 2.0, which says how to reach an application and declares no \
                 tools; connect to what `access` names and gate the calls there",
            )
        } else if second {
            let at = if root.contains_key("identity") { "identity" } else { "schemaVersion" };
            (
                Rule::DialectV2Catalog,
                at,
                "the document has the drafted shape 2.0, which is not read",
            )
        } else {
            (
                Rule::DialectCamelCase,
                "schemaVersion",
                "the document has the later shape with camel-case names, which is not read; this format \
                 has `schema_version`. The profile compat lists and gates its tools",
            )
        });
    }
    root.contains_key("aai").then_some((
        Rule::DialectAai03,
        "aai",
        "the document is a manifest `aai: 0.3`, which declares no tools",
    ))
}
