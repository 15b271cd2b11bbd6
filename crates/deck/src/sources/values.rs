//! Replaces bindings by values, once, between the stored deck and layout.
//!
//! A binding to all rows of a source (`[*]`) repeats the list entry that contains it, or, outside lists, the line. A
//! binding without a value stays as typed and is a finding. Texts of code, addresses and choices are left alone.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::Value;

use super::binding::{Binding, Cell, RowSelector, TextSegment, parts, repeated_sources};
use super::format::FORMATS;
use super::table::csv_cell;
use super::{Source, Table};
use crate::language::declared_fields;
use crate::{Content, Deck, Field, Kind, Registry, Slide, SlideId};

/// One row of a table of which each row becomes a deck. Bindings name its columns without a source: `{{name}}`.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The table.
    pub table: &'a Table,
    /// The row, from 0. `{{row}}` is its number from 1, unless the table has such a column.
    pub row: usize,
}

impl Record<'_> {
    /// A text with the values of the row in place of its bindings.
    ///
    /// # Errors
    /// Fails when a binding has no value; the reason is returned.
    pub fn filled_in(self, text: &str, lang: &str) -> Result<String, String> {
        let context = BindingContext { record: Some(self), stale: None };
        let values = BindingValues { sources: BTreeMap::new(), context, lang };
        let (mut text, mut findings) = (text.to_owned(), Findings::default());
        let place = TextPlace { slide: None, field: String::new() };
        values.replace(&mut text, TextSyntax::Line, &Rows::default(), &place, &mut findings);
        findings.found.into_iter().next().map_or(Ok(text), |finding| Err(finding.text))
    }
}

/// What bindings are replaced from, besides the sources of the deck.
#[derive(Debug, Clone, Copy, Default)]
pub struct BindingContext<'a> {
    /// The row that the deck is made from.
    pub record: Option<Record<'a>>,
    /// Names of the sources that are stale.
    pub stale: Option<&'a BTreeSet<String>>,
}

/// A binding that has no value, or whose source is stale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindingFinding {
    /// Id of the slide; none for the title or description of the deck.
    pub slide: Option<SlideId>,
    /// Path of the field, such as `items.2.title`.
    pub field: String,
    /// What is wrong, and what would be right.
    pub text: String,
}

/// A deck with values in place of its bindings.
#[derive(Debug)]
pub struct WithValues {
    /// The deck, without its sources.
    pub deck: Deck,
    /// The bindings that have no value or whose source is stale, in the order of the deck.
    pub findings: Vec<BindingFinding>,
    /// The lists in which entries were repeated.
    pub repeated: Vec<RepeatedList>,
}

/// A list of a slide whose entries repeat over rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedList {
    /// Id of the slide.
    pub slide: SlideId,
    /// Key of the list.
    pub list: String,
    /// For each entry, the position of the stored entry that it comes from.
    pub stored: Vec<usize>,
}

impl RepeatedList {
    /// The path of a stored value from the path of a drawn one, such as `items.0.title` from `items.2.title`.
    pub fn stored_path(&self, drawn: &str) -> Option<String> {
        let rest = drawn.strip_prefix(&self.list)?.strip_prefix('.')?;
        let (index, rest) = rest.split_once('.').map_or((rest, ""), |(index, _)| (index, &rest[index.len()..]));
        let stored = self.stored.get(index.parse::<usize>().ok()?)?;
        Some(format!("{}.{stored}{rest}", self.list))
    }
}

impl fmt::Display for BindingFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.text)
    }
}

