//! What a log holds, counted.

use std::{collections::BTreeMap, io, path::Path};

use aana_core::{codes::Blocker, contract::Route};

use crate::{
    Error,
    event::RecordedEvent,
    lines::Lines,
    record::{Body, Record},
    regular::open_regular,
};

/// How many different tools are counted by name. Names are chosen by agents, and memory is not theirs.
pub const MOST_TOOLS: usize = 1000;

/// Counts of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stats {
    /// How many decisions.
    pub decisions: u64,
    /// How many records in which the log speaks of itself.
    pub log_records: u64,
    /// How many lines that are not records. Verify the log if there are any.
    pub unreadable: u64,
    /// The earliest and the latest time at which a record was written, by the clock of the machine.
    pub span: Option<(String, String)>,
    /// How often each route was decided, in the order of `Route::ALL`.
    pub routes: [u64; Route::ALL.len()],
    /// How often each hard blocker was named, in the order of `Blocker::ALL`.
    pub blockers: [u64; Blocker::ALL.len()],
    /// Hard blockers that this version does not know.
    pub other_blockers: u64,
    /// How often each tool was proposed, for the first [`MOST_TOOLS`] of them.
    pub tools: BTreeMap<String, u64>,
    /// Decisions about further tools.
    pub other_tools: u64,
    /// Decisions about events that could not be understood, which name no tool.
    pub no_tool: u64,
}

/// Counts what the files of a log hold, in the same memory for every length. What they hold is not
/// verified.
///
/// # Errors
///
/// A file cannot be read.
pub fn stats(files: &[impl AsRef<Path>]) -> Result<Stats, Error> {
    let mut stats = Stats::default();
    for path in files {
        let path = path.as_ref();
        let failed = |error: io::Error| Error::io("read", path, &error);
        let mut lines = Lines::new(open_regular(path).map_err(failed)?);
        while let Some(line) = lines.next().map_err(failed)? {
            stats.line(line.text.filter(|_| line.ended));
        }
    }
    Ok(stats)
}

impl Default for Stats {
    fn default() -> Self {
        Self {
            decisions: 0,
            log_records: 0,
            unreadable: 0,
            span: None,
            routes: [0; Route::ALL.len()],
            blockers: [0; Blocker::ALL.len()],
            other_blockers: 0,
            tools: BTreeMap::new(),
            other_tools: 0,
            no_tool: 0,
        }
    }
}

impl Stats {
    fn line(&mut self, line: Option<&[u8]>) {
        let Some(record) = line.and_then(Record::read) else {
            self.unreadable += 1;
            return;
        };
        // All times have one form, so their order is that of their texts.
        let time = record.recorded_at;
        let (first, last) = self.span.get_or_insert_with(|| (time.to_owned(), time.to_owned()));
        if time < first.as_str() {
            time.clone_into(first);
        }
        if time > last.as_str() {
            time.clone_into(last);
        }
        match record.body {
            Body::Log(_) => self.log_records += 1,
            Body::Event(event) => {
                if let Ok(event) = RecordedEvent::read(event) {
                    self.event(&event);
                }
            }
        }
    }

    fn event(&mut self, event: &RecordedEvent<'_>) {
        self.decisions += 1;
        let routes = Route::ALL.iter().zip(&mut self.routes);
        if let Some((_, count)) =
            routes.into_iter().find(|(route, _)| route.as_str() == event.route)
        {
            *count += 1;
        }
        for code in &event.hard_blockers {
            let mut blockers = Blocker::ALL.iter().zip(&mut self.blockers);
            match blockers.find(|(blocker, _)| blocker.as_str() == *code) {
                Some((_, count)) => *count += 1,
                None => self.other_blockers += 1,
            }
        }
        match event.tool_name.as_deref() {
            None => self.no_tool += 1,
            Some(tool) => {
                let room = self.tools.len() < MOST_TOOLS;
                match self.tools.get_mut(tool) {
                    Some(count) => *count += 1,
                    None if room => {
                        self.tools.insert(tool.to_owned(), 1);
                    }
                    None => self.other_tools += 1,
                }
            }
        }
    }
}
