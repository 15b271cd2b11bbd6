//! FOOT: the title of the deck and the page number, positioned as the voice of the theme defines.

use deck::voice::{FootMark, FootNumber, FootPlace};
use scene::{Align, NodeRole, PaletteRole, Px, Rect, VerticalAlign};

use crate::diagram::filled;
use crate::frame::{FULL_WIDTH, MARGIN};
use crate::pen::Pen;
use crate::sheet::Sheet;
use crate::surface::Ground;
use crate::text::{BlockOptions, TextBlock};
use crate::waves::wave;

/// Top of the line of FOOT; its baseline is at 1044.
const TOP: f32 = 1018.0;
/// Height of the line of FOOT.
const HEIGHT: f32 = 36.0;
/// Width of the page number.
const NUMBER: f32 = 296.0;
/// The title block: left edge, top, width, height.
const BLOCK: (f32, f32, f32, f32) = (1068.0, 1008.0, 756.0, 48.0);
/// For a FOOT at the top of the page: the top of its line, and of the rule under the line.
const RUNNING: (f32, f32) = (40.0, 88.0);

impl Sheet<'_> {
    /// Draws FOOT between the edges that the slide type left for it.
    pub(crate) fn draw_foot(&mut self) {
        let Some((x, width)) = self.foot else {
            return;
        };
        let foot = &self.look.voice.foot;
        if foot.rule && foot.place != FootPlace::Top {
            let rule = self.rect(x, 1004.0, width, 2.0);
            self.nodes.push(Sheet::shape(rule, self.surface.line, Px::ZERO));
        }
        match foot.place {
            FootPlace::Center => self.draw_centred_foot(x, width),
            FootPlace::Rail if self.has_rail => self.draw_rail_foot(x),
            FootPlace::Top => self.draw_running_line(),
            FootPlace::Block if width > FULL_WIDTH - 1.0 => self.draw_title_block(),
            FootPlace::Ends | FootPlace::Rail | FootPlace::Block => self.draw_foot_at_ends(x, width),
        }
    }

    /// The wave behind FOOT on pages with a light ground; `None` without FOOT or if the voice has no wave.
    pub(crate) fn foot_wave(&self, ground: Ground) -> Option<scene::Node> {
        let tone = match ground {
            Ground::Base => PaletteRole::Tint.into(),
            Ground::Tint => self.look.palette.accent.over(self.look.palette.tint, 0.08).into(),
            _ => return None,
        };
        let has_wave = self.look.voice.foot.mark == FootMark::Wave && self.foot.is_some();
        has_wave.then(|| filled(self, wave(1018.0, 7.0, 960.0, 0.0), tone))
    }

    fn foot_pen(&self) -> Pen {
        self.body()
            .size(self.look.voice.foot.size)
            .leading(HEIGHT / self.look.voice.foot.size)
            .color(self.surface.muted)
    }

    /// The page number as text, in the form that the voice defines.
    fn page_number(&self) -> String {
        let (number, total) = (self.context.number, self.context.shown_slides);
        match self.look.voice.foot.number {
            FootNumber::Plain | FootNumber::Pill => number.to_string(),
            FootNumber::Of => format!("{number} / {total}"),
            FootNumber::Padded => format!("{number:02}"),
            FootNumber::Total => {
                let words = self.builtin_text("pageOf");
                words.replace("{n}", &number.to_string()).replace("{total}", &total.to_string())
            }
        }
    }

    fn push_foot(&mut self, words: &str, pen: &Pen, frame: Rect, role: NodeRole) {
        if words.trim().is_empty() {
            return;
        }
        let mut paragraph = pen.plain(words.trim());
        if role == NodeRole::PageNumber {
            for run in &mut paragraph.runs {
                run.style = self.look.figures(run.style);
            }
        }
        let mut block = TextBlock::new(self.typesetter, vec![paragraph]);
        let mut text = block.text(self.typesetter, BlockOptions::width(frame.width), frame.height, 1);
        text.anchor = VerticalAlign::Middle;
        // A long deck title is truncated without a finding, because it is shown in full elsewhere.
        self.push_text(frame, text, role, None);
    }

    fn draw_foot_at_ends(&mut self, x: f32, width: f32) {
        let pen = self.foot_pen();
        let title = self.context.deck_title.to_owned();
        let frame = self.rect(x, TOP, width - NUMBER, HEIGHT);
        self.push_foot(&title, &pen, frame, NodeRole::Footer);
        let number = self.page_number();
        let pen = pen.align(self.end_align());
        if self.look.voice.foot.number == FootNumber::Pill {
            let room = self.natural_width(pen.plain(&number)).0 + 40.0;
            let pill = self.rect(x + width - room, TOP - 6.0, room, HEIGHT + 12.0);
            let accent = Ground::Accent.surface(self.look);
            self.nodes.push(Sheet::shape(pill, PaletteRole::Accent.into(), Px(f32::midpoint(HEIGHT, 12.0))));
            let pen = pen.align(Align::Center).color(accent.text);
            let frame = Rect { y: Px(TOP), height: Px(HEIGHT), ..pill };
            self.push_foot(&number, &pen, frame, NodeRole::PageNumber);
            return;
        }
        let frame = self.rect(x + width - NUMBER, TOP, NUMBER, HEIGHT);
        self.push_foot(&number, &pen, frame, NodeRole::PageNumber);
    }

    fn draw_centred_foot(&mut self, x: f32, width: f32) {
        let pen = self.foot_pen().align(Align::Center);
        let title = self.context.deck_title.to_owned();
        let number = self.page_number();
        let frame = self.rect(x, TOP, width, HEIGHT);
        let room = self.natural_width(pen.plain(&number)).0 + 48.0;
        let title_width = self.natural_width(pen.plain(title.trim())).0.min(width - room);
        let start = x + (width - title_width - room) / 2.0;
        let words = self.rect(start, TOP, title_width, HEIGHT);
        self.push_foot(&title, &pen.clone().align(self.start_align()), words, NodeRole::Footer);
        let end = if title.trim().is_empty() { frame } else { self.rect(start + title_width, TOP, room, HEIGHT) };
        let pen = if title.trim().is_empty() { pen } else { pen.align(self.end_align()) };
        self.push_foot(&number, &pen, end, NodeRole::PageNumber);
    }

    fn draw_rail_foot(&mut self, x: f32) {
        let number = self.page_number();
        let pen = self.heading().size(40.0).leading(1.0).color(self.surface.text);
        let frame = self.rect(x, 980.0, 500.0, 40.0);
        self.push_foot(&number, &pen, frame, NodeRole::PageNumber);
        let title = self.context.deck_title.to_owned();
        let frame = self.rect(x, TOP + 4.0, 500.0, HEIGHT);
        let pen = self.foot_pen();
        self.push_foot(&title, &pen, frame, NodeRole::Footer);
    }

    /// Draws FOOT as a line at the top of the page: deck title, section and page number.
    fn draw_running_line(&mut self) {
        let pen = self.foot_pen();
        let third = FULL_WIDTH / 3.0;
        let title = self.context.deck_title.to_owned();
        let frame = self.rect(MARGIN, RUNNING.0, third * 1.5, HEIGHT);
        self.push_foot(&title, &pen.clone().stressed().color(self.surface.text), frame, NodeRole::Footer);
        let section = self.context.section.unwrap_or_default().to_owned();
        let frame = self.rect(MARGIN + third * 1.5, RUNNING.0, third, HEIGHT);
        self.push_foot(&section, &pen, frame, NodeRole::Footer);
        let number = self.page_number();
        let frame = self.rect(MARGIN + FULL_WIDTH - 200.0, RUNNING.0, 200.0, HEIGHT);
        let pen = pen.stressed().color(self.surface.text).align(self.end_align());
        self.push_foot(&number, &pen, frame, NodeRole::PageNumber);
        let rule = self.rect(MARGIN, RUNNING.1, FULL_WIDTH, 10.0);
        self.nodes.push(Sheet::shape(rule, self.surface.text, Px::ZERO));
    }

    fn draw_title_block(&mut self) {
        let (x, y, width, height) = BLOCK;
        let line = self.surface.mark;
        let frame = self.rect(x, y, width, height);
        self.nodes.push(crate::diagram::plate(frame, self.surface.plate, Some((line, Px(2.0))), Px::ZERO));
        let number = self.page_number();
        let size = self.look.voice.foot.size;
        let pen = self.mono().size(size).leading(HEIGHT / size).color(self.surface.muted);
        let title = self.context.deck_title.to_owned();
        let words = self.rect(x + 16.0, y + 6.0, width - 120.0, HEIGHT);
        self.push_foot(&title, &pen, words, NodeRole::Footer);
        let divider = self.rect(x + width - 96.0, y, 2.0, height);
        self.nodes.push(Sheet::shape(divider, line, Px::ZERO));
        let words = self.rect(x + width - 92.0, y + 6.0, 88.0, HEIGHT);
        self.push_foot(&number, &pen.align(Align::Center), words, NodeRole::PageNumber);
    }
}
