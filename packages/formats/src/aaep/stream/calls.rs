//! The open calls of a session: what was invoked and has not completed.

use std::collections::{HashMap, VecDeque};

use super::{AaepRule, finding::StreamFindings, item::Item};
use crate::aaep::forms;

#[derive(Debug)]
pub(super) struct Open {
    index: u64,
    pub(super) tool: String,
    /// How often the state had left `calling_tool` when the call was invoked.
    pub(super) departures: u64,
    /// Whether its place already has a finding.
    flagged: bool,
}

#[derive(Debug, Default)]
pub(super) struct Calls {
    by_id: HashMap<String, Open>,
    by_tool: HashMap<String, VecDeque<Open>>,
    pub(super) departures: u64,
}

impl Calls {
    pub(super) fn state_left(&mut self) {
        self.departures = self.departures.saturating_add(1);
    }

    pub(super) fn open(&mut self, item: &Item<'_, '_>, found: &StreamFindings) {
        let Some(tool) = item.text("tool").filter(|tool| tool.len() <= 256 && forms::is_tool(tool))
        else {
            return;
        };
        let pointer = if item.call.is_some() { "/tool_call_id" } else { "/tool" };
        let open = Open {
            index: found.index,
            tool: tool.to_owned(),
            departures: self.departures,
            flagged: found.faulty.contains(pointer),
        };
        match item.call {
            Some(call) => {
                self.by_id.insert(call.to_owned(), open);
            }
            None => self.by_tool.entry(tool.to_owned()).or_default().push_back(open),
        }
    }

    pub(super) fn close(&mut self, item: &Item<'_, '_>) -> Option<Open> {
        if let Some(call) = item.call {
            return self.by_id.remove(call);
        }
        let tool = item.text("tool")?;
        let waiting = self.by_tool.get_mut(tool)?;
        let open = waiting.pop_front();
        if waiting.is_empty() {
            self.by_tool.remove(tool);
        }
        open
    }

    pub(super) fn never_completed(&self, found: &mut StreamFindings) {
        let mut note = |open: &Open, pointer: &str| {
            if !open.flagged {
                let message = "the call was invoked and never completed";
                found.note_at(open.index, AaepRule::NeverCompleted, pointer, message);
            }
        };
        self.by_id.values().for_each(|open| note(open, "/tool_call_id"));
        self.by_tool.values().flatten().for_each(|open| note(open, "/tool"));
    }
}
