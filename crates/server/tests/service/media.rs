//! Sounds and videos on slides.

use std::io::{Cursor, Read as _};

use serde_json::json;

use super::lectern::{Answer, Caller, Lectern};
use super::rehearsals::wave;

fn send(caller: &Caller, name: &str, file: &str) -> Answer {
    let body =
        format!("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{file}\r\n--x--\r\n");
    caller.with("content-type", "multipart/form-data; boundary=x").submit("/api/media", &body)
}

fn deck_with(key: &Caller, source: &str) -> String {
    let slide = |title: &str| json!({"type": "video", "content": {"title": title, "source": source}});
    let slides = [slide("Waves"), slide("Waves again")];
    let made = key.post("/api/v1/presentations", &json!({ "title": "Tide", "slides": slides })).json();
    made["presentation"]["id"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
}

fn bytes(caller: &Caller, path: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    caller.open(path).read_to_end(&mut bytes).expect("bytes");
    bytes
}

#[test]
fn a_sound_is_uploaded_and_served_in_parts() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let sound = wave() + &"\x7f".repeat(300_000);
    let stored = send(&key, "Waves at night.wav", &sound);
    assert_eq!(stored.status, 201, "{}", stored.text);
    let stored = stored.json();
    let url = stored["url"].as_str().expect("an address").to_owned();
    assert!(url.starts_with("/uploads/") && url.ends_with("wav"), "{url}");
    assert_eq!((&stored["mime"], &stored["bytes"]), (&json!("audio/wav"), &json!(sound.len())));

    let anyone = lectern.anonymous();
    let whole = anyone.get(&url);
    assert_eq!((whole.status, whole.header("content-type"), whole.text == sound), (200, "audio/wav", true));
    assert_eq!(whole.header("accept-ranges"), "bytes");
    let end = sound.len() - 1;
    for (range, first, last) in
        [("bytes=0-", 0, end), ("bytes=70000-140000", 70_000, 140_000), ("bytes=-10", end - 9, end)]
    {
        let part = anyone.with("range", range).get(&url);
        assert_eq!(part.status, 206, "{range}");
        assert_eq!(part.header("content-range"), format!("bytes {first}-{last}/{}", sound.len()));
        assert_eq!(part.header("content-type"), "audio/wav");
        assert!(part.text == sound[first..=last], "{range}: {} bytes", part.text.len());
    }
    let beyond = anyone.with("range", "bytes=9000000-").get(&url);
    assert_eq!((beyond.status, beyond.header("content-range")), (416, &*format!("bytes */{}", sound.len())));
    let short = send(&key, "", &wave()).json()["url"].as_str().expect("an address").to_owned();
    assert!(short.starts_with("/uploads/sound-"), "{short}");
    let part = anyone.with("range", "bytes=0-1").get(&short);
    assert_eq!((part.status, part.text.as_str()), (206, "RI"), "players ask for parts of small files, too");
    assert_eq!(key.get("/api/v1/image-library").json()["images"], json!([]), "it is no picture");
    let own = lectern.admin().get("/api/image-library");
    assert_eq!(own.json()["images"], json!([]), "{}", own.text);
}

#[test]
fn what_is_neither_sound_nor_video_is_refused() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    assert!(send(&key, "film.mp4", "").text.contains("the file is empty"));
    for file in ["GIF89a", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html><script>1</script>", "#EXTM3U"]
    {
        let refused = send(&key, "film.mp4", file);
        assert_eq!(refused.status, 400, "{file}: {}", refused.text);
        assert!(refused.text.contains("accepted are mp4, webm, mp3, m4a, ogg and wav files"), "{}", refused.text);
    }
    let picture = key.with("content-type", "multipart/form-data; boundary=x");
    let body = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n{}\r\n--x--\r\n",
        wave()
    );
    assert_eq!(picture.submit("/api/uploads", &body).status, 400, "the library of pictures takes no sound");
    assert_eq!(send(&lectern.key(&["read"]), "a.wav", &wave()).status, 403);
}

