//! Calls that a question interrupted, and the state by which their next round is known.

use std::collections::{HashMap, VecDeque};

use aana_core::json::{self, Value};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::event::Approval;
use crate::random;
use crate::tree::{self, member, number, object, text, with};

/// What our state begins with.
pub(super) const BEGINS: &str = "aana1.";

/// The key of the guard's own question.
pub(super) const KEY: &str = "aana";

/// How long a server's question may be answered.
pub(super) const ROUND_MS: i64 = 3_600_000;

/// How many rounds one yes lasts.
pub(super) const MOST_ROUNDS: u8 = 10;

/// How many continuations are kept.
pub(super) const MOST_KEPT: usize = 256;
pub(super) const MOST_USED: usize = 1024;

/// A call that the server asked back about.
#[derive(Debug)]
pub(super) struct Continuation {
    pub(super) digest: String,
    pub(super) definition: Option<String>,
    pub(super) approval: Option<Approval>,
    pub(super) state: Option<Value<'static>>,
    /// What the server's own key `aana` is called on the way.
    pub(super) renamed: Option<String>,
    pub(super) round: u8,
}

/// What is kept of rounds.
#[derive(Debug)]
pub(super) struct Rounds {
    pub(super) key: [u8; 32],
    pub(super) kept: HashMap<String, Continuation>,
    pub(super) order: VecDeque<String>,
    pub(super) used: VecDeque<String>,
}

impl Rounds {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self { key, kept: HashMap::new(), order: VecDeque::new(), used: VecDeque::new() }
    }

    pub(super) fn use_up(&mut self, nonce: &str) {
        if self.used.len() >= MOST_USED {
            self.used.pop_front();
        }
        self.used.push_back(nonce.to_owned());
    }

    pub(super) fn keep(&mut self, nonce: String, continuation: Continuation) {
        if self.order.len() >= MOST_KEPT
            && let Some(oldest) = self.order.pop_front()
        {
            self.kept.remove(&oldest);
        }
        self.order.push_back(nonce.clone());
        self.kept.insert(nonce, continuation);
    }

    pub(super) fn take(&mut self, nonce: &str) -> Option<Continuation> {
        self.order.retain(|kept| kept != nonce);
        self.kept.remove(nonce)
    }

    /// Nothing that was said so far holds any more.
    pub(super) fn end(&mut self) {
        self.kept.clear();
        self.order.clear();
    }

    /// A state: what it is for, until when, and that we made it.
    pub(super) fn seal(&self, nonce: &str, digest: &str, until_ms: i64) -> String {
        let payload = tree::canonical(&object(vec![
            member("digest", digest),
            member("nonce", nonce),
            with("until", number(until_ms)),
        ]));
        let mut bytes = payload.into_bytes();
        let tag = random::mac(&self.key, &bytes);
        bytes.extend(tag);
        format!("{BEGINS}{}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// The nonce of a state that we made, and until when it holds.
    pub(super) fn open(&self, state: &str) -> Option<(String, i64)> {
        let bytes = URL_SAFE_NO_PAD.decode(state.strip_prefix(BEGINS)?).ok()?;
        let (payload, tag) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if !random::is_mac(&self.key, payload, tag) {
            return None;
        }
        let payload = json::parse_bytes(payload, 1 << 12).ok()?;
        let payload = payload.as_object()?;
        let Some(Value::Number(until)) = payload.get("until") else { return None };
        Some((text(payload, "nonce")?.to_owned(), until.as_str().parse().ok()?))
    }
}
