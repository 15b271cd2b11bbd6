//! Custom HTML: whatever an author writes, no script runs, nothing is loaded, and nothing is drawn outside its box.

use export::html::sanitised;
use layout::html_tree;
use proptest::prelude::*;
use scene::{Node, NodeKind, Widget, WidgetKind};

use super::sample::{PNG, file, fragments, node, page_of, paper};

fn custom_html(html: &str, css: &str) -> Node {
    let kind = WidgetKind::Html { html: html_tree(html), css: css.to_owned() };
    node(NodeKind::Widget(Widget { kind, static_nodes: Vec::new() }))
}

/// Custom HTML as it is in a file.
fn sanitised_in_file(html: &str) -> String {
    let file = file(&page_of(vec![custom_html(html, "")]));
    let from = file.find("class=\"n own own1\"").expect("a box");
    let rest = &file[from..];
    let rest = &rest[rest.find('>').expect("the end of its tag") + 1..];
    rest[..rest.find("</div></div></div></section>").expect("the end of the page")].to_owned()
}

#[test]
fn harmless_elements_stay() {
    insta::assert_snapshot!(sanitised_in_file("<h1 id=a class='b c'>Tides</h1><section><p style='color:red;position:fixed'>and <b>quays</b><br><a href='#2'>next</a></section>"), @r##"<h2 id="own1-a" class="b c">Tides</h2><div><p style="color:red;">and <b>quays</b><br><a href="#2" rel="noopener noreferrer">next</a></p></div>"##);
    assert_eq!(
        sanitised_in_file("<table><tr><td colspan=2>x</table>"),
        "<table><tbody><tr><td colspan=\"2\">x</td></tr></tbody></table>"
    );
}

#[test]
fn pictures_are_embedded_or_left_out() {
    assert!(sanitised_in_file("<img src=/uploads/quay.png alt=Quay>").starts_with("<img src=\"data:image/png;base64,"));
    assert!(PNG.len() > 20);
    assert_eq!(sanitised_in_file("<img src=https://example.test/a.png>"), "<img src=\"https://example.test/a.png\">");
    for source in
        ["http://example.test/a.png", "//example.test/a.png", "javascript:alert(1)", "data:image/svg+xml,x", "a.png"]
    {
        assert_eq!(sanitised_in_file(&format!("<img src=\"{source}\">")), "<img>", "{source}");
    }
    for source in [
        "/go/QQQQ",
        "/uploads/",
        "/uploads/..",
        "/uploads/..?x",
        "/uploads/%2e%2e",
        "/uploads/.%2E#x",
        "/uploads/.\t.",
        "/uploads/../go/QQQQ",
        "/uploads/..\\go\\QQQQ",
        " /go/QQQQ",
        "/\t/uploads/a.png",
        "assets/a.png",
        "/api/presentations/1/export/pptx",
    ] {
        let html = format!("<img src=\"{source}\">");
        assert_eq!(sanitised_in_file(&html), "<img>", "{source}");
        assert_eq!(sanitised(&html_tree(&html), "").0, "<img>", "{source}");
    }
    assert_eq!(sanitised(&html_tree("<img src=/uploads/quay-1.png>"), "").0, "<img src=\"/uploads/quay-1.png\">");
    assert_eq!(sanitised_in_file("<p title=' src=\"#picture-0\"'>src=\"#picture-0\"</p>").matches('<').count(), 2);
}

#[test]
fn nothing_that_runs_or_loads_passes() {
    for nasty in [
        "<script>alert(1)</script>",
        "<ScRiPt src=https://example.test/x></sCrIpT>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        "<svg><style><img src=x onerror=alert(1)></style></svg>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
        "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
        "<template><script>alert(1)</script></template>",
        "<iframe src=https://example.test></iframe>",
        "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
        "<object data=https://example.test/x></object><embed src=https://example.test/x>",
        "<form action=https://example.test><input name=a><button>Go</button></form>",
        "<link rel=stylesheet href=https://example.test/x><meta http-equiv=refresh content='0;url=https://example.test'>",
        "<base href=https://example.test/>",
        "<video src=https://example.test/x autoplay></video><audio src=https://example.test/x>",
        "<style>*{display:none}</style>",
        "<a href=javascript:alert(1)>x</a><a href=' javascript:alert(1)'>x</a><a href='java\nscript:alert(1)'>x</a>",
        "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
        "<p style='background:url(https://example.test/x)'>x</p>",
        "<p style='background:u\\72l(https://example.test/x)'>x</p>",
        "<p style=\"x:expression(alert(1))\">x</p>",
        "<img srcset='https://example.test/x 1x'><img lowsrc=https://example.test/x>",
        "<table background=https://example.test/x><tr><td background=https://example.test/x>x</table>",
        "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
        "<xmp><img src=x onerror=alert(1)></xmp><plaintext><script>alert(1)</script>",
        "<div contenteditable autofocus onfocus=alert(1) tabindex=1>x</div>",
        "</div></div></div></section><section class=slide>out</section>",
        "<!--><script>alert(1)</script>-->",
        "<p/onclick=alert(1)>x</p>",
        "<b id=x name=y class=z onmouseover=alert(1) data-src=https://example.test/x>x</b>",
    ] {
        let html = sanitised_in_file(nasty);
        let tags: String = html.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default()).collect();
        let lower = tags.to_ascii_lowercase();
        for forbidden in [
            "script",
            "iframe",
            "svg",
            "math",
            "style>",
            "form",
            "input",
            "object",
            "embed",
            "link",
            "meta",
            "base",
            "video",
            "audio",
            "section",
            " on",
            "url(",
            "expression",
            "srcset",
            "background",
            "example.test",
            "javascript",
            "textarea",
            "template",
            "data-",
        ] {
            assert!(!lower.contains(forbidden), "{nasty} left `{forbidden}` in {html}");
        }
    }
}

