//! The gate in front of an MCP server.
//!
//! [`Guard`] is a state machine: a line of the client or of the server goes in, what is sent, recorded and kept comes
//! out. It does no I/O and reads no clock, so that every session can be played again. A host (the command `aana guard`
//! is one) moves the bytes.
//!
//! No byte of the client's framing reaches the server: each message is read strictly into a tree, and written from that
//! tree. A `tools/call` is decided by the gate, over the definition that the server gave of the tool. Where the gate
//! asks, a person is asked through the client's own form. Only a call that the gate accepts, with that yes as evidence,
//! becomes [`Output::Forward`]; the host writes its record, says so with [`Input::Recorded`], and the call is sent once.
//!
//! ```
//! use aana_core::Gate;
//! use aana_guard::{Config, Guard, Input, Output, Pins};
//!
//! // The seed is random, and new at each start.
//! let config = Config::new("files", "npx server-filesystem /w", [7; 32]);
//! let mut guard = Guard::new(config, Box::new(Gate::default()), Pins::new());
//! let now = 1_778_371_200_000;
//! let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
//! let out = guard.step(Input::Client(ping), now);
//! assert!(matches!(&out[..], [Output::ToServer(line)] if line.contains("ping")));
//!
//! // What two readers could understand differently goes nowhere.
//! let twice = br#"{"jsonrpc":"2.0","id":2,"method":"ping","method":"tools/call"}"#;
//! let out = guard.step(Input::Client(twice), now);
//! assert!(!out.iter().any(|output| matches!(output, Output::ToServer(_))));
//! ```

#![forbid(unsafe_code)]

mod answer;
mod category;
mod config;
mod definition;
mod event;
mod fold;
mod form;
mod hidden;
mod id;
mod machine;
mod message;
mod pins;
mod random;
mod record;
mod schema;
mod tree;
mod verdict;

pub use config::{AskConfig, Challenge, Config, Limits, OnNew, PinsConfig};
pub use id::Id;
pub use machine::{Guard, Input, Output};
pub use pins::Pins;
pub use record::Record;
pub use verdict::Decide;
