//! What `wit/formats.wit` generates.
#![allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all, clippy::pedantic)]

use wasmtime::Store;
use wasmtime::component::InstancePre;

use crate::engine::World;
use crate::limits::State;

wasmtime::component::bindgen!({
    path: "../../wit",
    world: "aana-formats",
    additional_derives: [PartialEq],
});

impl World for AanaFormats {
    type Pre = AanaFormatsPre<State>;

    fn pre(pre: InstancePre<State>) -> wasmtime::Result<Self::Pre> {
        AanaFormatsPre::new(pre)
    }

    fn instantiate(pre: &Self::Pre, store: &mut Store<State>) -> wasmtime::Result<Self> {
        pre.instantiate(store)
    }
}
