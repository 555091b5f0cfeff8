//! Which arguments a request carries, found by reading it back.
//!
//! A request is taken only if the arguments can be read out of it again, each at its place. The reading is a
//! function of the template and the request alone, so two sets of arguments that would make one request can
//! not both be taken. A list whose elements were left out may be read as if others had been, and a text with
//! several values in it may be cut elsewhere: then the call is refused.
//!
//! What a URL or a text holds has no type: `1` and `"1"` are one text there. The plan's digest tells them apart.

use core::cell::Cell;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    super::{
        CallRule as Rule,
        findings::{Findings, member},
        kinds::Kinds,
        model::{Body, Declared},
        template::Part,
    },
    fill::{is_there, scalar},
};

/// Comparisons of elements with templates that a list may need to be read back.
const MOST_COMPARISONS: usize = 1 << 16;
/// The same with what stands in the elements.
const MOST_STEPS: usize = 1 << 18;

/// Reads requests of one tool back.
pub(super) struct Reader<'r, 'f> {
    pub(super) arguments: &'r Map<String, Value>,
    pub(super) declared: &'r Declared,
    pub(super) findings: &'f mut Findings<Rule>,
    /// The arguments that were found.
    pub(super) carried: BTreeSet<&'r str>,
    /// Arguments that stand alone at a place of their own, so that their value is known in every text.
    alone: BTreeSet<&'r str>,
}

impl<'r, 'f> Reader<'r, 'f> {
    pub(super) const fn new(
        arguments: &'r Map<String, Value>,
        declared: &'r Declared,
        findings: &'f mut Findings<Rule>,
    ) -> Self {
        Self { arguments, declared, findings, carried: BTreeSet::new(), alone: BTreeSet::new() }
    }

    /// The values of a path, each as it stands there.
    pub(super) fn path(&mut self, parts: &'r [Part], values: &[(&'r str, String)]) {
        self.carried.extend(values.iter().map(|(name, _)| *name));
        self.text(parts, values, 1);
    }

    /// A body that was made of this template.
    pub(super) fn body(&mut self, template: &'r Body, made: &Value) {
        self.stand_alone(template);
        self.part(template, made);
    }

    fn stand_alone(&mut self, template: &'r Body) {
        match template {
            Body::Text(parts) => {
                if let [Part::Value(name)] = parts.as_slice()
                    && self.arguments.contains_key(name)
                {
                    self.alone.insert(name);
                }
            }
            Body::Object(members) => members.iter().for_each(|(_, it)| self.stand_alone(it)),
            // The place of an element may depend on what was left out.
            Body::List(_) | Body::Fixed(_) => {}
        }
    }

    /// One part of the body, with the template that made it.
    fn part(&mut self, template: &'r Body, made: &Value) {
        match (template, made) {
            (Body::Text(parts), _) => {
                let values: Vec<(&str, String)> = parts
                    .iter()
                    .filter_map(|part| match part {
                        Part::Value(name) => {
                            let value = self.arguments.get(name)?;
                            Some((name.as_str(), scalar(value).unwrap_or_default()))
                        }
                        Part::Text(_) => None,
                    })
                    .collect();
                self.carried.extend(values.iter().map(|(name, _)| *name));
                if parts.len() > 1 {
                    self.text(parts, &values, 0);
                }
            }
            (Body::List(items), Value::Array(elements)) => {
                let kept: Vec<bool> =
                    items.iter().map(|item| is_there(item, self.arguments)).collect();
                self.list(items, elements, &kept);
                let templates = items.iter().zip(&kept).filter(|(_, kept)| **kept);
                for ((item, _), element) in templates.zip(elements) {
                    self.part(item, element);
                }
            }
            (Body::Object(members), Value::Object(map)) => {
                for (key, item) in members {
                    if let Some(value) = map.get(key) {
                        self.part(item, value);
                    }
                }
            }
            _ => {}
        }
    }

    /// A text that is cut at the first place where what follows a value stands must be cut where it was put
    /// together. `least` is how many characters a value has at least.
    fn text(&mut self, parts: &'r [Part], values: &[(&'r str, String)], least: usize) {
        let unknown: BTreeSet<&str> =
            values.iter().map(|it| it.0).filter(|name| !self.alone.contains(name)).collect();
        // The place of one value follows from the length of the text, however often it stands there.
        if unknown.len() < 2 {
            return;
        }
        let mut values = values.iter();
        let mut pieces: Vec<Piece<'_, 'r>> = Vec::with_capacity(parts.len());
        for part in parts {
            match part {
                Part::Text(text) => pieces.push(Piece::Known(text)),
                Part::Value(_) => match values.next() {
                    Some((name, text)) if unknown.contains(name) => {
                        pieces.push(Piece::Value(name, text));
                    }
                    Some((_, text)) => pieces.push(Piece::Known(text)),
                    None => return,
                },
            }
        }
        let text: String = pieces.iter().map(Piece::text).collect();
        let mut rest = text.as_str();
        for (at, piece) in pieces.iter().enumerate() {
            let own = piece.text();
            if let Piece::Value(name, _) = piece {
                let after = pieces.get(at + 1..).unwrap_or_default();
                let is_last = after.iter().all(|it| it.known().is_some());
                let after: String = after.iter().map_while(Piece::known).collect();
                let kinds = self.declared.kinds(name);
                if !is_last && cut(rest, &after, kinds, least) != Some(own.len()) {
                    let message = "a text with several values in it would be the same for other arguments; what \
                                   was approved must be the only reading of what is sent";
                    self.findings.add(Rule::PlanAmbiguous, &member("", name), message);
                    return;
                }
            }
            rest = rest.get(own.len()..).unwrap_or_default();
        }
    }

    /// Elements that were left out must be the ones that a reader finds missing.
    fn list(&mut self, items: &'r [Body], elements: &[Value], kept: &[bool]) {
        let optional = |(item, kept): (&Body, &bool)| *kept && !is_fixed(item);
        if !kept.contains(&false) || !items.iter().zip(kept).any(optional) {
            return;
        }
        if self.first_reading(items, elements).as_deref() == Some(kept) {
            return;
        }
        let message = "an element of the list was left out, so that the list would be the same for other \
                       arguments; what was approved must be the only reading of what is sent";
        let there = items.iter().zip(kept).filter(|it| *it.1);
        for name in there.filter_map(|(item, _)| first_value(item)) {
            self.findings.add(Rule::PlanAmbiguous, &member("", name), message);
        }
    }

    /// Which templates of a list made an element, if each element is taken for the first one that could have.
    fn first_reading(&self, items: &[Body], elements: &[Value]) -> Option<Vec<bool>> {
        let width = elements.len() + 1;
        if items.len().saturating_mul(width) > MOST_COMPARISONS {
            return None;
        }
        let left = Cell::new(MOST_STEPS);
        // For each template and element: whether one could make the other, and whether all from there on can be read.
        let mut could = vec![false; items.len() * width];
        let mut readable = vec![false; (items.len() + 1) * width];
        if let Some(end) = readable.last_mut() {
            *end = true;
        }
        let is = |table: &[bool], row: usize, column: usize| {
            table.get(row * width + column).copied().unwrap_or(false)
        };
        for (row, item) in items.iter().enumerate().rev() {
            let optional = !is_fixed(item);
            for column in (0..width).rev() {
                let makes = elements
                    .get(column)
                    .is_some_and(|element| self.could_make(item, element, &left));
                let all = (makes && is(&readable, row + 1, column + 1))
                    || (optional && is(&readable, row + 1, column));
                if let (Some(one), Some(other)) =
                    (could.get_mut(row * width + column), readable.get_mut(row * width + column))
                {
                    (*one, *other) = (makes, all);
                }
            }
        }
        let mut column = 0;
        let kept = (0..items.len()).map(|row| {
            let takes = is(&could, row, column) && is(&readable, row + 1, column + 1);
            column += usize::from(takes);
            takes
        });
        let kept = kept.collect();
        (left.get() > 0).then_some(kept)
    }

    /// Whether a template could have made a value: `true` where that is not ruled out.
    fn could_make(&self, template: &Body, value: &Value, left: &Cell<usize>) -> bool {
        left.set(left.get().saturating_sub(1));
        if left.get() == 0 {
            return true;
        }
        match (template, value) {
            (Body::Fixed(fixed), _) => fixed == value,
            (Body::Text(parts), _) => match (parts.as_slice(), value) {
                ([Part::Value(name)], _) => self.declared.kinds(name).meets(Kinds::of(value)),
                (parts, Value::String(text)) => {
                    let starts = match parts.first() {
                        Some(Part::Text(start)) => text.starts_with(start.as_str()),
                        _ => true,
                    };
                    let ends = match parts.last() {
                        Some(Part::Text(end)) => text.ends_with(end.as_str()),
                        _ => true,
                    };
                    starts && ends
                }
                _ => false,
            },
            (Body::List(items), Value::Array(elements)) => {
                (1..=items.len()).contains(&elements.len())
            }
            (Body::Object(members), Value::Object(map)) => {
                let known = map.keys().all(|key| members.iter().any(|(name, _)| name == key));
                known
                    && members.iter().all(|(key, item)| match map.get(key) {
                        Some(value) => self.could_make(item, value, left),
                        None => !is_fixed(item),
                    })
            }
            _ => false,
        }
    }
}

