//! Walks a document along its shapes and collects what is wrong with it.

use std::collections::HashSet;

use aana_core::{
    Step,
    json::{Number, Object, Value, canonical},
    secrets::{self, Wording},
};

use super::{
    AaepRule,
    forms::{self, Timestamp},
    shape::{Field, Shape},
    texts::holds_secret,
};
use crate::{Finding, Place, Report, Rule as _, Severity};

/// Where a value stands: a list of steps, each on the stack of its caller.
#[derive(Clone, Copy)]
pub(super) enum Location<'p> {
    Root,
    Key(&'p Location<'p>, &'p str),
    Index(&'p Location<'p>, usize),
}

impl<'p> Location<'p> {
    pub(super) const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The JSON pointer; a key that holds a secret is written as a digest.
    pub(super) fn pointer(self) -> String {
        let mut steps = Vec::new();
        let mut at = self;
        loop {
            at = match at {
                Location::Root => break,
                Location::Key(before, key) => {
                    steps.push(Step::Key(key));
                    *before
                }
                Location::Index(before, index) => {
                    steps.push(Step::Index(index));
                    *before
                }
            };
        }
        steps.reverse();
        Step::pointer(&steps)
    }
}

/// Which timestamps are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// No fraction, or one of three or six digits: the envelope's rule.
    Event,
    /// Any: a reply has no envelope.
    Any,
}

/// How many errors, and how many warnings, a report lists.
pub(super) const MOST_FINDINGS: usize = 1_000;

/// What was found so far: one error for each place, and a warning only where there is no error.
pub(super) struct FindingCollector {
    findings: Vec<Finding<AaepRule>>,
    faulty: HashSet<String>,
    precision: Precision,
    /// Whether there was more than is listed.
    cut: bool,
}

impl FindingCollector {
    pub(super) fn new(precision: Precision) -> Self {
        Self { findings: Vec::new(), faulty: HashSet::new(), precision, cut: false }
    }

    /// Notes a broken rule, unless an error is already known there.
    pub(super) fn note(&mut self, rule: AaepRule, at: Location<'_>, message: String) {
        if self.findings.len() < MOST_FINDINGS {
            self.note_pointer(rule, at.pointer(), message);
        } else {
            self.cut = true;
        }
    }

    fn note_pointer(&mut self, rule: AaepRule, pointer: String, message: String) {
        if self.faulty.contains(&pointer) {
            return;
        }
        if rule.severity() == Severity::Error {
            self.faulty.insert(pointer.clone());
        }
        self.findings.push(Finding { rule, place: Place::Pointer(pointer), message });
    }

    pub(super) fn into_report(mut self) -> Report<AaepRule> {
        if self.cut {
            self.findings.push(cut(AaepRule::TooMany));
        }
        Report::new(self.findings)
    }

    /// The members that should be there, each against its shape.
    pub(super) fn fields(&mut self, object: &Object<'_>, fields: &[Field], at: Location<'_>) {
        for field in fields {
            let here = at.key(field.name);
            match object.get(field.name) {
                Some(value) => self.value(value, &field.shape, here),
                None if field.required => {
                    let message = format!("`{}` is missing; it is required", field.name);
                    self.note(AaepRule::FieldMissing, here, message);
                }
                None => {}
            }
        }
    }

    /// The members that should not be there.
    pub(super) fn no_others(&mut self, object: &Object<'_>, fields: &[Field], at: Location<'_>) {
        for member in object.members() {
            if !fields.iter().any(|field| field.name == member.key) {
                let message = "this member is not one of a closed object; it has to go".to_owned();
                self.note(AaepRule::UnexpectedMember, at.key(&member.key), message);
            }
        }
    }

    /// The members without a shape of their own, each of which is an object.
    fn objects_else(&mut self, object: &Object<'_>, fields: &[Field], at: Location<'_>) {
        for member in object.members() {
            let known = fields.iter().any(|field| field.name == member.key);
            if !known && member.value.as_object().is_none() {
                let message = format!(
                    "this member of an extension is {}; only an object is allowed",
                    described(&member.value)
                );
                self.note(AaepRule::FieldType, at.key(&member.key), message);
            }
        }
    }

