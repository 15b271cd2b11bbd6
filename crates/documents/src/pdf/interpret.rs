//! Runs the content stream of a page and collects its words, rules and pictures, in points from its upper left corner.

use std::collections::HashMap;
use std::rc::Rc;

use super::file::{File, Stream};
use super::font::{Font, Glyph};
use super::object::{Dict, Lexer, Object};
use crate::{Limits, ReadError};

/// How deep forms may nest.
const MAX_FORMS: usize = 8;
/// How deep graphics states may be saved.
const MAX_SAVED: usize = 500;
/// Maximum number of words of a page; further ones are left out.
const MAX_WORDS: usize = 30_000;
/// Maximum number of rules of a page, and of segments of a path.
const MAX_SHAPES: usize = 20_000;
/// Maximum distance of a letter from the corner of its page, in points. Pages are smaller.
const MAX_COORDINATE: f64 = 100_000.0;
/// Maximum number of entries of the tables of all fonts: widths and texts of codes.
const MAX_FONT_ENTRIES: usize = 5_000_000;
/// Maximum number of cached fonts that are not objects of their own.
const MAX_DIRECT_FONTS: usize = 64;
/// Number of steps that reading a font counts for when it is not an object of its own.
const FONT_STEPS: usize = 1_000;
/// Number of objects in a dictionary that count as one step.
const OBJECTS_PER_STEP: usize = 64;
/// Number of bytes of a shown text that count as one step.
const BYTES_PER_STEP: usize = 4;
/// Maximum number of pictures of a page.
const MAX_PICTURES: usize = 2_000;

/// A word on a page.
#[derive(Debug, Clone, Default)]
pub(super) struct Word {
    pub(super) text: String,
    /// Left and right edge, in points from the left edge of the page.
    pub(super) left: f32,
    pub(super) right: f32,
    /// The baseline, in points from the top of the page.
    pub(super) base: f32,
    /// The font size after all transformations, in points.
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) is_italic: bool,
    pub(super) is_mono: bool,
    /// Whether the file marks it as not belonging to the text.
    pub(super) is_artifact: bool,
}

/// A horizontal or vertical line on a page, or the area of something, in points from the upper left corner of the page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rule {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) top: f32,
    pub(super) bottom: f32,
}

impl Rule {
    /// The rectangle between two opposite corners.
    fn between(corner: (f64, f64), opposite: (f64, f64)) -> Rule {
        Rule {
            left: corner.0.min(opposite.0) as f32,
            right: corner.0.max(opposite.0) as f32,
            top: corner.1.min(opposite.1) as f32,
            bottom: corner.1.max(opposite.1) as f32,
        }
    }
}

/// A picture on a page.
#[derive(Debug, Clone)]
pub(super) struct PlacedPicture {
    /// Its object, where the file can return its bytes.
    pub(super) object: Option<u32>,
    pub(super) area: Rule,
    pub(super) pixels: (u32, u32),
    pub(super) is_artifact: bool,
}

/// What a page shows.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) words: Vec<Word>,
    pub(super) rules: Vec<Rule>,
    pub(super) pictures: Vec<PlacedPicture>,
}

/// Caches of fonts and resources for all pages, and the number of steps that may still be run.
pub(super) struct Context<'a, 'f> {
    pub(super) file: &'f File<'a>,
    /// Fonts by the number of their object.
    fonts: HashMap<u32, Rc<Font>>,
    /// Fonts without an object of their own.
    direct_fonts: Vec<(Dict, Rc<Font>)>,
    /// Entries of the tables of fonts that may still be read.
    font_entries: usize,
    /// Dictionaries of fonts, forms and properties by the number of their object.
    categories: HashMap<u32, Rc<Dict>>,
    /// Operators that may still be run.
    steps: usize,
    max_steps: usize,
    /// Maximum number of bytes of text of a page.
    max_text: usize,
}

