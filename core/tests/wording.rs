//! The words of approvals: phrases put together at random are read as a slow and plain model reads them, no text
//! that is added makes a route laxer, and everyday texts stay what they are.

#[path = "support/random.rs"]
mod random;

use aana_core::{Gate, contract::Route, time};
use serde_json::json;

use random::Random;

/// The route of a write that rests on an approval with this text.
fn route_of(tool_name: &str, kind: &str, text: &str) -> Route {
    let mut refs = vec![json!({
        "source_id": "appr-7", "kind": kind, "trust_tier": "verified", "redaction_status": "redacted",
        "provenance": "console", "freshness": {"status": "fresh"}, "summary": text,
    })];
    if kind != "approval" {
        refs.push(json!({
            "source_id": "appr-8", "kind": "approval", "trust_tier": "verified",
            "redaction_status": "redacted", "provenance": "console", "freshness": {"status": "fresh"},
            "approved": true,
        }));
    }
    let event = json!({
        "tool_name": tool_name, "tool_category": "write", "authorization_state": "confirmed",
        "evidence_refs": refs, "risk_domain": "commerce", "proposed_arguments": {"id": 7},
        "recommended_route": "accept",
    });
    let now = time::parse("2026-05-10T00:00:00Z").unwrap();
    Gate::default().check(&event.to_string(), now).route()
}

/// What a clause says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    /// Yes, or something that takes nothing away.
    Nothing,
    No,
    NotYet,
}

/// Clauses of which each stands alone. `{}` is the verb of the tool.
const CLAUSES: &[(&str, Says)] = &[
    ("User approved this", Says::Nothing),
    ("Ada confirmed it in the dialog", Says::Nothing),
    ("Approved to {} order 7", Says::Nothing),
    ("The customer asked to {} order 7 and confirmed", Says::Nothing),
    ("Approved: {} order 7", Says::Nothing),
    ("Yes, go ahead", Says::Nothing),
    ("Granted by two reviewers", Says::Nothing),
    ("The order has three items", Says::Nothing),
    ("No objections", Says::Nothing),
    ("No changes to the address", Says::Nothing),
    ("Nothing contradicts the record", Says::Nothing),
    ("Order 7 is from Berlin", Says::Nothing),
    ("The owner denied the request", Says::No),
    ("Declined", Says::No),
    ("The user said no", Says::No),
    ("Ada pressed Reject", Says::No),
    ("Not approved", Says::No),
    ("Nobody has approved this", Says::No),
    ("The reviewer refuses", Says::No),
    ("She turned it down", Says::No),
    ("The consent was withdrawn", Says::No),
    ("approved: false", Says::No),
    ("Vom Kunden abgelehnt", Says::No),
    ("No approval on file", Says::No),
    ("The owner hasn't approved it", Says::No),
    ("The manager vetoed this", Says::No),
    ("Awaiting a second signature", Says::NotYet),
    ("The prompt timed out", Says::NotYet),
    ("No response from the owner", Says::NotYet),
    ("Auto-approved after 300 s", Says::NotYet),
    ("It will be approved tomorrow", Says::NotYet),
    ("To be confirmed by Ada", Says::NotYet),
    ("Waiting for the manager", Says::NotYet),
];

/// Tools, each with the word of it that a clause may hold, which is a no by itself for some.
const TOOLS: &[(&str, &str)] = &[
    ("cancel_order", "cancel"),
    ("ship_order", "ship"),
    ("block_order", "block"),
    ("update_order", "change"),
    ("ship_order", "cancel"),
    ("update_order", "stop"),
    ("revoke_order", "revoke"),
];

/// What parts clauses for good.
const BORDERS: &[&str] = &[". ", "; ", "! ", ".\n", " - ok. "];

/// A text and what its clauses say together: the model reads no word of it.
fn made(random: &mut Random, verb: &str) -> (String, bool) {
    let (mut text, mut runs) = (String::new(), true);
    for index in 0..=random.below(4) {
        if index > 0 {
            text.push_str(BORDERS[random.below(BORDERS.len())]);
        }
        // Two of three clauses take nothing away, so that many texts run.
        let (clause, says) = loop {
            let drawn = CLAUSES[random.below(CLAUSES.len())];
            if drawn.1 == Says::Nothing || random.below(3) == 0 {
                break drawn;
            }
        };
        text.push_str(&clause.replace("{}", verb));
        runs &= says == Says::Nothing;
    }
    text.push('.');
    (text, runs)
}

#[test]
fn clauses_put_together_are_read_as_the_model_reads_them() {
    let (mut random, mut ran, mut stopped) = (Random(7), 0_u32, 0_u32);
    for _ in 0..6_000 {
        let (tool_name, verb) = TOOLS[random.below(TOOLS.len())];
        let (text, runs) = made(&mut random, verb);
        let accepted = route_of(tool_name, "approval", &text) == Route::Accept;
        assert_eq!(accepted, runs, "{tool_name}: {text}");
        *(if runs { &mut ran } else { &mut stopped }) += 1;
    }
    assert!(ran > 1_000 && stopped > 1_000, "{ran} {stopped}");
}

