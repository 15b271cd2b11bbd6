//! Video: a player; in other outputs a poster with the address and a QR code.

use deck::voice::{PlateForm, TitleForm};
use scene::{
    AltText, Color, Direction, Fill, Node, NodeKind, NodeRole, PaletteRole, Path, Px, Rect, Shape, ShapeForm, Widget,
    WidgetKind,
};

use super::embed::{address_text, is_web, linked, push_code};
use crate::diagram::in_place;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::head::PageOptions;
use crate::photo::host;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::waves::wave_in;

/// Size of the play symbol on the whole page, and on a player under a title.
const DISC: (f32, f32) = (280.0, 220.0);
/// Space between the player and the column beside it, and the minimum width of that column.
const BESIDE: (f32, f32) = (32.0, 280.0);
/// The space for the controls of a sound at the bottom of the whole page, and of a plate under a title.
const SOUND_CONTROLS: (f32, f32) = (208.0, 176.0);
/// The largest code beside the player.
const CODE: f32 = 360.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    let has_title = !sheet.text("title").is_empty();
    let source = sheet.text("source");
    // An uploaded file has no address to print, unless its slide names one.
    let file = UploadedFile::at(source).filter(|_| sheet.text("watchUrl").is_empty());
    let frame = if has_title {
        let options = PageOptions { support: "", folds_rail: true, ..PageOptions::default() };
        let body = sheet.open_page(options);
        match &file {
            Some(file) if file.is_sound => sheet.rect(MARGIN, body.top, FULL_WIDTH, body.height()),
            Some(_) => {
                let width = (body.height() * 16.0 / 9.0).min(FULL_WIDTH);
                sheet.rect(MARGIN + (FULL_WIDTH - width) / 2.0, body.top, width, width * 9.0 / 16.0)
            }
            None => {
                let width = (body.height() * 16.0 / 9.0).min(FULL_WIDTH - BESIDE.0 - BESIDE.1);
                sheet.rect(MARGIN, body.top, width, width * 9.0 / 16.0)
            }
        }
    } else {
        sheet.foot = None;
        Rect::CANVAS
    };
    let has_source = !source.is_empty() && source != "https://";
    let static_nodes = sheet.collect_nodes(|sheet| {
        draw_poster(sheet, frame);
        match &file {
            Some(file) if file.is_sound => draw_sound(frame, &mut sheet.nodes),
            _ => draw_play(frame, has_source, &mut sheet.nodes),
        }
        match &file {
            _ if !has_source => {}
            Some(file) => draw_name_on(sheet, frame, file),
            None if has_title => draw_address_beside(sheet, frame),
            None => draw_address_on(sheet, frame),
        }
    });
    if !has_source {
        sheet.nodes.extend(static_nodes);
        return;
    }
    let kind = WidgetKind::Video { address: source.to_owned(), autoplay: sheet.text("autoplay") == "on" };
    sheet.nodes.push(Node {
        frame,
        kind: NodeKind::Widget(Widget { kind, static_nodes }),
        role: NodeRole::Content,
        origin: Some(sheet.origin("source")),
        step: None,
        alt: file.map_or(AltText::Own, |file| AltText::Text(file.name)),
    });
}

/// A sound or a video that was uploaded.
#[derive(Debug, PartialEq, Eq)]
struct UploadedFile {
    /// The file name as uploaded, without the suffix that makes it unique and without extension. Hyphens and
    /// underscores are spaces.
    name: String,
    is_sound: bool,
}

impl UploadedFile {
    /// The file at an address; `None` for an address on the web.
    fn at(source: &str) -> Option<Self> {
        /// Length of the suffix that makes a file name unique.
        const UNIQUE: usize = "-6f1c2a54-8f0e-4c57-9b63-0d5a3f1f7f11".len();
        const SOUNDS: [&str; 4] = ["m4a", "mp3", "ogg", "wav"];
        let file = source.strip_prefix("/uploads/").filter(|file| !file.is_empty())?;
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        let is_unique =
            |end: &str| end.starts_with('-') && end.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
        let at = stem.len().checked_sub(UNIQUE).filter(|at| stem.get(*at..).is_some_and(is_unique));
        let name = at.map_or(stem, |at| &stem[..at]);
        let is_sound = SOUNDS.iter().any(|known| known.eq_ignore_ascii_case(extension));
        Some(Self { name: name.replace(['-', '_'], " "), is_sound })
    }
}

