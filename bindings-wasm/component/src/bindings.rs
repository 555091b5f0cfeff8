//! What `wit/aana.wit` generates. All unsafe code of this crate is in here, and in what `export!` writes.

#![allow(
    unsafe_code,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::all,
    clippy::pedantic
)]

wit_bindgen::generate!({
    path: "../../wit",
    world: "aana",
    default_bindings_module: "crate::bindings",
});
