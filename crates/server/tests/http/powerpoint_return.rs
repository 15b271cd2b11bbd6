//! Imports of exported PowerPoint files into the deck that they were exported from, after the tests have changed parts
//! of them. Files that other programs have changed are tested in `tests/exports/test_back.py`.

use std::io::{Cursor, Read as _, Write as _};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::lectern::{Answer, Lectern};

/// A deck of three slides, and its exported file.
struct Exported<'a> {
    lectern: &'a Lectern,
    key: String,
    deck: Value,
    file: Vec<u8>,
}

impl<'a> Exported<'a> {
    fn new(lectern: &'a Lectern) -> Self {
        let key = lectern.key("read,write,export,comments:read,comments:write");
        let slide = |title: &str| json!({ "type": "content-slide", "content": { "title": title, "body": "Text" } });
        let slides = [slide("Harbour"), slide("Quay"), slide("Tide")];
        let made = lectern.call("POST", "/api/v1/presentations").key(&key);
        let deck = made.json(&json!({ "title": "Plan", "slides": slides })).send().json()["presentation"].clone();
        let path = format!("/api/v1/presentations/{}/export/pptx", text(&deck["id"]));
        let file = lectern.call("GET", &path).key(&key).send().body;
        Self { lectern, key, deck, file }
    }

    fn slide(&self, index: usize) -> &str {
        text(&self.deck["slides"][index]["id"])
    }

    /// Sends a file, and the changes to accept if `accept` is given.
    fn send(&self, file: Vec<u8>, accept: Option<&str>) -> Answer {
        self.send_to(text(&self.deck["id"]), file, accept)
    }

    fn send_to(&self, deck: &str, file: Vec<u8>, accept: Option<&str>) -> Answer {
        let mut path = format!("/api/v1/presentations/{deck}/import/pptx");
        if let Some(accept) = accept {
            path = format!("{path}?accept={}", accept.replace('"', "%22"));
        }
        self.lectern.call("POST", &path).key(&self.key).body(file).send()
    }

    fn read(&self) -> Value {
        let path = format!("/api/v1/presentations/{}", text(&self.deck["id"]));
        self.lectern.call("GET", &path).key(&self.key).send().json()["presentation"].clone()
    }

    fn titles(&self) -> String {
        let deck = self.read();
        let slides = deck["slides"].as_array().expect("slides").clone();
        slides.iter().map(|slide| text(&slide["content"]["title"]).to_owned()).collect::<Vec<_>>().join(" ")
    }

    /// Sets the title of a slide of the deck.
    fn retitle(&self, index: usize, title: &str) {
        let mut slides = self.read()["slides"].clone();
        slides[index]["content"]["title"] = json!(title);
        let path = format!("/api/presentations/{}", text(&self.deck["id"]));
        let answer = self.lectern.call("PUT", &path).key(&self.key).json(&json!({ "slides": slides })).send();
        assert_eq!(answer.status, 200, "{}", answer.text());
    }

