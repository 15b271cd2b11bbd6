//! Facts about pictures, decoding and encoding.

use crate::common::{plain, samples, svg};
use imaging::{Error, Facts, PictureKind, Pixels, PngLevel, encode_jpeg, encode_png, facts, kind_of, resized, rgba};

const WHITE: [u8; 4] = [255; 4];
const BLACK: [u8; 4] = [0, 0, 0, 255];

fn facts_of(bytes: &[u8]) -> Facts {
    facts(bytes, kind_of(bytes).expect("a picture"))
}

/// Left half black, right half white.
fn halves(width: u32, height: u32) -> Pixels {
    let row: Vec<u8> = (0..width).flat_map(|x| if x < width / 2 { BLACK } else { WHITE }).collect();
    Pixels::new(width, height, row.repeat(height as usize)).expect("pixels")
}

/// The JPEG with an EXIF orientation.
fn oriented(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let mut exif = b"\xff\xe1\x00\x22Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".to_vec();
    exif.extend([orientation, 0, 0, 0, 0, 0, 0]);
    [&jpeg[..2], &exif, &jpeg[2..]].concat()
}

#[test]
fn every_kind_has_facts() {
    for (extension, bytes) in samples() {
        let kind = kind_of(&bytes).expect("a picture");
        assert_eq!(kind.extension(), extension);
        let facts = facts(&bytes, kind);
        assert_eq!((facts.width, facts.height, facts.active), (3, 2, false), "{extension}");
        assert_eq!(facts.drawable, kind != PictureKind::Avif, "{extension}");
        assert_eq!(facts.luminance.len(), if facts.drawable { 144 } else { 0 }, "{extension}");
        // The luminance of #0b6b75, with a tolerance for lossy compression.
        assert!(facts.luminance.iter().all(|cell| (74..=94).contains(cell)), "{extension}: {:?}", facts.luminance);
        match rgba(&bytes, kind, None) {
            Ok(pixels) => assert_eq!((pixels.width(), pixels.height()), (3, 2), "{extension}"),
            Err(error) => assert_eq!(error, Error::Undecodable("image/avif")),
        }
    }
}

#[test]
fn the_grid_shows_where_a_picture_is_light() {
    for bytes in [
        encode_png(&halves(160, 90), PngLevel::Small).expect("encoded"),
        encode_jpeg(&halves(1600, 900), 90).expect("encoded"),
        svg("<rect width='1.5' height='2'/>"),
    ] {
        for row in facts_of(&bytes).luminance.chunks(16) {
            assert!(row[..7].iter().all(|&cell| cell < 8), "{row:?}");
            assert!(row[9..].iter().all(|&cell| cell > 247), "{row:?}");
        }
    }
}

#[test]
fn transparency_counts_as_white() {
    let clear = encode_png(&plain(20, 20, [0; 4]), PngLevel::Fast).expect("encoded");
    assert_eq!(facts_of(&clear).luminance, [255; 144]);
    let half = encode_png(&plain(20, 20, [0, 0, 0, 128]), PngLevel::Fast).expect("encoded");
    assert_eq!(facts_of(&half).luminance, [127; 144]);
}

#[test]
fn a_photograph_is_turned_upright() {
    let jpeg = encode_jpeg(&halves(64, 32), 95).expect("encoded");
    for (orientation, size, first, last) in
        [(1, (64, 32), 0, 255), (3, (64, 32), 255, 0), (6, (32, 64), 0, 255), (8, (32, 64), 255, 0)]
    {
        let rotated = oriented(&jpeg, orientation);
        let facts = facts_of(&rotated);
        assert_eq!((facts.width, facts.height), size, "{orientation}");
        let near = |cell: u8, expected: u8| cell.abs_diff(expected) < 8;
        assert!(near(facts.luminance[0], first) && near(facts.luminance[143], last), "{orientation}");
        let pixels = rgba(&rotated, PictureKind::Jpeg, None).expect("decoded");
        assert_eq!((pixels.width(), pixels.height()), size, "{orientation}");
        assert!(near(pixels.rgba()[0], first), "{orientation}");
        let small = rgba(&rotated, PictureKind::Jpeg, Some(8)).expect("decoded");
        assert_eq!((small.width(), small.height()), (size.0 / 8, size.1 / 8), "{orientation}");
    }
}

#[test]
fn pixels_survive_png_and_jpeg() {
    for pixels in [halves(31, 17), plain(5, 5, [1, 2, 3, 77])] {
        for level in [PngLevel::Fast, PngLevel::Balanced, PngLevel::Small] {
            let bytes = encode_png(&pixels, level).expect("encoded");
            assert_eq!(rgba(&bytes, PictureKind::Png, None).as_ref(), Ok(&pixels));
        }
    }
    let jpeg = encode_jpeg(&plain(9, 9, [200, 100, 50, 0]), 90).expect("encoded");
    let pixels = rgba(&jpeg, PictureKind::Jpeg, None).expect("decoded");
    assert!(pixels.rgba().iter().all(|&channel| channel > 250), "drawn on white");
}

