//! Title: the subject in very large type, with one supporting line and a byline.
//!
//! Each form of the voice has its own boxes. With a background picture, the text is on a block of the deep colour and
//! the rest of the picture is unchanged.

use deck::voice::TitleForm;
use scene::{Align, Node, NodeKind, NodeRole, PaletteRole, Px, Rect, Shape};

use crate::fit::continued;
use crate::frame::MARGIN;
use crate::ornament::Planet;
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::statement::{Attempt, Statement, height_below};
use crate::surface::{Ground, text_color_on};

/// Sizes below the steps of the voice.
const LOWER: [f32; 8] = [128.0, 112.0, 96.0, 80.0, 72.0, 64.0, 56.0, 48.0];
/// Height of the box of a logo: a wordmark has a size of 48 in it.
const LOGO: f32 = 53.0;

pub(crate) fn draw(sheet: &mut Sheet<'_>) {
    if sheet.covers_picture() {
        draw_on_picture(sheet);
        return;
    }
    match sheet.look.voice.title.form {
        TitleForm::Horizon => draw_horizon(sheet),
        TitleForm::Frame => draw_frame(sheet),
        TitleForm::Cutouts => draw_cut_outs(sheet),
        TitleForm::Orbit => draw_orbit(sheet),
        TitleForm::Block | TitleForm::Poster => draw_block(sheet),
        TitleForm::Shapes => draw_shapes(sheet),
        TitleForm::Outline => draw_outline(sheet),
        TitleForm::Band => draw_band(sheet),
        TitleForm::Plain => draw_plain(sheet),
    }
}

fn is_centred(sheet: &Sheet<'_>) -> bool {
    sheet.text("titleBlockAlign") == "center"
}

/// The steps of the voice for titles, followed by smaller ones.
fn steps(sheet: &Sheet<'_>) -> Vec<f32> {
    continued(&sheet.look.voice.title.steps, &LOWER)
}

fn title(sheet: &mut Sheet<'_>, leading: f32, align: Align, attempts: &[Attempt]) -> Option<Statement> {
    let pen = sheet.statement_pen(leading, align);
    sheet.statement(pen, sheet.text("title"), attempts)
}

/// The supporting line at the first size at which it has few enough lines.
fn support(sheet: &mut Sheet<'_>, pen: Pen, width: f32, sizes: &[(f32, usize)]) -> Option<Statement> {
    sheet.statement(pen.leading(1.25), sheet.text("subheading"), &Attempt::in_lines(sizes, width))
}

fn byline(sheet: &mut Sheet<'_>, pen: Pen, width: f32, sizes: &[(f32, usize)]) -> Option<Statement> {
    let words = byline_words(sheet);
    sheet.statement(pen.leading(1.2), &words, &Attempt::in_lines(sizes, width))
}

/// The byline with its dots kept on the line before them, so that no line begins with one.
fn byline_words(sheet: &Sheet<'_>) -> String {
    sheet.text("meta").replace(" ·", "\u{A0}·")
}

fn put_title(sheet: &mut Sheet<'_>, title: Option<Statement>, x: f32, y: f32) {
    if let Some(title) = title {
        title.put(sheet, x, y, NodeRole::Title, Some("title"));
    }
}

fn put_support(sheet: &mut Sheet<'_>, support: Option<Statement>, x: f32, y: f32) {
    if let Some(support) = support {
        support.put(sheet, x, y, NodeRole::Subtitle, Some("subheading"));
    }
}

fn put_byline(sheet: &mut Sheet<'_>, byline: Option<Statement>, x: f32, y: f32) {
    if let Some(byline) = byline {
        byline.put(sheet, x, y, NodeRole::Label, Some("meta"));
    }
}

/// Draws the logo in the corner that the slide or the theme chooses.
fn draw_corner(sheet: &mut Sheet<'_>, start: f32, end: f32, y: f32) {
    match sheet.title_logo_at_end() {
        Some(true) => sheet.draw_logo((end - 480.0, y, 480.0, LOGO), sheet.end_align()),
        Some(false) => sheet.draw_logo((start, y, 480.0, LOGO), sheet.start_align()),
        None => {}
    }
}

/// The maximum number of lines of a title over the sea, by its size.
fn horizon_lines(size: f32) -> usize {
    match size {
        size if size >= 208.0 => 1,
        size if size >= 168.0 => 2,
        size if size >= 144.0 => 3,
        size if size >= 120.0 => 4,
        _ => 5,
    }
}

