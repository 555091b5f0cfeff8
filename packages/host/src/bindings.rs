//! What `wit/aana.wit` generates.
#![allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all, clippy::pedantic)]

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "aana",
    additional_derives: [PartialEq],
});
