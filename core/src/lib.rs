//! The gate of AANA: decides whether one proposed tool call of an AI agent may execute now.
//!
//! A check is a pure, total function of the event, the policy and the time. It does no I/O, reads no
//! clock, keeps nothing between calls and never panics; whatever the bytes, there is a
//! [`Decision`], and what is not understood does not execute.
//!
//! ```
//! use aana_core::{Gate, codes::Blocker, contract::Route};
//!
//! // The contract's minimal event: somebody claims that the user wants an e-mail sent.
//! let event = r#"{
//!     "tool_name": "send_email",
//!     "tool_category": "write",
//!     "authorization_state": "user_claimed",
//!     "evidence_refs": ["draft_id:123"],
//!     "risk_domain": "customer_support",
//!     "proposed_arguments": {"to": "customer@example.com"},
//!     "recommended_route": "accept"
//! }"#;
//! let decision = Gate::default().check(event, 1_778_371_200_000);
//!
//! assert_eq!(decision.route(), Route::Ask);
//! assert!(decision.hard_blockers().contains(Blocker::WriteMissingValidationOrConfirmation));
//! assert!(!decision.executes());
//! ```
//!
//! # What holds for every decision
//!
//! - The route is `accept` exactly if `gate_decision` is `pass`, which is exactly if there is no hard
//!   blocker, no validation error, and the runtime recommended `accept`.
//! - The route is never laxer than the runtime's recommendation.
//! - Free text, argument values and unknown fields never make a route laxer.
//! - An accepted write was confirmed, an accepted private read authenticated, both by evidence; an
//!   unclassified tool is never accepted.
//! - No argument value, summary or intent of the user stands in a decision.
//! - Equal input gives equal bytes.

#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]
// Nothing here may panic. An exception is an `expect` with its reason.
#![deny(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable,
    clippy::todo,
    clippy::unimplemented,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::arithmetic_side_effects
)]

extern crate alloc;

/// The examples of the README are run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

#[doc(hidden)] // Readers that nothing decides by yet.
pub mod arguments;
pub mod characters;
mod check;
mod code_set;
pub mod codes;
pub mod commands;
pub mod confusables;
pub mod contract;
mod decision;
mod digest;
mod digits;
mod event;
mod execution;
mod fault;
mod gate;
pub mod json;
mod listed;
mod mask;
pub mod names;
mod policy;
pub mod report;
mod scripts;
pub mod secrets;
pub mod time;
mod tokens;
mod validate;

pub use check::{Attesting, Gate};
pub use code_set::CodeSet;
pub use decision::Decision;
pub use digest::action_digest;
pub use execution::{
    ExecutionPolicy, emit_execution_policy, execution_policy, should_execute, should_execute_value,
};
pub use fault::{Fault, Step};
pub use policy::{
    EvidenceProfile, EvidenceTrust, NameStrictness, POLICY_VERSION, PolicyError, SecretArguments,
    ToolMatch, ToolView,
};
pub use validate::{validate_bytes, validate_event, validate_value};
