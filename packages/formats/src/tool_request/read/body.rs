//! The four sections, and everything in a body that one reader shows and another does not.

use super::lines::Line;
use crate::tool_request::{
    RequestRule as Rule,
    found::{Position, RequestFindings},
};

/// The sections in the order that is due.
pub(crate) const NAMES: [&str; 4] =
    ["Command", "Input Files", "Output Expectations", "Risk Assessment"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Command = 0,
    Inputs = 1,
    Outputs = 2,
    Risk = 3,
}

impl Kind {
    const ALL: [Self; 4] = [Self::Command, Self::Inputs, Self::Outputs, Self::Risk];

    fn named(text: &str) -> Option<Self> {
        Self::ALL.into_iter().zip(NAMES).find(|(_, name)| *name == text).map(|(kind, _)| kind)
    }
}

/// One section, empty if it is absent.
#[derive(Debug, Default)]
pub(crate) struct Section<'a> {
    heading: Option<Position>,
    duplicate: bool,
    fenced: bool,
    /// Its lines, without headings and rules.
    pub(crate) lines: Vec<Line<'a>>,
}

impl<'a> Section<'a> {
    /// The lines that are not blank, if the section is there once and holds no code fence.
    pub(crate) fn usable(&self) -> Option<Vec<Line<'a>>> {
        let usable = self.heading.is_some() && !self.duplicate && !self.fenced;
        usable.then(|| {
            self.lines.iter().filter(|line| !line.text.trim().is_empty()).copied().collect()
        })
    }

    pub(crate) fn at(&self) -> Position {
        self.heading.unwrap_or(Position::START)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Body<'a> {
    sections: [Section<'a>; 4],
}

impl<'a> Body<'a> {
    pub(crate) fn section(&self, kind: Kind) -> &Section<'a> {
        let [command, inputs, outputs, risk] = &self.sections;
        match kind {
            Kind::Command => command,
            Kind::Inputs => inputs,
            Kind::Outputs => outputs,
            Kind::Risk => risk,
        }
    }

    fn section_mut(&mut self, kind: Kind) -> &mut Section<'a> {
        let [command, inputs, outputs, risk] = &mut self.sections;
        match kind {
            Kind::Command => command,
            Kind::Inputs => inputs,
            Kind::Outputs => outputs,
            Kind::Risk => risk,
        }
    }
}

/// Where the reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Before,
    Section(Kind),
    /// Below a heading that is not one of the four, or that stood there already.
    Elsewhere,
}

pub(crate) fn read<'a>(lines: &[Line<'a>], found: &mut RequestFindings) -> Body<'a> {
    let mut reader = BodyReader {
        body: Body::default(),
        found,
        place: Part::Before,
        fence: None,
        title: false,
        preamble: false,
        underlined_first: false,
        label_open: false,
    };
    for (index, line) in lines.iter().enumerate() {
        reader.line(*line, lines.get(index + 1));
    }
    reader.end();
    reader.body
}

struct BodyReader<'a, 'f> {
    body: Body<'a>,
    found: &'f mut RequestFindings,
    place: Part,
    /// The mark and length of the fence that is open.
    fence: Option<(char, usize)>,
    title: bool,
    preamble: bool,
    /// Whether the line before is an underlined heading above all sections.
    underlined_first: bool,
    /// Whether a bracket that a line began with is still open.
    label_open: bool,
}