    fn value(&mut self, value: &Value<'_>, shape: &Shape, at: Location<'_>) {
        match (shape, value) {
            (Shape::Any, _)
            | (Shape::Boolean, Value::Bool(_))
            | (Shape::Object, Value::Object(_)) => {}
            (Shape::Text { least, most }, Value::String(text)) => {
                self.length(text, *least, *most, at);
            }
            (Shape::Spoken { least, most }, Value::String(text)) => {
                self.length(text, *least, *most, at);
                self.no_secret(text, at);
            }
            (Shape::Id(prefix), Value::String(text)) => {
                if !forms::is_id(text, prefix) {
                    let message = format!(
                        "{} has another form than `{prefix}` and 1 to 64 letters or digits",
                        name(at)
                    );
                    self.note(AaepRule::FieldPattern, at, message);
                }
            }
            (Shape::Form { most, fits, says }, Value::String(text)) => {
                let least = usize::from(*most != usize::MAX);
                if self.length(text, least, *most, at) && !fits(text) {
                    let message = format!("{} has another form than {says}", name(at));
                    self.note(AaepRule::FieldPattern, at, message);
                }
            }
            (Shape::Word(words), Value::String(text)) => {
                if !words.contains(&&**text) {
                    let message = format!("{} is not one of the words {}", name(at), listed(words));
                    self.note(AaepRule::FieldEnum, at, message);
                }
            }
            (Shape::Integer { least, most }, Value::Number(number)) if is_whole(number) => {
                if !within(number, *least, *most) {
                    let message = format!("{} is outside the range {least} to {most}", name(at));
                    self.note(AaepRule::FieldRange, at, message);
                }
            }
            (Shape::Number { least, most }, Value::Number(number)) => {
                let number = number.as_f64();
                if !(f64::from(*least)..=f64::from(*most)).contains(&number) {
                    let message = format!("{} is outside the range {least} to {most}", name(at));
                    self.note(AaepRule::FieldRange, at, message);
                }
            }
            (Shape::Timestamp, Value::String(text)) => self.moment(text, at),
            (Shape::Uri, Value::String(text)) => {
                if !forms::is_uri(text) {
                    let message = format!("{} is not an absolute URI", name(at));
                    self.note(AaepRule::FieldFormat, at, message);
                }
            }
            (Shape::Closed(fields), Value::Object(object)) => {
                self.fields(object, fields, at);
                self.no_others(object, fields, at);
            }
            (Shape::Open(fields), Value::Object(object)) => {
                self.fields(object, fields, at);
                self.objects_else(object, fields, at);
            }
            (Shape::List { least, most, unique, entry }, Value::Array(items)) => {
                self.list(items, (*least, *most), *unique, at);
                for (index, item) in items.iter().enumerate() {
                    self.value(item, entry, Location::Index(&at, index));
                }
            }
            (Shape::Answer, Value::Bool(_) | Value::Number(_)) => {}
            (Shape::Answer, Value::String(text)) => {
                self.length(text, 1, super::shape::NORMAL, at);
            }
            (_, other) => {
                let message = format!(
                    "{} is {}; only {} is allowed",
                    name(at),
                    described(other),
                    wanted(shape)
                );
                self.note(AaepRule::FieldType, at, message);
            }
        }
    }

    /// Whether the length is right.
    fn length(&mut self, text: &str, least: usize, most: usize, at: Location<'_>) -> bool {
        // Code points are at most as many as bytes, so a short text need not be counted.
        let length = if text.len() <= most && !text.is_empty() && least <= 1 {
            return true;
        } else {
            text.chars().count()
        };
        if (least..=most).contains(&length) {
            return true;
        }
        let allowed = if most == usize::MAX {
            format!("at least {least} is needed")
        } else {
            format!("{least} to {most} are allowed")
        };
        let message = format!("{} has {length} characters; {allowed}", name(at));
        self.note(AaepRule::FieldLength, at, message);
        false
    }

