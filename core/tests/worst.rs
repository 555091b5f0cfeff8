//! Events, refs and policies made to cost: none takes more memory or more work than any text may.

#[path = "support/worst.rs"]
mod worst;

use aana_core::{Gate, json, validate_event};
use worst::{holds, repeated};

/// An event with something repeated in it.
fn event(refs: &str, arguments: &str, more: &str) -> String {
    format!(
        r#"{{"tool_name":"send_report","tool_category":"write","authorization_state":"confirmed","risk_domain":"hr","recommended_route":"accept","evidence_refs":[{refs}],"proposed_arguments":{{{arguments}}}{more}}}"#
    )
}

fn forms() -> Vec<String> {
    let deep = |open: &str, shut: &str| format!("{}№{}", open.repeat(50), shut.repeat(50));
    let refs = [
        r"…{}…",
        r#"…"approval:№"…"#,
        r#"…{"source_id":"s№"}…"#,
        r#"…{"source_id":"s№","kind":"approval","trust_tier":"verified","redaction_status":"redacted","summary":"no password: x№"}…"#,
        r#"…{"source_id":"s","kind":"approval","summary":"not approved, not denied; a@b.c № 4111 1111 1111 1111"}…"#,
        r#"{"source_id":"s","supports":[…"c№"…]}"#,
    ];
    let arguments = [
        r#""a":[…1…]"#,
        r#""a":[…[№]…]"#,
        r#""a":[…{"":1}…]"#,
        r#"…"k№":№…"#,
        r#"…"k№":"DELETE FROM t№; rm -rf /x№"…"#,
        r#""command":"…echo $(echo № | sh -c 'a b' && x);…""#,
        r#""sql":"…SELECT (№, 'x') --…""#,
        r#""query":"…{a№(b: [{c: 1}]) {d}}…""#,
        r#""path":"…/../№…""#,
        r#""url":"…http://a№@b?c=…""#,
        r#""a":"…eyJ№.a@-password=Bearer …""#,
    ];
    let nested = [deep("[", "]"), deep(r#"{"k":"#, "}")].map(|part| format!(r#""a":[…{part}…]"#));
    let mut forms = vec!["[…1…]".to_owned(), r#"{…"m№":1…}"#.to_owned()];
    forms.extend(refs.map(|refs| event(refs, r#""id":7"#, "")));
    forms.extend(arguments.map(|arguments| event(r#""approval:7""#, arguments, "")));
    forms.extend(nested.map(|arguments| event(r#""approval:7""#, &arguments, "")));
    forms.push(event("", "", r#","x":[…№…]"#));
    forms.push(event("", "", r#",…"x№":{}…"#));
    forms
}

#[test]
fn events_and_refs_hold() {
    for policy in ["{}", r#"{"evidence_profile":"production","names":"strict"}"#] {
        let gate = Gate::new(policy).unwrap();
        for form in forms() {
            holds(
                &name(&form),
                |most| repeated(&form, most),
                |text| {
                    drop(gate.check(text, 0).to_json());
                    drop(validate_event(text));
                },
            );
        }
    }
}

#[test]
fn canonical_texts_hold() {
    for form in ["[…1…]", "[…[№]…]", r#"{…"k№":"\u00e4\n"…}"#] {
        holds(
            form,
            |most| repeated(form, most),
            |text| {
                let value = json::parse(text, 1 << 20).unwrap();
                let mut whole = String::new();
                json::canonical(&mut whole, &value);
            },
        );
    }
}

#[test]
fn policies_hold() {
    for form in [
        r#"{…"m№":1…}"#,
        "[…1…]",
        r#"{"tools":{…"t№":{"tool_category":"write"}…}}"#,
        r#"{"tools":{…"*t№*":{"route_floor":"ask"}…}}"#,
        r#"{"tools":{…"t№":{"unknown":1}…}}"#,
        r#"{"tools":{…"№":№…}}"#,
        r#"{"tools":{"t":[…{"when":{"argument":"a№"}}…]}}"#,
        r#"{"high_risk_domains":[…"d№"…]}"#,
        r#"{"arguments":{"shell":{"allow":[…"git № *"…]}}}"#,
        r#"{"arguments":{"hosts":{"deny":[…"*.h№"…]}}}"#,
        r#"{"arguments":{"kinds":{…"k№*":"path"…}}}"#,
        r#"{"arguments":{"limits":{"amount":{…"a№":1…}}}}"#,
    ] {
        holds(form, |most| repeated(form, most), |text| drop(Gate::new(text)));
    }
}

/// What a form is called in a message.
fn name(form: &str) -> String {
    let at = form.find('…').unwrap_or(0);
    form.get(at..).unwrap_or_default().chars().take(60).collect()
}
