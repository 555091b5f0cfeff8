//! The bytes under the scanner: what each is, and how to walk over them.

/// Counts the bytes that a scan looks at. The real one counts nothing and costs nothing.
pub(super) trait Meter {
    /// So many bytes were looked at.
    fn step(&self, bytes: usize);
}

/// The meter of every scan but those of the tests.
pub(super) struct Unmetered;

impl Meter for Unmetered {
    #[inline]
    fn step(&self, _bytes: usize) {}
}

pub(super) const DIGIT: u16 = 1;
pub(super) const LOWER: u16 = 1 << 1;
pub(super) const UPPER: u16 = 1 << 2;
pub(super) const DASH: u16 = 1 << 3;
pub(super) const UNDERSCORE: u16 = 1 << 4;
pub(super) const DOT: u16 = 1 << 5;
/// A space or a tab.
pub(super) const BLANK: u16 = 1 << 6;
/// `+` and `/`.
pub(super) const BASE64: u16 = 1 << 7;
/// `=` and `~`, which stand in tokens only.
pub(super) const PADDING: u16 = 1 << 8;
/// A byte of a character outside ASCII.
pub(super) const WIDE: u16 = 1 << 9;
/// What a value without quotes cannot go on over.
pub(super) const STOP: u16 = 1 << 10;
/// What the user and password of a URL cannot hold.
pub(super) const NOT_USERINFO: u16 = 1 << 11;
pub(super) const PLUS: u16 = 1 << 12;

pub(super) const LETTER: u16 = LOWER | UPPER;
pub(super) const ALNUM: u16 = LETTER | DIGIT;
/// The alphabet of base64url, in which most keys are written.
pub(super) const TOKEN: u16 = ALNUM | DASH | UNDERSCORE;

const fn class_of(byte: u8) -> u16 {
    match byte {
        b'0'..=b'9' => DIGIT,
        b'a'..=b'z' => LOWER,
        b'A'..=b'Z' => UPPER,
        b'-' => DASH,
        b'_' => UNDERSCORE,
        b'.' => DOT,
        b' ' | b'\t' => BLANK | STOP | NOT_USERINFO,
        b'+' => BASE64 | PLUS,
        b'/' => BASE64 | NOT_USERINFO,
        b'~' => PADDING,
        b'=' => PADDING | STOP,
        b'@' | b'?' | b'#' => NOT_USERINFO,
        b'"' | b'\'' | b'`' | b'\\' | 0..=31 | 127 => STOP | NOT_USERINFO,
        b':' | b',' | b';' | b'&' | b'|' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<'
        | b'>' => STOP,
        128..=255 => WIDE,
        _ => 0,
    }
}

/// Why the pass stops at a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Trigger {
    /// It does not.
    None = 0,
    /// A number may begin.
    Digit,
    /// A key's prefix may have ended, or the first part of a web token: `-`, `_`, `.`.
    Joint,
    /// The name of a secret may have ended: `=`, `:`, `>`.
    Separator,
    /// `@`.
    At,
    /// `%`, which may spell `@`.
    Percent,
    /// `AKIA`, `ASIA`, `AIza`.
    LetterA,
    /// `Bearer`, `Basic`, `BEGIN`.
    LetterB,
    /// The first byte of a character that may have to be folded.
    Wide,
}

const fn trigger_of(byte: u8) -> Trigger {
    match byte {
        b'0'..=b'9' => Trigger::Digit,
        b'-' | b'_' | b'.' => Trigger::Joint,
        b'=' | b':' | b'>' => Trigger::Separator,
        b'@' => Trigger::At,
        b'%' => Trigger::Percent,
        b'A' => Trigger::LetterA,
        b'B' | b'b' => Trigger::LetterB,
        0xC2 | 0xCD | 0xD8 | 0xE1 | 0xE2 | 0xE3 | 0xEF | 0xF0 | 0xF3 => Trigger::Wide,
        _ => Trigger::None,
    }
}

/// Whether a provider key, a private key or a web token can show at this byte.
const fn betrays_key(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'.' | b':' | b'A' | b'B' | 0x80..)
}

#[expect(
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "evaluated by the compiler, which would not build a table that overruns"
)]
const TABLES: ([u16; 256], Triggers, Triggers) = {
    let mut classes = [0; 256];
    let mut triggers = [Trigger::None; 256];
    let mut key_triggers = [Trigger::None; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class_of(byte as u8);
        triggers[byte] = trigger_of(byte as u8);
        if betrays_key(byte as u8) {
            key_triggers[byte] = triggers[byte];
        }
        byte += 1;
    }
    (classes, triggers, key_triggers)
};
static CLASSES: [u16; 256] = TABLES.0;

