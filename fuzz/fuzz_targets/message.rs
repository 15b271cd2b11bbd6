//! Reads arbitrary bytes as what an agent sends: a message of JSON-RPC, or several. They may be refused; whatever takes an
//! answer gets one that can be read and has the id that was sent.

#![no_main]

// The program has no library; its reader of messages stands on its own, so it is compiled here once more.
#[path = "../../crates/server/src/mcp/rpc.rs"]
#[expect(dead_code, reason = "the rest of it is for those who answer")]
mod rpc;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

use crate::rpc::{Incoming, Message};

fuzz_target!(|bytes: &[u8]| {
    let messages = match rpc::read(bytes) {
        Ok(Incoming::One(message)) => vec![message],
        Ok(Incoming::Batch(messages)) => messages,
        Err(refusal) => {
            assert!([rpc::PARSE_ERROR, rpc::INVALID_REQUEST].contains(&refusal.code), "{refusal:?}");
            return;
        }
    };
    assert!(!messages.is_empty());
    for message in messages {
        let (id, outcome) = match message {
            Message::Request(request) => {
                assert!(!request.id.is_null(), "a notification is not to be answered");
                (request.id, Ok(request.params))
            }
            Message::Wrong(id, error) => (id, Err(error)),
            Message::Silent => continue,
        };
        let answer = rpc::answer(&id, outcome).to_string();
        let answer: Value = serde_json::from_str(&answer).expect("what was written can be read");
        assert_eq!(answer["id"], id);
    }
});
