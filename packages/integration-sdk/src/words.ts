// The contract's words and the gate's codes. Written by `cargo xtask gen`; changes here are lost.

/** What happens to a call, by strictness. */
export type Route =
  | "accept"
  | "ask"
  | "defer"
  | "refuse";

/** The consequence class of a tool. */
export type ToolCategory =
  | "public_read"
  | "private_read"
  | "write"
  | "unknown";

/** How strongly a call is authorized. */
export type AuthorizationState =
  | "none"
  | "user_claimed"
  | "authenticated"
  | "validated"
  | "confirmed";

/** The primary risk surface of a call. */
export type RiskDomain =
  | "devops"
  | "finance"
  | "education"
  | "hr"
  | "legal"
  | "pharma"
  | "healthcare"
  | "commerce"
  | "customer_support"
  | "security"
  | "research"
  | "personal_productivity"
  | "public_information"
  | "unknown";

/** What an evidence ref points to. */
export type EvidenceKind =
  | "user_message"
  | "assistant_message"
  | "tool_result"
  | "policy"
  | "auth_event"
  | "approval"
  | "system_state"
  | "audit_record"
  | "other";

/** Who vouches for an evidence ref. */
export type TrustTier =
  | "verified"
  | "runtime"
  | "user_claimed"
  | "unverified"
  | "unknown";

/** What was taken out of an evidence ref. */
export type RedactionStatus =
  | "public"
  | "redacted"
  | "sensitive"
  | "unknown";

/** Whether an evidence ref is up to date. */
export type FreshnessStatus =
  | "fresh"
  | "stale"
  | "unknown";

/** On whose authority a call is made. */
export type SubjectType =
  | "user"
  | "account"
  | "client"
  | "employee"
  | "student"
  | "patient"
  | "case"
  | "service"
  | "unknown";

/** Whether the gate passes a call. */
export type GateDecision =
  | "pass"
  | "fail";

/** Whether the host is held to the decision. */
export type Mode =
  | "enforce"
  | "shadow";

/** How dangerous a call is. */
export type RiskLevel =
  | "low"
  | "medium"
  | "high";

/** What the verb in a tool's name does. */
export type VerbClass =
  | "READ"
  | "DRAFT"
  | "EDIT"
  | "SEND"
  | "DESTROY"
  | "MONEY"
  | "EXEC"
  | "OTHER";

/** A rule that keeps a call from running. */
export type Blocker =
  | "schema_validation_failed"
  | "declared_read_not_recognised"
  | "tool_name_not_plain_ascii"
  | "evidence_not_attested"
  | "evidence_text_ambiguous"
  | "approval_not_given"
  | "approval_not_from_a_person"
  | "approval_with_condition"
  | "unstructured_evidence_ref"
  | "authorization_state_not_supported_by_evidence"
  | "private_read_not_authenticated"
  | "write_missing_authorization"
  | "write_missing_validation_or_confirmation"
  | "write_missing_explicit_confirmation"
  | "unknown_tool_category"
  | "high_risk_write_missing_explicit_confirmation"
  | "unknown_destructive_tool"
  | "missing_evidence_refs"
  | "evidence_secret_leak"
  | "approval_not_bound_to_action"
  | "evidence_pii_leak"
  | "unsafe_redaction_status"
  | "stale_evidence"
  | "invalid_retrieved_at"
  | "evidence_from_future"
  | "contradictory_evidence"
  | "evidence_marks_missing_information"
  | "evidence_missing_authorization"
  | "approval_without_verdict"
  | "argument_secret_leak"
  | "argument_effect_unknown"
  | "argument_data_in_url"
  | "argument_hidden_text"
  | "argument_lookalike"
  | "argument_backtick_in_text"
  | "argument_secret_file"
  | "argument_device_path"
  | "argument_mass_effect"
  | "argument_amount_over_policy"
  | "argument_recipients_over_policy"
  | "argument_path_traversal"
  | "argument_path_form"
  | "argument_url_scheme"
  | "argument_url_ambiguous"
  | "argument_too_complex"
  | "argument_path_outside_roots"
  | "argument_not_in_allow_list"
  | "argument_host_not_allowed"
  | "argument_raw"
  | "argument_metadata_address"
  | "argument_rule_denied"
  | "policy_argument_rule"
  | "runtime_refusal"
  | "policy_route_floor"
  | "policy_minimum_authorization"
  | "evidence_below_production_profile"
  | "audit_unavailable";

