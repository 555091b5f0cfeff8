//! From the digits of a number to the nearest double, without the tables of the standard library: for WebAssembly, where
//! no byte of them can be compressed.
//!
//! A number is `digits * 10^power`. Its digits are taken as one large integer, which is then multiplied by `5^power`, or
//! divided by `5^-power`, exactly; what remains of a division only counts as more than nothing. `2^power` is added to
//! the exponent.

/// How many digits are read. Halfway between two doubles is a number of at most 767: what further digits say is only
/// that there is more.
const MOST_DIGITS: i64 = 770;

/// The largest power of five in one step, and its exponent.
const STEP: (u32, u32) = (13, 1_220_703_125);

/// The bits of a double behind its exponent, with the one that is not written.
const BITS: u32 = 53;

/// The exponent of the least bit that a double can have.
const LEAST: i32 = -1074;

const INFINITY: u64 = 0x7ff0_0000_0000_0000;

/// The nearest double of a JSON number; of two that are as near, the even one.
pub(super) fn nearest(number: &str) -> f64 {
    let size = Digits::read(number).map_or(0, Digits::nearest);
    let sign = u64::from(number.starts_with('-')).wrapping_shl(63);
    f64::from_bits(size | sign)
}

/// Where in a number a byte stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Whole,
    Fraction,
    Exponent,
}

/// A number other than zero, without its sign.
struct Digits {
    integer: Large,
    power: i32,
    /// There are more digits than were read.
    has_more: bool,
}

impl Digits {
    fn read(number: &str) -> Option<Self> {
        let mut integer = Large::default();
        let (mut power, mut digits, mut has_more) = (0_i64, 0_i64, false);
        let (mut exponent, mut is_negative, mut part) = (0_i64, false, Part::Whole);
        for byte in number.bytes() {
            match byte {
                b'0'..=b'9' => {}
                b'.' => part = Part::Fraction,
                b'e' | b'E' => part = Part::Exponent,
                _ => is_negative = byte == b'-' && part == Part::Exponent,
            }
            if !byte.is_ascii_digit() {
                continue;
            }
            let digit = byte.wrapping_sub(b'0');
            if part == Part::Exponent {
                exponent = exponent.saturating_mul(10).saturating_add(digit.into());
                continue;
            }
            if digits < MOST_DIGITS {
                integer.multiply(10, digit.into());
                digits = digits.wrapping_add((digits > 0 || digit > 0).into());
                power = power.wrapping_sub((part == Part::Fraction).into());
            } else {
                has_more |= digit > 0;
                power = power.wrapping_add((part == Part::Whole).into());
            }
        }
        let exponent = if is_negative { exponent.saturating_neg() } else { exponent };
        // Beyond every double, and below every double, it is all the same how far.
        let least = (-400_i64).wrapping_sub(digits);
        let power = power.saturating_add(exponent).clamp(least, 400);
        (digits > 0).then(|| Self { integer, power: i32::try_from(power).unwrap_or(0), has_more })
    }

    /// The bits of the nearest double.
    fn nearest(mut self) -> u64 {
        let mut exponent = self.power;
        let mut left = self.power.unsigned_abs();
        if self.power < 0 {
            // As many more bits as the divisor has, and 64 that are wanted.
            let more = left.wrapping_mul(7).wrapping_div(96).wrapping_add(4);
            exponent = exponent.wrapping_sub_unsigned(self.integer.shift(more).wrapping_mul(32));
        }
        while left > 0 {
            let steps = left.min(STEP.0);
            let factor = if steps == STEP.0 { STEP.1 } else { 5_u32.wrapping_pow(steps) };
            if self.power < 0 {
                self.has_more |= self.integer.divide(factor) > 0;
            } else {
                self.integer.multiply(factor, 0);
            }
            left = left.wrapping_sub(steps);
        }
        let (first, shift, has_more) = self.integer.first_bits();
        rounded(first, exponent.wrapping_add(shift), self.has_more || has_more)
    }
}

/// The bits of the double that is nearest to `first * 2^exponent`. The highest bit of `first` is set.
fn rounded(first: u64, exponent: i32, has_more: bool) -> u64 {
    let over = u64::BITS.wrapping_sub(BITS);
    // Below the normal doubles there are fewer bits.
    let missing = LEAST.saturating_sub(exponent.saturating_add_unsigned(over)).max(0);
    let dropped = over.saturating_add_signed(missing);
    let kept = first.checked_shr(dropped).unwrap_or(0);
    let rest = first.checked_shl(u64::BITS.saturating_sub(dropped)).unwrap_or(0);
    let half = 1_u64.wrapping_shl(63);
    let is_up =
        dropped <= u64::BITS && (rest > half || (rest == half && (has_more || kept & 1 == 1)));
    // The bit that is not written adds one to the exponent, and so does rounding up to the next power of two.
    let above = exponent.saturating_add_unsigned(dropped).saturating_sub(LEAST).min(2047);
    let bits = u64::from(above.unsigned_abs()).wrapping_shl(BITS.wrapping_sub(1));
    bits.wrapping_add(kept).wrapping_add(u64::from(is_up)).min(INFINITY)
}

