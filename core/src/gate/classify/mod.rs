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
pub(crate) use name::{NameReading, read_name};
pub(crate) use nouns::{NounReading, read_nouns};
pub(crate) use removers::removes;

use crate::{
    code_set::CodeSet,
    codes::Reason,
    contract::{ToolCategory, VerbClass},
    gate::arguments::ArgumentEffects,
    policy::ToolRules,
};

/// What the tool does, by its name, by what the call says that it does, or by what its arguments do.
pub(crate) fn verb_class(name: NameReading, others: [Option<VerbClass>; 2]) -> VerbClass {
    others.into_iter().flatten().fold(name.verb_class, name::stricter)
}

/// Whether the name of a declared read that does not act says that the tool reads.
pub(crate) fn is_known_read(tool_name: &str, name: NameReading) -> bool {
    matches!(name.verb_class, VerbClass::Read | VerbClass::Draft) || name::has_read_word(tool_name)
}

/// The category that the decision is taken for, and why. `nouns` are those that count under these rules.
pub(crate) fn effective_category(
    declared: ToolCategory,
    rules: &ToolRules,
    name: NameReading,
    nouns: NounReading,
    arguments: ArgumentReading,
    effects: &ArgumentEffects,
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
    if rules.hints && category.is_read() && name.verb_class.acts() {
        reasons.insert(Reason::DeclaredReadReclassifiedAsWrite);
        reasons.insert_if(name.interpreter, Reason::DeclaredReadIsInterpreter);
        category = ToolCategory::Write;
    }
    let acting = arguments.calls.acting_class(rules, effects.methods_read);
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
