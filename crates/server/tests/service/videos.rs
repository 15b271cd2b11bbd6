//! Videos of stored decks, through the real binary and ffmpeg.

use std::fs;
use std::io::{Read as _, Write as _};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lectern::{Caller, Lectern};

/// Creates a deck of two slides, the first with notes. Returns the path of its videos.
fn deck(key: &Caller) -> String {
    let slides = json!([
        {"type": "title", "content": {"title": "Harbour plan"}, "notes": "Welcome."},
        {"type": "content", "content": {"title": "Why now", "body": "The quay is full."}, "duration": 2},
    ]);
    let made = key.post("/api/v1/presentations", &json!({ "title": "Harbour plan", "slides": slides })).json();
    format!("/api/v1/presentations/{}/video", made["presentation"]["id"].as_str().expect("an id"))
}

fn begun(key: &Caller, videos: &str, request: &Value) -> String {
    let begun = key.post(videos, request);
    assert_eq!(begun.status, 202, "{}", begun.text);
    let job = begun.json()["job"].clone();
    assert_eq!((&job["state"], &job["total"]), (&json!("running"), &json!(2)));
    format!("{videos}/{}", job["id"].as_str().expect("an id"))
}

fn ended(key: &Caller, at: &str) -> Value {
    let began = Instant::now();
    loop {
        let job = key.get(at).json()["job"].clone();
        if job["state"] != "running" {
            return job;
        }
        assert!(began.elapsed() < Duration::from_mins(2), "{job}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The number of encoders that a process started and that still run.
fn encoders(process: u32) -> usize {
    let tasks = fs::read_dir(format!("/proc/{process}/task")).expect("a process");
    let children = tasks.map(|task| fs::read_to_string(task.expect("a thread").path().join("children")));
    children.map(|children| children.unwrap_or_default().split_whitespace().count()).sum()
}

#[test]
fn a_video_is_made_once_and_fetched_by_its_owner() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    assert_eq!(lectern.admin().get("/api/auth/me").json()["makesVideos"], true);
    let videos = deck(&key);
    let at = begun(&key, &videos, &json!({ "width": 320 }));
    assert_eq!(ended(&key, &at)["hasCaptions"], true);
    let job = key.get(&at).json()["job"].clone();
    assert_eq!((&job["state"], &job["done"]), (&json!("done"), &json!(2)));
    let (mut bytes, mut file) = (Vec::new(), tempfile::NamedTempFile::new().expect("a file"));
    key.open(&format!("{at}/video.mp4")).read_to_end(&mut bytes).expect("bytes");
    file.write_all(&bytes).expect("a file");
    let probe = ["-v", "error", "-show_entries", "format=duration:stream=codec_name,width", "-of", "compact=p=0"];
    let found = Command::new("ffprobe").args(probe).arg(file.path()).output().expect("ffprobe is installed");
    let found = String::from_utf8(found.stdout).expect("text");
    // The first slide is shown for the minimum of four seconds, the second for its planned two.
    assert_eq!(found, "codec_name=h264|width=320\ncodec_name=mov_text|width=N/A\nduration=6.000000\n");
    let captions = key.get(&format!("{at}/captions.vtt"));
    assert_eq!(captions.header("content-type"), "text/vtt; charset=utf-8");
    assert_eq!(captions.text, "WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nWelcome.\n");

    let other = lectern.member("other@x.test");
    for end in ["", "/video.mp4", "/captions.vtt"] {
        assert_eq!(other.get(&format!("{}{end}", at.replace("/v1", ""))).status, 404, "{end}");
    }
    assert_eq!(key.delete(&at).json(), json!({ "removed": true }));
    assert_eq!(key.get(&format!("{at}/video.mp4")).status, 404);

    let bare = begun(&key, &videos, &json!({ "width": 320, "seconds": 0.5, "captions": false }));
    assert_eq!(ended(&key, &bare)["hasCaptions"], false);
    assert_eq!(key.get(&format!("{bare}/captions.vtt")).text, "WEBVTT\n");
}

#[test]
fn a_video_that_is_stopped_ends_at_once_and_makes_room_for_another() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let videos = deck(&key);
    let at = begun(&key, &videos, &json!({ "seconds": 600 }));
    let began = Instant::now();
    while encoders(lectern.id()) == 0 {
        assert!(began.elapsed() < Duration::from_mins(1), "no encoder was started: {}", key.get(&at).text);
    }
    let second = key.post(&videos, &json!({}));
    assert_eq!(second.refusal(), (409, "conflict".to_owned()));
    assert!(second.text.contains("a video is being made already"), "{}", second.text);
    assert_eq!(key.get(&format!("{at}/video.mp4")).refusal(), (409, "conflict".to_owned()));
    assert_eq!(key.delete(&at).status, 200);
    assert_eq!(key.get(&at).status, 404);
    let stopped = Instant::now();
    while encoders(lectern.id()) > 0 {
        assert!(stopped.elapsed() < Duration::from_secs(10), "the encoder still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
    let next = begun(&key, &videos, &json!({ "width": 320, "seconds": 0.5 }));
    assert_eq!(ended(&key, &next)["state"], "done");
}

#[test]
fn wrong_requests_are_refused_with_their_field() {
    let lectern = Lectern::start(&[]);
    let key = lectern.key(&["read", "write", "export"]);
    let videos = deck(&key);
    for (request, said) in [
        (json!({ "seconds": 0 }), "`seconds` is a number from 0.5 to 600"),
        (json!({ "width": 64 }), "`width` is a number from 320 to 3840"),
        (json!({ "slides": "2-1" }), "`2-1` is no list of slides"),
        (json!({ "slides": "7" }), "none of the 2 slides"),
        (json!({ "seconds": "soon" }), "`seconds`"),
    ] {
        let refused = key.post(&videos, &request);
        assert_eq!(refused.status, 400, "{request}: {}", refused.text);
        assert!(refused.text.contains(said), "{request}: {}", refused.text);
    }
    let reader = lectern.key(&["read"]);
    assert_eq!(reader.post(&videos, &json!({})).refusal(), (403, "missing_scope".to_owned()));
}

#[test]
fn without_ffmpeg_a_video_is_refused_with_what_to_do() {
    let lectern = Lectern::start(&[("PATH", "/nowhere")]);
    let key = lectern.key(&["read", "write", "export"]);
    assert_eq!(lectern.admin().get("/api/auth/me").json()["makesVideos"], false);
    let refused = key.post(&deck(&key), &json!({}));
    assert_eq!(refused.refusal(), (409, "conflict".to_owned()));
    assert!(refused.text.contains("ffmpeg is not installed; on Debian: apt-get install ffmpeg"), "{}", refused.text);
}
