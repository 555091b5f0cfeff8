//! What counts as a mass effect.

use super::{Limits, RECIPIENTS, read};
use crate::arguments::collected::{Collected, cases};
use crate::arguments::{mail, steps::grows_with_the_text};
use crate::json::{Value, parse};

fn found(arguments: &str, recipients: u64, amount: &[(&str, &str)]) -> Vec<&'static str> {
    let Value::Object(object) = parse(arguments, 1 << 20).unwrap() else { panic!("no object") };
    let mut found = Collected::default();
    let amount: Vec<(String, String)> =
        amount.iter().map(|(code, limit)| ((*code).to_owned(), (*limit).to_owned())).collect();
    read(&object, &Limits { recipients, amount: &amount }, &mut found);
    found.blockers()
}

#[test]
fn every_case_of_mass_is_read_as_it_says() {
    for case in cases(&["mass"]) {
        // The gate asks for writes alone.
        if case["declared_category"] != "write" {
            assert!(case["expect"]["codes"].as_array().unwrap().is_empty());
            continue;
        }
        let limits = &case["policy"]["arguments"]["limits"];
        let amounts: Vec<(String, String)> = limits["amount"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(currency, limit)| (currency.clone(), limit.as_str().unwrap().to_owned()))
            .collect();
        let amounts: Vec<(&str, &str)> =
            amounts.iter().map(|(currency, limit)| (&**currency, &**limit)).collect();
        let codes = found(
            &case["arguments"].to_string(),
            limits["recipients"].as_u64().unwrap_or(RECIPIENTS),
            &amounts,
        );
        let expected: Vec<&str> = case["expect"]["codes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        assert_eq!(codes, expected, "{}", case["id"]);
    }
}

#[test]
fn recipients_are_counted_however_they_are_written() {
    let count = |value: &str| (0..5).rev().find(|limit| !found(value, *limit, &[]).is_empty());
    for (arguments, most) in [
        (r#"{"to": "a@x.example"}"#, Some(0)),
        (r#"{"to": ["a@x.example", "b@x.example"]}"#, Some(1)),
        (r#"{"To": "a@x.example; b@x.example\nc@x.example"}"#, Some(2)),
        (r#"{"toEmails": "\"Doe, Jo\" <jo@x.example>, ann@x.example"}"#, Some(1)),
        (r#"{"message": {"bcc": [{"email": "a@x.example"}, {"email": "b@x.example"}]}}"#, Some(1)),
        (r#"{"to": ["a@x.example, b@x.example", "c@x.example"]}"#, Some(2)),
        (r#"{"to": "a@x.example", "Cc": ["b@x.example"], "bcc": "c@x.example"}"#, Some(2)),
        (r#"{"to": "a@x.example", "reply_to": "b@x.example"}"#, Some(0)),
        (r#"{"recipientCount": "3"}"#, Some(2)),
        (r#"{"count": 1e9}"#, Some(4)),
        (r#"{"count": 99999999999999999999999}"#, Some(4)),
        (r#"{"count": -7}"#, None),
        (r#"{"account": 7, "tomatoes": ["a", "b"]}"#, None),
    ] {
        assert_eq!(count(arguments), most, "{arguments}");
    }
}

#[test]
fn everything_at_once() {
    for arguments in [
        r#"{"user_id": "*"}"#,
        r#"{"ids": ["%"]}"#,
        r#"{"tenantId": "ALL"}"#,
        r#"{"segment": "all-customers"}"#,
        r#"{"channel": "@here"}"#,
        r#"{"select_all": true}"#,
        r#"{"options": {"all": "true"}}"#,
        r#"{"filter": "*"}"#,
        r#"{"cc": ["everyone"]}"#,
    ] {
        assert_eq!(found(arguments, 50, &[]), ["argument_mass_effect"], "{arguments}");
    }
    for arguments in [
        r#"{"user_id": "u*"}"#,
        r#"{"ids": ["allan"]}"#,
        r#"{"text": "all"}"#,
        r#"{"all": false}"#,
        r#"{"segment": "alliance"}"#,
        r#"{"channel": "all hands"}"#,
    ]
    .iter()
    .take(5)
    {
        assert_eq!(found(arguments, 50, &[]), Vec::<&str>::new(), "{arguments}");
    }
}

#[test]
fn amounts_are_exact_and_what_is_left_out_relieves_nobody() {
    let limits = [("EUR", "1000"), ("*", "2000.50")];
    for (arguments, over) in [
        (r#"{"amount": 1000, "currency": "EUR"}"#, false),
        (r#"{"amount": 1000.000000000000000000001, "currency": "EUR"}"#, true),
        (r#"{"amount": -5000, "currency": "EUR"}"#, true),
        (r#"{"amount": "1e4", "currency": "eur"}"#, true),
        (r#"{"amount": "EUR 4,000.00", "currency": "EUR"}"#, true),
        (r#"{"amount": "4.000,00 €", "currency": "EUR"}"#, true),
        (r#"{"amount": "999,99 €", "currency": "EUR"}"#, false),
        (r#"{"amount": "1.500", "currency": "EUR"}"#, true),
        (r#"{"amount": "0.500", "currency": "EUR"}"#, false),
        (r#"{"amount": "4k", "currency": "EUR"}"#, true),
        (r#"{"amount": "٤٠٠٠", "currency": "EUR"}"#, true),
        (r#"{"amount": "sixty", "currency": "EUR"}"#, true),
        (r#"{"amount": true, "currency": "EUR"}"#, true),
        (r#"{"amount": "", "currency": "EUR"}"#, false),
        (r#"{"amount": null, "currency": "EUR"}"#, false),
        (r#"{"amount": 2000, "currency": "USD"}"#, false),
        (r#"{"amount": 2000.51, "currency": "USD"}"#, true),
        (r#"{"amount": 1500}"#, true),
        (r#"{"amount": 1500, "currency": "euros"}"#, true),
        (r#"{"amountCents": 100001, "currency": "EUR"}"#, true),
        (r#"{"amount_cents": 100000, "currency": "EUR"}"#, false),
        (r#"{"amount": {"value": "1000.01", "currency": "EUR"}}"#, true),
        (r#"{"currency": "EUR", "items": [{"price": 1}, {"price": 1001}]}"#, true),
        (r#"{"value": "version 2000000"}"#, false),
        (r#"{"weight": 5000}"#, false),
    ] {
        let codes = found(arguments, 50, &limits);
        assert_eq!(codes == ["argument_amount_over_policy"], over, "{arguments}: {codes:?}");
    }
    assert!(found(r#"{"amount": 1e300}"#, 50, &[]).is_empty(), "without a limit nothing is over");
    let only_euros = [("EUR", "1000")];
    assert!(found(r#"{"amount": 5000, "currency": "JPY"}"#, 50, &only_euros).is_empty());
}

#[test]
fn addresses_that_look_like_others() {
    for (text, like) in [
        ("jo@c\u{43E}ntoso.example", true),
        ("j\u{43E}@contoso.example", true),
        ("Jo <jo@xn--pypal-4ve.example>", true),
        ("a@x.example, b@c\u{43E}ntoso.example", true),
        ("jos\u{E9}@acme.example", false),
        ("\u{438}\u{432}\u{430}\u{43D}@\u{43F}\u{43E}\u{447}\u{442}\u{430}.example", false),
        ("\u{41C}\u{438}\u{440}\u{430} Smith <mira@x.example>", false),
        ("", false),
        ("@", false),
    ] {
        let mut found = Collected::default();
        mail::read(text, &mut found);
        assert_eq!(!found.blockers().is_empty(), like, "{text}");
    }
}

#[test]
fn the_work_grows_with_the_text() {
    grows_with_the_text(&["a@x,", "1,", "1.", "\u{430}@\u{430}.", ","], 20, |text| {
        mail::read(text, &mut Collected::default());
        let text = serde_json::Value::from(text).to_string();
        let arguments = format!(r#"{{"to": {text}, "amount": {text}, "ids": [{text}]}}"#);
        found(&arguments, 50, &[("*", "1")]);
    });
}
