//! Tests the bucket against a server with scripted responses.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;

use super::*;

const KEY: &str = "ab/abc";

/// A bucket whose server gives one response per connection, and the requests that it was sent.
fn scripted(responses: &'static [&'static str]) -> (Bucket, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let endpoint = format!("http://{}", listener.local_addr().expect("an address"));
    let requests = std::thread::spawn(move || {
        let received = responses.iter().map(|response| {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut reader = BufReader::new(stream.try_clone().expect("a reader"));
            let (mut head, mut length) = (String::new(), 0);
            while !head.ends_with("\r\n\r\n") {
                let mut line = String::new();
                reader.read_line(&mut line).expect("a line");
                if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().expect("a number");
                }
                head.push_str(&line);
            }
            let mut body = vec![0; length];
            reader.read_exact(&mut body).expect("a body");
            stream.write_all(response.as_bytes()).expect("a response");
            format!("{head}{}", String::from_utf8_lossy(&body))
        });
        received.collect()
    });
    (bucket(&endpoint), requests)
}

fn bucket(endpoint: &str) -> Bucket {
    let variable = |name: &str| match name {
        "AWS_ENDPOINT" => Some(endpoint.to_owned()),
        "AWS_ALLOW_HTTP" => Some("true".to_owned()),
        "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_SESSION_TOKEN" => Some("test".to_owned()),
        _ => None,
    };
    let settings = BucketSettings::read("decks", variable).map_err(|_| ()).expect("settings");
    Bucket(Arc::new(Inner { settings, client: BucketClient::new(true), prefix: stored_prefix("/a b/~x/") }))
}

const NOT_FOUND: &str = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const FORBIDDEN: &str = "HTTP/1.1 403 Forbidden\r\nContent-Length: 16\r\nConnection: close\r\n\r\n<Code>No</Code>\n";
const BUSY: &str = "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
const EMPTY: &str = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

#[test]
fn a_request_names_its_key_and_is_signed() {
    let bucket = bucket("http://bucket.test:9000/");
    let now = "2026-01-02T03:04:05Z".parse().expect("a time");
    let call = Call { from: 7, ..Call::new(Method::Get, KEY) };
    let request = bucket.signed(call, now).expect("a request");
    assert_eq!(request.url, "http://bucket.test:9000/decks/a%20b/%257Ex/ab/abc");
    let headers: Vec<_> = request.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    assert_eq!(
        headers[..4],
        [
            "range: bytes=7-",
            "x-amz-date: 20260102T030405Z",
            &format!("x-amz-content-sha256: {EMPTY_HASH}"),
            "x-amz-security-token: test",
        ]
    );
    let names = "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date;x-amz-security-token, ";
    assert!(headers[4].starts_with("authorization: AWS4-HMAC-SHA256 Credential=test/20260102/us-east-1/s3/"));
    assert!(headers[4].contains(names), "{}", headers[4]);
}

#[tokio::test]
async fn a_missing_object_is_none_and_a_rejected_request_is_an_error() {
    let (bucket, requests) = scripted(&[NOT_FOUND, NOT_FOUND, NOT_FOUND, EMPTY, FORBIDDEN]);
    assert!(!bucket.exists(KEY).await.expect("a response"));
    assert!(bucket.get(KEY).await.expect("a response").is_none());
    bucket.delete(KEY).await.expect("nothing to remove");
    assert!(bucket.exists(KEY).await.expect("a response"));
    let Err(StoreError::Internal(fault)) = bucket.exists(KEY).await else { panic!("it is refused") };
    assert!(fault.to_string().contains("403 Forbidden"), "{fault}");
    let requests = requests.join().expect("requests");
    let methods: Vec<_> = requests.iter().map(|request| request.split(' ').next().unwrap_or_default()).collect();
    assert_eq!(methods, ["HEAD", "GET", "DELETE", "HEAD", "HEAD"]);
}

