//! What question slides share: their head, answers, tracks in which results grow, and the poll widget.

use deck::voice::PlateForm;
use scene::{
    AltText, Color, Node, NodeKind, NodeRole, PollOption, PollResults, Px, Rect, Rgb, Shape, Widget, WidgetKind,
};

use crate::diagram::{least_contrast, push_shape, rounded, tone};
use crate::head::{BodyArea, PageOptions};
use crate::join;
use crate::sheet::Sheet;
use crate::surface::{Ground, lowest_contrast};

/// Size in pixels from which figures count as large type.
const LARGE: f32 = 48.0;

/// An answer with the field it came from.
#[derive(Debug, Clone)]
pub(crate) struct Answer<'a> {
    pub(crate) field: String,
    pub(crate) words: &'a str,
}

/// Colours of the track of an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrackColors {
    /// The track before there are results.
    pub(crate) plate: Rgb,
    /// The bar in the track.
    pub(crate) fill: Rgb,
    /// The bar in the track of the leading answer.
    pub(crate) leading_fill: Rgb,
    /// The figure of the leading answer.
    pub(crate) leading_ink: Rgb,
    /// Letters and numbers of answers.
    pub(crate) letter: Color,
}

/// The non-blank answers of the fields `option1`, `option2` and so on, up to `max_count`.
pub(crate) fn answers<'a>(sheet: &Sheet<'a>, max_count: usize) -> Vec<Answer<'a>> {
    let answer = |number: usize| {
        let field = format!("option{number}");
        let words = sheet.text(&field);
        (!words.is_empty()).then_some(Answer { field, words })
    };
    (1..=max_count).filter_map(answer).collect()
}

/// Draws HEAD with the question and returns BODY.
pub(crate) fn open_question(sheet: &mut Sheet<'_>) -> BodyArea {
    sheet.open_page(PageOptions {
        title: "question",
        support: "",
        max_title_lines: 4,
        folds_rail: true,
        ..PageOptions::default()
    })
}

/// The page colour with a share of a colour mixed in; a smaller share where the text of the page would not be readable
/// on the result.
fn readable_tone(sheet: &Sheet<'_>, color: Color, share: f32) -> Rgb {
    let palette = &sheet.look.palette;
    let (color, page) = (palette.rgb(color), sheet.surface.ground.rgb(sheet.look));
    let text = palette.rgb(sheet.surface.text);
    let mut tones = (0_u8..20).map(|step| color.over(page, share * (1.0 - f32::from(step) * 0.05)));
    tones.find(|tone| text.contrast(*tone) >= sheet.look.voice.other.contrast).unwrap_or(page)
}

/// The colours of the track of an answer. `place` is its index.
pub(crate) fn track_colors(sheet: &Sheet<'_>, place: usize) -> TrackColors {
    let palette = &sheet.look.palette;
    let page = sheet.surface.ground.rgb(sheet.look);
    let [plate, fill, leading_fill] = match sheet.look.voice.plate.form {
        PlateForm::Colour => {
            let strongest = readable_tone(sheet, sheet.brand_color(place), 0.8);
            [strongest.over(page, 0.34), strongest.over(page, 0.68), strongest]
        }
        PlateForm::Filled => {
            let plate = sheet.surface.plate;
            [palette.rgb(plate).over(page, plate.alpha), tone(sheet, 0.16), tone(sheet, 0.3)]
        }
        PlateForm::Surface | PlateForm::Outlined | PlateForm::Cut
            if matches!(sheet.surface.ground, Ground::Base | Ground::Tint) =>
        {
            [palette.surface, tone(sheet, 0.16), tone(sheet, 0.3)]
        }
        _ => [tone(sheet, 0.07), tone(sheet, 0.18), tone(sheet, 0.3)],
    };
    let grounds = [plate, fill, leading_fill];
    let mark = sheet.surface.mark;
    let mark_is_readable = lowest_contrast(palette.rgb(mark), grounds) >= least_contrast(sheet, LARGE);
    let letter = if mark_is_readable { mark } else { sheet.surface.text };
    TrackColors { plate, fill, leading_fill, leading_ink: palette.rgb(letter), letter }
}

