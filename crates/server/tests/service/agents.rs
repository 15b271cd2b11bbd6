//! Agents: messages, sessions, tools, and what they share with the HTTP interface.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

pub(crate) const ALL: [&str; 6] = ["read", "write", "export", "ai", "comments:read", "comments:write"];

fn send(caller: &Caller, message: &Value) -> Value {
    caller.post("/mcp", message).json()
}

/// The result of a tool call: whether it failed, and its text.
pub(crate) fn call(caller: &Caller, tool: &str, arguments: &Value) -> (bool, String) {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": tool, "arguments": arguments } });
    let result = send(caller, &message)["result"].clone();
    (result["isError"] == true, result["content"][0]["text"].as_str().unwrap_or_default().to_owned())
}

pub(crate) fn called(caller: &Caller, tool: &str, arguments: &Value) -> Value {
    let (refused, text) = call(caller, tool, arguments);
    assert!(!refused, "{tool}: {text}");
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

fn written(caller: &Caller) -> String {
    let slides = json!([{ "type": "title", "content": { "title": "Tides" } },
        { "type": "content", "content": { "title": "Why", "body": "Because" }, "notes": "Slowly." }]);
    let made = called(caller, "create_presentation_from_slides", &json!({ "title": "Tides", "slides": slides }));
    made["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_session_belongs_to_its_owner_and_ends() {
    let lectern = Lectern::start(&[]);
    let (agent, other) = (lectern.key(&ALL), {
        let ada = lectern.member("ada@x.test");
        let made = ada.post("/api/api-keys", &json!({ "name": "k", "scopes": ["read"] })).json();
        lectern.with_key(made["key"].as_str().unwrap())
    });
    let begun = agent.post("/mcp", &json!({ "id": 0, "method": "initialize" }));
    assert_eq!(begun.json()["result"]["serverInfo"]["name"], "lectern");
    let session = begun.header("mcp-session-id").to_owned();
    let ping = json!({ "id": "a", "method": "ping" });
    let within = agent.with("Mcp-Session-Id", &session);
    assert_eq!(within.post("/mcp", &ping).header("mcp-session-id"), session);
    let refused = other.with("Mcp-Session-Id", &session).post("/mcp", &ping);
    assert_eq!((refused.status, &refused.json()["id"]), (403, &json!("a")));
    assert_eq!(within.delete("/mcp").json(), json!({ "ok": true }));
    assert_eq!(within.post("/mcp", &ping).status, 404);
    assert_eq!(lectern.anonymous().post("/mcp", &ping).status, 401);
}

#[test]
fn an_error_names_the_slide_and_the_field_and_nothing_is_written() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let slides = json!([{ "type": "quote", "content": { "quote": "q", "colour": "blue" } }]);
    let (refused, text) =
        call(&agent, "create_presentation_from_slides", &json!({ "title": "Tides", "slides": slides }));
    assert!(refused && text.starts_with("Error: Validation failed: slide 0 (quote), field colour: expected"), "{text}");
    assert_eq!(called(&agent, "list_presentations", &json!({}))["total"], 0);
    let (refused, text) =
        call(&agent, "update_slide", &json!({ "id": written(&agent), "slideIndex": 5, "content": {} }));
    assert!(refused && text.contains("expected 0 to 1, got 5"), "{text}");
}

#[test]
fn slides_are_added_changed_moved_and_removed() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let id = written(&agent);
    let added = called(
        &agent,
        "add_slide",
        &json!({ "id": id, "type": "quote", "content": { "quote": "Ebb." }, "position": 1 }),
    );
    assert_eq!((&added["position"], &added["totalSlides"]), (&json!(1), &json!(3)));
    let content = json!({ "title": "Why not", "body": null });
    let changed = called(&agent, "update_slide", &json!({ "id": id, "slideIndex": 2, "content": content }));
    assert_eq!(changed["content"], json!({ "title": "Why not" }));
    let (refused, text) =
        call(&agent, "update_slide", &json!({ "id": id, "slideIndex": 1, "type": "list", "content": {} }));
    assert!(refused && text.contains("convert_slide"), "{text}");
    called(&agent, "reorder_slides", &json!({ "id": id, "fromIndex": 2, "toIndex": 0 }));
    let removed = called(&agent, "remove_slide", &json!({ "id": id, "slideIndex": 1 }));
    assert_eq!((&removed["removedTitle"], &removed["totalSlides"]), (&json!("Tides"), &json!(2)));
    let slides = called(&agent, "get_presentation", &json!({ "id": id }))["slides"].clone();
    assert_eq!((&slides[0]["notes"], &slides[1]["content"]["quote"]), (&json!("Slowly."), &json!("Ebb.")));
}

#[test]
fn an_agent_can_read_the_decks_it_created() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&["read", "write"]);
    let id = written(&agent);
    let page = called(&agent, "preview_slide", &json!({ "id": id, "slideIndex": 1 }));
    let page = page.as_str().unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("Because") && !page.contains("Slowly."));
    let sheet = called(&agent, "preview_presentation", &json!({ "id": id, "slideRange": "0-1" }));
    let sheet = sheet.as_str().unwrap();
    assert!(sheet.contains("2 slides") && sheet.contains("2 · eu.svc.slide.content"));
    let (refused, text) = call(&agent, "export_presentation", &json!({ "id": id, "format": "pdf" }));
    assert!(refused && text.contains("export"), "the key has no such scope: {text}");
}

