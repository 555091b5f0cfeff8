//! The WebAssembly modules of the npm package: built, finished by wasm-bindgen and measured.
//!
//! They land in `packages/integration-sdk/generated`, each as the file that `/web` fetches and workerd
//! imports, with the functions of its instances; the gate once more as text, so that everything else finds
//! it without a file system, a network or a bundler's help. The build of the package makes such a text of
//! the others where it wants one.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use wasm_bindgen_cli_support::Bindgen;

use crate::once::Once;
use crate::report;
use crate::sizes;
use crate::wasm::{self, Guest};
use crate::workspace::{read, root, write};

/// Where the build of the package looks for them.
const GENERATED: &str = "packages/integration-sdk/generated";

/// A module, and the files that are made of it.
pub(crate) struct Module {
    guest: Guest,
    /// Its name among the sizes.
    artefact: &'static str,
    /// `<wasm>.wasm` is the module.
    wasm: &'static str,
    /// Its functions lie beside it.
    glue: &'static str,
    /// The module as text, if it is wanted.
    bytes: Option<&'static str>,
    /// What `cargo xtask wasm` builds it by.
    command: &'static str,
    built: Once<String>,
}

/// The gate.
pub(crate) static GATE: Module = Module {
    guest: Guest { package: "aana-wasm", along: &["aana-component"], std: false },
    artefact: "npm-module",
    wasm: "aana",
    glue: "glue.ts",
    bytes: Some("bytes.ts"),
    command: "module",
    built: Once::new(),
};

/// The formats without what checks arguments, answers and defaults.
static FORMATS: Module = Module {
    guest: Guest { package: "aana-formats-wasm", along: &[], std: true },
    artefact: "npm-formats",
    wasm: "formats",
    glue: "formats-glue.ts",
    bytes: None,
    command: "formats",
    built: Once::new(),
};

/// The formats with all that they have: for those who check arguments, and for nobody else.
static FORMATS_ARGUMENTS: Module = Module {
    guest: Guest {
        package: "aana-formats-arguments-wasm",
        along: &["aana-formats-component"],
        std: true,
    },
    artefact: "npm-formats-arguments",
    wasm: "formats-arguments",
    glue: "formats-arguments-glue.ts",
    bytes: None,
    command: "formats",
    built: Once::new(),
};

/// Builds both modules of the formats.
pub(crate) fn build_formats(install: bool) -> Result<String> {
    Ok([FORMATS.build(install)?, FORMATS_ARGUMENTS.build(install)?].join("; "))
}

impl Module {
    /// Builds the module for the package, once for one run of this program, and says its sizes.
    pub(crate) fn build(&self, install: bool) -> Result<String> {
        self.built.get(|| self.build_now(install))
    }

    fn build_now(&self, install: bool) -> Result<String> {
        report::line(&format!(
            "wasm-bindgen {} in the module and here",
            one_bindgen(&read("Cargo.lock")?)?
        ));
        let built = wasm::build(&self.guest, install)?;
        let finished = root().join("target/wasm-bindgen");
        finish(&built, self.wasm, &finished)?;
        let wasm = fs::read(finished.join(format!("{}_bg.wasm", self.wasm)))
            .context("wasm-bindgen wrote no module")?;
        let glue = fs::read_to_string(finished.join(format!("{}.js", self.wasm)))
            .context("wasm-bindgen wrote no glue")?;
        let folder = root().join(GENERATED);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(format!("{}.wasm", self.wasm)), &wasm)?;
        let notice = self.notice();
        write(format!("{GENERATED}/{}", self.glue), &(notice.clone() + &rebindable(&glue)?))?;
        if let Some(bytes) = self.bytes {
            write(format!("{GENERATED}/{bytes}"), &(notice + &as_text(&wasm)?))?;
        }
        let sizes = sizes::check(self.artefact, &wasm)?;
        report::line(&sizes);
        Ok(sizes)
    }

    fn notice(&self) -> String {
        format!("// Written by `cargo xtask wasm {}`; changes here are lost.\n", self.command)
    }
}

fn finish(module: &Path, name: &str, into: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        // The package says itself where the module lies.
        .omit_default_module_path(true)
        .web(true)?;
    bindgen.generate(into)
}

const GLUE_HEAD: &str = "\
/* eslint-disable */
// @ts-nocheck

/**
 * The functions of one instance. wasm-bindgen writes them as a module, which has one instance for
 * good; as the body of a function they can be had anew when an instance stopped.
 */
