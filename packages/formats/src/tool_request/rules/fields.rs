//! The keys at the top of the front matter: kinds, values, bounds.

use super::{
    approval, files, network,
    reader::{FieldReader, Single, TEXTS, ambiguous, is_approval},
    values::{Fields, Language},
    words,
};
use crate::tool_request::read::{
    forms::{self, Id},
    front::{Entry, Front, Value},
};
use crate::tool_request::{CheckOptions, Limits, RequestRule as Rule, found::RequestFindings};

const REQUIRED: [&str; 12] = [
    "request_type",
    "schema_version",
    "request_id",
    "created_utc",
    "purpose",
    "language",
    "cpu_limit",
    "memory_limit_mb",
    "time_limit_sec",
    "inputs",
    "outputs_expected",
    "constraints",
];

const LISTS: [&str; 4] = ["network_allowlist", "inputs", "outputs_expected", "constraints"];

/// The keys that a document may have besides those that it must.
const OTHER: [&str; 5] =
    ["requested_by", "approved_by", "approved_utc", "network", "network_allowlist"];

pub(crate) fn read(
    front: &Front,
    options: &CheckOptions<'_>,
    found: &mut RequestFindings,
) -> Fields {
    let mut reader = FieldReader { front, found };
    let mut fields = Fields::default();
    for entry in &front.entries {
        kinds(entry, reader.found);
    }
    for key in REQUIRED {
        if front.get(key).is_none() {
            reader.add(Rule::FmMissingKey, key, format!("the key `{key}` is missing"));
        }
    }
    identity(&mut reader, &mut fields);
    approval::read(&mut reader, options, &mut fields);
    language(&mut reader, &mut fields);
    network::read(&mut reader, &mut fields);
    numbers(&mut reader, &options.limits, &mut fields);
    fields.inputs = files::inputs(&mut reader);
    fields.outputs = files::outputs(&mut reader);
    fields.constraints = constraints(&mut reader);
    fields
}

/// What holds for a key whatever it means: known, of its kind, not too long, unambiguous.
fn kinds(entry: &Entry, found: &mut RequestFindings) {
    let key = entry.key.as_str();
    if !REQUIRED.contains(&key) && !OTHER.contains(&key) {
        found.add(Rule::FmUnknownKey, entry.at, "a key that the schema does not name");
        return;
    }
    match (&entry.value, LISTS.contains(&key)) {
        (Value::List(items), true) => {
            let most = if key == "network_allowlist" { 16 } else { 64 };
            if items.len() > most {
                let message = format!("`{key}` has more than {most} entries");
                found.add(Rule::FmTooManyItems, entry.at, message);
            }
        }
        (_, true) => {
            let message = format!("`{key}` has to be a list; an empty one is written `[]`");
            found.add(Rule::FmType, entry.at, message);
        }
        (Value::List(_), false) => {
            found.add(Rule::FmType, entry.at, format!("`{key}` is a list; one value is due"));
        }
        (Value::Scalar(scalar), false) => {
            let null = matches!(scalar.text.as_str(), "~" | "null" | "Null" | "NULL");
            if TEXTS.contains(&key) && !(null && is_approval(key)) {
                ambiguous(scalar, key, found);
            }
        }
        (Value::Nothing, false) => {}
    }
}

/// What the document is, and why there is one.
fn identity(reader: &mut FieldReader<'_>, fields: &mut Fields) {
    let present = |reader: &FieldReader<'_>, key: &str| reader.front.get(key).is_some();
    match reader.single("request_type") {
        Single::Text("tool_request") | Single::Faulty => {}
        Single::Empty if !present(reader, "request_type") => {}
        _ => reader.add(
            Rule::FieldRequestType,
            "request_type",
            "`request_type` is not `tool_request`",
        ),
    }
    match reader.single("schema_version") {
        Single::Text("1") | Single::Faulty => {}
        Single::Empty if !present(reader, "schema_version") => {}
        _ => reader.add(Rule::FieldSchemaVersion, "schema_version", "`schema_version` is not `1`"),
    }

    let mut id_ms = None;
    match reader.single("request_id") {
        Single::Faulty => {}
        Single::Empty if !present(reader, "request_id") => {}
        Single::Text(text) if matches!(forms::request_id(text), Id::Instant(_)) => {
            fields.request_id = Some(text.to_owned());
            if let Id::Instant(ms) = forms::request_id(text) {
                id_ms = Some(ms);
            }
        }
        _ => reader.add(
            Rule::FieldRequestId,
            "request_id",
            "`request_id` is not `TR-<8 digits>-<6 digits>Z-<slug>` with a real date and time",
        ),
    }

    match reader.single("created_utc") {
        Single::Faulty => {}
        Single::Empty if !present(reader, "created_utc") => {}
        Single::Text(text) if forms::instant(text).is_some() => {
            fields.created_ms = forms::instant(text);
        }
        _ => reader.add(
            Rule::FieldCreatedUtc,
            "created_utc",
            "`created_utc` is not a real instant written `YYYY-MM-DDTHH:MM:SSZ`",
        ),
    }
    if let (Some(id_ms), Some(created_ms)) = (id_ms, fields.created_ms)
        && id_ms != created_ms
    {
        let message = "the time in `request_id` is not `created_utc`";
        reader.add(Rule::FieldRequestIdTime, "request_id", message);
    }

    match reader.single("purpose") {
        Single::Faulty => {}
        Single::Empty if !present(reader, "purpose") => {}
        Single::Text(text) if is_purpose(text) => {
            text.clone_into(&mut fields.purpose);
            if has_two_sentences(text) {
                let message = "`purpose` reads as more than one sentence";
                reader.add(Rule::FieldPurposeSentences, "purpose", message);
            }
        }
        _ => reader.add(
            Rule::FieldPurpose,
            "purpose",
            "`purpose` is empty, over 300 characters, or says nothing",
        ),
    }
}

