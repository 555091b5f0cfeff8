//! Arguments against `parameters`, by draft-07.

use jsonschema::{
    Draft, PatternOptions, ValidationError, Validator,
    error::ValidationErrorKind as Kind,
    paths::{Location, LocationSegment},
};
use serde_json::{Map, Value};

use super::super::{
    CallRule as Rule,
    findings::{Findings, element, member, push_key},
    model::Tool,
};

/// Bytes of one compiled pattern.
const PATTERN_BYTES: usize = 8 << 20;

/// A validator of a schema that was found to be sound and bounded. Nothing is fetched: there is no
/// code for it in the program.
pub(in super::super) fn build(schema: &Value) -> Option<Validator> {
    // The dialect was settled, and a root `$id` only renames what `#` means.
    let mut schema = schema.clone();
    if let Some(map) = schema.as_object_mut() {
        map.shift_remove("$schema");
        map.shift_remove("$id");
    }
    jsonschema::options()
        .with_draft(Draft::Draft7)
        .offline()
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES))
        .should_validate_formats(true)
        .should_ignore_unknown_formats(true)
        .build(&schema)
        .ok()
}

/// The names of parameters whose default violates its schema.
pub(in super::super) fn default_faults(validator: &Validator, defaults: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for error in validator.iter_errors(defaults) {
        let mut steps = error.instance_path().segments();
        let Some(LocationSegment::Property(name)) = steps.next() else { continue };
        if of_property(error.evaluation_path(), &name) {
            names.push(name.into_owned());
        }
    }
    names
}

/// Whether an error was found on the way to a declared property, and not by a rule about several.
fn of_property(path: &Location, name: &str) -> bool {
    let mut steps = path.segments();
    while let Some(LocationSegment::Property(step)) = steps.next() {
        match &*step {
            "$ref" => {}
            "allOf" => {
                steps.next();
            }
            "properties" => {
                return matches!(steps.next(), Some(LocationSegment::Property(it)) if it == name);
            }
            _ => return false,
        }
    }
    false
}

/// The arguments with their defaults in, if they are valid; `at` is where they stand.
pub(in super::super) fn valid(
    tool: &Tool,
    arguments: Map<String, Value>,
    at: &str,
    findings: &mut Findings<Rule>,
) -> Option<Map<String, Value>> {
    let sent = Value::Object(arguments);
    // What is required must have been sent, whatever a default would put in.
    for error in tool.validator.iter_errors(&sent) {
        if error.instance_path().is_empty() && error.schema_path().as_str().ends_with("/required") {
            report(&error, at, findings);
        }
    }
    let Value::Object(arguments) = sent else { return None };
    let filled = Value::Object(tool.with_defaults(arguments));
    for error in tool.validator.iter_errors(&filled) {
        report(&error, at, findings);
        if findings.full() {
            break;
        }
    }
    match filled {
        Value::Object(arguments) if findings.clean() => Some(arguments),
        _ => None,
    }
}

/// An answer against `returns`.
pub(super) fn answer(tool: &Tool, answer: &Value, findings: &mut Findings<Rule>) {
    let Some(validator) = &tool.answer else { return };
    for error in validator.iter_errors(answer) {
        report(&error, "", findings);
        if findings.full() {
            break;
        }
    }
}

/// Adds an error of the validator, at the member that it is about.
fn report(error: &ValidationError<'_>, at: &str, findings: &mut Findings<Rule>) {
    let mut pointer = at.to_owned();
    for step in error.instance_path().segments() {
        match step {
            LocationSegment::Property(key) => push_key(&mut pointer, &key),
            LocationSegment::Index(index) => pointer = element(&pointer, index),
        }
    }
    match error.kind() {
        Kind::AdditionalProperties { unexpected } => {
            for key in unexpected {
                let message = "there is no such parameter here, and no others are allowed";
                findings.add(Rule::ArgsAdditionalProperties, &member(&pointer, key), message);
            }
        }
        Kind::Required { property } => {
            let key = property.as_str().unwrap_or_default();
            let message = "the value is missing; it is required";
            findings.add(Rule::ArgsRequired, &member(&pointer, key), message);
        }
        Kind::PropertyNames { error } => {
            let key = error.instance().as_str().unwrap_or_default();
            let message = "the member has a name that is not allowed here";
            findings.add(Rule::ArgsPropertyNames, &member(&pointer, key), message);
        }
        kind => {
            let (rule, message) = rule_of(kind, error.instance());
            findings.add(rule, &pointer, message);
        }
    }
}

