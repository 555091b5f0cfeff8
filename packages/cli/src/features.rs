//! What a build of this command may leave out, and how it is got.

use std::fmt::Write as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// A feature of this crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Feature {
    name: &'static str,
    /// Whether this build has it.
    here: bool,
    /// The commands and options that it adds, as `--help` lists them.
    parts: &'static [&'static str],
    /// Further options and values that it adds. `--help` does not list them.
    more: &'static [&'static str],
}

const FEATURES: [Feature; 6] = [
    Feature {
        name: "formats",
        here: cfg!(feature = "formats"),
        parts: &["aaep", "request", "descriptor"],
        more: &[
            "check --descriptor",
            "check --descriptor-profile",
            "codes --kind aaep",
            "codes --kind request",
            "codes --kind binding",
            "codes --kind descriptor",
            "codes --kind call",
        ],
    },
    Feature {
        name: "receipt",
        here: cfg!(feature = "receipt"),
        parts: &["receipt", "audit keygen", "audit anchor", "audit verify --anchors"],
        more: &[
            "audit verify --key",
            "audit verify --max-anchor-age",
            "audit verify --allow-deleted",
            "audit verify --now",
        ],
    },
    Feature { name: "guard", here: cfg!(feature = "guard"), parts: &["guard"], more: &[] },
    Feature { name: "http", here: cfg!(feature = "http"), parts: &[TO_HTTP], more: &[] },
    Feature { name: "mcp", here: cfg!(feature = "mcp"), parts: &["mcp"], more: &[] },
    Feature {
        name: "run",
        here: cfg!(feature = "run"),
        parts: &["request approve", "request revoke", "request run"],
        more: &["request check --store"],
    },
];

/// Clap takes any text for `--to`, so an address is recognized only when the option is used.
const TO_HTTP: &str = "audit anchor --to http://...";

/// A command or an option that is not in this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Missing {
    part: &'static str,
    feature: &'static str,
}

impl Missing {
    /// An anchor that is to be sent to an address.
    #[cfg(any(test, all(feature = "receipt", not(feature = "http"))))]
    pub(crate) const TO_HTTP: Self = Self { part: TO_HTTP, feature: "http" };

    /// The message, with the command that builds it.
    pub(crate) fn is_left_out(self) -> String {
        let Self { part, feature } = self;
        format!(
            "`aana {part}` is not in this build. In the repository, \
             `cargo install --path packages/cli --features {feature}` builds one that has it, and \
             `--features full` one that has every command"
        )
    }
}

/// The part that an error of the arguments is about, if it only lacks a feature.
pub(crate) fn asked_for(error: &Error, arguments: &[String]) -> Option<Missing> {
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidValue => ContextKind::InvalidValue,
        _ => return None,
    };
    match error.get(kind) {
        Some(ContextValue::String(asked)) => missing(&FEATURES, asked, arguments),
        _ => None,
    }
}

/// The left-out part that `asked` names, by the words that stand before it. `aana help mcp` asks for `mcp`.
fn missing(features: &[Feature], asked: &str, arguments: &[String]) -> Option<Missing> {
    let words = arguments.iter().flat_map(|it| it.splitn(2, '=')).filter(|it| *it != "help");
    let before: Vec<&str> = words.take_while(|it| *it != asked).collect();
    let is_asked_for = |part: &&str| {
        let (path, last) = part.rsplit_once(' ').unwrap_or(("", part));
        let path: Vec<&str> = path.split_whitespace().collect();
        // An option may stand behind other arguments of its command.
        last == asked && before.starts_with(&path) && (last.starts_with("--") || before == path)
    };
    features.iter().filter(|feature| !feature.here).find_map(|feature| {
        let part = feature.parts.iter().chain(feature.more).copied().find(is_asked_for)?;
        Some(Missing { part, feature: feature.name })
    })
}

/// What `--help` says about it.
pub(crate) fn left_out() -> Option<String> {
    list(&FEATURES)
}

