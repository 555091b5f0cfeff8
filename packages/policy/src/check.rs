//! A policy held against a list of tools.

use std::collections::{HashMap, HashSet};

use crate::nearest::Known;
use crate::remark::Remark;
use crate::view::{self, ToolReading};
use crate::{Faulty, Form, Tool, gate, idle, read_tools};
use aana_core::Gate;

/// How many names are proposed.
const MOST_NEAR: usize = 3;

/// How a policy reads a list of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckReport {
    /// What the list of tools was taken for, if there was one.
    pub form: Option<Form>,
    /// The entries of the policy, in its order.
    pub entries: Vec<String>,
    /// How each tool is read.
    pub tools: Vec<ToolReading>,
    /// The entries that name no tool.
    pub dead_entries: Vec<DeadEntry>,
    /// The tools that no entry names, or only in another spelling while `unlisted_tools` decides about them.
    pub unnamed_tools: Vec<UnnamedTool>,
    /// What is to be known about the list as a whole.
    pub remarks: Vec<Remark>,
}

impl CheckReport {
    /// Whether every entry names a tool and every tool is named by an entry.
    pub fn complete(&self) -> bool {
        self.dead_entries.is_empty() && self.unnamed_tools.is_empty()
    }
}

/// An entry that names no tool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadEntry {
    /// The entry's name or pattern.
    pub pattern: String,
    /// Tools that may have been meant.
    pub nearest: Vec<String>,
}

/// A tool that no entry names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnnamedTool {
    /// The tool's name.
    pub name: String,
    /// Entries that may have meant it: dead ones, or those that have it in another spelling.
    pub nearest: Vec<String>,
}

/// Reads a policy and, if there is one, a list of tools, and shows how the one reads the other.
///
/// # Errors
///
/// The faults of the policy, or those of the list.
pub fn check(policy: &str, tools: Option<&str>) -> Result<CheckReport, Faulty> {
    let gate = gate(policy)?;
    let mut report = CheckReport {
        form: None,
        entries: gate.tool_patterns().map(str::to_owned).collect(),
        tools: Vec::new(),
        dead_entries: Vec::new(),
        unnamed_tools: Vec::new(),
        remarks: Vec::new(),
    };
    let dead_rules = gate.dead_argument_rules().into_iter().map(Remark::RuleFitsNothing);
    report.remarks.extend(dead_rules);
    report.remarks.extend(idle::remarks(policy));
    let Some(tools) = tools else { return Ok(report) };
    let list = read_tools(tools)?;
    report.form = Some(list.form);
    report.remarks.extend(about_arguments(&gate, &list.tools));
    report.remarks.extend(list.remarks);
    report.tools = list.tools.iter().map(|tool| view::read(&gate, tool)).collect();

    let alive: HashSet<&str> =
        report.tools.iter().flat_map(|tool| &tool.entries).map(String::as_str).collect();
    let unnamed = report.tools.iter().filter(|tool| is_unnamed(tool));
    let unnamed: HashSet<&str> = unnamed.map(|tool| tool.name.as_str()).collect();
    let mut known = Known::new(report.tools.iter().map(|tool| tool.name.as_str()));
    let dead = report.entries.iter().filter(|pattern| !alive.contains(pattern.as_str()));
    report.dead_entries = dead
        .map(|pattern| {
            let found = known.nearest(pattern);
            // A tool that another entry names already is the less likely one.
            let first: Vec<&str> =
                found.iter().copied().filter(|name| unnamed.contains(name)).collect();
            let likely = if first.is_empty() { found } else { first };
            DeadEntry {
                pattern: pattern.clone(),
                nearest: likely.into_iter().take(MOST_NEAR).map(str::to_owned).collect(),
            }
        })
        .collect();
    let mut meant: HashMap<&str, Vec<String>> = HashMap::new();
    for entry in &report.dead_entries {
        for name in &entry.nearest {
            meant.entry(name).or_default().push(entry.pattern.clone());
        }
    }
    let unnamed_tools = report.tools.iter().filter(|tool| is_unnamed(tool)).map(|tool| {
        let mut nearest = tool.entries.clone();
        nearest.extend(meant.remove(tool.name.as_str()).unwrap_or_default());
        UnnamedTool { name: tool.name.clone(), nearest }
    });
    report.unnamed_tools = unnamed_tools.collect();
    Ok(report)
}

/// What in the policy is about arguments or tools that are not there. Of a tool without parameters nobody can tell.
fn about_arguments(gate: &Gate, tools: &[Tool]) -> Vec<Remark> {
    let mut rules: Vec<(String, bool)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for tool in tools {
        let parameters: Vec<&str> = tool.parameters.iter().map(String::as_str).collect();
        for (at, can_meet) in gate.rules_by_parameter(&tool.name, &parameters) {
            let can_meet = can_meet || parameters.is_empty();
            let place = *places.entry(at.clone()).or_insert_with(|| {
                rules.push((at, false));
                rules.len() - 1
            });
            rules[place].1 |= can_meet;
        }
    }
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    let kinds = gate.kinds_without_tool(&names).into_iter();
    let kinds = kinds.map(|pattern| Remark::KindWithoutTool(pattern.to_owned()));
    let rules = rules.into_iter().filter(|(_, met)| !met);
    rules.map(|(at, _)| Remark::RuleWithoutParameter(at)).chain(kinds).collect()
}

/// Whether no entry names a tool: none covers it, or none in its spelling, so that what is said of unlisted tools
/// decides.
fn is_unnamed(tool: &ToolReading) -> bool {
    tool.entries.is_empty() || tool.deciding.route_floor.as_deref() == Some("/unlisted_tools")
}
