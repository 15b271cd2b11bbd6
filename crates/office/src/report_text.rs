//! The texts of an import report: what happened to the shapes of a file and to other content.

use deck::NamedThing;

deck::remarks! {
    /// What happened to a shape, or to other content of a file.
    #[derive(Clone)]
    pub(crate) enum ImportText {
        NoPlace = "no-place", "has no place in a deck";
        UnreadThing { what: NamedThing } = "thing", "has no place in a deck";
        PictureOfThing { what: NamedThing } = "thing-picture", "has no place in a deck";
        UnknownObject { what: NamedThing } = "object", "{what} has no place in a deck";
        SectionOpener { section: String } = "section-opener", "a section opener was added before the slide";
        LongNotes { most: usize } = "notes-cut", "the notes are longer than {most} characters and were cut";
        SoundBesideContent = "sound-beside", "a sound has no place beside other content";
        SoundKind = "sound-kind", "a sound of this kind has no place in a deck";
        VideoKind = "video-kind", "a video of this kind has no place in a deck";
        Metafile = "metafile", "a drawing in the EMF or WMF format cannot be shown";
        PictureNotInFile = "picture-not-in-file", "the picture is not in the file";
        ChartWithoutFigures = "chart-empty", "a chart without figures in the file";
        OwnSlide = "own-slide", "stands on a slide of its own after this one";
        TextInNotes = "text-in-notes", "its changed text is in the notes";
        FiguresInNotes = "figures-in-notes", "its changed figures are in the notes";
        FiguresNotRead = "figures-not-read", "changes of its figures in the file are not read";
        DiagramNotRead =
            "diagram-not-read", "the diagram is drawn from its text, which is unchanged: change it in the deck";
        Shortened { most: usize } =
            "shortened", "shortened to {most} characters; the whole text is in the notes";
        OnlyLink = "only-link", "only its link is kept";
        PartlyInNotes = "partly-in-notes", "partly in the notes";
        LongText { n: usize } = "text-slides", "the text goes on for {n} slides";
        ChartAsTable = "chart-as-table", "the chart became a table";
        KindAsTable { what: NamedThing } = "kind-as-table", "{what} became a table";
        DiagramAsList = "diagram-as-list", "the diagram became a list";
        VideoAsLink = "video-as-link", "the video became a link or its picture";
        LongTable { n: usize } = "table-slides", "the table goes on for {n} slides";
        MergedCells = "merged-cells", "merged cells became single cells";
        LongCells = "long-cells", "long cells are shortened and stand whole in the notes";
        LongTableMerged { n: usize } = "table-slides-merged",
            "the table goes on for {n} slides; merged cells became single cells";
        LongTableLongCells { n: usize } = "table-slides-long",
            "the table goes on for {n} slides; long cells are shortened and stand whole in the notes";
        MergedLongCells = "merged-long-cells",
            "merged cells became single cells; long cells are shortened and stand whole in the notes";
        LongTableMergedLongCells { n: usize } = "table-slides-merged-long",
            "the table goes on for {n} slides; merged cells became single cells; long cells are shortened and stand \
             whole in the notes";
        ChartFlat = "chart-flat", "drawn flat instead of in three dimensions";
        BarsSideBySide = "chart-bars-side", "its bars stand side by side";
        BarsVertical = "chart-bars-vertical", "its bars are vertical instead of horizontal";
        BarsAddUp = "chart-bars-add", "its bars add up instead of filling all of the height";
        LinesApart = "chart-lines-apart", "its lines are drawn by their own figures instead of stacked";
        AreasAddUp = "chart-areas-add", "its areas add up instead of filling all of the height";
        AreasAsLines =
            "chart-areas-as-lines", "drawn as lines, since areas on one another cannot show negative figures";
        OnePie = "chart-one-pie", "drawn as one pie";
        SlicesAsBars = "chart-slices-as-bars", "drawn as bars, since slices cannot show its figures";
    }
}

/// The end of the name of a thing of which a deck has only the picture.
const ONLY_PICTURE: &str = ", of which only the picture is left";

/// Things in files, such as those that a deck has no place for: the key of each on the wire, and its English name.
const THINGS: [(&str, &str); 33] = [
    ("macros", "macros"),
    ("fonts", "embedded fonts"),
    ("transition", "a transition"),
    ("animation", "an animation"),
    ("ink", "ink"),
    ("group-link", "a link of a group"),
    ("rotation", "the rotation or flip of a picture"),
    ("hidden-shape", "a hidden shape"),
    ("smartart-picture", "a picture in SmartArt"),
    ("link", "a link that leads to no web page, e-mail address or slide"),
    ("frame", "an empty frame"),
    ("chart", "a chart without figures"),
    ("smartart", "SmartArt without texts"),
    ("foreign-object", "an object of another program"),
    ("excel", "an embedded Excel sheet"),
    ("word", "an embedded Word document"),
    ("presentation", "an embedded presentation"),
    ("equation", "an equation of an older editor"),
    ("visio", "an embedded Visio drawing"),
    ("pdf", "an embedded PDF file"),
    ("file", "an embedded file"),
    ("embedded", "an embedded object"),
    ("combined-chart", "a combined chart"),
    ("radar-chart", "a radar chart"),
    ("bubble-chart", "a bubble chart"),
    ("stock-chart", "a stock chart"),
    ("surface-chart", "a surface chart"),
    ("scatter-chart", "a scatter chart with several series"),
    ("pie-chart", "a pie chart that cannot be drawn"),
    ("bar-chart", "a bar chart that cannot be drawn"),
    ("line-chart", "a line chart that cannot be drawn"),
    ("area-chart", "an area chart that cannot be drawn"),
    ("other-chart", "a chart of another kind"),
];

/// The codes of the remarks of this crate.
pub fn remark_codes() -> impl Iterator<Item = &'static str> {
    ImportText::CODES.iter().copied()
}

impl ImportText {
    /// The remark on content of a file that was not read, by its English name.
    pub(crate) fn unread(name: &str) -> Self {
        match name.strip_suffix(ONLY_PICTURE) {
            Some(name) => Self::PictureOfThing { what: thing(name) },
            None => Self::UnreadThing { what: thing(name) },
        }
    }

    /// The remark on a chart that became a table, by the English name of its kind.
    pub(crate) fn chart_as_table(name: &str) -> Self {
        Self::KindAsTable { what: thing(name) }
    }

    /// The remark on an object that no slide can show, by its English name.
    pub(crate) fn object(name: &str) -> Self {
        Self::UnknownObject { what: thing(name) }
    }
}

/// A thing by its English name; its key is `other` when it is none of those above.
fn thing(name: &str) -> NamedThing {
    NamedThing::new(THINGS.iter().find(|(_, known)| *known == name).map_or("other", |(key, _)| key), name)
}

#[cfg(test)]
mod tests {
    use deck::Remark;

    use super::*;

    #[test]
    fn a_remark_on_content_that_was_not_read_names_it() {
        let written = |text: ImportText| {
            let remark = Remark::from(text);
            format!("{:?} {:?} {}", remark.code().unwrap_or_default(), remark.values(), remark.text())
        };
        assert_eq!(
            written(ImportText::unread("an animation")),
            r#""thing" [("what", Text("animation"))] has no place in a deck"#
        );
        assert_eq!(
            written(ImportText::unread("an embedded Word document, of which only the picture is left")),
            r#""thing-picture" [("what", Text("word"))] has no place in a deck"#
        );
        assert_eq!(
            written(ImportText::object("an object of the kind oleObj")),
            r#""object" [("what", Text("other"))] an object of the kind oleObj has no place in a deck"#
        );
    }
}