impl Deck {
    /// The deck with values in place of its bindings. A deck without sources is returned unchanged.
    pub fn with_values(&self, registry: &Registry) -> Cow<'_, Self> {
        if !self.has_sources() {
            return Cow::Borrowed(self);
        }
        Cow::Owned(self.clone().into_values(registry, BindingContext::default()).deck)
    }

    /// The deck in the given language, with values in place of its bindings.
    pub fn presented(&self, registry: &Registry, lang: Option<&str>) -> Cow<'_, Self> {
        match self.shown(registry, lang) {
            Cow::Borrowed(deck) => deck.with_values(registry),
            Cow::Owned(deck) if deck.has_sources() => {
                Cow::Owned(deck.into_values(registry, BindingContext::default()).deck)
            }
            owned @ Cow::Owned(_) => owned,
        }
    }

    /// The deck with values in place of its bindings, and the findings. Expects a deck in one language.
    pub fn into_values(mut self, registry: &Registry, context: BindingContext<'_>) -> WithValues {
        if !self.has_sources() && context.record.is_none() {
            return WithValues { deck: self, findings: Vec::new(), repeated: Vec::new() };
        }
        let lang = self.lang.clone();
        let sources = self.sources().into_iter().map(|(name, source)| (name.to_owned(), LazyTable::new(source)));
        let values = BindingValues { sources: sources.collect(), context, lang: &lang };
        let mut findings = Findings::default();
        let deck_text = |field: &str| TextPlace { slide: None, field: field.to_owned() };
        values.replace(&mut self.title, TextSyntax::Line, &Rows::default(), &deck_text("title"), &mut findings);
        values.replace(
            &mut self.description,
            TextSyntax::Line,
            &Rows::default(),
            &deck_text("description"),
            &mut findings,
        );
        for slide in &mut self.slides {
            values.replace_slide(registry, slide, &mut findings);
        }
        self.settings.remove_sources();
        WithValues { deck: self, findings: findings.found, repeated: findings.repeated }
    }
}

/// A table that is read when it is first needed.
struct LazyTable {
    source: Source,
    table: OnceCell<Table>,
}

impl LazyTable {
    fn new(source: Source) -> Self {
        Self { source, table: OnceCell::new() }
    }

    fn get(&self) -> &Table {
        self.table.get_or_init(|| self.source.table())
    }
}

/// The syntax of a text into which values are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextSyntax {
    /// One line; repeated values are separated by commas.
    Line,
    /// Lines without markup.
    Lines,
    Markdown,
    Csv,
}

/// The current row, from 0, of each source whose rows are being repeated.
type Rows = BTreeMap<String, usize>;

/// The location of a text that may have bindings.
struct TextPlace {
    slide: Option<SlideId>,
    field: String,
}

/// What is collected while bindings are replaced.
#[derive(Default)]
struct Findings {
    found: Vec<BindingFinding>,
    repeated: Vec<RepeatedList>,
}

impl Findings {
    fn add(&mut self, place: &TextPlace, text: String) {
        let finding = BindingFinding { slide: place.slide.clone(), field: place.field.clone(), text };
        if !self.found.contains(&finding) {
            self.found.push(finding);
        }
    }
}

/// The values that bindings can have.
struct BindingValues<'a> {
    sources: BTreeMap<String, LazyTable>,
    context: BindingContext<'a>,
    lang: &'a str,
}

