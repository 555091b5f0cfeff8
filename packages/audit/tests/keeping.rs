//! How a log is kept: opening, repairing, refusing, rotating, and what others do to it meanwhile.

mod support;

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    sync::atomic::{AtomicI64, Ordering},
    thread,
    time::{Duration, Instant},
};

use aana_audit::{
    AuditOptions, Body, Damage, Entry, Error, Fsync, Log, MAX_LINE, Notice, OnDamage, Record, Sort,
    audit_event_of, stats, tail, verify, whole_log,
};
use aana_core::Gate;
use aana_fixtures::{conformance_dir, read_blessed};
use support::{Place, event, fill};

fn how<T: std::fmt::Debug>(result: Result<T, Error>) -> Damage {
    match result.unwrap_err() {
        Error::Damaged { how, .. } => how,
        error => panic!("{error}"),
    }
}

fn restarting() -> AuditOptions {
    AuditOptions { on_damage: OnDamage::Restart, ..AuditOptions::default() }
}

#[test]
fn a_record_holds_the_event_as_it_was_given() {
    let place = Place::new();
    let options = AuditOptions { clock: || 1_778_371_200_000, ..AuditOptions::default() };
    let log = Log::open(place.log(), options).unwrap();
    let event = event("search_docs");
    let first = log.append_json(&event).unwrap();
    let second = log.append_json(&event).unwrap();
    assert!(first.synced && second.synced);
    let line = |seq: u64, previous: &str| {
        format!(
            "{{\"seq\":{seq},\"recorded_at\":\"2026-05-10T00:00:00.000Z\",\"previous\":\"{previous}\",\"event\":{event}}}\n"
        )
    };
    let expected = line(1, &"0".repeat(64)) + &line(2, &first.mark.hash.to_string());
    assert_eq!(place.text(), expected);
    let head = format!("{:020}:{} {:020}\n", 2, second.mark.hash, expected.len());
    assert_eq!(fs::read_to_string(place.beside(".head")).unwrap(), head);
}

/// Whatever the gate can say is taken, and is one line.
#[test]
fn the_audit_event_of_every_case_is_recorded() {
    let place = Place::new();
    let log =
        Log::open(place.log(), AuditOptions { fsync: Fsync::Never, ..AuditOptions::default() })
            .unwrap();
    let mut count = 0;
    for entry in fs::read_dir(conformance_dir().join("decisions")).unwrap() {
        let blessed = read_blessed(&fs::read_to_string(entry.unwrap().path()).unwrap()).unwrap();
        let events: Vec<&str> =
            blessed.iter().map(|it| audit_event_of(&it.decision).unwrap()).collect();
        log.append_all_json(&events).unwrap();
        count += events.len() as u64;
    }
    assert!(count > 1000, "{count}");
    assert_eq!(place.intact().seq, count);
    assert_eq!(stats(&[place.log()]).unwrap().decisions, count);
}