/// How many limbs there may be: half of them for the digits, half for what `shift` adds.
const LIMBS: usize = 192;

/// A large integer: 32 bits each, the highest first.
struct Large {
    limbs: [u32; LIMBS],
    start: usize,
    end: usize,
}

impl Default for Large {
    fn default() -> Self {
        Self { limbs: [0; LIMBS], start: LIMBS / 2, end: LIMBS / 2 }
    }
}

impl Large {
    fn limbs(&mut self) -> &mut [u32] {
        self.limbs.get_mut(self.start..self.end).unwrap_or_default()
    }

    /// Multiplies by a factor and adds something.
    fn multiply(&mut self, factor: u32, add: u32) {
        let mut carry = u64::from(add);
        for limb in self.limbs().iter_mut().rev() {
            carry = u64::from(*limb).wrapping_mul(u64::from(factor)).wrapping_add(carry);
            (*limb, carry) = (low(carry), carry >> 32);
        }
        if carry > 0 {
            self.start = self.start.saturating_sub(1);
            self.limbs().iter_mut().take(1).for_each(|first| *first = low(carry));
        }
    }

    /// Divides, and says what is left.
    fn divide(&mut self, divisor: u32) -> u64 {
        let divisor = u64::from(divisor);
        let mut rest = 0_u64;
        for limb in self.limbs() {
            let part = (rest << 32) | u64::from(*limb);
            let quotient = part.checked_div(divisor).unwrap_or(0);
            // One division: those of WebAssembly are slow.
            rest = part.wrapping_sub(quotient.wrapping_mul(divisor));
            *limb = low(quotient);
        }
        if self.limbs().first() == Some(&0) {
            self.start = self.start.wrapping_add(1);
        }
        rest
    }

    /// Multiplies by `2^32` as often as it takes to have some more limbs than `most`; says how often.
    fn shift(&mut self, most: u32) -> u32 {
        let length = u32::try_from(self.end.saturating_sub(self.start)).unwrap_or(0);
        let more = most.saturating_sub(length);
        self.end = self.end.saturating_add(more as usize).min(LIMBS);
        more
    }

    /// The first 64 bits, the exponent of their last one, and whether there are more.
    fn first_bits(&mut self) -> (u64, i32, bool) {
        let limbs = self.limbs();
        let mut next = limbs.iter().copied();
        let mut limb = || u64::from(next.next().unwrap_or(0));
        let (first, third) = ((limb() << 32) | limb(), limb());
        let zeros = first.leading_zeros();
        let third = third.wrapping_shl(zeros);
        let has_more = low(third) > 0 || next.any(|limb| limb > 0);
        let bits = i32::try_from(limbs.len()).unwrap_or(0).wrapping_mul(32);
        let exponent = bits.wrapping_sub_unsigned(zeros).wrapping_sub(64);
        (first.wrapping_shl(zeros) | (third >> 32), exponent, has_more)
    }
}

/// The lower half.
#[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
const fn low(wide: u64) -> u32 {
    wide as u32
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use proptest::prelude::*;

    use super::nearest;

    fn is_read_alike(text: &str) {
        assert_eq!(Ok(nearest(text).to_bits()), text.parse().map(f64::to_bits), "{text}");
    }

    #[test]
    fn where_rounding_is_close() {
        for text in [
            "0",
            "-0",
            "0.1",
            "1e400",
            "-1e400",
            "1e-400",
            "5e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "9007199254740993",
            "9007199254740992.9999999999999999",
            "9007199254740993.0000000000000000000000000000000000000000000001",
            "333333333.33333329",
            "4.35e-3",
            "1E+30",
            "0.000000000000000000000000000000000000000000000000000000000000000000000000001e74",
        ] {
            is_read_alike(text);
        }
        let long = "1234567890".repeat(100);
        is_read_alike(&long);
        is_read_alike(&format!("0.{long}"));
        is_read_alike(&format!("{long}e-990"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn every_double(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            is_read_alike(&format!("{number:e}"));
            is_read_alike(&format!("{number}"));
        }

        /// Exactly between two doubles, and a little beside it.
        #[test]
        fn half_way(bits in 0..f64::MAX.to_bits(), last in "[0-9]{0,3}") {
            let (low, high) = (f64::from_bits(bits), f64::from_bits(bits.wrapping_add(1)));
            is_read_alike(&format!("{low:.30}{last}"));
            is_read_alike(&format!("{:.1080}{last}", low / 2.0 + high / 2.0));
        }

        #[test]
        fn any_number(text in "-?(0|[1-9][0-9]{0,40})([.][0-9]{1,40})?([eE][+-]?[0-9]{1,3})?") {
            is_read_alike(&text);
        }
    }
}
