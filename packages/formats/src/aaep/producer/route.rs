//! From a decision to the events of its route.

use aana_confirmation::approval::{digest, tree};
use aana_core::{
    codes::Blocker,
    contract::{AuthorizationState, RiskLevel, Route},
    json::Value,
};
use serde_json::{Value as Json, json};

use super::{Call, Grant, Next, Now, Pending, Session, State, Step, Stop, emit::Draft};
use crate::aaep::{
    forms,
    names::{call_id, tool_name},
    shape::NORMAL,
    texts::{arguments_summary, in_words, spoken},
};

/// What the events say about one call.
pub(super) struct CallContext<'c> {
    pub(super) tool_call_id: String,
    pub(super) tool: String,
    original_name: Option<String>,
    arguments: Option<String>,
    action_digest: Option<String>,
    call: &'c Call<'c>,
}

/// A terse summary is a few words.
const TERSE: usize = 200;

/// What an `ask` asks for.
enum Ask {
    Confirm,
    Clarify,
    Authorize,
}

impl<'c> CallContext<'c> {
    fn of(session: &Session, call: &'c Call<'c>) -> Result<Self, Stop> {
        let tree = tree(call.event);
        let action_digest = call.decision.action_digest();
        if tree.as_ref().and_then(digest) != action_digest {
            return Err(Stop::DecisionForOtherEvent);
        }
        let event = tree.as_ref().and_then(Value::as_object);
        let name = event
            .and_then(|event| event.get("tool_name"))
            .and_then(Value::as_str)
            .unwrap_or("unknown");
        let tool = tool_name(name);
        Ok(Self {
            tool_call_id: call_id(&session.id, call.runtime_id),
            original_name: (tool != name).then(|| spoken(name, 256)).flatten(),
            arguments: event
                .and_then(|event| event.get("proposed_arguments"))
                .and_then(Value::as_object)
                .and_then(arguments_summary),
            tool,
            action_digest,
            call,
        })
    }

    /// The `gate` extension: codes, ids and digests, no free text.
    fn gate(&self, confirmation: Option<&str>) -> Json {
        let decision = self.call.decision;
        let blockers: Vec<&str> = decision.hard_blockers().iter().map(Blocker::as_str).collect();
        let mut gate = json!({
            "route": decision.route().as_str(),
            "tool_call_id": self.tool_call_id,
            "hard_blockers": blockers,
        });
        let optional = [
            ("tool_name", self.original_name.as_deref()),
            ("args_digest", self.action_digest.as_deref()),
            ("authorization_state", decision.effective_state().map(AuthorizationState::as_str)),
            ("confirmation_event_id", confirmation),
        ];
        for (name, value) in optional {
            if let Some(value) = value {
                gate[name] = json!(value);
            }
        }
        gate
    }

    fn risk(&self) -> RiskLevel {
        self.call.decision.risk_level().unwrap_or(RiskLevel::High)
    }

    fn irreversible(&self) -> bool {
        self.call.decision.irreversible().unwrap_or(true)
    }

    /// What is done, in words: those of the caller, or the tool and its arguments.
    fn summary(&self, before: &str) -> String {
        let own = self.call.texts.summary.and_then(|text| spoken(text, NORMAL));
        own.unwrap_or_else(|| self.plain(before))
    }

    fn plain(&self, before: &str) -> String {
        let tool = in_words(&self.tool);
        match &self.arguments {
            Some(arguments) => format!("{before} {tool}, with {arguments}."),
            None => format!("{before} {tool}."),
        }
    }

    fn timeout_seconds(&self) -> i64 {
        match (self.irreversible(), self.risk()) {
            (true, RiskLevel::High) => 300,
            (true, RiskLevel::Medium) => 120,
            _ => 60,
        }
    }
}

impl Session {
    /// Announces a decision. Only [`Next::Run`] lets the call run, and only once.
    ///
    /// After an accepted reply, call this again with the new event and the new decision about it, and
    /// with the same `runtime_id`.
    pub fn propose(&mut self, call: &Call<'_>, now: &mut Now<'_>) -> Step {
        match self.announce(call, now) {
            Ok(step) => step,
            Err(why) => Step::stop(why),
        }
    }

