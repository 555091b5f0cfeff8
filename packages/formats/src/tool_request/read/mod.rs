//! From bytes to the parts of a document: lines, front matter, sections.

pub(super) mod body;
pub(super) mod forms;
pub(super) mod front;
pub(super) mod lines;
pub(super) mod scalar;
