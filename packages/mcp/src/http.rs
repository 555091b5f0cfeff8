//! Streamable HTTP, for this machine only. There are no sessions: each request stands for itself.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::net::TcpListener;

use crate::MAX_MESSAGE;
use crate::server::{Arguments, Server};
use crate::split::split;
use crate::stdio::is_json;

/// Where the server answers.
pub const ENDPOINT: &str = "/mcp";

// A page elsewhere whose name points here shows in `Host`, and any page elsewhere in `Origin`.
const HOSTS: [&str; 3] = ["127.0.0.1", "localhost", "::1"];
const ORIGINS: [&str; 3] = ["http://127.0.0.1:*", "http://localhost:*", "http://[::1]:*"];

type Body = BoxBody<Bytes, Infallible>;
type Service = StreamableHttpService<Server, NeverSessionManager>;

/// Answers at a loopback address until `stop` is there. `ready` is told the address.
///
/// # Errors
///
/// The address is none of this machine's own, or cannot be listened on.
pub async fn serve_http(
    server: Server,
    host: IpAddr,
    port: u16,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    if !host.is_loopback() {
        let what = "the server listens on loopback only";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE)
        .with_allowed_hosts(HOSTS)
        .with_allowed_origins(ORIGINS)
        .enforce_origin_validation();
    let service: Service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
    let listener = TcpListener::bind((host, port)).await?;
    ready(listener.local_addr()?);
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            () = &mut stop => return Ok(()),
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // One caller's trouble; it may try again.
                Err(_) => continue,
            },
        };
        let service = service.clone();
        tokio::spawn(async move {
            let answer = service_fn(move |request| answer(service.clone(), request));
            // Slow heads end by the timer. A connection that breaks is its caller's.
            let _ = http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(stream), answer)
                .await;
        });
    }
}

/// Keeps the arguments of a call as they arrived, and hands on the message without them.
async fn answer(
    service: Service,
    request: Request<Incoming>,
) -> Result<Response<Body>, Infallible> {
    if request.uri().path() != ENDPOINT {
        return Ok(problem(StatusCode::NOT_FOUND, -32600, "there is nothing here"));
    }
    if request.method() != Method::POST {
        return Ok(service.handle(request).await);
    }
    let (mut parts, body) = request.into_parts();
    let body = match Limited::new(body, MAX_MESSAGE).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => {
            let what = "the message is longer than the server reads";
            return Ok(problem(StatusCode::PAYLOAD_TOO_LARGE, -32600, what));
        }
        Err(_) => return Ok(problem(StatusCode::BAD_REQUEST, -32700, "the message ends early")),
    };
    let (rest, arguments) = match split(&body) {
        Ok((rest, arguments)) if is_json(&rest) => (rest, arguments),
        Ok(_) => {
            return Ok(problem(StatusCode::BAD_REQUEST, -32700, "the message is no JSON"));
        }
        Err(malformed) => {
            let what = format!("the message is not read: {malformed}");
            return Ok(problem(StatusCode::BAD_REQUEST, -32700, &what));
        }
    };
    parts.extensions.insert(Arguments(arguments));
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok(service.handle(Request::from_parts(parts, Full::new(Bytes::from(rest)))).await)
}

fn problem(status: StatusCode, code: i32, message: &str) -> Response<Body> {
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}});
    let mut response = Response::new(Full::new(Bytes::from(error.to_string())).boxed());
    *response.status_mut() = status;
    let json = header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
