//! All pages in a zip, as `slide-001.png` and so on.

use std::io::{Seek, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::canvas::Painter;
use super::encode::Effort;
use super::encoded_page;
use crate::{Error, ExportInput, PictureCache};

/// Writes a zip with every page as PNG to `out` and returns `out`. The width is in pixels and is limited as in
/// [`super::page`]. Pages are written in order, one by one: only a few are in memory at a time. Fails when `on_page`
/// stops it, a page cannot be encoded or `out` cannot be written.
pub fn zip<W: Write + Seek>(input: ExportInput<'_>, width: u16, cache: &PictureCache, out: W) -> Result<W, Error> {
    let count = input.document.pages.len();
    let cores = thread::available_parallelism().map_or(1, NonZero::get).clamp(1, count.max(1));
    let mut archive = ZipWriter::new(out);
    thread::scope(|scope| {
        // Thread k makes pages k, k + cores and so on, so receiving from the threads in turn gives the pages in order.
        // A thread that is ahead waits in `send`; when its receiver is dropped, `send` fails and the thread ends.
        let painters: Vec<Receiver<_>> = (0..cores)
            .map(|first| {
                let (sender, receiver) = sync_channel(1);
                scope.spawn(move || paint(input, width, cache, (first, cores), &sender));
                receiver
            })
            .collect();
        for index in 0..count {
            let png =
                painters[index % cores].recv().map_err(|_| Error::Failed("a painting thread stopped".to_owned()))??;
            add(&mut archive, input.document.pages[index].number, &png)?;
            input.report(index + 1)?;
        }
        Ok::<_, Error>(())
    })?;
    let mut out = archive.finish()?;
    // When a buffered writer is dropped, it ignores errors of its last write. A flush reports them.
    out.flush()?;
    Ok(out)
}

/// Sends every `step`th page as PNG, from the page with index `first` on, until the receiver is dropped.
fn paint(
    input: ExportInput<'_>,
    width: u16,
    cache: &PictureCache,
    (first, step): (usize, usize),
    sender: &SyncSender<Result<Vec<u8>, Error>>,
) {
    let mut painter = Painter::new(width.clamp(16, 4096));
    for index in (first..input.document.pages.len()).step_by(step) {
        let png = encoded_page(&mut painter, input.document, index, input.pictures, cache, Effort::Fast);
        if sender.send(png).is_err() {
            return;
        }
    }
}

/// Adds a page to the archive.
fn add<W: Write + Seek>(archive: &mut ZipWriter<W>, number: usize, png: &[u8]) -> Result<(), Error> {
    // A PNG is compressed already. The time stamp is fixed, so the same pages give the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    archive.start_file(format!("slide-{number:03}.png"), options)?;
    Ok(archive.write_all(png)?)
}
