//! Places in the command as places in the document.

use crate::tool_request::found::Position;
use crate::tool_request::read::lines::Line;

/// Where the words of the command stand in the document.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    pub(crate) line: Line<'a>,
    /// Where the trimmed command begins in it.
    pub(crate) offset: usize,
}

impl Origin<'_> {
    pub(crate) fn at(self, offset: usize) -> Position {
        self.line.at_byte(self.offset.saturating_add(offset))
    }
}
