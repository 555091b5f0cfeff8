//! What somebody does who may write to every file of a log is found by its anchors.

#[path = "../../audit/tests/support/mod.rs"]
mod support;

use std::{fs, path::PathBuf};

use aana_audit::{
    AuditOptions, Fsync, Hash, Log, Mark, OnDamage, Report, head_path, verify, verify_and_find,
    whole_log,
};
use aana_receipt::{
    Anchor, AnchorFault, AnchorSort, Anchors, Error, Expectation, PrivateKey, PublicKey,
};
use support::{Place, event, fill};

const NOW_MS: i64 = 1_778_371_200_000;

/// How many records a log has, and after which of them an anchor is made.
const RECORDS: u64 = 12;
const EVERY: u64 = 4;

/// How many records a log in several files has.
const RECORDS_ROTATED: usize = 40;

fn key() -> PrivateKey {
    PrivateKey::from_seed(&[7; 32])
}

/// A log with anchors.
struct AnchoredLog {
    place: Place,
    anchors: Vec<String>,
    marks: Vec<Mark>,
}

impl AnchoredLog {
    fn new() -> Self {
        let place = Place::new();
        let log = place.open().unwrap();
        let marks: Vec<Mark> = fill(&log, usize::try_from(RECORDS).unwrap())
            .into_iter()
            .map(|receipt| receipt.mark)
            .collect();
        let anchored: Vec<Mark> =
            marks.iter().filter(|mark| mark.seq % EVERY == 0).copied().collect();
        Self { place, anchors: anchors(marks[0], &anchored, &key()), marks }
    }

    fn lines(&self) -> Vec<String> {
        self.place.text().lines().map(str::to_owned).collect()
    }

    /// Puts these lines in place of the log, with a head that fits.
    fn write(&self, lines: &[String]) {
        write_log(&self.place.log(), lines, 0);
    }

    fn check(&self) -> (Report, Vec<AnchorSort>) {
        check(&self.place, &self.anchors.join(""), Expectation::default())
    }
}

/// Signed anchors of these heads, a line each.
fn anchors(first: Mark, heads: &[Mark], key: &PrivateKey) -> Vec<String> {
    let mut former: Option<Anchor> = None;
    let mut lines = Vec::new();
    for (head, second) in heads.iter().zip(0_i64..) {
        let at = NOW_MS + 1000 * second;
        let anchor = Anchor::next(former.as_ref(), first, *head, "audit.jsonl", at);
        lines.push(anchor.sign(key) + "\n");
        former = Some(anchor);
    }
    lines
}

fn check(place: &Place, text: &str, expectation: Expectation) -> (Report, Vec<AnchorSort>) {
    check_by(place, text, expectation, &[key().public()])
}

fn check_by(
    place: &Place,
    text: &str,
    expectation: Expectation,
    keys: &[PublicKey],
) -> (Report, Vec<AnchorSort>) {
    let anchors = Anchors::read(text.as_bytes(), keys).unwrap();
    let files = whole_log(&place.log()).unwrap();
    let (report, found) = verify_and_find(&files, None, &anchors.wanted()).unwrap();
    let faults = anchors.compare(&report, &found, expectation);
    (report, faults.into_iter().map(|AnchorFault { sort, .. }| sort).collect())
}

fn write_log(path: &PathBuf, lines: &[String], seq_before: u64) {
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    fs::write(path, &text).unwrap();
    let hash = lines.last().map_or(Hash::ZERO, |line| Hash::of(line.as_bytes()));
    let seq = seq_before + lines.len() as u64;
    fs::write(head_path(path), format!("{seq:020}:{hash} {:020}\n", text.len())).unwrap();
}

/// Changes a record and writes every later line anew, as somebody does who knows the format.
fn rewritten(lines: &[String], seq: u64) -> Vec<String> {
    let mut lines = lines.to_vec();
    let at = usize::try_from(seq).unwrap() - 1;
    let changed = lines[at].replacen("\"route\":\"accept\"", "\"route\":\"refuse\"", 1);
    assert_ne!(changed, lines[at]);
    lines[at] = changed;
    relink(&mut lines, at);
    lines
}

