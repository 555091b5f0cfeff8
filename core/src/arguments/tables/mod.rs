//! The lists of `data/arguments_lists.json` as sorted tables, written by `cargo xtask gen`.

#[rustfmt::skip]
pub(crate) mod clients;
#[rustfmt::skip]
pub(crate) mod keys;
#[rustfmt::skip]
pub(crate) mod programs;
#[rustfmt::skip]
pub(crate) mod sql;
#[rustfmt::skip]
pub(crate) mod text;
