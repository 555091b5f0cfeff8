//! `cargo xtask circles`: no files of a crate use each other in a circle.
//!
//! Where files stand one above the other, a reader starts at the bottom and understands each with what is below it.
//! Files in a circle are one large file in pieces. The compiler allows them, so this check finds them: it reads the
//! source of each crate, follows every `use` and every path to the file that defines what is named, and reports files
//! that reach each other. Methods are not followed, since a call does not say whose they are.

mod modules;
mod uses;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::report::{self, Outcome};
use crate::workspace::{read, root};
use uses::Uses;

/// Files that reach each other, and the names by which they do.
struct Circle {
    files: BTreeSet<PathBuf>,
    uses: Uses,
}

/// Reads every crate of the workspace; a circle fails.
pub(crate) fn check() -> Result<Outcome> {
    let roots = crate_roots()?;
    let mut circles = Vec::new();
    for file in &roots {
        circles.extend(find(&uses::of(&modules::of_crate(file)?)));
    }
    for circle in &circles {
        report::line(&described(circle));
    }
    let tied: Vec<String> =
        circles.iter().flat_map(|circle| &circle.files).map(|file| shown(file)).collect();
    if !tied.is_empty() {
        bail!("files use each other in a circle: {}", tied.join(", "));
    }
    Ok(Outcome::passed(format!("{} crates", roots.len())))
}

/// The root file of every library and program that the workspace names as a member.
fn crate_roots() -> Result<Vec<PathBuf>> {
    let manifest: toml::Table = read("Cargo.toml")?.parse().context("cannot read Cargo.toml")?;
    let members = manifest.get("workspace").and_then(|it| it.get("members")?.as_array());
    let mut roots = Vec::new();
    for member in members.context("the workspace names no members")? {
        let member = member.as_str().context("a member of the workspace is not a text")?;
        let folders = match member.strip_suffix("/*") {
            Some(above) => std::fs::read_dir(root().join(above))?
                .map(|entry| entry.map(|entry| entry.path()))
                .collect::<Result<Vec<_>, _>>()?,
            None => vec![root().join(member)],
        };
        let files = folders.iter().flat_map(|it| [it.join("src/lib.rs"), it.join("src/main.rs")]);
        roots.extend(files.filter(|file| file.exists()));
    }
    roots.sort();
    Ok(roots)
}

/// The circles among files: each a set of files in which every one reaches every other.
fn find(uses: &Uses) -> Vec<Circle> {
    let files: BTreeSet<&PathBuf> = uses.keys().flat_map(|(from, to)| [from, to]).collect();
    let mut circles: Vec<Circle> = Vec::new();
    for file in &files {
        if circles.iter().any(|circle| circle.files.contains(*file)) {
            continue;
        }
        let forward = reached(file, |at, (from, to)| (from == at).then_some(to), uses);
        let backward = reached(file, |at, (from, to)| (to == at).then_some(from), uses);
        let tied: BTreeSet<PathBuf> = forward.intersection(&backward).copied().cloned().collect();
        if tied.is_empty() {
            continue;
        }
        let within = uses.iter().filter(|((from, to), _)| tied.contains(from) && tied.contains(to));
        let uses = within.map(|(pair, names)| (pair.clone(), names.clone())).collect();
        circles.push(Circle { files: tied, uses });
    }
    circles
}

/// Every file that is reached from one by steps from file to file. The first counts if it is reached again.
fn reached<'u>(
    start: &'u PathBuf,
    step: impl Fn(&PathBuf, &'u (PathBuf, PathBuf)) -> Option<&'u PathBuf>,
    uses: &'u Uses,
) -> BTreeSet<&'u PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        let next = uses.keys().filter_map(|pair| step(at, pair));
        open.extend(next.filter(|file| found.insert(*file)).collect::<Vec<_>>());
    }
    found
}

fn described(circle: &Circle) -> String {
    let mut lines = vec![format!("{} files in a circle:", circle.files.len())];
    for ((from, to), names) in &circle.uses {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        lines.push(format!("  {} uses {}: {}", shown(from), shown(to), names.join(", ")));
    }
    lines.join("\n")
}

/// A file as every message names it: from the root of the workspace, with `/`.
fn shown(file: &Path) -> String {
    let below = file.strip_prefix(root()).unwrap_or(file);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{find, modules, uses};

    /// The files of each circle of a crate that consists of these files.
    fn circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let modules = modules::of_crate(&folder.path().join("lib.rs")).unwrap();
        let name = |file: &std::path::PathBuf| {
            file.strip_prefix(folder.path()).unwrap().to_string_lossy().into_owned()
        };
        let found = find(&uses::of(&modules));
        found.iter().map(|circle| circle.files.iter().map(name).collect()).collect()
    }

    const ROOT: (&str, &str) = ("lib.rs", "mod a;\nmod b;\nmod c;\n");

    #[test]
    fn files_that_reach_each_other_are_a_circle_however_they_name_each_other() {
        let b = ("b.rs", "use super::c::{self, deep::Thing as Other};\npub struct B(Other);\n");
        let c = ("c/mod.rs", "pub mod deep;\n");
        for a in [
            "use crate::b::B;\npub struct A(B);\n",
            "use crate::b;\npub struct A(b::B);\n",
            "pub struct A(crate::b::B);\n",
            "pub fn a() { println!(\"{}\", crate::b::B) }\n",
            "use super::b::*;\npub struct A(B);\n",
            "pub fn a() { use super::b::B; }\n",
        ] {
            let deep = ("c/deep.rs", "pub struct Thing(crate::a::A);\n");
            let found = circles(&[ROOT, ("a.rs", a), b, c, deep]);
            assert_eq!(found, [["a.rs", "b.rs", "c/deep.rs"]], "{a}");
            let free = ("c/deep.rs", "pub struct Thing;\n");
            assert!(circles(&[ROOT, ("a.rs", a), b, c, free]).is_empty(), "{a}");
        }
    }

    #[test]
    fn a_parent_may_hand_names_on_and_not_use_what_uses_it() {
        let a = ("a/mod.rs", "mod one;\nmod two;\npub use one::One;\npub use two::Two;\n");
        let two = ("a/two.rs", "pub struct Two;\n");
        let rest = [ROOT, ("b.rs", ""), ("c.rs", "")];
        let with = |a, one| circles(&[&rest[..], &[a, ("a/one.rs", one), two]].concat());
        assert!(with(a, "use super::Two;\npub struct One(Two);\n").is_empty());
        let own = ("a/mod.rs", "mod one;\nmod two;\npub struct Own;\nfn f() -> one::One {}\n");
        assert!(with(own, "pub struct One;\n").is_empty());
        assert_eq!(with(own, "pub struct One(super::Own);\n"), [["a/mod.rs", "a/one.rs"]]);
    }

    #[test]
    fn tests_may_use_what_they_test_and_an_import_may_bear_its_own_name() {
        let a = "pub struct A;\n#[cfg(test)]\nmod tests { use crate::b::B; }\n";
        let b = "use crate::a::A;\nuse json::json;\npub struct B(A);\nfn b() { json!({}) }\n";
        assert!(circles(&[ROOT, ("a.rs", a), ("b.rs", b), ("c.rs", "")]).is_empty());
    }
}
