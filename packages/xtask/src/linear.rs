//! Hostile text costs no more than a small factor of prose, through the whole check.
//!
//! Counted in instructions by valgrind, so that the result is the same on a busy machine. The scanner
//! for secrets counts its own steps in its unit tests; this looks at everything at once: the reader,
//! the words of summaries, the arguments, the digest.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use crate::debian;
use crate::report::{self, Outcome};
use crate::workspace::{capture, cargo, command, first_line, run, target_folder};

/// The length of each text.
const LENGTH: usize = 64 * 1024;

/// How many times the instructions of prose a hostile text may take. Prose is told apart at a glance;
/// a text made of nothing but names of passwords is not.
const MOST: u64 = 16;

/// Texts that make careless scanners slow, each repeated to its length.
const HOSTILE: [&str; 8] = ["a.", "a@", "1-", "password=", "Bearer ", "eyJ", "no ", "\u{200b}a"];

/// Counts and compares.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    let is_here = || first_line("valgrind", &["--version"]).is_some();
    if !is_here() && debian::may_install(install) {
        debian::install(&["valgrind"], "counting instructions")?;
    }
    if !is_here() {
        bail!("valgrind is not here: `apt-get install valgrind`, or this step with `--install`");
    }
    // Of all default members, as for their tests: what it needs is there, and is not compiled once more.
    run(&mut cargo(["build", "--quiet", "--locked", "--example", "check_once"]))?;
    let counter = Counter::new()?;
    let nothing = counter.count(&in_summary(""))?;
    let beyond = |event: &Value| counter.count(event).map(|count| count.saturating_sub(nothing));

    let prose = "The session belongs to the owner of the account, who asked for this. ";
    let floor = beyond(&in_summary(&repeat(prose)))?;
    let mut slow = Vec::new();
    let mut worst = 0.0_f64;
    for hostile in HOSTILE {
        // The mailbox form ends in the sign that makes a scanner look back.
        let text = repeat(hostile) + "@";
        let count = beyond(&in_summary(&text))?;
        worst = worst.max(ratio(count, floor));
        if count > floor.saturating_mul(MOST) {
            slow.push(format!("{hostile:?}: {:.1} times prose", ratio(count, floor)));
        }
    }
    if !slow.is_empty() {
        report::lines(&slow, "  ");
        bail!("{} hostile texts take more than {MOST} times the instructions of prose", slow.len());
    }
    let per_byte = ratio(floor, u64::try_from(LENGTH)?);
    Ok(Outcome::passed(format!(
        "prose {per_byte:.0} instructions a byte, worst {worst:.1} times that"
    )))
}

#[expect(clippy::cast_precision_loss, reason = "only shown")]
fn ratio(count: u64, floor: u64) -> f64 {
    count as f64 / floor.max(1) as f64
}

fn repeat(part: &str) -> String {
    part.repeat(LENGTH.div_ceil(part.len()))
}

/// An event with the text where every rule about words and secrets looks at it, and once more in the
/// arguments, where the digest does.
fn in_summary(text: &str) -> Value {
    json!({
        "tool_name": "search_docs", "tool_category": "public_read", "authorization_state": "none",
        "evidence_refs": [{"source_id": "s", "kind": "tool_result", "summary": text}],
        "risk_domain": "research", "proposed_arguments": {"query": text},
        "recommended_route": "accept",
    })
}

/// Runs the example under valgrind, with files in a folder of its own.
struct Counter {
    folder: PathBuf,
    program: PathBuf,
}

impl Counter {
    fn new() -> Result<Self> {
        let folder = env::temp_dir().join(format!("aana-linear-{}", process::id()));
        fs::create_dir_all(&folder).context("cannot make a temporary folder")?;
        Ok(Self { folder, program: target_folder().join("debug/examples/check_once") })
    }

    fn count(&self, event: &Value) -> Result<u64> {
        let file = self.folder.join("event.json");
        fs::write(&file, event.to_string()).context("cannot write the event")?;
        let counts = self.folder.join("counts");
        let mut valgrind = command("valgrind");
        valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", counts.display()));
        let output = capture(valgrind.arg(&self.program).arg(&file))?;
        if !output.status.success() {
            bail!("valgrind failed: {}", String::from_utf8_lossy(&output.stderr));
        }
        read_total(&counts)
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        // What cannot be removed lies in the folder for temporary files anyway.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The total in a callgrind file: the line `summary: N` or `totals: N`.
fn read_total(file: &Path) -> Result<u64> {
    let text = fs::read_to_string(file).context("callgrind left no counts")?;
    let total = text.lines().find_map(|line| {
        line.strip_prefix("summary: ")
            .or_else(|| line.strip_prefix("totals: "))?
            .trim()
            .parse()
            .ok()
    });
    total.context("callgrind's counts have no total")
}
