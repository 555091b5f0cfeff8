//! `cargo xtask circles`: no files of a crate use each other in a circle.
//!
//! Where files stand one above the other, a reader starts at the bottom and understands each with what is below it.
//! Files in a circle are one large file in pieces. The compiler allows them, so this check finds them: it reads the
//! source of each crate, follows every `use` and every path to the file that defines what is named, and reports files
//! that reach each other. Methods are not followed, since a call does not say whose they are.

mod modules;
mod remainder;
mod uses;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::report::{self, Outcome};
use crate::workspace::{read, root};
use remainder::REMAINDER;
use uses::Uses;

/// Files that reach each other, and the names by which they do.
struct Circle {
    files: BTreeSet<PathBuf>,
    uses: Uses,
}

/// Reads every crate of the workspace; a circle that is not listed fails.
pub(crate) fn check() -> Result<Outcome> {
    let roots = crate_roots()?;
    let mut circles = Vec::new();
    for file in &roots {
        circles.extend(find(&uses::of(&modules::of_crate(file)?)));
    }
    let tied: BTreeSet<String> =
        circles.iter().flat_map(|circle| &circle.files).map(|file| shown(file)).collect();
    let listed: BTreeSet<String> = REMAINDER.iter().map(|&file| file.to_owned()).collect();
    for circle in &circles {
        if circle.files.iter().any(|file| !listed.contains(&shown(file))) {
            report::line(&described(circle));
        }
    }
    let new: Vec<&str> = tied.difference(&listed).map(String::as_str).collect();
    if !new.is_empty() {
        bail!("files use each other in a circle: {}", new.join(", "));
    }
    let untied: Vec<&str> = listed.difference(&tied).map(String::as_str).collect();
    if !untied.is_empty() {
        bail!(
            "take these out of the list in circles/remainder.rs, they are untied: {}",
            untied.join(", ")
        );
    }
    let note = match tied.len() {
        0 => String::new(),
        left => format!(", {left} files are still listed as tied"),
    };
    Ok(Outcome::passed(format!("{} crates{note}", roots.len())))
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
        let tied: BTreeSet<PathBuf> = forward.intersection(&backward).cloned().cloned().collect();
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

/// A file as this list and every message name it: from the root of the workspace, with `/`.
fn shown(file: &Path) -> String {
    let below = file.strip_prefix(root()).unwrap_or(file);
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}
