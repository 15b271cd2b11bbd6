//! PDF pages written here, word by word.

use std::fmt::Write as _;

use documents::{Content, Limits, picture, read};
use insta::assert_snapshot;

use super::check;

/// A PDF of pages, each a content stream, in Helvetica (`F`), its bold (`B`) and Courier (`C`).
pub(crate) fn pdf(pages: &[String], extra: &str) -> Vec<u8> {
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        String::new(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>".to_owned(),
        "<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /BitsPerComponent 8 /ColorSpace /DeviceGray /Filter /RunLengthDecode /Length 65 >>".to_owned(),
    ];
    objects[5] = format!("{}\nstream\n{}\nendstream", objects[5], "\u{1}\u{2}\u{3}".repeat(20));
    let mut kids = String::new();
    for content in pages {
        let number = objects.len() + 1;
        write!(kids, "{number} 0 R ").expect("a String takes all");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R /Resources << /Font << /F 3 0 R /B 4 0 R /C 5 0 R >> /XObject << /I 6 0 R >> >> >>",
            number + 1
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    objects[1] = format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len());
    let mut file = String::from("%PDF-1.7\n");
    for (at, object) in objects.iter().enumerate() {
        writeln!(file, "{} 0 obj\n{object}\nendobj", at + 1).expect("a String takes all");
    }
    writeln!(file, "trailer << /Root 1 0 R {extra} >>").expect("a String takes all");
    file.into_bytes()
}

