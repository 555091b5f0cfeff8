//! The command: one line, then its tokens, then what they mean.

use aana_core::commands::reads_like_a_command;

use super::{
    forbidden,
    origin::Origin,
    paths::{self, Places},
    programs,
    values::Fields,
};
use crate::command::{CommandLine, Construct, split};
use crate::tool_request::read::{body::Section, lines::Line};
use crate::tool_request::{
    RequestRule as Rule,
    found::{Position, RequestFindings},
};

const MAX_BYTES: usize = 4_096;
const MAX_WORDS: usize = 256;

/// What came of the Command section.
#[derive(Debug, Default)]
pub(crate) struct Command {
    /// The words, if a shell would do nothing but pass them on.
    pub(crate) line: Option<CommandLine>,
    /// Where the line begins.
    pub(crate) at: Position,
    /// The places under `/in` and `/out` that the words name, if the meaning was read to its end.
    pub(crate) places: Option<Places>,
    /// Whether no hash covers what would run.
    pub(crate) script_unbound: bool,
}

pub(crate) fn read(section: &Section<'_>, fields: &Fields, found: &mut RequestFindings) -> Command {
    let Some(lines) = section.usable() else { return Command::default() };
    let Some(line) = one_line(&lines, section, found) else { return Command::default() };
    let text = line.text.trim_matches([' ', '\t']);
    let start = line.text.len() - line.text.trim_start_matches([' ', '\t']).len();
    let origin = Origin { line, offset: start };
    if text.len() > MAX_BYTES {
        found.add(Rule::CmdTooLong, origin.at(0), "the command has over 4,096 bytes");
        return Command::default();
    }
    let parts = split(text);
    if parts.words().len() > MAX_WORDS {
        found.add(Rule::CmdTooLong, origin.at(0), "the command has over 256 words");
        return Command::default();
    }
    let mut seen = Vec::new();
    for part in parts.found() {
        if !seen.contains(&part.construct) {
            seen.push(part.construct);
            let (rule, message) = rule_of(part.construct);
            found.add(rule, origin.at(part.at), message);
        }
    }
    if !parts.is_plain() {
        return Command { at: origin.at(0), ..Command::default() };
    }
    let mut command = Command { at: origin.at(0), ..Command::default() };
    meaning(&parts, origin, fields, &mut command, found);
    command.line = Some(parts);
    command
}

/// The one line of the section.
fn one_line<'a>(
    lines: &[Line<'a>],
    section: &Section<'_>,
    found: &mut RequestFindings,
) -> Option<Line<'a>> {
    let Some((first, rest)) = lines.split_first() else {
        found.add(Rule::CmdEmpty, section.at(), "`## Command` has no text");
        return None;
    };
    let continued = lines.iter().find(|line| {
        let text = line.text.trim_matches([' ', '\t']);
        (text.len() - text.trim_end_matches('\\').len()) % 2 == 1
    });
    if let Some(line) = continued {
        let message = "a line of the command ends in a backslash";
        found.add(Rule::CmdLineContinuation, line.at(), message);
        return None;
    }
    let Some(second) = rest.first() else { return Some(*first) };
    let opens_document = split(first.text.trim_matches([' ', '\t']))
        .found()
        .iter()
        .any(|part| part.construct == Construct::HereDocument);
    if opens_document {
        found.add(Rule::CmdHeredoc, first.at(), "the command opens a here-document");
    } else {
        found.add(
            Rule::CmdMultipleLines,
            second.at(),
            "`## Command` has more than one line of text",
        );
    }
    None
}

