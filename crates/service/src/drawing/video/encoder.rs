//! The program that compresses videos.
//!
//! The program reads pictures and captions from a pipe and writes into a file that has no name, so nothing is left
//! behind when either of the two processes is killed.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsRawFd as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use export::video::{FRAME_RATE, stream};
use export::{Error as ExportError, ExportInput, PictureCache};
use imaging::MediaKind;

use super::recorded::Sound;
use super::{VideoError, VideoPlan};

const FFMPEG: &str = "ffmpeg";
/// The maximum number of bytes of the encoder's log that are searched for the error.
const MAX_LOG: u64 = 8192;
/// How often the state of a running encoder is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// Whether this machine can make videos: whether the encoder is in a folder of `PATH`.
pub fn has_video_encoder() -> bool {
    program().is_some()
}

fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).map(|folder| folder.join(FFMPEG)).find(|program| program.is_file())
}

/// Compresses a video into an empty file.
pub(super) fn encode(
    plan: &VideoPlan,
    (input, cache): (ExportInput<'_>, &PictureCache),
    is_awaited: &(dyn Fn() -> bool + Sync),
    out: &File,
) -> Result<(), VideoError> {
    let mut command = Command::new(program().ok_or(VideoError::NoEncoder)?);
    command.args(arguments(plan)).stdin(Stdio::piped()).stdout(out.try_clone()?).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|fault| VideoError::Failed(fault.to_string()))?;
    let (Some(pictures), Some(log)) = (child.stdin.take(), child.stderr.take()) else {
        return Err(VideoError::Failed("it has no pipes".to_owned()));
    };
    let encoder = Encoder(Mutex::new(child));
    let has_ended = AtomicBool::new(false);
    thread::scope(|scope| {
        let log = scope.spawn(move || last_line(log));
        scope.spawn(|| {
            while !has_ended.load(Ordering::Relaxed) {
                if !is_awaited() {
                    encoder.kill();
                }
                thread::sleep(POLL_INTERVAL);
            }
        });
        let _end = EndMark(&has_ended);
        let streamed = stream(input, &plan.timeline, &plan.captions, plan.width, cache, pictures);
        if streamed.is_err() {
            encoder.kill();
        }
        let status = encoder.wait();
        let log = log.join().unwrap_or_default();
        match (streamed, status?) {
            _ if !is_awaited() => Err(VideoError::Stopped),
            (Err(ExportError::Stopped), _) => Err(VideoError::Stopped),
            (Err(ExportError::Failed(fault)), _) => Err(VideoError::Failed(fault)),
            (Ok(()), status) if status.success() => Ok(()),
            (Err(ExportError::Unwritten(fault)), _) if log.is_empty() => Err(VideoError::Unwritten(fault)),
            (_, status) if log.is_empty() => Err(VideoError::Failed(status.to_string())),
            _ => Err(VideoError::Failed(log)),
        }
    })
}

