//! What an append costs, beside the floor: a plain write of the same line and a sync of the file, in
//! the same process on the same disk.
//!
//! `cargo bench -p aana-audit` prints ratios. Times of a shared disk say little; what two of them are
//! to each other says more. Under `cargo test` each is run a few times only.

use std::{
    env,
    error::Error,
    fs::File,
    hint::black_box,
    io::Write as _,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use aana_audit::{AuditOptions, Fsync, Log, audit_event_of, verify};
use aana_core::Gate;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> Outcome<()> {
    let rounds = if env::args().any(|argument| argument == "--bench") { 400 } else { 4 };
    let event = event()?;
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);

    let synced = floor(&path("floor"), &event, rounds, true)?;
    let plain = floor(&path("plain"), &event, rounds, false)?;
    show("floor: write and sync", synced, synced);
    show("floor: write", plain, plain);

    for threads in [1, 4, 16, 64] {
        let log = open(&path(&format!("always-{threads}")), Fsync::Always)?;
        let one = appends(&log, &event, rounds, threads)?;
        show(&format!("always, {threads} threads, each append"), one, synced);
    }
    let log = open(&path("batch"), Fsync::Always)?;
    let events = vec![event.as_str(); 100];
    let start = Instant::now();
    for _ in 0..rounds.div_ceil(100) {
        log.append_all_json(&events)?;
    }
    let each = start.elapsed() / u32::try_from(rounds.div_ceil(100) * 100)?;
    show("always, a hundred at once, each append", each, synced);

    let log = open(&path("interval"), Fsync::Interval(Duration::from_secs(1)))?;
    show("interval, each append", appends(&log, &event, rounds * 5, 1)?, plain);
    let never = path("never");
    let log = open(&never, Fsync::Never)?;
    show("never, each append", appends(&log, &event, rounds * 5, 1)?, plain);
    drop(log);

    let start = Instant::now();
    let report = verify(&[&never], None)?;
    let each = start.elapsed() / u32::try_from(report.records)?;
    show("verify, each record", each, plain);
    let start = Instant::now();
    black_box(Log::open(&never, AuditOptions::default())?);
    show("open and read it whole", start.elapsed(), synced);
    let start = Instant::now();
    black_box(Log::open(&never, AuditOptions { read_whole: false, ..AuditOptions::default() })?);
    show("open at the head", start.elapsed(), synced);
    Ok(())
}

fn event() -> Outcome<String> {
    let event = r#"{"tool_name":"search_docs","tool_category":"public_read",
        "authorization_state":"none","evidence_refs":[],"risk_domain":"research",
        "proposed_arguments":{"query":"x"},"recommended_route":"accept"}"#;
    let decision = Gate::default().check(event, 1_778_371_200_000).to_json();
    Ok(audit_event_of(&decision).ok_or("a decision has an audit event")?.to_owned())
}

fn open(path: &Path, fsync: Fsync) -> Outcome<Log> {
    Ok(Log::open(path, AuditOptions { fsync, ..AuditOptions::default() })?)
}

/// A line as long as a record, written and perhaps synced.
fn floor(path: &Path, event: &str, rounds: usize, sync: bool) -> Outcome<Duration> {
    let mut file = File::options().append(true).create(true).open(path)?;
    let line = format!("{event}{:>150}\n", "");
    let start = Instant::now();
    for _ in 0..rounds {
        file.write_all(line.as_bytes())?;
        if sync {
            file.sync_data()?;
        }
    }
    Ok(start.elapsed() / u32::try_from(rounds)?)
}

/// The time from one append to the next, over all threads.
fn appends(log: &Log, event: &str, rounds: usize, threads: usize) -> Outcome<Duration> {
    let start = Instant::now();
    thread::scope(|scope| -> Outcome<()> {
        let work = || -> Outcome<()> {
            for _ in 0..rounds {
                log.append_json(event)?;
            }
            Ok(())
        };
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in running {
            thread.join().map_err(|_| "a thread panicked")??;
        }
        Ok(())
    })?;
    Ok(start.elapsed() / u32::try_from(rounds * threads)?)
}

fn show(what: &str, time: Duration, floor: Duration) {
    let ratio = time.as_secs_f64() / floor.as_secs_f64();
    println!("{what:<40} {:>9.1} us  {ratio:>8.2} x floor", time.as_secs_f64() * 1e6);
}
