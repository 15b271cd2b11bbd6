//! Connections: HTTP/1.1 with keep-alive, HTTP/2 and event streams on one port, timeouts for slow clients, graceful
//! shutdown.

use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::Version;
use futures_util::{StreamExt, TryFutureExt};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::{http1, http2};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::address::Peer;
use super::event_connection;
use super::gate::format_allow_header;
use crate::routes::Open;

/// How long a client may take to send the head of a request, or to be idle between two; tests do not wait for it.
const HEAD_TIMEOUT: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(30) };
/// For how long, and how much of, a body that no handler reads is drained, so that the client receives the response.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_DRAINED: usize = 64 * 1024 * 1024;
/// The preface of an HTTP/2 connection (RFC 9113, 3.4), with which no HTTP/1 request starts.
const HTTP2: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Serves connections until `stop` completes, then waits for running requests, at most for `grace`.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, grace: Duration) {
    let running = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                tokio::spawn(connection(stream, peer, router.clone(), running.watcher()));
            }
            // Most likely out of file descriptors: wait until some are closed.
            Err(fault) if !is_of_one_connection(&fault) => {
                tracing::warn!(%fault, "no connection can be accepted");
                sleep(Duration::from_millis(100)).await;
            }
            Err(_) => {}
        }
    }
    drop(listener);
    if timeout(grace, running.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

fn is_of_one_connection(fault: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(fault.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(mut stream: TcpStream, peer: SocketAddr, router: Router, watcher: Watcher) {
    let _open = Open::connection();
    let Ok(Ok(kind)) = timeout(HEAD_TIMEOUT, peek_kind(&stream)).await else { return };
    let _ = stream.set_nodelay(true);
    if kind == ConnectionKind::Events {
        let Ok(Ok(request)) = timeout(HEAD_TIMEOUT, Box::pin(event_connection::read_request(&mut stream))).await else {
            return;
        };
        if let Some(request) = request {
            // A graceful shutdown waits for watched connections; a stream ends with its session instead.
            event_connection::serve(stream, request, peer, router).await;
            drop(watcher);
            return;
        }
    }
    // Boxed, so that this large future does not add to the size of every event stream.
    Box::pin(serve_requests(stream, kind == ConnectionKind::Http2, peer, router, watcher)).await;
}

/// Serves the requests of a connection one after the other.
async fn serve_requests(stream: TcpStream, is_http2: bool, peer: SocketAddr, router: Router, watcher: Watcher) {
    let stream = TokioIo::new(stream);
    let router = TowerToHyperService::new(router);
    let answers = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.call(request).map_ok(|mut answer| {
            format_allow_header(&mut answer);
            answer
        })
    });
    // Errors of one connection are caused by its client and are not logged.
    let _ = if is_http2 {
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new()).keep_alive_interval(HEAD_TIMEOUT).max_concurrent_streams(200);
        Box::pin(watcher.watch(http.serve_connection(stream, answers))).await
    } else {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
        let mut connection = http.serve_connection(stream, answers);
        // Polled once before it is watched: a connection that starts to shut down before its first byte was read would
        // close and lose the request.
        match poll_fn(|context| Poll::Ready(Pin::new(&mut connection).poll(context))).await {
            Poll::Ready(done) => done,
            Poll::Pending => watcher.watch(connection).await,
        }
    };
}

/// The kind of a connection, by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionKind {
    Http2,
    /// A request for events on HTTP/1.1.
    Events,
    Other,
}

/// Delays between peeks at an incomplete head. They grow, so that a client that sends its head in two packets waits
/// briefly and one that never completes it causes little work.
pub(super) struct PeekBackoff(Duration);

impl PeekBackoff {
    pub(super) fn new() -> Self {
        Self(Duration::from_millis(1))
    }

    /// The delay before the next peek.
    pub(super) fn next_delay(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(Duration::from_secs(1));
        wait
    }
}

/// Determines the kind of a connection without consuming its bytes.
async fn peek_kind(stream: &TcpStream) -> io::Result<ConnectionKind> {
    let known: [(&[u8], ConnectionKind); 2] =
        [(HTTP2, ConnectionKind::Http2), (event_connection::PREFIX, ConnectionKind::Events)];
    let mut first = [0; HTTP2.len()];
    let mut backoff = PeekBackoff::new();
    loop {
        let seen = stream.peek(&mut first).await?;
        if let Some((_, kind)) = known.iter().find(|(known, _)| *known == &first[..seen]) {
            return Ok(*kind);
        }
        if seen == 0 || !known.iter().any(|(known, _)| known.starts_with(&first[..seen])) {
            return Ok(ConnectionKind::Other);
        }
        sleep(backoff.next_delay()).await;
    }
}

/// A body that is drained, within bounds, when it is dropped before its end. Otherwise a client that is still sending
/// when the connection closes would not receive the response.
pub(super) struct DrainedBody(Option<Body>);

impl DrainedBody {
    pub(super) fn wrap(request: Request) -> Request {
        if request.body().is_end_stream() || request.version() >= Version::HTTP_2 {
            return request;
        }
        request.map(|body| Body::new(Self(Some(body))))
    }
}

impl HttpBody for DrainedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.0 else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(context);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) {
            self.0 = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map(HttpBody::size_hint).unwrap_or_default()
    }
}

impl Drop for DrainedBody {
    fn drop(&mut self) {
        if let Some(body) = self.0.take()
            && !body.is_end_stream()
        {
            tokio::spawn(timeout(DRAIN_TIMEOUT, drain(body)));
        }
    }
}

async fn drain(body: Body) {
    let mut pieces = body.into_data_stream();
    let mut left = MAX_DRAINED;
    while let Some(Ok(piece)) = pieces.next().await {
        left = left.saturating_sub(piece.len());
        if left == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// The last line of the response to a client that sends these bytes and then nothing.
    async fn check(sent: &[u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(async || "tide"));
        let serving = tokio::spawn(serve(listener, router, std::future::pending(), Duration::ZERO));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(sent).await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        serving.abort();
        String::from_utf8_lossy(&answer).lines().last().unwrap_or_default().to_owned()
    }

    #[test]
    fn delays_between_peeks_grow() {
        let mut backoff = PeekBackoff::new();
        let waits: Vec<Duration> = std::iter::repeat_with(|| backoff.next_delay()).take(40).collect();
        assert!(waits.iter().take(4).sum::<Duration>() < Duration::from_millis(20), "a head in two pieces");
        assert!(waits.iter().sum::<Duration>() > Duration::from_secs(30), "forty peeks outlast the timeout");
    }

    #[tokio::test]
    async fn a_client_that_does_not_finish_a_head_is_disconnected() {
        assert_eq!(check(b"").await, "");
        assert_eq!(check(b"P").await, "");
        assert_eq!(check(b"PRI * HT").await, "");
        assert_eq!(check(b"GET / HTTP/1.1\r\nHos").await, "");
        assert_eq!(check(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await, "tide");
    }
}