fn relink(lines: &mut [String], from: usize) {
    for at in from + 1..lines.len() {
        let before = Hash::of(lines[at - 1].as_bytes());
        let (start, rest) = lines[at].split_once("\"previous\":\"").unwrap();
        lines[at] = format!("{start}\"previous\":\"{before}{}", &rest[64..]);
    }
}

#[test]
fn an_untouched_log_holds() {
    let kept = AnchoredLog::new();
    let (report, faults) = kept.check();
    assert!(report.is_intact() && faults.is_empty(), "{report:?} {faults:?}");
    // With records since the last anchor, too.
    fill(&kept.place.open().unwrap(), 3);
    let (report, faults) = kept.check();
    assert!(report.is_intact() && faults.is_empty(), "{report:?} {faults:?}");
}

#[test]
fn a_rewrite_is_found_wherever_it_begins() {
    let kept = AnchoredLog::new();
    let lines = kept.lines();
    for seq in 1..=RECORDS {
        kept.write(&rewritten(&lines, seq));
        // The chain alone does not show it.
        let (report, faults) = kept.check();
        assert!(report.is_intact(), "{report:?}");
        let to = seq.div_ceil(EVERY) * EVERY;
        let from = if to == EVERY { 2 } else { to - EVERY + 1 };
        let expected =
            if seq == 1 { AnchorSort::Replaced } else { AnchorSort::Rewritten { from, to } };
        assert_eq!(faults, [expected], "record {seq}");
    }
}

#[test]
fn a_removed_record_with_later_ones_renumbered_is_found() {
    let kept = AnchoredLog::new();
    for gone in 1..RECORDS {
        let mut lines = kept.lines();
        lines.remove(usize::try_from(gone).unwrap() - 1);
        for (at, line) in lines.iter_mut().enumerate() {
            let (_, rest) = line.split_once(',').unwrap();
            *line = format!("{{\"seq\":{},{rest}", at + 1);
        }
        let zero = Hash::ZERO.to_string();
        let (start, rest) = lines[0].split_once("\"previous\":\"").unwrap();
        lines[0] = format!("{start}\"previous\":\"{zero}{}", &rest[64..]);
        relink(&mut lines, 0);
        let before = kept.lines();
        kept.write(&lines);
        let (report, faults) = kept.check();
        assert!(report.is_intact(), "{report:?}");
        assert!(!faults.is_empty(), "record {gone}");
        kept.write(&before);
    }
}

#[test]
fn a_rollback_is_found_as_far_as_anchors_reach() {
    let kept = AnchoredLog::new();
    let lines = kept.lines();
    for length in 1..RECORDS {
        kept.write(&lines[..usize::try_from(length).unwrap()]);
        let (report, faults) = kept.check();
        assert!(report.is_intact(), "{report:?}");
        assert_eq!(faults, [AnchorSort::RolledBack { from: length + 1, to: RECORDS }]);
    }
    kept.write(&[]);
    let (_, faults) = kept.check();
    assert_eq!(faults, [AnchorSort::RolledBack { from: 1, to: RECORDS }]);
}

/// What is cut off after the last anchor leaves no trace but the anchor's age.
#[test]
fn a_cut_after_the_last_anchor_is_told_by_its_age() {
    let kept = AnchoredLog::new();
    fill(&kept.place.open().unwrap(), 3);
    let lines = kept.lines();
    kept.write(&lines[..12]);
    assert_eq!(kept.check().1, []);
    let text = kept.anchors.join("");
    let last = NOW_MS + 2000;
    let with_age = |now: i64| {
        let expectation = Expectation { max_age: Some((now, 60_000)), ..Expectation::default() };
        check(&kept.place, &text, expectation).1
    };
    assert_eq!(with_age(last + 60_000), []);
    assert_eq!(with_age(last + 60_001), [AnchorSort::Stale { seconds: 60 }]);
    assert_eq!(with_age(last - 299_000), []);
    assert_eq!(with_age(last - 301_000), [AnchorSort::Future]);
    assert_eq!(with_age(i64::MIN), [AnchorSort::Future]);
    assert_eq!(with_age(i64::MAX).len(), 1);
}

