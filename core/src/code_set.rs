//! A set of codes in the order in which they are declared.

use core::marker::PhantomData;

use crate::contract::Word;

/// A set of at most 64 codes: one bit each, no order of insertion, no repeats.
#[derive(Debug, PartialEq, Eq)]
pub struct CodeSet<C> {
    bits: u64,
    codes: PhantomData<C>,
}

impl<C> Clone for CodeSet<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for CodeSet<C> {}

impl<C> Default for CodeSet<C> {
    fn default() -> Self {
        Self { bits: 0, codes: PhantomData }
    }
}

#[expect(private_bounds, reason = "only the crate's own codes are meant")]
impl<C: Word> CodeSet<C> {
    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// How many there are.
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether this code is in the set.
    pub fn contains(self, code: C) -> bool {
        self.bits & code.bit() != 0
    }

    /// Whether a code is in both.
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.bits & other.bits != 0
    }

    /// The codes, in the order of their declaration.
    pub fn iter(self) -> impl Iterator<Item = C> {
        Codes(self)
    }

    pub(crate) fn insert(&mut self, code: C) {
        self.bits |= code.bit();
    }

    pub(crate) fn remove(&mut self, code: C) {
        self.bits &= !code.bit();
    }

    pub(crate) fn insert_if(&mut self, condition: bool, code: C) {
        if condition {
            self.insert(code);
        }
    }

    /// The codes of these bits, the first code in the lowest.
    pub(crate) const fn of_bits(bits: u64) -> Self {
        Self { bits, codes: PhantomData }
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self { bits: self.bits | other.bits, codes: PhantomData }
    }
}

/// The codes of a set that are left to be told.
struct Codes<C>(CodeSet<C>);

impl<C: Word> Iterator for Codes<C> {
    type Item = C;

    fn next(&mut self) -> Option<C> {
        C::VALUES.get(take_lowest(&mut self.0.bits)?).copied()
    }
}

/// Takes the lowest bit out, and says which it was.
#[cfg_attr(target_family = "wasm", inline(never))]
fn take_lowest(bits: &mut u64) -> Option<usize> {
    let lowest = bits.trailing_zeros();
    *bits &= bits.wrapping_sub(1);
    usize::try_from(lowest).ok().filter(|lowest| *lowest < 64)
}

impl<C: Word> Extend<C> for CodeSet<C> {
    fn extend<I: IntoIterator<Item = C>>(&mut self, codes: I) {
        for code in codes {
            self.insert(code);
        }
    }
}
