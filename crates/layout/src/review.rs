//! Reviews finished pages as a designer would: type that is too small, empty and crowded pages, edges that almost line
//! up.
//!
//! Works on pages that are laid out already, so it depends on neither slide types nor the way a page was made, and
//! changes nothing. Each check returns the path of a field and a kind of finding, or `None`. Findings are advice: they
//! never say that a deck is invalid.

mod alignment;
mod contrast;
mod figures;
mod motion;
mod pieces;
mod sequence;
mod space;
mod type_size;

use scene::{Document, Page};

use self::contrast::Paint;
pub use self::figures::PageFigures;
use self::pieces::{Piece, pieces};
use crate::document::LayoutInput;
use crate::finding::{Finding, FindingKind};
use crate::text::Typesetter;

/// Reviews the pages of a document: the whole deck, or some of its slides. Findings are in the order of the pages.
pub fn review(input: LayoutInput<'_>, document: &Document, typesetter: &mut Typesetter) -> Vec<Finding> {
    let mut findings = Vec::new();
    let paint = Paint { palette: &document.palette, pictures: input.pictures };
    for page in &document.pages {
        findings.extend(page_findings(page, paint));
        findings.extend(sequence::same_layout_thrice(input, document, page, typesetter));
        findings.extend(motion::overused_motion(input.deck, page));
    }
    findings
}

/// Reviews one page without its neighbours.
fn page_findings(page: &Page, paint: Paint<'_>) -> Vec<Finding> {
    let pieces = pieces(page);
    // The source of a diagram that is not understood has a finding already, and is not what the page will show.
    if pieces.iter().any(Piece::is_diagram_source) {
        return Vec::new();
    }
    let found: [Option<(String, FindingKind)>; 7] = [
        type_size::small_type(&pieces),
        space::crowded_page(&pieces),
        space::empty_page(&pieces),
        alignment::uneven_columns(&pieces),
        type_size::too_many_sizes(&pieces),
        contrast::low_contrast(&pieces, paint),
        alignment::near_miss(page),
    ];
    let slide = deck::SlideId::from(page.slide.as_str());
    found.into_iter().flatten().map(|(field, kind)| Finding { slide: slide.clone(), field, kind }).collect()
}

/// The field of a piece; empty for pieces of the theme.
fn field(piece: &Piece<'_>) -> String {
    piece.field.unwrap_or_default().to_owned()
}