impl<'a, 'f> Context<'a, 'f> {
    pub(super) fn new(file: &'f File<'a>, limits: &Limits) -> Self {
        Self {
            file,
            fonts: HashMap::new(),
            direct_fonts: Vec::new(),
            font_entries: MAX_FONT_ENTRIES,
            categories: HashMap::new(),
            steps: limits.steps,
            max_steps: limits.steps,
            max_text: limits.text,
        }
    }

    fn take_steps(&mut self, count: usize) {
        self.steps = self.steps.saturating_sub(count);
    }

    /// An entry of a category of resources: a font, form or list of properties by its name.
    fn resource(&mut self, resources: &Dict, category: &str, name: &str) -> Object {
        let (count, entry) = match resources.get(category) {
            Object::Dict(dict) => (dict.0.len(), dict.get(name).clone()),
            Object::Ref(number) => {
                let dict = self.category(*number);
                (dict.0.len(), dict.get(name).clone())
            }
            _ => (0, Object::Null),
        };
        self.take_steps((resources.0.len() + count + entry.parts()) / OBJECTS_PER_STEP);
        entry
    }

    /// A dictionary of resources by the number of its object, from the cache if it is there.
    fn category(&mut self, number: u32) -> Rc<Dict> {
        const MAX_CATEGORIES: usize = 1_000;
        if let Some(dict) = self.categories.get(&number) {
            return Rc::clone(dict);
        }
        let dict = Rc::new(self.file.dict(&Object::Ref(number)));
        if self.categories.len() >= MAX_CATEGORIES {
            self.categories.clear();
        }
        self.categories.insert(number, Rc::clone(&dict));
        dict
    }

    /// A font by its name in the resources; `None` if they have no such font. Fails when fonts have too many entries.
    fn font(&mut self, resources: &Dict, name: &str) -> Result<Option<Rc<Font>>, ReadError> {
        match self.resource(resources, "Font", name) {
            Object::Ref(number) => {
                if let Some(font) = self.fonts.get(&number) {
                    return Ok(Some(Rc::clone(font)));
                }
                let font = self.read_font(&self.file.dict(&Object::Ref(number)))?;
                self.fonts.insert(number, Rc::clone(&font));
                Ok(Some(font))
            }
            Object::Dict(dict) => {
                if let Some((_, font)) = self.direct_fonts.iter().find(|(known, _)| *known == dict) {
                    return Ok(Some(Rc::clone(font)));
                }
                self.take_steps(FONT_STEPS);
                let font = self.read_font(&dict)?;
                if self.direct_fonts.len() < MAX_DIRECT_FONTS {
                    self.direct_fonts.push((dict, Rc::clone(&font)));
                }
                Ok(Some(font))
            }
            _ => Ok(None),
        }
    }

    fn read_font(&mut self, dict: &Dict) -> Result<Rc<Font>, ReadError> {
        let font = Font::read(self.file, dict);
        let remaining = self.font_entries.checked_sub(font.entries());
        self.font_entries =
            remaining.ok_or(ReadError::TooMany { what: "entries in its fonts", limit: MAX_FONT_ENTRIES })?;
        Ok(Rc::new(font))
    }
}

/// A transformation.
type Matrix = [f64; 6];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// The transformation that moves a point by a distance.
fn translation(x: f64, y: f64) -> Matrix {
    [1.0, 0.0, 0.0, 1.0, x, y]
}

/// The transformation that applies first `a`, then `b`.
fn multiplied(a: &Matrix, b: &Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

/// A point after a transformation.
fn applied(matrix: &Matrix, x: f64, y: f64) -> (f64, f64) {
    (matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5])
}

#[derive(Clone)]
struct State {
    matrix: Matrix,
    font: Option<Rc<Font>>,
    size: f64,
    char_space: f64,
    word_space: f64,
    scale: f64,
    leading: f64,
    rise: f64,
    /// How glyphs are painted: 2 fills and strokes them, 7 does not show them.
    render_mode: i32,
}

