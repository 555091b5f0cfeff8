//! The audit log: what was decided, one line each, so that it can be trusted later.
//!
//! Every line carries the SHA-256 of the line before it. Nothing in the middle can be changed, taken
//! out, put in or moved without breaking that chain, and a small head file beside the log tells when
//! lines are missing at its end. [`verify`] finds all of that and says where. The README says what somebody
//! can do who may write to every file.
//!
//! ```
//! use aana_audit::{AuditOptions, Log, verify};
//! use aana_core::Gate;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("audit.jsonl");
//! let log = Log::open(&path, AuditOptions::default())?;
//! let decision = Gate::default().check("[]", 1_778_371_200_000);
//! let receipt = log.append(&decision.report().audit_event())?;
//! assert_eq!(receipt.mark.seq, 1);
//! drop(log);
//!
//! let report = verify(&[&path], None)?;
//! assert!(report.is_intact());
//! assert_eq!(report.last, Some(receipt.mark));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain_reader;
mod error;
mod event;
mod files;
mod head;
mod limits;
mod lines;
mod lock;
mod log;
mod open;
mod options;
mod record;
mod regular;
mod shared;
mod stats;
mod tail;
mod verify;
mod writer;

/// The examples of the README are run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub use chain_reader::ChainReader;
pub use error::{Damage, Error};
pub use event::audit_event_of;
pub use files::{head_path, whole_log};
pub use limits::MAX_LINE;
pub use log::{Log, Receipt};
pub use options::{AuditOptions, Fsync, OnDamage};
pub use record::{Body, Entry, Hash, Mark, Record};
pub use regular::{open_regular, open_regular_or_given};
pub use stats::{MOST_TOOLS, Stats, stats};
pub use tail::{Follow, tail};
pub use verify::{Fault, Notice, Report, Sort, verify, verify_and_find, verify_bytes};
