//! Any document of AAEP, told by its `type` and checked as what it is.

use aana_core::json::Value;

use super::{AaepRule, event, handshake};
use crate::Report;

/// The three sorts of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// An event, which has an envelope.
    Event,
    /// `confirmation.reply` or `clarification.reply`.
    Reply,
    /// `subscription.request`, `.accepted`, `.rejected`, `.renegotiate` or `.close`.
    Handshake,
}

/// Which sort of document it is, by its `type`. What says nothing is an event, so that the envelope that it
/// lacks is named.
pub fn document(value: &Value<'_>) -> Document {
    let name = value.as_object().and_then(|object| object.get("type")?.as_str());
    match name.unwrap_or_default() {
        "confirmation.reply" | "clarification.reply" => Document::Reply,
        name if name.starts_with("subscription.") => Document::Handshake,
        _ => Document::Event,
    }
}

/// Checks one document, given as JSON text: an event, a reply or a message of the handshake.
///
/// # Example
///
/// ```
/// use aana_formats::aaep;
///
/// assert!(aaep::check(r#"{"type": "subscription.close", "subscription_id": "sub_1"}"#).is_valid());
/// ```
pub fn check(text: &str) -> Report<AaepRule> {
    match event::read(text) {
        Ok(value) => check_value(&value, text.len()),
        Err(finding) => Report::new(vec![finding]),
    }
}

/// The same for a tree that was already read from so many bytes.
pub fn check_value(value: &Value<'_>, bytes: usize) -> Report<AaepRule> {
    match document(value) {
        Document::Event => event::checked_event(value, bytes),
        Document::Reply => event::check_reply_value(value),
        Document::Handshake => handshake::check_handshake_value(value),
    }
}
