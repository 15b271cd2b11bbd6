//! The editor over HTTP: edits, presence, versions, links, Markdown, and other requests of its pages.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

fn deck(caller: &Caller) -> String {
    let slides = json!([
        { "type": "title", "content": { "title": "Tides" } },
        { "type": "content", "content": { "title": "Why", "body": "Because" } },
    ]);
    let made = caller.post("/api/presentations", &json!({ "title": "Tides", "slides": slides }));
    made.json()["presentation"]["id"].as_str().expect("an id").to_owned()
}

fn slides(caller: &Caller, id: &str) -> Vec<Value> {
    let deck = caller.get(&format!("/api/presentations/{id}")).json();
    deck["presentation"]["slides"].as_array().expect("slides").clone()
}

fn set(slide: &Value, value: &str, replaces: &str) -> Value {
    json!({ "op": "set", "slideId": slide["id"], "path": "content.title", "value": value, "replaces": replaces })
}

#[test]
fn edits_merge_conflict_and_are_not_applied_twice() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let id = deck(&admin);
    let path = format!("/api/presentations/{id}/edits");
    let before = slides(&admin, &id);
    let batch = |seq: u64, edits: Value| json!({ "client": "tab", "seq": seq, "base": 1, "edits": edits });
    let first = batch(1, json!([set(&before[0], "High tides", "Tides")]));
    let answer = admin.post(&path, &first);
    assert_eq!((answer.status, answer.json()["revision"].clone()), (200, json!(2)));
    assert_eq!(admin.post(&path, &first).json()["again"], true);
    let second = batch(2, json!([set(&before[0], "Low tides", "Tides"), set(&before[1], "How", "Why")]));
    let answer = admin.post(&path, &second).json();
    assert_eq!((&answer["revision"], &answer["conflicts"][0]["present"]), (&json!(3), &json!("High tides")));
    assert_eq!(slides(&admin, &id)[1]["content"]["title"], "How");
    let wrong = admin.post(&path, &batch(3, json!([{ "op": "sing" }])));
    assert!(wrong.status == 400 && wrong.text.contains("edits[0]"), "{}", wrong.text);
    let reader = lectern.key(&["read"]);
    assert_eq!(reader.post(&path, &first).status, 403);
    assert_eq!(lectern.anonymous().post(&path, &first).status, 401);
    assert_eq!(lectern.member("ada@x.test").post(&path, &first).status, 404);
}

/// Opens an event stream, waits for its first line, from which on the server sends events, and returns the lines after
/// it.
fn listen(lectern: &Lectern, cookie_of: &Caller, path: &str) -> impl Iterator<Item = String> + use<> {
    let address = lectern.address.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("an option");
    let (_, cookie) = cookie_of.headers.iter().find(|(name, _)| name == "Cookie").expect("a cookie");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    lines.find(|line| line == ": open").expect("an open stream");
    lines
}

#[test]
fn an_open_editor_receives_events_about_other_clients() {
    let lectern = Lectern::start(&[]);
    let (admin, ada) = (lectern.admin(), lectern.member("ada@x.test"));
    let id = deck(&admin);
    let shared = json!({ "email": "ada@x.test", "permission": "view" });
    assert_eq!(admin.post(&format!("/api/presentations/{id}/collaborators"), &shared).status, 201);
    let mut lines = listen(&lectern, &admin, &format!("/api/presentations/{id}/events?client=mine"));
    let mut next = |event: &str| {
        lines.find(|line| line == &format!("event: {event}")).expect("an event");
        let data = lines.find_map(|line| line.strip_prefix("data: ").map(str::to_owned)).expect("data");
        serde_json::from_str::<Value>(&data).expect("JSON")
    };
    let presence = format!("/api/presentations/{id}/presence");
    let first = admin.post(&presence, &json!({ "client": "mine", "slideId": null })).json();
    assert_eq!(first, json!({ "people": [], "colour": 1 }));
    let second = ada.post(&presence, &json!({ "client": "hers", "slideId": "s1", "field": "notes" })).json();
    assert_eq!((&second["colour"], &second["people"][0]["client"]), (&json!(2), &json!("mine")));
    let arrived = next("presence");
    assert_eq!((&arrived["action"], &arrived["client"]), (&json!("arrived"), &json!("hers")));
    assert_eq!((&arrived["field"], &arrived["colour"]), (&json!("notes"), &json!(2)));
    assert_eq!(arrived["presenting"], false);
    ada.post(&presence, &json!({ "client": "hers", "slideId": "s1", "presenting": true }));
    assert_eq!(next("presence")["presenting"], true);
    ada.post(&presence, &json!({ "client": "hers", "left": true }));
    assert_eq!(next("presence")["action"], "left");
}

