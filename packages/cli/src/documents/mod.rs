//! The documents around a tool call: AAEP events, Tool Execution Requests, `aai.json` descriptors.
//!
//! `aana-formats` judges them. Here they are read from files, and what was found is shown where it stands.

pub(crate) mod aaep;
pub(crate) mod args;
pub(crate) mod descriptor;
mod files;
pub(crate) mod loaded;
mod locate;
mod measure;
mod report;
pub(crate) mod request;
pub(crate) mod request_commands;
#[cfg(feature = "run")]
pub(crate) mod run;
mod shown;
mod source;
mod tool_call;
