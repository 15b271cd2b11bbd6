//! Connections: HTTP/1.1 with keep-alive, HTTP/2 and event streams on one port, timeouts for slow clients, a limit by
//! address, graceful shutdown.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header::HOST;
use axum::http::{HeaderValue, Version};
use futures_util::{StreamExt, TryFutureExt};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::{http1, http2};
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep, timeout};

use super::address::Peer;
use super::event_connection;
use super::gate::format_allow_header;
use crate::routes::OpenCount;
use crate::settings::Settings;

/// How long a client may take to send the head of a request, or be idle between two requests. Tests use a shorter time.
const HEAD_TIMEOUT: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(30) };
/// For how long, and for how many bytes, a body that no handler reads is drained, so that the client receives the
/// response.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);
const MAX_DRAINED: usize = 64 * 1024 * 1024;
/// The preface of an HTTP/2 connection (RFC 9113, 3.4), with which no HTTP/1 request starts.
const HTTP2: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The minimum of the limit per address: enough for several hundred phones behind one address, each with a stream and
/// the few connections of a browser that loads a page.
const MIN_PER_ADDRESS: usize = 4000;
/// How often the log reports that connections are closed because of the limit.
const REPORT_INTERVAL: Duration = Duration::from_mins(1);

/// Limits the open connections of one address. Connections from this machine and private networks are not counted.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionLimit {
    /// Connections per address; none (no limit) when all connections come from a proxy.
    max: Option<usize>,
    counts: Arc<Mutex<ConnectionCounts>>,
}

#[derive(Debug, Default)]
struct ConnectionCounts {
    by_address: HashMap<IpAddr, usize>,
    reported_at: Option<Instant>,
}

/// A permit for one connection. Dropping it frees the slot.
#[derive(Debug)]
struct ConnectionSlot {
    limit: ConnectionLimit,
    address: Option<IpAddr>,
}

impl ConnectionLimit {
    /// The limit of a service: twice the streams that an address may have, and at least [`MIN_PER_ADDRESS`]. Behind a
    /// trusted proxy there is none, since all connections are the proxy's.
    pub(crate) fn of(settings: &Settings) -> Self {
        let streams = settings.storage.config.max_streams_per_address;
        Self::new((!settings.trust_proxy).then(|| streams.saturating_mul(2).max(MIN_PER_ADDRESS)))
    }

    fn new(max: Option<usize>) -> Self {
        Self { max, counts: Arc::default() }
    }

    /// Counts a connection. Returns none when its address has reached the limit.
    fn take(&self, address: IpAddr) -> Option<ConnectionSlot> {
        let address = service::counted_public_network(address);
        if let (Some(address), Some(max)) = (address, self.max) {
            let mut counts = self.counts();
            let count = counts.by_address.entry(address).or_default();
            if *count >= max {
                counts.report(max);
                return None;
            }
            *count += 1;
        }
        Some(ConnectionSlot { limit: self.clone(), address })
    }

    fn counts(&self) -> MutexGuard<'_, ConnectionCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionCounts {
    /// Logs that the limit is reached, at most once in [`REPORT_INTERVAL`].
    fn report(&mut self, max: usize) {
        if self.reported_at.is_none_or(|at| at.elapsed() >= REPORT_INTERVAL) {
            self.reported_at = Some(Instant::now());
            tracing::warn!("an address has {max} open connections; further ones are closed");
        }
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut counts = self.limit.counts();
        if let Some(count) = counts.by_address.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                counts.by_address.remove(&address);
            }
        }
    }
}

/// Accepts and serves connections until `stop` completes, then waits at most `grace` for running requests.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limit: ConnectionLimit,
    stop: impl Future<Output = ()>,
    grace: Duration,
) {
    let running = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => start(stream, peer, &router, &limit, &running),
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

/// Whether an error of `accept` concerns a single connection, so that further ones can be accepted.
fn is_of_one_connection(fault: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(fault.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves a connection in a task of its own. Closes it when its address has reached the limit.
fn start(stream: TcpStream, peer: SocketAddr, router: &Router, limit: &ConnectionLimit, running: &GracefulShutdown) {
    let Some(slot) = limit.take(peer.ip()) else { return };
    let (router, watcher) = (router.clone(), running.watcher());
    tokio::spawn(async move {
        serve_connection(stream, peer, router, watcher).await;
        drop(slot);
    });
}

/// Serves a connection until it ends: an event stream, or the requests of an HTTP connection.
async fn serve_connection(mut stream: TcpStream, peer: SocketAddr, router: Router, watcher: Watcher) {
    let _open = OpenCount::connection();
    let Ok(Ok(kind)) = timeout(HEAD_TIMEOUT, peek_kind(&stream)).await else { return };
    let _ = stream.set_nodelay(true);
    if kind == ConnectionKind::Events {
        let Ok(Ok(request)) = timeout(HEAD_TIMEOUT, Box::pin(event_connection::read_request(&mut stream))).await else {
            return;
        };
        if let Some(request) = request {
            // Not watched: a graceful shutdown waits for watched connections, and a stream is ended with its session
            // instead.
            event_connection::serve(stream, request, peer, router).await;
            drop(watcher);
            return;
        }
    }
    // Boxed, so that this large future does not add to the size of every event stream.
    Box::pin(serve_requests(stream, kind == ConnectionKind::Http2, peer, router, watcher)).await;
}

/// Serves the requests of a connection: one after the other on HTTP/1.1, up to 200 at once on HTTP/2.
async fn serve_requests(stream: TcpStream, is_http2: bool, peer: SocketAddr, router: Router, watcher: Watcher) {
    let stream = TokioIo::new(stream);
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        set_host(&mut request);
        router.call(request).map_ok(|mut answer| {
            format_allow_header(&mut answer);
            answer
        })
    });
    // Errors of one connection are caused by its client and are not logged.
    let _ = if is_http2 {
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new()).keep_alive_interval(HEAD_TIMEOUT).max_concurrent_streams(200);
        Box::pin(watcher.watch(http.serve_connection(stream, service))).await
    } else {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIMEOUT);
        let mut connection = http.serve_connection(stream, service);
        // Polled once before it is watched: a connection that starts to shut down before its first byte was read would
        // close and lose the request.
        match poll_fn(|context| Poll::Ready(Pin::new(&mut connection).poll(context))).await {
            Poll::Ready(done) => done,
            Poll::Pending => watcher.watch(connection).await,
        }
    };
}

