//! Two different actions never give the same question, and no question holds a secret.

use aana_confirmation::{AskOptions, Asked, Ids, MaskKey, ask};
use aana_core::{Gate, secrets};
use proptest::prelude::{Strategy, any, prop, prop_oneof, proptest};
use serde_json::{Map, Value as Json, json};

const NOW: i64 = 1_778_371_200_000;

fn question(arguments: &Json) -> Option<Asked> {
    let event = json!({
        "tool_name": "send_email", "tool_category": "write", "authorization_state": "authenticated",
        "evidence_refs": ["session:1"], "risk_domain": "customer_support",
        "proposed_arguments": arguments, "recommended_route": "accept",
    });
    let options = AskOptions::new(Ids { id: 1, token: 2 }, MaskKey::new([9; 32]));
    ask(&Gate::default(), &event.to_string(), NOW, &options).ok()
}

/// Something that looks like a secret, short enough that two of them are often the same.
fn secret() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ab][12][cd][34]e5f6g7h8",
        "411111111111111[0-9]",
        "4111 1111 1111 111[0-9]",
        "hunter[0-9]x",
        "[0-9]{4}",
        "Bearer abcdef0123456789abcde[fg]",
    ]
}

/// What may be told from something else only by its characters.
fn plain() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c\" ]{0,3}",
        "(ls|rm) -(l|rf) /[ab]",
        "[1-3]",
        "(true|null|\\{\\}|\\[\\])",
        "[ \n\u{200B}\u{202E}\u{AD}\u{430}a]{0,6}",
        "[⟨⟩U+0-2 ×]{0,8}",
        "⟨masked: [34] characters, digest [0-9a-f]{8}⟩",
        "0x[AE]DA",
        "(ada|eve)@(good|evil)\\.example",
        "[ab]{98,102}",
        "[1-2]{99,101}",
        "a{0,2}[ab]{600,602}b{0,2}",
        "(\n| ){0,12}x?",
    ]
}

fn text() -> impl Strategy<Value = String> {
    let of = |before: &'static str, after: &'static str| {
        (secret(), "(good|evil)").prop_map(move |(secret, host)| {
            format!("{}{secret}{}", before.replace('%', &host), after.replace('%', &host))
        })
    };
    prop_oneof![
        3 => plain(),
        1 => secret(),
        1 => of("https://%.example/?token=", "&to=b"),
        1 => of("https://ada:", "@%.example/"),
        1 => of("%$IFS/x;API_KEY=", ";%"),
        1 => of("password=\"rm /% ", "\" %"),
        1 => of("% --password ", " %"),
        1 => (secret(), plain()).prop_map(|(secret, plain)| secret + &plain),
        1 => (plain(), secret()).prop_map(|(plain, secret)| plain + &secret),
        1 => (secret(), secret()).prop_map(|(one, other)| one + &other),
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[ab]",
        1 => "(password|token|pin|auth|session_command|api_key|otp|token_recipient)",
        1 => "(a\\.b|a\\[0\\]|0|\"|a\": \"b|)",
        1 => text(),
    ]
}

fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        6 => text().prop_map(Json::String),
        2 => (0..3_i64).prop_map(|number| json!(number)),
        1 => (4_111_111_111_111_110_i64..4_111_111_111_111_119).prop_map(|number| json!(number)),
        1 => any::<bool>().prop_map(|holds| json!(holds)),
        1 => proptest::strategy::Just(Json::Null),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::Array),
            prop::collection::vec((key(), inner), 0..3)
                .prop_map(|members| Json::Object(members.into_iter().collect())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Json> {
    prop::collection::vec((key(), value()), 0..3)
        .prop_map(|members| Json::Object(members.into_iter().collect::<Map<_, _>>()))
}

/// One step away: another value somewhere, another order, another type.
fn near(arguments: &Json, other: Json, step: usize) -> Json {
    let Json::Object(members) = arguments else { return other };
    let mut members: Vec<(String, Json)> =
        members.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    match (step % 5, members.first_mut()) {
        (0, Some((_, value))) => *value = other,
        (1, Some((key, _))) => key.push('\u{200B}'),
        (2, Some((_, value))) => *value = json!([value]),
        (3, Some((_, Json::String(text)))) => text.push(' '),
        (4, Some((_, value))) => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            *value = text.parse::<i64>().map_or(Json::String(text), |number| json!(number));
        }
        _ => members.reverse(),
    }
    Json::Object(members.into_iter().collect())
}

fn differ(one: &Json, other: &Json) {
    let (Some(a), Some(b)) = (question(one), question(other)) else { return };
    // As texts: two objects with their members in another order are equal otherwise.
    let [left, right] = [one, other].map(Json::to_string);
    if left == right {
        assert_eq!(a.pending.question.text, b.pending.question.text);
    } else {
        assert_ne!(a.pending.question.text, b.pending.question.text, "{one}\n{other}");
    }
    for asked in [a, b] {
        for row in asked.pending.question.arguments {
            for text in [unnamed(&row.text), unnamed(&row.name)] {
                assert!(!secrets::scan(&text).secret(), "{one}\n{other}\n{text}");
            }
        }
    }
}

