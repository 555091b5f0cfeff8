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
         use crate::arguments::table::{Map, Words, list};\n\
         use crate::contract::VerbClass::{self, Destroy, Edit, Exec, Send};\n",
    );
    let mut roles: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let danger: BTreeMap<String, Vec<String>> = data::rows("DANGER").into_iter().collect();
    let guard: BTreeMap<String, Vec<String>> = data::rows("GUARD").into_iter().collect();
    let wrap: BTreeMap<String, String> = data::pairs("WRAP").into_iter().collect();
    for (number, (role, about)) in ROLES.iter().enumerate() {
        let _ = write!(text, "/// {about}\npub(crate) const {role}: u16 = 1 << {number};\n");
        let names: Vec<String> = match *role {
            "DANGER" => danger.keys().cloned().collect(),
            "GUARD" => guard.keys().cloned().collect(),
            "WRAP" => wrap.keys().cloned().collect(),
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

    text.push_str(GUARD);
    let guard = guard.iter().map(|(name, row)| (name.clone(), guarded(row))).collect();
    let about = "What makes a program of GUARD write.";
    text.push_str(&render::map("GUARDS", "Guard", about, &guard));

    let wrap = wrap.iter().map(|(name, row)| (name.clone(), format!("{row:?}"))).collect();
    let about = "The options of a wrapper that take a value.";
    text.push_str(&render::map("WRAPPERS", "&'static str", about, &wrap));

    let git = data::pairs("GIT_WRITE").into_iter();
    let git = git.map(|(name, class)| (name, render::class(&class).to_owned())).collect();
    let about = "Subcommands of git that write.";
    text.push_str(&render::map("GIT_WRITE", "VerbClass", about, &git));
    for (name, about) in [
        ("GIT_READ", "Subcommands of git that read."),
        ("ENV_BAD", "Variables by which other programs run, or other files are read."),
        ("SAFE_TARGETS", "Where output may go without being written anywhere."),
    ] {
        text.push_str(&render::words(name, about, data::words(name)));
    }
    text.trim_end().to_owned() + "\n"
}

const GUARD: &str = "\
/// Options of a program that reads otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Guard {
    /// Short options that write.
    pub(crate) letters: &'static str,
    /// What they do.
    pub(crate) class: VerbClass,
    /// Short options that take a value.
    pub(crate) values: &'static str,
    /// Long options that write, and what they do.
    pub(crate) long: &'static [(&'static str, VerbClass)],
}

";

fn guarded(row: &[String]) -> String {
    let [letters, values, long] = row else { panic!("a row of GUARD has three texts") };
    let (letters, class) = letters.split_once(':').unwrap_or((letters, "EDIT"));
    let long = long.split_whitespace().map(|option| {
        let (name, class) = option.split_once(':').expect("a long option has a class");
        format!("({name:?}, {})", render::class(class))
    });
    format!(
        "Guard {{ letters: {letters:?}, class: {}, values: {values:?}, long: &[{}] }}",
        render::class(class),
        long.collect::<Vec<_>>().join(", ")
    )
}
