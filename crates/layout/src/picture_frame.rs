//! Pictures beside text, framed as the voice of the theme defines: up to the page's edges, on a mat, in an arch, fading
//! into the page, as a print, with crop marks or an outline.
//!
//! The slide type says which share of the page a picture has; the voice decides what is drawn there. Captions are part
//! of the frame.

use deck::voice::{PageForm, PictureCaption, PictureForm};
use scene::{
    Align, Color, Fill, Gradient, GradientStop, Node, NodeKind, NodeRole, PaletteRole, Point, Px, Rect, Rgb, Shape,
    ShapeForm, Stroke, Text, Turned, VerticalAlign,
};

use crate::diagram::in_place;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::photo::Photo;
use crate::picture::Fit;
use crate::sheet::Sheet;
use crate::surface::{Ground, text_color_on};

/// Padding of a mat.
const MAT: f32 = 36.0;
/// Padding of the mat around a picture that is shown whole.
const WHOLE_MAT: f32 = 48.0;
/// Width of a print's border above and beside the picture, and below it.
const BORDER: (f32, f32) = (28.0, 92.0);
/// Length over which a picture fades into the page.
const FADE: f32 = 520.0;
/// Space between a picture and the text beside it.
const TEXT_GAP: f32 = 48.0;
/// Space between a picture and its caption.
const CAPTION_GAP: f32 = 16.0;
/// Width and height of a strip of tape.
const TAPE: (f32, f32) = (190.0, 60.0);

/// The share of the page that a picture has beside text, for a left-to-right deck.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PictureShare {
    /// Width from the edge of the page; the text begins 96 pixels beside it.
    pub(crate) width: f32,
    pub(crate) is_right: bool,
    /// Index of the picture among those stacked in this share, and their number.
    pub(crate) place: (usize, usize),
}

/// The frames of a picture: one that runs to the page's edges, and one inside the margins.
#[derive(Debug, Clone, Copy)]
struct Frames {
    bleeding: Rect,
    inset: Rect,
    /// Whether the picture is at the right edge of the page.
    is_right: bool,
}

