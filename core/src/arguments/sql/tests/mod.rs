//! What the SQL reader makes of texts.

mod cases;
mod dialects;
mod linear;
mod statements;

use super::{Options, read};
use crate::arguments::collected::{Collected, dialect};

/// Reads a text in a dialect.
fn read_as(text: &str, name: Option<&str>) -> Collected {
    let mut found = Collected::default();
    read(text, Options { dialect: dialect(name), read_functions: &[] }, &mut found);
    found
}

/// `reads`, `cannot_tell`, or the class of a write.
fn verdict(text: &str, name: Option<&str>) -> &'static str {
    let found = read_as(text, name);
    found.class().unwrap_or(found.verdict())
}
