//! Videos on the command line, through the real binary and ffmpeg.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::command;

fn lectern(folder: &Path, arguments: &[&str]) -> Output {
    command(folder).args(arguments).output().expect("the binary runs")
}

fn folder_with(deck: &Value) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("talk.json"), deck.to_string()).expect("a file");
    folder
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn exported(folder: &Path, arguments: &[&str]) {
    let done = lectern(folder, arguments);
    assert!(done.status.success(), "{arguments:?}: {}", said(&done));
}

/// A deck of three visible slides: one with a planned time, one with three build steps, and one whose time follows from
/// its notes.
fn talk() -> Value {
    json!({
        "title": "Harbour plan",
        "settings": {"transitions": {"preset": "push"}, "stepParagraphs": true},
        "slides": [
            {"type": "title", "content": {"title": "Harbour plan"}, "duration": 5, "notes": "Welcome & hello."},
            {"type": "content", "content": {"title": "Why now", "body": "- Traffic grew by a third\n- The quay is full\n- Both locks are due"}, "duration": 8},
            {"type": "content", "content": {"title": "What next", "body": "Two berths."},
             "notes": "We build two berths on the north side, because the ground there carries the cranes without piles. The council decides in May."},
            {"type": "content", "content": {"title": "Hidden"}, "visibility": {"hideInExport": true}},
            {"type": "content", "content": {"title": "Backup"}, "visibility": {"hideInPresentation": true}},
        ],
    })
}

/// The streams and the format of a file, as ffprobe reports them.
fn probed(file: &Path) -> Value {
    let mut probe = Command::new("ffprobe");
    probe.args(["-v", "error", "-show_streams", "-show_format", "-of", "json"]).arg(file);
    serde_json::from_slice(&probe.output().expect("ffprobe is installed").stdout).expect("JSON")
}

/// The pixels of a picture, or of the first frame of a video at or after a time in seconds.
fn pixels(file: &Path, second: Option<f64>) -> Vec<u8> {
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-v", "error"]);
    if let Some(second) = second {
        ffmpeg.args(["-ss", &second.to_string()]);
    }
    ffmpeg.arg("-i").arg(file).args(["-frames:v", "1", "-vf", "scale=flags=accurate_rnd+full_chroma_int,format=rgb24"]);
    let done = ffmpeg.args(["-f", "rawvideo", "-"]).output().expect("ffmpeg is installed");
    assert!(done.status.success() && done.stdout.len() == 960 * 540 * 3, "{}", said(&done));
    done.stdout
}

/// The mean absolute difference of the bytes of two pictures, from 0 to 255.
fn difference(one: &[u8], other: &[u8]) -> f64 {
    assert_eq!(one.len(), other.len());
    let sum: u64 = one.iter().zip(other).map(|(one, other)| u64::from(one.abs_diff(*other))).sum();
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let mean = sum as f64 / one.len() as f64;
    mean
}