    fn announce(&mut self, call: &Call<'_>, now: &mut Now<'_>) -> Result<Step, Stop> {
        let mut draft = Draft::of(self, now)?;
        let context = CallContext::of(&draft.session, call)?;
        let asked = draft.session.asked.get(&context.tool_call_id);
        let is_another = asked.is_some_and(|asked| context.action_digest.as_ref() != Some(asked));
        if is_another || draft.session.over.contains(&context.tool_call_id) {
            return Err(Stop::CallIsOver);
        }
        // Whatever waits for an answer has to get it first: its place must not be taken by another.
        if draft.session.pending.is_some() {
            return Err(Stop::Busy);
        }
        // A question is void once its call, or another, is proposed: the runtime goes on without the answer.
        draft.session.question = None;
        let is_for_this = |grant: &mut Grant| grant.tool_call_id == context.tool_call_id;
        let grant = draft.session.grant.take_if(is_for_this);
        let grant = grant.filter(|grant| grant.fits(&context, draft.now.ms));
        let runs = call.decision.executes() && (!context.irreversible() || grant.is_some());
        if !draft.session.open_calls.is_empty() && !runs {
            // Leaving `calling_tool` would say that the open calls were over.
            return Err(Stop::Busy);
        }
        let next = match call.decision.route() {
            Route::Accept if runs => draft.invoked(&context, grant.as_ref()),
            Route::Accept => draft.confirm(&context),
            Route::Ask => match ask(call) {
                Ask::Confirm => draft.confirm(&context),
                Ask::Clarify => draft.clarify(&context),
                Ask::Authorize => draft.stays_out(
                    &context,
                    "This needs you to sign in, or the details to be verified, before it can be done.",
                    Stop::NeedsAuthorization,
                ),
            },
            Route::Defer if only_evidence(call) => draft.stays_out(
                &context,
                "This needs better information first, so nothing was done yet.",
                Stop::NeedsEvidence,
            ),
            Route::Defer => draft.hand_off(&context),
            Route::Refuse => {
                draft.session.is_over(&context.tool_call_id);
                let text = "This is not allowed here, so nothing was done.";
                draft.stays_out(&context, text, Stop::Refused)
            }
        };
        Ok(draft.commit(self, next))
    }
}

impl Grant {
    fn fits(&self, context: &CallContext<'_>, now_ms: i64) -> bool {
        context.action_digest.as_deref() == Some(&*self.action_digest) && now_ms < self.until_ms
    }
}

/// First what a confirmation cannot cure, then what only the user knows, and the confirmation last.
fn ask(call: &Call<'_>) -> Ask {
    let curable = |blocker| {
        matches!(
            blocker,
            Blocker::WriteMissingExplicitConfirmation
                | Blocker::HighRiskWriteMissingExplicitConfirmation
                | Blocker::AuthorizationStateNotSupported
                // A floor `ask` wants a person's yes that is bound to the action, which a confirmation gives.
                | Blocker::PolicyRouteFloor
        )
    };
    let decision = call.decision;
    let curable = decision.hard_blockers().iter().all(curable)
        && (decision.hard_blockers().is_empty() || is_validated(call));
    if !curable {
        Ask::Authorize
    } else if call.texts.question.is_some() {
        Ask::Clarify
    } else {
        Ask::Confirm
    }
}

fn is_validated(call: &Call<'_>) -> bool {
    call.decision.effective_state() >= Some(AuthorizationState::Validated)
}

/// Whether the runtime can cure a deferral itself: the evidence is bad, and nothing else is that better
/// evidence would not cure with it.
fn only_evidence(call: &Call<'_>) -> bool {
    let blockers = call.decision.hard_blockers();
    blockers.iter().any(|blocker| cure(blocker) == Cure::Runtime)
        && blockers.iter().all(|blocker| cure(blocker) != Cure::Person)
}

/// Who can take a blocker of a deferral away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cure {
    /// The runtime, which fetches better evidence.
    Runtime,
    /// Better evidence, the answer of a user among it: it goes with what the runtime cures, or is asked for then.
    Follows,
    /// A person who is responsible, or nobody.
    Person,
}