export function bind(): any {
";

/// How the glue tells a module from its bytes, and how it has to: a host such as Next.js compiles the
/// module in one realm and runs the code in another.
const OWN_REALM: &str = "module instanceof WebAssembly.Module";
const ANY_REALM: &str =
    "Object.prototype.toString.call(module) === \"[object WebAssembly.Module]\"";

/// How the glue fetches a module, which the package does itself.
const FETCHING: [&str; 3] = ["__wbg_load", "__wbg_init", "__wbg_init_once"];

const PROMISE: &str = "let __wbg_init_promise;";

/// The glue as the body of a function.
fn rebindable(glue: &str) -> Result<String> {
    let mut body = String::new();
    let mut names = Vec::new();
    let mut lines = glue.lines();
    while let Some(line) = lines.next() {
        let is_of = |name| line.starts_with(&format!("async function {name}("));
        if FETCHING.into_iter().any(is_of) {
            // Its body is indented, up to the brace that ends it.
            lines
                .by_ref()
                .find(|line| *line == "}")
                .context("a function of the glue has no end")?;
        } else if let Some(exported) = line.strip_prefix("export ") {
            if exported.starts_with('{') {
                continue;
            }
            let name = exported
                .strip_prefix("function ")
                .or_else(|| exported.strip_prefix("class "))
                .and_then(|rest| rest.split(|it: char| !it.is_alphanumeric()).next())
                .with_context(|| format!("the glue exports something else: {line}"))?;
            names.push(name.to_owned());
            body.push_str(exported);
            body.push('\n');
        } else if line != PROMISE {
            body.push_str(line);
            body.push('\n');
        }
    }
    let own_realm = body.matches(OWN_REALM).count();
    if body.contains("import.meta")
        || body.contains("fetch(")
        || !body.contains("function initSync")
        || own_realm == 0
    {
        bail!("the glue of wasm-bindgen has another form than this program knows");
    }
    let body = body.replace(OWN_REALM, ANY_REALM);
    names.push("initSync".to_owned());
    Ok(format!("{GLUE_HEAD}{body}return {{ {} }};\n}}\n", names.join(", ")))
}

/// The version that the module and its generator share: they speak a format that each version
/// changes.
fn one_bindgen(lock: &str) -> Result<String> {
    let lock: toml::Table = lock.parse().context("Cargo.lock is not TOML")?;
    let version = |name: &str| {
        let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
        let of = |package: &toml::Value, key| Some(package.get(key)?.as_str()?.to_owned());
        let found: Vec<String> = packages
            .filter(|package| of(package, "name").as_deref() == Some(name))
            .filter_map(|package| of(package, "version"))
            .collect();
        found.join(" and ")
    };
    let (module, generator) = (version("wasm-bindgen"), version("wasm-bindgen-cli-support"));
    if module.is_empty() || module != generator {
        bail!("the module has wasm-bindgen {module:?}, and its generator is of {generator:?}");
    }
    Ok(module)
}

/// Deflated first: base64 hides from a server that compresses what repeats in the module.
fn as_text(wasm: &[u8]) -> Result<String> {
    let mut deflated = Vec::new();
    zopfli::compress(zopfli::Options::default(), zopfli::Format::Deflate, wasm, &mut deflated)?;
    Ok(format!(
        "\n/** The bytes of the WebAssembly module. */\nexport const length = {};\n\n\
         /** The module, deflated, in base64. */\nexport const deflated: string =\n  \"{}\";\n",
        wasm.len(),
        STANDARD.encode(deflated)
    ))
}

#[cfg(test)]
mod tests {
    use super::{one_bindgen, rebindable};

    #[test]
    fn module_and_generator_are_of_one_version() {
        let lock = |module: &str, generator: &str| {
            format!(
                "[[package]]\nname = \"wasm-bindgen\"\nversion = \"{module}\"\n\
                 [[package]]\nname = \"wasm-bindgen-cli-support\"\nversion = \"{generator}\"\n"
            )
        };
        assert_eq!(one_bindgen(&lock("1.2.3", "1.2.3")).unwrap(), "1.2.3");
        assert!(one_bindgen(&lock("1.2.3", "1.2.4")).is_err());
        assert!(one_bindgen("").is_err());
    }

    #[test]
    fn glue_becomes_the_body_of_a_function() {
        let glue = "let wasm;\nexport class Gate {}\nexport function check(a) {}\n\
                    function initSync(module) { module instanceof WebAssembly.Module; }\n\
                    let __wbg_init_promise;\nasync function __wbg_init(path) {\n    fetch(path);\n}\n\
                    export { initSync, __wbg_init as default };\n";
        let text = rebindable(glue).unwrap();
        assert!(text.contains("\nclass Gate {}\n"), "{text}");
        assert!(text.contains("[object WebAssembly.Module]") && !text.contains("instanceof"));
        assert!(!text.contains("fetch") && !text.contains("promise"), "{text}");
        assert!(text.ends_with("return { Gate, check, initSync };\n}\n"), "{text}");
        assert!(rebindable("export default 1;\nfunction initSync() {}").is_err());
        assert!(rebindable("const url = import.meta.url;\nfunction initSync() {}").is_err());
    }
}
