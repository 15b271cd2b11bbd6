//! Labels of values: their content, style and position.
//!
//! Labels with texts of several styles are rich text with fields, which programs keep up to date with the workbook
//! (extensions of 2012 to ECMA-376, namespace `c15`).

use scene::{
    Align, ChartKind, ChartLabels, ChartSeries, Color, FontRole, LabelPart, LabelPlace, LabelText, NumberFormat,
    PaletteRole, PointLabel, RunStyle,
};

use super::{ChartWriter, GRADIENT, hatch_of, numbers, write_value};
use crate::pptx::geometry;
use crate::pptx::text::write_run_properties;
use crate::pptx::units::{font_size, hundredths, whole};
use crate::pptx::xml::Xml;

/// A space of a fifth of the font size.
const THIN: &str = "\u{2009}";

/// The extension that makes programs read the fields of a label.
const FIELDS: (&str, &str) =
    ("{CE6537A1-D6FC-4f65-9D91-7224C49458BB}", "http://schemas.microsoft.com/office/drawing/2012/chart");

impl ChartWriter<'_> {
    /// Writes the labels that the page has for the series `index`. Indices after the last series of the data mean the
    /// series without a fill.
    pub(super) fn page_labels(&self, xml: &mut Xml, index: usize, series: &ChartSeries) {
        let labels: Vec<&PointLabel> = self.look().labels.iter().filter(|label| label.series == index).collect();
        let common = common_label(&labels, series);
        xml.open("c:dLbls", &[]);
        let mut labels: Vec<&PointLabel> = labels
            .into_iter()
            .filter(|label| !common.is_some_and(|common| differ_only_in_value(common, label)))
            .collect();
        labels.sort_by_key(|label| label.category);
        labels.dedup_by_key(|label| label.category);
        for label in labels {
            xml.open("c:dLbl", &[]);
            write_value(xml, "c:idx", &label.category);
            self.shift(xml, label);
            if let [LabelPart { text: LabelText::Value | LabelText::Share | LabelText::Series, .. }] = &label.parts[..]
            {
                self.label_style(xml, label);
                self.write_label_content(xml, label);
            } else {
                self.rich_text(xml, label);
                self.label_style(xml, label);
                self.write_label_content(xml, label);
                xml.open("c:extLst", &[]);
                xml.open("c:ext", &[("uri", &FIELDS.0), ("xmlns:c15", &FIELDS.1)]);
                xml.empty("c15:dlblFieldTable", &[]);
                xml.close();
                xml.close();
            }
            xml.close();
        }
        match common {
            Some(common) => {
                self.label_style(xml, common);
                self.write_label_content(xml, common);
            }
            None => write_label_content(xml, "", false, false),
        }
        if self.chart.kind == ChartKind::Pie {
            write_value(xml, "c:showLeaderLines", &0);
        } else {
            xml.open("c:extLst", &[]);
            xml.open("c:ext", &[("uri", &FIELDS.0), ("xmlns:c15", &FIELDS.1)]);
            xml.empty("c15:showLeaderLines", &[("val", &0)]);
            xml.close();
            xml.close();
        }
        xml.close();
    }

    /// Moves a label away from its default position if the page does so.
    fn shift(&self, xml: &mut Xml, label: &PointLabel) {
        let (across, down) = (label.shift.0 / self.frame.width, label.shift.1 / self.frame.height);
        if across.abs() < 0.0005 && down.abs() < 0.0005 {
            return;
        }
        xml.open("c:layout", &[]);
        xml.open("c:manualLayout", &[]);
        write_value(xml, "c:x", &share(across));
        write_value(xml, "c:y", &share(down));
        xml.close();
        xml.close();
    }

    /// Writes the number format, plate and text style of a label.
    fn label_style(&self, xml: &mut Xml, label: &PointLabel) {
        let is_share = label.parts.iter().any(|part| part.text == LabelText::Share);
        let format = if is_share { share_code(&label.format) } else { self.spaced_code(label) };
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
        xml.open("c:spPr", &[]);
        let plate = label.plate.as_ref();
        self.scheme.write_fill(xml, plate.map(|plate| &plate.fill), GRADIENT);
        geometry::write_line(self.scheme, xml, "a:ln", plate.and_then(|plate| plate.stroke.as_ref()));
        xml.close();
        if let Some(part) = label.parts.first() {
            self.styled_text(xml, part.style);
        }
    }

    /// The number format of a label. Beside horizontal bars and at their base it has a space at both ends, because
    /// office programs put labels close to the bar.
    fn spaced_code(&self, label: &PointLabel) -> String {
        let code = self.code(&label.format);
        if !self.needs_space(label) {
            return code;
        }
        let sections: Vec<String> = code.split(';').map(|section| format!("\"{THIN}\"{section}\"{THIN}\"")).collect();
        sections.join(";")
    }

    /// Whether a label needs a space between its text and the bar.
    fn needs_space(&self, label: &PointLabel) -> bool {
        self.chart.kind.is_horizontal() && matches!(label.place, LabelPlace::Outside | LabelPlace::Base)
    }

    /// Writes what a label shows, and its position.
    fn write_label_content(&self, xml: &mut Xml, label: &PointLabel) {
        let position = match label.place {
            // Labels of a ring have only one possible position.
            _ if self.chart.kind == ChartKind::Ring => "",
            LabelPlace::Middle => "ctr",
            LabelPlace::Base => "inBase",
            LabelPlace::End => "inEnd",
            LabelPlace::Outside => "outEnd",
            LabelPlace::Above => "t",
            LabelPlace::Below => "b",
            LabelPlace::Left => "l",
            LabelPlace::Right => "r",
        };
        if !position.is_empty() {
            write_value(xml, "c:dLblPos", &position);
        }
        let has = |text: LabelText| i32::from(label.parts.iter().any(|part| part.text == text));
        let is_fixed = label.parts.iter().all(|part| matches!(part.text, LabelText::Words(_)));
        write_value(xml, "c:showLegendKey", &0);
        write_value(xml, "c:showVal", &i32::from(has(LabelText::Value) == 1 || is_fixed));
        write_value(xml, "c:showCatName", &has(LabelText::Category));
        write_value(xml, "c:showSerName", &has(LabelText::Series));
        write_value(xml, "c:showPercent", &has(LabelText::Share));
        write_value(xml, "c:showBubbleSize", &0);
    }

    /// Writes the texts of a label, each in its style.
    fn rich_text(&self, xml: &mut Xml, label: &PointLabel) {
        xml.open("c:tx", &[]);
        xml.open("c:rich", &[]);
        write_text_box(xml);
        xml.empty("a:lstStyle", &[]);
        let align = match label.align {
            Align::Left => "l",
            Align::Center => "ctr",
            Align::Right => "r",
        };
        for (index, part) in label.parts.iter().enumerate() {
            if index == 0 || part.on_new_line {
                if index > 0 {
                    xml.close();
                }
                xml.open("a:p", &[]);
                xml.open("a:pPr", &[("algn", &align)]);
                if label.parts.iter().any(|part| part.on_new_line) {
                    // The lines of a label are closer on the page than the default of fonts.
                    xml.open("a:lnSpc", &[]);
                    write_value(xml, "a:spcPct", &90_000);
                    xml.close();
                }
                self.run_style(xml, "a:defRPr", part.style);
                xml.close();
            } else {
                xml.open("a:r", &[]);
                self.run_style(xml, "a:rPr", part.style);
                xml.text("a:t", &[], " ");
                xml.close();
            }
            let (kind, words) = match &part.text {
                LabelText::Words(words) if self.needs_space(label) => ("", format!("{THIN}{words}{THIN}")),
                LabelText::Words(words) => ("", words.clone()),
                LabelText::Value => ("VALUE", self.value_words(label)),
                LabelText::Share => ("PERCENTAGE", self.share_words(label)),
                LabelText::Category => ("CATEGORYNAME", self.chart.categories[label.category].clone()),
                LabelText::Series => ("SERIESNAME", self.names[label.series].clone()),
            };
            // Some programs do not pad labels on a plate.
            let is_padded = label.plate.is_some() && label.align == Align::Left;
            let write_space = |xml: &mut Xml| {
                xml.open("a:r", &[]);
                self.run_style(xml, "a:rPr", part.style);
                xml.text("a:t", &[], "\u{A0}");
                xml.close();
            };
            if is_padded && index == 0 {
                write_space(xml);
            }
            if kind.is_empty() {
                xml.open("a:r", &[]);
            } else {
                let id = (label.series * 1000 + label.category) * 10 + index + 1;
                xml.open("a:fld", &[("id", &format!("{{00000000-0000-4000-8000-{id:012X}}}")), ("type", &kind)]);
            }
            self.run_style(xml, "a:rPr", part.style);
            xml.text("a:t", &[], &words);
            xml.close();
            if is_padded && index + 1 == label.parts.len() {
                write_space(xml);
            }
        }
        xml.close();
        xml.close();
        xml.close();
    }

    /// The value of a label as text, for programs that do not support fields.
    fn value_words(&self, label: &PointLabel) -> String {
        let values = self.chart.series.get(label.series).map(|series| &series.values);
        let number = values.and_then(|values| values.get(label.category).copied().flatten()).unwrap_or_default();
        let NumberFormat { before, after, decimals, .. } = &label.format;
        let sign = if number < 0.0 { "−" } else { "" };
        format!("{sign}{before}{:.decimals$}{after}", number.abs())
    }

    /// The share of a label as text, for programs that do not support fields.
    fn share_words(&self, label: &PointLabel) -> String {
        let total: f64 = numbers(self.chart).sum();
        let values = self.chart.series.get(label.series).map(|series| &series.values);
        let number = values.and_then(|values| values.get(label.category).copied().flatten()).unwrap_or_default();
        let NumberFormat { after, decimals, .. } = &label.format;
        format!("{:.decimals$}{after}", number / total * 100.0)
    }

    /// Writes the value labels of bars or a line at `position`: for all values, the last one or none.
    pub(super) fn labels(&self, xml: &mut Xml, series: &ChartSeries, position: &str, on_bar: Option<Color>) {
        let ChartLabels { values, last, .. } = self.chart.labels;
        xml.open("c:dLbls", &[]);
        // Labels of several lines could overlap: office programs do not move them apart.
        let is_alone = self.chart.series.len() == 1;
        if let Some(last) = series.values.iter().rposition(Option::is_some).filter(|_| last && !values && is_alone) {
            xml.open("c:dLbl", &[]);
            write_value(xml, "c:idx", &last);
            self.label(xml, &self.number_format, PaletteRole::Text.into(), None);
            write_label_content(xml, position, true, false);
            xml.close();
        }
        // A label on a bar needs a fill of its own to be readable on any colour.
        let plate = on_bar.map(|_| PaletteRole::Base.into());
        self.label(xml, &self.number_format, PaletteRole::Text.into(), plate);
        write_label_content(xml, if values { position } else { "" }, values, false);
        xml.close();
    }

    /// Writes the labels of the slices that are large enough for one.
    pub(super) fn slice_labels(&self, xml: &mut Xml, series: &ChartSeries) {
        let ChartLabels { values, shares, on_slices, .. } = &self.chart.labels;
        let format = if *shares && !values { "0%" } else { &self.number_format };
        xml.open("c:dLbls", &[]);
        for index in 0..series.values.len() {
            xml.open("c:dLbl", &[]);
            write_value(xml, "c:idx", &index);
            if let Some(color) = on_slices.get(index).copied().flatten() {
                // Text on a pattern is hard to read.
                let plate = hatch_of(series, index).and(series.colors.get(index)).copied();
                self.label(xml, format, color, plate.filter(|_| self.chart.kind == ChartKind::Ring));
                self.slice_label_content(xml);
            } else {
                write_value(xml, "c:delete", &1);
            }
            xml.close();
        }
        self.label(xml, format, PaletteRole::Text.into(), None);
        self.slice_label_content(xml);
        xml.close();
    }

    /// Writes what the labels of slices show: beside a pie also the names, on a ring only numbers.
    fn slice_label_content(&self, xml: &mut Xml) {
        let ChartLabels { values, shares, .. } = self.chart.labels;
        if self.chart.kind == ChartKind::Ring {
            return write_label_content(xml, "", values, shares);
        }
        write_named_label_content(xml, "outEnd", true, values, shares);
    }

    /// Writes the style of labels: number format, text colour and an optional plate behind them.
    fn label(&self, xml: &mut Xml, format: &str, color: Color, plate: Option<Color>) {
        xml.empty("c:numFmt", &[("formatCode", &format), ("sourceLinked", &0)]);
        xml.open("c:spPr", &[]);
        match plate {
            Some(plate) => self.scheme.write_solid_fill(xml, plate),
            None => xml.empty("a:noFill", &[]),
        }
        geometry::write_line(self.scheme, xml, "a:ln", None);
        xml.close();
        self.text_properties(xml, color, true);
    }

    /// Writes text properties in the style of a text of the page. The text is never turned or broken.
    pub(super) fn styled_text(&self, xml: &mut Xml, style: RunStyle) {
        xml.open("c:txPr", &[]);
        write_text_box(xml);
        xml.empty("a:lstStyle", &[]);
        self.styled_paragraph(xml, style);
        xml.close();
    }

    /// Writes the text properties of names, which are never turned, and broken only if `may_break`.
    pub(super) fn styled_names(&self, xml: &mut Xml, style: RunStyle, may_break: bool) {
        xml.open("c:txPr", &[]);
        // LibreOffice breaks names with an angle of zero, even where it could leave some out. An angle of one (a
        // 60,000th of a degree) prevents that and is invisible.
        xml.empty("a:bodyPr", &[("rot", &i32::from(!may_break)), ("vert", &"horz")]);
        xml.empty("a:lstStyle", &[]);
        self.styled_paragraph(xml, style);
        xml.close();
    }

    fn styled_paragraph(&self, xml: &mut Xml, style: RunStyle) {
        xml.open("a:p", &[]);
        xml.open("a:pPr", &[]);
        self.run_style(xml, "a:defRPr", style);
        xml.close();
        xml.empty("a:endParaRPr", &[("lang", &"en-US")]);
        xml.close();
    }

    fn run_style(&self, xml: &mut Xml, element: &'static str, style: RunStyle) {
        let (size, bold) = (font_size(style.size), i32::from(style.weight >= 600));
        let spacing = hundredths(style.letter_spacing);
        let mut attributes: Vec<(&str, &dyn std::fmt::Display)> = vec![("sz", &size), ("b", &bold)];
        if spacing != 0 {
            attributes.push(("spc", &spacing));
        }
        xml.open(element, &attributes);
        self.scheme.write_solid_fill(xml, style.color);
        self.scheme.write_fonts(xml, style.font);
        xml.close();
    }

    pub(super) fn text_properties(&self, xml: &mut Xml, color: Color, bold: bool) {
        xml.open("c:txPr", &[]);
        xml.empty("a:bodyPr", &[]);
        xml.empty("a:lstStyle", &[]);
        xml.open("a:p", &[]);
        xml.open("a:pPr", &[]);
        write_run_properties(self.scheme, xml, "a:defRPr", self.text_style.0, bold, (color, FontRole::Body));
        xml.close();
        xml.empty("a:endParaRPr", &[("lang", &"en-US")]);
        xml.close();
        xml.close();
    }

    /// The code of a number format. Negative numbers have a real minus sign.
    pub(super) fn code(&self, format: &NumberFormat) -> String {
        let NumberFormat { before, after, signed, .. } = format;
        let number = format!("{}{}{}", quoted(before), digits(format), quoted(after));
        let has_negative = numbers(self.chart).any(|number| number < 0.0) && self.chart.kind != ChartKind::Waterfall;
        match (signed, has_negative) {
            (true, _) => format!("\"+\"{number};\"−\"{number};{number}"),
            (false, true) => format!("{number};\"−\"{number}"),
            (false, false) => number,
        }
    }
}

