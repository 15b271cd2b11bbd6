//! The text of a slide in a form that does not depend on its type.
//!
//! Slides are read by their declared fields and the usual field names, so types of organizations work like built-in
//! types. No text that a person wrote is dropped.

use deck::{Block, Content, Field, Kind, Registry, SlideType};
use serde_json::Value;

use super::language::Language;
use super::read::{CodeBlock, DataTable, Link};
use super::text::{comparison_key, words};

/// The text, pictures and data of a slide, independent of its type.
#[derive(Debug, Clone, Default)]
pub(crate) struct SlideOutline {
    pub(crate) title: String,
    pub(crate) subheading: String,
    /// Running text, in Markdown.
    pub(crate) paragraphs: Vec<String>,
    pub(crate) points: Vec<OutlinePoint>,
    /// The last line of the slide: a caption, a verdict, a source.
    pub(crate) closing: String,
    pub(crate) attribution: String,
    pub(crate) table: Option<DataTable>,
    pub(crate) code: Option<CodeBlock>,
    pub(crate) pictures: Vec<SlidePicture>,
    pub(crate) links: Vec<Link>,
    /// Whether the points are in an order that matters.
    pub(crate) ordered: bool,
    /// The kind of chart that shows the table.
    pub(crate) chart: Option<deck::ChartKind>,
    /// Options that any slide may carry, copied unchanged.
    pub(crate) slide_options: Content,
}

/// One of several points of equal weight.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct OutlinePoint {
    /// The date or the figure that the point is about.
    pub(crate) date_or_value: String,
    /// Unit of the figure.
    pub(crate) unit: String,
    pub(crate) title: String,
    pub(crate) text: String,
    /// Heading of the group that the point belongs to.
    pub(crate) group: String,
    /// Index of its picture in the outline.
    pub(crate) picture: Option<usize>,
}

/// A picture on a slide.
#[derive(Debug, Clone, Default)]
pub(crate) struct SlidePicture {
    pub(crate) source: String,
    pub(crate) alt: String,
    pub(crate) caption: String,
    /// Whether nothing of it may be cut off, as of a drawing.
    pub(crate) is_whole: bool,
}

