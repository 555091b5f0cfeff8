//! The gate as a tool of the Model Context Protocol, over the standard streams and over HTTP.
//!
//! The arguments of a call reach the gate as the bytes that arrived: the protocol's library would let
//! through what the gate refuses, such as a key that stands twice. Nothing is decided here; the program
//! gives a `Decide`.
//!
//! Without the feature `server` there are only the functions that read a message and choose the answer, for
//! servers that are written in other languages.
//!
//! ```
//! # #[cfg(feature = "server")] {
//! use aana_core::Gate;
//! use aana_mcp::{Answer, Call, Server};
//!
//! let gate = Gate::default();
//! let server = Server::new(move |call: &Call| {
//!     let decision = gate.check_bytes(&call.arguments, 1_778_371_200_000);
//!     Answer::new(&decision.report(), call.detail)
//! });
//! # drop(server);
//! # }
//! ```

#[cfg(feature = "server")]
mod answer;
mod detail;
#[cfg(feature = "server")]
mod head;
#[cfg(feature = "server")]
mod http;
#[cfg(feature = "server")]
mod limits;
#[cfg(feature = "server")]
mod message;
#[cfg(feature = "server")]
mod server;
mod split;
#[cfg(feature = "server")]
mod stdio;
#[cfg(feature = "server")]
mod tool;

/// The examples of the README are run with those of the documentation.
#[cfg(all(doctest, feature = "server"))]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

#[cfg(feature = "server")]
pub use answer::Answer;
pub use detail::{Detail, take_detail};
#[cfg(feature = "server")]
pub use head::ENDPOINT;
#[cfg(feature = "server")]
pub use http::serve_http;
#[cfg(feature = "server")]
pub use limits::Limits;
#[cfg(feature = "server")]
pub use server::{Bearers, Call, Decide, Server};
pub use split::{Malformed, has_id, split};
#[cfg(feature = "server")]
pub use stdio::serve_stdio;
#[cfg(feature = "server")]
pub use tool::tool;

/// Longer messages are not read. The gate refuses events long before.
pub const MAX_MESSAGE: usize = 4 << 20;
