//! What the readers found in the arguments of a call, part by part.

use alloc::{string::String, vec::Vec};

use crate::{
    arguments::effect::{Effect, Finding, Kind, Row},
    code_set::CodeSet,
    contract::VerbClass,
    listed::Listed,
};

/// How many parts of all arguments are told, the strictest first.
pub(crate) const MOST_SEGMENTS: usize = 64;

/// What the arguments of a call do, as far as they can be read.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct ArgumentReport {
    /// The strictest verdict of all parts; `None` for a malformed event. Arguments without a part that can be read
    /// say nothing against the call, as one that reads does.
    pub verdict: Option<Effect>,
    /// The class of the strongest part that writes.
    pub class: Option<VerbClass>,
    /// The arguments that were read, those that may change something first.
    pub arguments: Listed<ReadArgument>,
    /// How many parts there are.
    pub segments_total: usize,
    /// What was found, whatever the verdict.
    pub findings: CodeSet<Finding>,
    /// The same with its place.
    pub codes: Listed<ArgumentCode>,
}

/// One argument.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ReadArgument {
    /// A JSON pointer into the event.
    pub path: String,
    /// What it was read as.
    pub kind: Kind,
    /// The strictest verdict of its parts.
    pub verdict: Effect,
    /// The class of the strongest part that writes.
    pub class: Option<VerbClass>,
    /// Its parts, the strictest first; of all arguments together at most 64.
    pub segments: Vec<Row>,
}

/// Something that was found in an argument.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ArgumentCode {
    /// What was found.
    pub code: Finding,
    /// A JSON pointer into the event.
    pub path: String,
}