/// Why a pass stops, for each byte.
pub(super) type Triggers = [Trigger; 256];
/// The stops of a pass that looks for everything.
pub(super) static TRIGGERS: Triggers = TABLES.1;
/// The stops of a pass that looks for provider keys, private keys and web tokens only.
pub(super) static KEY_TRIGGERS: Triggers = TABLES.2;

/// Whether `byte` is of one of the classes in `mask`.
#[inline]
pub(super) fn is(byte: u8, mask: u16) -> bool {
    CLASSES.get(usize::from(byte)).is_some_and(|class| class & mask != 0)
}

/// The text of one pass. Outside of it stand NUL bytes, which belong to no key, word or number.
pub(super) struct Text<'a, M> {
    bytes: &'a [u8],
    triggers: &'static Triggers,
    meter: &'a M,
}

impl<M> Clone for Text<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Text<'_, M> {}

impl<'a, M: Meter> Text<'a, M> {
    pub(super) fn new(bytes: &'a [u8], triggers: &'static Triggers, meter: &'a M) -> Self {
        Self { bytes, triggers, meter }
    }

    pub(super) fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    #[inline]
    pub(super) fn step(self, bytes: usize) {
        self.meter.step(bytes);
    }

    /// The next byte from `from` on at which the pass has to stop.
    #[inline]
    pub(super) fn next_trigger(self, from: usize) -> Option<(usize, Trigger)> {
        let rest = self.bytes.get(from..)?;
        let trigger_of =
            |byte: u8| self.triggers.get(usize::from(byte)).copied().unwrap_or(Trigger::None);
        // Eight bytes are asked at once, since in most texts none of them is a trigger.
        let quiet = |eight: &&[u8; 8]| {
            eight.iter().fold(0, |any, &byte| any | trigger_of(byte) as u8) == Trigger::None as u8
        };
        let (eights, _) = rest.as_chunks::<8>();
        let skipped = eights.iter().take_while(quiet).count().saturating_mul(8);
        let after = rest.get(skipped..).unwrap_or_default();
        let ahead = after
            .iter()
            .position(|&byte| trigger_of(byte) != Trigger::None)
            .map(|ahead| ahead.saturating_add(skipped));
        self.step(ahead.map_or(rest.len(), |ahead| ahead.saturating_add(1)));
        let i = from.saturating_add(ahead?);
        Some((i, trigger_of(self.bytes.get(i).copied()?)))
    }

    /// The byte at `i`.
    #[inline]
    pub(super) fn at(self, i: usize) -> u8 {
        self.step(1);
        self.bytes.get(i).copied().unwrap_or(0)
    }

    /// The byte `n` places after `i`.
    #[inline]
    pub(super) fn after(self, i: usize, n: usize) -> u8 {
        self.at(i.saturating_add(n))
    }

    /// The byte `n` places before `i`.
    #[inline]
    pub(super) fn before(self, i: usize, n: usize) -> u8 {
        i.checked_sub(n).map_or(0, |at| self.at(at))
    }

    /// Where the bytes of `mask` that begin at `start` end.
    pub(super) fn run(self, start: usize, mask: u16) -> usize {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let length = rest.iter().take_while(|&&byte| is(byte, mask)).count();
        self.step(length.saturating_add(1));
        start.saturating_add(length)
    }

    /// The same, but no further than `most` bytes: for what may be asked again within the same bytes.
    pub(super) fn run_within(self, start: usize, mask: u16, most: usize) -> usize {
        let rest = self.slice(start, start.saturating_add(most));
        let length = rest.iter().take_while(|&&byte| is(byte, mask)).count();
        self.step(length.saturating_add(1));
        start.saturating_add(length)
    }

    /// Where the bytes of `mask` that end before `end` begin.
    pub(super) fn run_back(self, end: usize, mask: u16) -> usize {
        let rest = self.bytes.get(..end).unwrap_or_default();
        let length = rest.iter().rev().take_while(|&&byte| is(byte, mask)).count();
        self.step(length.saturating_add(1));
        end.saturating_sub(length)
    }

    /// The bytes from `start` to `end`, as far as the text holds them.
    pub(super) fn slice(self, start: usize, end: usize) -> &'a [u8] {
        let end = end.min(self.bytes.len());
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// Whether `word` stands at `start`.
    pub(super) fn has(self, start: usize, word: &[u8]) -> bool {
        self.step(word.len());
        self.bytes.get(start..).is_some_and(|rest| rest.starts_with(word))
    }

    /// Whether `word` stands at `start`, in whatever case.
    pub(super) fn has_word(self, start: usize, word: &[u8]) -> bool {
        self.step(word.len());
        let end = start.saturating_add(word.len());
        self.bytes.get(start..end).is_some_and(|found| found.eq_ignore_ascii_case(word))
    }
}
