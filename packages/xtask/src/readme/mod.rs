//! The examples in every README and in the pages of the root and of `docs` are executed, so that they stay true. The
//! links of these pages are followed, and the places that they name are looked for.
//!
//! - ```` ```console ````: lines that begin with `$ ` are commands, run by bash in the root of the
//!   workspace; what follows is their standard output, exactly. A line `...` stands for any lines, a
//!   last line `# exit 3` for the exit status where it is not 0. A command goes on after a line that
//!   ends with a backslash, and up to the end of its here-document.
//! - ```` ```sh ````: run as a script if it begins with `cargo run` or is marked ```` ```sh run ````;
//!   it must succeed.
//! - ```` ```json ````: must be JSON without repeated keys.
//!
//! `no-run` after the language exempts a block. The workspace's own `aana`, with every feature, is on the path. Standard
//! error is not compared: cargo tells there what it builds.

mod extract;
mod links;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use crate::cli;
use crate::report::{self, Outcome};
use crate::workspace::{capture, command, relative, root};
use extract::{Block, Call, matches_output};

/// Folders that hold other people's READMEs, or none.
const NOT_OURS: [&str; 3] = ["target", "node_modules", "wheels"];

/// Runs the examples of every page of the workspace, and follows its links.
pub(crate) fn check() -> Result<Outcome> {
    if !root().join("README.md").exists() {
        bail!("README.md is missing");
    }
    // Beside `target/debug`, where a `cargo run` of an example puts the command that it builds.
    let programs = cli::whole("readme-programs")?;
    let mut files = Vec::new();
    find(&root(), &mut files)?;
    let (mut ran, mut exempt, mut failed) = (0_usize, 0_usize, 0_usize);
    let mut dead_links = 0_usize;
    for file in files {
        let name = relative(&file);
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
        let places = links::missing_places(&file, &root(), &text);
        for (line, fault) in links::faults(&file, &text).into_iter().chain(places) {
            dead_links += 1;
            report::line(&format!("{name}:{line}: {fault}"));
        }
        let blocks = extract::blocks(&text).with_context(|| name.clone())?;
        for block in blocks {
            let (line, faults) = match block {
                Block::Exempt => {
                    exempt += 1;
                    continue;
                }
                Block::Json { line, text } => (line, json_fault(&text)),
                Block::Script { line, text } => (line, script_fault(&text, &programs)?),
                Block::Console { line, calls } => {
                    let mut faults = Vec::new();
                    for call in &calls {
                        faults.extend(call_fault(call, &programs)?);
                    }
                    (line, faults)
                }
            };
            ran += 1;
            if !faults.is_empty() {
                failed += 1;
                report::line(&format!("{name}:{line}"));
                let indented: Vec<String> = faults.iter().map(|fault| indent(fault)).collect();
                report::lines(&indented, "");
            }
        }
    }
    if dead_links > 0 {
        bail!("links and places that lead nowhere: {dead_links}");
    }
    if failed > 0 {
        bail!("README examples that are not as they say: {failed} of {ran}");
    }
    if ran == 0 {
        bail!("no README holds an example that can be run");
    }
    report::line(&format!("{ran} examples are as they say, {exempt} are not meant to run"));
    Ok(Outcome::passed(format!("examples: {ran}")))
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .with_context(|| format!("cannot read {}", relative(folder)))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_page = entry.path().extension().is_some_and(|extension| extension == "md");
        if name == "README.md" || (is_page && holds_pages(folder)) {
            found.push(entry.path());
        } else if entry.file_type()?.is_dir()
            && !name.starts_with('.')
            && !NOT_OURS.contains(&name.as_str())
        {
            find(&entry.path(), found)?;
        }
    }
    Ok(())
}

/// Whether every Markdown file of a folder is a page. Elsewhere they may be fixtures.
fn holds_pages(folder: &Path) -> bool {
    folder == root() || folder == root().join("docs")
}

fn json_fault(text: &str) -> Vec<String> {
    aana_fixtures::parse_strict(text).err().map(|error| error.to_string()).into_iter().collect()
}

fn script_fault(script: &str, programs: &Path) -> Result<Vec<String>> {
    let output = capture(bash(programs)?.args(["-euo", "pipefail", "-c", script]))?;
    if output.status.success() {
        return Ok(Vec::new());
    }
    Ok(vec![format!(
        "{script}\nfailed ({})\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    )])
}

fn call_fault(call: &Call, programs: &Path) -> Result<Option<String>> {
    let output = capture(bash(programs)?.args(["-c", &call.command]))?;
    let found = String::from_utf8_lossy(&output.stdout);
    let found: Vec<&str> = found.lines().collect();
    let expected: Vec<&str> = call.expected.iter().map(String::as_str).collect();
    let status = output.status.code();
    if status == Some(call.exit) && matches_output(&expected, &found) {
        return Ok(None);
    }
    let status = status.map_or_else(|| output.status.to_string(), |code| code.to_string());
    Ok(Some(format!(
        "$ {}\nexpected, with exit {}:\n{}\nfound, with exit {status}:\n{}\nstandard error:\n{}",
        call.command,
        call.exit,
        indent(&expected.join("\n")),
        indent(&found.join("\n")),
        indent(&String::from_utf8_lossy(&output.stderr)),
    )))
}

/// Bash in the root of the workspace, with these programs on the path, and those built beside this one.
fn bash(programs: &Path) -> Result<Command> {
    let own = env::current_exe()?;
    let first = [Some(programs), own.parent()].into_iter().flatten().map(Path::to_path_buf);
    let before = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(first.chain(env::split_paths(&before)))?;
    let mut bash = command("bash");
    bash.env("PATH", path).env("NO_COLOR", "1").env("LC_ALL", "C");
    Ok(bash)
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
