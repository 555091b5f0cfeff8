//! For which calls an entry of a policy holds.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use super::{
    fields::{each_element, each_member, says_nothing},
    glob::Glob,
    met::{Met, any_spelling, is_any},
    subjects::Subjects,
    values::{Outcome, ValueRules, read_conditions},
    window::Window,
};
use crate::{
    code_set::CodeSet,
    contract::RiskDomain,
    event::{FieldReader, is_blank},
    fault::Path,
    json::{Object, Value, canonical},
};

/// What an entry can ask of a call, beside the name of the tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Call<'c> {
    pub(crate) risk_domain: RiskDomain,
    pub(crate) agent_id: Option<&'c str>,
    pub(crate) authorization_subject: Option<&'c Value<'c>>,
    pub(crate) arguments: &'c Object<'c>,
    /// The arguments could not be read: what they are is not known.
    pub(crate) is_unread: bool,
    pub(crate) now_ms: i64,
}

impl<'c> Call<'c> {
    /// The arguments, if they could be read.
    pub(super) fn readable(&self) -> Option<&'c Object<'c>> {
        (!self.is_unread).then_some(self.arguments)
    }
}

/// The conditions of an entry: all of them have to be met.
#[derive(Debug, Clone)]
pub(super) struct When {
    risk_domains: Option<CodeSet<RiskDomain>>,
    agents: Option<Vec<Glob>>,
    subjects: Option<Subjects>,
    arguments: ValueRules,
    time: Option<Window>,
    /// As the policy writes it, for reports.
    written: String,
}

impl When {
    /// Whether the conditions are met by a call.
    pub(super) fn is_met(&self, call: &Call<'_>) -> Met {
        let is_yes = |yes: bool| if yes { Met::Yes } else { Met::No };
        let domain = self.risk_domains.map(|domains| is_yes(domains.contains(call.risk_domain)));
        let time = self.time.map(|time| is_yes(time.contains(call.now_ms)));
        // Who an agent says it is relieves nothing, and who says nothing may be anybody.
        let agent = self.agents.as_ref().map(|agents| match call.agent_id {
            Some(id) if !is_blank(id) && !is_any(agents, &any_spelling(id)) => Met::No,
            _ => Met::Perhaps,
        });
        let subject = self.subjects.as_ref().map(|subjects| match call.authorization_subject {
            Some(subject) => subjects.is_met(subject),
            None => Met::Perhaps,
        });
        let others = [domain, time, agent, subject].into_iter().flatten().min().unwrap_or(Met::Yes);
        if others == Met::No || self.arguments.is_empty() {
            return others;
        }
        if call.is_unread {
            return Met::Perhaps;
        }
        others.min(match self.arguments.judge(call.arguments) {
            Outcome::Holds => Met::Yes,
            Outcome::Unclear => Met::Perhaps,
            Outcome::Fails => Met::No,
        })
    }

    /// Whether it depends on who the agent says it is.
    pub(super) const fn is_about_agents(&self) -> bool {
        self.agents.is_some()
    }

    pub(super) fn as_str(&self) -> &str {
        &self.written
    }
}

/// Reads the conditions of an entry.
pub(super) fn read(reader: &mut FieldReader, path: &Path<'_>, value: Value<'_>) -> When {
    let mut written = String::new();
    canonical(&mut written, &value);
    let mut when = When {
        risk_domains: None,
        agents: None,
        subjects: None,
        arguments: ValueRules::default(),
        time: None,
        written,
    };
    let count = each_member(reader, path, "when", value, 100, &mut |reader, path, name, value| {
        match name {
            "risk_domain" => {
                let mut domains = CodeSet::default();
                each_element(reader, path, name, value, &mut |reader, path, _, domain| {
                    domains.extend(reader.word::<RiskDomain>(path, name, domain));
                });
                when.risk_domains = Some(domains);
            }
            "agent_id" => {
                when.agents = Some(globs(reader, path, name, value, &any_spelling));
            }
            "authorization_subject" => {
                let written = globs(reader, path, name, value, &ToString::to_string);
                when.subjects = Some(Subjects::new(written));
            }
            "argument" => when.arguments = read_conditions(reader, path, name, value),
            "time" => when.time = Some(Window::read(reader, path, name, value)),
            _ => return false,
        }
        true
    });
    if count.unwrap_or(0) == 0 {
        says_nothing(reader, path, "when");
    }
    when
}

/// Names or patterns of them.
fn globs(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    spelt: &dyn Fn(&str) -> String,
) -> Vec<Glob> {
    let mut globs = Vec::new();
    each_element(reader, path, name, value, &mut |reader, path, _, item| {
        let text = reader.name(path, name, item);
        globs.extend(text.map(|text| Glob::new(&spelt(&text))));
    });
    globs
}
