//! A call in our own words: one name and one set of keys for what the clients call in a dozen ways, so that one
//! policy holds for all of them.

use aana_core::contract::{ToolCategory, VerbClass};
use aana_core::json::{Member, Object, Value};
use aana_core::names;

use crate::client::Client;
use crate::patch;
use crate::places::{self, Files};
use crate::read::{member, of, string, text, with};
use crate::tools::{self, Kind, Servers};

/// What is about to happen, as the gate is asked about it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    pub(crate) tool: String,
    pub(crate) category: ToolCategory,
    pub(crate) arguments: Object<'static>,
    /// The files that it is about, absolute, as written and with links followed.
    pub(crate) paths: Vec<String>,
    /// One of them is written with `..`, which leads elsewhere behind a link.
    pub(crate) climbs: bool,
    /// The client is asked to leave its own sandbox.
    pub(crate) unguarded: bool,
}

/// A tool of a client is not called as it is known to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnknownShape(pub(crate) &'static str);

/// Where the call comes from.
pub(crate) struct Origin<'o> {
    pub(crate) client: Client,
    pub(crate) directory: &'o str,
    /// The directories that the person works in.
    pub(crate) roots: &'o [String],
    pub(crate) files: &'o dyn Files,
}

type Arguments = Object<'static>;

const COMMANDS: [&str; 6] = ["command", "cmd", "command_line", "commandLine", "commands", "input"];
const PATHS: [&str; 21] = [
    "absolutePath",
    "absolute_path",
    "image_paths",
    "file_path",
    "filePath",
    "path",
    "paths",
    "file_paths",
    "filePaths",
    "files",
    "notebook_path",
    "notebookPath",
    "dir_path",
    "dirPath",
    "directory",
    "source",
    "relative_path",
    "relativePath",
    "uri",
    "include",
    "target_file",
];
/// What stands beside a command for the person to read, or for the client's own question. No shell sees it.
const BESIDE_COMMANDS: [&str; 13] = [
    "description",
    "explanation",
    "goal",
    "justification",
    "label",
    "reason",
    "requires_approval",
    "summary",
    "mode",
    "shellId",
    "sessionId",
    "status_message",
    "statusMessage",
];
/// Where a command runs, if the call says so.
const DIRECTORIES: [&str; 7] = [
    "cwd",
    "workdir",
    "working_dir",
    "workingDirectory",
    "working_directory",
    "dir_path",
    "directory",
];
const ADDRESSES: [&str; 4] = ["url", "urls", "uri", "href"];

/// Reads a call of a client.
pub(crate) fn read(
    origin: &Origin<'_>,
    tool: &str,
    arguments: Arguments,
    server: Option<(String, String)>,
) -> Result<Call, UnknownShape> {
    if let Some((server, name)) = server {
        return Ok(of_server(&server, &name, arguments));
    }
    if let Some(kind) = tools::kind(origin.client, tool) {
        return known(origin, kind, arguments);
    }
    let named = match tools::servers(origin.client) {
        Servers::Doubled => tool.strip_prefix("mcp__").and_then(|name| name.split_once("__")),
        Servers::Single => tool.strip_prefix("mcp_").and_then(|name| name.split_once('_')),
        Servers::Bare(sign) => tool.split_once(sign),
        Servers::At => tool.strip_prefix('@').and_then(|name| name.split_once('/')),
        Servers::Said => None,
    };
    Ok(match named {
        Some((server, name)) if !server.is_empty() && !name.is_empty() => {
            of_server(server, name, arguments)
        }
        // Nothing is known of it, so the policy has to say what it is.
        _ => plain(tool, ToolCategory::Unknown, arguments),
    })
}

/// A tool of an MCP server. Without its definition its name is all there is: one that says nothing is a write, which a
/// person can be asked about. Of the others the gate makes a write where the name or the arguments say so.
fn of_server(server: &str, name: &str, arguments: Arguments) -> Call {
    let says_nothing = names::verb_class(name) == VerbClass::Other;
    let category = if says_nothing { ToolCategory::Write } else { ToolCategory::PrivateRead };
    plain(&format!("{server}/{name}"), category, arguments)
}

fn plain(tool: &str, category: ToolCategory, arguments: Arguments) -> Call {
    let (tool, paths) = (tool.to_owned(), Vec::new());
    Call { tool, category, arguments, paths, climbs: false, unguarded: false }
}

