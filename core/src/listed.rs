//! Lists that may not grow with the event: what somebody else wrote decides how many entries there
//! are, so a decision keeps the first of them and says how many there were.

use alloc::vec::Vec;

/// How many entries of one list a decision holds.
pub(crate) const MOST: usize = 100;

/// The first hundred entries of a list, and how many there were.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    entries: Vec<T>,
    total: usize,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), total: 0 }
    }
}

impl<T> Listed<T> {
    /// Counts an entry, and makes it only if there is room to keep it.
    pub(crate) fn add(&mut self, make: impl FnOnce() -> T) {
        self.total = self.total.saturating_add(1);
        if self.entries.len() < MOST {
            self.entries.push(make());
        }
    }

    /// A list of which the entries from some place on are not kept.
    pub(crate) fn of(mut entries: Vec<T>, total: usize) -> Self {
        entries.truncate(MOST);
        Self { entries, total }
    }

    /// Counts entries that are not kept.
    pub(crate) fn count(&mut self, more: usize) {
        self.total = self.total.saturating_add(more);
    }

    /// The entries that are kept.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    pub(crate) fn into_entries(self) -> Vec<T> {
        self.entries
    }

    /// How many entries there were.
    pub const fn total(&self) -> usize {
        self.total
    }

    /// Whether there was none.
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many there were, if some were left out.
    pub fn total_if_cut(&self) -> Option<usize> {
        (self.left_out() > 0).then_some(self.total)
    }

    pub(crate) const fn left_out(&self) -> usize {
        self.total.saturating_sub(self.entries.len())
    }
}

/// Keeps the least of ever more entries, in order, while it holds no more than twice as many.
pub(crate) fn least<T: Ord>(all: impl Iterator<Item = T>) -> Listed<T> {
    let mut kept = Vec::new();
    let mut total = 0_usize;
    for entry in all {
        total = total.saturating_add(1);
        kept.push(entry);
        if kept.len() >= MOST.saturating_mul(2) {
            kept.sort_unstable();
            kept.truncate(MOST);
        }
    }
    kept.sort_unstable();
    Listed::of(kept, total)
}

#[cfg(test)]
mod tests {
    use super::{Listed, MOST, least};

    #[test]
    fn what_is_left_out_is_counted_and_never_made() {
        let mut list = Listed::default();
        for number in 0..MOST {
            list.add(|| number);
        }
        assert_eq!((list.total(), list.total_if_cut()), (MOST, None));
        list.add(|| panic!("there is no room for it"));
        assert_eq!(list.total_if_cut(), Some(MOST + 1));
        assert_eq!(list.entries().len(), MOST);
    }

    #[test]
    fn the_least_are_kept_whatever_the_order() {
        for count in [0, 1, MOST, MOST + 1, 2 * MOST, 1000] {
            let expected: Vec<usize> = (0..count.min(MOST)).collect();
            for list in [least(0..count), least((0..count).rev())] {
                assert_eq!((list.entries(), list.total()), (&*expected, count));
            }
        }
    }
}
