//! Things that live on a screen: each has a still form for outputs that cannot show it alive.

use crate::Node;

/// A thing that lives on a screen.
#[derive(Debug, Clone)]
pub struct Widget {
    /// What it is alive.
    pub kind: WidgetKind,
    /// What it is elsewhere.
    pub still: Vec<Node>,
}

/// What a widget is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WidgetKind {
    /// A question to the audience: a poll, a scale, a slider or open feedback.
    Poll {
        /// The form, a word that means nothing here.
        form: String,
        /// What can be chosen, maybe nothing.
        options: Vec<String>,
    },
    /// A clock that runs down.
    Countdown {
        /// From how many seconds.
        seconds: u32,
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
    },
    /// A code to point a camera at.
    Qr {
        /// What it says.
        address: String,
    },
    /// A page of the author's own.
    Html {
        /// Its elements, already made safe.
        html: String,
        /// Its style, already made safe.
        css: String,
    },
}

impl WidgetKind {
    /// The word that outlines show.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            WidgetKind::Poll { .. } => "poll",
            WidgetKind::Countdown { .. } => "countdown",
            WidgetKind::Video { .. } => "video",
            WidgetKind::Embed { .. } => "embed",
            WidgetKind::Qr { .. } => "qr",
            WidgetKind::Html { .. } => "html",
        }
    }
}
