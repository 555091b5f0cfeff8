//! The digest by which a record keeps a token or a name without holding it.

use sha2::{Digest as _, Sha256};

/// The SHA-256 of a text in hexadecimal digits, as a record has it.
pub(crate) fn sha256(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}
