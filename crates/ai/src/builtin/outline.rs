//! The neutral form of a slide: what it says, whatever its type.
//!
//! Reading goes by the declared fields and their usual names, so types of organizations are read as well as built-in
//! ones. Nothing a person wrote is left behind.

use deck::{Block, Content, Field, Kind, Registry, SlideType};
use serde_json::Value;

use super::language::Language;
use super::read::Link;
use super::text::{bare, words};

/// What a slide says.
#[derive(Debug, Clone, Default)]
pub(crate) struct Outline {
    pub(crate) title: String,
    pub(crate) subheading: String,
    /// Running text, in Markdown.
    pub(crate) paragraphs: Vec<String>,
    pub(crate) points: Vec<Point>,
    /// A line under the whole: a caption, a verdict, a source.
    pub(crate) closing: String,
    pub(crate) attribution: String,
    pub(crate) table: Option<Grid>,
    pub(crate) code: Option<Code>,
    pub(crate) pictures: Vec<Shot>,
    pub(crate) links: Vec<Link>,
    pub(crate) ordered: bool,
    /// How a chart is drawn.
    pub(crate) chart: Option<deck::ChartKind>,
    /// What any slide may carry, kept as it is.
    pub(crate) kept: Content,
}

/// One of several things of equal weight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Point {
    /// Its date or its figure.
    pub(crate) mark: String,
    pub(crate) unit: String,
    pub(crate) title: String,
    pub(crate) text: String,
    /// The heading it stands under together with its neighbours.
    pub(crate) group: String,
    pub(crate) picture: Option<usize>,
}

/// Rows of cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    pub(crate) head: bool,
    pub(crate) rows: Vec<Vec<String>>,
}

/// Source code.
#[derive(Debug, Clone, Default)]
pub(crate) struct Code {
    pub(crate) language: String,
    pub(crate) text: String,
}

/// A picture on a slide.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shot {
    pub(crate) source: String,
    pub(crate) alt: String,
    pub(crate) caption: String,
}

impl Point {
    /// A point of a head and a text.
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), text: text.into(), ..Self::default() }
    }

    /// The point as one line of Markdown.
    pub(crate) fn line(&self) -> String {
        let figure = if self.unit.is_empty() { self.mark.clone() } else { format!("{} {}", self.mark, self.unit) };
        let title = match (figure.is_empty(), self.title.is_empty()) {
            (true, _) => self.title.clone(),
            (_, true) => figure,
            _ => format!("{figure}: {}", self.title),
        };
        let text = self.text.trim();
        if title.is_empty() {
            text.to_owned()
        } else if text.is_empty() {
            title
        } else if text.contains('\n') {
            format!("**{title}**\n\n{text}")
        } else {
            format!("**{title}**: {text}")
        }
    }
}

/// Reads a slide of any type.
pub(crate) fn outline(registry: &Registry, slide_type: Option<&SlideType>, content: &Content) -> Outline {
    let mut made = Outline::default();
    let Some(slide_type) = slide_type else {
        for (key, value) in content {
            unknown(key, value, &mut made);
        }
        return made;
    };
    let mut content = content.clone();
    registry.fold_older(slide_type, &mut content);
    for (key, value) in &content {
        match slide_type.any_field(key) {
            Some(field) if is_own_label(slide_type, &field.key) => {
                value.as_str().unwrap_or_default().trim().clone_into(&mut made.title);
            }
            Some(field) => read_field(field, value, &mut made),
            None => {
                made.kept.insert(key.clone(), value.clone());
            }
        }
    }
    if slide_type.key == "table-slide"
        && content.get("headerRow").and_then(Value::as_str) == Some("off")
        && let Some(table) = &mut made.table
    {
        table.head = false;
    }
    if let Some(kind) = content.get("chartType").and_then(Value::as_str) {
        made.chart = deck::ChartKind::named(kind);
    }
    let words = |key: &str| content.get(key).and_then(Value::as_str) == Some("numbers");
    made.ordered =
        words("variant") || matches!(slide_type.key.as_str(), "process-slide" | "timeline-slide" | "cycle-slide");
    if let Some(background) = content.get("background") {
        made.kept.insert("background".to_owned(), background.clone());
    }
    for instance in &slide_type.instance_keys {
        made.kept.shift_remove(instance.name());
    }
    made
}

