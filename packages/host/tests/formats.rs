//! Every case of the formats through their component, one named test each, and what its instances may
//! not do.
//!
//! The tests are ignored unless asked for, since the component has to be built first. With
//! `AANA_CONFORMANCE_OUT` set to a folder, the hash of each answer is written there to
//! `component-wasmtime.formats.tsv`.

use std::{env, fs, path::Path, process::ExitCode, sync::OnceLock};

use aana_fixtures::{EntryPoints, format_cases, format_hashes};
use aana_host::formats::{
    Client, Descriptor, DescriptorError, Formats, Place, Position, Profile, Report, Severity,
};
use aana_host::{EngineOptions, LoadError, REFUSAL};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

type Outcome = Result<(), Failed>;
type Test = fn() -> Outcome;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = match format_cases() {
        Ok(cases) => cases,
        Err(error) => {
            eprintln!("the fixtures cannot be read:\n{error}");
            return ExitCode::FAILURE;
        }
    };
    let mut trials: Vec<Trial> = cases
        .iter()
        .cloned()
        .map(|case| trial(case.id.clone(), move || Ok(case.run(&Host(formats()))?)))
        .collect();
    let tests: [(&str, Test); 5] = [
        ("a finding has its place in what was checked", places),
        ("work beyond the fuel is an error, and the next call is served", fuel),
        ("descriptors plan calls and decide events", catalog),
        ("a session announces what its gate decides", session),
        ("the component of the gate is another one", other_world),
    ];
    trials.extend(tests.map(|(name, test)| trial(name.to_owned(), test)));
    if let Some(out) = env::var_os("AANA_CONFORMANCE_OUT") {
        trials.push(trial("hashes are written".to_owned(), move || {
            let lines = format_hashes(&cases, &Host(formats()))?;
            Ok(fs::write(Path::new(&out).join("component-wasmtime.formats.tsv"), lines)?)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: String, run: impl FnOnce() -> Outcome + Send + 'static) -> Trial {
    Trial::test(name, run).with_ignored_flag(true)
}

fn bytes(component: &str) -> Vec<u8> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = here.join("../../dist").join(component);
    fs::read(file).expect("`cargo xtask wasm formats-component` builds the component first")
}

/// The component, compiled once.
fn formats() -> &'static Formats {
    static FORMATS: OnceLock<Formats> = OnceLock::new();
    FORMATS.get_or_init(|| {
        Formats::new(&bytes("aana-formats.component.wasm"), EngineOptions::default())
            .expect("the component loads")
    })
}

const DESCRIPTOR: &str = r#"{
    "schema_version": "1.0", "app": {"id": "org.example.own", "name": "Own", "description": "Own pages"},
    "execution": {"type": "http", "base_url": "https://api.example.org"},
    "tools": [{"name": "get_page", "description": "Get a page",
        "execution": {"path": "/pages/${page_id}", "method": "GET"},
        "parameters": {"type": "object", "properties": {"page_id": {"type": "string"}}, "required": ["page_id"]}}]
}"#;

const EVENT: &str = r#"{
    "tool_name": "get_page", "tool_category": "public_read", "authorization_state": "none",
    "evidence_refs": [], "risk_domain": "research", "proposed_arguments": {"page_id": 7},
    "recommended_route": "accept"
}"#;

