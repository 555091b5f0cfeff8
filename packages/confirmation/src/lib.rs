//! From `ask` to a person's yes.
//!
//! The gate answers `ask` where a call needs somebody's yes. [`ask`] makes the [`Question`] of it, from the
//! arguments that will run and from nothing that an agent wrote about them. [`answer`] turns a yes into
//! approval evidence that is bound to exactly this action, in an event that has to be gated again: nothing
//! runs on an answer alone. An answer that comes late, comes twice, comes from nobody or is about another
//! action confirms nothing, and neither does silence. [`attest`] is for servers that are asked by somebody who may be
//! the agent: which approvals and sign-ins of an event they know themselves.
//!
//! Nothing here does I/O, reads a clock or keeps anything: a host keeps the [`Pending`] question and sees to
//! it that it is closed once.
//!
//! ```
//! use aana_confirmation::{Answer, AskOptions, Ids, MaskKey, Outcome, Proof, answer, ask};
//! use aana_core::Gate;
//!
//! let gate = Gate::default();
//! let event = r#"{
//!     "tool_name": "send_email", "tool_category": "write", "authorization_state": "authenticated",
//!     "evidence_refs": ["session:1"], "risk_domain": "customer_support",
//!     "proposed_arguments": {"to": "a@example.com", "subject": "Hello"}, "recommended_route": "accept"
//! }"#;
//! let now = 1_778_371_200_000;
//! // Two random numbers, and a random key: the token goes only to whoever is to answer, the key to nobody.
//! let options = AskOptions::new(Ids { id: 1, token: 2 }, MaskKey::new([3; 32]));
//! let asked = ask(&gate, event, now, &options).unwrap();
//! assert_eq!(asked.pending.question.text, "\
//! Run send_email?
//! Risk: medium. It cannot be undone.
//! Arguments:
//!   to: \"a@example.com\"
//!   subject: \"Hello\"
//! Without an answer until 2026-05-10T00:10:00.000Z, it does not run.
//! ");
//!
//! let yes = Answer {
//!     decision: "accept", by: "user:ada", at: None, proof: Proof::Token(&asked.token),
//!     action_digest: Some(&asked.pending.action_digest), allow_self_approval: false,
//! };
//! let Outcome::Confirmed { event, .. } = answer(&asked.pending, &yes, None, now + 9000) else { panic!() };
//! assert!(gate.check(&event, now + 9000).executes());
//! ```

#![forbid(unsafe_code)]

mod answer;
pub mod approval;
mod approver;
mod ask;
pub mod attest;
mod bound;
mod digest;
mod pending;
mod question;
mod state;
pub mod text;
mod why;

pub use answer::{Answer, Outcome, Proof, answer};
pub use ask::{AskOptions, Asked, DEFAULT_TTL_MS, Ids, NotAsked, TTL_MS, WhyNotAsked, ask};
pub use bound::Bound;
pub use pending::{Pending, RECORD_VERSION};
pub use question::{Fold, Mark, MaskKey, Question, Row, Warning};
pub use state::State;
pub use why::Why;