/** A step on the way to the route. */
export type Reason =
  | "policy_classified_tool"
  | "declared_read_reclassified_as_write"
  | "declared_read_is_interpreter"
  | "declared_read_reclassified_by_arguments"
  | "public_read_reclassified_identity_bound_private_read"
  | "public_read_reclassified_private_name"
  | "public_read_reclassified_by_arguments"
  | "authorization_lowered_to_evidence"
  | "public_read_needs_no_authorization"
  | "authorization_satisfies_private_read"
  | "authorization_satisfies_write"
  | "authorization_insufficient"
  | "tool_not_classified"
  | "evidence_blocks"
  | "arguments_block"
  | "policy_tightens"
  | "runtime_recommended_stricter_route"
  | "event_not_understood";

/** Something worth fixing. */
export type WarningCode =
  | "authorization_state_not_supported_by_evidence"
  | "quickstart_evidence_refs"
  | "weak_trust_tier"
  | "self_attested_evidence"
  | "unknown_redaction_status"
  | "unknown_freshness"
  | "missing_freshness_timestamp"
  | "missing_provenance"
  | "approval_without_verdict"
  | "declared_read_not_recognised"
  | "declared_read_acting_argument"
  | "approval_with_condition"
  | "argument_secret_leak"
  | "argument_effect_unknown"
  | "argument_data_in_url"
  | "argument_hidden_text"
  | "argument_lookalike"
  | "argument_backtick_in_text"
  | "argument_secret_file"
  | "argument_device_path"
  | "argument_mass_effect"
  | "argument_amount_over_policy"
  | "argument_recipients_over_policy"
  | "argument_path_traversal"
  | "argument_path_form"
  | "argument_url_scheme"
  | "argument_url_ambiguous"
  | "argument_too_complex"
  | "policy_argument_rule"
  | "argument_kind_guessed"
  | "argument_privileged"
  | "argument_path_has_dotdot"
  | "argument_loopback_address"
  | "argument_private_address"
  | "argument_url_punycode"
  | "argument_opaque_text"
  | "unknown_field";

/** A fault of form. */
export type FaultCode =
  | "event_too_large"
  | "invalid_utf8"
  | "invalid_json"
  | "trailing_data"
  | "duplicate_key"
  | "nesting_too_deep"
  | "lone_surrogate"
  | "number_out_of_range"
  | "not_an_object"
  | "missing_field"
  | "wrong_type"
  | "blank_string"
  | "too_long"
  | "not_allowed_value"
  | "unsupported_version"
  | "unknown_field"
  | "route_not_permitted"
  | "arguments_invalid"
  | "gate_failed";

/** The routes, by strictness. */
export const ROUTES: readonly Route[] = ["accept", "ask", "defer", "refuse"];