/// Whether a field names the slides of a type that is not built in, whatever the field is called.
pub(crate) fn is_own_label(slide_type: &SlideType, key: &str) -> bool {
    slide_type.origin != deck::Origin::Core && slide_type.label_field.as_deref() == Some(key)
}

fn unknown(key: &str, value: &Value, made: &mut Outline) {
    match value {
        Value::String(text) if key == "title" => made.title.clone_from(text),
        Value::String(text) if !text.trim().is_empty() => made.paragraphs.push(text.trim().to_owned()),
        Value::Array(entries) => entries.iter().for_each(|entry| unknown("", entry, made)),
        Value::Object(entry) => entry.iter().for_each(|(_, value)| unknown("", value, made)),
        _ => {}
    }
}

fn read_field(field: &Field, value: &Value, made: &mut Outline) {
    match (&field.kind, value) {
        (Kind::Items { fields, .. }, Value::Array(entries)) => read_entries(field, fields, entries, made),
        (Kind::Image, Value::String(source)) if !source.trim().is_empty() => {
            made.pictures.push(Shot { source: source.clone(), ..Shot::default() });
        }
        (kind, Value::String(text)) if kind.is_text() && !text.trim().is_empty() => {
            read_text(&field.key, &field.kind, text.trim(), made);
        }
        _ => {}
    }
}

fn read_text(key: &str, kind: &Kind, text: &str, made: &mut Outline) {
    let owned = text.to_owned();
    match (key, kind) {
        ("title" | "question", _) if made.title.is_empty() => made.title = owned,
        ("subheading", _) => made.subheading = owned,
        ("meta" | "bottomSubheading" | "caption" | "verdict", _) => {
            made.closing = if made.closing.is_empty() { owned } else { format!("{} · {owned}", made.closing) };
        }
        ("attribution", _) => made.attribution = owned,
        ("leftTitle" | "rightTitle", _) => made.points.push(Point::new(owned, "")),
        ("leftBody" | "rightBody", _) => match made.points.last_mut() {
            Some(point) if point.text.is_empty() => point.text = owned,
            _ => made.points.push(Point::new("", owned)),
        },
        ("alt" | "authorImage1Alt", _) => {
            if let Some(picture) = made.pictures.last_mut() {
                picture.alt = owned;
            } else {
                made.pictures.push(Shot { alt: owned, ..Shot::default() });
            }
        }
        ("language", _) => made.code.get_or_insert_default().language = owned,
        ("highlightLines" | "zoomPositions", _) | (_, Kind::Icon | Kind::SlideRef) => {}
        ("minLabel" | "maxLabel", _) => made.points.push(Point::new(owned, "")),
        (option, _) if option.starts_with("option") => made.points.push(Point::new(owned, "")),
        (_, Kind::Code) => {
            let code = made.code.get_or_insert_default();
            code.text = if code.text.is_empty() { owned } else { format!("{}\n\n{owned}", code.text) };
        }
        (_, Kind::Csv) => {
            let rows = deck::csv_rows(text).into_iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty()));
            let rows: Vec<Vec<String>> =
                rows.map(|row| row.iter().map(|cell| cell.trim().to_owned()).collect()).collect();
            let head =
                rows.first().and_then(|row| row.get(1)).is_some_and(|cell| !super::find::figures::is_number(cell));
            made.table = Some(Grid { head, rows });
        }
        ("source", _) | (_, Kind::Url | Kind::Link) => made.links.push(Link { label: String::new(), url: owned }),
        (_, Kind::Markdown) => read_markdown(text, made),
        _ => made.paragraphs.push(owned),
    }
}

/// Paragraphs and the points of its lists; whatever else stays as Markdown.
fn read_markdown(text: &str, made: &mut Outline) {
    let blocks = deck::blocks(text);
    let simple = blocks.iter().all(|block| matches!(block, Block::Paragraph(_) | Block::List { .. }));
    let ends_in_list = blocks.iter().rposition(|block| matches!(block, Block::Paragraph(_)));
    let lists = blocks.iter().filter(|block| matches!(block, Block::List { .. })).count();
    let list_last = ends_in_list.is_none_or(|paragraph| paragraph < blocks.len() - 1);
    if !(simple && lists == 1 && list_last && made.points.is_empty()) {
        made.paragraphs.push(text.to_owned());
        return;
    }
    for block in &blocks {
        match block {
            Block::List { start, items } => {
                made.ordered |= start.is_some();
                for item in items {
                    made.points.push(list_point(item));
                }
            }
            other => made.paragraphs.push(deck::plain(std::slice::from_ref(other))),
        }
    }
}