#[test]
fn another_log_in_its_place_is_found() {
    let (kept, other) = (AnchoredLog::new(), AnchoredLog::new());
    // A log of other events, since equal ones of the same moment would be equal records.
    let lines = rewritten(&other.lines(), 1);
    other.write(&lines);
    for suffix in ["", ".head"] {
        fs::copy(other.place.beside(suffix), kept.place.beside(suffix)).unwrap();
    }
    let (report, faults) = kept.check();
    assert!(report.is_intact());
    assert_eq!(faults, [AnchorSort::Replaced]);
}

/// A log in several files, with an anchor of every record.
fn rotated() -> (Place, String) {
    let place = Place::new();
    let options = AuditOptions { rotate: Some(4096), ..AuditOptions::default() };
    let log = Log::open(place.log(), options).unwrap();
    let marks: Vec<Mark> =
        fill(&log, RECORDS_ROTATED).into_iter().map(|receipt| receipt.mark).collect();
    assert!(whole_log(&place.log()).unwrap().len() > 4);
    let text = anchors(marks[0], &marks, &key()).concat();
    (place, text)
}

#[test]
fn deleted_former_files_are_found() {
    let allowed = Expectation { former_may_be_gone: true, ..Expectation::default() };
    let (place, text) = rotated();
    assert_eq!(check(&place, &text, Expectation::default()).1, []);
    let files = whole_log(&place.log()).unwrap();
    let (former, _) = files.split_at(files.len() - 1);
    for file in former {
        fs::remove_file(file).unwrap();
        let (report, faults) = check(&place, &text, Expectation::default());
        let first = report.first.unwrap();
        assert!(report.is_intact(), "{report:?}");
        assert_eq!(faults, [AnchorSort::FormerDeleted { from: 1, to: first - 1 }]);
        assert_eq!(check(&place, &text, allowed).1, []);
    }
    // Also where deletion is allowed, what is left must be what was anchored.
    let mut lines: Vec<String> = place.text().lines().map(str::to_owned).collect();
    let before = lines.clone();
    let first = verify(&[place.log()], None).unwrap().first.unwrap();
    let at = lines.len() - 1;
    lines[at] = lines[at].replacen("\"route\":\"accept\"", "\"route\":\"refuse\"", 1);
    write_log(&place.log(), &lines, first - 1);
    let (report, faults) = check(&place, &text, allowed);
    assert!(report.is_intact(), "{report:?}");
    let to = first + at as u64;
    assert_eq!(faults, [AnchorSort::Rewritten { from: to, to }]);
    // And the hash that the first record names is that of the one before it.
    let mut lines = before;
    let (start, rest) = lines[0].split_once("\"previous\":\"").unwrap();
    lines[0] = format!("{start}\"previous\":\"{}{}", Hash::of(b"x"), &rest[64..]);
    relink(&mut lines, 0);
    write_log(&place.log(), &lines, first - 1);
    let (report, faults) = check(&place, &text, allowed);
    assert!(report.is_intact(), "{report:?}");
    assert!(matches!(faults[..], [AnchorSort::Rewritten { to, .. }] if to == first - 1));
}

#[test]
fn a_log_that_begins_after_all_anchors_proves_nothing() {
    let (place, text) = rotated();
    let files = whole_log(&place.log()).unwrap();
    for file in &files[..files.len() - 1] {
        fs::remove_file(file).unwrap();
    }
    let allowed = Expectation { former_may_be_gone: true, ..Expectation::default() };
    let first = verify(&[place.log()], None).unwrap().first.unwrap();
    for count in 1..=RECORDS_ROTATED {
        let some: String = text.split_inclusive('\n').take(count).collect();
        let anchors = Anchors::read(some.as_bytes(), &[key().public()]).unwrap();
        let covered = anchors.last().unwrap().head.seq >= first;
        let expected: &[_] = if covered { &[] } else { &[AnchorSort::NotCovered] };
        assert_eq!(check(&place, &some, allowed).1, expected, "{count} anchors, first {first}");
    }
}

