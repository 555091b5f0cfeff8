//! Hostile bytes: whatever they are, there is a decision, and what is not understood is refused.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/reading.rs"]
mod reading;

use aana_core::{Gate, codes::FaultCode, contract::Route, should_execute, validate_event};
use serde_json::Value;

use reading::{EVENT, reading_fault, with_arguments};

/// Asserts that the gate refuses this event for exactly one fault, and returns where it is.
fn refused(event: &[u8], code: FaultCode) -> String {
    let gate = Gate::default();
    let decision = gate.check_bytes(event, 0);
    let told = || String::from_utf8_lossy(&event[..event.len().min(600)]).into_owned();
    let codes: Vec<FaultCode> = decision.validation_errors().iter().map(|it| it.code).collect();
    assert_eq!(codes, [code], "{}", told());
    assert_eq!(decision.route(), Route::Refuse, "{}", told());
    decision::well_formed(&decision);
    let fault = &decision.validation_errors()[0];
    assert_eq!(reading_fault(event), Some((fault.path.clone(), code)), "{}", told());
    fault.path.clone()
}

/// Asserts that the gate understands this event.
fn understood(event: &str) -> Value {
    let gate = Gate::default();
    let decision = gate.check(event, 0);
    let told = &event[..event.floor_char_boundary(600)];
    assert_eq!(decision.validation_errors(), [], "{told}");
    decision::well_formed(&decision)
}

