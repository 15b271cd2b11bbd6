//! Draws the frames of a transition between two pages.

use scene::Transition;

/// Writes the picture between `before` and `after` at a progress from 0 to 1. Rows have `row_bytes` bytes. The new page
/// comes from the right, or from the left if `backward`.
pub(super) fn blend(
    transition: Transition,
    (before, after): (&[u8], &[u8]),
    row_bytes: usize,
    (progress, backward): (f32, bool),
    out: &mut Vec<u8>,
) {
    out.clear();
    let eased = eased(progress);
    match transition {
        Transition::None => out.extend_from_slice(after),
        // A video does not animate shared parts as a morph does. It cross-fades the pages.
        Transition::Fade | Transition::Morph => fade((before, after), eased, out),
        Transition::Slide => shift((before, after), row_bytes, (eased, backward), false, out),
        Transition::Push => shift((before, after), row_bytes, (eased, backward), true, out),
        Transition::Cube => turn((before, after), row_bytes, (eased, backward), out),
    }
}

/// The progress of a movement that is fast at first and then slow.
fn eased(progress: f32) -> f32 {
    1.0 - (1.0 - progress).powi(3)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 256")]
fn fade((before, after): (&[u8], &[u8]), progress: f32, out: &mut Vec<u8>) {
    let new = (progress.clamp(0.0, 1.0) * 256.0).round() as u16;
    let old = 256 - new;
    // At most 255 * 256, so nothing is cut.
    let mixed = |(before, after): (&u8, &u8)| ((u16::from(*before) * old + u16::from(*after) * new) >> 8) as u8;
    out.extend(before.iter().zip(after).map(mixed));
}

/// Moves the new page over the old one, or pushes the old one out.
fn shift(
    (before, after): (&[u8], &[u8]),
    row_bytes: usize,
    (progress, backward): (f32, bool),
    pushes: bool,
    out: &mut Vec<u8>,
) {
    let entered = bytes_of_share(row_bytes, progress);
    let old_bytes = row_bytes - entered;
    for (old, new) in before.chunks_exact(row_bytes).zip(after.chunks_exact(row_bytes)) {
        match (backward, pushes) {
            (false, false) => out.extend([&old[..old_bytes], &new[..entered]].concat()),
            (false, true) => out.extend([&old[entered..], &new[..entered]].concat()),
            (true, false) => out.extend([&new[old_bytes..], &old[entered..]].concat()),
            (true, true) => out.extend([&new[old_bytes..], &old[..old_bytes]].concat()),
        }
    }
}

/// Draws the pages as two sides of a turning cube: the old page becomes narrow and dark, the new one wide and bright.
fn turn((before, after): (&[u8], &[u8]), row_bytes: usize, (progress, backward): (f32, bool), out: &mut Vec<u8>) {
    let entered = bytes_of_share(row_bytes, progress);
    let old_light = 1.0 - 0.6 * progress;
    let new_light = 0.4 + 0.6 * progress;
    for (old, new) in before.chunks_exact(row_bytes).zip(after.chunks_exact(row_bytes)) {
        if backward {
            write_narrowed(new, entered, new_light, out);
            write_narrowed(old, row_bytes - entered, old_light, out);
        } else {
            write_narrowed(old, row_bytes - entered, old_light, out);
            write_narrowed(new, entered, new_light, out);
        }
    }
}

/// Writes a row of pixels squeezed into `length` bytes, with their brightness multiplied by `light`, 0 to 1.
fn write_narrowed(row: &[u8], length: usize, light: f32, out: &mut Vec<u8>) {
    let (source_pixels, pixels) = (row.len() / 4, length / 4);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not brighter than it was")]
    let lit = |part: u8| (f32::from(part) * light) as u8;
    for index in 0..pixels {
        let from = index * source_pixels / pixels * 4;
        out.extend([lit(row[from]), lit(row[from + 1]), lit(row[from + 2]), u8::MAX]);
    }
}

/// The number of bytes of the whole pixels in a share of a row.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a part of a row"
)]
fn bytes_of_share(row_bytes: usize, share: f32) -> usize {
    let pixels = row_bytes / 4;
    ((pixels as f32 * share).round() as usize).min(pixels) * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 10;

    /// Blends a black and a white page of one row. Returns one character for each pixel.
    fn check(transition: Transition, progress: f32, backward: bool) -> String {
        let before: Vec<u8> = [[0, 0, 0, 255]; WIDTH].concat();
        let after: Vec<u8> = [[255, 255, 255, 255]; WIDTH].concat();
        let mut out = Vec::new();
        blend(transition, (&before, &after), WIDTH * 4, (progress, backward), &mut out);
        assert_eq!(out.len(), WIDTH * 4, "{transition:?}");
        assert!(out.chunks_exact(4).all(|pixel| pixel[3] == 255), "{transition:?} is opaque");
        let sign = |pixel: &[u8]| match pixel[0] {
            0 => '#',
            255 => '.',
            _ => '+',
        };
        out.chunks_exact(4).map(sign).collect()
    }

    #[test]
    fn a_new_page_comes_from_the_end_side() {
        // The movement is fast at first: at a tenth of the time, the new page covers three tenths.
        assert_eq!(check(Transition::Slide, 0.1, false), "#######...");
        assert_eq!(check(Transition::Push, 0.1, true), "...#######");
        assert_eq!(check(Transition::Cube, 0.1, false), "#######+++");
        assert_eq!(check(Transition::Fade, 0.5, false), "++++++++++");
        assert_eq!(check(Transition::Morph, 0.5, false), "++++++++++");
        for transition in [Transition::Fade, Transition::Slide, Transition::Push, Transition::Cube, Transition::None] {
            assert_eq!(check(transition, 1.0, false), "..........", "{transition:?}");
        }
    }

    #[test]
    fn a_page_that_is_pushed_out_moves() {
        let before: Vec<u8> = (0..10).flat_map(|at| [at, at, at, 255]).collect();
        let after = vec![255; 40];
        let pixels = |transition, backward| {
            let mut out = Vec::new();
            blend(transition, (&before, &after), 40, (0.1, backward), &mut out);
            out.chunks_exact(4).map(|pixel| pixel[0]).collect::<Vec<u8>>()
        };
        assert_eq!(pixels(Transition::Slide, false), [0, 1, 2, 3, 4, 5, 6, 255, 255, 255]);
        assert_eq!(pixels(Transition::Slide, true), [255, 255, 255, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(pixels(Transition::Push, false), [3, 4, 5, 6, 7, 8, 9, 255, 255, 255]);
        assert_eq!(pixels(Transition::Push, true), [255, 255, 255, 0, 1, 2, 3, 4, 5, 6]);
    }
}
