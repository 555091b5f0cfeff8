//! The published JSON Schemas are sound, and what is said to follow them does.

use std::fs;
use std::path::{Path, PathBuf};

use aana_core::codes::FaultCode;
use aana_core::{Fault, Gate, Step};
use aana_fixtures::{Suite, conformance_dir, parse_strict, read_blessed, unix_ms};
use jsonschema::{Registry, Validator};
use serde_json::Value;

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// A file of the workspace.
fn file(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The files of a folder with this extension, of which there are some.
fn files(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(file(folder)).expect("the folder can be read");
    let mut found: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|it| it == extension));
    found.sort();
    assert!(!found.is_empty());
    found
}

fn read(path: impl AsRef<Path>) -> Value {
    let path = file(path);
    let name = path.display();
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    parse_strict(&text).unwrap_or_else(|error| panic!("{name}: {error:#}"))
}

/// A schema that says of which dialect and which it is, and follows that of its dialect.
fn schema(path: impl AsRef<Path>) -> Validator {
    let path = path.as_ref();
    let name = path.display();
    let schema = read(path);
    assert_eq!(schema["$schema"], DIALECT, "{name}");
    let id = schema["$id"].as_str().unwrap_or_default();
    assert!(id.starts_with("https://"), "{name}: `$id` is not an https address: {id}");
    if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
        panic!("{name} is not a valid schema: {error} at `{}`", error.instance_path());
    }
    // Those of the formats refer to those of the gate.
    let registry =
        ["agent_tool_precheck", "decision"].iter().fold(Registry::new(), |known, name| {
            let known_schema = read(format!("schemas/{name}.schema.json"));
            let id = known_schema["$id"].as_str().unwrap().to_owned();
            known.add(id, known_schema).unwrap()
        });
    let registry = registry.prepare().unwrap();
    jsonschema::draft202012::options()
        .should_validate_formats(true)
        .with_registry(&registry)
        .build(&schema)
        .unwrap_or_else(|error| panic!("{name} cannot be compiled: {error}"))
}

/// Collects what breaks its schema.
#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    /// Notes the first few places in which a value breaks a schema.
    fn check(&mut self, schema: &Validator, what: &str, value: &Value) {
        for error in schema.iter_errors(value).take(3) {
            // Masked: a case may hold a made-up secret, and a log is not a place for it.
            self.0.push(format!("{what}: `{}`: {}", error.instance_path(), error.masked()));
        }
    }

    fn none(self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

#[test]
fn every_schema_names_itself_and_is_valid() {
    for folder in ["schemas", "schemas/aaep", "schemas/formats"] {
        for path in files(folder, "json") {
            schema(path);
        }
    }
}

#[test]
fn cases_follow_theirs() {
    let case = schema("tests/conformance/case.schema.json");
    let mut findings = Findings::default();
    for path in files(conformance_dir().join("cases"), "json") {
        findings.check(&case, &path.display().to_string(), &read(&path));
    }
    findings.none();
}

#[test]
fn policies_follow_theirs() {
    let policy = schema("schemas/policy.schema.json");
    let mut findings = Findings::default();
    findings.check(&policy, "examples/policy.json", &read("examples/policy.json"));
    let suite = Suite::load().unwrap();
    let policies = suite.cases().filter_map(|case| Some((&case.id, case.policy.as_deref()?)));
    for (id, text) in policies {
        findings.check(&policy, &format!("policy of {id}"), &parse_strict(text).unwrap());
    }
    findings.none();
}

#[test]
fn recorded_decisions_follow_theirs() {
    let decision = schema("schemas/decision.schema.json");
    let mut findings = Findings::default();
    for path in files(conformance_dir().join("decisions"), "jsonl") {
        let text = fs::read_to_string(&path).unwrap();
        for line in read_blessed(&text).unwrap() {
            let what = format!("decision of {}", line.id);
            findings.check(&decision, &what, &parse_strict(&line.decision).unwrap());
        }
    }
    findings.none();
}

/// A host that refuses in place of the gate says so with codes of its own.
#[test]
fn refusals_of_hosts_follow_theirs() {
    let decision = schema("schemas/decision.schema.json");
    let mut findings = Findings::default();
    for &code in FaultCode::OF_HOSTS {
        let no_steps: [Step<'_>; 0] = [];
        let fault = Fault::at(&no_steps, code, "it is not run".to_owned());
        let text = Gate::default().refuse(vec![fault], 0).to_json();
        findings.check(&decision, code.as_str(), &parse_strict(&text).unwrap());
    }
    findings.none();
}

/// Each event of the contract's examples is valid or not as it says, and gets its route.
#[test]
fn examples_are_as_they_say() {
    let event = schema("schemas/agent_tool_precheck.schema.json");
    let now = unix_ms("2026-05-10T00:00:00Z").unwrap();
    let file = read("examples/agent_action_contract_cases.json");
    let examples = file["cases"].as_array().unwrap();
    assert!(!examples.is_empty());
    for example in examples {
        let id = &example["id"];
        let valid = example["schema_valid"].as_bool().unwrap_or(true);
        assert_eq!(event.is_valid(&example["event"]), valid, "{id}");
        let text = example["event"].to_string();
        let decision = Gate::default().check(&text, now);
        assert_eq!(example["expected_route"], decision.route().as_str(), "{id}");
    }
}
