//! Package managers and other clients with verbs.

use std::collections::BTreeMap;

use super::{data, render};

pub(super) fn render() -> String {
    let mut text = render::head(
        "Package managers and other clients with verbs.",
        "use crate::arguments::headed::{Headed, headed};\n\
         use crate::arguments::table::{Map, Words, list};\n",
    );
    for (name, table, headings, about) in [
        ("PKG", "MANAGERS", &["lists", "edits", "destroys", "sends"][..], "Package managers."),
        (
            "VERBS",
            "CLIENTS",
            &["lists", "edits", "runs", "destroys", "sends"][..],
            "Clients with verbs.",
        ),
    ] {
        let rows: BTreeMap<String, String> = data::rows(name)
            .into_iter()
            .map(|(name, row)| {
                assert_eq!(row.len(), headings.len(), "{name} has verbs of each kind");
                let words = |text: &String| {
                    data::kept_words(text).split_whitespace().map(str::to_owned).collect()
                };
                let under: Vec<_> = headings.iter().copied().zip(row.iter().map(words)).collect();
                (name, render::headed(&under))
            })
            .collect();
        text.push_str(&render::map(table, "Headed", about, &rows));
    }
    let about = "Options of cloud clients that may stand before a verb.";
    text.push_str(&render::words("CLOUD_FLAGS", about, data::words("CLOUD_FLAGS")));
    let verbs = [
        ("destroys", "CLOUD_DESTROY"),
        ("runs", "CLOUD_EXEC"),
        ("sends", "CLOUD_SEND"),
        ("lists", "CLOUD_READ"),
    ];
    let verbs = verbs.map(|(heading, name)| (heading, render::sorted(data::alternatives(name))));
    let about = "Verbs of cloud clients. What is stricter comes first.";
    text.push_str(&render::headings("CLOUD", about, &verbs));
    text.trim_end().to_owned() + "\n"
}
