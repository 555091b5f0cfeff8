//! Characters that a reader would not see, or would take for others, made visible.

use aana_core::characters;

use super::{
    confusable,
    mark::{Mark, Marks},
};

/// What stands around a character that is named instead of shown. The two themselves are named as well,
/// so that no text can look like it.
pub(super) const OPEN: char = '⟨';
pub(super) const CLOSE: char = '⟩';

/// So many blanks in a row, or more, push what follows out of sight.
const BLANKS: usize = 9;
/// So many line breaks in a row, or more, do the same.
const BREAKS: usize = 4;
/// So many marks on one letter are in nobody's writing.
const STACKED: usize = 4;

/// Which text is shown: where line breaks, and quotes, mean something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A value, in which lines may break.
    Value,
    /// A name in quotes, on one line.
    Name,
}

/// The text as it can be shown to a person: every character that shows nothing, turns the direction of
/// writing or cannot be told from another one is named by its code point. Adds what was found to `marks`.
///
/// `ends_line`: whether the line ends with the text, or goes on after it.
pub(super) fn visible_before(
    text: &str,
    ends_line: bool,
    kind: TextKind,
    marks: &mut Marks,
) -> String {
    let confusable = confusable::find(text, marks);
    let characters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut stacked = 0;
    while let Some(&character) = characters.get(at) {
        let rest = characters.get(at..).unwrap_or_default();
        // Only what is then passed over as a whole may be counted, or the time would grow with its square.
        let run = || rest.iter().take_while(|other| **other == character).count();
        stacked = if is_mark(character) { stacked + 1 } else { 0 };
        at += if character == ' ' && is_out_of_sight(rest, ends_line) {
            let run = run();
            name(&mut out, character, run);
            run
        } else if character == '\n' && kind == TextKind::Value {
            let run = run();
            if run >= BREAKS {
                out.push('\n');
                name(&mut out, character, run);
                out.push('\n');
            } else {
                out.extend(rest.iter().take(run));
            }
            run
        } else if stacked > STACKED {
            marks.insert(Mark::Hidden);
            name(&mut out, character, 1);
            1
        } else if let Some(mark) = hidden(character) {
            let run = run();
            marks.insert(mark);
            name(&mut out, character, run);
            run
        } else if matches!(character, OPEN | CLOSE) || character == '"' && kind == TextKind::Name {
            name(&mut out, character, 1);
            1
        } else {
            out.push(character);
            if confusable.get(at).copied().unwrap_or(false) {
                name(&mut out, character, 1);
            }
            if is_right_to_left(character) {
                marks.insert(Mark::RightToLeft);
            }
            1
        };
    }
    out
}

/// Blanks at the end of a line, or so many that the line goes on elsewhere.
fn is_out_of_sight(rest: &[char], ends_line: bool) -> bool {
    let run = rest.iter().take(BLANKS).take_while(|blank| **blank == ' ').count();
    run >= BLANKS || rest.get(run).map_or(ends_line, |next| *next == '\n')
}

fn name(out: &mut String, character: char, times: usize) {
    out.push(OPEN);
    let number = format!("U+{:04X}", u32::from(character));
    out.push_str(&number);
    if times > 1 {
        out.extend([" ×", &times.to_string()]);
    }
    out.push(CLOSE);
}

/// Whether a character shows nothing, turns the direction of writing, is a blank other than the space, or
/// strikes out the letter before.
pub(crate) fn is_hidden(character: char) -> bool {
    hidden(character).is_some()
}

/// Whether a character is named instead of shown, and what it is then.
fn hidden(character: char) -> Option<Mark> {
    let strikes = || {
        // Strokes through the letter before.
        matches!(u32::from(character), 0x0335..=0x0338 | 0x20D2..=0x20D3 | 0x20E5)
    };
    if characters::is_bidi_control(character) {
        Some(Mark::Bidi)
    } else if characters::is_tag(character) {
        Some(Mark::Tag)
    } else if characters::is_hidden(character) || strikes() {
        Some(Mark::Hidden)
    } else {
        None
    }
}

/// Marks that stand on, in or below the letter before.
fn is_mark(character: char) -> bool {
    matches!(u32::from(character), 0x0300..=0x036F | 0x0483..=0x0489 | 0x1AB0..=0x1AFF
        | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF | 0xFE20..=0xFE2F)
}

/// Letters that are written from right to left, and so move what stands beside them.
fn is_right_to_left(character: char) -> bool {
    matches!(u32::from(character), 0x0590..=0x08FF | 0xFB1D..=0xFDFF | 0xFE70..=0xFEFC
        | 0x10800..=0x10FFF | 0x1E800..=0x1EFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> (String, Marks) {
        let mut marks = Marks::default();
        (visible_before(text, true, TextKind::Value, &mut marks), marks)
    }

    #[track_caller]
    fn is_shown(text: &str, expected: &str, found: &[Mark]) {
        let (text, marks) = shown(text);
        assert_eq!(text, expected);
        assert_eq!(marks.iter().collect::<Vec<_>>(), found);
    }

    #[test]
    fn plain_text_stays_as_it_is() {
        for text in
            ["", "Grüße, José – “ok”…", "a\nb\n\nc", "日本語のテキスト", "x = 1  # two", "привет"]
        {
            is_shown(text, text, &[]);
        }
        is_shown("שלום", "שלום", &[Mark::RightToLeft]);
    }

    #[test]
    fn what_shows_nothing_is_named() {
        is_shown("a\u{200B}\u{200B}b", "a⟨U+200B ×2⟩b", &[Mark::Hidden]);
        is_shown("gpj\u{202E}.exe", "gpj⟨U+202E⟩.exe", &[Mark::Bidi]);
        is_shown("hi\u{E0041}", "hi⟨U+E0041⟩", &[Mark::Tag]);
        is_shown("a\tb\rc\u{1B}[8m", "a⟨U+0009⟩b⟨U+000D⟩c⟨U+001B⟩[8m", &[Mark::Hidden]);
        is_shown("a\u{A0}b\u{FFFF}", "a⟨U+00A0⟩b⟨U+FFFF⟩", &[Mark::Hidden]);
        is_shown(
            "e\u{301}\u{301}\u{301}\u{301}\u{301}",
            "e\u{301}⟨U+0301⟩\u{301}⟨U+0301⟩\u{301}⟨U+0301⟩\u{301}⟨U+0301⟩⟨U+0301⟩",
            &[Mark::Hidden, Mark::Confusable],
        );
    }

    #[test]
    fn nothing_is_pushed_out_of_sight() {
        is_shown(&format!("a{}b", " ".repeat(200)), "a⟨U+0020 ×200⟩b", &[]);
        is_shown("rm \n x ", "rm⟨U+0020⟩\n x⟨U+0020⟩", &[]);
        is_shown(&format!("a{}b", "\n".repeat(50)), "a\n⟨U+000A ×50⟩\nb", &[]);
    }

    #[test]
    fn no_text_looks_like_a_named_character() {
        is_shown("⟨U+202E⟩", "⟨U+27E8⟩U+202E⟨U+27E9⟩", &[]);
        let mut marks = Marks::default();
        assert_eq!(visible_before("a\"\n", true, TextKind::Name, &mut marks), "a⟨U+0022⟩⟨U+000A⟩");
    }
}
