//! A policy held against a list of tools.

use std::collections::HashSet;

use crate::nearest::{MOST_PAIRS, nearest};
use crate::remark::Remark;
use crate::view::{self, ToolReading};
use crate::{Faulty, Form, entries, gate, read_tools};

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
    /// The tools that no entry names.
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
    /// Dead entries that may have meant it.
    pub nearest: Vec<String>,
}

/// Reads a policy and, if there is one, a list of tools, and shows how the one reads the other.
///
/// # Errors
///
/// The faults of the policy, or those of the list.
pub fn check(policy: &str, tools: Option<&str>) -> Result<CheckReport, Faulty> {
    let gate = gate(policy)?;
    let entries = entries::entries(policy);
    let mut report = CheckReport {
        form: None,
        entries: entries.iter().map(|entry| entry.pattern.clone()).collect(),
        tools: Vec::new(),
        dead_entries: Vec::new(),
        unnamed_tools: Vec::new(),
        remarks: Vec::new(),
    };
    let Some(tools) = tools else { return Ok(report) };
    let list = read_tools(tools)?;
    report.form = Some(list.form);
    report.remarks = list.remarks;
    report.tools = list.tools.iter().map(|tool| view::read(&gate, &entries, tool)).collect();

    let alive: HashSet<&str> =
        report.tools.iter().flat_map(|tool| &tool.entries).map(String::as_str).collect();
    let dead: Vec<&str> = report
        .entries
        .iter()
        .map(String::as_str)
        .filter(|pattern| !alive.contains(pattern))
        .collect();
    let unnamed: Vec<&str> = report
        .tools
        .iter()
        .filter(|tool| tool.entries.is_empty())
        .map(|tool| tool.name.as_str())
        .collect();
    let names = || report.tools.iter().map(|tool| tool.name.as_str());
    let dead_entries = dead.iter().map(|pattern| DeadEntry {
        pattern: (*pattern).to_owned(),
        nearest: if dead.len().saturating_mul(report.tools.len()) > MOST_PAIRS {
            Vec::new()
        } else {
            // A tool that another entry names already is the less likely one.
            let first = nearest(pattern, unnamed.iter().copied());
            if first.is_empty() { nearest(pattern, names()) } else { first }
        },
    });
    let dead_entries: Vec<DeadEntry> = dead_entries.collect();
    let unnamed_tools = unnamed.iter().map(|name| UnnamedTool {
        name: (*name).to_owned(),
        nearest: dead_entries
            .iter()
            .filter(|entry| entry.nearest.iter().any(|near| near == name))
            .map(|entry| entry.pattern.clone())
            .collect(),
    });
    report.unnamed_tools = unnamed_tools.collect();
    report.dead_entries = dead_entries;
    Ok(report)
}
