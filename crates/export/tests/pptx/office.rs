//! PowerPoint files in other programs: python-pptx, the Open XML validator and LibreOffice.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use export::pptx::Options;
use scene::Document;
use tempfile::TempDir;

use super::parts::entries;
use super::sample::{self, everything, written};

/// The paths of a Python with python-pptx and of the validator. Panics when they cannot be installed: these tests are
/// never skipped.
pub(crate) fn tools() -> (PathBuf, PathBuf) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/office-for-tests");
    let output = Command::new(script).stderr(Stdio::inherit()).output().expect("scripts/office-for-tests runs");
    assert!(output.status.success(), "scripts/office-for-tests does not find what the tests need");
    let paths = String::from_utf8(output.stdout).expect("paths");
    let mut paths = paths.lines().map(PathBuf::from);
    (paths.next().expect("a Python"), paths.next().expect("a validator"))
}

fn saved(document: &Document) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deck.pptx");
    std::fs::write(&path, written(document, Options { builds: true, scale: 1, template: None })).expect("a file");
    (folder, path)
}

pub(crate) fn output_of(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn python_pptx_finds_every_text_table_chart_picture_and_note() {
    let (_folder, path) = saved(&everything());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pptx/read.py");
    let found = output_of(Command::new(tools().0).env("PYTHONIOENCODING", "utf-8").arg(script).arg(path));
    insta::assert_snapshot!(found, @r#"
Harbour & quay by A. Pilot, 2026-03-01 09:00:00
slide 1 on 'Title slide gradient' titled 'The harbour after the storm'
  Title 2 ph TITLE
    0: The harbour after the storm
  Subtitle 3 ph SUBTITLE
    0: What we rebuilt & why
  Shape 4
  Label 5
    0: A. Pilot, March 2026
  notes 'Pause here.\n\nThen name the **keepers** <one by one>.'
slide 2 on 'Content slide base' titled 'Four rules'
  Title 2 ph TITLE
    0: Four rules
  Subtitle 3 ph SUBTITLE
    0: Kept for two winters
  Text 4 ph BODY
    0: The quay is |public space (bold)| first and a |workplace (italic)| second: see |the charter (underlined, -> https://example.org/charter?a=1&b=%C3%BC)| or |the table (underlined, -> slide3.xml)|.|A second line.
    0: Every crane has a name
    0: Repairs before |paint|, not |after
    1: Red lead for the hulls
    1: White for the lamps
    0: Third in a list of its own
    0: Fourth
    0: Sound the horn
    0: Count the boats
  Button 5
    0: Read more
    click -> slide3.xml
  Footer 6 ph FOOTER
    0: Harbour & quay
  Slide Number 7 ph SLIDE_NUMBER
    0: 2
slide 3 on 'Content slide base' titled 'Quays'
  Title 2 ph TITLE
    0: Quays
  Table 3 alt 'Boats and depth by quay'
    row Quay | Boats | Depth
    row North | 42 | 7.5 m
    row South & west | 17 | 4.0 m
  Footer 4 ph FOOTER
    0: Harbour & quay
  Slide Number 5 ph SLIDE_NUMBER
    0: 3
slide 4 on 'Content slide base' titled 'Boats'
  Title 2 ph TITLE
    0: Boats
  Chart 3 alt 'Boats by quay'
    COLUMN_CLUSTERED ['North', 'South', 'West']
    Boats: [42.0, 1234.5, None]
    sheet B1=Boats
    sheet A2=North B2=42
    sheet A3=South B3=1234.5
    sheet A4=West
  Footer 4 ph FOOTER
    0: Harbour & quay
  Slide Number 5 ph SLIDE_NUMBER
    0: 4
slide 5 on 'Content slide base' titled 'Three more'
  Title 2 ph TITLE
    0: Three more
  Chart 3 alt 'Boats by quay'
    BAR_CLUSTERED ['North', 'South', 'West']
    2025: [3.0, 5.0, 4.0]
    2026: [4.0, -2.0, 6.0]
    sheet B1=2025 C1=2026
    sheet A2=North B2=3 C2=4
    sheet A3=South B3=5 C3=-2
    sheet A4=West B4=4 C4=6
  Chart 4 alt 'Boats by quay'
    LINE_MARKERS ['North', 'South', 'West']
    2025: [3.0, 5.0, 4.0]
    2026: [4.0, -2.0, 6.0]
    sheet B1=2025 C1=2026
    sheet A2=North B2=3 C2=4
    sheet A3=South B3=5 C3=-2
    sheet A4=West B4=4 C4=6
  Chart 5 alt 'Boats by quay'
    DOUGHNUT ['North', 'South', 'West']
    Series 1: [50.0, 30.0, 20.0]
    sheet B1=Series 1
    sheet A2=North B2=50
    sheet A3=South B3=30
    sheet A4=West B4=20
  Footer 6 ph FOOTER
    0: Harbour & quay
  Slide Number 7 ph SLIDE_NUMBER
    0: 5
slide 6 on 'Content slide base' titled 'Code'
  Title 2 ph TITLE
    0: Code
  Plate 3
  Code 4
    0: fn| main() {
    0:     let quay = |"north"|;
    0:     println!("{quay}"); // a long line that is never broken, whatever the width of the box
    0: }
  Footer 5 ph FOOTER
    0: Harbour & quay
  Slide Number 6 ph SLIDE_NUMBER
    0: 6
slide 7 on 'Content slide base' titled 'Pictures'
  Title 2 ph TITLE
    0: Pictures
  Picture 3 alt 'The "north" quay'
    image/jpeg crop [0.25, 0.0, 0.25, 0.0]
  Picture 4
    image/jpeg crop [0.0, 0.0, 0.0, 0.0]
  Picture 5 alt 'A tick'
    image/png crop [0.0, 0.0, 0.0, 0.0]
  Picture 6
    image/png crop [0.0, 0.0, 0.0, 0.0]
  Picture 7 alt 'Far away'
    0: Far away
    0: example.org
    click -> https://example.org/far.png
  Picture 8
  Picture 9 alt 'A part'
    image/jpeg crop [0.025, 0.033, 0.475, 0.467]
  Footer 10 ph FOOTER
    0: Harbour & quay
  Slide Number 11 ph SLIDE_NUMBER
    0: 7
slide 8 on 'Content slide base' titled 'Shapes'
  Title 2 ph TITLE
    0: Shapes
  Shape 3
  Shape 4
  Shape 5
  Shape 6
  Shape 7
  Shape 8
  Shape 9
  Line 10
  Shape 11
  Shape 12
    0: 7
  Group 13
    Plate 14
    Label 15
      0: A card
    Text 16
      0: With a line of words
  Footer 17 ph FOOTER
    0: Harbour & quay
  Slide Number 18 ph SLIDE_NUMBER
    0: 8
slide 9 on 'Content slide base' titled 'Alive'
  Title 2 ph TITLE
    0: Alive
  Group 3 alt 'Will it hold?'
    Plate 4
    Label 5
      0: Will it hold?
  Group 6 alt 'A film'
    Plate 7
    Label 8
      0: A film
  Shape 9 alt 'A film'
    click -> https://example.org/film
  Group 10 alt '01:00'
    Plate 11
    Label 12
      0: 01:00
  Button 13 alt 'Back'
    click -> slide1.xml
  Footer 14 ph FOOTER
    0: Harbour & quay
  Slide Number 15 ph SLIDE_NUMBER
    0: 9
slide 10 on 'Content slide base' titled 'الميناء'
  Title 2 ph TITLE
    0: الميناء
  Text 3 ph BODY
    0: ميناء بعد العاصفة
    0: لكل رافعة اسم
  Footer 4 ph FOOTER
    0: Harbour & quay
  Slide Number 5 ph SLIDE_NUMBER
    0: 10
"#);
}

#[test]
fn the_open_xml_validator_finds_nothing_wrong() {
    let mut document = everything();
    let mut steps = sample::steps();
    (steps.slide, steps.number) = ("steps".to_owned(), 11);
    document.pages.push(steps.into());
    let mut trend = sample::trend();
    (trend.slide, trend.number, trend.is_skipped) = ("trend".to_owned(), 12, true);
    document.pages.push(trend.into());
    for document in [document, sample::document(Vec::new())] {
        let (_folder, path) = saved(&document);
        let findings = output_of(Command::new(tools().1).env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").arg(path));
        assert!(findings.contains("\"ok\": true"), "{findings}");
    }
}

#[test]
fn the_open_xml_validator_accepts_the_workbook_of_a_chart() {
    let presentation = written(&sample::document(vec![sample::other_charts()]), Options::default());
    let workbook = &entries(&presentation)["ppt/embeddings/workbook1.xlsx"];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("workbook.xlsx");
    std::fs::write(&path, workbook).expect("a file");
    let findings = output_of(Command::new(tools().1).env("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1").arg(path));
    assert!(findings.contains("\"ok\": true"), "{findings}");
}

#[test]
fn libreoffice_shows_every_page_with_its_text() {
    tools();
    let (folder, path) = saved(&everything());
    let profile = format!("-env:UserInstallation=file://{}", folder.path().join("profile").display());
    let pdf = folder.path().join("deck.pdf");
    output_of(
        Command::new("soffice")
            .args([profile.as_str(), "--headless", "--convert-to", "pdf", "--outdir"])
            .arg(folder.path())
            .arg(&path),
    );
    let pages = output_of(Command::new("pdftotext").arg(&pdf).arg("-"));
    let pages: Vec<&str> = pages.split('\u{C}').collect();
    let expected: [&[&str]; 10] = [
        &["The harbour after the storm", "What we rebuilt & why", "A. Pilot, March 2026"],
        &["Four rules", "public space", "the charter", "White for the lamps", "3.", "4.", "Fourth", "Read more"],
        &["Quays", "South & west", "7.5 m"],
        &["Boats", "North", "1234.5", "Tonnes a day"],
        &["Three more", "2025", "2026", "50%"],
        &["let quay = \"north\";", "whatever the width of the box"],
        &["Far away", "example.org"],
        &["Shapes", "7", "With a line of words"],
        &["Will it hold?", "01:00"],
        &[],
    ];
    assert_eq!(pages.len(), expected.len() + 1, "each page ends with a form feed");
    for (number, (page, words)) in pages.iter().zip(expected).enumerate() {
        // The lines may be broken elsewhere than on the page.
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            assert!(page.contains(word), "page {} lacks `{word}`:\n{page}", number + 1);
        }
    }
}