const fn rule_of(construct: Construct) -> (Rule, &'static str) {
    match construct {
        Construct::Chaining => {
            (Rule::CmdChaining, "an unquoted `;`, `&&` or `||`, which chains commands")
        }
        Construct::Pipeline => (Rule::CmdPipeline, "an unquoted `|`, which makes a pipeline"),
        Construct::Background => (Rule::CmdBackground, "an unquoted `&`"),
        Construct::Redirection => (Rule::CmdRedirection, "an unquoted `<` or `>`, which redirects"),
        Construct::HereDocument => (Rule::CmdHeredoc, "an unquoted `<<`, which opens a document"),
        Construct::ProcessSubstitution => {
            (Rule::CmdProcessSubstitution, "an unquoted `<(` or `>(`")
        }
        Construct::CommandSubstitution => {
            (Rule::CmdCommandSubstitution, "`$(` or `$[` outside single quotes")
        }
        Construct::Backtick => (Rule::CmdBacktick, "a backtick outside single quotes"),
        Construct::VariableExpansion => {
            (Rule::CmdVariableExpansion, "a `$` outside single quotes that a shell would expand")
        }
        Construct::AnsiCQuote => (Rule::CmdAnsiCQuote, "a quote with a `$` before it"),
        Construct::Subshell => (Rule::CmdSubshell, "an unquoted parenthesis"),
        Construct::BraceExpansion => (Rule::CmdBraceExpansion, "an unquoted brace; quote it"),
        Construct::Glob => (Rule::CmdGlob, "an unquoted `*`, `?` or square bracket; quote it"),
        Construct::Escape => {
            (Rule::CmdEscape, "a backslash outside quotes; quote the text instead")
        }
        Construct::Comment => (Rule::CmdComment, "an unquoted `#` at the start of a word"),
        Construct::UnterminatedQuote => (Rule::CmdUnterminatedQuote, "a quote that does not end"),
        // Stage B lets no control character but the tab pass.
        Construct::Tab | Construct::Control => (Rule::CmdTab, "a tab in the command; use a space"),
        Construct::Confusable => (
            Rule::CmdConfusable,
            "an unquoted character that only looks like an operator or a quote",
        ),
        Construct::NonAscii => {
            (Rule::CmdNonAsciiUnquoted, "an unquoted character outside ASCII; quote it")
        }
    }
}

fn meaning(
    parts: &CommandLine,
    origin: Origin<'_>,
    fields: &Fields,
    command: &mut Command,
    found: &mut RequestFindings,
) {
    let words = parts.words();
    let Some((program, arguments)) = words.split_first() else { return };
    if is_assignment(program) {
        let message = "an assignment before the program";
        found.add(Rule::CmdEnvAssignment, origin.at(program.at()), message);
        return;
    }
    let mut places = Places::default();
    let before = found.len();
    paths::word(program, origin, &mut places, found);
    let program_is_bad_path = found.len() > before;
    let mut broken = Vec::new();
    for word in arguments {
        let before = found.len();
        paths::word(word, origin, &mut places, found);
        broken.push(found.len() > before);
    }
    if program.text().contains('/') {
        if !program_is_bad_path {
            let message = "the program is given by a path; name it alone";
            found.add(Rule::CmdProgramNotAllowed, origin.at(program.at()), message);
        }
        return;
    }
    let before = found.len();
    let run = programs::read(words, origin, fields, found);
    if found.len() > before {
        return;
    }
    programs::flags(arguments, origin, found);
    if let Some(run) = run {
        let bound =
            run.script.as_deref().and_then(|script| script.strip_prefix("/in/")).is_some_and(
                |name| fields.inputs.iter().any(|input| input.name.as_deref() == Some(name)),
            );
        command.script_unbound = !bound;
        // Without a language it is not known what the words would run.
        if !bound && fields.language.is_some() {
            let message = "what runs is not a declared input under `/in/`, so no hash covers it";
            found.add(Rule::CmdScriptUnbound, origin.at(0), message);
        }
    }
    for (word, broken) in arguments.iter().zip(broken) {
        // What breaks a rule is told of once.
        if !broken && reads_like_a_shell_line(word.text()) {
            let message = "an argument that reads like a line for a shell; see that the script hands it to none";
            found.add(Rule::CmdShellLikeArgument, origin.at(word.at()), message);
        }
    }
    paths::urls(arguments, origin, fields, found);
    command.places = Some(places);
}

/// Whether a shell would make a command of an argument. Around a semicolon and a blank it would make two,
/// whatever they are.
fn reads_like_a_shell_line(text: &str) -> bool {
    (text.contains(' ') && text.contains(';') || reads_like_a_command(text))
        && !forbidden::tells_to_install(text)
}

/// Whether the first word is `NAME=...` or `NAME+=...` up to the sign unquoted.
fn is_assignment(word: &crate::command::Word) -> bool {
    let Some((before, _)) = word.text().split_once('=') else { return false };
    let name = before.strip_suffix('+').unwrap_or(before);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && (0..=before.len()).all(|offset| !word.is_quoted(offset))
}
