//! A log is read to its head while others write to it, and a head that does not fit its chain is refused.

mod support;

use std::{
    fs,
    sync::atomic::{AtomicBool, Ordering},
    thread,
};

use aana_audit::{AuditOptions, ChainReader, Damage, Error, Fsync, Log, Mark, OnDamage};
use support::{Place, event, fill};

fn how(error: Error) -> Damage {
    match error {
        Error::Damaged { how, .. } => how,
        other => panic!("{other}"),
    }
}

#[test]
fn it_follows_a_log_as_it_grows() {
    let place = Place::new();
    let log = place.open().unwrap();
    let mut reader = ChainReader::open(&place.log(), false).unwrap();
    assert_eq!((reader.to_head().unwrap(), reader.first()), (None, None));
    let one = fill(&log, 1)[0].mark;
    assert_eq!((reader.to_head().unwrap(), reader.first()), (Some(one), Some(one)));
    assert_eq!(reader.to_head().unwrap(), Some(one));
    let more = fill(&log, 5)[4].mark;
    assert_eq!((reader.to_head().unwrap(), reader.first()), (Some(more), Some(one)));
}

/// Four writers, each with its own log object, in small files.
#[test]
fn it_follows_concurrent_writers_through_rotations() {
    for fsync in [Fsync::Always, Fsync::Never] {
        let place = Place::new();
        let options = AuditOptions { rotate: Some(4096), fsync, ..AuditOptions::default() };
        drop(Log::open(place.log(), options.clone()).unwrap());
        let done = AtomicBool::new(false);
        let seen = thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut reader = ChainReader::open(&place.log(), false).unwrap();
                let mut seen: Vec<Mark> = Vec::new();
                loop {
                    let last = done.load(Ordering::SeqCst);
                    seen.extend(reader.to_head().unwrap());
                    if last {
                        return seen;
                    }
                }
            });
            let writers: Vec<_> = (0..4)
                .map(|_| {
                    let log = Log::open(place.log(), options.clone()).unwrap();
                    scope.spawn(move || fill(&log, 60))
                })
                .collect();
            for writer in writers {
                writer.join().unwrap();
            }
            done.store(true, Ordering::SeqCst);
            reader.join().unwrap()
        });
        assert!(seen.len() > 2);
        assert!(seen.is_sorted_by_key(|mark| mark.seq));
        assert_eq!(*seen.last().unwrap(), place.intact());
        assert!(place.names().len() > 20);
    }
}

#[test]
fn a_line_without_an_end_and_one_beyond_the_head_are_not_read() {
    let place = Place::new();
    let log = place.open().unwrap();
    let head = fill(&log, 3)[2].mark;
    let text = place.text();
    let head_file = fs::read(place.beside(".head")).unwrap();
    fill(&log, 1);
    let longer = place.text();
    fs::write(place.beside(".head"), head_file).unwrap();
    for text in [format!("{text}{{\"seq\":4"), longer, text] {
        fs::write(place.log(), text).unwrap();
        let mut reader = ChainReader::open(&place.log(), false).unwrap();
        assert_eq!(reader.to_head().unwrap(), Some(head));
    }
}

#[test]
fn what_is_not_the_chain_up_to_the_head_is_an_error() {
    let place = Place::new();
    let log = place.open().unwrap();
    fill(&log, 4);
    let (text, head) = (place.text(), fs::read_to_string(place.beside(".head")).unwrap());
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let walked = || ChainReader::open(&place.log(), false).unwrap().to_head();
    assert!(walked().is_ok());
    let restore = || {
        fs::write(place.log(), &text).unwrap();
        fs::write(place.beside(".head"), &head).unwrap();
    };
    fs::write(place.log(), text.replacen("tool_1", "tool_X", 1)).unwrap();
    assert!(matches!(how(walked().unwrap_err()), Damage::Chain { .. }));
    fs::write(place.log(), lines[..3].concat()).unwrap();
    assert_eq!(how(walked().unwrap_err()), Damage::Shorter);
    restore();
    fs::write(place.beside(".head"), "x").unwrap();
    assert_eq!(how(walked().unwrap_err()), Damage::HeadUnreadable);
    let mut other = head.clone();
    other.replace_range(30..31, if &head[30..31] == "0" { "1" } else { "0" });
    fs::write(place.beside(".head"), other).unwrap();
    assert!(matches!(how(walked().unwrap_err()), Damage::Chain { .. }));
    restore();
    // While it is followed: rolled back, replaced, its head removed.
    let mut reader = ChainReader::open(&place.log(), false).unwrap();
    reader.to_head().unwrap();
    let two = lines[..2].concat();
    let hash = aana_audit::Hash::of(lines[1].trim_end().as_bytes());
    fs::write(place.log(), &two).unwrap();
    fs::write(place.beside(".head"), format!("{:020}:{hash} {:020}\n", 2, two.len())).unwrap();
    assert_eq!(how(reader.to_head().unwrap_err()), Damage::Shorter);
    restore();
    let mut reader = ChainReader::open(&place.log(), false).unwrap();
    reader.to_head().unwrap();
    fs::remove_file(place.beside(".head")).unwrap();
    assert_eq!(how(reader.to_head().unwrap_err()), Damage::HeadRemoved);
    restore();
    let mut reader = ChainReader::open(&place.log(), false).unwrap();
    reader.to_head().unwrap();
    drop(log);
    fs::remove_file(place.log()).unwrap();
    let options = AuditOptions { on_damage: OnDamage::Restart, ..AuditOptions::default() };
    fill(&Log::open(place.log(), options).unwrap(), 1);
    assert_eq!(how(reader.to_head().unwrap_err()), Damage::Replaced);
}

#[test]
fn deleted_former_files_are_passed_over_only_if_that_is_allowed() {
    for over_gaps in [false, true] {
        let place = Place::new();
        let options = AuditOptions { rotate: Some(4096), keep: Some(1), ..AuditOptions::default() };
        let log = Log::open(place.log(), options).unwrap();
        log.append_json(&event("first")).unwrap();
        let mut reader = ChainReader::open(&place.log(), over_gaps).unwrap();
        reader.to_head().unwrap();
        let last = fill(&log, 40)[39].mark;
        if over_gaps {
            assert_eq!(reader.to_head().unwrap(), Some(last));
        } else {
            assert_eq!(how(reader.to_head().unwrap_err()), Damage::FormerRemoved);
        }
    }
}
