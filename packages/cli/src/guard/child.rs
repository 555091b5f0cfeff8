//! The server as a process: in a group of its own, so that nothing of it is left behind.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a server may take to end by itself, and after it was told to.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn start(server: &[OsString]) -> io::Result<Child> {
    let missing = || io::Error::from(io::ErrorKind::InvalidInput);
    let (program, arguments) = server.split_first().ok_or_else(missing)?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// Waits for the server, whose input is closed, and ends it and what it started.
pub(super) fn end(child: &mut Child) {
    if !has_ended(child, PATIENCE) {
        signal(child, false);
        if !has_ended(child, PATIENCE) {
            signal(child, true);
            let _ = child.kill();
            let _ = child.wait();
        }
    }
    // What it started and left behind.
    signal(child, true);
}

fn has_ended(child: &mut Child, within: Duration) -> bool {
    let until = Instant::now() + within;
    loop {
        match child.try_wait() {
            Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(10)),
            Ok(None) => return false,
            Ok(Some(_)) | Err(_) => return true,
        }
    }
}

#[cfg(unix)]
fn signal(child: &Child, at_once: bool) {
    use rustix::process::Signal;
    to_group(child.id(), if at_once { Signal::KILL } else { Signal::TERM });
}

/// Ends the server of this process id, and what it started, at once.
#[cfg(unix)]
pub(super) fn kill(server: u32) {
    to_group(server, rustix::process::Signal::KILL);
}

#[cfg(unix)]
fn to_group(server: u32, signal: rustix::process::Signal) {
    use rustix::process::{Pid, kill_process_group};
    let group = i32::try_from(server).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn signal(_child: &Child, _at_once: bool) {}