impl OutlinePoint {
    /// A point with a title and a text.
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self { title: title.into(), text: text.into(), ..Self::default() }
    }

    /// The date or figure with its unit; empty where there is none.
    pub(crate) fn figure(&self) -> String {
        format!("{} {}", self.date_or_value, self.unit).trim().to_owned()
    }

    /// The point in Markdown.
    pub(crate) fn line(&self) -> String {
        let figure = if self.unit.is_empty() {
            self.date_or_value.clone()
        } else {
            format!("{} {}", self.date_or_value, self.unit)
        };
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

/// The outline of a slide. A slide of an unknown type is read key by key.
pub(crate) fn outline_of(registry: &Registry, slide_type: Option<&SlideType>, content: &Content) -> SlideOutline {
    let mut outline = SlideOutline::default();
    let Some(slide_type) = slide_type else {
        for (key, value) in content {
            read_unknown_value(key, value, &mut outline);
        }
        return outline;
    };
    let mut content = content.clone();
    registry.replace_older(slide_type, &mut content);
    for (key, value) in &content {
        match slide_type.any_field(key) {
            Some(field) if is_custom_label(slide_type, &field.key) => {
                value.as_str().unwrap_or_default().trim().clone_into(&mut outline.title);
            }
            Some(field) => read_field(field, value, &mut outline),
            None => {
                outline.slide_options.insert(key.clone(), value.clone());
            }
        }
    }
    if slide_type.key == "table-slide"
        && content.get("headerRow").and_then(Value::as_str) == Some("off")
        && let Some(table) = &mut outline.table
    {
        table.has_header = false;
    }
    if let Some(kind) = content.get("chartType").and_then(Value::as_str) {
        outline.chart = deck::ChartKind::named(kind);
    }
    let is_numbered = content.get("variant").and_then(Value::as_str) == Some("numbers");
    outline.ordered =
        is_numbered || matches!(slide_type.key.as_str(), "process-slide" | "timeline-slide" | "cycle-slide");
    if let Some(background) = content.get("background") {
        outline.slide_options.insert("background".to_owned(), background.clone());
    }
    for instance in &slide_type.instance_keys {
        outline.slide_options.shift_remove(instance.name());
    }
    outline
}

/// Whether a field is the label field of a type that is not built in. It may have any key.
pub(crate) fn is_custom_label(slide_type: &SlideType, key: &str) -> bool {
    slide_type.origin != deck::Origin::Core && slide_type.label_field.as_deref() == Some(key)
}

/// Reads a value of a slide of an unknown type: the title, or a paragraph for each other text.
fn read_unknown_value(key: &str, value: &Value, outline: &mut SlideOutline) {
    match value {
        Value::String(text) if key == "title" => outline.title.clone_from(text),
        Value::String(text) if !text.trim().is_empty() => outline.paragraphs.push(text.trim().to_owned()),
        Value::Array(entries) => entries.iter().for_each(|entry| read_unknown_value("", entry, outline)),
        Value::Object(entry) => entry.iter().for_each(|(_, value)| read_unknown_value("", value, outline)),
        _ => {}
    }
}

/// Reads the value of a declared field.
fn read_field(field: &Field, value: &Value, outline: &mut SlideOutline) {
    match (&field.kind, value) {
        (Kind::Items { fields, .. }, Value::Array(entries)) => read_entries(field, fields, entries, outline),
        (Kind::Image, Value::String(source)) if !source.trim().is_empty() => {
            outline.pictures.push(SlidePicture { source: source.clone(), ..SlidePicture::default() });
        }
        (kind, Value::String(text)) if kind.is_text() && !text.trim().is_empty() => {
            read_text(&field.key, &field.kind, text.trim(), outline);
        }
        _ => {}
    }
}

/// Reads a text by the key of its field, or else by its kind.
fn read_text(key: &str, kind: &Kind, text: &str, outline: &mut SlideOutline) {
    let owned = text.to_owned();
    match (key, kind) {
        ("title" | "question", _) if outline.title.is_empty() => outline.title = owned,
        ("subheading", _) => outline.subheading = owned,
        ("meta" | "bottomSubheading" | "caption" | "verdict", _) => {
            outline.closing =
                if outline.closing.is_empty() { owned } else { format!("{} · {owned}", outline.closing) };
        }
        ("attribution", _) => outline.attribution = owned,
        ("leftTitle" | "rightTitle", _) => outline.points.push(OutlinePoint::new(owned, "")),
        ("leftBody" | "rightBody", _) => match outline.points.last_mut() {
            Some(point) if point.text.is_empty() => point.text = owned,
            _ => outline.points.push(OutlinePoint::new("", owned)),
        },
        ("alt" | "authorImage1Alt", _) => {
            if let Some(picture) = outline.pictures.last_mut() {
                picture.alt = owned;
            } else {
                outline.pictures.push(SlidePicture { alt: owned, ..SlidePicture::default() });
            }
        }
        ("language", _) => outline.code.get_or_insert_default().language = owned,
        ("highlightLines" | "zoomPositions", _) | (_, Kind::Icon | Kind::SlideRef) => {}
        ("minLabel" | "maxLabel", _) => outline.points.push(OutlinePoint::new(owned, "")),
        (option, _) if option.starts_with("option") => outline.points.push(OutlinePoint::new(owned, "")),
        (_, Kind::Code) => {
            let code = outline.code.get_or_insert_default();
            code.text = if code.text.is_empty() { owned } else { format!("{}\n\n{owned}", code.text) };
        }
        (_, Kind::Csv) => {
            let rows = deck::csv_rows(text).into_iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty()));
            let rows: Vec<Vec<String>> =
                rows.map(|row| row.iter().map(|cell| cell.trim().to_owned()).collect()).collect();
            let has_header =
                rows.first().and_then(|row| row.get(1)).is_some_and(|cell| !super::find::figures::is_number(cell));
            outline.table = Some(DataTable { has_header, rows });
        }
        ("source", _) | (_, Kind::Url | Kind::Link) => outline.links.push(Link { label: String::new(), url: owned }),
        (_, Kind::Markdown) => read_markdown(text, outline),
        _ => outline.paragraphs.push(owned),
    }
}

