//! Documents as sources of decks: over REST, in jobs and by agents, in one step or with an outline first.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::lectern::{Answer, Caller, Lectern};

/// A document with sections, a table and a picture of 640 by 480 pixels.
fn report() -> String {
    let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='480'><rect width='640' height='480' \
        fill='#225577'/></svg>";
    format!(
        "<!doctype html><html lang='en'><head><title>The second quay</title></head><body><main><h1>The second quay</h1>\
         <p>The harbour is full. Ships wait two days for a berth, and every day costs the city forty thousand euro. The \
         council asked for a plan that ends the waiting within two years.</p>\
         <h2>Why ships wait</h2><p>The old quay takes six ships at once. In summer eleven ships arrive on a day, so that five \
         of them wait outside in the roads. Pilots say that the queue grows every year.</p>\
         <figure><img alt='The old quay from the sea' width='640' height='480' src='data:image/svg+xml;base64,{}'>\
         <figcaption>The old quay in summer</figcaption></figure>\
         <h2>What we propose</h2><p>A second quay takes ten ships at once. Dredging can be done in one season, and the quay \
         is built from the north end while the old one stays open.</p>\
         <h2>What it costs</h2><table><tr><th>Part</th><th>Million euro</th></tr><tr><td>Dredging</td><td>12</td></tr>\
         <tr><td>Quay wall</td><td>21</td></tr><tr><td>Roads</td><td>7</td></tr></table>\
         <p>The sum is 40 million euro over two years.</p></main></body></html>",
        STANDARD.encode(picture)
    )
}

/// Posts a form with a file and other parts, as names and texts.
fn send(caller: &Caller, path: &str, (name, file): (&str, &str), parts: &[(&str, &str)]) -> Answer {
    let mut body = String::new();
    for (name, value) in parts {
        body.extend(["--x\r\nContent-Disposition: form-data; name=\"", name, "\"\r\n\r\n", value, "\r\n"]);
    }
    body.extend([
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"",
        name,
        "\"\r\nContent-Type: application/octet-stream\r\n\r\n",
        file,
        "\r\n--x--\r\n",
    ]);
    caller.with("content-type", "multipart/form-data; boundary=x").send("POST", path, Some(&body))
}

fn titles(deck: &Value) -> Vec<String> {
    let slides = deck["slides"].as_array().expect("slides");
    slides.iter().map(|slide| slide["content"]["title"].as_str().unwrap_or_default().to_owned()).collect()
}

/// The status and the `details` of an error response.
fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["details"].as_str().unwrap_or_default().to_owned())
}

/// Calls a tool. Returns whether it failed, and its result.
fn called(agent: &Caller, name: &str, arguments: &Value) -> (bool, Value) {
    let call = json!({ "id": 1, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    let answer = agent.post("/mcp", &call).json();
    let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    let refused = answer["result"]["isError"] == true;
    (refused, serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

#[test]
fn a_document_becomes_a_deck_with_its_pictures() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["ai", "read"]);
    let made = send(&key, "/api/v1/ai/wizard", ("report.html", &report()), &[("theme", "ledger"), ("slides", "12")]);
    assert_eq!(made.status, 201, "{}", made.text);
    let deck = made.json()["presentation"].clone();
    assert_eq!((&deck["title"], &deck["theme"]), (&json!("The second quay"), &json!("ledger")));
    let listed = key.get("/api/v1/image-library").json();
    let urls: Vec<&str> =
        listed["images"].as_array().expect("images").iter().filter_map(|one| one["url"].as_str()).collect();
    for url in &urls {
        assert!(deck.to_string().contains(url), "the library lists what the deck uses: {url} {deck}");
    }
    assert!(!deck.to_string().contains("picture:"), "no placeholder is left: {deck}");
    let notes =
        deck["slides"].as_array().expect("slides").iter().map(|slide| slide["notes"].as_str().unwrap_or_default());
    let notes = notes.collect::<Vec<_>>().join("\n");
    assert!(notes.contains("Source, What it costs: “Quay wall · 21”"), "{notes}");
}

#[test]
fn what_is_no_readable_document_is_refused_and_makes_nothing() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["ai", "read"]);
    for (name, file, reason) in [
        ("a.doc", "\u{1}\u{2}\u{0}\u{3}binary", "documents can be PDF"),
        ("empty.txt", "   ", "no text"),
        ("broken.pdf", "%PDF-1.7\nnothing", "damaged"),
    ] {
        for path in ["/api/v1/ai/wizard", "/api/v1/ai/outline", "/api/ai/jobs"] {
            let (status, text) = refusal(&send(&key, path, (name, file), &[]));
            assert_eq!(status, 400, "{name} {path}: {text}");
            assert!(text.contains(reason), "{name} {path}: {text}");
        }
    }
    for (parts, reason) in [
        (&[("slides", "many")][..], "a number from 3 to 40, not `many`"),
        (&[("content", "Ships wait."), ("teme", "ledger")], "no part `content`, `teme`; it has `file`, `title`"),
        (&[("slides", "99")], "3 to 40"),
        (&[("outline", "[")], "outline"),
        (&[("theme", "ledger"), ("language", "??")], "language"),
    ] {
        let (status, text) = refusal(&send(&key, "/api/v1/ai/wizard", ("a.html", &report()), parts));
        assert!(status == 400 && text.contains(reason), "{text}");
    }
    let (status, text) = refusal(&key.post("/api/v1/ai/wizard", &json!({ "document": "gone" })));
    assert!(status == 400 && text.contains("send the file again"), "{text}");
    let form = key.with("content-type", "multipart/form-data; boundary=x");
    assert_eq!(form.send("POST", "/api/v1/ai/wizard", Some("--x--\r\n")).status, 400);
    assert_eq!(key.get("/api/v1/presentations").json()["pagination"]["total"], 0);
    assert_eq!(key.get("/api/v1/image-library").json()["images"], json!([]));
}