/// From the decision itself and from its JSON text the same line is written, also where no record was.
#[test]
fn a_decision_and_its_text_are_recorded_alike() {
    let faults = format!(r#"{{"evidence_refs":[{}1]}}"#, "1,".repeat(300));
    let accepted = r#"{"tool_name":"search_docs","tool_category":"public_read","evidence_refs":[],
        "authorization_state":"none","risk_domain":"research","proposed_arguments":{"b":1,"a":2},
        "recommended_route":"ask","request_id":"r-1","agent_id":"a-1"}"#;
    for event in ["[]", &faults, accepted] {
        let place = Place::new();
        let log = place.open().unwrap();
        for decision in
            [Gate::default().check(event, 0), Gate::default().check(event, 0).unrecorded()]
        {
            let text = decision.to_json();
            log.append(&decision.report().audit_event()).unwrap();
            log.append_json(audit_event_of(&text).unwrap()).unwrap();
        }
        let lines = place.text();
        let events: Vec<&str> =
            lines.lines().map(|line| line.split_once(r#""event":"#).unwrap().1).collect();
        assert_eq!(events.len(), 4);
        assert!(events[0] == events[1] && events[2] == events[3] && events[0] != events[2]);
        place.intact();
    }
}

#[test]
fn what_is_no_audit_safe_event_is_not_recorded() {
    let place = Place::new();
    let log = place.open().unwrap();
    let event = event("x");
    let changed = event.replace("\"raw_payload_logged\":false", "\"raw_payload_logged\":true");
    let endless = event
        .replace("\"tool_name\":\"x\"", &format!("\"tool_name\":\"{}\"", "x".repeat(MAX_LINE)));
    for wrong in ["{}", &changed, &[&event, "\n"].concat()] {
        assert!(matches!(log.append_json(wrong), Err(Error::NotAnAuditEvent(_))));
    }
    assert!(matches!(log.append_json(&endless), Err(Error::TooLarge { .. })));
    // All or none.
    assert!(log.append_all_json(&[&event, "{}"]).is_err());
    assert_eq!(place.text(), "");
    assert_eq!(log.append_json(&event).unwrap().mark.seq, 1);
}

#[test]
fn one_torn_line_is_moved_aside_and_told() {
    let place = Place::new();
    fill(&place.open().unwrap(), 3);
    for number in 1..=2 {
        let torn = format!("{{\"seq\":{number},\"recorded_at\":\"20");
        File::options().append(true).open(place.log()).unwrap().write_all(torn.as_bytes()).unwrap();
        let log = place.open().unwrap();
        let file = format!("audit.jsonl.torn-{number}");
        let repaired = Entry::Repaired { file, bytes: torn.len() as u64 };
        assert_eq!(log.repairs(), std::slice::from_ref(&repaired));
        assert_eq!(fs::read_to_string(place.beside(&format!(".torn-{number}"))).unwrap(), torn);
        let text = place.text();
        let last = Record::read(text.lines().last().unwrap().as_bytes()).unwrap();
        assert_eq!(last.body, Body::Log(repaired));
        fill(&log, 1);
    }
    assert_eq!(place.intact().seq, 7);
    assert!(place.open().unwrap().repairs().is_empty());
}

/// The first line of all can be torn as well.
#[test]
fn a_torn_first_line_is_moved_aside() {
    let place = Place::new();
    drop(place.open().unwrap());
    fs::write(place.log(), "{\"seq\":1,").unwrap();
    fill(&place.open().unwrap(), 1);
    assert_eq!(place.intact().seq, 2);
}

#[test]
fn a_torn_line_of_another_process_is_seen_by_the_next_append() {
    let place = Place::new();
    let log = place.open().unwrap();
    fill(&log, 2);
    File::options().append(true).open(place.log()).unwrap().write_all(b"{\"seq\":3").unwrap();
    fill(&log, 1);
    assert_eq!(place.intact().seq, 4);
    assert_eq!(fs::read(place.beside(".torn-1")).unwrap(), b"{\"seq\":3");
}

#[test]
fn a_torn_line_that_was_acknowledged_is_no_torn_line() {
    let place = Place::new();
    fill(&place.open().unwrap(), 3);
    let text = place.text();
    fs::write(place.log(), &text[..text.len() - 20]).unwrap();
    assert_eq!(how(place.open()), Damage::Shorter);
    assert!(!place.beside(".torn-1").exists());
}

/// What somebody does to a log.
type Change<'d> = &'d dyn Fn(&Place);

#[test]
fn what_is_not_as_it_was_left_is_refused_until_the_operator_says_otherwise() {
    let changed = |place: &Place| {
        let text = place.text().replacen("tool_1", "tool_9", 1);
        fs::write(place.log(), text).unwrap();
    };
    let cut = |place: &Place| {
        let text = place.text();
        let end = text.trim_end().rfind('\n').unwrap() + 1;
        fs::write(place.log(), &text[..end]).unwrap();
    };
    let removed = |place: &Place| fs::remove_file(place.log()).unwrap();
    let emptied = |place: &Place| fs::write(place.log(), "").unwrap();
    let headless = |place: &Place| fs::remove_file(place.beside(".head")).unwrap();
    let unreadable = |place: &Place| fs::write(place.beside(".head"), "x".repeat(500)).unwrap();
    let appended = |place: &Place| {
        let text = place.text() + "{\"forged\":true}\n";
        fs::write(place.log(), text).unwrap();
    };
    let ways: [(Change<'_>, &str); 7] = [
        (&changed, "chain"),
        (&cut, "shorter"),
        (&removed, "removed"),
        (&emptied, "shorter"),
        (&headless, "head_removed"),
        (&unreadable, "head_unreadable"),
        (&appended, "chain"),
    ];
    for (damage, cause) in ways {
        let place = Place::new();
        let last = fill(&place.open().unwrap(), 4).pop().unwrap().mark;
        damage(&place);
        assert_eq!(how(place.open()).as_str(), cause);
        assert_eq!(how(place.open()).as_str(), cause, "a refusal changes nothing");

        let log = Log::open(place.log(), restarting()).unwrap();
        let [Entry::Restarted { cause: told, file, .. }] = log.repairs() else {
            panic!("{:?}", log.repairs())
        };
        assert_eq!((told.as_str(), file.is_some()), (cause, cause != "removed"));
        // Numbers go on, so that no two records have the same.
        let next = log.append_json(&event("x")).unwrap().mark;
        assert!(next.seq > last.seq, "{next}");
        drop(log);
        place.intact();
        let report = verify(&[place.log()], None).unwrap();
        assert_eq!(report.notices, [Notice::Restarted { cause: cause.to_owned() }]);
        drop(place.open().unwrap());
        // A mark that was kept elsewhere shows that this is not the log it was kept of.
        assert!(
            !verify(&[place.log()], Some(last)).unwrap().is_intact()
                || next.seq - 1 == last.seq + 1
        );
    }
}

#[test]
fn an_edit_long_ago_is_found_at_the_start_if_the_whole_file_is_read() {
    let place = Place::new();
    fill(&place.open().unwrap(), 50);
    let text = place.text().replacen("tool_1\"", "tool_9\"", 1);
    fs::write(place.log(), text).unwrap();
    assert!(matches!(how(place.open()), Damage::Chain { .. }));
    let log = Log::open(place.log(), AuditOptions { read_whole: false, ..AuditOptions::default() })
        .unwrap();
    fill(&log, 1);
    let report = verify(&[place.log()], None).unwrap();
    assert_eq!((report.faults[0].line, report.faults[0].sort), (2, Sort::Changed));
}

#[test]
fn a_file_that_is_removed_or_replaced_is_noticed_by_the_next_append() {
    let place = Place::new();
    let log = place.open().unwrap();
    fill(&log, 3);
    let away = place.beside(".away");
    if cfg!(unix) {
        fs::rename(place.log(), &away).unwrap();
        assert_eq!(how(log.append_json(&event("x"))), Damage::Removed);
        fs::copy(&away, place.log()).unwrap();
        assert_eq!(how(log.append_json(&event("x"))), Damage::Replaced);
        fs::write(place.log(), "").unwrap();
        assert_eq!(how(log.append_json(&event("x"))), Damage::Replaced);
        fs::rename(&away, place.log()).unwrap();
    }
    // What is put back is taken up again.
    assert_eq!(log.append_json(&event("x")).unwrap().mark.seq, 4);
    let text = place.text();
    let half = File::options().write(true).open(place.log()).unwrap();
    half.set_len(text.len() as u64 / 2).unwrap();
    assert_eq!(how(log.append_json(&event("x"))), Damage::Shorter);
}

#[test]
fn another_writer_that_breaks_the_chain_is_noticed_by_the_next_append() {
    let place = Place::new();
    let log = place.open().unwrap();
    fill(&log, 2);
    let copy = place.text().lines().next().unwrap().to_owned() + "\n";
    File::options().append(true).open(place.log()).unwrap().write_all(copy.as_bytes()).unwrap();
    assert!(matches!(how(log.append_json(&event("x"))), Damage::Chain { .. }));
}

#[test]
fn a_full_file_is_put_aside_and_the_chain_goes_on() {
    let place = Place::new();
    let options = AuditOptions { rotate: Some(4096), ..AuditOptions::default() };
    // Two writers that both rotate, and that each have to find out that the other did.
    let logs = [0, 1].map(|_| Log::open(place.log(), options.clone()).unwrap());
    let mut acknowledged = 0;
    for number in 0..60 {
        let log = &logs[usize::from(number % 7 < 3)];
        log.append_json(&event("search_docs")).unwrap();
        acknowledged += 1;
    }
    let files = whole_log(&place.log()).unwrap();
    assert!(files.len() > 5);
    for (index, file) in files.iter().enumerate() {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.len() <= 4096, "{}", text.len());
        let first = Record::read(text.lines().next().unwrap().as_bytes()).unwrap();
        let last = Record::read(text.lines().last().unwrap().as_bytes()).unwrap();
        if let Some(before) = index.checked_sub(1) {
            let name = files[before].file_name().unwrap().to_str().unwrap().to_owned();
            assert!(name.ends_with(&format!("{:012}", first.seq - 1)), "{name}");
            assert_eq!(first.body, Body::Log(Entry::Rotated { file: name }));
        }
        assert!(last.seq > first.seq);
    }
    place.intact();
    let counts = stats(&files).unwrap();
    assert_eq!((counts.decisions, counts.log_records), (acknowledged, files.len() as u64 - 1));
}

#[test]
fn only_so_many_former_files_are_kept() {
    let place = Place::new();
    let options = AuditOptions { rotate: Some(4096), keep: Some(2), ..AuditOptions::default() };
    let idle = Log::open(place.log(), options.clone()).unwrap();
    fill(&idle, 1);
    let busy = Log::open(place.log(), options).unwrap();
    fill(&busy, 60);
    // The file that it knew is gone for a good reason.
    fill(&idle, 1);
    let files = whole_log(&place.log()).unwrap();
    assert_eq!(files.len(), 3);
    let report = verify(&files, None).unwrap();
    assert!(report.is_intact(), "{report:?}");
    assert!(matches!(report.notices[..], [Notice::Continues { .. }]));
}

/// A process can die between putting a file aside and beginning the next, or just after that.
#[test]
fn a_rotation_that_was_not_finished_is_finished() {
    for begun in [false, true] {
        for torn in ["", "{\"seq\":5,"] {
            let place = Place::new();
            let living = place.open().unwrap();
            fill(&living, 4);
            fs::rename(place.log(), place.beside(".000000000004")).unwrap();
            if begun {
                fs::write(place.log(), torn).unwrap();
            }
            if torn.is_empty() {
                assert_eq!(living.append_json(&event("x")).unwrap().mark.seq, 6);
            } else {
                fill(&place.open().unwrap(), 1);
            }
            let report = verify(&whole_log(&place.log()).unwrap(), None).unwrap();
            assert!(report.is_intact(), "{report:?}");
            assert!(report.records >= 6, "{report:?}");
        }
    }
}

#[test]
fn a_clock_that_jumps_back_is_written_down_as_it_is() {
    static NOW: AtomicI64 = AtomicI64::new(1_778_371_200_000);
    let place = Place::new();
    let options = AuditOptions {
        clock: || NOW.fetch_sub(3_600_000, Ordering::Relaxed),
        ..AuditOptions::default()
    };
    let log = Log::open(place.log(), options).unwrap();
    fill(&log, 3);
    let text = place.text();
    let times: Vec<&str> =
        text.lines().map(|line| Record::read(line.as_bytes()).unwrap().recorded_at).collect();
    assert_eq!(
        times,
        ["2026-05-10T00:00:00.000Z", "2026-05-09T23:00:00.000Z", "2026-05-09T22:00:00.000Z"]
    );
    assert_eq!(place.intact().seq, 3);
    let span = stats(&[place.log()]).unwrap().span.unwrap();
    assert_eq!((span.0.as_str(), span.1.as_str()), (times[2], times[0]));
    // Time is never relied on, so not even a clock without sense stops the log.
    for nonsense in [i64::MIN, i64::MAX, -1] {
        NOW.store(nonsense, Ordering::Relaxed);
        let result = log.append_json(&event("x"));
        assert!(result.is_ok(), "{nonsense}: {result:?}");
    }
    place.intact();
    drop(place.open().unwrap());
}

#[test]
fn an_interval_brings_the_head_up_to_date() {
    let place = Place::new();
    let fsync = Fsync::Interval(Duration::from_millis(20));
    let log = Log::open(place.log(), AuditOptions { fsync, ..AuditOptions::default() }).unwrap();
    let receipt = log.append_json(&event("x")).unwrap();
    assert!(!receipt.synced);
    let start = Instant::now();
    while !fs::read_to_string(place.beside(".head"))
        .unwrap()
        .contains(&receipt.mark.hash.to_string())
    {
        assert!(start.elapsed() < Duration::from_mins(1), "the head is not written");
        thread::sleep(Duration::from_millis(5));
    }
    drop(log);
    let never = AuditOptions { fsync: Fsync::Never, ..AuditOptions::default() };
    fill(&Log::open(place.log(), never).unwrap(), 2);
    assert_eq!(place.intact().seq, 3);
}

/// A device takes what it is given and keeps nothing, and a folder does not even take it.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_log() {
    let place = Place::new();
    std::os::unix::fs::symlink("/dev/null", place.log()).unwrap();
    for path in [place.log(), place.folder.path().to_owned()] {
        let options = AuditOptions { fsync: Fsync::Never, ..AuditOptions::default() };
        let Err(Error::Io { kind, reason, .. }) = Log::open(path, options) else {
            panic!("it was taken")
        };
        assert_eq!((kind, reason.as_str()), (ErrorKind::InvalidInput, "it is not a regular file"));
    }
    assert_eq!(place.names(), ["audit.jsonl"]);
}

/// By its own name and by that of a link, it is one log: with one lock, one head and one chain.
#[cfg(unix)]
#[test]
fn a_link_leads_to_the_same_log() {
    let place = Place::new();
    fill(&place.open().unwrap(), 2);
    let links = tempfile::tempdir().unwrap();
    let link = links.path().join("link");
    std::os::unix::fs::symlink(place.log(), &link).unwrap();
    let options = AuditOptions { rotate: Some(2048), ..AuditOptions::default() };
    let linked = Log::open(&link, options).unwrap();
    let own = place.open().unwrap();
    for _ in 0..5 {
        fill(&linked, 1);
        fill(&own, 1);
    }
    let (_, mut follow) = tail(&link, 1).unwrap();
    fill(&linked, 1);
    assert!(!follow.next_lines().unwrap().is_empty());
    let files = whole_log(&link).unwrap();
    assert!(files.len() > 2);
    assert_eq!(verify(&files, None).unwrap().last, Some(place.intact()));
    assert_eq!(fs::read_dir(links.path()).unwrap().count(), 1);
}

#[test]
fn the_tail_is_the_last_lines_and_those_that_come() {
    let place = Place::new();
    let options = AuditOptions { rotate: Some(4096), ..AuditOptions::default() };
    let log = Log::open(place.log(), AuditOptions::default()).unwrap();
    // More than one block.
    fill(&log, 150);
    let text = place.text();
    let all: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    for count in [0, 1, 10, 149, 150, 1000] {
        let (lines, _) = tail(&place.log(), count).unwrap();
        assert_eq!(lines, all[all.len().saturating_sub(count)..], "{count}");
    }
    let (_, mut follow) = tail(&place.log(), 0).unwrap();
    assert_eq!(follow.next_lines().unwrap(), Vec::<Vec<u8>>::new());
    let log = Log::open(place.log(), options).unwrap();
    let mut seen = Vec::new();
    for _ in 0..12 {
        log.append_json(&event("x")).unwrap();
        for _ in 0..2 {
            seen.extend(follow.next_lines().unwrap());
        }
    }
    let numbers: Vec<u64> = seen.iter().map(|line| Record::read(line).unwrap().seq).collect();
    let last = place.intact().seq;
    assert!(last > 162, "it rotated");
    assert_eq!(numbers, (151..=last).collect::<Vec<_>>());
}

#[test]
fn files_beside_the_log_are_the_ones_that_are_told() {
    let place = Place::new();
    fill(&place.open().unwrap(), 1);
    assert_eq!(place.names(), ["audit.jsonl", "audit.jsonl.head", "audit.jsonl.lock"]);
}
