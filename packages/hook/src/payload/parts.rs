//! What the payloads of the clients have in common.

use aana_core::json::{Object, Value};

use crate::Form;
use crate::read::text;

/// One payload.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Payload {
    pub(crate) form: Form,
    pub(crate) moment: Moment,
    pub(crate) session: Option<String>,
    /// The directory that relative paths are below.
    pub(crate) directory: Option<String>,
    /// Directories that the person works in, if the client names several.
    pub(crate) roots: Vec<String>,
    /// A sub-agent, if the client names it.
    pub(crate) agent: Option<String>,
    /// Nobody is there who could be asked, as far as the payload says.
    pub(crate) unattended: bool,
}

/// What happens.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Moment {
    /// A tool is about to be called.
    Call {
        /// As the client calls it.
        tool: String,
        arguments: Object<'static>,
        /// The server and its tool, if the client says that the call goes to an MCP server.
        server: Option<(String, String)>,
    },
    /// The person said something.
    Prompt(String),
    /// Something else, at which nothing can be stopped.
    Other,
}

/// A payload that is not understood. The call does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreadable {
    pub(crate) form: Form,
    pub(crate) why: &'static str,
}

/// What every reader gives: the form of the answer stands beside an error, if it is known by then.
pub(super) type Reading = Result<Payload, (Option<Form>, &'static str)>;

/// A payload with what most clients say in the same words.
pub(super) fn common(payload: &Object<'_>, form: Form, moment: Moment) -> Payload {
    let mode = text(payload, &["permission_mode", "permissionMode"]);
    Payload {
        form,
        moment,
        session: text(payload, &["session_id", "sessionId", "conversation_id"]).map(str::to_owned),
        directory: text(payload, &["cwd", "working_dir", "directory"]).map(str::to_owned),
        roots: listed(payload, &["workspace_roots", "workspaceRoots"]),
        agent: text(payload, &["agent_id", "agentId", "agent_type"]).map(str::to_owned),
        unattended: mode == Some("dontAsk"),
    }
}

fn listed(payload: &Object<'_>, keys: &[&str]) -> Vec<String> {
    let items = keys.iter().find_map(|key| payload.get(key)?.as_array()).unwrap_or_default();
    items.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The call of a payload that has the tool's name and its arguments under these keys.
pub(super) fn call(
    payload: &Object<'_>,
    name: &[&str],
    arguments: &[&str],
) -> Result<Moment, &'static str> {
    let tool = text(payload, name).ok_or("the payload names no tool")?;
    let given = arguments.iter().find_map(|key| payload.get(key));
    let arguments = crate::read::arguments(given)
        .ok_or("the arguments of the call are neither an object nor a text")?;
    Ok(Moment::Call { tool: tool.to_owned(), arguments, server: None })
}

/// A payload at which nothing can be stopped.
pub(super) fn other(payload: &Object<'_>) -> Payload {
    common(payload, Form::Silent, Moment::Other)
}

/// The words of the person.
pub(super) fn prompt(payload: &Object<'_>, form: Form, keys: &[&str]) -> Payload {
    let moment = text(payload, keys).map_or(Moment::Other, |said| Moment::Prompt(said.to_owned()));
    common(payload, form, moment)
}

pub(super) const NO_EVENT: &str = "the payload names no event that this client is known to have";
