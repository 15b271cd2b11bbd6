//! Import of PowerPoint files by the real binary: the resulting decks, and hostile files.
//!
//! The tests write the files part by part. How slides are converted to slide types is tested in `office`. How much of
//! the files of other programs is imported is measured by `make import-eval`.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::net::TcpListener;

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::lectern::{Answer, Lectern};

const IMPORT: &str = "/api/presentations/import/pptx";
pub(crate) const MAIN: &str = "http://schemas.openxmlformats.org/presentationml/2006/main";
pub(crate) const DRAWING: &str = "http://schemas.openxmlformats.org/drawingml/2006/main";
pub(crate) const RELATIONS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A PowerPoint file to be written: its parts with their names.
pub(crate) struct File(Vec<(String, Vec<u8>)>);

/// The content of a slide: a title, further shapes as XML, and relationships as (id, kind, target, whether it is
/// external).
#[derive(Clone, Copy)]
pub(crate) struct Slide<'a> {
    title: &'a str,
    shapes: &'a str,
    relations: &'a [(&'a str, &'a str, &'a str, bool)],
}

pub(crate) const fn titled(title: &str) -> Slide<'_> {
    Slide { title, shapes: "", relations: &[] }
}

pub(crate) fn relations(entries: impl IntoIterator<Item = (String, String, String, bool)>) -> Vec<u8> {
    let mut xml = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">".to_owned();
    for (id, kind, target, external) in entries {
        let mode = if external { " TargetMode=\"External\"" } else { "" };
        let _ = write!(xml, "<Relationship Id=\"{id}\" Type=\"{RELATIONS}/{kind}\" Target=\"{target}\"{mode}/>");
    }
    (xml + "</Relationships>").into_bytes()
}

/// A text shape as XML; `placeholder` says whether it is a title.
fn text_shape(id: u32, name: &str, placeholder: &str, text: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"{id}\" name=\"{name}\"/><p:cNvSpPr/><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr><p:spPr>\
         <a:xfrm><a:off x=\"600000\" y=\"{}\"/><a:ext cx=\"8000000\" cy=\"900000\"/></a:xfrm></p:spPr><p:txBody><a:bodyPr/>\
         <a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>",
        u64::from(id) * 1_000_000,
    )
}

/// A picture shape as XML, whose file a relationship names.
fn picture(id: u32, relation: &str, attribute: &str, alt: &str) -> String {
    format!(
        "<p:pic><p:nvPicPr><p:cNvPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>\
         <p:blipFill><a:blip r:{attribute}=\"{relation}\"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>\
         <a:off x=\"1000000\" y=\"2000000\"/><a:ext cx=\"6000000\" cy=\"4000000\"/></a:xfrm></p:spPr></p:pic>"
    )
}

