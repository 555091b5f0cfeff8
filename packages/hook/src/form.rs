//! The forms of answer. Each is of one client and one of its events: no two clients agree on what an unknown
//! member, silence or an exit code means, so no form serves two of them by being a little of both.

use crate::Client;

/// What the client waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Claude Code, `PreToolUse`.
    ClaudeTool,
    /// Claude Code, `PermissionRequest`: the person is already being asked.
    ClaudePermission,
    /// Claude Code, `PreSkillShellCommand`: anything but silence blocks.
    ClaudeSkill,
    /// Codex, `PreToolUse`: it cannot ask, and an answer that it does not know lets the call run.
    CodexTool,
    /// Codex, `PermissionRequest`.
    CodexPermission,
    /// Gemini CLI, `BeforeTool`.
    GeminiTool,
    /// Cursor, `beforeShellExecution` and `beforeMCPExecution`, the two at which it asks.
    CursorAsking,
    /// Cursor, `preToolUse`, `beforeReadFile` and `subagentStart`: an ask there runs the call.
    CursorGate,
    /// Cursor, `beforeSubmitPrompt`.
    CursorPrompt,
    /// Copilot CLI, `preToolUse`.
    CopilotTool,
    /// Copilot and VS Code where they speak as Claude Code does, `PreToolUse`.
    VscodeTool,
    /// opencode's plugin.
    Plugin,
    /// Cline, both generations.
    Cline,
    /// goose, `PreToolUse`.
    Goose,
    /// Crush, `PreToolUse`.
    Crush,
    /// Windsurf, Amazon Q and Kiro: nothing but the exit code counts.
    ExitCode,
    /// Amp, `delegate`.
    Amp,
    /// An event at which nothing can be stopped: nothing is printed.
    Silent,
}

impl Form {
    /// The form of the client's gate, for a payload that cannot be read: it may be any event.
    pub const fn of(client: Client) -> Self {
        match client {
            Client::ClaudeCode => Self::ClaudeTool,
            Client::Codex => Self::CodexTool,
            Client::GeminiCli => Self::GeminiTool,
            Client::Cursor => Self::CursorGate,
            Client::CopilotCli => Self::CopilotTool,
            Client::Vscode => Self::VscodeTool,
            Client::Opencode => Self::Plugin,
            Client::Cline => Self::Cline,
            Client::Goose => Self::Goose,
            Client::Crush => Self::Crush,
            Client::Windsurf | Client::AmazonQ | Client::Kiro => Self::ExitCode,
            Client::Amp => Self::Amp,
        }
    }
}