fn list(features: &[Feature]) -> Option<String> {
    let mut list = String::new();
    for feature in features.iter().filter(|feature| !feature.here) {
        let _ = write!(list, "\n  {:<9} {}", feature.name, feature.parts.join(", "));
    }
    (!list.is_empty()).then(|| {
        format!("Not in this build, by the feature of Cargo that adds it (`full` adds all):{list}")
    })
}

#[cfg(test)]
mod tests {
    use super::{FEATURES, Feature, Missing, left_out, list, missing};

    /// As a build with no feature has them.
    fn none() -> Vec<Feature> {
        FEATURES.iter().map(|feature| Feature { here: false, ..*feature }).collect()
    }

    fn asked(asked: &str, line: &str) -> Option<Missing> {
        let arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        missing(&none(), asked, &arguments)
    }

    #[test]
    fn what_is_left_out_says_how_it_is_got() {
        for (word, line, part, feature) in [
            ("aaep", "aaep check event.json", "aana aaep", "--features formats"),
            ("call", "codes --kind call", "aana codes --kind call", "--features formats"),
            ("call", "codes --kind=call", "aana codes --kind call", "--features formats"),
            ("anchor", "audit anchor a.jsonl", "aana audit anchor", "--features receipt"),
            ("keygen", "help audit keygen", "aana audit keygen", "--features receipt"),
            (
                "--anchors",
                "audit verify a --anchors b",
                "aana audit verify --anchors",
                "--features receipt",
            ),
            ("--key", "audit verify a --key=k", "aana audit verify --key", "--features receipt"),
            ("--now", "audit verify a --now t", "aana audit verify --now", "--features receipt"),
            ("mcp", "help mcp", "aana mcp", "--features mcp"),
            ("run", "request run r.md", "aana request run", "--features run"),
            (
                "--store",
                "request check r.md --store s",
                "aana request check --store",
                "--features run",
            ),
        ] {
            let said = asked(word, line).unwrap().is_left_out();
            assert!(said.starts_with(&format!("`{part}` is not in this build.")), "{said}");
            assert!(said.contains(feature) && said.contains("--features full"), "{said}");
        }
    }

    /// The same word in another place is a mistake in every build.
    #[test]
    fn only_what_another_build_takes_is_left_out() {
        for (word, line) in [
            ("chekc", "chekc event.json"),
            ("anchor", "anchor a.jsonl"),
            ("request", "audit request"),
            ("--key", "check --key k"),
            ("--anchors", "audit tail a --anchors b"),
            ("mcp", "codes --kind mcp"),
            ("call", "check --mode call"),
        ] {
            assert_eq!(asked(word, line), None, "{line}");
        }
    }

    #[test]
    fn an_address_for_anchors_is_a_part_of_its_own() {
        let Missing { part, feature } = Missing::TO_HTTP;
        let http = FEATURES.iter().find(|it| it.name == feature).unwrap();
        assert_eq!(http.parts, [part]);
    }

    /// `Cargo.toml` and this list name the same features.
    #[test]
    fn every_feature_of_the_crate_is_listed() {
        let manifest = include_str!("../Cargo.toml");
        let full = manifest.lines().find_map(|line| line.strip_prefix("full = ")).unwrap();
        let mut listed: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        listed.sort_unstable();
        assert_eq!(full, format!("{listed:?}"));
    }

    #[test]
    fn the_help_lists_what_is_left_out() {
        let list = list(&none()).unwrap();
        for feature in FEATURES {
            assert!(
                list.contains(&format!("\n  {:<9} {}", feature.name, feature.parts[0])),
                "{list}"
            );
        }
    }

    /// Tests are run with every feature.
    #[test]
    fn a_full_build_leaves_out_nothing() {
        assert_eq!(left_out(), None);
        assert_eq!(missing(&FEATURES, "mcp", &["mcp".to_owned()]), None);
    }
}
