//! Which file uses which: every path that a module mentions is followed to the file that defines what it names.
//!
//! A name that a module hands on with `pub use` leads to where it is defined. So a parent may list what its children
//! offer, and they may name one another through it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::PathBuf;

use super::modules::{Module, Name};

/// The names that one file takes from another.
pub(super) type Uses = BTreeMap<(PathBuf, PathBuf), BTreeSet<String>>;

/// Where a path leads.
enum Place {
    /// To a module as such, which by itself is not a use of it.
    Module,
    /// To something that this module defines.
    Inside(usize),
}

/// The imports that one mention was followed through. Each is taken once: `use json::json` names itself.
type Seen = HashSet<(usize, String)>;

/// Every use of a file by another one of the crate.
pub(super) fn of(modules: &[Module]) -> Uses {
    let mut uses = Uses::new();
    for (index, module) in modules.iter().enumerate() {
        for mention in &module.mentions {
            let mut seen = HashSet::new();
            for place in follow(modules, index, mention, &mut seen) {
                let Place::Inside(target) = place else { continue };
                let (from, to) = (&module.file, &modules[target].file);
                if from != to {
                    let names = uses.entry((from.clone(), to.clone())).or_default();
                    names.extend(mention.last().cloned());
                }
            }
        }
    }
    uses
}

/// Follows a path that stands in a module. It leads nowhere if it names something of another crate, or a variable.
fn follow(modules: &[Module], from: usize, path: &[String], seen: &mut Seen) -> Vec<Place> {
    let mut at = from;
    let mut rest = path;
    while let [head, tail @ ..] = rest {
        at = match head.as_str() {
            "crate" => 0,
            "self" => at,
            "super" => modules[at].parent.unwrap_or(0),
            _ => break,
        };
        rest = tail;
    }
    let keyword = rest.len() < path.len();
    let places = inside(modules, at, rest, seen);
    // What a macro defines is not seen. A path that leads into a module is enough to know whose it is.
    if places.is_empty() && keyword && !rest.is_empty() { vec![Place::Inside(at)] } else { places }
}

/// Follows what is left of a path within a module.
fn inside(modules: &[Module], at: usize, path: &[String], seen: &mut Seen) -> Vec<Place> {
    let [name, rest @ ..] = path else { return vec![Place::Module] };
    if name == "*" {
        return vec![Place::Inside(at)];
    }
    let mut places = Vec::new();
    let first = seen.insert((at, name.clone()));
    for known in modules[at].names.get(name).into_iter().flatten() {
        match known {
            Name::Item => places.push(Place::Inside(at)),
            Name::Import(path) if first => {
                places.extend(follow(modules, at, &[path, rest].concat(), seen));
            }
            Name::Import(_) => {}
            Name::Module(child) => {
                let found = inside(modules, *child, rest, seen);
                let unseen = found.is_empty().then_some(Place::Inside(*child));
                places.extend(found.into_iter().chain(unseen));
            }
        }
    }
    if places.is_empty() && first {
        for glob in &modules[at].globs {
            let found = follow(modules, at, &[glob, path].concat(), seen);
            // Whether a name that nobody defines comes from here cannot be told.
            places.extend(found.into_iter().filter(
                |place| matches!(place, Place::Inside(to) if modules[*to].names.contains_key(name)),
            ));
        }
    }
    places
}
