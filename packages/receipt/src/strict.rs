//! Reading JSON that decides something: one form, nothing unknown, nothing twice.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Reads a document that holds exactly the members of `T`.
///
/// The core's reader refuses repeated keys, lone surrogates, deep nesting and what follows the value.
/// Writing the document again and comparing refuses what a derived reader would pass over, such as an
/// array in place of an object.
pub(crate) fn read<T: DeserializeOwned + Serialize>(bytes: &[u8], most: usize) -> Option<T> {
    aana_core::json::parse_bytes(bytes, most).ok()?;
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let read: T = serde_json::from_value(value.clone()).ok()?;
    (serde_json::to_value(&read).ok()? == value).then_some(read)
}

/// Writes a document. Its members are text and numbers, which always have a JSON form.
pub(crate) fn write<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
