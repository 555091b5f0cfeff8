//! The threads that read and write, and the signals that end a session.

use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;
#[cfg(unix)]
use std::{process, time::Duration};

use super::lanes::{FULL, Lane, OVERFULL};
use super::lines::{self, Line};
#[cfg(unix)]
use super::{child, codes::INTERNAL};

/// What happens at one of the ends.
pub(super) enum Event {
    Client(Vec<u8>),
    ClientTooLong,
    ClientClosed,
    Server(Vec<u8>),
    ServerTooLong,
    ServerClosed,
}

pub(super) fn client_reader(
    tell: &SyncSender<Event>,
    [to_client, to_server]: [&Arc<Lane>; 2],
    most: usize,
) -> io::Result<()> {
    let tell = tell.clone();
    let (full, overfull) = (Arc::clone(to_server), Arc::clone(to_client));
    spawn(move || {
        let mut reader = BufReader::with_capacity(1 << 16, io::stdin());
        loop {
            full.wait_below(FULL);
            overfull.wait_below(OVERFULL);
            let event = match lines::next(&mut reader, most) {
                Ok(Line::Whole(line)) => Event::Client(line),
                Ok(Line::TooLong) => Event::ClientTooLong,
                Ok(Line::End) | Err(_) => Event::ClientClosed,
            };
            let last = matches!(event, Event::ClientClosed);
            if tell.send(event).is_err() || last {
                return;
            }
        }
    })
}

pub(super) fn server_reader(
    stdout: impl Read + Send + 'static,
    tell: &SyncSender<Event>,
    [to_client, to_server]: [&Arc<Lane>; 2],
    most: usize,
) -> io::Result<()> {
    let tell = tell.clone();
    let (full, overfull) = (Arc::clone(to_client), Arc::clone(to_server));
    spawn(move || {
        let mut reader = BufReader::with_capacity(1 << 16, stdout);
        loop {
            full.wait_below(FULL);
            overfull.wait_below(OVERFULL);
            let event = match lines::next(&mut reader, most) {
                Ok(Line::Whole(line)) => Event::Server(line),
                Ok(Line::TooLong) => Event::ServerTooLong,
                Ok(Line::End) | Err(_) => Event::ServerClosed,
            };
            let last = matches!(event, Event::ServerClosed);
            if tell.send(event).is_err() || last {
                return;
            }
        }
    })
}

pub(super) fn writer(
    mut stream: impl Write + Send + 'static,
    lane: Arc<Lane>,
    tell: SyncSender<Event>,
    broken: fn() -> Event,
) -> io::Result<()> {
    spawn(move || {
        while let Some(mut line) = lane.pop() {
            line.push('\n');
            if stream.write_all(line.as_bytes()).and_then(|()| stream.flush()).is_err() {
                lane.abandon();
                drop(tell.send(broken()));
                return;
            }
        }
        // The end of the lane closes the stream.
    })
}

fn spawn(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

/// How long a session may take to end after a signal: what a server may take by itself and after it was told to, and a
/// little more.
#[cfg(unix)]
const LONGEST_END: Duration = Duration::from_secs(6);

/// A signal to end is as good as a client that closes. A session that does not end then is ended with its server,
/// whatever it is doing.
#[cfg(unix)]
pub(super) fn signals(tell: SyncSender<Event>, server: u32) {
    use tokio::signal::unix::{SignalKind, signal};
    let wait = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
        let Ok(runtime) = runtime else { return };
        runtime.block_on(async {
            let kinds = [SignalKind::terminate(), SignalKind::interrupt(), SignalKind::hangup()];
            let [Ok(mut term), Ok(mut int), Ok(mut hup)] = kinds.map(signal) else { return };
            tokio::select! {
                _ = term.recv() => {}
                _ = int.recv() => {}
                _ = hup.recv() => {}
            }
            drop(spawn(move || drop(tell.send(Event::ClientClosed))));
        });
        thread::sleep(LONGEST_END);
        child::kill(server);
        process::exit(i32::from(INTERNAL));
    };
    let _ = spawn(wait);
}

#[cfg(not(unix))]
pub(super) fn signals(_tell: SyncSender<Event>, _server: u32) {}
