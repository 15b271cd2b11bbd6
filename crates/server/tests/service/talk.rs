//! The slides of a deck as the presenter's pages load them.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

fn deck(caller: &Caller) -> Value {
    let slides = json!([
        {"type": "title", "content": {"title": "Harbour plan"}},
        {"type": "content", "content": {"title": "Only when asked"}, "visibility": {"hideInPresentation": true}},
        {"type": "follow-invite", "content": {}},
        {"type": "poll", "content": {"question": "Which quay?", "option1": "North", "option2": "South"}},
    ]);
    let made = caller.post("/api/presentations", &json!({ "title": "Harbour plan", "slides": slides }));
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["presentation"].clone()
}

fn html_of<'a>(drawn: &'a Value, slide: &Value) -> &'a str {
    let slides = drawn["slides"].as_array().expect("slides");
    let drawn = slides.iter().find(|drawn| drawn["slideId"] == slide["id"]).expect("the slide");
    drawn["html"].as_str().expect("its drawing")
}

#[test]
fn slides_of_a_talk_are_counted_without_those_that_are_skipped() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = deck(&admin);
    let path = format!("/api/presentations/{}/talk", made["id"].as_str().unwrap());
    let drawn = admin.post(&path, &json!({})).json();
    assert_eq!(drawn["slides"].as_array().unwrap().len(), 4, "the skipped one may be chosen");
    assert!(html_of(&drawn, &made["slides"][2]).contains("<section class=\"slide\" id=\"2\""));
    assert!(html_of(&drawn, &made["slides"][3]).contains("<section class=\"slide\" id=\"3\""));
    assert!(drawn["css"].as_str().unwrap().contains("@font-face"));

    let one = admin.post(&path, &json!({ "slideIds": [made["slides"][3]["id"]] })).json();
    assert_eq!(one["slides"].as_array().unwrap().len(), 1);
    assert!(html_of(&one, &made["slides"][3]).contains("id=\"3\""), "its number does not depend on what was asked for");
    assert_eq!(admin.post(&path, &json!({ "slideIds": ["nope"] })).refusal(), (400, "bad_request".to_owned()));
    assert_eq!(lectern.anonymous().post(&path, &json!({})).refusal(), (401, "unauthorized".to_owned()));
}

#[test]
fn slides_of_a_talk_say_how_to_join_and_where_answers_go() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let made = deck(&admin);
    let path = format!("/api/presentations/{}/talk", made["id"].as_str().unwrap());
    let invite = json!({ "address": "talks.test/go", "link": "https://talks.test/go/KTRW", "code": "KTRW" });
    let drawn = admin.post(&path, &json!({ "invite": invite })).json();
    for slide in [&made["slides"][2], &made["slides"][3]] {
        let html = html_of(&drawn, slide);
        assert!(html.contains("KTRW") && html.contains("talks.test/go"), "{html}");
    }
    let poll = html_of(&drawn, &made["slides"][3]);
    let bars = poll.split("data-bars=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("places of answers");
    assert_eq!(bars.split(' ').count(), 2);
    assert!(poll.contains("data-outcome=\""));

    let alone = admin.post(&path, &json!({})).json();
    assert!(!html_of(&alone, &made["slides"][3]).contains("KTRW"), "a rehearsal invites nobody");
    assert_eq!(admin.post(&path, &json!({ "invite": {"code": "KTRW"} })).refusal(), (400, "bad_request".to_owned()));
}

#[test]
fn text_becomes_a_code_for_cameras_for_those_who_are_signed_in() {
    let lectern = Lectern::start(&[]);
    let path = "/api/qr.svg?text=https%3A%2F%2Ftalks.test%2Fgo%2FKTRW";
    let code = lectern.admin().get(path);
    assert_eq!((code.status, code.header("content-type")), (200, "image/svg+xml"));
    assert!(code.text.starts_with("<svg ") && code.text.contains("<path d=\"M0 0"), "{}", code.text);
    assert_eq!(lectern.anonymous().get(path).refusal(), (401, "unauthorized".to_owned()));
    let endless = format!("/api/qr.svg?text={}", "x".repeat(1001));
    for wrong in ["/api/qr.svg", "/api/qr.svg?text=", endless.as_str()] {
        assert_eq!(lectern.admin().get(wrong).refusal(), (400, "bad_request".to_owned()), "{wrong}");
    }
}
