//! `aana check --jsonl`: an event a line in, a decision a line out, on every core.
//!
//! One thread reads batches of lines, as many as wanted decide them, and this one writes. For each
//! batch the reader puts the place where its decisions will appear into a queue, so that they are
//! written in order whichever batch is ready first. Every queue is bounded: a million events take no
//! more memory than a thousand.

mod lines;
mod progress;
mod tally;

use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use aana_core::{Decision, Gate};

use crate::audit::recorder::Recorder;
use crate::check::CheckArgs;
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::{input, output, setup};
use lines::{Batch, LineText, Lines};
use tally::Tally;

/// What events are decided with.
struct LineChecker {
    gate: Gate,
    now_ms: i64,
    recorder: Recorder,
}

/// The decisions of one batch.
struct Decided {
    /// One line each.
    text: String,
    tally: Tally,
    /// How many bytes of the input they are about.
    bytes: u64,
}

/// A batch, and where to put its decisions.
type Job = (Batch, SyncSender<Decided>);

/// Where the decisions of the next batch will be, `None` at the end of the input, or why it cannot
/// be read. The end is a message of its own, so that a reader thread that panics is not taken for the end.
type NextResult = io::Result<Option<Receiver<Decided>>>;

pub(crate) fn run(args: &CheckArgs) -> Outcome {
    if args.format == Some(Format::Pretty) {
        let message = "`--jsonl` writes JSON Lines; `--format pretty` is for one event";
        return Err(Failure::Usage(message.to_owned()));
    }
    let gate = setup::gate(args.event.policy.as_deref(), args.event.mode.as_deref())?;
    let now_ms = setup::now(args.event.now.as_deref())?;
    let path = input::path(args.event.file.as_deref());
    let source = input::open(path)?;
    let jobs = args.jobs.map_or_else(cores, usize::from);

    let start = Instant::now();
    let bar = progress::bar(input::size(path), args.quiet);
    let mut total = Tally::default();
    let results = decide(
        source,
        LineChecker { gate, now_ms, recorder: Recorder::open(&args.record, true) },
        jobs,
    )?;
    let died = |_| Failure::Io("a thread ended early".to_owned());
    while let Some(result) =
        results.recv().map_err(died)?.map_err(|error| Failure::reading(path, &error))?
    {
        let decided = result.recv().map_err(died)?;
        output::exact_json(&decided.text)?;
        total.add(&decided.tally);
        progress::show(&bar, total.events(), decided.bytes);
    }
    bar.finish_and_clear();
    let Some(strictest) = total.strictest() else {
        let message = format!("there is nothing to check: {} has no lines", exit::name(path));
        return Err(Failure::Nothing(message));
    };
    if !args.quiet {
        output::note(&total.table(start.elapsed()));
    }
    Ok(exit::of_route(strictest))
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Starts the threads. They end when the input does, or with the process: a reader that waits for
/// input must not keep a command alive whose output nobody reads.
fn decide(
    source: impl Read + Send + 'static,
    checker: LineChecker,
    jobs: usize,
) -> Result<Receiver<NextResult>, Failure> {
    let waiting = jobs.saturating_mul(2);
    let (to_deciders, jobs_to_do) = sync_channel::<Job>(waiting);
    let (to_writer, results) = sync_channel::<NextResult>(waiting);
    let lines = Lines::new(source, checker.gate.max_event_bytes());
    let checker = Arc::new(checker);
    let jobs_to_do = Arc::new(Mutex::new(jobs_to_do));
    for _ in 0..jobs {
        let (checker, jobs_to_do) = (Arc::clone(&checker), Arc::clone(&jobs_to_do));
        start(move || work(&checker, &jobs_to_do))?;
    }
    start(move || read(lines, &to_deciders, &to_writer))?;
    Ok(results)
}

fn start(work: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    match thread::Builder::new().spawn(work) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::starting(&error)),
    }
}

/// Reads to the end of the input, or until the receivers are gone.
fn read(
    mut lines: Lines<impl Read>,
    to_deciders: &SyncSender<Job>,
    to_writer: &SyncSender<NextResult>,
) {
    loop {
        let (place, result) = sync_channel(1);
        match lines.next_batch() {
            Ok(None) => {
                let _ = to_writer.send(Ok(None));
                return;
            }
            Ok(Some(batch)) => {
                let sent = to_writer.send(Ok(Some(result))).is_ok()
                    && to_deciders.send((batch, place)).is_ok();
                if !sent {
                    return;
                }
            }
            Err(error) => {
                let _ = to_writer.send(Err(error));
                return;
            }
        }
    }
}

/// Decides batch after batch.
fn work(checker: &LineChecker, jobs_to_do: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs_to_do.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((batch, place)) = job else { return };
        // If the receiver is gone, the process is about to end.
        let _ = place.send(checker.decide(&batch));
    }
}

impl LineChecker {
    fn decide(&self, batch: &Batch) -> Decided {
        let decide = |line| match line {
            LineText::Whole(event) => self.gate.check_bytes(event, self.now_ms),
            LineText::TooLong(bytes) => input::refuse_large(&self.gate, bytes, self.now_ms),
        };
        let decisions: Vec<Decision<'_>> = batch.lines().map(decide).collect();
        let mut decided =
            Decided { text: String::new(), tally: Tally::default(), bytes: batch.bytes };
        for (decision, json) in self.recorder.record_all(decisions) {
            decided.tally.count(&decision);
            decided.text.push_str(&json);
            decided.text.push('\n');
        }
        decided
    }
}
