//! One message a line, over the standard streams.
//!
//! A line that cannot be read is answered with an error and the next one is read. A client that asks
//! without having introduced itself, as a pipe in a shell does, is answered as if it had. When the
//! input ends, what was asked is still answered.

use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{ClientJsonRpcMessage, GetExtensions as _, RequestId, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::{RoleServer, ServiceExt as _};
use serde_json::json;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::sync::{Notify, mpsc};

use crate::MAX_MESSAGE;
use crate::message::message_of;
use crate::server::{Arguments, Server};
use crate::split::split;

/// The introduction of a client that makes none. Its answer goes nowhere.
const INTRODUCTION: &str = "aana:introduction";

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// Answers until the input ends.
///
/// # Errors
///
/// The streams cannot be read or written.
pub async fn serve_stdio(server: Server) -> io::Result<()> {
    let output = Arc::new(tokio::sync::Mutex::new(tokio::io::stdout()));
    let open = Arc::<Open>::default();
    let (sender, messages) = mpsc::channel(1);
    // A task of its own: whoever waits for a message stops and begins again at any time.
    tokio::spawn(
        Lines { output: Arc::clone(&output), open: Arc::clone(&open), sender, introduced: false }
            .run(BufReader::new(tokio::io::stdin())),
    );
    match server.serve(Stdio { output, open, messages }).await {
        Ok(running) => running.waiting().await.map(drop).map_err(io::Error::other),
        // An input without a request ends before there is anything to serve.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        // The library's own words quote the message, values and all.
        Err(_) => Err(io::Error::other("the client's introduction failed")),
    }
}

type Output = Arc<tokio::sync::Mutex<tokio::io::Stdout>>;

/// The requests that have no answer yet.
#[derive(Default)]
struct Open {
    requests: Mutex<HashMap<RequestId, usize>>,
    changed: Notify,
}

impl Open {
    fn add(&self, id: RequestId) {
        *self.requests().entry(id).or_default() += 1;
    }

    fn answered(&self, id: &RequestId) {
        let mut requests = self.requests();
        if let Some(count) = requests.get_mut(id) {
            *count -= 1;
            if *count == 0 {
                requests.remove(id);
            }
        }
        drop(requests);
        self.changed.notify_one();
    }

    async fn none(&self) {
        while !self.requests().is_empty() {
            self.changed.notified().await;
        }
    }

    fn requests(&self) -> std::sync::MutexGuard<'_, HashMap<RequestId, usize>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the service reads from and writes to.
struct Stdio {
    output: Output,
    open: Arc<Open>,
    messages: mpsc::Receiver<ClientJsonRpcMessage>,
}

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (output, open) = (Arc::clone(&self.output), Arc::clone(&self.open));
        async move {
            let id = match &message {
                ServerJsonRpcMessage::Response(response) => Some(response.id.clone()),
                ServerJsonRpcMessage::Error(error) => error.id.clone(),
                _ => None,
            };
            let swallowed = id.as_ref().is_some_and(|id| *id == introduction_id());
            let written = if swallowed {
                Ok(())
            } else {
                match serde_json::to_vec(&message) {
                    Ok(text) => write_line(&output, text).await,
                    Err(error) => Err(io::Error::other(error)),
                }
            };
            if let Some(id) = id {
                open.answered(&id);
            }
            written
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.lock().await.flush().await
    }
}

/// Reads messages and hands them on.
struct Lines {
    output: Output,
    open: Arc<Open>,
    sender: mpsc::Sender<ClientJsonRpcMessage>,
    introduced: bool,
}

impl Lines {
    /// Reads until the input ends, and waits for the last answer.
    async fn run(mut self, mut input: impl AsyncBufRead + Unpin) {
        loop {
            let mut line = Vec::new();
            match read_line(&mut input, &mut line).await {
                Ok(Line::End) | Err(_) => return self.open.none().await,
                Ok(Line::TooLong) => {
                    self.complain(-32600, "the message is longer than the server reads").await;
                }
                Ok(Line::Whole) => self.take(&line).await,
            }
        }
    }

    async fn take(&mut self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let (rest, arguments) = match split(line) {
            Ok(parts) => parts,
            Err(malformed) => {
                let message = format!("the message is not read: {malformed}");
                return self.complain(-32700, &message).await;
            }
        };
        let mut message = match message_of(&rest) {
            Ok(message) => message,
            Err((code, what)) => return self.complain(code, what).await,
        };
        match &mut message {
            ClientJsonRpcMessage::Request(request) => {
                self.open.add(request.id.clone());
                request.request.extensions_mut().insert(Arguments(arguments));
                if !self.introduced {
                    self.introduced = true;
                    if let (false, Some(first)) = (introduces(&rest), introduction()) {
                        self.hand_on(first).await;
                    }
                }
            }
            // Of a client that has asked nothing yet there is nothing to answer, and the library would end
            // the session over it.
            _ if !self.introduced => return,
            _ => {}
        }
        self.hand_on(message).await;
    }

    async fn hand_on(&self, message: ClientJsonRpcMessage) {
        if let Err(unread) = self.sender.send(message).await
            && let ClientJsonRpcMessage::Request(request) = unread.0
        {
            // The service has ended: nobody will answer.
            self.open.answered(&request.id);
        }
    }

    async fn complain(&self, code: i32, message: &str) {
        let error = json!({
            "jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message},
        });
        // Who does not read any more gets no complaint either.
        let _ = write_line(&self.output, error.to_string().into_bytes()).await;
    }
}

async fn write_line(output: &Output, mut text: Vec<u8>) -> io::Result<()> {
    text.push(b'\n');
    let mut output = output.lock().await;
    output.write_all(&text).await?;
    output.flush().await
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line, and of one that is too long not more than must be held.
async fn read_line(
    input: &mut (impl AsyncBufRead + Unpin),
    line: &mut Vec<u8>,
) -> io::Result<Line> {
    let mut too_long = false;
    loop {
        let part = input.fill_buf().await?;
        if part.is_empty() {
            return Ok(match (too_long, line.is_empty()) {
                (true, _) => Line::TooLong,
                (false, true) => Line::End,
                (false, false) => Line::Whole,
            });
        }
        let (length, ended) = match part.iter().position(|byte| *byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (part.len(), false),
        };
        too_long |= line.len() + length > MAX_MESSAGE;
        if !too_long {
            line.extend_from_slice(part.get(..length).unwrap_or_default());
        }
        input.consume(length);
        if ended {
            return Ok(if too_long { Line::TooLong } else { Line::Whole });
        }
    }
}

/// Whether a first request says who asks: by the handshake, or in each request by itself.
fn introduces(message: &[u8]) -> bool {
    let value: serde_json::Value = serde_json::from_slice(message).unwrap_or_default();
    value["method"] == "initialize" || value["params"]["_meta"].get(VERSION_KEY).is_some()
}

fn introduction() -> Option<ClientJsonRpcMessage> {
    let request = json!({
        "jsonrpc": "2.0",
        "id": INTRODUCTION,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "unnamed", "version": "0"},
        },
    });
    serde_json::from_value(request).ok()
}

fn introduction_id() -> RequestId {
    RequestId::String(INTRODUCTION.into())
}