#[tokio::test]
async fn a_retried_upload_sends_the_whole_body_again() {
    let (bucket, requests) = scripted(&[BUSY, BUSY, EMPTY, EMPTY]);
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    bucket.put(KEY, Bytes::from_static(b"abc"), hash).await.expect("the third time");
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "abc").expect("some bytes");
    bucket.put_file(KEY, file.path().to_owned(), hash).await.expect("it is stored");
    for request in requests.join().expect("requests") {
        assert!(request.starts_with("PUT /decks/a%20b/%257Ex/ab/abc HTTP/1.1\r\n"), "{request}");
        assert!(request.contains(&format!("x-amz-content-sha256: {hash}\r\n")), "{request}");
        assert!(request.ends_with("\r\n\r\nabc"), "{request}");
    }
}

#[tokio::test]
async fn a_bucket_that_fails_every_time_is_unavailable() {
    let (bucket, requests) = scripted(&[BUSY, BUSY, BUSY, BUSY]);
    let Err(StoreError::Unavailable(fault)) = bucket.exists(KEY).await else { panic!("it is unavailable") };
    assert!(fault.contains("503") && fault.contains("after 3 retries"), "{fault}");
    assert_eq!(requests.join().expect("requests").len(), 4);
    assert!(matches!(super::tests::bucket("http://127.0.0.1:1").exists(KEY).await, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn an_interrupted_download_continues_where_it_stopped() {
    let (bucket, requests) = scripted(&[
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123",
        BUSY,
        "HTTP/1.1 206 Partial\r\nContent-Length: 6\r\nContent-Range: bytes 4-9/10\r\nConnection: close\r\n\r\n45678",
        "HTTP/1.1 206 Partial\r\nContent-Length: 1\r\nContent-Range: bytes 9-9/10\r\nConnection: close\r\n\r\n9",
    ]);
    let mut object = bucket.get(KEY).await.expect("a response").expect("an object");
    assert_eq!(object.length(), 10);
    let mut read = Vec::new();
    while let Some(bytes) = object.next(3).await {
        read.extend(bytes.expect("bytes"));
    }
    assert_eq!(read, b"0123456789");
    let requests = requests.join().expect("requests");
    let ranges = requests.iter().map(|request| request.lines().find(|line| line.starts_with("range: ")));
    assert_eq!(
        ranges.collect::<Vec<_>>(),
        [None, Some("range: bytes=4-"), Some("range: bytes=4-"), Some("range: bytes=9-")]
    );
}

#[tokio::test]
async fn a_part_of_an_object_is_requested_alone() {
    let (bucket, requests) = scripted(&[
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123456789",
        "HTTP/1.1 206 Partial\r\nContent-Length: 2\r\nContent-Range: bytes 8-9/10\r\nConnection: close\r\n\r\n89",
    ]);
    let mut object = bucket.get(KEY).await.expect("a response").expect("an object");
    object.seek(8);
    assert_eq!((object.length(), object.next(4).await.expect("bytes").expect("bytes")), (10, "89".into()));
    assert!(object.next(4).await.is_none());
    assert!(requests.join().expect("requests")[1].contains("range: bytes=8-\r\n"));
}

#[tokio::test]
async fn a_download_fails_when_the_object_changed() {
    let (bucket, _) = scripted(&[
        "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nConnection: close\r\n\r\n0123",
        "HTTP/1.1 206 Partial\r\nContent-Length: 3\r\nContent-Range: bytes 4-6/7\r\nConnection: close\r\n\r\n456",
    ]);
    let mut object = bucket.get(KEY).await.expect("a response").expect("an object");
    assert_eq!(object.next(4).await.expect("bytes").expect("bytes"), "0123");
    assert!(matches!(object.next(4).await, Some(Err(StoreError::Unavailable(_)))));
}

#[test]
fn characters_that_amazon_advises_against_are_encoded_in_a_prefix() {
    assert_eq!(stored_prefix(""), "");
    assert_eq!(stored_prefix("/assets//of/"), "assets/of/");
    assert_eq!(stored_prefix("../ä?"), "%2E%2E/%C3%A4%3F/");
}
