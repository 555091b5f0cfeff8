//! Moves the bytes: two threads read, two write, and one asks the state machine.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::{self, Child};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, SystemTime};

use aana_guard::{Guard, Input, Limits, Output, Record};

use super::child;
use super::codes::{INTERNAL, UNAVAILABLE};
use super::lanes::{FULL, Lane};
use super::steps::Steps;
use super::store;
use super::threads::{Event, client_reader, server_reader, signals, writer};
use crate::audit::recorder::Recorder;
use crate::{output, setup};

/// How often the server is looked after where nothing else happens.
const IDLE: Duration = Duration::from_millis(500);

/// How long the last lines to the client may take.
const LAST_LINES: Duration = Duration::from_secs(2);

/// What is written besides the messages.
pub(super) struct Keeping {
    pub(super) recorder: Recorder,
    pub(super) steps: Option<Steps>,
    pub(super) pins: PathBuf,
    pub(super) label: String,
}

struct Pump {
    guard: Guard,
    keeping: Keeping,
    to_client: Arc<Lane>,
    to_server: Arc<Lane>,
    /// Requests whose decision could not be recorded.
    unrecorded: HashSet<String>,
    /// When the store of pins was written last, as far as this guard knows.
    pins_at: Option<SystemTime>,
    ended: Option<u8>,
}

/// Runs a session. Gives the exit code.
pub(super) fn run(guard: Guard, keeping: Keeping, mut server: Child, limits: Limits) -> u8 {
    let (Some(stdin), Some(stdout)) = (server.stdin.take(), server.stdout.take()) else {
        return UNAVAILABLE;
    };
    let (to_client, to_server) = (Arc::new(Lane::default()), Arc::new(Lane::default()));
    let (tell, told) = mpsc::sync_channel(FULL);
    let readers = [
        client_reader(&tell, [&to_client, &to_server], limits.client_message_bytes),
        server_reader(stdout, &tell, [&to_client, &to_server], limits.server_message_bytes),
        writer(io::stdout(), Arc::clone(&to_client), tell.clone(), || Event::ClientClosed),
        writer(stdin, Arc::clone(&to_server), tell.clone(), || Event::ServerClosed),
    ];
    signals(tell, server.id());
    if readers.iter().any(io::Result::is_err) {
        child::end(&mut server);
        return INTERNAL;
    }
    let unrecorded = HashSet::new();
    let pins_at = modified(&keeping.pins);
    let ended = None;
    let mut pump = Pump { guard, keeping, to_client, to_server, unrecorded, pins_at, ended };
    // A message of a panic could hold a part of a message.
    panic::set_hook(Box::new(|_| {}));
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| pump.serve(&told, &mut server)));
    let code = outcome.unwrap_or_else(|_| {
        pump.note("the guard has failed");
        INTERNAL
    });
    pump.to_server.close();
    child::end(&mut server);
    pump.to_client.close();
    pump.to_client.drain(LAST_LINES);
    // A thread may still wait for the standard input: the process ends without it.
    process::exit(i32::from(code))
}

impl Pump {
    fn serve(&mut self, told: &Receiver<Event>, server: &mut Child) -> u8 {
        loop {
            let event = match told.recv_timeout(self.patience()) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return INTERNAL,
            };
            if matches!(event, Some(Event::Client(_))) {
                self.read_pins();
            }
            let input = match &event {
                None if matches!(server.try_wait(), Ok(Some(_))) => {
                    self.last_words(told);
                    Input::ServerExited
                }
                None => Input::Tick,
                Some(Event::Client(line)) => Input::Client(line),
                Some(Event::ClientTooLong) => Input::ClientTooLarge,
                Some(Event::ClientClosed) => Input::ClientClosed,
                Some(Event::Server(line)) => Input::Server(line),
                Some(Event::ServerTooLong) => Input::ServerTooLarge,
                Some(Event::ServerClosed) => Input::ServerExited,
            };
            self.step(input);
            if let Some(code) = self.ended {
                return code;
            }
        }
    }

    /// Reads the pins again if somebody else has changed them, as `aana guard pins` does.
    fn read_pins(&mut self) {
        let at = modified(&self.keeping.pins);
        if at == self.pins_at {
            return;
        }
        self.pins_at = at;
        // Without the file nothing is accepted that was not accepted before.
        if let Ok(text) = fs::read_to_string(&self.keeping.pins) {
            self.step(Input::Pins(&text));
        }
    }

    /// What the server still wrote before it ended.
    fn last_words(&mut self, told: &Receiver<Event>) {
        while let Ok(Event::Server(line)) = told.recv_timeout(Duration::from_millis(100)) {
            self.step(Input::Server(&line));
        }
    }

    fn patience(&self) -> Duration {
        let wake = self.guard.next_wake().map(|wake| wake.saturating_sub(setup::clock()));
        let wake = wake.map(|wait| u64::try_from(wait.max(1)).unwrap_or(1));
        wake.map_or(IDLE, |wait| Duration::from_millis(wait).min(IDLE))
    }

    fn step(&mut self, input: Input<'_>) {
        let outputs = self.guard.step(input, setup::clock());
        for output in outputs {
            self.handle(output);
        }
    }

    fn handle(&mut self, output: Output) {
        match output {
            Output::ToClient(line) => self.to_client.push(line),
            Output::ToServer(line) => self.to_server.push(line),
            Output::Record(record) => {
                self.write(&record);
            }
            Output::Forward { ticket, record } => {
                let request = record.get("request_id").unwrap_or_default().to_owned();
                let decided = !self.unrecorded.remove(&request);
                let written = self.write(&record) && decided;
                self.step(Input::Recorded { ticket, written });
            }
            Output::Pins(text) => {
                if store::write(&self.keeping.pins, &text).is_err() {
                    self.note("the store of pins cannot be written");
                }
                self.pins_at = modified(&self.keeping.pins);
            }
            Output::WriteForm { path, text } => {
                if store::write(path.as_ref(), &text).is_err() {
                    self.note("the form of a question cannot be written");
                }
            }
            Output::RemoveForm { path } => drop(fs::remove_file(path)),
            Output::Note(text) => self.note(&text),
            Output::End(code) => self.ended = Some(code),
        }
    }

    /// Writes a record; whether it was written where it has to be.
    fn write(&mut self, record: &Record) -> bool {
        let written = self.keeping.steps.as_mut().is_none_or(|it| it.write(record, setup::clock()));
        let recorded =
            record.audit_event().is_none_or(|event| self.keeping.recorder.record_text(event));
        if !(written && recorded)
            && record.kind() == "decision"
            && let Some(request) = record.get("request_id")
        {
            self.unrecorded.insert(request.to_owned());
        }
        written && recorded
    }

    fn note(&self, text: &str) {
        output::note(&format!("aana guard {}: {text}\n", self.keeping.label));
    }
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
