//! A run while it runs: held to its time, to its cores and to what it may write.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Its own end.
    Exited,
    /// Its time was over.
    Time,
    /// It wrote more than it may.
    Output,
}

impl End {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Exited => "exited",
            Self::Time => "time_limit",
            Self::Output => "output_limit",
        }
    }
}

/// What came of a run.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) end: End,
    pub(super) status: ExitStatus,
    pub(super) took: Duration,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
}

/// What a run is held to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds<'b> {
    pub(super) time: Duration,
    pub(super) cores: usize,
    /// Where it writes its outputs.
    pub(super) outputs: &'b Path,
    pub(super) output_bytes: u64,
    /// Whether killing the process leaves those that it has started.
    pub(super) leaves_children: bool,
}

/// How much of what a run says is kept. More than that ends it.
const SAID_BYTES: usize = 1 << 20;

/// How often a run is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Runs a command to its end, or ends it.
pub(super) fn run(mut command: Command, bounds: Bounds<'_>) -> io::Result<Ended> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    {
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // What this process was started with may be open here, and is not for the run.
        close_fds::set_fds_cloexec_threadsafe(3, &[]);
    }
    // The cores are those of the thread that starts it, and a sandbox ends with that thread.
    thread::scope(|scope| {
        let runs = scope.spawn(move || {
            hold_to_cores(bounds.cores)?;
            watch(command.spawn()?, bounds)
        });
        runs.join().unwrap_or_else(|_| Err(io::Error::other("the watch over the run failed")))
    })
}

/// Lets this thread, and what it starts, use so many of the cores that it may use.
#[cfg(target_os = "linux")]
fn hold_to_cores(cores: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None)?;
    let mut held = CpuSet::new();
    let all = (0..CpuSet::MAX_CPU).filter(|cpu| allowed.is_set(*cpu));
    all.take(cores).for_each(|cpu| held.set(cpu));
    Ok(sched_setaffinity(None, &held)?)
}

#[cfg(not(target_os = "linux"))]
fn hold_to_cores(_cores: usize) -> io::Result<()> {
    Ok(())
}

fn watch(mut child: Child, bounds: Bounds<'_>) -> io::Result<Ended> {
    let start = Instant::now();
    let stdout = Said::of(child.stdout.take());
    let stderr = Said::of(child.stderr.take());
    let mut end = End::Exited;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() >= bounds.time {
            end = End::Time;
        } else if stdout.is_full() || stderr.is_full() || is_over(&bounds) {
            end = End::Output;
        }
        if end != End::Exited {
            kill(&mut child, bounds.leaves_children);
            break child.wait()?;
        }
        thread::sleep(LOOK);
    };
    let took = start.elapsed();
    if bounds.leaves_children {
        // Whatever it has left running would go on to write.
        kill(&mut child, true);
    }
    if end == End::Exited && (is_over(&bounds) || stdout.is_full() || stderr.is_full()) {
        end = End::Output;
    }
    Ok(Ended { end, status, took, stdout: stdout.taken(), stderr: stderr.taken() })
}

fn is_over(bounds: &Bounds<'_>) -> bool {
    size_of(bounds.outputs, 0) > bounds.output_bytes
}

/// The bytes of all files below a folder. What is deeper or more than a run needs counts as too much.
fn size_of(folder: &Path, depth: usize) -> u64 {
    const DEEPEST: usize = 32;
    const MOST: usize = 10_000;
    if depth > DEEPEST {
        return u64::MAX;
    }
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let mut sum = 0_u64;
    for (count, entry) in entries.flatten().enumerate() {
        let Ok(metadata) = entry.metadata() else { continue };
        let size =
            if metadata.is_dir() { size_of(&entry.path(), depth + 1) } else { metadata.len() };
        sum = if count < MOST { sum.saturating_add(size) } else { u64::MAX };
    }
    sum
}

fn kill(child: &mut Child, group: bool) {
    #[cfg(unix)]
    if group
        && let Some(pid) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    let _ = group;
    // An error says that it has ended.
    let _ = child.kill();
}

/// What a run says on one of its streams, up to a limit.
struct Said {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: Option<thread::JoinHandle<()>>,
}

impl Said {
    fn of(stream: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let reader = stream.map(|mut stream| {
            let bytes = Arc::clone(&bytes);
            thread::spawn(move || {
                let mut buffer = [0; 1 << 13];
                while let Ok(read @ 1..) = stream.read(&mut buffer) {
                    let mut bytes = bytes.lock().unwrap_or_else(PoisonError::into_inner);
                    bytes.extend(buffer.get(..read).unwrap_or_default());
                    if bytes.len() > SAID_BYTES {
                        return;
                    }
                }
            })
        });
        Self { bytes, reader }
    }

    fn is_full(&self) -> bool {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len() > SAID_BYTES
    }

    /// What was said. Who has left the run and holds the stream open is not waited for.
    fn taken(self) -> Vec<u8> {
        let start = Instant::now();
        while self.reader.as_ref().is_some_and(|reader| !reader.is_finished())
            && start.elapsed() < Duration::from_secs(1)
        {
            thread::sleep(Duration::from_millis(1));
        }
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.truncate(SAID_BYTES);
        std::mem::take(&mut bytes)
    }
}
