//! Every code that a decision can hold, each with one sentence that says what it means.
//!
//! This is the only list. A test proves that the conformance cases produce each entry, `aana codes`
//! prints it, and the other languages generate their tables from it. Hard blockers stand in the
//! order in which the rules name them, which is the order in which a decision reports them.

use crate::contract::words;

/// Adds `ALL`-wide sentences to a set of codes.
macro_rules! codes {
    (
        $(#[$meta:meta])*
        $name:ident { $( $variant:ident = $text:literal : $sentence:literal, )+ }
    ) => {
        words! {
            $(#[$meta])*
            $name { $( $variant = $text, )+ }
        }

        impl $name {
            /// What the code means, in one sentence.
            pub const fn sentence(self) -> &'static str {
                match self {
                    $(Self::$variant => $sentence,)+
                }
            }
        }
    };
}

codes! {
    /// A rule that keeps the call from running. Any of them makes the route stricter than `accept`.
    Blocker {
        SchemaValidationFailed = "schema_validation_failed":
            "the event is not a valid Agent Action Contract v1 event",
        DeclaredReadNotRecognised = "declared_read_not_recognised":
            "the policy takes only names that say that a tool reads, and this one does not",
        ToolNameNotPlainAscii = "tool_name_not_plain_ascii":
            "the tool name holds a character outside printable ASCII, which can make it look like another tool",
        EvidenceNotAttested = "evidence_not_attested":
            "the policy wants approvals and auth events that the host has checked itself, and it has not checked this one",
        EvidenceTextAmbiguous = "evidence_text_ambiguous":
            "an evidence ref mixes letters that look alike or holds characters that nobody sees",
        ApprovalNotGiven = "approval_not_given":
            "nobody has answered yet, or the ref names no approval or sign-in",
        ApprovalNotFromAPerson = "approval_not_from_a_person":
            "an approval was given by the agent, a model, a tool or nobody",
        ApprovalWithCondition = "approval_with_condition":
            "the policy's production profile takes no approval under a condition that it cannot check",
        UnstructuredEvidenceRef = "unstructured_evidence_ref":
            "the policy's production profile takes no string evidence refs",
        AuthorizationStateNotSupported = "authorization_state_not_supported_by_evidence":
            "no credible evidence supports the declared authorization state",
        PrivateReadNotAuthenticated = "private_read_not_authenticated":
            "a private read needs at least the state `authenticated`",
        WriteMissingAuthorization = "write_missing_authorization":
            "a write was proposed with no authorization at all",
        WriteMissingValidationOrConfirmation = "write_missing_validation_or_confirmation":
            "a write needs its target validated and the action confirmed",
        WriteMissingExplicitConfirmation = "write_missing_explicit_confirmation":
            "a validated write still needs the user's explicit confirmation",
        UnknownToolCategory = "unknown_tool_category":
            "a tool of unknown category is not executable until it is classified",
        HighRiskWriteMissingExplicitConfirmation = "high_risk_write_missing_explicit_confirmation":
            "a high-risk write needs the user's explicit confirmation",
        UnknownDestructiveTool = "unknown_destructive_tool":
            "the tool is unclassified and its name says that it destroys",
        MissingEvidenceRefs = "missing_evidence_refs":
            "a private read or a write came without any evidence",
        EvidenceSecretLeak = "evidence_secret_leak":
            "an evidence ref holds a raw secret",
        ApprovalNotBoundToAction = "approval_not_bound_to_action":
            "an approval is for another action than this one, or is not bound to any where the policy requires it",
        EvidencePiiLeak = "evidence_pii_leak":
            "an evidence ref that is not marked `redacted` holds an e-mail address or a phone number",
        UnsafeRedactionStatus = "unsafe_redaction_status":
            "an evidence ref is marked `sensitive` and must not enter a check",
        StaleEvidence = "stale_evidence":
            "an evidence ref is stale or older than allowed",
        InvalidRetrievedAt = "invalid_retrieved_at":
            "a timestamp of an evidence ref is not an RFC 3339 or ISO 8601 date, or date and time",
        EvidenceFromFuture = "evidence_from_future":
            "an evidence ref carries a timestamp from the future",
        ContradictoryEvidence = "contradictory_evidence":
            "an evidence ref contradicts the call or another ref",
        EvidenceMarksMissingInformation = "evidence_marks_missing_information":
            "an evidence ref says that evidence or information is missing",
        EvidenceMissingAuthorization = "evidence_missing_authorization":
            "an evidence ref denies the authorization",
        ApprovalWithoutVerdict = "approval_without_verdict":
            "the policy's production profile takes no approval that neither says yes in a verdict field nor names this action",
        ArgumentSecretLeak = "argument_secret_leak":
            "an argument holds a provider key, a private key or a signed token",
        ArgumentEffectUnknown = "argument_effect_unknown":
            "nobody can tell from the arguments what the call would do",
        ArgumentDataInUrl = "argument_data_in_url":
            "an address carries data out with a read",
        ArgumentHiddenText = "argument_hidden_text":
            "an argument holds characters that nobody sees",
        ArgumentLookalike = "argument_lookalike":
            "an argument mixes letters of several scripts that look alike",
        ArgumentBacktickInText = "argument_backtick_in_text":
            "a quoted text of a command holds a substitution in back-ticks, which would run",
        ArgumentSecretFile = "argument_secret_file":
            "an argument names a file of secrets, or asks for a secret",
        ArgumentDevicePath = "argument_device_path":
            "an argument names a device of the machine",
        ArgumentMassEffect = "argument_mass_effect":
            "the call acts on everything of a kind",
        ArgumentAmountOverPolicy = "argument_amount_over_policy":
            "an amount is over the limit of the policy",
        ArgumentRecipientsOverPolicy = "argument_recipients_over_policy":
            "there are more recipients than the limit of the policy",
        ArgumentPathTraversal = "argument_path_traversal":
            "a path leads to another place than it seems to",
        ArgumentPathForm = "argument_path_form":
            "a path has a form that programs read differently",
        ArgumentUrlScheme = "argument_url_scheme":
            "an address has a scheme that runs a script or reaches other services",
        ArgumentUrlAmbiguous = "argument_url_ambiguous":
            "programs read the host of an address differently",
        ArgumentTooComplex = "argument_too_complex":
            "an argument is too long, too deep or has too many parts to be read",
        ArgumentPathOutsideRoots = "argument_path_outside_roots":
            "a path is outside the directories of the policy",
        ArgumentNotInAllowList = "argument_not_in_allow_list":
            "the policy takes only the commands that it lists, and this one is not listed",
        ArgumentHostNotAllowed = "argument_host_not_allowed":
            "the policy does not allow the host of an address",
        ArgumentRaw = "argument_raw":
            "the runtime could not parse the arguments that the model wrote",
        ArgumentMetadataAddress = "argument_metadata_address":
            "an address is one at which a machine hands out its credentials",
        ArgumentRuleDenied = "argument_rule_denied":
            "the policy denies what the call would do",
        PolicyArgumentRule = "policy_argument_rule":
            "an argument does not meet a rule of the policy",
        RuntimeRefusal = "runtime_refusal":
            "the runtime itself recommended to refuse",
        PolicyRouteFloor = "policy_route_floor":
            "the policy sets a stricter least route for this tool",
        PolicyMinimumAuthorization = "policy_minimum_authorization":
            "the policy demands a stronger authorization for this tool",
        EvidenceBelowProductionProfile = "evidence_below_production_profile":
            "the policy's production profile wants all six fields and fresh evidence in each supporting ref",
        AuditUnavailable = "audit_unavailable":
            "the decision could not be written to the audit log, and what leaves no record does not run",
    }
}

impl Blocker {
    /// What happens around the gate: no event makes it say this, only hosts do, through
    /// [`Decision::unrecorded`](crate::Decision::unrecorded).
    pub const OF_HOSTS: &'static [Self] = &[Self::AuditUnavailable];
}

codes! {
    /// A step on the way to the route that is not a fault in itself.
    Reason {
        PolicyClassifiedTool = "policy_classified_tool":
            "the policy says what the tool is, and the decision is taken for that",
        DeclaredReadReclassifiedAsWrite = "declared_read_reclassified_as_write":
            "the tool was declared a read but its name says that it acts",
        DeclaredReadIsInterpreter = "declared_read_is_interpreter":
            "the tool was declared a read but does whatever its arguments say, as a shell does",
        DeclaredReadReclassifiedByArguments = "declared_read_reclassified_by_arguments":
            "the tool was declared a read but its arguments say that the call acts",
        PublicReadReclassifiedIdentityBound = "public_read_reclassified_identity_bound_private_read":
            "the tool was declared a public read but an argument names somebody",
        PublicReadReclassifiedPrivateName = "public_read_reclassified_private_name":
            "the tool was declared a public read but its name says that it reads private data",
        PublicReadReclassifiedByArguments = "public_read_reclassified_by_arguments":
            "the tool was declared a public read but an argument names a place of the host or of a person",
        AuthorizationLoweredToEvidence = "authorization_lowered_to_evidence":
            "the evidence supports less than the declared authorization state, so the weaker state counts",
        PublicReadNeedsNoAuthorization = "public_read_needs_no_authorization":
            "a public read may run without authorization",
        AuthorizationSatisfiesPrivateRead = "authorization_satisfies_private_read":
            "the authorization is enough for a private read",
        AuthorizationSatisfiesWrite = "authorization_satisfies_write":
            "the user confirmed this write",
        AuthorizationInsufficient = "authorization_insufficient":
            "the authorization is too weak for the category of the tool",
        ToolNotClassified = "tool_not_classified":
            "nobody has said what the tool does",
        EvidenceBlocks = "evidence_blocks":
            "a fault in the evidence makes the route stricter",
        ArgumentsBlock = "arguments_block":
            "what the arguments hold makes the route stricter",
        PolicyTightens = "policy_tightens":
            "the policy makes the route stricter",
        RuntimeRecommendedStricterRoute = "runtime_recommended_stricter_route":
            "the runtime recommended a stricter route than the rules gave, and the stricter one holds",
        EventNotUnderstood = "event_not_understood":
            "the event could not be read as a v1 event, and what is not understood does not run",
    }
}

codes! {
    /// Something worth fixing that does not change the route.
    Warning {
        AuthorizationStateNotSupported = "authorization_state_not_supported_by_evidence":
            "the evidence supports less than the declared state, but still enough for this call",
        QuickstartEvidenceRefs = "quickstart_evidence_refs":
            "string evidence refs are for quickstarts; production wants structured refs",
        WeakTrustTier = "weak_trust_tier":
            "nobody reliable vouches for an evidence ref, so it supports nothing",
        SelfAttestedEvidence = "self_attested_evidence":
            "an evidence ref comes from the model or the agent itself, so it supports nothing",
        UnknownRedactionStatus = "unknown_redaction_status":
            "an evidence ref does not say whether it was redacted",
        UnknownFreshness = "unknown_freshness":
            "an evidence ref does not say whether it is fresh",
        MissingFreshnessTimestamp = "missing_freshness_timestamp":
            "an evidence ref has no timestamp from which its age could be told",
        MissingProvenance = "missing_provenance":
            "an evidence ref does not say where it comes from",
        ApprovalWithoutVerdict = "approval_without_verdict":
            "an approval neither says yes in a verdict field nor names this action",
        DeclaredReadNotRecognised = "declared_read_not_recognised":
            "nothing in the name of the tool says that it reads",
        DeclaredReadActingArgument = "declared_read_acting_argument":
            "an argument is a word of action, and the name of the tool says that it only reads",
        ApprovalWithCondition = "approval_with_condition":
            "an approval is given under a condition that nobody has checked",
        ArgumentSecretLeak = "argument_secret_leak":
            "an argument holds a secret, and the policy only warns about it",
        ArgumentEffectUnknown = "argument_effect_unknown":
            "what the call would do cannot be told from its arguments, and the action is confirmed",
        ArgumentDataInUrl = "argument_data_in_url":
            "an address carries data out with a read that is confirmed",
        ArgumentHiddenText = "argument_hidden_text":
            "an argument holds characters that nobody sees, and exactly this action is approved",
        ArgumentLookalike = "argument_lookalike":
            "an argument mixes letters that look alike, and exactly this action is approved",
        ArgumentBacktickInText = "argument_backtick_in_text":
            "a quoted text of a command holds back-ticks, and exactly this action is approved",
        ArgumentSecretFile = "argument_secret_file":
            "an argument names a file of secrets, and exactly this action is approved",
        ArgumentDevicePath = "argument_device_path":
            "an argument names a device, and exactly this action is approved",
        ArgumentMassEffect = "argument_mass_effect":
            "the call acts on everything of a kind, and exactly this action is approved",
        ArgumentAmountOverPolicy = "argument_amount_over_policy":
            "an amount is over the limit of the policy, and exactly this action is approved",
        ArgumentRecipientsOverPolicy = "argument_recipients_over_policy":
            "there are more recipients than the limit of the policy, and exactly this action is approved",
        ArgumentPathTraversal = "argument_path_traversal":
            "a path leads to another place than it seems to, and exactly this action is approved",
        ArgumentPathForm = "argument_path_form":
            "a path has a form that programs read differently, and exactly this action is approved",
        ArgumentUrlScheme = "argument_url_scheme":
            "an address has a scheme that runs a script or reaches other services, and exactly this action is approved",
        ArgumentUrlAmbiguous = "argument_url_ambiguous":
            "programs read the host of an address differently, and exactly this action is approved",
        ArgumentTooComplex = "argument_too_complex":
            "an argument is too long or too deep to be read, and exactly this action is approved",
        PolicyArgumentRule = "policy_argument_rule":
            "an argument does not meet a rule of the policy, and exactly this action is approved",
        ArgumentKindGuessed = "argument_kind_guessed":
            "an argument was read as a command or SQL because it plainly is one",
        ArgumentPrivileged = "argument_privileged":
            "a command runs with the rights of another user",
        ArgumentPathHasDotdot = "argument_path_has_dotdot":
            "a path goes up from where it starts",
        ArgumentLoopbackAddress = "argument_loopback_address":
            "an address is on this machine",
        ArgumentPrivateAddress = "argument_private_address":
            "an address is in a private network",
        ArgumentUrlPunycode = "argument_url_punycode":
            "the host of an address is written in another script",
        ArgumentOpaqueText = "argument_opaque_text":
            "a command holds a long encoded text",
        UnknownField = "unknown_field":
            "a field that v1 does not define was ignored; its JSON pointer follows the colon",
    }
}

codes! {
    /// A fault of form in an event. Any of them refuses the call, except `route_not_permitted`,
    /// which only `validate_event` reports. The last two are never found here: a host reports them
    /// through [`Gate::refuse`](crate::Gate::refuse).
    FaultCode {
        EventTooLarge = "event_too_large":
            "the event has more bytes than the limit allows",
        InvalidUtf8 = "invalid_utf8":
            "the bytes are not UTF-8",
        InvalidJson = "invalid_json":
            "the text is not JSON",
        TrailingData = "trailing_data":
            "something follows the JSON value",
        DuplicateKey = "duplicate_key":
            "an object has the same key twice",
        NestingTooDeep = "nesting_too_deep":
            "objects and arrays are nested deeper than the limit",
        LoneSurrogate = "lone_surrogate":
            "a string holds half of a surrogate pair",
        NumberOutOfRange = "number_out_of_range":
            "a number is too large for a double, or outside the allowed range",
        NotAnObject = "not_an_object":
            "an event is a JSON object",
        MissingField = "missing_field":
            "a required field is absent",
        WrongType = "wrong_type":
            "a field has another JSON type than the contract gives it",
        BlankString = "blank_string":
            "a string that must say something is empty or only white space",
        TooLong = "too_long":
            "a string has more bytes, or an object more members, than are allowed",
        NotAllowedValue = "not_allowed_value":
            "a value is not one of those that the contract lists",
        UnsupportedVersion = "unsupported_version":
            "`schema_version` names another version than v1",
        UnknownField = "unknown_field":
            "a policy has a field that `aana.policy.v1` does not define",
        RouteNotPermitted = "route_not_permitted":
            "the published schema does not allow `accept` for this category and authorization state",
        ArgumentsInvalid = "arguments_invalid":
            "an argument does not fit the parameters that the tool's descriptor declares",
        GateFailed = "gate_failed":
            "the gate stopped while it decided, or could not be asked",
    }
}

impl FaultCode {
    /// What happens around the gate: no event makes it say these, only hosts do.
    pub const OF_HOSTS: &'static [Self] = &[Self::ArgumentsInvalid, Self::GateFailed];
}
