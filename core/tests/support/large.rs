//! Events of nearly a mebibyte, each of which fills one list of a decision or more.

use super::MEBIBYTE;

/// A made-up key of a provider.
pub(crate) const KEY: &str = "ghp_Zx81kQm2VnR7tLw5Bs9Yc3Df6Hj0Pa4Ue8Gi";

/// An event with these refs and arguments, and more members.
pub(crate) fn event(refs: &str, arguments: &str, more: &str) -> String {
    format!(
        r#"{{"tool_name":"send_report","tool_category":"write","authorization_state":"confirmed","risk_domain":"hr","recommended_route":"accept","evidence_refs":[{refs}],"proposed_arguments":{{{arguments}}}{more}}}"#
    )
}

/// As many texts as fit in a mebibyte beside the rest of an event, with commas between.
pub(crate) fn filled(mut make: impl FnMut(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0.. {
        let next = make(index);
        if text.len() + next.len() + 700 > MEBIBYTE {
            return text;
        }
        if index > 0 {
            text.push(',');
        }
        text.push_str(&next);
    }
    text
}

/// Arguments whose list of keys of a provider stands below this many long keys.
fn nested_secrets(levels: usize, name: &str) -> String {
    let open = format!(r#""{name}":{{"#).repeat(levels);
    let secret = format!(r#""{KEY}""#);
    let room = MEBIBYTE - open.len() - levels - 900;
    let count = room / (secret.len() + 1);
    let list = vec![secret; count].join(",");
    format!(r#"{open}"list":[{list}]{}"#, "}".repeat(levels))
}

/// All of them, each with its name.
pub(crate) fn hostile() -> Vec<(&'static str, String)> {
    [with_secrets(), with_faults(), with_names()].concat()
}

fn with_secrets() -> Vec<(&'static str, String)> {
    let long = "k".repeat(250);
    let slashes = "/~".repeat(125);
    vec![
        ("secrets below long keys", event(r#""approval:7""#, &nested_secrets(60, &long), "")),
        (
            "secrets below keys to escape",
            event(r#""approval:7""#, &nested_secrets(60, &slashes), ""),
        ),
        (
            "secrets below one huge key",
            event(r#""approval:7""#, &nested_secrets(1, &"k".repeat(500_000)), ""),
        ),
        ("secrets as keys", event("", &filled(|index| format!(r#""{KEY}{index}":"{KEY}""#)), "")),
    ]
}

fn with_faults() -> Vec<(&'static str, String)> {
    let slashes = "/~".repeat(125);
    vec![
        ("refs of a wrong type", event(&filled(|_| "1".to_owned()), "", "")),
        ("refs that are blank", event(&filled(|_| r#""""#.to_owned()), "", "")),
        ("refs without an id", event(&filled(|_| "{}".to_owned()), "", "")),
        (
            "refs with five faults each",
            event(
                &filled(|_| {
                    r#"{"kind":"x","trust_tier":1,"supports":[1],"freshness":2}"#.to_owned()
                }),
                "",
                "",
            ),
        ),
        (
            "claims of a wrong type",
            event(
                &format!(r#"{{"source_id":"a","supports":[{}]}}"#, filled(|_| "0".to_owned())),
                "",
                "",
            ),
        ),
        (
            "unknown fields",
            event("", "", &format!(",{}", filled(|index| format!(r#""x{index}":0"#)))),
        ),
        (
            "unknown fields with long names",
            event("", "", &format!(",{}", filled(|index| format!(r#""{slashes}{index}":0"#)))),
        ),
        (
            "unknown fields of refs",
            event(
                &filled(|id| format!(r#"{{"source_id":"{id}","x":1,"freshness":{{"y":2}}}}"#)),
                "",
                "",
            ),
        ),
        (
            "unknown fields of the subject",
            event(
                "",
                "",
                &format!(
                    r#","authorization_subject":{{"subject_type":"user","subject_ref":"a",{}}}"#,
                    filled(|index| format!(r#""x{index}":0"#))
                ),
            ),
        ),
    ]
}

fn with_names() -> Vec<(&'static str, String)> {
    let long = "k".repeat(250);
    let slashes = "/~".repeat(125);
    let weak = |id: usize| format!(r#"{{"source_id":"{id}"}}"#);
    let verified = r#""kind":"approval","trust_tier":"verified","redaction_status":"redacted""#;
    vec![
        ("weak refs", event(&filled(weak), "", "")),
        (
            "refs that are used",
            event(&filled(|id| format!(r#"{{"source_id":"{long}{id}",{verified}}}"#)), "", ""),
        ),
        (
            "refs that contradict and miss something",
            event(
                &filled(|id| {
                    format!(
                        r#"{{"source_id":"{long}{id}",{verified},"contradicts":["x"],"summary":"no evidence"}}"#
                    )
                }),
                "",
                "",
            ),
        ),
        (
            "refs with a person as id",
            event(&filled(|id| format!(r#"{{"source_id":"p{id}@example.org"}}"#)), "", ""),
        ),
        ("strings as refs", event(&filled(|id| format!(r#""t{id}""#)), "", "")),
        ("argument keys", event("", &filled(|index| format!(r#""k{index}":0"#)), "")),
        (
            "long argument keys",
            event("", &filled(|index| format!(r#""{}{index}":0"#, &long[..240])), ""),
        ),
        (
            "argument keys from the last to the first",
            event("", &filled(|index| format!(r#""k{:06}":0"#, 999_999 - index)), ""),
        ),
        ("a tool's name", event("", "", "").replace("send_report", &"a".repeat(MEBIBYTE - 1000))),
        (
            "a key that stands twice, far down",
            event(
                "",
                &format!(
                    r#"{}"a":1,"a":2{}"#,
                    format!(r#""{slashes}":{{"#).repeat(61),
                    "}".repeat(61)
                ),
                "",
            ),
        ),
        (
            "ids",
            event("", "", &format!(r#","request_id":"{0}","agent_id":"{0}""#, "-".repeat(500_000))),
        ),
        ("nothing else", String::from("[").repeat(MEBIBYTE)),
    ]
}
