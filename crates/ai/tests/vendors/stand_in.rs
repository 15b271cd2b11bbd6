//! A stand-in for vendors on loopback: a real HTTP server with each vendor's format and scripted replies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ai::{Vendor, VendorAccess, VendorKey};
use serde_json::{Value, json};

/// A request that the server received.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> &str {
        let found = self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map_or("", |(_, value)| value)
    }

    /// All texts of the request, whatever the format.
    pub(crate) fn prompt(&self) -> String {
        let mut texts = Vec::new();
        collect(&self.body, &mut texts);
        texts.join("\n")
    }

    /// The task that the prompt is for.
    pub(crate) fn task(&self) -> &'static str {
        let prompt = self.prompt();
        let tasks = [
            ("Plan a presentation from", "outline"),
            ("Plan further content slides", "more"),
            ("Some of the slides break the rules", "repair"),
            ("Write the slides that are planned", "slides"),
            ("Restructure the slide", "convert"),
            ("Change the presentation in", "iterate"),
            ("Find slides of the presentation", "compress"),
            ("Judge the presentation", "analyze"),
        ];
        tasks.iter().find(|(words, _)| prompt.contains(words)).map_or("other", |(_, task)| task)
    }
}

fn collect(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(entries) => entries.iter().for_each(|entry| collect(entry, texts)),
        Value::Object(members) => members.values().for_each(|member| collect(member, texts)),
        _ => {}
    }
}

/// A scripted reply.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    /// The answer of a model, in the format of the vendor.
    Answer(String),
    /// A status with a body.
    Status(u16, String),
    /// The answer of a model after a delay.
    Slow(Duration, String),
    /// The answer of a model, of which only the first half is sent.
    Cut(String),
    /// The connection is closed without a response.
    Silence,
}

/// The answer of a model as JSON.
pub(crate) fn json_reply(value: &Value) -> Reply {
    Reply::Answer(value.to_string())
}

type Script = dyn Fn(&Request, usize) -> Reply + Send + Sync;

pub(crate) struct StandIn {
    pub(crate) url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl StandIn {
    /// Starts a server that answers each request with the reply of a script. The script gets the request and its
    /// number, from 0.
    pub(crate) fn new(vendor: Vendor, script: impl Fn(&Request, usize) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let requests: Arc<Mutex<Vec<Request>>> = Arc::default();
        let (received, script): (_, Arc<Script>) = (Arc::clone(&requests), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (received, script) = (Arc::clone(&received), Arc::clone(&script));
                std::thread::spawn(move || serve(vendor, stream, &received, &*script));
            }
        });
        Self { url, requests }
    }

    pub(crate) fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("no thread panicked").clone()
    }

    pub(crate) fn tasks(&self) -> Vec<&'static str> {
        self.requests().iter().map(Request::task).collect()
    }

    /// Access to the server, as the settings would give it.
    pub(crate) fn access(&self, vendor: Vendor) -> VendorAccess {
        VendorAccess {
            vendor,
            key: Some(VendorKey::new("sk-test")),
            model: Some("model-x".to_owned()),
            base_url: Some(format!("{}/v1", self.url)),
            price: None,
        }
    }
}

fn serve(vendor: Vendor, mut stream: TcpStream, received: &Mutex<Vec<Request>>, script: &Script) {
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    while let Some(request) = read(&mut reader) {
        let number = {
            let mut received = received.lock().expect("no thread panicked");
            received.push(request.clone());
            received.len() - 1
        };
        let reply = script(&request, number);
        let is_cut = matches!(reply, Reply::Cut(_));
        let (status, body) = match reply {
            Reply::Answer(text) | Reply::Cut(text) => (200, response_body(vendor, &text).to_string()),
            Reply::Slow(wait, text) => {
                std::thread::sleep(wait);
                (200, response_body(vendor, &text).to_string())
            }
            Reply::Status(status, body) => (status, body),
            Reply::Silence => return,
        };
        let head = format!(
            "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nLocation: http://127.0.0.1:9/\r\n\r\n",
            body.len()
        );
        let sent = if is_cut { &body.as_bytes()[..body.len() / 2] } else { body.as_bytes() };
        if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(sent)).is_err() || is_cut {
            return;
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let path = line.split_whitespace().nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.push((name.to_owned(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?;
    let mut body = vec![0; length.1.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Request { path, headers, body: serde_json::from_slice(&body).ok()? })
}

/// The response body of a vendor with the answer of a model. Each answer took 100 tokens in and 20 out.
fn response_body(vendor: Vendor, text: &str) -> Value {
    match vendor {
        Vendor::Anthropic => {
            let content = match serde_json::from_str::<Value>(text) {
                Ok(input) if input.is_object() => json!([{ "type": "tool_use", "name": "answer", "input": input }]),
                _ => json!([{ "type": "text", "text": text }]),
            };
            json!({ "content": content, "usage": { "input_tokens": 100, "output_tokens": 20 } })
        }
        Vendor::Gemini => json!({
            "candidates": [{ "content": { "parts": [{ "text": "thinking", "thought": true }, { "text": text }] } }],
            "usageMetadata": { "promptTokenCount": 100, "candidatesTokenCount": 15, "thoughtsTokenCount": 5 },
        }),
        Vendor::Ollama => json!({
            "message": { "role": "assistant", "content": text }, "done": true, "prompt_eval_count": 100, "eval_count": 20,
        }),
        _ => json!({
            "choices": [{ "message": { "role": "assistant", "content": text } }],
            "usage": { "prompt_tokens": 100, "completion_tokens": 20 },
        }),
    }
}
