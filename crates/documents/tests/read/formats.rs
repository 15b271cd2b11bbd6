//! Reads a document of each format but PDF.

use documents::{Limits, read};
use insta::assert_snapshot;

use super::{archive, check, word};

#[test]
fn a_word_document_has_headings_by_style_lists_by_numbering_notes_and_tables() {
    let body = r#"
        <w:p><w:pPr><w:pStyle w:val="Titel"/></w:pPr><w:r><w:t>Tidal barriers</w:t></w:r></w:p>
        <w:p><w:pPr><w:pStyle w:val="Kop1"/></w:pPr><w:r><w:t>Why wait</w:t></w:r></w:p>
        <w:p><w:r><w:t xml:space="preserve">Prices rise</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t> each year.</w:t></w:r><w:del><w:r><w:delText>Gone.</w:delText></w:r></w:del></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr><w:r><w:t>Measure</w:t></w:r></w:p>
        <w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="4"/></w:numPr></w:pPr><w:r><w:t>Build</w:t></w:r></w:p>
        <w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:p><w:r><w:t>Port</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Floods</w:t></w:r></w:p></w:tc></w:tr>
        <w:tr><w:tc><w:p><w:r><w:t>North</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>31</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#;
    assert_snapshot!(check(&word(body), "talk.docx"), @r#"
    Tidal barriers | Anna Moor, Piet Visser | nl-NL
    [Title] h1 Tidal barriers
    h1 Why wait
    p Prices rise each year.
    note 1: Prices of 2023.
    list
    1. Measure
    1. Build
    table with header 
    Port | Floods
    North | 31
    "#);
}

#[test]
fn an_open_document_has_headings_lists_tables_and_its_contents_marked() {
    let content = r#"<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>
        <text:table-of-content><text:index-body><text:p>Scope 3</text:p></text:index-body></text:table-of-content>
        <text:h text:outline-level="1">Scope</text:h><text:p>One<text:s text:c="2"/>two<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Aside.</text:p></text:note-body></text:note> three.</text:p>
        <text:list><text:list-item><text:p>first</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>
        <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>
        </office:text></office:body></office:document-content>"#;
    let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content)]);
    assert_snapshot!(check(&file, "a.odt"), @r#"
    Scope |  | -
    [Contents] p Scope 3
    [Title] h1 Scope
    p One two three.
    note 1: Aside.
    list
    - first
      - inner
    table with header 
    a | b
    1 | 2
    "#);
}

