//! Every operation as text in, text out: for bindings, which only pass strings on. The document itself
//! is always bytes, since its digest is over bytes.
//!
//! Nothing here fails. Options that cannot be read give an object with the one member `error`, a
//! sentence without any value of the input.

use aana_core::{
    contract::RiskDomain,
    json::{Limits as JsonLimits, parse_within},
    time,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::Rule as _;

use super::{
    ApprovalRecord, Capabilities, CheckOptions, Checked, EventOptions, HostFacts, InputFinding,
    LedgerEntry, Limits, Measured, MeasuredInput, Request,
};

/// Checks a document. `options` is an object with any of `file_name`, `now_ms` and `limits`
/// (`max_cpu_thousandths`, `max_memory_mb`, `max_time_sec`, `max_approval_age_sec`,
/// `clock_skew_sec`).
///
/// Gives `valid`, `route`, `errors` and `warnings` (names of rules, sorted), `findings` (`rule`,
/// `severity`, `line`, `column`, `message`), `document_sha256`, `content_sha256`, `request_id` and
/// `request` (null if the document is not valid).
///
/// # Example
///
/// ```
/// let said = aana_formats::tool_request::text::check(b"no front matter", "{}");
/// assert!(said.starts_with(r#"{"valid":false,"route":"ask","errors":["fm.missing"],"#));
/// ```
pub fn check(document: &[u8], options: &str) -> String {
    let options: CheckOptionsText = match read(options) {
        Ok(options) => options,
        Err(error) => return error,
    };
    let checked = options.check(document);
    json!({
        "valid": checked.report.is_valid(),
        "route": checked.route().as_str(),
        "errors": checked.error_ids(),
        "warnings": checked.warning_ids(),
        "findings": checked.report,
        "document_sha256": checked.document_sha256,
        "content_sha256": checked.content_sha256,
        "request_id": checked.request_id,
        "request": checked.request.as_ref().map(request),
    })
    .to_string()
}

/// The two digests of a document: `document_sha256`, and `content_sha256` or null.
pub fn digests(document: &[u8]) -> String {
    let checked = super::check(document, &CheckOptions::default());
    json!({
        "document_sha256": checked.document_sha256,
        "content_sha256": checked.content_sha256,
    })
    .to_string()
}

/// Checks a document and binds it. `facts` is an object with the options of [`check`] and any of
/// `record` (`request_id`, `document_sha256`, `approver`, `recorded_utc`, `expires_utc`, `verified`,
/// `promoted`, `revoked`, `second_approver`), `inputs` (a list of `name` with `size` and `sha256`, or
/// with a `status` of `missing`, `not_regular` or `too_large`), `ledger` (a list of pairs of id and
/// digest), `capabilities` (`network_allowlist`, `whole_cores_only`, `max_memory_mb`, `max_time_sec`),
/// `known_approvers`, `max_input_bytes`, `max_record_delay_sec`, `tool_name` and `risk_domain`.
///
/// Gives `errors`, `warnings`, `authorization_state`, `route`, `inputs` (for each input that differs, and each
/// file that is not declared: `rule`, `name`, `declared_sha256`, `found_sha256`, `message`), and the `event` for
/// the gate.
pub fn bind(document: &[u8], facts: &str) -> String {
    let facts: FactsText = match read(facts) {
        Ok(facts) => facts,
        Err(error) => return error,
    };
    let (checked, facts, options) = match facts.resolve(document) {
        Ok(resolved) => resolved,
        Err(sentence) => return error(sentence),
    };
    let binding = super::bind(&checked, &facts);
    json!({
        "errors": binding.errors,
        "warnings": binding.warnings,
        "authorization_state": binding.state.as_str(),
        "route": binding.route.as_str(),
        "inputs": binding.input_findings.iter().map(input_finding).collect::<Vec<_>>(),
        "event": super::event(&checked, &facts, &binding, &options),
    })
    .to_string()
}

/// A finding about an input, as JSON.
#[must_use]
pub fn input_finding(finding: &InputFinding) -> Value {
    json!({
        "rule": finding.rule.id(),
        "severity": finding.rule.severity().as_str(),
        "name": finding.name,
        "declared_sha256": finding.declared_sha256,
        "found_sha256": finding.found_sha256,
        "message": finding.message(),
    })
}

fn error(sentence: &str) -> String {
    json!({ "error": sentence }).to_string()
}

/// Reads strictly: first as JSON without duplicate names and the like, then by its form.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let limits = JsonLimits { max_bytes: 16 << 20, max_depth: 16 };
    if !parse_within(text, limits).is_ok_and(|value| value.as_object().is_some()) {
        return Err(error(
            "the options are not a JSON object, hold a name twice, or are too large",
        ));
    }
    serde_json::from_str(text).map_err(|fault| {
        let (line, column) = (fault.line(), fault.column());
        error(&format!(
            "the options have a member that is unknown, missing or of another kind than is due, at line {line}, column {column}"
        ))
    })
}

