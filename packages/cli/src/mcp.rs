//! `aana mcp`: the gate as a tool of the Model Context Protocol.

use std::io;
use std::time::Duration;

use aana_mcp::{Call, ENDPOINT, Server, serve_http, serve_stdio};
use tokio::runtime::Runtime;

use crate::args::{EventArgs, McpArgs};
use crate::audit::Recorder;
use crate::exit::{self, Failure, Outcome};
use crate::output;
use crate::setup;

/// Serves until the input ends, or until told to stop.
pub(crate) fn run(args: &McpArgs) -> Outcome {
    if !args.host.is_loopback() {
        return Err(Failure::Usage("the server listens on loopback only".to_owned()));
    }
    let gate = setup::gate(&EventArgs {
        file: None,
        policy: args.policy.clone(),
        now: None,
        mode: args.mode.clone(),
    })?;
    let recorder = Recorder::open(&args.record, true);
    let server = Server::new(move |call: &Call| {
        recorder.record(gate.check_bytes(&call.arguments, setup::clock())).1
    });
    let runtime = Runtime::new().map_err(|error| Failure::starting(&error))?;
    let outcome = if args.http {
        let ready = |address| output::note(&format!("running on http://{address}{ENDPOINT}\n"));
        runtime.block_on(serve_http(server, args.host, args.port, ready, told_to_stop()))
    } else {
        runtime.block_on(serve_stdio(server))
    };
    // Records that are being written are written. Reading the standard input cannot be called off.
    runtime.shutdown_timeout(Duration::from_secs(2));
    outcome.map(|()| exit::SUCCESS).map_err(|error| failed(&error))
}

/// Until somebody says so, in one of the usual ways.
async fn told_to_stop() {
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
    Failure::Io(format!("cannot serve: {error}"))
}