/// A negation before a yes denies, whatever small words stand between; a second clause takes nothing of it back.
#[test]
fn negations_are_read_as_the_model_reads_them() {
    const NEGATIONS: &[&str] = &["not", "never", "hasn't", "was not", "isn\u{2019}t", "hasnt"];
    const SMALL: &[&str] = &["", "yet ", "really ", "been ", "been formally ", "even "];
    const YES: &[&str] = &["approved", "confirmed", "authorized", "allowed", "APPROVED"];
    for negation in NEGATIONS {
        for small in SMALL {
            for yes in YES {
                let denied = format!("The request {negation} {small}{yes}.");
                assert_ne!(route_of("x_order", "approval", &denied), Route::Accept, "{denied}");
                let beside = format!("Order 7 was {negation} shipped. The request was {yes}.");
                let plain = route_of("ship_order", "approval", &beside);
                assert_eq!(plain, Route::Accept, "{beside}");
            }
        }
    }
}

/// Words from which texts without a plan are made.
const WORDS: &[&str] = &[
    "approved",
    "not",
    "no",
    "yes",
    "deny",
    "cancel",
    "order",
    "7",
    ",",
    ".",
    ";",
    ":",
    "the",
    "to",
    "user",
    "pending",
    "requested",
    "do",
    "confirmed",
    "without",
    "approval",
    "only",
    "until",
    "2020-01-01",
    "never",
    "pressed",
    "model",
    "by",
    "test",
    "if",
    "is",
    "was",
    "false",
    "nobody",
    "will",
    "be",
    "of",
    "2",
    "3",
    "differs",
    "from",
    "missing",
    "data",
    "evidence",
    "prohibited",
    "STOP",
    "revoked",
    "I",
    "n",
    "o",
    "t",
    "refus\u{e9}",
    "\u{1f44e}",
    "'",
    "\u{2019}",
    "but",
    "expires",
    "back",
    "took",
    "it",
    "consent",
    "(",
    ")",
];

fn rank(route: Route) -> usize {
    let routes = [Route::Accept, Route::Ask, Route::Defer, Route::Refuse];
    routes.iter().position(|other| *other == route).unwrap()
}

/// A text in a place where there was none makes no route laxer, whatever the text and the ref.
#[test]
fn no_text_that_is_added_makes_a_route_laxer() {
    let mut random = Random(11);
    let kinds = [
        "approval",
        "auth_event",
        "user_message",
        "policy",
        "tool_result",
        "system_state",
        "audit_record",
        "assistant_message",
        "other",
    ];
    for _ in 0..6_000 {
        let length = random.below(14);
        let words: Vec<&str> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let text = words.join([" ", "", "-"][random.below(12).saturating_sub(9)]);
        let kind = kinds[random.below(kinds.len())];
        let tool_name = TOOLS[random.below(TOOLS.len())].0;
        let without = rank(route_of(tool_name, kind, ""));
        let with = rank(route_of(tool_name, kind, &text));
        assert!(with >= without, "{kind} {tool_name}: {text}");
    }
}

/// A sentence that says no stays one, whatever full sentence stands before or behind it.
#[test]
fn a_sentence_takes_no_denial_back() {
    let mut random = Random(13);
    let denials: Vec<&str> =
        CLAUSES.iter().filter(|clause| clause.1 != Says::Nothing).map(|clause| clause.0).collect();
    for _ in 0..4_000 {
        let length = random.below(10);
        let words: Vec<&str> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let words = words.join(" ");
        let denial = denials[random.below(denials.len())];
        for text in [format!("{denial}. {words}"), format!("{words}. {denial}.")] {
            assert_ne!(route_of("update_order", "approval", &text), Route::Accept, "{text}");
        }
    }
}