#[test]
fn rules_are_in_the_head_of_a_file_and_in_the_box_of_a_fragment() {
    let document =
        page_of(vec![custom_html("<p id=a>x</p>", "#a{color:red}body{margin:1px}@import 'https://example.test';")]);
    let rules = ".own1 #own1-a{color:red;}\n.own1{margin:1px;}\n";
    for html in [file(&document), paper(&document)] {
        let head = &html[..html.find("</head>").expect("a head")];
        assert!(head.contains(rules) && html.contains("<p id=\"own1-a\">x</p>"));
        assert!(!html.contains("example.test"));
    }
    assert!(fragments(&document).contains(&format!("<style>{rules}</style>")));
}

#[test]
fn custom_html_has_the_body_font_of_the_theme() {
    let document = page_of(vec![custom_html("<p>Tides</p>", "")]);
    assert!(file(&document).contains(&format!("&#39;{}&#39;,sans-serif", document.fonts.body.family)));
    assert_eq!(file(&document).matches("@font-face").count(), 1);
}

#[test]
fn no_rule_ends_the_style_element() {
    let document = page_of(vec![custom_html(
        "x",
        "p{content:\"</style><script>alert(1)</script>\"}</style><script>alert(2)</script>{}p{top:0}",
    )]);
    for html in [file(&document), fragments(&document)] {
        assert!(!html.contains("<script>alert"), "{html}");
    }
}

/// Pieces of HTML and CSS that have confused parsers.
const BITS: &[&str] = &[
    "<svg>",
    "</svg>",
    "<math>",
    "<mtext>",
    "<mglyph>",
    "<style>",
    "</style>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<p title=\"",
    "\">",
    "'",
    "<img src=x onerror=alert(1)>",
    "<script>",
    "</script>",
    "<table>",
    "<td>",
    "</table>",
    "<form>",
    "</form>",
    "<a href=\"javascript:alert(1)\">",
    "</a>",
    "<noscript>",
    "</noscript>",
    "<template>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<select>",
    "<option>",
    "<h1>",
    "<section>",
    "&lt;",
    "&#x3c;",
    "<p id=a>",
    "</p>",
    "<br>",
    "{",
    "}",
    "p",
    ".a",
    "#a",
    ":",
    ";",
    "url(",
    ")",
    "(",
    "color",
    "red",
    "@import",
    "@media all",
    "\\3c ",
    "\"",
    "/*",
    "*/",
    "expression(",
    "position:fixed",
    "&",
    "+",
    "~",
    ",",
    "<",
    ">",
    "\0",
    "\u{2028}",
    "image-set(",
];

proptest! {
    #[test]
    fn any_combination_is_sanitised(bits in prop::collection::vec(prop::sample::select(BITS), 0..24)) {
        let written: String = bits.concat();
        let (html, css) = sanitised(&html_tree(&written), &written);
        let tags = html.split('<').skip(1).map(|tag| tag.split(['>', ' ']).next().unwrap_or_default());
        for tag in tags {
            let name = tag.trim_start_matches('/');
            prop_assert!(["a", "b", "p", "br", "h2", "div", "img", "table", "tbody", "tr", "td"].contains(&name), "{name} in {html}");
        }
        prop_assert!(!css.contains(['<', '\\', '@']) || css.starts_with("@media"), "{css}");
        prop_assert!(!css.contains("url(") && !css.contains("image-set") && !css.contains("fixed"), "{css}");
        prop_assert!(css.lines().all(|line| line.starts_with(".own") || line.starts_with("@media") || line == "}"), "{css}");
        let (again, _) = sanitised(&html_tree(&html), "");
        prop_assert_eq!(&sanitised(&html_tree(&again), "").0, &again, "a fixed point");
    }
}
