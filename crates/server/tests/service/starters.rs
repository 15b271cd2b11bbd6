//! Starter decks of an organization.

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

fn deck(owner: &Caller, title: &str, visibility: &str) -> String {
    let slides = json!([
        { "type": "title", "content": { "title": title, "subtitle": "Who we are" } },
        { "type": "content", "content": { "title": title, "body": "Always the same" } },
    ]);
    let made = owner.post("/api/presentations", &json!({ "title": title, "slides": slides, "visibility": visibility }));
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["presentation"]["id"].as_str().expect("an id").to_owned()
}

/// The titles of the starter decks that a caller is offered.
fn offered(caller: &Caller) -> Vec<String> {
    let list = caller.get("/api/starters").json();
    let rows = list["presentations"].as_array().expect("a list");
    rows.iter().map(|row| row["title"].as_str().expect("a title").to_owned()).collect()
}

#[test]
fn members_begin_with_the_decks_that_were_marked_and_that_they_may_read() {
    let lectern = Lectern::start(&[]);
    let (owner, member) = (lectern.member("ada@x.test"), lectern.member("bob@x.test"));
    let pitch = deck(&owner, "Our pitch", "organization");
    let draft = deck(&owner, "My own start", "private");
    assert!(offered(&member).is_empty());
    let mark = |id: &str| format!("/api/presentations/{id}/starter");
    assert_eq!(member.put(&mark(&pitch), &Value::Null).status, 403, "who may manage it decides");
    assert_eq!(member.put(&mark(&draft), &Value::Null).status, 404);
    for id in [&pitch, &draft, &pitch] {
        assert_eq!(owner.put(&mark(id), &Value::Null).json(), json!({ "starter": true }));
    }
    assert_eq!(member.get(&mark(&pitch)).json(), json!({ "starter": true }));
    assert_eq!(offered(&owner), ["Our pitch", "My own start"]);
    assert_eq!(offered(&member), ["Our pitch"], "a private deck is for its owner");
    assert_eq!(offered(&lectern.key(&["read"])), ["Our pitch"]);

    let made = member.post(&format!("/api/starters/{pitch}"), &json!({ "title": "Pitch for Quay" }));
    assert_eq!(made.status, 201, "{}", made.text);
    let made = &made.json()["presentation"];
    assert_eq!((&made["title"], &made["ownerEmail"]), (&json!("Pitch for Quay"), &json!("bob@x.test")));
    assert_eq!(made["visibility"], "private");
    let titles: Vec<&Value> =
        made["slides"].as_array().expect("slides").iter().map(|slide| &slide["content"]["title"]).collect();
    assert_eq!(titles, ["Pitch for Quay", "Our pitch"], "the title slide has the title, others stay");
    let plain = member.post(&format!("/api/starters/{pitch}"), &json!({}));
    assert_eq!(plain.json()["presentation"]["title"], "Our pitch");
    assert_eq!(member.post(&format!("/api/starters/{pitch}"), &json!({ "title": "" })).status, 400);
    assert_eq!(member.post(&format!("/api/starters/{draft}"), &json!({})).status, 404);
    let copied = plain.json()["presentation"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(member.post(&format!("/api/starters/{copied}"), &json!({})).status, 404, "a copy is no starter deck");

    assert_eq!(owner.delete(&format!("/api/presentations/{pitch}")).status, 200);
    assert!(offered(&member).is_empty(), "in the trash");
    assert_eq!(owner.post(&format!("/api/presentations/{pitch}/restore"), &Value::Null).status, 200);
    assert_eq!(offered(&member), ["Our pitch"]);
    assert_eq!(owner.delete(&mark(&pitch)).json(), json!({ "starter": false }));
    assert!(offered(&member).is_empty());
}
