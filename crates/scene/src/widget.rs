//! Interactive elements, each with a static form for outputs without interaction.

use crate::{HtmlNode, Node, Point, Px, Rect, Rgb};

/// An interactive element.
#[derive(Debug, Clone)]
pub struct Widget {
    /// The interactive element, for outputs that support it.
    pub kind: WidgetKind,
    /// The static form: the nodes that other outputs paint.
    pub static_nodes: Vec<Node>,
}

/// The kinds of interactive elements.
#[derive(Debug, Clone, PartialEq)]
pub enum WidgetKind {
    /// A question to the audience: a poll, a scale, a slider or open feedback.
    Poll {
        /// The form of the question. Not interpreted here, but passed on to the web page.
        form: String,
        /// The answers to choose from, in order; empty when answers are free text.
        options: Vec<PollOption>,
        /// The area for the results: the count, the mean, or the free-text answers.
        outcome: Rect,
        /// The look of the results.
        results: PollResults,
    },
    /// A countdown clock. Its static form is the digits, the track and the bar on it, in this order.
    Countdown {
        /// Duration in seconds.
        seconds: u32,
        /// Whether it starts automatically.
        starts: bool,
        /// Whether it flashes at the end.
        flashes: bool,
        /// Whether it sounds at the end.
        sounds: bool,
        /// The text shown at the end.
        end: String,
    },
    /// A video or a sound.
    Video {
        /// URL of the video or sound.
        address: String,
        /// Whether it starts automatically.
        autoplay: bool,
    },
    /// Another web page in a frame.
    Embed {
        /// URL of the page.
        address: String,
        /// Whether the page may open windows and submit forms.
        permissive: bool,
    },
    /// A picture on another server. Its static form is a panel with the host name.
    Picture {
        /// URL of the picture.
        address: String,
        /// Whether the picture is cropped to fill the frame; otherwise it is shown whole.
        cover: bool,
        /// The focus point that stays visible when cropped, as fractions of the picture's size.
        focus: (f32, f32),
        /// Corner radius of the frame.
        radius: Px,
    },
    /// A zoom tour over a picture. Each build step enlarges the static form around a point, inside the frame.
    Tour {
        /// The points, relative to the upper left corner of the frame.
        stops: Vec<Point>,
        /// Zoom factor.
        level: f32,
    },
    /// A QR code.
    Qr {
        /// The encoded URL.
        address: String,
    },
    /// HTML written by the author.
    Html {
        /// The markup, parsed but not filtered; the exporter sanitizes it.
        html: Vec<HtmlNode>,
        /// The CSS as written; the exporter sanitizes it.
        css: String,
    },
}

/// An answer that the audience can choose.
#[derive(Debug, Clone, PartialEq)]
pub struct PollOption {
    /// The path of the field that it came from, which identifies the answer.
    pub field: String,
    /// The text of the answer.
    pub text: String,
    /// Position of the answer on the page.
    pub frame: Rect,
    /// The area in which the result bar grows: in reading direction if the area is wider than high, otherwise upwards.
    pub bar: Rect,
    /// Colour of the bar.
    pub fill: Rgb,
    /// Colour of the bar while the answer leads.
    pub leading_fill: Rgb,
    /// Colour of the result, a number, while the answer leads.
    pub leading_ink: Rgb,
}

/// The look of the results of a question: the colours of everything that the live view adds, and a word in the language
/// of the deck.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PollResults {
    /// Colour of text.
    pub text: Rgb,
    /// Colour of marks.
    pub mark: Rgb,
    /// Colour of plates, of text on them, and of figures on them.
    pub plate: [Rgb; 3],
    /// Colour of the newest free-text answer, and of its text.
    pub newest: [Rgb; 2],
    /// Colour of the other free-text answers, and of their text.
    pub others: [Rgb; 2],
    /// Corner radius.
    pub radius: Px,
    /// The word for the mean.
    pub average: String,
}

impl WidgetKind {
    /// The name shown in outlines.
    pub(crate) fn name(&self) -> &'static str {
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
