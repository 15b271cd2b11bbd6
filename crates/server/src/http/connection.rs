//! Connections: HTTP/1.1 with keep-alive, HTTP/2 and held event streams on one port, time limits on slow senders, an
//! orderly end.

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
use super::gate::space_out_methods;
use super::held;
use crate::routes::Open;

/// How long a client may take to send the head of a request, or to say nothing between two; tests do not wait for it.
const HEAD_TIME: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(30) };
/// How long and how much of a body that nobody reads is taken off the wire, so that the answer is not lost with it.
const LINGER_TIME: Duration = Duration::from_secs(10);
const LINGER_BYTES: usize = 64 * 1024 * 1024;
/// What an HTTP/2 connection begins with (RFC 9113, 3.4), and no HTTP/1 request.
const HTTP2: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Answers connections until told to stop, then lets running requests end, for so long as there is patience.
pub(crate) async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>, patience: Duration) {
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
            // Out of file descriptors, most likely: wait for some to come back.
            Err(fault) if !is_of_one_connection(&fault) => {
                tracing::warn!(%fault, "no connection can be taken");
                sleep(Duration::from_millis(100)).await;
            }
            Err(_) => {}
        }
    }
    drop(listener);
    if timeout(patience, running.shutdown()).await.is_err() {
        tracing::warn!("some requests did not end in time");
    }
}

fn is_of_one_connection(fault: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(fault.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

async fn connection(mut stream: TcpStream, peer: SocketAddr, router: Router, watcher: Watcher) {
    let _open = Open::connection();
    let Ok(Ok(begun)) = timeout(HEAD_TIME, beginning(&stream)).await else { return };
    let _ = stream.set_nodelay(true);
    if begun == Begun::Events {
        let Ok(Ok(request)) = timeout(HEAD_TIME, Box::pin(held::request(&mut stream))).await else { return };
        if let Some(request) = request {
            // An orderly end waits for whoever is watched, and the end of a session ends its streams.
            held::answer(stream, request, peer, router).await;
            drop(watcher);
            return;
        }
    }
    // Rare and large beside a stream: apart, so that the many others are not made as large as this.
    Box::pin(requests(stream, begun == Begun::Http2, peer, router, watcher)).await;
}

/// Answers one request after the other.
async fn requests(stream: TcpStream, is_http2: bool, peer: SocketAddr, router: Router, watcher: Watcher) {
    let stream = TokioIo::new(stream);
    let router = TowerToHyperService::new(router);
    let answers = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.call(request).map_ok(|mut answer| {
            space_out_methods(&mut answer);
            answer
        })
    });
    // What goes wrong on one connection is its client's doing and no news to us.
    let _ = if is_http2 {
        let mut http = http2::Builder::new(TokioExecutor::new());
        http.timer(TokioTimer::new()).keep_alive_interval(HEAD_TIME).max_concurrent_streams(200);
        Box::pin(watcher.watch(http.serve_connection(stream, answers))).await
    } else {
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
        let mut connection = http.serve_connection(stream, answers);
        // What was sent is read before anybody can say that it is time to stop: a connection that hears so before its
        // first byte was read closes, and the request is lost.
        match poll_fn(|context| Poll::Ready(Pin::new(&mut connection).poll(context))).await {
            Poll::Ready(done) => done,
            Poll::Pending => watcher.watch(connection).await,
        }
    };
}

/// How a connection begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begun {
    Http2,
    /// As a request for events does.
    Events,
    Otherwise,
}

/// The waits between looks at bytes that lie there already and do not suffice: short for a head that arrives in two
/// pieces, long for a sender who means to keep us looking.
pub(super) struct Looks(Duration);

impl Looks {
    pub(super) fn new() -> Self {
        Self(Duration::from_millis(1))
    }

    /// How long to wait before the next look.
    pub(super) fn wait(&mut self) -> Duration {
        let wait = self.0;
        self.0 = (wait * 2).min(Duration::from_secs(1));
        wait
    }
}

/// Looks at the first bytes without taking them.
async fn beginning(stream: &TcpStream) -> io::Result<Begun> {
    let known: [(&[u8], Begun); 2] = [(HTTP2, Begun::Http2), (held::BEGINNING, Begun::Events)];
    let mut first = [0; HTTP2.len()];
    let mut looks = Looks::new();
    loop {
        let seen = stream.peek(&mut first).await?;
        if let Some((_, begun)) = known.iter().find(|(known, _)| *known == &first[..seen]) {
            return Ok(*begun);
        }
        if seen == 0 || !known.iter().any(|(known, _)| known.starts_with(&first[..seen])) {
            return Ok(Begun::Otherwise);
        }
        sleep(looks.wait()).await;
    }
}

/// A body that is taken off the wire, within bounds, even when a request is refused before it is read. A client that
/// is still sending when the connection closes would never see the answer.
pub(super) struct Lingering(Option<Body>);

impl Lingering {
    pub(super) fn on(request: Request) -> Request {
        if request.body().is_end_stream() || request.version() >= Version::HTTP_2 {
            return request;
        }
        request.map(|body| Body::new(Self(Some(body))))
    }
}

impl HttpBody for Lingering {
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

impl Drop for Lingering {
    fn drop(&mut self) {
        if let Some(body) = self.0.take()
            && !body.is_end_stream()
        {
            tokio::spawn(timeout(LINGER_TIME, drained(body)));
        }
    }
}

async fn drained(body: Body) {
    let mut pieces = body.into_data_stream();
    let mut left = LINGER_BYTES;
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

    /// What a client gets who sends this and then nothing.
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
    fn who_keeps_us_looking_is_looked_at_less_and_less() {
        let mut looks = Looks::new();
        let waits: Vec<Duration> = std::iter::repeat_with(|| looks.wait()).take(40).collect();
        assert!(waits.iter().take(4).sum::<Duration>() < Duration::from_millis(20), "a head in two pieces");
        assert!(waits.iter().sum::<Duration>() > Duration::from_secs(30), "forty looks outlast our patience");
    }

    #[tokio::test]
    async fn who_does_not_finish_a_head_is_hung_up_on() {
        assert_eq!(check(b"").await, "");
        assert_eq!(check(b"P").await, "");
        assert_eq!(check(b"PRI * HT").await, "");
        assert_eq!(check(b"GET / HTTP/1.1\r\nHos").await, "");
        assert_eq!(check(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await, "tide");
    }
}
