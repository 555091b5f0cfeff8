"""The contract's words and the gate's codes. Written by `cargo xtask gen`; changes here are lost."""

from __future__ import annotations

from typing import Final, Literal

Route = Literal[
    "accept",
    "ask",
    "defer",
    "refuse",
]

ToolCategory = Literal[
    "public_read",
    "private_read",
    "write",
    "unknown",
]

AuthorizationState = Literal[
    "none",
    "user_claimed",
    "authenticated",
    "validated",
    "confirmed",
]

RiskDomain = Literal[
    "devops",
    "finance",
    "education",
    "hr",
    "legal",
    "pharma",
    "healthcare",
    "commerce",
    "customer_support",
    "security",
    "research",
    "personal_productivity",
    "public_information",
    "unknown",
]

EvidenceKind = Literal[
    "user_message",
    "assistant_message",
    "tool_result",
    "policy",
    "auth_event",
    "approval",
    "system_state",
    "audit_record",
    "other",
]

TrustTier = Literal[
    "verified",
    "runtime",
    "user_claimed",
    "unverified",
    "unknown",
]

RedactionStatus = Literal[
    "public",
    "redacted",
    "sensitive",
    "unknown",
]

FreshnessStatus = Literal[
    "fresh",
    "stale",
    "unknown",
]

SubjectType = Literal[
    "user",
    "account",
    "client",
    "employee",
    "student",
    "patient",
    "case",
    "service",
    "unknown",
]

GateWord = Literal[
    "pass",
    "fail",
]

Mode = Literal[
    "enforce",
    "shadow",
]

RiskLevel = Literal[
    "low",
    "medium",
    "high",
]

VerbClass = Literal[
    "READ",
    "DRAFT",
    "EDIT",
    "SEND",
    "DESTROY",
    "MONEY",
    "EXEC",
    "OTHER",
]

Blocker = Literal[
    "schema_validation_failed",
    "declared_read_not_recognised",
    "tool_name_not_plain_ascii",
    "evidence_not_attested",
    "evidence_text_ambiguous",
    "approval_not_given",
    "approval_not_from_a_person",
    "approval_with_condition",
    "unstructured_evidence_ref",
    "authorization_state_not_supported_by_evidence",
    "private_read_not_authenticated",
    "write_missing_authorization",
    "write_missing_validation_or_confirmation",
    "write_missing_explicit_confirmation",
    "unknown_tool_category",
    "high_risk_write_missing_explicit_confirmation",
    "unknown_destructive_tool",
    "missing_evidence_refs",
    "evidence_secret_leak",
    "approval_not_bound_to_action",
    "evidence_pii_leak",
    "unsafe_redaction_status",
    "stale_evidence",
    "invalid_retrieved_at",
    "evidence_from_future",
    "contradictory_evidence",
    "evidence_marks_missing_information",
    "evidence_missing_authorization",
    "approval_without_verdict",
    "argument_secret_leak",
    "runtime_refusal",
    "policy_route_floor",
    "policy_minimum_authorization",
    "evidence_below_production_profile",
    "audit_unavailable",
]

Reason = Literal[
    "policy_classified_tool",
    "declared_read_reclassified_as_write",
    "declared_read_is_interpreter",
    "declared_read_reclassified_by_arguments",
    "public_read_reclassified_identity_bound_private_read",
    "public_read_reclassified_private_name",
    "authorization_lowered_to_evidence",
    "public_read_needs_no_authorization",
    "authorization_satisfies_private_read",
    "authorization_satisfies_write",
    "authorization_insufficient",
    "tool_not_classified",
    "evidence_blocks",
    "arguments_block",
    "policy_tightens",
    "runtime_recommended_stricter_route",
    "event_not_understood",
]

