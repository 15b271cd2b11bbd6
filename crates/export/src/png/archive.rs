//! All pages in a zip, `slide-001.png` and on.

use std::io::{Seek, Write};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::canvas::Painter;
use super::{WIDTH, drawn};
use crate::{Error, PictureCache, Work};

/// Every page at 1920 by 1080, in order, written to `out` as it is made: only a few pages are in memory at a time.
pub fn zip<W: Write + Seek>(work: Work<'_>, cache: &PictureCache, out: W) -> Result<W, Error> {
    let count = work.document.pages.len();
    let cores = thread::available_parallelism().map_or(1, NonZero::get).clamp(1, count.max(1));
    let mut archive = ZipWriter::new(out);
    thread::scope(|scope| {
        // Painter number k makes pages k, k + cores and so on, so that taking turns gives the pages in order. One that
        // is ahead waits; one whose answers are no longer wanted ends.
        let painters: Vec<Receiver<_>> = (0..cores)
            .map(|first| {
                let (sender, receiver) = sync_channel(1);
                scope.spawn(move || paint(work, cache, first, cores, &sender));
                receiver
            })
            .collect();
        for index in 0..count {
            let png = painters[index % cores].recv().map_err(|_| Error::Failed("a painter stopped".to_owned()))??;
            add(&mut archive, index, &png)?;
            if !(work.on_page)(index + 1) {
                return Err(Error::Stopped);
            }
        }
        Ok(())
    })?;
    let mut out = archive.finish()?;
    // What waits in a buffer would be lost without a word when that is dropped.
    out.flush()?;
    Ok(out)
}

fn paint(work: Work<'_>, cache: &PictureCache, first: usize, step: usize, out: &SyncSender<Result<Vec<u8>, Error>>) {
    let mut painter = Painter::new(WIDTH);
    for index in (first..work.document.pages.len()).step_by(step) {
        let png = drawn(&mut painter, work.document, index, work.pictures, cache);
        if out.send(png).is_err() {
            return;
        }
    }
}

fn add<W: Write + Seek>(archive: &mut ZipWriter<W>, index: usize, png: &[u8]) -> Result<(), Error> {
    // A PNG is pressed already; and no clock, so the same pages give the same bytes.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    archive.start_file(format!("slide-{:03}.png", index + 1), options)?;
    Ok(archive.write_all(png)?)
}