impl<'a> BodyReader<'a, '_> {
    fn line(&mut self, line: Line<'a>, next: Option<&Line<'a>>) {
        let text = line.text.trim();
        let in_command = self.place == Part::Section(Kind::Command);
        if let Some((mark, length)) = self.fence {
            let closes = text.chars().all(|c| c == mark) && text.chars().count() >= length;
            if closes {
                self.fence = None;
            }
            return;
        }
        let inner = without_containers(text);
        if self.opens_fence(inner, &line) {
            return;
        }
        if text.starts_with('#') {
            return self.heading(text, &line);
        }
        if is_heading(inner) {
            let message = "a heading inside a quote or a list entry";
            self.found.add(Rule::BodyUnexpectedHeading, line.at(), message);
        }
        if is_rule(text) {
            return self.rule(text, &line);
        }
        if next.is_some_and(|next| is_rule(next.text.trim()))
            && let Some(kind) = near(text)
        {
            self.underlined_first = self.place == Part::Before;
            return self.start(kind, line.at());
        }
        if !in_command {
            self.hidden(text, inner, &line);
        }
        match self.place {
            Part::Before if !text.is_empty() && !self.preamble => {
                self.preamble = true;
                let message = "text before the first section; only one title line may stand there";
                self.found.add(Rule::BodyPreamble, line.at(), message);
            }
            Part::Section(kind) => self.body.section_mut(kind).lines.push(line),
            _ => {}
        }
    }

    /// Whether the line opens (or is) a code fence.
    fn opens_fence(&mut self, inner: &str, line: &Line<'a>) -> bool {
        let Some(mark) = inner.chars().next().filter(|c| matches!(c, '`' | '~')) else {
            return false;
        };
        let length = inner.chars().take_while(|c| *c == mark).count();
        if length < 3 {
            return false;
        }
        if self.place == Part::Section(Kind::Command) {
            let message = "a code fence; the command stands as one line of plain text";
            self.found.add(Rule::CmdCodeFence, line.at(), message);
        } else {
            self.found.add(Rule::BodyCodeFence, line.at(), "a code fence outside `## Command`");
        }
        if let Part::Section(kind) = self.place {
            self.body.section_mut(kind).fenced = true;
        }
        // With a backtick after it, a fence of backticks is code in a line and opens nothing.
        let info = inner.trim_start_matches(mark);
        if mark == '~' || !info.contains('`') {
            self.fence = Some((mark, length));
        }
        true
    }

    fn heading(&mut self, text: &str, line: &Line<'a>) {
        let at = line.at();
        let level = text.chars().take_while(|c| *c == '#').count();
        if let Some(kind) = near(text) {
            let name = text.strip_prefix("## ").and_then(Kind::named);
            if name != Some(kind) || line.text != text {
                if level == 2 {
                    let message = "a required heading that is not written exactly as it is due";
                    self.found.add(Rule::BodyHeadingText, at, message);
                } else {
                    let message = "a required heading whose level is not 2";
                    self.found.add(Rule::BodyHeadingLevel, at, message);
                }
            }
            self.start(kind, at);
        } else if level == 2 && is_heading(text) {
            self.found.add(Rule::BodyUnknownSection, at, "a section that is not one of the four");
            self.place = Part::Elsewhere;
        } else if level == 1 && is_heading(text) && self.place == Part::Before && !self.title {
            self.title = true;
        } else {
            let message = "a heading besides the four sections and one title before them";
            self.found.add(Rule::BodyUnexpectedHeading, at, message);
        }
    }

    fn start(&mut self, kind: Kind, at: Position) {
        self.place = Part::Section(kind);
        let section = self.body.section_mut(kind);
        if section.heading.is_some() {
            section.duplicate = true;
            self.place = Part::Elsewhere;
            let message = "a section that stands there already";
            self.found.add(Rule::BodyDuplicateSection, at, message);
        } else {
            section.heading = Some(at);
        }
    }

    fn rule(&mut self, text: &str, line: &Line<'a>) {
        let before = self.place == Part::Before || self.underlined_first;
        self.underlined_first = false;
        if before && text.starts_with('-') {
            let message = "a line of dashes before the first section, as of a second front matter";
            self.found.add(Rule::BodySecondFrontMatter, line.at(), message);
            // What stands between two such lines is part of the same slip.
            self.preamble = true;
        } else {
            let message = "a line of dashes or equals signs, which makes a heading or a rule";
            self.found.add(Rule::BodySetextOrRule, line.at(), message);
        }
    }

    /// What Markdown does not show as it stands.
    fn hidden(&mut self, text: &str, inner: &str, line: &Line<'a>) {
        if text.contains("<!--") || text.contains("-->") {
            let message = "an HTML comment, which hides text";
            self.found.add(Rule::BodyHtmlComment, line.at(), message);
        } else if has_tag(text) {
            self.found.add(Rule::BodyRawHtml, line.at(), "an HTML tag or declaration");
        }
        let label = inner.starts_with('[') && inner.contains("]:");
        if label || (self.label_open && inner.contains("]:")) {
            let message = "a link or footnote definition, which hides text";
            self.found.add(Rule::BodyLinkDefinition, line.at(), message);
        }
        self.label_open = !inner.is_empty()
            && (self.label_open || inner.starts_with('['))
            && !inner.contains(']');
    }

    /// What can be said only of the whole body.
    fn end(&mut self) {
        let mut due = Vec::new();
        for (kind, name) in Kind::ALL.into_iter().zip(NAMES) {
            let section = self.body.section(kind);
            let Some(at) = section.heading else {
                let message = format!("the section `## {name}` is missing");
                self.found.add(Rule::BodyMissingSection, Position::START, message);
                continue;
            };
            if !section.duplicate {
                due.push(at.line);
            }
            let blank = section.lines.iter().all(|line| line.text.trim().is_empty());
            if kind != Kind::Command && blank && !section.fenced {
                let message =
                    format!("`## {name}` has no text; with nothing to say it says `None.`");
                self.found.add(Rule::BodyEmptySection, at, message);
            }
        }
        if due.len() == 4 && !due.is_sorted() {
            let first = due.iter().zip(due.iter().skip(1)).find(|(before, after)| after < before);
            let line = first.map_or(1, |(_, after)| *after);
            let message = "the four sections stand in another order than is due";
            self.found.add(Rule::BodySectionOrder, Position { line, column: 1 }, message);
        }
    }
}