/// Reads paragraphs followed by one list as paragraphs and points. Any other Markdown becomes one paragraph.
fn read_markdown(text: &str, outline: &mut SlideOutline) {
    let blocks = deck::blocks(text);
    let is_simple = blocks.iter().all(|block| matches!(block, Block::Paragraph(_) | Block::List { .. }));
    let lists = blocks.iter().filter(|block| matches!(block, Block::List { .. })).count();
    let ends_with_list = matches!(blocks.last(), Some(Block::List { .. }));
    if !(is_simple && lists == 1 && ends_with_list && outline.points.is_empty()) {
        outline.paragraphs.push(text.to_owned());
        return;
    }
    for block in &blocks {
        match block {
            Block::List { start, items } => {
                outline.ordered |= start.is_some();
                for item in items {
                    outline.points.push(list_point(item));
                }
            }
            other => outline.paragraphs.push(deck::plain_text(std::slice::from_ref(other))),
        }
    }
}

/// An item of a Markdown list as a point. Bold words at its start become the title.
fn list_point(item: &deck::ListItem) -> OutlinePoint {
    if let [Block::Paragraph(run)] = item.blocks.as_slice()
        && let [deck::Inline::Strong(head), rest @ ..] = run.as_slice()
        && !rest.is_empty()
    {
        let text = deck::plain_inlines(rest);
        return OutlinePoint::new(deck::plain_inlines(head), text.trim_start_matches([':', ' ', '.']).to_owned());
    }
    OutlinePoint::new("", deck::plain_text(&item.blocks))
}

/// Reads the entries of a list field: rows of a table where the entries have cells (`c1`, `c2`, ...), else points.
fn read_entries(list: &Field, fields: &[Field], entries: &[Value], outline: &mut SlideOutline) {
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
            outline.table = Some(DataTable { has_header: true, rows });
        }
        return;
    }
    for entry in entries.iter().filter_map(Value::as_object) {
        read_entry(&list.key, fields, entry, "", outline);
    }
}

/// Reads one entry of a list field as a point, with its picture and link.
fn read_entry(list: &str, fields: &[Field], entry: &Content, group: &str, outline: &mut SlideOutline) {
    let mut point = OutlinePoint { group: group.to_owned(), ..OutlinePoint::default() };
    let mut picture = SlidePicture::default();
    let mut link = Link { label: String::new(), url: String::new() };
    for field in fields {
        let Some(value) = entry.get(&field.key) else { continue };
        if let (Kind::Items { fields, .. }, Value::Array(entries)) = (&field.kind, value) {
            let group = std::mem::take(&mut point.title);
            for inner in entries.iter().filter_map(Value::as_object) {
                read_entry(&field.key, fields, inner, &group, outline);
            }
            continue;
        }
        let Some(text) = value.as_str().map(str::trim).filter(|text| !text.is_empty()) else { continue };
        let owned = text.to_owned();
        match (field.key.as_str(), &field.kind) {
            (_, Kind::Image) => picture.source = owned,
            ("alt" | "authorImageAlt", _) => picture.alt = owned,
            ("caption", _) => picture.caption = owned,
            ("date" | "value", _) => point.date_or_value = owned,
            ("unit", _) => point.unit = owned,
            ("label", _) if list == "actions" => link.label = owned,
            (_, Kind::Url | Kind::Link) => link.url = owned,
            (_, Kind::Icon | Kind::SlideRef | Kind::Enum { .. }) => {}
            _ if point.title.is_empty() && !matches!(field.kind, Kind::Markdown) => point.title = owned,
            _ if point.text.is_empty() => point.text = owned,
            _ => point.text = format!("{} {owned}", point.text),
        }
    }
    if !picture.source.is_empty() || !picture.alt.is_empty() || !picture.caption.is_empty() {
        point.picture = Some(outline.pictures.len());
        outline.pictures.push(picture);
    }
    if !link.url.is_empty() {
        if link.label.is_empty() {
            link.label.clone_from(&point.title);
        }
        outline.links.push(link);
    }
    if !(point.title.is_empty() && point.text.is_empty() && point.date_or_value.is_empty()) {
        outline.points.push(point);
    }
}

