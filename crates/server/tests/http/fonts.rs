//! Fonts that an organization uploads: checked, used in every output, and not visible to other organizations.

use std::io::{Cursor, Read as _};

use serde_json::{Value, json};

use super::lectern::{ADMIN, Answer, Lectern};

const SORA: &[u8] = include_bytes!("../../../../assets/fonts/sora/Sora_600SemiBold.ttf");
const LIBRE: &[u8] = include_bytes!("../../../../assets/fonts/libre-franklin/LibreFranklin_400Regular.ttf");

/// A bundled font with its name replaced by another of the same length, since the name of a built-in family is
/// rejected.
fn renamed(font: &[u8], from: &str, to: &str) -> Vec<u8> {
    let wide = |name: &str| name.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let (from, to) = (wide(from), wide(to));
    assert_eq!(from.len(), to.len());
    let mut font = font.to_vec();
    let mut at = 0;
    while let Some(found) = font[at..].windows(from.len()).position(|bytes| bytes == from) {
        font[at + found..at + found + to.len()].copy_from_slice(&to);
        at += found + to.len();
    }
    assert!(at > 0, "the font has the name");
    font
}

struct Organization {
    lectern: Lectern,
    cookie: String,
    key: String,
}

impl Organization {
    fn start() -> Self {
        let lectern = Lectern::start();
        let (cookie, key) = (lectern.cookie(), lectern.key("read,write,export"));
        Self { lectern, cookie, key }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.lectern.call(method, path).header("Cookie", &self.cookie).json(body).send()
    }

    fn upload(&self, font: &[u8]) -> Answer {
        self.lectern.call("POST", "/api/fonts").header("Cookie", &self.cookie).body(font).send()
    }

    /// Creates a theme with headings in the font `Acme`, and a deck that uses it. Returns both ids.
    fn deck(&self) -> (String, String) {
        let theme =
            self.send("POST", "/api/themes/custom", &json!({ "label": "House", "fonts": { "heading": "Acme" } }));
        assert_eq!(theme.status, 201, "{}", theme.text());
        let slides = json!([{ "type": "title", "content": { "title": "Low tide" } }]);
        let deck = json!({ "title": "Low tide", "theme": "house", "slides": slides });
        let deck = self.lectern.call("POST", "/api/v1/presentations").key(&self.key).json(&deck).send().json();
        let text = |value: &Value| value.as_str().expect("an id").to_owned();
        (text(&theme.json()["theme"]["id"]), text(&deck["presentation"]["id"]))
    }

