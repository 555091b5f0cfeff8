//! What the reader of GraphQL makes of documents.

use super::read;
use crate::arguments::collected::{Collected, cases};
use crate::arguments::steps::grows_with_the_text;

fn verdict(text: &str) -> &'static str {
    let mut found = Collected::default();
    read(text, &mut found);
    found.class().unwrap_or(found.verdict())
}

#[test]
fn every_case_of_graphql_is_read_as_it_says() {
    let all = cases(&["graphql"]);
    assert_eq!(all.len(), 6);
    for case in all {
        let expected = &case["expect"];
        let found = verdict(case["arguments"]["query"].as_str().unwrap());
        let expected = expected["class"].as_str().or(expected["verdict"].as_str());
        assert_eq!(Some(found), expected, "{}", case["id"]);
    }
}

#[test]
fn documents_by_what_they_do() {
    for (text, expected) in [
        ("query Q($id: ID! = \"x\") { me(id: $id) { deletePost } }", "reads"),
        ("subscription { changed { id } }", "reads"),
        ("query mutation { me }", "reads"),
        ("query Q { a } fragment F on User { deleteAll }", "reads"),
        ("# mutation { deletePost }\n{ me }", "reads"),
        ("{ a(text: \"mutation { b }\") }", "reads"),
        ("query Q($x: In = {a: 1}) { a }", "reads"),
        ("mutation M { refundOrder(id: 1) { id } }", "MONEY"),
        ("mutation { setTitle { id deletePost } }", "EDIT"),
        ("mutation { x: deletePost(id: 1) { id } }", "DESTROY"),
        ("mutation($in: In!) { a(in: {delete: true}) { id } }", "EDIT"),
        ("mutation { ... on Mutation { deletePost } }", "DESTROY"),
        ("mutation { ... @include(if: $x) { deletePost } }", "DESTROY"),
        ("mutation { ... { ... { deletePost } } }", "DESTROY"),
        ("mutation { a { ... on B { deletePost } } }", "EDIT"),
        ("mutation { ...F setTitle } fragment F on Mutation { deletePost }", "DESTROY"),
        ("mutation { ...F deletePost }", "DESTROY"),
        ("mutation query { removeUser }", "DESTROY"),
        ("mutation { a(t: \"\"\"}\n\\\"\"\" }\"\"\") { id } deletePost }", "DESTROY"),
        ("mutation { a", "EDIT"),
        ("{ a", "cannot_tell"),
        ("{ a } }", "cannot_tell"),
        ("", "cannot_tell"),
        ("# nothing", "cannot_tell"),
        ("Mutation { a }", "cannot_tell"),
        ("what is a mutation", "cannot_tell"),
        ("{\"query\": \"mutation { deletePost }\"}", "cannot_tell"),
        ("{ a(x: \"b) }", "cannot_tell"),
        ("query", "cannot_tell"),
        ("type Query { a: Int }", "cannot_tell"),
    ] {
        assert_eq!(verdict(text), expected, "{text}");
    }
}

#[test]
fn the_work_grows_with_the_text() {
    let parts = [
        "{",
        "}",
        "(",
        ")",
        "\"",
        "\"\"\"",
        "\\",
        "a",
        "...",
        "@a",
        "#",
        "mutation{",
        "a{",
        "...on A{",
        ",",
        "\u{E9}",
    ];
    grows_with_the_text(&parts, 12, |text| {
        verdict(text);
        verdict(&format!("mutation {{ {text}"));
    });
}