/// A fraction of the chart's size, rounded to five decimals.
pub(super) fn share(share: f32) -> f64 {
    f64::from(whole(f64::from(share) * 100_000.0)) / 100_000.0
}

/// The digits of a number format.
fn digits(format: &NumberFormat) -> String {
    let whole = if format.grouped { "#,##0" } else { "0" };
    match format.decimals {
        0 => whole.to_owned(),
        decimals => format!("{whole}.{}", "0".repeat(decimals)),
    }
}

/// The code of a share. The text after its digits ends with a percent sign.
fn share_code(format: &NumberFormat) -> String {
    let plain = NumberFormat { grouped: false, ..format.clone() };
    format!("{}{}%", digits(&plain), quoted(format.after.trim_end_matches('%')))
}

/// A text as a literal of a number format.
pub(super) fn quoted(text: &str) -> String {
    // A semicolon would start the next section of the format.
    match text.replace(['"', ';'], "") {
        text if text.is_empty() => text,
        text => format!("\"{text}\""),
    }
}

/// Writes the properties of a text that is never turned or broken.
fn write_text_box(xml: &mut Xml) {
    let attributes: [(&str, &dyn std::fmt::Display); 5] = [
        ("rot", &0),
        ("vertOverflow", &"overflow"),
        ("horzOverflow", &"overflow"),
        ("vert", &"horz"),
        ("wrap", &"none"),
    ];
    xml.open("a:bodyPr", &attributes);
    xml.empty("a:spAutoFit", &[]);
    xml.close();
}

