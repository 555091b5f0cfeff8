//! Package managers and other clients with verbs.

use std::collections::BTreeMap;

use super::{data, render};

pub(super) fn render() -> String {
    let mut text = render::head(
        "Package managers and other clients with verbs.",
        "use crate::arguments::table::{Map, Words, list};\n",
    );
    text.push_str(
        "/// The verbs of a client by what they do, separated by blanks: read, edit, destroy, publish.\n\
         pub(crate) type Packages = [&'static str; 4];\n\n\
         /// The verbs of a client by what they do, separated by blanks: read, edit, exec, destroy, send.\n\
         pub(crate) type Verbs = [&'static str; 5];\n\n",
    );
    for (name, table, kind, about) in [
        ("PKG", "MANAGERS", "Packages", "Package managers."),
        ("VERBS", "CLIENTS", "Verbs", "Clients with verbs."),
    ] {
        let rows: BTreeMap<String, String> = data::rows(name)
            .into_iter()
            .map(|(name, row)| {
                let row: Vec<String> =
                    row.iter().map(|text| format!("{:?}", data::kept_words(text))).collect();
                (name, format!("[{}]", row.join(", ")))
            })
            .collect();
        text.push_str(&render::map(table, kind, about, &rows));
    }
    let about = "Options of cloud clients that may stand before a verb.";
    text.push_str(&render::words("CLOUD_FLAGS", about, data::words("CLOUD_FLAGS")));
    for (name, about) in [
        ("CLOUD_READ", "Verbs of cloud clients that read."),
        ("CLOUD_EXEC", "Verbs of cloud clients that run something."),
        ("CLOUD_DESTROY", "Verbs of cloud clients that destroy."),
        ("CLOUD_SEND", "Verbs of cloud clients that send."),
    ] {
        text.push_str(&render::words(name, about, data::alternatives(name)));
    }
    text.trim_end().to_owned() + "\n"
}