#[test]
fn a_key_may_not_stand_twice_at_any_depth() {
    for (text, path) in [
        (EVENT.replacen('{', r#"{"risk_domain":"hr","#, 1), "/risk_domain"),
        (EVENT.replacen('{', r#"{"x":1,"x":1,"#, 1), "/x"),
        (EVENT.replacen('{', r#"{"tool\u005fname":"a","#, 1), "/tool_name"),
        (
            EVENT.replace(r#"{"source_id":"a","#, r#"{"source_id":"a","source_id":"a","#),
            "/evidence_refs/1/source_id",
        ),
        (
            EVENT.replace(r#"{"age_hours""#, r#"{"age_hours":1,"age_hours""#),
            "/evidence_refs/1/freshness/age_hours",
        ),
        (with_arguments(r#"{"a":1,"\u0061":2}"#), "/proposed_arguments/a"),
        (
            with_arguments(r#"{"a":[0,{"b":1,"c":{"d":1,"":2,"d":3}}]}"#),
            "/proposed_arguments/a/1/c/d",
        ),
        (with_arguments(r#"{"":1,"":2}"#), "/proposed_arguments/"),
        (with_arguments(r#"{"a/b":{"~":1,"~":2}}"#), "/proposed_arguments/a~1b/~0"),
        (r#"[{"a":1,"a":1}]"#.to_owned(), "/0/a"),
    ] {
        assert_eq!(refused(text.as_bytes(), FaultCode::DuplicateKey), path, "{text}");
    }
    // Keys that only look alike are two keys.
    understood(&with_arguments("{\"a\":1,\"A\":2,\"\u{e9}\":3,\"e\u{301}\":4}"));
    // Many members are compared in another way than few.
    for count in [15, 16, 17, 40, 2000] {
        let members: Vec<String> = (0..count).map(|key| format!(r#""k{key}":{key}"#)).collect();
        let members = members.join(",");
        understood(&with_arguments(&format!("{{{members}}}")));
        let last = count - 1;
        let twice = with_arguments(&format!(r#"{{{members},"k{last}":0}}"#));
        let path = refused(twice.as_bytes(), FaultCode::DuplicateKey);
        assert_eq!(path, format!("/proposed_arguments/k{last}"));
    }
}

#[test]
fn numbers_that_json_does_not_have() {
    for text in [
        "NaN",
        "-NaN",
        "Infinity",
        "-Infinity",
        "inf",
        "undefined",
        "None",
        "True",
        "+1",
        "01",
        "-01",
        "00",
        ".5",
        "1.",
        "-.5",
        "1.e5",
        "1e",
        "1e+",
        "0x10",
        "1_000",
        "--1",
        "-",
        "1,5",
        "\u{661}",
        "1e5.5",
        "0b1",
        "1n",
        "Null",
        "nul",
        "tru e",
        "'a'",
        "{a:1}",
        "[1,]",
        "[,1]",
        "{,}",
        r#"{"a":1,}"#,
        r#"{"a"}"#,
        r#"{"a":}"#,
        r#"{"a"=1}"#,
        "{1:1}",
        "/*c*/1",
        "//c\n1",
        "#1",
        "\u{a0}1",
        "\u{feff}1",
        "\u{b}1",
        "\u{c}1",
        "\"\t\"",
        "\"\n\"",
        "\"\u{0}\"",
        r#""\x41""#,
        r#""\'""#,
        r#""\u12""#,
        r#""\u{41}""#,
        r#""\uD83D\u""#,
        r#""\U0041""#,
        "\"a",
    ] {
        let event = with_arguments(&format!(r#"{{"a":{text}}}"#));
        let code = reading_fault(event.as_bytes()).unwrap_or_else(|| panic!("{text}")).1;
        assert!(matches!(code, FaultCode::InvalidJson | FaultCode::TrailingData), "{text}: {code}");
        refused(event.as_bytes(), code);
    }
}

#[test]
fn numbers_without_a_double_and_numbers_of_many_digits() {
    let fraction = format!("{}.5", "9".repeat(400));
    for text in ["1e400", "-1e400", "1E+400", "0.1e999", "123456789e999999999999999999", &fraction]
    {
        let event = with_arguments(&format!(r#"{{"a":[0,{text}]}}"#));
        assert_eq!(
            refused(event.as_bytes(), FaultCode::NumberOutOfRange),
            "/proposed_arguments/a/1"
        );
    }
    let digest = |text: &str| {
        understood(&with_arguments(&format!(r#"{{"a":{text}}}"#)))["action_digest"].clone()
    };
    assert_eq!(digest("1e-400"), digest("0"));
    assert_eq!(digest("0e400"), digest("0"));
    assert_eq!(digest("-1e-99999999999999999999"), digest("-0"));
    let (long, other) = ("7".repeat(400), format!("{}8", "7".repeat(399)));
    assert_ne!(digest(&long), digest(&other));
    assert_ne!(digest(&long), digest(&format!("-{long}")));
    assert_ne!(digest("18446744073709551616"), digest("18446744073709551617"));
}

/// Every way to write half of a surrogate pair.
const HALVES: [&str; 9] = [
    r"\ud800",
    r"\uDBFF",
    r"\udc00",
    r"\uDfff",
    r"\ud83d\ud83d",
    r"\ude00\ud83d",
    r"\ud83d\u0041",
    r"\ud83d\n",
    r"\ud83d \ude00",
];

#[test]
fn half_a_surrogate_pair_in_every_string() {
    // Behind the opening quote of each string, key or value.
    let strings: Vec<usize> = EVENT.match_indices('"').map(|(at, _)| at).step_by(2).collect();
    assert_eq!(strings.len(), 22);
    for at in strings {
        let (before, after) = EVENT.split_at(at + 1);
        for half in HALVES {
            refused(format!("{before}{half}{after}").as_bytes(), FaultCode::LoneSurrogate);
        }
        let whole = format!(r"{before}\ud83d\ude00\uD800\uDC00{after}");
        assert_eq!(reading_fault(whole.as_bytes()), None, "{whole}");
    }
}

#[test]
fn depth_has_a_limit() {
    // The event and its arguments are the first two levels.
    let nested = |open: &str, close: &str, levels: usize| {
        let text = format!("{}{}", open.repeat(levels), close.repeat(levels));
        with_arguments(&format!(r#"{{"a":{text}}}"#))
    };
    understood(&nested("[", "]", 62));
    understood(&with_arguments(&format!("{}{}", r#"{"a":"#.repeat(62) + "{}", "}".repeat(62))));
    for (open, close) in [("[", "]"), (r#"{"a":["#, "]}")] {
        for levels in [63, 64, 65, 10_000, 60_000] {
            let path = refused(nested(open, close, levels).as_bytes(), FaultCode::NestingTooDeep);
            assert!(path.starts_with("/proposed_arguments/a/"), "{path}");
        }
    }
    // Levels side by side do not add up.
    understood(&with_arguments(&format!(r#"{{"a":[{}[]]}}"#, "[[]],".repeat(1000))));
    for text in ["[".repeat(1_000_000), r#"{"a":"#.repeat(200_000)] {
        assert_eq!(refused(text.as_bytes(), FaultCode::NestingTooDeep).len() % 2, 0);
        assert!(!should_execute(&text, None));
        assert!(!should_execute("{}", Some(&text)));
        assert!(Gate::new(&text).is_err());
    }
}

#[test]
fn an_event_of_exactly_the_greatest_size() {
    let limit = 1 << 20;
    let padded = format!("{EVENT}{}", " ".repeat(limit - EVENT.len()));
    understood(&padded);
    assert_eq!(refused(format!("{padded} ").as_bytes(), FaultCode::EventTooLarge), "");
    let gate = Gate::new(&format!(r#"{{"max_event_bytes":{}}}"#, EVENT.len())).unwrap();
    assert_eq!(gate.max_event_bytes(), EVENT.len());
    assert_eq!(gate.check(EVENT, 0).validation_errors(), []);
    let longer = format!("{EVENT} ");
    let decision = gate.check(&longer, 0);
    assert_eq!(decision.validation_errors()[0].code, FaultCode::EventTooLarge);
    decision::well_formed(&decision);
}

#[test]
fn strings_of_a_mebibyte_anywhere() {
    let gate = Gate::new(r#"{"max_event_bytes":16777216}"#).unwrap();
    let long = "é ".repeat((1 << 20) / 3);
    let place = |from: &str, to: &str| EVENT.replacen(from, to, 1);
    for event in [
        place("approval:7", &long),
        place("\"a\"", &format!("\"{long}\"")),
        place("\\u00e9", &long),
        place("age_hours", &long),
        with_arguments(&format!(r#"{{"{long}":"{long}"}}"#)),
        place("{", &format!(r#"{{"{long}":1,"request_id":"{long}","user_intent":"{long}","#)),
    ] {
        let decision = gate.check(&event, 0);
        assert_eq!(decision.validation_errors(), []);
        let text = decision::well_formed(&decision).to_string();
        assert!(text.len() < 20_000, "a decision of {} bytes", text.len());
    }
    for event in
        [place("sendé", &long), place("confirmed", &long), place("\"hr\"", &format!("\"{long}\""))]
    {
        let decision = gate.check(&event, 0);
        assert_eq!(decision.route(), Route::Refuse);
        assert!(decision::well_formed(&decision).to_string().len() < 20_000);
    }
}

#[test]
fn bytes_that_are_not_utf8_at_every_position() {
    let wrong: [&[u8]; 7] = [
        b"\xff",
        b"\x80",
        b"\xc0\x80",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xe2\x82",
        b"\xf0\x9f\x98",
    ];
    for at in 0..=EVENT.len() {
        for bytes in wrong {
            let event = [&EVENT.as_bytes()[..at], bytes, &EVENT.as_bytes()[at..]].concat();
            // Inside of é the bytes may be completed to something else.
            if std::str::from_utf8(&event).is_err() {
                assert_eq!(refused_code(&event), FaultCode::InvalidUtf8, "at {at}");
            }
        }
    }
    refused(&[&EVENT.as_bytes()[..5], b"\xff"].concat(), FaultCode::InvalidUtf8);
}

fn refused_code(event: &[u8]) -> FaultCode {
    let gate = Gate::default();
    let decision = gate.check_bytes(event, 0);
    assert_eq!((decision.route(), decision.validation_errors().len()), (Route::Refuse, 1));
    decision.validation_errors()[0].code
}

#[test]
fn something_before_or_after_the_event() {
    for before in ["\u{feff}", "\u{a0}", "\0", "x", "]", "\u{200b}", "//\n", "data: "] {
        refused(format!("{before}{EVENT}").as_bytes(), FaultCode::InvalidJson);
    }
    for after in ["{}", ",", "x", "]", "}", "\0", "\u{a0}", "\u{feff}", "\n\n1", EVENT, "null"] {
        refused(format!("{EVENT}{after}").as_bytes(), FaultCode::TrailingData);
    }
    assert_eq!(understood(&format!("\r\n\t {EVENT} \r\n\t")), understood(EVENT));
    for whole in ["", " ", "\n", "\u{feff}"] {
        refused(whole.as_bytes(), FaultCode::InvalidJson);
    }
    for other in ["null", "true", "7", "\"text\"", "[]", "[{}]"] {
        let faults = validate_event(other);
        assert_eq!(faults.len(), 1, "{other}");
        assert_eq!((faults[0].path.as_str(), faults[0].code), ("", FaultCode::NotAnObject));
        decision::well_formed(&Gate::default().check(other, 0));
    }
}

#[test]
fn every_time_there_is() {
    let gate = Gate::default();
    let times = [i64::MIN, i64::MIN + 1, -1, 0, 1, 253_402_300_800_000, i64::MAX - 1, i64::MAX];
    for now in times {
        for at in ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1970-01-01"] {
            let event =
                EVENT.replace("\"source_id\"", &format!(r#""retrieved_at":"{at}","source_id""#));
            decision::well_formed(&gate.check(&event, now));
        }
    }
}
