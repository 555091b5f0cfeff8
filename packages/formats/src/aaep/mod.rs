//! AAEP 1.0.0: the events that tell a person, through assistive technology, what an agent is about to do.
//!
//! - [`check`] judges one document as what its `type` says, [`check_event`], [`check_reply`] and
//!   [`check_handshake`] one that has to be of that sort: schema, formats, what only the prose asks
//!   for, secrets in what is read out. [`check_accepted`] compares what was granted with what was asked. What a reader may dislike comes as warnings.
//! - [`StreamChecker`] judges a stream, item by item, in memory that does not grow with what is over:
//!   announced before done, confirmed before what cannot be undone, paired, in order, nothing twice.
//! - [`Session`] is a producer: from an event of the Agent Action Contract and its decision to the AAEP
//!   events of its route, and from a person's reply to evidence and back to the gate.
//! - [`text`] has all of it as JSON in, JSON out.
//!
//! # Example: ask, hear yes, gate again, run
//!
//! ```
//! use aana_core::Gate;
//! use aana_formats::aaep::{Call, Next, Now, Producer, Sender, Session, Texts};
//!
//! let event = r#"{
//!     "tool_name": "send_email", "tool_category": "write", "authorization_state": "validated",
//!     "evidence_refs": [{
//!         "source_id": "mail.recipient_check", "kind": "tool_result", "trust_tier": "verified",
//!         "redaction_status": "redacted", "summary": "The recipient was validated.",
//!         "retrieved_at": "2026-06-30T14:21:00Z", "freshness": {"status": "fresh"},
//!         "provenance": "runtime"
//!     }],
//!     "risk_domain": "customer_support", "recommended_route": "accept",
//!     "proposed_arguments": {"to": "customer@example.com", "draft_id": "123"}
//! }"#;
//! let gate = Gate::default();
//! let producer = Producer { agent_id: "action-gate".into(), ..Producer::default() };
//! let mut session = Session::new("sess_1", producer, ["sub_1"]);
//! // In earnest: a clock, and 128 random bits each time.
//! let mut last = 0;
//! let mut fresh = || { last += 1; last };
//! let mut now = Now { ms: 1_782_829_340_000, fresh: &mut fresh };
//!
//! session.start("Answering the customer.", &mut now);
//! let decision = gate.check(event, now.ms);
//! let call = Call { event, decision: &decision, runtime_id: "7", texts: Texts::default() };
//! let Next::AwaitReply { reply_token, .. } = session.propose(&call, &mut now).next else { panic!() };
//!
//! let reply = format!(r#"{{
//!     "type": "confirmation.reply", "reply_token": "{reply_token}", "decision": "accept",
//!     "subscription_id": "sub_1", "timestamp": "2026-06-30T14:22:24Z", "decided_by": "user:u1"
//! }}"#);
//! let sender = Sender { authenticated: true, ..Sender::default() };
//! let confirmed = session.reply(&reply, sender, event, &mut now).gate_again.unwrap();
//!
//! let decision = gate.check(&confirmed, now.ms);
//! let call = Call { event: &confirmed, decision: &decision, ..call };
//! let step = session.propose(&call, &mut now);
//! assert_eq!(step.next, Next::Run { tool_call_id: "call_7".into() });
//! assert_eq!(step.events.last().unwrap()["type"], "aaep:agent.tool.invoked");
//! ```

mod document;
mod event;
mod forms;
mod handshake;
mod names;
mod producer;
mod rule;
mod shape;
mod stream;
pub mod text;
mod texts;
mod walk;

pub use document::{Document, check, check_value, document};
pub use event::{
    CONTEXT, MAX_BYTES, check_event, check_event_value, check_reply, check_reply_value,
};
pub use handshake::{check_accepted, check_handshake, check_handshake_value};
pub use names::{call_id, tool_name};
pub use producer::{
    Call, GATE_CONTEXT, Next, Now, Producer, ReplyStep, Sender, Session, Step, Stop, Texts,
};
pub use rule::AaepRule;
pub use stream::{
    ItemReport, ReplyEffect, ReplyOutcome, ReplyReason, StreamChecker, StreamFinding,
    StreamFindingList,
};
pub use texts::arguments_summary;
