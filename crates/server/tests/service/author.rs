//! The author over HTTP: rights, limits, jobs as streams, proposals.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

const TEXT: &str = "The harbour is full. Ships wait two days for a berth.\n\nWe propose a second quay. It takes ten \
    ships at once, and the dredging can be done in one season.\n\nThe cost is forty million.";

/// The names and data of all events of a job. Waits until the job ends.
fn events(caller: &Caller, job: &str) -> Vec<(String, Value)> {
    let stream = caller.get(&format!("/api/ai/jobs/{job}/events"));
    assert_eq!((stream.status, stream.header("content-type")), (200, "text/event-stream"));
    let frame = |frame: &str| {
        let line = |start: &str| frame.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default().to_owned();
        (line("event: "), serde_json::from_str(&line("data: ")).unwrap_or_default())
    };
    stream.text.split("\n\n").filter(|text| text.contains("event: ")).map(frame).collect()
}

#[test]
fn a_job_is_started_and_watched_by_its_owner_alone() {
    let lectern = Lectern::start(&[]);
    let (admin, ada) = (lectern.admin(), lectern.member("ada@x.test"));
    let begun = admin.post("/api/ai/jobs", &json!({ "content": TEXT, "title": "Quay" }));
    assert_eq!(begun.status, 202, "{}", begun.text);
    let job = begun.json()["job"].clone();
    assert_eq!((&job["kind"], &job["vendor"]), (&json!("deck"), &json!("builtin")));
    let id = job["id"].as_str().expect("an id");
    let job_events = events(&admin, id);
    let names: Vec<&str> = job_events.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((&names[..2], names.last()), (&["read", "outline"][..], Some(&"done")), "{names:?}");
    let deck = job_events.last().expect("an end").1["presentation"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.get(&format!("/api/presentations/{deck}")).json()["presentation"]["title"], "Quay");
    assert_eq!(admin.get(&format!("/api/ai/jobs/{id}")).json()["job"]["state"], "done");
    assert_eq!(admin.delete(&format!("/api/ai/jobs/{id}")).json(), json!({ "stopped": false }));
    for path in [format!("/api/ai/jobs/{id}"), format!("/api/ai/jobs/{id}/events")] {
        assert_eq!(ada.get(&path).status, 404);
        assert_eq!(lectern.anonymous().get(&path).status, 401);
    }
    assert_eq!(admin.post("/api/ai/jobs", &json!({ "content": " " })).status, 400);
    let more = admin.post("/api/ai/jobs", &json!({ "content": TEXT, "presentationId": deck }));
    let job_events = events(&admin, more.json()["job"]["id"].as_str().expect("an id"));
    assert_eq!(job_events.last().expect("an end").1["kind"], "append");
}

#[test]
fn proposals_save_nothing_and_errors_name_the_field() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = lectern.key(&["ai"]).post("/api/v1/ai/wizard", &json!({ "content": TEXT })).json();
    let (id, slides) = (made["presentation"]["id"].as_str().expect("an id"), made["presentation"]["slides"].clone());
    let path = format!("/api/presentations/{id}/proposals");
    let second = slides[1]["id"].clone();
    let target = if slides[1]["type"] == "eu.svc.slide.quote" { "content" } else { "quote" };
    let found = admin.post(&path, &json!({ "kind": "convert", "slideIds": [second], "targetType": target }));
    assert_eq!(found.status, 200, "{}", found.text);
    let one = found.json()["proposals"][0].clone();
    assert_eq!((&one["id"], &one["slideId"], &one["slideNumber"]), (&json!("1"), &second, &json!(2)));
    for body in [
        json!({ "command": "Shorten slide 2" }),
        json!({ "kind": "compress", "intensity": "aggressive" }),
        json!({ "kind": "analyze" }),
        json!({ "kind": "append", "text": TEXT }),
    ] {
        assert_eq!(admin.post(&path, &body).status, 200, "{body}");
    }
    for body in [
        json!({}),
        json!({ "kind": "sing" }),
        json!({ "kind": "convert", "targetType": "quote" }),
        json!({ "kind": "convert", "slideIds": ["none"], "targetType": "quote" }),
        json!({ "kind": "compress", "intensity": "brutal" }),
        json!({ "kind": "append", "text": "" }),
        json!({ "command": "Shorten slide 99" }),
        json!({ "command": "Shorten", "vendor": "oracle" }),
    ] {
        assert_eq!(admin.post(&path, &body).status, 400, "{body}");
    }
    assert_eq!(
        admin.post(&path, &json!({ "kind": "analyze", "vendor": "openai" })).refusal(),
        (400, "vendor_not_configured".to_owned())
    );
    assert_eq!(lectern.member("ada@x.test").post(&path, &json!({ "kind": "analyze" })).status, 404);
    assert_eq!(admin.get(&format!("/api/presentations/{id}")).json()["presentation"]["revision"], 1);
}