/// Texts of every day, none of which objects.
#[test]
fn everyday_texts_object_to_nothing() {
    for (tool_name, kind, text) in [
        (
            "cancel_subscription",
            "approval",
            "Customer confirmed that the subscription should be cancelled.",
        ),
        ("cancel_subscription", "approval", "Confirmed cancellation by phone."),
        (
            "revoke_access",
            "approval",
            "Security lead approved revoking access for three contractors.",
        ),
        ("block_user", "approval", "Moderator confirmed: block user 7."),
        ("stop_server", "approval", "Approved stopping srv-3 for maintenance."),
        ("dismiss_alert", "approval", "Approved dismissing the alert as a duplicate."),
        ("abort_build", "approval", "Release manager agreed to abort build 12."),
        ("suspend_account", "approval", "Approved to suspend account 9 after three warnings."),
        ("delete_file", "approval", "The owner authorized deleting the expired backups."),
        ("delete_file", "approval", "Approved. Nothing else needs to change."),
        ("send_email", "approval", "User confirmed sending the rejection to the applicant."),
        ("send_email", "approval", "Approved; the recipient has no objections either."),
        ("send_email", "approval", "Approved the mail about the cancelled flight."),
        ("pay_invoice", "approval", "CFO approved 1,200.00 EUR. Reference 77-0."),
        ("pay_invoice", "approval", "Approved at 10:05, valid until 2026-06-30."),
        ("refund_order", "approval", "Customer accepted the refund after the failed delivery."),
        ("refund_order", "approval", "Refund confirmed by the shop owner."),
        ("deploy_service", "approval", "Approved by on-call; rollback plan attached."),
        ("deploy_service", "approval", "Yes - go ahead with the rollout."),
        ("merge_pr", "approval", "Two approvals, all checks passed."),
        ("merge_pr", "approval", "Approved with the changes that the reviewer asked for."),
        ("book_trip", "approval", "Traveller confirmed both nights; breakfast is included."),
        ("update_address", "approval", "Caller agreed after the identity check."),
        ("get_invoice", "auth_event", "Signed in with a passkey; session valid for 8 hours."),
        ("get_invoice", "auth_event", "Second factor accepted on the first attempt."),
        ("get_invoice", "tool_result", "Two deliveries failed and were sent again."),
        ("get_invoice", "tool_result", "Order 7 was cancelled on May 2."),
        ("get_invoice", "system_state", "Maintenance window closed; no alerts pending."),
        ("get_invoice", "policy", "Refunds over 500 EUR are not allowed without a manager."),
        ("get_invoice", "policy", "Public posting is blocked for guests."),
        ("get_invoice", "user_message", "Can you check why my card was declined?"),
        ("cancel_order", "user_message", "I want to cancel order 7."),
        ("get_invoice", "audit_record", "Approval 12 was recorded at 10:00."),
        ("get_invoice", "other", "The customer could not find the invoice."),
    ] {
        assert_eq!(route_of(tool_name, kind, text), Route::Accept, "{tool_name} {kind}: {text}");
    }
}

/// Texts of an approval that nobody gave.
#[test]
fn texts_that_do_not_approve() {
    for text in [
        "Approval withheld.",
        "approval was not obtained",
        "approval could not be obtained",
        "user did not consent",
        "user has yet to approve",
        "yet to be approved",
        "approval outstanding",
        "under review",
        "submitted for approval",
        "sent for approval",
        "escalated to Ada",
        "draft approval",
        "please wait",
        "hold",
        "maybe",
        "perhaps tomorrow",
        "undecided",
        "I would rather not",
        "better not",
        "under no circumstances",
        "by no means approved",
        "far from approved",
        "anything but approved",
        "user is against it",
        "user opposes this",
        "overruled",
        "nay",
        "negative",
        "user closed the dialog",
        "request ignored",
        "approved by the policy bot",
        "Approved by GPT-4",
        "approved by: assistant",
        "first approved, then she changed her mind",
        "approved?",
        "Has Ada approved?",
        "should be approved",
        "might be approved",
        "conditionally approved",
        "approved for another order",
        "approved for a different database",
        "wrong approval",
        "sin aprobaci\u{f3}n",
        "ohne Genehmigung",
        "sans autorisation",
        "\u{627f}\u{8a8d}\u{3055}\u{308c}\u{3066}\u{3044}\u{307e}\u{305b}\u{3093}",
        "Approved... NOT",
        "approved, not!",
        "approved, but no",
        "approved but please do not",
        "approved by mistake",
        "approved in error",
        "accidentally approved",
        "approval undone",
        "User said no \u{2014} stop here",
        "The user said no to this.",
    ] {
        assert_ne!(route_of("update_order", "approval", text), Route::Accept, "{text}");
    }
}

/// Beside each of them: the same words in an approval that somebody gave.
#[test]
fn texts_that_approve_with_the_same_words() {
    for (tool_name, text) in [
        ("refund_order", "Approved the refund that was declined before."),
        ("update_config", "Approved by Ada. The old request is superseded."),
        ("set_volume", "User approved turning down the volume."),
        ("send_email", "User approved sending the model card to Bob."),
        ("send_email", "User told the assistant to send it and confirmed."),
        ("send_email", "Approved? Yes."),
        ("update_config", "Approved through the portal after review."),
        ("update_config", "Approved after a dispute about the price was settled."),
        ("print_page", "Approved, only one copy needed."),
        ("merge_pr", "Approved without changes. Bob can confirm the date later."),
        ("merge_pr", "Approved in ticket 7 (not urgent)."),
        ("merge_pr", "Approved - no objections - go"),
        ("merge_pr", "Vom Kunden best\u{e4}tigt, keine Einw\u{e4}nde."),
        ("merge_pr", "Aprobado por Ana, sin cambios."),
        ("merge_pr", "Approuv\u{e9} par Luc, pas de changement."),
        ("merge_pr", "\u{627f}\u{8a8d}\u{6e08}\u{307f}"),
        ("book_trip", "The traveller said no changes are needed and approved it."),
    ] {
        assert_eq!(route_of(tool_name, "approval", text), Route::Accept, "{tool_name}: {text}");
    }
}
