//! Who may say yes: a person whose name can be read, and not the agent that asks.

use aana_core::confusables;

use crate::{digest::sha256, question::is_hidden};

/// Prefixes of names that do not stand for a person, also behind `user:`.
const MACHINES: [&str; 10] = [
    "agent:",
    "assistant:",
    "auto:",
    "bot:",
    "llm:",
    "model:",
    "policy:",
    "service:",
    "system:",
    "tool:",
];

/// Whether a name can be read: it has something to see, behind `user:` too, and nothing that cannot be seen.
/// Nothing is taken out of it, since what is left would be somebody else's name.
pub(crate) fn is_visible(by: &str) -> bool {
    let name = by.strip_prefix("user:").unwrap_or(by);
    let shows = |character: char| !character.is_whitespace() && !is_hidden(character);
    name.chars().any(shows) && !by.chars().any(is_hidden) && by.trim() == by
}

/// Whether it is a person, as far as the name says.
pub(crate) fn is_person(by: &str) -> bool {
    by.strip_prefix("user:").is_some_and(|name| {
        let name = folded(name);
        !MACHINES.iter().any(|machine| name.starts_with(machine))
    })
}

/// The digests of the names under which an agent may be said to answer: its id, and its id without what it
/// is. A record keeps these, for questions whose event it does not keep.
pub(crate) fn names_of(agent_id: &str) -> Vec<String> {
    let name = folded(agent_id);
    let bare = without_kind(&name);
    let mut names = vec![sha256(&name)];
    if bare != name {
        names.push(sha256(bare));
    }
    names
}

/// Whether the one who answers has one of these names.
pub(crate) fn is_one_of(by: &str, names: &[String]) -> bool {
    let by = folded(by);
    [by.as_str(), without_kind(&by)].iter().any(|name| names.contains(&sha256(name)))
}

fn without_kind(name: &str) -> &str {
    let mut kinds = MACHINES.iter().chain(&["user:"]);
    let bare = kinds.find_map(|kind| name.strip_prefix(kind));
    bare.filter(|bare| !bare.is_empty()).unwrap_or(name)
}

/// A name without case, width, blanks and what cannot be seen: only to compare it.
fn folded(name: &str) -> String {
    let plain = |character: char| confusables::full_width(character).unwrap_or(character);
    let shows = |character: &char| !character.is_whitespace() && !is_hidden(*character);
    name.chars().filter(shows).map(plain).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_something_to_see_and_nothing_hidden() {
        for by in ["user:ada", "user:Ada Lovelace", "user:josé", "system:timeout", "user:北京"] {
            assert!(is_visible(by), "{by:?}");
        }
        for by in [
            "",
            " ",
            "user:",
            "user: ",
            "user:\u{200B}",
            "user:\u{3164}",
            "user:\u{AD}",
            "user:\u{A0}",
            "user:ada\u{200B}",
            "us\u{2060}er:ada",
            "user:ada\n",
            "\u{FEFF}user:ada",
            "user:\u{E0041}",
            "user:ad\u{202E}a",
            "user:a\u{0}",
            "\u{115F}",
            "user:ada ",
            " user:ada",
            "user:\u{2800}",
        ] {
            assert!(!is_visible(by), "{by:?}");
        }
    }

    #[test]
    fn an_agent_is_no_person_whatever_stands_before_its_name() {
        assert!(is_person("user:ada") && is_person("user:agentina"));
        for by in [
            "agent:a",
            "USER:ada",
            "user:agent:a",
            "user:Agent:a",
            "user:ＡＧＥＮＴ：a",
            "user: bot:b",
        ] {
            assert!(!is_person(by), "{by:?}");
        }
    }

    #[test]
    fn an_agent_is_known_under_its_other_names() {
        let names = names_of("agent:Planner-1");
        for by in
            ["user:planner-1", "user:agent:planner-1", "user:ＰＬＡＮＮＥＲ-1", "user: Planner-1"]
        {
            assert!(is_one_of(by, &names), "{by:?}");
        }
        assert!(is_one_of("user:planner", &names_of("planner")));
        assert!(is_one_of("user:planner", &names_of("user:PLANNER")));
        assert!(!is_one_of("user:planner-2", &names) && !is_one_of("user:ada", &names));
    }
}
