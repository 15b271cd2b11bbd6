//! Pages as PNG.

use std::io::{Cursor, Read};
use std::sync::Arc;

use crate::common::{Album, album, cache, page, picture, read_png, sample, shape, text_slides, work};
use export::{Error, ExportInput, png};
use scene::{AltText, Crop, Fill, Hatch, PaletteRole, Rect, Rgb, Shape, px};
use zip::ZipArchive;

fn zipped(work: ExportInput<'_>) -> Result<Vec<u8>, Error> {
    png::zip(work, 1920, &cache(), Cursor::new(Vec::new())).map(Cursor::into_inner)
}

#[test]
fn a_zip_has_a_full_hd_picture_of_each_page_in_order() {
    let document = text_slides(5);
    let bytes = zipped(work(&document, &Album::default())).expect("a zip");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("a zip");
    let names: Vec<String> = archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
    assert_eq!(names, ["slide-001.png", "slide-002.png", "slide-003.png", "slide-004.png", "slide-005.png"]);
    for (index, name) in names.iter().enumerate() {
        let mut png = Vec::new();
        archive.by_name(name).expect("an entry").read_to_end(&mut png).expect("read");
        let pixels = read_png(&png);
        assert_eq!((pixels.width(), pixels.height()), (1920, 1080));
        let alone = png::page(&document, index + 1, 1920, &Album::default(), &cache()).expect("a PNG").expect("a page");
        assert!(read_png(&alone) == pixels, "page {} of the zip is not that page", index + 1);
    }
}

#[test]
fn a_document_without_pages_is_an_empty_zip() {
    let mut document = text_slides(1);
    document.pages.clear();
    let bytes = zipped(work(&document, &Album::default())).expect("a zip");
    assert_eq!(ZipArchive::new(Cursor::new(bytes)).expect("a zip").len(), 0);
}

#[test]
fn a_page_has_any_width() {
    let document = text_slides(2);
    for (width, height) in [(480, 270), (1920, 1080), (333, 187), (16, 9)] {
        let png = png::page(&document, 2, width, &Album::default(), &cache()).expect("a PNG").expect("a page");
        let pixels = read_png(&png);
        assert_eq!((pixels.width(), pixels.height()), (u32::from(width), height));
    }
}

#[test]
fn a_page_that_does_not_exist_gives_none() {
    let document = text_slides(2);
    for number in [0, 3] {
        assert!(png::page(&document, number, 480, &Album::default(), &cache()).expect("no fault").is_none());
    }
}

#[test]
fn a_sheet_has_every_page_as_it_is_under_its_label() {
    let document = text_slides(5);
    let labels: Vec<String> = (0..5).map(|index| format!("slide {index}")).collect();
    let sheets = |most| png::sheets(work(&document, &Album::default()), &labels, most, 620, &cache()).expect("sheets");
    let sheet = read_png(&sheets(20)[0]);
    // Three columns and two rows, with 8 pixels between them and 20 for each label.
    assert_eq!((sheets(20).len(), sheet.width(), sheet.height()), (1, 620, 2 * (110 + 28) + 8));
    let alone = png::page(&document, 4, 196, &Album::default(), &cache()).expect("a PNG").expect("a page");
    let (alone, corner) = (read_png(&alone), (8, 8 + 138 + 20));
    let pixel = |pixels: &imaging::Pixels, x: u32, y: u32| {
        let at = ((y * pixels.width() + x) * 4) as usize;
        [pixels.rgba()[at], pixels.rgba()[at + 1], pixels.rgba()[at + 2]]
    };
    for (x, y) in (0..alone.height()).flat_map(|y| (0..alone.width()).map(move |x| (x, y))) {
        assert_eq!(pixel(&sheet, corner.0 + x, corner.1 + y), pixel(&alone, x, y), "{x},{y}");
    }
    let is_ink = |x: u32, y: u32| pixel(&sheet, x, y)[0] < 100;
    assert!((8..60).any(|x| (8..26).any(|y| is_ink(x, y))), "the first label is written");
    assert_eq!(sheets(2).len(), 3);
    let stopped = ExportInput { document: &document, pictures: &Album::default(), on_page: &|_| false };
    assert!(matches!(png::sheets(stopped, &labels, 2, 620, &cache()), Err(Error::Stopped)));
}

#[test]
fn the_same_pages_give_the_same_bytes() {
    let (document, album) = (sample(), album());
    let once = zipped(work(&document, &album)).expect("a zip");
    assert!(once == zipped(work(&document, &album)).expect("a zip"));
}

#[test]
fn the_export_stops_when_the_caller_no_longer_waits() {
    let document = text_slides(6);
    let work = ExportInput { document: &document, pictures: &Album::default(), on_page: &|pages| pages < 2 };
    assert!(matches!(zipped(work), Err(Error::Stopped)));
}

/// The colour of a pixel.
fn color_at(pixels: &imaging::Pixels, x: u32, y: u32) -> [u8; 3] {
    let at = ((y * pixels.width() + x) * 4) as usize;
    pixels.rgba()[at..at + 3].try_into().expect("three channels")
}

