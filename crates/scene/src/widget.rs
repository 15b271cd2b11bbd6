//! Things that live on a screen: each has a still form for outputs that cannot show it alive.

use crate::{Node, Point, Px, Rect};

/// A thing that lives on a screen.
#[derive(Debug, Clone)]
pub struct Widget {
    /// What it is alive.
    pub kind: WidgetKind,
    /// What it is elsewhere.
    pub still: Vec<Node>,
}

/// What a widget is alive.
#[derive(Debug, Clone, PartialEq)]
pub enum WidgetKind {
    /// A question to the audience: a poll, a scale, a slider or open feedback.
    Poll {
        /// The form, a word that means nothing here.
        form: String,
        /// What can be chosen, in order; nothing where answers are written.
        options: Vec<PollOption>,
        /// Where it is shown what the answers come to: their number, their mean, or the written answers.
        outcome: Rect,
    },
    /// A clock that runs down. Its still form is the digits, the track and the bar on it, in this order.
    Countdown {
        /// From how many seconds.
        seconds: u32,
        /// Whether it starts by itself.
        starts: bool,
        /// Whether it flashes at the end.
        flashes: bool,
        /// Whether it sounds at the end.
        sounds: bool,
        /// What it says at the end.
        end: String,
    },
    /// A film.
    Video {
        /// Where it is.
        address: String,
        /// Whether it starts by itself.
        autoplay: bool,
    },
    /// Another page in a box.
    Embed {
        /// Where it is.
        address: String,
        /// Whether it may open windows, send forms and fill the screen.
        permissive: bool,
    },
    /// A picture that is somewhere else. Its still form is a plate that says where.
    Picture {
        /// Where it is.
        address: String,
        /// Whether it fills the frame and is cropped; else it is shown whole.
        cover: bool,
        /// The point that is kept in view when it is cropped, in shares of its size.
        focus: (f32, f32),
        /// How round the corners of the frame are.
        radius: Px,
    },
    /// A picture that is shown part by part. Each build step enlarges the still form about a point, inside the frame.
    Tour {
        /// The points, from the upper left corner of the frame.
        stops: Vec<Point>,
        /// How much larger.
        level: f32,
    },
    /// A code to point a camera at.
    Qr {
        /// What it says.
        address: String,
    },
    /// A page of the author's own.
    Html {
        /// Its elements, as the author wrote them; an output makes them safe.
        html: String,
        /// Its style, as the author wrote it; an output makes it safe.
        css: String,
    },
}

/// An answer that can be chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct PollOption {
    /// The field it came from, which names it.
    pub field: String,
    /// Its words.
    pub text: String,
    /// Where it stands.
    pub frame: Rect,
    /// The room that its bar grows in: to the end side where it is wider than high, else upwards.
    pub bar: Rect,
}

impl WidgetKind {
    /// The word that outlines show.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            WidgetKind::Poll { .. } => "poll",
            WidgetKind::Countdown { .. } => "countdown",
            WidgetKind::Video { .. } => "video",
            WidgetKind::Embed { .. } => "embed",
            WidgetKind::Picture { .. } => "external-picture",
            WidgetKind::Tour { .. } => "tour",
            WidgetKind::Qr { .. } => "qr",
            WidgetKind::Html { .. } => "html",
        }
    }
}
