//! Pictures of a slide, and plates for missing pictures.

use deck::is_picture;
use scene::{Align, AltText, Group, LinkTarget, Node, NodeKind, NodeRole, Px, Rect, Widget, WidgetKind};

use crate::finding::FindingKind;
use crate::picture::Fit;
use crate::sheet::Sheet;

/// A picture of a slide.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Photo<'p> {
    /// The field that the picture comes from.
    pub(crate) field: &'p str,
    /// Address of the picture; empty when the author has not chosen one.
    pub(crate) source: &'p str,
    /// Alternative text.
    pub(crate) alt: &'p str,
    /// Whether screen readers skip the picture.
    pub(crate) decorative: bool,
    pub(crate) fit: Fit,
    /// The focus point in percent, which stays visible when cropped.
    pub(crate) focus: (f32, f32),
    pub(crate) radius: Px,
    /// Height at the bottom edge that a caption covers; the text on a plate stays above it.
    pub(crate) clear: Px,
}

impl Photo<'_> {
    /// Whether the picture needs space on the slide. An empty field needs space only in the editor.
    pub(crate) fn takes_space(&self, sheet: &Sheet<'_>) -> bool {
        sheet.draft || !self.source.is_empty()
    }

    fn alt(&self) -> AltText {
        match self.alt {
            _ if self.decorative => AltText::Decorative,
            "" => AltText::Missing,
            words => AltText::Text(words.to_owned()),
        }
    }
}

impl Sheet<'_> {
    /// Creates a picture in a frame. A picture that cannot be drawn becomes a plate with its description. An empty field
    /// gives `None`, or a placeholder in the editor.
    pub(crate) fn photo(&mut self, frame: Rect, photo: Photo<'_>) -> Option<Node> {
        if photo.source.is_empty() {
            return self.draft.then(|| self.picture_placeholder(frame, photo));
        }
        if self.pictures.facts(photo.source).is_some() {
            let mut node = self.picture(photo.field, photo.source, frame, photo.fit, photo.focus)?;
            if let NodeKind::Picture(picture) = &mut node.kind {
                picture.radius = photo.radius;
            }
            return Some(Node { alt: photo.alt(), ..node });
        }
        let external = photo.source.starts_with("https://") && is_picture(photo.source);
        let static_nodes = self.unavailable_picture(frame, photo, external);
        let kind = if external {
            self.report(photo.field, FindingKind::ExternalPicture(photo.source.to_owned()));
            let kind = WidgetKind::Picture {
                address: photo.source.to_owned(),
                cover: photo.fit == Fit::Cover,
                focus: (photo.focus.0 / 100.0, photo.focus.1 / 100.0),
                radius: photo.radius,
            };
            NodeKind::Widget(Widget { kind, static_nodes })
        } else {
            self.report(photo.field, FindingKind::MissingPicture(photo.source.to_owned()));
            NodeKind::Group(Group { nodes: static_nodes, clip: false })
        };
        let origin = Some(self.origin(photo.field));
        Some(Node { frame, kind, role: NodeRole::Content, origin, step: None, alt: photo.alt() })
    }

    /// The placeholder of an empty picture field in the editor.
    fn picture_placeholder(&self, frame: Rect, photo: Photo<'_>) -> Node {
        let mut nodes = vec![self.plate(frame, photo.radius)];
        let side = frame.width.min(frame.height).0.min(160.0) * 0.5;
        let middle = frame.center();
        let mark = Rect::new(middle.x.0 - side / 2.0, middle.y.0 - side / 2.0, side, side);
        nodes.extend(self.icon("image", mark, self.surface.muted));
        Node {
            frame,
            kind: NodeKind::Group(Group { nodes, clip: false }),
            role: NodeRole::Content,
            origin: Some(self.origin(photo.field)),
            step: None,
            alt: AltText::Decorative,
        }
    }

    /// A plate with the alternative text of a picture that cannot be drawn, and the host of an external one.
    fn unavailable_picture(&mut self, frame: Rect, photo: Photo<'_>, external: bool) -> Vec<Node> {
        let plate = self.plate(frame, photo.radius);
        let free = Rect { height: (frame.height - photo.clear).max(Px::ZERO), ..frame };
        let inner = free.inset(Px((frame.width.0 * 0.08).clamp(8.0, 48.0)));
        let mut nodes = self.collect_nodes(|sheet| {
            sheet.nodes.push(plate);
            let host = if external { host(photo.source) } else { "" };
            let pen = sheet.body().size(24.0).leading(1.3).align(Align::Center);
            let muted = pen.clone().size(20.0).color(sheet.surface.muted);
            let rows = ((inner.height.0 - if host.is_empty() { 0.0 } else { 34.0 }) / 31.2).floor();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few lines")]
            let rows = rows.clamp(0.0, 4.0) as usize;
            let words = (rows > 0 && inner.width > Px(96.0) && !photo.alt.is_empty())
                .then(|| sheet.short_text(pen.plain(photo.alt), inner.width, &[24.0, 22.0, 20.0], rows));
            let place = (inner.width > Px(96.0) && inner.height > Px(26.0) && !host.is_empty())
                .then(|| sheet.short_text(muted.plain(host), inner.width, &[20.0], 1));
            let heights = [&words, &place].map(|text| text.as_ref().map_or(0.0, |text| text.height().0));
            let gap = if heights.iter().all(|height| *height > 0.0) { 8.0 } else { 0.0 };
            let mut y = inner.center().y.0 - (heights[0] + heights[1] + gap) / 2.0;
            // No field: the missing picture is already reported, and truncated text on the plate must not be reported
            // too.
            for (text, role) in [(words, NodeRole::Caption), (place, NodeRole::Label)] {
                if let Some(text) = text {
                    let height = text.height();
                    sheet.push_text(Rect { y: Px(y), height, ..inner }, text, role, None);
                    y += height.0 + gap;
                }
            }
        });
        for node in &mut nodes {
            node.origin = Some(self.origin(photo.field));
        }
        if external {
            nodes.push(Node {
                frame,
                kind: NodeKind::Link(LinkTarget::Address(photo.source.to_owned())),
                role: NodeRole::Content,
                origin: Some(self.origin(photo.field)),
                step: None,
                alt: AltText::Text(if photo.alt.is_empty() { photo.source } else { photo.alt }.to_owned()),
            });
        }
        nodes
    }

    /// Height at the bottom of a picture that its caption may cover.
    pub(crate) fn caption_room(words: &str) -> Px {
        if words.is_empty() { Px::ZERO } else { Px(120.0) }
    }
}

/// The host of a URL for display: without scheme, user, path and `www.`.
pub(crate) fn host(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let rest = rest.rsplit('@').next().unwrap_or_default();
    rest.strip_prefix("www.").unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_shown_without_scheme_user_path_and_www() {
        assert_eq!(host("https://www.example.org/a?b"), "example.org");
        assert_eq!(host("https://user@example.org:8080#x"), "example.org:8080");
        assert_eq!(host("/uploads/film.mp4"), "");
    }
}