fn list_point(item: &deck::ListItem) -> Point {
    if let [Block::Paragraph(run)] = item.blocks.as_slice()
        && let [deck::Inline::Strong(head), rest @ ..] = run.as_slice()
        && !rest.is_empty()
    {
        let text = deck::plain_run(rest);
        return Point::new(deck::plain_run(head), text.trim_start_matches([':', ' ', '.']).to_owned());
    }
    Point::new("", deck::plain(&item.blocks))
}

fn read_entries(list: &Field, fields: &[Field], entries: &[Value], made: &mut Outline) {
    if list.item_field("c1").is_some() {
        let row = |entry: &Value| {
            let cells = fields
                .iter()
                .map(|field| entry.get(&field.key).and_then(Value::as_str).unwrap_or_default().trim().to_owned());
            let mut cells: Vec<String> = cells.collect();
            while cells.last().is_some_and(String::is_empty) {
                cells.pop();
            }
            cells
        };
        let rows: Vec<Vec<String>> = entries.iter().map(row).filter(|row| !row.is_empty()).collect();
        if !rows.is_empty() {
            made.table = Some(Grid { head: true, rows });
        }
        return;
    }
    for entry in entries.iter().filter_map(Value::as_object) {
        read_entry(&list.key, fields, entry, "", made);
    }
}

fn read_entry(list: &str, fields: &[Field], entry: &Content, group: &str, made: &mut Outline) {
    let mut point = Point { group: group.to_owned(), ..Point::default() };
    let mut shot = Shot::default();
    let mut link = Link { label: String::new(), url: String::new() };
    for field in fields {
        let Some(value) = entry.get(&field.key) else { continue };
        if let (Kind::Items { fields, .. }, Value::Array(entries)) = (&field.kind, value) {
            let group = std::mem::take(&mut point.title);
            for inner in entries.iter().filter_map(Value::as_object) {
                read_entry(&field.key, fields, inner, &group, made);
            }
            continue;
        }
        let Some(text) = value.as_str().map(str::trim).filter(|text| !text.is_empty()) else { continue };
        let owned = text.to_owned();
        match (field.key.as_str(), &field.kind) {
            (_, Kind::Image) => shot.source = owned,
            ("alt" | "authorImageAlt", _) => shot.alt = owned,
            ("caption", _) => shot.caption = owned,
            ("date" | "value", _) => point.mark = owned,
            ("unit", _) => point.unit = owned,
            ("label", _) if list == "actions" => link.label = owned,
            (_, Kind::Url | Kind::Link) => link.url = owned,
            (_, Kind::Icon | Kind::SlideRef | Kind::Enum { .. }) => {}
            _ if point.title.is_empty() && !matches!(field.kind, Kind::Markdown) => point.title = owned,
            _ if point.text.is_empty() => point.text = owned,
            _ => point.text = format!("{} {owned}", point.text),
        }
    }
    if !shot.source.is_empty() || !shot.alt.is_empty() || !shot.caption.is_empty() {
        point.picture = Some(made.pictures.len());
        made.pictures.push(shot);
    }
    if !link.url.is_empty() {
        if link.label.is_empty() {
            link.label.clone_from(&point.title);
        }
        made.links.push(link);
    }
    if !(point.title.is_empty() && point.text.is_empty() && point.mark.is_empty()) {
        made.points.push(point);
    }
}

