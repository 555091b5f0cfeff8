//! What the sections and the command say about inputs and outputs, against the front matter.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    command::Command,
    paths::{Absolute, absolute, names_home, names_host, without_urls},
    values::Fields,
};
use crate::tool_request::read::{
    body::{Body, Kind},
    forms,
    lines::Line,
};
use crate::tool_request::{RequestRule as Rule, found::RequestFindings};

pub(crate) fn check(
    fields: &Fields,
    body: &Body<'_>,
    command: &Command,
    found: &mut RequestFindings,
) {
    if let Some(lines) = body.section(Kind::Inputs).usable() {
        inputs(fields, body, &lines, found);
    }
    if let Some(lines) = body.section(Kind::Outputs).usable() {
        outputs(fields, body, &lines, found);
    }
    if let Some(places) = &command.places {
        let declared: Vec<&str> = fields.inputs.iter().filter_map(|i| i.name.as_deref()).collect();
        if places.inputs.iter().any(|place| !covers(&declared, place)) {
            let message = "the command reads a path under `/in` that `inputs` does not declare";
            found.add(Rule::InCommandUndeclared, command.at, message);
        }
        let expected: Vec<&str> = fields.outputs.iter().filter_map(|o| o.path.as_deref()).collect();
        if places.outputs.iter().any(|place| !covers(&expected, place)) {
            let message =
                "the command writes a path under `/out` that `outputs_expected` leaves out";
            found.add(Rule::OutCommandUndeclared, command.at, message);
        }
        for input in &fields.inputs {
            let Some(name) = &input.name else { continue };
            let used = places
                .inputs
                .iter()
                .any(|place| place.is_empty() || place == name || is_folder_of(place, name));
            if !used {
                let message = "a declared input that the command does not name";
                found.add(Rule::InUnused, input.at, message);
            }
        }
    }
}

/// Whether a place is a declared name or a folder that holds one.
fn covers(names: &[&str], place: &str) -> bool {
    place.is_empty() || names.iter().any(|name| *name == place || is_folder_of(place, name))
}

fn is_folder_of(place: &str, name: &str) -> bool {
    name.strip_prefix(place).is_some_and(|rest| rest.starts_with('/'))
}

/// A text of a section that stands between blanks, table bars, code marks and the like.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "`|\"'()[]<>{},;*=".contains(c))
        .filter(|piece| !piece.is_empty())
}

/// A piece without the marks that end a phrase.
fn bare(piece: &str) -> &str {
    piece.trim_end_matches(['.', ':', '!', '?'])
}

/// The absolute path in a piece, if it is one or has one after a colon.
fn path_in(piece: &str) -> Option<&str> {
    let piece = bare(piece);
    let path = match piece.find(":/") {
        Some(colon) => piece.get(colon + 1..).unwrap_or_default(),
        None => piece,
    };
    // A slash alone is a mark between words.
    (path.starts_with('/') && path.len() > 1).then_some(path)
}

fn inputs(fields: &Fields, body: &Body<'_>, lines: &[Line<'_>], found: &mut RequestFindings) {
    let mut declared: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for input in &fields.inputs {
        if let Some(name) = &input.name {
            declared.entry(name).or_default().extend(input.sha256.as_deref());
        }
    }
    let mut listed = BTreeSet::new();
    let mut current: Option<String> = None;
    for line in lines {
        let (text, _) = without_urls(line.text);
        let mut label = Label::None;
        let mut outside = names_host(line.text) || names_home(line.text, &|_| true);
        for piece in pieces(&text) {
            if let Some(path) = path_in(piece) {
                label = Label::None;
                match absolute(path) {
                    Absolute::Input(below) => {
                        if !below.is_empty() && !declared.contains_key(below.as_str()) {
                            let message = "a path under `/in` that `inputs` does not declare";
                            found.add(Rule::InSectionExtra, line.at(), message);
                        }
                        listed.insert(below.clone());
                        current = Some(below);
                    }
                    _ => outside = true,
                }
                continue;
            }
            let (next, hash) = read_label(piece);
            if hash.is_empty() {
                label = next;
                continue;
            }
            let labelled = match if next == Label::None { label } else { next } {
                Label::None => false,
                Label::Bare => hash.bytes().all(|byte| byte.is_ascii_hexdigit()),
                Label::Colon => true,
            };
            label = Label::None;
            let known = current.as_deref().and_then(|name| declared.get(name));
            if (labelled || forms::is_sha256(hash))
                && known.is_some_and(|hashes| !hashes.iter().all(|h| h.eq_ignore_ascii_case(hash)))
            {
                let message = "a hash that is not the one declared for this input";
                found.add(Rule::InSectionHash, line.at(), message);
            }
        }
        if outside {
            let message = "`## Input Files` names a place that is not under `/in`";
            found.add(Rule::InSectionLocation, line.at(), message);
        }
    }
    for input in &fields.inputs {
        if input.name.as_ref().is_some_and(|name| !listed.contains(name)) {
            let message = "a declared input that `## Input Files` does not list under `/in`";
            found.add(Rule::InSectionMissing, body.section(Kind::Inputs).at(), message);
        }
    }
}

/// Whether a text is said to be a hash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    None,
    /// `sha256` alone: what follows is a hash if it looks like one.
    Bare,
    /// `sha256:`: what follows is a hash, whatever it looks like.
    Colon,
}

/// The label in a piece, and the text in it that is not a label.
fn read_label(piece: &str) -> (Label, &str) {
    let Some((label, rest)) = piece.split_at_checked("sha256".len()) else {
        return (Label::None, bare(piece));
    };
    if !label.eq_ignore_ascii_case("sha256") {
        return (Label::None, bare(piece));
    }
    match rest.strip_prefix([':', '-']) {
        Some(attached) => (Label::Colon, bare(attached)),
        None => (Label::Bare, rest),
    }
}

fn outputs(fields: &Fields, body: &Body<'_>, lines: &[Line<'_>], found: &mut RequestFindings) {
    let expected: BTreeSet<&str> =
        fields.outputs.iter().filter_map(|output| output.path.as_deref()).collect();
    let mut listed = BTreeSet::new();
    for line in lines {
        let (text, _) = without_urls(line.text);
        let mut outside = names_host(line.text) || names_home(line.text, &|_| true);
        for path in pieces(&text).filter_map(path_in) {
            match absolute(path) {
                Absolute::Output(below) => {
                    if !below.is_empty() && !expected.contains(below.as_str()) {
                        let message = "a path under `/out` that `outputs_expected` leaves out";
                        found.add(Rule::OutSectionExtra, line.at(), message);
                    }
                    listed.insert(below);
                }
                _ => outside = true,
            }
        }
        if outside {
            let message = "`## Output Expectations` names a place that is not under `/out`";
            found.add(Rule::OutSectionLocation, line.at(), message);
        }
    }
    for path in expected {
        if !listed.contains(path) {
            let message =
                "an expected output that `## Output Expectations` does not list under `/out`";
            found.add(Rule::OutSectionMissing, body.section(Kind::Outputs).at(), message);
        }
    }
}