#[test]
fn a_text_that_is_too_long_is_kept_for_all_editors_and_is_in_no_export() {
    let lectern = Lectern::start(&[]);
    let (admin, ada, bob) = (lectern.admin(), lectern.member("ada@x.test"), lectern.member("bob@x.test"));
    let id = deck(&admin);
    for (email, permission) in [("ada@x.test", "edit"), ("bob@x.test", "view")] {
        let shared = json!({ "email": email, "permission": permission });
        assert_eq!(admin.post(&format!("/api/presentations/{id}/collaborators"), &shared).status, 201);
    }
    let mut lines = listen(&lectern, &ada, &format!("/api/presentations/{id}/events?client=hers"));
    let (edits, drafts) = (format!("/api/presentations/{id}/edits"), format!("/api/presentations/{id}/drafts"));
    let first = &slides(&admin, &id)[0];
    let long = "Quagmire ".repeat(30);
    let batch =
        |client: &str, edit: Value| json!({ "client": client, "seq": 1, "base": 1, "drafts": true, "edits": [edit] });
    let answer = admin.post(&edits, &batch("other", set(first, &long, "Tides"))).json();
    let draft = json!({ "slideId": first["id"], "path": "content.title", "value": long });
    assert_eq!((&answer["refused"][0]["drafted"], &answer["drafts"]), (&json!(true), &json!([draft])));
    lines.find(|line| line == "event: draftsChanged").expect("the other editor is notified");
    assert_eq!(ada.get(&drafts).json(), json!({ "drafts": [draft] }));
    assert_eq!(bob.get(&drafts).status, 403, "a reader does not see it");
    assert!(ada.get(&format!("/app/{id}")).text.contains("Quagmire"), "an editor's page has it");
    for path in ["", "/export/json", "/export/html", "/versions", "/comments"] {
        let read = admin.get(&format!("/api/presentations/{id}{path}"));
        assert!(read.status == 200 && !read.text.contains("Quagmire"), "{path}");
    }
    assert!(!bob.get(&format!("/app/{id}")).text.contains("Quagmire"));

    let mended = ada.post(&edits, &batch("hers", set(first, "High tides", &long))).json();
    assert_eq!((&mended["revision"], &mended["drafts"]), (&json!(2), &json!([])));
    assert_eq!(admin.get(&drafts).json(), json!({ "drafts": [] }));
    assert_eq!(slides(&admin, &id)[0]["content"]["title"], "High tides");
}

#[test]
fn versions_and_links_are_created_listed_and_deleted() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let id = deck(&admin);
    let versions = format!("/api/presentations/{id}/versions");
    let named = admin.post(&versions, &json!({ "name": "First" }));
    assert_eq!(named.status, 201);
    let version = named.json()["version"]["id"].as_str().expect("an id").to_owned();
    admin.put(&format!("/api/presentations/{id}"), &json!({ "slides": [] }));
    let listed = admin.get(&versions).json();
    let reasons: Vec<&Value> =
        listed["versions"].as_array().expect("versions").iter().map(|version| &version["reason"]).collect();
    assert_eq!(reasons, ["named"], "the state is stored once");
    let read = admin.get(&format!("{versions}/{version}")).json();
    assert_eq!(read["presentation"]["slideCount"], 2);
    let slide = read["presentation"]["slides"][0]["id"].as_str().expect("an id").to_owned();
    let thumb = admin.head(&format!("{versions}/{version}/slides/{slide}/thumb.png?w=64"));
    assert_eq!((thumb.status, thumb.header("content-type")), (200, "image/png"));
    let restored = admin.post(&format!("{versions}/{version}/restore"), &json!({}));
    assert_eq!((restored.status, restored.header("etag")), (200, "\"3\""));
    assert_eq!(restored.json()["kept"]["reason"], "restore");
    assert_eq!(slides(&admin, &id).len(), 2);
    let links = format!("/api/presentations/{id}/links");
    let made = admin.post(&links, &json!({ "name": "Press" }));
    assert_eq!((made.status, made.json()["token"].as_str().map(str::len)), (201, Some(43)));
    let link = made.json()["link"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.get(&links).json()["links"][0]["name"], "Press");
    assert_eq!(admin.delete(&format!("{links}/{link}")).json(), json!({ "deleted": true }));
    assert_eq!(admin.delete(&format!("{links}/{link}")).status, 404);
}

#[test]
fn markdown_becomes_a_deck_with_remarks() {
    let lectern = Lectern::start(&[]);
    let writer = lectern.key(&["write", "read"]);
    let markdown =
        "---\ntheme: ledger\n---\n# Water\n\n---\n\n## Why\n\n- One\n- Two\n\n![x](local.png)\n\n<!-- Slowly. -->";
    for path in ["/api/v1/presentations/import/markdown", "/api/presentations/import/markdown"] {
        let made = writer.post(path, &json!({ "markdown": markdown, "language": "nl" }));
        assert_eq!((made.status, made.header("etag")), (201, "\"1\""));
        assert!(made.header("location").starts_with("/api/v1/presentations/"));
        let made = made.json();
        let deck = &made["presentation"];
        assert_eq!(
            (&deck["title"], &deck["theme"], &deck["language"]),
            (&json!("Water"), &json!("ledger"), &json!("nl"))
        );
        assert_eq!((&deck["slideCount"], &deck["slides"][1]["notes"]), (&json!(2), &json!("Slowly.")));
        assert_eq!(made["remarks"][0]["slide"], 2);
    }
    for wrong in [json!({}), json!([]), json!({ "markdown": " " }), json!({ "markdown": "# A", "language": "?" })] {
        assert_eq!(writer.post("/api/presentations/import/markdown", &wrong).status, 400, "{wrong}");
    }
    assert_eq!(lectern.key(&["read"]).post("/api/v1/presentations/import/markdown", &json!({})).status, 403);
}

