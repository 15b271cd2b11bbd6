//! Sample pictures and checks for several tests.
#![allow(dead_code, reason = "each test file is a crate of its own and uses some of it")]

use base64::Engine;
use imaging::{Pixels, PngLevel, encode_png, svg};

/// An SVG of 3 x 2 pixels with this content.
pub(crate) fn svg(body: &str) -> Vec<u8> {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='3' height='2'>{body}</svg>"
    )
    .into_bytes()
}

/// Returns the sanitised copy after checking that it is well-formed, not active, and unchanged by sanitising it again.
#[track_caller]
pub(crate) fn check_copy(picture: &[u8]) -> String {
    let copy = svg::sanitised(picture).expect("a well-formed picture");
    assert!(!svg::is_active(&copy), "the copy is active: {}", String::from_utf8_lossy(&copy));
    assert_eq!(svg::sanitised(&copy).as_deref(), Ok(copy.as_slice()), "a second copy differs");
    let copy = String::from_utf8(copy).expect("UTF-8");
    resvg::usvg::roxmltree::Document::parse(&copy).expect("well-formed XML");
    copy
}

/// A picture of 3 x 2 in one colour.
const JPEG: &str = "\
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////////////////////////////\
    //////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAC\
    AAMDASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhBy\
    JxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKT\
    lJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAA\
    AAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRom\
    JygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExc\
    bHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCKiiiqMj//2Q==";

/// A picture of 3 x 2 in one colour.
const GIF: &str = "\
    R0lGODdhAwACAIEAAAtrdQAAAAAAAAAAACwAAAAAAwACAAAIBgABCBwYEAA7";

/// A picture of 3 x 2 in one colour.
const WEBP: &str = "\
    UklGRjAAAABXRUJQVlA4ICQAAABwAQCdASoDAAIAB0CWJaACdAFAAAD+5ACJuw7+vWlubcQAAAA=";

/// A picture of 3 x 2 in one colour.
const AVIF: &str = "\
    AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcG\
    l0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAIwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAABq\
    aXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAAwAAAAIAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJuY2x4AAEADQAGgAAAAB\
    dpcG1hAAAAAAAAAAEAAQQBAoMEAAAAK21kYXQSAAoIGAQrRAQ0GhAyFR7Hh4VZ3///4sAAAJA1jjxwIivugA==";

/// A picture of 3 x 2 pixels of each kind, by extension.
pub(crate) fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let decoded = |text| base64::engine::general_purpose::STANDARD.decode(text).expect("base64");
    vec![
        ("png", encode_png(&plain(3, 2, [0x0b, 0x6b, 0x75, 255]), PngLevel::Fast).expect("encoded")),
        ("jpg", decoded(JPEG)),
        ("gif", decoded(GIF)),
        ("webp", decoded(WEBP)),
        ("svg", svg("<rect width='3' height='2' fill='#0b6b75'/>")),
        ("avif", decoded(AVIF)),
    ]
}

/// Pixels of one colour.
pub(crate) fn plain(width: u32, height: u32, colour: [u8; 4]) -> Pixels {
    Pixels::new(width, height, colour.repeat((width * height) as usize)).expect("pixels")
}
