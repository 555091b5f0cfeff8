//! The published schema files against the rules: what one takes, the other takes.

use std::{collections::BTreeMap, fs, path::PathBuf};

use aana_formats::{
    Finding, Place,
    aaep::{AaepRule, check_event, check_handshake, check_reply},
};
use jsonschema::Validator;
use serde_json::{Value, json};

fn folder(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(path: PathBuf) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The schema of each type, by its name without the prefix.
fn schemas() -> BTreeMap<String, Validator> {
    let mut schemas = BTreeMap::new();
    for file in fs::read_dir(folder("schemas/aaep")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().replace(".schema.json", "");
        let schema = read(path);
        let id = format!("https://aana.dev/schemas/aaep/{name}.schema.json");
        assert_eq!(schema["$id"], id);
        schemas.insert(name, jsonschema::validator_for(&schema).unwrap());
    }
    assert_eq!(schemas.len(), 20);
    schemas
}

fn errors(document: &Value) -> Vec<Finding<AaepRule>> {
    let text = document.to_string();
    let name = document["type"].as_str().unwrap_or_default();
    let report = match name.split('.').next_back() {
        Some("reply") => check_reply(&text),
        _ if name.starts_with("subscription.") => check_handshake(&text),
        _ => check_event(&text),
    };
    report.errors().cloned().collect()
}

/// What a schema does not say: it asserts no formats, knows no secrets and no name spaces.
fn beyond_schema(finding: &Finding<AaepRule>) -> bool {
    let Place::Pointer(pointer) = &finding.place else { return true };
    matches!(
        finding.rule,
        AaepRule::FieldFormat
            | AaepRule::Secret
            | AaepRule::Timestamp
            | AaepRule::TypeForm
            | AaepRule::TypeUnknownCore
            | AaepRule::ExtensionUndeclared
    ) || (finding.rule == AaepRule::Context && pointer != "/@context")
}

/// Whether the schema of its type, or for other types the envelope, takes the document.
fn taken(schemas: &BTreeMap<String, Validator>, document: &Value) -> bool {
    let name = document["type"].as_str().unwrap_or_default();
    let schema = schemas.get(name.strip_prefix("aaep:").unwrap_or(name));
    schema.unwrap_or(&schemas["envelope"]).is_valid(document)
}

fn agrees(schemas: &BTreeMap<String, Validator>, document: &Value) {
    let errors = errors(document);
    let name = document["type"].as_str().unwrap_or_default();
    if name.starts_with("https://") {
        return; // the long form of a type is read, and not what a schema describes
    }
    let by_rules = errors.iter().all(beyond_schema);
    let by_schema = taken(schemas, document);
    // A rule can hide behind one that a schema does not know, at the same place.
    let hidden = errors.iter().any(beyond_schema);
    assert!(by_rules == by_schema || (hidden && !by_schema), "{errors:?}\n{document}");
}

fn valid_documents() -> Vec<Value> {
    let seed = read(folder("tests/conformance/formats/aaep/seed_examples.json"));
    let mut documents = seed["examples"].as_array().unwrap().clone();
    let cases = read(folder("tests/conformance/formats/aaep/cases.json"));
    for case in cases["cases"].as_array().unwrap() {
        if case["expected"]["valid"] == true {
            match &case["input"] {
                Value::Array(items) => {
                    let real = |item: &&Value| item["type"].is_string() && errors(item).is_empty();
                    documents.extend(items.iter().filter(real).cloned());
                }
                input => documents.push(input.clone()),
            }
        }
    }
    let more = read(folder("tests/conformance/formats/aaep/more_cases.json"));
    for case in more["cases"].as_array().unwrap() {
        if case["target"] == "handshake" && case["expected"]["valid"] == true {
            documents.push(case["input"].clone());
        }
    }
    documents
}

#[test]
fn examples_of_the_seed_pass_both() {
    let schemas = schemas();
    let seed = read(folder("tests/conformance/formats/aaep/seed_examples.json"));
    let examples = seed["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let report = check_event(&example.to_string());
        assert!(report.findings().is_empty(), "{report:?}");
        assert!(taken(&schemas, example));
    }
}

#[test]
fn cases_are_judged_alike() {
    let schemas = schemas();
    let cases = read(folder("tests/conformance/formats/aaep/cases.json"));
    let mut judged = 0;
    for case in cases["cases"].as_array().unwrap() {
        let items = match &case["input"] {
            Value::Array(items) if case["kind"] == "stream" => items.clone(),
            input => vec![input.clone()],
        };
        for item in items.iter().filter(|item| item["x_marker"].is_null()) {
            agrees(&schemas, item);
            judged += 1;
        }
    }
    assert!(judged > 400, "{judged}");
}

/// Each member of each valid document is removed, and replaced by things that it may not be.
#[test]
fn neighbours_of_valid_documents_are_judged_alike() {
    let schemas = schemas();
    let others = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(86_400_001),
        json!(""),
        json!("x"),
        json!("high"),
        json!("x".repeat(4_097)),
        json!("x".repeat(16_385)),
        json!([]),
        json!(["x", "x"]),
        json!({}),
        json!({"x": 1}),
        json!("critical"),
        json!("2026-06-30T14:22:11.34Z"),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for document in valid_documents() {
        let shape: Vec<&String> = document.as_object().unwrap().keys().collect();
        if !seen.insert(format!("{}{shape:?}", document["type"])) {
            continue;
        }
        agrees(&schemas, &document);
        for name in shape.into_iter().filter(|name| *name != "type") {
            let mut less = document.clone();
            less.as_object_mut().unwrap().remove(name);
            agrees(&schemas, &less);
            for other in &others {
                let mut changed = document.clone();
                changed[name] = other.clone();
                agrees(&schemas, &changed);
            }
        }
        for name in ["x_mine", "aaep_mine", "@graph"] {
            let mut more = document.clone();
            more[name] = json!(1);
            agrees(&schemas, &more);
        }
    }
    assert!(seen.len() > 20, "{}", seen.len());
}

#[test]
fn every_file_holds_the_same_envelope() {
    let envelope = read(folder("schemas/aaep/envelope.schema.json"));
    for file in fs::read_dir(folder("schemas/aaep")).unwrap() {
        let schema = read(file.unwrap().path());
        if let Some(bundled) = schema.get("$defs") {
            assert_eq!(bundled["envelope"], envelope);
        }
    }
}
