//! The files of a release: built, and held against the list of them, so that none is lost unnoticed.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use super::venv::{Built, Venv};
use crate::workspace::{files, read, relative, root};
use crate::{debian, no_std, report, wasm};

/// Every file of a release.
const LIST: &str = "bindings-python/wheels.txt";

/// Where the files of this build lie, and no others.
pub(crate) const FOLDER: &str = "target/python/dist";

/// What is built for other targets than this machine's, the standard library included.
const CROSS: &str = "target/python/cross";

/// A line of the list.
struct Wheel {
    target: String,
    /// The oldest systems that it runs on, as maturin names them.
    systems: String,
    /// The end of the file's name, from the Python version on.
    tags: String,
}

/// Builds the source distribution and the wheel for this machine.
pub(crate) fn build(venv: &Venv) -> Result<Built> {
    let folder = root().join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).context("cannot remove the old wheels")?;
    }
    maturin(venv, "sdist", |maturin| maturin)?;
    let listed =
        list()?.into_iter().find(|wheel| wheel.target == format!("{ARCH}-unknown-{OS}-gnu"));
    let wheel = if let Some(listed) = listed {
        release(venv, &listed, |maturin| maturin)?;
        built(&listed)?
    } else {
        maturin(venv, "build", |maturin| maturin.args(["--quiet", "--release", "--locked"]))?;
        only("whl")?
    };
    let size = fs::metadata(&wheel).map_or(0, |data| data.len());
    report::line(&format!("{}: {size} bytes", relative(&wheel)));
    Ok(Built { wheel, sdist: only("gz")? })
}

/// Builds the wheels for the other targets, and compares what there is with the list.
pub(crate) fn build_others(venv: &Venv, install: bool) -> Result<()> {
    let wheels = list()?;
    for wheel in &wheels {
        if built(wheel).is_err() {
            cross(venv, wheel, install)?;
        }
    }
    let there = files(FOLDER, "whl")?;
    let expected = wheels.iter().map(built).collect::<Result<Vec<_>>>()?;
    if let Some(other) = there.iter().find(|file| !expected.contains(file)) {
        bail!("{} is not in {LIST}", relative(other));
    }
    report::line(&format!("all {} wheels of {LIST} are here", expected.len()));
    Ok(())
}

/// Builds a wheel for another target, with the toolchain's standard library or with one from source.
fn cross(venv: &Venv, wheel: &Wheel, install: bool) -> Result<()> {
    let from_source = no_std::target_libraries(&wheel.target).is_none();
    if from_source {
        // The packages for WebAssembly bring a compiler with the source of its standard library.
        wasm::ready(install)?;
        let source = Path::new("/usr/lib/rustlib/src/rust/library/std/Cargo.toml");
        if !source.exists() && debian::may_install(install) {
            debian::install(&wasm::DEBIAN_PACKAGES, &format!("the target {}", wheel.target))?;
        }
        ensure!(
            source.exists(),
            "nothing here builds for {}: run `rustup target add {0}`, or this with `--install`",
            wheel.target
        );
    }
    release(venv, wheel, |maturin| {
        maturin.args(["--target", &wheel.target]);
        maturin.env("CARGO_TARGET_DIR", root().join(CROSS));
        if wheel.target.ends_with("-musl") {
            // What Python loads is not a static program.
            maturin.env("RUSTFLAGS", "-C target-feature=-crt-static");
        }
        if from_source {
            // Unwinding, because PyO3 catches panics.
            maturin.args(["-Z", "build-std=std,panic_unwind"]);
            maturin.env("CARGO", "/usr/bin/cargo").env("RUSTC", "/usr/bin/rustc");
            maturin.env("RUSTC_BOOTSTRAP", "1");
            maturin.env_remove("RUSTUP_TOOLCHAIN").env_remove("LD_LIBRARY_PATH");
        }
        maturin
    })?;
    built(wheel).map(drop)
}

/// Builds a wheel for the systems that the list names. With zig's linker, an old system's C library is
/// enough.
fn release(
    venv: &Venv,
    wheel: &Wheel,
    with: impl FnOnce(&mut Command) -> &mut Command,
) -> Result<()> {
    maturin(venv, "build", |maturin| {
        with(maturin.args(["--quiet", "--release", "--locked", "--zig"]))
            .args(["--compatibility", &wheel.systems])
    })
}

fn maturin(venv: &Venv, what: &str, with: impl FnOnce(&mut Command) -> &mut Command) -> Result<()> {
    venv.run("maturin", |maturin| {
        maturin.args([what, "--manifest-path", "bindings-python/Cargo.toml", "--out"]);
        with(maturin.arg(root().join(FOLDER)))
    })
}

/// The lines of the list.
fn list() -> Result<Vec<Wheel>> {
    let text = read(LIST)?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let wheels = lines.map(|line| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
        [target, systems, tags] => Ok(Wheel {
            target: (*target).to_owned(),
            systems: (*systems).to_owned(),
            tags: (*tags).to_owned(),
        }),
        _ => bail!("a line of {LIST} is not a target, its systems and the tags of a file"),
    });
    wheels.collect()
}

/// The file of a wheel, whatever the version.
fn built(wheel: &Wheel) -> Result<PathBuf> {
    let end = format!("-{}", wheel.tags);
    let there = files(FOLDER, "whl")?;
    let file = there
        .into_iter()
        .find(|file| file.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(&end)));
    file.with_context(|| format!("the wheel `{}` of {LIST} was not built", wheel.tags))
}

/// The one file with this extension.
fn only(extension: &str) -> Result<PathBuf> {
    match files(FOLDER, extension)?.as_slice() {
        [file] => Ok(file.clone()),
        several => bail!("one `.{extension}` file was expected, and there are {}", several.len()),
    }
}
