//! Section opener: the number of the section, a few words and one supporting line.

use scene::{Align, NodeRole, Px, Text};

use crate::frame::MARGIN;
use crate::sheet::Sheet;
use crate::text::{BlockOptions, TextBlock};

/// Font sizes of the title.
const STEPS: [f32; 3] = [88.0, 72.0, 56.0];
/// Maximum lines of the title, and at its smallest size.
const LINES: (usize, usize) = (3, 4);
/// Width of the block.
const WIDTH: f32 = 1264.0;
/// Space between the number and the title, and between the title and the supporting line.
const GAP: f32 = 24.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let centred = sheet.text("titleBlockAlign") == "center";
    let align = if centred { Align::Center } else { sheet.start_align() };
    let x = if centred { (1920.0 - WIDTH) / 2.0 } else { MARGIN };

    let number = number(sheet, align);
    let title = title(sheet, align);
    let support = support(sheet, align);
    let below = support.as_ref().map_or(Px::ZERO, |text| text.height() + Px(GAP));
    let height = number.height() + Px(GAP) + title.height() + below;
    let mut y = match sheet.text("layout") {
        "top" => Px(176.0),
        "bottom" => Px(904.0) - height,
        _ => Px(540.0) - height / 2.0,
    };

    let frame = sheet.rect(x, y.0, WIDTH, number.height().0);
    y = frame.bottom() + Px(GAP);
    sheet.push_text(frame, number, NodeRole::Label, None);
    let frame = sheet.rect(x, y.0, WIDTH, title.height().0);
    y = frame.bottom() + Px(GAP);
    sheet.push_text(frame, title, NodeRole::Title, Some("title"));
    if let Some(text) = support {
        let frame = sheet.rect(x, y.0, WIDTH, text.height().0);
        sheet.push_text(frame, text, NodeRole::Subtitle, Some("subheading"));
    }
}

/// The number of the section, counted from the section openers before it.
fn number(sheet: &mut Sheet<'_>, align: Align) -> Text {
    let number = (sheet.context.ordinal + 1).to_string();
    let pen = sheet.heading().size(28.0).leading(1.3).color(sheet.surface.link).align(align);
    let mut paragraph = pen.plain(&number);
    for run in &mut paragraph.runs {
        run.style = sheet.look.figures(run.style);
    }
    TextBlock::new(sheet.typesetter, vec![paragraph]).text(
        sheet.typesetter,
        BlockOptions::width(Px(WIDTH)),
        Px(f32::MAX),
        1,
    )
}

fn title(sheet: &mut Sheet<'_>, align: Align) -> Text {
    let title = sheet.heading().size(STEPS[0]).leading(1.06).align(align).plain(sheet.text("title"));
    sheet.headline(title, Px(WIDTH), &STEPS, LINES)
}

fn support(sheet: &mut Sheet<'_>, align: Align) -> Option<Text> {
    let words = sheet.text("subheading");
    let pen = sheet.body().size(36.0).leading(1.3).color(sheet.surface.muted).align(align);
    (!words.is_empty()).then(|| {
        let mut block = TextBlock::balanced(sheet.typesetter, pen.plain(words));
        block.text(sheet.typesetter, BlockOptions::width(Px(WIDTH)), Px(f32::MAX), 2)
    })
}
