//! The effective category of a tool: what it is, whatever it was declared to be.
//!
//! A declaration may only be made stricter here. The name, the keys of the arguments and the policy
//! each can do that; nothing but the policy can say what an `unknown` tool is.

mod arguments;
mod calls;
pub(crate) mod identity;
mod name;
pub(crate) mod nouns;
mod removers;
pub(crate) mod verbs;

pub(crate) use arguments::{ArgumentReading, read_arguments, secret_pointers};
pub(crate) use calls::INNER_CALLS;
pub(crate) use name::{NameReading, is_known_read, read_name, verb_class};
pub(crate) use nouns::{NounReading, read_nouns};
pub(crate) use removers::removes;

use crate::{
    code_set::CodeSet, codes::Reason, contract::ToolCategory, gate::arguments::ArgumentEffects,
    policy::ToolRules,
};

/// Everything that says what a tool is.
pub(crate) struct Signals<'a> {
    pub(crate) rules: &'a ToolRules,
    pub(crate) name: NameReading,
    /// The nouns that count under the rules.
    pub(crate) nouns: NounReading,
    pub(crate) arguments: &'a ArgumentReading,
    pub(crate) effects: &'a ArgumentEffects,
    /// Credible evidence calls the tool a public read.
    pub(crate) supported_as_public: bool,
}

/// The category that the decision is taken for, and why.
pub(crate) fn effective_category(
    declared: ToolCategory,
    signals: &Signals<'_>,
    reasons: &mut CodeSet<Reason>,
) -> ToolCategory {
    let &Signals { rules, name, nouns, arguments, effects, supported_as_public } = signals;
    let mut category = match rules.tool_category {
        Some(category) if declared == ToolCategory::Unknown && rules.classifies_unknown => category,
        Some(category) => declared.max(category),
        None => declared,
    };
    if category != declared {
        reasons.insert(Reason::PolicyClassifiedTool);
    }
    if rules.hints && category.is_read() && name.verb_class.acts() {
        reasons.insert(Reason::DeclaredReadReclassifiedAsWrite);
        reasons.insert_if(name.interpreter, Reason::DeclaredReadIsInterpreter);
        category = ToolCategory::Write;
    }
    let acting = arguments.calls.acting_class(rules, effects);
    let acts = acting.is_some() || effects.writing_class().is_some();
    if declared.is_read() && effects.writing_class().is_some() {
        reasons.insert(Reason::DeclaredReadReclassifiedByArguments);
    }
    if category.is_read() && acts {
        reasons.insert(Reason::DeclaredReadReclassifiedByArguments);
        category = ToolCategory::Write;
    }
    let only_reads = effects.writing_class().is_none();
    reasons.insert_if(
        declared == ToolCategory::PublicRead && effects.private && only_reads,
        Reason::PublicReadReclassifiedByArguments,
    );
    if category == ToolCategory::PublicRead && effects.private {
        category = ToolCategory::PrivateRead;
    }
    if category == ToolCategory::PublicRead && arguments.identity_bound {
        reasons.insert(Reason::PublicReadReclassifiedIdentityBound);
        category = ToolCategory::PrivateRead;
    }
    let private_name = nouns.always_private || (nouns.private && !supported_as_public);
    if category == ToolCategory::PublicRead && private_name {
        reasons.insert(Reason::PublicReadReclassifiedPrivateName);
        category = ToolCategory::PrivateRead;
    }
    category
}