#[test]
fn swapped_files_are_found() {
    let (place, text) = rotated();
    let files = whole_log(&place.log()).unwrap();
    let (one, two) = (fs::read(&files[1]).unwrap(), fs::read(&files[2]).unwrap());
    fs::write(&files[1], two).unwrap();
    fs::write(&files[2], one).unwrap();
    let (report, _) = check(&place, &text, Expectation::default());
    assert!(!report.is_intact());
}

#[test]
fn a_restart_after_an_anchor_is_found() {
    let kept = AnchoredLog::new();
    fs::remove_file(kept.place.log()).unwrap();
    let options = AuditOptions { on_damage: OnDamage::Restart, ..AuditOptions::default() };
    let log = Log::open(kept.place.log(), options).unwrap();
    fill(&log, 3);
    drop(log);
    for former_may_be_gone in [false, true] {
        let expectation = Expectation { former_may_be_gone, ..Expectation::default() };
        let (report, faults) = check(&kept.place, &kept.anchors.join(""), expectation);
        assert!(report.is_intact(), "{report:?}");
        assert_eq!(faults, [AnchorSort::Restarted]);
    }
    // New anchors begin with the record that says so.
    let report = verify(&[kept.place.log()], None).unwrap();
    let first: Hash = Hash::of(kept.lines()[0].as_bytes());
    let first = Mark { seq: report.first.unwrap(), hash: first };
    let fresh = anchors(first, &[report.last.unwrap()], &key()).concat();
    assert_eq!(check(&kept.place, &fresh, Expectation::default()).1, []);
}

#[test]
fn tampered_anchors_are_found() {
    let kept = AnchoredLog::new();
    let [one, two, three]: [String; 3] = kept.anchors.clone().try_into().unwrap();
    let look = |lines: &[&str]| check(&kept.place, &lines.concat(), Expectation::default()).1;
    assert_eq!(look(&[&one, &two, &three]), []);
    // Delivered twice, since the answer was lost.
    assert_eq!(look(&[&one, &one, &two, &two, &three]), []);

    assert_eq!(look(&[]), [AnchorSort::NoAnchor]);
    assert_eq!(look(&[&one, &three]), [AnchorSort::Dropped { from: 2, to: 2 }]);
    assert_eq!(look(&[&three]), [AnchorSort::Dropped { from: 1, to: 2 }]);
    assert_eq!(look(&[&one, &two, &three, &one]), [AnchorSort::OutOfOrder]);
    assert_eq!(
        look(&[&two, &one, &three]),
        [AnchorSort::Dropped { from: 1, to: 1 }, AnchorSort::OutOfOrder]
    );
    assert_eq!(look(&[&one, &two, three.trim_end()]), [AnchorSort::Torn]);
    assert_eq!(look(&[&one, &two, &three[..100]]), [AnchorSort::Torn]);
    let unreadable = AnchorSort::NotAnAnchor(Error::NotAnEnvelope);
    assert_eq!(look(&[&one, "\n", &two, &three]), [unreadable]);
    let long = "x".repeat(100_000) + "\n";
    assert_eq!(look(&[&one, &long, &two, &three]), [AnchorSort::TooLong]);

    // By another key, and of another log by the same one.
    let not_signed = AnchorSort::NotAnAnchor(Error::NotSigned);
    let forged = anchors(kept.marks[0], &kept.marks[3..4], &PrivateKey::from_seed(&[8; 32]));
    assert_eq!(look(&[&forged[0]]), [not_signed, AnchorSort::NoAnchor]);
    assert_eq!(look(&[&one, &forged[0], &two, &three]), [not_signed]);
    let elsewhere = Mark { seq: 1, hash: Hash::of(b"another log") };
    let foreign = anchors(elsewhere, &[elsewhere, kept.marks[11]], &key());
    assert_eq!(look(&[&one, &foreign[1], &two, &three]), [AnchorSort::OtherLog]);
    assert_eq!(look(&[&foreign[0], &foreign[1]]), [AnchorSort::Replaced]);

    // Two that contradict each other, both signed.
    let read =
        |line: &str| Anchor::verified(line.trim_end().as_bytes(), &[key().public()]).unwrap();
    let fork = Anchor { head: kept.marks[8], ..read(&two) }.sign(&key()) + "\n";
    assert_eq!(look(&[&one, &two, &fork, &three]), [AnchorSort::OutOfOrder]);
    assert_eq!(look(&[&one, &fork, &three]), [AnchorSort::Link]);
    let back = Anchor::next(Some(&read(&three)), kept.marks[0], kept.marks[5], "audit.jsonl", 0);
    assert_eq!(look(&[&one, &two, &three, &(back.sign(&key()) + "\n")]), [AnchorSort::Backwards]);
}

