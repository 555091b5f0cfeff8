//! The long form of a decision, key by key in the contract's order.

use alloc::{
    borrow::Cow,
    string::{String, ToString},
};

use super::{
    ArgumentReport, AuditEvent, EvidenceIntegrity, MOST_SEGMENTS, ReadArgument, Reasons, Recovery,
    Report, recovery::suggestion,
};
use crate::{
    arguments::effect::Effect,
    code_set::CodeSet,
    codes::Blocker,
    contract::{
        AUDIT_EVENT_VERSION, AuthorizationState, CONTRACT_VERSION, GATE_VERSION, RiskDomain,
        ToolCategory, VerbClass,
    },
    execution::emit_execution_policy,
    fault::Fault,
    json::{JsonWriter, Visitor},
    listed::Listed,
};

/// What is told to a visitor.
struct Emitter<'v, V> {
    to: &'v mut V,
}

impl Report<'_> {
    /// The decision as one line of JSON, its keys in the contract's order.
    pub fn to_json(&self) -> String {
        let mut writer = JsonWriter::with_capacity(5120);
        self.emit(&mut writer);
        writer.into_string()
    }

    /// Tells the decision to a visitor, key by key in the contract's order.
    pub fn emit(&self, visitor: &mut impl Visitor) {
        Emitter { to: visitor }.report(self);
    }

    /// The compact form as one line of JSON: what an agent needs to go on, without the report behind it.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::Gate;
    ///
    /// let decision = Gate::default().check("[]", 0);
    /// let compact = decision.report().to_compact_json();
    /// assert!(compact.starts_with(r#"{"route":"refuse","hard_blockers":["schema_validation_failed"],"for_model":"#));
    /// assert!(compact.ends_with(r#""action_digest":null}"#));
    /// ```
    pub fn to_compact_json(&self) -> String {
        let mut writer = JsonWriter::with_capacity(512);
        self.emit_compact(&mut writer);
        writer.into_string()
    }

    /// Tells the compact form to a visitor: `route`, `hard_blockers`, `for_model` and `needs` of the
    /// recovery, and `action_digest`.
    pub fn emit_compact(&self, visitor: &mut impl Visitor) {
        Emitter { to: visitor }.compact(self);
    }
}

impl AuditEvent<'_> {
    /// The event as one line of JSON, exactly as it stands in the decision.
    pub fn to_json(&self) -> String {
        let mut writer = JsonWriter::with_capacity(1024);
        self.emit(&mut writer);
        writer.into_string()
    }

    /// Tells the event to a visitor, key by key in the contract's order.
    pub fn emit(&self, visitor: &mut impl Visitor) {
        Emitter { to: visitor }.audit_event(self);
    }
}

