//! What a person would not see in a text.

use std::collections::BTreeSet;

use aana_core::characters;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// The characters of a text that show nothing, only a blank that is not the space, or what is not agreed
/// upon, each once.
#[pyfunction]
pub(crate) fn hidden_characters(text: &Bound<'_, PyString>) -> String {
    // Half of a surrogate pair is replaced: Python's own `isprintable` refuses it.
    let text = text.to_string_lossy();
    let hidden: BTreeSet<char> = text.chars().filter(|it| characters::is_hidden(*it)).collect();
    hidden.into_iter().collect()
}
