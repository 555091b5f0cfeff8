//! The gate as a hook of coding agents.
//!
//! Before a tool runs, an agent's client hands a hook a description of the call. [`Hook::read`] reads what each client
//! sends, [`Asked::event`] is the event for the gate, and [`Asked::answer`] is what this client takes for the route. Nothing
//! here decides, and nothing does I/O or reads a clock.
//!
//! ```
//! use aana_core::Gate;
//! use aana_hook::{Client, Files, Heard, Hook};
//!
//! struct NoFiles;
//! impl Files for NoFiles {
//!     fn resolved(&self, path: &str) -> String { path.to_owned() }
//!     fn home(&self) -> Option<String> { None }
//! }
//!
//! let payload = br#"{"hook_event_name": "PreToolUse", "session_id": "s1", "cwd": "/proj",
//!     "tool_name": "Bash", "tool_input": {"command": "git push --force"}, "permission_mode": "default"}"#;
//! let hook = Hook::new(Client::ClaudeCode, "/proj");
//! let Heard::Call(asked) = hook.read(payload, &NoFiles) else { panic!("a call") };
//! let decision = Gate::default().check_value(asked.event(), 1_778_371_200_000);
//! let answer = asked.answer(&decision);
//! assert!(answer.stdout.contains(r#""permissionDecision":"ask""#));
//! ```

mod answer;
mod call;
mod client;
mod event;
mod form;
pub mod install;
mod patch;
mod payload;
mod places;
mod policy;
mod read;
mod reason;
mod standing;
mod tools;

use aana_core::Decision;
use aana_core::contract::Route;
use aana_core::json::Value;

pub use answer::{Answer, Wishes};
pub use client::Client;
pub use form::Form;
pub use places::Files;
pub use policy::{WORKSTATION, with_roots};
pub use read::MAX_BYTES;

use call::{Call, Origin};
use payload::{Moment, Payload, Unreadable};

/// What a client is served with.
#[derive(Debug, Clone)]
pub struct Hook {
    client: Client,
    /// The directory of the process, for a client that names none.
    directory: String,
    /// The name of the tool, where it stands beside the payload.
    tool: Option<String>,
    /// The directory of the project, where the client says it beside the payload.
    project: Option<String>,
    wishes: Wishes,
    edits: bool,
    /// Files that no standing approval covers.
    held: Vec<String>,
}

impl Hook {
    /// The hook of a client, called in `directory`.
    pub fn new(client: Client, directory: impl Into<String>) -> Self {
        let wishes = Wishes::default();
        Self {
            client,
            directory: directory.into(),
            tool: None,
            project: None,
            wishes,
            edits: false,
            held: Vec::new(),
        }
    }

    /// With the name of the tool that stands beside the payload: Amp has it in `AGENT_TOOL_NAME`.
    #[must_use]
    pub fn with_tool(mut self, tool: Option<String>) -> Self {
        self.tool = tool;
        self
    }

    /// With the directory of the project, as the client says it beside the payload. The directory in the payload moves
    /// with every `cd` of the agent; this one does not.
    #[must_use]
    pub fn with_project(mut self, project: Option<String>) -> Self {
        self.project = project;
        self
    }

    /// With what the operator chose.
    #[must_use]
    pub fn with_wishes(mut self, wishes: Wishes) -> Self {
        self.wishes = wishes;
        self
    }

    /// With a standing approval of edits in the workspace.
    #[must_use]
    pub fn with_edits(mut self, approved: bool) -> Self {
        self.edits = approved;
        self
    }

    /// With absolute paths that no standing approval covers, and what begins with them: the policy, the audit log and
    /// this program decide what the agent may do, so it must not change them unasked.
    #[must_use]
    pub fn with_held(mut self, paths: Vec<String>) -> Self {
        self.held = paths;
        self
    }

