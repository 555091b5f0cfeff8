//! The JSON Schemas are sound, and what they describe agrees with them.

use aana_core::Gate;
use aana_fixtures::{Suite, conformance_dir, parse_strict, read_blessed, unix_ms};
use anyhow::{Context as _, Result, bail};
use jsonschema::Validator;
use serde_json::Value;

use crate::report::{self, Outcome};
use crate::workspace::{files, read, relative};

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
const EXAMPLES: &str = "examples/agent_action_contract_cases.json";

/// Checks the schemas, then everything that they describe.
pub(crate) fn check() -> Result<Outcome> {
    let mut findings = Findings::default();
    for folder in ["schemas", "schemas/aaep"] {
        for file in files(folder, "json")? {
            findings.schema(&file.to_string_lossy())?;
        }
    }
    let case_schema = findings.schema("tests/conformance/case.schema.json")?;
    let policy_schema = findings.schema("schemas/policy.schema.json")?;
    let decision_schema = findings.schema("schemas/decision.schema.json")?;
    let event_schema = findings.schema("schemas/agent_tool_precheck.schema.json")?;

    for file in files(conformance_dir().join("cases"), "json")? {
        findings.valid(&case_schema, &relative(&file), &parse_strict(&read(&file)?)?);
    }
    for case in Suite::load()?.cases() {
        if let Some(policy) = &case.policy {
            findings.valid(
                &policy_schema,
                &format!("policy of {}", case.id),
                &parse_strict(policy)?,
            );
        }
    }
    findings.valid(
        &policy_schema,
        "examples/policy.json",
        &parse_strict(&read("examples/policy.json")?)?,
    );
    for file in files(conformance_dir().join("decisions"), "jsonl")? {
        for line in read_blessed(&read(&file)?).map_err(anyhow::Error::msg)? {
            findings.valid(
                &decision_schema,
                &format!("decision of {}", line.id),
                &parse_strict(&line.decision)?,
            );
        }
    }
    findings.examples(&event_schema)?;
    findings.finish()
}

/// What was looked at and what was wrong with it.
#[derive(Default)]
struct Findings {
    checked: usize,
    wrong: Vec<String>,
}

impl Findings {
    /// Reads a schema: it must name its dialect and itself, and follow the dialect's own schema.
    fn schema(&mut self, file: &str) -> Result<Validator> {
        let schema = parse_strict(&read(file)?).with_context(|| file.to_owned())?;
        if schema["$schema"] != DIALECT {
            self.wrong.push(format!("{file}: `$schema` is not {DIALECT}"));
        }
        if !schema["$id"].as_str().is_some_and(|id| id.starts_with("https://")) {
            self.wrong.push(format!("{file}: `$id` is not an https address"));
        }
        if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
            bail!("{file} is no valid schema: {error} at `{}`", error.instance_path());
        }
        self.checked += 1;
        jsonschema::draft202012::options()
            .should_validate_formats(true)
            .build(&schema)
            .map_err(|error| anyhow::anyhow!("{file} cannot be compiled: {error}"))
    }

    /// Notes the first few places in which a value breaks a schema.
    fn valid(&mut self, schema: &Validator, what: &str, value: &Value) {
        self.checked += 1;
        for error in schema.iter_errors(value).take(3) {
            // Masked: a case may hold a made-up secret, and a log is no place for it.
            self.wrong.push(format!("{what}: `{}`: {}", error.instance_path(), error.masked()));
        }
    }

    /// The examples of the contract: each event is valid or not as it says, and gets its route.
    fn examples(&mut self, event_schema: &Validator) -> Result<()> {
        let file = parse_strict(&read(EXAMPLES)?)?;
        let examples = file["cases"].as_array().filter(|cases| !cases.is_empty());
        let now =
            unix_ms("2026-05-10T00:00:00Z").context("the time of the examples cannot be read")?;
        for example in examples.with_context(|| format!("{EXAMPLES} holds no cases"))? {
            let label = format!("{EXAMPLES}: {}", example["id"]);
            self.checked += 1;
            let expected = example["schema_valid"].as_bool().unwrap_or(true);
            if event_schema.is_valid(&example["event"]) != expected {
                self.wrong.push(format!("{label}: `schema_valid` should not be {expected}"));
            }
            let event = example["event"].to_string();
            let route = Gate::default().check(&event, now).route().as_str();
            if example["expected_route"] != route {
                self.wrong.push(format!("{label}: the route is {route}"));
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Outcome> {
        report::lines(&self.wrong, "");
        if !self.wrong.is_empty() {
            bail!("faults in schemas or what they describe: {}", self.wrong.len());
        }
        report::line(&format!("{} documents are as their schemas say", self.checked));
        Ok(Outcome::passed(format!("documents: {}", self.checked)))
    }
}
