//! `lectern export`: deck files in another form, with no server and no data folder.

use std::io::{IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use service::{
    DeckFile, ExportFormat, FileError, Handout, PdfPages, SlideChoice, SlideNumbers, VideoOptions, is_stream,
};

use super::{failed, is_same_file, note};

/// Arguments of `lectern export`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Decks: `.deck` packages, JSON envelopes, Markdown (`.md`) or PowerPoint files (`.pptx`); `-` is the standard input.
    #[arg(required = true, value_name = "IN")]
    files: Vec<PathBuf>,
    /// The format to write.
    #[arg(long, value_enum)]
    to: OutputFormat,
    /// The file to write, `-` for the standard output; the folder, for several decks or PNG files that are not zipped.
    #[arg(short, long, value_name = "OUT")]
    out: PathBuf,
    /// Write one language of the deck.
    #[arg(long)]
    lang: Option<String>,
    /// Resolution of the pictures that must be raster in PowerPoint.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3))]
    scale: u8,
    /// Notes pages in a PDF.
    #[arg(long, conflicts_with = "handout")]
    notes: bool,
    /// Slides on each sheet of a PDF to hand out: 2, 3 with lines to write on, or 6.
    #[arg(long, value_name = "SLIDES", value_parser = handout)]
    handout: Option<Handout>,
    /// Write only these slides, by their numbers in the deck: `1-3,7,9-`.
    #[arg(long, value_name = "NUMBERS")]
    slides: Option<SlideNumbers>,
    /// Also write slides that are hidden in exports.
    #[arg(long)]
    hidden: bool,
    /// Width of PNG files and videos in pixels.
    #[arg(long, default_value_t = ExportFormat::PNG_WIDTH, value_parser = clap::value_parser!(u16).range(png_widths()))]
    width: u16,
    /// Seconds for which a video shows every slide. Without it, a slide is shown for its planned time, or for the time
    /// that it takes to speak its notes and read its text.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<f64>,
    /// Leave the notes out of a video.
    #[arg(long)]
    no_captions: bool,
    /// Sound of a recorded rehearsal, which the video follows; with `--times` and `--to mp4`.
    #[arg(long, value_name = "FILE", requires = "times")]
    sound: Option<PathBuf>,
    /// JSON file with the duration and the moments of the rehearsal, as the interface returns them; with `--sound`.
    #[arg(long, value_name = "FILE", requires = "sound", conflicts_with = "seconds")]
    times: Option<PathBuf>,
    /// PowerPoint file (`.potx` or `.pptx`) whose masters and layouts the slides are put on; with `--to pptx`.
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// Data of the decks, such as `sales=sales.csv`: CSV, or a `.json` list of objects. Can be given several times.
    #[arg(long, value_name = "NAME=FILE", value_parser = data)]
    data: Vec<(String, PathBuf)>,
    /// Folder with further fonts [SVC_FONTS_DIR].
    #[arg(long, value_name = "DIR")]
    fonts_dir: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// PDF.
    Pdf,
    /// PowerPoint.
    Pptx,
    /// One HTML file with a viewer.
    Html,
    /// A PNG for each slide.
    Png,
    /// MP4, with the notes as captions in it and in a WebVTT file beside it; needs ffmpeg.
    Mp4,
    /// The captions of a video, from the notes, as WebVTT.
    Vtt,
    /// A JSON envelope.
    Json,
    /// A package with the pictures of the deck.
    Deck,
}

impl OutputFormat {
    fn extension(self) -> &'static str {
        match self {
            OutputFormat::Pdf => "pdf",
            OutputFormat::Pptx => "pptx",
            OutputFormat::Html => "html",
            OutputFormat::Png => "zip",
            OutputFormat::Mp4 => "mp4",
            OutputFormat::Vtt => "vtt",
            OutputFormat::Json => "json",
            OutputFormat::Deck => "deck",
        }
    }
}

