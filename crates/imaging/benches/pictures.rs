//! The time of the slow operations: facts about photographs, and copies of drawings.

#[path = "../../../bench/stopwatch.rs"]
mod stopwatch;

use imaging::{PictureKind, Pixels, PngLevel, encode_jpeg, encode_png, facts, resized, rgba, svg};
use std::fmt::Write;
use std::hint::black_box;

use stopwatch::measure;

/// Waves and noise, which compress about as well as a photograph.
fn photograph(width: u32, height: u32) -> Pixels {
    let mut grain = 1u32;
    let mut bytes = Vec::with_capacity((width * height * 4) as usize);
    for y in 0..height {
        for x in 0..width {
            grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let wave = (f64::from(x) / 137.0).sin() * (f64::from(y) / 91.0).cos();
            let ripple = (f64::from(x) / 7.0).sin() * (f64::from(y) / 5.0).sin();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the cast saturates")]
            let light = (128.0 + 80.0 * wave + 20.0 * ripple + f64::from(grain >> 28)) as u8;
            bytes.extend([light, light / 5 * 4, 255 - light, 255]);
        }
    }
    Pixels::new(width, height, bytes).expect("pixels")
}

/// An SVG of about `bytes` bytes.
fn drawing(bytes: usize) -> Vec<u8> {
    let mut text =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1600 900'><style>.a{fill:#0b6b75}</style>".to_owned();
    let mut at = 0;
    while text.len() < bytes {
        at += 1;
        let (x, y) = (at * 37 % 1600, at * 53 % 900);
        let _ = write!(
            text,
            "<g transform='translate({x} {y})'><path class='a' id='p{at}' style='stroke:#333;stroke-width:.5' d='M0 0C3 1 4 2 5 5L9 {at}z'/></g>"
        );
    }
    text.push_str("</svg>");
    text.into_bytes()
}

fn main() {
    let pixels = photograph(4000, 3000);
    let jpeg = encode_jpeg(&pixels, 88).expect("encoded");
    let screen = photograph(1600, 1200);
    let screen_jpeg = encode_jpeg(&screen, 88).expect("encoded");
    let slide = resized(&pixels, 1920, 1080).expect("resized");
    let png = encode_png(&slide, PngLevel::Fast).expect("encoded");
    let svg = drawing(100 * 1024);
    measure("pictures/facts of a 12 megapixel JPEG", || facts(black_box(&jpeg), PictureKind::Jpeg));
    measure("pictures/facts of a 1600x1200 JPEG", || facts(black_box(&screen_jpeg), PictureKind::Jpeg));
    measure("pictures/a 1600x1200 JPEG at 256", || rgba(black_box(&screen_jpeg), PictureKind::Jpeg, Some(256)));
    measure("pictures/facts of a 1920x1080 PNG", || facts(black_box(&png), PictureKind::Png));
    measure("pictures/a 12 megapixel JPEG at 1920", || rgba(black_box(&jpeg), PictureKind::Jpeg, Some(1920)));
    measure("pictures/a 12 megapixel JPEG in full", || rgba(black_box(&jpeg), PictureKind::Jpeg, None));
    measure("pictures/1920x1080 to PNG, fast", || encode_png(black_box(&slide), PngLevel::Fast));
    measure("pictures/1920x1080 to JPEG 85", || encode_jpeg(black_box(&slide), 85));
    measure("pictures/copy of a 100 KB SVG", || svg::sanitised(black_box(&svg)));
    measure("pictures/facts of a 100 KB SVG", || facts(black_box(&svg), PictureKind::Svg));
    measure("pictures/a 100 KB SVG at 1920", || svg::drawn(black_box(&svg), Some(1920), &[]));
}
