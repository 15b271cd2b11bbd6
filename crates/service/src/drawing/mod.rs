//! Draws decks: pages from a deck, its theme and its pictures, and files from pages.
//!
//! All of this is work for the processor. It runs on the blocking pool, one task per core at a time, in the order of
//! the requests, and stops when the request is cancelled.

mod article;
mod choice;
mod draft;
mod fitting;
mod fonts;
mod gallery;
mod merge;
mod not_found;
mod pictures;
mod preview;
mod preview_pictures;
mod rendered;
mod renderer;
mod sample;
mod slide_findings;
mod talk;
mod template;
mod thumbnail;
mod validate;
mod video;

use std::sync::Arc;

use store::{Assets, Store};

use crate::{Catalogue, Config, Decks, Limits};

pub use self::choice::{NoSlideNumbers, SlideChoice, SlideNumbers};
pub use self::draft::{Draft, Drafted, DrawnSlide, DrawnSlides, Sketch, SlideFinding};
pub(crate) use self::draft::{drawn_css, face_address};
pub(crate) use self::fitting::FittingCache;
pub(crate) use self::gallery::example_slide;
pub use self::gallery::{GalleryError, gallery};
pub use self::merge::MergeFormat;
pub(crate) use self::merge::{MergePlan, MergedFile};
pub(crate) use self::pictures::{Drawable, PictureFiles, layout_facts};
pub use self::preview_pictures::{PictureForm, SlidePictures};
pub use self::rendered::{ExportFormat, PdfPages, Rendered};
pub(crate) use self::rendered::{file_description, keep_pages, write_file};
pub(crate) use self::renderer::{DrawInput, Renderer};
pub use self::sample::{ThemeSample, TypeSample};
pub use self::talk::{Invite, qr_svg};
pub(crate) use self::template::from_skeleton;
pub(crate) use self::thumbnail::thumbnail_version;
pub use self::thumbnail::{Thumbnail, ThumbnailHashes, ThumbnailSlide};
pub use self::validate::{CheckedDeck, CheckedSlide, DesignFinding};
pub(crate) use self::video::{Recording, VideoPlan};
pub use self::video::{VideoError, VideoOptions, has_video_encoder};
pub use export::pdf::Handout;

/// Decks as pages, previews, thumbnails and files.
///
/// Uses decks for rights, the catalogue, storage and assets for pictures, and limits for exports.
#[derive(Debug)]
pub struct Drawing {
    pub(crate) renderer: Renderer,
    pub(crate) fitting: FittingCache,
    pub(crate) store: Store,
    pub(crate) assets: Assets,
    pub(crate) config: Arc<Config>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) limits: Arc<Limits>,
}
