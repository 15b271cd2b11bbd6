//! HTTP/1.1 connections whose first request is for the event stream of a live session: `/events` or `/marks`. There may
//! be thousands of them.
//!
//! A connection of hyper holds 16 KiB of buffers for further requests. A connection of this module serves one request,
//! by the same router. After that it needs only a socket and a subscription, and it closes when the stream ends. The
//! head is first peeked at, not consumed, so that hyper can serve a request of another kind, or one with anything
//! unusual in its head.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONNECTION, CONTENT_LENGTH, DATE, EXPECT, TRANSFER_ENCODING, UPGRADE};
use axum::http::{HeaderName, HeaderValue, Method, Request, Uri, Version};
use axum::response::Response;
use bytes::Buf;
use futures_util::StreamExt;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use super::address::Peer;
use super::connection::PeekBackoff;
use super::gate::format_allow_header;

/// The first bytes of every request for events. Other requests may begin with them, too.
pub(super) const PREFIX: &[u8; 24] = b"GET /api/present-session";
/// The maximum size of a head, in bytes. Longer ones are left to hyper.
const MAX_HEAD: usize = 4096;
const MAX_HEADERS: usize = 64;
/// How long writing one frame may take before the client is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum number of bytes that a client may send after its request, such as a second request, before it is
/// disconnected.
const MAX_DISCARDED: usize = 4096;

/// Reads the head of a request for events. Returns none, and consumes nothing, when the request is of another kind.
pub(super) async fn read_request(stream: &mut TcpStream) -> io::Result<Option<Request<Body>>> {
    let mut seen = vec![0; MAX_HEAD];
    let mut backoff = PeekBackoff::new();
    loop {
        let length = stream.peek(&mut seen).await?;
        match head(&seen[..length]) {
            Head::Complete(request, bytes) => {
                stream.read_exact(&mut seen[..bytes]).await?;
                return Ok(Some(*request));
            }
            Head::Partial if length > 0 && length < MAX_HEAD => sleep(backoff.next_delay()).await,
            Head::Partial | Head::Other => return Ok(None),
        }
    }
}

/// The parsed head of a request.
enum Head {
    /// A request for events, and the length of its head in bytes.
    Complete(Box<Request<Body>>, usize),
    Partial,
    Other,
}

/// Parses the first bytes of a connection as the head of a request.
fn head(seen: &[u8]) -> Head {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let bytes = match parsed.parse(seen) {
        Ok(httparse::Status::Complete(bytes)) => bytes,
        Ok(httparse::Status::Partial) => return Head::Partial,
        Err(_) => return Head::Other,
    };
    match event_request(&parsed) {
        Some(request) => Head::Complete(Box::new(request), bytes),
        None => Head::Other,
    }
}

/// The parsed head as a request; none unless it is a plain GET request for events without a body.
fn event_request(parsed: &httparse::Request<'_, '_>) -> Option<Request<Body>> {
    let uri: Uri = parsed.path?.parse().ok()?;
    let path = uri.path().strip_prefix("/api/present-sessions/")?;
    let session = path.strip_suffix("/events").or_else(|| path.strip_suffix("/marks"))?;
    if parsed.method != Some("GET") || parsed.version != Some(1) || session.contains('/') {
        return None;
    }
    let mut request = Request::new(Body::empty());
    (*request.method_mut(), *request.uri_mut(), *request.version_mut()) = (Method::GET, uri, Version::HTTP_11);
    for header in parsed.headers.iter() {
        let name = HeaderName::from_bytes(header.name.as_bytes()).ok()?;
        if [CONTENT_LENGTH, TRANSFER_ENCODING, UPGRADE, EXPECT].contains(&name) {
            return None;
        }
        request.headers_mut().append(name, HeaderValue::from_bytes(header.value).ok()?);
    }
    Some(request)
}

/// Reads arbitrary bytes as the head of a request for events. Panics when an accepted head is longer than the bytes, is
/// incomplete, or announces a body.
#[cfg(any(test, feature = "fuzz"))]
pub fn check_event_stream_head(bytes: &[u8]) {
    let Head::Complete(request, length) = head(bytes) else { return };
    assert!(length <= bytes.len(), "{length} of {}", bytes.len());
    assert!(matches!(head(&bytes[..length - 1]), Head::Partial), "accepted before its end");
    assert_eq!((request.method(), request.version()), (&Method::GET, Version::HTTP_11));
    assert!(request.uri().path().starts_with("/api/present-sessions/"), "{}", request.uri());
    for name in [CONTENT_LENGTH, TRANSFER_ENCODING, UPGRADE, EXPECT] {
        assert!(!request.headers().contains_key(&name), "{name}");
    }
}

