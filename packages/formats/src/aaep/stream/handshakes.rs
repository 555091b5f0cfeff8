//! Requests for subscriptions, and how each was answered.

use std::collections::VecDeque;

use aana_core::json::{Value, canonical};

use super::{AaepRule, finding::StreamFindings};
use crate::aaep::{event, handshake};

/// How many requests may wait for their answers. The oldest is forgotten when there are more.
const MOST: usize = 16;

/// A `subscription.request` or `subscription.renegotiate` without an answer.
#[derive(Debug)]
struct Waiting {
    index: u64,
    /// The subscription that is to be changed; a request has none yet.
    subscription: Option<String>,
    text: String,
}

#[derive(Debug, Default)]
pub(super) struct Handshakes {
    waiting: VecDeque<Waiting>,
}

impl Handshakes {
    /// The request that an answer with this id is for, and whether that is certain. The id of a new subscription is
    /// new, so nobody can tell which of several requests it answers; then the oldest is taken to be answered.
    fn answered(&mut self, id: Option<&str>) -> Option<(Waiting, bool)> {
        let of_id = |one: &Waiting| one.subscription.is_some() && one.subscription.as_deref() == id;
        if let Some(place) = self.waiting.iter().position(of_id) {
            return Some((self.waiting.remove(place)?, true));
        }
        let alone = self.waiting.len() == 1;
        let place = self.waiting.iter().position(|one| one.subscription.is_none())?;
        Some((self.waiting.remove(place)?, alone))
    }

    pub(super) fn not_answered(&self, found: &mut StreamFindings) {
        for one in &self.waiting {
            let message = "the request was neither accepted nor rejected";
            found.note_at(one.index, AaepRule::HandshakeNotAnswered, "", message);
        }
    }

    /// A message of the handshake.
    pub(super) fn take(&mut self, item: &Value<'_>, name: &str, found: &mut StreamFindings) {
        let report = handshake::check_handshake_value(item);
        let is_valid = report.is_valid();
        found.take_in(&report);
        if !is_valid {
            return;
        }
        let id = item.as_object().and_then(|object| object.get("subscription_id")?.as_str());
        let waiting = &mut self.waiting;
        match name {
            "subscription.request" | "subscription.renegotiate" => {
                if waiting.len() >= MOST {
                    waiting.pop_front();
                }
                let mut text = String::new();
                canonical(&mut text, item);
                let subscription = id.map(str::to_owned);
                waiting.push_back(Waiting { index: found.index, subscription, text });
            }
            "subscription.accepted" => {
                if let Some((asked, true)) = self.answered(id)
                    && let Ok(request) = event::read(&asked.text)
                {
                    found.take_in(&handshake::compare(&request, item));
                }
            }
            // It names no subscription.
            "subscription.rejected" => {
                waiting.pop_front();
            }
            // Whoever leaves needs no answer any more.
            _ => waiting.retain(|one| one.subscription.as_deref() != id),
        }
    }
}