impl SlideOutline {
    /// All non-blank texts of the outline.
    pub(crate) fn pieces(&self) -> Vec<String> {
        let mut pieces = vec![self.title.clone(), self.subheading.clone()];
        pieces.extend(self.paragraphs.iter().cloned());
        let mut group = "";
        for point in &self.points {
            if point.group != group {
                pieces.push(point.group.clone());
                group = &point.group;
            }
            let figure = format!("{} {}", point.date_or_value, point.unit);
            pieces.extend([figure, point.title.clone(), point.text.clone()]);
        }
        pieces.extend([self.attribution.clone(), self.closing.clone()]);
        if let Some(table) = &self.table {
            pieces.extend(table.pieces());
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

    /// Whether the outline has no text.
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces().is_empty()
    }

    /// The outline with the rows of its table as points, where it has no points.
    pub(crate) fn with_points(mut self) -> Self {
        if self.points.is_empty()
            && let Some(table) = self.table.take()
        {
            self.points = table.points();
        }
        self
    }
}

impl DataTable {
    /// A point for each row: the first cell as its title, the others as its text, with the names of their columns.
    pub(crate) fn points(&self) -> Vec<OutlinePoint> {
        let (head, rows) = match self.rows.split_first() {
            Some((head, rows)) if self.has_header && !rows.is_empty() => (head.as_slice(), rows),
            _ => (&[] as &[String], self.rows.as_slice()),
        };
        let has_many_columns = rows.iter().any(|row| row.len() > 2);
        rows.iter()
            .map(|row| {
                let cell = |(at, text): (usize, &String)| match head
                    .get(at + 1)
                    .filter(|name| has_many_columns && !name.is_empty())
                {
                    Some(name) => format!("{name} {text}"),
                    None => text.clone(),
                };
                let rest: Vec<String> =
                    row.iter().skip(1).enumerate().filter(|(_, text)| !text.is_empty()).map(cell).collect();
                OutlinePoint::new(row.first().cloned().unwrap_or_default(), rest.join(" · "))
            })
            .collect()
    }
}

/// The pieces of text that a slide does not show. Stop words and punctuation are ignored, so a sentence counts as shown
/// when its parts are in two fields.
pub(crate) fn unshown_pieces(pieces: &[String], content: &Content, language: &Language) -> Vec<String> {
    let (mut meaningful_text, mut full_text) = (String::new(), String::new());
    for (_, value) in content.iter().filter(|(key, _)| !is_option_key(key)) {
        collect_meaningful(value, language, &mut meaningful_text);
        collect_full(value, &mut full_text);
    }
    let mut unshown: Vec<String> = Vec::new();
    for piece in pieces {
        let key = meaningful_key(piece, language);
        // Without its stop words, a text of less than four words could match by chance, so it is compared in full.
        let is_shown = if words(piece).take(4).count() < 4 {
            full_text.contains(&comparison_key(piece))
        } else {
            meaningful_text.contains(&key)
        };
        if !key.is_empty() && !is_shown && !unshown.contains(piece) {
            unshown.push(piece.clone());
        }
    }
    unshown
}

/// The comparison key of a text without its stop words; of the whole text where it has only stop words.
fn meaningful_key(text: &str, language: &Language) -> String {
    const NEGATIONS: &str = "not no nor never niet geen nooit nicht kein keine keinen ne pas non jamais nunca sin";
    let is_meaningful = |word: &&str| {
        let lower = word.to_lowercase();
        !language.is_stop_word(&lower) || NEGATIONS.split(' ').any(|known| known == lower)
    };
    let key: String = words(text).filter(is_meaningful).map(comparison_key).collect();
    if key.is_empty() { comparison_key(text) } else { key }
}

/// Whether the value of a content key is an option rather than text.
pub(crate) fn is_option_key(key: &str) -> bool {
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

/// Appends the comparison keys of all texts in a value.
fn collect_full(value: &Value, keys: &mut String) {
    match value {
        Value::String(text) => keys.push_str(&comparison_key(text)),
        Value::Array(entries) => entries.iter().for_each(|entry| collect_full(entry, keys)),
        Value::Object(entry) => entry.values().for_each(|value| collect_full(value, keys)),
        _ => {}
    }
}

/// Appends the comparison keys of all texts in a value, without stop words and options.
fn collect_meaningful(value: &Value, language: &Language, keys: &mut String) {
    match value {
        Value::String(text) => keys.push_str(&meaningful_key(text, language)),
        Value::Array(entries) => entries.iter().for_each(|entry| collect_meaningful(entry, language, keys)),
        Value::Object(entry) => entry
            .iter()
            .filter(|(key, _)| !is_option_key(key))
            .for_each(|(_, value)| collect_meaningful(value, language, keys)),
        _ => {}
    }
}
