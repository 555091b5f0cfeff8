//! Reading the fields of a policy: what several readers share.

use alloc::{string::String, vec::Vec};

use crate::{
    codes::FaultCode,
    event::{FieldReader, found, is_blank},
    fault::Path,
    json::{Member, Value},
};

/// How many entries a list of a policy may have.
pub(super) const MOST_ENTRIES: usize = 1000;

pub(super) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// A misspelt field would silently not tighten what it was meant to tighten.
fn unknown_field(reader: &mut FieldReader, path: &Path<'_>) {
    let message = format_args!("`aana.policy.v1` has no such field");
    reader.fault(path, FaultCode::UnknownField, message);
}

pub(super) fn whole_number(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    least: u32,
    most: u32,
) -> Option<u32> {
    let Value::Number(number) = value else {
        reader.wrong_type(path, name, value, "a whole number");
        return None;
    };
    // JSON has one kind of number: `168.0` is as whole as `168`.
    let double = number.as_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what the cast changes is compared with what it was"
    )]
    let whole = Some(double as u32).filter(|whole| {
        (f64::from(*whole) - double).abs() == 0.0 && (least..=most).contains(whole)
    });
    if whole.is_none() {
        let message = format_args!(
            "`{name}` is a number outside of what is allowed: a whole number from {least} to {most}"
        );
        reader.fault(path, FaultCode::NumberOutOfRange, message);
    }
    whole
}

/// Reads an object member by member: `read` is told the path, the name and the value of each, and says whether there is
/// such a field. The number of members, unless it is not an object or has too many.
pub(super) fn each_member(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    most: usize,
    read: &mut dyn FnMut(&mut FieldReader, &Path<'_>, &str, Value<'_>) -> bool,
) -> Option<usize> {
    let members = reader.object(path, name, value)?.into_members();
    let count = members.len();
    if count > most {
        too_many(reader, path, name, ("an object", count, "members"), most);
        return None;
    }
    for Member { key, value } in members {
        let path = path.key(&key);
        if !read(reader, &path, &key, value) {
            unknown_field(reader, &path);
        }
    }
    Some(count)
}

/// Reads a list element by element, if there are not too many.
pub(super) fn each_element(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    read: &mut dyn FnMut(&mut FieldReader, &Path<'_>, usize, Value<'_>),
) {
    let items = reader.array(path, name, value).unwrap_or_default();
    if items.len() > MOST_ENTRIES {
        too_many(reader, path, name, ("an array", items.len(), "elements"), MOST_ENTRIES);
        return;
    }
    for (index, item) in items.into_iter().enumerate() {
        read(reader, &path.index(index), index, item);
    }
}

fn too_many(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    (what, count, of): (&str, usize, &str),
    most: usize,
) {
    let message = format_args!("`{name}` is {what} of {count} {of}; at most {most} are allowed");
    reader.fault(path, FaultCode::TooLong, message);
}

/// The texts of a list, each of which says something and passes a test. `allowed` says what passes.
pub(super) fn texts(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    (passes, allowed): (fn(&str) -> bool, &str),
) -> Vec<String> {
    let mut texts = Vec::new();
    each_element(reader, path, name, value, &mut |reader, path, _, item| {
        let Some(text) = reader.said(path, name, item) else { return };
        if passes(&text) {
            texts.push(text.into_owned());
        } else {
            not_allowed(reader, path, name, &Value::String(text), allowed);
        }
    });
    texts
}

/// Reports an object without a member where one at least is wanted.
pub(super) fn says_nothing(reader: &mut FieldReader, path: &Path<'_>, name: &str) {
    let message = format_args!("`{name}` says nothing; at least one of its keys is required");
    reader.fault(path, FaultCode::MissingField, message);
}

/// Reports a value of the right type that is not allowed.
pub(super) fn not_allowed(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    allowed: &str,
) {
    let message = format_args!("`{name}` is {}; {allowed} is allowed", found(value));
    reader.fault(path, FaultCode::NotAllowedValue, message);
}

/// A pattern for tool names has to say something, and to be no longer than a name.
pub(super) fn check_pattern(reader: &mut FieldReader, path: &Path<'_>, pattern: &str) {
    if is_blank(pattern) {
        let message = format_args!("a tool pattern is blank; a name or a pattern is allowed");
        reader.fault(path, FaultCode::BlankString, message);
    }
    if pattern.contains(['^', '$', '|', '!', '(', ')']) {
        let message = format_args!(
            "a tool pattern has a sign of regular expressions or of a negation (`^`, `$`, `|`, `!`, a \
             parenthesis), which it would take as it stands; a pattern is a tool's name in which `*` stands for \
             any run of characters and `?` for one"
        );
        reader.fault(path, FaultCode::NotAllowedValue, message);
    }
    reader.fits_a_name(path, "a tool pattern", pattern);
}

/// A few words, and what each stands for.
pub(super) type Choices<T> = (&'static [&'static str], &'static [T]);

/// One of a few words, spelled exactly, and what it stands for.
pub(super) fn choice<T: Copy>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    (words, meanings): Choices<T>,
) -> Option<T> {
    meanings.get(reader.choice(path, name, value, words)?).copied()
}