/// Exports decks one after another, and stops at the first failure.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    if arguments.template.is_some() && arguments.to != OutputFormat::Pptx {
        return failed("`--template` needs `--to pptx`");
    }
    if arguments.handout.is_some() && arguments.to != OutputFormat::Pdf {
        return failed("`--handout` needs `--to pdf`");
    }
    if arguments.seconds.is_some() && !matches!(arguments.to, OutputFormat::Mp4 | OutputFormat::Vtt) {
        return failed("`--seconds` needs `--to mp4` or `--to vtt`");
    }
    if arguments.sound.is_some() && !matches!(arguments.to, OutputFormat::Mp4 | OutputFormat::Vtt) {
        return failed("`--sound` needs `--to mp4` or `--to vtt`");
    }
    if arguments.no_captions && arguments.to != OutputFormat::Mp4 {
        return failed("`--no-captions` needs `--to mp4`");
    }
    if (arguments.slides.is_some() || arguments.hidden)
        && matches!(arguments.to, OutputFormat::Json | OutputFormat::Deck)
    {
        return failed("`--slides` and `--hidden` need a format that draws slides: JSON and packages have all of them");
    }
    match export(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(error),
    }
}

/// Exports one deck to a file, or several decks to a folder.
fn export(arguments: &Arguments) -> Result<(), FileError> {
    let [only] = arguments.files.as_slice() else {
        let folder = &arguments.out;
        if is_stream(folder) {
            let source = std::io::Error::other("several decks need a folder");
            return Err(FileError::Unwritable { path: folder.clone(), source });
        }
        std::fs::create_dir_all(folder).map_err(|source| FileError::Unwritable { path: folder.clone(), source })?;
        let mut names = Vec::with_capacity(arguments.files.len());
        for file in &arguments.files {
            let stem = file.file_stem().unwrap_or(file.as_os_str());
            let mut name = stem.to_owned();
            name.push(".");
            name.push(arguments.to.extension());
            if names.contains(&name) {
                let source = std::io::Error::other("two of the decks would have this name");
                return Err(FileError::Unwritable { path: folder.join(name), source });
            }
            names.push(name);
        }
        for (file, name) in arguments.files.iter().zip(&names) {
            check_source_is_kept(arguments, file, &folder.join(name))?;
        }
        for (file, name) in arguments.files.iter().zip(names) {
            export_one(arguments, file, &folder.join(name))?;
        }
        return Ok(());
    };
    check_source_is_kept(arguments, only, &arguments.out)?;
    export_one(arguments, only, &arguments.out)
}

/// Fails when the export would overwrite the deck that it reads, unless it writes all languages in the format of that
/// file: `.deck` to `.deck`, or `.json` to `.json`.
fn check_source_is_kept(arguments: &Arguments, file: &Path, out: &Path) -> Result<(), FileError> {
    let is_whole = matches!(arguments.to, OutputFormat::Json | OutputFormat::Deck) && arguments.lang.is_none();
    let extension = arguments.to.extension();
    let keeps_all = is_whole && file.extension().is_some_and(|source| source.eq_ignore_ascii_case(extension));
    if keeps_all || !is_same_file(file, out) {
        return Ok(());
    }
    let source = std::io::Error::other("it is the deck that is exported; choose another name");
    Err(FileError::Unwritable { path: out.to_owned(), source })
}

