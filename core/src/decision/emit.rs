//! The long form of a decision, key by key in the contract's order.

use alloc::{borrow::Cow, format};

use super::{
    Decision, Judged, Outcome,
    recovery::{asks_for_evidence, needs, suggestion},
    report::Report,
};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Reason, Warning},
    contract::{
        AUDIT_EVENT_VERSION, AuthorizationState, CONTRACT_VERSION, GATE_VERSION, GateDecision,
        Route,
    },
    execution::{ExecutionPolicy, emit_execution_policy},
    gate::Facts,
    json::Visitor,
    listed::Listed,
};

/// One decision on its way to a visitor.
struct Emitter<'d, 'e, V> {
    decision: &'d Decision<'e>,
    judged: Option<&'d Judged<'e>>,
    report: &'d Report<'d>,
    to: &'d mut V,
}

pub(super) fn decision<V: Visitor>(decision: &Decision<'_>, report: &Report<'_>, to: &mut V) {
    let judged = match &decision.outcome {
        Outcome::Judged(judged) => Some(judged),
        Outcome::Malformed(_) => None,
    };
    Emitter { decision, judged, report, to }.whole();
}

impl<V: Visitor> Emitter<'_, '_, V> {
    fn whole(&mut self) {
        let route = self.decision.route().as_str();
        self.to.begin_object();
        self.word("contract_version", CONTRACT_VERSION);
        self.word("gate_version", GATE_VERSION);
        self.word("route", route);
        self.word("gate_decision", self.decision.gate_decision().as_str());
        self.word("recommended_action", route);
        self.blockers("hard_blockers", |_| true);
        self.reasons("reasons");
        self.warnings("warnings");
        self.validation_errors("validation_errors", true);
        self.declared();
        self.word("aana_route", self.decision.aana_route().as_str());
        let wish = self.judged.map(|judged| judged.event.recommended_route.as_str());
        self.optional_word("runtime_recommended_route", wish);
        self.word("candidate_gate", self.candidate_gate().as_str());
        self.classification();
        self.authorization_report();
        self.evidence_integrity();
        self.aix();
        self.optional_text("action_digest", self.report.action_digest.as_deref());
        self.recovery();
        self.to.key("execution_policy");
        let executes = self.decision.executes();
        emit_execution_policy(ExecutionPolicy::of(executes, self.decision.mode), self.to);
        self.audit_event();
        self.architecture_decision();
        self.to.end_object();
    }

    /// The fields of the event that a decision repeats.
    fn declared(&mut self) {
        self.optional_text("tool_name", self.report.tool_name.as_deref());
        let event = self.judged.map(|judged| &judged.event);
        self.optional_word("tool_category", event.map(|event| event.tool_category.as_str()));
        let state = event.map(|event| event.authorization_state.as_str());
        self.optional_word("authorization_state", state);
        self.optional_word("risk_domain", event.map(|event| event.risk_domain.as_str()));
    }

    /// Whether the rules alone would pass the call.
    fn candidate_gate(&self) -> GateDecision {
        let passes =
            self.decision.aana_route() == Route::Accept && self.decision.hard_blockers().is_empty();
        if passes { GateDecision::Pass } else { GateDecision::Fail }
    }

    fn classification(&mut self) {
        let facts = self.judged.map(|judged| &judged.facts);
        self.to.key("classification");
        self.to.begin_object();
        self.optional_word(
            "declared_category",
            facts.map(|facts| facts.declared_category.as_str()),
        );
        let effective = facts.map(|facts| facts.effective_category.as_str());
        self.optional_word("effective_category", effective);
        self.optional_word("verb_class", facts.map(|facts| facts.verb_class.as_str()));
        self.optional_boolean("high_risk", facts.map(|facts| facts.high_risk));
        self.optional_word("risk_level", facts.map(|facts| facts.risk_level.as_str()));
        self.optional_boolean("irreversible", facts.map(|facts| facts.irreversible));
        self.to.end_object();
    }

