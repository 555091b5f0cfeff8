//! Programs of a shell text, and what its text itself can name.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{data, render};

/// What a program's entry may say.
const ROLES: [(&str, &str); 9] = [
    ("PURE", "Reads, whatever its words."),
    ("OPAQUE", "Runs code that is not in its words."),
    ("VERSION", "Only says its version if that is all that it is asked."),
    ("SHELLS", "Runs a text of the shell."),
    ("WRAP", "Runs the command that its words are."),
    ("GUARD", "Reads, but for a few options."),
    ("DANGER", "Writes, whatever its words."),
    ("PKG", "A package manager."),
    ("VERBS", "A client with verbs."),
];

pub(super) fn render() -> String {
    let mut text = render::head(
        "Programs, and what else a command names.",
        "use crate::arguments::effect::EffectCode;\n\
         use crate::arguments::headed::{Headed, headed};\n\
         use crate::arguments::table::{Map, Words, list};\n\
         use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Send};\n",
    );
    let mut roles: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let danger: BTreeMap<String, Vec<String>> = data::rows("DANGER").into_iter().collect();
    let guard: BTreeMap<String, Vec<String>> = data::rows("GUARD").into_iter().collect();
    for (number, (role, about)) in ROLES.iter().enumerate() {
        let _ = write!(text, "/// {about}\npub(crate) const {role}: u16 = 1 << {number};\n");
        let names: Vec<String> = match *role {
            "DANGER" => danger.keys().cloned().collect(),
            "GUARD" => guard.keys().cloned().collect(),
            "WRAP" => data::pairs(role).into_iter().map(|(name, _)| name).collect(),
            "PKG" | "VERBS" => data::rows(role).into_iter().map(|(name, _)| name).collect(),
            _ => data::words(role),
        };
        for name in names {
            roles.entry(name).or_default().push(role);
        }
    }
    text.push('\n');
    let roles: BTreeMap<String, String> =
        roles.into_iter().map(|(name, roles)| (name, roles.join(" | "))).collect();
    text.push_str(&render::map("PROGRAMS", "u16", "Every program with its roles.", &roles));

    let entry = |(name, row): (&String, &Vec<String>)| {
        let [class, effect] = row.as_slice() else { panic!("{name} needs class and effect") };
        (
            name.clone(),
            format!("({}, EffectCode::{})", render::class(class), render::effect(effect)),
        )
    };
    let danger = danger.iter().map(entry).collect();
    let about = "What a program of DANGER does.";
    text.push_str(&render::map("DANGERS", "(VerbClass, EffectCode)", about, &danger));

    let guard = guard.iter().map(|(name, row)| (name.clone(), guarded(row))).collect();
    let about = "The options that make a program of GUARD write, and those that take a value.";
    text.push_str(&render::map("GUARDS", "Headed", about, &guard));

    let mut git: Vec<_> = CLASSES.map(|class| (render::heading(class), Vec::new())).into();
    for (name, class) in data::pairs("GIT_WRITE") {
        let heading = render::heading(&class);
        let words = git.iter_mut().find(|(own, _)| *own == heading);
        words.expect("each class has a heading").1.push(name);
    }
    git.push(("lists", render::sorted(data::words("GIT_READ"))));
    text.push_str(&render::headings("GIT", "Subcommands of git.", &git));
    for (name, about) in [
        ("ENV_BAD", "Variables by which other programs run, or other files are read."),
        ("SAFE_TARGETS", "Where output may go without being written anywhere."),
    ] {
        text.push_str(&render::words(name, about, data::words(name)));
    }
    text.trim_end().to_owned() + "\n"
}

/// The classes of what writes, the strictest first.
const CLASSES: [&str; 4] = ["DESTROY", "SEND", "EXEC", "EDIT"];

/// The options of a program that reads but for them. Of two that a text can stand for, the stricter comes first.
fn guarded(row: &[String]) -> String {
    let [letters, values, long] = row else { panic!("a row of GUARD has three texts") };
    let (letters, letters_do) = letters.split_once(':').unwrap_or((letters, "EDIT"));
    let long: Vec<(&str, &str)> = long
        .split_whitespace()
        .map(|option| option.split_once(':').expect("a long option has a class"))
        .collect();
    let cluster =
        |letters: String, mark| (!letters.is_empty()).then(|| format!("-{letters}{mark}"));
    let mut headings: Vec<(&str, Vec<String>)> = CLASSES
        .into_iter()
        .map(|class| {
            let of_class = if letters_do == class { letters } else { "" };
            let (takes, alone) = of_class.chars().partition(|letter| values.contains(*letter));
            let mut words: Vec<String> =
                [cluster(alone, ""), cluster(takes, "=")].into_iter().flatten().collect();
            words.extend(long.iter().filter(|it| it.1 == class).map(|it| format!("{}~", it.0)));
            (render::heading(class), words)
        })
        .collect();
    let rest = values.chars().filter(|letter| !letters.contains(*letter)).collect();
    headings.push(("plain", cluster(rest, "=").into_iter().collect()));
    render::headed(&headings)
}