impl BindingValues<'_> {
    fn replace_slide(&self, registry: &Registry, slide: &mut Slide, findings: &mut Findings) {
        let place = |field: &str| TextPlace { slide: Some(slide.id.clone()), field: field.to_owned() };
        let rows = Rows::default();
        if let Some(slide_type) = registry.by_key(&slide.key) {
            let at = place("");
            for field in declared_fields(registry, slide_type) {
                let repeats = slide_type.interaction.is_none();
                self.replace_field(field, &mut slide.content, (&rows, repeats), &at, findings);
            }
        }
        self.replace(&mut slide.notes, TextSyntax::Lines, &rows, &place("notes"), findings);
    }

    /// Replaces the bindings in the value of a field. With `repeats`, an entry of a list with a binding to all rows of
    /// a source is repeated for each row.
    fn replace_field(
        &self,
        field: &Field,
        content: &mut Content,
        (rows, repeats): (&Rows, bool),
        under: &TextPlace,
        findings: &mut Findings,
    ) {
        let Some(value) = content.get_mut(&field.key) else { return };
        let at = |name: &str| {
            let field = if under.field.is_empty() { name.to_owned() } else { format!("{}.{name}", under.field) };
            TextPlace { slide: under.slide.clone(), field }
        };
        match (value, &field.kind) {
            (Value::String(text), Kind::String(_)) => {
                self.replace(text, TextSyntax::Line, rows, &at(&field.key), findings);
            }
            (Value::String(text), Kind::Markdown) => {
                self.replace(text, TextSyntax::Markdown, rows, &at(&field.key), findings);
            }
            (Value::String(text), Kind::Csv) => self.replace(text, TextSyntax::Csv, rows, &at(&field.key), findings),
            (Value::Array(entries), Kind::Items { fields, max, .. }) => {
                let (mut replaced, mut stored) = (Vec::with_capacity(entries.len()), Vec::new());
                for (index, entry) in std::mem::take(entries).into_iter().enumerate() {
                    let place = at(&format!("{}.{index}", field.key));
                    let Value::Object(entry) = entry else {
                        replaced.push(entry);
                        stored.push(index);
                        continue;
                    };
                    let mut add = |mut entry: Content, rows: &Rows, findings: &mut Findings| {
                        for field in fields {
                            self.replace_field(field, &mut entry, (rows, repeats), &place, findings);
                        }
                        replaced.push(Value::Object(entry));
                        stored.push(index);
                    };
                    match self.repeated_source(&entry, rows).filter(|_| repeats) {
                        None => add(entry, rows, findings),
                        Some((name, table)) => {
                            for row in 0..table.rows.len() {
                                let mut rows = rows.clone();
                                rows.insert(name.clone(), row);
                                add(entry.clone(), &rows, findings);
                            }
                        }
                    }
                }
                if let Some(max) = max.filter(|max| replaced.len() > *max) {
                    let text = format!("the rows make {} entries, at most {max} are shown", replaced.len());
                    findings.add(&at(&field.key), text);
                    replaced.truncate(max);
                }
                if let Some(slide) = &under.slide
                    && under.field.is_empty()
                    && stored.iter().enumerate().any(|(position, index)| position != *index)
                {
                    findings.repeated.push(RepeatedList { slide: slide.clone(), list: field.key.clone(), stored });
                }
                *entries = replaced;
            }
            _ => {}
        }
    }

    /// The name and table of the first known source over whose rows an entry is repeated.
    fn repeated_source(&self, entry: &Content, rows: &Rows) -> Option<(String, &Table)> {
        let names = entry.values().filter_map(Value::as_str).flat_map(repeated_sources);
        let mut names = names.filter(|name| !rows.contains_key(*name));
        names.find_map(|name| Some((name.to_owned(), self.sources.get(name)?.get())))
    }

    /// Replaces the bindings of a text. A line with a binding to all rows of a source is repeated for each row.
    fn replace(&self, text: &mut String, syntax: TextSyntax, rows: &Rows, place: &TextPlace, findings: &mut Findings) {
        if !text.contains("{{") {
            return;
        }
        let separator = if syntax == TextSyntax::Line { ", " } else { "\n" };
        let mut lines = Vec::new();
        for line in text.split('\n') {
            let mut repeated = repeated_sources(line).filter(|name| !rows.contains_key(*name));
            let repeated = repeated.find_map(|name| Some((name, self.sources.get(name)?.get())));
            match repeated {
                None => lines.push(self.replaced_line(line, syntax, rows, place, findings)),
                Some((name, table)) => {
                    let mut rows = rows.clone();
                    let copies = (0..table.rows.len()).map(|row| {
                        rows.insert(name.to_owned(), row);
                        self.replaced_line(line, syntax, &rows, place, findings)
                    });
                    lines.push(copies.collect::<Vec<_>>().join(separator));
                }
            }
        }
        *text = lines.join("\n");
    }

    /// A line with values in place of its bindings.
    fn replaced_line(
        &self,
        line: &str,
        syntax: TextSyntax,
        rows: &Rows,
        place: &TextPlace,
        findings: &mut Findings,
    ) -> String {
        let mut written = String::with_capacity(line.len());
        for part in parts(line) {
            match part {
                TextSegment::Text(text) => written.push_str(text),
                TextSegment::Bound(binding, typed) => match self.value(&binding, rows, place, findings) {
                    Ok(Some(value)) => written.push_str(&syntax.escaped(&value, &written)),
                    Ok(None) => written.push_str(typed),
                    Err(fault) => {
                        findings.add(place, format!("`{typed}` has no value: {fault}"));
                        written.push_str(typed);
                    }
                },
            }
        }
        written
    }

    /// The value of a binding; none for a text that is not a binding.
    fn value(
        &self,
        binding: &Binding<'_>,
        rows: &Rows,
        place: &TextPlace,
        findings: &mut Findings,
    ) -> Result<Option<String>, String> {
        let value = match self.record_value(binding.expression) {
            Some(value) => value,
            None => match binding.cell() {
                Some(cell) if !self.sources.is_empty() => self.cell_value(cell, rows, place, findings)?,
                // The expression is not a cell of a source, but may be a misspelt column of the record.
                _ => return self.unknown_column(binding.expression),
            },
        };
        match binding.format {
            None => Ok(Some(value)),
            Some(Err(format)) => Err(format!("there is no format `{format}`; formats are {FORMATS}")),
            Some(Ok(_)) if value.is_empty() => Ok(Some(value)),
            Some(Ok(format)) => match format.written(&value, self.lang) {
                Ok(written) => Ok(Some(written)),
                Err(expected) => Err(format!("`{value}` is not {expected}")),
            },
        }
    }

    /// The value of a column of the record, or the number of its row.
    fn record_value(&self, expression: &str) -> Option<String> {
        let Record { table, row } = self.context.record?;
        match table.column(expression) {
            Some(column) => Some(table.rows.get(row)?[column].clone()),
            None => (expression == "row").then(|| (row + 1).to_string()),
        }
    }

    /// Fails when the expression can only be a misspelt column of the record; none for any other text.
    fn unknown_column(&self, expression: &str) -> Result<Option<String>, String> {
        let is_name = expression.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-' | ' '));
        match self.context.record {
            Some(record) if is_name && !expression.is_empty() => {
                Err(format!("the rows have no column `{expression}`; columns are {}", record.table.columns.join(", ")))
            }
            _ => Ok(None),
        }
    }

    /// The value of a cell of a source. Fails with what does not exist.
    fn cell_value(
        &self,
        cell: Cell<'_>,
        rows: &Rows,
        place: &TextPlace,
        findings: &mut Findings,
    ) -> Result<String, String> {
        let Cell { source: name, row, column } = cell;
        let Some(source) = self.sources.get(name) else {
            let names: Vec<&str> = self.sources.keys().map(String::as_str).collect();
            return Err(format!("there is no data source `{name}`; sources are {}", names.join(", ")));
        };
        let table = source.get();
        let Some(column_index) = table.column(column) else {
            return Err(format!("`{name}` has no column `{column}`; columns are {}", table.columns.join(", ")));
        };
        let number = match row {
            RowSelector::Number(number) => number,
            RowSelector::Each => {
                rows.get(name).map(|row| row + 1).ok_or("polls and the like do not repeat over rows")?
            }
        };
        let Some(cells) = number.checked_sub(1).and_then(|index| table.rows.get(index)) else {
            return Err(format!("`{name}` has {} rows, counted from 1; there is no row {number}", table.rows.len()));
        };
        if self.context.stale.is_some_and(|stale| stale.contains(name)) {
            let text = format!("the data of `{name}` is stale: it was pushed at {}", source.source.pushed_at);
            findings.add(place, text);
        }
        let value = &cells[column_index];
        if value.is_empty() && row != RowSelector::Each {
            findings.add(place, format!("`{name}` has an empty `{column}` in row {number}"));
        }
        Ok(value.clone())
    }
}