/// Runs the content of a page.
pub(super) fn page(context: &mut Context<'_, '_>, dict: &Dict, inherited: &Inherited) -> Result<Page, ReadError> {
    let file = context.file;
    let [left, bottom, right, top] = inherited.area;
    let (mut width, mut height) = (right - left, top - bottom);
    let mut matrix = [1.0, 0.0, 0.0, -1.0, -left, top];
    match inherited.rotate.rem_euclid(360) {
        90 => {
            matrix = [0.0, 1.0, 1.0, 0.0, -bottom, -left];
            (width, height) = (height, width);
        }
        180 => matrix = [-1.0, 0.0, 0.0, 1.0, right, -bottom],
        270 => {
            matrix = [0.0, -1.0, -1.0, 0.0, top, right];
            (width, height) = (height, width);
        }
        _ => {}
    }
    let mut bytes = Vec::new();
    let contents = dict.get("Contents");
    let parts = match file.resolved(contents) {
        Object::Array(parts) => parts,
        _ => vec![contents.clone()],
    };
    for part in parts.iter().take(10_000) {
        if let Some(stream) = file.stream(part) {
            bytes.extend(file.decoded(&stream)?);
            bytes.push(b' ');
        }
    }
    let mut runner = Runner {
        context,
        page: Page { width: width as f32, height: height as f32, ..Page::default() },
        state: State {
            matrix,
            font: None,
            size: 0.0,
            char_space: 0.0,
            word_space: 0.0,
            scale: 1.0,
            leading: 0.0,
            rise: 0.0,
            render_mode: 0,
        },
        saved: Vec::new(),
        text: IDENTITY,
        line: IDENTITY,
        path: Vec::new(),
        marks: Vec::new(),
        is_open: false,
        pen: (0.0, 0.0),
        text_bytes: 0,
    };
    runner.run(&bytes, &inherited.resources, 0)?;
    Ok(runner.page)
}

/// What a page inherits from the tree of pages.
#[derive(Debug, Clone)]
pub(super) struct Inherited {
    /// Resources; shared, since a tree may have many pages.
    pub(super) resources: Rc<Dict>,
    /// Left, bottom, right and top.
    pub(super) area: [f64; 4],
    pub(super) rotate: i32,
}

struct Runner<'c, 'a, 'f> {
    context: &'c mut Context<'a, 'f>,
    page: Page,
    state: State,
    saved: Vec<State>,
    text: Matrix,
    line: Matrix,
    path: Vec<Segment>,
    /// Marked content that is open: whether it is an artifact, and the text that replaces its glyphs.
    marks: Vec<(bool, Option<String>)>,
    /// Whether the last word can still grow.
    is_open: bool,
    /// Where the last glyph ends.
    pen: (f64, f64),
    /// Bytes of the text of the page so far.
    text_bytes: usize,
}

#[derive(Clone, Copy)]
enum Segment {
    Move(f64, f64),
    Line(f64, f64),
    Close,
    /// A curve, which is not a rule.
    Curve(f64, f64),
    Rectangle(f64, f64, f64, f64),
}

