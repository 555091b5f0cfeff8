//! Streamable HTTP, for this machine only. There are no sessions: each request stands for itself.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

use crate::head::AllowedHosts;
use crate::limits::Limits;
use crate::message::message_of;
use crate::server::{Arguments, Bearers, Server, Subject};
use crate::split::split;

/// Connections beyond the limit that are still told so; what comes beyond these is cut off.
const RESERVE: usize = 64;

/// How long open requests may take to end after the server was told to stop.
const GRACE: Duration = Duration::from_secs(5);

/// How long to wait before the next connection is taken after one could not be.
const PAUSE: Duration = Duration::from_millis(50);

/// The time and the number of bytes within which the rest of a refused body is read and discarded.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 16 << 20;

type Body = BoxBody<Bytes, Infallible>;
type Service = StreamableHttpService<Server, NeverSessionManager>;

/// What every connection shares.
struct Shared {
    service: Service,
    bearers: Option<Arc<Bearers>>,
    names: AllowedHosts,
    limits: Limits,
}

/// Answers at a loopback address until `stop` is ready. `ready` is called with the address.
///
/// # Errors
///
/// The address is not one of this machine, or cannot be listened on; or an allowed host cannot be parsed.
pub async fn serve_http(
    server: Server,
    host: IpAddr,
    port: u16,
    limits: Limits,
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
        .with_max_request_body_bytes(limits.max_body_bytes)
        // Both names are checked here before the body is read: the library takes `localhost:evil.com` for a
        // name with a port.
        .disable_allowed_hosts()
        .disable_allowed_origins();
    let bearers = server.bearers();
    let service: Service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config);
    let names = AllowedHosts::new(host, &limits.allowed_hosts)?;
    let answered = Arc::new(Semaphore::new(limits.max_connections.min(Semaphore::MAX_PERMITS)));
    let told = Arc::new(Semaphore::new(RESERVE));
    let shared = Arc::new(Shared { service, bearers, names, limits });
    let listener = TcpListener::bind((host, port)).await?;
    ready(listener.local_addr()?);
    let open = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = stream else {
            // One caller's trouble, or no file is left for it; it may try again.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        let (permit, full) = match Arc::clone(&answered).try_acquire_owned() {
            Ok(permit) => (permit, false),
            Err(_) => match Arc::clone(&told).try_acquire_owned() {
                Ok(permit) => (permit, true),
                Err(_) => continue,
            },
        };
        let answering = connection(Arc::clone(&shared), stream, full);
        let watched = open.watch(answering);
        tokio::spawn(async move {
            // A connection that breaks is its caller's.
            let _ = watched.await;
            drop(permit);
        });
    }
    drop(listener);
    // Who does not end by then is cut off.
    let _ = tokio::time::timeout(GRACE, open.shutdown()).await;
    Ok(())
}

