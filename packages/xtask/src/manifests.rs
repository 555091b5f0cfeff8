//! What the manifests say of their packages, held together: the same in every registry, and whole. And what must hold of
//! the files that a forge and rustup read.

use std::collections::BTreeSet;

use serde_json::Value;
use toml::Table;

use crate::workspace::{read, root};

/// The packages of npm.
const PACKAGE_JSON: [&str; 2] =
    ["packages/integration-sdk/package.json", "bindings-node/package.json"];

const PYPROJECT: &str = "bindings-python/pyproject.toml";

fn table(path: &str) -> Table {
    read(path).unwrap().parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path).unwrap()).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What `[workspace.package]` says.
fn workspace() -> Table {
    table("Cargo.toml")["workspace"]["package"].as_table().unwrap().clone()
}

/// The manifest of every crate of the workspace, by the patterns of `members`.
fn crates() -> Vec<(String, Table)> {
    let root_manifest = table("Cargo.toml");
    let members = root_manifest["workspace"]["members"].as_array().unwrap();
    let mut found = Vec::new();
    for member in members.iter().map(|member| member.as_str().unwrap()) {
        let folders = match member.strip_suffix("/*") {
            None => vec![root().join(member)],
            Some(folder) => std::fs::read_dir(root().join(folder))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect(),
        };
        for folder in folders.into_iter().filter(|folder| folder.join("Cargo.toml").exists()) {
            let path = folder.join("Cargo.toml");
            let manifest: Table = std::fs::read_to_string(&path).unwrap().parse().unwrap();
            found.push((
                path.display().to_string(),
                manifest["package"].as_table().unwrap().clone(),
            ));
        }
    }
    assert!(found.len() > 10, "the crates were not found");
    found
}

/// The strings of a list of a manifest; those of the workspace where it is inherited.
fn list(package: &Table, workspace: &Table, field: &str) -> Vec<String> {
    let inherited = package.get(field).and_then(|value| value.get("workspace")).is_some();
    let value = if inherited { workspace.get(field) } else { package.get(field) };
    let items = value.and_then(toml::Value::as_array).cloned().unwrap_or_default();
    items.iter().map(|item| item.as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_crate_says_what_it_is() {
    let workspace = workspace();
    let mut descriptions = BTreeSet::new();
    for (path, package) in crates() {
        let description = package["description"].as_str().unwrap_or_else(|| panic!("{path}"));
        assert!(descriptions.insert(description.to_owned()), "{path}: another crate's description");
        for field in ["version", "edition", "rust-version", "license", "homepage"] {
            let inherits = package[field].get("workspace").and_then(toml::Value::as_bool);
            assert_eq!(inherits, Some(true), "{path}: `{field}` is the workspace's");
        }
        let keywords = list(&package, &workspace, "keywords");
        // What crates.io takes.
        assert!((1..=5).contains(&keywords.len()), "{path}: keywords");
        let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '+');
        assert!(keywords.iter().all(|word| word.len() <= 20 && word.chars().all(plain)), "{path}");
        assert!((1..=5).contains(&list(&package, &workspace, "categories").len()), "{path}");
        let is_published = package.get("publish").and_then(toml::Value::as_bool) != Some(false);
        assert_eq!(package.contains_key("readme"), is_published, "{path}: `readme`");
    }
}

#[test]
fn the_registries_are_told_the_same() {
    let workspace = workspace();
    let said = |field: &str| workspace.get(field).and_then(toml::Value::as_str);
    for path in PACKAGE_JSON {
        let package = json(path);
        for field in ["version", "license", "homepage"] {
            assert_eq!(package[field].as_str(), said(field), "{path}: `{field}`");
        }
        for field in ["description", "keywords"] {
            assert!(!package[field].is_null(), "{path}: `{field}`");
        }
    }
    let python = table(PYPROJECT);
    let project = python["project"].as_table().unwrap();
    assert_eq!(project["urls"].get("Homepage").and_then(toml::Value::as_str), said("homepage"));
    assert_eq!(project["license"].as_str(), said("license"));
    assert_eq!(project["description"].as_str(), said("description"));
    assert!(!project["keywords"].as_array().unwrap().is_empty());
}

/// Where the address of the source is named, every manifest names it, and none names another.
#[test]
fn the_address_of_the_source() {
    let workspace = workspace();
    let address = workspace.get("repository").and_then(toml::Value::as_str);
    for (path, package) in crates() {
        let inherits = package.get("repository").and_then(|value| value.get("workspace"));
        assert_eq!(inherits.is_some(), address.is_some(), "{path}: `repository`");
        assert_eq!(package.contains_key("repository"), address.is_some(), "{path}: `repository`");
    }
    for path in PACKAGE_JSON {
        let named = json(path)["repository"]["url"].as_str().map(str::to_owned);
        let expected = address.map(|address| format!("git+{address}.git"));
        assert_eq!(named, expected, "{path}: `repository.url`");
    }
    let python = table(PYPROJECT);
    let named = python["project"]["urls"].get("Source").and_then(toml::Value::as_str);
    assert_eq!(named, address, "{PYPROJECT}: `Source` of `project.urls`");
}

/// A channel would make rustup download a toolchain wherever another one is installed.
#[test]
fn the_toolchain_file_names_no_toolchain() {
    let file = table("rust-toolchain.toml");
    let keys: Vec<&str> =
        file["toolchain"].as_table().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["components"]);
}

#[test]
fn the_workflow_runs_every_check_and_trusts_little() {
    let text = read(".github/workflows/ci.yml").unwrap();
    assert!(text.contains("\n      - run: .ci/run\n"));
    assert!(text.contains("\npermissions:\n  contents: read\n"));
    assert!(text.contains("timeout-minutes:") && text.contains("persist-credentials: false"));
    assert!(!text.contains("secrets.") && !text.contains("pull_request_target"));
    let minimum = workspace()["rust-version"].as_str().unwrap().to_owned();
    assert!(text.contains(&format!("container: rust:{minimum}.")), "the oldest Rust that is taken");
    let actions: Vec<&str> =
        text.lines().filter_map(|line| line.split_once("uses: ")).map(|it| it.1).collect();
    assert!(!actions.is_empty());
    for action in actions {
        let (_, pinned) = action.split_once('@').unwrap();
        let (commit, version) = pinned.split_once(" # v").unwrap_or_else(|| panic!("{action}"));
        assert!(commit.len() == 40 && commit.chars().all(|sign| sign.is_ascii_hexdigit()));
        assert!(version.starts_with(|sign: char| sign.is_ascii_digit()), "{action}");
    }
}
