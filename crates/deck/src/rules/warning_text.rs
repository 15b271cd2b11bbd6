//! The texts of warnings about slides.

use crate::NamedThing;

crate::remarks! {
    /// What a warning says. `field` is the path of a field.
    pub(crate) enum WarningText {
        ManyEntries { field: String, n: usize, most: usize } = "many", "{field} has {n} entries; {most} at most read well";
        ManyLines { field: String, n: usize, most: usize } = "many-lines", "{field} has {n} lines; {most} at most read well";
        ManyBlocks { n: usize, rows: usize, most: usize } = "blocks", "{n} blocks in {rows} rows; {most} at most read well";
        LongText { field: String, n: usize, most: usize } =
            "length", "{field} has {n} characters; {most} at most read well";
        LongLine { field: String, n: usize, most: usize } =
            "line-length", "a line of {field} has {n} characters; {most} at most read well";
        LongTexts { n: usize, field: String, most: usize } = "lengths", "{n} texts in {field} have over {most} characters";
        SameType { kind: NamedThing } = "in-a-row", "a second {kind} directly after another; vary the type";
        PictureWithoutAlt { field: String } = "alt", "{field}: the picture has no alternative text";
        TextPictureWithoutAlt { field: String } =
            "alt-in-text", "{field}: a picture in the text has no alternative text";
        NoAddress { field: String } = "address", "{field} has no address yet";
        ChartFault { field: String, chart: String, reason: String } =
            "chart-fault", "{field} cannot be drawn as a {chart} chart: {reason}";
        UnknownHighlight { name: String } = "highlight", "highlight: `{name}` is the name of no category or series";
        UnitExchanged { field: String, value: String, unit: String } =
            "unit-exchanged", "{field}: `{value}` is no figure and the unit `{unit}` is one: exchange them";
        UnitTwice { field: String, unit: String } =
            "unit-twice", "{field}: the unit `{unit}` is shown twice: leave it out of the value";
        PlainText { n: usize, all: usize } =
            "plain", "{n} of {all} content slides are plain text; use other types where they fit";
        UnknownType { field: String, expected: String, got: String } =
            "rule-type", "{field}: expected {expected}, got {got}";
        UnknownField { field: String, expected: String, got: String } =
            "rule-unknown", "{field}: expected {expected}, got {got}";
        TooFew { field: String, expected: String, got: String } = "rule-few", "{field}: expected {expected}, got {got}";
        TooMany { field: String, expected: String, got: String } = "rule-many", "{field}: expected {expected}, got {got}";
        TooLong { field: String, expected: String, got: String } = "rule-long", "{field}: expected {expected}, got {got}";
        Missing { field: String, expected: String, got: String } =
            "rule-missing", "{field}: expected {expected}, got {got}";
        WrongKind { field: String, expected: String, got: String } =
            "rule-kind", "{field}: expected {expected}, got {got}";
    }
}
