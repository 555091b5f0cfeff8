//! From text to cases.

use std::borrow::Cow;
use std::collections::HashSet;

use aana_core::codes::FaultCode;
use aana_core::contract::Route;
use aana_core::json::{self, Object, Value};
use aana_core::{Fault, Step, time};

use super::compare;
use crate::kind::of_object;
use crate::limits::{MAX_BYTES, MOST_FAULTS};
use crate::{Document, Faulty, Kind, kind_of};

/// What a case looks like, for errors.
const ALLOWED: &str = "a case such as `{\"event\": {...}, \"route\": \"ask\"}` is allowed";

/// One case.
pub(super) struct Case<'c> {
    pub(super) id: String,
    /// The time of the decision, RFC 3339.
    pub(super) now: Option<&'c str>,
    /// The event as text.
    pub(super) event: Cow<'c, str>,
    /// The positions of the refs that the host has checked itself.
    pub(super) attested: Vec<u32>,
    /// What is expected, field by field.
    pub(super) expect: Vec<(Cow<'c, str>, Value<'c>)>,
}

/// Hands every case to `run`, if all of them are well-formed.
pub(super) fn each(text: &str, mut run: impl FnMut(Case<'_>)) -> Result<(), Faulty> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reading = CaseReader::default();
    if text.len() > MAX_BYTES {
        let message = format!("the cases have more than {MAX_BYTES} bytes");
        return Err(faulty(text, vec![Fault::at(&[], FaultCode::TooLong, message)]));
    }
    // One document, or a document a line. What is neither is told as what it looks like.
    let values = match json::parse(text, MAX_BYTES) {
        Ok(value) => vec![(CaseSource::Whole, value)],
        Err(fault) => match lines(text) {
            Some(values) => values.map_err(|faults| faulty(text, faults))?,
            None => return Err(faulty(text, vec![fault])),
        },
    };
    let mut cases = Vec::new();
    for (place, value) in &values {
        match (place, value) {
            (CaseSource::Line(line), value) => {
                cases.extend(reading.case(&format!("line {line}"), &[], value));
            }
            (CaseSource::Whole, Value::Array(items)) => cases.extend(reading.list(&[], items)),
            (CaseSource::Whole, Value::Object(object)) => match object.get("cases") {
                Some(Value::Array(items)) => {
                    cases.extend(reading.list(&[Step::Key("cases")], items));
                }
                Some(other) => {
                    let message =
                        format!("`cases` is {}; a list of cases is allowed", other.type_name());
                    reading.fault("", &[Step::Key("cases")], FaultCode::WrongType, &message);
                }
                None => cases.extend(reading.case("case 1", &[], value)),
            },
            (CaseSource::Whole, other) => {
                let message =
                    format!("the cases are {}; a list of cases is allowed", other.type_name());
                reading.fault("", &[], FaultCode::WrongType, &message);
            }
        }
    }
    if cases.is_empty() && reading.faults.is_empty() {
        reading.fault(
            "",
            &[],
            FaultCode::MissingField,
            &format!("the file holds no case; {ALLOWED}"),
        );
    }
    if !reading.faults.is_empty() {
        reading.faults.truncate(MOST_FAULTS);
        let faulty = faulty(text, reading.faults);
        let seems = if reading.has_events { Some(Kind::Event) } else { faulty.seems };
        return Err(Faulty { seems, ..faulty });
    }
    cases.into_iter().for_each(&mut run);
    Ok(())
}

fn faulty(text: &str, faults: Vec<Fault>) -> Faulty {
    Faulty { document: Document::Cases, faults, seems: kind_of(text) }
}

#[derive(Clone, Copy)]
enum CaseSource {
    Whole,
    Line(usize),
}

/// Documents, each with its place, or the faults of some.
type Lines<'t> = Result<Vec<(CaseSource, Value<'t>)>, Vec<Fault>>;

/// The documents of JSON Lines; `None` if the first line is not a document, so that the text is not JSON Lines.
fn lines(text: &str) -> Option<Lines<'_>> {
    let (mut values, mut faults) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match json::parse(line, MAX_BYTES) {
            Ok(value) => values.push((CaseSource::Line(index + 1), value)),
            Err(_) if values.is_empty() => return None,
            Err(fault) => faults
                .push(Fault { message: format!("line {}: {}", index + 1, fault.message), ..fault }),
        }
    }
    faults.truncate(MOST_FAULTS);
    Some(if faults.is_empty() { Ok(values) } else { Err(faults) })
}