#[test]
fn pictures_are_cropped_and_missing_ones_are_plates() {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    let mut album = Album::default();
    let mut rgba = Vec::new();
    for _ in 0..100 {
        rgba.extend([255, 0, 0, 255].repeat(50));
        rgba.extend([0, 0, 255, 255].repeat(50));
    }
    let halves = imaging::Pixels::new(100, 100, rgba).expect("pixels");
    album.0.insert("halves".to_owned(), imaging::encode_png(&halves, imaging::PngLevel::Fast).expect("encoded").into());
    let right = Crop { left: 0.5, top: 0.0, right: 1.0, bottom: 1.0 };
    let nodes = vec![
        shape(Rect::CANVAS, Shape::filled(scene::Rgb::WHITE, px(0.0))),
        picture(Rect::new(100.0, 100.0, 200.0, 200.0), "halves", Crop::WHOLE, 0.0, AltText::Missing),
        picture(Rect::new(400.0, 100.0, 200.0, 200.0), "halves", right, 0.0, AltText::Missing),
        picture(Rect::new(700.0, 100.0, 200.0, 200.0), "halves", right, 100.0, AltText::Missing),
        picture(Rect::new(1000.0, 100.0, 200.0, 200.0), "absent", Crop::WHOLE, 0.0, AltText::Missing),
    ];
    document.pages = vec![page(&like, 1, "Pictures", nodes)];
    let png = png::page(&document, 1, 1920, &album, &cache()).expect("a PNG").expect("a page");
    let pixels = read_png(&png);
    assert_eq!(color_at(&pixels, 150, 200), [255, 0, 0]);
    assert_eq!(color_at(&pixels, 250, 200), [0, 0, 255]);
    assert_eq!(color_at(&pixels, 420, 200), [0, 0, 255]);
    assert_eq!(color_at(&pixels, 703, 103), [255, 255, 255], "a round corner");
    assert_eq!(color_at(&pixels, 800, 200), [0, 0, 255]);
    let tint = document.palette.role(PaletteRole::Tint);
    assert_eq!(color_at(&pixels, 1100, 200), [tint.red, tint.green, tint.blue]);
    assert_eq!(color_at(&pixels, 50, 50), [255, 255, 255]);
}

#[test]
fn a_shadow_fades_below_its_plate() {
    let mut document = text_slides(2);
    let like = Arc::clone(&document.pages[1]);
    let shadow = scene::Shadow { color: scene::Rgb::BLACK.into(), down: px(10.0), blur: px(10.0) };
    for form in [scene::ShapeForm::Rect { radius: px(10.0) }, scene::ShapeForm::Ellipse] {
        let plate = Shape { form, shadow: Some(shadow), ..Shape::filled(scene::Rgb::WHITE, px(10.0)) };
        let nodes = vec![
            shape(Rect::CANVAS, Shape::filled(scene::Rgb::WHITE, px(0.0))),
            shape(Rect::new(500.0, 500.0, 200.0, 200.0), plate),
        ];
        document.pages = vec![page(&like, 1, "A plate", nodes)];
        let png = png::page(&document, 1, 1920, &Album::default(), &cache()).expect("a PNG").expect("a page");
        let pixels = read_png(&png);
        let [near, far, beyond] = [705, 715, 780].map(|y| color_at(&pixels, 600, y)[0]);
        assert!(near < far && far < beyond && beyond == 255, "{near} {far} {beyond}");
        assert_eq!(color_at(&pixels, 600, 600), [255, 255, 255]);
    }
}

#[test]
fn a_hatched_shape_shows_its_marks_inside_its_outline() {
    let blue = Rgb::hex(0x00_50_9E);
    let fill = Fill::Hatched { hatch: Hatch::Level, marks: Rgb::WHITE.into(), ground: blue.into() };
    let form = Shape { fill: Some(fill), ..Shape::filled(blue, px(0.0)) };
    let mut document = text_slides(1);
    let nodes = vec![
        shape(Rect::CANVAS, Shape::filled(Rgb::hex(0xFF_E0_00), px(0.0))),
        shape(Rect::new(100.0, 100.0, 200.0, 64.0), form),
    ];
    document.pages = vec![page(&Arc::clone(&document.pages[0]), 1, "Hatched", nodes)];
    let png = png::page(&document, 1, 1920, &Album::default(), &cache()).expect("a PNG").expect("a page");
    let pixels = read_png(&png);
    let (white, blue, page) = ([255; 3], [0, 0x50, 0x9E], [255, 0xE0, 0]);
    // A stripe of 4 pixels in the middle of every 16.
    let column: Vec<[u8; 3]> = [98, 102, 108, 114, 124, 140, 156, 166].map(|y| color_at(&pixels, 150, y)).to_vec();
    assert_eq!(column, [page, blue, white, blue, white, white, white, page]);
    assert_eq!([98, 299, 302].map(|x| color_at(&pixels, x, 108)), [page, white, page]);
}
