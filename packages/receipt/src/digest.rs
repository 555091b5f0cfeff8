//! SHA-256 as in-toto writes it.

use aana_audit::Hash;
use aana_core::json;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A SHA-256 as 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Digest(String);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(hex::encode(Sha256::digest(bytes)))
    }

    /// The 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A digest by its digits; `None` if they are not 64 in lower case.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 64 && text.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }
}

impl TryFrom<String> for Digest {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("a digest has 64 lower-case hexadecimal digits")
    }
}

impl From<Hash> for Digest {
    /// A hash of the log is written as 64 lower-case digits.
    fn from(hash: Hash) -> Self {
        Self(hash.to_string())
    }
}

impl From<Digest> for String {
    fn from(digest: Digest) -> Self {
        digest.0
    }
}

/// The SHA-256 of the canonical form of a JSON text: RFC 8785, with integers kept digit by digit as
/// [`aana_core::json::canonical`] does. `None` if it is not strict JSON of at most `most` bytes.
pub fn canonical_digest(text: &[u8], most: usize) -> Option<Digest> {
    let value = json::parse_bytes(text, most).ok()?;
    let mut canonical = String::with_capacity(text.len());
    json::canonical(&mut canonical, &value);
    Some(Digest::of(canonical.as_bytes()))
}