fn request(request: &Request) -> Value {
    let inputs: Vec<Value> = request
        .inputs
        .iter()
        .map(|(name, sha256)| json!({"name": name, "sha256": sha256}))
        .collect();
    json!({
        "request_id": request.request_id,
        "created_utc": time::format(request.created_ms),
        "requested_by": if request.requested_by_human { "human" } else { "core_draft" },
        "approved_by": request.approved_by,
        "approved_utc": time::format(request.approved_ms),
        "purpose": request.purpose,
        "language": request.language.as_str(),
        "network_allowlist": request.network_allowlist,
        "cpu_limit": request.cpu_limit,
        "memory_limit_mb": request.memory_limit_mb,
        "time_limit_sec": request.time_limit_sec,
        "inputs": inputs,
        "outputs": request.outputs,
        "argv": request.argv,
        "risk_level": request.risk_level.as_str(),
        "data_sensitivity": request.sensitivity.as_str(),
        "script_unbound": request.script_unbound,
    })
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct CheckOptionsText {
    file_name: Option<String>,
    now_ms: Option<i64>,
    limits: LimitsText,
}

impl CheckOptionsText {
    fn check(&self, document: &[u8]) -> Checked {
        let options = CheckOptions {
            file_name: self.file_name.as_deref(),
            now_ms: self.now_ms,
            limits: self.limits.limits(),
        };
        super::check(document, &options)
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct LimitsText {
    max_cpu_thousandths: Option<u32>,
    max_memory_mb: Option<u32>,
    max_time_sec: Option<u32>,
    max_approval_age_sec: Option<u32>,
    clock_skew_sec: Option<u32>,
}

impl LimitsText {
    fn limits(&self) -> Limits {
        let due = Limits::default();
        Limits {
            max_cpu_thousandths: self.max_cpu_thousandths.unwrap_or(due.max_cpu_thousandths),
            max_memory_mb: self.max_memory_mb.unwrap_or(due.max_memory_mb),
            max_time_sec: self.max_time_sec.unwrap_or(due.max_time_sec),
            max_approval_age_sec: self.max_approval_age_sec.unwrap_or(due.max_approval_age_sec),
            clock_skew_sec: self.clock_skew_sec.unwrap_or(due.clock_skew_sec),
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct FactsText {
    file_name: Option<String>,
    now_ms: Option<i64>,
    limits: LimitsText,
    record: Option<RecordText>,
    inputs: Option<Vec<InputText>>,
    ledger: Option<Vec<(String, String)>>,
    capabilities: CapabilitiesText,
    known_approvers: Vec<String>,
    max_input_bytes: Option<u64>,
    max_record_delay_sec: Option<u32>,
    tool_name: Option<String>,
    risk_domain: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordText {
    request_id: String,
    document_sha256: String,
    approver: String,
    recorded_utc: String,
    #[serde(default)]
    expires_utc: Option<String>,
    verified: bool,
    promoted: bool,
    #[serde(default)]
    revoked: bool,
    #[serde(default)]
    second_approver: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InputText {
    name: String,
    #[serde(default)]
    size: Option<u64>,
    #[serde(default)]
    sha256: Option<String>,
    #[serde(default)]
    status: Option<StatusText>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum StatusText {
    Missing,
    NotRegular,
    TooLarge,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct CapabilitiesText {
    network_allowlist: bool,
    whole_cores_only: bool,
    max_memory_mb: Option<u32>,
    max_time_sec: Option<u32>,
}

const NO_TIME: &str = "`record` has a time that is not an RFC 3339 date and time";

impl RecordText {
    fn record(self) -> Result<ApprovalRecord, &'static str> {
        let expires_ms = match &self.expires_utc {
            Some(text) => Some(time::parse(text).ok_or(NO_TIME)?),
            None => None,
        };
        Ok(ApprovalRecord {
            request_id: self.request_id,
            document_sha256: self.document_sha256,
            approver: self.approver,
            recorded_ms: time::parse(&self.recorded_utc).ok_or(NO_TIME)?,
            expires_ms,
            verified: self.verified,
            promoted: self.promoted,
            revoked: self.revoked,
            second_approver: self.second_approver,
        })
    }
}

impl InputText {
    fn measured(self) -> Result<Measured, &'static str> {
        let is = match (self.status, self.size, self.sha256) {
            (Some(StatusText::Missing), None, None) => MeasuredInput::Missing,
            (Some(StatusText::NotRegular), None, None) => MeasuredInput::NotRegular,
            (Some(StatusText::TooLarge), _, None) => MeasuredInput::TooLarge,
            (None, Some(size), Some(sha256)) => MeasuredInput::File { size, sha256 },
            _ => return Err("an entry of `inputs` needs `size` and `sha256`, or a `status` alone"),
        };
        Ok(Measured { name: self.name, is })
    }
}

impl FactsText {
    /// The checked document and what the facts say, or why they say nothing.
    fn resolve(self, document: &[u8]) -> Result<(Checked, HostFacts, EventOptions), &'static str> {
        let due = HostFacts::default();
        let default_options = EventOptions::default();
        let limits = self.limits.limits();
        let check = CheckOptionsText {
            file_name: self.file_name,
            now_ms: self.now_ms,
            limits: self.limits,
        };
        let risk_domain = match &self.risk_domain {
            Some(word) => {
                RiskDomain::parse(word).ok_or("`risk_domain` is not one of the contract's")?
            }
            None => default_options.risk_domain,
        };
        let inputs = match self.inputs {
            Some(inputs) => {
                Some(inputs.into_iter().map(InputText::measured).collect::<Result<_, _>>()?)
            }
            None => None,
        };
        let ledger = self.ledger.map(|entries| {
            let entry = |(request_id, document_sha256)| LedgerEntry { request_id, document_sha256 };
            entries.into_iter().map(entry).collect()
        });
        let facts = HostFacts {
            now_ms: self.now_ms,
            record: self.record.map(RecordText::record).transpose()?,
            inputs,
            ledger,
            capabilities: Capabilities {
                network_allowlist: self.capabilities.network_allowlist,
                whole_cores_only: self.capabilities.whole_cores_only,
                max_memory_mb: self.capabilities.max_memory_mb,
                max_time_sec: self.capabilities.max_time_sec,
            },
            known_approvers: self.known_approvers,
            max_input_bytes: self.max_input_bytes.unwrap_or(due.max_input_bytes),
            max_record_delay_sec: self.max_record_delay_sec.unwrap_or(due.max_record_delay_sec),
            clock_skew_sec: limits.clock_skew_sec,
        };
        let options = EventOptions {
            tool_name: self.tool_name.unwrap_or(default_options.tool_name),
            risk_domain,
        };
        Ok((check.check(document), facts, options))
    }
}