fn known(origin: &Origin<'_>, kind: Kind, arguments: Arguments) -> Result<Call, UnknownShape> {
    match kind {
        Kind::Shell => shell(origin, "shell", arguments),
        Kind::PowerShell => shell(origin, "powershell", arguments),
        // Cline's `attempt_completion` runs the command that it brings along.
        Kind::Internal if COMMANDS.iter().any(|key| arguments.get(key).is_some()) => {
            let mut members = arguments.into_members();
            members.retain(|member| COMMANDS.contains(&&*member.key));
            shell(origin, "shell", of(members))
        }
        Kind::Read => {
            let call = at_paths(origin, "read_file", ToolCategory::PrivateRead, arguments);
            if call.arguments.get("paths").is_none() {
                return Err(UnknownShape("a call that reads a file names none"));
            }
            Ok(call)
        }
        Kind::Search => Ok(at_paths(origin, "search_files", ToolCategory::PrivateRead, arguments)),
        Kind::Edit => edit(origin, "edit_file", arguments),
        Kind::Delete => edit(origin, "delete_file", arguments),
        Kind::Download => edit(origin, "download_file", addressed(arguments)),
        Kind::Patch => patched(origin, arguments),
        Kind::Fetch => {
            let arguments = addressed(arguments);
            if arguments.get("urls").is_none() && arguments.get("action").is_none() {
                return Err(UnknownShape("a call that reads an address names none"));
            }
            Ok(plain("fetch_url", ToolCategory::PublicRead, arguments))
        }
        Kind::WebSearch => Ok(plain("search_web", ToolCategory::PublicRead, arguments)),
        Kind::Delegate => Ok(plain("ask_subagent", ToolCategory::PrivateRead, arguments)),
        Kind::Send => Ok(plain("send_message", ToolCategory::Write, arguments)),
        Kind::Schedule => Ok(plain("schedule_prompt", ToolCategory::Write, arguments)),
        Kind::Remember => Ok(plain("update_memory", ToolCategory::Write, arguments)),
        // What the client tells itself is nobody's business, and may be of any shape.
        Kind::Internal => Ok(plain("plan_steps", ToolCategory::PublicRead, Object::default())),
        Kind::Resource => Ok(plain("read_resource", ToolCategory::PrivateRead, arguments)),
        Kind::Aws => aws(arguments),
    }
}

/// A command: a text, several of them, which run one after another, or the words of one.
fn shell(origin: &Origin<'_>, tool: &str, arguments: Arguments) -> Result<Call, UnknownShape> {
    let found = COMMANDS.iter().find_map(|key| Some((*key, arguments.get(key)?)));
    let Some((key, value)) = found else {
        return Err(UnknownShape("a call of a shell names no command"));
    };
    let command = match value {
        Value::String(command) => member("command", command.as_ref()),
        Value::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            let texts = texts.ok_or(UnknownShape("a command of a shell is not a text"))?;
            // Several commands are texts of their own: a quote that one opens ends with it.
            let key = if key == "commands" { "commands" } else { "argv" };
            with(key, Value::Array(texts.into_iter().map(string).collect()))
        }
        _ => return Err(UnknownShape("a command of a shell is not a text")),
    };
    let unguarded = arguments.get("dangerouslyDisableSandbox") == Some(&Value::Bool(true));
    let mut first = vec![command];
    first.extend(elsewhere(origin, &arguments).map(|directory| member("cwd", directory)));
    let arguments = replaced(arguments, &DIRECTORIES, Vec::new());
    let arguments = replaced(arguments, &BESIDE_COMMANDS, Vec::new());
    let arguments = replaced(arguments, &[key], first);
    Ok(Call { unguarded, ..plain(tool, ToolCategory::PrivateRead, arguments) })
}

/// The directory of a command, if the person does not work there.
fn elsewhere(origin: &Origin<'_>, arguments: &Arguments) -> Option<String> {
    let given = text(arguments, &DIRECTORIES);
    let home = origin.files.home();
    let written = places::absolute(given.unwrap_or_default(), origin.directory, home.as_deref());
    let place = origin.files.resolved(&written);
    let inside = |place: &str| origin.roots.iter().any(|root| places::is_below(place, root));
    // Without a workspace, as in a home directory, no place counts as outside of it.
    let known = origin.roots.is_empty();
    (!(known || inside(&written) && inside(&place))).then_some(place)
}

/// A call about files: their absolute paths stand under `paths`, whatever the client calls them.
fn at_paths(origin: &Origin<'_>, tool: &str, category: ToolCategory, arguments: Arguments) -> Call {
    let written = written_paths(&arguments);
    let paths = places_of(origin, &written);
    let arguments = with_paths(arguments, &paths);
    Call { paths, climbs: climb(&written), ..plain(tool, category, arguments) }
}