    fn no_secret(&mut self, text: &str, at: Location<'_>) {
        // Arguments are told as a list of names and values, everything else in sentences.
        let wording = match at {
            Location::Key(_, "args_summary") => Wording::Pairs,
            _ => Wording::Prose,
        };
        if holds_secret(text, wording) {
            let message = format!("{} holds something that looks like a secret", name(at));
            self.note(AaepRule::Secret, at, message);
        }
    }

    fn moment(&mut self, text: &str, at: Location<'_>) {
        match forms::moment(text) {
            None => {
                let message = format!(
                    "{} is not an RFC 3339 date and time with `T` and with `Z` or an offset",
                    name(at)
                );
                self.note(AaepRule::Timestamp, at, message);
            }
            Some(Timestamp { fraction, .. })
                if self.precision == Precision::Event && !matches!(fraction, 0 | 3 | 6) =>
            {
                let message = format!(
                    "{} has {fraction} digits after the seconds; none, 3 or 6 are allowed",
                    name(at)
                );
                self.note(AaepRule::TimestampPrecision, at, message);
            }
            Some(_) => {}
        }
    }

    fn list(
        &mut self,
        items: &[Value<'_>],
        (least, most): (usize, usize),
        unique: bool,
        at: Location<'_>,
    ) {
        if !(least..=most).contains(&items.len()) {
            let message =
                format!("{} has {} entries; {least} to {most} are allowed", name(at), items.len());
            self.note(AaepRule::FieldItems, at, message);
        } else if unique && has_repeat(items) {
            let message = format!("{} has an entry twice; each may stand once", name(at));
            self.note(AaepRule::FieldItems, at, message);
        }
    }
}

/// That the list is cut here.
pub(super) fn cut(rule: AaepRule) -> Finding<AaepRule> {
    let message =
        format!("there is more to find; only the first {MOST_FINDINGS} findings are listed");
    Finding { rule, place: Place::Pointer(String::new()), message }
}

fn has_repeat(items: &[Value<'_>]) -> bool {
    let mut seen = HashSet::new();
    items.iter().any(|item| {
        let mut text = String::new();
        canonical(&mut text, item);
        !seen.insert(text)
    })
}

/// Whether JSON Schema calls the number an integer: `1500.0` is one.
pub(super) fn is_whole(number: &Number<'_>) -> bool {
    number.is_integer() || number.as_f64().fract() == 0.0
}

/// The whole number, if it is one of at most 2^53.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it was looked at before"
)]
pub(super) fn whole(number: &Number<'_>) -> Option<u64> {
    if let Ok(number) = number.as_str().parse() {
        return Some(number);
    }
    let number = number.as_f64();
    (number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&number))
        .then_some(number as u64)
}

fn within(number: &Number<'_>, least: u64, most: u64) -> bool {
    whole(number).is_some_and(|number| (least..=most).contains(&number))
}

/// The last key on the way, for a message.
fn name(at: Location<'_>) -> String {
    match at {
        Location::Root => "the document".to_owned(),
        Location::Key(_, key) if secrets::scan(key).is_empty() && key.len() <= 64 => {
            format!("`{key}`")
        }
        Location::Key(..) => "this member".to_owned(),
        Location::Index(before, index) => format!("entry {index} of {}", name(*before)),
    }
}

/// What stands there, without showing it.
pub(super) fn described(value: &Value<'_>) -> &'static str {
    match value {
        Value::Number(number) if !is_whole(number) => "a fractional number",
        other => other.type_name(),
    }
}

fn wanted(shape: &Shape) -> &'static str {
    match shape {
        Shape::Integer { .. } => "a whole number",
        Shape::Number { .. } => "a number",
        Shape::Boolean => "a boolean",
        Shape::Object | Shape::Closed(_) | Shape::Open(_) => "an object",
        Shape::List { .. } => "an array",
        Shape::Answer => "a string, a boolean or a number",
        _ => "a string",
    }
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    quoted.join(", ")
}
