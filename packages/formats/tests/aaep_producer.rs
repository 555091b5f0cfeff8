//! The producer: each route, each way a reply can go, and what the stream checker says of the whole.

use aana_core::Gate;
use aana_formats::{
    Rule as _, Severity,
    aaep::{
        Call, Next, Now, Producer, ReplyEffect, ReplyReason, Sender, Session, Step, Stop,
        StreamChecker, Texts,
    },
};
use serde_json::{Value, json};

const T0: i64 = 1_782_829_330_000; // 2026-06-30T14:22:10Z

const EMAIL: &str = r#"{"tool_name":"send_email","tool_category":"write","authorization_state":"validated","evidence_refs":[{"source_id":"auth.session","kind":"auth_event","trust_tier":"verified","redaction_status":"redacted","summary":"User identity was authenticated for this account.","retrieved_at":"2026-06-30T14:20:00Z","freshness":{"status":"fresh"},"provenance":"connector"},{"source_id":"mail.recipient_check","kind":"tool_result","trust_tier":"verified","redaction_status":"redacted","summary":"Recipient and draft were validated against the case record.","retrieved_at":"2026-06-30T14:21:00Z","freshness":{"status":"fresh"},"provenance":"runtime"}],"risk_domain":"customer_support","proposed_arguments":{"to":"customer@example.com","draft_id":"123"},"recommended_route":"accept"}"#;

const SEARCH: &str = r#"{"tool_name":"search docs","tool_category":"public_read","authorization_state":"none","evidence_refs":[],"risk_domain":"research","proposed_arguments":{"query":"AAEP"},"recommended_route":"accept"}"#;

/// A run: the session, everything that was emitted or received, and the clock.
struct Run {
    session: Session,
    stream: Vec<Value>,
    now: i64,
    last_id: u128,
}

impl Run {
    fn new(subscriptions: &[&str]) -> Self {
        let producer = Producer { agent_id: "action-gate".into(), ..Producer::default() };
        let session = Session::new("sess_1", producer, subscriptions.iter().copied());
        let mut run = Self { session, stream: vec![], now: T0, last_id: 0xA000 };
        let step = run.act(|session, now| session.start("Answering the customer.", now));
        assert_eq!(step.next, Next::Continue);
        run
    }

