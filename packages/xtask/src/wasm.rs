//! Building for `wasm32-unknown-unknown`, by whichever toolchain can.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::debian;
use crate::no_std;
use crate::report::{self, Outcome};
use crate::workspace::{cargo, command, first_line, root, run, shown};
use crate::{component, module};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What Debian needs: a compiler with this target, and the source of `core` and `alloc` to it.
pub(crate) const DEBIAN_PACKAGES: [&str; 5] =
    ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// Of its own: another compiler, and another standard library.
const MODULES: &str = "target/wasm";

/// And one more for guests that have the whole of that library: built in one folder, the two would throw
/// away each other's.
const MODULES_WITH_STD: &str = "target/wasm-std";

/// The random bytes of guests come from the function of `aana-wasm-seed`, and from no import.
const SEED: &str = "--cfg\x1fgetrandom_backend=\"custom\"";

const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// Settings that say where cargo keeps and gets its crates, and not how it builds.
const KEPT: [&str; 6] = [
    "CARGO_HOME",
    "CARGO_HTTP_",
    "CARGO_NET_",
    "CARGO_REGISTRIES_",
    "CARGO_REGISTRY_",
    "CARGO_SOURCE_",
];

/// What is shipped as WebAssembly.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Artefact {
    /// The component of the gate, into `dist`
    Component,
    /// The component of the formats, into `dist`
    FormatsComponent,
    /// The module of the npm package, into the package
    Module,
    /// The modules of the formats, with and without what checks arguments, into the package
    Formats,
}

impl Artefact {
    pub(crate) fn build(self, install: bool) -> Result<Outcome> {
        match self {
            Self::Component => component::GATE.build(install),
            Self::FormatsComponent => component::FORMATS.build(install),
            Self::Module => module::GATE.build(install),
            Self::Formats => module::build_formats(install),
        }
        .map(Outcome::passed)
    }
}

/// The same aim for what is built along: sorting alone would be a tenth of the code.
const FOR_SIZE: &str = "build-std-features=optimize_for_size";

/// A `cdylib` of this workspace, and how it is built.
pub(crate) struct Guest {
    pub(crate) package: &'static str,
    /// Guests that the same command builds: the last step of each keeps one processor busy for a minute.
    pub(crate) along: &'static [&'static str],
    /// Whether it has all of `std`; else it has `core` and `alloc`.
    pub(crate) std: bool,
}

/// A way to build for the target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    /// The toolchain in use has the target.
    Toolchain,
    /// Debian's compiler builds `core` and `alloc` from their source.
    Debian,
}

impl Route {
    /// The way that works on this machine.
    pub(crate) fn find() -> Option<Self> {
        if no_std::target_libraries(TARGET).is_some() {
            return Some(Self::Toolchain);
        }
        let sysroot = first_line(DEBIAN_RUSTC, &["--print", "sysroot"])?;
        let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library/core/Cargo.toml");
        (Path::new(DEBIAN_CARGO).exists() && source.exists()).then_some(Self::Debian)
    }

    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Toolchain => "target of the toolchain, sysroot without std",
            Self::Debian => "Debian's rustc, core and alloc from source",
        }
    }

    /// The command that builds the core, with `core` and `alloc` and nothing else.
    fn build_core(self) -> Result<Command> {
        match self {
            Self::Toolchain => no_std::build(TARGET),
            Self::Debian => {
                let mut command = debian_cargo();
                command.args(["build", "--locked", "--package", "aana-core", "--lib"]);
                command.args(["--no-default-features", "--target", TARGET]);
                command.args(["--target-dir", MODULES, "-Z", "build-std=core,alloc"]);
                // As for the guests, so that `core` and `alloc` are compiled once.
                command.args(["-Z", FOR_SIZE, "--profile", "wasm"]);
                Ok(command)
            }
        }
    }
}

/// Builds the core for the target.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    let route = ready(install)?;
    report::line(route.describe());
    let mut command = route.build_core()?;
    report::line(&format!("$ {}", shown(&command)));
    run(&mut command)?;
    Ok(Outcome::passed(route.describe()))
}

/// The way that works on this machine, after installing what it takes where that is wanted.
pub(crate) fn ready(install: bool) -> Result<Route> {
    let found = Route::find();
    if found.is_none() && debian::may_install(install) {
        debian::install(&DEBIAN_PACKAGES, &format!("the target {TARGET}"))?;
    }
    found.or_else(Route::find).with_context(|| {
        format!(
            "nothing here builds for {TARGET}: run `rustup target add {TARGET}`, or on Debian \
             `apt-get install --no-install-recommends {}`, or this step with `--install`",
            DEBIAN_PACKAGES.join(" ")
        )
    })
}

/// Builds a guest with the profile `wasm`, and says where its module lies.
pub(crate) fn build(guest: &Guest, install: bool) -> Result<PathBuf> {
    let route = ready(install)?;
    let (libraries, folder) = if guest.std {
        ("build-std=std,panic_abort", MODULES_WITH_STD)
    } else {
        ("build-std=core,alloc", MODULES)
    };
    let mut command = match route {
        Route::Toolchain => cargo(["build"]),
        Route::Debian => {
            let mut command = debian_cargo();
            command.args(["build", "-Z", libraries, "-Z", FOR_SIZE]);
            command
        }
    };
    command.args(["--locked", "--profile", "wasm"]);
    let mut packages = [guest.along, &[guest.package]].concat();
    // In one order, so that the command of each is the same.
    packages.sort_unstable();
    for package in packages {
        command.args(["--package", package]);
    }
    command.args(["--target", TARGET, "--target-dir", folder]);
    if guest.std {
        command.env("CARGO_ENCODED_RUSTFLAGS", SEED);
    }
    report::line(&format!("$ {}", shown(&command)));
    run(&mut command)?;
    let file = format!("{}.wasm", guest.package.replace('-', "_"));
    Ok(root().join(folder).join(TARGET).join("wasm").join(file))
}

/// Debian's cargo with Debian's compiler, and nothing of the toolchain that started this program:
/// without `RUSTC`, cargo would take the first `rustc` on the path.
fn debian_cargo() -> Command {
    let mut command = command(DEBIAN_CARGO);
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy().into_owned();
        let network = KEPT.iter().any(|prefix| text.starts_with(prefix));
        let toolchain = ["CARGO", "RUST"].iter().any(|prefix| text.starts_with(prefix));
        if toolchain && !network || text == "LD_LIBRARY_PATH" {
            command.env_remove(&name);
        }
    }
    // Bootstrap, because `build-std` is not stable; the core's own source uses nothing unstable.
    command.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    command
}