    fn export(&self, deck: &str, format: &str) -> Vec<u8> {
        let answer =
            self.lectern.call("GET", &format!("/api/presentations/{deck}/export/{format}")).key(&self.key).send();
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.body
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

#[test]
fn an_uploaded_font_is_used_in_every_output() {
    let house = Organization::start();
    let font = house.upload(&renamed(SORA, "Sora", "Acme"));
    assert_eq!(font.status, 201, "{}", font.text());
    let font = font.json()["font"].clone();
    assert_eq!((&font["family"], &font["weight"], &font["italic"]), (&json!("Acme"), &json!(600), &json!(false)));
    assert_eq!(font["editable"], true);
    assert!(font["licence"].as_str().is_some_and(|licence| licence.contains("Open Font License")), "{font}");
    let listed = house.send("GET", "/api/fonts", &Value::Null).json();
    assert_eq!(listed["fonts"], json!([font]));
    let (theme, deck) = house.deck();

    let page = house.send("POST", &format!("/api/presentations/{deck}/talk"), &json!({ "lang": "en" })).text();
    let mut address = page.split("/fonts/").map(|rest| rest.split(".woff2").next().unwrap_or_default());
    let hash = address.find(|name| name.len() == 64).expect("the address of the font").to_owned();
    let web_font = house.lectern.call("GET", &format!("/fonts/{hash}.woff2")).send();
    assert_eq!((web_font.status, &web_font.body[..4]), (200, &b"wOF2"[..]));
    assert_eq!(house.lectern.call("GET", &format!("/fonts/{}.woff2", "f".repeat(64))).send().status, 404);

    assert!(contains(&house.export(&deck, "html"), "Acme"), "HTML names the font");
    let pdf = house.export(&deck, "pdf-slides.pdf");
    assert!(contains(&pdf, "Acme"), "PDF embeds it");
    let pptx = house.export(&deck, "pptx");
    let mut pptx = zip::ZipArchive::new(Cursor::new(pptx)).expect("a PowerPoint file");
    let mut part = |name: &str| {
        let mut bytes = Vec::new();
        pptx.by_name(name).expect(name).read_to_end(&mut bytes).expect(name);
        bytes
    };
    assert!(contains(&part("ppt/theme/theme1.xml"), "<a:latin typeface=\"Acme\""), "PowerPoint names it");
    assert!(contains(&part("ppt/presentation.xml"), "<p:font typeface=\"Acme\"/><p:bold r:id="));
    let embedded = part("ppt/fonts/font1.fntdata");
    assert_eq!(u32::from_le_bytes(embedded[..4].try_into().expect("four bytes")) as usize, embedded.len());

    let path = format!("/api/fonts/{}", font["id"].as_str().expect("an id"));
    let used = house.send("DELETE", &path, &Value::Null);
    assert_eq!(
        (used.status, used.json()["details"].as_str().unwrap_or_default().contains("`House` uses `Acme`")),
        (409, true)
    );
    house.send("DELETE", &format!("/api/themes/custom/{theme}"), &Value::Null);
    assert_eq!(house.send("DELETE", &path, &Value::Null).status, 200);
    assert_eq!(house.send("DELETE", &path, &Value::Null).status, 404);
    assert_eq!(house.lectern.call("GET", &format!("/fonts/{hash}.woff2")).send().status, 404);
}

#[test]
fn a_font_of_the_same_weight_takes_the_place_of_the_former() {
    let house = Organization::start();
    let first = house.upload(&renamed(SORA, "Sora", "Acme")).json()["font"].clone();
    let again = house.upload(&renamed(SORA, "Sora", "Acme")).json()["font"].clone();
    assert_eq!(first["id"], again["id"]);
    let form = "--cut\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.ttf\"\r\n\r\n";
    let body = [form.as_bytes(), &renamed(LIBRE, "Libre Franklin", "Acme And Sons!"), b"\r\n--cut--\r\n"].concat();
    let call = house.lectern.call("POST", "/api/fonts").header("Cookie", &house.cookie);
    let other = call.header("Content-Type", "multipart/form-data; boundary=cut").body(body).send();
    assert_eq!((other.status, &other.json()["font"]["family"]), (201, &json!("Acme And Sons")), "{}", other.text());
    let listed = house.send("GET", "/api/fonts", &Value::Null).json();
    assert_eq!(listed["fonts"].as_array().map(Vec::len), Some(2));
}

#[test]
fn what_is_no_font_or_nobodys_right_is_refused_and_changes_nothing() {
    let house = Organization::start();
    let check = |font: &[u8], expected: &str| {
        let answer = house.upload(font);
        let details = answer.json()["details"].as_str().unwrap_or_default().to_owned();
        assert!(answer.status == 400 && details.contains(expected), "{} {details}", answer.status);
    };
    check(b"", "not a font");
    check(b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "not a font");
    check(&SORA[..SORA.len() / 2], "");
    check(SORA, "`Sora` is built in");
    let large = vec![0; 10 * 1024 * 1024 + 1];
    assert_eq!(house.upload(&large).status, 413);
    house.lectern.person("member@x.test");
    let key = house.lectern.key_of("member@x.test", "read,write");
    assert_eq!(house.lectern.call("POST", "/api/fonts").key(&key).body(SORA).send().status, 401, "keys do not do");
    assert_eq!(house.lectern.call("POST", "/api/fonts").body(SORA).send().status, 401);
    let theme = house.send("POST", "/api/themes/custom", &json!({ "label": "House", "fonts": { "body": "Acme" } }));
    assert_eq!(theme.status, 400, "nobody uploaded it, {ADMIN} neither");
    assert_eq!(house.send("GET", "/api/fonts", &Value::Null).json(), json!({ "fonts": [] }));
}