impl TextSyntax {
    /// A value, escaped as it has to be after the text `before`.
    fn escaped(self, value: &str, before: &str) -> String {
        if self == Self::Csv {
            return csv_cell(value);
        }
        let value = if value.contains(['\n', '\r']) {
            Cow::Owned(value.lines().collect::<Vec<_>>().join(" "))
        } else {
            Cow::Borrowed(value)
        };
        if self != Self::Markdown {
            return value.into_owned();
        }
        let mut escaped = String::with_capacity(value.len());
        let is_first = before.trim().is_empty();
        for (index, letter) in value.char_indices() {
            let starts_a_block = is_first
                && match letter {
                    '-' | '+' | '=' => index == 0,
                    '.' | ')' => value[..index].bytes().all(|byte| byte.is_ascii_digit()) && index > 0,
                    _ => false,
                };
            if starts_a_block
                || matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '$')
            {
                escaped.push('\\');
            }
            escaped.push(letter);
        }
        escaped
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::TableLimits;

    fn deck(slides: Value, sources: &[(&str, &str)]) -> Deck {
        let mut deck = Deck::new("Sales", "en-GB");
        deck.slides = serde_json::from_value(slides).expect("slides");
        for (name, csv) in sources {
            let source = Source {
                csv: (*csv).to_owned(),
                pushed_at: "2026-11-17T16:00:00.000Z".to_owned(),
                stale_after_hours: None,
            };
            deck.set_source(name, &source).expect("a source");
        }
        deck
    }

