//! How a policy and the gate read one tool.

use std::borrow::Cow;

use aana_core::Gate;
use aana_core::codes::{Blocker, Reason, Warning};
use aana_core::contract::{AuthorizationState, RiskDomain, Route, ToolCategory, VerbClass};
use aana_core::json::{Member, Object, Value};
use aana_core::names;

use crate::remark::Remark;
use crate::tools::Tool;

/// How one tool is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolReading {
    /// The tool's name.
    pub name: String,
    /// What the name says that the tool does.
    pub verb_class: VerbClass,
    /// The category that counts for a call that is declared a public read and has all of the tool's parameters. A call
    /// without some of them may be taken for less, and of what a tool says of itself only the wrappers know.
    pub category: ToolCategory,
    /// The category that counts for a call that is declared `unknown`.
    pub unknown_category: ToolCategory,
    /// Codes of what made the category stricter than declared, each with its sentence. Empty: nothing did.
    pub why: Vec<(&'static str, &'static str)>,
    /// The entries of the policy that cover the name. Of all of them the strictest counts.
    pub entries: Vec<String>,
    /// What decides, for each field.
    pub deciding: Deciding,
    /// The authorization that the policy demands.
    pub minimum_authorization: Option<AuthorizationState>,
    /// The floor that the policy puts under the route.
    pub route_floor: Option<Route>,
    /// What an operator should look at.
    pub remarks: Vec<Remark>,
}

/// Which field of the policy decides, as its JSON pointer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Deciding {
    /// The strictest `tool_category`.
    pub tool_category: Option<String>,
    /// The strongest `minimum_authorization`.
    pub minimum_authorization: Option<String>,
    /// The strictest `route_floor`, or `unlisted_tools`.
    pub route_floor: Option<String>,
}

/// How the gate and its policy read a tool.
pub(crate) fn read(gate: &Gate, tool: &Tool) -> ToolReading {
    let view = gate.explain_tool(&tool.name);
    let declared = probe(gate, tool, ToolCategory::PublicRead);
    let verb_class = names::verb_class(&tool.name);
    let mut why = declared.why;
    let mut remarks = Vec::new();
    let is_read = |it| matches!(it, ToolCategory::PublicRead | ToolCategory::PrivateRead);
    let mut effective = declared.category;

    if !tool.name.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        remarks.push(Remark::NotPlainAscii);
    }
    if declared.not_recognised {
        remarks.push(Remark::NotRecognised);
    }
    if verb_class == VerbClass::Other && is_read(effective) && view.tool_category.is_none() {
        remarks.push(Remark::NameSaysNothing);
    }
    if tool.annotations.acts() && is_read(effective) {
        remarks.push(Remark::SaysThatItActs);
        why.push(("annotation_says_it_acts", "the tool says of itself that it acts"));
        effective = ToolCategory::Write;
    } else if tool.annotations.read_only == Some(true) && verb_class.acts() {
        remarks.push(Remark::SaysThatItReads);
    }
    for matched in view.entries.iter().filter(|matched| !matched.exactly && matched.relieves) {
        remarks.push(Remark::ReliefNeedsTheExactName(matched.pattern.clone()));
    }
    for matched in &view.entries {
        if let Some(when) = &matched.when {
            remarks.push(Remark::HoldsForSomeCalls(matched.at.clone(), when.clone()));
        }
    }
    let unlisted = view.entries.iter().filter(|_| !view.listed);
    for matched in unlisted.filter(|matched| matched.exactly && !matched.lists) {
        remarks.push(Remark::ListsNoTool(matched.at.clone()));
    }
    if !view.listed && view.entries.iter().any(|matched| !matched.exactly) {
        remarks.push(Remark::AnotherSpelling);
    }
    let deciding = Deciding {
        tool_category: view.tool_category_at,
        minimum_authorization: view.minimum_authorization_at,
        route_floor: view.route_floor_at,
    };
    ToolReading {
        name: tool.name.clone(),
        verb_class,
        category: effective,
        unknown_category: probe(gate, tool, ToolCategory::Unknown).category,
        why,
        entries: view.entries.into_iter().map(|matched| matched.pattern).collect(),
        deciding,
        minimum_authorization: Some(view.minimum_authorization)
            .filter(|it| *it != AuthorizationState::None),
        route_floor: Some(view.route_floor).filter(|it| *it != Route::Accept),
        remarks,
    }
}

/// What the gate makes of a call of the tool.
struct Probed {
    category: ToolCategory,
    why: Vec<(&'static str, &'static str)>,
    not_recognised: bool,
}

/// Asks the gate itself about a call, so that no rule stands here a second time. The call has all of the tool's
/// parameters, each with a value that neither acts nor says anything of somebody.
fn probe(gate: &Gate, tool: &Tool, declared: ToolCategory) -> Probed {
    let text = |text: &'static str| Value::String(Cow::Borrowed(text));
    let mut parameters: Vec<&str> = tool.parameters.iter().map(String::as_str).collect();
    parameters.sort_unstable();
    parameters.dedup();
    let arguments =
        parameters.into_iter().map(|key| Member { key: Cow::Borrowed(key), value: text("get") });
    let arguments = Object::new(arguments.collect()).unwrap_or_default();
    let members = [
        ("tool_name", Value::String(Cow::Borrowed(&tool.name))),
        ("tool_category", text(declared.as_str())),
        ("authorization_state", text(AuthorizationState::None.as_str())),
        ("evidence_refs", Value::Array(Vec::new())),
        ("risk_domain", text(RiskDomain::Research.as_str())),
        ("proposed_arguments", Value::Object(arguments)),
        ("recommended_route", text(Route::Accept.as_str())),
    ];
    let members = members.map(|(key, value)| Member { key: Cow::Borrowed(key), value });
    let event = Value::Object(Object::new(members.into()).unwrap_or_default());
    let decision = gate.check_value(event, 0);
    let effective =
        decision.report().call.as_ref().map(|call| call.classification.effective_category);
    let about_the_category = |code: &str| {
        code == Reason::PolicyClassifiedTool.as_str()
            || code.starts_with("declared_read_")
            || code.starts_with("public_read_reclassified_")
    };
    let reasons = decision.reasons();
    let why = Reason::ALL
        .iter()
        .filter(|reason| reasons.contains(**reason) && about_the_category(reason.as_str()))
        .map(|reason| (reason.as_str(), reason.sentence()));
    // A blocker, or a warning of the same name where names are open.
    let not_recognised = decision.hard_blockers().contains(Blocker::DeclaredReadNotRecognised)
        || decision.warnings().contains(Warning::DeclaredReadNotRecognised);
    Probed {
        // What the gate does not read at all is never taken for a read.
        category: effective.unwrap_or(ToolCategory::Unknown),
        why: why.collect(),
        not_recognised,
    }
}
