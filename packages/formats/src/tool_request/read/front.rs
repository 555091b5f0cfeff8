//! The front matter: the small part of YAML in which all readers agree.

use super::{
    lines::Line,
    scalar::{Context, Fault, Scalar, brackets, scalar, tail},
};
use crate::tool_request::{RequestRule as Rule, found::Position};

const MAX_BYTES: usize = 16_384;
const MAX_LINES: usize = 400;

#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A key with nothing after it and no list under it.
    Nothing,
    Scalar(Scalar),
    List(Vec<Item>),
}

#[derive(Debug, Clone)]
pub(crate) enum Item {
    Scalar(Scalar),
    Map(Position, Vec<Pair>),
}

/// A key inside a list entry.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) key: String,
    pub(crate) at: Position,
    pub(crate) value: Option<Scalar>,
}

/// A key at the top.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) at: Position,
    pub(crate) value: Value,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Front {
    pub(crate) entries: Vec<Entry>,
}

impl Front {
    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The text of a key, empty if it has none.
    pub(crate) fn text(&self, key: &str) -> &str {
        match self.get(key).map(|entry| &entry.value) {
            Some(Value::Scalar(scalar)) => scalar.text.trim_matches(' '),
            _ => "",
        }
    }

    /// The entries of a list, none if it is not a list.
    pub(crate) fn list(&self, key: &str) -> &[Item] {
        match self.get(key).map(|entry| &entry.value) {
            Some(Value::List(items)) => items,
            _ => &[],
        }
    }

    /// Every value, wherever it stands.
    pub(crate) fn scalars(&self) -> impl Iterator<Item = &Scalar> {
        self.entries.iter().flat_map(|entry| {
            let (own, items): (Option<&Scalar>, &[Item]) = match &entry.value {
                Value::Nothing => (None, &[]),
                Value::Scalar(scalar) => (Some(scalar), &[]),
                Value::List(items) => (None, items),
            };
            own.into_iter().chain(items.iter().flat_map(|item| {
                let (own, pairs): (Option<&Scalar>, &[Pair]) = match item {
                    Item::Scalar(scalar) => (Some(scalar), &[]),
                    Item::Map(_, pairs) => (None, pairs),
                };
                own.into_iter().chain(pairs.iter().filter_map(|pair| pair.value.as_ref()))
            }))
        })
    }
}

pub(crate) type FrontError = (Rule, Position, &'static str);

/// Finds the two delimiters: the lines between them and the lines after.
pub(crate) fn locate<'l, 'a>(
    lines: &'l [Line<'a>],
) -> Result<(&'l [Line<'a>], &'l [Line<'a>]), FrontError> {
    let Some((_, rest)) = lines.split_first().filter(|(first, _)| first.text == "---") else {
        return Err((
            Rule::FmMissing,
            Position::START,
            "the first line is not exactly three dashes",
        ));
    };
    let Some(end) = rest.iter().position(|line| line.text == "---") else {
        let message = "no line of exactly three dashes ends the front matter";
        return Err((Rule::FmUnterminated, Position::START, message));
    };
    let (front, body) = rest.split_at_checked(end).unwrap_or((rest, &[]));
    Ok((front, body.get(1..).unwrap_or_default()))
}