#[derive(Default)]
struct CaseReader {
    ids: HashSet<String>,
    faults: Vec<Fault>,
    /// Whether an event stands where a case should.
    has_events: bool,
}

impl CaseReader {
    fn fault(&mut self, place: &str, at: &[Step<'_>], code: FaultCode, message: &str) {
        let message =
            if place.is_empty() { message.to_owned() } else { format!("{place}: {message}") };
        self.faults.push(Fault::at(at, code, message));
    }

    fn list<'c>(&mut self, at: &[Step<'_>], items: &'c [Value<'c>]) -> Vec<Case<'c>> {
        let mut cases = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let path: Vec<Step<'_>> = at.iter().copied().chain([Step::Index(index)]).collect();
            cases.extend(self.case(&format!("case {}", index + 1), &path, item));
        }
        cases
    }

    fn case<'c>(&mut self, place: &str, at: &[Step<'_>], value: &'c Value<'c>) -> Option<Case<'c>> {
        let Value::Object(object) = value else {
            let message = format!("a case is {}; {ALLOWED}", value.type_name());
            self.fault(place, at, FaultCode::WrongType, &message);
            return None;
        };
        let has = |field: &&str| object.get(field).is_some();
        if of_object(object) == Some(Kind::Event) && !["event", "event_text"].iter().any(has) {
            self.has_events = true;
            let message = format!("this is an event without a decision to expect; {ALLOWED}");
            self.fault(place, at, FaultCode::MissingField, &message);
            return None;
        }
        let before = self.faults.len();
        let (mut id, mut now, mut event) = (place.to_owned(), None, None);
        let mut attested = Vec::new();
        let mut expect: Vec<(Cow<'c, str>, Value<'c>)> = Vec::new();
        for member in object.members() {
            let key: &str = &member.key;
            let path: Vec<Step<'_>> = at.iter().copied().chain([Step::Key(key)]).collect();
            match (key, &member.value) {
                // The given policy is what is tried, and a description is for people.
                ("description" | "policy", _) => {}
                ("id", Value::String(text)) => id = text.clone().into_owned(),
                ("now", Value::String(text)) if time::parse(text).is_some() => now = Some(&**text),
                ("now", _) => {
                    let message = "`now` is not a date and time such as `2026-05-10T00:00:00Z`";
                    self.fault(place, &path, FaultCode::NotAllowedValue, message);
                }
                ("attested", Value::Array(items)) => {
                    if let Some(positions) = positions(items) {
                        attested = positions;
                    } else {
                        let message = "a position is not an integer from 0 to 4294967295; positions in \
                                       `evidence_refs` such as `[0, 2]` are allowed";
                        self.fault(place, &path, FaultCode::NotAllowedValue, message);
                    }
                }
                // The later one would win, and what the other expects would not be tried.
                ("event" | "event_text", _) if event.is_some() => {
                    let message =
                        "a case has one event: `event` or `event_text` is allowed, not both";
                    self.fault(place, &path, FaultCode::DuplicateKey, message);
                }
                ("event", value) => {
                    let mut text = String::new();
                    write(&mut text, value);
                    event = Some(Cow::Owned(text));
                }
                ("event_text", Value::String(text)) => event = Some(Cow::Borrowed(&**text)),
                ("route", value) => self.expected(place, &path, "route", value, &mut expect),
                ("expect", Value::Object(fields)) => {
                    for field in fields.members() {
                        let path: Vec<Step<'_>> =
                            path.iter().copied().chain([Step::Key(&field.key)]).collect();
                        self.expected(place, &path, &field.key, &field.value, &mut expect);
                    }
                }
                ("id" | "event_text" | "expect" | "attested", value) => {
                    let message = format!("`{key}` is {}; {ALLOWED}", value.type_name());
                    self.fault(place, &path, FaultCode::WrongType, &message);
                }
                ("event_base64", _) => {
                    let message =
                        "`event_base64` is not read here; `event` or `event_text` is allowed";
                    self.fault(place, &path, FaultCode::UnknownField, message);
                }
                _ => {
                    let allowed = "`id`, `description`, `now`, `attested`, `event`, `event_text`, `route`, `expect`, `policy`";
                    let message = format!("a case has no such field; allowed are {allowed}");
                    self.fault(place, &path, FaultCode::UnknownField, &message);
                }
            }
        }
        if self.faults.len() == before && !expect.iter().any(|(field, _)| compare::can_fail(field))
        {
            // A text that is misspelt is absent from every decision.
            let what = if expect.is_empty() { "nothing" } else { "only that a text is absent" };
            let message = format!("the case expects {what}; {ALLOWED}");
            self.fault(place, at, FaultCode::MissingField, &message);
        }
        if event.is_none() && self.faults.len() == before {
            self.fault(
                place,
                at,
                FaultCode::MissingField,
                &format!("the case has no `event`; {ALLOWED}"),
            );
        }
        if !self.ids.insert(id.clone()) {
            self.fault(place, at, FaultCode::DuplicateKey, "another case has the same `id`");
        }
        event.filter(|_| self.faults.len() == before).map(|event| Case {
            id,
            now,
            event,
            attested,
            expect,
        })
    }

    fn expected<'c>(
        &mut self,
        place: &str,
        at: &[Step<'_>],
        field: &'c str,
        value: &'c Value<'c>,
        expect: &mut Vec<(Cow<'c, str>, Value<'c>)>,
    ) {
        let wrong = match (field, value) {
            ("route", Value::String(word)) if Route::parse(word).is_some() => None,
            ("route", _) => Some(format!("`route` is not one of `{}`", Route::WORDS.join("`, `"))),
            ("absent", Value::Array(items)) => absent(items),
            ("hard_blockers" | "reasons" | "warnings" | "faults", Value::Array(_)) => None,
            ("hard_blockers" | "reasons" | "warnings" | "faults" | "absent", value) => {
                Some(format!("`{field}` is {}; a list is allowed", value.type_name()))
            }
            (field, Value::String(_)) if compare::fields().any(|it| it == field) => None,
            (field, value) if compare::fields().any(|it| it == field) => {
                Some(format!("`{field}` is {}; a string is allowed", value.type_name()))
            }
            _ => {
                let allowed: Vec<&str> = compare::fields().collect();
                Some(format!(
                    "nothing of that name can be expected; allowed are `{}`",
                    allowed.join("`, `")
                ))
            }
        };
        match wrong {
            Some(message) => self.fault(place, at, FaultCode::NotAllowedValue, &message),
            None if expect.iter().any(|(known, _)| known == field) => {
                let message = format!("`{field}` is expected twice");
                self.fault(place, at, FaultCode::DuplicateKey, &message);
            }
            None => expect.push((Cow::Borrowed(field), value.clone())),
        }
    }
}

