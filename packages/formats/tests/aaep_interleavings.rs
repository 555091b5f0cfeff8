//! Whatever the order of proposals, replies, silence and completions: no effect without its
//! announcement, none that cannot be undone without a yes of its own, and a stream without a fault.

use std::collections::BTreeSet;

use aana_core::Gate;
use aana_formats::{
    Rule as _, Severity,
    aaep::{Call, Next, Now, Producer, ReplyEffect, Sender, Session, StreamChecker, Texts},
};
use serde_json::{Value, json};

const T0: i64 = 1_782_829_330_000;
const EMAIL: &str = r#"{"tool_name":"send_email","tool_category":"write","authorization_state":"validated","evidence_refs":[{"source_id":"mail.recipient_check","kind":"tool_result","trust_tier":"verified","redaction_status":"redacted","summary":"Recipient and draft were validated against the case record.","retrieved_at":"2026-06-30T14:21:00Z","freshness":{"status":"fresh"},"provenance":"runtime"}],"risk_domain":"customer_support","proposed_arguments":{"to":"customer@example.com","draft_id":"123"},"recommended_route":"accept"}"#;
const SEARCH: &str = r#"{"tool_name":"search_docs","tool_category":"public_read","authorization_state":"none","evidence_refs":[],"risk_domain":"research","proposed_arguments":{},"recommended_route":"accept"}"#;
const UNKNOWN: &str = r#"{"tool_name":"mystery","tool_category":"unknown","authorization_state":"none","evidence_refs":[],"risk_domain":"research","proposed_arguments":{},"recommended_route":"accept"}"#;

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }
}

#[test]
fn no_order_of_things_lets_a_call_slip_through() {
    let (mut runs_seen, mut yes_seen) = (0, 0);
    for seed in 1..400_u64 {
        let (runs, yes) = one_run(seed);
        runs_seen += runs;
        yes_seen += yes;
    }
    assert!(runs_seen > 50 && yes_seen >= runs_seen, "{runs_seen} {yes_seen}");
}

/// How many calls that cannot be undone ran, and how many were accepted.
fn one_run(seed: u64) -> (usize, usize) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let producer = Producer { agent_id: "gate".into(), ..Producer::default() };
    let mut session = Session::new("sess_1", producer, ["sub_1"]);
    let (mut now_ms, mut id) = (T0, 0_u128);
    let mut stream: Vec<Value> = Vec::new();
    let (mut open, mut proposals) = (BTreeSet::<String>::new(), vec![(EMAIL.to_owned(), 0)]);
    let (mut runs, mut yes) = (0, 0);
    let (mut last_token, mut asked) = ("rpl_0".to_owned(), 0);
    for step in 0..40 {
        now_ms += i64::try_from(random.below(3) * random.below(2)).unwrap() * 40_000;
        let mut fresh = || {
            id += 1;
            id
        };
        let mut now = Now { ms: now_ms, fresh: &mut fresh };
        let choice = if step == 0 { 0 } else { 1 + random.below(9) };
        match choice {
            0 => stream.extend(session.start("Working.", &mut now).events),
            1..=4 => {
                let which = usize::try_from(random.below(4)).unwrap();
                let last = proposals.last().cloned().unwrap_or_default();
                let (event, id) = [
                    (EMAIL.to_owned(), random.below(9)),
                    last,
                    (SEARCH.to_owned(), random.below(9)),
                    (UNKNOWN.to_owned(), random.below(9)),
                ][which]
                    .clone();
                let decision = Gate::default().check(&event, now.ms);
                asked = id;
                let runtime_id = id.to_string();
                let call = Call {
                    event: &event,
                    decision: &decision,
                    runtime_id: &runtime_id,
                    texts: Texts::default(),
                };
                let done = session.propose(&call, &mut now);
                stream.extend(done.events);
                match done.next {
                    Next::Run { tool_call_id } => {
                        stream
                            .push(json!({"x_marker": "side_effect", "tool_call_id": tool_call_id}));
                        runs += usize::from(decision.irreversible() == Some(true));
                        assert!(decision.executes());
                        assert!(open.insert(tool_call_id));
                    }
                    Next::AwaitReply { reply_token, .. } => last_token = reply_token,
                    _ => {}
                }
            }
            5 | 6 => {
                let at = aana_core::time::format(now.ms - i64::try_from(random.below(2)).unwrap());
                let decision =
                    ["accept", "accept", "reject"][usize::try_from(random.below(3)).unwrap()];
                let reply = json!({
                    "type": "confirmation.reply", "reply_token": last_token, "decision": decision,
                    "subscription_id": "sub_1", "timestamp": at, "decided_by": "user:1"
                });
                let sender = Sender { authenticated: true, ..Sender::default() };
                let done = session.reply(&reply.to_string(), sender, EMAIL, &mut now);
                if done.effect == ReplyEffect::Ignored {
                    continue;
                }
                stream.push(reply);
                yes += usize::from(done.effect == ReplyEffect::Accept);
                stream.extend(done.events);
                proposals.extend(done.gate_again.map(|event| (event, asked)));
            }
            7 => stream.extend(session.expire(&mut now).events),
            _ => {
                if let Some(call) = open.pop_first() {
                    stream.extend(
                        session.complete(&call, "success", None, None, None, &mut now).events,
                    );
                }
            }
        }
        // A session that is stored and read again is the same.
        session = serde_json::from_str(&serde_json::to_string(&session).unwrap()).unwrap();
    }
    let mut fresh = || {
        id += 1;
        id
    };
    let mut now = Now { ms: now_ms, fresh: &mut fresh };
    for call in open {
        stream.extend(session.complete(&call, "timeout", None, None, None, &mut now).events);
    }
    stream.extend(session.cancel("user", "user_left", "Stopped.", &mut now).events);

    let mut checker = StreamChecker::new();
    let mut findings = Vec::new();
    for item in &stream {
        findings.extend(checker.item_text(&item.to_string()).findings);
    }
    findings.extend(checker.finish());
    findings.retain(|found| found.finding.rule.severity() == Severity::Error);
    assert!(findings.is_empty(), "seed {seed}: {findings:?}\n{}", json!(stream));
    assert!(runs <= yes, "seed {seed}");
    (runs, yes)
}