fn rule_of(kind: &Kind, instance: &Value) -> (Rule, String) {
    use super::super::findings::found;
    let found = found(instance);
    let (rule, message) = match kind {
        Kind::Type { .. } => {
            (Rule::ArgsType, format!("the value is {found}, which is not the declared type"))
        }
        Kind::Enum { .. } => (Rule::ArgsEnum, "the value is not one of the listed ones".to_owned()),
        Kind::Constant { .. } => {
            (Rule::ArgsConst, "the value is not the only one allowed".to_owned())
        }
        Kind::Format { format } => {
            (Rule::ArgsFormat, format!("the string does not have the format `{}`", known(format)))
        }
        Kind::Pattern { .. }
        | Kind::BacktrackLimitExceeded { .. }
        | Kind::RegexEngineFailure { .. } => {
            (Rule::ArgsPattern, "the string does not match the declared pattern".to_owned())
        }
        Kind::Minimum { limit } => (Rule::ArgsMinimum, format!("the number is below {limit}")),
        Kind::Maximum { limit } => (Rule::ArgsMaximum, format!("the number is above {limit}")),
        Kind::ExclusiveMinimum { limit } => {
            (Rule::ArgsExclusiveMinimum, format!("the number is not above {limit}"))
        }
        Kind::ExclusiveMaximum { limit } => {
            (Rule::ArgsExclusiveMaximum, format!("the number is not below {limit}"))
        }
        Kind::MultipleOf { multiple_of } => {
            (Rule::ArgsMultipleOf, format!("the number is not a multiple of {multiple_of}"))
        }
        Kind::MinLength { limit } => {
            (Rule::ArgsMinLength, format!("the string has fewer than {limit} characters"))
        }
        Kind::MaxLength { limit } => {
            (Rule::ArgsMaxLength, format!("the string has more than {limit} characters"))
        }
        Kind::MinItems { limit } => {
            (Rule::ArgsMinItems, format!("the list has fewer than {limit} elements"))
        }
        Kind::MaxItems { limit } => {
            (Rule::ArgsMaxItems, format!("the list has more than {limit} elements"))
        }
        Kind::UniqueItems => {
            (Rule::ArgsUniqueItems, "the list has the same element twice".to_owned())
        }
        Kind::Contains => {
            (Rule::ArgsContains, "the list has no element of the kind asked for".to_owned())
        }
        Kind::AdditionalItems { limit } => (
            Rule::ArgsAdditionalItems,
            format!("the list has more than the {limit} declared elements"),
        ),
        Kind::MinProperties { limit } => {
            (Rule::ArgsMinProperties, format!("the object has fewer than {limit} members"))
        }
        Kind::MaxProperties { limit } => {
            (Rule::ArgsMaxProperties, format!("the object has more than {limit} members"))
        }
        Kind::AnyOf { .. } => {
            (Rule::ArgsAnyOf, "the value satisfies none of the alternatives".to_owned())
        }
        Kind::OneOfNotValid { .. } => {
            (Rule::ArgsOneOf, "the value satisfies none of the alternatives".to_owned())
        }
        Kind::OneOfMultipleValid { .. } => {
            (Rule::ArgsOneOf, "the value satisfies more than one of the alternatives".to_owned())
        }
        Kind::Not { .. } => (Rule::ArgsNot, "the value is one that is ruled out".to_owned()),
        Kind::ContentEncoding { .. } | Kind::FromUtf8 { .. } => {
            (Rule::ArgsContentEncoding, "the string is not encoded as declared".to_owned())
        }
        Kind::ContentMediaType { .. } => (
            Rule::ArgsContentMediaType,
            "the string does not hold the declared media type".to_owned(),
        ),
        // Nothing else is found by draft-07; if it were, the value would not be taken either.
        _ => (Rule::ArgsFalse, "no value is allowed here".to_owned()),
    };
    (rule, message)
}

/// The name of a format, which is a word of draft-07.
fn known(format: &str) -> &str {
    if format.len() <= 32 { format } else { "declared" }
}
