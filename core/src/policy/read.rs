//! Reading a policy: whole and right, or an error that names every fault.

use alloc::{boxed::Box, vec::Vec};
use core::fmt;

use super::{
    POLICY_VERSION, Pattern, Policy, ToolEntry, arguments,
    fields::{check_pattern, each_element, each_member, set, whole_number},
    values::read_values,
    when,
};
use crate::{
    codes::FaultCode,
    contract::ToolCategory,
    event::{FieldReader, found},
    fault::{Fault, Path},
    json::{self, Value},
    listed::Listed,
};

/// How large a policy may be.
const MAX_POLICY_BYTES: usize = 1 << 24;

/// How many patterns a policy may have: each is held against the name of every call.
const MAX_TOOLS: usize = 10_000;

/// Why a policy was not loaded. It is never half applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyError {
    faults: Listed<Fault>,
}

impl PolicyError {
    /// The faults of the policy, each with its JSON pointer: the first hundred.
    pub fn faults(&self) -> &[Fault] {
        self.faults.entries()
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the policy is not valid `aana.policy.v1`")?;
        for (index, fault) in self.faults().iter().enumerate() {
            f.write_str(if index == 0 { ": " } else { "; " })?;
            if !fault.path.is_empty() {
                write!(f, "at `{}`, ", fault.path)?;
            }
            f.write_str(&fault.message)?;
        }
        match self.faults.total_if_cut() {
            Some(total) => write!(f, "; and more, {total} in all"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for PolicyError {}

impl Policy {
    /// Reads a policy from JSON text.
    pub(crate) fn read(text: &str) -> Result<Self, PolicyError> {
        let value = json::parse(text, MAX_POLICY_BYTES)
            .map_err(|fault| PolicyError { faults: Listed::of([fault].into(), 1) })?;
        let mut reader = FieldReader::default();
        let policy = policy(&mut reader, value);
        match policy {
            Some(policy) if reader.faults.is_empty() => Ok(policy),
            _ => Err(PolicyError { faults: reader.faults }),
        }
    }
}

fn policy(reader: &mut FieldReader, value: Value<'_>) -> Option<Policy> {
    let root = Path::Root;
    if !matches!(value, Value::Object(_)) {
        let message = format_args!("the policy is {}; an object is allowed", found(&value));
        reader.fault(&root, FaultCode::NotAnObject, message);
        return None;
    }
    let mut policy = Policy::default();
    each_member(reader, &root, "", value, usize::MAX, &mut |reader, path, name, value| {
        match name {
            "schema_version" => version(reader, path, &value),
            "mode" => set(&mut policy.mode, reader.word(path, name, value)),
            "evidence_profile" => {
                set(&mut policy.evidence_profile, reader.word(path, name, value));
            }
            "max_evidence_age_hours" => {
                policy.max_evidence_age_hours = whole_number(reader, path, name, &value, 1, 87_600);
            }
            "clock_skew_seconds" => {
                let seconds = whole_number(reader, path, name, &value, 0, 86_400);
                set(&mut policy.clock_skew_seconds, seconds);
            }
            "max_event_bytes" => {
                let bytes = whole_number(reader, path, name, &value, 1, 1 << 24);
                set(&mut policy.max_event_bytes, bytes.and_then(|bytes| bytes.try_into().ok()));
            }
            "high_risk_domains" => {
                let items = reader.array(path, name, value).unwrap_or_default();
                for (index, item) in items.into_iter().enumerate() {
                    let domain = reader.word(&path.index(index), "a high-risk domain", item);
                    policy.high_risk_domains.extend(domain);
                }
            }
            "secret_arguments" => {
                set(&mut policy.secret_arguments, reader.word(path, name, value));
            }
            "require_bound_approval" => {
                set(&mut policy.require_bound_approval, reader.boolean(path, name, value));
            }
            "evidence" => set(&mut policy.evidence, reader.word(path, name, value)),
            "names" => policy.names = reader.word(path, name, value),
            "unlisted_tools" => set(&mut policy.unlisted_tools, reader.word(path, name, value)),
            "arguments" => policy.arguments = arguments::read(reader, path, value),
            "tools" => policy.tools = tools(reader, path, name, value),
            _ => return false,
        }
        true
    });
    policy.reads_arguments =
        policy.tools.iter().any(|(_, entry)| entry.when.is_some() || !entry.values.is_empty());
    Some(policy)
}

/// The entries of `tools`, if there are not too many: of each pattern one, or several in a list.
fn tools(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
) -> Vec<(Pattern, ToolEntry)> {
    let mut entries = Vec::new();
    each_member(reader, path, name, value, MAX_TOOLS, &mut |reader, path, pattern, value| {
        check_pattern(reader, path, pattern);
        check_alternatives(reader, path, pattern);
        let mut add = |reader: &mut FieldReader, path: &Path<'_>, position, value: Value<'_>| {
            let entry = tool_entry(reader, path, position, value);
            entries.extend(entry.map(|mut entry| {
                let pattern = Pattern::new(pattern);
                entry.lists = entry.when.is_none() && pattern.names_tools();
                (pattern, entry)
            }));
        };
        if matches!(value, Value::Array(_)) {
            each_element(reader, path, name, value, &mut |reader, path, index, value| {
                add(reader, path, Some(index), value);
            });
        } else {
            add(reader, path, None, value);
        }
        true
    });
    entries
}

fn check_alternatives(reader: &mut FieldReader, path: &Path<'_>, pattern: &str) {
    if holds_alternatives(pattern) {
        let message = format_args!(
            "a tool pattern has alternatives in braces; `*` and `?` are its only wildcards, so \
             each alternative is an entry of its own"
        );
        reader.fault(path, FaultCode::NotAllowedValue, message);
    }
}

fn tool_entry(
    reader: &mut FieldReader,
    path: &Path<'_>,
    position: Option<usize>,
    value: Value<'_>,
) -> Option<ToolEntry> {
    let mut entry = ToolEntry { position, ..ToolEntry::default() };
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        match name {
            "tool_category" => entry.tool_category = reader.word(path, name, value),
            "risk_domain" => entry.risk_domains.extend(reader.word(path, name, value)),
            "minimum_authorization" => {
                entry.minimum_authorization = reader.word(path, name, value);
            }
            "route_floor" => entry.route_floor = reader.word(path, name, value),
            "hints" => entry.hints = reader.boolean(path, name, value),
            "allow_secret_arguments" => {
                entry.allow_secret_arguments = reader.boolean(path, name, value);
            }
            "arguments" => entry.values = read_values(reader, path, name, value),
            "when" => entry.when = Some(Box::new(when::read(reader, path, value))),
            _ => return false,
        }
        true
    };
    each_member(reader, path, "a tool entry", value, usize::MAX, read)?;
    if entry.when.as_ref().is_some_and(|when| when.is_about_agents()) {
        refuse_relief(reader, path, &entry);
    }
    Some(entry)
}

/// Who an agent says it is relieves nothing.
fn refuse_relief(reader: &mut FieldReader, path: &Path<'_>, entry: &ToolEntry) {
    let relieves = [
        ("hints", entry.hints == Some(false)),
        ("allow_secret_arguments", entry.allow_secret_arguments == Some(true)),
        (
            "tool_category",
            entry.tool_category.is_some_and(|category| category != ToolCategory::Unknown),
        ),
    ];
    for (field, _) in relieves.iter().filter(|(_, relieves)| *relieves) {
        let message = format_args!(
            "`{field}` relieves, and the entry holds only for some agents; what an agent says of itself relieves nothing"
        );
        reader.fault(&path.key(field), FaultCode::NotAllowedValue, message);
    }
}

/// `{delete,remove}_file`: it would cover nothing, and whoever wrote it would not know.
fn holds_alternatives(pattern: &str) -> bool {
    let mut inside = pattern.split('{').skip(1);
    inside.any(|behind| behind.split_once('}').is_some_and(|(inside, _)| inside.contains(',')))
}

fn version(reader: &mut FieldReader, path: &Path<'_>, value: &Value<'_>) {
    if value.as_str() != Some(POLICY_VERSION) {
        let message = format_args!(
            "`schema_version` is {}; only `{POLICY_VERSION}` is allowed",
            found(value)
        );
        reader.fault(path, FaultCode::UnsupportedVersion, message);
    }
}