/// Reads the lines between the delimiters, up to the first that is not of the subset.
pub(crate) fn parse(lines: &[Line<'_>]) -> Result<Front, FrontError> {
    let bytes: usize = lines.iter().map(|line| line.text.len() + 1).sum();
    if lines.len() > MAX_LINES || bytes > MAX_BYTES {
        let at = Position { line: 2, column: 1 };
        return Err((Rule::FmTooLarge, at, "the front matter has over 16,384 bytes or 400 lines"));
    }
    let mut parser = Parser::default();
    for line in lines {
        parser.line(line).map_err(|(rule, message)| {
            let column = line.text.find('\t').filter(|_| rule == Rule::FmTab);
            (rule, column.map_or_else(|| line.at(), |offset| line.at_byte(offset)), message)
        })?;
    }
    Ok(parser.front)
}

#[derive(Default)]
struct Parser {
    front: Front,
    /// Whether the last key may still get list entries.
    open: bool,
    /// The indentation of the entries of the open list.
    dash: Option<usize>,
    /// The indentation of the keys of the open list entry.
    pairs: Option<usize>,
}

impl Parser {
    fn line(&mut self, line: &Line<'_>) -> Result<(), Fault> {
        let text = line.text;
        if text.contains('\t') {
            return Err((Rule::FmTab, "a tab in the front matter"));
        }
        let content = text.trim_start_matches(' ');
        if content.is_empty() || content.starts_with('#') {
            return Ok(());
        }
        if text.starts_with('%') {
            return Err((Rule::FmDirective, "a YAML directive"));
        }
        if text == "..." || text.starts_with("---") {
            return Err((Rule::FmDocumentMarker, "the end or the start of another YAML document"));
        }
        let indent = text.len() - content.len();
        if content == "-" {
            return Err((Rule::FmSyntax, "a list entry without a value"));
        }
        if let Some(entry) = content.strip_prefix("- ") {
            return self.item(indent, entry, line);
        }
        if indent == 0 {
            return self.entry(content, line);
        }
        if self.pairs == Some(indent) {
            let pair = pair(content, line.at())?;
            return self.add_pair(pair);
        }
        Err((Rule::FmIndent, "an indented line that belongs to no list entry"))
    }

    fn entry(&mut self, content: &str, line: &Line<'_>) -> Result<(), Fault> {
        (self.open, self.dash, self.pairs) = (false, None, None);
        let at = line.at();
        let (key, rest) = key(content)?;
        let value_text = rest.trim_start_matches(' ');
        let value_at =
            Position { line: at.line, column: at.column + (content.len() - value_text.len()) };
        let value = if value_text.is_empty() || value_text.starts_with('#') {
            tail(rest)?;
            self.open = true;
            Value::Nothing
        } else if let Some(inner) = value_text.strip_prefix('[') {
            let values = brackets(inner, value_at)?;
            Value::List(values.into_iter().map(Item::Scalar).collect())
        } else {
            let (value, rest) = scalar(value_text, Context::Line, value_at)?;
            tail(rest)?;
            Value::Scalar(value)
        };
        if self.front.get(key).is_some() {
            return Err((Rule::FmDuplicateKey, "a key that has been given before"));
        }
        self.front.entries.push(Entry { key: key.to_owned(), at, value });
        Ok(())
    }

    fn item(&mut self, indent: usize, entry: &str, line: &Line<'_>) -> Result<(), Fault> {
        if !self.open || *self.dash.get_or_insert(indent) != indent {
            return Err((Rule::FmIndent, "a list entry that belongs to no list"));
        }
        let content = entry.trim_start_matches(' ');
        let at = Position { line: line.number, column: line.text.len() - content.len() + 1 };
        let item = if content.is_empty() || content.starts_with('#') {
            return Err((Rule::FmSyntax, "a list entry without a value"));
        } else if looks_like_pair(content) {
            self.pairs = Some(line.text.len() - content.len());
            Item::Map(at, vec![pair(content, at)?])
        } else {
            self.pairs = None;
            let (value, rest) = scalar(content, Context::Line, at)?;
            if !value.plain && rest.trim_start_matches(' ').starts_with(':') {
                return Err((Rule::FmQuotedKey, "a key in quotes"));
            }
            tail(rest)?;
            Item::Scalar(value)
        };
        if let Some(last) = self.front.entries.last_mut() {
            match &mut last.value {
                Value::List(items) => items.push(item),
                other => *other = Value::List(vec![item]),
            }
        }
        Ok(())
    }

    fn add_pair(&mut self, pair: Pair) -> Result<(), Fault> {
        let last = self.front.entries.last_mut().map(|entry| &mut entry.value);
        if let Some(Value::List(items)) = last
            && let Some(Item::Map(_, pairs)) = items.last_mut()
        {
            if pairs.iter().any(|earlier| earlier.key == pair.key) {
                return Err((Rule::FmDuplicateKey, "a key that has been given before"));
            }
            pairs.push(pair);
        }
        Ok(())
    }
}

/// The length of the key at the start.
fn key_length(content: &str) -> usize {
    if !content.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 0;
    }
    content
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
        .count()
}

/// Whether a list entry begins with a key, or with what stands for one in YAML.
fn looks_like_pair(content: &str) -> bool {
    let rest = content.get(key_length(content)..).unwrap_or_default();
    let keyed = rest.len() < content.len() && (rest == ":" || rest.starts_with(": "));
    keyed || content.starts_with("<<") || content.starts_with("? ")
}

/// A key and what follows its colon.
fn key(content: &str) -> Result<(&str, &str), Fault> {
    match content.chars().next() {
        Some('"' | '\'') => return Err((Rule::FmQuotedKey, "a key in quotes")),
        Some('&') => return Err((Rule::FmAnchor, "an anchor")),
        Some('*') => return Err((Rule::FmAlias, "an alias")),
        Some('!') => return Err((Rule::FmTag, "a tag")),
        Some('{') => return Err((Rule::FmFlowMapping, "a mapping in braces")),
        _ if content.starts_with("<<") => return Err((Rule::FmMergeKey, "a merge key")),
        _ if content == "?" || content.starts_with("? ") => {
            return Err((Rule::FmComplexKey, "a key with a question mark"));
        }
        _ => {}
    }
    let not_a_pair =
        (Rule::FmSyntax, "a line that is not a key with a colon and a value after a blank");
    let (key, rest) = content.split_at_checked(key_length(content)).ok_or(not_a_pair)?;
    let rest = rest.strip_prefix(':').filter(|_| !key.is_empty()).ok_or(not_a_pair)?;
    if rest.is_empty() || rest.starts_with(' ') { Ok((key, rest)) } else { Err(not_a_pair) }
}

fn pair(content: &str, at: Position) -> Result<Pair, Fault> {
    let (key, rest) = key(content)?;
    let value_text = rest.trim_start_matches(' ');
    let value_at =
        Position { line: at.line, column: at.column + (content.len() - value_text.len()) };
    let value = if value_text.is_empty() || value_text.starts_with('#') {
        tail(rest)?;
        None
    } else {
        let (value, rest) = scalar(value_text, Context::Line, value_at)?;
        tail(rest)?;
        Some(value)
    };
    Ok(Pair { key: key.to_owned(), at, value })
}
