//! What is found in summaries, and what is not.

use super::{EvidenceKind, Wording};

const NOTHING: Wording = Wording {
    contradicts: false,
    marks_missing: false,
    denies: false,
    not_given: false,
    has_condition: false,
    is_refused: false,
    by_machine: false,
    is_past: false,
};
const CONTRADICTS: Wording = Wording { contradicts: true, ..NOTHING };
const MISSING: Wording = Wording { marks_missing: true, ..NOTHING };
const DENIES: Wording = Wording { denies: true, ..NOTHING };

/// What a ref of a kind that is about no authorization says, or a sign-in.
fn read(text: &str, is_authorization_record: bool) -> Wording {
    let kind = if is_authorization_record { EvidenceKind::AuthEvent } else { EvidenceKind::Other };
    super::read(text, kind, "", 0)
}

#[test]
fn a_rule_by_which_nobody_is_asked_is_no_answer() {
    let read = |text: &str| super::read(text, EvidenceKind::Approval, "switch_light", 0);
    for text in [
        "Lights may be switched without asking.",
        "Calls of this tool run without a prompt.",
        "No need to ask.",
        "There is no need to confirm.",
    ] {
        assert!(read(text).not_given, "{text}");
    }
    for text in [
        "Approved without asking for changes.",
        "Approved by Ada; no need to ask again.",
        "Confirmed without questions.",
        "Ada needs to ask nobody.",
    ] {
        assert!(!read(text).not_given, "{text}");
    }
}

#[test]
fn contradictions() {
    for text in [
        "The record contradicts the request.",
        "CONTRADICTORY statements",
        "This conflicts with the order.",
        "Address is inconsistent with the profile.",
        "Record does not match the request.",
        "The name doesn't match.",
        "The name doesn\u{2019}t match.",
        "A mismatch was found",
        "The amount is disputed",
        "con\u{200b}tradicts the record",
        "'mismatch' in the log",
        // What stands in another clause takes nothing back.
        "There is no doubt. Contradictory records exist.",
        "No, contradictory evidence exists",
        "not one, two or three: mismatch",
    ] {
        assert_eq!(read(text, false), CONTRADICTS, "{text}");
    }
}

#[test]
fn missing_information() {
    for text in [
        "Evidence is missing.",
        "the records are missing",
        "Information is missing",
        "There is missing evidence",
        "no evidence was found",
        "The ledger is not available",
        "It isn't available",
        "Evidence unavailable",
        "The record is currently unavailable",
        "unavailable information",
        "insufficient evidence",
        "Insufficient information for a decision",
    ] {
        assert_eq!(read(text, false), MISSING, "{text}");
    }
}

#[test]
fn denials() {
    for text in [
        "Identity could not be authenticated.",
        "User is not authenticated.",
        "The user has not confirmed this.",
        "User never confirmed the action.",
        "not yet approved",
        "has not yet been fully validated",
        "It isn't verified",
        "cannot be verified",
        "no longer authorized",
        "neither approved nor validated",
        "The user did not approve this.",
        "They didn't confirm",
        "could not verify the address",
        "The session is unauthenticated.",
        "UNAUTHORIZED",
        "unconfirmed",
        "unapproved change",
        "Missing authorization for this session.",
        "Authentication failed: wrong password.",
        "login failed",
    ] {
        assert_eq!(read(text, false), DENIES, "{text}");
        assert_eq!(read(text, true), DENIES, "{text}");
    }
}

#[test]
fn an_authorization_record_denies_in_one_word() {
    for text in [
        "declined",
        "The request was denied",
        "There was no doubt; denied",
        "session expired",
        "sign-in attempt failed",
        "cancelled by the owner",
        "withdrawn",
    ] {
        assert_eq!(read(text, true), DENIES, "{text}");
        assert_eq!(read(text, false), NOTHING, "{text}");
    }
}

#[test]
fn negation_takes_a_finding_back() {
    for text in [
        "No conflict was found between the records.",
        "no contradictory evidence",
        "without mismatch",
        "without any mismatch",
        "The amount was never disputed",
        "never contradicts it",
        "No missing evidence.",
        "It is not unavailable",
        "No evidence gap",
        "no information is missing",
    ] {
        let found = read(text, false);
        let expected = if text == "No evidence gap" { MISSING } else { NOTHING };
        assert_eq!(found, expected, "{text}");
    }
    for text in ["Session is active, not revoked", "never expired", "no failed attempts"] {
        assert_eq!(read(text, true), NOTHING, "{text}");
    }
}

#[test]
fn harmless_words() {
    for text in [
        "",
        "Time zone unknown; the default was used.",
        "Insufficient-funds alerts are enabled.",
        "User identity was authenticated for this account.",
        "User explicitly confirmed this exact action in the approval dialog.",
        "Not only verified but also confirmed.",
        "Please confirm or approve; only the owner can authorize.",
        "Records match the request.",
        "matches",
        "The mismatched socks are available",
        "Without evidence of harm",
        "No records were changed.",
        "The missing piece was found",
        "nothing is missing",
        "users' choice",
        "''''",
        "overconfirmed",
        "größe nicht bestätigt",
    ] {
        assert_eq!(read(text, false), NOTHING, "{text}");
    }
}

#[test]
fn a_long_word_is_no_word() {
    let long = "x".repeat(1 << 16);
    assert_eq!(read(&long, true), NOTHING);
    assert_eq!(read(&alloc::format!("{long} denied"), true), DENIES);
    assert_eq!(read("contradictsbutlongerthananypattern", false), NOTHING);
}

#[test]
fn approvals_that_say_no_or_not_yet() {
    let read = |text: &str| super::read(text, EvidenceKind::Approval, "delete_record", 0);
    for text in [
        "The user clicked Decline.",
        "The user pressed Deny.",
        "The user said no.",
        "approved: false",
        "The reviewer turned this down.",
        "Do not run this.",
        "decision=reject",
        "0 of 2 approvers approved",
        "no approval on file",
        "Vom Nutzer abgelehnt.",
        "refus\u{e9}",
        "no aprobado",
        "on hold",
        "nobody approved",
        "confirmed that they do not want this",
        "not, in the end, approved",
        "isn\u{b4}t approved",
    ] {
        assert!(read(text).denies, "{text}");
    }
    for text in [
        "pending",
        "awaiting approval",
        "to be approved by Ada",
        "The prompt timed out without an answer.",
        "Auto-approved after 300 s.",
        "No response from the user.",
    ] {
        assert!(read(text).not_given, "{text}");
    }
}

#[test]
fn approvals_that_say_yes_of_an_act() {
    for (tool, text) in [
        ("cancel_order", "Cancel order 7."),
        ("cancel_order", "User asked to cancel order 7 and confirmed."),
        ("merge_pr", "Approved to cancel order 7"),
        ("merge_pr", "Approved. No objections."),
        ("merge_pr", "User approved; the first request had expired."),
        ("x", "Approved as requested."),
        ("send_email", "User approved sending the refusal letter."),
        ("x", "Cancellation of order 7 confirmed"),
    ] {
        let found = super::read(text, EvidenceKind::Approval, tool, 0);
        assert!(!found.denies && !found.not_given, "{text}");
    }
}

#[test]
fn any_ref_may_take_an_approval_back() {
    for text in
        ["Approval was revoked by the user.", "approval appr-7 expired", "withdrew his consent"]
    {
        assert_eq!(read(text, false), DENIES, "{text}");
    }
    for text in ["3 payments were declined.", "Permission list read; expired entries removed."] {
        assert_eq!(read(text, false), NOTHING, "{text}");
    }
}
