//! Whatever is done to a log is found, and told with its place.

mod support;

use std::{fs, sync::LazyLock};

use aana_audit::{
    AuditOptions, Fault, Log, Mark, Notice, Report, Sort, verify, verify_bytes, whole_log,
};
use proptest::{prelude::*, sample::Index};
use support::{Place, event, fill};

const LINES: usize = 12;

/// A log and its last mark.
static LOG: LazyLock<(Vec<u8>, Mark)> = LazyLock::new(|| {
    let place = Place::new();
    let log = place.open().unwrap();
    let last = fill(&log, LINES).pop().unwrap().mark;
    (fs::read(place.log()).unwrap(), last)
});

fn lines() -> Vec<Vec<u8>> {
    LOG.0.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// The line, counted from 1, that holds a byte.
fn line_of(at: usize) -> u64 {
    1 + LOG.0[..at].split(|byte| *byte == b'\n').skip(1).count() as u64
}

fn check(bytes: &[u8]) -> Report {
    verify_bytes(&[bytes], Some(LOG.1))
}

fn places(report: &Report) -> Vec<(u64, Sort)> {
    report.faults.iter().map(|Fault { line, sort, .. }| (*line, *sort)).collect()
}

#[test]
fn what_was_written_is_intact() {
    let report = check(&LOG.0);
    assert!(report.is_intact(), "{report:?}");
    assert_eq!((report.records, report.first, report.last), (12, Some(1), Some(LOG.1)));
    assert_eq!(report.notices, []);
}

/// Every byte, each changed to three others: not a sample.
#[test]
fn every_edit_of_one_byte_is_found_where_it_is() {
    for at in 0..LOG.0.len() {
        for with in [LOG.0[at] ^ 1, b'\n', b'0'] {
            if with == LOG.0[at] {
                continue;
            }
            let mut bytes = LOG.0.clone();
            bytes[at] = with;
            let report = check(&bytes);
            let first = report.faults.first().unwrap_or_else(|| panic!("byte {at}"));
            assert_eq!(first.line, line_of(at), "byte {at}: {:?}", report.faults);
            // Nothing before it is blamed, and nothing far behind it.
            let far = |fault: &Fault| fault.line > line_of(at) + 2;
            let end = |fault: &Fault| matches!(fault.sort, Sort::Truncated { .. });
            assert!(!report.faults.iter().any(|fault| far(fault) && !end(fault)), "{report:?}");
        }
    }
}

#[test]
fn every_removed_line_is_named() {
    for at in 0..LINES {
        let mut lines = lines();
        lines.remove(at);
        let gone = at as u64 + 1;
        let expected = if gone == LINES as u64 {
            (gone - 1, Sort::Truncated { from: gone, to: gone })
        } else {
            (gone, Sort::Missing { from: gone, to: gone })
        };
        assert_eq!(places(&check(&lines.concat())), [expected]);
    }
}

#[test]
fn every_cut_is_found() {
    for length in 0..LOG.0.len() {
        let report = check(&LOG.0[..length]);
        let whole = report.records;
        let sort = Sort::Truncated { from: whole + 1, to: LINES as u64 };
        assert!(report.faults.iter().any(|fault| fault.sort == sort), "{length}: {report:?}");
        let torn = length > 0 && LOG.0[length - 1] != b'\n';
        assert_eq!(report.faults.iter().any(|fault| fault.sort == Sort::Torn), torn);
    }
}

/// Without the head a cut at the end of a line leaves no trace in the file: that is said.
#[test]
fn without_a_head_the_end_is_not_proven() {
    let lines = lines();
    assert_eq!(places(&verify_bytes(&[&lines[..5].concat()], None)), [(0, Sort::HeadMissing)]);
}

proptest! {
    #[test]
    fn lines_that_change_places_are_found(first: Index, second: Index) {
        let mut lines = lines();
        let (a, b) = (first.index(LINES), second.index(LINES));
        prop_assume!(a != b);
        lines.swap(a, b);
        let report = check(&lines.concat());
        prop_assert_eq!(report.faults[0].line, a.min(b) as u64 + 1);
        let orders = report.faults.iter().filter(|fault| fault.sort == Sort::OutOfOrder).count();
        prop_assert!(orders > 0, "{:?}", report);
    }

    #[test]
    fn lines_that_are_put_in_are_found(copied: Index, to: Index) {
        let mut lines = lines();
        let (copied, to) = (copied.index(LINES), to.index(LINES + 1));
        lines.insert(to, lines[copied].clone());
        let report = check(&lines.concat());
        prop_assert!(!report.is_intact());
        // A copy before its original looks like the original, which then comes twice.
        let at = usize::try_from(report.faults[0].line).unwrap();
        prop_assert!(at == to + 1 || at == to + 2, "{to}: {:?}", report.faults);
    }

    #[test]
    fn whatever_is_done_is_found(edits in prop::collection::vec((any::<Index>(), any::<u8>()), 1..6)) {
        let mut bytes = LOG.0.clone();
        for (at, with) in edits {
            let at = at.index(bytes.len());
            bytes[at] = with;
        }
        prop_assume!(bytes != LOG.0);
        prop_assert!(!check(&bytes).is_intact());
    }

    #[test]
    fn any_bytes_have_a_report(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let report = verify_bytes(&[&bytes], None);
        prop_assert!(!report.is_intact());
    }
}

/// Somebody who writes every hash anew from an edit on is found by a mark that was kept elsewhere.
#[test]
fn a_chain_that_was_written_anew_does_not_meet_a_kept_mark() {
    let (place, other) = (Place::new(), Place::new());
    let log = place.open().unwrap();
    let marks = fill(&log, 4);
    let forged = other.open().unwrap();
    fill(&forged, 2);
    for _ in 0..4 {
        forged.append_json(&event("forged")).unwrap();
    }
    let path = other.log();
    assert!(verify(&[&path], None).unwrap().is_intact());
    let report = verify(&[&path], Some(marks[3].mark)).unwrap();
    assert_eq!(places(&report), [(4, Sort::Changed)]);
}

#[test]
fn a_cut_is_found_by_the_head_file_and_the_head_file_is_missed() {
    let place = Place::new();
    fill(&place.open().unwrap(), 5);
    let path = place.log();
    let whole = fs::read(&path).unwrap();
    let cut: Vec<u8> =
        whole.split_inclusive(|byte| *byte == b'\n').take(3).flatten().copied().collect();
    fs::write(&path, cut).unwrap();
    let report = verify(&[&path], None).unwrap();
    assert_eq!(places(&report), [(3, Sort::Truncated { from: 4, to: 5 })]);

    fs::write(&path, whole).unwrap();
    fs::write(place.beside(".head"), "12:nonsense\n").unwrap();
    assert_eq!(places(&verify(&[&path], None).unwrap()), [(0, Sort::HeadUnreadable)]);
    fs::remove_file(place.beside(".head")).unwrap();
    assert_eq!(places(&verify(&[&path], None).unwrap()), [(0, Sort::HeadMissing)]);
}

/// The same over files: each one lost, each one changed.
#[test]
fn a_lost_or_changed_former_file_is_found() {
    let place = Place::new();
    let options = AuditOptions { rotate: Some(4096), ..AuditOptions::default() };
    let log = Log::open(place.log(), options).unwrap();
    fill(&log, 40);
    let files = whole_log(&place.log()).unwrap();
    assert!(files.len() >= 4, "{files:?}");
    place.intact();
    for lost in 0..files.len() - 1 {
        let mut rest = files.clone();
        rest.remove(lost);
        let report = verify(&rest, None).unwrap();
        if lost == 0 {
            // The oldest may have been deleted by the log itself. What is left says so.
            assert!(report.is_intact());
            assert!(matches!(report.notices[..], [Notice::Continues { .. }]), "{report:?}");
            continue;
        }
        assert_eq!((&report.faults[0].file, report.faults[0].line), (&rest[lost], 1));
        assert!(matches!(report.faults[0].sort, Sort::Missing { .. }), "{report:?}");
    }
    for (index, file) in files.iter().enumerate() {
        let bytes = fs::read_to_string(file).unwrap();
        let changed = bytes.replacen("\"aix_score\":1", "\"aix_score\":0", 1);
        assert_ne!(changed, bytes);
        fs::write(file, changed).unwrap();
        let report = verify(&files, None).unwrap();
        fs::write(file, bytes).unwrap();
        let line = if index == 0 { 1 } else { 2 };
        let expected = Fault { file: file.clone(), line, sort: Sort::Changed };
        assert_eq!(report.faults, [expected]);
    }
    let mut turned = files.clone();
    turned.swap(0, 1);
    assert!(!verify(&turned, None).unwrap().is_intact());
}
