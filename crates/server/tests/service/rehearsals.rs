//! Recorded rehearsals, and videos that follow them, through the real binary and ffmpeg.

use std::io::{Read as _, Write as _};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::NamedTempFile;

use super::lectern::{Answer, Caller, Lectern};

/// A deck of three slides, the second with two build steps. Returns its path and the ids of its slides.
fn deck(key: &Caller) -> (String, Vec<String>) {
    let slides = json!([
        {"type": "title", "content": {"title": "Harbour plan"}, "notes": "Welcome."},
        {"type": "list", "content": {"title": "Why", "items": [{"title": "Ships wait"}, {"title": "Quays are full"}]}},
        {"type": "content", "content": {"title": "What now", "body": "Build a quay."}},
    ]);
    let deck = json!({ "title": "Harbour plan", "slides": slides, "settings": {"stepParagraphs": true} });
    let made = key.post("/api/v1/presentations", &deck).json()["presentation"].clone();
    let ids =
        made["slides"].as_array().expect("slides").iter().map(|slide| slide["id"].as_str().expect("an id").into());
    (format!("/api/presentations/{}", made["id"].as_str().expect("an id")), ids.collect())
}

/// Six seconds of sound: two nearly silent, two loud, two nearly silent. All bytes are ASCII, so that the file can be
/// part of a `String`.
pub(crate) fn wave() -> String {
    const RATE: u32 = 4096;
    let mut wave =
        b"RIFF\x24\x60\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\x10\0\0\0\x10\0\0\x01\0\x08\0data\0\x60\0\0".to_vec();
    for sample in 0..6 * RATE {
        let is_loud = (2 * RATE..4 * RATE).contains(&sample);
        wave.push(if is_loud && sample % 16 < 8 { 0x02 } else { 0x7f });
    }
    String::from_utf8(wave).expect("ASCII")
}

fn put(caller: &Caller, deck: &str, sound: &str, times: &Value) -> Answer {
    let body = format!(
        "--x\r\nContent-Disposition: form-data; name=\"times\"\r\n\r\n{times}\r\n--x\r\nContent-Disposition: form-data; \
         name=\"file\"; filename=\"talk.wav\"\r\n\r\n{sound}\r\n--x--\r\n"
    );
    caller.with("content-type", "multipart/form-data; boundary=x").send(
        "PUT",
        &format!("{deck}/rehearsal"),
        Some(&body),
    )
}

/// The times of a rehearsal: two seconds for each slide, with one build step of the second slide.
fn times(slides: &[String]) -> Value {
    json!({ "duration": 6000, "moments": [
        {"at": 0, "slideId": slides[0], "step": 0},
        {"at": 2000, "slideId": slides[1], "step": 0},
        {"at": 2500, "slideId": slides[1], "step": 1},
        {"at": 4000, "slideId": slides[2], "step": 0},
    ]})
}

