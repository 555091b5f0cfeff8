//! What the pages below `docs` and the README say in tables is asked of the gate, row by row.

use std::{collections::BTreeMap, fs};

use aana_core::{
    Decision, Gate,
    codes::Blocker,
    contract::{
        AuthorizationState, CONTRACT_VERSION, EvidenceKind, REQUIRED_FIELDS, Route, ToolCategory,
        TrustTier,
    },
};
use aana_fixtures::Suite;
use serde_json::{Value, json};

#[path = "support/markdown.rs"]
mod markdown;

use markdown::{block, code, codes, table, tables};

/// 2026-05-10T00:00:00Z, as the page says.
const NOW: i64 = 1_778_371_200_000;

fn page(path: &str) -> String {
    let path = format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The event that the tables of the page about evidence change.
fn event() -> Value {
    let page = page("docs/evidence.md");
    assert!(page.contains("check it at `2026-05-10T00:00:00Z`"));
    aana_fixtures::parse_strict(block(&page, "json")).expect("the event of the page")
}

fn with_refs(refs: &Value) -> Value {
    let mut event = event();
    event["evidence_refs"] = refs.clone();
    event
}

fn decide(event: &Value, policy: &str) -> Value {
    let gate = Gate::new(policy).expect("the policy of the page");
    let text = gate.check(&event.to_string(), NOW).to_json();
    let decision: Value = serde_json::from_str(&text).expect("a decision is JSON");
    assert_eq!(decision["validation_errors"], json!([]), "{event}");
    decision
}

fn report<'d>(decision: &'d Value, field: &str) -> &'d str {
    decision["authorization_report"][field].as_str().expect("a state")
}

/// Whether a code stands among the blockers or the warnings.
fn says(decision: &Value, code: &str) -> bool {
    ["hard_blockers", "warnings"]
        .iter()
        .any(|list| decision[list].as_array().expect("a list").contains(&json!(code)))
}

/// The change of a cell, merged into the ref of the page: RFC 7396. A text takes its place.
fn changed(change: &str) -> Value {
    let mut found = event()["evidence_refs"][0].clone();
    merge(&mut found, &aana_fixtures::parse_strict(change).expect(change));
    found
}

fn merge(target: &mut Value, change: &Value) {
    let Value::Object(members) = change else {
        *target = change.clone();
        return;
    };
    if !target.is_object() {
        *target = json!({});
    }
    let object = target.as_object_mut().expect("an object");
    for (key, value) in members {
        if value.is_null() {
            object.remove(key);
        } else {
            merge(object.entry(key).or_insert(Value::Null), value);
        }
    }
}

#[test]
fn every_field_of_an_event_has_a_writer() {
    let schema: Value = serde_json::from_str(&page("schemas/agent_tool_precheck.schema.json"))
        .expect("the schema is JSON");
    let fields = schema["properties"].as_object().expect("the fields of an event");
    let fields: Vec<&str> = fields.keys().map(String::as_str).collect();
    let table = table(&page("docs/evidence.md"), "field of the event");
    let named: Vec<&str> = table.rows.iter().flat_map(|row| codes(&row[0])).collect();
    assert_eq!(sorted(&named), sorted(&fields));
}

#[test]
fn the_event_of_the_page_is_accepted_without_a_warning() {
    let decision = decide(&event(), "{}");
    assert_eq!(decision["route"], "accept");
    assert_eq!(decision["warnings"], json!([]));
    assert_eq!(decision["classification"]["high_risk"], false);
}

#[test]
fn what_a_structured_ref_supports() {
    let table = table(&page("docs/evidence.md"), "kind");
    let tiers: Vec<&str> = table.header[1..].iter().map(|cell| code(cell)).collect();
    let kinds: Vec<&str> = table.rows.iter().map(|row| code(&row[0])).collect();
    assert_eq!(sorted(&tiers), sorted(TrustTier::WORDS), "every trust tier");
    assert_eq!(sorted(&kinds), sorted(EvidenceKind::WORDS), "every kind");
    for (row, kind) in table.rows.iter().zip(&kinds) {
        for (cell, tier) in row[1..].iter().zip(&tiers) {
            let change = json!({"kind": kind, "trust_tier": tier});
            let decision = decide(&with_refs(&json!([changed(&change.to_string())])), "{}");
            let supported = report(&decision, "evidence_supported_state");
            assert_eq!(supported, code(cell), "{kind} by {tier}");
        }
    }
}

#[test]
fn what_is_left_out_says_least() {
    let decision = decide(&with_refs(&json!([{"source_id": "approval-7"}])), "{}");
    assert_eq!(report(&decision, "evidence_supported_state"), "user_claimed");
}

