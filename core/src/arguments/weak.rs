//! Texts under a key that people use for other things as well: only what plainly writes counts.

use super::effect::{Effect, Finding, Nested, Row, Sink};
use super::headed::{Headed, headed};

/// Programs that are ordinary words: `move`, `copy`.
const ASIDE: Headed = headed!("at batch copy del format install mail move redirection write");

/// Whether a part plainly writes.
fn counts(row: &Row) -> bool {
    row.effect == Effect::Writes && row.program.name.is_some_and(|name| !ASIDE.contains(name))
}

/// Looks whether anything counts.
#[derive(Debug, Default)]
pub(crate) struct Probe {
    pub(crate) writes: bool,
}

impl Sink for Probe {
    fn row(&mut self, row: Row) {
        self.writes |= counts(&row);
    }

    fn finding(&mut self, _finding: Finding) {}

    fn nested(&mut self, _nested: Nested<'_>) {}
}

/// Passes on what counts.
pub(crate) struct Plain<'s>(pub(crate) &'s mut dyn Sink);

impl Sink for Plain<'_> {
    fn row(&mut self, row: Row) {
        if counts(&row) {
            self.0.row(row);
        }
    }

    fn finding(&mut self, finding: Finding) {
        self.0.finding(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        // Whatever else stands in a statement, a text that is not sure to be one says nothing by it.
        if !matches!(nested, Nested::Sql(..)) {
            self.0.nested(nested);
        }
    }
}
