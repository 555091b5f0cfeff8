//! The tables of the readers of arguments, written from `core/data/arguments_lists.json`.
//!
//! A word that ends in `_` is in the data as a mark that a reader answers it by a rule of its own. The tables leave
//! such words out, so that nothing is found by a name that no program has.

mod clients;
mod data;
mod keys;
mod programs;
mod render;
mod sql;
mod text;

/// A file with what makes it.
type File = (&'static str, fn() -> String);

/// Each file.
pub(crate) const FILES: &[File] = &[
    ("core/src/arguments/tables/clients.rs", clients::render),
    ("core/src/arguments/tables/keys.rs", keys::render),
    ("core/src/arguments/tables/programs.rs", programs::render),
    ("core/src/arguments/tables/sql.rs", sql::render),
    ("core/src/arguments/tables/text.rs", text::render),
];