/// Positions of refs, if each is one.
fn positions(items: &[Value<'_>]) -> Option<Vec<u32>> {
    let position = |item: &Value<'_>| match item {
        Value::Number(number) => number.as_str().parse().ok(),
        _ => None,
    };
    items.iter().map(position).collect()
}

/// What is wrong with texts that should be absent, if anything is: of no text, or of what is not one, nothing is tried.
fn absent(items: &[Value<'_>]) -> Option<String> {
    let texts = items.iter().all(|item| item.as_str().is_some_and(|text| !text.is_empty()));
    (items.is_empty() || !texts)
        .then(|| "`absent` is not a list of one or more texts that are not empty".to_owned())
}

/// The text of a value with its members in their order, since that is the order of what a decision lists.
fn write(out: &mut String, value: &Value<'_>) {
    let list = |out: &mut String, index: usize| {
        if index > 0 {
            out.push(',');
        }
    };
    match value {
        Value::Number(number) => out.push_str(number.as_str()),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                list(out, index);
                write(out, item);
            }
            out.push(']');
        }
        Value::Object(object) => write_object(out, object),
        plain => json::canonical(out, plain),
    }
}

fn write_object(out: &mut String, object: &Object<'_>) {
    out.push('{');
    for (index, member) in object.members().iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        json::canonical(out, &Value::String(Cow::Borrowed(&*member.key)));
        out.push(':');
        write(out, &member.value);
    }
    out.push('}');
}