/// Order is by number: a clock that went back is nobody's deed.
#[test]
fn anchors_of_a_clock_that_went_back_hold() {
    let kept = AnchoredLog::new();
    let mut former: Option<Anchor> = None;
    let mut text = String::new();
    for (mark, at) in kept.marks.iter().zip((0..12).map(|at| NOW_MS - 3_600_000 * at)) {
        let anchor = Anchor::next(former.as_ref(), kept.marks[0], *mark, "audit.jsonl", at);
        text += &(anchor.sign(&key()) + "\n");
        former = Some(anchor);
    }
    assert_eq!(check(&kept.place, &text, Expectation::default()).1, []);
    // By its own time it is old.
    let expectation = Expectation { max_age: Some((NOW_MS, 60_000)), ..Expectation::default() };
    let seconds = 11 * 3600;
    assert_eq!(check(&kept.place, &text, expectation).1, [AnchorSort::Stale { seconds }]);
}

/// A rotated key: anchors by the old one and by the new one.
#[test]
fn anchors_may_be_by_any_of_the_keys() {
    let kept = AnchoredLog::new();
    let new = PrivateKey::from_seed(&[8; 32]);
    let old = key().public();
    let last = kept.anchors.last().unwrap().trim_end();
    let last = Anchor::verified(last.as_bytes(), std::slice::from_ref(&old)).unwrap();
    let next = Anchor::next(Some(&last), kept.marks[0], kept.marks[11], "audit.jsonl", NOW_MS);
    let text = kept.anchors.join("") + &next.sign(&new) + "\n";
    let both = [old, new.public()];
    assert_eq!(check_by(&kept.place, &text, Expectation::default(), &both).1, []);
    assert_eq!(
        check(&kept.place, &text, Expectation::default()).1,
        [AnchorSort::NotAnAnchor(Error::NotSigned)]
    );
}

/// A log whose writer cares little still has one chain.
#[test]
fn records_that_are_equal_but_for_their_place_are_told_apart() {
    let place = Place::new();
    let options = AuditOptions { fsync: Fsync::Never, clock: || NOW_MS, ..AuditOptions::default() };
    let log = Log::open(place.log(), options).unwrap();
    let same = event("same");
    let marks: Vec<Mark> = (0..6).map(|_| log.append_json(&same).unwrap().mark).collect();
    drop(log);
    let text = anchors(marks[0], &[marks[2], marks[5]], &key()).concat();
    assert_eq!(check(&place, &text, Expectation::default()).1, []);
    let lines: Vec<String> = place.text().lines().map(str::to_owned).collect();
    write_log(&place.log(), &lines[..5], 0);
    let expected = [AnchorSort::RolledBack { from: 6, to: 6 }];
    assert_eq!(check(&place, &text, Expectation::default()).1, expected);
}
