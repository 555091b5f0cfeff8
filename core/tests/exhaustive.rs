//! The finite part of the rules in full: category, state, recommendation, domain, every class of evidence, of
//! tool name and of arguments, and every knob of the policy, each combination against an
//! independent model.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/model.rs"]
mod model;
#[path = "support/situations.rs"]
mod situations;

use std::thread;

use aana_core::{
    Gate,
    codes::Blocker,
    contract::{AuthorizationState, RiskDomain, Route, ToolCategory},
};

use model::{Arguments, Evidence, Expected, PolicyCase, Situation, Tool, expect};
use situations::{ARGUMENTS, TOOLS, all_evidence, pairs_of_faults, policies};

/// 2026-05-10T00:00:00Z
const NOW: i64 = 1_778_371_200_000;

/// Of so many decisions, one is looked at in its long form; no factor of any dimension's length.
const SAMPLE: usize = 29;

/// The values over which a combination runs.
struct Space<'s> {
    recommendations: &'s [Route],
    domains: &'s [RiskDomain],
    tools: &'s [Tool],
    arguments: &'s [Arguments],
    evidence: &'s [Evidence],
}

/// Checks every combination under one policy and says how many there were.
fn check_all(space: &Space<'_>, policy: &PolicyCase) -> usize {
    let gate = Gate::new(policy.json).unwrap();
    let mut count = 0;
    for tool in space.tools {
        for arguments in space.arguments {
            let digest = digest_of(tool, arguments);
            for evidence in space.evidence {
                let refs = evidence.json.replace("@DIGEST@", &digest);
                for &category in ToolCategory::ALL {
                    for &domain in space.domains {
                        for &state in AuthorizationState::ALL {
                            for &recommended in space.recommendations {
                                let situation = Situation {
                                    category,
                                    state,
                                    recommended,
                                    domain,
                                    tool,
                                    arguments,
                                    evidence,
                                    policy,
                                };
                                check(&gate, &situation, &refs, count % SAMPLE == 0);
                                count += 1;
                            }
                        }
                    }
                }
            }
        }
    }
    count
}

fn event(situation: &Situation<'_>, refs: &str) -> String {
    let Situation { category, state, recommended, domain, tool, arguments, .. } = situation;
    let (name, arguments) = (tool.name, arguments.json);
    format!(
        r#"{{"tool_name":"{name}","tool_category":"{category}","authorization_state":"{state}","evidence_refs":{refs},"risk_domain":"{domain}","proposed_arguments":{arguments},"recommended_route":"{recommended}"}}"#
    )
}

fn digest_of(tool: &Tool, arguments: &Arguments) -> String {
    let event = format!(
        r#"{{"tool_name":"{}","tool_category":"write","authorization_state":"none","evidence_refs":[],"risk_domain":"hr","proposed_arguments":{},"recommended_route":"ask"}}"#,
        tool.name, arguments.json,
    );
    Gate::default().check(&event, NOW).action_digest().unwrap()
}

fn check(gate: &Gate, situation: &Situation<'_>, refs: &str, in_full: bool) {
    let event = event(situation, refs);
    let decision = gate.check(&event, NOW);
    let expected = expect(situation);
    let blockers: Vec<&str> = decision.hard_blockers().iter().map(Blocker::as_str).collect();
    let short = (decision.route(), decision.aana_route(), &blockers);
    let told = || {
        format!(
            "policy {}\nevidence `{}`\n{event}\nexpected {expected:?}\nfound {short:?}",
            situation.policy.json, situation.evidence.name
        )
    };
    assert_eq!(decision.validation_errors(), [], "{}", told());
    assert_eq!(short, (expected.route, expected.aana_route, &expected.blockers), "{}", told());

    // What the rules promise in any case, whatever the model says.
    let passes = decision.gate_decision().as_str() == "pass";
    assert_eq!(passes, decision.route() == Route::Accept);
    assert_eq!(passes, blockers.is_empty() && situation.recommended == Route::Accept, "{}", told());
    assert!(decision.route() >= situation.recommended);

    if in_full || passes {
        let json = if in_full {
            decision::well_formed(&decision)
        } else {
            serde_json::from_str(&decision.to_json()).unwrap()
        };
        long_form(&json, &expected, situation, &told);
    }
}

