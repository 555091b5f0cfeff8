//! The names under which clients see tools.

use std::collections::{BTreeMap, BTreeSet};

use aana_core::names;

use super::model::{Descriptor, Tool, digest};

/// Characters of an exposed name. Every client takes 64 of `[A-Za-z0-9_]`, the first one a letter.
const NAME_LENGTH: usize = 64;

/// Every tool with the name under which clients see it: the application's id with `_` for dots and
/// hyphens, two underscores, the tool. Names that are too long or would be the same are cut and told
/// apart by a hash.
pub(super) fn exposed_names<'d>(
    descriptors: &[&'d Descriptor],
) -> impl Iterator<Item = (String, &'d Descriptor, &'d Tool)> {
    // The same descriptor twice is one.
    let mut known = BTreeSet::new();
    let all: Vec<(&Descriptor, &Tool)> = descriptors
        .iter()
        .filter(|it| known.insert((&it.app.id, &it.digest)))
        .flat_map(|it| it.tools.iter().map(|tool| (*it, tool)))
        .collect();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (descriptor, tool) in &all {
        *times.entry(plain_name(descriptor, tool)).or_default() += 1;
    }
    all.into_iter().map(move |(descriptor, tool)| {
        let name = plain_name(descriptor, tool);
        let unique = name.len() <= NAME_LENGTH && times.get(&name) == Some(&1);
        let name = if unique { name } else { told_apart(&name, descriptor, tool) };
        (name, descriptor, tool)
    })
}

/// The name under which a tool is seen as long as it is short enough and no other tool has it.
pub(super) fn plain_name(descriptor: &Descriptor, tool: &Tool) -> String {
    names::of_application(&descriptor.app.id, &tool.name)
}

fn told_apart(name: &str, descriptor: &Descriptor, tool: &Tool) -> String {
    let hash = digest(&format!("{}#{}", descriptor.app.id, tool.name));
    let hash = hash.get(7..15).unwrap_or_default();
    // Names are ASCII, so every place is a character's end.
    format!("{}_{hash}", name.get(..NAME_LENGTH - 9).unwrap_or(name))
}