fn is_purpose(text: &str) -> bool {
    text.chars().count() <= 300 && text != words::TEMPLATE_PURPOSE && !words::is_filler(text)
}

fn has_two_sentences(text: &str) -> bool {
    ['.', '!', '?'].into_iter().any(|end| {
        text.split(end).skip(1).any(|after| {
            after.starts_with(' ') && after.trim_start().starts_with(|c: char| c.is_uppercase())
        })
    })
}

fn language(reader: &mut FieldReader<'_>, fields: &mut Fields) {
    let text = match reader.single("language") {
        Single::Faulty => return,
        Single::Empty if reader.front.get("language").is_none() => return,
        Single::Empty => "",
        Single::Text(text) => text,
    };
    fields.language = Language::ALL.into_iter().find(|language| language.as_str() == text);
    let lower = text.to_ascii_lowercase();
    if words::SHELLS.contains(&lower.as_str()) || words::SHELL_LANGUAGES.contains(&lower.as_str()) {
        reader.add(Rule::LangShell, "language", "`language` names a shell");
    } else if fields.language.is_none() {
        let message = "`language` is not one of `python`, `node`, `ts`, `go`, `ruby`";
        reader.add(Rule::LangUnknown, "language", message);
    }
}

fn numbers(reader: &mut FieldReader<'_>, limits: &Limits, fields: &mut Fields) {
    match reader.single("cpu_limit") {
        Single::Faulty => {}
        Single::Empty if reader.front.get("cpu_limit").is_none() => {}
        Single::Text(text)
            if forms::thousandths(text)
                .is_some_and(|cores| (1..=limits.max_cpu_thousandths).contains(&cores)) =>
        {
            text.clone_into(&mut fields.cpu_limit);
        }
        _ => reader.add(
            Rule::FieldCpuLimit,
            "cpu_limit",
            format!(
                "`cpu_limit` is not a plain decimal number above 0 and at most {}.{:03}",
                limits.max_cpu_thousandths / 1000,
                limits.max_cpu_thousandths % 1000
            ),
        ),
    }
    let bounds = [
        ("memory_limit_mb", Rule::FieldMemoryLimitMb, 16, limits.max_memory_mb),
        ("time_limit_sec", Rule::FieldTimeLimitSec, 1, limits.max_time_sec),
    ];
    for (key, rule, least, most) in bounds {
        let number = match reader.single(key) {
            Single::Faulty => continue,
            Single::Empty if reader.front.get(key).is_none() => continue,
            Single::Empty => None,
            Single::Text(text) => forms::whole(text),
        };
        match number.filter(|number| (least..=most).contains(number)) {
            Some(number) if key == "memory_limit_mb" => fields.memory_limit_mb = number,
            Some(number) => fields.time_limit_sec = number,
            None => {
                let message = format!("`{key}` is not a plain whole number from {least} to {most}");
                reader.add(rule, key, message);
            }
        }
    }
}

fn constraints(reader: &mut FieldReader<'_>) -> Vec<String> {
    let mut constraints = Vec::new();
    for scalar in reader.texts("constraints") {
        let text = scalar.text.trim_matches(' ');
        if text.is_empty() || text.chars().count() > 300 {
            let message = "an entry of `constraints` is empty or has over 300 characters";
            reader.found.add(Rule::FieldConstraints, scalar.at, message);
        }
        constraints.push(text.to_owned());
    }
    let is_list =
        matches!(reader.front.get("constraints").map(|entry| &entry.value), Some(Value::List(_)));
    let all = words::STANDARD_CONSTRAINTS
        .iter()
        .all(|standard| constraints.iter().any(|text| text == standard));
    if is_list && !all {
        let message =
            "`constraints` leaves out one of the three standard ones; it holds all the same";
        reader.add(Rule::FieldConstraintsStandard, "constraints", message);
    }
    constraints
}
