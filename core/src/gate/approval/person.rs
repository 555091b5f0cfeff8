//! The asker cannot approve its own call: an approval does not count if the model, a tool or nobody gave it.

use super::off::is_off;
use crate::{
    contract::EvidenceKind,
    event::{Key, folded_key},
    gate::provenance::{Proposer, plain},
    json::{Member, Value},
    tokens::{Token, Word, tokens, word_map, word_set},
};

/// Who gave an approval, the least trustworthy first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::gate) enum Approver {
    /// The model, a tool, or nobody.
    Machine,
    /// An agent, which can be a person in a call centre: the host has to know.
    Agent,
    /// A system, which may follow a policy or not.
    System,
    /// Anybody else, or not said.
    Person,
}

/// What a word of a label says of who it names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    /// The model, a tool, or nobody: `the assistant`, `LLM judge`.
    Machine,
    /// A program by what it does: `planner`. Behind `user:` it is what a person is called.
    Program,
    /// An agent, which may be a person.
    Agent,
    /// A system.
    System,
    /// Nothing by itself.
    Neutral,
}

word_map! {
    /// The words of labels that name nobody who could approve.
    NAMES: Names = [
        ("assistant", Names::Machine), ("self", Names::Machine), ("auto", Names::Machine),
        ("automatic", Names::Machine), ("automatically", Names::Machine),
        ("automated", Names::Machine), ("automation", Names::Machine), ("bot", Names::Machine),
        ("ai", Names::Machine), ("model", Names::Machine), ("llm", Names::Machine),
        ("tool", Names::Machine), ("none", Names::Machine), ("nobody", Names::Machine),
        ("gpt", Names::Machine), ("chatgpt", Names::Machine), ("claude", Names::Machine),
        ("gemini", Names::Machine), ("copilot", Names::Machine), ("openai", Names::Machine),
        ("anthropic", Names::Machine), ("llama", Names::Machine), ("mistral", Names::Machine),
        ("deepseek", Names::Machine), ("qwen", Names::Machine), ("grok", Names::Machine),
        ("chatbot", Names::Machine), ("timeout", Names::Machine), ("default", Names::Machine),
        ("unknown", Names::Machine), ("undefined", Names::Machine), ("null", Names::Machine),
        ("anonymous", Names::Machine), ("cron", Names::Program), ("script", Names::Program),
        ("planner", Names::Program), ("orchestrator", Names::Program), ("subagent", Names::Program),
        ("dependabot", Names::Machine), ("renovate", Names::Machine), ("timer", Names::Program),
        ("scheduler", Names::Program), ("pipeline", Names::Program), ("workflow", Names::Program),
        ("service", Names::Program), ("serviceaccount", Names::Machine), ("svc", Names::Machine),
        ("na", Names::Machine), ("myself", Names::Machine), ("test", Names::Program),
        ("rule", Names::Program), ("bypass", Names::Machine), ("yolo", Names::Machine),
        ("robot", Names::Machine), ("policy", Names::System),
        ("account", Names::Neutral), ("supervisor", Names::Neutral), ("permissions", Names::Neutral),
        ("n", Names::Neutral), ("sub", Names::Neutral),
        ("agent", Names::Agent), ("agents", Names::Agent), ("system", Names::System),
        ("the", Names::Neutral), ("a", Names::Neutral), ("an", Names::Neutral),
        ("our", Names::Neutral), ("my", Names::Neutral), ("by", Names::Neutral),
        ("approve", Names::Neutral), ("approved", Names::Neutral), ("approver", Names::Neutral),
        ("approval", Names::Neutral), ("judge", Names::Neutral), ("reviewer", Names::Neutral),
        ("guard", Names::Neutral), ("classifier", Names::Neutral), ("code", Names::Neutral),
        ("coding", Names::Neutral), ("language", Names::Neutral), ("large", Names::Neutral),
        ("pro", Names::Neutral), ("mini", Names::Neutral), ("turbo", Names::Neutral),
        ("flash", Names::Neutral), ("sonnet", Names::Neutral), ("opus", Names::Neutral),
        ("haiku", Names::Neutral), ("user", Names::Neutral),
    ], Names::Machine
}

word_set! {
    /// The same before a colon, whatever stands behind it.
    BEFORE_COLON = ["model", "llm", "ai", "tool", "assistant", "bot", "self", "auto", "serviceaccount", "service", "svc"]
}

word_set! {
    /// Words that say by which way an approval came, and not who gave it: `"source": "pipeline"`.
    PLACES = ["default", "pipeline", "workflow", "service", "test", "tool", "script", "unknown", "none", "null"]
}

word_set! {
    /// The members that say who somebody is. The others say what else is known.
    IDENTITY = ["name", "id", "login", "username", "label", "displayname", "fullname", "type", "kind", "email",
        "user", "by", "actor", "subject"]
}

