//! Paths: what they are made of, where they lead, and whether that is below the operator's folders.
//!
//! Nothing is looked up. A symbolic link cannot be seen, and neither can the working directory.

mod decode;
mod folder;
mod form;
mod place;
mod resolve;
mod secret;

#[cfg(test)]
mod tests;

use alloc::string::String;

use super::{
    effect::{Finding, Sink},
    lookalike::mixes_in_a_word,
    steps::step,
};
pub(crate) use folder::Folder;
pub(crate) use place::Place;
use resolve::{Resolved, Root};

/// Reads a path, and says whether it lies where a host keeps its own files or those of a person: a read there is not
/// public.
pub(crate) fn read(text: &str, place: Place, roots: &[Folder], sink: &mut dyn Sink) -> bool {
    step(text.len());
    let (text, is_url) = without_scheme(text.trim());
    if is_url && place == Place::Argument {
        sink.finding(Finding::UrlScheme);
    }
    let decoded;
    let (mut whole, mut has_encoded_dots) = (text, false);
    if !is_simple(text) {
        decoded = decode::decode(text);
        has_encoded_dots = decoded.has_encoded_dots;
        // What reads the path as C does sees no more than this.
        whole = decoded.text.split('\0').next().unwrap_or_default();
        if whole.len() < decoded.text.len() {
            sink.finding(Finding::HiddenText);
        }
        if form::is_odd(whole) {
            sink.finding(Finding::PathForm);
        }
    }
    let path = resolve::resolve(whole, place);
    dots(&path, has_encoded_dots, sink);
    if secret::is_secret(&path) {
        sink.finding(Finding::SecretFile);
    }
    if is_device(&path) {
        sink.finding(Finding::DevicePath);
    }
    if path.parts.iter().any(|part| mixes_in_a_word(part)) {
        sink.finding(Finding::Lookalike);
    }
    if !roots.is_empty() && !is_below_any(&path, roots) {
        sink.finding(Finding::PathOutsideRoots);
    }
    is_private(&path)
}

/// Whether a text leads to a secret, if it is a path.
pub(crate) fn leads_to_secret(text: &str) -> bool {
    step(text.len());
    let decoded = decode::decode(without_scheme(text.trim()).0);
    secret::is_secret(&resolve::resolve(&decoded.text, Place::Command))
}

/// Whether nothing in a path can be encoded or have an odd form.
fn is_simple(path: &str) -> bool {
    path.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'%' | b':' | b'\\'))
}

/// The path of a `file:` address, and whether it is one.
fn without_scheme(text: &str) -> (&str, bool) {
    let Some((scheme, rest)) = text.split_at_checked(5) else { return (text, false) };
    if !scheme.eq_ignore_ascii_case("file:") {
        return (text, false);
    }
    let Some(behind) = rest.strip_prefix("//") else { return (rest, true) };
    // A host is a share of another machine; none, or this one, is a path.
    let at = behind.find(['/', '\\']).unwrap_or(behind.len());
    let (host, path) = behind.split_at_checked(at).unwrap_or((behind, ""));
    let is_here = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    let is_drive = host.len() == 2 && host.ends_with(':');
    (if is_here && !is_drive { path } else { behind }, true)
}

/// What `..` comes to.
fn dots(path: &Resolved<'_>, has_encoded: bool, sink: &mut dyn Sink) {
    /// Folders of a host that a path climbs to.
    const HOST: [&str; 9] =
        ["etc", "proc", "root", "sys", "dev", "home", "var", "Windows", "Users"];
    let enters_host = || {
        path.climbs > 0
            && path
                .parts
                .first()
                .is_some_and(|first| HOST.iter().any(|folder| folder.eq_ignore_ascii_case(first)))
    };
    if (path.has_dots && has_encoded)
        || path.has_slash_dots
        || (path.root.is_absolute() && path.leaves_first)
        || (!path.root.is_absolute() && enters_host())
    {
        sink.finding(Finding::PathTraversal);
    } else if path.has_dots {
        sink.finding(Finding::PathHasDotdot);
    }
}

/// A device that is more than a source of nothing, of numbers or of the terminal.
fn is_device(path: &Resolved<'_>) -> bool {
    const HARMLESS: [&str; 8] =
        ["null", "zero", "random", "urandom", "stdin", "stdout", "stderr", "tty"];
    match path.parts.as_slice() {
        ["dev", "fd", ..] => false,
        ["dev", device] => path.root == Root::Slash && !HARMLESS.contains(device),
        ["dev", _, ..] => path.root == Root::Slash,
        _ => false,
    }
}

/// Whether the path is that of the host or of a person.
fn is_private(path: &Resolved<'_>) -> bool {
    const HOST: [&str; 5] = ["etc", "proc", "sys", "root", "boot"];
    match path.root {
        Root::Slash => path.parts.first().is_some_and(|first| HOST.contains(first)),
        Root::Drive(_) | Root::Share | Root::Home => true,
        Root::None => false,
    }
}

/// Whether the path is below one of these folders. A relative one is, if it does not climb.
fn is_below_any(path: &Resolved<'_>, roots: &[Folder]) -> bool {
    match path.root {
        Root::None => path.climbs == 0,
        Root::Home => false,
        Root::Slash | Root::Drive(_) | Root::Share => roots.iter().any(|root| root.holds(path)),
    }
}

/// Whether a path begins at a root: of the file system, of a drive, or on another machine.
pub(crate) fn is_absolute(path: &str) -> bool {
    let root = resolve::resolve(path, Place::Argument).root;
    root.is_absolute() && root != Root::Home
}

/// A path in one form: its beginning, and its components with `/` between them. Nothing, if programs may read it
/// differently.
pub(crate) fn normal(text: &str) -> Option<String> {
    step(text.len());
    let (text, is_url) = without_scheme(text.trim());
    let decoded = decode::decode(text);
    if is_url || decoded.has_encoded_dots || decoded.text.contains('\0') || form::is_odd(text) {
        return None;
    }
    let path = resolve::resolve(&decoded.text, Place::Argument);
    let mut normal = match path.root {
        Root::None => String::new(),
        Root::Slash => String::from("/"),
        Root::Drive(letter) => String::from_iter([char::from(letter), ':', '/']),
        Root::Share => String::from("//"),
        Root::Home => {
            let home = text.split(['/', '\\']).next().unwrap_or_default();
            String::from_iter([home, "/"])
        }
    };
    for _ in 0..path.climbs {
        normal.push_str("../");
    }
    for (index, part) in path.parts.iter().enumerate() {
        if index > 0 {
            normal.push('/');
        }
        normal.push_str(part);
    }
    Some(normal)
}

/// Whether a path holds `..`, in any form.
pub(crate) fn climbs(path: &str) -> bool {
    let decoded = decode::decode(path);
    resolve::resolve(&decoded.text, Place::Argument).has_dots
}
