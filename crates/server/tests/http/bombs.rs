//! Small requests that cause much work. Each is rejected or handled within bounds, by the real binary, whose memory is
//! measured afterwards.

use std::fmt::Write as _;
use std::io::{Cursor, Read as _, Write as _};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::lectern::{Answer, Lectern};

const DECKS: &str = "/api/v1/presentations";
/// The maximum peak memory in MiB: half of it for decoding one picture, half for everything else.
const MAX_MIB: f64 = 1024.0;

fn is_answer(answer: &Answer) -> bool {
    matches!(answer.status, 200 | 201 | 400 | 413)
}

/// Uploads a file and, if it was accepted, draws a deck that shows it.
fn upload_and_draw(lectern: &Lectern, key: &str, name: &str, mime: &str, file: &[u8]) {
    let boundary = "tide";
    let mut body = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: {mime}\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(file);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    let kind = format!("multipart/form-data; boundary={boundary}");
    let uploaded = lectern.call("POST", "/api/uploads").key(key).header("Content-Type", &kind).body(body).send();
    assert!(is_answer(&uploaded), "{name}: {}", uploaded.text());
    if uploaded.status != 201 {
        return;
    }
    let address = uploaded.json()["upload"]["url"].as_str().or(uploaded.json()["url"].as_str()).map(str::to_owned);
    let address = address.unwrap_or_else(|| panic!("{name}: {}", uploaded.text()));
    let slide = json!({ "type": "image-slide", "content": { "title": name, "image": address, "alt": name } });
    save_and_export(lectern, key, name, &json!({ "title": name, "slides": [slide] }));
}

/// Saves a deck and exports it in every format.
fn save_and_export(lectern: &Lectern, key: &str, name: &str, deck: &Value) {
    let made = lectern.call("POST", DECKS).key(key).json(deck).send();
    assert!(is_answer(&made), "{name}: {}", made.text());
    if made.status != 201 {
        return;
    }
    let id = made.json()["presentation"]["id"].as_str().expect("a deck").to_owned();
    for form in ["export/html", "export/pdf-slides.pdf", "export/png.zip", "export/pptx"] {
        let answer = lectern.call("GET", &format!("/api/presentations/{id}/{form}")).key(key).send();
        assert_eq!(answer.status, 200, "{name} {form}: {}", answer.text().chars().take(300).collect::<String>());
    }
}

/// A PNG of black pixels, one bit each, in very few bytes.
fn black(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut writer = encoder.write_header().expect("a head");
    let row = vec![0; usize::try_from(width.div_ceil(8)).expect("a row")];
    let mut rows = writer.stream_writer().expect("rows");
    for _ in 0..height {
        rows.write_all(&row).expect("memory takes all");
    }
    rows.finish().expect("an end");
    drop(writer);
    bytes
}