/// A piece of a text: known beforehand, or the value of an argument.
enum Piece<'p, 'n> {
    Known(&'p str),
    Value(&'n str, &'p str),
}

impl<'p> Piece<'p, '_> {
    const fn text(&self) -> &'p str {
        match self {
            Self::Known(text) | Self::Value(_, text) => text,
        }
    }

    const fn known(&self) -> Option<&'p str> {
        match self {
            Self::Known(text) => Some(text),
            Self::Value(..) => None,
        }
    }
}

/// Where a value of these kinds ends, if `after` follows it: as early as it can, or before another value as
/// late as it can.
fn cut(rest: &str, after: &str, kinds: Kinds, least: usize) -> Option<usize> {
    let fits = |end: usize| {
        end >= least && rest.get(..end).is_some_and(|text| kinds.could_be_written(text))
    };
    if after.is_empty() {
        if kinds.meets(Kinds::STRING) {
            return fits(least).then_some(least);
        }
        return (0..=rest.len().min(Kinds::LONGEST_WRITTEN)).rev().find(|end| fits(*end));
    }
    let mut from = 0;
    while let Some(found) = rest.get(from..).and_then(|rest| rest.find(after)) {
        let end = from + found;
        if fits(end) {
            return Some(end);
        }
        if end > Kinds::LONGEST_WRITTEN && !kinds.meets(Kinds::STRING) {
            return None;
        }
        from = end + rest.get(end..)?.chars().next()?.len_utf8();
    }
    None
}

/// Whether a part is there whatever is given.
fn is_fixed(template: &Body) -> bool {
    is_there(template, &Map::new())
}

/// The first argument that a template names.
fn first_value(template: &Body) -> Option<&str> {
    match template {
        Body::Fixed(_) => None,
        Body::Text(parts) => parts.iter().find_map(|part| match part {
            Part::Value(name) => Some(name.as_str()),
            Part::Text(_) => None,
        }),
        Body::List(items) => items.iter().find_map(first_value),
        Body::Object(members) => members.iter().find_map(|(_, item)| first_value(item)),
    }
}
