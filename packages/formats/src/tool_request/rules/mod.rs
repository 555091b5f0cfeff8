//! What the parts have to say, rule by rule.

pub(super) mod approval;
pub(super) mod command;
pub(super) mod cross;
pub(super) mod fields;
mod files;
pub(super) mod forbidden;
mod network;
mod origin;
mod paths;
mod programs;
mod reader;
pub(super) mod risk;
pub(super) mod values;
mod words;
