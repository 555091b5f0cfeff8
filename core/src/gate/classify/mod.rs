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
pub(crate) use name::{NameReading, is_known_read, read_name, verb_class};
pub(crate) use nouns::{NounReading, read_nouns};
pub(crate) use removers::removes;

use crate::{code_set::CodeSet, codes::Reason, contract::ToolCategory, policy::ToolRules};

/// The category that the decision is taken for, and why. `nouns` are those that count under these rules.
pub(crate) fn effective_category(
    declared: ToolCategory,
    rules: &ToolRules,
    name: NameReading,
    nouns: NounReading,
    arguments: ArgumentReading,
    supported_as_public: bool,
    reasons: &mut CodeSet<Reason>,
) -> ToolCategory {
    let mut category = match rules.tool_category {
        Some(category) if declared == ToolCategory::Unknown && rules.classifies_unknown => category,
        Some(category) => declared.max(category),
        None => declared,
    };
    if category != declared {
        reasons.insert(Reason::PolicyClassifiedTool);
    }
    let is_read =
        |category| matches!(category, ToolCategory::PublicRead | ToolCategory::PrivateRead);

    if rules.hints && is_read(category) && name.verb_class.acts() {
        reasons.insert(Reason::DeclaredReadReclassifiedAsWrite);
        reasons.insert_if(name.interpreter, Reason::DeclaredReadIsInterpreter);
        category = ToolCategory::Write;
    }
    let acting = arguments.calls.acting_class(rules);
    if is_read(category) && acting.is_some() {
        reasons.insert(Reason::DeclaredReadReclassifiedByArguments);
        category = ToolCategory::Write;
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
