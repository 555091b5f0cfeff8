//! `aana mcp`: the gate as a tool of the Model Context Protocol.

use std::io;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use aana_confirmation::attest::{Bearers, Claims, Subject};
use aana_core::{EvidenceTrust, Gate, contract::Mode};
use aana_mcp::{Answer, Call, ENDPOINT, Limits, Server, serve_http, serve_stdio};
use clap::{Args, value_parser};
use tokio::runtime::Runtime;

use crate::audit::args::RecordArgs;
use crate::audit::recorder::Recorder;
use crate::exit::{self, Failure, Outcome};
use crate::input::{self, Input};
use crate::{output, setup};

/// How many bytes of a file of subjects are read.
const SUBJECTS_BYTES: usize = 1 << 20;

#[derive(Debug, Args)]
pub(crate) struct McpArgs {
    /// The operator's policy, `aana.policy.v1` as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// What the host does with the decision; overrides the policy
    #[arg(long, value_name = "MODE", value_parser = Mode::WORDS.to_vec())]
    pub(crate) mode: Option<String>,
    /// Take only approvals and auth events that this server has checked itself, whatever the policy says
    #[arg(long, value_name = "TRUST", value_parser = [EvidenceTrust::Attested.as_str()])]
    pub(crate) evidence: Option<String>,
    /// Answer over HTTP only to the bearer tokens in this file, each with its subject: a JSON object of
    /// `"sha256:<SHA-256 of the token>": "user:7"`
    #[arg(long, value_name = "FILE", requires = "http")]
    pub(crate) subjects: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// Serve streamable HTTP at `/mcp` instead of the standard streams
    #[arg(long)]
    pub(crate) http: bool,
    /// The loopback address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", requires = "http")]
    pub(crate) host: IpAddr,
    /// The port to listen on; 0 is one that is free
    #[arg(long, default_value_t = 8767, requires = "http")]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Limits for each connection, and the names that are allowed in `Host`.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// A further name allowed in `Host`, and for the pages in `Origin`; may be given several times
    #[arg(long = "allowed-host", value_name = "NAME", requires = "http")]
    allowed_hosts: Vec<String>,
    /// How many connections may be open at once
    #[arg(long, value_name = "N", default_value_t = 256, requires = "http", value_parser = value_parser!(u32).range(1..))]
    max_connections: u32,
    /// Close beyond this much of request line and header fields
    #[arg(long, value_name = "BYTES", default_value_t = 65_536, requires = "http", value_parser = value_parser!(u32).range(1024..))]
    max_head_bytes: u32,
    /// Answer 413 beyond this
    #[arg(long, value_name = "BYTES", default_value_t = 4_194_304, requires = "http", value_parser = value_parser!(u32).range(1..))]
    max_body_bytes: u32,
    /// How long a head may take to arrive, and an answer to be read
    #[arg(long, value_name = "SECONDS", default_value = "10", requires = "http", value_parser = seconds)]
    head_seconds: Duration,
    /// How long a body may take to arrive
    #[arg(long, value_name = "SECONDS", default_value = "10", requires = "http", value_parser = seconds)]
    body_seconds: Duration,
}

impl LimitArgs {
    /// Whether the server answers to a name of another machine, as behind a proxy.
    fn names_others(&self) -> bool {
        let is_own = |name: &String| {
            let bare = name.trim_matches(['[', ']']);
            name.eq_ignore_ascii_case("localhost")
                || bare.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        };
        !self.allowed_hosts.iter().all(is_own)
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        limits.allowed_hosts.clone_from(&self.allowed_hosts);
        limits.max_connections = self.max_connections as usize;
        limits.max_head_bytes = self.max_head_bytes as usize;
        limits.max_body_bytes = self.max_body_bytes as usize;
        limits.head_time = self.head_seconds;
        limits.body_time = self.body_seconds;
        limits
    }
}

