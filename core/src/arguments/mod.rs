//! What a proposed call would do, read from its arguments: commands, SQL, paths, addresses.
//!
//! Each reader is a pure function of a text. It makes one forward pass, keeps nothing, never panics, and tells a
//! `Sink` what it found: rows with a verdict, and findings that hold whatever the verdict. Its words
//! come from the tables, which `cargo xtask gen` writes from `data/arguments_lists.json`.

pub(crate) mod calls;
#[cfg(test)]
mod collected;
pub(crate) mod command_like;
mod commands;
pub(crate) mod decimal;
pub mod effect;
mod glob;
pub(crate) mod graphql;
mod headed;
pub(crate) mod hidden;
mod inner;
mod keys;
pub(crate) mod kinds;
mod lookalike;
pub(crate) mod mail;
pub(crate) mod mass;
pub(crate) mod method;
pub(crate) mod overrides;
pub(crate) mod path;
mod request;
pub(crate) mod settings;
pub mod shell;
pub(crate) mod short;
pub(crate) mod sql;
mod steps;
mod table;
pub(crate) mod tables;
pub mod testing;
mod texts;
mod tool;
pub(crate) mod url;
pub(crate) mod walk;
pub(crate) mod weak;
mod whole;