impl<V: Visitor> Emitter<'_, V> {
    fn report(&mut self, report: &Report<'_>) {
        let route = report.route.as_str();
        let audit_event = report.audit_event();
        self.to.begin_object();
        self.word("contract_version", CONTRACT_VERSION);
        self.word("gate_version", GATE_VERSION);
        self.word("route", route);
        self.word("gate_decision", report.gate_decision().as_str());
        self.word("recommended_action", route);
        self.blockers("hard_blockers", report.hard_blockers);
        self.reasons(report.reasons);
        self.warnings(report);
        let (faults, total) = (report.validation_errors, report.validation_errors_total);
        self.validation_errors(faults, total, true);
        self.tool(report);
        let state = report.call.as_ref().map(|call| call.authorization.declared_state);
        self.state("authorization_state", state);
        self.optional_word("risk_domain", domain(report));
        self.word("aana_route", report.aana_route.as_str());
        let recommended = report.call.as_ref().map(|call| call.recommended_route.as_str());
        self.optional_word("runtime_recommended_route", recommended);
        self.word("candidate_gate", report.candidate_gate().as_str());
        self.classification(report);
        self.authorization_report(report);
        self.evidence_integrity(&report.evidence);
        self.argument_report(&report.arguments);
        self.aix(report);
        self.optional_text("action_digest", report.action_digest());
        self.recovery(report);
        self.to.key("execution_policy");
        emit_execution_policy(report.execution_policy, self.to);
        self.to.key("audit_event");
        self.audit_event(&audit_event);
        self.architecture_decision(report, &audit_event);
        self.to.end_object();
    }

    fn compact(&mut self, report: &Report<'_>) {
        self.to.begin_object();
        self.word("route", report.route.as_str());
        self.blockers("hard_blockers", report.hard_blockers);
        let recovery = report.recovery();
        self.text("for_model", recovery.for_model);
        self.needs(&recovery);
        self.optional_text("action_digest", report.action_digest());
        self.to.end_object();
    }

    fn tool(&mut self, report: &Report<'_>) {
        let call = report.call.as_ref();
        self.optional_text("tool_name", call.map(|call| &*call.tool_name));
        let category = call.map(|call| call.classification.declared_category.as_str());
        self.optional_word("tool_category", category);
    }

    fn classification(&mut self, report: &Report<'_>) {
        let of = report.call.as_ref().map(|call| &call.classification);
        self.begin_object("classification");
        self.optional_word("declared_category", of.map(|of| of.declared_category.as_str()));
        self.optional_word("effective_category", of.map(|of| of.effective_category.as_str()));
        self.optional_word("verb_class", of.map(|of| of.verb_class.as_str()));
        self.optional_boolean("high_risk", of.map(|of| of.high_risk));
        self.optional_word("risk_level", of.map(|of| of.risk_level.as_str()));
        self.optional_boolean("irreversible", of.map(|of| of.irreversible));
        self.to.end_object();
    }

    fn authorization_report(&mut self, report: &Report<'_>) {
        let of = report.call.as_ref().map(|call| &call.authorization);
        self.begin_object("authorization_report");
        self.state("declared_state", of.map(|of| of.declared_state));
        self.state("evidence_supported_state", of.map(|of| of.evidence_supported_state));
        self.state("effective_state", of.map(|of| of.effective_state));
        self.state("required_state", of.and_then(|of| of.required_state));
        self.to.end_object();
    }

    fn evidence_integrity(&mut self, evidence: &EvidenceIntegrity<'_>) {
        self.begin_object("evidence_integrity");
        self.to.key("checked_ref_count");
        self.to.integer(u32::try_from(evidence.checked_ref_count).unwrap_or(u32::MAX));
        self.texts("used_source_ids", "used_source_ids_total", &evidence.used);
        self.begin_array("issues");
        for issue in evidence.issues.entries() {
            self.to.begin_object();
            self.word("level", issue.code.level());
            self.word("code", issue.code.as_str());
            self.text("path", &issue.path);
            self.to.end_object();
        }
        self.to.end_array();
        self.total("issues_total", evidence.issues.total_if_cut());
        self.texts("missing_source_ids", "missing_source_ids_total", &evidence.missing);
        let contradictory = &evidence.contradictory;
        self.texts("contradictory_source_ids", "contradictory_source_ids_total", contradictory);
        self.boolean("public_audit_ready", evidence.public_audit_ready);
        self.to.end_object();
    }

    fn argument_report(&mut self, report: &ArgumentReport) {
        self.begin_object("argument_report");
        self.optional_word("verdict", report.verdict.map(Effect::as_str));
        self.optional_word("class", report.class.map(VerbClass::as_str));
        self.begin_array("arguments");
        for argument in report.arguments.entries() {
            self.read_argument(argument);
        }
        self.to.end_array();
        self.total("arguments_total", report.arguments.total_if_cut());
        let segments = Some(report.segments_total).filter(|total| *total > MOST_SEGMENTS);
        self.total("segments_total", segments);
        self.begin_array("codes");
        for code in report.codes.entries() {
            self.to.begin_object();
            self.word("code", code.code.as_str());
            self.text("path", &code.path);
            self.to.end_object();
        }
        self.to.end_array();
        self.total("codes_total", report.codes.total_if_cut());
        self.to.end_object();
    }

    fn read_argument(&mut self, argument: &ReadArgument) {
        self.to.begin_object();
        self.text("path", &argument.path);
        self.word("kind", argument.kind.as_str());
        self.word("verdict", argument.verdict.as_str());
        self.optional_word("class", argument.class.map(VerbClass::as_str));
        self.begin_array("segments");
        for segment in &argument.segments {
            self.to.begin_object();
            self.text("program", &segment.program.to_string());
            self.word("verdict", segment.effect.as_str());
            self.optional_word("class", segment.class.map(VerbClass::as_str));
            self.begin_array("effects");
            for effect in segment.effects.iter() {
                self.to.word(effect.as_str());
            }
            self.to.end_array();
            self.to.end_object();
        }
        self.to.end_array();
        self.to.end_object();
    }

    fn aix(&mut self, report: &Report<'_>) {
        let aix = report.aix;
        self.begin_object("aix");
        self.word("aix_version", "0.1");
        self.hundredths("score", aix.score);
        self.begin_object("components");
        self.hundredths("P", aix.p);
        self.hundredths("F", aix.f);
        self.hundredths("C", aix.c);
        self.to.end_object();
        self.word("decision", report.route.as_str());
        self.blockers("hard_blockers", report.hard_blockers);
        self.to.end_object();
    }

    fn recovery(&mut self, report: &Report<'_>) {
        let recovery = report.recovery();
        self.begin_object("recovery");
        self.text("suggestion", &recovery.suggestion);
        self.text("for_model", recovery.for_model);
        self.needs(&recovery);
        self.total("needs_total", recovery.needs.total_if_cut());
        self.to.end_object();
    }

    fn needs(&mut self, recovery: &Recovery<'_>) {
        self.begin_array("needs");
        for need in recovery.needs.entries() {
            self.to.begin_object();
            self.text(need.key(), need.about());
            if let Some(code) = need.code() {
                self.word("code", code.as_str());
            }
            if need.bound() {
                self.to.key("bound");
                self.to.boolean(true);
            }
            self.to.end_object();
        }
        self.to.end_array();
    }

    fn architecture_decision(&mut self, report: &Report<'_>, audit_event: &AuditEvent<'_>) {
        self.begin_object("architecture_decision");
        self.word("route", report.route.as_str());
        self.word("gate_decision", report.gate_decision().as_str());
        self.hundredths("aix_score", report.aix.score);
        self.blockers("hard_blockers", report.hard_blockers);
        self.blockers("missing_evidence", report.missing_evidence());
        self.evidence_refs(&report.evidence);
        self.state("authorization_state", audit_event.authorization_state);
        self.tool(report);
        self.optional_word("risk_domain", domain(report));
        self.text("recovery_suggestion", &suggestion(report));
        self.to.key("audit_event");
        self.audit_event(audit_event);
        self.to.end_object();
    }

    fn audit_event(&mut self, event: &AuditEvent<'_>) {
        self.to.begin_object();
        self.word("audit_event_version", AUDIT_EVENT_VERSION);
        self.word("route", event.route.as_str());
        self.word("gate_decision", event.gate_decision.as_str());
        self.blockers("hard_blockers", event.hard_blockers);
        self.reasons(event.reasons);
        self.hundredths("aix_score", event.aix_score);
        self.optional_text("tool_name", event.tool_name);
        self.optional_word("tool_category", event.tool_category.map(ToolCategory::as_str));
        let effective = event.effective_category.map(ToolCategory::as_str);
        self.optional_word("effective_category", effective);
        self.optional_word("risk_domain", event.risk_domain.map(RiskDomain::as_str));
        self.state("authorization_state", event.authorization_state);
        self.state("effective_authorization_state", event.effective_authorization_state);
        self.evidence_refs(event.evidence);
        let keys = event.proposed_argument_keys;
        self.texts("proposed_argument_keys", "proposed_argument_keys_total", keys);
        self.argument_summary(event.arguments);
        self.optional_text("action_digest", event.action_digest);
        self.optional_text("request_id", event.request_id);
        self.optional_text("agent_id", event.agent_id);
        self.boolean("public_audit_log_allowed", event.evidence.public_audit_ready);
        self.boolean("raw_payload_logged", false);
        self.text("decided_at", event.decided_at);
        self.validation_errors(event.validation_errors, event.validation_errors_total, false);
        self.to.end_object();
    }

    fn argument_summary(&mut self, report: &ArgumentReport) {
        self.begin_object("argument_report");
        self.optional_word("verdict", report.verdict.map(Effect::as_str));
        self.optional_word("class", report.class.map(VerbClass::as_str));
        self.begin_array("codes");
        for finding in report.findings.iter() {
            self.to.word(finding.as_str());
        }
        self.to.end_array();
        self.to.end_object();
    }

    fn evidence_refs(&mut self, evidence: &EvidenceIntegrity<'_>) {
        self.begin_object("evidence_refs");
        self.texts("used", "used_total", &evidence.used);
        self.texts("missing", "missing_total", &evidence.missing);
        self.texts("contradictory", "contradictory_total", &evidence.contradictory);
        self.to.end_object();
    }

    fn validation_errors(&mut self, faults: &[Fault], total: usize, with_messages: bool) {
        self.begin_array("validation_errors");
        for fault in faults {
            self.to.begin_object();
            self.text("path", &fault.path);
            self.word("code", fault.code.as_str());
            if with_messages {
                self.text("message", &fault.message);
            }
            self.to.end_object();
        }
        self.to.end_array();
        self.total("validation_errors_total", (total > faults.len()).then_some(total));
    }

    fn blockers(&mut self, key: &'static str, blockers: CodeSet<Blocker>) {
        self.begin_array(key);
        for blocker in blockers.iter() {
            self.to.word(blocker.as_str());
        }
        self.to.end_array();
    }

    fn reasons(&mut self, reasons: Reasons) {
        self.begin_array("reasons");
        for reason in reasons.iter() {
            match reason.route {
                Some(_) => self.to.string(&reason.to_string()),
                None => self.to.word(reason.code.as_str()),
            }
        }
        self.to.end_array();
    }

    fn warnings(&mut self, report: &Report<'_>) {
        self.begin_array("warnings");
        report.warnings.each(&mut |warning| match warning.pointer {
            Some(_) => self.to.string(&warning.to_string()),
            None => self.to.word(warning.code.as_str()),
        });
        self.to.end_array();
        self.total("warnings_total", report.warnings.total_if_cut());
    }

    /// How many entries the list just told has, if not all of them were.
    fn total(&mut self, key: &'static str, total: Option<usize>) {
        if let Some(total) = total {
            self.to.key(key);
            self.to.integer(u32::try_from(total).unwrap_or(u32::MAX));
        }
    }

    fn begin_object(&mut self, key: &'static str) {
        self.to.key(key);
        self.to.begin_object();
    }

    fn begin_array(&mut self, key: &'static str) {
        self.to.key(key);
        self.to.begin_array();
    }

    fn state(&mut self, key: &'static str, state: Option<AuthorizationState>) {
        self.optional_word(key, state.map(AuthorizationState::as_str));
    }

    fn word(&mut self, key: &'static str, value: &'static str) {
        self.to.key(key);
        self.to.word(value);
    }

    fn text(&mut self, key: &'static str, value: &str) {
        self.to.key(key);
        self.to.string(value);
    }

    fn boolean(&mut self, key: &'static str, value: bool) {
        self.to.key(key);
        self.to.boolean(value);
    }

    fn hundredths(&mut self, key: &'static str, value: u8) {
        self.to.key(key);
        self.to.hundredths(value);
    }

    fn optional_word(&mut self, key: &'static str, value: Option<&'static str>) {
        self.to.key(key);
        match value {
            Some(value) => self.to.word(value),
            None => self.to.null(),
        }
    }

    fn optional_text(&mut self, key: &'static str, value: Option<&str>) {
        self.to.key(key);
        match value {
            Some(value) => self.to.string(value),
            None => self.to.null(),
        }
    }

    fn optional_boolean(&mut self, key: &'static str, value: Option<bool>) {
        self.to.key(key);
        match value {
            Some(value) => self.to.boolean(value),
            None => self.to.null(),
        }
    }

    fn texts(&mut self, key: &'static str, total_key: &'static str, values: &Listed<Cow<'_, str>>) {
        self.begin_array(key);
        for value in values.entries() {
            self.to.string(value);
        }
        self.to.end_array();
        self.total(total_key, values.total_if_cut());
    }
}

fn domain(report: &Report<'_>) -> Option<&'static str> {
    report.call.as_ref().map(|call| call.risk_domain.as_str())
}