#[test]
fn files_have_the_sound_of_their_slides() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let url = send(&key, "waves.wav", &wave()).json()["url"].as_str().expect("an address").to_owned();
    let deck = deck_with(&key, &url);
    let html = String::from_utf8(bytes(&key, &format!("/api/presentations/{deck}/export/html"))).expect("text");
    let block = "<script type=\"text/plain\" id=\"media-0\" data-type=\"audio/wav\">UklGRi";
    assert_eq!(
        (html.matches("data-media=\"media-0\"").count(), html.matches(block).count()),
        (2, 1),
        "once in the file"
    );
    assert!(html.contains("media-src https: blob:"));

    let pptx = bytes(&key, &format!("/api/presentations/{deck}/export/pptx"));
    let mut archive = zip::ZipArchive::new(Cursor::new(&pptx)).expect("a zip");
    let mut part = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).unwrap_or_else(|_| panic!("no {name}")).read_to_string(&mut text).expect("text");
        text
    };
    assert!(part("ppt/media/media1.wav") == wave());
    let types = part("[Content_Types].xml");
    assert!(types.contains("<Override PartName=\"/ppt/media/media1.wav\" ContentType=\"audio/wav\"/>"), "{types}");
    let slide = part("ppt/slides/slide1.xml");
    assert!(
        slide.contains("<a:audioFile r:link=") && slide.contains("<p14:media ") && slide.contains("<p:audio>"),
        "{slide}"
    );
    assert!(part("ppt/slides/_rels/slide1.xml.rels").contains("office/2007/relationships/media"));

    // A package contains the sound, and a deck that is imported from the package gets a copy.
    let admin = lectern.admin();
    let package = bytes(&key, &format!("/api/presentations/{deck}/export/deck.zip"));
    let archive = zip::ZipArchive::new(Cursor::new(&package)).expect("a zip");
    let names: Vec<_> = archive.file_names().map(|name| name.expect("a name")).collect();
    assert!(names.iter().any(|name| name.starts_with("assets/") && name.ends_with(".wav")), "{names:?}");
    let imported = admin.send_bytes("POST", "/api/presentations/import/deck", &package).json();
    let source = imported["presentation"]["slides"][0]["content"]["source"].as_str().expect("a source").to_owned();
    assert!(source != url && source.ends_with("wav"), "{source}");
    assert!(admin.get(&source).text == wave());

    // The same holds for a PowerPoint file. Importing it back into its own deck changes nothing.
    let imported = admin.send_bytes("POST", "/api/presentations/import/pptx", &pptx).json();
    let source = imported["presentation"]["slides"][1]["content"]["source"].as_str();
    let source = source.unwrap_or_else(|| panic!("{imported}"));
    assert!(source != url && source.ends_with("wav"), "{source}");
    assert!(admin.get(source).text == wave());
    let back = key.send_bytes("POST", &format!("/api/presentations/{deck}/import/pptx"), &pptx).json();
    assert_eq!(back["changes"], json!([]), "{back}");
}

#[test]
fn a_package_carries_a_video_that_is_larger_than_a_picture_may_be() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let video = format!("\0\0\0\x20ftypisom{}", "\x01".repeat(21 << 20));
    let url = send(&key, "tour.mp4", &video).json()["url"].as_str().expect("an address").to_owned();
    let deck = deck_with(&key, &url);
    let package = bytes(&key, &format!("/api/presentations/{deck}/export/deck.zip"));
    let admin = lectern.admin();
    let imported = admin.send_bytes("POST", "/api/presentations/import/deck", &package).json();
    let source = imported["presentation"]["slides"][0]["content"]["source"].as_str().expect("a source").to_owned();
    assert!(bytes(&admin, &source) == video.as_bytes(), "not a byte is cut off");
}
