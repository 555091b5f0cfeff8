//! One payload in, one answer out, in time.

use std::env;
use std::io::{self, Read as _, Write as _};
use std::panic;
use std::path;
use std::process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use aana_core::Gate;
use aana_hook::{
    Answer, Client, Files as _, Form, Heard, Hook, MAX_BYTES, WORKSTATION, with_roots,
};

use super::args::RunArgs;
use super::files::ThisMachine;
use super::prompts;
use crate::audit::recorder::Recorder;
use crate::exit::{self, Outcome};
use crate::{output, setup};

/// What the thread that decides tells the one that waits.
enum Told {
    /// Which answer the client waits for.
    Form(Form),
    Answer(Answer),
}

/// Reads the payload, decides, and prints what the client takes for it. Whatever goes wrong, it prints a no.
pub(super) fn run(args: &RunArgs) -> Outcome {
    if args.print_policy {
        output::bytes(WORKSTATION.as_bytes())?;
        return Ok(exit::SUCCESS);
    }
    // The parser of arguments knows the clients.
    let named = args.client.as_deref().and_then(Client::parse);
    let client = named.unwrap_or(Client::ClaudeCode);
    // A message of a panic could hold a part of the payload, and some clients show it to the model.
    panic::set_hook(Box::new(|_| {}));
    let begun = Instant::now();
    let directory = env::current_dir().map(|path| path.to_string_lossy().into_owned());
    let hook = Hook::new(client, directory.unwrap_or_default())
        .with_tool(env::var("AGENT_TOOL_NAME").ok())
        .with_project(project(client))
        .with_wishes(args.wishes())
        .with_edits(args.choices.edits)
        .with_held(held(args));
    let deadline = begun + Duration::from_millis(args.deadline);
    thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        let deciding = hook.clone();
        let started = thread::Builder::new()
            .spawn_scoped(scope, move || decide(&deciding, client, args, &tell));
        let answer = match started {
            Ok(_) => wait(&told, &hook, client, deadline),
            Err(_) => hook.undecided(Form::of(client), "no thread could be started"),
        };
        // The thread may still wait for the end of the payload: the process ends without it.
        print(&answer)
    })
}

/// The directory of the project, in the variable that this client sets for its hooks.
fn project(client: Client) -> Option<String> {
    let name = match client {
        Client::ClaudeCode => "CLAUDE_PROJECT_DIR",
        Client::GeminiCli => "GEMINI_PROJECT_DIR",
        Client::Cursor => "CURSOR_PROJECT_DIR",
        _ => return None,
    };
    env::var(name).ok().filter(|directory| !directory.is_empty())
}

/// What decides about the agent: it must not change that unasked, wherever it lies.
fn held(args: &RunArgs) -> Vec<String> {
    let program = env::current_exe().ok();
    let files = [args.choices.policy.clone(), args.record.audit_log.clone(), program];
    let files = files.into_iter().flatten().filter_map(|file| path::absolute(file).ok());
    files
        .flat_map(|file| {
            let file = file.to_string_lossy().into_owned();
            [ThisMachine.resolved(&file), file]
        })
        .collect()
}

/// The answer, or a no when the time is over or the thread has failed.
fn wait(told: &Receiver<Told>, hook: &Hook, client: Client, deadline: Instant) -> Answer {
    let mut form = Form::of(client);
    loop {
        match told.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Told::Form(known)) => form = known,
            Ok(Told::Answer(answer)) => return answer,
            Err(RecvTimeoutError::Timeout) => {
                return hook.undecided(form, "the deadline of the hook has passed");
            }
            Err(RecvTimeoutError::Disconnected) => {
                return hook.undecided(form, "the hook has failed");
            }
        }
    }
}

fn decide(hook: &Hook, client: Client, args: &RunArgs, tell: &Sender<Told>) {
    let answer = |answer: Answer| drop(tell.send(Told::Answer(answer)));
    let mut payload = Vec::new();
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    if io::stdin().take(most).read_to_end(&mut payload).is_err() {
        return answer(hook.undecided(Form::of(client), "the payload cannot be read"));
    }
    if payload.len() > MAX_BYTES {
        return answer(hook.undecided(Form::of(client), "the payload is longer than 16 MiB"));
    }
    let asked = match hook.read(&payload, &ThisMachine) {
        Heard::Call(asked) => asked,
        Heard::Prompt { session, text, answer: said } => {
            if args.choices.keep_prompts {
                prompts::keep(client.as_str(), session.as_deref(), &text, setup::clock());
            }
            return answer(said);
        }
        Heard::Other(said) | Heard::Unread { answer: said, .. } => return answer(said),
    };
    drop(tell.send(Told::Form(asked.form())));
    let Ok(gate) = gate(args, asked.roots()) else {
        return answer(
            hook.undecided(asked.form(), "the policy is faulty; `aana policy check` says where"),
        );
    };
    let records = Recorder::open(&args.record, false);
    let decision = gate.check_value(asked.event(), setup::clock());
    let (decision, ()) = records.record(decision, |_| ());
    answer(asked.answer(&decision));
}

/// The gate of the operator's policy, with the directories of this call as roots.
fn gate(args: &RunArgs, roots: &[String]) -> Result<Gate, ()> {
    let text = match &args.choices.policy {
        None => WORKSTATION.to_owned(),
        Some(path) => setup::policy_text(path).map_err(drop)?,
    };
    let temporary = env::temp_dir().to_string_lossy().into_owned();
    let roots: Vec<String> = roots
        .iter()
        .cloned()
        .chain([ThisMachine.resolved(&temporary), temporary])
        .filter(|root| root != "/")
        .collect();
    Gate::new(&with_roots(&text, &roots).ok_or(())?).map_err(drop)
}

/// Prints the answer and ends the process: nothing that still runs may add to it.
fn print(answer: &Answer) -> ! {
    let written =
        io::stdout().write_all(answer.stdout.as_bytes()).and_then(|()| io::stdout().flush());
    let _ = io::stderr().write_all(answer.stderr.as_bytes());
    // An answer that did not arrive must not be read as silence.
    process::exit(if written.is_err() { 2 } else { i32::from(answer.code) })
}

/// Prints what a client reads when the command line itself is wrong. Only Cline reads no exit code.
pub(crate) fn usage(arguments: &[String]) -> bool {
    let sets_up = ["install", "uninstall", "doctor"];
    let calls = arguments.get(1).is_none_or(|first| !sets_up.contains(&first.as_str()));
    let answers = calls && arguments.iter().any(|argument| argument == "cline");
    if answers {
        let hook = Hook::new(Client::Cline, String::new());
        let answer = hook.undecided(Form::Cline, "the hook was called with wrong arguments");
        let _ = output::bytes(answer.stdout.as_bytes());
    }
    answers
}
