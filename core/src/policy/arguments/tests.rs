//! What the field `arguments` may say, and what it means.

use crate::{
    arguments::{effect::Kind, kinds::Guess},
    policy::Policy,
};

fn policy(arguments: &str) -> Policy {
    Policy::read(&format!("{{\"arguments\": {arguments}}}")).unwrap()
}

#[track_caller]
fn fault(arguments: &str, path: &str, code: &str) {
    let error = Policy::read(&format!("{{\"arguments\": {arguments}}}")).unwrap_err();
    let faults: Vec<_> = error.faults().iter().map(|it| (&*it.path, it.code.as_str())).collect();
    let path = format!("/arguments{path}");
    assert_eq!(faults, [(&*path, code)], "{arguments}");
}

#[test]
fn every_field_reaches_the_readers() {
    let policy = policy(
        r#"{
            "shell": {"allow": ["git status"], "deny": ["rm *"], "deny_effects": ["git.push"], "only": true},
            "sql": {"dialect": "mysql", "read_functions": ["f", "s.g"], "deny_effects": ["sql.drop"]},
            "paths": {"roots": ["/srv/a", "C:\\data"]},
            "hosts": {"allow": ["api.example", "*.x.example", "10.0.0.1", "[::1]"], "deny": ["*"], "only": true},
            "http_read": ["POST https://x.example/search*"],
            "limits": {"recipients": 3, "amount": {"EUR": 100, "*": "50.5"}},
            "kinds": {"job": {"workStep": "shell"}}
        }"#,
    );
    let settings = policy.argument_settings();
    let rules = settings.rules.unwrap();
    assert!(rules.only && rules.allow.len() == 1 && rules.deny.len() == 1);
    assert!(!rules.deny_effects.is_empty() && !settings.sql_deny.is_empty());
    assert_eq!((settings.read_functions.len(), settings.roots.len()), (2, 2));
    assert!(settings.hosts.only);
    assert_eq!((settings.limits.recipients, settings.limits.amount.len()), (3, 2));
    let kinds = settings.kinds.unwrap();
    assert_eq!(kinds.kind("job", "work_step", Guess::Prose), Some(Kind::Shell));
    assert!(policy.arguments.has_deny_rules());
}

#[test]
fn rules_that_deny_are_known() {
    for (arguments, denies) in [
        ("{}", false),
        (r#"{"shell": {"allow": ["ls"], "only": true}}"#, false),
        (r#"{"shell": {"deny": ["ls"]}}"#, true),
        (r#"{"shell": {"deny_effects": ["fs.write"]}}"#, true),
        (r#"{"sql": {"deny_effects": ["sql.drop"]}}"#, true),
    ] {
        assert_eq!(policy(arguments).arguments.has_deny_rules(), denies, "{arguments}");
    }
}

#[test]
fn kinds_relieve_letter_by_letter_and_otherwise_only_add() {
    let policy = policy(
        r#"{"kinds": {
            "media_*": {"command": "text", "step": "shell"},
            "*": {"expr": "sql", "command": "path"}
        }}"#,
    );
    let kinds = policy.argument_settings().kinds.unwrap();
    let shell = Guess::Is(Kind::Shell);
    assert_eq!(kinds.kind("media_player", "command", shell), Some(Kind::Text));
    assert_eq!(kinds.kind("mediaPlayer", "command", shell), None, "another spelling");
    assert_eq!(kinds.kind("mediaPlayer", "step", Guess::Prose), Some(Kind::Shell));
    assert_eq!(kinds.kind("bash", "command", shell), None, "a pattern of any tool");
    assert_eq!(kinds.kind("bash", "expr", Guess::Prose), Some(Kind::Sql));
    assert_eq!(kinds.kind("bash", "other", Guess::Prose), None);
}

#[test]
fn what_would_mean_nothing_is_a_fault() {
    for (arguments, path, code) in [
        (r#"{"shel": {}}"#, "/shel", "unknown_field"),
        (r#"{"shell": {"allows": []}}"#, "/shell/allows", "unknown_field"),
        (r#"{"shell": {"allow": [" "]}}"#, "/shell/allow/0", "blank_string"),
        (r#"{"shell": {"deny": "rm"}}"#, "/shell/deny", "wrong_type"),
        (
            r#"{"shell": {"deny_effects": ["fs.eat"]}}"#,
            "/shell/deny_effects/0",
            "not_allowed_value",
        ),
        (
            r#"{"shell": {"deny_effects": ["sql.drop"]}}"#,
            "/shell/deny_effects/0",
            "not_allowed_value",
        ),
        (r#"{"sql": {"deny_effects": ["fs.write"]}}"#, "/sql/deny_effects/0", "not_allowed_value"),
        (r#"{"sql": {"dialect": "oracle"}}"#, "/sql/dialect", "not_allowed_value"),
        (r#"{"sql": {"read_functions": ["f(x)"]}}"#, "/sql/read_functions/0", "not_allowed_value"),
        (r#"{"paths": {"roots": ["srv"]}}"#, "/paths/roots/0", "not_allowed_value"),
        (r#"{"paths": {"roots": ["~/x"]}}"#, "/paths/roots/0", "not_allowed_value"),
        (r#"{"hosts": {"allow": ["https://x.example"]}}"#, "/hosts/allow/0", "not_allowed_value"),
        (r#"{"hosts": {"deny": ["x.example:80"]}}"#, "/hosts/deny/0", "not_allowed_value"),
        (r#"{"hosts": {"deny": ["x*.example"]}}"#, "/hosts/deny/0", "not_allowed_value"),
        (r#"{"hosts": {"only": 1}}"#, "/hosts/only", "wrong_type"),
        (r#"{"http_read": ["https://x.example/"]}"#, "/http_read/0", "not_allowed_value"),
        (r#"{"limits": {"recipients": 1.5}}"#, "/limits/recipients", "number_out_of_range"),
        (r#"{"limits": {"amount": {"EUR": "1,000"}}}"#, "/limits/amount/EUR", "not_allowed_value"),
        (r#"{"limits": {"amount": {"EUR": -1}}}"#, "/limits/amount/EUR", "not_allowed_value"),
        (r#"{"limits": {"amount": {"EUR": true}}}"#, "/limits/amount/EUR", "wrong_type"),
        (r#"{"limits": {"amount": {"euro": 1}}}"#, "/limits/amount/euro", "not_allowed_value"),
        (r#"{"kinds": {"job": {"step": "bash"}}}"#, "/kinds/job/step", "not_allowed_value"),
        (r#"{"kinds": {"job": {"-": "sql"}}}"#, "/kinds/job/-", "not_allowed_value"),
        (r#"{"kinds": {"*": {"command": "text"}}}"#, "/kinds/*/command", "not_allowed_value"),
        (r#"{"kinds": {" ": {"a": "sql"}}}"#, "/kinds/ ", "blank_string"),
    ] {
        fault(arguments, path, code);
    }
}
