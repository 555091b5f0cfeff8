//! Whether what is accepted is no more than what was asked for.

use std::collections::{BTreeSet, HashSet};

use aana_core::json::{Object, Value, canonical};

use crate::{
    Report,
    aaep::{
        AaepRule,
        walk::{FindingCollector, Location, Precision, whole},
    },
};

/// Capabilities of which no more may be accepted than was asked for.
const LISTS: [&str; 4] =
    ["languages", "coalesce_boundaries", "supported_conformance_levels", "supported_extensions"];
/// What is promised only to somebody who asks for it.
const PROMISES: [&str; 2] = ["supports_confirmation_reply", "supports_clarification_reply"];

/// Compares two messages that are valid by themselves.
pub(in crate::aaep) fn compare(request: &Value<'_>, accepted: &Value<'_>) -> Report<AaepRule> {
    let mut walk = FindingCollector::new(Precision::Any);
    let asked = |name: &str| request.as_object()?.get(name);
    let given = |name: &str| accepted.as_object()?.get(name);
    if let (Some(Value::Object(asked)), Some(Value::Object(honored))) =
        (asked("capabilities"), given("honored_capabilities"))
    {
        capabilities(asked, honored, &mut walk);
        let only_signed = asked.get("accept_signed_manifests_only") == Some(&Value::Bool(true));
        if only_signed && given("signed_manifest").is_none() {
            let message =
                "`signed_manifest` is missing; the subscriber takes only signed manifests";
            let at = Location::Root.key("signed_manifest");
            walk.note(AaepRule::HandshakeNotSigned, at, message.to_owned());
        }
    }
    let versions = (asked("aaep_version"), given("aaep_version"));
    if let (Some(Value::String(asked)), Some(Value::String(given))) = versions
        && version(given) > version(asked)
    {
        wider(&mut walk, Location::Root.key("aaep_version"), "`aaep_version` is a later one");
    }
    walk.into_report()
}

fn wider(walk: &mut FindingCollector, at: Location<'_>, what: &str) {
    let message = format!("{what} than the subscriber asked for");
    walk.note(AaepRule::HandshakeWider, at, message);
}

fn capabilities(asked: &Object<'_>, honored: &Object<'_>, walk: &mut FindingCollector) {
    let root = Location::Root;
    let at = root.key("honored_capabilities");
    let both = |name: &str| Some((asked.get(name)?, honored.get(name)?));
    if let Some((Value::Number(most), Value::Number(rate))) = both("max_events_per_second")
        && whole(rate) > whole(most)
    {
        let name = "max_events_per_second";
        wider(walk, at.key(name), "`max_events_per_second` is a higher rate");
    }
    for name in PROMISES {
        if both(name) == Some((&Value::Bool(false), &Value::Bool(true))) {
            wider(walk, at.key(name), &format!("`{name}` promises more"));
        }
    }
    for name in LISTS {
        if let Some((Value::Array(asked), Value::Array(honored))) = both(name) {
            let asked: BTreeSet<String> = asked.iter().map(text_of).collect();
            if honored.iter().any(|entry| !asked.contains(&text_of(entry))) {
                wider(walk, at.key(name), &format!("`{name}` has more entries"));
            }
        }
    }
    let name = "accept_signed_manifests_only";
    if both(name) == Some((&Value::Bool(true), &Value::Bool(false))) {
        wider(walk, at.key(name), "`accept_signed_manifests_only` is less strict");
    }
    if let Some((Value::Object(asked), Value::Object(honored))) = both("event_filters") {
        let filters = at.key("event_filters");
        let (include, exclude) = (entries(honored, "include"), entries(honored, "exclude"));
        if let (Some(asked), Some(honored)) = (entries(asked, "include"), include)
            && !Patterns::of(&asked).cover(&honored)
        {
            wider(walk, filters.key("include"), "`include` lets more event types through");
        }
        // What the subscriber does not want has to stay out, whether it is repeated or not.
        if let Some(asked) = entries(asked, "exclude")
            && !Patterns::of(&exclude.unwrap_or_default()).cover(&asked)
        {
            wider(walk, filters.key("exclude"), "`exclude` lets more event types through");
        }
    }
}

fn entries<'v>(filters: &'v Object<'_>, name: &str) -> Option<Vec<&'v str>> {
    Some(filters.get(name)?.as_array()?.iter().filter_map(Value::as_str).collect())
}

/// Patterns of event types: a type, or its beginning and `*`. There may be many, so that each is looked up.
struct Patterns<'p> {
    types: HashSet<&'p str>,
    beginnings: HashSet<&'p str>,
}

impl<'p> Patterns<'p> {
    fn of(all: &[&'p str]) -> Self {
        Self {
            types: all.iter().copied().collect(),
            beginnings: all.iter().filter_map(|one| one.strip_suffix('*')).collect(),
        }
    }

    /// Whether every event type that fits one of `others` fits one of these.
    fn cover(&self, others: &[&str]) -> bool {
        others.iter().all(|one| {
            let begins = |end| one.get(..end).is_some_and(|start| self.beginnings.contains(start));
            self.types.contains(one) || (0..=one.len()).any(begins)
        })
    }
}

/// A value by which it can be told from others: `1` and `1.0` are one number.
fn text_of(value: &Value<'_>) -> String {
    let mut text = String::new();
    canonical(&mut text, value);
    text
}

/// A version to be compared: its three numbers. What is behind a hyphen comes before the version itself.
fn version(text: &str) -> ([u64; 3], bool) {
    let (numbers, release) =
        text.split_once('-').map_or((text, true), |(numbers, _)| (numbers, false));
    let mut parts = numbers.split('.').map(|part| part.parse().unwrap_or(u64::MAX));
    let mut next = || parts.next().unwrap_or(0);
    ([next(), next(), next()], release)
}