#[test]
fn a_page_has_its_main_text_and_the_rest_is_marked() {
    let page = r#"<!doctype html><html lang="en-GB"><head><title>Tides | The Coast</title><meta name="author" content="Anna Moor"></head>
        <body><nav><a href="/">Home</a> <a>News</a></nav><main><h1>Tides</h1><p>The sea rises<sup><a href="/n1">1</a></sup> by 3 m<sup>2</sup>.</p>
        <p>Click here to subscribe</p><ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>
        <table><caption>Ports</caption><tr><th>Port<th>Floods<tr><td>North<td>31</table>
        <blockquote><p>So be it.</p><p>— Piet Visser</p></blockquote><figure><img src="a.png" alt="A gate"><figcaption>The gate</figcaption></figure>
        <pre>let x = 1;
        x + 1</pre></main><footer>© 2024 The Coast</footer></body></html>"#;
    assert_snapshot!(check(page.as_bytes(), "text/html; charset=utf-8"), @r#"
    Tides | Anna Moor | en-GB
    [Navigation] p Home News
    [Title] h1 Tides
    p The sea rises by 3 m².
    [CallToAction] p Click here to subscribe
    list
    - one
      - inner
    - two
    table with header Ports
    Port | Floods
    North | 31
    quote So be it. / Piet Visser
    picture The gate (A gate) false
    code
    let x = 1;
            x + 1
    [Imprint] p © 2024 The Coast
    "#);
}

#[test]
fn headings_in_list_items_are_terms_and_lines_of_facts_are_a_list() {
    let page = r"<html><body><h1>Gates</h1><ol><li><h4>Ask the crews</h4><p>It takes two minutes.</p></li><li><h4>Build</h4></li></ol>
        <p><b>Place:</b> the club<br>house<br><b>Start:</b> 18:30</p><p><b>Place:</b> the club house<br><b>Start:</b> 18:30<br><b>Chair:</b> Anna Moor</p></body></html>";
    let document = read(page.as_bytes(), "a.html", &Limits::default()).expect("a page");
    assert_snapshot!(document.markdown(), @r"
    1. **Ask the crews**: It takes two minutes.
    2. Build

    Place: the club house Start: 18:30

    - **Place**: the club house
    - **Start**: 18:30
    - **Chair**: Anna Moor
    ");
    let line = |text: &str| format!("<w:r><w:t>{text}</w:t><w:br/></w:r>");
    let body =
        format!("<w:p>{}{}{}</w:p>", line("Place: the club house"), line("Start: 18:30"), line("Chair: Anna Moor"));
    let document = read(&word(&body), "a.docx", &Limits::default()).expect("a document");
    assert_snapshot!(document.markdown(), @r"
    - **Place**: the club house
    - **Start**: 18:30
    - **Chair**: Anna Moor
    ");
}

#[test]
fn a_text_file_with_the_headings_of_markdown_is_markdown() {
    let outline = check(b"# Gates\n\nWhy wait?\n\n## Plan\n\n- dig\n- build\n", "a.txt");
    assert!(outline.contains("h2 Plan\nlist\n- dig"), "{outline}");
    let outline = check(b"# the port to listen on\nport = 80\n\n# the folder\nroot = /srv\n", "a.txt");
    assert!(!outline.contains("h1"), "{outline}");
}

#[test]
fn a_book_is_read_in_the_order_of_its_spine() {
    let container = r#"<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>"#;
    let package = r#"<package><metadata><dc:title xmlns:dc="d">The Gate</dc:title><dc:creator xmlns:dc="d">Anna Moor</dc:creator><dc:language xmlns:dc="d">en</dc:language></metadata>
        <manifest><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/><item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/></manifest>
        <spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>"#;
    let one = r#"<html><head><title/></head><body><h1>One</h1><p>First.</p><img src="../img/gate.png" alt="Gate"/></body></html>"#;
    let file = archive(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("OPS/book.opf", package),
        ("OPS/nav.xhtml", "<html><body><h1>Contents</h1><ol><li>One</li></ol></body></html>"),
        ("OPS/text/one.xhtml", one),
        ("OPS/two.xhtml", "<html><body><h1>Two</h1><p>Second.</p></body></html>"),
        ("OPS/img/gate.png", "bytes"),
    ]);
    assert_snapshot!(check(&file, "a.epub"), @r#"
    The Gate | Anna Moor | en
    [Contents] h1 Contents
    [Contents] list
    1. One
    h1 One
    p First.
    picture  (Gate) true
    h1 Two
    p Second.
    "#);
}

#[test]
fn a_book_inside_a_folder_of_its_archive_is_read() {
    let container = r#"<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>"#;
    let package = r#"<package><metadata><title>The Gate</title></metadata><manifest><item id="a" href="one.html"/></manifest>
        <spine><itemref idref="a"/></spine></package>"#;
    let file = archive(&[
        ("Book/META-INF/container.xml", container),
        ("Book/OPS/book.opf", package),
        ("Book/OPS/one.html", "<html><body><h1>One</h1><p>First.</p><h1>Two</h1><p>Second.</p></body></html>"),
        ("__MACOSX/Book/._OPS", "bytes"),
    ]);
    assert_snapshot!(check(&file, "a.epub"), @r"
    The Gate |  | -
    h1 One
    p First.
    h1 Two
    p Second.
    ");
}

#[test]
fn contents_are_no_title_whatever_the_properties_say() {
    let page = "<html><head><title>Contents</title></head><body><h1>Tides</h1><p>They rise twice a day.</p>\
        <h1>Gates</h1><p>They close.</p></body></html>";
    let outline = check(page.as_bytes(), "a.html");
    assert!(outline.starts_with("Tides |"), "{outline}");
}

#[test]
fn markdown_keeps_its_structure() {
    let source = "---\ntitle: Tides\nauthor: Anna Moor\n---\n# Why\n\nIt *rises*.[^1]\n\n1. Measure\n2. Build\n   - gates\n\n| Port | Floods |\n|---|---|\n| North | 31 |\n\n> So be it.\n>\n> — Piet\n\n```rust\nlet x;\n```\n\n![A gate](gate.png)\n\n[^1]: Since 1950.\n";
    assert_snapshot!(check(source.as_bytes(), "a.md"), @r#"
    Tides | Anna Moor | -
    [Title] h1 Tides
    h1 Why
    p It rises.
    list
    1. Measure
    1. Build
      1. gates
    table with header 
    Port | Floods
    North | 31
    quote So be it. / Piet
    code
    let x;
    picture  (A gate) false
    note 1: Since 1950.
    "#);
}

#[test]
fn html_at_the_end_of_markdown_is_read() {
    let source = "# Finances\n\nA loss.\n\n<style>\ntd { color: red }\n</style>\n<table>\n<tr><th>What</th><th>Euro</th></tr>\n<tr><td>Servers</td><td>164,92</td></tr>\n</table>";
    assert_snapshot!(check(source.as_bytes(), "a.md"), @r"
    Finances |  | -
    [Title] h1 Finances
    p A loss.
    table with header 
    What | Euro
    Servers | 164,92
    ");
}

#[test]
fn plain_text_has_headings_without_markup_and_pages_with_running_heads() {
    let page = |number: usize, text: &str| {
        format!(
            "Moor                 Tides              March 2024\n\n{text}\n\n\nVisser                                    [Page {number}]\n"
        )
    };
    let source = [
        page(1, "                   Tides and Gates\n\nTable of Contents\n\n   1.  Scope ............. 1\n   2.  Method ............ 2\n\n1.  Scope\n\n   The sea rises at every low coast of the conti-\n   nent, and the gates stay open for as long as"),
        page(2, "   the council waits for money.\n\n   o  Measure the level.\n   o  Build the gate before the\n      storm.\n\n2.  Method\n\n   Region     Harbours   Floods\n   North            12       31\n   South             9       17\n"),
        page(3, "References\n\n   [1] Smith, Sea levels, 2019.\n"),
    ]
    .join("\u{c}");
    assert_snapshot!(check(source.as_bytes(), "a.txt"), @r#"
    Tides and Gates |  | -
    [RunningHead] p Moor Tides March 2024
    [Title] h1 Tides and Gates
    [Contents] h1 Table of Contents
    [Contents] p 1. Scope ............. 1
    [Contents] p 2. Method ............ 2
    h1 1. Scope
    p The sea rises at every low coast of the continent, and the gates stay open for as long as the council waits for money.
    [RunningFoot] p Visser [Page 1]
    [RunningHead] p Moor Tides March 2024
    list
    - Measure the level.
    - Build the gate before the storm.
    h1 2. Method
    table 
    Region | Harbours | Floods
    North | 12 | 31
    South | 9 | 17
    [RunningFoot] p Visser [Page 2]
    [RunningHead] p Moor Tides March 2024
    [References] h1 References
    [References] p [1] Smith, Sea levels, 2019.
    [RunningFoot] p Visser [Page 3]
    "#);
}

#[test]
fn what_is_no_document_gets_a_clear_error() {
    let compound = |name: &str| {
        let mut bytes = vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
        bytes.extend(name.encode_utf16().flat_map(u16::to_le_bytes));
        bytes
    };
    let errors = [
        check(b"", "a.pdf"),
        check(&compound("WordDocument"), "a.doc"),
        check(&compound("EncryptedPackage"), "a.docx"),
        check(b"\x89PNG\r\n\x1a\n\0\0", "a.png"),
        check(b"{\\rtf1 text}", "a.rtf"),
        check(b"   \n\n", "a.txt"),
        check(b"%PDF-1.7\nnothing", "a.pdf"),
        check(b"a\0b", "a.txt"),
        check(&archive(&[("a", "b")]), "a.zip"),
    ];
    assert_snapshot!(errors.join("\n"), @r#"
    error: this is an empty file; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text
    error: this is a Word file of Office 97 to 2003: save it as .docx
    error: the file is protected by a password: save it without one and send it again
    error: this is a picture; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text
    error: this is a file in Rich Text Format; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text
    error: the document has no text
    error: the file is damaged: it has no objects
    error: this is a file of another kind; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text
    error: this is an archive; documents can be PDF, DOCX, ODT, PPTX, HTML, EPUB, Markdown or plain text
    "#);
}

#[test]
fn pictures_of_the_content_are_numbered_in_its_markdown() {
    let pixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    let page = format!(
        "<html><body><article><h1>Locks</h1><p>The lock of Moor lies between two rivers and lifts forty boats a day.</p>\
         <img alt=\"The gate\" src=\"{pixel}\"><img alt=\"Elsewhere\" src=\"https://example.com/a.png\">\
         <p>Its upper gate was renewed last year, and the keeper opens it by hand.</p><img alt=\"[Keeper]\" src=\"{pixel}\">\
         </article></body></html>"
    );
    let document = documents::read(page.as_bytes(), "lock.html", &documents::Limits::default()).expect("a page");
    let alts: Vec<&str> = document.pictures().filter_map(|picture| picture.alt.as_deref()).collect();
    assert_eq!(alts, ["The gate", "[Keeper]"]);
    let markdown = document.markdown();
    let lines: Vec<&str> = markdown.lines().filter(|line| line.starts_with("![")).collect();
    assert_eq!(lines, ["![The gate](picture:0)", "![\\[Keeper\\]](picture:1)"]);
}

/// The title of a file, and its content as Markdown.
fn markdown(source: &str, name: &str) -> String {
    let document = documents::read(source.as_bytes(), name, &documents::Limits::default()).expect("a document");
    format!("{}\n\n{}", document.title.as_deref().unwrap_or("-"), document.markdown())
}

#[test]
fn front_matter_in_json_or_toml_and_expressions_of_a_site_generator_are_no_content() {
    let json = "{\n    \"title\": \"Tides of 2019\",\n    \"authors\": [ \"Anna Moor\", \"Piet Visser\" ]\n}\n\n[TOC]\n\n# {{page.title}}\n\n{{< img name=\"gate\" >}}\n\nThe {{< link slug=\"gates\" text=\"north gate\" >}} was renewed. Write `{{ title }}` there.\n\n{% include foot.html %}\n";
    assert_snapshot!(markdown(json, "a.md"), @r#"
    Tides of 2019

    The {{\< link slug="gates" text="north gate" >}} was renewed. Write {{ title }} there.
    "#);
    let toml = "+++\ntitle = \"Tides\"\n+++\n\nThe {{< link slug=\"gates\" text=\"north gate\" >}} was renewed.\n";
    assert_snapshot!(markdown(toml, "a.md"), @r"
    Tides

    The north gate was renewed.
    ");
}

#[test]
fn a_list_item_in_bold_up_to_a_mark_has_a_term() {
    let source = "# Plans\n\n- **Reserve fund**: for repairs.\n- **Hire a keeper** for the lock.\n- **New gates.** Two are planned.\n";
    assert_snapshot!(markdown(source, "a.md"), @r"
    Plans

    - **Reserve fund**: for repairs.
    - Hire a keeper for the lock.
    - **New gates**: Two are planned.
    ");
    let page = "<h1>Plans</h1><p>The lock needs much work before the next winter comes.</p><ul><li><b>Fund</b> – for repairs</li><li><p><strong>Gates:</strong> two of them</p></li><li><b>Now</b> is the time</li></ul>";
    assert_snapshot!(markdown(page, "a.html"), @r"
    Plans

    The lock needs much work before the next winter comes.

    - **Fund**: for repairs
    - **Gates**: two of them
    - Now is the time
    ");
}

#[test]
fn a_list_of_questions_is_named_by_what_they_are_about_and_by_its_file() {
    let source = "## How does TideLock count boats\n\nBy eye.\n\n## Why is TideLock slow?\n\nIt is old.\n\n## Who pays\n\nYou.\n";
    assert!(markdown(source, "FAQ.md").starts_with("TideLock: FAQ\n"));
    assert!(markdown(source, "text/markdown").starts_with("TideLock\n"));
    assert!(markdown("## Gates\n\nTwo.\n\n## Locks\n\nOne.\n", "FAQ.md").starts_with("Gates\n"));
}

#[test]
fn who_made_a_document_and_its_title_again_are_no_headings() {
    let page = "<title>The lock of Moor</title><h1>The lock of Moor</h1><h1>By Anna Moor</h1><h1>The Moor team</h1><h1>The lock of Moor</h1><h1>Gates</h1><p>The upper gate opens by hand, and two keepers turn its wheel.</p><h1>Boats</h1><p>Forty boats pass in a day.</p>";
    assert_snapshot!(markdown(page, "a.html"), @r"
    The lock of Moor

    ## Gates

    The upper gate opens by hand, and two keepers turn its wheel.

    ## Boats

    Forty boats pass in a day.
    ");
}

#[test]
fn lists_of_people_with_their_addresses_are_no_content() {
    let source = "# Locks\n\nThe lock lifts forty boats a day.\n\nThese people wrote it:\n\n- Anna Moor anna@example.org\n- Bo Lane (bo@example.org)\n- Cy Hill\n- Di Vos di@example.org\n\nBoats wait.\n";
    assert_snapshot!(markdown(source, "a.md"), @r"
    Locks

    The lock lifts forty boats a day.

    Boats wait.
    ");
}

#[test]
fn thanks_to_people_are_no_content_and_a_table_without_names_of_columns_has_an_empty_head() {
    let page = "<h1>Locks</h1><p>The lock of Moor lifts forty boats a day, in all weathers.</p><table><tr><td>North</td><td>31</td></tr><tr><td>South</td><td>12</td></tr></table><h2>C. Acknowledgements</h2><p>Anna Moor, for her patience.</p>";
    assert_snapshot!(markdown(page, "a.html"), @r"
    Locks

    The lock of Moor lifts forty boats a day, in all weathers.

    |  |  |
    | --- | --- |
    | North | 31 |
    | South | 12 |
    ");
}

#[test]
fn a_note_beside_its_label_is_text_and_no_table() {
    let page = "<h1>Gates</h1><table><tr><td>Note</td><td>Both gates are closed during a storm.</td></tr></table>\
        <table><tr><td>North</td><td>31</td></tr></table>";
    let text = markdown(page, "gates.html");
    assert!(text.contains("\n\nBoth gates are closed during a storm."), "{text}");
    assert!(text.contains("| North | 31 |") && !text.contains("Note"), "{text}");
}

#[test]
fn the_title_of_a_text_stands_above_its_version_below_a_rule_or_behind_comments() {
    let title = |source: &str| {
        documents::read(source.as_bytes(), "a.txt", &documents::Limits::default()).expect("a text").title
    };
    let body = "\n\nThe gates were painted in spring, and the keepers moved back into their house.\n";
    for (source, own) in [
        ("Questions about the gates\nVersion 1.1 - Sept 2014\n(See the notes)", "Questions about the gates"),
        (
            "This is the work of Anna Moor, copyright© 2016\n\n=====\n  =====\nThe lock, read me\n\n=====\n1. About it",
            "The lock, read me",
        ),
        ("////\n-*- Doc -*-\n////\n\nLock Guide (Complete)\n=====================", "Lock Guide (Complete)"),
        (
            "A guide to the lock - minor revision 2021-05-24\n-------------------------------------------",
            "A guide to the lock - minor revision 2021-05-24",
        ),
    ] {
        assert_eq!(title(&format!("{source}{body}")).as_deref(), Some(own));
    }
}

#[test]
fn corner_brackets_are_quotation_marks_where_nothing_else_is_chinese_or_japanese() {
    let text = |source: &str| markdown(source, "a.md");
    assert!(text("# Gates\n\nPress 「Close」 to close.").contains("Press “Close” to close."));
    assert!(text("# 門\n\n「閉じる」を押す。").contains("「閉じる」"));
}

#[test]
fn formulas_of_markdown_stay() {
    let source = "# Pipes\n\nThe loss grows with $v^2$ and costs $5 or $6 of $HOME/$USER.\n\n$$\\Delta p = f \\frac{L}{d}$$\n\n\
        - The first law: $$F = m a$$ and no more\n- The second\n\n```math\nE = mc^2\n```\n\n| Law | Form |\n|-|-|\n| First | $$F = m a$$ |\n";
    assert_snapshot!(check(source.as_bytes(), "a.md"), @r"
    Pipes |  | -
    [Title] h1 Pipes
    p The loss grows with v² and costs $5 or $6 of $HOME/$USER.
    formula Latex \Delta p = f \frac{L}{d}
    list
    - The first law:
    formula Latex F = m a
    p and no more
    list
    - The second
    formula Latex E = mc^2
    table with header 
    Law | Form
    First | F = ma
    ");
    let text = markdown(source, "a.md");
    assert!(text.contains("\n\n$$\\Delta p = f \\frac{L}{d}$$\n\n"), "{text}");
}

#[test]
fn formulas_of_pages_are_read_from_mathml_scripts_pictures_and_the_places_of_mathjax() {
    let annotation = "<semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x^2</annotation></semantics>";
    let page = format!(
        "<h1>Pipes</h1><p>Here <math>{annotation}</math> grows.</p><math display=\"block\">{annotation}</math>\
        <script type=\"math/tex; mode=display\">y = 2</script><div class=\"math notranslate\">\\[z = \\frac{{1}}{{2}}\\]</div>\
        <p>Inline <span class=\"math\">\\(a_1\\)</span> and <img class=\"math\" alt=\"\\frac{{a}}{{b}}\"> stay.</p>\
        <p>Lengths <span class=\"math\">\\(3\\,\\textrm{{m}}\\)</span> and <span class=\"math\">\\(17 \\pmod{{5}}\\)</span>.</p>\
        <math display=\"block\"><mi>q</mi></math>"
    );
    assert_snapshot!(check(page.as_bytes(), "a.html"), @r"
    Pipes |  | -
    [Title] h1 Pipes
    p Here x² grows.
    formula Latex x^2
    formula Latex y = 2
    formula Latex z = \frac{1}{2}
    p Inline a₁ and a/b stay.
    p Lengths 3 m and 17 (mod 5).
    formula Signs q
    ");
    let text = markdown(&page, "a.html");
    assert!(text.contains("$$z = \\frac{1}{2}$$") && !text.contains("$$q$$"), "{text}");
}

#[test]
fn pictures_of_the_cover_are_no_content() {
    let picture = |name: &str| format!("<img src=\"data:image/png;base64,{name}\" alt=\"{name}\">");
    let rest = "<h2>One</h2><p>Boats wait.</p><h2>Two</h2><p>Gates open.</p><h2>Three</h2><p>Keepers sleep.</p>";
    let pictures = |page: &str| {
        let document = documents::read(page.as_bytes(), "a.html", &documents::Limits::default()).expect("a page");
        document.pictures().map(|picture| picture.alt.clone().unwrap_or_default()).collect::<Vec<_>>()
    };
    let (logo, gate) = (picture("TG9n"), picture("R2F0"));
    assert_eq!(pictures(&format!("<h1>Locks</h1>{logo}<p>Version 2</p>{rest}{gate}")), ["R2F0"]);
    let text = "<p>This picture shows the lock of Moor, which lifts forty boats a day in all weathers.</p>";
    assert_eq!(pictures(&format!("<h1>Locks</h1>{text}{logo}{rest}")), ["TG9n"]);
    assert_eq!(pictures(&format!("<h1>Locks</h1>{logo}<p>Boats wait.</p>")), ["TG9n"]);
}

#[test]
fn a_title_goes_on_below_a_picture_and_a_part_in_the_style_of_titles_is_none() {
    let open = |body: &str| {
        let content = format!(
            "<office:document-content xmlns:office=\"o\" xmlns:text=\"t\" xmlns:draw=\"d\" xmlns:xlink=\"x\"><office:body><office:text>{body}</office:text></office:body></office:document-content>"
        );
        let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &content)]);
        documents::read(&file, "a.odt", &documents::Limits::default()).expect("a document").title
    };
    let picture = "<text:p><draw:frame><draw:image xlink:href=\"Pictures/a.png\"/></draw:frame></text:p>";
    let text = "<text:p>The lock of Moor lifts forty boats a day, in all weathers.</text:p>".repeat(40);
    assert_eq!(
        open(&format!("<text:p>Manual for</text:p>{picture}<text:p>Gates and Wheels</text:p>{text}")).as_deref(),
        Some("Manual for Gates and Wheels")
    );
    let part = "<text:p text:style-name=\"Title\">Using the wheel</text:p>";
    assert_eq!(
        open(&format!("<text:p>Moor Lock 4.0: a guide</text:p>{text}{part}")).as_deref(),
        Some("Moor Lock 4.0: a guide")
    );
}

/// A Word document with a picture, the relationship `p`, and a footnote, 2.
fn word_with_picture(body: &str) -> Vec<u8> {
    let types = r#"<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
    let notes = r#"<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>Prices of 2023.</w:t></w:r></w:p></w:footnote></w:footnotes>"#;
    let body = format!(r#"<w:document xmlns:w="w" xmlns:r="r"><w:body>{body}</w:body></w:document>"#);
    archive(&[
        ("[Content_Types].xml", types),
        ("word/footnotes.xml", notes),
        (
            "word/_rels/document.xml.rels",
            r#"<Relationships><Relationship Id="p" Target="media/gate.png"/></Relationships>"#,
        ),
        ("word/document.xml", &body),
    ])
}

#[test]
fn rows_and_cells_in_content_controls_and_notes_in_cells_are_read() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let control = |content: &str| format!("<w:sdt><w:sdtPr/><w:sdtContent>{content}</w:sdtContent></w:sdt>");
    let noted = r#"<w:tc><w:p><w:r><w:t>31</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p></w:tc>"#;
    let body = format!(
        "<w:p><w:r><w:t>Floods of the ports.</w:t></w:r></w:p><w:tbl><w:tr>{}{}</w:tr>{}<w:tr><w:trPr><w:gridBefore w:val=\"1\"/></w:trPr>{}</w:tr></w:tbl>",
        cell("Port"),
        control(&cell("Floods")),
        control(&format!("<w:tr>{}{noted}</w:tr>", cell("North"))),
        cell("12"),
    );
    let outline = check(&word_with_picture(&body), "a.docx");
    assert!(outline.contains("Port | Floods\nNorth | 31\n | 12\nnote 1: Prices of 2023."), "{outline}");
}

#[test]
fn letters_below_their_reading_are_read() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let body = format!(
        "<w:p><w:r><w:ruby><w:rt>{}</w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r>{}</w:p>",
        run("かんじ"),
        run("漢字"),
        run("の本")
    );
    let outline = check(&word(&body), "a.docx");
    assert!(outline.contains("p 漢字の本"), "{outline}");
    let content = "<o><body><text><p><ruby><ruby-base>漢字</ruby-base><ruby-text>かんじ</ruby-text></ruby>の本</p></text></body></o>";
    let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content)]);
    let outline = check(&file, "a.odt");
    assert!(outline.contains("p 漢字の本"), "{outline}");
}

#[test]
fn all_boxes_and_pictures_of_a_drawing_are_read_once() {
    let text = |text: &str| format!("<w:txbxContent><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:txbxContent>");
    let picture = r#"<a:blip r:embed="p"/>"#;
    let drawing = format!(
        "<w:r><mc:AlternateContent><mc:Choice><w:drawing>{}{picture}{}{picture}</w:drawing></mc:Choice><mc:Fallback><w:pict>{}</w:pict></mc:Fallback></mc:AlternateContent></w:r>",
        text("The first box says this."),
        text("The second box says that."),
        text("The first box says this.")
    );
    let alone = check(&word_with_picture(&format!("<w:p>{drawing}</w:p>")), "a.docx");
    let table =
        format!("<w:p><w:r><w:t>Words.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p>{drawing}</w:p></w:tc></w:tr></w:tbl>");
    let framed = check(&word_with_picture(&table), "a.docx");
    let beside = table.replace("</w:tc></w:tr>", "</w:tc><w:tc><w:p><w:r><w:t>B</w:t></w:r></w:p></w:tc></w:tr>");
    let in_cell = check(&word_with_picture(&beside), "a.docx");
    for outline in [alone, framed, in_cell] {
        for (words, count) in [("first box", 1), ("second box", 1), ("picture ", 2)] {
            assert_eq!(outline.matches(words).count(), count, "{words}: {outline}");
        }
    }
}

#[test]
fn notes_in_lists_and_cells_of_an_open_document_stay() {
    let note =
        |text: &str| format!("<note><note-citation>1</note-citation><note-body><p>{text}</p></note-body></note>");
    let content = format!(
        "<o><body><text><p>The gates of the north.</p><list><list-item><p>first{}</p></list-item></list><table><table-row><table-cell><p>North</p></table-cell><table-cell><p>31{}</p></table-cell></table-row></table></text></body></o>",
        note("Aside."),
        note("Counted."),
    );
    let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", &content)]);
    let outline = check(&file, "a.odt");
    assert!(outline.contains("- first\nnote 1: Aside."), "{outline}");
    assert!(outline.contains("North | 31\nnote 1: Counted."), "{outline}");
}

#[test]
fn a_cell_of_several_rows_at_the_end_of_a_row_moves_no_other_cell() {
    let page = "<h1>Gates</h1><p>Built in this order.</p><table><tr><th>Port</th><th>Year</th></tr><tr><td>North</td><td rowspan=2>1990</td></tr>\
        <tr><td>South</td></tr><tr><td>West</td><td>2001</td></tr></table>";
    let outline = check(page.as_bytes(), "gates.html");
    assert!(outline.contains("North | 1990\nSouth | \nWest | 2001"), "{outline}");
}

#[test]
fn comparisons_in_a_script_are_no_elements() {
    let script = "for(i=0;i<n.length;i++)a<e&&t();".repeat(1_000);
    let page = format!("<h1>Gates</h1><p>Built in this order.</p><script>{script}</script><p>The end.</p>");
    let outline = check(page.as_bytes(), "gates.html");
    assert!(outline.contains("p The end."), "{outline}");
}

#[test]
fn code_and_tables_stay_between_the_items_of_a_list() {
    let source = "# Build\n\nIn this order.\n\n1. Install it.\n\n   ```sh\n   make\n   ```\n\n2. Compare:\n\n   | Port | Floods |\n   |---|---|\n   | North | 31 |\n\n3. Run it.\n";
    let outline = check(source.as_bytes(), "a.md");
    let places: Vec<_> =
        ["Install it.", "make", "Compare:", "North | 31", "Run it."].map(|text| outline.find(text)).to_vec();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{outline}");
}

#[test]
fn raised_digits_and_formulas_of_cells_stay_apart_from_the_number_before_them() {
    let page = "<h1>Gates</h1><p>Built in this order.</p><table><tr><th>Port</th><th>Tons</th></tr>\
        <tr><td>North<sup><a href=#n>1</a></sup></td><td>3 · 10<sup>6</sup></td></tr>\
        <tr><td>South</td><td><math><mi>x</mi><annotation encoding='application/x-tex'>x</annotation></math></td></tr></table>";
    let outline = check(page.as_bytes(), "gates.html");
    assert!(outline.contains("North | 3 · 10⁶\nSouth | x"), "{outline}");
    let body = r#"<w:p><w:r><w:t>It carries 10</w:t></w:r><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>6</w:t></w:r><w:r><w:t> tons.</w:t></w:r></w:p>"#;
    let outline = check(&word(body), "a.docx");
    assert!(outline.contains("It carries 10⁶ tons."), "{outline}");
    let content = r#"<o><automatic-styles><style name="T1"><text-properties text-position="super 58%"/></style></automatic-styles>
        <body><text><p>It carries 10<span style-name="T1">6</span> tons.</p></text></body></o>"#;
    let file = archive(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", content)]);
    let outline = check(&file, "a.odt");
    assert!(outline.contains("It carries 10⁶ tons."), "{outline}");
}

#[test]
fn greek_letters_of_a_font_of_signs_are_letters() {
    let body = r#"<w:p><w:r><w:t>A gap of 5 </w:t></w:r><w:r><w:sym w:font="Symbol" w:char="F06D"/></w:r><w:r><w:t>m </w:t></w:r><w:r><w:sym w:font="Symbol" w:char="F0B1"/></w:r><w:r><w:t> 1.</w:t></w:r></w:p>"#;
    let outline = check(&word(body), "a.docx");
    assert!(outline.contains("A gap of 5 μm ± 1."), "{outline}");
}

#[test]
fn a_text_that_names_the_header_of_a_pdf_is_a_text() {
    let outline = check(b"# Headers\n\nA file begins with %PDF-1.7 and its version.\n", "a.md");
    assert!(outline.contains("p A file begins with %PDF-1.7"), "{outline}");
}
