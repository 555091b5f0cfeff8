//! Names of arguments and words of tool names.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{data, render};

/// The lists of keys with the flag that each is in the table.
const LISTS: [(&str, &str); 13] = [
    ("K_SHELL", "SHELL"),
    ("K_ARGV", "ARGV"),
    ("K_SQL", "SQL"),
    ("K_SQL_WEAK", "SQL_WEAK"),
    ("K_PATH", "PATH"),
    ("K_DEST", "DEST"),
    ("K_DEST_WEAK", "DEST_WEAK"),
    ("K_URL", "URL"),
    ("K_MAIL", "MAIL"),
    ("K_AMOUNT", "AMOUNT"),
    ("K_BESIDE", "BESIDE"),
    ("K_DATA", "DATA"),
    ("K_PLACE", "PLACE"),
];

pub(super) fn render() -> String {
    let mut text = render::head(
        "What the key of an argument says about it, and the tool's name.",
        "use crate::arguments::table::{Map, Words, list};\n",
    );
    let mut keys: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (number, (name, flag)) in LISTS.iter().enumerate() {
        let _ = write!(
            text,
            "/// The key is in `{name}`.\npub(crate) const {flag}: u16 = 1 << {number};\n"
        );
        for key in data::words(name) {
            keys.entry(key).or_default().push(flag);
        }
    }
    text.push('\n');
    let keys = keys.into_iter().map(|(key, flags)| (key, flags.join(" | "))).collect();
    text.push_str(&render::map("KEYS", "u16", "Every key with the lists that hold it.", &keys));
    let about = "Words in the name of a tool that runs commands.";
    text.push_str(&render::words("T_SHELL", about, data::words("T_SHELL")));
    let about = "Words in the name of a tool that asks a database.";
    text.push_str(&render::words("T_SQL", about, data::words("T_SQL")));
    for (name, about) in [
        ("KEY_URL", "Last words of keys that name an address."),
        ("KEY_PATH", "Last words of keys that name a file or a folder."),
        ("KEY_TEXT", "Last words of keys of a text in a language that another word names."),
        ("KEY_SHELL", "Words of keys that name a shell."),
    ] {
        text.push_str(&render::words(name, about, data::words(name)));
    }
    text.trim_end().to_owned() + "\n"
}
