//! Texts that make a careless scanner walk the same bytes again and again.

use core::cell::Cell;

use alloc::format;
use alloc::string::String;

use super::super::scan::{scan, scan_metered};
use super::super::span::spans_metered;
use super::super::text::Meter;

/// Counts every byte that the scanner looks at.
#[derive(Default)]
struct Counter(Cell<usize>);

impl Meter for Counter {
    fn step(&self, bytes: usize) {
        self.0.set(self.0.get().saturating_add(bytes));
    }
}

fn steps(text: &str) -> usize {
    let counter = Counter::default();
    scan_metered(text, &counter);
    counter.0.get()
}

/// The steps of looking for places too.
fn steps_of_spans(text: &str) -> usize {
    let counter = Counter::default();
    spans_metered(text, &counter);
    counter.0.get()
}

const PROSE: &str = "User explicitly confirmed the refund of 120 euros for the order of 3 May, and the \
    clerk checked that the account is the customer's own; nothing else was asked for. ";

/// What is repeated to 64 KiB, with something before and after it.
const HOSTILE: &[(&str, &str, &str)] = &[
    ("", "a.", "@"),
    ("", "a.", "@b"),
    ("", "@", ""),
    ("", "a@", ""),
    ("", "a@b.", "c"),
    ("x@", "a.", ""),
    ("", "%40", ""),
    ("", "a%40", ""),
    ("x@", "a-", ".com"),
    ("", "é", "@example.com"),
    ("", "-", ""),
    ("", "------BEGIN", ""),
    ("", "-----BEGIN ", ""),
    ("", "-----BEGIN A ", ""),
    ("", "-----BEGIN PRIVATE KE", ""),
    ("", "BEGIN ", ""),
    ("-----BEGIN ", "A", " PRIVATE KEY"),
    ("", "-----BEGIN PRIVATE KEY", ""),
    ("-----BEGIN PRIVATE KEY-----", "\n", "["),
    ("", "eyJ", ""),
    ("", "eyJ.", ""),
    ("", "eyJabcdefghijkl.", ""),
    ("", "eyJabcdefghijkl.eyJ", ""),
    ("eyJ", "a", ".eyJ"),
    ("", "eyJ ", ""),
    ("", "\\neyJ", ""),
    ("", "-sk-", ""),
    ("", "_sk-proj-", ""),
    ("x", "-sk-proj-", "a"),
    ("", "sk-ant-", ""),
    ("-sk-", "a1B", ""),
    ("", "-sk-a1Ba1Ba1Ba1Ba1Ba1Ba1B", ""),
    ("", "-sk-proj-a1Ba1Ba1Ba1Ba1Ba1Ba1B", ""),
    ("", "-xai-", ""),
    ("", "_xai-a1B", ""),
    ("", "-hvs.", ""),
    ("", "-SG.", ""),
    ("", "-glpat-", ""),
    ("", "-AIza", ""),
    ("", "_AIza-", ""),
    ("-AIza", "a", ""),
    ("", "-eyJ", ""),
    ("", "-eyJ.eyJ", ""),
    ("", "_eyJabcdefghijkl.", ""),
    ("", "-eyJabcdefghijkl.eyJ", ""),
    ("", "-----BEGIN PRIVATE KEY-----\nAb1", ""),
    ("-----BEGIN PRIVATE KEY-----\n", "Ab1Cd2Ef3Gh4\n", ""),
    ("", "-----BEGIN PRIVATE KEY-----\nComment: ", ""),
    ("", "sk-", ""),
    ("", "sk-a ", ""),
    ("sk-", "a", ""),
    ("sk-", "a-", ""),
    ("", "\\nsk-", ""),
    ("", "%3Dsk-", ""),
    ("", "ghp_", ""),
    ("", "xoxb-1", ""),
    ("", "glpat-", ""),
    ("", "SG.", ""),
    ("", "SG.a.", ""),
    ("", "SG.aaaaaaaaaaaaaaaaaaaaaaaa.", ""),
    ("", "sk_live_", ""),
    ("", "ya29.", ""),
    ("", "hooks.slack.com/services/T", ""),
    ("", "github_pat_", ""),
    ("", "github_", ""),
    ("", "AKIA", ""),
    ("", "AIza", ""),
    ("AIza", "a", ""),
    ("", "AIza ", ""),
    ("", "A", ""),
    ("", "1", ""),
    ("", "12 ", ""),
    ("", "1-", ""),
    ("", "1 ", ""),
    ("", "1.", ""),
    ("", "1)", ""),
    ("", "(1) ", ""),
    ("", "4111 ", ""),
    ("", "4111-", ""),
    ("", "536-90-", ""),
    ("", "415-555-", ""),
    ("", "+1", ""),
    ("", "+1 ", ""),
    ("", "+1(", ""),
    ("+", "1 ", ""),
    ("", "+49 ", ""),
    ("", "%2B1", ""),
    ("", "phone 1 ", ""),
    ("phone", " ", "123456789"),
    ("", "tel:", ""),
    ("", "12345678:", ""),
    ("", "12345678:aaaaaaaaaaaaaaaa", ""),
    ("", "4111111111111111 ", ""),
    ("", ":", ""),
    ("", "=", ""),
    ("", " =", ""),
    ("", ": ", ""),
    ("", "token    :", ""),
    ("", "://", ""),
    ("", "a://", "@b"),
    ("", "://:", "@"),
    ("", "a://b:c@", ""),
    ("x://", "a:", "@b"),
    ("", ":@", ""),
    ("", "password=", ""),
    ("", "password:", ""),
    ("", "password=\"", ""),
    ("", "password='\"`", ""),
    ("", "password=\"password='", ""),
    ("password=", "a", ""),
    ("password=\"", "a ", ""),
    ("", "password ", "="),
    ("", "password=abcdef ", ""),
    ("", "password=abcdef1 ", ""),
    ("", "hi.hi.hi.hi@b.co ", ""),
    ("password", " ", "=x"),
    ("", "password=$", ""),
    ("", "password=>", ""),
    ("", "<password>", ""),
    ("", "api key:", ""),
    ("", "a_", "password=x"),
    ("", "aB", "=x"),
    ("", "key ", ":"),
    ("", "\\\"token\\\":\\\"", ""),
    ("token=", "xY1", ""),
    ("", "token=token:", ""),
    ("", "--", ""),
    ("", " --password", ""),
    ("", " --token ", ""),
    (" --", "a", ""),
    ("", "\"--", ""),
    ("", "Bearer ", ""),
    ("", "Bearer", ""),
    ("Bearer ", "a", ""),
    ("Bearer ", "a1=", ""),
    ("", "bearer a1b2", ""),
    ("", "Basic ", ""),
    ("", "authorization: Basic ", ""),
    ("", "b", ""),
    ("", "B", ""),
    ("", "BE", ""),
    ("", "\u{200B}", ""),
    ("", "sk-\u{200B}", ""),
    ("", "\u{FF20}", ""),
    ("", "\u{2014}", ""),
    ("", "、", ""),
    ("", "👩", ""),
    ("", "\u{0}", ""),
    ("", "\\n", ""),
    ("", "%", ""),
    ("", "&=", ""),
    ("", "550e8400-e29b-41d4-a716-446655440000 ", ""),
    ("", "2026-11-27T10:00:00Z ", ""),
    ("", "{\"password\": \"\", \"token\": \"\"}", ""),
    ("", "jane.roe@example.com,", ""),
];

