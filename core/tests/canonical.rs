//! Canonical JSON and the action digest, held against the vectors of RFC 8785 and against digests
//! that were worked out by hand.

use aana_core::{
    Gate,
    json::{Member, Number, Object, Value, canonical},
};

fn canonical_of(value: &Value<'_>) -> String {
    let mut text = String::new();
    canonical(&mut text, value);
    text
}

fn number(text: &str) -> String {
    canonical_of(&Value::Number(Number::from_text(text).unwrap()))
}

fn object<'a>(members: impl IntoIterator<Item = (&'a str, Value<'a>)>) -> Value<'a> {
    let members = members.into_iter().map(|(key, value)| Member { key: key.into(), value });
    Value::Object(Object::new(members.collect()).unwrap())
}

fn digest(event: &str) -> String {
    let decision = Gate::default().check(event, 0);
    assert_eq!(decision.validation_errors(), []);
    decision.action_digest().unwrap()
}

fn event(tool_name: &str, arguments: &str, more: &str) -> String {
    format!(
        r#"{{"tool_name":"{tool_name}","tool_category":"write","authorization_state":"none",
            "evidence_refs":[],"risk_domain":"research","recommended_route":"ask",
            "proposed_arguments":{arguments}{more}}}"#
    )
}

/// RFC 8785, appendix B: the bits of a double and how it is written.
const NUMBERS: [(u64, &str); 24] = [
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

#[test]
fn doubles_are_written_as_the_rfc_lists_them() {
    for (bits, expected) in NUMBERS {
        let double = f64::from_bits(bits);
        let from_double = Number::from_f64(double).unwrap();
        assert_eq!(canonical_of(&Value::Number(from_double)), expected, "{bits:#018x}");
        // Seventeen digits and an exponent name the same double, spelled as no integer is.
        assert_eq!(number(&format!("{double:.17e}")), expected, "{bits:#018x} as text");
        assert_eq!(number(expected), expected, "{bits:#018x} once more");
    }
}

#[test]
fn what_is_no_number_has_no_canonical_form() {
    assert_eq!(Number::from_f64(f64::from_bits(0x7fff_ffff_ffff_ffff)), None);
    assert_eq!(Number::from_f64(f64::from_bits(0x7ff0_0000_0000_0000)), None);
    for text in ["", "NaN", "Infinity", "1e400", "-1e400", "01", "+1", "1.", ".5", "1 ", "0x1"] {
        assert_eq!(Number::from_text(text), None, "{text}");
    }
}

#[test]
fn integers_keep_their_digits() {
    let long = "9".repeat(400);
    for text in
        ["0", "1", "-1", "9007199254740992", "9007199254740993", "-18446744073709551617", &long]
    {
        assert_eq!(number(text), text);
    }
    for (text, expected) in [
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e5", "0"),
        ("1.0", "1"),
        ("1e2", "100"),
        ("1.50", "1.5"),
        ("1E-7", "1e-7"),
        ("1e-400", "0"),
        ("9007199254740993.0", "9007199254740992"),
    ] {
        assert_eq!(number(text), expected, "{text}");
    }
}

#[test]
fn a_digest_tells_neighbouring_ids_apart() {
    let of = |id: &str| digest(&event("get_label", &format!(r#"{{"id":{id},"rate":1e-1}}"#), ""));
    assert_eq!(
        of("9007199254740993"),
        "sha256:292d38ef0c1115ed2d9f31eab1c9473f3daeb241e5b292e894fe5a0f95919197",
    );
    assert_ne!(of("9007199254740993"), of("9007199254740992"));
    assert_ne!(of(&"9".repeat(400)), of(&format!("{}8", "9".repeat(399))));
    assert_eq!(of("1.0"), of("1"));
    assert_eq!(of("1e2"), of("100"));
    assert_eq!(of("-0"), of("0"));
}

/// RFC 8785, sections 3.2.2 and 3.2.4.
const SAMPLE: &str = r#"{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
}"#;

#[test]
fn the_sample_object_of_the_rfc() {
    let numbers = ["333333333.33333329", "1E30", "4.50", "2e-3", "0.000000000000000000000000001"]
        .map(|text| Value::Number(Number::from_text(text).unwrap()));
    let sample = object([
        ("numbers", Value::Array(numbers.into())),
        ("string", Value::String("\u{20ac}$\u{f}\u{a}A'B\"\\\\\"/".into())),
        ("literals", Value::Array(vec![Value::Null, Value::Bool(true), Value::Bool(false)])),
    ]);
    assert_eq!(
        canonical_of(&sample),
        r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#,
    );
    assert_eq!(
        digest(&event("t", SAMPLE, "")),
        "sha256:5a2d2a6f6521ca64d2e0d126b30d83e78f6b5895d2fc828c91dcfa8aba7e16d5",
    );
}

/// RFC 8785, section 3.2.3.
const SORTING: &str = r#"{
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis"
}"#;

#[test]
fn keys_are_sorted_by_utf16_units() {
    let keys = ["\u{20ac}", "\r", "\u{fb33}", "1", "\u{1f600}", "\u{80}", "\u{f6}"];
    let sorted = canonical_of(&object(keys.map(|key| (key, Value::Null))));
    assert_eq!(
        sorted,
        "{\"\\r\":null,\"1\":null,\"\u{80}\":null,\"\u{f6}\":null,\"\u{20ac}\":null,\
         \"\u{1f600}\":null,\"\u{fb33}\":null}",
    );
    assert_eq!(
        digest(&event("t", SORTING, "")),
        "sha256:43393eb80d6b48a64483ca4427c554f939fb9bcec9f5ee97f055cc33b97ca1b5",
    );
}

#[test]
fn only_what_must_be_escaped_is() {
    let every = (0..0x20).chain([0x22, 0x5c, 0x7f, 0x2028]).filter_map(char::from_u32);
    let text: String = every.collect();
    let low = r"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f";
    let high: Vec<String> = (0x10..0x20).map(|code| format!("\\u{code:04x}")).collect();
    let high = high.concat();
    let expected = format!("\"{low}{high}\\\"\\\\\u{7f}\u{2028}\"");
    assert_eq!(canonical_of(&Value::String(text.into())), expected);
}

/// Each digest is the SHA-256 of a text that was written down by hand.
#[test]
fn digests_of_known_actions() {
    let to = r#"{"to":"customer@example.com"}"#;
    let known = [
        ("t", "{}", "", "88e95ae5deec6a434db600597be6a059e0d96afba3c838455d25363ab90b55eb"),
        ("send_email", to, "", "2dc9abae652dd3c02d21d9b075197989c09ddff9073b6959f30309f392784a80"),
        (
            "send_email",
            to,
            r#","authorization_subject":"user:7""#,
            "7dca06d9e9274576ecb613e229e97bbccbd6c556accf0d6c8300dc4041e33ed1",
        ),
        (
            "send_email",
            to,
            r#","authorization_subject":{"subject_type":"user","subject_ref":"u7"}"#,
            "e4937ef3f19edbb896ab28365c3e5b8aef5f32bb3e017f125e8efd77f749c87c",
        ),
        (
            "send_email",
            to,
            r#","authorization_subject":{"subject_type":"user","subject_ref":"u7","realm":"eu"}"#,
            "0ffed84135f6c34b0dcb0be81eb5d05ac54a284c2ecb5f2dd0e7833da1759df7",
        ),
    ];
    for (tool_name, arguments, more, expected) in known {
        let found = digest(&event(tool_name, arguments, more));
        assert_eq!(found, format!("sha256:{expected}"), "{tool_name} {arguments} {more}");
    }
}

#[test]
fn a_digest_does_not_depend_on_spelling_and_order() {
    let plain = event("t", r#"{"a":{"x":1,"y":["é",true]},"b":null}"#, "");
    let odd =
        event("\\u0074", "{ \"b\" : null , \"a\":{\"y\":[\"\\u00e9\" ,true],\n\"x\":1.0}}", "");
    assert_eq!(digest(&plain), digest(&odd));
    let swapped = event("t", r#"{"a":{"x":1,"y":[true,"é"]},"b":null}"#, "");
    assert_ne!(digest(&plain), digest(&swapped));
}