/// Gives a request of HTTP/2 the header `Host`, as every request of HTTP/1.1 has it. HTTP/2 names the host in
/// `:authority` (RFC 9113, 8.3.1).
fn set_host<B>(request: &mut hyper::Request<B>) {
    let authority = request.uri().authority().and_then(|authority| HeaderValue::from_str(authority.as_str()).ok());
    if let Some(host) = authority
        && !request.headers().contains_key(HOST)
    {
        request.headers_mut().insert(HOST, host);
    }
}

/// The kind of a connection, determined by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionKind {
    Http2,
    /// Possibly a request for events, on HTTP/1.1: its path may be that of a live session.
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
    /// The request with a drained body, unless the body is empty or the connection is HTTP/2.
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

/// Reads a body and discards it, until its end or [`MAX_DRAINED`] bytes.
async fn drain(body: Body) {
    let mut pieces = body.into_data_stream();
    let mut remaining = MAX_DRAINED;
    while let Some(Ok(piece)) = pieces.next().await {
        remaining = remaining.saturating_sub(piece.len());
        if remaining == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Returns the last line of the response to a client that sends these bytes and then nothing.
    async fn check(sent: &[u8]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/", get(async || "tide"));
        let unlimited = ConnectionLimit::new(None);
        let serving = tokio::spawn(serve(listener, router, unlimited, std::future::pending(), Duration::ZERO));
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(sent).await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        serving.abort();
        String::from_utf8_lossy(&answer).lines().last().unwrap_or_default().to_owned()
    }

    #[test]
    fn connections_are_counted_by_public_address_until_they_close() {
        let limit = ConnectionLimit::new(Some(2));
        let take = |address: &str| limit.take(address.parse().unwrap());
        let (one, _two) = (take("203.0.113.1").unwrap(), take("::ffff:203.0.113.1").unwrap());
        assert!(take("203.0.113.1").is_none() && take("203.0.113.2").is_some());
        let _one_network = (take("2001:db8:1:2::1").unwrap(), take("2001:db8:1:2::2").unwrap());
        assert!(take("2001:db8:1:2::3").is_none() && take("2001:db8:1:3::1").is_some());
        let _uncounted: Vec<_> = (0..9).map(|_| (take("127.0.0.1").unwrap(), take("10.0.0.1").unwrap())).collect();
        drop(one);
        assert!(take("203.0.113.1").is_some());
        let unlimited = ConnectionLimit::new(None);
        let _proxied: Vec<_> = (0..9).map(|_| unlimited.take("203.0.113.1".parse().unwrap()).unwrap()).collect();
        assert_eq!(limit.counts().by_address.len(), 2, "addresses without connections take no memory");
        assert!(unlimited.counts().by_address.is_empty());
    }

    #[tokio::test]
    async fn a_connection_over_the_limit_of_its_address_is_closed() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let router = Router::new().route("/", get(async || "tide"));
        let (limit, running) = (ConnectionLimit::new(Some(1)), GracefulShutdown::new());
        let connect = async || {
            let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            start(stream, "203.0.113.1:5000".parse().unwrap(), &router, &limit, &running);
            client
        };
        let answer = async |client: &mut TcpStream| {
            let _ = client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
            let mut answer = [0; 12];
            client.read_exact(&mut answer).await.is_ok_and(|_| &answer == b"HTTP/1.1 200")
        };
        let (mut first, mut second) = (connect().await, connect().await);
        assert!(answer(&mut first).await);
        assert!(!answer(&mut second).await, "the address has used its only connection");
        drop(first);
        while !limit.counts().by_address.is_empty() {
            tokio::task::yield_now().await;
        }
        assert!(answer(&mut connect().await).await, "the slot of a closed connection is free again");
    }

    #[test]
    fn a_request_has_its_host_as_a_header_in_every_version() {
        let check = |target: &str, host: Option<&str>| {
            let mut request = hyper::Request::builder().uri(target);
            if let Some(host) = host {
                request = request.header(HOST, host);
            }
            let mut request = request.body(()).unwrap();
            set_host(&mut request);
            request.headers().get(HOST).map(|host| host.to_str().unwrap().to_owned())
        };
        assert_eq!(check("http://decks.test:4100/p/tides", None).as_deref(), Some("decks.test:4100"));
        assert_eq!(check("http://decks.test/p/tides", Some("other.test")).as_deref(), Some("other.test"));
        assert_eq!(check("/p/tides", Some("decks.test")).as_deref(), Some("decks.test"));
        assert_eq!(check("/p/tides", None), None);
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