#[test]
fn comments_are_shared_by_tools_and_routes_and_cause_notifications() {
    let lectern = Lectern::start(&[]);
    let (agent, admin) = (lectern.key(&ALL), lectern.admin());
    let ada = lectern.member("ada@x.test");
    let id = written(&agent);
    let share = json!({ "email": "ada@x.test", "permission": "comment" });
    assert_eq!(admin.post(&format!("/api/presentations/{id}/collaborators"), &share).status, 201);
    let path = format!("/api/presentations/{id}/comments");
    let posted = ada.post(&path, &json!({ "body": " Check the depth. " }));
    assert_eq!((posted.status, &posted.json()["comment"]["body"]), (201, &json!("Check the depth.")));
    let comment = posted.json()["comment"]["id"].as_str().unwrap().to_owned();
    assert_eq!(admin.get("/api/notifications").json()["unread"], 1);

    called(&agent, "reply_to_comment", &json!({ "id": id, "commentId": comment, "body": "Done." }));
    assert_eq!(ada.get("/api/notifications").json()["notifications"][0]["kind"], "reply");
    assert_eq!(ada.post("/api/notifications/read", &json!({})).json(), json!({ "unread": 0 }));
    called(&agent, "set_comment_status", &json!({ "id": id, "commentId": comment, "status": "resolved" }));
    let refused = ada.patch(&format!("{path}/{comment}"), &json!({ "status": "dismissed" }));
    assert_eq!(refused.refusal(), (409, "conflict".to_owned()));
    let listed = ada.get(&path).json();
    assert_eq!(listed["comments"][0]["replies"][0]["body"], "Done.");
    assert_eq!(listed["comments"][0]["status"], "resolved");
}

#[test]
fn a_mention_does_not_reveal_accounts_of_other_organizations() {
    let lectern = Lectern::start(&[]);
    let (agent, admin) = (lectern.key(&ALL), lectern.admin());
    let id = written(&agent);
    drop((lectern.member("ada@x.test"), lectern.member("eve@x.test")));
    let annex = admin.post("/api/organizations", &json!({ "name": "Annex", "slug": "annex" })).json();
    let members = format!("/api/organizations/{}/members", annex["organization"]["id"].as_str().unwrap());
    assert_eq!(admin.post(&members, &json!({ "email": "eve@x.test", "role": "member" })).status, 201);
    let first = &admin.get("/api/auth/me").json()["organization"]["id"];
    let members = format!("/api/organizations/{}/members", first.as_str().unwrap());
    assert_eq!(admin.delete(&format!("{members}/eve@x.test")).status, 200);
    let body = "@[Ada](user:ada@x.test) @[Eve](user:eve@x.test) @[Nobody](user:nobody@x.test)";
    let made = called(&agent, "add_comment", &json!({ "id": id, "body": body }));
    assert_eq!(made["comment"]["mentions"], json!([{ "name": "Ada", "email": "ada@x.test" }]));
}

#[test]
fn arguments_with_the_character_nul_are_rejected() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let id = written(&agent);
    let slide = json!({ "type": "content", "content": { "title": "a\u{0}" } });
    for (tool, arguments) in [
        ("create_presentation_from_slides", json!({ "title": "T", "slides": [slide] })),
        ("create_presentation", json!({ "content": "Ships wait\u{0} two days." })),
        ("add_comment", json!({ "id": id, "body": "a\u{0}" })),
        ("get_presentation", json!({ "id": "a\u{0}" })),
    ] {
        let (refused, text) = call(&agent, tool, &arguments);
        assert!(refused && text.contains("NUL"), "{tool}: {text}");
    }
}

#[test]
fn arguments_are_accepted_in_the_forms_that_models_write() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let slides = r#"[{"type": "title", "content": {"title": "Tides"}}]"#;
    let made = called(&agent, "create_presentation_from_slides", &json!({ "title": "T", "slides": slides }));
    let added =
        json!({ "id": made["id"], "type": "quote", "content": r#"{"quote": "Build for the tide."}"#, "position": "0" });
    assert_eq!(called(&agent, "add_slide", &added)["totalSlides"], 2);
    let page = called(&agent, "preview_presentation", &json!({ "id": made["id"], "slideRange": 0 }));
    assert!(page.as_str().is_some_and(|page| page.contains("Build for the tide.") && !page.contains("2 · ")));
    let (refused, text) =
        call(&agent, "reply_to_comment", &json!({ "id": made["id"], "commentId": "c9", "body": "b" }));
    assert!(refused && text.contains("Comment not found: c9") && text.contains("list_comments"), "{text}");
    let (refused, text) = call(&agent, "get_presentation", &json!({ "id": "x".repeat(300_000) }));
    assert!(refused && text.starts_with("Error: Presentation not found: x") && text.len() < 2100, "{}", text.len());
}

#[test]
fn maintenance_rejects_writing_tools_and_no_others() {
    let lectern = Lectern::start(&[]);
    let agent = lectern.key(&ALL);
    let id = written(&agent);
    assert_eq!(lectern.admin().put("/api/admin/maintenance", &json!({ "active": true, "retryAfter": 9 })).status, 200);
    let (refused, text) = call(&agent, "remove_slide", &json!({ "id": id, "slideIndex": 0 }));
    assert!(refused && text.contains("9 seconds"), "{text}");
    assert_eq!(called(&agent, "get_presentation", &json!({ "id": id }))["slideCount"], 2);
}