impl Sheet<'_> {
    /// Top and bottom of a column of text or of an inset picture that has no HEAD above it.
    pub(crate) fn column_bounds(&self) -> (f32, f32) {
        match self.look.voice.page.form {
            PageForm::Running => (136.0, 1016.0),
            PageForm::Sheet => (80.0, 968.0),
            PageForm::Ruled => (96.0, 984.0),
            PageForm::Plain | PageForm::Grid => (80.0, 984.0),
        }
    }

    /// Top and bottom of pictures that run to the page's edges.
    pub(crate) fn bleed_bounds(&self) -> (f32, f32) {
        let top = if self.look.voice.page.form == PageForm::Running { 98.0 } else { 0.0 };
        (top, 1080.0)
    }

    /// Left edge and width of pictures that run from edge to edge: the page, or the inside of a sheet on it.
    pub(crate) fn picture_row(&self) -> (f32, f32) {
        if self.look.voice.page.form == PageForm::Sheet { (MARGIN, FULL_WIDTH) } else { (0.0, 1920.0) }
    }

    /// The voice's form of pictures on the current ground.
    pub(crate) fn picture_form(&self) -> PictureForm {
        match (self.look.voice.picture.form, self.surface.ground) {
            (PictureForm::Fade, Ground::Gradient | Ground::Picture { .. }) => PictureForm::Bleed,
            (form, _) => form,
        }
    }

    /// Whether pictures beside text are inside the margins.
    pub(crate) fn has_inset_pictures(&self) -> bool {
        !matches!(self.picture_form(), PictureForm::Bleed | PictureForm::Fade | PictureForm::Poster)
    }

    /// Whether pictures beside text reach the lower edge of the page.
    pub(crate) fn has_pictures_at_foot(&self) -> bool {
        !self.has_inset_pictures() || self.picture_form() == PictureForm::Arch
    }

    /// Draws a picture beside text, with its frame and the caption of a field (empty for none). `mat` is the colour
    /// behind a picture that is shown whole. Returns no nodes when the picture needs no space.
    pub(crate) fn framed_photo(
        &mut self,
        share: PictureShare,
        photo: Photo<'_>,
        caption: &str,
        mat: Color,
    ) -> Vec<Node> {
        if !photo.takes_space(self) {
            return Vec::new();
        }
        let frames = self.frames(share);
        let caption = if caption.is_empty() || self.text(caption).is_empty() { None } else { Some(caption) };
        if photo.fit == Fit::Contain {
            return self.whole_photo(frames.inset, photo, caption, mat);
        }
        let is_stacked = share.place.1 > 1;
        match self.picture_form() {
            PictureForm::Bleed | PictureForm::Poster => self.bleeding_photo(frames.bleeding, photo, caption),
            PictureForm::Fade if is_stacked => self.bleeding_photo(frames.bleeding, photo, caption),
            PictureForm::Fade => self.fading_photo(frames, photo, caption),
            PictureForm::Arch if is_stacked => self.bordered_photo(frames.inset, photo, caption),
            PictureForm::Arch => self.arched_photo(frames.inset, photo, caption),
            PictureForm::Print => {
                let sign = if (share.place.0 + usize::from(self.direction.is_right_to_left())).is_multiple_of(2) {
                    1.0
                } else {
                    -1.0
                };
                self.print(frames.inset, photo, caption, self.look.voice.picture.tilt * sign)
            }
            PictureForm::Mat | PictureForm::Marks | PictureForm::Outline => {
                self.bordered_photo(frames.inset, photo, caption)
            }
        }
    }

    fn frames(&self, share: PictureShare) -> Frames {
        let PictureShare { width, is_right, place: (index, count) } = share;
        let (top, bottom) = self.column_bounds();
        let (bleed_top, bleed_bottom) = self.bleed_bounds();
        let part = |top: f32, bottom: f32, gap: f32| {
            let parts = crate::diagram::number(count.max(1));
            let height = (bottom - top - gap * (parts - 1.0)) / parts;
            (top + (height + gap) * crate::diagram::number(index), height)
        };
        let (inset_y, inset_height) = part(top, bottom, 36.0);
        let (bleed_y, bleed_height) = part(bleed_top, bleed_bottom, 12.0);
        let x = if is_right { 1920.0 - width } else { 0.0 };
        let inset_x = if is_right { 1920.0 - width - MARGIN + TEXT_GAP } else { MARGIN };
        let bleeding = self.rect(x, bleed_y, width, bleed_height);
        Frames {
            bleeding,
            inset: self.rect(inset_x, inset_y, width - TEXT_GAP, inset_height),
            is_right: bleeding.x > Px::ZERO,
        }
    }

    fn bleeding_photo(&mut self, frame: Rect, photo: Photo<'_>, caption: Option<&str>) -> Vec<Node> {
        let mut nodes = Vec::from_iter(self.photo(frame, Photo { radius: Px::ZERO, ..photo }));
        nodes.extend(caption.map(|field| self.caption_on(frame, field)).into_iter().flatten());
        nodes
    }

    fn fading_photo(&mut self, frames: Frames, photo: Photo<'_>, caption: Option<&str>) -> Vec<Node> {
        // The picture begins where the text ends.
        let Frames { bleeding, is_right, .. } = frames;
        let frame = Rect {
            x: if is_right { bleeding.x - Px(MARGIN) } else { bleeding.x },
            width: bleeding.width + Px(MARGIN),
            ..bleeding
        };
        let mut nodes = Vec::from_iter(self.photo(frame, Photo { radius: Px::ZERO, ..photo }));
        let page = self.page_color();
        let stop = |at: f32, alpha: f32| GradientStop { at, color: page.at(alpha) };
        let length = FADE.min(frame.width.0);
        let fade_x = if is_right { frame.x.0 - 2.0 } else { frame.right().0 + 2.0 - length };
        let fade = Rect::new(fade_x, frame.y.0, length, frame.height.0);
        let (start, end) = (Point::default(), Point { x: Px(length), y: Px::ZERO });
        let (from, to) = if is_right { (start, end) } else { (end, start) };
        let stops = vec![stop(0.0, 1.0), stop(0.12, 0.94), stop(0.5, 0.5), stop(0.8, 0.12), stop(1.0, 0.0)];
        nodes.push(gradient(fade, Gradient::Linear { from, to, stops }));
        let Some(field) = caption else { return nodes };
        let source = self.look.voice.other.source;
        let align = if is_right { Align::Right } else { Align::Left };
        let pen = self.body().size(source).leading(36.0 / source).align(align);
        let width = frame.width.0 - MARGIN - length / 2.0;
        let text = self.short_text(pen.plain(self.text(field)), Px(width), &[source, 24.0], 2);
        let x = if is_right { frame.right().0 - MARGIN - width } else { frame.x.0 + MARGIN };
        let words = Rect::new(x, 1054.0 - text.height().0, width, text.height().0);
        let below = Rect::new(frame.x.0, words.y.0 - 240.0, frame.width.0, 1080.0 - words.y.0 + 240.0);
        let stops = vec![stop(0.0, 0.0), stop(0.5, 0.6), stop(0.75, 0.86), stop(1.0, 0.94)];
        let to = Point { x: Px::ZERO, y: below.height };
        nodes.push(gradient(below, Gradient::Linear { from: Point::default(), to, stops }));
        nodes.push(self.text_node(words, text, NodeRole::Caption, Some(field)));
        nodes
    }

    fn arched_photo(&mut self, inset: Rect, photo: Photo<'_>, caption: Option<&str>) -> Vec<Node> {
        let frame = Rect { y: Px(60.0), height: Px(1020.0), ..inset };
        let mut nodes = Vec::new();
        if let Some(mut node) = self.photo(frame, Photo { radius: Px::ZERO, ..photo }) {
            if let NodeKind::Picture(picture) = &mut node.kind {
                picture.is_arched = true;
            }
            nodes.push(node);
        }
        nodes.extend(caption.map(|field| self.caption_on(frame, field)).into_iter().flatten());
        nodes
    }

    /// A picture inside a frame with the border of the voice, neither arched nor turned, and its caption below.
    pub(crate) fn bordered_photo(&mut self, frame: Rect, photo: Photo<'_>, caption: Option<&str>) -> Vec<Node> {
        let below = caption.map(|field| (field, self.caption_below(frame.width.0, field)));
        let room = below.as_ref().map_or(0.0, |(_, text)| text.height().0 + CAPTION_GAP);
        let frame = Rect { height: frame.height - Px(room), ..frame };
        let radius = Px(self.look.voice.picture.radius);
        let mut nodes = Vec::new();
        let mut captions = Rect { y: frame.bottom() + Px(CAPTION_GAP), ..frame };
        match self.picture_form() {
            PictureForm::Mat => {
                let fill = Shape::filled(self.mat_color(), radius).lined(PaletteRole::Accent2, Px(2.0));
                nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(fill)) });
                nodes.extend(self.photo(frame.inset(Px(MAT)), Photo { radius: Px::ZERO, ..photo }));
            }
            PictureForm::Marks => {
                let inner = Rect {
                    x: frame.x + Px(24.0),
                    y: frame.y + Px(24.0),
                    width: frame.width - Px(48.0),
                    height: frame.height - Px(48.0),
                };
                nodes.extend(self.photo(inner, Photo { radius, ..photo }));
                nodes.extend(self.crop_marks(inner));
                captions.x = inner.x + Px(20.0);
                captions.width = inner.width - Px(20.0);
            }
            PictureForm::Outline => {
                // Half of the line lies outside the picture.
                let inner = frame.inset(Px(3.0));
                let stroke = Stroke { color: self.surface.text, width: Px(6.0), dash: None, round: false };
                if let Some(mut node) = self.photo(inner, Photo { radius, ..photo }) {
                    if let NodeKind::Picture(picture) = &mut node.kind {
                        picture.outline = Some(stroke);
                        nodes.push(node);
                    } else {
                        let form = ShapeForm::Rect { radius };
                        let edge = Shape { form, fill: None, stroke: Some(stroke), shadow: None };
                        nodes.extend([node, Node::decoration(inner, NodeKind::Shape(edge))]);
                    }
                }
            }
            PictureForm::Print => {
                let line = Shape::filled(Rgb::WHITE, radius + Px(4.0)).lined(self.surface.line, Px(3.0));
                nodes.push(Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(line)) });
                nodes.extend(self.photo(frame.inset(Px(BORDER.0)), Photo { radius: radius * 0.6, ..photo }));
            }
            PictureForm::Arch | PictureForm::Bleed | PictureForm::Fade | PictureForm::Poster => {
                nodes.extend(self.photo(frame, Photo { radius, ..photo }));
            }
        }
        if let Some((field, text)) = below {
            let words = Rect { height: text.height(), ..captions };
            nodes.push(self.text_node(words, text, NodeRole::Caption, Some(field)));
        }
        nodes
    }

    /// A print with a white border, turned by degrees, under a strip of tape.
    fn print(&mut self, inset: Rect, photo: Photo<'_>, caption: Option<&str>, tilt: f32) -> Vec<Node> {
        // The corners of the turned print stay inside the frame.
        let lean = tilt.abs().to_radians().sin();
        let (across, down) = (inset.height * lean / 2.0, inset.width * lean / 2.0);
        let frame = Rect {
            x: inset.x + across,
            y: inset.y + down.max(Px(32.0)),
            width: inset.width - across * 2.0,
            height: inset.height - down - down.max(Px(32.0)),
        };
        let radius = Px(self.look.voice.picture.radius);
        let words = caption.map(|field| {
            let color = text_color_on(&self.look.palette, Rgb::WHITE);
            let pen = self.body().size(32.0).leading(1.2).stressed().color(color).align(Align::Center);
            let width = frame.width - Px(BORDER.0 * 2.0);
            (field, self.short_text(pen.plain(self.text(field)), width, &[32.0, 28.0, 24.0], 2))
        });
        let lower = words.as_ref().map_or(BORDER.1, |(_, text)| (text.height().0 + 48.0).max(BORDER.1));
        let paper = Shape::filled(Rgb::WHITE, radius + Px(4.0)).lined(self.surface.line, Px(3.0));
        let mut nodes = vec![Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(paper)) }];
        let picture = Rect { height: frame.height - Px(lower - BORDER.0), ..frame }.inset(Px(BORDER.0));
        nodes.extend(self.photo(picture, Photo { radius: radius * 0.6, ..photo }));
        if let Some((field, mut text)) = words {
            text.anchor = VerticalAlign::Middle;
            let height = text.height();
            let y = frame.bottom() - Px(lower / 2.0) - height / 2.0;
            let words = Rect { y, height, ..frame.inset(Px(BORDER.0)) };
            nodes.push(self.text_node(words, text, NodeRole::Caption, Some(field)));
        }
        let tape = Rect::new(frame.center().x.0 - TAPE.0 / 2.0, frame.y.0 - 34.0, TAPE.0, TAPE.1);
        let color = Color::from(self.look.third_brand_color()).at(0.92);
        vec![turned(frame, nodes, tilt), turned(tape, vec![Sheet::shape(tape, color, Px::ZERO)], -4.0 * tilt.signum())]
    }

    /// A picture that is shown whole, on a mat that is not much higher than the picture.
    pub(crate) fn whole_photo(
        &mut self,
        frame: Rect,
        photo: Photo<'_>,
        caption: Option<&str>,
        mat: Color,
    ) -> Vec<Node> {
        let below = caption.map(|field| (field, self.caption_below(frame.width.0, field)));
        let room = below.as_ref().map_or(0.0, |(_, text)| text.height().0 + CAPTION_GAP);
        let frame = Rect { height: frame.height - Px(room), ..frame };
        // A wide picture leaves no empty mat above and below it.
        let aspect = self.pictures.facts(photo.source).map(crate::picture::PictureFacts::aspect);
        let needed =
            aspect.map_or(frame.height.0, |aspect| (frame.width.0 - WHOLE_MAT * 2.0) / aspect + WHOLE_MAT * 2.0);
        let spare = (frame.height.0 - needed).max(0.0);
        let frame = Rect { y: frame.y + Px(spare * 0.45), height: frame.height - Px(spare), ..frame };
        let radius = Px(self.look.voice.plate.radius);
        let mut plate = Shape::filled(mat, radius);
        match self.picture_form() {
            PictureForm::Mat => plate = plate.lined(PaletteRole::Accent2, Px(2.0)),
            PictureForm::Outline => plate = plate.lined(self.surface.text, Px(6.0)),
            PictureForm::Marks => plate = plate.lined(self.surface.mark, Px(3.0)),
            _ => {}
        }
        let mut nodes = vec![Node { role: NodeRole::Plate, ..Node::decoration(frame, NodeKind::Shape(plate)) }];
        nodes.extend(self.photo(frame.inset(Px(WHOLE_MAT)), Photo { radius: Px::ZERO, ..photo }));
        if let Some((field, text)) = below {
            let words = Rect { y: frame.bottom() + Px(CAPTION_GAP), height: text.height(), ..frame };
            nodes.push(self.text_node(words, text, NodeRole::Caption, Some(field)));
        }
        nodes
    }

    /// The colour of a mat: that of surfaces, which is white in most themes.
    fn mat_color(&self) -> Color {
        match self.surface.ground {
            Ground::Base | Ground::Tint | Ground::Surface => PaletteRole::Surface.into(),
            _ => self.surface.plate,
        }
    }

    /// Two lines at each corner of a picture, outside it.
    fn crop_marks(&self, frame: Rect) -> Vec<Node> {
        let (near, length, width) = (8.0, 36.0, 4.0);
        let color = self.surface.mark;
        let corners = [(frame.x.0, -1.0), (frame.right().0, 1.0)];
        let rows = [(frame.y.0, -1.0), (frame.bottom().0, 1.0)];
        let mut marks = Vec::new();
        for (x, across) in corners {
            for (y, down) in rows {
                let outer = |at: f32, sign: f32| if sign < 0.0 { at - near - length } else { at + near };
                let upright = Rect::new(x - width / 2.0, outer(y, down), width, length);
                let level = Rect::new(outer(x, across), y - width / 2.0, length, width);
                marks.extend([upright, level].map(|mark| Sheet::shape(mark, color, Px::ZERO)));
            }
        }
        marks
    }

    /// The text of a caption below a picture.
    fn caption_below(&mut self, width: f32, field: &str) -> Text {
        let source = self.look.voice.other.source;
        let is_mono = self.look.voice.picture.caption == PictureCaption::Mono;
        let pen = if is_mono { self.mono() } else { self.body() };
        let pen = pen.size(source).leading(36.0 / source).color(self.surface.muted);
        self.short_text(pen.plain(self.text(field)), Px(width), &[source, 24.0], 2)
    }

    /// A caption on a solid strip in the lower start corner of a picture: a tab, or a block on its edge.
    pub(crate) fn caption_on(&mut self, picture: Rect, field: &str) -> Vec<Node> {
        if self.look.voice.picture.caption == PictureCaption::Block {
            let accent = Ground::Accent.surface(self.look);
            let pen = self.body().size(30.0).leading(1.25).stressed().color(accent.text);
            let max_width = picture.width.0 * 0.8 - 64.0;
            let width = self.natural_width(pen.plain(self.text(field))).0.min(max_width);
            let text = self.short_text(pen.plain(self.text(field)), Px(width), &[30.0, 28.0, 24.0], 3);
            let height = (text.height().0 + 48.0).max(96.0);
            let frame = self.inside(picture, 0.0, picture.height.0 - height, width + 64.0, height);
            return self.on_strip(frame, text, 32.0, (PaletteRole::Accent.into(), Px::ZERO), field);
        }
        self.caption_tab(picture, field, 32.0, &[self.look.voice.other.source, 24.0])
    }

    /// A caption on a dark tab in the lower start corner of a picture, some distance from its edges.
    pub(crate) fn caption_tab(&mut self, picture: Rect, field: &str, distance: f32, steps: &[f32]) -> Vec<Node> {
        let deep = Ground::Deep.surface(self.look);
        let is_mono = self.look.voice.picture.caption == PictureCaption::Mono;
        let pen = if is_mono { self.mono() } else { self.body() };
        let pen = pen.size(steps[0]).leading(1.25).color(deep.text);
        let pad = if steps[0] > 32.0 { 28.0 } else { 24.0 };
        let max_width = picture.width.0 - (distance + pad) * 2.0;
        let width = self.natural_width(pen.plain(self.text(field))).0.min(max_width);
        let text = self.short_text(pen.plain(self.text(field)), Px(width), steps, 3);
        let height = text.height().0 + pad;
        let frame = self.inside(picture, distance, picture.height.0 - distance - height, width + pad * 2.0, height);
        let radius = Px((self.look.voice.plate.radius * 0.75).min(12.0));
        self.on_strip(frame, text, pad, (PaletteRole::Deep.into(), radius), field)
    }

    /// A caption on a plate that is higher than its text, with `pad` at both sides of it.
    fn on_strip(&mut self, frame: Rect, text: Text, pad: f32, (fill, radius): (Color, Px), field: &str) -> Vec<Node> {
        let plate = Node { role: NodeRole::Plate, ..Sheet::shape(frame, fill, radius) };
        let height = text.height();
        let words = Rect {
            x: frame.x + Px(pad),
            y: frame.center().y - height / 2.0,
            width: frame.width - Px(pad * 2.0),
            height,
        };
        vec![plate, self.text_node(words, text, NodeRole::Caption, Some(field))]
    }

    /// A caption of a picture in a row, on a tab in the picture's lower start corner. The tab's inner corner is round.
    pub(crate) fn corner_caption(&mut self, picture: Rect, field: &str, words: &str, size: f32) -> Vec<Node> {
        let is_block = self.look.voice.picture.caption == PictureCaption::Block;
        let (ground, fill) =
            if is_block { (Ground::Accent, PaletteRole::Accent) } else { (Ground::Deep, PaletteRole::Deep) };
        let color = ground.surface(self.look).text;
        let is_mono = self.look.voice.picture.caption == PictureCaption::Mono;
        let pen = if is_mono { self.mono() } else { self.body().stressed() };
        let pen = pen.size(size).leading(1.25).color(color);
        let max_width = picture.width.0 - 48.0;
        let mut steps = vec![size];
        steps.extend([36.0, 32.0, 28.0].iter().filter(|step| **step < size));
        // A smaller size on one line is preferred to two lines.
        let one_line = self.short_text(pen.plain(words), Px(max_width), &steps, 1);
        let text = if one_line.truncated {
            self.short_text(pen.plain(words), Px(max_width), &[size, 28.0, 24.0], 2)
        } else {
            one_line
        };
        let width = text.lines.iter().map(|line| line.width.0).fold(0.0, f32::max).min(max_width).ceil() + 1.0;
        let height = text.height().0 + 20.0;
        let frame = self.inside(picture, 0.0, picture.height.0 - height, width + 48.0, height);
        let round = (self.look.voice.plate.radius * 0.75).min(18.0);
        // Where pictures have round corners, the tab has the corner of its picture.
        let corner = if self.picture_row().0 > 0.0 { self.look.voice.picture.radius } else { 0.0 };
        let radii =
            if self.direction.is_right_to_left() { [round, 0.0, corner, 0.0] } else { [0.0, round, 0.0, corner] };
        let path = crate::diagram::rounded(frame, radii);
        let plate = Node { role: NodeRole::Plate, ..in_place(path, Some(Fill::Solid(fill.into())), None) };
        // The lines are placed in the full width, which is wider than the tab.
        let x =
            if self.direction.is_right_to_left() { frame.right() - Px(24.0 + max_width) } else { frame.x + Px(24.0) };
        let place = Rect { x, y: frame.y + Px(10.0), width: Px(max_width), height: text.height() };
        vec![plate, self.text_node(place, text, NodeRole::Caption, Some(field))]
    }
}

fn turned(frame: Rect, nodes: Vec<Node>, degrees: f32) -> Node {
    Node {
        frame,
        kind: NodeKind::Turned(Turned { nodes, degrees }),
        role: NodeRole::Content,
        origin: None,
        step: None,
        alt: scene::AltText::Own,
    }
}

fn gradient(frame: Rect, gradient: Gradient) -> Node {
    let form = ShapeForm::Rect { radius: Px::ZERO };
    let shape = Shape { form, fill: Some(Fill::Gradient(gradient)), stroke: None, shadow: None };
    Node::decoration(frame, NodeKind::Shape(shape))
}
