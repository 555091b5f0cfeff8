//! The proof that the core and all that it depends on get by without `std`.
//!
//! A target for which `std` exists proves little: a dependency that uses it builds as well. So the
//! core is built against a sysroot in which only `core`, `alloc` and `compiler_builtins` lie. That
//! needs nothing but stable cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::report::Outcome;
use crate::workspace::{cargo, command, first_line, root, run};

/// Of its own, so that the other builds keep what they have.
const FOLDER: &str = "target/no-std";

const LIBRARIES: [&str; 3] = ["libcore-", "liballoc-", "libcompiler_builtins-"];

/// Builds the core without `std` for the machine at hand.
pub(crate) fn check() -> Result<Outcome> {
    let mut rustc = command(rustc());
    let output = crate::workspace::capture(rustc.arg("-vV"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say for what it builds")?;
    run(&mut build(host)?)?;
    Ok(Outcome::passed(host))
}

/// The command that builds the core for an installed target with `core` and `alloc` only.
pub(crate) fn build(target: &str) -> Result<Command> {
    let libraries = target_libraries(target)
        .with_context(|| format!("the toolchain has no libraries for {target}"))?;
    let sysroot = root().join(FOLDER).join("sysroot").join(target);
    copy_libraries(&libraries, &sysroot.join("lib/rustlib").join(target).join("lib"))?;
    let mut command = cargo(["build", "--locked", "--package", "aana-core", "--lib"]);
    command
        .args(["--no-default-features", "--target", target, "--target-dir", FOLDER])
        // Flags in this form may hold blanks, and override every other setting of flags.
        .env("CARGO_ENCODED_RUSTFLAGS", format!("--sysroot={}", sysroot.display()))
        .env_remove("CARGO_BUILD_TARGET");
    Ok(command)
}

/// Where the toolchain keeps the compiled libraries of a target, if it has them.
pub(crate) fn target_libraries(target: &str) -> Option<PathBuf> {
    let folder = first_line(rustc(), &["--print", "target-libdir", "--target", target])?;
    let folder = PathBuf::from(folder);
    let mut entries = fs::read_dir(&folder).ok()?.filter_map(Result::ok);
    let has_core = entries.any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"));
    has_core.then_some(folder)
}

fn copy_libraries(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).context("cannot clear the old sysroot")?;
    }
    fs::create_dir_all(to).context("cannot make the sysroot")?;
    let mut copied = 0_usize;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if LIBRARIES.iter().any(|library| name.starts_with(library)) {
            fs::copy(entry.path(), to.join(&name))
                .with_context(|| format!("cannot copy {name}"))?;
            copied += 1;
        }
    }
    if copied < LIBRARIES.len() {
        bail!("{} does not hold {}", from.display(), LIBRARIES.join(", "));
    }
    Ok(())
}

fn rustc() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}
