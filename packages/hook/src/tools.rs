//! Which tools each client has, and what each of them is.

use crate::Client;

/// What a tool of a client does, whatever the client calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Runs a text in a shell.
    Shell,
    /// The same in `PowerShell`.
    PowerShell,
    /// Reads files.
    Read,
    /// Looks through files or directories.
    Search,
    /// Makes or changes files.
    Edit,
    /// Makes, changes, moves or deletes the files that a patch names.
    Patch,
    /// Deletes files.
    Delete,
    /// Reads an address.
    Fetch,
    /// Reads an address into a file.
    Download,
    /// Asks a search engine.
    WebSearch,
    /// Starts an agent, whose own calls come to the hook as well.
    Delegate,
    /// Sends something to somebody.
    Send,
    /// Sets something up to run later.
    Schedule,
    /// Changes what the client remembers or works on.
    Remember,
    /// Concerns nothing but the client itself.
    Internal,
    /// Reads a resource of an MCP server.
    Resource,
    /// Calls an API of AWS.
    Aws,
}

/// How the tools of MCP servers are called where the payload does not say which server it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Servers {
    /// `mcp__server__tool`.
    Doubled,
    /// `mcp_server_tool`.
    Single,
    /// `server__tool`, without a sign that it is one.
    Bare(&'static str),
    /// `@server/tool`.
    At,
    /// The payload says which server it is, or the client has no such tools.
    Said,
}

/// What a tool of this client does; nothing for a tool that is not known.
pub(crate) fn kind(client: Client, name: &str) -> Option<Kind> {
    table(client).iter().find_map(|(names, kind)| {
        names.split_ascii_whitespace().any(|known| known == name).then_some(*kind)
    })
}

/// How the client calls the tools of MCP servers.
pub(crate) const fn servers(client: Client) -> Servers {
    match client {
        Client::ClaudeCode | Client::Codex => Servers::Doubled,
        Client::GeminiCli | Client::Crush | Client::Vscode => Servers::Single,
        Client::Goose => Servers::Bare("__"),
        Client::Opencode => Servers::Bare("_"),
        Client::CopilotCli => Servers::Bare("-"),
        Client::AmazonQ | Client::Kiro => Servers::At,
        Client::Cursor | Client::Cline | Client::Windsurf | Client::Amp => Servers::Said,
    }
}

type Table = &'static [(&'static str, Kind)];

const fn table(client: Client) -> Table {
    match client {
        Client::ClaudeCode => CLAUDE,
        Client::Codex => CODEX,
        Client::GeminiCli => GEMINI,
        Client::Cursor => CURSOR,
        Client::CopilotCli => COPILOT,
        Client::Vscode => VSCODE,
        Client::Opencode => OPENCODE,
        Client::Cline => CLINE,
        Client::Goose => GOOSE,
        Client::Crush => CRUSH,
        Client::Windsurf => WINDSURF,
        Client::AmazonQ | Client::Kiro => KIRO,
        Client::Amp => AMP,
    }
}

const CLAUDE: Table = &[
    ("Bash Monitor", Kind::Shell),
    ("PowerShell", Kind::PowerShell),
    ("Read NotebookRead", Kind::Read),
    ("Glob Grep LS", Kind::Search),
    ("Write Edit MultiEdit NotebookEdit", Kind::Edit),
    ("WebFetch", Kind::Fetch),
    ("WebSearch", Kind::WebSearch),
    ("Agent Task Skill", Kind::Delegate),
    ("SendMessage SendUserFile RemoteTrigger Artifact", Kind::Send),
    ("CronCreate CronDelete ScheduleWakeup", Kind::Schedule),
    ("EnterWorktree ExitWorktree", Kind::Remember),
    (
        "KillShell TaskStop TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList TaskOutput BashOutput AskUserQuestion \
         EnterPlanMode ExitPlanMode ToolSearch CronList ListMcpResourcesTool",
        Kind::Internal,
    ),
    ("ReadMcpResourceTool", Kind::Resource),
];

const CODEX: Table = &[
    ("Bash shell exec_command local_shell", Kind::Shell),
    ("apply_patch", Kind::Patch),
    ("view_image read_file", Kind::Read),
    ("list_dir grep_files", Kind::Search),
    ("spawn_agent", Kind::Delegate),
    ("update_plan wait_agent close_agent list_agents", Kind::Internal),
];

const GEMINI: Table = &[
    ("run_shell_command", Kind::Shell),
    ("write_file replace", Kind::Edit),
    ("read_file read_many_files", Kind::Read),
    ("list_directory glob grep_search search_file_content", Kind::Search),
    ("web_fetch", Kind::Fetch),
    ("google_web_search", Kind::WebSearch),
    ("save_memory", Kind::Remember),
    ("activate_skill invoke_agent", Kind::Delegate),
    ("read_mcp_resource", Kind::Resource),
    ("ask_user write_todos enter_plan_mode exit_plan_mode", Kind::Internal),
];