    fn slide(key: &str, content: &Value) -> Value {
        json!([{"id": "a", "type": key, "content": content}])
    }

    const SALES: (&str, &str) = ("sales", "region,total,share\nNorth,1234.5,0.25\nSou_th,99,\n");

    /// The content of the slide, and the findings.
    fn check(key: &str, content: &Value) -> (Value, Vec<String>) {
        let done = deck(slide(key, content), &[SALES]).into_values(Registry::core(), BindingContext::default());
        let findings = done.findings.iter().map(ToString::to_string).collect();
        (Value::Object(done.deck.slides[0].content.clone()), findings)
    }

    #[test]
    fn texts_take_the_first_row_or_a_row_by_number() {
        let (content, findings) = check(
            "title-slide",
            &json!({"title": "Up to {{sales.total | number}} in {{ sales[2].Region }}", "subheading": "{{sales.share|percent}}"}),
        );
        assert_eq!(content, json!({"title": "Up to 1,234.5 in Sou_th", "subheading": "25%"}));
        assert_eq!(findings, [""; 0]);
    }

    #[test]
    fn a_binding_without_a_value_stays_as_typed_and_is_reported() {
        let title =
            "{{sale.total}} {{sales.totals}} {{sales[3].total}} {{sales.region | number}} {{sales.total | euro}} {{x}}";
        let (content, findings) = check("title-slide", &json!({"title": title, "subheading": "{{sales[2].share}}"}));
        assert_eq!(content, json!({"title": title, "subheading": ""}));
        assert_eq!(
            findings,
            [
                "title: `{{sale.total}}` has no value: there is no data source `sale`; sources are sales",
                "title: `{{sales.totals}}` has no value: `sales` has no column `totals`; columns are region, total, share",
                "title: `{{sales[3].total}}` has no value: `sales` has 2 rows, counted from 1; there is no row 3",
                "title: `{{sales.region | number}}` has no value: `North` is not a number",
                &format!(
                    "title: `{{{{sales.total | euro}}}}` has no value: there is no format `euro`; formats are {FORMATS}"
                ),
                "subheading: `sales` has an empty `share` in row 2",
            ]
        );
    }

    #[test]
    fn entries_of_a_list_repeat_over_rows() {
        let items = json!([{"title": "{{sales[*].region}}", "text": "{{sales[*].total | currency:EUR}} of {{sales.total}}"}, {"title": "End"}]);
        let (content, findings) = check("list-slide", &json!({"title": "T", "items": items}));
        let expected = json!([{"title": "North", "text": "€1,234.50 of 1234.5"}, {"title": "Sou_th", "text": "€99.00 of 1234.5"}, {"title": "End"}]);
        assert_eq!((&content["items"], findings), (&expected, Vec::new()));
    }

    #[test]
    fn the_stored_path_of_a_drawn_entry_is_found() {
        let items = json!([{"title": "{{sales[*].region}}"}, {"title": "End"}]);
        let deck = deck(slide("list-slide", &json!({"title": "T", "items": items})), &[SALES]);
        let done = deck.into_values(Registry::core(), BindingContext::default());
        let path = |drawn| done.repeated[0].stored_path(drawn);
        assert_eq!(path("items.1.title").as_deref(), Some("items.0.title"));
        assert_eq!(path("items.2.title").as_deref(), Some("items.1.title"));
        assert_eq!(path("items.2").as_deref(), Some("items.1"));
        assert_eq!([path("items.3.title"), path("title"), path("items")], [None, None, None]);
    }