/// Serves a request for events until its stream ends or its client disconnects.
pub(super) async fn serve(mut stream: TcpStream, mut request: Request<Body>, peer: SocketAddr, router: Router) {
    request.extensions_mut().insert(Peer(peer));
    // Boxed, so that its memory is freed before the long wait.
    let Ok(mut answer) = Box::pin(TowerToHyperService::new(router).call(request)).await;
    format_allow_header(&mut answer);
    let (head, length) = response_head(&answer);
    if write(&mut stream, Bytes::from(head)).await.is_err() {
        return;
    }
    let mut frames = answer.into_body().into_data_stream();
    let mut discarded = 0;
    loop {
        let frame = tokio::select! {
            frame = frames.next() => frame,
            () = disconnected(&stream, &mut discarded) => return,
        };
        let sent = match frame {
            Some(Ok(frame)) if length.is_some() => write(&mut stream, frame).await,
            Some(Ok(frame)) if frame.is_empty() => Ok(()),
            Some(Ok(frame)) => {
                let size = Bytes::from(format!("{:x}\r\n", frame.len()));
                write(&mut stream, size.chain(frame).chain(&b"\r\n"[..])).await
            }
            // Closes the connection without the last chunk, so that the client notices that the stream is incomplete.
            Some(Err(_)) => return,
            None => break,
        };
        if sent.is_err() {
            return;
        }
    }
    if length.is_none() {
        let _ = write(&mut stream, &b"0\r\n\r\n"[..]).await;
    }
    let _ = stream.shutdown().await;
}

/// The head of a response as bytes, and the length of its body if it is known.
fn response_head(answer: &Response) -> (Vec<u8>, Option<u64>) {
    let status = answer.status();
    let length = answer.body().size_hint().exact();
    let mut head =
        format!("HTTP/1.1 {} {}\r\n", status.as_u16(), status.canonical_reason().unwrap_or_default()).into_bytes();
    let mut header = |name: &HeaderName, value: &[u8]| {
        head.extend_from_slice(name.as_str().as_bytes());
        head.extend_from_slice(b": ");
        head.extend_from_slice(value);
        head.extend_from_slice(b"\r\n");
    };
    for (name, value) in answer.headers() {
        if ![CONTENT_LENGTH, TRANSFER_ENCODING, CONNECTION].contains(name) {
            header(name, value.as_bytes());
        }
    }
    match length {
        Some(length) => header(&CONTENT_LENGTH, length.to_string().as_bytes()),
        None => header(&TRANSFER_ENCODING, b"chunked"),
    }
    header(&CONNECTION, b"close");
    header(&DATE, httpdate::fmt_http_date(SystemTime::now()).as_bytes());
    head.extend_from_slice(b"\r\n");
    (head, length)
}

/// Writes bytes. Fails when that takes longer than [`WRITE_TIMEOUT`].
async fn write(stream: &mut TcpStream, mut bytes: impl Buf) -> io::Result<()> {
    timeout(WRITE_TIMEOUT, stream.write_all_buf(&mut bytes)).await?
}

/// Waits until the client disconnects or has sent too much. What it sends is discarded and counted.
async fn disconnected(stream: &TcpStream, discarded: &mut usize) {
    while *discarded <= MAX_DISCARDED {
        if stream.readable().await.is_err() {
            return;
        }
        // Allocated only after the wait, so that a waiting connection does not hold this memory.
        let mut scrap = [0; 1024];
        match stream.try_read(&mut scrap) {
            Ok(0) => return,
            Ok(bytes) => *discarded += bytes,
            Err(fault) if fault.kind() == io::ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEAD: &str = "GET /api/present-sessions/[a-z0-9/?%]{0,8}/events( |\\?[a-z=&]{0,8} )HTTP/1\\.[01]\r?\n\
        (([A-Za-z-]{1,9}|Content-Length|Expect): ?[ -~]{0,9}\r?\n){0,4}(\r?\n.{0,9})?";

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_head_is_read_safely(head in HEAD, cut in any::<prop::sample::Index>(), byte in any::<u8>()) {
            check_event_stream_head(head.as_bytes());
            let mut changed = head.into_bytes();
            let at = cut.index(changed.len());
            changed[at] = byte;
            check_event_stream_head(&changed);
        }
    }

    fn check(head: &str) -> &'static str {
        match super::head(head.as_bytes()) {
            Head::Complete(_, bytes) if bytes == head.len() => "events",
            Head::Complete(..) => "events, more follows",
            Head::Partial => "partial",
            Head::Other => "other",
        }
    }

    #[test]
    fn only_a_plain_request_for_events_is_accepted() {
        let get = "GET /api/present-sessions/7/events HTTP/1.1\r\n";
        assert_eq!(check(&format!("{get}Host: x\r\n\r\n")), "events");
        assert_eq!(check(&format!("{get}Host: x\r\n\r\nGET /")), "events, more follows");
        assert_eq!(check("GET /api/present-sessions/7/events?a=1 HTTP/1.1\r\n\r\n"), "events");
        assert_eq!(check(get), "partial");
        for other in [
            "GET /api/present-sessions/7/state HTTP/1.1\r\n\r\n",
            "GET /api/present-sessions/7/8/events HTTP/1.1\r\n\r\n",
            "HEAD /api/present-sessions/7/events HTTP/1.1\r\n\r\n",
            "GET /api/present-sessions/7/events HTTP/1.0\r\n\r\n",
            "GET /api/present-sessions/7/events HTTP/1.1\r\nContent-Length: 2\r\n\r\n",
            "GET /api/present-sessions/7/events HTTP/1.1\r\nUpgrade: h2c\r\n\r\n",
            "GET /api/present-sessions/7/events HTTP/1.1\r\nbad header\r\n\r\n",
        ] {
            assert_eq!(check(other), "other", "{other}");
        }
    }
}