#[test]
fn pages_find_counts_samples_pictures_and_icons() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let sample = admin.post("/api/presentations/sample", &json!({}));
    assert_eq!(sample.status, 201);
    assert!(sample.json()["presentation"]["slideCount"].as_u64().is_some_and(|count| count > 30));
    assert_eq!(
        admin.get("/api/presentations/counts").json(),
        json!({ "all": 1, "mine": 1, "shared": 0, "trash": 0, "starred": 0, "folders": [] })
    );
    let picture = admin.head("/api/slide-types/quote-slide/thumb.png?theme=ledger&w=64");
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"));
    let known = admin.with("If-None-Match", picture.header("etag"));
    assert_eq!(known.get("/api/slide-types/quote-slide/thumb.png?theme=ledger&w=64").status, 304);
    assert_eq!(admin.get("/api/slide-types/none/thumb.png").status, 404);
    assert_eq!(admin.head("/api/themes/ledger/thumb.png?title=Harbour&w=64").status, 200);
    assert_eq!(admin.get("/api/themes/none/thumb.png").status, 404);
    let icons = admin.get("/api/icons?q=boat&limit=1").json();
    assert_eq!(icons["icons"].as_array().map(Vec::len), Some(1));
    assert_eq!(lectern.anonymous().get("/api/icons").status, 401);
}

#[test]
fn cards_show_the_owner_and_whether_the_deck_is_presented() {
    let lectern = Lectern::start(&[]);
    let (admin, ada) = (lectern.admin(), lectern.member("ada@x.test"));
    let id = deck(&admin);
    admin.patch("/api/auth/me", &json!({ "name": "Anna Vos" }));
    let shared = json!({ "email": "ada@x.test", "permission": "edit" });
    admin.post(&format!("/api/presentations/{id}/collaborators"), &shared);
    let card = |caller: &Caller| caller.get("/api/presentations").json()["presentations"][0].clone();
    assert_eq!((&card(&ada)["ownerName"], &card(&ada)["isLive"]), (&json!("Anna Vos"), &json!(false)));
    assert_eq!(admin.post("/api/present-sessions", &json!({ "presentationId": id })).status, 201);
    assert_eq!(card(&ada)["isLive"], true);
    let public = lectern.key(&["read"]).get("/api/v1/presentations").json();
    assert_eq!(public["presentations"][0].get("isLive"), None);

    ada.post(&format!("/api/presentations/{id}/comments"), &json!({ "body": "Which tide?" }));
    ada.patch("/api/auth/me", &json!({ "name": "Ada Lind" }));
    assert_eq!(admin.get("/api/notifications").json()["notifications"][0]["actorName"], "Ada Lind");
}

#[test]
fn the_trash_shows_thumbnails_to_its_owner_and_its_retention() {
    let lectern = Lectern::start(&[("SVC_TRASH_DAYS", "30")]);
    let (admin, ada) = (lectern.admin(), lectern.member("ada@x.test"));
    let id = deck(&admin);
    let picture = format!("/api/presentations/trash/{id}/thumb.png?w=64");
    assert_eq!(admin.get(&picture).status, 400, "it is not in the trash");
    admin.delete(&format!("/api/presentations/{id}"));
    let shown = admin.head(&picture);
    assert_eq!((shown.status, shown.header("content-type")), (200, "image/png"));
    assert_eq!(ada.get(&picture).status, 404);
    let listed = admin.get("/api/presentations/trash").json();
    assert_eq!((&listed["keepsDays"], &listed["presentations"][0]["id"]), (&json!(30), &json!(id)));
    let version = listed["presentations"][0]["thumbnailVersion"].as_str().expect("a version");
    let cached = admin.head(&format!("{picture}&v={version}"));
    assert_eq!(cached.header("cache-control"), "private, max-age=31536000, immutable");
}

#[test]
fn drawing_and_presence_work_during_maintenance_and_nothing_is_written() {
    let lectern = Lectern::start(&[]);
    let admin = lectern.admin();
    let id = deck(&admin);
    let slide = slides(&admin, &id)[0]["id"].clone();
    assert_eq!(admin.put("/api/admin/maintenance", &json!({ "active": true })).status, 200);
    assert_eq!(admin.post(&format!("/api/presentations/{id}/render"), &json!({ "slideId": slide })).status, 200);
    assert_eq!(admin.post(&format!("/api/presentations/{id}/presence"), &json!({ "client": "tab" })).status, 200);
    let batch = json!({ "client": "tab", "seq": 1, "base": 1, "edits": [] });
    assert_eq!(admin.post(&format!("/api/presentations/{id}/edits"), &batch).status, 503);
}