    /// Reads a payload.
    pub fn read(&self, payload: &[u8], files: &dyn Files) -> Heard {
        let mut read = match payload::read(self.client, payload, self.tool.as_deref()) {
            Ok(read) => read,
            Err(Unreadable { form, why }) => return self.unread(form, why),
        };
        // A call may hold a whole file: it is moved out and not copied.
        match std::mem::replace(&mut read.moment, Moment::Other) {
            Moment::Other => Heard::Other(self.nothing(read.form)),
            Moment::Prompt(text) => {
                let session = read.session.clone();
                Heard::Prompt { session, text, answer: self.nothing(read.form) }
            }
            Moment::Call { tool, arguments, server } => {
                let directory = read.directory.clone().unwrap_or_else(|| self.directory.clone());
                let roots = self.roots(&read, &directory, files);
                let client = self.client;
                let origin = Origin { client, directory: &directory, roots: &roots, files };
                match call::read(&origin, &tool, arguments, server) {
                    Ok(call) => Heard::Call(Box::new(self.asked(&read, call, roots))),
                    Err(call::UnknownShape(why)) => self.unread(read.form, why),
                }
            }
        }
    }

    /// The answer when there is no decision: the deadline has passed, the policy is broken, the program has failed.
    pub fn undecided(&self, form: Form, why: &str) -> Answer {
        answer::last_resort(form, &reason::undecided(why))
    }

    fn asked(&self, payload: &Payload, call: Call, roots: Vec<String>) -> Asked {
        let standing = self.edits && standing::covers(&call, &roots, &self.held);
        let form = payload.form;
        let unattended = payload.unattended;
        let event = event::event(self.client, payload, call, standing);
        Asked { event, form, roots, unattended, wishes: self.wishes }
    }

    /// Where the person works: as written and with links followed, since paths are held against both. A home directory
    /// is not a workspace, nor is what is above it: too much is below.
    fn roots(&self, payload: &Payload, directory: &str, files: &dyn Files) -> Vec<String> {
        let given = match &self.project {
            Some(project) => vec![project.clone()],
            None if payload.roots.is_empty() => vec![directory.to_owned()],
            None => payload.roots.clone(),
        };
        let home = files.home();
        let homes = home.iter().flat_map(|home| [home.clone(), files.resolved(home)]);
        let homes: Vec<String> = homes.collect();
        let is_workspace = |root: &String| {
            let root = root.trim_end_matches(['/', '\\']);
            places::is_absolute(root) && !homes.iter().any(|home| places::is_below(home, root))
        };
        let mut roots: Vec<String> = Vec::new();
        for root in given {
            for root in [files.resolved(&root), root] {
                if is_workspace(&root) && !roots.contains(&root) {
                    roots.push(root);
                }
            }
        }
        roots
    }

    fn unread(&self, form: Form, why: &'static str) -> Heard {
        let reason = reason::undecided(why);
        Heard::Unread { form, answer: answer::answer(form, Route::Refuse, &reason, self.wishes) }
    }

    fn nothing(&self, form: Form) -> Answer {
        answer::answer(form, Route::Accept, "", self.wishes)
    }
}

/// What a payload turned out to be.
#[derive(Debug)]
pub enum Heard {
    /// A tool is about to be called: the gate is asked.
    Call(Box<Asked>),
    /// The person said something.
    Prompt {
        /// The client's session.
        session: Option<String>,
        /// What they said.
        text: String,
        /// What is printed.
        answer: Answer,
    },
    /// Something at which nothing can be stopped.
    Other(Answer),
    /// A payload that is not understood, and what refuses its call.
    Unread {
        /// The form of the answer.
        form: Form,
        /// What is printed.
        answer: Answer,
    },
}

/// A call that the gate is asked about.
#[derive(Debug)]
pub struct Asked {
    event: Value<'static>,
    form: Form,
    roots: Vec<String>,
    unattended: bool,
    wishes: Wishes,
}

impl Asked {
    /// The event.
    pub fn event(&self) -> Value<'static> {
        self.event.clone()
    }

    /// The directories that the person works in.
    pub fn roots(&self) -> &[String] {
        &self.roots
    }

    /// The form of the answer.
    pub fn form(&self) -> Form {
        self.form
    }

    /// What the client takes for the decision.
    pub fn answer(&self, decision: &Decision<'_>) -> Answer {
        let decided = decision.route();
        // Where nobody can be asked, or the operator wants no questions, a question is a no.
        let asks = answer::can_ask(self.form) && !self.unattended && !self.wishes.never_ask;
        let route = if decided == Route::Ask && !asks { Route::Refuse } else { decided };
        let reason = reason::of(decision, decided, !asks);
        answer::answer(self.form, route, &reason, self.wishes)
    }
}
