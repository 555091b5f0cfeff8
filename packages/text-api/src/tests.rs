use super::{
    MAY_RUN, check, check_bytes, execution_policy, first_fault, gate, host_faults, refuse,
    validate, validate_bytes, verdict,
};
use aana_core::contract::Route;

const EVENT: &str = r#"{"tool_name":"search_docs","tool_category":"public_read",
    "authorization_state":"none","evidence_refs":[],"risk_domain":"research",
    "proposed_arguments":{},"recommended_route":"accept"}"#;

fn is_refused(decision: &str) -> bool {
    decision.starts_with('{') && decision.contains(r#""route":"refuse""#)
}

#[test]
fn a_decision_is_that_of_the_gate() {
    let gate = gate(None, None).unwrap();
    let expected = aana_core::Gate::default().check(EVENT, 1000).to_json();
    assert_eq!(check(&gate, EVENT, 1000.9, &[]), expected);
    assert_eq!(check_bytes(&gate, EVENT.as_bytes(), 1000.0, &[]), expected);
    assert!(is_refused(&check(&gate, "{}", 0.0, &[])));
    assert!(check_bytes(&gate, &[0xff], 0.0, &[]).contains("invalid_utf8"));
}

#[test]
fn a_verdict_is_the_route_and_whether_the_call_may_run() {
    let gate = gate(None, None).unwrap();
    for (place, route) in Route::ALL.iter().enumerate() {
        let event = EVENT.replace(r#":"accept""#, &format!(r#":"{route}""#));
        let may_run = if *route == Route::Accept { MAY_RUN } else { 0 };
        assert_eq!(
            verdict(&gate, &event, 1000.0, &[]),
            u32::try_from(place).unwrap() + may_run,
            "{route}"
        );
    }
    assert_eq!(verdict(&gate, "{}", 1000.0, &[]), 3);
}

#[test]
fn times_outside_the_range_do_not_wrap() {
    let gate = gate(None, None).unwrap();
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        assert!(check(&gate, EVENT, now, &[]).contains(r#""route":"accept""#), "{now}");
    }
}

#[test]
fn a_policy_and_a_mode_are_read_or_refused() {
    let shadow = gate(Some("{}"), Some("shadow")).unwrap();
    assert!(check(&shadow, "{}", 0.0, &[]).contains(r#""mode":"shadow","execution_allowed":true"#));
    let faults = gate(Some(r#"{"mood":1}"#), None).unwrap_err();
    assert!(
        faults.starts_with(r#"[{"path":"/mood","code":"unknown_field","message":"#),
        "{faults}"
    );
    let faults = gate(None, Some("Shadow")).unwrap_err();
    assert!(faults.contains(r#"{"path":"/mode","code":"not_allowed_value""#), "{faults}");
}

#[test]
fn faults_of_the_host_are_told_with_their_place() {
    let gate = gate(None, None).unwrap();
    let sent = r#"[
        {"code":"wrong_type","message":"a set is not a JSON value",
         "path":["proposed_arguments","a/b\t\\\n\r",12]},
        {"code":"number_out_of_range","message":"a number is not finite","path":["x"]}]"#;
    let decision = refuse(&gate, sent, 0.0);
    assert!(is_refused(&decision), "{decision}");
    let expected = concat!(
        r#"[{"path":"/proposed_arguments/a~1b\t\\\n\r/12","code":"wrong_type","#,
        r#""message":"a set is not a JSON value"},"#,
        r#"{"path":"/x","code":"number_out_of_range","message":"a number is not finite"}]"#,
    );
    assert_eq!(host_faults(sent), expected);
    assert!(decision.contains(&format!(r#""validation_errors":{expected}"#)), "{decision}");
}

#[test]
fn what_is_not_understood_still_refuses() {
    let gate = gate(None, None).unwrap();
    let odd = r#"[{"code":7,"message":[],"path":[null,"x"]}]"#;
    for sent in ["", "{}", "[]", "[7]", "[{}]", "what", odd] {
        assert!(is_refused(&refuse(&gate, sent, 0.0)), "{sent}");
        assert_eq!(
            host_faults(sent),
            r#"[{"path":"","code":"wrong_type","message":"the event cannot be written as JSON"}]"#,
            "{sent}"
        );
    }
}

#[test]
fn of_several_faults_the_first_is_told() {
    let fault = first_fault(
        r#"[{"code":"wrong_type","message":"a set is not a JSON value","path":["a"]},
            {"code":"lone_surrogate","message":"half a pair","path":[]}]"#,
    );
    assert_eq!((&*fault.path, &*fault.message), ("/a", "a set is not a JSON value"));
    assert_eq!(first_fault("").message, "the event cannot be written as JSON");
}

#[test]
fn validation_lists_faults() {
    assert_eq!(validate(EVENT), "[]");
    assert_eq!(validate_bytes(EVENT.as_bytes()), "[]");
    assert!(validate("{").starts_with(r#"[{"path":"","code":"invalid_json""#));
    assert!(validate_bytes(&[0xff]).contains("invalid_utf8"));
}

#[test]
fn an_unknown_mode_enforces() {
    assert!(
        execution_policy("{}", "Shadow").contains(r#""mode":"enforce","execution_allowed":false"#)
    );
    assert!(
        execution_policy("{}", "shadow").contains(r#""mode":"shadow","execution_allowed":true"#)
    );
}