/// Every code is named, so that a new one is not passed over.
const fn cure(blocker: Blocker) -> Cure {
    match blocker {
        Blocker::MissingEvidenceRefs
        | Blocker::StaleEvidence
        | Blocker::InvalidRetrievedAt
        | Blocker::EvidenceFromFuture
        | Blocker::EvidenceMarksMissingInformation
        | Blocker::UnstructuredEvidenceRef
        | Blocker::EvidenceBelowProductionProfile => Cure::Runtime,
        Blocker::AuthorizationStateNotSupported
        | Blocker::PrivateReadNotAuthenticated
        | Blocker::WriteMissingAuthorization
        | Blocker::WriteMissingValidationOrConfirmation
        | Blocker::WriteMissingExplicitConfirmation
        | Blocker::HighRiskWriteMissingExplicitConfirmation
        | Blocker::ApprovalNotBoundToAction
        | Blocker::ApprovalNotGiven
        | Blocker::ApprovalNotFromAPerson
        | Blocker::ApprovalWithoutVerdict
        | Blocker::ApprovalWithCondition
        | Blocker::EvidenceNotAttested
        | Blocker::PolicyMinimumAuthorization => Cure::Follows,
        // A no, a contradiction and letters that deceive are not fetched away.
        Blocker::EvidenceMissingAuthorization
        | Blocker::ContradictoryEvidence
        | Blocker::EvidenceTextAmbiguous
        | Blocker::EvidenceSecretLeak
        | Blocker::EvidencePiiLeak
        | Blocker::UnsafeRedactionStatus
        | Blocker::SchemaValidationFailed
        | Blocker::DeclaredReadNotRecognised
        | Blocker::ToolNameNotPlainAscii
        | Blocker::UnknownToolCategory
        | Blocker::UnknownDestructiveTool
        | Blocker::ArgumentSecretLeak
        | Blocker::ArgumentEffectUnknown
        | Blocker::ArgumentDataInUrl
        | Blocker::ArgumentHiddenText
        | Blocker::ArgumentLookalike
        | Blocker::ArgumentBacktickInText
        | Blocker::ArgumentSecretFile
        | Blocker::ArgumentDevicePath
        | Blocker::ArgumentMassEffect
        | Blocker::ArgumentAmountOverPolicy
        | Blocker::ArgumentRecipientsOverPolicy
        | Blocker::ArgumentPathTraversal
        | Blocker::ArgumentPathForm
        | Blocker::ArgumentUrlScheme
        | Blocker::ArgumentUrlAmbiguous
        | Blocker::ArgumentTooComplex
        | Blocker::ArgumentPathOutsideRoots
        | Blocker::ArgumentNotInAllowList
        | Blocker::ArgumentHostNotAllowed
        | Blocker::ArgumentRaw
        | Blocker::ArgumentMetadataAddress
        | Blocker::ArgumentRuleDenied
        | Blocker::PolicyArgumentRule
        | Blocker::RuntimeRefusal
        | Blocker::PolicyRouteFloor
        | Blocker::AuditUnavailable => Cure::Person,
    }
}

impl Draft<'_, '_> {
    fn invoked(&mut self, context: &CallContext<'_>, grant: Option<&Grant>) -> Next {
        self.enter(State::CallingTool, None, None);
        let texts = &context.call.texts;
        let payload = json!({
            "tool": context.tool,
            "tool_call_id": context.tool_call_id,
            "args_summary": context.arguments,
            "summary_terse": texts.terse.and_then(|text| spoken(text, TERSE)),
            "summary_normal": context.summary("Now running:"),
            "risk_level": context.risk().as_str(),
            "irreversible": context.irreversible(),
        });
        let gate = context.gate(grant.map(|grant| &*grant.event_id));
        self.push("tool.invoked", "normal", payload, Some(gate));
        self.session.is_over(&context.tool_call_id);
        self.session.open_calls.insert(context.tool_call_id.clone(), context.tool.clone());
        Next::Run { tool_call_id: context.tool_call_id.clone() }
    }

