//! Where the reader of command lines finds one simple command, the gate's reader of shell texts finds the same words.

use aana_core::arguments::testing::shell;
use aana_formats::command::{Word, split};

/// Fragments of which lines are made: words, quotes, and what a shell would act on.
const PARTS: [&str; 30] = [
    "ls", " ", " ", " ", "a", "-x", "'b c'", "\"d e\"", "''", "\"\"", "'|'", "\";\"", "a=b",
    "/in/x", "\"\\\"\"", "'\"'", "--k=v", ".", ",", "\"\\\\\"", "=", "%", "@", ":", "+", "^", "!",
    "1", "\"'\"", "#",
];

fn random(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    usize::try_from(*state >> 33).unwrap()
}

#[test]
fn the_words_of_a_plain_line_are_those_of_the_gate() {
    let mut state = 0x5DEE_CE66_u64;
    let mut compared = 0;
    for _ in 0..20_000 {
        let count = 1 + random(&mut state) % 12;
        let line: String = (0..count).map(|_| PARTS[random(&mut state) % PARTS.len()]).collect();
        let plain = split(&line);
        let words: Vec<&str> = plain.words().iter().map(Word::text).collect();
        // The line reader leaves assignments and reserved words before a program to its caller.
        let Some(first) = words.first() else { continue };
        if !plain.is_plain() || first.contains('=') || matches!(*first, "!") {
            continue;
        }
        compared += 1;
        let report = shell(&line, None);
        let read: Vec<Option<&str>> = match report.commands.first() {
            Some(command) => command.iter().map(Option::as_deref).collect(),
            None => panic!("{line:?} holds no command"),
        };
        assert!(read.iter().copied().eq(words.iter().map(|word| Some(*word))), "{line:?} {read:?}");
        assert!(!report.rows.iter().any(|row| row.program.name == Some("unparsed")), "{line:?}");
    }
    assert!(compared > 4000, "only {compared} lines were compared");
}