/// Makes a video that follows the rehearsal. Returns its streams with their durations in seconds, and its mean volume
/// in decibels.
fn video(key: &Caller, deck: &str) -> (String, f64) {
    let videos = deck.replace("/api/", "/api/v1/") + "/video";
    let begun = key.post(&videos, &json!({ "width": 320, "rehearsal": true, "captions": false }));
    assert_eq!(begun.status, 202, "{}", begun.text);
    let at = format!("{videos}/{}", begun.json()["job"]["id"].as_str().expect("an id"));
    let began = Instant::now();
    while key.get(&at).json()["job"]["state"] == "running" {
        assert!(began.elapsed() < Duration::from_mins(2));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(key.get(&at).json()["job"]["state"], "done", "{}", key.get(&at).text);
    let (mut bytes, mut file) = (Vec::new(), NamedTempFile::new().expect("a file"));
    key.open(&format!("{at}/video.mp4")).read_to_end(&mut bytes).expect("bytes");
    file.write_all(&bytes).expect("a file");
    let probe = ["-v", "error", "-show_entries", "stream=codec_name,duration", "-of", "csv=p=0"];
    let streams = Command::new("ffprobe").args(probe).arg(file.path()).output().expect("ffprobe is installed");
    let measure = ["-hide_banner", "-nostdin", "-i"];
    let mut loudness = Command::new("ffmpeg");
    loudness.args(measure).arg(file.path()).args(["-map", "0:a", "-af", "volumedetect", "-f", "null", "-"]);
    let log = String::from_utf8(loudness.output().expect("ffmpeg is installed").stderr).expect("text");
    let mean = log.split_once("mean_volume: ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    key.delete(&at);
    (String::from_utf8(streams.stdout).expect("text"), mean.unwrap_or_else(|| panic!("{log}")))
}

/// Checks that there is a video and a sound stream, each `seconds` long within 0.1 s.
#[track_caller]
fn check_streams(streams: &str, seconds: f64) {
    let lines: Vec<(&str, f64)> = streams
        .lines()
        .filter_map(|line| line.split_once(',').map(|(name, time)| (name, time.parse().expect("a time"))))
        .collect();
    assert_eq!(lines.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["h264", "aac"], "{streams}");
    assert!(lines.iter().all(|(_, time)| (time - seconds).abs() < 0.1), "{streams}");
}

#[test]
fn a_recording_is_stored_for_its_speaker_until_it_is_replaced_or_deleted() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write"]);
    let (deck, slides) = deck(&key);
    let at = format!("{deck}/rehearsal");
    assert_eq!(key.get(&at).json(), json!({}));
    assert_eq!(key.get(&format!("{at}/sound")).status, 404);
    let stored = put(&key, &deck, &wave(), &times(&slides));
    assert_eq!(stored.status, 200, "{}", stored.text);
    let rehearsal = key.get(&at).json()["rehearsal"].clone();
    assert_eq!((&rehearsal["mime"], &rehearsal["duration"]), (&json!("audio/wav"), &json!(6000)));
    assert_eq!(rehearsal["moments"][2], json!({"at": 2500, "slideId": slides[1], "slide": 2, "step": 1}));
    let sound = key.get(&format!("{at}/sound"));
    assert_eq!((sound.header("content-type"), sound.text == wave()), ("audio/wav", true));
    assert!(sound.header("content-disposition").contains("Harbour plan.wav"));

    // Others cannot read the rehearsal, even if they may read the deck.
    let other = lectern.member("other@x.test");
    assert_eq!(
        lectern.admin().patch(&format!("{deck}/visibility"), &json!({"visibility": "organization"})).status,
        200
    );
    assert_eq!(other.get(&at).json(), json!({}));
    assert_eq!(other.get(&format!("{at}/sound")).status, 404);

    let shorter = json!({"duration": 5000, "moments": [{"at": 0, "slideId": "gone"}]});
    assert_eq!(put(&key, &deck, &wave(), &shorter).status, 200);
    let rehearsal = key.get(&at).json()["rehearsal"].clone();
    assert_eq!((&rehearsal["duration"], &rehearsal["moments"]), (&json!(5000), &json!([{"at": 0, "slideId": "gone"}])));
    assert_eq!(key.delete(&at).status, 200);
    assert_eq!(key.delete(&at).status, 404);
    assert_eq!(key.get(&at).json(), json!({}));
}

#[test]
fn a_recording_that_is_no_sound_or_has_wrong_times_is_refused() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let (deck, slides) = deck(&key);
    for (sound, times, said) in [
        ("", times(&slides), "accepted are webm, mp4, m4a, mp3, ogg and wav files"),
        ("#EXTM3U\nfile:///etc/passwd", times(&slides), "accepted are webm"),
        ("<svg xmlns='http://www.w3.org/2000/svg'/>", times(&slides), "accepted are webm"),
        (&wave(), json!({"duration": 6000, "moments": []}), "`times`: a recording has 1 to 4000 moments"),
        (&wave(), json!({"duration": 7_200_001, "moments": [{"at": 0, "slideId": "a"}]}), "7200000 milliseconds"),
        (&wave(), json!("soon"), "`times`: the times cannot be read"),
    ] {
        let refused = put(&key, &deck, sound, &times);
        assert_eq!(refused.status, 400, "{}", refused.text);
        assert!(refused.text.contains(said), "{}", refused.text);
    }
    let videos = deck.replace("/api/", "/api/v1/") + "/video";
    let none = key.post(&videos, &json!({ "rehearsal": true }));
    assert_eq!(none.refusal(), (409, "conflict".to_owned()));
    assert!(none.text.contains("you have no recorded rehearsal of this presentation"), "{}", none.text);
    let both = key.post(&videos, &json!({ "rehearsal": true, "seconds": 5 }));
    assert!(both.status == 400 && both.text.contains("not both"), "{}", both.text);
}

#[test]
fn a_video_has_the_times_and_the_sound_of_the_recording_without_deleted_slides() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let (deck, slides) = deck(&key);
    assert_eq!(put(&key, &deck, &wave(), &times(&slides)).status, 200);
    let (streams, loud) = video(&key, &deck);
    check_streams(&streams, 6.0);
    assert!(loud > -20.0, "{loud} dB");

    let edits = json!([{ "op": "remove", "slideId": slides[1] }]);
    let removed = key.post(&format!("{deck}/edits"), &json!({ "client": "c1", "seq": 1, "base": 1, "edits": edits }));
    assert_eq!(removed.status, 200, "{}", removed.text);
    let (streams, quiet) = video(&key, &deck);
    check_streams(&streams, 4.0);
    assert!(quiet < -30.0, "the sound of the deleted slide is there: {quiet} dB");
}