fn long_form(
    json: &serde_json::Value,
    expected: &Expected,
    situation: &Situation<'_>,
    told: &dyn Fn() -> String,
) {
    let (class, states) = (&json["classification"], &json["authorization_report"]);
    assert_eq!(class["effective_category"], expected.category.as_str(), "{}", told());
    assert_eq!(class["verb_class"], situation.tool.verb.as_str(), "{}", told());
    assert_eq!(class["high_risk"], expected.high_risk, "{}", told());
    assert_eq!(class["risk_level"], expected.risk_level.as_str(), "{}", told());
    assert_eq!(class["irreversible"], expected.irreversible, "{}", told());
    assert_eq!(states["effective_state"], expected.state.as_str(), "{}", told());
    let required = expected.required.map(AuthorizationState::as_str);
    assert_eq!(states["required_state"].as_str(), required, "{}", told());
    if json["route"] == "accept" {
        let refs = json["evidence_integrity"]["checked_ref_count"].as_u64().unwrap();
        match expected.category {
            ToolCategory::Write => assert!(states["effective_state"] == "confirmed" && refs > 0),
            ToolCategory::PrivateRead => {
                assert!(expected.state >= AuthorizationState::Authenticated && refs > 0);
            }
            ToolCategory::PublicRead => {}
            ToolCategory::Unknown => panic!("an unknown tool was accepted\n{}", told()),
        }
    }
}

/// Two halves of the tools at the same time.
fn check_in_halves(space: &Space<'_>, policy: &PolicyCase) -> usize {
    let (left, right) = space.tools.split_at(space.tools.len() / 2);
    thread::scope(|scope| {
        let halves = [left, right]
            .map(|tools| scope.spawn(move || check_all(&Space { tools, ..*space }, policy)));
        halves.into_iter().map(|half| half.join().unwrap()).sum()
    })
}

const FEW_DOMAINS: [RiskDomain; 2] = [RiskDomain::Research, RiskDomain::Finance];

#[test]
fn every_tool_with_every_argument_and_all_evidence() {
    let evidence = all_evidence();
    let space = Space {
        recommendations: &[Route::Accept, Route::Refuse],
        domains: &FEW_DOMAINS,
        tools: &TOOLS,
        arguments: &ARGUMENTS,
        evidence: &evidence,
    };
    let expected = 2 * 2 * TOOLS.len() * ARGUMENTS.len() * evidence.len() * 4 * 5;
    assert_eq!(check_in_halves(&space, &policies()[0]), expected);
}

#[test]
fn every_domain_and_every_recommendation() {
    let mut evidence = all_evidence();
    evidence.retain(|it| {
        ["none", "verified approval", "runtime auth_event", "mail", "approval string"]
            .contains(&it.name.as_str())
    });
    assert_eq!(evidence.len(), 5);
    let space = Space {
        recommendations: Route::ALL,
        domains: RiskDomain::ALL,
        tools: &TOOLS,
        arguments: &ARGUMENTS[..2],
        evidence: &evidence,
    };
    check_in_halves(&space, &policies()[0]);
}

#[test]
fn every_policy_with_all_evidence() {
    let evidence = all_evidence();
    let space = Space {
        recommendations: &[Route::Accept, Route::Defer],
        domains: &[RiskDomain::Research],
        tools: &[TOOLS[0], TOOLS[4], TOOLS[5], TOOLS[10]],
        arguments: &ARGUMENTS[..3],
        evidence: &evidence,
    };
    for policy in policies() {
        check_in_halves(&space, &policy);
    }
}

#[test]
fn every_tool_under_every_policy() {
    let mut evidence = all_evidence();
    evidence.retain(|it| ["none", "bound approval", "stale"].contains(&it.name.as_str()));
    assert_eq!(evidence.len(), 3);
    let space = Space {
        recommendations: Route::ALL,
        domains: &[RiskDomain::Research, RiskDomain::Legal, RiskDomain::Hr],
        tools: &TOOLS,
        arguments: &ARGUMENTS,
        evidence: &evidence,
    };
    for policy in policies() {
        check_in_halves(&space, &policy);
    }
}

#[test]
fn every_pair_of_evidence_faults() {
    let evidence = pairs_of_faults();
    let space = Space {
        recommendations: &[Route::Accept],
        domains: &FEW_DOMAINS[..1],
        tools: &[TOOLS[1], TOOLS[4]],
        arguments: &ARGUMENTS[..1],
        evidence: &evidence,
    };
    for policy in &policies()[..4] {
        check_in_halves(&space, policy);
    }
}
