//! A configurable layout fixture, and an overlap check that looks into groups.

use deck::{Deck, Registry};
use layout::{Invite, LayoutInput, LayoutOutput, Look, PictureFacts, Pictures, Typesetter, document};
use scene::{Node, NodeKind, NodeRole, Page, Rect};
use serde_json::Value;

use crate::common::{book, slide};

/// Pictures of several aspect ratios.
pub(crate) const PICTURES: [(&str, u32, u32); 4] = [
    ("/uploads/quay.jpg", 1600, 900),
    ("/uploads/tall.jpg", 600, 1200),
    ("/uploads/long.png", 3000, 500),
    ("/uploads/dot.png", 40, 40),
];

/// The layout input besides the slides.
#[derive(Default)]
pub(crate) struct LayoutFixture {
    pub(crate) language: &'static str,
    pub(crate) invite: Option<Invite>,
    pub(crate) draft: bool,
    pub(crate) registry: Option<Registry>,
    /// Id of the theme; the default one when empty.
    pub(crate) theme: &'static str,
}

impl LayoutFixture {
    pub(crate) fn live() -> LayoutFixture {
        let invite = Invite {
            address: "lectern.example/go".to_owned(),
            link: "https://lectern.example/go?code=KTRM".to_owned(),
            code: "KTRM".to_owned(),
        };
        LayoutFixture { language: "en", invite: Some(invite), ..LayoutFixture::default() }
    }

    pub(crate) fn lay_out(&self, slides: &[Value]) -> LayoutOutput {
        let mut deck = Deck::new("Harbour", self.language);
        deck.slides = slides.iter().enumerate().map(|(index, written)| slide(index + 1, written)).collect();
        let mut pictures = Pictures::default();
        for (source, width, height) in PICTURES {
            pictures.0.insert(source.to_owned(), PictureFacts { width, height, light: [[40; 16]; 9] });
        }
        let registry = self.registry.as_ref().unwrap_or(Registry::core());
        let look = Look::from(deck::Themes::core().get(self.theme));
        let input = LayoutInput {
            invite: self.invite.as_ref(),
            draft: self.draft,
            ..LayoutInput::new(&deck, registry, &look, &pictures)
        };
        document(input, &mut Typesetter::new(book()))
    }

    /// The outline of one slide without FOOT, followed by its findings.
    pub(crate) fn outline(&self, slide: &Value) -> String {
        let output = self.lay_out(std::slice::from_ref(slide));
        let outline = output.document.pages[0].outline();
        let lines = outline.lines().filter(|line| !line.contains(" footer ") && !line.contains(" page-number "));
        let findings = output.findings.iter().map(ToString::to_string);
        lines.map(str::to_owned).chain(findings).collect::<Vec<_>>().join("\n")
    }
}

/// Every text of a page, including those in groups and widgets.
pub(crate) fn texts(page: &Page) -> Vec<&Node> {
    let mut texts = Vec::new();
    for node in &page.nodes {
        add_texts(node, &mut texts);
    }
    texts
}

fn add_texts<'n>(node: &'n Node, texts: &mut Vec<&'n Node>) {
    match &node.kind {
        NodeKind::Text(_) | NodeKind::Code(_) => texts.push(node),
        NodeKind::Group(group) => group.nodes.iter().for_each(|node| add_texts(node, texts)),
        NodeKind::Turned(turned) => turned.nodes.iter().for_each(|node| add_texts(node, texts)),
        NodeKind::Widget(widget) => widget.static_nodes.iter().for_each(|node| add_texts(node, texts)),
        _ => {}
    }
}

/// Asserts that no text leaves the page, overlaps another or has lines outside its frame.
pub(crate) fn assert_texts_sound(page: &Page) {
    let texts = texts(page);
    for (index, node) in texts.iter().enumerate() {
        assert!(Rect::CANVAS.contains(&node.frame), "{} leaves the page:\n{}", node.frame, page.outline());
        crate::extremes::assert_lines(node, page);
        for other in texts[index + 1..].iter().filter(|_| node.role != NodeRole::Decoration) {
            let apart = !crate::extremes::overlap(node, other);
            assert!(apart, "{} and {} overlap:\n{}", node.frame, other.frame, page.outline());
        }
    }
}