fn places() -> Outcome {
    let first = |report: Report| {
        let finding = report.findings.into_iter().next().filter(|it| !it.message.is_empty());
        finding.map(|it| (report.valid, it.item, it.rule, it.severity, it.place))
    };
    let found =
        |item, rule: &str, place| Some((false, item, rule.to_owned(), Severity::Error, place));
    let whole = || Place::Pointer(String::new());
    let event = first(formats().aaep_check_event("[]")?);
    check("of an event", event == found(None, "env.not-object", whole()))?;
    let stream = first(formats().aaep_check_stream("[]\n")?);
    check("of a stream", stream == found(Some(0), "env.not-object", whole()))?;
    let document = first(formats().tool_request_check(b"no front matter", "{}")??);
    check(
        "of a document",
        document == found(None, "fm.missing", Place::Text(Position { line: 1, column: 1 })),
    )?;
    let report = formats().descriptor_check("{}", Profile::Seed)?;
    check("what is not accepted", report.json.starts_with(r#"{"accepted":false,"#))?;
    let (valid, item, rule, severity, _) = first(report).ok_or("a descriptor has a finding")?;
    let descriptor =
        (valid, item, &*rule, severity) == (false, None, "field.missing", Severity::Error);
    check("of a descriptor", descriptor)?;
    check("facts that are there", formats().tool_request_bind(b"", "{}")?.is_ok())?;
    let refused = formats().tool_request_check(b"", "[]")?;
    let told = refused.is_err_and(|it| it.starts_with("the options are not a JSON object"));
    check("an error, for options that are not an object", told)
}

fn fuel() -> Outcome {
    let many = "[]\n".repeat(20_000);
    // A report is cut at a thousand errors, with one that says so.
    check("the defaults serve it", formats().aaep_check_stream(&many)?.findings.len() == 1_001)?;
    let options = EngineOptions { fuel: 20_000_000, ..EngineOptions::default() };
    let small = Formats::new(&bytes("aana-formats.component.wasm"), options)?;
    for failures in 1..3 {
        check("a small event is served", !small.aaep_check_event("[]")?.valid)?;
        check("a long stream is not", small.aaep_check_stream(&many).is_err())?;
        check("the failure is counted", small.failures() == failures)?;
    }
    Ok(())
}

fn catalog() -> Outcome {
    let descriptor =
        formats().descriptor(DESCRIPTOR, Profile::Seed).map_err(|error| error.to_string())?;
    let plan = descriptor.plan("get_page", r#"{"page_id": "a b"}"#)?;
    check("the call is planned", plan.contains("https://api.example.org/pages/a%20b"))?;
    let catalog = formats().catalog(&[&descriptor]).map_err(|error| error.to_string())?;
    check("the fault is told", catalog.event_faults(EVENT)?.contains("arguments_invalid"))?;
    let decide = |event: &str, mode| catalog.check_event(None, mode, event, 0);
    let refused = decide(EVENT, None)?;
    check("it is refused", refused.contains("arguments_invalid") && refused != REFUSAL)?;
    let accepted = decide(&EVENT.replace('7', r#""7""#), Some("shadow"))?;
    check("the other one is not", accepted.contains(r#""gate_decision":"pass""#))?;
    check("the mode counts", accepted.contains(r#""mode":"shadow""#))?;
    check("a faulty policy is told", catalog.check_event(Some("[]"), None, EVENT, 0).is_err())?;
    let back = catalog.carried_back(Client::Anthropic, "nobody__knows", "{}")?;
    check("a call leads back to a tool or to none", back.contains("plan.unknown_tool"))?;
    check("tools are listed", catalog.tools(Client::Mcp, true)?.contains("get_page"))?;
    match formats().descriptor("{}", Profile::Seed).err() {
        Some(DescriptorError::NotAccepted(report)) => check("not accepted", !report.valid),
        _ => Err("an empty descriptor is not accepted".into()),
    }
}

fn session() -> Outcome {
    let session =
        r#"{"session_id": "sess_1", "producer": {"agent_id": "gate"}, "subscriptions": []}"#;
    let request = r#"{"op": "start", "now": 1782829330000, "summary": "Looking it up.",
        "ids": ["00000000000000000000000000000001"]}"#;
    let answer = formats().aaep_session_step(None, None, session, request)??;
    check("it starts", answer.contains(r#""type":"aaep:agent.session.started""#))?;
    let faults = formats().aaep_session_step(Some("[]"), None, session, request)?;
    check("a faulty policy is said", faults.is_err_and(|it| it.starts_with(r#"[{"path":"#)))
}

fn other_world() -> Outcome {
    let error = Formats::new(&bytes("aana.component.wasm"), EngineOptions::default()).err();
    check("it is turned away", matches!(error, Some(LoadError::OtherWorld(_))))
}

fn check(what: &str, holds: bool) -> Outcome {
    if holds { Ok(()) } else { Err(format!("not so: {what}").into()) }
}

/// The component as the entry points of the runner. An instance that failed is an answer that nobody expects.
struct Host(&'static Formats);

fn text<T>(said: wasmtime::Result<T>, text: impl FnOnce(T) -> String) -> String {
    said.map_or_else(|error| format!("the instance failed: {error:#}"), text)
}

/// The text of a report, which says the same as its record.
fn report(report: Report) -> String {
    let json: Value = serde_json::from_str(&report.json).unwrap_or_default();
    let findings = json["findings"].as_array().map(Vec::as_slice).unwrap_or_default();
    let same = json.get("valid").or_else(|| json.get("accepted")) == Some(&report.valid.into())
        && findings.len() == report.findings.len()
        && findings.iter().zip(&report.findings).all(|(json, typed)| {
            let severity = match typed.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let place = match &typed.place {
                Place::Pointer(pointer) => json["pointer"] == **pointer,
                Place::Text(place) => json["line"] == place.line && json["column"] == place.column,
            };
            place
                && json["rule"] == *typed.rule
                && json["severity"] == severity
                && json["message"] == *typed.message
                && json["index"].as_u64() == typed.item.map(u64::from)
        });
    if same { report.json } else { "the record says something else than its text".to_owned() }
}

fn profile(word: &str) -> Profile {
    if word == "compat" { Profile::Compat } else { Profile::Seed }
}

impl EntryPoints for Host {
    type Descriptor = Descriptor;

    fn check_event(&self, event: &str) -> String {
        text(self.0.aaep_check_event(event), report)
    }

    fn check_reply(&self, reply: &str) -> String {
        text(self.0.aaep_check_reply(reply), report)
    }

    fn check_handshake(&self, message: &str) -> String {
        text(self.0.aaep_check_handshake(message), report)
    }

    fn check_stream(&self, lines: &str) -> String {
        text(self.0.aaep_check_stream(lines), report)
    }

    fn check_request(&self, document: &[u8], options: &str) -> String {
        text(self.0.tool_request_check(document, options), |it| it.map_or_else(|it| it, report))
    }

    fn request_digests(&self, document: &[u8]) -> String {
        text(self.0.tool_request_digests(document), |it| it)
    }

    fn bind_request(&self, document: &[u8], facts: &str) -> String {
        text(self.0.tool_request_bind(document, facts), |it| it.unwrap_or_else(|it| it))
    }

    fn check_descriptor(&self, descriptor: &str, word: &str) -> String {
        text(self.0.descriptor_check(descriptor, profile(word)), report)
    }

    fn descriptor(&self, descriptor: &str, word: &str) -> Result<Descriptor, String> {
        self.0.descriptor(descriptor, profile(word)).map_err(|error| error.to_string())
    }

    fn plan(&self, descriptor: &Descriptor, tool: &str, arguments: &str) -> String {
        text(descriptor.plan(tool, arguments), |it| it)
    }

    fn wire(&self, descriptor: &Descriptor, tool: &str, arguments: &str, secrets: &str) -> String {
        text(descriptor.wire(tool, arguments, secrets), |it| it)
    }

    fn check_answer(&self, descriptor: &Descriptor, tool: &str, answer: &str) -> String {
        text(descriptor.check_answer(tool, answer), report)
    }

    fn event_faults(&self, descriptors: &[Descriptor], event: &str) -> String {
        match self.0.catalog(&descriptors.iter().collect::<Vec<_>>()) {
            Ok(catalog) => text(catalog.event_faults(event), |it| it),
            Err(error) => error.to_string(),
        }
    }

    fn classify_facts(&self, facts: &str, authorization_state: &str, pinned: bool) -> String {
        text(self.0.classify_facts(facts, authorization_state, pinned), |it| it)
    }
}