#[test]
fn pictures_that_expand_are_bounded() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,export");
    let svg = |inside: &str| format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>"#);
    let mut laughs = String::from("<!DOCTYPE svg [<!ENTITY a0 \"ha\">");
    for level in 1..10 {
        let inner = format!("&a{};", level - 1).repeat(10);
        let _ = write!(laughs, "<!ENTITY a{level} \"{inner}\">");
    }
    laughs.push_str("]>");
    let mut uses = String::from(r#"<g id="u0"><rect width="1" height="1"/></g>"#);
    for level in 1..12 {
        let inner = format!("<use href=\"#u{}\"/>", level - 1).repeat(10);
        let _ = write!(uses, "<g id=\"u{level}\">{inner}</g>");
    }
    let nested = format!("{}{}", "<g>".repeat(100_000), "</g>".repeat(100_000));
    let blurred = r#"<filter id="f" x="-9e9" y="-9e9" width="9e18" height="9e18"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>"#;
    for (name, file) in [
        ("laughs.svg", format!("{laughs}{}", svg("<text>&a9;</text>"))),
        ("uses.svg", svg(&uses)),
        ("nested.svg", svg(&nested)),
        ("blurred.svg", svg(blurred)),
        ("patterned.svg", svg(r#"<pattern id="p" width="1e-9" height="1e-9"><rect width="1" height="1"/></pattern><rect width="9" height="9" fill="url(#p)"/>"#)),
        ("wide.svg", r#"<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9" viewBox="0 0 1e9 1e9"><rect width="1e9" height="1e9"/></svg>"#.to_owned()),
        ("thin.svg", r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1e-9 1e9"><rect width="1" height="1"/></svg>"#.to_owned()),
        ("dashed.svg", svg(r#"<path d="M0 0H1e9" stroke="red" stroke-dasharray="1e-6"/>"#)),
    ] {
        upload_and_draw(&lectern, &key, name, "image/svg+xml", file.as_bytes());
    }
    for (name, width, height) in
        [("square.png", 30_000, 30_000), ("strip.png", 1_000_000, 90), ("taken.png", 5_000, 4_000)]
    {
        upload_and_draw(&lectern, &key, name, "image/png", &black(width, height));
    }
    assert!(lectern.peak_mib() < MAX_MIB, "{:.0} MiB", lectern.peak_mib());
}

#[test]
fn a_package_that_unpacks_to_gigabytes_is_rejected() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let small = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    zip.start_file("mimetype", plain).expect("an entry");
    zip.write_all(b"application/vnd.svc.deck").expect("memory takes all");
    let block = vec![b' '; 8 << 20];
    for number in 0..150 {
        zip.start_file(format!("assets/{number}"), small).expect("an entry");
        zip.write_all(&block).expect("memory takes all");
    }
    let bomb = zip.finish().expect("memory takes all").into_inner();
    assert!(bomb.len() < 4 << 20, "{}", bomb.len());
    let answer = lectern.call("POST", "/api/presentations/import/deck").key(&key).body(bomb).send();
    assert_eq!(answer.refusal(), "400 invalid_package");
    assert!(lectern.peak_mib() < MAX_MIB / 4.0, "{:.0} MiB", lectern.peak_mib());
}

/// A package with one slide, without pictures.
fn package(slide: &str) -> Vec<u8> {
    let deck = format!(r#"{{"format": "svc.deck", "version": 1, "title": "T", "slides": [{slide}]}}"#);
    let manifest = json!({ "format": "svc.deck", "bundleVersion": 1, "deck": "deck.json", "assets": [] }).to_string();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let entries = [("mimetype", "application/vnd.svc.deck"), ("manifest.json", &manifest), ("deck.json", &deck)];
    for (name, text) in entries {
        zip.start_file(name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(text.as_bytes()).expect("memory takes all");
    }
    zip.finish().expect("memory takes all").into_inner()
}

#[test]
fn packages_with_a_huge_deck_use_bounded_memory_however_many_come_at_once() {
    const IMPORT: &str = "/api/presentations/import/deck";
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let before = lectern.peak_mib();
    let long = package(&format!(r#"{{"type": "eu.svc.slide.content", "notes": "{}"}}"#, "a".repeat(60 << 20)));
    assert!(long.len() < 70_000, "{} bytes", long.len());
    let values = r#"{"a":1},"#.repeat(200_000);
    let many = package(&format!(r#"{{"type": "eu.svc.slide.content", "content": {{"x": [{values} 1]}}}}"#));
    assert!(many.len() < 10_000, "{} bytes", many.len());
    std::thread::scope(|scope| {
        for _ in 0..8 {
            let send = |package: &Vec<u8>| lectern.call("POST", IMPORT).key(&key).body(package.clone()).send();
            scope.spawn({
                let (send, long, many) = (send, &long, &many);
                move || {
                    let answer = send(long);
                    assert_eq!(answer.refusal(), "400 invalid_package");
                    assert!(answer.text().contains("entry `deck.json` unpacks to more than"), "{}", answer.text());
                    assert_eq!(send(many).status, 201);
                }
            });
        }
    });
    assert!(lectern.peak_mib() < before + MAX_MIB, "{before:.0} to {:.0} MiB", lectern.peak_mib());
}

#[test]
fn markdown_with_deep_nesting_or_repetition_is_bounded() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,export");
    for (name, text) in [
        ("quotes", ">".repeat(50_000) + " x"),
        ("lists", (0..3_000).map(|depth| "  ".repeat(depth.min(500)) + "- x\n").collect()),
        ("brackets", "[".repeat(50_000)),
        ("stars", "*a ".repeat(20_000) + &"**".repeat(20_000)),
        ("links", "[a](<b".repeat(20_000)),
        ("backticks", (1..400).map(|count| "`".repeat(count) + " ").collect()),
        ("html", "<div>".repeat(20_000)),
        (
            "references",
            (0..5_000).map(|number: u32| ["[", &number.to_string(), "]: /x\n"].concat()).collect::<String>()
                + &"[1]".repeat(20_000),
        ),
        ("tables", format!("|{}\n|{}\n", "a|".repeat(5_000), "-|".repeat(5_000))),
    ] {
        let path = "/api/presentations/import/markdown";
        let answer = lectern.call("POST", path).key(&key).body(format!("# T\n\n{text}")).send();
        assert!(is_answer(&answer), "{name}: {}", answer.text());
        let slide = json!({ "type": "content-slide", "content": { "title": name, "body": text } });
        save_and_export(&lectern, &key, name, &json!({ "title": name, "slides": [slide] }));
    }
    assert!(lectern.peak_mib() < MAX_MIB / 2.0, "{:.0} MiB", lectern.peak_mib());
}

#[test]
fn many_sign_ins_at_once_use_bounded_memory() {
    let lectern = Lectern::with(&[("SVC_TRUST_PROXY", "1")]);
    let before = lectern.peak_mib();
    std::thread::scope(|scope| {
        for number in 0..60 {
            let lectern = &lectern;
            scope.spawn(move || {
                let body = json!({ "email": format!("u{number}@x.test"), "password": "wrong password" });
                let address = format!("198.51.100.{number}");
                let answer =
                    lectern.call("POST", "/api/auth/login").header("X-Forwarded-For", &address).json(&body).send();
                assert_eq!(answer.status, 401);
            });
        }
        assert_eq!(lectern.call("GET", "/health").send().status, 200, "other requests are served meanwhile");
    });
    // Hashing one password needs 19 MiB; sixty at once would need more than a gigabyte.
    assert!(lectern.peak_mib() < before + 150.0, "{before:.0} to {:.0} MiB", lectern.peak_mib());
}

#[test]
fn the_response_to_a_batch_of_short_messages_is_bounded() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write,export,ai,comments:read,comments:write");
    let messages: Vec<Value> = (0..25_000).map(|id| json!({ "id": id, "method": "tools/list" })).collect();
    let answer = lectern.call("POST", "/mcp").key(&key).json(&Value::from(messages)).send();
    assert_eq!(answer.status, 200);
    assert!(answer.body.len() < 40 * 1024 * 1024, "{} bytes", answer.body.len());
    let answers = answer.json();
    let answers = answers.as_array().expect("an answer to each");
    assert_eq!(answers.len(), 25_000);
    assert!(answers[0]["result"]["tools"].is_array() && answers[100]["result"]["tools"].is_array());
    assert_eq!((&answers[24_999]["id"], &answers[24_999]["error"]["code"]), (&json!(24_999), &json!(-32_000)));
    assert!(lectern.peak_mib() < 256.0, "{:.0} MiB", lectern.peak_mib());
}

#[test]
fn clients_that_request_a_large_file_and_do_not_read_it_use_no_memory() {
    let lectern = Lectern::start();
    let key = lectern.key("write");
    // Bytes after the end of a PNG are ignored.
    let mut file = black(8, 8);
    file.resize(16_000_000, 7);
    let mut body = b"--tide\r\nContent-Disposition: form-data; name=\"file\"; filename=\"q.png\"\r\n\r\n".to_vec();
    body.extend_from_slice(&file);
    body.extend_from_slice(b"\r\n--tide--\r\n");
    let kind = "multipart/form-data; boundary=tide";
    let uploaded = lectern.call("POST", "/api/uploads").key(&key).header("Content-Type", kind).body(body).send();
    assert_eq!(uploaded.status, 201, "{}", uploaded.text());
    let address = uploaded.json()["url"].as_str().expect("an address").to_owned();
    let whole = lectern.call("GET", &address).send();
    assert!(whole.header("content-length") == Some("16000000") && whole.body == file, "it is sent as it came");

    let before = lectern.peak_mib();
    let idle: Vec<_> = (0..40)
        .map(|_| {
            let mut stream = lectern.connection();
            stream.write_all(format!("GET {address} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes()).expect("it is sent");
            let mut first = [0; 9];
            stream.read_exact(&mut first).expect("an answer begins");
            stream
        })
        .collect();
    assert!(lectern.peak_mib() < before + 100.0, "{before:.0} to {:.0} MiB", lectern.peak_mib());
    drop(idle);
}

#[test]
fn json_with_too_many_values_is_rejected_before_it_is_parsed() {
    let lectern = Lectern::start();
    let key = lectern.key("read,write");
    let many = format!("[{}[]]", "[],".repeat(6_000_000));
    for (path, body) in [
        (DECKS, format!(r#"{{"title": "T", "settings": {{"x": {many}}}}}"#)),
        ("/api/presentations/import/json", format!(r#"{{"title": "T", "slides": [], "x": {many}}}"#)),
        ("/api/presentations/import/markdown", format!(r##"{{"markdown": "# T", "x": {many}}}"##)),
    ] {
        let answer = lectern.call("POST", path).key(&key).body(body).send();
        assert_eq!(answer.refusal(), "400 limit_exceeded", "{path}");
    }
    let text = json!({ "title": "T", "description": "", "notes": "[],".repeat(1_000_000) });
    assert_eq!(lectern.call("POST", DECKS).key(&key).json(&text).send().status, 201, "a long text is one value");
    assert!(lectern.peak_mib() < MAX_MIB / 4.0, "{:.0} MiB", lectern.peak_mib());
}
