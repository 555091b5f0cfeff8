//! The outputs of a session: chunks that go forward, a final one, and nothing after it.
//!
//! Chunks without an `output_id` are all of one output, that of the session.

use std::collections::HashMap;

use aana_core::json::Value;

use super::{
    AaepRule,
    finding::StreamFindings,
    item::Item,
    memory::{Key, Mark, Memory, key},
};
use crate::aaep::{forms, walk};

/// An output whose final chunk has not come.
#[derive(Debug)]
struct Open {
    /// Its latest chunk.
    index: u64,
    position: Option<u64>,
    /// Whether `complete` of that chunk already has a finding.
    flagged: bool,
}

#[derive(Debug, Default)]
pub(super) struct Outputs {
    open: HashMap<Key, Open>,
}

impl Outputs {
    pub(super) fn never_completed(&self, found: &mut StreamFindings) {
        for open in self.open.values().filter(|open| !open.flagged) {
            let message = "the output ends with this chunk, which does not say that it is complete";
            found.note_at(open.index, AaepRule::OutputNeverCompleted, "/complete", message);
        }
    }

    /// A chunk of an output. `memory` is of all sessions.
    pub(super) fn chunk(
        &mut self,
        item: &Item<'_, '_>,
        memory: &mut Memory,
        found: &mut StreamFindings,
    ) {
        let id = match item.object.get("output_id") {
            None => "",
            Some(Value::String(id)) if forms::is_id(id, "out_") => id,
            // Nobody can tell which output is meant; that has its finding.
            Some(_) => return,
        };
        let output = key("output", item.session, id);
        let is_final = item.object.get("complete") == Some(&Value::Bool(true));
        if memory.get(&output).is_some() {
            let (rule, pointer, message) = if is_final {
                let message = "the output was complete before, and is said to be so again";
                (AaepRule::OutputDoubleComplete, "/complete", message)
            } else {
                let message = "the output was complete before this chunk";
                (AaepRule::OutputAfterComplete, "/chunk", message)
            };
            found.note(rule, pointer, message);
            return;
        }
        let position = match item.object.get("position") {
            Some(Value::Number(number)) => walk::whole(number),
            _ => None,
        };
        let before = self.open.get(&output).and_then(|open| open.position);
        if position.is_some_and(|position| before.is_some_and(|before| position < before)) {
            let message = "the position is before that of the chunk before";
            found.note(AaepRule::OutputPositionBack, "/position", message);
        }
        if is_final {
            self.open.remove(&output);
            memory.set(output, Mark::Seen);
        } else {
            let flagged = found.faulty.contains("/complete");
            let open = Open { index: found.index, position: position.or(before), flagged };
            self.open.insert(output, open);
        }
    }
}
