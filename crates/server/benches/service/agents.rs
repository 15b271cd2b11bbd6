//! Tool calls over MCP: throughput of one tool under load, and the time of single calls of two others.

use serde_json::{Value, json};

use crate::lectern::{Lectern, folder, one_by_one, slides};

pub(crate) fn measured() {
    let folder = folder();
    let lectern = Lectern::start(folder.path());
    let deck = lectern.new_deck(&slides(20));
    let get = call("get_presentation", &json!({ "presentationId": deck }));
    let load = format!("wrk.method = 'POST'\nwrk.path = '/mcp'\nwrk.body = [==[{get}]==]\n");
    lectern.load("agent tool get_presentation, 20 slides", &load).print();
    one_by_one("agent tool preview_slide", |number| {
        ask(&lectern, &call("preview_slide", &json!({ "presentationId": deck, "slideIndex": number % 20 })));
    });
    let fifty = slides(50);
    one_by_one("agent tool create_presentation_from_slides, 50 slides", |_| {
        ask(&lectern, &call("create_presentation_from_slides", &json!({ "title": "Plan", "slides": fifty })));
    });
}

fn call(tool: &str, arguments: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": tool, "arguments": arguments } })
}

fn ask(lectern: &Lectern, call: &Value) {
    let answer = lectern.post("/mcp", call);
    assert!(answer["result"]["isError"] != json!(true) && answer.get("error").is_none(), "{answer}");
}