impl File {
    pub(crate) fn new(slides: &[Slide<'_>]) -> Self {
        let heads = format!("xmlns:p=\"{MAIN}\" xmlns:a=\"{DRAWING}\" xmlns:r=\"{RELATIONS}\"");
        let kind = "application/vnd.openxmlformats-officedocument.presentationml";
        let mut types = format!(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" \
             ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" \
             ContentType=\"application/xml\"/><Override PartName=\"/ppt/presentation.xml\" \
             ContentType=\"{kind}.presentation.main+xml\"/>"
        );
        let (mut list, mut links, mut parts) = (String::new(), Vec::new(), Vec::new());
        for (number, slide) in (1..).zip(slides) {
            let _ = write!(
                types,
                "<Override PartName=\"/ppt/slides/slide{number}.xml\" ContentType=\"{kind}.slide+xml\"/>"
            );
            let _ = write!(list, "<p:sldId id=\"{}\" r:id=\"rId{number}\"/>", 255 + number);
            links.push((format!("rId{number}"), "slide".to_owned(), format!("slides/slide{number}.xml"), false));
            let title = text_shape(2, "Title 1", "<p:ph type=\"title\"/>", slide.title);
            let xml = format!(
                "<p:sld {heads}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/><p:nvPr/>\
                 </p:nvGrpSpPr><p:grpSpPr/>{title}{}</p:spTree></p:cSld></p:sld>",
                slide.shapes
            );
            parts.push((format!("ppt/slides/slide{number}.xml"), xml.into_bytes()));
            let owned = slide.relations.iter().map(|(id, kind, target, external)| {
                ((*id).to_owned(), (*kind).to_owned(), (*target).to_owned(), *external)
            });
            parts.push((format!("ppt/slides/_rels/slide{number}.xml.rels"), relations(owned)));
        }
        let presentation = format!(
            "<p:presentation {heads}><p:sldIdLst>{list}</p:sldIdLst><p:sldSz cx=\"12192000\" cy=\"6858000\"/></p:presentation>"
        );
        let root = ("rId1".to_owned(), "officeDocument".to_owned(), "ppt/presentation.xml".to_owned(), false);
        let mut all = vec![
            ("[Content_Types].xml".to_owned(), (types + "</Types>").into_bytes()),
            ("_rels/.rels".to_owned(), relations([root])),
            ("ppt/presentation.xml".to_owned(), presentation.into_bytes()),
            ("ppt/_rels/presentation.xml.rels".to_owned(), relations(links)),
        ];
        all.extend(parts);
        Self(all)
    }

    pub(crate) fn with(mut self, name: &str, content: impl Into<Vec<u8>>) -> Self {
        self.0.retain(|(known, _)| known != name);
        self.0.push((name.to_owned(), content.into()));
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        for (name, content) in &self.0 {
            zip.start_file(name, options).expect("an entry");
            zip.write_all(content).expect("memory takes all");
        }
        zip.finish().expect("memory takes all").into_inner()
    }
}

/// A PNG of one colour.
pub(crate) fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 40, 30);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("memory takes all");
    writer.write_image_data(&[90; 40 * 30]).expect("memory takes all");
    drop(writer);
    bytes
}

fn import(lectern: &Lectern, key: &str, file: Vec<u8>) -> Answer {
    lectern.call("POST", IMPORT).key(key).body(file).send()
}

/// The numbers of stored decks and pictures.
fn stored(lectern: &Lectern, key: &str) -> (Value, Value) {
    let read = |path: &str| lectern.call("GET", path).key(key).send().json()["pagination"]["total"].clone();
    (read("/api/v1/presentations"), read("/api/v1/image-library"))
}

#[test]
fn a_file_arrives_as_the_body_or_in_a_form_and_its_name_is_a_title() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let file = File::new(&[titled("Harbour plan"), titled("Why now")]).bytes();
    let check = |answer: &Answer, title: &str| {
        assert_eq!(answer.status, 201, "{}", answer.text());
        let body = answer.json();
        assert_eq!(body["presentation"]["title"], title);
        assert_eq!(body["presentation"]["slideCount"], 2);
        assert_eq!(body["report"]["counts"]["slides"], 2);
        let rows = body["report"]["slides"].as_array().expect("rows");
        for (index, row) in rows.iter().enumerate() {
            assert_eq!(row["source"], index + 1);
            assert_eq!(row["slideId"], body["presentation"]["slides"][index]["id"]);
            assert_eq!(row["items"][0]["fate"], "field");
            assert_eq!(row["items"][0]["name"], "Title 1");
        }
    };
    for path in [IMPORT, "/api/v1/presentations/import/pptx"] {
        let answer = lectern.call("POST", path).key(&key).body(file.clone()).send();
        check(&answer, "Harbour plan");
    }
    let mut form = b"--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"talk.pptx\"\r\n\r\n".to_vec();
    form.extend_from_slice(&file);
    form.extend_from_slice(b"\r\n--cut--\r\n");
    let kind = "multipart/form-data; boundary=cut";
    check(&lectern.call("POST", IMPORT).key(&key).header("Content-Type", kind).body(form).send(), "Harbour plan");

    let untitled = File::new(&[titled("")]).bytes();
    let answer = lectern.call("POST", &format!("{IMPORT}?name=Low%20tide.pptx")).key(&key).body(untitled).send();
    assert_eq!(answer.json()["presentation"]["title"], "Low tide", "{}", answer.text());
}

