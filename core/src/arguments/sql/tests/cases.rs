//! The shared cases.

use super::read_as;
use crate::arguments::collected::cases;
use crate::arguments::effect::EffectCode;

/// Keys that hold SQL whatever the tool, and those that do so in a tool that is called after it.
fn text_of(case: &serde_json::Value) -> Option<&str> {
    let arguments = &case["arguments"];
    let is_strong = case["tool_name"].as_str()?.contains("sql") || arguments["sql"].is_string();
    let key = if arguments["sql"].is_string() { "sql" } else { "query" };
    is_strong.then(|| arguments[key].as_str())?
}

#[test]
fn every_case_of_sql_is_read_as_it_says() {
    let mut wrong = Vec::new();
    let (mut read, mut prose) = (0, 0);
    for case in cases(&["sql"]) {
        let expected = &case["expect"];
        let Some(text) = text_of(case) else {
            assert!(!super::super::plain::is_plain_write(
                case["arguments"].as_object().unwrap().values().next().unwrap().as_str().unwrap()
            ));
            prose += 1;
            continue;
        };
        read += 1;
        let found = read_as(text, case["policy"]["arguments"]["sql"]["dialect"].as_str());
        // What an operator forbids is for the gate to hold against the effects.
        let denied = &case["policy"]["arguments"]["sql"]["deny_effects"];
        for effect in denied.as_array().into_iter().flatten() {
            let names = |code: &&EffectCode| Some(code.as_str()) == effect.as_str();
            assert!(found.changes(*EffectCode::ALL.iter().find(names).unwrap()));
        }
        let is_mass = |codes: &serde_json::Value| {
            codes.as_array().unwrap().iter().any(|code| code == "argument_mass_effect")
        };
        let mass = found.blockers().contains(&"argument_mass_effect");
        if expected["verdict"] != found.verdict()
            || expected["class"].as_str() != found.class()
            || is_mass(&expected["codes"]) != mass
        {
            wrong.push(format!(
                "{}: {text:?}: {:?} {:?}",
                case["id"],
                found.verdict(),
                found.class()
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!((read, prose), (93, 6));
}