#[test]
fn the_daily_limit_counts_calls_by_key_through_any_entry_point_and_none_by_session() {
    let lectern = Lectern::start(&[]);
    let ada = lectern.member("ada@x.test");
    let made = ada.post("/api/api-keys", &json!({ "name": "k", "scopes": ["ai", "read"] })).json();
    let key = lectern.with_key(made["key"].as_str().expect("a key"));
    let daily = |of: &Caller, path: &str| of.get(path).json()["daily"].clone();
    assert_eq!(daily(&key, "/api/v1/ai/vendors")["used"], 0);
    let deck = key.post("/api/v1/ai/wizard", &json!({ "content": TEXT })).json()["presentation"]["id"].clone();
    let proposals = format!("/api/presentations/{}/proposals", deck.as_str().expect("an id"));
    assert_eq!(key.post(&proposals, &json!({ "kind": "analyze" })).status, 200);
    let tool = json!({ "id": 1, "method": "tools/call", "params": { "name": "analyze_presentation", "arguments": { "id": deck } } });
    assert_eq!(key.post("/mcp", &tool).json()["result"]["isError"], Value::Null);
    assert_eq!(key.post("/api/v1/ai/wizard", &json!({ "content": "" })).status, 400, "which costs nothing");
    let used = daily(&key, "/api/ai/vendors");
    assert_eq!((&used["limit"], &used["used"]), (&json!(10), &json!(3)), "before the limit is met");
    assert!(used["resetAt"].as_str().is_some_and(|at| at.ends_with("T00:00:00.000Z")), "{used}");
    assert_eq!(daily(&ada, "/api/ai/vendors"), Value::Null, "a person is not limited");
    for _ in 3..10 {
        assert_eq!(
            key.post("/api/v1/ai/append-slides", &json!({ "presentationId": deck, "content": TEXT })).status,
            200
        );
    }
    let refused = key.post("/api/v1/ai/wizard", &json!({ "content": TEXT }));
    assert_eq!((refused.refusal(), &refused.json()["limit"]), ((429, "daily_limit".to_owned()), &json!(10)));
    assert_eq!(daily(&key, "/api/v1/ai/vendors")["used"], 10, "listing vendors is not counted");
    assert_eq!(ada.post(&proposals, &json!({ "kind": "analyze" })).status, 200, "a person spends no budget");
    assert_eq!(lectern.key(&["read", "write"]).post(&proposals, &json!({ "kind": "analyze" })).refusal().0, 403);
}

#[test]
fn only_an_administrator_tests_a_vendor_and_nobody_reads_its_key() {
    let settings = [("SVC_OPENAI_API_KEY", "sk-very-secret"), ("SVC_OPENAI_BASE_URL", "http://127.0.0.1:9/v1")];
    let lectern = Lectern::start(&settings);
    let admin = lectern.admin();
    let rows = admin.get("/api/ai/vendors");
    let openai = rows.json()["vendors"][1].clone();
    assert_eq!(
        (&openai["id"], &openai["configured"], &openai["default"]),
        (&json!("openai"), &json!(true), &json!(true))
    );
    assert_eq!(rows.json()["vendors"][6]["missing"], "SVC_OLLAMA_BASE_URL");
    let tried = admin.post("/api/ai/vendors/openai/test", &json!({}));
    assert_eq!((tried.status, &tried.json()["ok"]), (200, &json!(false)));
    assert!(tried.json()["details"].as_str().is_some_and(|why| why.contains("cannot be reached")), "{}", tried.text);
    assert_eq!(admin.post("/api/ai/vendors/builtin/test", &json!({})).json()["ok"], true);
    assert_eq!(admin.post("/api/ai/vendors/oracle/test", &json!({})).status, 400);
    assert_eq!(lectern.member("ada@x.test").post("/api/ai/vendors/openai/test", &json!({})).status, 403);
    assert_eq!(lectern.key(&["ai"]).post("/api/ai/vendors/openai/test", &json!({})).status, 401);
    let failed = lectern.key(&["ai"]).post("/api/v1/ai/wizard", &json!({ "content": TEXT }));
    assert_eq!(failed.refusal(), (502, "bad_gateway".to_owned()));
    for text in [rows.text, tried.text, failed.text, lectern.log(), lectern.console()] {
        assert!(!text.contains("very-secret"));
    }
}
