//! Finds secrets and personal data in a text, in one pass and without ever repeating them.
//!
//! The pass looks each byte up in one table and stops only at the few bytes by which everything
//! that is looked for betrays itself: `-`, `_` and `.` after a key's prefix, `=` and `:` after the
//! name of a password, `@`, digits, and the letters that begin `AKIA`, `Bearer` and `BEGIN`.
//! At each the detector looks around. What keeps the whole linear on hostile text is that a
//! detector only walks over bytes that cannot stop the pass for the same detector again, or over a
//! small fixed number of them; a test counts the steps.

mod address;
mod assignment;
mod fold;
mod groups;
mod keys;
mod kind;
mod labelled;
mod names;
mod numbers;
mod pem;
mod phone;
mod raw_span;
mod scan;
mod shape;
mod span;
mod text;
mod under;
mod value;

#[cfg(test)]
mod tests;

pub(crate) use fold::plain;
pub use kind::{Findings, Kind};
pub use labelled::{Wording, labelled};
pub use names::{is_secret_name, names_secret};
pub use scan::{holds_provider_secret, scan};
pub use span::{Span, joined, spans};
pub use under::spans_under;
