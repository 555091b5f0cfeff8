//! A bound request as an event of the Agent Action Contract, with its evidence.

use aana_core::contract::{RiskDomain, Route};
use serde_json::{Map, Value, json};

use crate::tool_request::{Binding, Checked, HostFacts, Request, Sensitivity};

/// What the host calls the tool and where it places the risk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventOptions {
    /// The name of the tool that runs requests.
    pub tool_name: String,
    /// The domain of the risk: from the host, never from the document.
    pub risk_domain: RiskDomain,
}

impl Default for EventOptions {
    /// `tool_exec.run`, `devops`.
    fn default() -> Self {
        Self { tool_name: "tool_exec.run".to_owned(), risk_domain: RiskDomain::Devops }
    }
}

/// The event to put to the gate before the run. It holds counts, names of rules and fixed sentences,
/// and of the request only what the tool is to be called with; of a document that is not valid only
/// the digest.
///
/// The tool must take its arguments from `proposed_arguments` of the accepted event, not from a second
/// reading of the file.
#[must_use]
pub fn event(
    checked: &Checked,
    facts: &HostFacts,
    binding: &Binding,
    options: &EventOptions,
) -> Value {
    let request = checked.request.as_ref();
    let mut event = Map::new();
    let mut put = |name: &str, value: Value| {
        event.insert(name.to_owned(), value);
    };
    put("tool_name", json!(options.tool_name));
    put("tool_category", json!("write"));
    put("authorization_state", json!(binding.state.as_str()));
    put("evidence_refs", Value::Array(evidence(checked, facts, binding)));
    put("risk_domain", json!(options.risk_domain.as_str()));
    put(
        "proposed_arguments",
        request.map_or_else(
            || json!({"document_sha256": checked.document_sha256}),
            |request| arguments(checked, request),
        ),
    );
    put("recommended_route", json!(binding.route.as_str()));
    put("schema_version", json!("aana.agent_tool_precheck.v1"));
    if let Some(request_id) = &checked.request_id {
        put("request_id", json!(request_id));
    }
    Value::Object(event)
}

const REDACTED: &str = "[redacted]";

/// What the tool is called with. Of confidential data the words and names stay out: the digest stands
/// for them.
fn arguments(checked: &Checked, request: &Request) -> Value {
    let hide = request.sensitivity == Sensitivity::Confidential;
    let name = |name: &String| if hide { REDACTED.to_owned() } else { name.clone() };
    let argv: Vec<String> = if hide {
        request.argv.iter().take(1).cloned().chain([REDACTED.to_owned()]).collect()
    } else {
        request.argv.clone()
    };
    let inputs: Vec<Value> = request
        .inputs
        .iter()
        .map(|(input, sha256)| json!({"name": name(input), "sha256": sha256}))
        .collect();
    let outputs: Vec<String> = request.outputs.iter().map(name).collect();
    json!({
        "document_sha256": checked.document_sha256,
        "content_sha256": checked.content_sha256,
        "language": request.language.as_str(),
        "argv": argv,
        "network": if request.network_allowlist.is_some() { "allowlist" } else { "none" },
        "network_allowlist": request.network_allowlist.clone().unwrap_or_default(),
        "limits": {
            "cpu": request.cpu_limit,
            "memory_mb": request.memory_limit_mb,
            "time_sec": request.time_limit_sec,
        },
        "inputs": inputs,
        "outputs": outputs,
    })
}

/// One reference to evidence.
struct Reference<'a> {
    source_id: String,
    kind: &'a str,
    trust_tier: &'a str,
    summary: String,
    freshness: &'a str,
    provenance: &'a str,
}

impl Reference<'_> {
    fn json(self) -> Value {
        let redaction_status = if self.kind == "policy" { "public" } else { "redacted" };
        json!({
            "source_id": self.source_id,
            "kind": self.kind,
            "trust_tier": self.trust_tier,
            "redaction_status": redaction_status,
            "summary": self.summary,
            "freshness": {"status": self.freshness},
            "provenance": self.provenance,
        })
    }
}

fn evidence(checked: &Checked, facts: &HostFacts, binding: &Binding) -> Vec<Value> {
    let short = checked.document_sha256.get(..16).unwrap_or_default();
    let mut refs = Vec::new();
    // On accept the approval covers the document, and a weak reference would speak against it.
    if binding.route != Route::Accept {
        refs.push(draft(checked, short));
    }
    refs.push(validation(checked, short));
    if let Some(request) = &checked.request {
        let record = facts.record.as_ref().filter(|record| record.request_id == request.request_id);
        match record {
            None => refs.push(Reference {
                source_id: format!("exec-request-text:{short}"),
                kind: "approval",
                trust_tier: "user_claimed",
                summary: "Approval is stated in the document only.".to_owned(),
                freshness: "unknown",
                provenance: "runtime",
            }),
            Some(record) => {
                let freshness = match facts.now_ms {
                    None => "unknown",
                    Some(_) if binding.expired => "stale",
                    Some(_) => "fresh",
                };
                let covers = if binding.covers {
                    "covers exactly this document"
                } else {
                    "does not cover this document"
                };
                refs.push(Reference {
                    source_id: format!("approval-record:{}", request.request_id),
                    kind: "approval",
                    trust_tier: if record.verified { "verified" } else { "unverified" },
                    summary: format!("Operator approval record; {covers}."),
                    freshness,
                    provenance: "connector",
                });
                if record.verified {
                    refs.push(Reference {
                        source_id: format!("approver-session:{}", request.request_id),
                        kind: "auth_event",
                        trust_tier: "verified",
                        summary: "The approver was authenticated when the record was made."
                            .to_owned(),
                        freshness: "fresh",
                        provenance: "connector",
                    });
                }
            }
        }
        if let Some(all) = binding.inputs {
            let said =
                if all { "all hashes match" } else { "at least one does not match or is missing" };
            refs.push(Reference {
                source_id: format!("exec-inputs:{short}"),
                kind: "system_state",
                trust_tier: "runtime",
                summary: format!("{} declared input(s); {said}.", request.inputs.len()),
                freshness: "fresh",
                provenance: "runtime",
            });
        }
        refs.push(Reference {
            source_id: "exec-policy:v1".to_owned(),
            kind: "policy",
            trust_tier: "verified",
            summary: "Host policy for sandboxed execution.".to_owned(),
            freshness: "fresh",
            provenance: "policy",
        });
    }
    refs.into_iter().map(Reference::json).collect()
}

/// The document as it was drafted.
fn draft(checked: &Checked, short: &str) -> Reference<'static> {
    let (kind, trust_tier, by) = if checked.requested_by_human {
        ("user_message", "user_claimed", "written by a person")
    } else {
        ("assistant_message", "unverified", "drafted by CORE")
    };
    Reference {
        source_id: format!("exec-request:{short}"),
        kind,
        trust_tier,
        summary: format!("Tool Execution Request, {by}."),
        freshness: "unknown",
        provenance: "runtime",
    }
}

/// What the check found, as counts and names of rules.
fn validation(checked: &Checked, short: &str) -> Reference<'static> {
    let (errors, warnings) = (checked.error_ids(), checked.warning_ids());
    let (some, other) = (errors.len(), warnings.len());
    let mut ids = errors;
    ids.extend(warnings);
    let ids = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
    Reference {
        source_id: format!("exec-request-validation:{short}"),
        kind: "system_state",
        trust_tier: "runtime",
        summary: format!("{some} error(s), {other} warning(s): {ids}."),
        freshness: "fresh",
        provenance: "runtime",
    }
}