WarningCode = Literal[
    "authorization_state_not_supported_by_evidence",
    "quickstart_evidence_refs",
    "weak_trust_tier",
    "self_attested_evidence",
    "unknown_redaction_status",
    "unknown_freshness",
    "missing_freshness_timestamp",
    "missing_provenance",
    "approval_without_verdict",
    "declared_read_not_recognised",
    "declared_read_acting_argument",
    "approval_with_condition",
    "argument_secret_leak",
    "unknown_field",
]

FaultCode = Literal[
    "event_too_large",
    "invalid_utf8",
    "invalid_json",
    "trailing_data",
    "duplicate_key",
    "nesting_too_deep",
    "lone_surrogate",
    "number_out_of_range",
    "not_an_object",
    "missing_field",
    "wrong_type",
    "blank_string",
    "too_long",
    "not_allowed_value",
    "unsupported_version",
    "unknown_field",
    "route_not_permitted",
    "arguments_invalid",
    "gate_failed",
]

CODES: Final[dict[str, dict[str, str]]] = {
    "hard_blockers": {
        "schema_validation_failed": "the event is not a valid Agent Action Contract v1 event",
        "declared_read_not_recognised": "the policy takes only names that say that a tool reads, and this one does not",
        "tool_name_not_plain_ascii": "the tool name holds a character outside printable ASCII, which can make it look like another tool",
        "evidence_not_attested": "the policy wants approvals and auth events that the host has checked itself, and it has not checked this one",
        "evidence_text_ambiguous": "an evidence ref mixes letters that look alike or holds characters that nobody sees",
        "approval_not_given": "nobody has answered yet, or the ref names no approval or sign-in",
        "approval_not_from_a_person": "an approval was given by the agent, a model, a tool or nobody",
        "approval_with_condition": "the policy's production profile takes no approval under a condition that it cannot check",
        "unstructured_evidence_ref": "the policy's production profile takes no string evidence refs",
        "authorization_state_not_supported_by_evidence": "no credible evidence supports the declared authorization state",
        "private_read_not_authenticated": "a private read needs at least the state `authenticated`",
        "write_missing_authorization": "a write was proposed with no authorization at all",
        "write_missing_validation_or_confirmation": "a write needs its target validated and the action confirmed",
        "write_missing_explicit_confirmation": "a validated write still needs the user's explicit confirmation",
        "unknown_tool_category": "a tool of unknown category is not executable until it is classified",
        "high_risk_write_missing_explicit_confirmation": "a high-risk write needs the user's explicit confirmation",
        "unknown_destructive_tool": "the tool is unclassified and its name says that it destroys",
        "missing_evidence_refs": "a private read or a write came without any evidence",
        "evidence_secret_leak": "an evidence ref holds a raw secret",
        "approval_not_bound_to_action": "an approval is for another action than this one, or is not bound to any where the policy requires it",
        "evidence_pii_leak": "an evidence ref that is not marked `redacted` holds an e-mail address or a phone number",
        "unsafe_redaction_status": "an evidence ref is marked `sensitive` and must not enter a check",
        "stale_evidence": "an evidence ref is stale or older than allowed",
        "invalid_retrieved_at": "a timestamp of an evidence ref is not an RFC 3339 or ISO 8601 date, or date and time",
        "evidence_from_future": "an evidence ref carries a timestamp from the future",
        "contradictory_evidence": "an evidence ref contradicts the call or another ref",
        "evidence_marks_missing_information": "an evidence ref says that evidence or information is missing",
        "evidence_missing_authorization": "an evidence ref denies the authorization",
        "approval_without_verdict": "the policy's production profile takes no approval that neither says yes in a verdict field nor names this action",
        "argument_secret_leak": "an argument holds a provider key, a private key or a signed token",
        "runtime_refusal": "the runtime itself recommended to refuse",
        "policy_route_floor": "the policy sets a stricter least route for this tool",
        "policy_minimum_authorization": "the policy demands a stronger authorization for this tool",
        "evidence_below_production_profile": "the policy's production profile wants all six fields and fresh evidence in each supporting ref",
        "audit_unavailable": "the decision could not be written to the audit log, and what leaves no record does not run",
    },
    "reasons": {
        "policy_classified_tool": "the policy says what the tool is, and the decision is taken for that",
        "declared_read_reclassified_as_write": "the tool was declared a read but its name says that it acts",
        "declared_read_is_interpreter": "the tool was declared a read but does whatever its arguments say, as a shell does",
        "declared_read_reclassified_by_arguments": "the tool was declared a read but its arguments say that the call acts",
        "public_read_reclassified_identity_bound_private_read": "the tool was declared a public read but an argument names somebody",
        "public_read_reclassified_private_name": "the tool was declared a public read but its name says that it reads private data",
        "authorization_lowered_to_evidence": "the evidence supports less than the declared authorization state, so the weaker state counts",
        "public_read_needs_no_authorization": "a public read may run without authorization",
        "authorization_satisfies_private_read": "the authorization is enough for a private read",
        "authorization_satisfies_write": "the user confirmed this write",
        "authorization_insufficient": "the authorization is too weak for the category of the tool",
        "tool_not_classified": "nobody has said what the tool does",
        "evidence_blocks": "a fault in the evidence makes the route stricter",
        "arguments_block": "a secret in the arguments makes the route stricter",
        "policy_tightens": "the policy makes the route stricter",
        "runtime_recommended_stricter_route": "the runtime recommended a stricter route than the rules gave, and the stricter one holds",
        "event_not_understood": "the event could not be read as a v1 event, and what is not understood does not run",
    },
    "warnings": {
        "authorization_state_not_supported_by_evidence": "the evidence supports less than the declared state, but still enough for this call",
        "quickstart_evidence_refs": "string evidence refs are for quickstarts; production wants structured refs",
        "weak_trust_tier": "nobody reliable vouches for an evidence ref, so it supports nothing",
        "self_attested_evidence": "an evidence ref comes from the model or the agent itself, so it supports nothing",
        "unknown_redaction_status": "an evidence ref does not say whether it was redacted",
        "unknown_freshness": "an evidence ref does not say whether it is fresh",
        "missing_freshness_timestamp": "an evidence ref has no timestamp from which its age could be told",
        "missing_provenance": "an evidence ref does not say where it comes from",
        "approval_without_verdict": "an approval neither says yes in a verdict field nor names this action",
        "declared_read_not_recognised": "nothing in the name of the tool says that it reads",
        "declared_read_acting_argument": "an argument is a word of action, and the name of the tool says that it only reads",
        "approval_with_condition": "an approval is given under a condition that nobody has checked",
        "argument_secret_leak": "an argument holds a secret, and the policy only warns about it",
        "unknown_field": "a field that v1 does not define was ignored; its JSON pointer follows the colon",
    },
    "validation_errors": {
        "event_too_large": "the event has more bytes than the limit allows",
        "invalid_utf8": "the bytes are not UTF-8",
        "invalid_json": "the text is not JSON",
        "trailing_data": "something follows the JSON value",
        "duplicate_key": "an object has the same key twice",
        "nesting_too_deep": "objects and arrays are nested deeper than the limit",
        "lone_surrogate": "a string holds half of a surrogate pair",
        "number_out_of_range": "a number is too large for a double, or outside the allowed range",
        "not_an_object": "an event is a JSON object",
        "missing_field": "a required field is absent",
        "wrong_type": "a field has another JSON type than the contract gives it",
        "blank_string": "a string that must say something is empty or only white space",
        "too_long": "a string has more bytes, or an object more members, than are allowed",
        "not_allowed_value": "a value is not one of those that the contract lists",
        "unsupported_version": "`schema_version` names another version than v1",
        "unknown_field": "a policy has a field that `aana.policy.v1` does not define",
        "route_not_permitted": "the published schema does not allow `accept` for this category and authorization state",
        "arguments_invalid": "an argument does not fit the parameters that the tool's descriptor declares",
        "gate_failed": "the gate stopped while it decided, or could not be asked",
    },
}
"""Every code with its sentence, by the member of a decision that holds it."""
