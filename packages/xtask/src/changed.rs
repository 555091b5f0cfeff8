//! What `cargo xtask test --changed` runs: the quick checks of what differs from a commit.
//!
//! They are for the loop of somebody who changes something. They do not replace the steps: whatever depends on what
//! was changed is tested by `cargo xtask test`, and the closing note names the steps that were left to it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::tables;
use crate::workspace::{self, cargo, command, read, root, run};

/// One quick check.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Check {
    /// A step, whole.
    Step(&'static str),
    /// The lints of one crate.
    Lints(String),
    /// The tests of one crate.
    Tests(String),
}

/// What is run, and what is left to `cargo xtask test`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) checks: BTreeSet<Check>,
    pub(crate) left: BTreeSet<&'static str>,
}

/// What a change below a folder asks for, beyond the tests of the crate that it is in.
struct Rule {
    below: &'static str,
    /// Steps that are quick enough to run.
    steps: &'static [&'static str],
    /// Steps that take minutes.
    left: &'static [&'static str],
}

const RULES: &[Rule] = &[
    Rule { below: "core/", steps: &["gen", "bless", "codes"], left: &["conformance"] },
    Rule { below: "schemas/", steps: &["gen"], left: &["python", "npm"] },
    Rule { below: "tests/conformance/", steps: &["bless", "codes"], left: &["conformance"] },
    Rule { below: "wit/", steps: &[], left: &["component"] },
    Rule { below: "bindings-wasm/", steps: &[], left: &["component", "npm"] },
    Rule { below: "bindings-node/", steps: &[], left: &["npm"] },
    Rule { below: "bindings-python/", steps: &[], left: &["python"] },
    Rule { below: "packages/integration-sdk/", steps: &[], left: &["npm"] },
    Rule { below: "packages/cli/", steps: &[], left: &["features", "release"] },
    Rule { below: "packages/host/", steps: &[], left: &["component"] },
    Rule { below: "packages/mcp/", steps: &[], left: &["mcp"] },
    Rule { below: "tests/", steps: &[], left: &["python", "npm"] },
    Rule { below: "examples/", steps: &["readme"], left: &["python", "npm"] },
    Rule { below: "README.md", steps: &["readme"], left: &[] },
    Rule { below: "packages/cli/README.md", steps: &["readme"], left: &[] },
    Rule { below: "docs/", steps: &["readme"], left: &["unit", "python"] },
    Rule { below: "CONTRIBUTING.md", steps: &["readme"], left: &[] },
    Rule { below: "DESIGN.md", steps: &["readme"], left: &[] },
    Rule { below: "SECURITY.md", steps: &["readme"], left: &[] },
    Rule { below: "Cargo.lock", steps: &["deny"], left: &[] },
];

/// Crates whose tests need what a step of their own sets up.
const BY_STEPS: &[&str] =
    &["bindings-wasm/", "bindings-node/", "bindings-python/", "packages/host/"];

/// Tests of a crate that take most of its time and look at what few changes touch. The loop leaves them, and the
/// examples in the documentation, to the step `unit`.
struct Slow {
    package: &'static str,
    folder: &'static str,
    tests: &'static [&'static str],
}

const SLOW: &[Slow] =
    &[Slow { package: "aana-core", folder: "core/tests", tests: &["exhaustive", "schema_parity"] }];

/// The files that differ from a commit, those that git does not know yet included.
pub(crate) fn files(since: &str) -> Result<Vec<String>> {
    let mut found = git(&["diff", "--name-only", "--no-renames", since, "--"])
        .with_context(|| format!("cannot compare with `{since}`"))?;
    found.extend(git(&["ls-files", "--others", "--exclude-standard"])?);
    Ok(found)
}

