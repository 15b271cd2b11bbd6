//! Finds the logo of a file: a small picture at an edge that its master or most of its layouts show.

use std::collections::{HashMap, HashSet};

use super::{TemplateLogo, TemplateRemarks};
use crate::model::Frame;
use crate::read::template::{PlacedPicture, TemplateParts};

/// The logo, if there is one.
pub(super) fn find(parts: &TemplateParts, remarks: &mut TemplateRemarks) -> Option<TemplateLogo> {
    let on_master = parts.master.pictures.iter().map(|picture| (picture, true));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for layer in &parts.layouts {
        let shown: HashSet<&str> = layer.pictures.iter().filter_map(|picture| picture.part.as_deref()).collect();
        for part in shown {
            *counts.entry(part).or_default() += 1;
        }
    }
    let repeated = parts.layouts.iter().flat_map(|layer| &layer.pictures).filter_map(|picture| {
        let count = picture.part.as_deref().and_then(|part| counts.get(part)).copied().unwrap_or(0);
        // A picture on few layouts is a logo only if its name or description says so.
        let is_frequent = count > 1 && count * 2 >= parts.layouts.len();
        (is_frequent || is_named_logo(picture)).then_some((picture, is_frequent))
    });
    let candidates = on_master.chain(repeated).filter(|(picture, _)| is_small_at_edge(picture.frame, parts.size));
    let (picture, is_everywhere) = candidates.max_by_key(|(picture, everywhere)| {
        // `max_by_key` returns the last of equals, so the position is compared too.
        (is_named_logo(picture), *everywhere, -picture.frame.y, picture.frame.x)
    })?;
    let Some(part) = &picture.part else {
        remarks.left_out.push("The logo, because the file only refers to it and does not contain it.".to_owned());
        return None;
    };
    let extension = part.rsplit('.').next().unwrap_or_default().to_lowercase();
    if matches!(extension.as_str(), "emf" | "wmf" | "emz" | "wmz") {
        remarks.left_out.push(
            "The logo, because it is a Windows drawing (EMF or WMF). Save it as SVG or PNG and add it here.".to_owned(),
        );
        return None;
    }
    let position = position(picture.frame, parts.size);
    match (is_everywhere, position) {
        (true, "upper right") => remarks.taken.push("The logo, at the upper right of every slide.".to_owned()),
        (true, position) => remarks.changed.push(format!(
            "The logo stands at the {position} in the file. In the theme it stands at the upper right, on the title \
             slide at the upper left."
        )),
        (false, _) => remarks.taken.push("The logo. It shows on slides that ask for it.".to_owned()),
    }
    Some(TemplateLogo { part: part.clone(), is_everywhere })
}

/// Whether the name or description of a picture says that it is a logo.
fn is_named_logo(picture: &PlacedPicture) -> bool {
    let words = picture.words.to_lowercase();
    ["logo", "beeldmerk", "wordmark"].iter().any(|word| words.contains(word))
}

/// Whether a picture is small and in the outer part of the page.
fn is_small_at_edge(frame: Frame, (width, height): (i64, i64)) -> bool {
    let is_small = frame.width > 0
        && frame.height > 0
        && frame.width.saturating_mul(100) <= width.saturating_mul(40)
        && frame.height.saturating_mul(100) <= height.saturating_mul(30);
    let is_outer = |start: i64, length: i64, all: i64| {
        let middle = start.saturating_add(length / 2);
        middle.saturating_mul(4) <= all || middle.saturating_mul(4) >= all.saturating_mul(3)
    };
    is_small && (is_outer(frame.x, frame.width, width) || is_outer(frame.y, frame.height, height))
}

/// The position of a frame on the page, in words.
fn position(frame: Frame, (width, height): (i64, i64)) -> &'static str {
    let third = |start: i64, length: i64, all: i64| {
        let middle = start.saturating_add(length / 2).saturating_mul(3);
        if middle < all {
            0
        } else if middle > all.saturating_mul(2) {
            2
        } else {
            1
        }
    };
    match (third(frame.y, frame.height, height), third(frame.x, frame.width, width)) {
        (0, 0) => "upper left",
        (0, 1) => "upper edge",
        (0, _) => "upper right",
        (1, 0) => "left edge",
        (1, _) => "right edge",
        (_, 0) => "lower left",
        (_, 1) => "lower edge",
        _ => "lower right",
    }
}