    fn authorization_report(&mut self) {
        let facts = self.judged.map(|judged| &judged.facts);
        self.to.key("authorization_report");
        self.to.begin_object();
        self.optional_word("declared_state", facts.map(|facts| facts.declared_state.as_str()));
        let supported = facts.map(|facts| facts.supported_state.as_str());
        self.optional_word("evidence_supported_state", supported);
        let effective = facts.map(|facts| facts.effective_state().as_str());
        self.optional_word("effective_state", effective);
        let required = facts.and_then(Facts::required_state);
        self.optional_word("required_state", required.map(AuthorizationState::as_str));
        self.to.end_object();
    }

    fn evidence_integrity(&mut self) {
        let count = self.judged.map_or(0, |judged| judged.refs.len());
        self.to.key("evidence_integrity");
        self.to.begin_object();
        self.to.key("checked_ref_count");
        self.to.integer(u32::try_from(count).unwrap_or(u32::MAX));
        self.texts("used_source_ids", "used_source_ids_total", &self.report.used);
        self.to.key("issues");
        self.to.begin_array();
        for issue in self.report.issues.listed.entries() {
            self.to.begin_object();
            self.word("level", if issue.blocks { "blocker" } else { "warning" });
            self.word("code", issue.code);
            self.text("path", &issue.path);
            self.to.end_object();
        }
        self.to.end_array();
        self.total("issues_total", self.report.issues.listed.total_if_cut());
        let (missing, contradictory) = (&self.report.missing, &self.report.contradictory);
        self.texts("missing_source_ids", "missing_source_ids_total", missing);
        self.texts("contradictory_source_ids", "contradictory_source_ids_total", contradictory);
        self.boolean("public_audit_ready", self.report.public_audit_ready);
        self.to.end_object();
    }

    fn aix(&mut self) {
        let aix = self.report.aix;
        self.to.key("aix");
        self.to.begin_object();
        self.word("aix_version", "0.1");
        self.hundredths("score", aix.score);
        self.to.key("components");
        self.to.begin_object();
        self.hundredths("P", aix.p);
        self.hundredths("F", aix.f);
        self.hundredths("C", aix.c);
        self.to.end_object();
        self.word("decision", self.decision.route().as_str());
        self.blockers("hard_blockers", |_| true);
        self.to.end_object();
    }

    fn recovery(&mut self) {
        self.to.key("recovery");
        self.to.begin_object();
        self.word("suggestion", suggestion(self.decision));
        let needs = needs(self.decision, self.report);
        self.to.key("needs");
        self.to.begin_array();
        for (key, value) in needs.entries() {
            self.to.begin_object();
            self.text(key, value);
            self.to.end_object();
        }
        self.to.end_array();
        self.total("needs_total", needs.total_if_cut());
        self.to.end_object();
    }

    fn architecture_decision(&mut self) {
        self.to.key("architecture_decision");
        self.to.begin_object();
        self.word("route", self.decision.route().as_str());
        self.word("gate_decision", self.decision.gate_decision().as_str());
        self.hundredths("aix_score", self.report.aix.score);
        self.blockers("hard_blockers", |_| true);
        self.blockers("missing_evidence", asks_for_evidence);
        self.evidence_refs();
        let event = self.judged.map(|judged| &judged.event);
        let state = event.map(|event| event.authorization_state.as_str());
        self.optional_word("authorization_state", state);
        self.optional_text("tool_name", self.report.tool_name.as_deref());
        self.optional_word("tool_category", event.map(|event| event.tool_category.as_str()));
        self.optional_word("risk_domain", event.map(|event| event.risk_domain.as_str()));
        self.word("recovery_suggestion", suggestion(self.decision));
        self.audit_event();
        self.to.end_object();
    }