#[test]
fn what_a_string_ref_supports() {
    let table = table(&page("docs/evidence.md"), "string");
    let mut kinds = Vec::new();
    for row in &table.rows {
        let text = code(&row[0]);
        let decision = decide(&with_refs(&json!([text])), "{}");
        assert_eq!(report(&decision, "evidence_supported_state"), code(&row[1]), "{text}");
        assert!(says(&decision, "quickstart_evidence_refs"), "{text}");
        for named in codes(&row[2]).into_iter().filter(|named| EvidenceKind::parse(named).is_none())
        {
            assert!(says(&decision, named), "{text}: {named}");
        }
        kinds.extend(text.split_once(':').and_then(|(kind, _)| EvidenceKind::parse(kind)));
    }
    assert!(EvidenceKind::ALL.iter().all(|kind| kinds.contains(kind)), "every kind");
}

#[test]
fn what_takes_the_support_of_a_ref_away() {
    let page = page("docs/evidence.md");
    for row in &table(&page, "what is wrong").rows {
        let decision = decide(&with_refs(&json!([changed(code(&row[1]))])), "{}");
        assert_eq!(report(&decision, "evidence_supported_state"), "user_claimed", "{row:?}");
        assert!(says(&decision, code(&row[2])), "{row:?}: {decision}");
        assert_eq!(decision["route"], code(&row[3]), "{row:?}: {decision}");
    }
    for row in &table(&page, "what is missing").rows {
        let decision = decide(&with_refs(&json!([changed(code(&row[1]))])), "{}");
        assert_eq!(report(&decision, "evidence_supported_state"), "confirmed", "{row:?}");
        assert!(says(&decision, code(&row[2])), "{row:?}: {decision}");
        assert_eq!(decision["route"], code(&row[3]), "{row:?}: {decision}");
    }
}

#[test]
fn a_fault_counts_beside_a_ref_that_supports_enough() {
    for row in &table(&page("docs/evidence.md"), "what is wrong").rows {
        let refs = json!([changed("{}"), changed(code(&row[1]))]);
        let decision = decide(&with_refs(&refs), "{}");
        assert_eq!(report(&decision, "evidence_supported_state"), "confirmed", "{row:?}");
        // What nobody vouches for is only of no use; each fault blocks.
        let blocks = Blocker::parse(code(&row[2])).is_some();
        let route = if blocks { code(&row[3]) } else { "accept" };
        assert_eq!(decision["route"], route, "{row:?}: {decision}");
    }
}

