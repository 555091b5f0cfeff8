//! What the words of names mean: the verbs of tools, and the nouns that make a record somebody's own.
//!
//! These are the tables by which the gate reads a tool's name and the keys of its arguments. Readers of
//! other documents ask here and add only what their document says beyond it, so that a verb that is
//! new or changed is so for all of them.
//!
//! ```
//! use aana_core::{contract::VerbClass, names};
//!
//! assert_eq!(names::verb_class("get_or_delete_user"), VerbClass::Destroy);
//! assert_eq!(names::verb("kill").map(|verb| verb.class), Some(VerbClass::Destroy));
//! assert!(names::is_private_noun("invoices") && names::is_identity_key("customerId"));
//! ```

use alloc::{format, string::String};

pub use crate::gate::classify::verbs::Verb;
use crate::{
    contract::VerbClass,
    gate::classify::{identity, nouns, read_name, verbs},
    mask::LONGEST_NAME,
    tokens::{Name, Word},
};

/// How many bytes a tool's name may have in an event.
pub const LONGEST: usize = LONGEST_NAME;

/// What a tool of this name does, as the gate reads it: the strictest of the name's clauses.
pub fn verb_class(name: &str) -> VerbClass {
    read_name(&Name::of(name)).verb_class
}

/// The verb that a single word is, in any case; `None` if it is not one.
///
/// ```
/// let order = aana_core::names::verb("order").unwrap();
/// assert!(order.noun_too && order.class.acts());
/// assert_eq!(aana_core::names::verb("frobnicate"), None);
/// ```
pub fn verb(word: &str) -> Option<Verb> {
    verbs::verb(Word::of(word))
}

/// Whether a word, or what it is the plural of, names what belongs to somebody: `account`, `invoices`.
pub fn is_private_noun(word: &str) -> bool {
    nouns::is_private(Word::of(word))
}

/// Whether a word behind a noun tells which one is meant, as `id` in `customer_id`.
pub fn is_identifier(word: &str) -> bool {
    nouns::is_identifier(Word::of(word))
}

/// Whether an argument with this key says whom the call is about: `customer_id`, `dateOfBirth`.
pub fn is_identity_key(key: &str) -> bool {
    identity::is_identity_bound(key)
}

/// Whether a word of the name says that what the tool is about is public: `docs`, `weather`.
pub fn is_public(name: &str) -> bool {
    nouns::is_called_public(name)
}

/// The name under which clients see a tool of an application: the application's id with `_` for dots and
/// hyphens, two underscores, the tool.
///
/// ```
/// let name = aana_core::names::of_application("com.example.help-desk", "get_task");
/// assert_eq!(name, "com_example_help_desk__get_task");
/// ```
pub fn of_application(app_id: &str, tool: &str) -> String {
    format!("{}__{tool}", app_id.replace(['.', '-'], "_"))
}
