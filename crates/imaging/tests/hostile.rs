//! Arbitrary bytes: no function panics, and sanitised copies are safe.

use crate::common::{check_copy, samples, svg};
use imaging::{PictureKind, facts, kind_of, rgba};
use proptest::prelude::*;

const KINDS: [PictureKind; 6] =
    [PictureKind::Png, PictureKind::Jpeg, PictureKind::Gif, PictureKind::Webp, PictureKind::Svg, PictureKind::Avif];

/// Pieces of SVG attacks.
#[rustfmt::skip] // A list reads better than a column.
const PIECES: &[&str] = &[
    "<g>", "</g>", "<rect width='1' height='1'", "/>", ">", "<style>", "</style>", "a{fill:url(#a)}", "@import 'x';",
    "<![CDATA[", "]]>", "<!--", "-->", "<script>", "</script>", " onload='x'", " href='#a'", " href='javascript:x'",
    " id='a'", " style='fill:url(#b);b:c(", "'", "\"", "\\", "url(", ")", "<use", "<a", "</a>", "&lt;", "&#60;", "&x;",
    "&", "<", "<text>", "</text>", "words", "{", "}", ";", "/*", "*/", " xmlns='http://www.w3.org/1999/xhtml'",
    " xmlns:s='http://www.w3.org/2000/svg'", "<s:rect/>", "<title>", "</title>", "<animate attributeName='href'/>",
    "<?a b?>", " fill='url(#a)'", "<pattern id='a' width='1' height='1'>", "</pattern>", "<mask id='b'>", "</mask>",
    "\u{0}", "\u{fffe}", "é", "\n", " ",
];

fn check_all(bytes: &[u8]) {
    let _ = kind_of(bytes);
    for kind in KINDS {
        let facts = facts(bytes, kind);
        assert_eq!(facts.drawable, facts.luminance.len() == 144);
        assert!(facts.drawable || facts.luminance.is_empty());
        if let Ok(pixels) = rgba(bytes, kind, Some(40)) {
            assert!(pixels.width() <= 40 && pixels.height() <= 40);
        }
    }
    if imaging::svg::sanitised(bytes).is_ok() {
        check_copy(bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn changed_pictures_never_panic(
        which in 0..6usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        end in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let (_, mut bytes) = samples().swap_remove(which);
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(end) = end {
            bytes.truncate(end.index(bytes.len()));
        }
        check_all(&bytes);
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_all(&bytes);
    }

    #[test]
    fn every_drawing_has_a_safe_copy_or_none(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        check_all(&svg(&pieces.concat()));
    }

    #[test]
    fn every_style_has_a_safe_copy(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..12)) {
        let style = pieces.concat().replace(['<', '&', '\u{0}', '\u{fffe}'], "").replace("]]>", "");
        check_copy(&svg(&format!("<style>{style}</style>")));
        check_copy(&svg(&format!("<rect style=\"{}\"/>", style.replace('"', "'"))));
    }
}