/// The section that a heading names or nearly names.
fn near(text: &str) -> Option<Kind> {
    let bare = text.trim_matches(|c: char| c == '#' || c == ':' || c.is_whitespace());
    // Longer texts are not one of the names.
    if bare.len() > 64 {
        return None;
    }
    let words: Vec<String> = bare.split_whitespace().map(str::to_ascii_lowercase).collect();
    let folded = words.join(" ");
    Kind::ALL
        .into_iter()
        .zip(NAMES)
        .find(|(_, name)| name.eq_ignore_ascii_case(&folded))
        .map(|(kind, _)| kind)
}

/// Whether Markdown takes this for a heading: one to six marks and a blank or the end.
fn is_heading(text: &str) -> bool {
    let rest = text.trim_start_matches('#');
    (1..=6).contains(&(text.len() - rest.len()))
        && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

/// Whether this is an underline or a rule made of dashes or equals signs.
fn is_rule(text: &str) -> bool {
    let dashes = text.starts_with('-') && text.chars().all(|c| matches!(c, '-' | ' ' | '\t'));
    dashes || (text.starts_with('=') && text.chars().all(|c| matches!(c, '=' | ' ' | '\t')))
}

/// The text without the marks of quotes and list entries before it.
pub(crate) fn without_containers(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let numbered = rest
            .get(digits..)
            .filter(|_| (1..=9).contains(&digits))
            .and_then(|after| after.strip_prefix(['.', ')']))
            .filter(|after| after.starts_with([' ', '\t']));
        let marked =
            rest.strip_prefix(['-', '*', '+']).filter(|after| after.starts_with([' ', '\t']));
        match rest.strip_prefix('>').or(marked).or(numbered) {
            Some(after) => rest = after,
            None => return rest,
        }
    }
}

/// Whether the line holds what an HTML reader takes for a tag, a declaration or an instruction.
fn has_tag(text: &str) -> bool {
    text.split('<').skip(1).any(|after| {
        let name = after.strip_prefix('/').unwrap_or(after);
        let length =
            name.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
        let named = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name
                .get(length..)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '/', '>']));
        named || after.starts_with(['!', '?'])
    })
}
