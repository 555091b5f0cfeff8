//! Which name was probably meant.

use std::cmp::Reverse;

/// How alike two names have to be, of a thousand.
const ALIKE: u32 = 700;

/// How many names are proposed.
const MOST: usize = 3;

/// With more pairs than this nothing is proposed: it would take longer than anybody waits.
pub(crate) const MOST_PAIRS: usize = 2_000_000;

/// The names that are most like one that is not known, the likest first. A pattern is compared by what stands
/// between its wildcards.
pub(crate) fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    let mut found: Vec<(Reverse<u32>, &str)> = names
        .map(|name| (Reverse(likeness(wanted, name)), name))
        .filter(|(Reverse(likeness), _)| *likeness >= ALIKE)
        .collect();
    found.sort_unstable();
    found.into_iter().take(MOST).map(|(_, name)| name.to_owned()).collect()
}

fn likeness(wanted: &str, name: &str) -> u32 {
    let (wanted, name) = (plain(wanted), plain(name));
    if wanted.trim_matches('*').contains(['*', '?']) {
        return 0;
    }
    let literal = wanted.trim_matches('*');
    let length = literal.chars().count();
    let count = name.chars().count();
    if literal.is_empty() || length > 2 * count {
        return 0;
    }
    let part: String = match (wanted.starts_with('*'), wanted.ends_with('*')) {
        // `delte_*` is compared with the beginning of a name, `*_delte` with its end.
        (false, true) => name.chars().take(length).collect(),
        (true, false) => name.chars().skip(count.saturating_sub(length)).collect(),
        _ => name.clone(),
    };
    let whole = thousandths(strsim::normalized_damerau_levenshtein(literal, &part));
    // A name without its namespace is still the name.
    match part.rsplit_once([' ', '/']).map(|_| last_segment(&part)) {
        Some(segment) => {
            whole.max(thousandths(strsim::normalized_damerau_levenshtein(literal, segment)))
        }
        None => whole,
    }
}

/// The name in lower case, with one kind of border, so that spelling does not count.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    let mut after_lower = false;
    let name = name.trim().replace("__", "/");
    for character in name.chars() {
        if character.is_uppercase() && after_lower {
            plain.push(' ');
        }
        after_lower = character.is_lowercase();
        match character {
            '.' | '/' | ':' => plain.push('/'),
            '_' | '-' | ' ' => plain.push(' '),
            _ => plain.extend(character.to_lowercase()),
        }
    }
    plain
}

fn last_segment(plain: &str) -> &str {
    plain.rsplit('/').next().unwrap_or(plain)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share from 0 to 1")]
fn thousandths(share: f64) -> u32 {
    (share * 1000.0) as u32
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelt_names_find_what_was_meant() {
        let names =
            ["delete_file", "read_file", "sendEmail", "mcp__fs__move_file", "fs.write_file"];
        for (wanted, first) in [
            ("delete_fil", Some("delete_file")),
            ("dleete_file", Some("delete_file")),
            ("send_emial", Some("sendEmail")),
            ("mvoe_file", Some("mcp__fs__move_file")),
            ("delet_*", Some("delete_file")),
            ("*_emial", Some("sendEmail")),
            ("writ_file", Some("fs.write_file")),
            ("transfer_funds", None),
            ("*", None),
            ("", None),
            ("a*b", None),
        ] {
            let found = nearest(wanted, names.into_iter());
            assert_eq!(found.first().map(String::as_str), first, "{wanted}: {found:?}");
        }
    }
}
