//! Where each client has its hooks, what a person still has to do there, and what the client lets past.

use super::command::{Run, System};
use super::edit::{self, Found, Ours};
use super::{Fault, entries, own};
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

/// One file.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    client: Client,
    /// Where the file lies.
    pub place: Place,
    kind: Kind,
}

/// Where a file lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// An environment variable that names the directory, if the client has one.
    pub variable: Option<&'static str>,
    /// The directory otherwise, from the home directory or the project's.
    pub directory: &'static str,
    /// The file in it.
    pub file: &'static str,
    /// Whether the person names the file instead.
    pub given: bool,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    /// A list of hooks that others may be in.
    List,
    /// A text of ours.
    Own(fn(&Run) -> String),
    /// A text of ours that is run.
    Program(fn(&Run) -> String),
}

impl Piece {
    /// The text of the file with the hook in it.
    ///
    /// # Errors
    ///
    /// The file is not in a form that can be edited, or is somebody else's.
    pub fn with(&self, text: Option<&str>, run: &Run) -> Result<String, Fault> {
        match self.kind {
            Kind::List => {
                let mut text = text.unwrap_or_default();
                if text.trim().is_empty() {
                    text = "{}\n";
                }
                let ours = Ours { client: self.client, program: &run.program };
                edit::put(text, &entries::entries(run), entries::version(self.client), ours)
            }
            Kind::Own(write) | Kind::Program(write) => match text {
                Some(text) if !text.trim().is_empty() && !self.is_ours(text) => Err(foreign()),
                _ => Ok(write(run)),
            },
        }
    }

    /// The text of the file without the hook; `None` if it was ours as a whole.
    ///
    /// # Errors
    ///
    /// The file is not in a form that can be edited.
    pub fn without(&self, text: &str, program: &str) -> Result<Option<String>, Fault> {
        match self.kind {
            Kind::List => {
                let rest = edit::take(text, Ours { client: self.client, program })?;
                Ok(Some(rest))
            }
            Kind::Own(_) | Kind::Program(_) => Ok((!self.is_ours(text)).then(|| text.to_owned())),
        }
    }

    /// The hook in the text of the file: the commands that the client is told to run.
    ///
    /// # Errors
    ///
    /// The file is not in a form that can be read.
    pub fn found(&self, text: &str, program: &str) -> Result<Vec<Found>, Fault> {
        match self.kind {
            Kind::List => edit::find(text, Ours { client: self.client, program }),
            Kind::Own(_) | Kind::Program(_) if !self.is_ours(text) => Ok(Vec::new()),
            Kind::Own(_) | Kind::Program(_) => {
                let words = own::words(self.client, text);
                let found = |words| Found { event: String::new(), words, line: None };
                Ok(words.into_iter().map(found).collect())
            }
        }
    }

    /// Whether a text that is left holds nothing.
    pub fn is_empty(&self, text: &str) -> bool {
        text.trim().is_empty() || matches!(self.kind, Kind::List) && edit::says_nothing(text)
    }

    /// Whether the file is run and not read.
    pub const fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    fn is_ours(&self, text: &str) -> bool {
        text.contains(&own::mark(self.client))
    }
}

fn foreign() -> Fault {
    let message =
        "it is somebody else's; what is there is not overwritten, and only one can be there";
    Fault { line: None, message: message.to_owned() }
}

const fn list(client: Client, directory: &'static str, file: &'static str) -> Piece {
    piece(client, None, directory, file, Kind::List)
}

const fn piece(
    client: Client,
    variable: Option<&'static str>,
    directory: &'static str,
    file: &'static str,
    kind: Kind,
) -> Piece {
    Piece { client, place: Place { variable, directory, file, given: false }, kind }
}

const fn given(client: Client) -> Piece {
    let place = Place { variable: None, directory: "", file: "", given: true };
    Piece { client, place, kind: Kind::List }
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

type Said = (&'static [&'static str], &'static str, &'static str);

/// What is left to do, what becomes of a call if the hook fails, and what never reaches it.
fn said(client: Client) -> Said {
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