const CURSOR: Table = &[
    ("Shell", Kind::Shell),
    ("Read", Kind::Read),
    ("Grep Glob LS", Kind::Search),
    ("Write Edit StrReplace", Kind::Edit),
    ("ApplyPatch", Kind::Patch),
    ("Delete", Kind::Delete),
    ("WebFetch", Kind::Fetch),
    ("WebSearch", Kind::WebSearch),
    ("Task", Kind::Delegate),
    ("TodoWrite ReadLints", Kind::Internal),
];

/// With Claude's names, in which it speaks to hooks that are written as for Claude.
const COPILOT: Table = &[
    ("bash Bash", Kind::Shell),
    ("powershell PowerShell", Kind::PowerShell),
    ("view Read", Kind::Read),
    ("create edit str_replace_editor Write Edit MultiEdit", Kind::Edit),
    ("apply_patch", Kind::Patch),
    ("grep rg glob Grep Glob", Kind::Search),
    ("web_fetch WebFetch", Kind::Fetch),
    ("web_search WebSearch", Kind::WebSearch),
    ("task Agent Task skill Skill", Kind::Delegate),
    ("store_memory", Kind::Remember),
    ("update_todo report_intent ask_user read_bash list_bash stop_bash TodoWrite", Kind::Internal),
];

const VSCODE: Table = &[
    ("run_in_terminal runInTerminal Bash", Kind::Shell),
    (
        "create_file replace_string_in_file multi_replace_string_in_file insert_edit_into_file Write Edit",
        Kind::Edit,
    ),
    ("create_directory edit_notebook_file", Kind::Edit),
    ("apply_patch", Kind::Patch),
    ("read_file view_image Read", Kind::Read),
    (
        "get_errors list_dir file_search grep_search semantic_search get_changed_files list_code_usages Grep Glob",
        Kind::Search,
    ),
    ("fetch_webpage WebFetch", Kind::Fetch),
    ("runSubagent Agent Task", Kind::Delegate),
    ("manage_todo_list get_terminal_output TodoWrite", Kind::Internal),
];

const OPENCODE: Table = &[
    ("bash", Kind::Shell),
    ("edit write multiedit", Kind::Edit),
    ("apply_patch patch", Kind::Patch),
    ("read", Kind::Read),
    ("glob grep list", Kind::Search),
    ("webfetch", Kind::Fetch),
    ("websearch codesearch", Kind::WebSearch),
    ("task skill", Kind::Delegate),
    ("todowrite todoread question", Kind::Internal),
];

const CLINE: Table = &[
    ("execute_command run_commands", Kind::Shell),
    ("write_to_file replace_in_file editor", Kind::Edit),
    ("apply_patch", Kind::Patch),
    ("read_file read_files", Kind::Read),
    ("list_files search_files list_code_definition_names search_codebase", Kind::Search),
    ("web_fetch browser_action fetch_web_content", Kind::Fetch),
    ("web_search", Kind::WebSearch),
    ("spawn_agent new_task", Kind::Delegate),
    ("access_mcp_resource", Kind::Resource),
    (
        "ask_followup_question attempt_completion plan_mode_respond focus_chain condense",
        Kind::Internal,
    ),
];

const GOOSE: Table = &[
    ("developer__shell shell", Kind::Shell),
    ("developer__write developer__edit developer__text_editor write edit", Kind::Edit),
    ("developer__tree tree", Kind::Search),
    ("developer__read_image read_image", Kind::Read),
    ("todo__todo_write todo__todo_read", Kind::Internal),
];

const CRUSH: Table = &[
    ("bash", Kind::Shell),
    ("edit multiedit write", Kind::Edit),
    ("view", Kind::Read),
    ("ls glob grep", Kind::Search),
    ("fetch web_fetch agentic_fetch", Kind::Fetch),
    ("web_search sourcegraph", Kind::WebSearch),
    ("download", Kind::Download),
    ("agent", Kind::Delegate),
    ("todos job_output lsp_diagnostics diagnostics", Kind::Internal),
];

const WINDSURF: Table = &[
    ("pre_run_command", Kind::Shell),
    ("pre_write_code", Kind::Edit),
    ("pre_read_code", Kind::Read),
];

const KIRO: Table = &[
    ("execute_bash shell executeBash", Kind::Shell),
    ("fs_write str_replace write fsWrite fsAppend strReplace", Kind::Edit),
    ("fs_read read readFile readMultipleFiles", Kind::Read),
    ("grep glob listDirectory fileSearch grepSearch", Kind::Search),
    ("use_aws aws", Kind::Aws),
    ("web_fetch", Kind::Fetch),
    ("web_search", Kind::WebSearch),
    ("use_subagent", Kind::Delegate),
    ("knowledge", Kind::Remember),
    ("introspect todo_list thinking", Kind::Internal),
];

const AMP: Table = &[
    ("Bash", Kind::Shell),
    ("create_file edit_file", Kind::Edit),
    ("apply_patch", Kind::Patch),
    ("Read", Kind::Read),
    ("Grep glob finder", Kind::Search),
    ("read_web_page", Kind::Fetch),
    ("web_search", Kind::WebSearch),
    ("Task oracle", Kind::Delegate),
    ("todo_write todo_read", Kind::Internal),
];
