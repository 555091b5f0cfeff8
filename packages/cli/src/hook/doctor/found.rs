//! What the doctor has to say.

/// What was found about a client's hook, line by line.
#[derive(Default)]
pub(super) struct Found {
    pub(super) lines: Vec<(Mark, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Well,
    Not,
    Note,
}

impl Found {
    pub(super) fn well(&mut self, line: impl Into<String>) {
        self.lines.push((Mark::Well, line.into()));
    }

    pub(super) fn not(&mut self, line: impl Into<String>) {
        self.lines.push((Mark::Not, line.into()));
    }

    pub(super) fn note(&mut self, line: impl Into<String>) {
        self.lines.push((Mark::Note, line.into()));
    }

    pub(super) fn is_well(&self) -> bool {
        self.lines.iter().all(|(mark, _)| *mark != Mark::Not)
    }
}