/// The arguments of the encoder: H.264 in the format that every player accepts, with the index at the beginning of the
/// file.
fn arguments(plan: &VideoPlan) -> Vec<String> {
    // Players accept only even sizes. Nobody notices that one line of pixels is missing.
    let filter = "crop=trunc(iw/2)*2:trunc(ih/2)*2:0:0,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p";
    // A player that seeks to the start of a slide shows it at once.
    let starts = plan.timeline.pages().into_iter().map(|page| seconds(page.start));
    let starts = starts.collect::<Vec<_>>().join(",");
    let title = format!("title={}", plan.document.title.replace(char::is_control, " "));
    let mut arguments: Vec<String> =
        ["-hide_banner", "-nostdin", "-loglevel", "error", "-f", "matroska", "-i", "pipe:0"]
            .map(str::to_owned)
            .to_vec();
    if let Some(sound) = &plan.sound {
        arguments.extend(sound_input(sound));
    }
    arguments.extend(["-map", "0:v"].map(str::to_owned));
    if let Some(sound) = &plan.sound {
        arguments.extend(["-filter_complex".to_owned(), sound_filter(sound, plan.timeline.duration())]);
        arguments.extend(["-map", "[sound]", "-c:a", "aac", "-b:a", "160k"].map(str::to_owned));
    }
    if !plan.captions.is_empty() {
        arguments.extend(["-map", "0:s", "-c:s", "mov_text"].map(str::to_owned));
    }
    arguments.extend(["-vf".to_owned(), format!("{filter},settb=1/{FRAME_RATE}")]);
    // Each picture keeps the timestamp with which it arrives.
    arguments.extend(["-fps_mode", "passthrough", "-enc_time_base"].map(str::to_owned));
    arguments.push(format!("1:{FRAME_RATE}"));
    arguments
        .extend(["-c:v", "libx264", "-preset", "veryfast", "-tune", "stillimage", "-crf", "18"].map(str::to_owned));
    arguments.extend(["-force_key_frames".to_owned(), starts]);
    for name in ["-colorspace", "-color_primaries", "-color_trc"] {
        arguments.extend([name.to_owned(), "bt709".to_owned()]);
    }
    arguments.extend(["-color_range".to_owned(), "tv".to_owned(), "-metadata".to_owned(), title]);
    // The file has no name but this one. The encoder opens it again by this name, since a pipe does not allow seeking.
    arguments.extend(["-movflags", "+faststart", "-f", "mp4", "-y", "/dev/stdout"].map(str::to_owned));
    arguments
}

/// The sound as the second input. The file is untrusted: it is read in the format that its first bytes indicate, which
/// cannot refer to other files.
fn sound_input(sound: &Sound) -> [String; 6] {
    let format = match sound.kind {
        MediaKind::Mp4 | MediaKind::M4a => "mov",
        MediaKind::Webm => "matroska",
        MediaKind::Mp3 => "mp3",
        MediaKind::Ogg => "ogg",
        MediaKind::Wav => "wav",
    };
    // The file has no name but this one. The encoder opens it again, so it has a separate read position.
    let path = format!("/proc/{}/fd/{}", std::process::id(), sound.file.as_raw_fd());
    ["-protocol_whitelist", "file", "-f", format, "-i", &path].map(str::to_owned)
}

/// The filter that selects the ranges of the sound that the video has, in pieces of 10 ms, and makes the sound as long
/// as the video. `duration` is in milliseconds.
fn sound_filter(sound: &Sound, duration: u64) -> String {
    let mut kept = String::new();
    for part in &sound.kept {
        let plus = if kept.is_empty() { "" } else { "+" };
        let _ = write!(kept, "{plus}gte(t,{})*lt(t,{})", seconds(part.start), seconds(part.end));
    }
    let length = seconds(duration);
    format!(
        "[1:a:0]aresample=48000:async=1:first_pts=0,asetnsamples=n=480:p=0,aselect='{kept}',asetpts=N/SR/TB,apad,\
         atrim=end={length}[sound]"
    )
}

/// A time in seconds, as the encoder reads it.
fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000)
}

/// The last line that is not empty in the first `MAX_LOG` bytes of the encoder's log. The whole log is read, so that
/// the encoder never waits for room in the pipe.
fn last_line(mut log: impl Read) -> String {
    let mut text = Vec::new();
    let _ = log.by_ref().take(MAX_LOG).read_to_end(&mut text);
    let _ = io::copy(&mut log, &mut io::sink());
    let text = String::from_utf8_lossy(&text);
    text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default().to_owned()
}

/// A running encoder.
struct Encoder(Mutex<Child>);

impl Encoder {
    fn kill(&self) {
        // The process may have ended already.
        let _ = self.0.lock().unwrap_or_else(PoisonError::into_inner).kill();
    }

    /// Waits until it ends. It can be killed meanwhile.
    fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.0.lock().unwrap_or_else(PoisonError::into_inner).try_wait()? {
                return Ok(status);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// Sets the flag when it is dropped, so that no thread waits for work that panicked.
struct EndMark<'a>(&'a AtomicBool);

impl Drop for EndMark<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