impl Outline {
    /// Everything it says, piece by piece.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let mut pieces = vec![self.title.clone(), self.subheading.clone()];
        pieces.extend(self.paragraphs.iter().cloned());
        let mut group = "";
        for point in &self.points {
            if point.group != group {
                pieces.push(point.group.clone());
                group = &point.group;
            }
            let figure = format!("{} {}", point.mark, point.unit);
            pieces.extend([figure, point.title.clone(), point.text.clone()]);
        }
        pieces.extend([self.attribution.clone(), self.closing.clone()]);
        if let Some(table) = &self.table {
            pieces.extend(table.rows.iter().map(|row| row.join(", ")));
        }
        if let Some(code) = &self.code {
            pieces.push(code.text.clone());
        }
        for picture in &self.pictures {
            pieces.extend([picture.alt.clone(), picture.caption.clone(), picture.source.clone()]);
        }
        pieces.extend(self.links.iter().flat_map(|link| [link.label.clone(), link.url.clone()]));
        pieces.retain(|piece| !piece.trim().is_empty());
        pieces
    }

    /// Whether it says nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces().is_empty()
    }

    /// A table that holds its points, or the points that hold its table.
    pub(crate) fn with_points(mut self) -> Self {
        if self.points.is_empty()
            && let Some(table) = self.table.take()
        {
            self.points = table.points();
        }
        self
    }
}

impl Grid {
    /// A point for each row: the first cell, then the others with the heads of their columns.
    pub(crate) fn points(&self) -> Vec<Point> {
        let (head, rows) = match self.rows.split_first() {
            Some((head, rows)) if self.head && !rows.is_empty() => (head.as_slice(), rows),
            _ => (&[] as &[String], self.rows.as_slice()),
        };
        let many = rows.iter().any(|row| row.len() > 2);
        rows.iter()
            .map(|row| {
                let cell = |(at, text): (usize, &String)| match head.get(at + 1).filter(|name| many && !name.is_empty())
                {
                    Some(name) => format!("{name} {text}"),
                    None => text.clone(),
                };
                let rest: Vec<String> =
                    row.iter().skip(1).enumerate().filter(|(_, text)| !text.is_empty()).map(cell).collect();
                Point::new(row.first().cloned().unwrap_or_default(), rest.join(" · "))
            })
            .collect()
    }
}

/// The pieces that a slide does not show. Words without meaning and marks do not count, so a sentence that stands in
/// two parts on a slide is shown.
pub(crate) fn missing(pieces: &[String], content: &Content, language: &Language) -> Vec<String> {
    let (mut shown, mut whole) = (String::new(), String::new());
    for (_, value) in content.iter().filter(|(key, _)| !is_choice(key)) {
        collect(value, language, &mut shown);
        collect_whole(value, &mut whole);
    }
    let mut left: Vec<String> = Vec::new();
    for piece in pieces {
        let core = core(piece, language);
        let core = if core.is_empty() { bare(piece) } else { core };
        // A word or two may stand anywhere by chance: they must stand there as they are.
        let is_shown =
            if words(piece).take(4).count() < 4 { whole.contains(&bare(piece)) } else { shown.contains(&core) };
        if !core.is_empty() && !is_shown && !left.contains(piece) {
            left.push(piece.clone());
        }
    }
    left
}

/// The words of a text that mean something, run together.
fn core(text: &str, language: &Language) -> String {
    const NEGATIONS: &str = "not no nor never niet geen nooit nicht kein keine keinen ne pas non jamais nunca sin";
    let means = |word: &&str| {
        let lower = word.to_lowercase();
        !language.is_stop(&lower) || NEGATIONS.split(' ').any(|known| known == lower)
    };
    words(text).filter(means).map(bare).collect()
}

/// Keys of values that nobody reads.
fn is_choice(key: &str) -> bool {
    matches!(
        key,
        "icon"
            | "color"
            | "arrow"
            | "layout"
            | "variant"
            | "background"
            | "tone"
            | "direction"
            | "density"
            | "colCount"
            | "headerRow"
            | "style"
    )
}

fn collect_whole(value: &Value, whole: &mut String) {
    match value {
        Value::String(text) => whole.push_str(&bare(text)),
        Value::Array(entries) => entries.iter().for_each(|entry| collect_whole(entry, whole)),
        Value::Object(entry) => entry.values().for_each(|value| collect_whole(value, whole)),
        _ => {}
    }
}

fn collect(value: &Value, language: &Language, shown: &mut String) {
    match value {
        Value::String(text) => {
            let core = core(text, language);
            shown.push_str(&if core.is_empty() { bare(text) } else { core });
        }
        Value::Array(entries) => entries.iter().for_each(|entry| collect(entry, language, shown)),
        Value::Object(entry) => {
            entry.iter().filter(|(key, _)| !is_choice(key)).for_each(|(_, value)| collect(value, language, shown));
        }
        _ => {}
    }
}