/// Draws title and supporting line over the sea, and the byline in its front wave.
fn draw_horizon(sheet: &mut Sheet<'_>) {
    let align = sheet.block_align(is_centred(sheet));
    let top = if sheet.title_logo_at_end().is_some() { 152.0 } else { 80.0 };
    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let (x, width, support_width) = if is_centred(sheet) { (242.0, 1728.0, 1436.0) } else { (96.0, 1728.0, 1436.0) };
    let large_support = support(sheet, muted.clone(), support_width, &[(56.0, 2)]);
    let room = 736.0 - top - height_below(large_support.as_ref(), 40.0);
    let attempts: Vec<Attempt> =
        steps(sheet).into_iter().map(|size| Attempt { size, lines: horizon_lines(size), width, room }).collect();
    let title = title(sheet, 1.0, align, &attempts);
    let is_large = title.as_ref().is_none_or(|title| title.size >= 144.0);
    let support = if is_large { large_support } else { support(sheet, muted, support_width, &[(48.0, 2)]) };
    let height = title.as_ref().map_or(0.0, Statement::height);
    let y = 736.0 - height_below(support.as_ref(), 40.0) - height;
    draw_corner(sheet, 96.0, 1824.0, 80.0);
    put_title(sheet, title, 96.0, y);
    put_support(sheet, support, x, y + height + 40.0);
    let front = sheet.sea_tones()[2];
    let ink = text_color_on(&sheet.look.palette, front);
    let pen = sheet.body().stressed().color(ink).align(align);
    let byline = byline(sheet, pen, 1728.0, &[(36.0, 1), (32.0, 1), (28.0, 1), (24.0, 2)]);
    let byline_height = byline.as_ref().map_or(0.0, Statement::height);
    put_byline(sheet, byline, 96.0, (1022.5 - byline_height / 2.0).min(1060.0 - byline_height));
    sheet.draw_sea(-16.0);
}

/// Draws the picture on the whole page, with the text on a block of the deep colour over its lower part.
fn draw_on_picture(sheet: &mut Sheet<'_>) {
    sheet.draw_bare_background();
    let align = sheet.block_align(is_centred(sheet));
    let deep = Ground::Deep.surface(sheet.look);
    let is_horizon = sheet.look.voice.title.form == TitleForm::Horizon;
    sheet.with_surface(deep, |sheet| {
        let pen = sheet.body().align(align);
        let support = support(sheet, pen.clone(), 1728.0, &[(56.0, 1), (48.0, 2)]);
        let pen = pen.color(sheet.surface.muted);
        let byline = byline(sheet, pen, 1728.0, &[(36.0, 1), (32.0, 1), (28.0, 2)]);
        let sizes = [(144.0, 2), (120.0, 2), (96.0, 3), (80.0, 4), (72.0, 4), (64.0, 5), (56.0, 5)];
        let title = title(sheet, 1.0, align, &Attempt::in_lines(&sizes, 1728.0));
        let height = title.as_ref().map_or(0.0, Statement::height);
        let below = height_below(support.as_ref(), 32.0);
        let bottom = if byline.is_some() { 936.0 } else { 1000.0 };
        let y = bottom - below - height;
        if is_horizon {
            sheet.draw_tide(y - 56.0);
        } else {
            let block = Shape::filled(PaletteRole::Deep, Px::ZERO);
            let frame = Rect::new(0.0, y - 56.0, 1920.0, 1080.0 - y + 56.0);
            let block = Node::decoration(frame, NodeKind::Shape(block));
            let edge = Rect::new(0.0, y - 64.0, 1920.0, 8.0);
            sheet.nodes.push(Node { role: NodeRole::Plate, ..block });
            sheet.nodes.push(Sheet::shape(edge, PaletteRole::AccentOnDeep.into(), Px::ZERO));
        }
        put_title(sheet, title, 96.0, y);
        put_support(sheet, support, 96.0, bottom - below + 32.0);
        put_byline(sheet, byline, 96.0, 968.0);
    });
    if let Some(at_end) = sheet.title_logo_at_end() {
        draw_logo_on_picture(sheet, at_end);
    }
}

