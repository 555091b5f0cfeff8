//! The native addon, built for an older Linux than the one that builds it.
//!
//! What is linked against the glibc of this machine asks for that glibc wherever it is loaded. zig
//! has the symbols of every version, so the addon is linked by it and asks for little.

use std::path::PathBuf;
use std::{env, fs};

use anyhow::{Context as _, Result};

use crate::python::{install_packages, interpreter, make_venv};
use crate::workspace::{cargo, root, run, target_folder};

/// The machine and its oldest glibc: that of RHEL 7, which is older than any that Node.js 20 needs.
const TARGET: &str = "x86_64-unknown-linux-gnu";
const GLIBC: &str = "2.17";

/// What links, from the package index of Python.
const PACKAGES: [&str; 2] = ["cargo-zigbuild==0.24.1", "ziglang==0.17.1"];

/// Builds the library and says where it lies.
pub(super) fn build(install: bool) -> Result<PathBuf> {
    let venv = root().join("target/zig");
    let python = venv.join("bin/python");
    let stamp = venv.join("packages.txt");
    let wanted = PACKAGES.join("\n");
    if fs::read_to_string(&stamp).ok().as_deref() != Some(&wanted) {
        make_venv(&interpreter(install)?, &venv, install)?;
        install_packages(&python, install, |uv| uv.args(PACKAGES))?;
        fs::write(&stamp, &wanted).context("cannot mark the linker as installed")?;
    }
    let mut path = vec![venv.join("bin")];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let target = format!("{TARGET}.{GLIBC}");
    run(cargo(["zigbuild", "--locked", "--release", "--package", "aana-node", "--target"])
        .arg(target)
        .env("PATH", env::join_paths(path)?))?;
    Ok(target_folder().join(TARGET).join("release/libaana_node.so"))
}
