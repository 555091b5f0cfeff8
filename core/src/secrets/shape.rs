//! What a run of characters looks like: a made-up word, or the output of a random generator.

use super::text::{ALNUM, DIGIT, LETTER, LOWER, UPPER, is};

/// The counts by which a key is told from a phrase. A chunk is a stretch of letters and digits.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    pub(super) len: usize,
    pub(super) digits: usize,
    pub(super) lower: usize,
    pub(super) upper: usize,
    pub(super) blanks: usize,
    pub(super) dots: usize,
    /// Punctuation other than what joins the words of an identifier or path.
    pub(super) marks: usize,
    /// The longest chunk.
    pub(super) chunk: usize,
    /// The longest chunk that holds both a letter and a digit.
    pub(super) mixed: usize,
    /// The most changes between letters and digits in a chunk of at least six characters.
    pub(super) turns: usize,
    /// Whether a chunk mixes the cases of its letters as no word and no camelCase name does.
    pub(super) scrambled: bool,
    distinct: u128,
}

impl Shape {
    pub(super) fn of(bytes: &[u8]) -> Self {
        let mut shape = Self { len: bytes.len(), ..Self::default() };
        for &byte in bytes {
            match byte {
                b'0'..=b'9' => add(&mut shape.digits),
                b'a'..=b'z' => add(&mut shape.lower),
                b'A'..=b'Z' => add(&mut shape.upper),
                b' ' | b'\t' => add(&mut shape.blanks),
                b'.' => add(&mut shape.dots),
                b'-' | b'_' | b'/' | b',' | b'\'' | b'*' | 128..=255 => {}
                _ => add(&mut shape.marks),
            }
            shape.distinct |= 1_u128.checked_shl(u32::from(byte)).unwrap_or(0);
        }
        for chunk in bytes.split(|&byte| !is(byte, ALNUM)) {
            let mut turns = 0;
            let mut last = None;
            for &byte in chunk {
                let digit = is(byte, DIGIT);
                if last.is_some_and(|last| last != digit) {
                    add(&mut turns);
                }
                last = Some(digit);
            }
            shape.scrambled |= is_scrambled(chunk);
            shape.chunk = shape.chunk.max(chunk.len());
            if turns > 0 {
                shape.mixed = shape.mixed.max(chunk.len());
            }
            if chunk.len() >= 6 {
                shape.turns = shape.turns.max(turns);
            }
        }
        shape
    }

    pub(super) fn letters(self) -> usize {
        self.lower.saturating_add(self.upper)
    }

    /// `xxxxxxxx`, `XXXX-XXXX`: somebody blotted it out.
    pub(super) fn blotted(self) -> bool {
        self.digits == 0 && self.distinct.count_ones() <= 3
    }

    /// Letters of both cases, and digits.
    pub(super) fn rich(self) -> bool {
        self.digits > 0 && self.upper >= 3 && self.lower >= 3
    }

    /// A body that follows a well-known prefix within a longer word, where a UUID or a date may stand too.
    pub(super) fn dense(self) -> bool {
        !self.blotted() && (self.chunk >= 16 || self.rich())
    }

    /// A body that follows a well-known prefix and is not a phrase of hyphenated words.
    pub(super) fn random(self) -> bool {
        let varied = (self.digits > 0 && self.letters() > 0) || (self.upper > 0 && self.lower > 0);
        // Joints may part even a random body into short chunks, but then there is more variety.
        self.dense() || (!self.blotted() && self.chunk >= 8 && varied)
    }

    /// A value that is a token even where the text around it may be prose.
    pub(super) fn token(self) -> bool {
        self.turns >= 2 || self.mixed >= 16 || self.chunk >= 24 || self.scrambled
    }
}

/// The shorter a chunk, the evener the mixture has to be: two fifths of each case, later a quarter.
fn is_scrambled(chunk: &[u8]) -> bool {
    let count = |mask| chunk.iter().filter(|&&byte| is(byte, mask)).count();
    let least = match chunk.len() {
        0..10 => return false,
        len @ 10..20 => len.saturating_mul(2).div_ceil(5),
        len => len.div_ceil(4),
    };
    count(UPPER) >= least && count(LOWER) >= least
}

/// Whether a stretch has a chunk of 16 characters, or digits and `least` letters of either case: in one pass,
/// for what is asked again and again within the same bytes. What has neither is not [`Shape::dense`].
pub(super) fn may_be_dense(bytes: &[u8], least: usize) -> bool {
    let (mut digits, mut lower, mut upper, mut chunk) = (0_usize, 0_usize, 0_usize, 0_usize);
    for &byte in bytes {
        match byte {
            b'0'..=b'9' => add(&mut digits),
            b'a'..=b'z' => add(&mut lower),
            b'A'..=b'Z' => add(&mut upper),
            _ => {
                chunk = 0;
                continue;
            }
        }
        add(&mut chunk);
        if chunk >= 16 || (digits > 0 && lower >= least && upper >= least) {
            return true;
        }
    }
    false
}

fn add(count: &mut usize) {
    *count = count.saturating_add(1);
}

/// Whether `word` is letters only.
pub(super) fn lettered(word: &[u8]) -> bool {
    word.iter().all(|&byte| is(byte, LETTER))
}