#[test]
fn refs_do_not_add_up() {
    let lookup = changed(r#"{"kind": "tool_result"}"#);
    let decision = decide(&with_refs(&json!(vec![lookup; 10])), "{}");
    assert_eq!(report(&decision, "evidence_supported_state"), "validated");
}

#[test]
fn what_the_policy_adds() {
    let digest = decide(&event(), "{}")["action_digest"].as_str().expect("a digest").to_owned();
    for row in &table(&page("docs/evidence.md"), "policy").rows {
        let change = code(&row[1]).replace("sha256:DIGEST", &digest);
        let decision = decide(&with_refs(&json!([changed(&change)])), code(&row[0]));
        match row[2].as_str() {
            "none" => assert_eq!(decision["hard_blockers"], json!([]), "{row:?}"),
            named => assert!(says(&decision, code(named)), "{row:?}: {decision}"),
        }
        assert_eq!(decision["route"], code(&row[3]), "{row:?}: {decision}");
    }
}

#[test]
fn the_effective_state() {
    let table = table(&page("docs/evidence.md"), "declared");
    assert_eq!(table.rows.len(), AuthorizationState::ALL.len(), "every declared state");
    let kinds = [
        ("user_claimed", "user_message"),
        ("authenticated", "auth_event"),
        ("validated", "tool_result"),
        ("confirmed", "approval"),
    ];
    for row in &table.rows {
        let declared = code(&row[0]);
        for (cell, supported) in row[1..].iter().zip(&table.header[1..]) {
            let refs = if supported == "no refs" {
                json!([])
            } else {
                let supported = code(supported);
                let (_, kind) = kinds.iter().find(|(state, _)| *state == supported).unwrap();
                json!([changed(&json!({"kind": kind}).to_string())])
            };
            let mut event = with_refs(&refs);
            event["authorization_state"] = json!(declared);
            let decision = decide(&event, "{}");
            assert_eq!(report(&decision, "effective_state"), code(cell), "{declared}, {supported}");
            assert_eq!(says(&decision, "missing_evidence_refs"), supported == "no refs");
        }
    }
}

/// The table of the README: categories by states, with evidence that carries the state.
#[test]
fn the_table_of_the_readme() {
    let found = tables(&page("README.md"), "");
    let table = found.iter().find(|table| table.header.len() == 6).expect("the table of routes");
    let states: Vec<&str> = table.header[1..].iter().map(|cell| code(cell)).collect();
    assert_eq!(states, AuthorizationState::WORDS);
    let categories: Vec<&str> = table.rows.iter().map(|row| code(&row[0])).collect();
    assert_eq!(categories, ToolCategory::WORDS);
    for (row, category) in table.rows.iter().zip(categories) {
        for (cell, state) in row[1..].iter().zip(&states) {
            let mut event = event();
            event["tool_name"] = json!("thing");
            event["tool_category"] = json!(category);
            event["authorization_state"] = json!(state);
            assert_eq!(decide(&event, "{}")["route"], cell.as_str(), "{category}, {state}");
        }
    }
}

/// The routes that each blocker can lead to, as the page says.
fn routes_by_blocker() -> BTreeMap<String, Vec<Route>> {
    let mut found = BTreeMap::new();
    for row in table(&page("docs/ask-and-defer.md"), "blocker").rows {
        let routes: Vec<Route> = codes(&row[1]).into_iter().filter_map(Route::parse).collect();
        assert!(!routes.is_empty() && routes.is_sorted(), "{row:?}");
        let before = found.insert(code(&row[0]).to_owned(), routes);
        assert!(before.is_none(), "a blocker stands there twice: {row:?}");
    }
    found
}

/// From the blockers of a decision and the runtime's recommendation follows its route, by the page alone.
#[test]
fn the_page_gives_the_route_of_every_case() {
    let page = routes_by_blocker();
    let blockers: Vec<&str> = page.keys().map(String::as_str).collect();
    assert_eq!(blockers, sorted(Blocker::WORDS), "every blocker");

    let mut alone: BTreeMap<String, Vec<Route>> = BTreeMap::new();
    let suite = Suite::load().expect("the cases");
    for case in suite.groups.iter().flat_map(|group| &group.cases) {
        let gate = Gate::new(case.policy.as_deref().unwrap_or("{}")).expect("a policy");
        let decision = gate.check_bytes(&case.event, case.now_ms);
        let routes = |pick: fn(&[Route]) -> Option<&Route>| {
            let named = decision.hard_blockers();
            let routes = named.iter().filter_map(|code| pick(&page[code.as_str()])).copied();
            routes.max().unwrap_or(Route::Accept).max(recommended(&decision))
        };
        let (least, most) = (routes(<[Route]>::first), routes(<[Route]>::last));
        let route = decision.route();
        assert!(least <= route && route <= most, "{}: {route}, by the page {least}", case.id);
        let mut named = decision.hard_blockers().iter();
        if let (Some(blocker), None) = (named.next(), named.next()) {
            alone.entry(blocker.as_str().to_owned()).or_default().push(decision.aana_route());
        }
    }
    // No route stands on the page that no case shows.
    for (blocker, routes) in page.iter().filter(|(_, routes)| routes.len() > 1) {
        for route in routes {
            let shown = alone.get(blocker).is_some_and(|found| found.contains(route));
            assert!(shown, "no case shows `{blocker}` alone with the route `{route}`");
        }
    }
}

fn recommended(decision: &Decision<'_>) -> Route {
    let json: Value = serde_json::from_str(&decision.to_json()).expect("a decision is JSON");
    json["runtime_recommended_route"].as_str().and_then(Route::parse).unwrap_or(Route::Accept)
}

#[test]
fn what_was_not_recorded_is_deferred() {
    let text = event().to_string();
    let decision = Gate::default().check(&text, NOW).unrecorded();
    assert_eq!(routes_by_blocker()["audit_unavailable"], [decision.route()]);
}

#[test]
fn what_the_host_refuses_is_refused() {
    let mut event = event();
    event["recommended_route"] = json!("refuse");
    let decision = decide(&event, "{}");
    assert_eq!(decision["hard_blockers"], json!(["runtime_refusal"]));
    let [route] = routes_by_blocker()["runtime_refusal"][..] else { panic!("one route") };
    assert_eq!(decision["route"], route.as_str());
}

/// The glossary has the words of the contract, and each word once.
#[test]
fn the_glossary_is_whole() {
    let page = page("docs/glossary.md");
    let terms: Vec<String> = tables(&page, "term")
        .iter()
        .flat_map(|table| table.rows.iter().map(|row| row[0].replace('`', "")))
        .collect();
    for (index, term) in terms.iter().enumerate() {
        assert!(!terms[..index].contains(term), "`{term}` stands there twice");
    }
    let words = [Route::WORDS, ToolCategory::WORDS, AuthorizationState::WORDS];
    for word in words.concat().into_iter().chain(REQUIRED_FIELDS) {
        assert!(page.contains(&format!("`{word}`")), "`{word}` is missing");
    }
    assert!(page.contains(CONTRACT_VERSION));
}

fn sorted<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut words = words.to_vec();
    words.sort_unstable();
    words
}
