//! What a build of this command may leave out, and how it is got.

use std::fmt::Write as _;

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

/// A feature of this crate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Feature {
    name: &'static str,
    /// Whether this build has it.
    here: bool,
    /// The commands and options that it adds.
    parts: &'static [&'static str],
}

const FEATURES: [Feature; 3] = [
    Feature {
        name: "formats",
        here: cfg!(feature = "formats"),
        parts: &["aaep", "request", "descriptor"],
    },
    Feature {
        name: "receipt",
        here: cfg!(feature = "receipt"),
        parts: &["receipt", "audit keygen", "audit anchor", "audit verify --anchors"],
    },
    Feature { name: "mcp", here: cfg!(feature = "mcp"), parts: &["mcp"] },
];

/// A command or an option that is not in this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Missing {
    part: &'static str,
    feature: &'static str,
}

impl Missing {
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
pub(crate) fn asked_for(error: &Error) -> Option<Missing> {
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return None,
    };
    match error.get(kind) {
        Some(ContextValue::String(asked)) => missing(&FEATURES, asked),
        _ => None,
    }
}

fn missing(features: &[Feature], asked: &str) -> Option<Missing> {
    features.iter().filter(|feature| !feature.here).find_map(|feature| {
        let last = |part: &str| part.rsplit(' ').next() == Some(asked);
        let part = feature.parts.iter().copied().find(|part| last(part))?;
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
    use super::{FEATURES, Feature, left_out, list, missing};

    /// As a build with no feature has them.
    fn none() -> Vec<Feature> {
        FEATURES.iter().map(|feature| Feature { here: false, ..*feature }).collect()
    }

    #[test]
    fn what_is_left_out_says_how_it_is_got() {
        let none = none();
        for (asked, part, feature) in [
            ("aaep", "aana aaep", "--features formats"),
            ("anchor", "aana audit anchor", "--features receipt"),
            ("--anchors", "aana audit verify --anchors", "--features receipt"),
            ("mcp", "aana mcp", "--features mcp"),
        ] {
            let said = missing(&none, asked).unwrap().is_left_out();
            assert!(said.starts_with(&format!("`{part}` is not in this build.")), "{said}");
            assert!(said.contains(feature) && said.contains("--features full"), "{said}");
        }
        assert_eq!(missing(&none, "chekc"), None);
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
        assert_eq!(missing(&FEATURES, "mcp"), None);
    }
}