/// A line of text at a position in points from the lower left corner.
fn at(font: char, size: f32, x: f32, y: f32, text: &str) -> String {
    format!("BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

/// Lines of text below one another.
fn lines(font: char, size: f32, x: f32, y: f32, texts: &[&str]) -> String {
    texts.iter().zip(0_u8..).map(|(text, index)| at(font, size, x, y - f32::from(index) * size * 1.2, text)).collect()
}

#[test]
fn size_and_weight_make_title_headings_and_paragraphs_and_cut_words_are_joined() {
    let page = [
        at('B', 20.0, 72.0, 760.0, "Tidal barriers"),
        at('B', 14.0, 72.0, 720.0, "1 Why wait"),
        lines('F', 10.0, 72.0, 700.0, &[
            "Harbours at low coasts have to decide when to build, and the decision is hard, because the seas and the bar-",
            "riers both cost more with every year. A well-known harbour waited for eleven years and lost more than it had.",
        ]),
        lines('F', 10.0, 72.0, 664.0, &["A second paragraph stands apart."]),
        at('B', 14.0, 72.0, 630.0, "2 Method"),
        lines('F', 10.0, 72.0, 610.0, &["\\225 measure the level", "\\225 build the gate before the storm comes"]),
        lines('C', 10.0, 72.0, 560.0, &["let level = 3;", "  build\\(level\\);"]),
    ]
    .concat();
    assert_snapshot!(check(&pdf(&[page], ""), "a.pdf"), @r#"
    Tidal barriers |  | -
    [Title] h1 Tidal barriers
    h1 1 Why wait
    p Harbours at low coasts have to decide when to build, and the decision is hard, because the seas and the barriers both cost more with every year. A well-known harbour waited for eleven years and lost more than it had.
    p A second paragraph stands apart.
    h1 2 Method
    list
    - measure the level
    - build the gate before the storm comes
    code
    let level = 3;
      build(level);
    "#);
}

#[test]
fn a_title_goes_on_in_other_type_after_a_word_that_cannot_end_it() {
    let page = [
        at('F', 14.0, 72.0, 780.0, "Practical use of"),
        at('B', 24.0, 72.0, 750.0, "TIDAL GATES"),
        at('F', 14.0, 72.0, 725.0, "in"),
        at('B', 18.0, 72.0, 700.0, "Low Harbours"),
        lines(
            'F',
            10.0,
            72.0,
            640.0,
            &["The sea rises, and the gates that keep it out are built late in most places."],
        ),
    ]
    .concat();
    assert_snapshot!(check(&pdf(&[page], ""), "a.pdf"), @"
    Practical use of TIDAL GATES in Low Harbours |  | -
    [Title] h1 Practical use of TIDAL GATES in Low Harbours
    p The sea rises, and the gates that keep it out are built late in most places.
    ");
}

#[test]
fn a_declared_title_is_found_in_a_line_that_runs_across_columns() {
    let page = [
        at('F', 18.0, 40.0, 760.0, "see apt update"),
        at('F', 18.0, 200.0, 760.0, "Debian Reference Card"),
        lines('F', 10.0, 72.0, 700.0, &["Commands for packages and for the system, and where to read on."]),
    ]
    .concat();
    let outline = check(&pdf(&[page], "/Info << /Title (Debian Reference Card) >>"), "a.pdf");
    assert!(outline.starts_with("Debian Reference Card |"), "{outline}");
}

#[test]
fn columns_are_read_one_after_the_other() {
    let left = [
        "The left column tells of the sea and of",
        "the gates that keep it out of the towns",
        "which lie behind them on the low land.",
        "Its lines are as long as those beside it",
        "and nothing in it belongs to the right.",
        "It ends here with a sentence of its own.",
    ];
    let right = [
        "The right column tells of the money and",
        "of the councils that have to find it all",
        "before the next storm comes over them.",
        "Its lines stand at the same height as",
        "those of the left column, and a reader",
        "must not mix them up with one another.",
    ];
    let page = [
        at('B', 18.0, 72.0, 780.0, "Gates and money"),
        lines('F', 10.0, 72.0, 740.0, &left),
        lines('F', 10.0, 320.0, 740.0, &right),
    ]
    .concat();
    assert_snapshot!(check(&pdf(&[page], ""), "a.pdf"), @r#"
    Gates and money |  | -
    [Title] h1 Gates and money
    p The left column tells of the sea and of the gates that keep it out of the towns which lie behind them on the low land. Its lines are as long as those beside it and nothing in it belongs to the right. It ends here with a sentence of its own.
    p The right column tells of the money and of the councils that have to find it all before the next storm comes over them. Its lines stand at the same height as those of the left column, and a reader must not mix them up with one another.
    "#);
}

#[test]
fn what_repeats_on_pages_is_furniture_and_paragraphs_go_on() {
    let page = |number: usize, text: &str| {
        [
            at('F', 9.0, 72.0, 810.0, "The Coast Report"),
            at('F', 10.0, 72.0, 700.0, text),
            at('F', 9.0, 290.0, 30.0, &number.to_string()),
        ]
        .concat()
    };
    let pages = [
        page(1, "The first page ends in the middle of a sentence that goes on and on until it reaches the"),
        page(2, "second page, where it ends."),
        page(3, "The third page has a sentence of its own."),
    ];
    assert_snapshot!(check(&pdf(&pages, ""), "a.pdf"), @r#"
    - |  | -
    [RunningHead] p The Coast Report
    [PageNumber] p 1
    p The first page ends in the middle of a sentence that goes on and on until it reaches the second page, where it ends.
    [RunningHead] p The Coast Report
    [PageNumber] p 2
    [RunningHead] p The Coast Report
    [PageNumber] p 3
    p The third page has a sentence of its own.
    "#);
}

#[test]
fn tables_are_found_by_rules_and_by_columns() {
    let mut page =
        at('F', 10.0, 72.0, 790.0, "The following two tables say the same about three harbours and their floods.");
    let cell = |x: f32, y: f32, text: &str| at('F', 10.0, x, y, text);
    for (texts, row) in [["Port", "Floods"], ["North", "31"], ["South", "17"]].iter().zip(0_u8..) {
        let y = 750.0 - f32::from(row) * 20.0;
        page += &cell(76.0, y, texts[0]);
        page += &cell(176.0, y, texts[1]);
        page += &cell(76.0, y - 200.0, texts[0]);
        page += &cell(226.0, y - 200.0, texts[1]);
    }
    for y in [765.0, 745.0, 725.0, 705.0] {
        writeln!(page, "72 {y} m 272 {y} l S").expect("a String takes all");
    }
    for x in [72.0, 172.0, 272.0] {
        writeln!(page, "{x} 765 m {x} 705 l S").unwrap();
    }
    page += &at('F', 10.0, 72.0, 690.0, "Table 1: Floods by port");
    assert_snapshot!(check(&pdf(&[page], ""), "a.pdf"), @r#"
    - |  | -
    p The following two tables say the same about three harbours and their floods.
    table with header Table 1: Floods by port
    Port | Floods
    North | 31
    South | 17
    table with header 
    Port | Floods
    North | 31
    South | 17
    "#);
}

#[test]
fn contents_pages_footnotes_and_captions_are_told_apart() {
    let mut contents = at('B', 16.0, 72.0, 790.0, "Contents");
    for (text, index) in ["Scope", "Method", "Data", "Model", "Results", "Discussion"].iter().zip(0_u8..) {
        contents += &at(
            'F',
            10.0,
            72.0,
            750.0 - f32::from(index) * 14.0,
            &format!("{text} . . . . . . . . . . . . . {}", index + 2),
        );
    }
    let text = [
        at('B', 16.0, 72.0, 790.0, "Scope"),
        lines(
            'F',
            10.0,
            72.0,
            750.0,
            &[
                "Harbours at low coasts have to decide when to build, and the decision is not an easy one to",
                "make, because prices",
            ],
        ),
        at('F', 6.0, 164.5, 742.0, "1"),
        at('F', 10.0, 170.0, 738.0, "rise."),
        "q 200 0 0 100 72 560 cm /I Do Q\n".to_owned(),
        at('F', 9.0, 72.0, 545.0, "Figure 1: A gate"),
        at('F', 5.0, 72.0, 83.0, "1"),
        at('F', 8.0, 76.0, 80.0, "Prices are those of 2023."),
    ]
    .concat();
    let file = pdf(&[contents, text], "");
    assert_snapshot!(check(&file, "a.pdf"), @r#"
    Scope |  | -
    [Contents] h1 Contents
    [Contents] p Scope . . . . . . . . . . . . . 2
    [Contents] p Method . . . . . . . . . . . . . 3
    [Contents] p Data . . . . . . . . . . . . . 4
    [Contents] p Model . . . . . . . . . . . . . 5
    [Contents] p Results . . . . . . . . . . . . . 6
    [Contents] p Discussion . . . . . . . . . . . . . 7
    [Title] h1 Scope
    p Harbours at low coasts have to decide when to build, and the decision is not an easy one to make, because prices rise.
    picture Figure 1: A gate () true
    note 1: Prices are those of 2023.
    "#);
    let document = read(&file, "", &Limits::default()).unwrap();
    let shown = document.blocks.iter().find_map(|block| match &block.content {
        Content::Picture(own) => Some(own),
        _ => None,
    });
    // The bytes of this picture are too few for its size.
    assert_eq!(
        picture(&file, shown.unwrap(), &Limits::default()).unwrap_err().to_string(),
        "the file is damaged: a picture is cut short"
    );
}

#[test]
fn pages_without_text_and_files_with_a_password_get_a_clear_error() {
    let scan = "q 595 0 0 842 0 0 cm /I Do Q".to_owned();
    assert_snapshot!(check(&pdf(&[scan], ""), "a.pdf"), @"error: the pages of this PDF are pictures without text: run text recognition (OCR) on it first");
    assert_snapshot!(check(&pdf(&[String::new()], ""), "a.pdf"), @"error: the document has no text");
    assert_snapshot!(check(&pdf(&[String::new()], "/Encrypt << /Filter /Standard >>"), "a.pdf"), @"error: the file is protected by a password: save it without one and send it again");
}

#[test]
fn a_file_that_is_encrypted_without_a_password_for_readers_opens() {
    let files: [(&str, &[u8]); 4] = [
        ("RC4, 40 bits", include_bytes!("encrypted/rc4-40.pdf")),
        ("RC4, 128 bits", include_bytes!("encrypted/rc4-128.pdf")),
        ("AES, 128 bits", include_bytes!("encrypted/aes-128.pdf")),
        ("AES, 256 bits", include_bytes!("encrypted/aes-256.pdf")),
    ];
    for (name, file) in files {
        let read = check(file, "a.pdf");
        assert!(read.contains("A second quay takes ten ships at once and costs 40 million euro."), "{name}: {read}");
    }
    assert_snapshot!(check(include_bytes!("encrypted/password.pdf"), "a.pdf"), @"error: the file is protected by a password: save it without one and send it again");
}

#[test]
fn terms_with_indented_texts_are_a_list() {
    let mut page =
        at('F', 10.0, 72.0, 790.0, "Three switches decide how the gate moves when the water of the sea rises.");
    let entries = [
        ("--fast", ["Closes the gate at once and lets no ship", "through until the tide turns."]),
        ("--slow", ["Closes the gate in nine minutes, so that", "the last ships reach their berths."]),
        ("--dry", ["Closes nothing and prints what the gate", "would do in a storm."]),
    ];
    for ((term, texts), row) in entries.iter().zip(0_u8..) {
        let y = 760.0 - f32::from(row) * 40.0;
        page += &at('C', 10.0, 72.0, y, term);
        page += &lines('F', 10.0, 100.0, y - 12.0, texts);
    }
    page += &at('F', 10.0, 72.0, 620.0, "The keeper chooses one of them every morning before the first ship comes in.");
    let document = read(&pdf(&[page], ""), "a.pdf", &Limits::default()).expect("a document");
    let terms: Vec<(&str, &str)> = document
        .content()
        .filter_map(|block| match &block.content {
            Content::List(list) => Some(&list.items),
            _ => None,
        })
        .flatten()
        .filter_map(|item| Some((item.term.as_deref()?, item.text.as_str())))
        .collect();
    assert_eq!(
        terms,
        [
            ("--fast", "Closes the gate at once and lets no ship through until the tide turns."),
            ("--slow", "Closes the gate in nine minutes, so that the last ships reach their berths."),
            ("--dry", "Closes nothing and prints what the gate would do in a storm."),
        ]
    );
    assert!(document.markdown().contains("- **\\--fast**: Closes the gate"), "{}", document.markdown());
}

#[test]
fn indented_paragraphs_are_no_list_of_terms() {
    let first = "The gate closes whenever the water stands above the mark that the keepers painted";
    let texts = [first, "on the wall in the year of the great flood"];
    let mut page = String::new();
    for row in 0_u8..4 {
        let y = 780.0 - f32::from(row) * 24.0;
        page += &at('F', 10.0, 90.0, y, texts[0]);
        page += &at('F', 10.0, 72.0, y - 12.0, texts[1]);
    }
    let document = read(&pdf(&[page], ""), "a.pdf", &Limits::default()).expect("a document");
    assert!(!document.content().any(|block| matches!(block.content, Content::List(_))), "{}", document.markdown());
}

#[test]
fn labels_of_a_drawing_are_no_table_and_names_of_columns_are_no_heading() {
    let text = "The water flows from the sea through the gate and on to the basin behind it.";
    let mut page = at('F', 10.0, 72.0, 790.0, text);
    for (texts, row) in [["Sea", "Gate"], ["Water", "Basin"], ["Ship", "Quay"]].iter().zip(0_u8..) {
        let y = 750.0 - f32::from(row) * 14.0;
        page += &at('F', 10.0, 90.0, y, texts[0]);
        page += &at('F', 10.0, 226.0, y, texts[1]);
    }
    page += &at('F', 10.0, 72.0, 690.0, "Figure 1: How the water flows");
    page += &at('F', 10.0, 72.0, 660.0, "The next lines say what each harbour has, and how deep it is at low water.");
    for (texts, row) in [["Port", "Depth"], ["North", "nine metres"], ["South", "four metres"], ["East", "two metres"]]
        .iter()
        .zip(0_u8..)
    {
        let font = if row == 0 { 'B' } else { 'F' };
        let y = 630.0 - f32::from(row) * 14.0;
        page += &at(font, 10.0, 90.0, y, texts[0]);
        page += &at(font, 10.0, 226.0, y, texts[1]);
    }
    let document = read(&pdf(&[page], ""), "a.pdf", &Limits::default()).expect("a document");
    let markdown = document.markdown();
    assert!(!markdown.contains("Basin") && !markdown.contains('#'), "{markdown}");
    assert!(markdown.contains("| Port | Depth |\n| --- | --- |\n| North | nine metres |"), "{markdown}");
}

#[test]
fn the_letters_of_a_logo_are_one_word() {
    let page = [
        at('F', 10.0, 72.0, 790.0, "The manual of the harbour was set with"),
        at('F', 10.0, 255.0, 790.0, "T"),
        at('F', 10.0, 259.5, 787.5, "E"),
        at('F', 10.0, 265.0, 790.0, "X"),
        at('F', 10.0, 276.0, 790.0, "in the year of the flood."),
    ]
    .concat();
    let document = read(&pdf(&[page], ""), "a.pdf", &Limits::default()).expect("a document");
    assert_eq!(document.text(), "The manual of the harbour was set with TEX in the year of the flood.");
}

#[test]
fn the_name_and_the_kind_of_a_document_on_a_cover_are_one_title() {
    let text =
        lines('F', 10.0, 72.0, 600.0, &["The lock is open from six to nine, and two keepers turn its wheel by hand."]);
    let title = |name: f32, kind: f32| {
        let page =
            [at('B', name, 72.0, 760.0, "Moor Lock 3.6"), at('B', kind, 72.0, 720.0, "User Manual"), text.clone()];
        read(&pdf(&[page.concat()], ""), "a.pdf", &Limits::default()).expect("a PDF").title
    };
    for (name, kind) in [(16.0, 24.0), (24.0, 16.0)] {
        assert_eq!(title(name, kind).as_deref(), Some("Moor Lock 3.6: User Manual"));
    }
}

#[test]
fn a_row_of_a_table_goes_on_where_a_word_or_a_bracket_is_open() {
    let rows = [
        ("Data section,", "If any sector of the image is missing (data sec-"),
        ("check section,", "tion) or of the error correction data, they are"),
        ("code section:", "reported here."),
        ("Block test:", "The test proves that all data is whole."),
        ("Whole image", "Broken image"),
        ("(made from", "(made from"),
        ("a good medium)", "a bad medium)"),
    ];
    let line = |(index, (name, text)): (u8, (&str, &str))| {
        let y = 700.0 - f32::from(index) * 12.0;
        at('F', 10.0, 72.0, y, &name.replace('(', "\\(").replace(')', "\\)"))
            + &at('F', 10.0, 220.0, y, &text.replace('(', "\\(").replace(')', "\\)"))
    };
    let page: String = (0_u8..).zip(rows).map(line).collect();
    let document = read(&pdf(&[page], ""), "a.pdf", &Limits::default()).expect("a PDF");
    let tables = document.content().filter_map(|block| match &block.content {
        Content::Table(table) => Some(table.rows.clone()),
        _ => None,
    });
    let rows: Vec<Vec<String>> = tables.flatten().collect();
    assert_eq!(
        rows,
        [
            [
                "Data section, check section, code section:",
                "If any sector of the image is missing (data section) or of the error correction data, they are reported here."
            ],
            ["Block test:", "The test proves that all data is whole."],
            ["Whole image (made from a good medium)", "Broken image (made from a bad medium)"],
        ]
    );
}

#[test]
fn a_declared_title_has_the_kind_of_the_document_too_and_a_kind_has_the_name_at_the_top_of_all_pages() {
    let text = lines('F', 10.0, 72.0, 600.0, &["Two keepers turn the wheel of the lock by hand."]);
    let title = |pages: &[String], extra: &str| {
        read(&pdf(pages, extra), "a.pdf", &Limits::default()).expect("a PDF").title.unwrap_or_default()
    };
    let cover = [at('F', 16.0, 72.0, 780.0, "User Manual"), at('B', 28.0, 72.0, 700.0, "Moor Lock 3.6"), text.clone()];
    assert_eq!(title(&[cover.concat()], "/Info << /Title (Moor Lock 3.6) >>"), "Moor Lock 3.6: User Manual");
    let page = |number: usize| {
        let chapter = if number > 3 { "The wheel " } else { "" };
        [
            at('F', 9.0, 72.0, 810.0, &format!("{chapter}Moorlock {number}")),
            at('F', 10.0, 72.0, 500.0, &format!("Page of {number} boats waits.")),
        ]
        .concat()
    };
    let mut pages: Vec<String> = (1..=6).map(page).collect();
    pages[0] = page(1) + &at('B', 28.0, 72.0, 700.0, "User Guide");
    assert_eq!(title(&pages, ""), "Moorlock: User Guide");
}

#[test]
fn letters_far_from_their_page_are_left_out() {
    let page = at('F', 12.0, 72.0, 700.0, "The gates of the north are closed.")
        + "BT /F 12 Tf 1 0 0 1 72 -99999999999 Tm (Far below) Tj ET BT /F 12 Tf 1 0 0 1 72 99999999999 Tm (Far above) Tj ET";
    let outline = check(&pdf(&[page.clone(), page], ""), "a.pdf");
    assert!(outline.contains("closed.") && !outline.contains("Far"), "{outline}");
}

#[test]
fn a_running_head_of_one_page_and_references_beside_a_table_are_told_apart() {
    let prose = [
        "The gates were closed on forty days of",
        "the year, and the towns behind them did",
        "not flood on any of these days at all.",
        "Crews slept in the gate house for most",
        "of the winter and left it in the spring",
    ];
    let first = [at('B', 20.0, 60.0, 770.0, "Tidal gates"), lines('F', 10.0, 60.0, 720.0, &prose)].concat();
    let row = |y: f32, cells: [&str; 4]| {
        let places = [70.0, 130.0, 165.0, 225.0];
        places.iter().zip(cells).map(|(x, cell)| at('F', 10.0, *x, y, cell)).collect::<String>()
    };
    let second = [
        at('F', 9.0, 60.0, 800.0, "Moor and Visser"),
        at('F', 9.0, 478.0, 800.0, "Gates and sleep"),
        row(750.0, ["Crew", "Size", "Sleep", "Days"]),
        row(737.0, ["North", "14", "5.9", "78"]),
        row(724.0, ["South", "12", "4.8", "66"]),
        row(711.0, ["East", "87", "3.1", "47"]),
        lines('F', 10.0, 60.0, 680.0, &prose),
        lines('F', 10.0, 60.0, 610.0, &prose),
        lines('F', 10.0, 60.0, 540.0, &prose),
        at('B', 14.0, 320.0, 750.0, "Thanks"),
        lines(
            'F',
            10.0,
            320.0,
            737.0,
            &[
                "We thank the crews of the four gates and",
                "the people of the town, who lent us a boat",
                "for the year 2024.",
            ],
        ),
        at('B', 14.0, 320.0, 680.0, "Sources"),
        lines(
            'F',
            10.0,
            320.0,
            656.0,
            &[
                "P. Lind. Tides and towns. Journal of Gates,",
                "pages 44 to 61.",
                "R. Cho. Sleep of crews at sea. In: Harbours,",
                "pages 10 to 12.",
                "O. Haugen. Watches at sea in the long winter,",
                "pages 12 to 30.",
            ],
        ),
    ]
    .concat();
    let outline = check(&pdf(&[first, second], ""), "a.pdf");
    assert!(outline.contains("[RunningHead] p Moor and Visser Gates and sleep"), "{outline}");
    assert!(outline.contains("Crew | Size | Sleep | Days\nNorth | 14 | 5.9 | 78"), "{outline}");
}