    fn confirm(&mut self, context: &CallContext<'_>) -> Next {
        // Another yes would not validate the call either.
        if self.session.noted.contains(&context.tool_call_id) && !is_validated(context.call) {
            let text =
                "You agreed to this, and it needs more proof than that, so nothing was done.";
            return self.stays_out(context, text, Stop::NeedsAuthorization);
        }
        let (Some(digest), true) = (&context.action_digest, self.has_listener()) else {
            let text =
                "This needs your confirmation, and nobody can give it here, so nothing was done.";
            return self.stays_out(context, text, Stop::NobodyCanReply);
        };
        let seconds = context.timeout_seconds();
        self.deciding();
        self.enter(State::AwaitingInput, Some("Waiting for your decision."), None);
        let reply_token = format!("rpl_{}", self.fresh());
        let (irreversible, texts) = (context.irreversible(), &context.call.texts);
        let consequence = if irreversible {
            "This takes effect at once and cannot be undone from here."
        } else {
            "This takes effect at once; it can be changed back afterwards."
        };
        let action = texts.action.and_then(|text| spoken(text, NORMAL));
        let consequence = texts
            .consequence
            .and_then(|text| spoken(text, NORMAL))
            .unwrap_or_else(|| consequence.to_owned());
        let payload = json!({
            "action": action.unwrap_or_else(|| context.plain("Run")),
            "consequence": consequence,
            "reply_token": reply_token,
            "timeout_seconds": seconds,
            "default_decision": "reject",
            "risk_level": context.risk().as_str(),
            "irreversible": irreversible,
            "reversibility": irreversible.then_some("irreversible"),
            "summary_terse": texts.terse.and_then(|text| spoken(text, TERSE)),
            "summary_normal": context.summary("Please confirm:"),
            "extra_context": {
                "tool_call_id": context.tool_call_id,
                "tool": context.tool,
                "args_digest": digest,
            },
        });
        let event_id =
            self.push("awaiting.confirmation", "critical", payload, Some(context.gate(None)));
        let pending = Pending {
            reply_token: reply_token.clone(),
            event_id,
            tool_call_id: context.tool_call_id.clone(),
            tool: context.tool.clone(),
            action_digest: digest.clone(),
            asked_ms: self.now.ms,
            timeout_ms: seconds.saturating_mul(1000),
            validated: is_validated(context.call),
        };
        let deadline_ms = pending.deadline_ms();
        self.session.asked.insert(context.tool_call_id.clone(), digest.clone());
        self.session.pending = Some(pending);
        Next::AwaitReply { reply_token, deadline_ms }
    }

    fn clarify(&mut self, context: &CallContext<'_>) -> Next {
        let question = context.call.texts.question.and_then(|text| spoken(text, NORMAL));
        let (Some(question), true) = (question, self.has_listener()) else {
            let text = "Something is missing that nobody can tell here, so nothing was done.";
            return self.stays_out(context, text, Stop::NobodyCanReply);
        };
        self.deciding();
        self.enter(State::AwaitingInput, Some("Waiting for your answer."), None);
        let reply_token = format!("rpl_{}", self.fresh());
        let payload = json!({
            "question": question,
            "reply_token": reply_token,
            "timeout_seconds": 180,
            "accepted_response_kinds": ["freetext"],
            "summary_normal": question,
        });
        let event_id =
            self.push("awaiting.clarification", "critical", payload, Some(context.gate(None)));
        let question = Pending {
            reply_token: reply_token.clone(),
            event_id,
            tool_call_id: context.tool_call_id.clone(),
            tool: context.tool.clone(),
            action_digest: context.action_digest.clone().unwrap_or_default(),
            asked_ms: self.now.ms,
            timeout_ms: 180_000,
            validated: false,
        };
        let deadline_ms = question.deadline_ms();
        self.session.question = Some(question);
        Next::AwaitAnswer { reply_token, deadline_ms }
    }

    fn hand_off(&mut self, context: &CallContext<'_>) -> Next {
        let why = "This needs a person to look at it first.";
        let summary = context.call.texts.summary.and_then(|text| spoken(text, NORMAL));
        let summary = summary.unwrap_or_else(|| why.to_owned());
        self.deciding();
        self.enter(State::HandingOff, Some(&summary), Some(context.gate(None)));
        let payload = json!({
            "reason": why,
            "target_kind": "human",
            "urgency_for_handoff": context.risk().as_str(),
            "packaged_context": context.gate(None),
            "summary_normal": summary,
        });
        self.push("handoff.requested", "critical", payload, None);
        Next::Stop { why: Stop::HandedOff }
    }

    /// The run goes on without the call, and says so.
    fn stays_out(&mut self, context: &CallContext<'_>, plain: &str, why: Stop) -> Next {
        let summary = context.call.texts.summary.and_then(|text| spoken(text, NORMAL));
        self.deciding();
        let summary = summary.unwrap_or_else(|| plain.to_owned());
        self.enter(State::Thinking, Some(&summary), Some(context.gate(None)));
        Next::Stop { why }
    }

    fn deciding(&mut self) {
        self.enter(State::Deciding, None, None);
    }

    fn has_listener(&self) -> bool {
        self.session.subscriptions.iter().any(|id| forms::is_id(id, "sub_"))
    }
}
