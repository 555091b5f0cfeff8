//! A decision as the record of the WIT.

use alloc::string::String;

use aana_core::{
    Decision, ExecutionPolicy,
    contract::{AuthorizationState, RiskLevel, ToolCategory, VerbClass},
    json::{JsonWriter, Visitor},
};

use crate::{bindings::exports::aana::gate::types, faults};

/// The typed form of a decision, with its JSON text.
pub(crate) fn typed(decision: &Decision<'_>) -> types::Decision {
    let mut reader = Reader { writer: JsonWriter::with_capacity(4096), ..Reader::default() };
    decision.emit(&mut reader);
    types::Decision {
        route: decision.route().into(),
        gate_decision: decision.gate_decision().into(),
        executes: decision.executes(),
        aana_route: decision.aana_route().into(),
        hard_blockers: decision.hard_blockers().iter().map(Into::into).collect(),
        reasons: decision.reasons().iter().map(Into::into).collect(),
        warnings: decision.warnings().iter().map(Into::into).collect(),
        validation_errors: faults(decision.validation_errors()),
        classification: reader.classification(),
        authorization_report: reader.authorization_report(),
        action_digest: reader.action_digest,
        json: reader.writer.into_string(),
    }
}

/// The JSON text alone. Written by the same visitor, since a second one would be a tenth more code.
pub(crate) fn text(decision: &Decision<'_>) -> String {
    let mut reader = Reader { writer: JsonWriter::with_capacity(4096), ..Reader::default() };
    decision.emit(&mut reader);
    reader.writer.into_string()
}

/// What a host may do, as a record.
pub(crate) fn execution_policy(policy: ExecutionPolicy) -> types::ExecutionPolicy {
    use types::ExecutionReason as Reason;
    types::ExecutionPolicy {
        mode: policy.mode.into(),
        execution_allowed: policy.execution_allowed,
        aana_allows_execution: policy.aana_allows_execution,
        reason: match policy.reason {
            "aana_accepted" => Reason::AanaAccepted,
            "shadow_mode_only_observes" => Reason::ShadowModeOnlyObserves,
            "route_not_accept" => Reason::RouteNotAccept,
            _ => Reason::DecisionNotWellFormed,
        },
        required_route: types::Route::Accept,
    }
}

/// Writes the decision as JSON and keeps what the record repeats of it, so that it is told once.
#[derive(Default)]
struct Reader {
    writer: JsonWriter,
    /// How many objects and arrays are open.
    depth: u32,
    /// The member of the outermost object that is being told.
    section: &'static str,
    /// The member of the innermost object that is being told.
    member: &'static str,
    words: Words,
    high_risk: Option<bool>,
    irreversible: Option<bool>,
    action_digest: Option<String>,
}

/// The words of the two small objects in a decision.
#[derive(Default)]
struct Words {
    declared_category: Option<ToolCategory>,
    effective_category: Option<ToolCategory>,
    verb_class: Option<VerbClass>,
    risk_level: Option<RiskLevel>,
    declared_state: Option<AuthorizationState>,
    supported_state: Option<AuthorizationState>,
    effective_state: Option<AuthorizationState>,
    required_state: Option<AuthorizationState>,
}

impl Reader {
    /// The small objects stand directly in the decision.
    fn is_in(&self, section: &str) -> bool {
        self.depth == 2 && self.section == section
    }

    fn classification(&self) -> Option<types::Classification> {
        Some(types::Classification {
            declared_category: self.words.declared_category?.into(),
            effective_category: self.words.effective_category?.into(),
            verb_class: self.words.verb_class?.into(),
            high_risk: self.high_risk?,
            risk_level: self.words.risk_level?.into(),
            irreversible: self.irreversible?,
        })
    }

    fn authorization_report(&self) -> Option<types::AuthorizationReport> {
        Some(types::AuthorizationReport {
            declared_state: self.words.declared_state?.into(),
            evidence_supported_state: self.words.supported_state?.into(),
            effective_state: self.words.effective_state?.into(),
            required_state: self.words.required_state.map(Into::into),
        })
    }

    fn open(&mut self) {
        self.depth = self.depth.saturating_add(1);
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}

impl Visitor for Reader {
    fn null(&mut self) {
        self.writer.null();
    }

    fn boolean(&mut self, value: bool) {
        if self.is_in("classification") {
            match self.member {
                "high_risk" => self.high_risk = Some(value),
                "irreversible" => self.irreversible = Some(value),
                _ => {}
            }
        }
        self.writer.boolean(value);
    }

    fn integer(&mut self, value: u32) {
        self.writer.integer(value);
    }

    fn hundredths(&mut self, value: u8) {
        self.writer.hundredths(value);
    }

    fn string(&mut self, value: &str) {
        if self.depth == 1 && self.member == "action_digest" {
            self.action_digest = Some(value.into());
        }
        self.writer.string(value);
    }

    fn word(&mut self, value: &'static str) {
        let words = &mut self.words;
        if self.depth == 2 {
            match (self.section, self.member) {
                ("classification", "declared_category") => {
                    words.declared_category = ToolCategory::parse(value);
                }
                ("classification", "effective_category") => {
                    words.effective_category = ToolCategory::parse(value);
                }
                ("classification", "verb_class") => words.verb_class = VerbClass::parse(value),
                ("classification", "risk_level") => words.risk_level = RiskLevel::parse(value),
                ("authorization_report", "declared_state") => {
                    words.declared_state = AuthorizationState::parse(value);
                }
                ("authorization_report", "evidence_supported_state") => {
                    words.supported_state = AuthorizationState::parse(value);
                }
                ("authorization_report", "effective_state") => {
                    words.effective_state = AuthorizationState::parse(value);
                }
                ("authorization_report", "required_state") => {
                    words.required_state = AuthorizationState::parse(value);
                }
                _ => {}
            }
        }
        self.writer.word(value);
    }

    fn begin_array(&mut self) {
        self.open();
        self.writer.begin_array();
    }

    fn end_array(&mut self) {
        self.close();
        self.writer.end_array();
    }

    fn begin_object(&mut self) {
        self.open();
        self.writer.begin_object();
    }

    fn key(&mut self, name: &'static str) {
        if self.depth == 1 {
            self.section = name;
        }
        self.member = name;
        self.writer.key(name);
    }

    fn end_object(&mut self) {
        self.close();
        self.writer.end_object();
    }
}
