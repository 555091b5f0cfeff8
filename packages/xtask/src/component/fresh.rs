//! A host that somebody else writes: a project outside of the workspace, with the component's bytes
//! in its program and `aana-host` among its dependencies.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use anyhow::{Context as _, Result};

use super::artefact::GATE;
use crate::workspace::{cargo, read, root, run, target_folder};

const PROGRAM: &str = "tests/packaging/component/fresh_host.rs";

const HOST: &str = "packages/host";

const ALL_PACKAGES: &str = "[profile.dev.package.\"*\"]";

/// Builds the project in a folder of its own and runs it.
pub(crate) fn check() -> Result<()> {
    let folder = Folder(env::temp_dir().join(format!("aana-fresh-host-{}", process::id())));
    let source = folder.0.join("src");
    fs::create_dir_all(&source).context("cannot make the folder of the fresh host")?;
    fs::write(folder.0.join("Cargo.toml"), manifest()?)?;
    fs::write(source.join("main.rs"), read(PROGRAM)?)?;
    fs::copy(GATE.path(), source.join("aana.component.wasm"))?;
    // The versions, and with them what is built already, are those of the workspace.
    fs::copy(root().join("Cargo.lock"), folder.0.join("Cargo.lock"))?;
    run(cargo(["run", "--quiet", "--offline"])
        .current_dir(&folder.0)
        .env("CARGO_TARGET_DIR", target_folder()))
}

/// The manifest. Its dependencies are also those of the host's own tests, and its profile is that of the
/// workspace: with anything else, wasmtime would be compiled once more.
fn manifest() -> Result<String> {
    let host = read(Path::new(HOST).join("Cargo.toml"))?;
    let workspace = read("Cargo.toml")?;
    let inside = format!("path = \"{}/", root().display());
    Ok([
        "[package]\nname = \"fresh-host\"\nedition = \"2024\"",
        &format!("[dependencies]\naana-host = {{ {inside}{HOST}\" }}"),
        section(&host, "[dependencies]")?,
        section(&host, "[dev-dependencies]")?,
        "[workspace.dependencies]",
        &section(&workspace, "[workspace.dependencies]")?.replace("path = \"", &inside),
        "[profile.dev]",
        section(&workspace, "[profile.dev]")?,
        ALL_PACKAGES,
        section(&workspace, ALL_PACKAGES)?,
    ]
    .join("\n"))
}

/// What stands below a heading of a manifest, up to the next one.
fn section<'a>(manifest: &'a str, heading: &str) -> Result<&'a str> {
    let start = format!("\n{heading}\n");
    let (_, rest) =
        manifest.split_once(&start).with_context(|| format!("no manifest without {heading}"))?;
    Ok(rest.split("\n[").next().unwrap_or(rest))
}

/// A folder that goes when it is done with.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays behind in the folder for temporary files harms nobody.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use toml::Table;

    #[test]
    fn the_manifest_leads_to_the_host_from_anywhere() {
        let manifest: Table = super::manifest().unwrap().parse().unwrap();
        let dependencies = manifest["dependencies"].as_table().unwrap();
        assert!(dependencies.contains_key("wasmtime") && dependencies.contains_key("serde_json"));
        let path = dependencies["aana-host"]["path"].as_str().unwrap();
        assert!(std::path::Path::new(path).join("Cargo.toml").exists());
        assert!(super::section("[a]\n", "[b]").is_err());
    }
}
