//! Package managers.

use super::super::options::any_unknown;
use super::super::word::Word;
use crate::arguments::effect::{EffectCode, Program, Row};
use crate::arguments::tables::clients::MANAGERS;
use crate::contract::VerbClass::{Destroy, Edit, Exec, Send};

/// Options with a value that may stand before the verb.
const VALUES: [&str; 12] = [
    "--prefix",
    "--cwd",
    "--dir",
    "-C",
    "--filter",
    "-F",
    "--manifest-path",
    "--workspace",
    "-w",
    "--directory",
    "--project",
    "--registry",
];
/// Options without one.
const FLAGS: [&str; 18] = [
    "-q",
    "--quiet",
    "-s",
    "--silent",
    "-v",
    "--verbose",
    "-y",
    "--yes",
    "--no-color",
    "-g",
    "--global",
    "--offline",
    "--json",
    "--no-cache",
    "--locked",
    "--frozen",
    "-r",
    "--recursive",
];

/// The word with this text in a list.
pub(super) fn own(list: &'static str, word: &str) -> Option<&'static str> {
    list.split(' ').find(|own| *own == word && !own.is_empty())
}

/// What a package manager does.
pub(super) fn manager(name: &'static str, args: &[Word<'_>]) -> Row {
    let unknown = Row::cannot_tell(Program::of(name)).with(EffectCode::CodeRun);
    let Some([reads, edits, removes, publishes]) = MANAGERS.get(name) else { return unknown };
    let Some((verb, rest)) = verb(name, args) else {
        // Without a word it installs.
        let installs = name == "yarn" && args.iter().all(|word| word.plain().is_some());
        return if installs {
            Row::writes(Program::of(name), Exec).with(EffectCode::PkgInstall)
        } else {
            unknown
        };
    };
    if verb == "audit" && (name == "npm" || own(reads, verb).is_some()) {
        let program = Program { name: Some(name), verb: Some("audit") };
        let fixes = rest.iter().any(|word| word.is("fix") || word.text.starts_with("--fix"));
        return if fixes {
            Row::writes(program, Edit).with(EffectCode::FsWrite)
        } else if any_unknown(rest) {
            Row::cannot_tell(program)
        } else {
            Row::reads(program)
        };
    }
    let of = |verb| Program { name: Some(name), verb: Some(verb) };
    // It shows the settings, unless an option sets one.
    if (name, verb) == ("go", "env") {
        let shows =
            !any_unknown(rest) && rest.iter().all(|word| !word.is_option() || word.is("-json"));
        let program = of("env");
        return if shows {
            Row::reads(program)
        } else {
            Row::writes(program, Edit).with(EffectCode::FsWrite)
        };
    }
    if let Some(verb) = own(reads, verb) {
        // Settings of these can name programs.
        let settings = matches!(name, "apt" | "apt-cache" | "apt-get" | "cargo" | "dnf" | "yum")
            && args.iter().any(|word| {
                ["-o", "-c", "--option", "--config", "--setopt"]
                    .iter()
                    .any(|it| word.text.starts_with(it))
            });
        return if settings || any_unknown(rest) {
            Row::cannot_tell(of(verb))
        } else {
            Row::reads(of(verb))
        };
    }
    if let Some(verb) = own(edits, verb) {
        let installs = matches!(
            verb,
            "install"
                | "i"
                | "add"
                | "ci"
                | "sync"
                | "get"
                | "-i"
                | "--install"
                | "--configure"
                | "create"
        );
        return if installs && verb != "create" {
            Row::writes(of(verb), Exec).with(EffectCode::PkgInstall)
        } else {
            Row::writes(of(verb), Edit).with(EffectCode::FsWrite)
        };
    }
    if let Some(verb) = own(removes, verb) {
        return Row::writes(of(verb), Destroy).with(EffectCode::PkgRemove);
    }
    if let Some(verb) = own(publishes, verb) {
        return Row::writes(of(verb), Send).with(EffectCode::PkgPublish);
    }
    unknown
}

/// The verb, and the words behind it. Nothing, if an option before it could take it for its value.
fn verb<'w, 'a>(name: &str, args: &'w [Word<'a>]) -> Option<(&'a str, &'w [Word<'a>])> {
    let mut rest = args;
    while let Some((first, after)) = rest.split_first() {
        let text = first.plain()?;
        rest = after;
        if name == "dpkg" || !(text.starts_with('-') || text.starts_with('+')) {
            return Some((text, after));
        }
        if VALUES.contains(&text) {
            rest.first()?.plain()?;
            rest = rest.get(1..)?;
        } else if !FLAGS.contains(&text) && !text.contains('=') && !text.starts_with('+') {
            return None;
        }
    }
    None
}