/// A text with blanks in place of the named characters: a name does not count as part of a secret.
fn unnamed(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("⟨U+") {
        out += before;
        out.push(' ');
        rest = after.split_once('⟩').map_or("", |(_, after)| after);
    }
    out + rest
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(1500))]

    #[test]
    fn different_arguments_give_different_questions(one in arguments(), other in arguments()) {
        differ(&one, &other);
    }

    #[test]
    fn a_small_difference_is_seen(one in arguments(), other in value(), step in 0..5_usize) {
        differ(&one, &near(&one, other, step));
    }

    #[test]
    fn what_is_no_secret_is_shown(word in "[a-z]{3,12}", secret in secret()) {
        for text in [
            format!("https://{word}.example/?token={secret}"),
            format!("{word} --password {secret}"),
            format!("{word};API_KEY={secret}"),
        ] {
            let asked = question(&json!({"password": text, "cmd": text, "session": {"x": text}})).unwrap();
            let rows = asked.pending.question.arguments;
            assert!(rows.iter().all(|row| row.text.contains(&word)), "{rows:#?}");
        }
    }
}

#[test]
fn long_values_differ_in_the_question_and_in_their_folds() {
    let long = |middle: &str| format!("{}{middle}{}", "a".repeat(2_000), "b".repeat(2_000));
    let asked = |text: String| question(&json!({"body": text})).unwrap().pending.question;
    let (one, other) = (asked(long("x")), asked(long("y")));
    assert_ne!(one.text, other.text);
    let (one, other) = (one.arguments[0].fold.clone(), other.arguments[0].fold.clone());
    let (one, other) = (one.unwrap(), other.unwrap());
    assert_eq!(
        (&one.head, &one.tail, one.characters),
        (&other.head, &other.tail, other.characters)
    );
    assert_ne!(one.digest, other.digest);
}

#[test]
fn a_long_number_is_not_a_string_of_its_digits() {
    let digits = "7".repeat(130);
    let ask = |value: &str| {
        let event = format!(
            r#"{{"tool_name": "send_email", "tool_category": "write", "authorization_state": "authenticated", "evidence_refs": ["session:1"], "risk_domain": "customer_support", "proposed_arguments": {{"a": {value}}}, "recommended_route": "accept"}}"#
        );
        let options = AskOptions::new(Ids { id: 1, token: 2 }, MaskKey::new([9; 32]));
        ask(&Gate::default(), &event, NOW, &options).unwrap().pending.question.text
    };
    assert_ne!(ask(&digits), ask(&format!("\"{digits}\"")));
}

#[test]
fn a_digest_is_of_the_key_of_the_broker() {
    let event = json!({
        "tool_name": "send_email", "tool_category": "write", "authorization_state": "authenticated",
        "evidence_refs": ["session:1"], "risk_domain": "customer_support",
        "proposed_arguments": {"pin": "1234"}, "recommended_route": "accept",
    })
    .to_string();
    let ask = |key: u8| {
        let options = AskOptions::new(Ids { id: 1, token: 2 }, MaskKey::new([key; 32]));
        ask(&Gate::default(), &event, NOW, &options).unwrap().pending.question.text
    };
    assert_eq!(ask(1), ask(1));
    assert_ne!(ask(1), ask(2));
}

/// The digests in a question with this id.
fn digests(id: u128, arguments: &Json) -> Vec<String> {
    let event = json!({
        "tool_name": "send_email", "tool_category": "write", "authorization_state": "authenticated",
        "evidence_refs": ["session:1"], "risk_domain": "customer_support",
        "proposed_arguments": arguments, "recommended_route": "accept",
    });
    let options = AskOptions::new(Ids { id, token: 2 }, MaskKey::new([9; 32]));
    let text =
        ask(&Gate::default(), &event.to_string(), NOW, &options).unwrap().pending.question.text;
    let digests =
        text.split("characters, digest ").skip(1).filter_map(|rest| rest.split('⟩').next());
    digests.map(str::to_owned).collect()
}

/// Whoever asks may choose the arguments of a question and read it: that tells nothing of what is masked in
/// another question, or elsewhere in the same one.
#[test]
fn nobody_finds_a_secret_out_by_asking() {
    let victim = digests(1, &json!({"to": "bank", "pin": "7351"}));
    assert_eq!(victim.len(), 1);
    for arguments in [json!({"pin": "7351"}), json!({"to": "bank", "pin": "7351"})] {
        assert_ne!(digests(2, &arguments), victim);
    }
    let many: Map<String, Json> =
        (0..400).map(|at| (format!("x{at}_pin"), json!("7351"))).collect();
    let mut many = digests(1, &Json::Object(many));
    assert_eq!(many.len(), 400);
    many.sort();
    many.dedup();
    assert_eq!(many.len(), 400);
}
