//! What a client sends: one reader for each.

mod claude;
mod cline;
mod copilot;
mod cursor;
mod gemini;
mod opencode;
mod parts;
mod plain;
mod windsurf;

use aana_core::json::Value;

use crate::read::parse;
use crate::{Client, Form};
pub(crate) use parts::{Moment, Payload, Unreadable};

/// Reads the payload of a client. `tool` is the name of the tool if it stands beside the payload, as Amp has it.
pub(crate) fn read(
    client: Client,
    bytes: &[u8],
    tool: Option<&str>,
) -> Result<Payload, Unreadable> {
    let unreadable = |why| Unreadable { form: Form::of(client), why };
    let text = std::str::from_utf8(bytes).map_err(|_| unreadable("the payload is not UTF-8"))?;
    let value = parse(text.trim_start_matches('\u{FEFF}'));
    let Some(Value::Object(payload)) = value else {
        return Err(unreadable(
            "the payload is not one JSON object in which every key stands once",
        ));
    };
    let read = match client {
        Client::ClaudeCode | Client::Codex => claude::read,
        Client::GeminiCli => gemini::read,
        Client::Cursor => cursor::read,
        Client::CopilotCli | Client::Vscode => copilot::read,
        Client::Opencode => opencode::read,
        Client::Cline => cline::read,
        Client::Goose | Client::Crush | Client::AmazonQ | Client::Kiro => plain::read,
        Client::Windsurf => windsurf::read,
        Client::Amp => return plain::delegated(&payload, tool).map_err(unreadable),
    };
    read(client, &payload)
        .map_err(|(form, why)| Unreadable { form: form.unwrap_or(Form::of(client)), why })
}
