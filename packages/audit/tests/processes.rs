//! Many threads, many processes, processes that are killed, and a disk that is full.
//!
//! The processes are this executable, started with `AANA_AUDIT_CHILD`.

mod support;

use std::{
    collections::BTreeSet,
    env, fs,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, Command, ExitCode, Stdio},
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use aana_audit::{AuditOptions, Entry, Fsync, Hash, Log, Mark, Record, stats, whole_log};
use libtest_mimic::{Arguments, Trial};
use support::{Place, event};

const CHILD: &str = "AANA_AUDIT_CHILD";

fn main() -> ExitCode {
    if let Ok(path) = env::var(CHILD) {
        return child(Path::new(&path));
    }
    let trial = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let mut trials = vec![
        trial("threads_share_one_log", threads_share_one_log),
        trial("processes_continue_each_others_chain", processes_continue_each_others_chain),
        trial("nothing_acknowledged_is_lost_when_processes_are_killed", killed),
    ];
    if cfg!(unix) {
        trials.push(trial("a_full_disk_leaves_no_half_line", full_disk));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn options(fsync: Fsync) -> AuditOptions {
    AuditOptions { fsync, rotate: Some(40 << 10), ..AuditOptions::default() }
}

/// Appends so many events as it is told, and says each mark once it is acknowledged.
fn child(path: &Path) -> ExitCode {
    let count: u64 = env::var("COUNT").unwrap().parse().unwrap();
    let log = Log::open(path, options(Fsync::Always)).unwrap();
    let event = event("search_docs");
    let mut stdout = std::io::stdout().lock();
    let many = vec![event.as_str(); 40];
    for round in 1..=count {
        // Now and then a large write, to be killed in.
        let events = if count == u64::MAX && round % 4 == 0 { &many[..] } else { &many[..1] };
        match log.append_all_json(events) {
            Ok(receipts) => {
                let lines = receipts.iter().map(|receipt| format!("{}\n", receipt.mark));
                write!(stdout, "{}", lines.collect::<String>()).unwrap();
            }
            Err(error) => {
                writeln!(stdout, "error: {error}").unwrap();
                return ExitCode::FAILURE;
            }
        }
        stdout.flush().unwrap();
    }
    ExitCode::SUCCESS
}

fn start(place: &Place, count: u64) -> Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.env(CHILD, place.log()).env("COUNT", count.to_string());
    command.stdout(Stdio::piped()).spawn().unwrap()
}

/// The marks that a process said whole, until it ended.
fn said(child: &mut Child) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while stdout.read_line(&mut line).unwrap() > 0 {
        if let Some(mark) = line.strip_suffix('\n') {
            marks.push(mark.parse().unwrap());
        }
        line.clear();
    }
    marks
}

/// Every mark that stands in the files.
fn written(place: &Place) -> BTreeSet<(u64, String)> {
    let mut marks = BTreeSet::new();
    for file in whole_log(&place.log()).unwrap() {
        for line in fs::read_to_string(file).unwrap().lines() {
            let record = Record::read(line.as_bytes()).unwrap();
            assert!(marks.insert((record.seq, Hash::of(line.as_bytes()).to_string())));
        }
    }
    marks
}

fn stands(marks: &BTreeSet<(u64, String)>, mark: &Mark) -> bool {
    marks.contains(&(mark.seq, mark.hash.to_string()))
}