    /// The event for the audit log: codes, contract words, ids and key names, never a value.
    fn audit_event(&mut self) {
        let (event, facts) =
            (self.judged.map(|judged| &judged.event), self.judged.map(|judged| &judged.facts));
        self.to.key("audit_event");
        self.to.begin_object();
        self.word("audit_event_version", AUDIT_EVENT_VERSION);
        self.word("route", self.decision.route().as_str());
        self.word("gate_decision", self.decision.gate_decision().as_str());
        self.blockers("hard_blockers", |_| true);
        self.reasons("reasons");
        self.hundredths("aix_score", self.report.aix.score);
        self.optional_text("tool_name", self.report.tool_name.as_deref());
        self.optional_word("tool_category", event.map(|event| event.tool_category.as_str()));
        let effective = facts.map(|facts| facts.effective_category.as_str());
        self.optional_word("effective_category", effective);
        self.optional_word("risk_domain", event.map(|event| event.risk_domain.as_str()));
        let state = event.map(|event| event.authorization_state.as_str());
        self.optional_word("authorization_state", state);
        let effective = facts.map(|facts| facts.effective_state().as_str());
        self.optional_word("effective_authorization_state", effective);
        self.evidence_refs();
        let keys = &self.report.argument_keys;
        self.texts("proposed_argument_keys", "proposed_argument_keys_total", keys);
        self.optional_text("action_digest", self.report.action_digest.as_deref());
        self.optional_text("request_id", self.report.request_id.as_deref());
        self.optional_text("agent_id", self.report.agent_id.as_deref());
        self.boolean("public_audit_log_allowed", self.report.public_audit_ready);
        self.boolean("raw_payload_logged", false);
        self.text("decided_at", &self.report.decided_at);
        self.validation_errors("validation_errors", false);
        self.to.end_object();
    }

    fn evidence_refs(&mut self) {
        self.to.key("evidence_refs");
        self.to.begin_object();
        self.texts("used", "used_total", &self.report.used);
        self.texts("missing", "missing_total", &self.report.missing);
        self.texts("contradictory", "contradictory_total", &self.report.contradictory);
        self.to.end_object();
    }

    fn validation_errors(&mut self, key: &'static str, with_messages: bool) {
        let decision = self.decision;
        self.to.key(key);
        self.to.begin_array();
        for fault in decision.validation_errors() {
            self.to.begin_object();
            self.text("path", &fault.path);
            self.word("code", fault.code.as_str());
            if with_messages {
                self.text("message", &fault.message);
            }
            self.to.end_object();
        }
        self.to.end_array();
        let (listed, total) =
            (decision.validation_errors().len(), decision.validation_errors_total());
        self.total("validation_errors_total", (total > listed).then_some(total));
    }

    fn blockers(&mut self, key: &'static str, wanted: fn(Blocker) -> bool) {
        let blockers: CodeSet<Blocker> = self.decision.hard_blockers();
        self.to.key(key);
        self.to.begin_array();
        for blocker in blockers.iter().filter(|blocker| wanted(*blocker)) {
            self.to.word(blocker.as_str());
        }
        self.to.end_array();
    }

    fn reasons(&mut self, key: &'static str) {
        self.to.key(key);
        self.to.begin_array();
        for reason in self.decision.reasons().iter() {
            match reason {
                Reason::RuntimeRecommendedStricterRoute => {
                    self.to.string(&format!("{reason}:{}", self.decision.route()));
                }
                _ => self.to.word(reason.as_str()),
            }
        }
        self.to.end_array();
    }

    fn warnings(&mut self, key: &'static str) {
        let fields = self.judged.map(|judged| &judged.event.unknown_fields);
        let mut total = 0_usize;
        self.to.key(key);
        self.to.begin_array();
        for warning in self.decision.warnings().iter() {
            if let (Warning::UnknownField, Some(fields)) = (warning, fields) {
                for pointer in fields.entries() {
                    self.to.string(&format!("{warning}:{pointer}"));
                }
                total = total.saturating_add(fields.total());
            } else {
                self.to.word(warning.as_str());
                total = total.saturating_add(1);
            }
        }
        self.to.end_array();
        let cut = fields.is_some_and(|fields| fields.left_out() > 0);
        self.total("warnings_total", cut.then_some(total));
    }

    /// How many entries the list just told has, if not all of them were.
    fn total(&mut self, key: &'static str, total: Option<usize>) {
        if let Some(total) = total {
            self.to.key(key);
            self.to.integer(u32::try_from(total).unwrap_or(u32::MAX));
        }
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
        self.to.key(key);
        self.to.begin_array();
        for value in values.entries() {
            self.to.string(value);
        }
        self.to.end_array();
        self.total(total_key, values.total_if_cut());
    }
}
