//! Every policy of the cookbook does what its cases say, both ways.

use std::fs;
use std::path::{Path, PathBuf};

use aana_policy::run_cases;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/policies")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The policies of the folder, each with its name.
fn recipes() -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder()).expect("the folder is there");
    let mut recipes: Vec<(String, PathBuf)> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path))
        .collect();
    recipes.sort();
    recipes
}

#[test]
fn every_recipe_does_what_it_says() {
    let mut wrong = Vec::new();
    for (name, path) in recipes() {
        let cases = read(&folder().join(format!("{name}.cases.jsonl")));
        let report = run_cases(&read(&path), &cases, 0)
            .unwrap_or_else(|faulty| panic!("{name}: {:?}", faulty.faults));
        let accepted = report.cases.iter().filter(|case| case.route == "accept").count();
        assert!(accepted > 0 && accepted < report.cases.len(), "{name} is tried both ways");
        for case in report.cases.iter().filter(|case| !case.passed()) {
            wrong.push(format!("{name}: {}: {:?}", case.id, case.differences));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_shows_every_recipe_as_it_is() {
    let page = read(&folder().join("../../docs/policy-cookbook.md"));
    for (name, path) in recipes() {
        assert!(page.contains(&format!("policies/{name}.json")), "{name} is not on the page");
        let policy = read(&path);
        assert!(page.contains(policy.trim_end()), "the page shows another policy than {name}.json");
    }
}