fn number(value: &Value) -> f64 {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn a_video_has_the_slides_at_their_times() {
    let folder = folder_with(&talk());
    let at = |name: &str| folder.path().join(name);
    exported(folder.path(), &["export", "talk.json", "--to", "mp4", "-o", "talk.mp4", "--width", "960"]);
    let found = probed(&at("talk.mp4"));
    let (video, captions) = (&found["streams"][0], &found["streams"][1]);
    for (name, value) in
        [("codec_name", "h264"), ("pix_fmt", "yuv420p"), ("color_space", "bt709"), ("r_frame_rate", "30/1")]
    {
        assert_eq!(video[name], value, "{name}");
    }
    assert_eq!((&video["width"], &video["height"]), (&json!(960), &json!(540)));
    assert_eq!((&captions["codec_name"], &captions["tags"]["language"]), (&json!("mov_text"), &json!("eng")));
    assert_eq!(found["format"]["tags"]["title"], "Harbour plan");
    // 5 s and 8 s are planned; 22 words are spoken in 9.43 s. Hidden slides are not in the video.
    assert!((number(&found["format"]["duration"]) - 22.43).abs() < 0.1, "{}", found["format"]["duration"]);
    // The index (`moov`) is before the frames (`mdat`), so that a player can begin before it has the whole file.
    let bytes = fs::read(at("talk.mp4")).expect("a file");
    let place = |name: &[u8]| bytes.windows(4).position(|four| four == name).expect("a box");
    assert!(place(b"moov") < place(b"mdat"));

    exported(folder.path(), &["export", "talk.json", "--to", "png", "-o", "pages", "--width", "960"]);
    let page = |number: u8| pixels(&at(&format!("pages/slide-00{number}.png")), None);
    let (first, second, third) = (page(1), page(2), page(3));
    assert!(difference(&first, &second) > 5.0 && difference(&second, &third) > 0.5);
    let shown = |second| pixels(&at("talk.mp4"), Some(second));
    for (second, expected) in [(0.0, &first), (4.0, &first), (12.1, &second), (18.5, &third), (22.3, &third)] {
        let difference = difference(&shown(second), expected);
        assert!(difference < 0.5, "{difference} at {second} s");
    }
    // In the middle of a push, parts of both slides are visible. Each build step brings the second slide closer to its
    // final state.
    assert!(difference(&shown(5.1), &first) > 20.0 && difference(&shown(5.1), &second) > 20.0);
    let built: Vec<f64> = [6.3, 8.1, 10.1, 12.1].map(|at| difference(&shown(at), &second)).to_vec();
    assert!(built.windows(2).all(|two| two[0] > two[1] + 0.3) && built[3] < 0.5, "{built:?}");
}

#[test]
fn notes_are_captions_beside_the_video_and_in_it() {
    let folder = folder_with(&talk());
    exported(folder.path(), &["export", "talk.json", "--to", "mp4", "-o", "talk.mp4", "--width", "320"]);
    let beside = fs::read_to_string(folder.path().join("talk.vtt")).expect("captions");
    assert_eq!(
        beside,
        "WEBVTT\n\n\
         00:00:00.000 --> 00:00:05.000\nWelcome &amp; hello.\n\n\
         00:00:13.000 --> 00:00:17.793\nWe build two berths on the north\nside, because the ground there\n\n\
         00:00:17.793 --> 00:00:20.345\ncarries the cranes without piles.\n\n\
         00:00:20.345 --> 00:00:22.433\nThe council decides in May.\n",
    );
    let mut ffmpeg = Command::new("ffmpeg");
    ffmpeg.args(["-v", "error", "-i"]).arg(folder.path().join("talk.mp4")).args(["-f", "webvtt", "-"]);
    let inside = String::from_utf8(ffmpeg.output().expect("ffmpeg is installed").stdout).expect("text");
    // ffmpeg omits the hours and does not escape `&`.
    assert_eq!(inside.trim(), beside.replace("00:00:", "00:").replace("&amp;", "&").trim());

    exported(folder.path(), &["export", "talk.json", "--to", "vtt", "-o", "alone.vtt"]);
    assert_eq!(fs::read_to_string(folder.path().join("alone.vtt")).expect("captions"), beside);
    exported(
        folder.path(),
        &["export", "talk.json", "--to", "mp4", "-o", "bare.mp4", "--width", "320", "--seconds", "1", "--no-captions"],
    );
    let found = probed(&folder.path().join("bare.mp4"));
    assert_eq!(found["streams"].as_array().map(Vec::len), Some(1));
    assert!((number(&found["format"]["duration"]) - 3.0).abs() < 0.1, "three slides of a second");
    assert!(!folder.path().join("bare.vtt").exists());
}

#[test]
fn without_ffmpeg_the_message_says_what_to_do() {
    let folder = folder_with(&talk());
    let arguments = ["export", "talk.json", "--to", "mp4", "-o", "talk.mp4"];
    let done = command(folder.path()).env("PATH", folder.path()).args(arguments).output().expect("the binary runs");
    assert_eq!(done.status.code(), Some(1));
    assert!(said(&done).contains("ffmpeg is not installed; on Debian: apt-get install ffmpeg"), "{}", said(&done));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn an_encoder_that_fails_is_named_with_its_reason() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder_with(&talk());
    let programs = TempDir::new().expect("a folder");
    let program = programs.path().join("ffmpeg");
    fs::write(&program, "#!/bin/sh\necho \"Unknown encoder 'libx264'\" >&2\nexit 1\n").expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("a program");
    let arguments = ["export", "talk.json", "--to", "mp4", "-o", "talk.mp4"];
    let done = command(folder.path()).env("PATH", programs.path()).args(arguments).output().expect("the binary runs");
    assert_eq!(done.status.code(), Some(1));
    assert!(said(&done).contains("ffmpeg failed: Unknown encoder 'libx264'"), "{}", said(&done));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

#[test]
fn a_video_that_is_stopped_leaves_nothing() {
    let folder = folder_with(&talk());
    let mut export = command(folder.path());
    export.env("TMPDIR", folder.path());
    let arguments = ["export", "talk.json", "--to", "mp4", "-o", "talk.mp4", "--seconds", "600"];
    let mut running = export.args(arguments).spawn().expect("the binary runs");
    let began = Instant::now();
    let encoder = loop {
        let children = format!("/proc/{0}/task/{0}/children", running.id());
        let children = fs::read_to_string(children).expect("a process");
        if let Some(child) = children.split_whitespace().next() {
            break child.to_owned();
        }
        assert!(began.elapsed() < Duration::from_mins(1), "no encoder was started");
        std::thread::sleep(Duration::from_millis(5));
    };
    running.kill().expect("it runs");
    running.wait().expect("it ends");
    // The encoder's input has ended, so it exits, too.
    while Path::new("/proc").join(&encoder).join("exe").exists() {
        assert!(began.elapsed() < Duration::from_mins(1), "the encoder still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
    let left = fs::read_dir(folder.path()).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().ends_with(".mp4")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn wrong_choices_are_refused() {
    let folder = folder_with(&talk());
    for (arguments, reason) in [
        (&["--to", "mp4", "--seconds", "0"][..], "a slide is shown for 0.5 to 600 seconds"),
        (&["--to", "mp4", "--seconds", "NaN"], "a slide is shown for 0.5 to 600 seconds"),
        (&["--to", "mp4", "--seconds", "soon"], "a slide is shown for 0.5 to 600 seconds"),
        (&["--to", "pdf", "--seconds", "5"], "`--seconds` needs `--to mp4`"),
        (&["--to", "pdf", "--no-captions"], "`--no-captions` needs `--to mp4`"),
    ] {
        let done = lectern(folder.path(), &[&["export", "talk.json", "-o", "talk.mp4"], arguments].concat());
        assert!(!done.status.success() && said(&done).contains(reason), "{arguments:?}: {}", said(&done));
    }
    let hidden = json!({"title": "T", "slides": [{"type": "content", "content": {"title": "Hidden"},
        "visibility": {"hideInPresentation": true}}]});
    let folder = folder_with(&hidden);
    let done = lectern(folder.path(), &["export", "talk.json", "--to", "mp4", "-o", "talk.mp4"]);
    assert!(said(&done).contains("the video has no slide: all are hidden"), "{}", said(&done));
}

#[test]
fn a_video_follows_a_recorded_rehearsal() {
    let folder = folder_with(&talk());
    // Eight seconds of silence. The slide from second 3 to 5 was deleted, so these seconds are cut.
    let silence = ["-v", "error", "-f", "lavfi", "-i", "anullsrc", "-t", "8", "talk.wav"];
    let made = Command::new("ffmpeg").current_dir(folder.path()).args(silence).status().expect("ffmpeg is installed");
    assert!(made.success());
    let moments = json!([{"at": 0, "slide": 2}, {"at": 3000}, {"at": 5000, "slide": 1}]);
    let times = |moments: Value| json!({"duration": 8000, "moments": moments}).to_string();
    fs::write(folder.path().join("times.json"), times(moments)).expect("a file");
    fs::write(folder.path().join("beyond.json"), times(json!([{"at": 0, "slide": 99}]))).expect("a file");
    let recorded = ["--sound", "talk.wav", "--times", "times.json"];
    let wanted = ["export", "talk.json", "--to", "mp4", "-o", "talk.mp4", "--width", "320", "--no-captions"];
    exported(folder.path(), &[&wanted[..], &recorded].concat());
    let found = probed(&folder.path().join("talk.mp4"));
    let streams = found["streams"].as_array().expect("streams");
    assert_eq!(streams.iter().map(|stream| &stream["codec_name"]).collect::<Vec<_>>(), ["h264", "aac"]);
    assert!((number(&found["format"]["duration"]) - 6.0).abs() < 0.1, "{found}");

    for (arguments, reason) in [
        (&["--to", "mp4", "--sound", "talk.wav"][..], "--times"),
        (&["--to", "pdf", "--sound", "talk.wav", "--times", "times.json"], "`--sound` needs `--to mp4`"),
        (&["--to", "mp4", "--sound", "talk.json", "--times", "times.json"], "it is no webm, mp4, m4a, mp3, ogg or wav"),
        (&["--to", "mp4", "--sound", "talk.wav", "--times", "talk.json"], "the times cannot be read"),
        (
            &["--to", "mp4", "--sound", "talk.wav", "--times", "beyond.json"],
            "names slide 99; the deck has slides 1 to ",
        ),
    ] {
        let done = lectern(folder.path(), &[&["export", "talk.json", "-o", "out.mp4"], arguments].concat());
        assert!(!done.status.success() && said(&done).contains(reason), "{arguments:?}: {}", said(&done));
    }
}