impl Runner<'_, '_, '_> {
    /// Runs a content stream. Fails when the pages have too many operators, or a form or font cannot be read.
    fn run(&mut self, bytes: &[u8], resources: &Dict, depth: usize) -> Result<(), ReadError> {
        let mut lexer = Lexer::new(bytes, 0);
        let mut operands: Vec<Object> = Vec::new();
        let floor = self.saved.len();
        while let Some(object) = lexer.object() {
            let Object::Word(operator) = object else {
                if operands.len() < 64 {
                    operands.push(object);
                }
                continue;
            };
            if self.context.steps == 0 {
                return Err(ReadError::TooMany { what: "operators on its pages", limit: self.context.max_steps });
            }
            self.context.steps -= 1;
            let number = |at: usize| operands.get(at).and_then(Object::number).unwrap_or(0.0);
            match operator.as_str() {
                "q" if self.saved.len() < MAX_SAVED => self.saved.push(self.state.clone()),
                "Q" if self.saved.len() > floor => {
                    if let Some(state) = self.saved.pop() {
                        self.state = state;
                    }
                }
                "cm" => {
                    let matrix = std::array::from_fn(number);
                    self.state.matrix = multiplied(&matrix, &self.state.matrix);
                }
                "BT" => {
                    self.text = IDENTITY;
                    self.line = IDENTITY;
                }
                "Tf" => {
                    if let Some(name) = operands.first().and_then(Object::name) {
                        self.state.font = self.context.font(resources, name)?;
                    }
                    self.state.size = number(1);
                }
                "Tc" => self.state.char_space = number(0),
                "Tw" => self.state.word_space = number(0),
                "Tz" => self.state.scale = number(0) / 100.0,
                "TL" => self.state.leading = number(0),
                "Ts" => self.state.rise = number(0),
                "Tr" => self.state.render_mode = number(0) as i32,
                "Td" => self.next_line(number(0), number(1)),
                "TD" => {
                    self.state.leading = -number(1);
                    self.next_line(number(0), number(1));
                }
                "Tm" => {
                    self.line = std::array::from_fn(number);
                    self.text = self.line;
                }
                "T*" => self.next_line(0.0, -self.state.leading),
                "Tj" => self.show(operands.first()),
                "'" => {
                    self.next_line(0.0, -self.state.leading);
                    self.show(operands.first());
                }
                "\"" => {
                    self.state.word_space = number(0);
                    self.state.char_space = number(1);
                    self.next_line(0.0, -self.state.leading);
                    self.show(operands.get(2));
                }
                "TJ" => {
                    for item in operands.first().map_or(&[][..], Object::array) {
                        match item {
                            Object::Number(back) => {
                                let shift = -back / 1000.0 * self.state.size * self.state.scale;
                                self.text = multiplied(&translation(shift, 0.0), &self.text);
                            }
                            item => self.show(Some(item)),
                        }
                    }
                }
                "BMC" | "BDC" => self.begin_mark(&operands, resources),
                "EMC" => {
                    self.marks.pop();
                    self.is_open = false;
                }
                "m" => self.add_path(Segment::Move(number(0), number(1))),
                "l" => self.add_path(Segment::Line(number(0), number(1))),
                "c" => self.add_path(Segment::Curve(number(4), number(5))),
                "v" | "y" => self.add_path(Segment::Curve(number(2), number(3))),
                "h" => self.add_path(Segment::Close),
                "re" => self.add_path(Segment::Rectangle(number(0), number(1), number(2), number(3))),
                "S" | "s" | "B" | "B*" | "b" | "b*" => self.paint(true),
                "f" | "F" | "f*" => self.paint(false),
                "n" => self.path.clear(),
                "Do" => {
                    if let Some(name) = operands.first().and_then(Object::name) {
                        self.draw_object(name, resources, depth)?;
                    }
                }
                "BI" => skip_inline_image(bytes, &mut lexer),
                _ => {}
            }
            operands.clear();
        }
        self.saved.truncate(floor);
        Ok(())
    }

    /// Moves to the start of a line at a distance from the start of the current line.
    fn next_line(&mut self, x: f64, y: f64) {
        self.line = multiplied(&translation(x, y), &self.line);
        self.text = self.line;
    }

    /// Begins marked content, which may be an artifact or have a text that replaces its glyphs.
    fn begin_mark(&mut self, operands: &[Object], resources: &Dict) {
        let file = self.context.file;
        let outer = self.marks.last().is_some_and(|(is_artifact, _)| *is_artifact);
        let is_artifact = outer || operands.first().and_then(Object::name) == Some("Artifact");
        let properties = match operands.get(1) {
            Some(Object::Dict(dict)) => Some(dict.clone()),
            Some(Object::Name(name)) => Some(file.dict(&self.context.resource(resources, "Properties", name))),
            _ => None,
        };
        let replacement = properties.and_then(|properties| match file.get(&properties, "ActualText") {
            Object::String(text) => Some(super::text_string(&text)),
            _ => None,
        });
        if self.marks.len() < 1_000 {
            self.marks.push((is_artifact, replacement));
        }
    }

    /// Shows a string: adds its glyphs to the page.
    fn show(&mut self, string: Option<&Object>) {
        let (Some(Object::String(string)), Some(font)) = (string, self.state.font.clone()) else { return };
        self.context.take_steps(string.len() / BYTES_PER_STEP);
        font.glyphs(string, &mut |glyph| self.add_glyph(&font, &glyph));
    }

    /// Adds a glyph to the last word of the page or to a new one, and moves past it.
    fn add_glyph(&mut self, font: &Font, glyph: &Glyph<'_>) {
        let state = &self.state;
        let matrix = multiplied(&self.text, &state.matrix);
        let (x, y) = applied(&matrix, 0.0, state.rise);
        let width = f64::from(glyph.width) / 1000.0 * state.size;
        let mut advance = width + state.char_space;
        if glyph.is_space {
            advance += state.word_space;
        }
        let (end_x, end_y) = applied(&matrix, width * state.scale, state.rise);
        let size = state.size.abs() * (matrix[2].powi(2) + matrix[3].powi(2)).sqrt();
        let spacing = state.char_space.max(0.0) * state.scale * (matrix[0].powi(2) + matrix[1].powi(2)).sqrt();
        let (render_mode, is_bold) = (state.render_mode, font.is_bold || state.render_mode == 2);
        self.text = multiplied(&translation(advance * state.scale, 0.0), &self.text);
        // Text that runs up or down is a label of an axis or a note at the edge, and invisible text repeats the words
        // of a scan. Neither is added.
        let is_level = (end_y - y).abs() <= (end_x - x).abs().max(0.01) * 0.2 && end_x >= x - 0.01;
        let is_near = [x, y, end_x].iter().all(|coordinate| coordinate.abs() < MAX_COORDINATE);
        let is_visible = size > 1.0 && size < 500.0 && is_near;
        if !is_level || !is_visible || render_mode == 7 {
            self.is_open = false;
            return;
        }
        let mut text: &str = &glyph.text;
        let replacement;
        let mut is_artifact = false;
        if let Some((artifact, actual)) = self.marks.last_mut() {
            is_artifact = *artifact;
            if let Some(actual) = actual {
                replacement = std::mem::take(actual);
                text = &replacement;
            }
        }
        if text.chars().all(|c| c.is_whitespace() || c.is_control() || c == '\u{200b}') {
            if text.is_empty() {
                self.pen = (end_x, y);
            } else {
                self.is_open = false;
            }
            return;
        }
        let text = text.trim();
        let continues_word = self.is_open
            && self.page.words.last().is_some_and(|word| {
                let gap = x - self.pen.0 - spacing;
                let word_size = f64::from(word.size);
                let letter = word_size.min(size);
                let shift = (y - self.pen.1).abs();
                let is_same_line = shift < letter * 0.12 && (word_size - size).abs() < size * 0.12;
                // The letters of a logo such as that of TeX are raised, lowered, and set into one another.
                let is_logo = gap < -letter * 0.08
                    && shift < word_size * 0.35
                    && size > word_size * 0.6
                    && size < word_size * 1.12
                    && [word.text.as_str(), text].iter().all(|part| part.chars().all(char::is_alphabetic));
                (is_same_line || is_logo)
                    && gap < letter * 0.16
                    && gap > -letter * 0.6
                    && word.is_artifact == is_artifact
            });
        self.pen = (end_x, y);
        // A document whose pages have more text is refused afterwards.
        if self.text_bytes > self.context.max_text {
            return;
        }
        if continues_word && let Some(word) = self.page.words.last_mut() {
            let before = word.text.len();
            push_letters(&mut word.text, text);
            self.text_bytes += word.text.len() - before;
            word.right = word.right.max(end_x as f32);
            word.is_bold &= is_bold;
        } else if self.page.words.len() < MAX_WORDS {
            let mut letters = String::new();
            push_letters(&mut letters, text);
            self.text_bytes += letters.len();
            self.page.words.push(Word {
                text: letters,
                left: x as f32,
                right: end_x as f32,
                base: y as f32,
                size: size as f32,
                is_bold,
                is_italic: font.is_italic,
                is_mono: font.is_mono,
                is_artifact,
            });
        }
        self.is_open = true;
    }

    fn add_path(&mut self, segment: Segment) {
        if self.path.len() < MAX_SHAPES {
            self.path.push(segment);
        }
    }

    /// Adds the parts of a painted path that are rules to the page.
    fn paint(&mut self, is_stroked: bool) {
        let matrix = self.state.matrix;
        let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
        let path = std::mem::take(&mut self.path);
        let is_simple = path.len() <= 2_000;
        for segment in path.iter().filter(|_| is_simple) {
            match *segment {
                Segment::Move(x, y) => {
                    at = applied(&matrix, x, y);
                    start = at;
                }
                Segment::Curve(x, y) => at = applied(&matrix, x, y),
                Segment::Line(x, y) => {
                    let to = applied(&matrix, x, y);
                    if is_stroked {
                        self.add_rule(at, to);
                    }
                    at = to;
                }
                Segment::Close => {
                    if is_stroked {
                        self.add_rule(at, start);
                    }
                    at = start;
                }
                Segment::Rectangle(x, y, width, height) => {
                    let corner = applied(&matrix, x, y);
                    let opposite = applied(&matrix, x + width, y + height);
                    let is_thin = (corner.0 - opposite.0).abs() < 2.5 || (corner.1 - opposite.1).abs() < 2.5;
                    if is_thin {
                        self.add_rule(corner, opposite);
                    } else if is_stroked {
                        self.add_rule(corner, (opposite.0, corner.1));
                        self.add_rule((corner.0, opposite.1), opposite);
                        self.add_rule(corner, (corner.0, opposite.1));
                        self.add_rule((opposite.0, corner.1), opposite);
                    }
                    at = corner;
                    start = corner;
                }
            }
        }
        // A thin filled area whose sides are drawn one by one is a rule, too.
        if !is_stroked
            && path.len() <= 6
            && !path.iter().any(|segment| matches!(segment, Segment::Rectangle(..) | Segment::Curve(..)))
        {
            let points: Vec<(f64, f64)> = path
                .iter()
                .filter_map(|segment| match *segment {
                    Segment::Move(x, y) | Segment::Line(x, y) => Some(applied(&matrix, x, y)),
                    _ => None,
                })
                .collect();
            if points.len() >= 4 {
                let (smallest, largest) = extremes(&points);
                if (smallest.0 - largest.0).abs() < 2.5 || (smallest.1 - largest.1).abs() < 2.5 {
                    self.add_rule(smallest, largest);
                }
            }
        }
    }

    /// Adds the rectangle between two corners to the rules of the page, if it is a thin line.
    fn add_rule(&mut self, corner: (f64, f64), opposite: (f64, f64)) {
        let rule = Rule::between(corner, opposite);
        let (width, height) = (rule.right - rule.left, rule.bottom - rule.top);
        let is_rule = (width < 2.5) != (height < 2.5) && width.max(height) >= 4.0;
        if is_rule && self.page.rules.len() < MAX_SHAPES {
            self.page.rules.push(rule);
        }
    }

    /// Adds a picture that is an object of its own, or runs the content of a form.
    fn draw_object(&mut self, name: &str, resources: &Dict, depth: usize) -> Result<(), ReadError> {
        let file = self.context.file;
        let reference = self.context.resource(resources, "XObject", name);
        let Some(stream) = file.stream(&reference) else { return Ok(()) };
        match file.get(&stream.dict, "Subtype").name() {
            Some("Image") => self.add_picture(&reference, &stream),
            Some("Form") if depth < MAX_FORMS => {
                let matrix = file.numbers(stream.dict.get("Matrix"));
                let bytes = file.decoded(&stream)?;
                let form_resources = match file.get(&stream.dict, "Resources") {
                    Object::Dict(form_resources) => form_resources,
                    _ => resources.clone(),
                };
                let before = (self.state.clone(), self.text, self.line);
                if let Ok(matrix) = Matrix::try_from(matrix) {
                    self.state.matrix = multiplied(&matrix, &self.state.matrix);
                }
                self.is_open = false;
                self.run(&bytes, &form_resources, depth + 1)?;
                (self.state, self.text, self.line) = before;
                self.is_open = false;
            }
            _ => {}
        }
        Ok(())
    }

    fn add_picture(&mut self, reference: &Object, stream: &Stream) {
        let file = self.context.file;
        let pixel = |key: &str| file.number(&stream.dict, key).unwrap_or(0.0).clamp(0.0, 1e6) as u32;
        let pixels = (pixel("Width"), pixel("Height"));
        let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| applied(&self.state.matrix, x, y));
        let (smallest, largest) = extremes(&corners);
        let area = Rule::between(smallest, largest);
        let is_mask = matches!(file.get(&stream.dict, "ImageMask"), Object::Bool(true));
        let object = match reference {
            Object::Ref(number) if !is_mask => Some(*number),
            _ => None,
        };
        let is_artifact = self.marks.last().is_some_and(|(is_artifact, _)| *is_artifact);
        if self.page.pictures.len() < MAX_PICTURES {
            self.page.pictures.push(PlacedPicture { object, area, pixels, is_artifact });
        }
    }
}

