//! What holds for a tool holds for every spelling of its name; what relieves it holds for its own alone.

use aana_core::{Gate, ToolView, contract::Route};
use proptest::{prelude::*, sample::select};
use serde_json::{Value, json};

const NOW: i64 = 1_778_371_200_000;

fn capital(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}

fn pascal(name: &str) -> String {
    name.split('_').map(capital).collect()
}

/// Other spellings of a name in snake case.
const SPELLINGS: [fn(&str) -> String; 13] = [
    str::to_ascii_uppercase,
    |name| format!("{name}_"),
    |name| pascal(name),
    |name| {
        let pascal = pascal(name);
        pascal[..1].to_ascii_lowercase() + &pascal[1..]
    },
    |name| name.replace('_', "-"),
    |name| name.replace('_', " "),
    |name| name.replace('_', "."),
    |name| name.replace('_', "__"),
    |name| format!(" {name} "),
    |name| format!("{name}/"),
    |name| format!("mcp__x__{name}"),
    |name| format!("x.{}", pascal(name)),
    |name| name.replace('o', "\u{43e}").replace('e', "\u{ff45}"),
];

fn name() -> impl Strategy<Value = String> {
    let word = select(vec!["get", "move", "delete", "wire", "file", "note", "money", "x2"]);
    prop::collection::vec(word, 1..4).prop_map(|words| words.join("_"))
}

/// A pattern that covers the name: itself, or with wildcards for parts of it.
fn pattern(name: &str) -> impl Strategy<Value = String> + use<> {
    let name = name.to_owned();
    let length = name.len();
    (0..length, 0..=length, 0..3).prop_map(move |(start, end, kind)| match kind {
        0 => name.clone(),
        1 => format!("{}*{}", &name[..start], &name[end.max(start)..]),
        _ => format!("{}?{}", &name[..start], &name[start + 1..]),
    })
}

fn entry() -> impl Strategy<Value = Value> {
    let word = |words: &[&'static str]| prop::option::of(select(words.to_vec()));
    (
        word(&["public_read", "private_read", "write", "unknown"]),
        word(&["user_claimed", "authenticated", "confirmed"]),
        word(&["ask", "defer", "refuse"]),
        prop::option::of(any::<bool>()),
        prop::option::of(any::<bool>()),
    )
        .prop_map(|(category, minimum, floor, hints, secrets)| {
            let mut entry = json!({});
            let fields = [
                ("tool_category", category.map(Value::from)),
                ("minimum_authorization", minimum.map(Value::from)),
                ("route_floor", floor.map(Value::from)),
                ("hints", hints.map(Value::from)),
                ("allow_secret_arguments", secrets.map(Value::from)),
            ];
            for (key, value) in fields {
                if let Some(value) = value {
                    entry[key] = value;
                }
            }
            entry
        })
}

/// A name, and a policy whose entries all cover it.
fn named_policy() -> impl Strategy<Value = (String, Gate)> {
    let unlisted = select(vec!["accept", "ask", "defer", "refuse"]);
    let entries = |name: String| {
        let entries = prop::collection::vec((pattern(&name), entry()), 0..4);
        (Just(name), entries)
    };
    (name().prop_flat_map(entries), unlisted).prop_map(|((name, entries), unlisted)| {
        let tools: serde_json::Map<String, Value> = entries.into_iter().collect();
        let policy = json!({"unlisted_tools": unlisted, "tools": tools});
        (name, Gate::new(&policy.to_string()).unwrap())
    })
}

fn assert_not_laxer(own: &ToolView, other: &ToolView, spelling: &str) {
    assert!(other.route_floor >= own.route_floor, "{spelling:?}: {own:?} {other:?}");
    assert!(other.minimum_authorization >= own.minimum_authorization, "{spelling:?}");
    assert!(other.tool_category >= own.tool_category, "{spelling:?}");
    assert!(own.listed || !other.listed, "{spelling:?}");
    assert!(own.classifies_unknown || !other.classifies_unknown, "{spelling:?}");
    assert!(other.hints || !own.hints, "{spelling:?}");
    assert!(own.allow_secret_arguments || !other.allow_secret_arguments, "{spelling:?}");
}

fn route(gate: &Gate, name: &str, category: &str) -> Route {
    let event = json!({
        "tool_name": name, "tool_category": category, "authorization_state": "confirmed",
        "evidence_refs": ["session:7a81", "approval:7a82"], "risk_domain": "research",
        "proposed_arguments": {"key": "AKIAIOSFODNN7EXAMPLE"}, "recommended_route": "accept"
    });
    gate.check(&event.to_string(), NOW).route()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn another_spelling_never_loosens(
        (name, gate) in named_policy(),
        spelling in select(SPELLINGS.to_vec()),
        category in select(vec!["write", "unknown"]),
    ) {
        let spelt = spelling(&name);
        // An entry such as `*` names the other spelling as well, letter by letter.
        let (own, other) = (gate.explain_tool(&name), gate.explain_tool(&spelt));
        prop_assert_eq!(own.entries.len(), other.entries.len(), "{}", &spelt);
        let relieved = own.entries.iter().zip(&other.entries).all(|(own, other)| {
            own.pattern == other.pattern && own.exactly
        });
        prop_assert!(relieved, "{}: {:?}", &spelt, &other);
        // An entry that denies a relief in one spelling denies it in the other, too.
        assert_not_laxer(&own, &other, &spelt);
        // A letter that only looks like one makes the name ambiguous, and hides its verb from other rules.
        if spelt.is_ascii() {
            prop_assert!(route(&gate, &spelt, category) >= route(&gate, &name, category), "{}", &spelt);
        }
    }

    /// What an empty entry adds is that the tool is listed, and nothing else.
    #[test]
    fn an_entry_that_says_nothing_changes_nothing(name in name(), category in select(vec!["write", "unknown"])) {
        let gate = Gate::new(&json!({"tools": {name.clone(): {}}}).to_string()).unwrap();
        for spelling in SPELLINGS {
            let spelt = spelling(&name);
            prop_assert_eq!(route(&gate, &spelt, category), route(&Gate::default(), &spelt, category));
        }
    }
}
