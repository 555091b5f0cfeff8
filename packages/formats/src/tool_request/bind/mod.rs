//! A valid document joined to its approval, its inputs and its runner, and the question that comes of it.

pub(super) mod binding;
pub(super) mod event;
pub(super) mod inputs;
pub(super) mod rule;