fn git(arguments: &[&str]) -> Result<Vec<String>> {
    let output = workspace::capture(command("git").args(arguments))?;
    if !output.status.success() {
        bail!("git {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

/// The plan for these files. `package_of` gives the name of the crate that a file belongs to.
pub(crate) fn plan(files: &[String], package_of: impl Fn(&str) -> Option<String>) -> Plan {
    let mut plan = Plan::default();
    for file in files {
        for rule in RULES.iter().filter(|rule| file.starts_with(rule.below)) {
            plan.checks.extend(rule.steps.iter().map(|step| Check::Step(step)));
            plan.left.extend(rule.left);
        }
        if Path::new(file).extension().is_some_and(|extension| extension == "rs") {
            plan.checks.extend(["circles", "fmt"].map(Check::Step));
        }
        if tables::reads(file) {
            plan.checks.insert(Check::Step("tables"));
        }
        let by_step = BY_STEPS.iter().any(|folder| file.starts_with(folder));
        let Some(package) = (!by_step).then(|| package_of(file)).flatten() else { continue };
        plan.checks.insert(Check::Lints(package.clone()));
        if SLOW.iter().any(|slow| slow.package == package) {
            plan.left.insert("unit");
        }
        plan.checks.insert(Check::Tests(package));
    }
    plan
}

/// The crate of the workspace whose folder a file is in.
pub(crate) fn package_of(file: &str) -> Option<String> {
    let mut folders = Path::new(file).ancestors().skip(1);
    let manifest = folders.find_map(|folder| read(folder.join("Cargo.toml")).ok())?;
    let manifest: toml::Table = manifest.parse().ok()?;
    Some(manifest.get("package")?.get("name")?.as_str()?.to_owned())
}

impl Check {
    /// How the closing table calls it.
    pub(crate) fn label(&self) -> String {
        match self {
            Self::Step(name) => (*name).to_owned(),
            Self::Lints(package) => format!("lints of {package}"),
            Self::Tests(package) => format!("tests of {package}"),
        }
    }

    /// The same by hand.
    pub(crate) fn command(&self) -> String {
        match self {
            Self::Step(name) => format!("cargo xtask test --only {name}"),
            Self::Lints(package) => {
                format!("cargo clippy --locked --all-targets --package {package} -- -D warnings")
            }
            Self::Tests(package) => {
                format!("cargo test --locked --package {package}{}", quick_targets(package))
            }
        }
    }

    /// Runs the lints or tests of a crate; a step is run by its own function.
    pub(crate) fn run_cargo(&self) -> Result<()> {
        run(&mut cargo(self.command().split(' ').skip(1)))
    }
}

/// For a crate with slow tests, the options that choose all others.
fn quick_targets(package: &str) -> String {
    let Some(slow) = SLOW.iter().find(|slow| slow.package == package) else {
        return String::new();
    };
    let mut tests: Vec<String> = fs::read_dir(root().join(slow.folder))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".rs")?.to_owned()))
        .filter(|test| !slow.tests.contains(&test.as_str()))
        .map(|test| format!(" --test {test}"))
        .collect();
    tests.sort_unstable();
    [" --lib".to_owned(), tests.concat()].concat()
}

#[cfg(test)]
mod tests {
    use super::{Check, RULES, SLOW, package_of, plan};
    use crate::steps::STEPS;
    use crate::workspace::root;

    fn planned(files: &[&str]) -> super::Plan {
        let files: Vec<String> = files.iter().map(ToString::to_string).collect();
        plan(&files, package_of)
    }

    #[test]
    fn a_change_of_the_core_is_tested_where_it_is_and_held_against_the_records() {
        let plan = planned(&["core/src/gate/route.rs"]);
        let core = || "aana-core".to_owned();
        let expected = [
            Check::Step("bless"),
            Check::Step("circles"),
            Check::Step("codes"),
            Check::Step("fmt"),
            Check::Step("gen"),
            Check::Step("tables"),
            Check::Lints(core()),
            Check::Tests(core()),
        ];
        assert_eq!(plan.checks.into_iter().collect::<Vec<_>>(), expected);
        assert!(plan.left.contains("conformance") && plan.left.contains("unit"));
    }

    #[test]
    fn slow_tests_are_left_and_all_others_run() {
        let command = Check::Tests("aana-core".to_owned()).command();
        for test in ["conformance", "documents", "properties"] {
            assert!(command.contains(&format!(" --test {test}")), "{command}");
        }
        assert!(command.contains(" --lib "), "{command}");
        for slow in SLOW {
            for test in slow.tests {
                assert!(root().join(slow.folder).join(format!("{test}.rs")).exists(), "{test}");
                assert!(!command.contains(test), "{command}");
            }
        }
        let other = Check::Tests("aana-audit".to_owned()).command();
        assert_eq!(other, "cargo test --locked --package aana-audit");
    }

    #[test]
    fn what_takes_minutes_is_named_and_not_run() {
        let plan = planned(&["packages/integration-sdk/package.json"]);
        assert!(plan.checks.is_empty());
        assert_eq!(plan.left.into_iter().collect::<Vec<_>>(), ["npm"]);
    }

    #[test]
    fn whatever_may_hold_a_table_is_looked_through() {
        for file in [
            "core/src/gate/classify/verbs.rs",
            "packages/integration-sdk/src/api.ts",
            "packages/audit/src/log.rs",
            "packages/cli/src/main.rs",
            "packages/xtask/src/tables.rs",
            "bindings-python/python/aana/otel.py",
            "bindings-python/src/lib.rs",
            "bindings-wasm/formats/src/lib.rs",
            "bindings-node/src/lib.rs",
        ] {
            assert!(planned(&[file]).checks.contains(&Check::Step("tables")), "{file}");
        }
        for file in ["README.md", "core/tests/leaks.rs", "bindings-python/tests/events.py"] {
            assert!(!planned(&[file]).checks.contains(&Check::Step("tables")), "{file}");
        }
    }

    #[test]
    fn a_crate_without_a_rule_has_its_tests() {
        let plan = planned(&["packages/audit/src/lib.rs", "packages/audit/README.md"]);
        assert!(plan.checks.contains(&Check::Tests("aana-audit".to_owned())));
    }

    #[test]
    fn every_step_that_a_rule_names_exists() {
        let named = RULES.iter().flat_map(|rule| rule.steps.iter().chain(rule.left));
        for name in named {
            assert!(STEPS.iter().any(|step| step.name == *name), "there is no step `{name}`");
        }
    }
}