fn seconds(word: &str) -> Result<Duration, String> {
    let what = "a number of seconds that is larger than 0 is allowed";
    let number = word.parse().map_err(|_| what)?;
    let time = Duration::try_from_secs_f64(number).map_err(|_| what)?;
    // About a century. A clock can still add it.
    let allowed = !time.is_zero() && time.as_secs() <= 3_000_000_000;
    if allowed { Ok(time) } else { Err(what.to_owned()) }
}

/// Serves until the input ends, or until told to stop.
pub(crate) fn run(args: &McpArgs) -> Outcome {
    if !args.host.is_loopback() {
        return Err(Failure::Usage("the server listens on loopback only".to_owned()));
    }
    let mut gate = setup::gate(args.policy.as_deref(), args.mode.as_deref())?;
    if args.evidence.is_some() {
        gate = gate.with_attested_evidence();
    }
    let bearers = args.subjects.as_deref().map(bearers).transpose()?;
    if let Some(warning) = believed(args, &gate) {
        output::note(warning);
    }
    let recorder = Recorder::open(&args.record, true);
    let mut server = Server::new(move |call: &Call| {
        let attested = attested(call, &gate);
        let decision = gate.attesting(&attested).check_bytes(&call.arguments, setup::clock());
        recorder.record(decision, |report| Answer::new(report, call.detail)).1
    });
    if let Some(bearers) = bearers {
        server =
            server.with_bearers(move |token| Some(bearers.subject_of(token)?.as_str().to_owned()));
    }
    let runtime = Runtime::new().map_err(|error| Failure::starting(&error))?;
    let outcome = if args.http {
        let ready = |address| output::note(&format!("running on http://{address}{ENDPOINT}\n"));
        let limits = args.limits.limits();
        runtime.block_on(serve_http(server, args.host, args.port, limits, ready, stop_signal()))
    } else {
        runtime.block_on(serve_stdio(server))
    };
    // Records that are being written are written. Reading the standard input cannot be called off.
    runtime.shutdown_timeout(Duration::from_secs(2));
    outcome.map(|()| exit::SUCCESS).map_err(|error| failed(&error))
}

/// The refs that the server knows itself: the sign-in of the caller's own subject. It has no store of confirmations,
/// so no approval is among them.
fn attested(call: &Call, gate: &Gate) -> Vec<u32> {
    let subject = call.subject.as_deref().and_then(|text| Subject::parse(text).ok());
    let Some(subject) = subject else { return Vec::new() };
    let claims = Claims::of(&call.arguments, gate.max_event_bytes(), Some(&subject));
    claims.map(|claims| claims.sign_ins).unwrap_or_default()
}

/// Whose the bearer tokens are.
fn bearers(path: &Path) -> Result<Bearers, Failure> {
    let name = exit::name(Some(path));
    let faulty = |what: &str| Failure::Usage(format!("the subjects {name} are faulty: {what}"));
    match input::read(Some(path), SUBJECTS_BYTES)? {
        Input::TooLarge(_) => Err(faulty("the file is too large")),
        Input::Bytes(bytes) => {
            let text = str::from_utf8(&bytes).map_err(|_| faulty("the file is not UTF-8"))?;
            Bearers::read(text).map_err(|what| faulty(&what))
        }
    }
}

/// What is told at the start where others than this machine may ask and their own approvals are believed.
fn believed(args: &McpArgs, gate: &Gate) -> Option<&'static str> {
    let trusted = gate.evidence() == EvidenceTrust::Trusted;
    (trusted && args.limits.names_others()).then_some(
        "whoever asks writes its own evidence, and it is believed; with `--evidence attested` evidence that this \
         server has not checked itself supports at most `user_claimed`\n",
    )
}

/// Ends when the process gets SIGTERM or SIGINT.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = term.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn failed(error: &io::Error) -> Failure {
    if error.kind() == io::ErrorKind::InvalidInput {
        return Failure::Usage(error.to_string());
    }
    Failure::Io(format!("cannot serve: {error}"))
}
