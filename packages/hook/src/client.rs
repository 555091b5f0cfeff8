//! The agents whose hooks are served.

/// A client: a program that runs an agent and calls a hook before the agent's tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// Claude Code.
    ClaudeCode,
    /// `OpenAI` Codex CLI.
    Codex,
    /// Gemini CLI.
    GeminiCli,
    /// Cursor.
    Cursor,
    /// GitHub Copilot CLI and the cloud agent.
    CopilotCli,
    /// Agent hooks of VS Code.
    Vscode,
    /// opencode, through the plugin that `aana hook install` writes.
    Opencode,
    /// Cline.
    Cline,
    /// goose.
    Goose,
    /// Crush.
    Crush,
    /// Windsurf.
    Windsurf,
    /// Amazon Q Developer CLI.
    AmazonQ,
    /// Kiro.
    Kiro,
    /// Amp, as the program of a `delegate` rule.
    Amp,
}

impl Client {
    /// Every client, in the order of the documentation.
    pub const ALL: [Self; 14] = [
        Self::ClaudeCode,
        Self::Codex,
        Self::GeminiCli,
        Self::Cursor,
        Self::CopilotCli,
        Self::Vscode,
        Self::Opencode,
        Self::Cline,
        Self::Goose,
        Self::Crush,
        Self::Windsurf,
        Self::AmazonQ,
        Self::Kiro,
        Self::Amp,
    ];

    /// The name on the command line and in `agent_id`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::GeminiCli => "gemini-cli",
            Self::Cursor => "cursor",
            Self::CopilotCli => "copilot-cli",
            Self::Vscode => "vscode",
            Self::Opencode => "opencode",
            Self::Cline => "cline",
            Self::Goose => "goose",
            Self::Crush => "crush",
            Self::Windsurf => "windsurf",
            Self::AmazonQ => "amazon-q",
            Self::Kiro => "kiro",
            Self::Amp => "amp",
        }
    }

    /// The client of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|client| client.as_str() == name)
    }
}