/// Draws the name of an uploaded file on its poster. The name of a sound leaves room for the controls below it.
fn draw_name_on(sheet: &mut Sheet<'_>, frame: Rect, file: &UploadedFile) {
    let deep = Ground::Deep.surface(sheet.look);
    let (inset, below) = match (frame == Rect::CANVAS, file.is_sound) {
        (true, false) => (MARGIN, 72.0),
        (true, true) => (MARGIN, SOUND_CONTROLS.0),
        (false, false) => (72.0, 40.0),
        (false, true) => (72.0, SOUND_CONTROLS.1),
    };
    sheet.with_surface(deep, |sheet| {
        let width = frame.width.0 - 2.0 * inset;
        let pen = sheet.body().size(48.0).leading(1.25).stressed();
        let text = address_text(sheet, &pen, &file.name, (Px(width), &[48.0, 44.0, 40.0, 36.0, 32.0, 28.0], 2));
        let y = frame.bottom().0 - below - text.height().0;
        let place = Rect::new(frame.x.0 + inset, y, width, text.height().0);
        sheet.push_text(place, text, NodeRole::Caption, Some("source"));
    });
}

/// Draws bars like the waveform of a recorded sound.
fn draw_sound(frame: Rect, nodes: &mut Vec<Node>) {
    /// The height of each bar in percent, from the middle to both ends.
    const HEIGHTS: [f32; 15] =
        [100.0, 62.0, 84.0, 46.0, 70.0, 34.0, 56.0, 78.0, 40.0, 26.0, 50.0, 30.0, 18.0, 26.0, 12.0];
    let (max_height, width, pitch) = (frame.height.0 * 0.36, frame.width.0 * 0.012, frame.width.0 * 0.024);
    let (x, y) = (frame.center().x.0, frame.y.0 + frame.height.0 * 0.36);
    let last = i16::try_from(HEIGHTS.len()).unwrap_or(1) - 1;
    for position in -last..=last {
        let height = max_height * HEIGHTS[usize::from(position.unsigned_abs())] / 100.0;
        let bar = Rect::new(x + f32::from(position) * pitch - width / 2.0, y - height / 2.0, width, height);
        let shape = Shape::filled(Color::from(PaletteRole::AccentOnDeep), Px(width / 2.0));
        nodes.push(Node::decoration(bar, NodeKind::Shape(shape)));
    }
}

/// The field and the address that static outputs show.
fn printed_address<'a>(sheet: &Sheet<'a>) -> (&'static str, &'a str) {
    match sheet.text("watchUrl") {
        "" => ("source", sheet.text("source")),
        printed => ("watchUrl", printed),
    }
}

/// The deep colour with a share of the accent mixed in.
fn tone(sheet: &Sheet<'_>, share: f32) -> Color {
    let palette = &sheet.look.palette;
    palette.accent.over(palette.deep, share).into()
}

/// Draws the plate of the player; in a voice with a horizon, with waves.
fn draw_poster(sheet: &mut Sheet<'_>, frame: Rect) {
    let fills_page = frame == Rect::CANVAS;
    let plate = &sheet.look.voice.plate;
    let radius = if fills_page { Px::ZERO } else { Px(plate.radius) };
    let mut shape = Shape::filled(tone(sheet, 0.28), radius);
    if !fills_page && matches!(plate.form, PlateForm::Outlined | PlateForm::Cut | PlateForm::Surface) {
        shape = shape.lined(sheet.surface.mark, Px(plate.stroke));
    }
    sheet.nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(shape)) });
    if sheet.look.voice.title.form == TitleForm::Horizon {
        let y = |share: f32| frame.y.0 + frame.height.0 * share;
        let (back, front) = (tone(sheet, 0.46), tone(sheet, 0.75));
        let crest = PaletteRole::AccentOnDeep.into();
        for (color, y, amplitude, length) in
            [(back, y(0.72), 30.0, 1400.0), (crest, y(0.84) - 4.0, 26.0, 1150.0), (front, y(0.84), 26.0, 1150.0)]
        {
            let amplitude = amplitude * frame.height.0 / 1080.0;
            let path = wave_in(frame, radius, y, amplitude, length);
            sheet.nodes.push(in_place(path, Some(Fill::Solid(color)), None));
        }
    }
}

/// Draws the play symbol, faint when there is no video.
fn draw_play(frame: Rect, has_source: bool, nodes: &mut Vec<Node>) {
    let side = if frame == Rect::CANVAS { DISC.0 } else { DISC.1 };
    let (x, y) = (frame.center().x.0, frame.y.0 + frame.height.0 * 0.42);
    let alpha = if has_source { 1.0 } else { 0.35 };
    let disc = Rect::new(x - side / 2.0, y - side / 2.0, side, side);
    let fill = Color::from(PaletteRole::AccentOnDeep).at(alpha);
    nodes.push(Node::decoration(disc, NodeKind::Shape(Shape::disc(fill))));
    // A triangle looks centred a little past the middle.
    let (width, height) = (side * 0.37, side * 0.43);
    let path = Path::default().to(0.0, 0.0).line(width, height / 2.0).line(0.0, height).close();
    let triangle = Shape {
        form: ShapeForm::Path(path),
        fill: Some(Fill::Solid(PaletteRole::Deep.into())),
        stroke: None,
        shadow: None,
    };
    let place = Rect::new(x - width * 0.38, y - height / 2.0, width, height);
    nodes.push(Node::decoration(place, NodeKind::Shape(triangle)));
}