/// The smallest and the largest coordinates of points.
fn extremes(points: &[(f64, f64)]) -> ((f64, f64), (f64, f64)) {
    let extreme = |pick: fn(&(f64, f64)) -> f64, choose: fn(f64, f64) -> f64| {
        points.iter().map(pick).reduce(choose).unwrap_or(0.0)
    };
    let smallest = (extreme(|point| point.0, f64::min), extreme(|point| point.1, f64::min));
    (smallest, (extreme(|point| point.0, f64::max), extreme(|point| point.1, f64::max)))
}

/// Adds letters, with ligatures taken apart.
fn push_letters(word: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            'ﬀ' => word.push_str("ff"),
            'ﬁ' => word.push_str("fi"),
            'ﬂ' => word.push_str("fl"),
            'ﬃ' => word.push_str("ffi"),
            'ﬄ' => word.push_str("ffl"),
            'ﬅ' | 'ﬆ' => word.push_str("st"),
            '\u{a0}' => word.push(' '),
            c if c.is_control() => {}
            // Fonts of signs have their bullets among these characters for private use.
            '\u{f000}'..='\u{f0ff}' => word.push('•'),
            c => word.push(c),
        }
    }
}

/// Skips the bytes of a picture inside the content.
fn skip_inline_image(bytes: &[u8], lexer: &mut Lexer<'_>) {
    let mut at = lexer.at;
    let is_space = |c: Option<&u8>| c.is_none_or(|c| matches!(c, 0 | 9 | 10 | 12 | 13 | 32));
    while at + 2 <= bytes.len() {
        if &bytes[at..at + 2] == b"EI" && is_space(bytes.get(at.wrapping_sub(1))) && is_space(bytes.get(at + 2)) {
            lexer.at = at + 2;
            return;
        }
        at += 1;
    }
    lexer.at = bytes.len();
}
