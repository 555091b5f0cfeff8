//! How much the readers look at, so that a test can tell that the work grows no faster than the text.

#[cfg(test)]
std::thread_local! {
    static TAKEN: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// So many bytes or tokens were looked at. It counts in tests alone and costs nothing elsewhere.
#[inline]
pub(crate) fn step(count: usize) {
    #[cfg(test)]
    TAKEN.with(|taken| taken.set(taken.get().saturating_add(count)));
    #[cfg(not(test))]
    let _ = count;
}

/// How many steps a call takes.
#[cfg(test)]
pub(crate) fn taken(call: impl FnOnce()) -> usize {
    let before = TAKEN.with(core::cell::Cell::get);
    call();
    TAKEN.with(core::cell::Cell::get).saturating_sub(before)
}

/// Checks that twice the text takes at most about twice the steps, and no more than `most` for each byte.
#[cfg(test)]
pub(crate) fn grows_with_the_text(parts: &[&str], most: usize, read: impl Fn(&str)) {
    for part in parts {
        let text = |length: usize| part.repeat(length.div_ceil(part.len()));
        let (short, long) = (text(12_000), text(24_000));
        let (one, two) = (taken(|| read(&short)), taken(|| read(&long)));
        let most_for_twice = one.saturating_mul(9).div_ceil(4).saturating_add(64);
        assert!(two <= most_for_twice, "{part:?}: {one} steps, then {two}");
        assert!(two <= long.len().saturating_mul(most), "{part:?}: {two} steps");
    }
}
