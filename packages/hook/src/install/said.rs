//! What a person reads about a client when the hook is set up.

use crate::Client;

pub(super) type Said = (&'static [&'static str], &'static str, &'static str);

/// What is left to do, what becomes of a call if the hook fails, and what never reaches it.
pub(super) fn said(client: Client) -> Said {
    match client {
        Client::ClaudeCode => (
            &[
                "Restart Claude Code. It has to be 2.1.295 or later: earlier versions do not know `onFailure`, and run the call if the hook fails.",
            ],
            "The call is stopped (`onFailure`: \"block\").",
            "Files named with `@`, commands that you type behind `!`, and every run with `--bare`, in safe mode or with `disableAllHooks`.",
        ),
        Client::Codex => (
            &[
                "Open Codex, type `/hooks` and trust these hooks. Until then Codex skips them without a word, and after each change of the entry again.",
            ],
            "The call runs: Codex has no switch for that. A refusal of the hook itself, its deadline included, does stop it.",
            "Web search and image generation of the service, input to a process that already runs, and calls inside code mode on some versions.",
        ),
        Client::GeminiCli => (
            &[
                "Restart Gemini CLI, and see that `hooksConfig.enabled` is not false.",
                "In a project, trust the folder: in one that is not trusted its hooks are not run.",
            ],
            "After its time-out the call runs. If the program is missing or ends with an error, it is stopped.",
            "Pages that the model's service fetches for `web_fetch`: the hook sees its prompt only.",
        ),
        Client::Cursor => (
            &[
                "If Claude Code has the hook too, turn off in Cursor's settings that hooks of Claude Code are imported: each call would be asked about twice.",
            ],
            "The call is stopped (`failClosed`).",
            "Cloud agents in part, completions with Tab, and kinds of tools that later versions add.",
        ),
        Client::CopilotCli => (
            &[
                "Restart Copilot CLI. With `-p` it runs the hooks of a project only in a trusted folder.",
            ],
            "The call is stopped if the program fails or is missing. After the client's time-out it runs.",
            "Sub-agents before 1.0.49.",
        ),
        Client::Vscode => (
            &[
                "Reload the window. Agent hooks are a preview; a policy of your organization may switch them off.",
            ],
            "The call runs: VS Code has no switch for that. A refusal of the hook itself, its deadline included, does stop it.",
            "Whatever is not a tool call of the agent.",
        ),
        Client::Opencode => (
            &["Restart opencode: it loads plugins when it starts."],
            "The call is stopped: the plugin throws. If the plugin is not loaded, nothing is asked.",
            "Commands that you type behind `!`.",
        ),
        Client::Cline => (
            &[
                "Enable hooks in Cline's settings.",
                "Know that Cline ends the whole task when a hook stops a call, also where the gate only wants to ask.",
            ],
            "The call runs: Cline has no switch for that. A refusal of the hook itself, its deadline included, does stop it.",
            "Everything while hooks are switched off in the settings.",
        ),
        Client::Goose => (
            &[
                "Restart goose. It has to be 1.48.0 or later: earlier versions do not know `on_failure`, and run the call if the hook fails.",
            ],
            "The call is stopped (`on_failure`: \"block\").",
            "Perhaps calls of sub-agents: that is not verified.",
        ),
        Client::Crush => (
            &["Restart Crush."],
            "The call runs: Crush has no switch for that. A refusal of the hook itself, its deadline included, does stop it.",
            "Every call of a sub-agent (`agent`, `agentic_fetch`).",
        ),
        Client::Windsurf => (
            &[
                "Restart Windsurf. In a JetBrains IDE the file is `~/.codeium/hooks.json`: copy the entries there.",
            ],
            "The call runs: Windsurf has no switch for that. A refusal of the hook itself, its deadline included, does stop it.",
            "Searches and pages of the web, lists of files, and searches in files.",
        ),
        Client::AmazonQ => (
            &["Do the same with `--agent` for every agent that you use: hooks are of one agent."],
            "The call runs: Amazon Q has no switch for that. A refusal of the hook itself, its deadline included, does stop it.",
            "Sub-agents on older versions.",
        ),
        Client::Kiro => (
            &["Restart Kiro, and see that the hook is enabled there."],
            "In the IDE the call is stopped if the program ends with an error; in the command line client, and after a time-out, it runs.",
            "Sub-agents on older versions.",
        ),
        Client::Amp => (&[], "", ""),
    }
}