/// The corner radius of tracks and bars in a frame.
pub(crate) fn track_radius(sheet: &Sheet<'_>, frame: Rect) -> f32 {
    (sheet.look.voice.plate.radius * 0.75).min(frame.height.0 / 2.0).min(frame.width.0 / 2.0)
}

/// Adds the track of an answer: a plate in the form of the voice, in a tone where the voice has no plates.
pub(crate) fn push_track(sheet: &mut Sheet<'_>, frame: Rect, place: usize) {
    let TrackColors { plate, .. } = track_colors(sheet, place);
    let radius = track_radius(sheet, frame);
    match sheet.look.voice.plate.form {
        PlateForm::Cut => sheet.push_voice_plate(frame, place),
        PlateForm::Surface | PlateForm::Outlined => push_bar(sheet, frame, plate.into(), radius),
        form => {
            let shape = Shape::filled(plate, Px(radius));
            sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) });
            if form == PlateForm::RuleTop {
                let rule = Rect { height: Px(sheet.look.voice.plate.stroke), ..frame };
                sheet.nodes.push(Sheet::shape(rule, sheet.surface.text, Px::ZERO));
            }
        }
    }
}

/// Adds a track without a colour of its own, for bars that have one.
pub(crate) fn push_plain_track(sheet: &mut Sheet<'_>, frame: Rect) {
    match sheet.look.voice.plate.form {
        PlateForm::Colour | PlateForm::RuleTop => {
            let radius = track_radius(sheet, frame);
            push_bar(sheet, frame, tone(sheet, 0.07).into(), radius);
        }
        _ => push_track(sheet, frame, 0),
    }
}

/// Adds a bar that carries meaning, with the outline of the voice.
pub(crate) fn push_bar(sheet: &mut Sheet<'_>, frame: Rect, color: Color, radius: f32) {
    // The path is given for a left-to-right page.
    let frame = sheet.rect(frame.x.0, frame.y.0, frame.width.0, frame.height.0);
    push_shape(sheet, rounded(frame, [radius; 4]), color);
}

/// How results look on the current page.
fn results(sheet: &Sheet<'_>) -> PollResults {
    let palette = &sheet.look.palette;
    let card = join::ground(sheet).surface(sheet.look);
    let plate = join::ground(sheet).rgb(sheet.look);
    let newest = sheet.strong_ground();
    let newest_text = palette.rgb(newest.surface(sheet.look).text);
    let TrackColors { plate: track, .. } = track_colors(sheet, 0);
    // The live view draws no outlines around answers, so its colours differ from those of the page.
    let has_line = matches!(sheet.look.voice.plate.form, PlateForm::Surface | PlateForm::Outlined | PlateForm::Cut);
    let other = if has_line { tone(sheet, 0.1) } else { track };
    let text = palette.rgb(sheet.surface.text);
    PollResults {
        text,
        mark: palette.rgb(sheet.surface.mark),
        plate: [plate, palette.rgb(card.text), palette.rgb(card.mark)],
        newest: [newest.rgb(sheet.look), newest_text],
        others: [other, text],
        radius: Px(sheet.look.voice.plate.radius * 0.75),
        average: sheet.builtin_text("average").to_owned(),
    }
}

/// Adds the poll widget of a question with its static form.
pub(crate) fn push_poll(
    sheet: &mut Sheet<'_>,
    form: &str,
    body: &BodyArea,
    options: Vec<PollOption>,
    outcome: Rect,
    static_nodes: Vec<Node>,
) {
    let kind = WidgetKind::Poll { form: form.to_owned(), options, outcome, results: results(sheet) };
    sheet.nodes.push(Node {
        frame: sheet.rect(body.x, body.top, body.width, body.height()),
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("question")),
        step: None,
        alt: AltText::Own,
    });
}