fn threads_share_one_log() {
    for fsync in [Fsync::Always, Fsync::Interval(Duration::from_millis(5)), Fsync::Never] {
        let place = Place::new();
        let log = Log::open(place.log(), options(fsync)).unwrap();
        let marks: Vec<Mark> = thread::scope(|scope| {
            let work = |thread: usize| {
                let log = &log;
                move || -> Vec<Mark> {
                    let event = event(&format!("thread_{thread}"));
                    let pair = [event.as_str(), event.as_str()];
                    (0..20)
                        .flat_map(|_| {
                            let both = log.append_all_json(&pair).unwrap();
                            assert_eq!(both[1].mark.seq, both[0].mark.seq + 1);
                            [both[0].mark, both[1].mark, log.append_json(&event).unwrap().mark]
                        })
                        .collect()
                }
            };
            let threads: Vec<_> = (0..16).map(|thread| scope.spawn(work(thread))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        drop(log);
        let last = place.intact();
        let standing = written(&place);
        assert_eq!(marks.len(), 16 * 20 * 3);
        assert!(marks.iter().all(|mark| stands(&standing, mark)));
        let counts = stats(&whole_log(&place.log()).unwrap()).unwrap();
        assert_eq!(counts.decisions, marks.len() as u64);
        assert_eq!(counts.decisions + counts.log_records, last.seq);
        assert!(counts.tools.values().all(|count| *count == 60), "{:?}", counts.tools);
    }
}

fn processes_continue_each_others_chain() {
    let place = Place::new();
    let mut children: Vec<Child> = (0..3).map(|_| start(&place, 120)).collect();
    let marks: Vec<Vec<Mark>> = thread::scope(|scope| {
        let readers: Vec<_> =
            children.iter_mut().map(|child| scope.spawn(|| said(child))).collect();
        readers.into_iter().map(|reader| reader.join().unwrap()).collect()
    });
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert!(whole_log(&place.log()).unwrap().len() > 3);
    place.intact();
    let standing = written(&place);
    for marks in marks {
        assert_eq!(marks.len(), 120);
        assert!(marks.iter().all(|mark| stands(&standing, mark)));
    }
    assert_eq!(stats(&whole_log(&place.log()).unwrap()).unwrap().decisions, 360);
}

/// Fifty times: two processes append, both are killed at some moment, and the next start goes on.
fn killed() {
    let place = Place::new();
    let (mut acknowledged, mut torn) = (0, 0);
    let mut last = Mark::default();
    for round in 0..50 {
        let mut children = [start(&place, u64::MAX), start(&place, u64::MAX)];
        // From before the first append to the middle of many.
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().subsec_nanos();
        thread::sleep(Duration::from_micros(u64::from(nanos / 1000) * 7919 % 100_000));
        let marks: Vec<Mark> = children
            .iter_mut()
            .flat_map(|child| {
                child.kill().unwrap();
                child.wait().unwrap();
                said(child)
            })
            .collect();
        acknowledged += marks.len();
        let log = Log::open(place.log(), options(Fsync::Always)).unwrap();
        let repairs = log.repairs().iter().filter(|entry| matches!(entry, Entry::Repaired { .. }));
        let repairs = repairs.count();
        assert!(repairs <= 1, "round {round}");
        torn += repairs;
        drop(log);
        let now = place.intact();
        assert!(now.seq >= last.seq, "round {round}: {now} after {last}");
        last = now;
        let standing = written(&place);
        for mark in marks {
            assert!(stands(&standing, &mark), "round {round}: {mark} is lost");
        }
    }
    assert!(acknowledged > 50, "the processes were killed too early: {acknowledged}");
    eprintln!("50 rounds: {acknowledged} acknowledged, {} records, {torn} torn", last.seq);
}

/// Under a limit of the size of files, which ends a write in its middle as a full disk does.
fn full_disk() {
    let place = Place::new();
    let limited = |blocks: u32| {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script]).arg(env::current_exe().unwrap());
        command.env(CHILD, place.log()).env("COUNT", "1000").stdout(Stdio::piped());
        let start = Instant::now();
        let output = command.output().unwrap();
        assert!(start.elapsed() < Duration::from_mins(1));
        assert_eq!(output.status.code(), Some(1));
        let text = String::from_utf8(output.stdout).unwrap();
        let (error, marks): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| line.starts_with("error: "));
        assert_eq!(error.len(), 1, "{text}");
        assert!(error[0].contains("cannot write to `"), "{error:?}");
        marks.into_iter().map(|mark| mark.parse().unwrap()).collect::<Vec<Mark>>()
    };
    let mut acknowledged = 0;
    for blocks in [9, 9, 14, 23] {
        let marks = limited(blocks);
        acknowledged += marks.len() as u64;
        let bytes = fs::read(place.log()).unwrap();
        assert_eq!(bytes.last(), Some(&b'\n'), "a half line was left");
        assert_eq!(place.intact().seq, acknowledged, "what was refused is not there");
        let standing = written(&place);
        assert!(marks.iter().all(|mark| stands(&standing, mark)));
    }
    assert!(acknowledged > 5, "{acknowledged}");
    // With room again it goes on, and nothing had to be repaired.
    let log = place.open().unwrap();
    assert!(log.repairs().is_empty());
    assert_eq!(log.append_json(&event("x")).unwrap().mark.seq, acknowledged + 1);
    place.intact();
}
