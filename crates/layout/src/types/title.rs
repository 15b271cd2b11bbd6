//! Title: the subject in very large type, with one supporting line and a byline.

use deck::TitleLayout;
use scene::{Align, NodeRole, Px};

use crate::frame::MARGIN;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the title.
const STEPS: [f32; 3] = [104.0, 88.0, 72.0];
/// Maximum lines of the title, and at its smallest size.
const LINES: (usize, usize) = (3, 4);
/// Width of the block.
const WIDTH: f32 = 1408.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let centred = sheet.text("titleBlockAlign") == "center";
    let align = if centred { Align::Center } else { sheet.start_align() };
    let x = if centred { (1920.0 - WIDTH) / 2.0 } else { MARGIN };

    let title = sheet.heading().size(STEPS[0]).leading(1.04).align(align).plain(sheet.text("title"));
    let title = sheet.headline(title, Px(WIDTH), &STEPS, LINES);

    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let lines = |sheet: &mut Sheet<'_>, pen: crate::pen::Pen, field: &str| {
        let words = sheet.text(field);
        (!words.is_empty()).then(|| {
            let mut block = TextBlock::balanced(sheet.typesetter, pen.plain(words));
            block.text(sheet.typesetter, BlockOptions::width(Px(WIDTH)), Px(f32::MAX), 2)
        })
    };
    let support = lines(sheet, muted.clone().size(38.0).leading(1.3), "subheading");
    let byline = lines(sheet, muted.size(24.0).leading(1.4).spaced(0.06), "meta");

    let support_height = support.as_ref().map_or(Px::ZERO, |text| text.height() + Px(24.0));
    let byline_height = byline.as_ref().map_or(Px::ZERO, |text| text.height() + Px(40.0 + 6.0 + 32.0));
    let height = title.height() + support_height + byline_height;
    let mut y = match sheet.look.title_layout {
        TitleLayout::Top => Px(176.0),
        TitleLayout::Center => Px(540.0) - height / 2.0,
        TitleLayout::Bottom => Px(904.0) - height,
    };

    sheet.draw_title_logo();
    let title_height = title.height();
    let frame = sheet.rect(x, y.0, WIDTH, title_height.0);
    sheet.push_text(frame, title, NodeRole::Title, Some("title"));
    y += title_height;
    if let Some(text) = support {
        let frame = sheet.rect(x, y.0 + 24.0, WIDTH, text.height().0);
        y = frame.bottom();
        sheet.push_text(frame, text, NodeRole::Subtitle, Some("subheading"));
    }
    if let Some(text) = byline {
        let left = if centred { 960.0 - 48.0 } else { x };
        let rule = sheet.rect(left, y.0 + 40.0, 96.0, 6.0);
        let mark = sheet.surface.mark;
        sheet.nodes.push(Sheet::shape(rule, mark, Px::ZERO));
        let frame = sheet.rect(x, rule.bottom().0 + 32.0, WIDTH, text.height().0);
        sheet.push_text(frame, text, NodeRole::Label, Some("meta"));
    }
}
