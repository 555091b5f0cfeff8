//! The documents that come before and after the question whether a tool call may run.
//!
//! An [`aai`] descriptor says which tools an application offers and how they are called; a
//! [`tool_request`] is the approved document for running code; an [`aaep`] event tells a person, through
//! assistive technology, what is about to happen. Each is read strictly, judged by named rules, and
//! joined to the gate of `aana-core`. Nothing here does I/O or reads a clock.

#![forbid(unsafe_code)]

pub mod aaep;
pub mod aai;
pub mod command;
mod file_rule;
mod report;
mod rules;
pub mod tool_request;

pub use file_rule::FileRule;
pub use report::{Finding, Place, Report};
pub use rules::{Rule, Severity, Source};

/// The examples of the README are run with those of the documentation.
#[cfg(all(doctest, feature = "arguments"))]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
