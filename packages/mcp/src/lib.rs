//! The gate as a tool of the Model Context Protocol, over the standard streams and over HTTP.
//!
//! The arguments of a call reach the gate as the bytes that arrived: the protocol's library would let
//! through what the gate refuses, such as a key that stands twice. Nothing is decided here; the program
//! gives a [`Decide`].
//!
//! ```
//! use aana_core::Gate;
//! use aana_mcp::{Call, Server};
//!
//! let gate = Gate::default();
//! let server = Server::new(move |call: &Call| gate.check_bytes(&call.arguments, 1_778_371_200_000).to_json());
//! # drop(server);
//! ```

mod detail;
mod head;
mod http;
mod limits;
mod message;
mod server;
mod split;
mod stdio;
mod tool;

/// The examples of the README are run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

pub use detail::Detail;
pub use http::{ENDPOINT, serve_http};
pub use limits::Limits;
pub use server::{Call, Decide, Server};
pub use split::{Malformed, split};
pub use stdio::serve_stdio;
pub use tool::tool;

/// Longer messages are not read. The gate refuses events long before.
pub const MAX_MESSAGE: usize = 4 << 20;
