//! The question as plain text, for a terminal, a mail or a chat.

use super::document::{Question, Row};

/// From so many characters on a value has lines of its own.
const ONE_LINE: usize = 100;
/// How wide those are.
const WIDTH: usize = 100;

/// The text. Each line of a value stands behind a bar, so that no value can look like another argument, or
/// like a line of the question.
pub(super) fn render(question: &Question) -> String {
    let undone = if question.irreversible { "cannot" } else { "can" };
    let mut text =
        format!("Run {}?\nRisk: {}. It {undone} be undone.\n", question.tool, question.risk_level);
    if let Some(subject) = &question.subject {
        text.extend(["On behalf of: ", subject, "\n"]);
    }
    if !question.effects.is_empty() {
        text.push_str("What the gate found in its arguments:\n");
    }
    for effect in &question.effects {
        text.extend(["  - ", effect, "\n"]);
    }
    text.push_str(if question.arguments.is_empty() {
        "It has no arguments.\n"
    } else {
        "Arguments:\n"
    });
    for row in &question.arguments {
        argument(&mut text, row);
    }
    for warning in &question.warnings {
        text.extend(["Note: ", &warning.message, " (", &names(&warning.rows), ").\n"]);
    }
    text.extend(["Without an answer until ", &question.expires_at, ", it does not run.\n"]);
    text
}

fn argument(text: &mut String, row: &Row) {
    let is_string = row.type_name == "string";
    text.extend(["  ", &row.name]);
    if !row.text.contains('\n') && row.text.chars().nth(ONE_LINE).is_none() {
        let quote = if is_string { "\"" } else { "" };
        text.extend([": ", quote, &row.text, quote, "\n"]);
        return;
    }
    if is_string {
        text.push_str(":\n");
    } else {
        // Here no quotes tell a number from a string of digits.
        text.extend([" (", &row.type_name, "):\n"]);
    }
    for line in row.text.split('\n') {
        let mut rest = line;
        let mut bar = "    |";
        loop {
            let end = rest.char_indices().nth(WIDTH).map_or(rest.len(), |(end, _)| end);
            let (piece, after) = rest.split_at(end);
            text.extend([bar, if piece.is_empty() { "" } else { " " }, piece, "\n"]);
            if after.is_empty() {
                break;
            }
            // The same line goes on.
            (rest, bar) = (after, "    +");
        }
    }
}

/// A few names, and how many more there are.
fn names(rows: &[String]) -> String {
    let shown: Vec<&str> = rows.iter().take(5).map(String::as_str).collect();
    let more = match rows.len().saturating_sub(5) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", shown.join(", "))
}