/// Exports one deck, and prints remarks and findings.
fn export_one(arguments: &Arguments, file: &Path, out: &Path) -> Result<(), FileError> {
    let lang = arguments.lang.as_deref();
    let slides = SlideChoice { numbers: arguments.slides.clone(), with_hidden: arguments.hidden };
    let mut deck = DeckFile::open(file)?.with_fonts(fonts_dir(arguments.fonts_dir.as_ref())).with_slides(slides)?;
    for (name, table) in &arguments.data {
        deck = deck.with_data(name, table)?;
    }
    if let Some(template) = &arguments.template {
        deck = deck.with_template(template)?;
    }
    if let (Some(sound), Some(times)) = (&arguments.sound, &arguments.times) {
        deck = deck.with_recording(sound, times)?;
    }
    for remark in deck.remarks() {
        note(&remark);
    }
    let bar = ProgressBar::new(file, deck.deck().slides.len(), arguments.to == OutputFormat::Mp4);
    let on_page = |page: usize| bar.show(page);
    let findings = match arguments.to {
        OutputFormat::Json => deck.write_json(out, lang).map(|()| Vec::new()),
        OutputFormat::Deck => {
            let missing = deck.write_package(out, lang)?;
            let remark =
                |missing: String| format!("`{missing}` is not part of `{}` and stays a reference", file.display());
            Ok(missing.into_iter().map(remark).collect())
        }
        OutputFormat::Html => deck.render(out, lang, ExportFormat::Html, &on_page),
        OutputFormat::Pdf => {
            let pages = match arguments.handout {
                Some(handout) => PdfPages::Handout(handout),
                None if arguments.notes => PdfPages::Notes,
                None => PdfPages::Slides,
            };
            deck.render(out, lang, ExportFormat::Pdf(pages), &on_page)
        }
        OutputFormat::Pptx => deck.render(
            out,
            lang,
            ExportFormat::Pptx { scale: arguments.scale, builds: false, template: arguments.template.is_some() },
            &on_page,
        ),
        OutputFormat::Png if is_zip(out) || is_stream(out) => {
            deck.render(out, lang, ExportFormat::Png { width: arguments.width }, &on_page)
        }
        OutputFormat::Png => deck.render_pngs(out, lang, arguments.width, &on_page),
        OutputFormat::Mp4 => deck.render_video(out, lang, video_options(arguments), &on_page),
        OutputFormat::Vtt => deck.write_captions(out, lang, video_options(arguments)).map(|()| Vec::new()),
    };
    bar.end();
    for finding in findings? {
        note(&finding);
    }
    Ok(())
}

fn png_widths() -> RangeInclusive<i64> {
    let (least, most) = ExportFormat::PNG_WIDTHS.into_inner();
    i64::from(least)..=i64::from(most)
}

fn video_options(arguments: &Arguments) -> VideoOptions {
    VideoOptions { width: arguments.width, seconds: arguments.seconds, captions: !arguments.no_captions }
}

fn seconds(text: &str) -> Result<f64, String> {
    let (least, most) = VideoOptions::SECONDS.into_inner();
    let seconds = text.parse().ok().filter(|seconds| VideoOptions::SECONDS.contains(seconds));
    seconds.ok_or_else(|| format!("a slide is shown for {least} to {most} seconds"))
}

fn data(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) =
        text.split_once('=').ok_or("expected the name of the data and its file, such as `sales=sales.csv`")?;
    Ok((name.to_owned(), file.into()))
}

fn handout(text: &str) -> Result<Handout, String> {
    let handout = text.parse().ok().and_then(Handout::of);
    handout.ok_or_else(|| "a handout has 2, 3 or 6 slides on a sheet".to_owned())
}

/// The folder with further fonts: the value of the flag, else that of `SVC_FONTS_DIR`; none when both are empty.
pub(super) fn fonts_dir(given: Option<&PathBuf>) -> Option<PathBuf> {
    let from_environment = || std::env::var_os("SVC_FONTS_DIR").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    given.cloned().or_else(from_environment)
}

fn is_zip(out: &Path) -> bool {
    out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"))
}

/// A progress bar, on a terminal, for videos and for decks with many slides.
struct ProgressBar<'a> {
    file: &'a Path,
    pages: usize,
    shown: bool,
}

impl<'a> ProgressBar<'a> {
    /// The minimum number of slides of a deck for which the bar is shown.
    const MIN_SLIDES: usize = 40;

    /// A bar for `pages` pages. With `is_slow` it is shown for any number of pages.
    fn new(file: &'a Path, pages: usize, is_slow: bool) -> Self {
        let is_long = is_slow || pages >= Self::MIN_SLIDES;
        Self { file, pages, shown: is_long && std::io::stderr().is_terminal() }
    }

    fn show(&self, page: usize) {
        if self.shown {
            let done = "=".repeat(page * 30 / self.pages.max(1));
            let mut out = std::io::stderr().lock();
            let _ = write!(out, "\r{} [{done:<30}] {page} of {}", self.file.display(), self.pages);
        }
    }

    fn end(&self) {
        if self.shown {
            eprintln!();
        }
    }
}