fn repeated((before, part, after): (&str, &str, &str), size: usize) -> String {
    format!("{before}{}{after}", part.repeat(size / part.len()))
}

const SIZE: usize = 1 << 16;
/// More looks at each byte than any text costs.
const LIMIT: usize = 40;

#[test]
fn no_text_costs_much_more_than_prose() {
    for &hostile in HOSTILE {
        let text = repeated(hostile, SIZE);
        for cost in [steps(&text), steps_of_spans(&text)] {
            assert!(cost <= LIMIT * text.len(), "{hostile:?}: {} steps a byte", cost / text.len());
        }
    }
}

#[test]
fn twice_the_text_costs_twice_the_steps() {
    for &hostile in HOSTILE {
        let (one, two) = (steps(&repeated(hostile, SIZE)), steps(&repeated(hostile, 2 * SIZE)));
        assert!(two <= 2 * one + 4096, "{hostile:?}: {one}, then {two}");
        let [one, two] = [SIZE, 2 * SIZE].map(|size| steps_of_spans(&repeated(hostile, size)));
        assert!(two <= 2 * one + 4096, "{hostile:?}, with places: {one}, then {two}");
    }
}

#[test]
fn pairs_of_hostile_parts_cost_no_more() {
    for &(_, first, _) in HOSTILE {
        for &(_, second, _) in HOSTILE {
            let text = format!("{first}{second}").repeat(2048 / (first.len() + second.len()) + 1);
            let cost = steps(&text);
            assert!(
                cost <= LIMIT * text.len(),
                "{first:?} {second:?}: {} steps a byte",
                cost / text.len()
            );
        }
    }
}

#[test]
fn prose_costs_little_more_than_a_look_at_each_byte() {
    let prose = PROSE.repeat(SIZE / PROSE.len());
    assert!(steps(&prose) < prose.len() * 3 / 2, "{} of {}", steps(&prose), prose.len());
}

/// Any mixture of the parts gives an answer, and a copy without hidden characters gives the same.
#[test]
fn nothing_breaks_it() {
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = |bound: usize| {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % 1_000_003).unwrap_or(0) % bound
    };
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..next(12) {
            let (before, part, after) = HOSTILE[next(HOSTILE.len())];
            text.push_str([before, part, after][next(3)]);
            let mut end = text.len() - text.len().min(next(3));
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
        }
        assert!(steps(&text) <= LIMIT * text.len() + 256, "{text:?}");
        let plain: String = text.chars().filter(|c| *c != '\u{200B}').collect();
        assert_eq!(scan(&plain), scan(&format!("{text}\u{200B}")), "{text:?}");
    }
}
