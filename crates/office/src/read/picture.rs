//! Reads pictures, and the videos and sounds that have a picture as poster. Their bytes stay in the archive.

use super::error::ReadError;
use super::scope::Scope;
use super::units::share;
use super::xml::Element;
use crate::model::{Content, Media, PartName, Picture};

/// Reads a `pic`: a picture, or a video or sound that a click plays.
pub(super) fn read(scope: &mut Scope<'_, '_>, element: &Element<'_>) -> Result<Content, ReadError> {
    let picture = element.child("blipFill").map_or(Ok(Picture::default()), |fill| filling(scope, fill))?;
    let media = element.at(&["nvPicPr", "nvPr"]).and_then(|nonvisual| media(scope, nonvisual));
    if let Some(Media { part, address, .. }) = &media {
        part.iter().chain(address).try_for_each(|text| scope.tally.add_text(text))?;
    }
    Ok(match media {
        Some(media) => Content::Media(Media { poster: picture.raster.or(picture.part), ..media }),
        None => Content::Picture(picture),
    })
}

/// Reads a `blipFill`: the picture that a frame or a shape is filled with.
pub(super) fn filling(scope: &mut Scope<'_, '_>, fill: &Element<'_>) -> Result<Picture, ReadError> {
    let blip = fill.child("blip");
    let target = |element: &Element<'_>| scope.target(element, "embed").map(str::to_owned);
    let raster = blip.and_then(target);
    let vector = blip.and_then(|blip| blip.descendant("svgBlip")).and_then(target);
    let crop =
        fill.child("srcRect").map_or([0; 4], |crop| ["l", "t", "r", "b"].map(|side| share(crop, side).unwrap_or(0)));
    let is_metafile = vector.is_none() && raster.as_deref().is_some_and(is_metafile);
    raster.iter().chain(&vector).try_for_each(|part| scope.tally.add_text(part))?;
    Ok(match vector {
        Some(vector) => Picture { part: Some(vector), raster, crop, is_metafile },
        None => Picture { part: raster, raster: None, crop, is_metafile },
    })
}

/// Whether a part is a drawing of Office, by its name.
fn is_metafile(part: &str) -> bool {
    let extension = part.rsplit('.').next().unwrap_or_default();
    ["emf", "wmf", "emz", "wmz"].iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// The video or sound of a picture, without its poster. `None` for a picture without one.
fn media(scope: &Scope<'_, '_>, nonvisual: &Element<'_>) -> Option<Media> {
    let file = nonvisual
        .children
        .iter()
        .find(|child| matches!(child.name, "videoFile" | "audioFile" | "wavAudioFile" | "quickTimeFile" | "audioCd"))?;
    let embedded = nonvisual.descendant("media");
    let part = |element: &Element<'_>| -> Option<PartName> {
        let attributes = ["embed", "link"];
        attributes.iter().find_map(|attribute| scope.target(element, attribute)).map(str::to_owned)
    };
    Some(Media {
        is_sound: !matches!(file.name, "videoFile" | "quickTimeFile"),
        part: embedded.and_then(part).or_else(|| part(file)),
        address: scope.address(file, "link").or_else(|| scope.address(embedded?, "link")),
        poster: None,
    })
}