/** Every code with its sentence, by the member of a decision that holds it. */
export const CODES: {
  readonly hard_blockers: Readonly<Record<Blocker, string>>;
  readonly reasons: Readonly<Record<Reason, string>>;
  readonly warnings: Readonly<Record<WarningCode, string>>;
  readonly validation_errors: Readonly<Record<FaultCode, string>>;
} = {
  hard_blockers: {
    schema_validation_failed: "the event is not a valid Agent Action Contract v1 event",
    declared_read_not_recognised: "the policy takes only names that say that a tool reads, and this one does not",
    tool_name_not_plain_ascii: "the tool name holds a character outside printable ASCII, which can make it look like another tool",
    evidence_not_attested: "the policy wants approvals and auth events that the host has checked itself, and it has not checked this one",
    evidence_text_ambiguous: "an evidence ref mixes letters that look alike or holds characters that nobody sees",
    approval_not_given: "nobody has answered yet, or the ref names no approval or sign-in",
    approval_not_from_a_person: "an approval was given by the agent, a model, a tool or nobody",
    approval_with_condition: "the policy's production profile takes no approval under a condition that it cannot check",
    unstructured_evidence_ref: "the policy's production profile takes no string evidence refs",
    authorization_state_not_supported_by_evidence: "no credible evidence supports the declared authorization state",
    private_read_not_authenticated: "a private read needs at least the state `authenticated`",
    write_missing_authorization: "a write was proposed with no authorization at all",
    write_missing_validation_or_confirmation: "a write needs its target validated and the action confirmed",
    write_missing_explicit_confirmation: "a validated write still needs the user's explicit confirmation",
    unknown_tool_category: "a tool of unknown category is not executable until it is classified",
    high_risk_write_missing_explicit_confirmation: "a high-risk write needs the user's explicit confirmation",
    unknown_destructive_tool: "the tool is unclassified and its name says that it destroys",
    missing_evidence_refs: "a private read or a write came without any evidence",
    evidence_secret_leak: "an evidence ref holds a raw secret",
    approval_not_bound_to_action: "an approval is for another action than this one, or is not bound to any where the policy requires it",
    evidence_pii_leak: "an evidence ref that is not marked `redacted` holds an e-mail address or a phone number",
    unsafe_redaction_status: "an evidence ref is marked `sensitive` and must not enter a check",
    stale_evidence: "an evidence ref is stale or older than allowed",
    invalid_retrieved_at: "a timestamp of an evidence ref is not an RFC 3339 or ISO 8601 date, or date and time",
    evidence_from_future: "an evidence ref carries a timestamp from the future",
    contradictory_evidence: "an evidence ref contradicts the call or another ref",
    evidence_marks_missing_information: "an evidence ref says that evidence or information is missing",
    evidence_missing_authorization: "an evidence ref denies the authorization",
    approval_without_verdict: "the policy's production profile takes no approval that neither says yes in a verdict field nor names this action",
    argument_secret_leak: "an argument holds a provider key, a private key or a signed token",
    argument_effect_unknown: "nobody can tell from the arguments what the call would do",
    argument_data_in_url: "an address carries data out with a read",
    argument_hidden_text: "an argument holds characters that nobody sees",
    argument_lookalike: "an argument mixes letters of several scripts that look alike",
    argument_backtick_in_text: "a quoted text of a command holds a substitution in back-ticks, which would run",
    argument_secret_file: "an argument names a file of secrets, or asks for a secret",
    argument_device_path: "an argument names a device of the machine",
    argument_mass_effect: "the call acts on everything of a kind",
    argument_amount_over_policy: "an amount is over the limit of the policy",
    argument_recipients_over_policy: "there are more recipients than the limit of the policy",
    argument_path_traversal: "a path leads to another place than it seems to",
    argument_path_form: "a path has a form that programs read differently",
    argument_url_scheme: "an address has a scheme that runs a script or reaches other services",
    argument_url_ambiguous: "programs read the host of an address differently",
    argument_too_complex: "an argument is too long, too deep or has too many parts to be read",
    argument_path_outside_roots: "a path is outside the directories of the policy",
    argument_not_in_allow_list: "the policy takes only the commands that it lists, and this one is not listed",
    argument_host_not_allowed: "the policy does not allow the host of an address",
    argument_raw: "the runtime could not parse the arguments that the model wrote",
    argument_metadata_address: "an address is one at which a machine hands out its credentials",
    argument_rule_denied: "the policy denies what the call would do",
    policy_argument_rule: "an argument does not meet a rule of the policy",
    runtime_refusal: "the runtime itself recommended to refuse",
    policy_route_floor: "the policy sets a stricter least route for this tool",
    policy_minimum_authorization: "the policy demands a stronger authorization for this tool",
    evidence_below_production_profile: "the policy's production profile wants all six fields and fresh evidence in each supporting ref",
    audit_unavailable: "the decision could not be written to the audit log, and what leaves no record does not run",
  },
  reasons: {
    policy_classified_tool: "the policy says what the tool is, and the decision is taken for that",
    declared_read_reclassified_as_write: "the tool was declared a read but its name says that it acts",
    declared_read_is_interpreter: "the tool was declared a read but does whatever its arguments say, as a shell does",
    declared_read_reclassified_by_arguments: "the tool was declared a read but its arguments say that the call acts",
    public_read_reclassified_identity_bound_private_read: "the tool was declared a public read but an argument names somebody",
    public_read_reclassified_private_name: "the tool was declared a public read but its name says that it reads private data",
    public_read_reclassified_by_arguments: "the tool was declared a public read but an argument names a place of the host or of a person",
    authorization_lowered_to_evidence: "the evidence supports less than the declared authorization state, so the weaker state counts",
    public_read_needs_no_authorization: "a public read may run without authorization",
    authorization_satisfies_private_read: "the authorization is enough for a private read",
    authorization_satisfies_write: "the user confirmed this write",
    authorization_insufficient: "the authorization is too weak for the category of the tool",
    tool_not_classified: "nobody has said what the tool does",
    evidence_blocks: "a fault in the evidence makes the route stricter",
    arguments_block: "what the arguments hold makes the route stricter",
    policy_tightens: "the policy makes the route stricter",
    runtime_recommended_stricter_route: "the runtime recommended a stricter route than the rules gave, and the stricter one holds",
    event_not_understood: "the event could not be read as a v1 event, and what is not understood does not run",
  },
  warnings: {
    authorization_state_not_supported_by_evidence: "the evidence supports less than the declared state, but still enough for this call",
    quickstart_evidence_refs: "string evidence refs are for quickstarts; production wants structured refs",
    weak_trust_tier: "nobody reliable vouches for an evidence ref, so it supports nothing",
    self_attested_evidence: "an evidence ref comes from the model or the agent itself, so it supports nothing",
    unknown_redaction_status: "an evidence ref does not say whether it was redacted",
    unknown_freshness: "an evidence ref does not say whether it is fresh",
    missing_freshness_timestamp: "an evidence ref has no timestamp from which its age could be told",
    missing_provenance: "an evidence ref does not say where it comes from",
    approval_without_verdict: "an approval neither says yes in a verdict field nor names this action",
    declared_read_not_recognised: "nothing in the name of the tool says that it reads",
    declared_read_acting_argument: "an argument is a word of action, and the name of the tool says that it only reads",
    approval_with_condition: "an approval is given under a condition that nobody has checked",
    argument_secret_leak: "an argument holds a secret, and the policy only warns about it",
    argument_effect_unknown: "what the call would do cannot be told from its arguments, and the action is confirmed",
    argument_data_in_url: "an address carries data out with a read that is confirmed",
    argument_hidden_text: "an argument holds characters that nobody sees, and exactly this action is approved",
    argument_lookalike: "an argument mixes letters that look alike, and exactly this action is approved",
    argument_backtick_in_text: "a quoted text of a command holds back-ticks, and exactly this action is approved",
    argument_secret_file: "an argument names a file of secrets, and exactly this action is approved",
    argument_device_path: "an argument names a device, and exactly this action is approved",
    argument_mass_effect: "the call acts on everything of a kind, and exactly this action is approved",
    argument_amount_over_policy: "an amount is over the limit of the policy, and exactly this action is approved",
    argument_recipients_over_policy: "there are more recipients than the limit of the policy, and exactly this action is approved",
    argument_path_traversal: "a path leads to another place than it seems to, and exactly this action is approved",
    argument_path_form: "a path has a form that programs read differently, and exactly this action is approved",
    argument_url_scheme: "an address has a scheme that runs a script or reaches other services, and exactly this action is approved",
    argument_url_ambiguous: "programs read the host of an address differently, and exactly this action is approved",
    argument_too_complex: "an argument is too long or too deep to be read, and exactly this action is approved",
    policy_argument_rule: "an argument does not meet a rule of the policy, and exactly this action is approved",
    argument_kind_guessed: "an argument was read as a command or SQL because it plainly is one",
    argument_privileged: "a command runs with the rights of another user",
    argument_path_has_dotdot: "a path goes up from where it starts",
    argument_loopback_address: "an address is on this machine",
    argument_private_address: "an address is in a private network",
    argument_url_punycode: "the host of an address is written in another script",
    argument_opaque_text: "a command holds a long encoded text",
    unknown_field: "a field that v1 does not define was ignored; its JSON pointer follows the colon",
  },
  validation_errors: {
    event_too_large: "the event has more bytes than the limit allows",
    invalid_utf8: "the bytes are not UTF-8",
    invalid_json: "the text is not JSON",
    trailing_data: "something follows the JSON value",
    duplicate_key: "an object has the same key twice",
    nesting_too_deep: "objects and arrays are nested deeper than the limit",
    lone_surrogate: "a string holds half of a surrogate pair",
    number_out_of_range: "a number is too large for a double, or outside the allowed range",
    not_an_object: "an event is a JSON object",
    missing_field: "a required field is absent",
    wrong_type: "a field has another JSON type than the contract gives it",
    blank_string: "a string that must say something is empty or only white space",
    too_long: "a string has more bytes, or an object more members, than are allowed",
    not_allowed_value: "a value is not one of those that the contract lists",
    unsupported_version: "`schema_version` names another version than v1",
    unknown_field: "a policy has a field that `aana.policy.v1` does not define",
    route_not_permitted: "the published schema does not allow `accept` for this category and authorization state",
    arguments_invalid: "an argument does not fit the parameters that the tool's descriptor declares",
    gate_failed: "the gate stopped while it decided, or could not be asked",
  },
};

