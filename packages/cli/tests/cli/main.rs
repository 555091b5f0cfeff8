//! The command `aana`, run as a process the way its users run it.

mod anchors;
mod audit;
mod check;
mod conformance;
mod documents;
mod guard;
mod help;
mod hook;
mod hostile;
mod jsonl;
mod large;
mod nothing;
mod policy;
mod receipts;
#[cfg(unix)]
mod requests;
mod run;
mod streams;
mod usage;
mod views;