#[test]
fn pictures_shrink_to_a_side_and_never_grow() {
    let jpeg = encode_jpeg(&halves(400, 300), 90).expect("encoded");
    let png = encode_png(&halves(400, 300), PngLevel::Fast).expect("encoded");
    for (bytes, kind) in [(jpeg, PictureKind::Jpeg), (png, PictureKind::Png)] {
        for (side, size) in [(100, (100, 75)), (40, (40, 30)), (399, (399, 299)), (4000, (400, 300)), (0, (1, 1))] {
            let pixels = rgba(&bytes, kind, Some(side)).expect("decoded");
            assert_eq!((pixels.width(), pixels.height()), size, "{side}");
        }
    }
    let grown = resized(&halves(4, 3), 40, 30).expect("resized");
    assert_eq!((grown.width(), grown.height()), (40, 30));
    assert!(matches!(resized(&halves(4, 3), 100_000, 100_000), Err(Error::TooLarge(_))));
}

#[test]
fn huge_pictures_are_measured_but_not_decoded() {
    let mut png = encode_png(&plain(1, 1, WHITE), PngLevel::Fast).expect("encoded");
    png[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
    let crc = crc32(&png[12..29]);
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    assert_eq!(facts_of(&png), Facts { width: 65535, height: 65535, ..Facts::default() });
    assert!(matches!(rgba(&png, PictureKind::Png, Some(100)), Err(Error::TooLarge(_))));

    let mut jpeg = encode_jpeg(&plain(8, 8, WHITE), 90).expect("encoded");
    let frame = jpeg.windows(2).position(|pair| pair == [0xff, 0xc0]).expect("a frame");
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xff, 0xff, 0xff]);
    assert_eq!(facts_of(&jpeg), Facts { width: 65535, height: 65535, ..Facts::default() });
    assert!(matches!(rgba(&jpeg, PictureKind::Jpeg, Some(100)), Err(Error::TooLarge(_))));

    let drawing = b"<svg xmlns='http://www.w3.org/2000/svg' width='1e6' height='1e6'/>";
    assert!(matches!(rgba(drawing, PictureKind::Svg, None), Err(Error::TooLarge(_))));
    assert!(rgba(drawing, PictureKind::Svg, Some(100)).is_ok());
}

#[test]
fn a_jpeg_of_endless_scans_is_refused() {
    let jpeg = encode_jpeg(&plain(8, 8, WHITE), 90).expect("encoded");
    let scan = jpeg.windows(2).position(|pair| pair == [0xff, 0xda]).expect("a scan");
    let many = [&jpeg[..scan], &jpeg[scan..jpeg.len() - 2].repeat(200), &[0xff, 0xd9]].concat();
    assert!(matches!(rgba(&many, PictureKind::Jpeg, None), Err(Error::TooComplex(_))));
}

#[test]
fn a_drawing_has_its_size_or_that_of_its_view_box() {
    for (attributes, size) in [
        ("width='300' height='200'", (300, 200)),
        ("viewBox='0 0 64 32'", (64, 32)),
        ("width='1in' height='0.5in'", (96, 48)),
        ("width='10.6' height='0.2'", (11, 1)),
    ] {
        let picture =
            format!("<svg xmlns='http://www.w3.org/2000/svg' {attributes}><rect width='9' height='9'/></svg>");
        let facts = facts_of(picture.as_bytes());
        assert_eq!((facts.width, facts.height, facts.drawable), (size.0, size.1, true), "{attributes}");
    }
}

#[test]
fn a_drawing_is_drawn_at_the_requested_side() {
    let picture = svg("<rect width='3' height='2' fill='red'/>");
    let pixels = rgba(&picture, PictureKind::Svg, Some(300)).expect("drawn");
    assert_eq!((pixels.width(), pixels.height()), (300, 200));
    assert_eq!(pixels.rgba()[..4], [255, 0, 0, 255]);
}

#[test]
fn a_picture_inside_a_drawing_is_drawn() {
    use base64::Engine;
    let png = encode_png(&plain(2, 2, [0, 0, 255, 255]), PngLevel::Fast).expect("encoded");
    let png = base64::engine::general_purpose::STANDARD.encode(png);
    let picture = svg(&format!("<image width='3' height='3' href='data:image/png;base64,{png}'/>"));
    assert!(!imaging::svg::is_active(&picture));
    let pixels = rgba(&picture, PictureKind::Svg, Some(3)).expect("drawn");
    assert_eq!(pixels.rgba()[4..8], [0, 0, 255, 255]);
}

/// The checksum of a PNG chunk.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    })
}