    fn act<T>(&mut self, act: impl FnOnce(&mut Session, &mut Now<'_>) -> T) -> T
    where
        T: Emitted,
    {
        self.now += 10;
        let last_id = &mut self.last_id;
        let mut fresh = || {
            *last_id += 1;
            *last_id
        };
        let mut now = Now { ms: self.now, fresh: &mut fresh };
        let done = act(&mut self.session, &mut now);
        self.stream.extend(done.events());
        done
    }

    fn propose(&mut self, event: &str, runtime_id: &str, texts: Texts<'_>) -> Step {
        let at = self.now + 10;
        self.act(|session, now| {
            let decision = Gate::default().check(event, at);
            session.propose(&Call { event, decision: &decision, runtime_id, texts }, now)
        })
    }

    fn reply(&mut self, reply: &Value, event: &str) -> aana_formats::aaep::ReplyStep {
        self.stream.push(reply.clone());
        let sender = Sender { authenticated: true, ..Sender::default() };
        self.act(|session, now| session.reply(&reply.to_string(), sender, event, now))
    }

    fn complete(&mut self, call: &str) {
        let step = self.act(|session, now| {
            session.complete(call, "success", Some(5), None, Some("Done."), now)
        });
        assert_eq!(step.next, Next::Continue);
    }

    /// Ends the run and gives what is wrong with its stream.
    fn end(mut self) -> Vec<String> {
        self.act(|session, now| session.finish("All done.", now));
        findings(&self.stream)
    }

    fn types(&self) -> Vec<&str> {
        let name =
            |event: &Value| event["type"].as_str().unwrap().rsplit("agent.").next().map(str::len);
        self.stream
            .iter()
            .map(|event| {
                let text = event["type"].as_str().unwrap();
                &text[text.len() - name(event).unwrap()..]
            })
            .collect()
    }
}

trait Emitted {
    fn events(&self) -> Vec<Value>;
}

impl Emitted for Step {
    fn events(&self) -> Vec<Value> {
        self.events.clone()
    }
}

impl Emitted for aana_formats::aaep::ReplyStep {
    fn events(&self) -> Vec<Value> {
        self.events.clone()
    }
}

fn findings(stream: &[Value]) -> Vec<String> {
    let mut checker = StreamChecker::new();
    let mut all = Vec::new();
    for item in stream {
        all.extend(checker.item_text(&item.to_string()).findings);
    }
    all.extend(checker.finish());
    all.iter()
        .filter(|found| found.finding.rule.severity() == Severity::Error)
        .map(|found| {
            format!("{}: {} {}", found.index, found.finding.rule.id(), found.finding.message)
        })
        .collect()
}

fn token(step: &Step) -> String {
    match &step.next {
        Next::AwaitReply { reply_token, .. } => reply_token.clone(),
        other => panic!("no confirmation: {other:?}"),
    }
}

fn answer(token: &str, decision: &str, at: &str) -> Value {
    json!({
        "type": "confirmation.reply", "reply_token": token, "decision": decision,
        "subscription_id": "sub_1", "timestamp": at, "decided_by": "user:u1"
    })
}

const SOON: &str = "2026-06-30T14:22:14.000Z";

#[test]
fn an_accepted_read_is_announced_and_completes() {
    let mut run = Run::new(&[]);
    let step = run.propose(SEARCH, "7", Texts::default());
    assert_eq!(step.next, Next::Run { tool_call_id: "call_7".into() });
    let invoked = &run.stream[2];
    assert_eq!(invoked["tool"].as_str().unwrap().len(), "search_docs_".len() + 8);
    assert_eq!(invoked["extensions"]["gate"]["tool_name"], "search docs");
    assert_eq!(invoked["args_summary"], "query: AAEP");
    assert_eq!((&invoked["risk_level"], &invoked["irreversible"]), (&json!("low"), &json!(false)));
    run.complete("call_7");
    let types =
        ["session.started", "state.changed", "tool.invoked", "tool.completed", "state.changed"];
    assert_eq!(run.types(), types);
    // One announcement, one call.
    assert_eq!(
        run.propose(SEARCH, "7", Texts::default()).next,
        Next::Stop { why: Stop::CallIsOver }
    );
    assert_eq!(run.end(), [""; 0]);
}

#[test]
fn calls_that_need_nothing_run_side_by_side() {
    let mut run = Run::new(&[]);
    assert!(matches!(run.propose(SEARCH, "1", Texts::default()).next, Next::Run { .. }));
    assert!(matches!(run.propose(SEARCH, "2", Texts::default()).next, Next::Run { .. }));
    assert_eq!(run.propose(EMAIL, "3", Texts::default()).next, Next::Stop { why: Stop::Busy });
    run.complete("call_2");
    run.complete("call_1");
    assert_eq!(run.end(), [""; 0]);
}

#[test]
fn a_yes_is_gated_again_and_then_runs_once() {
    let mut run = Run::new(&["sub_1"]);
    let step = run.propose(EMAIL, "c0ffee01", Texts::default());
    let asked = run.stream.last().unwrap().clone();
    assert_eq!(asked["default_decision"], "reject");
    assert_eq!(asked["timeout_seconds"], 120);
    assert_eq!(asked["extra_context"]["tool_call_id"], "call_c0ffee01");
    let reply = answer(&token(&step), "accept", SOON);
    let step = run.reply(&reply, EMAIL);
    assert_eq!((step.effect, step.reason), (ReplyEffect::Accept, ReplyReason::FirstValid));
    let event = step.gate_again.unwrap();
    let evidence = step.evidence.unwrap();
    let digest = asked["extra_context"]["args_digest"].as_str().unwrap();
    assert_eq!(evidence["supports"][0], format!("action:{digest}"));
    assert!(!evidence.to_string().contains("rpl_"), "evidence names no token");
    // A second yes changes nothing.
    assert_eq!(run.reply(&reply, EMAIL).effect, ReplyEffect::Ignored);

    let step = run.propose(&event, "c0ffee01", Texts::default());
    assert_eq!(step.next, Next::Run { tool_call_id: "call_c0ffee01".into() });
    let invoked = run.stream.last().unwrap();
    assert_eq!(invoked["extensions"]["gate"]["confirmation_event_id"], asked["event_id"]);
    assert_eq!(invoked["extensions"]["gate"]["authorization_state"], "confirmed");
    assert_eq!(invoked["irreversible"], true);
    run.complete("call_c0ffee01");
    assert_eq!(
        run.propose(&event, "c0ffee01", Texts::default()).next,
        Next::Stop { why: Stop::CallIsOver }
    );
    // The acceptance is used up: the same proposal under another id is asked about again.
    let step = run.propose(&event, "c0ffee02", Texts::default());
    let _ = token(&step);
    run.act(|session, now| session.cancel("user", "user_left", "Stopped.", now));
    assert_eq!(findings(&run.stream), [""; 0]);
}

#[test]
fn a_runtime_that_recommended_ask_is_asked() {
    let mut run = Run::new(&["sub_1"]);
    for (recommended, after) in [("ask", "accept"), ("defer", "defer"), ("refuse", "refuse")] {
        let event = EMAIL.replace(
            r#""recommended_route":"accept""#,
            &format!(r#""recommended_route":"{recommended}""#),
        );
        assert_ne!(event, EMAIL);
        let step = run.propose(&event, recommended, Texts::default());
        if !matches!(step.next, Next::AwaitReply { .. }) {
            assert_ne!(recommended, "ask");
            continue;
        }
        let again = run.reply(&answer(&token(&step), "accept", SOON), &event).gate_again.unwrap();
        assert!(again.contains(&format!(r#""recommended_route":"{after}""#)), "{again}");
        let step = run.propose(&again, recommended, Texts::default());
        assert_eq!(step.next, Next::Run { tool_call_id: format!("call_{recommended}") });
    }
}

#[test]
fn approval_from_elsewhere_does_not_replace_the_reply() {
    let confirmed = EMAIL.replace("\"validated\"", "\"confirmed\"").replace(
        "\"evidence_refs\":[",
        "\"evidence_refs\":[{\"source_id\":\"a\",\"kind\":\"approval\",\"trust_tier\":\"verified\",\"redaction_status\":\"redacted\",\"summary\":\"ok\",\"provenance\":\"x\",\"freshness\":{\"status\":\"fresh\"}},",
    );
    assert!(Gate::default().check(&confirmed, T0).executes());
    let mut run = Run::new(&["sub_1"]);
    let _ = token(&run.propose(&confirmed, "1", Texts::default()));
}

#[test]
fn a_no_a_change_and_silence_stop_the_call() {
    let mut modified = answer("", "accept", SOON);
    modified["modified_action"] = json!({"field": "to"});
    for (mut reply, reason) in [
        (answer("", "reject", SOON), ReplyReason::FirstValid),
        (modified, ReplyReason::ModifiedActionUnsupported),
    ] {
        let mut run = Run::new(&["sub_1"]);
        let step = run.propose(EMAIL, "1", Texts::default());
        reply["reply_token"] = json!(token(&step));
        let step = run.reply(&reply, EMAIL);
        assert_eq!((step.effect, step.reason), (ReplyEffect::Reject, reason));
        assert_eq!(step.gate_again, None);
        assert_eq!(step.evidence.unwrap()["kind"], "audit_record");
        assert_eq!(
            run.propose(EMAIL, "1", Texts::default()).next,
            Next::Stop { why: Stop::CallIsOver }
        );
        assert_eq!(run.end(), [""; 0]);
    }
    let mut run = Run::new(&["sub_1"]);
    let step = run.propose(EMAIL, "1", Texts::default());
    assert!(run.act(Session::expire).events.is_empty());
    run.now += 120_000;
    let late = answer(&token(&step), "accept", SOON);
    assert_eq!(run.reply(&late, EMAIL).reason, ReplyReason::Late);
    run.stream.pop();
    let step = run.act(Session::expire);
    assert_eq!(step.next, Next::Stop { why: Stop::TimedOut });
    assert_eq!(run.end(), [""; 0]);
}

#[test]
fn replies_that_do_not_count_leave_the_token_open() {
    let mut run = Run::new(&["sub_1"]);
    let good = answer(&token(&run.propose(EMAIL, "1", Texts::default())), "accept", SOON);
    let changed = |name: &str, value: Value| {
        let mut reply = good.clone();
        reply[name] = value;
        reply
    };
    for (reply, reason) in [
        (changed("decision", json!("yes")), ReplyReason::Invalid),
        (changed("session_id", json!("sess_1")), ReplyReason::Invalid),
        (changed("reply_token", json!("rpl_1")), ReplyReason::UnknownToken),
        (changed("timestamp", json!("2026-06-30T14:24:10.021Z")), ReplyReason::Late),
        (changed("timestamp", json!("2026-06-30T12:00:00Z")), ReplyReason::Late),
        (changed("subscription_id", json!("sub_2")), ReplyReason::SenderNotEntitled),
    ] {
        let step = run.reply(&reply, EMAIL);
        assert_eq!((step.effect, step.reason), (ReplyEffect::Ignored, reason), "{reply}");
        assert!(step.events.is_empty() && step.gate_again.is_none());
    }
    let unknown =
        run.act(|session, now| session.reply(&good.to_string(), Sender::default(), EMAIL, now));
    assert_eq!(unknown.reason, ReplyReason::SenderNotEntitled);
    // A yes to other arguments is not a yes.
    let other = EMAIL.replace("customer@example.com", "other@example.com");
    let step = run.reply(&good, &other);
    assert_eq!((step.effect, step.gate_again), (ReplyEffect::Accept, None));
    assert_eq!(step.evidence.unwrap()["kind"], "audit_record");
}

/// A yes that cannot count says why, and the person is not asked again: the open question waits for one that can.
#[test]
fn a_yes_without_a_person_leaves_the_token_open_and_says_why() {
    let mut run = Run::new(&["sub_1"]);
    let good = answer(&token(&run.propose(EMAIL, "1", Texts::default())), "accept", SOON);
    let by = |decided_by: Value| {
        let mut reply = good.clone();
        match decided_by {
            Value::Null => reply.as_object_mut().unwrap().remove("decided_by"),
            by => reply.as_object_mut().unwrap().insert("decided_by".to_owned(), by),
        };
        reply
    };
    let nobody =
        ["auto:policy", "system:x", "user:agent:a", "user:bot:b", "user:\u{200b}", "somebody"];
    let nobody = nobody.map(|name| (json!(name), ReplyReason::SenderNotAPerson));
    let unnamed = (Value::Null, ReplyReason::SenderNotNamed);
    for (name, reason) in nobody.into_iter().chain([unnamed]) {
        let step = run.reply(&by(name.clone()), EMAIL);
        assert_eq!((step.effect, step.reason), (ReplyEffect::Ignored, reason), "{name}");
        assert!(step.events.is_empty() && step.evidence.is_none() && step.gate_again.is_none());
        let next = run.propose(EMAIL, "1", Texts::default()).next;
        assert_eq!(next, Next::Stop { why: Stop::Busy }, "nobody is asked again");
    }
    let again = run.reply(&good, EMAIL).gate_again.unwrap();
    let next = run.propose(&again, "1", Texts::default()).next;
    assert_eq!(next, Next::Run { tool_call_id: "call_1".into() });
}

/// Nobody needs a name to say no.
#[test]
fn a_no_without_a_name_is_a_no() {
    let mut run = Run::new(&["sub_1"]);
    let mut no = answer(&token(&run.propose(EMAIL, "1", Texts::default())), "reject", SOON);
    no.as_object_mut().unwrap().remove("decided_by");
    let step = run.reply(&no, EMAIL);
    assert_eq!((step.effect, step.reason), (ReplyEffect::Reject, ReplyReason::FirstValid));
}

/// A person's yes to a call that was not validated confirms nothing; nobody is asked for it twice.
#[test]
fn a_yes_that_cannot_confirm_is_noted_and_not_asked_for_again() {
    let read = EMAIL
        .replace("send_email", "read_calendar")
        .replace(r#""write""#, r#""private_read""#)
        .replace(r#""validated""#, r#""authenticated""#)
        .replace(r#""recommended_route":"accept""#, r#""recommended_route":"ask""#);
    let mut run = Run::new(&["sub_1"]);
    let yes = answer(&token(&run.propose(&read, "1", Texts::default())), "accept", SOON);
    let step = run.reply(&yes, &read);
    assert_eq!(step.evidence.unwrap()["kind"], "user_message");
    let next = run.propose(&step.gate_again.unwrap(), "1", Texts::default()).next;
    assert_eq!(next, Next::Stop { why: Stop::NeedsAuthorization });
    // Once it is validated, a yes counts, and is asked for.
    let validated = read.replace(r#""authenticated""#, r#""validated""#);
    let _ = token(&run.propose(&validated, "1", Texts::default()));
    assert_eq!(run.session.pending().map(|(token, _)| token.len()), Some(36));
}

fn clarified(run: &mut Run) -> Value {
    let question = Texts { question: Some("Which account?"), ..Texts::default() };
    let step = run.propose(EMAIL, "1", question);
    let Next::AwaitAnswer { reply_token, .. } = step.next else { panic!("{step:?}") };
    assert_eq!(run.session.pending().map(|(token, _)| token), Some(&*reply_token));
    json!({
        "type": "clarification.reply", "reply_token": reply_token, "response": "The second one.",
        "subscription_id": "sub_1", "timestamp": SOON
    })
}

#[test]
fn a_question_is_answered_once_and_the_answer_allows_nothing() {
    let mut run = Run::new(&["sub_1"]);
    let good = clarified(&mut run);
    let changed = |name: &str, value: Value| {
        let mut reply = good.clone();
        reply[name] = value;
        reply
    };
    for (reply, reason) in [
        (changed("response", json!("")), ReplyReason::Invalid),
        (changed("decision", json!("accept")), ReplyReason::Invalid),
        (changed("type", json!("confirmation.reply")), ReplyReason::Invalid),
        (changed("response", json!(true)), ReplyReason::AnswerNotAccepted),
        (changed("response", json!(2)), ReplyReason::AnswerNotAccepted),
        (changed("reply_token", json!("rpl_1")), ReplyReason::UnknownToken),
        (changed("timestamp", json!("2026-06-30T15:24:10Z")), ReplyReason::Late),
        (changed("subscription_id", json!("sub_2")), ReplyReason::SenderNotEntitled),
    ] {
        let step = run.reply(&reply, EMAIL);
        assert_eq!((step.effect, step.reason), (ReplyEffect::Ignored, reason), "{reply}");
    }
    let yes = answer(good["reply_token"].as_str().unwrap(), "accept", SOON);
    assert_eq!(run.reply(&yes, EMAIL).reason, ReplyReason::UnknownToken, "a yes is no answer");

    let step = run.reply(&good, EMAIL);
    assert_eq!((step.effect, step.reason), (ReplyEffect::Answer, ReplyReason::FirstValid));
    let evidence = step.evidence.unwrap();
    assert_eq!(
        (&evidence["kind"], &evidence["trust_tier"]),
        (&json!("user_message"), &json!("user_claimed"))
    );
    assert!(!evidence.to_string().contains("second"), "an answer is not repeated in evidence");
    assert_eq!(run.reply(&good, EMAIL).reason, ReplyReason::UnknownToken);
    let again = step.gate_again.unwrap();
    assert!(!Gate::default().check(&again, run.now).executes());
    let asked = token(&run.propose(&again, "1", Texts::default()));
    let again = run.reply(&answer(&asked, "accept", SOON), &again).gate_again.unwrap();
    let next = run.propose(&again, "1", Texts::default()).next;
    assert_eq!(next, Next::Run { tool_call_id: "call_1".into() });
    run.complete("call_1");
    assert_eq!(run.end(), [""; 0]);
}

#[test]
fn a_question_ends_in_time_or_with_the_next_proposal() {
    let mut run = Run::new(&["sub_1"]);
    let good = clarified(&mut run);
    assert_eq!(run.act(Session::expire).next, Next::Continue);
    run.now += 180_000;
    assert_eq!(run.reply(&good, EMAIL).reason, ReplyReason::Late);
    let step = run.act(Session::expire);
    assert_eq!(step.next, Next::Stop { why: Stop::TimedOut });
    assert_eq!(run.session.pending(), None);

    let good = clarified(&mut run);
    // With the answer in its arguments, which came in another way.
    let other = EMAIL.replace("customer@example.com", "other@example.com");
    let _ = token(&run.propose(&other, "1", Texts::default()));
    assert_eq!(run.reply(&good, EMAIL).reason, ReplyReason::UnknownToken);
    run.act(|session, now| session.cancel("user", "user_left", "Stopped.", now));
    assert_eq!(findings(&run.stream), [""; 0]);
}

#[test]
fn a_stop_says_what_is_wrong() {
    let producer = |id: &str| Producer { agent_id: id.into(), ..Producer::default() };
    let mut last = 0;
    let mut fresh = || {
        last += 1;
        last
    };
    let mut now = Now { ms: T0, fresh: &mut fresh };
    let mut started = |id: &str, agent: &str, subscription: &str, summary: &str| {
        let mut session = Session::new(id, producer(agent), [subscription]);
        let first = session.start(summary, &mut now);
        let second = session.start(summary, &mut now);
        (first.next, first.fault, second.next)
    };
    let stopped = |why| Next::Stop { why };
    assert_eq!(started("run 1", "a", "sub_1", "Hello.").0, stopped(Stop::BadSessionId));
    assert_eq!(started("sess_1", "a", "screen", "Hello.").0, stopped(Stop::BadSubscriptionId));
    assert_eq!(started("sess_1", "a", "sub_1", "Hello.").2, stopped(Stop::AlreadyStarted));
    for (agent, summary, member) in
        [("", "Hello.", "/producer/agent_id"), ("a", " ", "/summary_normal")]
    {
        let (next, fault, _) = started("sess_1", agent, "sub_1", summary);
        assert_eq!(next, stopped(Stop::NotEmittable));
        assert!(fault.as_ref().is_some_and(|it| it.contains(member)), "{fault:?}");
    }
    let mut run = Run::new(&["sub_1"]);
    let step = run.act(|session, now| session.complete("call_9", "success", None, None, None, now));
    assert_eq!(step.next, stopped(Stop::CallNotOpen));
    let step = run.act(|session, now| session.cancel("nobody", "x", "Stopped.", now));
    assert!(step.fault.is_some_and(|it| it.contains("/cancel")), "the first faulty member");
    let mut unstarted = Session::new("sess_1", producer("a"), ["sub_1"]);
    let step = run.act(|_, now| unstarted.reply("{}", Sender::default(), EMAIL, now));
    assert_eq!(step.reason, ReplyReason::Invalid);
    let reply = answer("rpl_1", "accept", SOON).to_string();
    let step = run.act(|_, now| unstarted.reply(&reply, Sender::default(), EMAIL, now));
    assert_eq!(step.reason, ReplyReason::SessionNotOpen);
}

#[test]
fn changed_arguments_lose_the_acceptance() {
    let mut run = Run::new(&["sub_1"]);
    let reply = answer(&token(&run.propose(EMAIL, "1", Texts::default())), "accept", SOON);
    let event = run.reply(&reply, EMAIL).gate_again.unwrap();
    let other = event.replace("customer@example.com", "other@example.com");
    let step = run.propose(&other, "1", Texts::default());
    assert!(!matches!(step.next, Next::Run { .. }), "{step:?}");
}

#[test]
fn a_decision_about_another_event_announces_nothing() {
    let mut run = Run::new(&["sub_1"]);
    let decision = Gate::default().check(SEARCH, T0);
    let call = Call { event: EMAIL, decision: &decision, runtime_id: "1", texts: Texts::default() };
    let step = run.act(|session, now| session.propose(&call, now));
    assert_eq!(
        step,
        Step { events: vec![], next: Next::Stop { why: Stop::DecisionForOtherEvent }, fault: None }
    );
}

#[test]
fn the_other_routes_say_that_nothing_was_done() {
    let with = |from: &str, to: &str| EMAIL.replace(from, to);
    let question = Texts { question: Some("Which account?"), ..Texts::default() };
    let cases = [
        (with("\"write\"", "\"unknown\""), Texts::default(), Some(Stop::HandedOff)),
        (with("\"accept\"", "\"refuse\""), Texts::default(), Some(Stop::Refused)),
        (
            with("\"validated\"", "\"authenticated\""),
            Texts::default(),
            Some(Stop::NeedsAuthorization),
        ),
        (
            with("{\"status\":\"fresh\"}", "{\"status\":\"stale\"}"),
            Texts::default(),
            Some(Stop::NeedsEvidence),
        ),
        ("[]".to_owned(), Texts::default(), Some(Stop::Refused)),
        (EMAIL.to_owned(), question, None),
    ];
    for (event, texts, why) in cases {
        let mut run = Run::new(&["sub_1"]);
        let step = run.propose(&event, "1", texts);
        match why {
            Some(why) => assert_eq!(step.next, Next::Stop { why }, "{event}"),
            None => assert!(matches!(step.next, Next::AwaitAnswer { .. })),
        }
        assert!(!run.types().contains(&"tool.invoked"));
        assert_eq!(run.end(), [""; 0], "{event}");
    }
    let mut run = Run::new(&[]);
    let step = run.propose(EMAIL, "1", Texts::default());
    assert_eq!(step.next, Next::Stop { why: Stop::NobodyCanReply });
    assert_eq!(run.end(), [""; 0]);
}

#[test]
fn texts_are_clean_and_secrets_stay_out() {
    let mut run = Run::new(&["sub_1"]);
    let event =
        EMAIL.replace("\"draft_id\"", "\"api_key\"").replace("\"123\"", "\"hunter2hunter2\"");
    let long = "x".repeat(20_000);
    let texts = Texts {
        summary: Some("password: hunter2hunter2"),
        action: Some("Send \u{202E}it."),
        consequence: Some(&long),
        ..Texts::default()
    };
    run.propose(&event, "1", texts);
    let text = json!(run.stream).to_string();
    assert!(!text.contains("hunter2") && !text.contains('\u{202E}'), "{text}");
    assert!(text.contains("[redacted, 14 characters]"), "{text}");
    assert_eq!(run.stream.last().unwrap()["consequence"].as_str().unwrap().len(), 16_384);
}

#[test]
fn a_clock_that_goes_back_or_equal_ids_emit_nothing() {
    let mut run = Run::new(&["sub_1"]);
    run.now -= 60_000;
    assert_eq!(
        run.propose(SEARCH, "1", Texts::default()).next,
        Next::Stop { why: Stop::ClockWentBack }
    );
    let mut fresh = || 5;
    let mut now = Now { ms: T0 + 1000, fresh: &mut fresh };
    let decision = Gate::default().check(SEARCH, T0);
    let call =
        Call { event: SEARCH, decision: &decision, runtime_id: "1", texts: Texts::default() };
    let before = run.session.clone();
    assert_eq!(run.session.propose(&call, &mut now).next, Next::Stop { why: Stop::NotEmittable });
    assert_eq!(run.session, before);
}

#[test]
fn the_language_is_named_and_a_wrong_one_emits_nothing() {
    let producer = || Producer { agent_id: "g".into(), ..Producer::default() };
    let started = |tag: &str| {
        let mut fresh = || 1;
        let mut now = Now { ms: T0, fresh: &mut fresh };
        Session::new("sess_1", producer(), ["sub_1"]).with_language(tag).start("Hola.", &mut now)
    };
    assert_eq!(started("es-419").events[0]["localization_hints"]["primary_language"], "es-419");
    assert_eq!(started("es_419").next, Next::Stop { why: Stop::NotEmittable });
}

/// The event with the approval that a yes by this name became.
fn approved(run: &mut Run, by: &str, automatically: bool) -> Value {
    let mut reply = answer(&token(&run.propose(EMAIL, "1", Texts::default())), "accept", SOON);
    reply["decided_by"] = json!(by);
    let sender = Sender { authenticated: true, may_decide_automatically: automatically };
    let step = run.act(|session, now| session.reply(&reply.to_string(), sender, EMAIL, now));
    step.evidence.unwrap()
}

#[test]
fn an_approval_says_what_the_reply_said_and_no_more() {
    let mut run = Run::new(&["sub_1"]);
    let evidence = approved(&mut run, "user:u1", false);
    assert_eq!(
        (&evidence["decision"], &evidence["approved_by"]),
        (&json!("approved"), &json!("user:u1"))
    );
    // As long as the question could wait, from the answer on.
    let until = aana_core::time::parse(evidence["expires_at"].as_str().unwrap()).unwrap();
    assert_eq!(until, run.now + 120_000);

    let mut run = Run::new(&["sub_1"]);
    let evidence = approved(&mut run, "auto:policy", true);
    assert_eq!(
        (&evidence["kind"], &evidence["decision"]),
        (&json!("approval"), &json!("approved"))
    );
    assert!(evidence.get("approved_by").is_none(), "there is no person to name");
    assert!(!evidence["summary"].as_str().unwrap().contains("user"), "{evidence}");
    let mut run = Run::new(&["sub_1"]);
    let no = answer(&token(&run.propose(EMAIL, "1", Texts::default())), "reject", SOON);
    let evidence = run.reply(&no, EMAIL).evidence.unwrap();
    assert!(evidence.get("decision").is_none() && evidence.get("expires_at").is_none());
}

#[test]
fn a_session_vouches_for_its_own_approval_and_no_other() {
    let attested = Gate::default().with_attested_evidence();
    // The sign-in of the event is the host's to vouch for; here there is none.
    let event = {
        let mut event: Value = serde_json::from_str(EMAIL).unwrap();
        event["evidence_refs"].as_array_mut().unwrap().remove(0);
        event.to_string()
    };
    let mut run = Run::new(&["sub_1"]);
    let reply = answer(&token(&run.propose(&event, "1", Texts::default())), "accept", SOON);
    let again = run.reply(&reply, &event).gate_again.unwrap();
    let own = run.session.attested(&again, run.now);
    assert_eq!(own, [1]);
    assert!(!attested.check(&again, run.now).executes());
    assert!(attested.attesting(&own).check(&again, run.now).executes());
    // Another action, another session, a later time, and an approval with another id.
    let other = again.replace("customer@example.com", "other@example.com");
    let renamed = again.replace("aaep.confirmation.", "aaep.confirmation.x");
    for (event, now) in [(&other, run.now), (&renamed, run.now), (&again, run.now + 120_001)] {
        assert!(run.session.attested(event, now).is_empty());
    }
    assert!(Run::new(&["sub_1"]).session.attested(&again, run.now).is_empty());
}

#[test]
fn a_deferral_is_the_runtimes_exactly_if_better_evidence_cures_it() {
    let event = |more: Value| {
        let mut event: Value = serde_json::from_str(EMAIL).unwrap();
        event["evidence_refs"][1]["freshness"]["status"] = json!("stale");
        event["authorization_state"] = json!("confirmed");
        event["evidence_refs"].as_array_mut().unwrap().push(more);
        event.to_string()
    };
    let approval = |more: Value| {
        let mut approval = json!({
            "source_id": "approval-7", "kind": "approval", "trust_tier": "verified",
            "redaction_status": "redacted", "freshness": {"status": "fresh"}, "provenance": "dialog",
        });
        let Value::Object(members) = more else { panic!("an object") };
        approval.as_object_mut().unwrap().extend(members);
        approval
    };
    for (what, more, why) in [
        ("stale alone", json!("tool_result:7"), Stop::NeedsEvidence),
        (
            "nobody answered",
            approval(json!({"summary": "Awaiting approval."})),
            Stop::NeedsEvidence,
        ),
        ("a machine's yes", approval(json!({"approved_by": "assistant"})), Stop::NeedsEvidence),
        (
            "of another action",
            approval(json!({"supports": ["tool:delete_ticket"]})),
            Stop::NeedsEvidence,
        ),
        ("a no", approval(json!({"decision": "denied"})), Stop::HandedOff),
        ("two scripts", approval(json!({"provenance": "dial\u{43e}g"})), Stop::HandedOff),
        ("a contradiction", approval(json!({"contradicts": ["a"]})), Stop::HandedOff),
    ] {
        let mut run = Run::new(&["sub_1"]);
        let step = run.propose(&event(more), "1", Texts::default());
        assert_eq!(step.next, Next::Stop { why }, "{what}");
    }
}

#[test]
fn a_floor_that_asks_is_answered_by_a_confirmation() {
    let gate = Gate::new(r#"{"tools": {"send_email": {"route_floor": "ask"}}}"#).unwrap();
    let mut run = Run::new(&["sub_1"]);
    let at = run.now + 10;
    let propose = |run: &mut Run, event: &str| {
        run.act(|session, now| {
            let decision = gate.check(event, at);
            let call =
                Call { event, decision: &decision, runtime_id: "1", texts: Texts::default() };
            session.propose(&call, now)
        })
    };
    let asked = propose(&mut run, EMAIL);
    let reply = answer(&token(&asked), "accept", SOON);
    let again = run.reply(&reply, EMAIL).gate_again.unwrap();
    assert!(matches!(propose(&mut run, &again).next, Next::Run { .. }));
}
