//! What plays sessions.

pub(crate) mod expect;
pub(crate) mod play;
pub(crate) mod setup;
pub(crate) mod world;
