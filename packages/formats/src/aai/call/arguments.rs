//! Arguments against `parameters`, by draft-07.

use std::ops::ControlFlow;

use jsonschema::{
    ValidationError,
    error::ValidationErrorKind as Kind,
    paths::{Location, LocationSegment},
};
use serde_json::{Map, Value};

use super::super::{
    CallRule as Rule,
    findings::{Findings, element, member, push_key},
    model::Tool,
    nearest,
    schema::Allowance,
};
use super::{
    parts::Part,
    validator::{BoundedValidator, Checked},
};

/// Names of arguments that one is suggested for at most.
const MOST_HINTS: usize = 8;

/// What is wrong with defaults.
pub(in super::super) enum DefaultFaults {
    /// The parameters whose default violates its schema.
    Of(Vec<String>),
    /// They could not be checked to the end; this is where it became too much.
    TooCostly(String),
}

/// Looks at the defaults, each a member of one object.
pub(in super::super) fn default_faults(
    validator: &BoundedValidator,
    defaults: &Value,
    allowance: &mut Allowance,
) -> DefaultFaults {
    let mut names = Vec::new();
    let faults = match validator.check(defaults, allowance) {
        Checked::Fits => return DefaultFaults::Of(names),
        Checked::Faults(faults) => faults,
        Checked::TooManyFaults(place) => return DefaultFaults::TooCostly(place.pointer),
        Checked::TooManySteps(place) => return DefaultFaults::TooCostly(place),
    };
    for error in faults {
        let mut steps = error.instance_path().segments();
        let Some(LocationSegment::Property(name)) = steps.next() else { continue };
        if of_property(error.evaluation_path(), &name) {
            names.push(name.into_owned());
        }
    }
    DefaultFaults::Of(names)
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
    allowance: &mut Allowance,
    findings: &mut Findings<Rule>,
) -> Option<Map<String, Value>> {
    let adds_defaults = tool.has_defaults_beside(&arguments);
    let sent = Value::Object(arguments);
    if adds_defaults {
        // What is required must have been sent, whatever a default would put in.
        let is_missing = |error: &ValidationError<'_>| {
            error.instance_path().is_empty() && error.schema_path().as_str().ends_with("/required")
        };
        look(&tool.validator, &sent, at, allowance, is_missing, findings);
    }
    let Value::Object(arguments) = sent else { return None };
    let filled = Value::Object(tool.with_defaults(arguments));
    look(&tool.validator, &filled, at, allowance, |_| true, findings);
    if !findings.clean() {
        hints(tool, &filled, at, findings);
    }
    match filled {
        Value::Object(arguments) if findings.clean() => Some(arguments),
        _ => None,
    }
}

/// Where no parameter has a name that was given, says which one was probably meant.
fn hints(tool: &Tool, arguments: &Value, at: &str, findings: &mut Findings<Rule>) {
    let names = arguments.as_object().into_iter().flat_map(Map::keys);
    for name in names.filter(|name| !tool.declared.holds(name)).take(MOST_HINTS) {
        let hint = nearest::hint(name, tool.parameter_names());
        if !hint.is_empty() {
            findings.hint(Rule::ArgsAdditionalProperties, &member(at, name), &hint);
        }
    }
}

/// An answer against `returns`.
pub(super) fn answer(tool: &Tool, answer: &Value, findings: &mut Findings<Rule>) {
    if let Some(validator) = &tool.answer {
        look(validator, answer, "", &mut Allowance::new(), |_| true, findings);
    }
}

/// Checks a value that stands at `at`, and reports the faults that count.
fn look(
    validator: &BoundedValidator,
    value: &Value,
    at: &str,
    allowance: &mut Allowance,
    counts: impl Fn(&ValidationError<'_>) -> bool,
    findings: &mut Findings<Rule>,
) {
    match validator.check(value, allowance) {
        Checked::Fits => {}
        Checked::Faults(faults) => {
            for error in faults.filter(counts) {
                report(&error, at, None, findings);
                if findings.full() {
                    break;
                }
            }
        }
        Checked::TooManyFaults(place) => {
            let message = "the value does not fit, and up to here there can be more faults than are \
                           collected; those within the elements of a long list are looked for, and \
                           others may be left. Send less at once";
            findings.add(Rule::ArgsBudgetExceeded, &format!("{at}{}", place.pointer), message);
            let Some(names) = place.list.filter(|names| validator.stands_alone(names)) else {
                return;
            };
            validator.in_parts(value, &names, allowance, |error, part| {
                if counts(error) {
                    report(error, at, Some(part), findings);
                }
                if findings.full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
        Checked::TooManySteps(place) => {
            let message = "up to here the value took all the steps that there are for checking it by \
                           its schema; send less at once";
            findings.add(Rule::ArgsBudgetExceeded, &format!("{at}{place}"), message);
        }
    }
}

/// Adds an error of the validator, at the member that it is about.
fn report(
    error: &ValidationError<'_>,
    at: &str,
    part: Option<Part>,
    findings: &mut Findings<Rule>,
) {
    let mut pointer = at.to_owned();
    for (depth, step) in error.instance_path().segments().enumerate() {
        match step {
            LocationSegment::Property(key) => push_key(&mut pointer, &key),
            LocationSegment::Index(index) => {
                let first = part.filter(|part| part.depth == depth).map_or(0, |part| part.first);
                pointer = element(&pointer, first + index);
            }
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
