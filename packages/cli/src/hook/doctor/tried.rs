//! Tries an installed hook: runs its command as the client does, with two calls that nothing runs.

use std::env;
use std::io::{self, Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use aana_hook::install::{Found as Call, Reply, probes, reply};
use aana_hook::{Answer, Client};

use super::found::Found;

/// How long clients are told to wait.
const LONGEST: Duration = Duration::from_secs(15);

/// Runs the command twice and says what a client would make of each answer.
pub(super) fn answers(client: Client, call: &Call, own_policy: bool, found: &mut Found) {
    let directory = env::current_dir().unwrap_or_default();
    for probe in probes(client, &directory.to_string_lossy()) {
        let begun = Instant::now();
        let answer = match asked(client, call, &probe.payload) {
            Ok(answer) => answer,
            Err(error) => {
                found.not(format!("the hook cannot be run: {error}"));
                return;
            }
        };
        let took = begun.elapsed().as_millis();
        let reply = reply(client, &answer);
        let said = match reply {
            Reply::Runs => "runs",
            Reply::Asks => "is asked about",
            Reply::Stops => "does not run",
            Reply::Unreadable => "was answered in a way that the client does not understand",
        };
        let line = format!("the hook answers: `{}` {said} ({took} ms)", probe.command);
        let fine = match reply {
            Reply::Unreadable => false,
            Reply::Runs => !probe.must_not_run,
            Reply::Asks | Reply::Stops => probe.must_not_run || own_policy,
        };
        if fine {
            found.well(line);
        } else {
            found.not(line);
        }
        if !probe.must_not_run && reply == Reply::Stops {
            found.note(format!("it says: {}", reason(&answer)));
        }
    }
}

/// What the hook says of itself, and no more of it than fits a line.
fn reason(answer: &Answer) -> String {
    let said = if answer.stderr.trim().is_empty() { &answer.stdout } else { &answer.stderr };
    said.trim().chars().take(300).collect()
}

fn asked(client: Client, call: &Call, payload: &str) -> io::Result<Answer> {
    let mut command = match &call.line {
        Some(line) if cfg!(unix) => {
            let mut command = Command::new("sh");
            command.args(["-c", line]);
            command
        }
        _ => {
            let mut words = call.words.iter();
            let mut command = Command::new(words.next().map_or("", String::as_str));
            command.args(words);
            command
        }
    };
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if client == Client::Amp {
        command.env("AGENT_TOOL_NAME", "Bash");
    }
    let mut child = command.spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = (thread::spawn(|| text(stdout)), thread::spawn(|| text(stderr)));
    if let Some(mut stdin) = stdin {
        // It may have ended without reading.
        let _ = stdin.write_all(payload.as_bytes());
    }
    let code = ended(&mut child)?;
    let [stdout, stderr] = [stdout, stderr].map(|text| text.join().unwrap_or_default());
    Ok(Answer { stdout, stderr, code })
}

fn text(stream: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    if let Some(stream) = stream {
        let _ = stream.take(1 << 20).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Waits for the end, as long as a client does.
fn ended(child: &mut Child) -> io::Result<u8> {
    let deadline = Instant::now() + LONGEST;
    loop {
        if let Some(status) = child.try_wait()? {
            // A signal is an exit code that no client knows.
            return Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX));
        }
        if Instant::now() > deadline {
            let _ = child.kill();
            let _ = child.wait();
            return Err(io::Error::new(io::ErrorKind::TimedOut, "it did not end in 15 seconds"));
        }
        thread::sleep(Duration::from_millis(2));
    }
}
