//! Descriptors, arguments and answers made to cost: none takes more memory or more work than any text may.

#![cfg(feature = "arguments")]

#[path = "../../../core/tests/support/worst.rs"]
mod worst;

use aana_formats::{
    Report, Rule,
    aai::{Descriptor, Profile, check, load},
};
use allocation_counter::measure;
use worst::{MOST_BYTES, holds, listed, repeated};

/// A descriptor whose only tool has these parameters, as JSON text.
fn descriptor(parameters: &str) -> String {
    format!(
        r#"{{"schema_version":"1.0","app":{{"id":"com.example.app","name":"App","description":"An app"}},"execution":{{"type":"http","base_url":"https://api.example.com"}},"tools":[{{"name":"put_it","description":"Put it","execution":{{"path":"/x","method":"POST"}},"parameters":{parameters}}}]}}"#
    )
}

/// The same, its only parameter `a` with this schema.
fn with_schema(schema: &str) -> String {
    descriptor(&format!(
        r#"{{"type":"object","properties":{{"a":{schema}}},"definitions":{{{}}}}}"#,
        definitions()
    ))
}

/// `l` is a list of itself or of texts; `c0` comes to itself one level down, by way of thirty schemas.
fn definitions() -> String {
    let link =
        |n: usize| format!(r##""c{n}":{{"allOf":[{{"$ref":"#/definitions/c{}"}}]}},"##, n + 1);
    let chain: String = (0..14).map(link).collect();
    chain
        + r##""c14":{"items":{"$ref":"#/definitions/c0"}},
              "l":{"type":"array","items":{"anyOf":[{"$ref":"#/definitions/l"},{"type":"string"}]}}"##
}

fn loaded(text: &str) -> Descriptor {
    let (report, descriptor) = load(text, Profile::Seed);
    descriptor.unwrap_or_else(|| panic!("{:?}", report.findings().first()))
}

fn rules<R: Rule>(report: &Report<R>) -> Vec<&'static str> {
    let mut rules: Vec<_> = report.findings().iter().map(|it| it.rule.id()).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn names(count: usize) -> String {
    let names: Vec<String> = (0..count).map(|it| format!("\"k{it}\"")).collect();
    names.join(",")
}

fn many(count: usize, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(part).collect();
    format!("[{}]", parts.join(","))
}

/// What is found in the argument `a`, and that it takes no more memory than anything may.
fn found(schema: &str, a: &str) -> Vec<&'static str> {
    let text = with_schema(schema);
    let arguments = format!(r#"{{"a":{a}}}"#);
    let mut found = Vec::new();
    let counted = measure(|| found = rules(&loaded(&text).check_arguments("put_it", &arguments)));
    assert!(counted.bytes_max <= MOST_BYTES, "{} bytes at once", counted.bytes_max);
    found
}

fn rows(required: usize) -> String {
    format!(r#"{{"items":{{"type":"object","required":[{}]}}}}"#, names(required))
}

#[test]
fn many_missing_members_are_cut() {
    let cut = ["args.budget_exceeded", "args.required", "args.too_many"];
    let empty = |count| many(count, |_| "{}".into());
    assert_eq!(found(&rows(3_000), &empty(3_000)), cut);
    assert_eq!(found(&rows(10), &empty(250_000)), cut);
    assert_eq!(found(&rows(10), &empty(330_000)), ["args.budget_exceeded"]);
}

#[test]
fn comparing_with_many_values_is_bounded() {
    let objects = many(20_000, |n| format!(r#"{{"k":{n}}}"#));
    let items = many(50_000, |n| format!(r#"{{"k":{}}}"#, 19_999 - n % 5));
    let listed = format!(r#"{{"items":{{"enum":{objects}}}}}"#);
    assert_eq!(found(&listed, &items), ["args.budget_exceeded"]);
    let alternatives = many(3_000, |n| format!(r#"{{"const":{n}}}"#));
    let alternatives = format!(r#"{{"items":{{"anyOf":{alternatives}}}}}"#);
    let last = many(20_000, |_| "2999".into());
    assert_eq!(found(&alternatives, &last), ["args.budget_exceeded"]);
}

/// Lists in lists whose hash is the same, wherever their brackets stand, are compared each with each.
#[test]
fn comparing_elements_with_each_other_is_bounded() {
    let unique = r#"{"uniqueItems":true}"#;
    let alike = |n: usize| {
        let shape: String = (0..16).map(|bit| if n >> bit & 1 == 1 { "[]," } else { "" }).collect();
        format!("[{shape}1,{}]", "[],".repeat(16) + "[]")
    };
    assert_eq!(found(unique, &many(9_000, alike)), ["args.budget_exceeded"]);
    assert_eq!(found(unique, &many(90_000, |n| n.to_string())), [""; 0]);
    assert_eq!(found(unique, &many(90_000, |_| "[1]".into())), ["args.uniqueItems"]);
}

/// Nearly a megabyte of rows with ten fields.
#[test]
fn ordinary_rows_fit() {
    let field = |n: usize| {
        let schema = [
            r#"{"type":"string","minLength":1,"maxLength":200}"#,
            r#"{"type":"integer","minimum":0}"#,
            r#"{"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}"#,
            r#"{"enum":["open","closed","pending"]}"#,
        ];
        format!(r#""k{n}":{}"#, schema[n % 4])
    };
    let fields: Vec<String> = (0..10).map(field).collect();
    let schema = format!(
        r#"{{"type":"array","uniqueItems":true,"items":{{"type":"object","additionalProperties":false,"properties":{{{}}},"required":[{}]}}}}"#,
        fields.join(","),
        names(10)
    );
    let row = |index: usize| {
        let value = |n: usize| match n % 4 {
            0 => format!(r#""name {index}""#),
            1 => index.to_string(),
            2 => r#""2026-06-30""#.to_owned(),
            _ => r#""open""#.to_owned(),
        };
        let members: Vec<String> = (0..10).map(|n| format!(r#""k{n}":{}"#, value(n))).collect();
        format!("{{{}}}", members.join(","))
    };
    let list = listed("[", row, "]", 990_000);
    assert_eq!(found(&schema, &list), [""; 0]);
    let one_wrong = list.replacen("\"open\"", "\"opened\"", 1);
    assert_eq!(found(&schema, &one_wrong), ["args.budget_exceeded", "args.enum"]);
}

/// Where a list is looked at in parts, a fault has the place that it has in the whole.
#[test]
fn a_fault_far_down_a_list_is_at_its_place() {
    let descriptor = loaded(&with_schema(r#"{"items":{"type":"string","pattern":"^[a-z]$"}}"#));
    let item = |n: usize| if n == 77_777 { r#""B""#.to_owned() } else { r#""b""#.to_owned() };
    let report =
        descriptor.check_arguments("put_it", &format!(r#"{{"a":{}}}"#, many(100_000, item)));
    let places: Vec<_> = report.findings().iter().map(|it| (it.rule.id(), &it.place)).collect();
    let wrong = aana_formats::Place::Pointer("/a/77777".to_owned());
    assert!(places.contains(&("args.pattern", &wrong)), "{places:?}");
    assert_eq!(places.len(), 2);
}

#[test]
fn defaults_are_bounded() {
    let empty = many(2_000, |_| "{}".into());
    let text =
        with_schema(&format!(r#"{{"items":{{"required":[{}]}},"default":{empty}}}"#, names(2_000)));
    let mut found = Vec::new();
    let counted = measure(|| found = rules(&check(&text, Profile::Seed)));
    assert_eq!(found, ["schema.budget_exceeded"]);
    assert!(counted.bytes_max <= MOST_BYTES, "{} bytes at once", counted.bytes_max);
}

#[test]
fn a_descriptor_has_a_bounded_number_of_schemas() {
    let text = with_schema(&format!(r#"{{"allOf":{}}}"#, many(17_000, |_| "{}".into())));
    assert_eq!(rules(&check(&text, Profile::Seed)), ["schema.too_costly"]);
}

#[test]
fn descriptors_hold() {
    let read = |text: &str| drop(check(text, Profile::Seed));
    for form in [
        r#"{…"m№":1…}"#,
        "[…1…]",
        r#"{"schema_version":"1.0","tools":[…{"name":"t№","description":"Put it","parameters":{"type":"object"}}…]}"#,
    ] {
        holds(form, |most| repeated(form, most), read);
    }
    for form in [
        r#"{"properties":{…"p№":{}…}}"#,
        r#"{"properties":{…"p№":{"type":"string","minLength":1,"default":1}…}}"#,
        r#"{"required":[…"k№"…]}"#,
        r#"{"properties":{"a":{"enum":[…№…]}}}"#,
        r#"{"properties":{"a":{"enum":[…"№"…]}}}"#,
        r#"{"properties":{"a":{"enum":[…{"k":№}…]}}}"#,
        r#"{"properties":{"a":{"const":[…[№]…]}}}"#,
        r#"{"allOf":[…{}…]}"#,
        r#"{"properties":{"a":{"anyOf":[…{"const":№}…]}}}"#,
        r#"{"properties":{…"p№":{"pattern":"^[a-z]{2,9№}$"}…}}"#,
        r#"{"patternProperties":{…"^[a-z]{2,9}№$":{}…}}"#,
        r#"{"properties":{"a":{"items":{"required":["x"]},"default":[…{"k":№}…]}}}"#,
        r#"{"properties":{"a":{"uniqueItems":true,"default":[…[[№],[]]…]}}}"#,
        r#"{"examples":[…№…]}"#,
        r##"{"definitions":{…"d№":{"$ref":"#/definitions/d№"}…}}"##,
        r##"{"definitions":{"d":{}},"properties":{…"p№":{"$ref":"#/definitions/d"}…}}"##,
        r#"{"properties":{"a":{"items":[…true…]}}}"#,
        r#"{"dependencies":{…"d№":["a"]…}}"#,
    ] {
        holds(form, |most| repeated(&descriptor(form), most), read);
    }
}

/// Arguments, by schemas in which each of their values counts for much.
#[test]
fn arguments_hold() {
    let rows = rows(10);
    let long = format!(r#"{{"a":{{"{}":[…1…]}}}}"#, "k".repeat(30_000));
    let nested = format!(r#"{{"a":[…{}№{}…]}}"#, "[".repeat(60), "]".repeat(60));
    for (schema, form) in [
        ("{}", r#"{"a":[…1…]}"#),
        ("{}", r#"{"a":[…1№…]}"#),
        ("{}", r#"{"a":[…[№]…]}"#),
        ("{}", r#"{"a":[…{"":1}…]}"#),
        (&rows, r#"{"a":[…{}…]}"#),
        (&rows, r#"{"a":[…{"k":№}…]}"#),
        (r#"{"items":{"type":"string"}}"#, r#"{"a":[…1№…]}"#),
        (r#"{"items":{"type":"string","minLength":2,"pattern":"^a"}}"#, r#"{"a":[…"b"…]}"#),
        (r#"{"items":{"format":"date-time"}}"#, r#"{"a":[…"x"…]}"#),
        (r#"{"items":{"format":"regex"}}"#, r#"{"a":[…"(№)+"…]}"#),
        (r#"{"additionalProperties":false}"#, r#"{"a":{…"m№":1…}}"#),
        (r#"{"propertyNames":{"pattern":"^x"}}"#, r#"{"a":{…"m№":1…}}"#),
        (r#"{"patternProperties":{"^m":{"type":"string"}}}"#, r#"{"a":{…"m№":1…}}"#),
        (r#"{"anyOf":[{"type":"string"},{"maxItems":1},{"minItems":999999}]}"#, r#"{"a":[…1№…]}"#),
        (r#"{"items":{"anyOf":[{"type":"string"},{"minimum":1e9}]}}"#, r#"{"a":[…1№…]}"#),
        (r#"{"items":{"oneOf":[{"type":"string"},{"minimum":1e9}]}}"#, r#"{"a":[…1№…]}"#),
        (r#"{"items":{"not":{"type":"integer"}}}"#, r#"{"a":[…1№…]}"#),
        (r#"{"contains":{"type":"string"}}"#, r#"{"a":[…1№…]}"#),
        (r#"{"uniqueItems":true}"#, r#"{"a":[…1№…]}"#),
        (r#"{"uniqueItems":true}"#, &nested),
        (r#"{"additionalProperties":{"items":{"type":"string"}}}"#, &long),
        (r##"{"$ref":"#/definitions/c0"}"##, &nested),
        (r##"{"$ref":"#/definitions/l"}"##, &nested),
    ] {
        let descriptor = loaded(&with_schema(schema));
        let read = |text: &str| {
            drop(descriptor.check_arguments("put_it", text));
            drop(descriptor.call("put_it", text));
        };
        holds(
            &format!("{schema} {}", form.chars().take(40).collect::<String>()),
            |most| repeated(form, most),
            read,
        );
    }
}