    /// The file with a text replaced in the parts whose names begin with `part`.
    fn with(&self, part: &str, old: &str, new: &str) -> Vec<u8> {
        replaced(&self.file, part, old, new)
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn replaced(file: &[u8], part: &str, old: &str, new: &str) -> Vec<u8> {
    let mut archive = ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    let mut count = 0;
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("an entry");
        let name = entry.name().expect("a name").to_string();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("bytes");
        if name.starts_with(part) {
            let before = String::from_utf8(bytes).expect("text");
            let after = before.replace(old, new);
            count += usize::from(before != after);
            bytes = after.into_bytes();
        }
        out.start_file(name, SimpleFileOptions::default()).expect("an entry");
        out.write_all(&bytes).expect("memory takes all");
    }
    assert!(count > 0, "no part `{part}` has `{old}`");
    out.finish().expect("memory takes all").into_inner()
}

/// The file with further entries.
fn with_entries(file: &[u8], entries: &[(&str, &str)]) -> Vec<u8> {
    let mut out = ZipWriter::new_append(Cursor::new(file.to_vec())).expect("an archive");
    for (name, text) in entries {
        out.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        out.write_all(text.as_bytes()).expect("memory takes all");
    }
    out.finish().expect("memory takes all").into_inner()
}

/// The changes of a response, one line each: what changes, and whether it conflicts.
fn lines(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let body = answer.json();
    let line = |change: &Value| {
        let mark = if change["conflict"] == true { " !" } else { "" };
        let what = change.get("path").unwrap_or(&change["kind"]);
        format!(
            "{} {}: {} > {} | {}{mark}",
            text(&change["title"]),
            text(what),
            change["before"],
            change["theirs"],
            change["ours"]
        )
    };
    body["changes"].as_array().expect("changes").iter().map(line).collect()
}

#[test]
fn a_file_names_its_deck_and_revision_and_changes_nothing_as_it_is() {
    let lectern = Lectern::start();
    let exported = Exported::new(&lectern);
    let mut archive = ZipArchive::new(Cursor::new(&exported.file)).expect("an archive");
    let mut properties = String::new();
    archive.by_name("docProps/custom.xml").expect("the part").read_to_string(&mut properties).expect("text");
    assert!(properties.contains(&format!(">{}<", text(&exported.deck["id"]))), "{properties}");
    let answer = exported.send(exported.file.clone(), None);
    assert_eq!(lines(&answer), [""; 0]);
    let body = answer.json();
    assert_eq!((&body["base"], &body["revision"], &body["exportedRevision"]), (&json!("file"), &json!(1), &json!(1)));
    assert_eq!(exported.send(exported.file.clone(), Some("all")).json()["applied"], json!([]));
    assert_eq!(exported.read()["revision"], 1);
}

#[test]
fn what_is_accepted_is_written_in_one_revision_and_the_state_before_is_a_version() {
    let lectern = Lectern::start();
    let exported = Exported::new(&lectern);
    let file = exported.with("ppt/slides/slide", ">Harbour<", ">Port<");
    let file = replaced(&file, "ppt/slides/slide", ">Quay<", ">Pier<");
    let expected =
        [r#"Harbour content.title: "Harbour" > "Port" | "Harbour""#, r#"Quay content.title: "Quay" > "Pier" | "Quay""#];
    assert_eq!(lines(&exported.send(file.clone(), None)), expected);
    assert_eq!((exported.titles().as_str(), &exported.read()["revision"]), ("Harbour Quay Tide", &json!(1)));

    let id = format!("{}:content.title", exported.slide(1));
    let kind = "multipart/form-data; boundary=cut";
    let mut form =
        format!("--cut\r\nContent-Disposition: form-data; name=\"accept\"\r\n\r\n[\"{id}\"]\r\n").into_bytes();
    form.extend_from_slice(b"--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"talk.pptx\"\r\n\r\n");
    form.extend_from_slice(&file);
    form.extend_from_slice(b"\r\n--cut--\r\n");
    let path = format!("/api/presentations/{}/import/pptx", text(&exported.deck["id"]));
    let send = |revision: &str| {
        let call = lectern.call("POST", &path).key(&exported.key).header("Content-Type", kind);
        call.header("If-Match", revision).body(form.clone()).send()
    };
    let stale = send("\"7\"");
    assert_eq!(stale.status, 409, "{}", stale.text());
    assert_eq!(exported.titles(), "Harbour Quay Tide");
    let written = send("\"1\"");
    assert_eq!(written.status, 200, "{}", written.text());
    let body = written.json();
    assert_eq!((&body["applied"], &body["presentation"]["revision"]), (&json!([id]), &json!(2)));
    assert_eq!(exported.titles(), "Harbour Pier Tide");
    let version = format!("/api/presentations/{}/versions/{}", text(&exported.deck["id"]), text(&body["before"]));
    let before = lectern.call("GET", &version).key(&exported.key).send().json();
    assert_eq!(before["presentation"]["slides"][1]["content"]["title"], "Quay");
    assert_eq!(lines(&exported.send(file, None)), [expected[0]]);
}

#[test]
fn what_both_changed_is_a_conflict_that_only_a_listed_change_decides() {
    let lectern = Lectern::start();
    let exported = Exported::new(&lectern);
    exported.retitle(0, "Haven");
    let file = exported.with("ppt/slides/slide", ">Harbour<", ">Port<");
    let file = replaced(&file, "ppt/slides/slide", ">Tide<", ">Ebb<");
    let expected =
        [r#"Haven content.title: "Harbour" > "Port" | "Haven" !"#, r#"Tide content.title: "Tide" > "Ebb" | "Tide""#];
    assert_eq!(lines(&exported.send(file.clone(), None)), expected);
    let all = exported.send(file.clone(), Some("all"));
    assert_eq!(all.json()["applied"], json!([format!("{}:content.title", exported.slide(2))]));
    assert_eq!(exported.titles(), "Haven Quay Ebb");
    let listed = format!("%5B\"{}:content.title\"%5D", exported.slide(0));
    assert_eq!(exported.send(file, Some(&listed)).status, 200);
    assert_eq!(exported.titles(), "Port Quay Ebb");
}

#[test]
fn wrong_files_and_wrong_choices_change_nothing() {
    let lectern = Lectern::start();
    let exported = Exported::new(&lectern);
    let other = Exported::new(&lectern);
    let foreign = exported.send(other.file.clone(), None);
    assert_eq!(foreign.status, 409, "{}", foreign.text());
    assert!(foreign.text().contains("exported from another presentation"), "{}", foreign.text());
    assert_eq!(exported.send(other.file.clone(), Some("all")).status, 409);
    // Without the custom properties, the deck of a file is recognised by its slides.
    let unmarked = exported.with("docProps/custom.xml", "LecternDeck", "Deck");
    assert_eq!(lines(&exported.send(unmarked.clone(), None)), [""; 0]);
    let stranger = other.send(unmarked, None);
    assert_eq!(stranger.status, 409, "{}", stranger.text());
    assert!(stranger.text().contains("no slide of this presentation"), "{}", stranger.text());

    assert_eq!(exported.send(b"words".to_vec(), None).refusal(), "400 invalid_package");
    let file = exported.with("ppt/slides/slide", ">Harbour<", ">Port<");
    for (accept, reason) in
        [("yes", "expected `all`, or a JSON list"), ("%5B\"a:content.title\"%5D", "no change `a:content.title`")]
    {
        let answer = exported.send(file.clone(), Some(accept));
        assert_eq!(answer.status, 400, "{}", answer.text());
        assert!(answer.text().contains(reason), "{}", answer.text());
    }
    let long = "Port ".repeat(200);
    let file = exported.with("ppt/slides/slide", ">Harbour<", &format!(">{}<", long.trim()));
    let preview = exported.send(file.clone(), None).json();
    let problem = text(&preview["changes"][0]["problem"]);
    assert!(problem.contains("characters") && problem.starts_with("field title"), "{preview}");
    assert_eq!(exported.send(file.clone(), Some("all")).json()["applied"], json!([]));
    let listed = format!("%5B\"{}:content.title\"%5D", exported.slide(0));
    assert_eq!(exported.send(file, Some(&listed)).status, 400);
    assert_eq!((exported.titles().as_str(), &exported.read()["revision"]), ("Harbour Quay Tide", &json!(1)));

    let reader = lectern.key("read");
    let path = format!("/api/v1/presentations/{}/import/pptx", text(&exported.deck["id"]));
    assert_eq!(lectern.call("POST", &path).key(&reader).body(exported.file.clone()).send().status, 403);
}

#[test]
fn comments_in_a_file_become_comments_once() {
    let lectern = Lectern::start();
    let exported = Exported::new(&lectern);
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let link = |id: &str, kind: &str, target: &str| {
        format!("<Relationship Id=\"{id}\" Type=\"{office}/{kind}\" Target=\"{target}\"/></Relationships>")
    };
    let end = "</Relationships>";
    let comments = link("rId90", "comments", "/ppt/comments/comment1.xml");
    let file = exported.with("ppt/slides/_rels/slide2.xml.rels", end, &comments);
    let authors = link("rId91", "commentAuthors", "/ppt/commentAuthors.xml");
    let file = replaced(&file, "ppt/_rels/presentation.xml.rels", end, &authors);
    let main = "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\"";
    let authors =
        format!("<p:cmAuthorLst {main}><p:cmAuthor id=\"0\" name=\"Ada Vos\" initials=\"A\"/></p:cmAuthorLst>");
    let comment =
        "<p:cm authorId=\"0\" dt=\"2026-05-04T10:00:00\" idx=\"1\"><p:text>Is the quay meant?</p:text></p:cm>";
    let comments = format!("<p:cmLst {main}>{comment}</p:cmLst>");
    let file = with_entries(&file, &[("ppt/commentAuthors.xml", &authors), ("ppt/comments/comment1.xml", &comments)]);

    let preview = exported.send(file.clone(), None).json();
    assert_eq!((&preview["comments"], &preview["changes"]), (&json!(1), &json!([])), "{preview}");
    assert_eq!(exported.send(file.clone(), Some("all")).json()["comments"], 1);
    let path = format!("/api/presentations/{}/comments", text(&exported.deck["id"]));
    let stored = || lectern.call("GET", &path).key(&exported.key).send().json()["comments"].clone();
    let first = stored();
    assert_eq!(first.as_array().map(Vec::len), Some(1), "{first}");
    assert_eq!(
        (text(&first[0]["body"]), text(&first[0]["slideId"])),
        ("Ada Vos, 2026-05-04: Is the quay meant?", exported.slide(1))
    );
    // Importing the same file again adds no comments.
    assert_eq!(exported.send(file.clone(), None).json()["comments"], 0);
    assert_eq!(exported.send(file, Some("all")).json()["comments"], 0);
    assert_eq!(stored().as_array().map(Vec::len), Some(1));
}

#[test]
fn a_translation_takes_texts_and_nothing_else() {
    let lectern = Lectern::start();
    let exported = Exported::new(&lectern);
    let id = text(&exported.deck["id"]);
    let texts = json!({ "slides": { exported.slide(0): { "content": { "title": "Haven" } } } });
    let body = json!({ "translations": { "nl": texts } });
    let answer = lectern.call("PUT", &format!("/api/presentations/{id}")).key(&exported.key).json(&body).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    let path = format!("/api/v1/presentations/{id}/export/pptx?lang=nl");
    let file = lectern.call("GET", &path).key(&exported.key).send().body;
    assert_eq!(lines(&exported.send(file.clone(), None)), [""; 0]);
    let file = replaced(&file, "ppt/slides/slide", ">Haven<", ">Havenplan<");
    let written = exported.send(file, Some("all"));
    assert_eq!(written.status, 200, "{}", written.text());
    let deck = exported.read();
    assert_eq!(deck["translations"]["nl"]["slides"][exported.slide(0)]["content"]["title"], "Havenplan", "{deck}");
    assert_eq!(exported.titles(), "Harbour Quay Tide");
}