    #[test]
    fn a_list_shows_no_more_entries_than_its_type_has() {
        let rows: String = std::iter::once("n\n".to_owned()).chain((1..12).map(|n| format!("{n}\n"))).collect();
        let slides = slide("list-slide", &json!({"title": "T", "items": [{"title": "{{n[*].n}}"}]}));
        let done = deck(slides, &[("n", &rows)]).into_values(Registry::core(), BindingContext::default());
        assert_eq!(done.deck.slides[0].content["items"].as_array().map(Vec::len), Some(8));
        assert_eq!(done.findings[0].to_string(), "items: the rows make 11 entries, at most 8 are shown");
    }

    #[test]
    fn lines_of_charts_and_markdown_repeat_over_rows() {
        let (content, findings) = check(
            "chart-slide",
            &json!({"title": "{{sales[*].region}}", "data": "Region,Total\n{{sales[*].region}},{{sales[*].total}}"}),
        );
        assert_eq!(content, json!({"title": "North, Sou_th", "data": "Region,Total\nNorth,1234.5\nSou_th,99"}));
        assert_eq!(findings, [""; 0]);
        let (content, _) =
            check("content-slide", &json!({"title": "T", "body": "Now:\n\n- **{{sales[*].region}}**\n"}));
        assert_eq!(content["body"], "Now:\n\n- **North**\n- **Sou\\_th**\n");
    }

    #[test]
    fn values_cannot_change_the_markup_around_them() {
        let hostile = ("x", "a,b\n\"1. <b>*x*</b> [l](u)\",\"a,\"\"b\"\n");
        let slides = json!([
            {"id": "a", "type": "content-slide", "content": {"title": "T", "body": "{{x.a}}"}},
            {"id": "b", "type": "chart-slide", "content": {"title": "T", "data": "{{x.b}},2"}},
        ]);
        let done = deck(slides, &[hostile]).into_values(Registry::core(), BindingContext::default()).deck;
        assert_eq!(done.slides[0].content["body"], r"1\. \<b\>\*x\*\</b\> \[l\](u)");
        assert_eq!(crate::csv_rows(done.slides[1].content["data"].as_str().expect("a text")), [["a,\"b", "2"]]);
    }

    #[test]
    fn code_and_decks_without_sources_are_not_changed() {
        let code = json!({"title": "T", "code": "{{sales.total}}", "language": "html"});
        assert_eq!(check("code-slide", &code), (code, Vec::new()));
        let plain = deck(slide("title-slide", &json!({"title": "{{sales.total}} {{name}}"})), &[]);
        assert!(matches!(plain.with_values(Registry::core()), Cow::Borrowed(_)));
    }

    #[test]
    fn the_result_has_no_sources_so_that_values_are_never_bindings() {
        let twice = ("s", "a,b\n{{s.b}},secret\n");
        let deck = deck(slide("title-slide", &json!({"title": "{{s.a}}"})), &[twice]);
        let once = deck.with_values(Registry::core()).into_owned();
        assert_eq!(once.slides[0].content["title"], "{{s.b}}");
        assert!(!once.has_sources());
        assert!(matches!(once.with_values(Registry::core()), Cow::Borrowed(_)));
    }

    #[test]
    fn a_record_fills_in_its_columns() {
        let table = Table::from_csv("Name,Full name\nAda,Ada L\nBob,Bob B\n", TableLimits::MERGE).expect("a table");
        let text = "{{name}} {{Full name}} {{row}} {{city}} {{#x}} {{sales.total | number}}";
        let deck = deck(slide("title-slide", &json!({"title": text})), &[SALES]);
        let context = BindingContext { record: Some(Record { table: &table, row: 1 }), ..BindingContext::default() };
        let done = deck.into_values(Registry::core(), context);
        assert_eq!(done.deck.slides[0].content["title"], "Bob Bob B 2 {{city}} {{#x}} 1,234.5");
        assert_eq!(
            done.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["title: `{{city}}` has no value: the rows have no column `city`; columns are Name, Full name"]
        );
    }

    #[test]
    fn stale_sources_are_reported_where_they_are_used() {
        let stale = BTreeSet::from(["sales".to_owned(), "other".to_owned()]);
        let deck = deck(slide("title-slide", &json!({"title": "{{sales.total}} {{sales.region}}"})), &[SALES]);
        let done = deck.into_values(Registry::core(), BindingContext { stale: Some(&stale), record: None });
        let found: Vec<_> = done.findings.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["title: the data of `sales` is stale: it was pushed at 2026-11-17T16:00:00.000Z"]);
    }
}
