//! The texts of remarks on what a Markdown file has that a deck cannot have.

crate::remarks! {
    /// What happened to a part of a file.
    #[derive(Debug)]
    pub(crate) enum MarkdownText {
        BesideDiagram { n: usize } =
            "markdown-diagram", "a diagram has a slide of its own, so the text goes on for {n} slides";
        BesidePictures { most: usize } =
            "markdown-beside-pictures", "the text beside the pictures was longer than {most} characters and was cut";
        ManyPictures { source: String, most: usize } =
            "markdown-pictures", "the picture `{source}` was left out: the slide holds {most}";
        PictureAddress { source: String } = "markdown-picture-address",
            "the picture `{source}` was left out: only https addresses and uploads are shown";
        LongCode { most: usize } = "markdown-code", "the code was longer than {most} characters and was cut";
        LongMarks { most: usize } =
            "markdown-marks", "the marked lines were left out: they have more than {most} characters";
        FenceAttributes { attributes: String } = "markdown-fence",
            "`{{{attributes}}}` was left out: braces after the language can only name lines, such as {{1-3|5}}";
        LongText { most: usize, n: usize } =
            "markdown-text", "the text was longer than {most} characters and goes on for {n} slides";
        LongField { field: String, most: usize } =
            "markdown-field", "the {field} was longer than {most} characters and was cut";
    }
}
