//! How names come apart, and what tables hold.

use alloc::{vec, vec::Vec};

use super::*;

fn words(name: &str) -> Vec<&str> {
    tokens(name).map(|token| token.text).collect()
}

#[test]
fn names_of_every_case_come_apart() {
    assert_eq!(words("get_user_orders"), ["get", "user", "orders"]);
    assert_eq!(words("getUserOrders"), ["get", "User", "Orders"]);
    assert_eq!(words("grant-admin-role"), ["grant", "admin", "role"]);
    assert_eq!(words("CustomerID"), ["Customer", "ID"]);
    assert_eq!(words("parseHTTPServer2Now"), ["parse", "HTTP", "Server2", "Now"]);
    assert_eq!(words("__"), Vec::<&str>::new());
    assert_eq!(words(""), Vec::<&str>::new());
    assert_eq!(words("d\u{301}elete"), ["d", "elete"]);
}

#[test]
fn segments_start_after_a_namespace_separator() {
    let starts = |name: &str| tokens(name).map(|token| token.starts_segment).collect::<Vec<_>>();
    assert_eq!(starts("mcp__mail__send_now"), vec![true, true, true, false]);
    assert_eq!(starts("users/purge.all:now"), vec![true, true, true, true]);
    assert_eq!(starts("a_b"), vec![true, false]);
}

#[test]
fn a_number_at_the_end_does_not_hide_a_word() {
    let word = |name: &str| tokens(name).map(|token| token.word).next();
    assert_eq!(word("delete2"), Some(Word::literal("delete")));
    assert_eq!(word("DELETE"), Some(Word::literal("delete")));
    assert_eq!(word("2024"), Some(Word::literal("2024")));
    assert_eq!(word("averyveryverylongword"), Some(Word::OTHER));
    assert_eq!(word("größe"), Some(Word::OTHER));
}

#[test]
fn plurals_are_nouns_too() {
    word_set! {
        SET = ["salary", "inbox", "diagnosis", "user", "status"]
    }
    for plural in ["salaries", "inboxes", "diagnoses", "users", "user", "status"] {
        assert!(SET.contains_noun(Word::of(plural)), "{plural}");
    }
    for other in ["s", "es", "ies", "use", "stat", "inboxs1"] {
        assert!(!SET.contains_noun(Word::of(other)), "{other}");
    }
}