/// A label with the style that most labels of a series share. `None` unless every value has a label that shows only the
/// value.
fn common_label<'l>(labels: &[&'l PointLabel], series: &ChartSeries) -> Option<&'l PointLabel> {
    let is_plain = |label: &&PointLabel| matches!(&label.parts[..], [LabelPart { text: LabelText::Value, .. }]);
    let is_all = labels.len() == series.values.iter().flatten().count() && labels.iter().all(is_plain);
    let frequency = |label: &PointLabel| labels.iter().filter(|other| differ_only_in_value(label, other)).count();
    // Of equally frequent labels, the first is used.
    let labels = labels.iter().rev().copied().filter(|label| label.shift == PointLabel::UNSHIFTED);
    labels.filter(|_| is_all).max_by_key(|label| frequency(label))
}

/// Whether two labels differ only in their value.
fn differ_only_in_value(one: &PointLabel, other: &PointLabel) -> bool {
    let PointLabel { series: _, category: _, parts, align, place, shift, plate, format } = one;
    (parts, align, place, shift, plate, format)
        == (&other.parts, &other.align, &other.place, &other.shift, &other.plate, &other.format)
}

/// Writes what labels show, and their position for charts that have a choice.
pub(super) fn write_label_content(xml: &mut Xml, position: &str, values: bool, shares: bool) {
    write_named_label_content(xml, position, false, values, shares);
}

/// As [`write_label_content`], with the names of categories where `names` is set.
fn write_named_label_content(xml: &mut Xml, position: &str, names: bool, values: bool, shares: bool) {
    if !position.is_empty() {
        write_value(xml, "c:dLblPos", &position);
    }
    write_value(xml, "c:showLegendKey", &0);
    write_value(xml, "c:showVal", &i32::from(values));
    write_value(xml, "c:showCatName", &i32::from(names));
    write_value(xml, "c:showSerName", &0);
    write_value(xml, "c:showPercent", &i32::from(shares));
    write_value(xml, "c:showBubbleSize", &0);
    if names || values && shares {
        xml.text("c:separator", &[], "\n");
    }
}
