//! What no text may cost, whoever made it and whatever reads it: every reader of the workspace is held to this.
//!
//! Memory is counted where it is allocated. Allocations stand for work, since every part of a text that is
//! looked at for longer is one; readers that count their own steps have tests of their own for these. No time
//! is measured.

use allocation_counter::measure;

/// How large the texts are: of the second, sixteen times the first.
const SIZES: [usize; 2] = [64 << 10, 1 << 20];

/// The most bytes that are held at once.
pub(crate) const MOST_BYTES: u64 = 64 << 20;

/// The most allocations.
const MOST_ALLOCATIONS: u64 = 50_000_000;

/// How many times the bytes of the smaller text the larger may take, and what may be added for tables that
/// are made once.
const TIMES: u64 = 24;
const ONCE: u64 = 64 << 10;

/// Reads texts of both sizes. `make` is given the most bytes that the text may have.
pub(crate) fn holds(name: &str, make: impl Fn(usize) -> String, read: impl Fn(&str)) {
    let [small, large] = SIZES.map(|size| {
        let text = make(size);
        assert!(text.len() <= size, "{name}: {} bytes", text.len());
        measure(|| read(&text))
    });
    let told = format!(
        "{name}: at most {} bytes at once; {} allocations; {} bytes grew to {}",
        large.bytes_max, large.count_total, small.bytes_total, large.bytes_total
    );
    eprintln!("{told}");
    assert!(small.bytes_max.max(large.bytes_max) <= MOST_BYTES, "{told}");
    assert!(small.count_total.max(large.count_total) <= MOST_ALLOCATIONS, "{told}");
    assert!(large.bytes_total <= TIMES * (small.bytes_total + ONCE), "{told}");
}

/// A text of `before`, as many parts as fit into `most` bytes, with commas between, and `after`.
pub(crate) fn listed(
    before: &str,
    part: impl Fn(usize) -> String,
    after: &str,
    most: usize,
) -> String {
    let mut text = before.to_owned();
    for index in 0.. {
        let next = part(index);
        if text.len() + next.len() + 1 + after.len() > most {
            break;
        }
        if index > 0 {
            text.push(',');
        }
        text.push_str(&next);
    }
    text + after
}

/// A text in which a part is repeated: the part begins at the first `…` and ends at the second, and `№` in it is
/// its number.
pub(crate) fn repeated(form: &str, most: usize) -> String {
    let [before, part, after] = [0, 1, 2].map(|n| form.splitn(3, '…').nth(n).expect("two marks"));
    listed(before, |n| part.replace('№', &n.to_string()), after, most)
}
