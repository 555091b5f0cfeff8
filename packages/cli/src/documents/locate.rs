//! Where in a JSON text pointers lead to: one pass over the text for all of them.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;

use serde::Deserializer as _;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// The bytes of the value to which each RFC 6901 pointer leads. What is missing is where it would be: the
/// opening bracket of what lacks it. A text that is not JSON is pointed to at its beginning.
pub(crate) fn locate<'p>(
    text: &str,
    pointers: impl IntoIterator<Item = &'p str>,
) -> Vec<Range<usize>> {
    let mut wanted = Wanted::default();
    let mut count = 0;
    for pointer in pointers {
        wanted.add(pointer, count);
        count += 1;
    }
    let mut found = Found { text, places: vec![0..text.len().min(1); count] };
    if let Ok(root) = serde_json::from_str::<&RawValue>(text) {
        found.walk(root, &wanted);
    }
    found.places
}

/// What is looked for at a place and below it.
#[derive(Default)]
struct Wanted {
    /// The numbers of the pointers that end here.
    here: Vec<usize>,
    below: HashMap<String, Wanted>,
}

impl Wanted {
    fn add(&mut self, pointer: &str, number: usize) {
        let mut at = self;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            at = at.below.entry(token).or_default();
        }
        at.here.push(number);
    }
}

struct Found<'t> {
    text: &'t str,
    places: Vec<Range<usize>>,
}

impl<'t> Found<'t> {
    fn walk(&mut self, value: &'t RawValue, wanted: &Wanted) {
        let part = value.get();
        let start = part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr());
        for &number in &wanted.here {
            self.set(number, start..start + part.len());
        }
        if wanted.below.is_empty() {
            return;
        }
        self.lacking(wanted, &(start..start + part.len().min(1)));
        let mut reader = serde_json::Deserializer::from_str(part);
        let inside = Inside { found: self, wanted };
        // It is JSON: the text was read to its end before.
        let _ = match part.as_bytes().first() {
            Some(b'{') => reader.deserialize_map(inside),
            Some(b'[') => reader.deserialize_seq(inside),
            _ => Ok(()),
        };
    }

    /// Everything below is where it would be, until it is found.
    fn lacking(&mut self, wanted: &Wanted, bracket: &Range<usize>) {
        for below in wanted.below.values() {
            for &number in &below.here {
                self.set(number, bracket.clone());
            }
            self.lacking(below, bracket);
        }
    }

    fn set(&mut self, number: usize, place: Range<usize>) {
        if let Some(known) = self.places.get_mut(number) {
            *known = place;
        }
    }
}

/// The members or the elements of a value, of which only the wanted ones are looked at.
struct Inside<'f, 't, 'w> {
    found: &'f mut Found<'t>,
    wanted: &'w Wanted,
}

impl<'t> Visitor<'t> for Inside<'_, 't, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object or an array")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(key) = members.next_key::<String>()? {
            match self.wanted.below.get(&key) {
                Some(wanted) => self.found.walk(members.next_value()?, wanted),
                None => drop(members.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut elements: A) -> Result<(), A::Error> {
        let below = self.wanted.below.iter();
        let wanted: HashMap<usize, &Wanted> =
            below.filter_map(|(token, below)| Some((token.parse().ok()?, below))).collect();
        for index in 0.. {
            let more = match wanted.get(&index) {
                Some(wanted) => {
                    let element = elements.next_element()?;
                    element.map(|element| self.found.walk(element, wanted)).is_some()
                }
                None => elements.next_element::<IgnoredAny>()?.is_some(),
            };
            if !more {
                break;
            }
        }
        Ok(())
    }
}

/// The line and the column, both from 1, of each of these places in a text: bytes from its beginning. The
/// column counts characters.
pub(crate) fn lines_and_columns(text: &str, places: &[usize]) -> Vec<(usize, usize)> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_unstable_by_key(|&number| places.get(number));
    let mut found = vec![(1, 1); places.len()];
    let (mut at, mut line, mut column) = (0, 1, 1);
    for number in order {
        let place = places.get(number).copied().unwrap_or_default();
        let passed = text.get(at..place).unwrap_or_default();
        match passed.rfind('\n') {
            Some(end) => {
                line += passed.matches('\n').count();
                column = 1 + passed.get(end + 1..).unwrap_or_default().chars().count();
            }
            None => column += passed.chars().count(),
        }
        at += passed.len();
        if let Some(known) = found.get_mut(number) {
            *known = (line, column);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use allocation_counter::measure;

    use super::{lines_and_columns, locate};

    #[test]
    fn a_pointer_leads_to_its_value_or_to_what_lacks_it() {
        let text = r#" {"a": [1, {"b/c": "x"}], "d": null} "#;
        let pointers = ["", "/a/1/b~1c", "/d", "/a/1/missing", "/a/7", "/d/deeper", "/a/x/y", "/d"];
        let found: Vec<&str> = locate(text, pointers).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, [text.trim(), r#""x""#, "null", "{", "[", "n", "[", "null"]);
        assert_eq!(locate("no JSON", ["/a", "/b"]), [0..1, 0..1]);
        assert_eq!(locate("", ["", "/a"]), [0..0, 0..0]);
        assert!(locate("{}", [""; 0]).is_empty());
    }

    #[test]
    fn places_are_told_by_line_and_column() {
        let text = "ab\n\u{e4}c\n\nd";
        assert_eq!(
            lines_and_columns(text, &[9, 0, 2, 3, 5, 7, 3]),
            [(4, 2), (1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (2, 1)]
        );
        assert_eq!(lines_and_columns("", &[0, 7]), [(1, 1), (1, 1)]);
    }

    /// Twenty thousand places take what twenty thousand places weigh.
    #[test]
    fn many_places_are_one_pass() {
        let cost = |count: usize| {
            let members: Vec<String> = (0..count).map(|n| format!(r#""u{n}":[{n}]"#)).collect();
            let text = format!("{{{}}}", members.join(","));
            let pointers: Vec<String> = (0..count).map(|n| format!("/u{n}/0")).collect();
            measure(|| drop(locate(&text, pointers.iter().map(String::as_str)))).bytes_total
        };
        let (small, large) = (cost(1_250), cost(20_000));
        assert!(large < 24 * small, "{small} bytes grew to {large}");
    }
}
