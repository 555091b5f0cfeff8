//! The name that was probably meant.

/// Longest name that is compared, and shown.
const LONGEST: usize = 64;
/// Names that one is compared with.
const MOST: usize = 1_024;

/// `; did you mean ...?` for a name that nobody knows, or nothing.
pub(super) fn hint<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let plain = |it: &&str| {
        (1..=LONGEST).contains(&it.len())
            && it.bytes().all(|it| it.is_ascii_alphanumeric() || b"_.-".contains(&it))
    };
    if !plain(&name) {
        return String::new();
    }
    let most = 1 + name.len() / 4;
    let folded = fold(name);
    known
        .into_iter()
        .filter(plain)
        .take(MOST)
        .map(|it| (strsim::osa_distance(&folded, &fold(it)), it))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, it)| format!("; did you mean `{it}`?"))
        .unwrap_or_default()
}

/// A name without what differs between spellings of the same words.
fn fold(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}
