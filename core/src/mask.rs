//! Which strings of an event a decision may repeat, and what stands for those that it may not.

use alloc::{borrow::Cow, string::String};

use sha2::{Digest as _, Sha256};

use crate::{digits::push_hex, secrets};

/// How many bytes of a name are repeated as they are. A longer one is not a name.
pub(crate) const LONGEST_NAME: usize = 256;

/// A name or an id as a decision repeats it: unchanged, or `sha256:` and 16 hexadecimal digits if a
/// secret or personal data was found in it or it is too long to be a name. The same name always has
/// the same stand-in, so that records can still be matched.
pub(crate) fn masked(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST_NAME && secrets::scan(name).is_empty() {
        return Cow::Borrowed(name);
    }
    let mut stand_in = String::from("sha256:");
    for byte in Sha256::digest(name.as_bytes()).into_iter().take(8) {
        push_hex(&mut stand_in, byte);
    }
    Cow::Owned(stand_in)
}