#[test]
fn a_deck_is_written_from_the_outline_as_it_was_arranged() {
    let lectern = Lectern::start(&[]);
    let (admin, ada) = (lectern.admin(), lectern.member("ada@x.test"));
    let outlined = send(&admin, "/api/ai/outline", ("report.html", &report()), &[]);
    assert_eq!(outlined.status, 200, "{}", outlined.text);
    let outline = outlined.json();
    assert_eq!((&outline["title"], &outline["theme"]["id"]), (&json!("The second quay"), &json!("default")));
    let slides = outline["slides"].as_array().expect("slides").clone();
    assert!(slides.len() >= 4, "{outline}");
    assert_eq!((&slides[0]["id"], &slides[0]["type"]), (&json!("s1"), &json!("eu.svc.slide.title")));
    let document = outline["document"]["id"].as_str().expect("an id");
    let sources = slides.iter().flat_map(|slide| slide["sources"].as_array().cloned().unwrap_or_default());
    let costs = sources.filter(|source| source["section"] == "What it costs").map(|source| source["text"].clone());
    assert!(costs.collect::<Vec<_>>().contains(&json!("Dredging · 12")), "{outline}");

    let (second, third) = (slides[1]["id"].clone(), slides[2]["id"].clone());
    let arranged = json!([
        { "id": "s1", "title": "A quay for everybody" },
        { "ids": [third, second], "title": "Two in one" },
        { "id": slides[3]["id"], "type": "content", "title": "In words" },
    ]);
    let body = json!({ "document": document, "outline": arranged, "theme": "observatory" });
    let begun = admin.post("/api/ai/jobs", &body);
    assert_eq!(begun.status, 202, "{}", begun.text);
    let job = begun.json()["job"]["id"].as_str().expect("an id").to_owned();
    let stream = admin.get(&format!("/api/ai/jobs/{job}/events")).text;
    let done = stream.split("\n\n").find(|frame| frame.contains("event: done")).unwrap_or_else(|| panic!("{stream}"));
    let done: Value = serde_json::from_str(done.split("data: ").nth(1).expect("data")).expect("JSON");
    let id = done["presentation"]["id"].as_str().expect("an id");
    let deck = admin.get(&format!("/api/presentations/{id}")).json()["presentation"].clone();
    assert_eq!(titles(&deck), ["A quay for everybody", "Two in one", "In words"]);
    assert_eq!((&deck["title"], &deck["theme"]), (&json!("A quay for everybody"), &json!("observatory")));
    assert_eq!(deck["slides"][2]["type"], "eu.svc.slide.content");

    assert_eq!(ada.post("/api/ai/outline", &json!({ "document": document })).status, 400, "it is not theirs");
    for (wrong, reason) in [
        (json!([{ "id": "s99" }]), "no slide `s99`"),
        (json!([{ "id": "s1" }, { "ids": ["s1"] }]), "twice"),
        (json!([{ "id": "s1", "type": "custom-html" }]), "no slide type"),
        (json!([]), "1 to 100"),
    ] {
        let key = lectern.key(&["ai"]);
        let body = json!({ "content": "Ships wait.", "outline": wrong });
        let (status, text) = refusal(&key.post("/api/v1/ai/wizard", &body));
        assert!(status == 400 && text.contains(reason), "{text}");
    }
}

#[test]
fn an_agent_sends_a_document_and_arranges_its_outline() {
    let lectern = Lectern::start(&[]);
    let (agent, nobody) = (lectern.key(&["read", "write", "ai"]), lectern.anonymous());
    let (_, begun) = called(&agent, "begin_upload", &json!({ "purpose": "document", "name": "report.html" }));
    assert_eq!(begun["maxBytes"], 50 << 20);
    let sent = nobody.send("PUT", begun["url"].as_str().expect("a url"), Some(&report()));
    assert_eq!(sent.status, 201, "{}", sent.text);
    let sent = sent.json();
    assert_eq!(sent["title"], "The second quay");
    let source = json!({ "documentId": sent["id"] });
    let (refused, outline) = called(&agent, "create_outline", &source);
    assert!(!refused, "{outline}");
    let mut slides = outline["slides"].as_array().expect("slides").clone();
    let count = slides.len();
    slides.pop();
    let arguments = json!({ "documentId": sent["id"], "outline": slides, "theme": "ledger" });
    let (refused, made) = called(&agent, "create_from_outline", &arguments);
    assert!(!refused, "{made}");
    assert_eq!((&made["slideCount"], &made["theme"]), (&json!(count - 1), &json!("ledger")));
    let (refused, text) = called(&agent, "create_outline", &json!({}));
    assert!(refused && text.to_string().contains("content"), "{text}");
    let (refused, text) = called(&agent, "create_outline", &json!({ "documentId": "gone" }));
    assert!(refused && text.to_string().contains("documentId") && text.to_string().contains("begin_upload"), "{text}");
}