/// Who gave the approval with these members.
pub(in crate::gate) fn approver_of(members: &[Member<'_>], proposer: &Proposer) -> Approver {
    let mut found = Approver::Person;
    for member in members {
        match Key::of(&member.key, EvidenceKind::Approval) {
            Some(Key::Approver) => found = found.min(least_of(&member.value, proposer)),
            // `"method": "auto"`; `"source": "agent console"` is about a place.
            Some(Key::Manner) => {
                let who = least_of(&member.value, proposer);
                let names_place = member.value.as_str().is_some_and(|label| {
                    tokens(label).any(|token: Token<'_>| PLACES.contains(token.word))
                });
                let counts = who <= Approver::Agent && !names_place;
                found = if counts { found.min(who) } else { found };
            }
            // `"decision": {"approved": true, "approved_by": "bot"}`
            Some(
                Key::Verdict | Key::Given | Key::Scope | Key::Status | Key::Answer | Key::Reply,
            ) => found = found.min(within(&member.value, proposer)),
            _ => {}
        }
    }
    found
}

fn within(verdict: &Value<'_>, proposer: &Proposer) -> Approver {
    match verdict {
        Value::Object(object) => approver_of(object.members(), proposer),
        Value::Array(items) => least(items.iter().map(|item| within(item, proposer))),
        _ => Approver::Person,
    }
}

fn least(found: impl Iterator<Item = Approver>) -> Approver {
    found.min().unwrap_or(Approver::Person)
}

fn least_of(value: &Value<'_>, proposer: &Proposer) -> Approver {
    match value {
        Value::String(label) => of_label(label, proposer),
        // Of several one person is enough.
        Value::Array(items) => {
            items.iter().map(|item| least_of(item, proposer)).max().unwrap_or(Approver::Person)
        }
        Value::Object(object) => {
            let members = object.members();
            // `{"agent": "a-1"}`
            let names_machine = |it: &Member<'_>| {
                let word = folded_key(&it.key);
                (BEFORE_COLON.contains(word) || word == Word::literal("agent"))
                    && !is_off(&it.value)
            };
            if members.iter().any(names_machine) {
                return Approver::Machine;
            }
            let is_identity = |it: &Member<'_>| IDENTITY.contains(folded_key(&it.key));
            let known = members.iter().any(is_identity);
            let counted = members.iter().filter(|it| !known || is_identity(it));
            least(counted.map(|member| least_of(&member.value, proposer)))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Approver::Person,
    }
}

/// Whether a label can be that of a person.
pub(super) fn is_person(label: &str) -> bool {
    of_label(label, &Proposer::default()) == Approver::Person
}

fn of_label(label: &str, proposer: &Proposer) -> Approver {
    let label = &*plain(label);
    let is_user =
        label.split_once(':').is_some_and(|(kind, _)| kind.trim().eq_ignore_ascii_case("user"));
    if proposer.is(label)
        || label.split([':', '/']).any(|part| proposer.is(part))
        || (!is_user && proposer.is_mentioned(label))
    {
        return Approver::Machine;
    }
    if let Some((kind, _)) = label.split_once(':') {
        let mut words = tokens(kind).map(|token: Token<'_>| token.word);
        let first = words.next().unwrap_or(Word::OTHER);
        if words.next().is_none() {
            if BEFORE_COLON.contains(first) {
                return Approver::Machine;
            }
            if NAMES.get(first) == Some(Names::Agent) {
                return Approver::Agent;
            }
        }
    }
    let is_nobody = label.trim().eq_ignore_ascii_case("n/a")
        || (!label.trim().is_empty() && tokens(label).next().is_none());
    if is_nobody {
        return Approver::Machine;
    }
    // `dependabot[bot]` is how a forge names a program, and `merge-bot` how people do; a
    // label with a colon says who runs it.
    let is_bot = label.trim_end().ends_with("[bot]")
        || !label.contains(':')
            && tokens(label)
                .last()
                .is_some_and(|token: Token<'_>| token.word == Word::literal("bot"));
    let first = tokens(label).next().map(|token: Token<'_>| token.word);
    // `svc-deploy`: how programs are named.
    let is_service = first == Some(Word::literal("svc"));
    if is_bot || is_service { Approver::Machine } else { of_words(label, is_user) }
}

/// What the words of a label say if each of them is in the table. `Claude Dupont` is a person.
fn of_words(label: &str, is_user: bool) -> Approver {
    let mut found = Approver::Person;
    for token in tokens(label) {
        let version = || {
            let mut bytes = token.text.bytes();
            let first = bytes.next().unwrap_or_default();
            first.is_ascii_digit() || (first == b'v' && bytes.all(|byte| byte.is_ascii_digit()))
        };
        match NAMES.get(token.word) {
            Some(Names::Program) if is_user => return Approver::Person,
            Some(Names::Machine | Names::Program) => found = Approver::Machine,
            Some(Names::Agent) => found = found.min(Approver::Agent),
            Some(Names::System) => found = found.min(Approver::System),
            Some(Names::Neutral) => {}
            None if version() => {}
            None => return Approver::Person,
        }
    }
    found
}
