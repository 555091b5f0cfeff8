//! How results look on the screen.

use std::time::Duration;

use anstream::println;

const GREEN: &str = "\x1b[32m";
const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

const LONGEST_NOTE: usize = 100;

/// What a step that passed did, in a few words. There is no other outcome: what cannot run has failed.
pub(crate) struct Outcome(String);

impl Outcome {
    pub(crate) fn passed(note: impl Into<String>) -> Self {
        Self(note.into())
    }
}

/// Announces a step before it runs.
pub(crate) fn heading(label: &str, command: &str) {
    println!("\n{BOLD}== {label}{RESET}\n{DIM}$ {command}{RESET}");
}

/// One line of progress or result.
pub(crate) fn line(text: &str) {
    println!("{text}");
}

/// Several lines, indented or not.
pub(crate) fn lines<S: AsRef<str>>(texts: &[S], indent: &str) {
    for text in texts {
        println!("{indent}{}", text.as_ref());
    }
}

/// A line that should not be overlooked although nothing failed.
pub(crate) fn notice(text: &str) {
    println!("{YELLOW}note:{RESET} {text}");
}

/// An error with its causes.
pub(crate) fn failure(error: &anyhow::Error) {
    println!("{RED}error:{RESET} {error:#}");
}

/// One row of the closing table.
pub(crate) struct Row {
    pub(crate) label: &'static str,
    pub(crate) time: Duration,
    pub(crate) result: anyhow::Result<Outcome>,
}

/// Prints the closing table and its last line; true if nothing failed.
pub(crate) fn table(rows: &[Row]) -> bool {
    let width = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let (mut passed, mut failed) = (0_usize, 0_usize);
    println!();
    for row in rows {
        let (colour, word, note) = match &row.result {
            Ok(Outcome(note)) => {
                passed += 1;
                (GREEN, "passed", note.clone())
            }
            Err(error) => {
                failed += 1;
                (RED, "failed", first_line(error))
            }
        };
        let seconds = row.time.as_secs_f64();
        println!("{:width$}  {colour}{word:7}{RESET}  {seconds:6.1} s  {note}", row.label);
    }
    println!();
    println!("{passed} passed, {failed} failed");
    failed == 0
}

/// As much of an error as fits into a table; all of it stands above.
fn first_line(error: &anyhow::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(LONGEST_NOTE) {
        Some((end, _)) => format!("{} ...", line.split_at(end).0),
        None => line.to_owned(),
    }
}