#[test]
fn pictures_enter_the_library_and_those_that_cannot_are_named_in_the_report() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let shown = picture(3, "rId1", "embed", "Cranes at dusk");
    let file = File::new(&[
        Slide { title: "Quay", shapes: &shown, relations: &[("rId1", "image", "../media/image1.png", false)] },
        Slide { title: "Scan", shapes: &shown, relations: &[("rId1", "image", "../media/image2.tif", false)] },
    ])
    .with("ppt/media/image1.png", png())
    .with("ppt/media/image2.tif", b"II*\0tide".to_vec());
    let answer = import(&lectern, &key, file.bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let body = answer.json();
    assert!(body["presentation"]["slides"][0].to_string().contains("/uploads/image1-"), "{body}");
    assert!(!body["presentation"]["slides"][1].to_string().contains("/uploads/"), "{body}");
    assert_eq!(body["report"]["counts"]["lost"], 1, "{}", body["report"]);
    let items = body["report"]["slides"][1]["items"].as_array().expect("items");
    let lost = items.iter().find(|item| item["fate"] == "lost").expect("one is lost");
    assert_eq!(lost["name"], "Picture 3");
    assert!(lost["text"].as_str().is_some_and(|text| text.contains("png, jpeg")), "{lost}");
    let library = lectern.call("GET", "/api/v1/image-library").key(&key).send().json();
    assert_eq!(library["images"][0]["alt"], "Cranes at dusk");
}

#[test]
fn comments_become_comments_of_the_importer() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,comments:read,comments:write");
    let authors = format!("<p:cmAuthorLst xmlns:p=\"{MAIN}\"><p:cmAuthor id=\"0\" name=\"Ama Vos\"/></p:cmAuthorLst>");
    let comments = format!(
        "<p:cmLst xmlns:p=\"{MAIN}\"><p:cm authorId=\"0\" dt=\"2026-03-04T09:30:00.000\" idx=\"1\"><p:pos x=\"1\" y=\"1\"/>\
         <p:text>Is this still true?</p:text></p:cm></p:cmLst>"
    );
    let slide = Slide { relations: &[("rId9", "comments", "../comments/comment1.xml", false)], ..titled("Quay") };
    let links = [
        ("rId1".to_owned(), "slide".to_owned(), "slides/slide1.xml".to_owned(), false),
        ("rId2".to_owned(), "commentAuthors".to_owned(), "commentAuthors.xml".to_owned(), false),
    ];
    let file = File::new(&[slide])
        .with("ppt/commentAuthors.xml", authors)
        .with("ppt/comments/comment1.xml", comments)
        .with("ppt/_rels/presentation.xml.rels", relations(links));
    let answer = import(&lectern, &key, file.bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let deck = answer.json()["presentation"].clone();
    let path = format!("/api/presentations/{}/comments", deck["id"].as_str().expect("an id"));
    let listed = lectern.call("GET", &path).key(&key).send().json();
    assert_eq!(listed["comments"][0]["body"], "Ama Vos, 2026-03-04: Is this still true?", "{listed}");
    assert_eq!(listed["comments"][0]["slideId"], deck["slides"][0]["id"], "{listed}");
}

#[test]
fn an_agent_sends_a_file_to_an_address_and_reads_what_became_of_it() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let call = |arguments: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": { "name": "begin_upload", "arguments": arguments } });
        let answer = lectern.call("POST", "/mcp").key(&key).header("Accept", "application/json, text/event-stream");
        answer.json(&message).send().json()["result"]["content"][0]["text"].as_str().unwrap_or_default().to_owned()
    };
    let begun: Value = serde_json::from_str(&call(json!({ "purpose": "pptx", "name": "talk.pptx" }))).expect("JSON");
    let url = begun["url"].as_str().expect("an address").to_owned();
    let shown = picture(3, "rId1", "embed", "Cranes");
    let slide = Slide { title: "Quay", shapes: &shown, relations: &[("rId1", "image", "../media/a.tif", false)] };
    let file = File::new(&[titled("Harbour plan"), slide]).with("ppt/media/a.tif", b"II*\0tide".to_vec()).bytes();
    let made = lectern.call("PUT", &url).body(file.clone()).send();
    assert_eq!(made.status, 201, "{}", made.text());
    let deck = made.json();
    assert_eq!((&deck["title"], &deck["slides"]), (&json!("Harbour plan"), &json!(2)), "{deck}");
    let remark = deck["remarks"][0].as_str().expect("a remark");
    assert!(remark.starts_with("slide 2: Picture 3: the picture could not be stored: "), "{remark}");
    let path = format!("/api/v1/presentations/{}", deck["presentationId"].as_str().expect("an id"));
    assert_eq!(lectern.call("GET", &path).key(&key).send().status, 200);
    assert_eq!(lectern.call("PUT", &url).body(file).send().status, 404, "it is used");
    assert!(call(json!({ "purpose": "deck" })).contains("purpose: expected picture, pptx or document, got `deck`"));
    let described = call(json!({ "purpose": "pptx", "title": "Talk" }));
    assert!(described.contains("title: describes a picture; leave it out for another file"), "{described}");
}

