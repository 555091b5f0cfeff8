//! Two entry points of the gate, and two ways out: text and trees carry the same event and the same
//! decision.

#[path = "support/generate.rs"]
mod generate;
#[path = "support/mutate.rs"]
mod mutate;
#[path = "support/random.rs"]
mod random;

use aana_core::{
    ExecutionPolicy, Gate,
    contract::Mode,
    execution_policy,
    json::{Member, Number, Object, Value, Visitor},
    should_execute, should_execute_value, validate_event, validate_value,
};
use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use generate::{NOW, config, event, policy_or_none};
use mutate::wander;
use random::Random;

/// The core's tree of a document, as a binding would build it.
fn tree(document: &Json) -> Value<'_> {
    match document {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::Number(Number::from_text(number.to_string()).unwrap()),
        Json::String(text) => Value::String(text.into()),
        Json::Array(items) => Value::Array(items.iter().map(tree).collect()),
        Json::Object(members) => {
            let members =
                members.iter().map(|(key, member)| Member { key: key.into(), value: tree(member) });
            Value::Object(Object::new(members.collect()).unwrap())
        }
    }
}

/// Builds a document of another crate from what a decision tells.
#[derive(Default)]
struct Builder {
    done: Option<Json>,
    open: Vec<(Json, Option<&'static str>)>,
}

impl Builder {
    fn put(&mut self, value: Json) {
        match self.open.last_mut() {
            None => assert!(self.done.replace(value).is_none(), "a decision is one value"),
            Some((Json::Array(items), None)) => items.push(value),
            Some((Json::Object(members), key @ Some(_))) => {
                let key = key.take().unwrap();
                assert!(members.insert(key.to_owned(), value).is_none(), "`{key}` was told twice");
            }
            Some(open) => panic!("a value out of place in {open:?}"),
        }
    }

    fn close(&mut self) {
        let (value, key) = self.open.pop().unwrap();
        assert_eq!(key, None, "a key without its value");
        self.put(value);
    }
}

impl Visitor for Builder {
    fn null(&mut self) {
        self.put(Json::Null);
    }

    fn boolean(&mut self, value: bool) {
        self.put(value.into());
    }

    fn integer(&mut self, value: u32) {
        self.put(value.into());
    }

    fn hundredths(&mut self, value: u8) {
        // Whole numbers are written without a fraction.
        let whole = value.is_multiple_of(100);
        self.put(if whole { json!(value / 100) } else { json!(f64::from(value) / 100.0) });
    }

    fn string(&mut self, value: &str) {
        self.put(value.into());
    }

    fn word(&mut self, value: &'static str) {
        self.put(value.into());
    }

    fn begin_array(&mut self) {
        self.open.push((json!([]), None));
    }

    fn end_array(&mut self) {
        self.close();
    }

    fn begin_object(&mut self) {
        self.open.push((Json::Object(Map::new()), None));
    }

    fn key(&mut self, name: &'static str) {
        let open = self.open.last_mut().unwrap();
        assert_eq!(open.1.replace(name), None, "two keys in a row");
    }

    fn end_object(&mut self) {
        self.close();
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn an_event_is_decided_the_same_through_both_entry_points(
        event in event(),
        policy in policy_or_none(),
        seed in any::<u64>(),
    ) {
        let gate = Gate::new(&policy.to_string()).unwrap();
        // Well-formed, and a few steps away from it.
        for event in [event.clone(), wander(&event, &mut Random(seed))] {
            let text = event.to_string();
            let by_text = gate.check(&text, NOW);
            let by_tree = gate.check_value(tree(&event), NOW);
            prop_assert_eq!(by_text.to_json(), by_tree.to_json());
            prop_assert_eq!(validate_event(&text), validate_value(tree(&event)));
        }
    }

    #[test]
    fn a_decision_is_told_as_it_is_written(event in event(), policy in policy_or_none()) {
        let (gate, text) = (Gate::new(&policy.to_string()).unwrap(), event.to_string());
        let decision = gate.check(&text, NOW);
        let mut builder = Builder::default();
        decision.emit(&mut builder);
        prop_assert!(builder.open.is_empty());
        let written: Json = serde_json::from_str(&decision.to_json()).unwrap();
        prop_assert_eq!(builder.done.unwrap().to_string(), written.to_string());
    }

}

proptest! {
    // A decision is a large document to change.
    #![proptest_config(config(200))]

    #[test]
    fn a_decision_executes_the_same_through_both_entry_points(event in event(), seed in any::<u64>()) {
        let text = event.to_string();
        let decision: Json =
            serde_json::from_str(&Gate::default().check(&text, NOW).to_json()).unwrap();
        for decision in [decision.clone(), wander(&decision, &mut Random(seed))] {
            let (as_text, as_tree) = (decision.to_string(), tree(&decision));
            prop_assert_eq!(should_execute(&as_text, None), should_execute_value(&as_tree, None));
            prop_assert_eq!(
                should_execute(&as_text, Some(&text)),
                should_execute_value(&as_tree, Some(tree(&event)))
            );
            for mode in [Mode::Enforce, Mode::Shadow] {
                let written: Json =
                    serde_json::from_str(&execution_policy(&as_text, mode)).unwrap();
                let policy = ExecutionPolicy::of_value(&as_tree, mode);
                prop_assert_eq!(&written["execution_allowed"], &json!(policy.execution_allowed));
                prop_assert_eq!(&written["reason"], policy.reason.as_str());
            }
        }
    }
}

#[test]
fn an_object_takes_each_key_once() {
    let member = |key: String| Member { key: key.into(), value: Value::Null };
    for count in [2, 15, 16, 17, 200] {
        let mut members: Vec<Member<'_>> = (0..count).map(|at| member(format!("k{at}"))).collect();
        let object = Object::new(members.clone()).unwrap();
        assert_eq!(object.members(), members);
        assert_eq!(object.get("k1"), Some(&Value::Null));
        assert_eq!(object.get("k"), None);
        assert_eq!(object.into_members(), members);
        members.push(member("k0".to_owned()));
        members.push(member("k1".to_owned()));
        assert_eq!(Object::new(members), Err(count), "the first that is there already");
    }
}