/// Draws the logo on a plate of the page colour, which separates it from the picture.
fn draw_logo_on_picture(sheet: &mut Sheet<'_>, at_end: bool) {
    let (x, align) = if at_end { (1424.0, sheet.end_align()) } else { (96.0, sheet.start_align()) };
    let frame = sheet.rect(x, 80.0, 400.0, LOGO);
    let base = Ground::Base.surface(sheet.look);
    let logo = sheet.with_surface(base, |sheet| sheet.logo(frame, align));
    let Some(logo) = logo else { return };
    let logo_area = match &logo.kind {
        NodeKind::Text(text) => {
            let width = crate::glyph_outline::widest_line(text);
            let x = if align == Align::Right { logo.frame.right() - width } else { logo.frame.x };
            Rect { x, width, ..logo.frame }
        }
        _ => logo.frame,
    };
    let plate = Sheet::shape(logo_area.inset(Px(-20.0)), PaletteRole::Base.into(), Px(12.0).min(sheet.look.radius));
    sheet.nodes.push(Node { role: NodeRole::Plate, ..plate });
    sheet.nodes.push(logo);
}

/// Draws everything centred in a frame, with the byline under a double rule.
fn draw_frame(sheet: &mut Sheet<'_>) {
    let align = Align::Center;
    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let support = support(sheet, muted, 1400.0, &[(52.0, 2), (48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 32.0);
    let top = if sheet.title_logo_at_end().is_some() { 260.0 } else { 160.0 };
    let attempts = Attempt::in_box(&steps(sheet), 1400.0, 820.0 - top - below);
    let title = title(sheet, 1.04, align, &attempts);
    let height = title.as_ref().map_or(0.0, Statement::height);
    let y = (500.0 - height / 2.0).min(820.0 - below - height).max(top);
    match sheet.title_logo_at_end() {
        Some(true) => sheet.draw_logo((1320.0, 120.0, 480.0, LOGO), sheet.end_align()),
        Some(false) => sheet.draw_logo((660.0, 152.0, 600.0, LOGO), Align::Center),
        None => {}
    }
    put_title(sheet, title, 260.0, y);
    put_support(sheet, support, 260.0, y + height + 32.0);
    let pen = sheet.body().align(align);
    let byline = byline(sheet, pen, 1400.0, &[(36.0, 1), (32.0, 2), (28.0, 2)]);
    if byline.is_some() {
        let color = sheet.surface.text;
        sheet.draw_double_rule(864.0, 800.0, color, false);
    }
    put_byline(sheet, byline, 260.0, 900.0);
    sheet.draw_frame(true);
}

/// Draws the title over shapes of cut paper.
fn draw_cut_outs(sheet: &mut Sheet<'_>) {
    let align = sheet.block_align(is_centred(sheet));
    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let support = support(sheet, muted, 760.0, &[(52.0, 3), (44.0, 4), (40.0, 4), (36.0, 5)]);
    let below = height_below(support.as_ref(), 56.0);
    let has_logo = sheet.title_logo_at_end().is_some();
    let top = if has_logo { 184.0 } else { 104.0 };
    let centred = is_centred(sheet);
    let attempts: Vec<Attempt> = steps(sheet)
        .into_iter()
        .flat_map(|size| {
            // Under the top line, the shapes leave less width.
            let wide = Attempt { size, lines: usize::MAX, width: 1500.0, room: 440.0 + size * 0.12 - top };
            let narrow = Attempt { width: 1120.0, room: (930.0 - below - top).min(760.0 - top), ..wide };
            [wide, narrow]
        })
        // A large centred title must be narrow, so that it shares an axis with the lines below, for which the shapes
        // leave less room.
        .filter(|attempt| !centred || attempt.width < 1200.0 || attempt.size < 120.0)
        .collect();
    let title = title(sheet, 0.92, align, &attempts);
    draw_corner(sheet, 96.0, 1824.0, 80.0);
    let mut y = top;
    let mut axis = 88.0 + 560.0;
    if let Some(title) = title {
        y -= title.above_capitals(sheet);
        let height = title.height();
        axis = 88.0 + title.width / 2.0;
        title.put(sheet, 88.0, y, NodeRole::Title, Some("title"));
        y += height;
    }
    let left_edge = |width: f32| if centred { axis - width / 2.0 } else { 96.0 };
    put_support(sheet, support, left_edge(760.0), y + 56.0);
    let pen = sheet.body().align(align);
    let byline_width = if centred { 780.0 } else { 900.0 };
    let byline = byline(sheet, pen, byline_width, &[(36.0, 1), (32.0, 2), (28.0, 2)]);
    let byline_height = byline.as_ref().map_or(0.0, Statement::height);
    put_byline(sheet, byline, left_edge(byline_width), 1011.0 - byline_height);
    sheet.draw_cut_outs(1250.0, 1.0);
}

/// Draws the title centred over orbits.
fn draw_orbit(sheet: &mut Sheet<'_>) {
    let align = Align::Center;
    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let support = support(sheet, muted, 1400.0, &[(52.0, 2), (48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 28.0);
    let attempts = Attempt::in_box(&steps(sheet), 1560.0, 860.0 - 160.0 - below);
    let title = title(sheet, 1.04, align, &attempts);
    let height = title.as_ref().map_or(0.0, Statement::height);
    let y = (430.0 - height / 2.0).min(860.0 - below - height).max(160.0);
    draw_corner(sheet, 96.0, 1824.0, 80.0);
    put_title(sheet, title, 180.0, y);
    put_support(sheet, support, 260.0, y + height + 28.0);
    let pen = sheet.body().align(align);
    let byline = byline(sheet, pen, 1400.0, &[(36.0, 1), (32.0, 1), (28.0, 2)]);
    put_byline(sheet, byline, 260.0, 956.0);
    let (text, accent, amber) = sheet.planet_colors();
    let planets = [
        Planet { orbit: 960.0, degrees: -143.0, radius: 14.0, color: accent },
        Planet { orbit: 1160.0, degrees: -54.0, radius: 24.0, color: amber },
        Planet { orbit: 1360.0, degrees: -125.0, radius: 9.0, color: text },
        Planet { orbit: 760.0, degrees: -62.0, radius: 8.0, color: text },
    ];
    sheet.draw_orbits((960.0, 1560.0), &[760.0, 960.0, 1160.0, 1360.0], &planets);
}

/// Draws the title beside a block of the accent, which contains supporting line and byline.
fn draw_block(sheet: &mut Sheet<'_>) {
    let align = sheet.block_align(is_centred(sheet));
    let ground = sheet.block_ground(Ground::Accent);
    let top = if sheet.title_logo_at_end().is_some() { 184.0 } else { 96.0 };
    let attempts = Attempt::in_box(&steps(sheet), 1290.0, 1000.0 - top);
    let title = title(sheet, 0.9, align, &attempts);
    let frame = sheet.rect(1440.0, 0.0, 480.0, 1080.0);
    let block = Sheet::shape(frame, ground.rgb(sheet.look).into(), Px::ZERO);
    sheet.nodes.push(Node { role: NodeRole::Plate, ..block });
    let on_block = ground.surface(sheet.look);
    match sheet.title_logo_at_end() {
        Some(true) => sheet.with_surface(on_block, |sheet| {
            sheet.draw_logo((1488.0, 480.0, 384.0, LOGO), sheet.start_align());
        }),
        Some(false) => sheet.draw_logo((96.0, 80.0, 480.0, LOGO), sheet.start_align()),
        None => {}
    }
    let height = title.as_ref().map_or(0.0, Statement::height);
    // The line box of the last line ends below its letters.
    let under = title.as_ref().map_or(0.0, |title| title.size * 0.06);
    put_title(sheet, title, 86.0, 1000.0 - height + under);
    sheet.with_surface(on_block, |sheet| {
        let pen = sheet.body().align(sheet.start_align());
        let sizes = [52.0, 48.0, 44.0, 40.0, 36.0, 32.0, 28.0];
        let attempts = Attempt::in_box(&sizes, 384.0, 420.0);
        let support = sheet.statement(pen.clone().stressed().leading(1.15), sheet.text("subheading"), &attempts);
        put_support(sheet, support, 1488.0, 88.0);
        let attempts = Attempt::in_box(&[40.0, 36.0, 32.0, 28.0, 24.0], 384.0, 380.0);
        let words = byline_words(sheet);
        let byline = sheet.statement(pen.leading(1.2), &words, &attempts);
        let byline_height = byline.as_ref().map_or(0.0, Statement::height);
        put_byline(sheet, byline, 1488.0, 1000.0 - byline_height);
    });
}

/// Draws the title on a sheet among pieces of paper, with the byline on a pill.
fn draw_shapes(sheet: &mut Sheet<'_>) {
    let align = Align::Center;
    let ground = sheet.sheet_ground();
    let plate = Sheet::shape(Rect::new(176.0, 176.0, 1568.0, 728.0), ground.rgb(sheet.look).into(), Px(72.0));
    sheet.nodes.push(Node { role: NodeRole::Plate, ..plate });
    let on_sheet = ground.surface(sheet.look);
    sheet.with_surface(on_sheet, |sheet| {
        let logo = sheet.title_logo_at_end();
        let top = if logo.is_some() { 312.0 } else { 224.0 };
        let bottom = if sheet.text("meta").is_empty() { 856.0 } else { 736.0 };
        let muted = sheet.body().color(sheet.surface.muted).align(align);
        let support = support(sheet, muted, 1320.0, &[(52.0, 1), (48.0, 2), (40.0, 3)]);
        let below = height_below(support.as_ref(), 24.0);
        // A short title may be larger, so that it fills its sheet.
        let steps = steps(sheet);
        let larger = [1.4, 1.2].map(|factor| (steps[0] * factor / 8.0).round() * 8.0);
        let steps = [larger.to_vec(), steps].concat();
        let attempts = Attempt::in_box(&steps, 1320.0, bottom - top - below);
        let title = title(sheet, 1.04, align, &attempts);
        let height = title.as_ref().map_or(0.0, Statement::height);
        let y = top + (bottom - top - below - height).max(0.0) * 0.45;
        match logo {
            Some(true) => sheet.draw_logo((1216.0, 224.0, 480.0, LOGO), sheet.end_align()),
            Some(false) => sheet.draw_logo((224.0, 224.0, 480.0, LOGO), sheet.start_align()),
            None => {}
        }
        put_title(sheet, title, 300.0, y);
        put_support(sheet, support, 300.0, y + height + 24.0);
        let accent = sheet.block_ground(Ground::Accent);
        let on_pill = accent.surface(sheet.look);
        sheet.with_surface(on_pill, |sheet| {
            let pen = sheet.body().stressed().align(align);
            let Some(byline) = byline(sheet, pen, 1320.0, &[(36.0, 1), (32.0, 1), (28.0, 2)]) else { return };
            let (width, height) = (byline.widest() + 96.0, byline.height() + 36.0);
            let pill = Rect::new(960.0 - width / 2.0, 808.0 - height / 2.0, width, height);
            let plate = Sheet::shape(pill, accent.rgb(sheet.look).into(), Px(40.0).min(pill.height / 2.0));
            sheet.nodes.push(Node { role: NodeRole::Plate, ..plate });
            byline.put(sheet, 300.0, pill.y.0 + 18.0, NodeRole::Label, Some("meta"));
        });
    });
    sheet.draw_confetti(true);
}

/// Draws the title as a drawing sheet: a dimension line under the title and a flange in section.
fn draw_outline(sheet: &mut Sheet<'_>) {
    let align = sheet.block_align(is_centred(sheet));
    let has_logo = sheet.title_logo_at_end() == Some(false);
    let top = if has_logo { 184.0 } else { 112.0 };
    let attempts: Vec<Attempt> = steps(sheet)
        .into_iter()
        .flat_map(|size| {
            let on_one_line = Attempt { size, lines: 1, width: 1500.0, room: 760.0 - top };
            [on_one_line, Attempt { lines: usize::MAX, width: 1100.0, ..on_one_line }]
        })
        .collect();
    let title = title(sheet, 1.02, align, &attempts);
    match sheet.title_logo_at_end() {
        // The flange is in the other corner.
        Some(true) => sheet.draw_logo((1344.0, 976.0, 480.0, LOGO), sheet.end_align()),
        Some(false) => sheet.draw_logo((96.0, 80.0, 480.0, LOGO), sheet.start_align()),
        None => {}
    }
    let axis = 96.0 + title.as_ref().map_or(1100.0, |title| title.width) / 2.0;
    let left_edge = |width: f32| if align == Align::Center { axis - width / 2.0 } else { 96.0 };
    let pen = sheet.body().align(align);
    let width = if is_centred(sheet) { 1100.0 } else { 1400.0 };
    let support = support(sheet, pen, width, &[(52.0, 1), (48.0, 2), (40.0, 2), (36.0, 3)]);
    let pen = sheet.mono().color(sheet.surface.muted).align(align);
    let byline_width = if is_centred(sheet) { 1100.0 } else { 1200.0 };
    let byline = byline(sheet, pen, byline_width, &[(36.0, 1), (30.0, 1), (28.0, 2), (24.0, 3)]);
    let byline_height = byline.as_ref().map_or(0.0, Statement::height);
    // Long lines below the title need more room.
    let raised_by =
        (832.0 + height_below(support.as_ref(), 0.0) + height_below(byline.as_ref(), 36.0) - 1028.0).max(0.0);
    if let Some(title) = title {
        let (height, width, widest) = (title.height(), title.width, title.widest());
        put_title(sheet, Some(title), 96.0, 760.0 - raised_by - height);
        let from = if align == Align::Center { 96.0 + (width - widest) / 2.0 } else { 96.0 };
        sheet.draw_dimension(from, from + widest, 796.0 - raised_by);
    }
    put_support(sheet, support, left_edge(width), 832.0 - raised_by);
    put_byline(sheet, byline, left_edge(byline_width), 1028.0 - byline_height);
    sheet.draw_flange((1536.0, 330.0), 276.0);
}

/// Draws the title on a dark band, with supporting line and byline below it.
fn draw_band(sheet: &mut Sheet<'_>) {
    let align = sheet.block_align(is_centred(sheet));
    let ground = sheet.block_ground(Ground::Deep);
    let band = Sheet::shape(Rect::new(0.0, 0.0, 1920.0, 700.0), ground.rgb(sheet.look).into(), Px::ZERO);
    sheet.nodes.push(Node { role: NodeRole::Plate, ..band });
    let on_band = ground.surface(sheet.look);
    let edge = sheet.rect(0.0, 0.0, 48.0, 700.0);
    sheet.nodes.push(Sheet::shape(edge, on_band.mark, Px::ZERO));
    let edge = sheet.rect(0.0, 700.0, 48.0, 380.0);
    sheet.nodes.push(Sheet::shape(edge, sheet.surface.mark, Px::ZERO));
    sheet.with_surface(on_band, |sheet| {
        let top = if sheet.title_logo_at_end().is_some() { 184.0 } else { 80.0 };
        let attempts = Attempt::in_box(&steps(sheet), 1640.0, 648.0 - top);
        let title = title(sheet, 1.02, align, &attempts);
        draw_corner(sheet, 144.0, 1824.0, 92.0);
        let height = title.as_ref().map_or(0.0, Statement::height);
        put_title(sheet, title, 144.0, 648.0 - height);
    });
    let pen = sheet.body().align(align);
    let support = support(sheet, pen.clone().stressed(), 1640.0, &[(64.0, 1), (56.0, 1), (48.0, 2), (40.0, 3)]);
    let support_height = height_below(support.as_ref(), 0.0);
    put_support(sheet, support, 144.0, 748.0);
    let muted = pen.color(sheet.surface.muted);
    let byline = byline(sheet, muted, 1640.0, &[(48.0, 1), (40.0, 2), (36.0, 2), (32.0, 2)]);
    put_byline(sheet, byline, 144.0, (748.0 + support_height + 40.0).max(876.0));
}

/// Draws the words alone: title and supporting line around the middle of the page, the byline at its lower edge.
fn draw_plain(sheet: &mut Sheet<'_>) {
    let is_centred = is_centred(sheet) || sheet.head_align() == Align::Center;
    let align = sheet.block_align(is_centred);
    let (x, width) = (MARGIN, 1728.0);
    let top = if sheet.title_logo_at_end().is_some() { 184.0 } else { 96.0 };
    let muted = sheet.body().color(sheet.surface.muted).align(align);
    let support = support(sheet, muted.clone(), width, &[(56.0, 1), (48.0, 2), (40.0, 3)]);
    let below = height_below(support.as_ref(), 40.0);
    let title = title(sheet, 1.06, align, &Attempt::in_box(&steps(sheet), width, 860.0 - top - below));
    let height = title.as_ref().map_or(0.0, Statement::height);
    // The title ends a little above the middle, as on most title pages, or lower when it is long.
    let y = (580.0 - height).max(top).min(860.0 - below - height);
    draw_corner(sheet, MARGIN, 1920.0 - MARGIN, 80.0);
    put_title(sheet, title, x, y);
    put_support(sheet, support, x, y + height + 40.0);
    let byline = byline(sheet, muted, width, &[(36.0, 1), (32.0, 2), (28.0, 2)]);
    let byline_height = byline.as_ref().map_or(0.0, Statement::height);
    put_byline(sheet, byline, x, 1000.0 - byline_height);
}
