//! Where each client has its hooks, what a person still has to do there, and what the client lets past.

use super::command::System;
use super::own;
use super::piece::{Kind, Piece, given, list, piece};
use super::said::said;
use crate::Client;

/// How a client is set up.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// The client.
    pub client: Client,
    /// Its files for a person; none where it has hooks only in projects.
    pub person: Vec<Piece>,
    /// Its files in a project, from the project's directory.
    pub project: Vec<Piece>,
    /// What is left to do.
    pub steps: &'static [&'static str],
    /// What becomes of a call if the hook itself fails.
    pub fails: &'static str,
    /// What never reaches the hook.
    pub unseen: &'static str,
}

/// The recipe of a client.
///
/// # Errors
///
/// Why this client cannot be set up here, and what to do instead.
pub fn recipe(client: Client, system: System) -> Result<Recipe, &'static str> {
    if client == Client::Amp {
        return Err(AMP);
    }
    if client == Client::Cline && system == System::Windows {
        return Err(
            "Cline runs a file called `PreToolUse`, and on Windows none can be written that starts this program \
                    without an interpreter between",
        );
    }
    let (person, project) = files(client);
    let (steps, fails, unseen) = said(client);
    Ok(Recipe { client, person, project, steps, fails, unseen })
}

const AMP: &str = "Amp is not set up by this command: how it calls a program is not verified. By its manual, a first rule \
                   {\"tool\": \"*\", \"action\": \"delegate\", \"to\": \"PROGRAM\"} in `amp.permissions` of its settings, where \
                   PROGRAM is a file that runs `aana hook amp`, asks before every tool call; try it with a call that \
                   must be refused before you rely on it";

fn files(client: Client) -> (Vec<Piece>, Vec<Piece>) {
    use Client::{
        AmazonQ, ClaudeCode, Cline, Codex, CopilotCli, Crush, Cursor, GeminiCli, Goose, Kiro,
        Opencode, Vscode, Windsurf,
    };
    match client {
        // The entry holds a path of this machine, so in a project it goes where nothing is shared.
        ClaudeCode => (
            vec![piece(
                ClaudeCode,
                Some("CLAUDE_CONFIG_DIR"),
                ".claude",
                "settings.json",
                Kind::List,
            )],
            vec![list(ClaudeCode, ".claude", "settings.local.json")],
        ),
        Codex => (
            vec![piece(Codex, Some("CODEX_HOME"), ".codex", "hooks.json", Kind::List)],
            vec![list(Codex, ".codex", "hooks.json")],
        ),
        GeminiCli => (
            vec![list(GeminiCli, ".gemini", "settings.json")],
            vec![list(GeminiCli, ".gemini", "settings.json")],
        ),
        Cursor => (
            vec![list(Cursor, ".cursor", "hooks.json")],
            vec![list(Cursor, ".cursor", "hooks.json")],
        ),
        // VS Code reads the folder of projects too, so each of the two has its own file there.
        CopilotCli => (
            vec![list(CopilotCli, ".copilot", "hooks/aana.json")],
            vec![list(CopilotCli, ".github", "hooks/aana-copilot-cli.json")],
        ),
        Vscode => (vec![], vec![list(Vscode, ".github", "hooks/aana.json")]),
        Opencode => (
            vec![piece(
                Opencode,
                Some("XDG_CONFIG_HOME"),
                ".config",
                "opencode/plugin/aana.ts",
                Kind::Own(own::opencode),
            )],
            vec![piece(Opencode, None, ".opencode", "plugin/aana.ts", Kind::Own(own::opencode))],
        ),
        Cline => (
            vec![piece(
                Cline,
                None,
                "Documents",
                "Cline/Hooks/PreToolUse",
                Kind::Program(own::cline),
            )],
            vec![piece(Cline, None, ".clinerules", "hooks/PreToolUse", Kind::Program(own::cline))],
        ),
        Goose => {
            let pieces = vec![
                piece(Goose, None, ".agents", "plugins/aana/plugin.json", Kind::Own(own::goose)),
                list(Goose, ".agents", "plugins/aana/hooks/hooks.json"),
            ];
            (pieces.clone(), pieces)
        }
        Crush => (
            vec![piece(Crush, Some("XDG_CONFIG_HOME"), ".config", "crush/crush.json", Kind::List)],
            vec![list(Crush, "", "crush.json")],
        ),
        Windsurf => (
            vec![list(Windsurf, ".codeium", "windsurf/hooks.json")],
            vec![list(Windsurf, ".windsurf", "hooks.json")],
        ),
        AmazonQ => (vec![given(AmazonQ)], vec![given(AmazonQ)]),
        Kiro => (
            vec![list(Kiro, ".kiro", "hooks/aana.json")],
            vec![list(Kiro, ".kiro", "hooks/aana.json")],
        ),
        Client::Amp => (vec![], vec![]),
    }
}
