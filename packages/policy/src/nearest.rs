//! Which name was probably meant.

use std::cmp::Reverse;

/// How alike two names have to be, of a thousand.
const ALIKE: u32 = 700;

/// So many steps are spent on finding names that are alike. When they are gone nothing more is proposed: it would take
/// longer than anybody waits.
const MOST_STEPS: usize = 40_000_000;

/// Letters are counted in so many bins.
const BINS: usize = 32;

/// Names of which one may have been meant.
pub(crate) struct Known<'n> {
    names: Vec<(&'n str, Shape, Option<Shape>)>,
    steps: usize,
}

impl<'n> Known<'n> {
    pub(crate) fn new(names: impl Iterator<Item = &'n str>) -> Self {
        let names = names.map(|name| {
            let plain = plain(name);
            // A name without its namespace is still the name.
            let segment =
                plain.rsplit_once('/').map(|(_, last)| Shape::new(last.chars().collect()));
            (name, Shape::new(plain.chars().collect()), segment)
        });
        Self { names: names.collect(), steps: MOST_STEPS }
    }

    /// The names that are most like one that is not known, the likest first. A pattern is compared by what stands
    /// between its wildcards.
    pub(crate) fn nearest(&mut self, wanted: &str) -> Vec<&'n str> {
        let wanted = plain(wanted);
        let literal = wanted.trim_matches('*');
        if literal.is_empty() || literal.contains(['*', '?']) {
            return Vec::new();
        }
        let open = (wanted.starts_with('*'), wanted.ends_with('*'));
        let literal = Shape::new(literal.chars().collect());
        let mut found: Vec<(Reverse<u32>, &str)> = Vec::new();
        for (name, whole, segment) in &self.names {
            let (length, count) = (literal.letters.len(), whole.letters.len());
            // `delte_*` is compared with the beginning of a name, `*_delte` with its end.
            let part = match open {
                (false, true) => whole.letters.get(..length),
                (true, false) => whole.letters.get(count.saturating_sub(length)..),
                _ => None,
            };
            let likeness = match part.filter(|part| part.len() < count) {
                Some(part) => literal.likeness(&Shape::new(part.to_vec()), &mut self.steps),
                None => literal.likeness(whole, &mut self.steps),
            };
            let of_segment = segment.as_ref().map(|it| literal.likeness(it, &mut self.steps));
            if self.steps == 0 {
                return Vec::new();
            }
            let likeness = likeness.max(of_segment.unwrap_or(0));
            if likeness >= ALIKE {
                found.push((Reverse(likeness), name));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, name)| name).collect()
    }
}

/// The letters of a name, and how often each stands in it.
struct Shape {
    letters: Vec<char>,
    bins: [u16; BINS],
}

impl Shape {
    fn new(letters: Vec<char>) -> Self {
        let mut bins = [0_u16; BINS];
        for letter in &letters {
            if let Some(bin) = bins.get_mut(*letter as usize % BINS) {
                *bin = bin.saturating_add(1);
            }
        }
        Self { letters, bins }
    }

    /// The similarity of two names in thousandths. 0 if they are too different, or if the budget of steps is used up.
    fn likeness(&self, other: &Self, steps: &mut usize) -> u32 {
        let longest = self.letters.len().max(other.letters.len());
        *steps = steps.saturating_sub(BINS);
        let bins = self.bins.iter().zip(&other.bins);
        let (more, less) = bins.fold((0_usize, 0_usize), |(more, less), (one, two)| {
            (
                more + usize::from(one.saturating_sub(*two)),
                less + usize::from(two.saturating_sub(*one)),
            )
        });
        // At least so many letters are other ones, wherever they stand.
        if more.max(less) * 1000 > longest * (1000 - ALIKE as usize) {
            return 0;
        }
        let cost = 8 * self.letters.len().saturating_mul(other.letters.len());
        if *steps <= cost {
            *steps = 0;
            return 0;
        }
        *steps -= cost;
        let distance = strsim::generic_damerau_levenshtein(&self.letters, &other.letters);
        let alike = longest.saturating_sub(distance) * 1000;
        u32::try_from(alike.checked_div(longest).unwrap_or(0)).unwrap_or(0)
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

#[cfg(test)]
mod tests {
    use super::Known;

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
            let found = Known::new(names.into_iter()).nearest(wanted);
            assert_eq!(found.first().copied(), first, "{wanted}: {found:?}");
        }
    }
}
