//! Signed statements about what the gate decided: anchors of an audit log and receipts of decisions.
//!
//! Both are [DSSE] envelopes around an [in-toto Statement v1], signed with Ed25519, so that standard tools
//! check the signature. An [`Anchor`] says which record was the last of a log at some time; kept where the
//! writer of the log cannot write, it shows a rewrite and a rollback. A [`Receipt`] says how one event was
//! decided, and whoever has the event and the policy can decide it again.
//!
//! [DSSE]: https://github.com/secure-systems-lab/dsse
//! [in-toto Statement v1]: https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md
//!
//! ```
//! use aana_core::Gate;
//! use aana_receipt::{PrivateKey, Receipt, verify_receipt};
//!
//! let event = br#"{"tool_name": "search_docs", "tool_category": "public_read",
//!     "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
//!     "proposed_arguments": {"query": "leave policy"}, "recommended_route": "accept"}"#;
//! let key = PrivateKey::generate()?;
//! let receipt = Receipt::decide(event, None, 1_778_371_200_000)?;
//! let envelope = receipt.sign(&key);
//!
//! let report = verify_receipt(envelope.as_bytes(), event, None, &[key.public()]);
//! assert!(report.holds());
//! // About another event it proves nothing.
//! assert!(!verify_receipt(envelope.as_bytes(), b"{}", None, &[key.public()]).holds());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod anchor;
mod anchors;
mod digest;
mod envelope;
mod error;
mod key;
mod receipt;
mod receipt_check;
mod statement;
mod strict;

/// The examples of the README are run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub use anchor::{ANCHOR_TYPE, Anchor};
pub use anchors::{AnchorFault, AnchorSort, Anchors, Expectation, MAX_ANCHOR};
pub use digest::{Digest, canonical_digest};
pub use envelope::{Envelope, MAX_ENVELOPE, PAYLOAD_TYPE, pae};
pub use error::Error;
pub use key::{MAX_KEY, PrivateKey, PublicKey};
pub use receipt::{RECEIPT_TYPE, Receipt};
pub use receipt_check::{Difference, ReceiptReport, verify_receipt};
pub use statement::STATEMENT_TYPE;
