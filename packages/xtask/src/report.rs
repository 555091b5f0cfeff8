//! How results look on the screen, and where they wait for it.
//!
//! Two pieces of work that run at the same time must not talk at the same time: what is printed within
//! [`whole`], by this program or by those that it starts, is kept and then shown in one piece.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Read as _, Seek as _, Write as _};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

const GREEN: &str = "\x1b[32m";
const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const DIM: &str = "\x1b[2m";
const RESET: &str = "\x1b[0m";

const LONGEST_NOTE: usize = 100;

thread_local! {
    /// Where the output of this thread is kept.
    static KEPT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Keeps what is printed meanwhile, and shows it in the end.
pub(crate) fn whole<T>(work: impl FnOnce() -> T) -> T {
    // Without a file to keep it in, the output comes as it comes.
    let Ok(file) = tempfile::tempfile() else { return work() };
    let before = KEPT.replace(Some(file));
    let result = work();
    if let Some(mut file) = KEPT.replace(before) {
        let mut bytes = Vec::new();
        if file.rewind().and_then(|()| file.read_to_end(&mut bytes)).is_ok() {
            print(&String::from_utf8_lossy(&bytes));
        }
    }
    result
}

/// Lets a program that is about to start print where this thread does.
pub(crate) fn redirect(command: &mut Command) -> Result<()> {
    KEPT.with_borrow(|kept| {
        let Some(file) = kept else { return Ok(()) };
        let copy = || file.try_clone().context("cannot keep the output of a program");
        command.stdout(copy()?).stderr(copy()?);
        Ok(())
    })
}

/// Says at once what has started, also where the output is kept.
pub(crate) fn started(label: &str) {
    if KEPT.with_borrow(Option::is_some) {
        anstream::println!("{DIM}.. {label}{RESET}");
    }
}

fn print(text: &str) {
    let kept = KEPT.with_borrow_mut(|kept| {
        kept.as_mut().is_some_and(|file| file.write_all(text.as_bytes()).is_ok())
    });
    if !kept {
        anstream::print!("{text}");
    }
}

/// What a step that passed did, in a few words. There is no other outcome: what cannot run has failed.
pub(crate) struct Outcome(String);

impl Outcome {
    pub(crate) fn passed(note: impl Into<String>) -> Self {
        Self(note.into())
    }
}

/// Announces a step before it runs.
pub(crate) fn heading(label: &str, command: &str) {
    print(&format!("\n{BOLD}== {label}{RESET}\n{DIM}$ {command}{RESET}\n"));
}

/// One line of progress or result.
pub(crate) fn line(text: &str) {
    print(&format!("{text}\n"));
}

/// Several lines, indented or not.
pub(crate) fn lines<S: AsRef<str>>(texts: &[S], indent: &str) {
    for text in texts {
        print(&format!("{indent}{}\n", text.as_ref()));
    }
}

/// A line that should not be overlooked although nothing failed.
pub(crate) fn notice(text: &str) {
    print(&format!("{YELLOW}note:{RESET} {text}\n"));
}

/// An error with its causes.
pub(crate) fn failure(error: &anyhow::Error) {
    print(&format!("{RED}error:{RESET} {error:#}\n"));
}

/// One row of the closing table.
pub(crate) struct Row {
    pub(crate) label: String,
    pub(crate) time: Duration,
    pub(crate) result: Result<Outcome>,
}

/// Prints the closing table and its last line; true if nothing failed.
pub(crate) fn table(rows: &[Row]) -> bool {
    let width = rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let (mut passed, mut failed) = (0_usize, 0_usize);
    print("\n");
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
        print(&format!("{:width$}  {colour}{word:7}{RESET}  {seconds:6.1} s  {note}\n", row.label));
    }
    print("\n");
    print(&format!("{passed} passed, {failed} failed\n"));
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