/** The version of the gate. */
export const GATE_VERSION = "1.0.0-alpha.1";

/** What is decided when the gate itself stops: a refusal, whatever the event was. The time in
 * it is 1970, since nothing was decided then. */
export const STOPPED =
  "{\"contract_version\":\"aana.agent_tool_precheck.v1\",\"gate_version\":\"1.0.0-alpha.1\",\"route\":\"refuse\",\"gate_decision\":\"fail\",\"recommended_action\":\"refuse\",\"hard_blockers\":[\"schema_validation_failed\"],\"reasons\":[\"event_not_understood\"],\"warnings\":[],\"validation_errors\":[{\"path\":\"\",\"code\":\"gate_failed\",\"message\":\"the gate stopped while it decided this call; it was not run\"}],\"tool_name\":null,\"tool_category\":null,\"authorization_state\":null,\"risk_domain\":null,\"aana_route\":\"refuse\",\"runtime_recommended_route\":null,\"candidate_gate\":\"fail\",\"classification\":{\"declared_category\":null,\"effective_category\":null,\"verb_class\":null,\"high_risk\":null,\"risk_level\":null,\"irreversible\":null},\"authorization_report\":{\"declared_state\":null,\"evidence_supported_state\":null,\"effective_state\":null,\"required_state\":null},\"evidence_integrity\":{\"checked_ref_count\":0,\"used_source_ids\":[],\"issues\":[],\"missing_source_ids\":[],\"contradictory_source_ids\":[],\"public_audit_ready\":false},\"aix\":{\"aix_version\":\"0.1\",\"score\":0,\"components\":{\"P\":0,\"F\":0,\"C\":0.75},\"decision\":\"refuse\",\"hard_blockers\":[\"schema_validation_failed\"]},\"action_digest\":null,\"recovery\":{\"suggestion\":\"correct the fields that `validation_errors` names, then check again\",\"for_model\":\"correct the fields that this answer points to if you wrote them, and propose the call again; if you did not, stop and tell your user\",\"needs\":[{\"fix\":\"\"}]},\"execution_policy\":{\"mode\":\"enforce\",\"execution_allowed\":false,\"aana_allows_execution\":false,\"reason\":\"route_not_accept\",\"required_route\":\"accept\"},\"audit_event\":{\"audit_event_version\":\"aana.audit_safe_decision.v1\",\"route\":\"refuse\",\"gate_decision\":\"fail\",\"hard_blockers\":[\"schema_validation_failed\"],\"reasons\":[\"event_not_understood\"],\"aix_score\":0,\"tool_name\":null,\"tool_category\":null,\"effective_category\":null,\"risk_domain\":null,\"authorization_state\":null,\"effective_authorization_state\":null,\"evidence_refs\":{\"used\":[],\"missing\":[],\"contradictory\":[]},\"proposed_argument_keys\":[],\"action_digest\":null,\"request_id\":null,\"agent_id\":null,\"public_audit_log_allowed\":false,\"raw_payload_logged\":false,\"decided_at\":\"1970-01-01T00:00:00.000Z\",\"validation_errors\":[{\"path\":\"\",\"code\":\"gate_failed\"}]},\"architecture_decision\":{\"route\":\"refuse\",\"gate_decision\":\"fail\",\"aix_score\":0,\"hard_blockers\":[\"schema_validation_failed\"],\"missing_evidence\":[],\"evidence_refs\":{\"used\":[],\"missing\":[],\"contradictory\":[]},\"authorization_state\":null,\"tool_name\":null,\"tool_category\":null,\"risk_domain\":null,\"recovery_suggestion\":\"correct the fields that `validation_errors` names, then check again\",\"audit_event\":{\"audit_event_version\":\"aana.audit_safe_decision.v1\",\"route\":\"refuse\",\"gate_decision\":\"fail\",\"hard_blockers\":[\"schema_validation_failed\"],\"reasons\":[\"event_not_understood\"],\"aix_score\":0,\"tool_name\":null,\"tool_category\":null,\"effective_category\":null,\"risk_domain\":null,\"authorization_state\":null,\"effective_authorization_state\":null,\"evidence_refs\":{\"used\":[],\"missing\":[],\"contradictory\":[]},\"proposed_argument_keys\":[],\"action_digest\":null,\"request_id\":null,\"agent_id\":null,\"public_audit_log_allowed\":false,\"raw_payload_logged\":false,\"decided_at\":\"1970-01-01T00:00:00.000Z\",\"validation_errors\":[{\"path\":\"\",\"code\":\"gate_failed\"}]}}}";