/// Draws the address and its code on a poster that fills the page.
fn draw_address_on(sheet: &mut Sheet<'_>, frame: Rect) {
    let (field, address) = printed_address(sheet);
    let deep = Ground::Deep.surface(sheet.look);
    sheet.with_surface(deep, |sheet| {
        let has_code = is_web(address);
        if has_code {
            let place = sheet.rect(1568.0, 728.0, 256.0, 256.0);
            push_code(sheet, place, address, field);
        }
        let width = if has_code { 1408.0 } else { FULL_WIDTH };
        let pen = sheet.body().size(48.0).leading(1.25).stressed();
        let text = address_text(sheet, &pen, address, (Px(width), &[48.0, 44.0, 40.0, 36.0, 32.0, 28.0], 2));
        let y = frame.bottom().0 - 72.0 - text.height().0;
        let place = sheet.rect(MARGIN, y, width, text.height().0);
        sheet.push_text(place, text, NodeRole::Caption, Some(field));
    });
}

/// Draws the address and its code in the column beside the player.
fn draw_address_beside(sheet: &mut Sheet<'_>, frame: Rect) {
    let (field, address) = printed_address(sheet);
    // The column is as high as the player and starts beside it.
    let taken = frame.width.0 + BESIDE.0;
    let width = FULL_WIDTH - taken;
    let column = sheet.rect(MARGIN + taken, frame.y.0, width, frame.height.0);
    let site = host(address);
    let path = address.split_once(site).map_or("", |(_, path)| path.trim_end_matches('/'));
    let (main, detail) = if site.is_empty() { (address, "") } else { (site, path) };
    let pen = sheet.body().size(48.0).leading(1.2).stressed();
    let steps = [48.0, 44.0, 40.0, 36.0, 32.0, 28.0];
    let one_line = linked(sheet, &pen, main, address, (column.width, &steps, 1));
    let text =
        if one_line.truncated { linked(sheet, &pen, main, address, (column.width, &steps, 3)) } else { one_line };
    let mut y = column.y.0;
    let place = Rect { height: text.height(), ..column };
    y += text.height().0 + 8.0;
    sheet.push_text(place, text, NodeRole::Label, Some(field));
    let side = width.min(CODE);
    let room = column.bottom().0 - side - 32.0 - y;
    if !detail.is_empty() && room > 36.0 {
        let pen = sheet.body().size(36.0).leading(1.2).color(sheet.surface.muted);
        let mut paragraph = pen.plain(detail);
        paragraph.direction = Direction::LeftToRight;
        let lines = if room > 180.0 { 4 } else { 2 };
        let text = sheet.short_text(paragraph, column.width, &[36.0, 32.0, 28.0, 24.0], lines);
        let place = Rect { y: Px(y), height: text.height(), ..column };
        // A long path is truncated without a finding, because the QR code has it in full.
        let origin = Some(sheet.origin(field));
        sheet.push_text(place, text, NodeRole::Caption, None);
        if let Some(node) = sheet.nodes.last_mut() {
            node.origin = origin;
        }
    }
    if is_web(address) {
        let place = sheet.inside(column, 0.0, column.height.0 - side, side, side);
        push_code(sheet, place, address, field);
    }
}

#[cfg(test)]
mod tests {
    use super::UploadedFile;

    #[test]
    fn an_uploaded_file_is_shown_by_its_own_name() {
        let check = |source: &str| UploadedFile::at(source).map(|file| (file.name, file.is_sound));
        let named = |name: &str, is_sound| Some((name.to_owned(), is_sound));
        let unique = "91aa4e07-52c3-4f18-8b6d-70c9e3125f4b";
        assert_eq!(check(&format!("/uploads/harbour-tour-{unique}.mp4")), named("harbour tour", false));
        assert_eq!(check(&format!("/uploads/Waves_at_night-{unique}.MP3")), named("Waves at night", true));
        assert_eq!(check("/uploads/tour.mp4"), named("tour", false));
        assert_eq!(check("/uploads/tour"), named("tour", false));
        assert_eq!(check("https://media.example.com/tour.mp4"), None);
    }
}