#[test]
fn files_of_hostile_make_are_refused_and_leave_nothing_behind() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let good = File::new(&[titled("Quay")]).bytes();
    let doctype = |text: &str| {
        let xml = File::new(&[titled("&tide;")]).0.into_iter().find(|(name, _)| name.ends_with("slide1.xml"));
        let xml = String::from_utf8(xml.expect("a slide").1).expect("text");
        File::new(&[titled("Quay")]).with("ppt/slides/slide1.xml", format!("{text}{xml}")).bytes()
    };
    let old = [&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1][..], &[0; 2000]].concat();
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("nothing", Vec::new()),
        ("plain words", b"harbour".to_vec()),
        ("cut short", good[..good.len() / 2].to_vec()),
        ("an old file or one with a password", old),
        ("another archive", {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            zip.start_file("a.txt", SimpleFileOptions::default()).expect("an entry");
            zip.finish().expect("memory takes all").into_inner()
        }),
        ("an entity of a file", doctype("<!DOCTYPE x [<!ENTITY tide SYSTEM \"file:///etc/passwd\">]>")),
        ("entities in entities", doctype("<!DOCTYPE x [<!ENTITY a \"tide\"><!ENTITY tide \"&a;&a;&a;&a;\">]>")),
        ("a slide that unpacks to a gigabyte", {
            let xml = [b"<p:sld>".to_vec(), vec![b' '; 200 << 20]].concat();
            File::new(&[titled("Quay")]).with("ppt/slides/slide1.xml", xml).bytes()
        }),
        ("too many slides", File::new(&vec![titled("Quay"); 501]).bytes()),
    ];
    for (name, file) in cases {
        let answer = import(&lectern, &key, file);
        assert_eq!(answer.refusal(), "400 invalid_package", "{name}: {}", answer.text());
        assert!(!answer.text().contains("root:"), "{name}");
    }
    assert_eq!(stored(&lectern, &key).0, 0);
    assert!(lectern.peak_mib() < 512.0, "{:.0} MiB", lectern.peak_mib());
}

#[test]
fn addresses_in_a_file_are_not_opened() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a socket");
    let address = format!("http://{}/tide.png", listener.local_addr().expect("bound"));
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let shapes = picture(3, "rId1", "link", "Cranes") + &picture(4, "rId2", "embed", "Cranes");
    let file = File::new(&[Slide {
        title: "Quay",
        shapes: &shapes,
        relations: &[("rId1", "image", &address, true), ("rId2", "image", "file:///etc/passwd", true)],
    }]);
    let answer = import(&lectern, &key, file.bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert!(listener.accept().is_err(), "nobody connected");
    assert_eq!(stored(&lectern, &key).1, 0);
    assert!(!answer.text().contains("file:"), "{}", answer.text());
}

#[test]
fn a_picture_that_unpacks_to_more_than_an_upload_may_have_is_lost() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let shown = picture(3, "rId1", "embed", "Cranes");
    let large = Slide { title: "Scan", shapes: &shown, relations: &[("rId1", "image", "../media/a.png", false)] };
    let file =
        File::new(&[titled("Quay"), large]).with("ppt/media/a.png", [png(), vec![0; 100 << 20]].concat()).bytes();
    assert!(file.len() < 1 << 20, "{}", file.len());
    let answer = import(&lectern, &key, file);
    assert_eq!(answer.status, 201, "{}", answer.text());
    assert_eq!(answer.json()["report"]["counts"]["lost"], 1, "{}", answer.json()["report"]);
    assert_eq!(stored(&lectern, &key).1, 0);
    assert!(lectern.peak_mib() < 256.0, "{:.0} MiB", lectern.peak_mib());
}
