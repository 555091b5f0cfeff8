//! Words and functions of SQL.

use super::{data, render};

pub(super) fn render() -> String {
    let mut text = render::head(
        "Words and functions of SQL.",
        "use crate::arguments::table::{Map, Words, list};\n\
         use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Send};\n",
    );
    let side = data::pairs("SQL_SIDE").into_iter();
    let side = side.map(|(name, class)| (name, render::class(&class).to_owned())).collect();
    let about = "Functions with effects.";
    text.push_str(&render::map("SQL_SIDE", "VerbClass", about, &side));
    for (name, about) in [
        ("SQL_PURE", "Functions without effects."),
        ("SQL_UNSURE", "Functions that read files, wait, or tell what they should not."),
        ("SQL_NOTFN", "Words that stand before a parenthesis without naming a function."),
        ("SQL_VERBS", "Words with which a statement begins that writes."),
    ] {
        text.push_str(&render::words(name, about, data::words(name)));
    }
    let about = "With these begin the names of functions without effects.";
    text.push_str(&render::words("SQL_PREFIX", about, data::prefixes("SQL_PREFIX")));
    let about = "Words in the names of functions that begin like those of the database and are the user's own.";
    text.push_str(&render::words("SQL_NOT_PREFIXED", about, data::words("SQL_NOT_PREFIXED")));
    text.trim_end().to_owned() + "\n"
}
