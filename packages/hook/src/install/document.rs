//! A file of settings: JSON with comments, read so that it can be written back byte for byte.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{
    CstContainerNode, CstInputValue as Json, CstLeafNode, CstNode, CstObject, CstRootNode,
};

use super::fault::Fault;

/// A key that stands twice is read as either by different readers: the hook could be there and not be called.
pub(super) fn once(object: &CstObject, key: &str) -> Result<(), Fault> {
    let named = |name: Option<String>| name.as_deref() == Some(key);
    let count = object.properties().iter().filter(|member| named(member.decoded_name())).count();
    if count < 2 {
        return Ok(());
    }
    Err(Fault { line: None, message: format!("`{key}` stands {count} times in one object") })
}

pub(super) fn not(what: &str, wanted: &str) -> Fault {
    Fault { line: None, message: format!("{what} is not {wanted}") }
}

/// The text without the mark at its beginning that some editors write, and the mark.
pub(super) fn without_mark(text: &str) -> (&str, &str) {
    text.strip_prefix('\u{FEFF}').map_or(("", text), |body| ("\u{FEFF}", body))
}

/// JSON with comments and trailing commas, which these clients read too; nothing looser.
pub(super) fn parse(text: &str) -> Result<CstRootNode, Fault> {
    let options = ParseOptions {
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
        ..ParseOptions::default()
    };
    CstRootNode::parse(text, &options).map_err(|error| {
        let before = text.get(..error.range().start).unwrap_or_default();
        let message = format!("it is not JSON with comments: {}", error.kind());
        Fault { line: Some(before.matches('\n').count() + 1), message }
    })
}

/// Whether a value is the wanted one, in whatever order and form its members stand.
pub(super) fn equals(node: &CstNode, wanted: &Json) -> bool {
    match (node, wanted) {
        (CstNode::Leaf(CstLeafNode::StringLit(text)), Json::String(wanted)) => {
            text.decoded_value().is_ok_and(|text| text == *wanted)
        }
        (CstNode::Leaf(CstLeafNode::NumberLit(number)), Json::Number(wanted)) => {
            number.to_string() == *wanted
        }
        (CstNode::Leaf(CstLeafNode::BooleanLit(value)), Json::Bool(wanted)) => {
            value.value() == *wanted
        }
        (CstNode::Container(CstContainerNode::Array(list)), Json::Array(wanted)) => {
            let elements = list.elements();
            elements.len() == wanted.len()
                && elements.iter().zip(wanted).all(|(it, wanted)| equals(it, wanted))
        }
        (CstNode::Container(CstContainerNode::Object(object)), Json::Object(wanted)) => {
            object.properties().len() == wanted.len()
                && wanted.iter().all(|(key, value)| {
                    let found = object.get(key).and_then(|member| member.value());
                    found.is_some_and(|found| equals(&found, value))
                })
        }
        _ => false,
    }
}

pub(super) fn string(node: &CstNode) -> Option<String> {
    node.as_string_lit()?.decoded_value().ok()
}
