//! One event of a stream, as the rules look at it.

use aana_core::json::Object;

use crate::aaep::shape::Core;

/// An event of a session, with the members that most rules look at.
pub(super) struct Item<'i, 'a> {
    pub(super) object: &'i Object<'a>,
    pub(super) session: &'i str,
    pub(super) core: Option<Core>,
    pub(super) at_us: Option<i64>,
    pub(super) call: Option<&'i str>,
}

impl Item<'_, '_> {
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.object.get(name)?.as_str()
    }

    /// What the gate says about a call in its extension.
    pub(super) fn gate(&self) -> Option<&Object<'_>> {
        self.object.get("extensions")?.as_object()?.get("gate")?.as_object()
    }
}