fn edit(origin: &Origin<'_>, tool: &str, arguments: Arguments) -> Result<Call, UnknownShape> {
    let call = at_paths(origin, tool, ToolCategory::Write, arguments);
    if call.paths.is_empty() {
        return Err(UnknownShape("a call that changes a file names none"));
    }
    Ok(call)
}

fn patched(origin: &Origin<'_>, arguments: Arguments) -> Result<Call, UnknownShape> {
    let keys = ["command", "patch", "patchText", "patch_text", "input", "diff"];
    // Which of two the client would apply, only the client knows.
    if keys.iter().filter(|key| arguments.get(key).is_some()).count() > 1 {
        return Err(UnknownShape("a call has more than one patch"));
    }
    let text = text(&arguments, &keys).ok_or(UnknownShape("a patch is not a text"))?.to_owned();
    let patch = patch::read(&text).ok_or(UnknownShape("a patch names no file"))?;
    let paths = places_of(origin, &patch.paths);
    let arguments = replaced(arguments, &keys, vec![member("patch", text)]);
    let tool = if patch.takes_away { "delete_file" } else { "edit_file" };
    let arguments = with_paths(arguments, &paths);
    let climbs = climb(&patch.paths);
    Ok(Call { paths, climbs, ..plain(tool, ToolCategory::Write, arguments) })
}

/// `use_aws` of Amazon Q, as the command that it stands for.
fn aws(arguments: Arguments) -> Result<Call, UnknownShape> {
    let keys = ["service_name", "operation_name"];
    let words: Option<Vec<Value<'static>>> =
        keys.iter().map(|key| Some(string(text(&arguments, &[key])?))).collect();
    let words = words.ok_or(UnknownShape("a call of AWS names no service and operation"))?;
    let arguments = replaced(arguments, &keys, vec![with("args", Value::Array(words))]);
    Ok(plain("aws", ToolCategory::PrivateRead, arguments))
}

/// The addresses under `urls`, those in a prompt among them.
fn addressed(arguments: Arguments) -> Arguments {
    let mut urls = texts(&arguments, &ADDRESSES);
    if let Some(prompt) = text(&arguments, &["prompt"]) {
        let words = prompt.split(|sign: char| sign.is_whitespace() || "<>\"'()".contains(sign));
        urls.extend(words.filter(|word| word.contains("://")).map(str::to_owned));
    }
    let urls: Vec<Value<'static>> = urls.into_iter().map(string).collect();
    let list = if urls.is_empty() { Vec::new() } else { vec![with("urls", Value::Array(urls))] };
    replaced(arguments, &ADDRESSES, list)
}

/// The paths of a call as they are written: texts, lists of them, and lists of objects that have one.
fn written_paths(arguments: &Arguments) -> Vec<String> {
    let mut paths = texts(arguments, &PATHS);
    for key in ["operations", "edits", "replacements", "files"] {
        for item in arguments.get(key).and_then(Value::as_array).unwrap_or_default() {
            paths.extend(item.as_object().into_iter().flat_map(|item| texts(item, &PATHS)));
        }
    }
    paths
}

fn texts(object: &Object<'_>, keys: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for value in keys.iter().filter_map(|key| object.get(key)) {
        match value {
            Value::String(text) => found.push(text.clone().into_owned()),
            Value::Array(items) => {
                found.extend(items.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

fn climb(written: &[String]) -> bool {
    written.iter().any(|path| path.split(['/', '\\']).any(|part| part == ".."))
}

/// Where the paths lead, each once.
fn places_of(origin: &Origin<'_>, written: &[String]) -> Vec<String> {
    let home = origin.files.home();
    let mut places: Vec<String> = Vec::new();
    for path in written {
        let path = places::absolute(path, origin.directory, home.as_deref());
        for place in [origin.files.resolved(&path), path] {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

fn with_paths(arguments: Arguments, paths: &[String]) -> Arguments {
    if paths.is_empty() {
        return arguments;
    }
    let list = paths.iter().map(|path| string(path.as_str())).collect();
    replaced(arguments, &PATHS, vec![with("paths", Value::Array(list))])
}

/// The arguments with `members` in place of those with these keys.
fn replaced(arguments: Arguments, keys: &[&str], members: Vec<Member<'static>>) -> Arguments {
    let new: Vec<String> = members.iter().map(|member| member.key.to_string()).collect();
    let stay = arguments.into_members().into_iter().filter(|member| {
        !keys.contains(&&*member.key) && !new.iter().any(|key| *key == member.key)
    });
    of(members.into_iter().chain(stay).collect())
}