/// One connection, on which each request is answered, or told that there are too many.
fn connection(
    shared: Arc<Shared>,
    stream: TcpStream,
    full: bool,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + Send {
    let mut stream = TimeoutStream::new(stream);
    // Who does not read its answers cannot keep the connection.
    stream.set_write_timeout(Some(shared.limits.head_time));
    let mut builder = http1::Builder::new();
    // The time of a head begins with the connection, or with the end of the last answer.
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(shared.limits.head_time)
        .max_header_size(shared.limits.max_head_bytes);
    let answer = service_fn(move |request: Request<Incoming>| {
        let shared = Arc::clone(&shared);
        async move {
            if full {
                let what = "there are too many connections";
                return Ok(last(problem(StatusCode::SERVICE_UNAVAILABLE, -32600, what)));
            }
            // After a body in chunks comes nothing: whoever stands between may have seen another end of it.
            let chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
            let response = answer(&shared, request).await;
            Ok::<_, Infallible>(if chunked { last(response) } else { response })
        }
    });
    builder.serve_connection(TokioIo::new(Box::pin(stream)), answer)
}

/// Keeps the arguments of a call as they arrived, and hands on the message without them.
async fn answer(shared: &Shared, request: Request<Incoming>) -> Response<Body> {
    let (mut parts, mut body) = request.into_parts();
    if let Some((status, what)) = shared.names.refusal(&parts) {
        let mut response = problem(status, -32600, what);
        if status == StatusCode::METHOD_NOT_ALLOWED {
            response
                .headers_mut()
                .insert(header::ALLOW, HeaderValue::from_static(Method::POST.as_str()));
        }
        return not_let_in(response, body).await;
    }
    if let Some(bearers) = &shared.bearers {
        let Some(subject) = bearer(&parts.headers).and_then(|token| bearers(token)) else {
            let what =
                "this needs the header `Authorization: Bearer` with a token that is known here";
            let mut response = problem(StatusCode::UNAUTHORIZED, -32600, what);
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            return not_let_in(response, body).await;
        };
        parts.extensions.insert(Subject(subject));
    }
    let reading = read(&mut body, shared.limits.max_body_bytes);
    let body = match tokio::time::timeout(shared.limits.body_time, reading).await {
        Ok(Ok(body)) => body,
        Ok(Err(refused)) => {
            throw_away(&mut body).await;
            return last(refused);
        }
        Err(_) => {
            let what = "the message took too long to arrive";
            return last(problem(StatusCode::REQUEST_TIMEOUT, -32600, what));
        }
    };
    let (rest, arguments) = match split(&body) {
        Ok(parts) => parts,
        Err(malformed) => {
            let what = format!("the message is not read: {malformed}");
            return problem(StatusCode::BAD_REQUEST, -32700, &what);
        }
    };
    if let Err((code, what)) = message_of(&rest) {
        return problem(StatusCode::BAD_REQUEST, code, what);
    }
    parts.extensions.insert(Arguments(arguments));
    parts.headers.remove(header::CONTENT_LENGTH);
    shared.service.handle(Request::from_parts(parts, Full::new(Bytes::from(rest)))).await
}

/// The answer to a request that is not let in; the last one of its connection if a body follows.
async fn not_let_in(response: Response<Body>, mut body: Incoming) -> Response<Body> {
    if body.is_end_stream() {
        return response;
    }
    throw_away(&mut body).await;
    last(response)
}

/// The bearer token, if the request has exactly one.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let mut given = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (given.next(), given.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The whole body in one buffer: in a million pieces it takes no more than in a single one.
async fn read(body: &mut Incoming, limit: usize) -> Result<Vec<u8>, Response<Body>> {
    let too_long = || {
        let what = "the message is longer than the server reads";
        problem(StatusCode::PAYLOAD_TOO_LARGE, -32600, what)
    };
    if body.size_hint().lower() > limit as u64 {
        return Err(too_long());
    }
    let mut whole = Vec::new();
    while let Some(frame) = body.frame().await {
        let early = |_| problem(StatusCode::BAD_REQUEST, -32700, "the message ends early");
        // Trailers are dropped.
        let Ok(piece) = frame.map_err(early)?.into_data() else { continue };
        if whole.len() + piece.len() > limit {
            return Err(too_long());
        }
        whole.extend_from_slice(&piece);
    }
    Ok(whole)
}

/// Reads and discards the rest of a body: a client that still sends would see a reset instead of the answer.
async fn throw_away(body: &mut Incoming) {
    let taking = async {
        let mut left = LINGER_BYTES;
        while let Some(Ok(frame)) = body.frame().await {
            let size = frame.data_ref().map_or(0, Bytes::len);
            if size > left {
                return;
            }
            left -= size;
        }
    };
    // Who needs longer has had its chance.
    let _ = tokio::time::timeout(LINGER, taking).await;
}

/// The same as the last answer of its connection.
fn last(mut response: Response<Body>) -> Response<Body> {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

fn problem(status: StatusCode, code: i32, message: &str) -> Response<Body> {
    let error = json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": message}});
    let mut response = Response::new(Full::new(Bytes::from(error.to_string())).boxed());
    *response.status_mut() = status;
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}
