//! A component as it is shipped: built, encoded, shown to import nothing, and measured.
//!
//! A guest is built like any module. What makes it a component is put around it here, with the
//! types of `wit` that the guest carries in a section of its own.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use wasm_encoder::{Module, RawSection};
use wasmparser::{Parser, Payload};
use wit_component::{ComponentEncoder, DecodedWasm};

use crate::once::Once;
use crate::wasm::{self, Guest};
use crate::workspace::{relative, root};
use crate::{report, sizes};

/// The component of the gate, as it is shipped.
pub(crate) const FILE: &str = "dist/aana.component.wasm";

/// A component that is shipped.
pub(crate) struct Component {
    guest: Guest,
    /// Where it lies.
    file: &'static str,
    /// Its name among the sizes.
    artefact: &'static str,
    built: Once<String>,
}

/// The gate.
pub(crate) static GATE: Component = Component {
    guest: Guest { package: "aana-component", along: &["aana-wasm"], std: false },
    file: FILE,
    artefact: "component",
    built: Once::new(),
};

/// The formats: a component of its own, so that the gate stays as small as it is.
pub(crate) static FORMATS: Component = Component {
    guest: Guest {
        package: "aana-formats-component",
        along: &["aana-formats-arguments-wasm"],
        std: true,
    },
    file: "dist/aana-formats.component.wasm",
    artefact: "formats-component",
    built: Once::new(),
};

impl Component {
    /// Builds the component, once for one run of this program, and says its sizes.
    pub(crate) fn build(&self, install: bool) -> Result<String> {
        self.built.get(|| self.build_now(install))
    }

    fn build_now(&self, install: bool) -> Result<String> {
        let guest = wasm::build(&self.guest, install)?;
        let guest =
            fs::read(&guest).with_context(|| format!("cannot read {}", relative(&guest)))?;
        let component = encode(&guest)?;
        let exports = exports_only(&component)?;
        let path = self.path();
        fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        fs::write(&path, &component).with_context(|| format!("cannot write {}", self.file))?;
        report::line(&format!("{}: imports nothing, exports {}", self.file, exports.join(", ")));
        let sizes = sizes::check(self.artefact, &component)?;
        report::line(&sizes);
        Ok(sizes)
    }

    /// Where it lies.
    pub(super) fn path(&self) -> PathBuf {
        root().join(self.file)
    }
}

fn encode(guest: &[u8]) -> Result<Vec<u8>> {
    let guest = without_notes(guest)?;
    ComponentEncoder::default()
        .validate(true)
        .module(&guest)
        .context("the guest does not carry the types of its component")?
        .encode()
        .context("the guest cannot be made a component")
}

/// The module without names, producers and the like. The types of the component stay.
fn without_notes(module: &[u8]) -> Result<Vec<u8>> {
    let mut stripped = Module::new();
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload.context("the guest is not a module")?;
        if let Payload::CustomSection(section) = &payload
            && !section.name().starts_with("component-type")
        {
            continue;
        }
        if let Some((id, range)) = payload.as_section() {
            let range = usize::try_from(range.start)?..usize::try_from(range.end)?;
            let data = module.get(range).context("the guest ends too early")?;
            stripped.section(&RawSection { id, data });
        }
    }
    Ok(stripped.finish())
}

/// The interfaces that the component exports. An import is an error: what cannot ask for a file, a
/// clock or the network needs no trust about them.
fn exports_only(component: &[u8]) -> Result<Vec<String>> {
    let DecodedWasm::Component(resolve, world) = wit_component::decode(component)? else {
        bail!("this is a package of types, not a component");
    };
    let world = resolve.worlds.get(world).context("the component has no world")?;
    let names = |items: &mut dyn Iterator<Item = &wit_parser::WorldKey>| -> Vec<String> {
        items.map(|key| resolve.name_world_key(key)).collect()
    };
    let imports = names(&mut world.imports.keys());
    ensure!(imports.is_empty(), "the component imports {}", imports.join(", "));
    let exports = names(&mut world.exports.keys());
    ensure!(!exports.is_empty(), "the component exports nothing");
    Ok(exports)
}

#[cfg(test)]
mod tests {
    use super::{encode, exports_only, without_notes};

    /// A guest of the world in this text, which returns 0 from everything.
    fn guest(wit: &str) -> Vec<u8> {
        let mut resolve = wit_parser::Resolve::default();
        let package = resolve.push_str("test.wit", wit).unwrap();
        let world = resolve.select_world(&[package], None).unwrap();
        let mut module = wit_component::dummy_module(
            &resolve,
            world,
            wit_parser::ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync),
        );
        let encoding = wit_component::StringEncoding::UTF8;
        wit_component::embed_component_metadata(&mut module, &resolve, world, encoding, false)
            .unwrap();
        module
    }

    #[test]
    fn a_component_that_exports_its_types_imports_nothing() {
        let guest = guest(
            "package a:b; interface t { enum e { x } } interface f { use t.{e}; g: func() -> e; } \
             world w { export t; export f; }",
        );
        assert_eq!(exports_only(&encode(&guest).unwrap()).unwrap(), ["a:b/t", "a:b/f"]);
    }

    #[test]
    fn an_import_is_an_error_even_if_it_is_only_types() {
        let guest = guest(
            "package a:b; interface t { enum e { x } } interface f { use t.{e}; g: func() -> e; } \
             world w { export f; }",
        );
        let error = exports_only(&encode(&guest).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the component imports a:b/t");
    }

    #[test]
    fn what_is_no_guest_is_an_error() {
        assert!(encode(b"nothing").is_err());
        let empty = encode(b"\0asm\x01\0\0\0").unwrap();
        assert_eq!(exports_only(&empty).unwrap_err().to_string(), "the component exports nothing");
        assert!(exports_only(b"\0asm\x01\0\0\0").is_err());
    }

    #[test]
    fn names_go_and_code_stays() {
        let mut module = guest("package a:b; world w { export g: func() -> u32; }");
        let before = module.len();
        module.extend(b"\0\x06\x04name\x00");
        let stripped = without_notes(&module).unwrap();
        assert!(stripped.len() <= before);
        assert!(encode(&stripped).is_ok());
    }
}
