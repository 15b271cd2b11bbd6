//! Widgets: embedded pages, videos, polls, countdowns and custom HTML.
//!
//! The static form of a widget is always written. The interactive element above it loads nothing by itself: its address
//! is in `data-src`, and the viewer's script moves it to `src` when the slide is shown. Paper has only the static form.

use std::fmt::Write;

use imaging::{MediaForm, MediaKind};
use scene::{AltText, FontFace, FontId, HtmlNode, Node, PollOption, PollResults, Px, Rect, Rgb, Widget, WidgetKind};

use super::custom;
use super::pictures::write_alt;
use super::style::position;
use super::writer::{Purpose, Writer};

/// The sandbox of an embedded page. Without `allow-same-origin`, the page never has the origin of the app.
const EMBED_SANDBOX: &str = "allow-scripts";
/// The sandbox of an embedded page that its slide marks as permissive.
const PERMISSIVE_SANDBOX: &str = "allow-scripts allow-popups allow-forms";
/// The sandbox of the player of a video site. The player keeps the origin of that site, without which it does not play.
const PLAYER_SANDBOX: &str = "allow-scripts allow-same-origin allow-presentation";

impl Writer<'_> {
    /// Writes a widget: its static form, and above it the interactive element if there is one.
    pub(super) fn widget(&mut self, node: &Node, widget: &Widget) {
        let is_interactive = self.purpose != Purpose::Paper;
        let attributes = self.attributes(node);
        self.out.open("div").raw(&attributes);
        match &widget.kind {
            WidgetKind::Html { html, css } => {
                self.out.end_attributes();
                self.custom_html(node, html, css);
            }
            WidgetKind::Embed { address, permissive } if is_interactive && is_web_page(address) => {
                self.out.raw(" class=\"w\" data-widget=\"embed\">");
                self.write_static_form(widget);
                self.iframe(node, address, if *permissive { PERMISSIVE_SANDBOX } else { EMBED_SANDBOX });
            }
            WidgetKind::Picture { address, cover, focus, radius } if is_web_page(address) => {
                self.out.raw(" class=\"w\" data-widget=\"picture\">");
                self.write_static_form(widget);
                self.web_picture(node, address, *cover, *focus, *radius);
            }
            WidgetKind::Tour { stops, level } => {
                let stops: Vec<String> = stops.iter().map(|stop| format!("{},{}", stop.x.0, stop.y.0)).collect();
                self.out.attribute("data-widget", "tour").attribute("data-level", level);
                self.out.attribute("data-stops", stops.join(" ")).end_attributes();
                self.write_static_form(widget);
            }
            WidgetKind::Video { address, autoplay } if is_interactive && is_web_page(address) => {
                self.out.raw(" class=\"w\" data-widget=\"video\">");
                self.write_static_form(widget);
                match player(address, *autoplay) {
                    Some(address) => self.iframe(node, &address, PLAYER_SANDBOX),
                    None => {
                        self.player(node, title(node, address), ("data-src", address), (MediaForm::Video, *autoplay));
                    }
                }
            }
            WidgetKind::Video { address, autoplay } if is_interactive && MediaKind::of_upload(address).is_some() => {
                self.out.raw(" class=\"w\" data-widget=\"video\">");
                self.write_static_form(widget);
                let form = MediaKind::of_upload(address).map_or(MediaForm::Video, MediaKind::form);
                let (attribute, source) = self.pictures.media_attribute(address);
                self.player(node, title(node, address), (attribute, &source), (form, *autoplay));
            }
            WidgetKind::Countdown { seconds, starts, flashes, sounds, end } => {
                self.out.attribute("data-widget", "countdown").attribute("data-seconds", seconds);
                for (name, on) in [("data-starts", starts), ("data-flashes", flashes), ("data-sounds", sounds)] {
                    if *on {
                        self.out.attribute(name, "");
                    }
                }
                self.out.attribute("data-end", end).end_attributes();
                self.write_static_form(widget);
            }
            WidgetKind::Poll { form, options, outcome, results } => {
                self.out.attribute("data-widget", "poll").attribute("data-form", form);
                if self.for_editor() {
                    self.poll_positions(options, *outcome);
                    self.poll_results(results);
                }
                self.out.end_attributes();
                self.write_static_form(widget);
            }
            WidgetKind::Qr { .. } => {
                write_alt(&mut self.out, &node.alt);
                self.out.end_attributes();
                self.write_static_form(widget);
            }
            WidgetKind::Embed { .. } | WidgetKind::Video { .. } | WidgetKind::Picture { .. } => {
                self.out.end_attributes();
                self.write_static_form(widget);
            }
        }
        self.out.raw("</div>");
    }

    /// Writes the positions at which the script of a live view draws the results of a poll, and the colours of the
    /// bars.
    fn poll_positions(&mut self, options: &[PollOption], outcome: Rect) {
        let bars: Vec<String> = options.iter().map(|option| frame_numbers(self.local(option.bar))).collect();
        self.out.attribute("data-bars", bars.join(" "));
        self.out.attribute("data-outcome", frame_numbers(self.local(outcome)));
        let colors = |option: &PollOption| colors(&[option.fill, option.leading_fill, option.leading_ink]);
        let fills: Vec<String> = options.iter().map(colors).collect();
        self.out.attribute("data-fills", fills.join(" "));
        if self.document.direction.is_right_to_left() {
            self.out.attribute("data-direction", "rtl");
        }
    }

    /// Writes the words and colours with which the script of a live view draws results.
    fn poll_results(&mut self, results: &PollResults) {
        self.out.attribute("data-text", results.text).attribute("data-mark", results.mark);
        self.out.attribute("data-plate", colors(&results.plate));
        self.out.attribute("data-newest", colors(&results.newest)).attribute("data-others", colors(&results.others));
        self.out.attribute("data-radius", results.radius.0);
        self.out.attribute("data-average", &results.average);
    }

    /// Writes the static form of a widget.
    fn write_static_form(&mut self, widget: &Widget) {
        for node in &widget.static_nodes {
            self.node(node);
        }
    }

    /// Writes the frame of an embedded page or of the player of a video site.
    fn iframe(&mut self, node: &Node, address: &str, sandbox: &str) {
        let title = title(node, address).to_owned();
        let position = position(self.local(node.frame));
        self.out.open("iframe").attribute("class", "n").attribute("style", position).attribute("title", title);
        self.out.attribute("data-src", address).attribute("sandbox", sandbox);
        self.out.raw(" referrerpolicy=\"no-referrer\" allow=\"fullscreen\"></iframe>");
    }

    /// Writes a picture on the web, over the placeholder that is visible until it is loaded.
    fn web_picture(&mut self, node: &Node, address: &str, cover: bool, focus: (f32, f32), radius: Px) {
        let alt = match &node.alt {
            AltText::Text(text) => text.clone(),
            AltText::Own | AltText::Missing | AltText::Decorative => String::new(),
        };
        let fit = if cover { "cover" } else { "contain" };
        let (x, y) = (focus.0 * 100.0, focus.1 * 100.0);
        let mut style = position(self.local(node.frame));
        let _ = write!(style, "object-fit:{fit};object-position:{x}% {y}%;border-radius:{}px", radius.0);
        self.out.open("img").attribute("class", "n").attribute("style", style).attribute("src", address);
        self.out.attribute("alt", alt).raw(" loading=\"lazy\" referrerpolicy=\"no-referrer\">");
    }

    /// Writes a player of a video, or of a sound at the bottom of its frame.
    fn player(&mut self, node: &Node, title: &str, source: (&str, &str), (form, autoplay): (MediaForm, bool)) {
        let (element, position) = match form {
            MediaForm::Video => ("video", position(self.local(node.frame))),
            MediaForm::Sound => ("audio", enlarged(self.local(sound_bar(node.frame)))),
        };
        self.out.open(element).attribute("class", "n").attribute("style", position).attribute("aria-label", title);
        self.out.attribute(source.0, source.1).raw(" controls preload=\"metadata\"");
        if form == MediaForm::Video {
            self.out.raw(" playsinline");
        }
        if autoplay {
            self.out.raw(" data-autoplay");
        }
        if autoplay && form == MediaForm::Video {
            // Browsers start a video by themselves only without sound.
            self.out.raw(" muted");
        }
        self.out.raw("></").raw(element).raw(">");
    }

    fn custom_html(&mut self, node: &Node, html: &[HtmlNode], css: &str) {
        let scope = format!("own{}", self.number);
        let rules = custom::style::scoped(css, &scope);
        let html = {
            let pictures = &self.pictures;
            custom::elements::sanitised(html, &scope, &|picture| pictures.address(picture))
        };
        self.custom_rules.push_str(&rules);
        let mut style = position(self.local(node.frame));
        if let Some(font) = self.body_face() {
            let _ = write!(style, "font-family:{};", self.family(font));
            self.letters.entry(font).or_default().extend(html.chars());
        }
        self.out
            .open("div")
            .attribute("class", format_args!("n own {scope}"))
            .attribute("style", style)
            .end_attributes();
        if self.for_editor() && !rules.is_empty() {
            self.out.raw("<style>").raw(&rules).raw("</style>");
        }
        self.out.raw(&html).raw("</div>");
    }
}

/// The bar of a sound at the bottom of its frame.
fn sound_bar(frame: Rect) -> Rect {
    let (margin, below, height) = (if frame == Rect::CANVAS { Px(96.0) } else { Px(72.0) }, Px(40.0), Px(112.0));
    Rect { x: frame.x + margin, y: frame.bottom() - below - height, width: frame.width - margin - margin, height }
}

/// The style of controls that are drawn twice as large as a browser draws them, for halls and phones.
fn enlarged(frame: Rect) -> String {
    let half = Rect { width: frame.width * 0.5, height: frame.height * 0.5, ..frame };
    position(half) + "transform:scale(2);transform-origin:0 0;"
}

/// A frame for the script of a live view: left, top, width and height in pixels, separated by commas.
fn frame_numbers(rect: Rect) -> String {
    format!("{},{},{},{}", rect.x.0, rect.y.0, rect.width.0, rect.height.0)
}

/// Colours for the script of a live view, separated by commas.
fn colors(colors: &[Rgb]) -> String {
    colors.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl Writer<'_> {
    /// The regular face of body text, for text that layout did not position.
    fn body_face(&self) -> Option<FontId> {
        let family = &self.document.fonts.body.family;
        let fits = |face: &FontFace| face.family == *family && face.weight == 400 && !face.italic;
        let index = self.document.faces.iter().position(fits)?;
        u32::try_from(index).ok().map(FontId)
    }
}

/// The title of a frame or player: the alternative text of the node, otherwise its address.
fn title<'n>(node: &'n Node, address: &'n str) -> &'n str {
    match &node.alt {
        AltText::Text(words) if !words.is_empty() => words,
        _ => address,
    }
}

/// Whether an address is that of a page on the web, with a host.
fn is_web_page(address: &str) -> bool {
    address.strip_prefix("https://").is_some_and(|location| !location.is_empty() && !location.starts_with('/'))
}

/// The address of the player for a video on a video site; `None` for other addresses.
fn player(address: &str, autoplay: bool) -> Option<String> {
    let location = address.strip_prefix("https://")?;
    let (host, path) = location.split_once('/').unwrap_or((location, ""));
    let host = host.strip_prefix("www.").unwrap_or(host);
    let valid_id = |id: &str| {
        (!id.is_empty() && id.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)))
            .then(|| id.to_owned())
    };
    let first_segment = |path: &str| path.split(['/', '?', '#', '&']).next().unwrap_or_default().to_owned();
    let parameters = if autoplay { "?autoplay=1&mute=1" } else { "" };
    match host {
        "youtube.com" | "m.youtube.com" | "youtube-nocookie.com" => {
            let id = match path.split_once('?') {
                Some(("watch", query)) => {
                    query.split('&').find_map(|pair| pair.strip_prefix("v=")).map(first_segment)?
                }
                _ => ["embed/", "shorts/", "live/"]
                    .iter()
                    .find_map(|prefix| path.strip_prefix(prefix))
                    .map(first_segment)?,
            };
            Some(format!("https://www.youtube-nocookie.com/embed/{}{parameters}", valid_id(&id)?))
        }
        "youtu.be" => {
            Some(format!("https://www.youtube-nocookie.com/embed/{}{parameters}", valid_id(&first_segment(path))?))
        }
        "vimeo.com" | "player.vimeo.com" => {
            let id = first_segment(path.strip_prefix("video/").unwrap_or(path));
            let id = valid_id(&id).filter(|id| id.chars().all(|letter| letter.is_ascii_digit()))?;
            Some(format!("https://player.vimeo.com/video/{id}{parameters}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn videos_are_shown_by_the_player_of_their_site() {
        let check = |address: &str, expected: Option<&str>| {
            assert_eq!(player(address, false).as_deref(), expected, "{address}");
        };
        check(
            "https://www.youtube.com/watch?a=1&v=dQw4w9WgXcQ&t=3",
            Some("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"),
        );
        check("https://youtu.be/dQw4w9WgXcQ?t=3", Some("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"));
        check("https://youtube.com/shorts/abc-_1", Some("https://www.youtube-nocookie.com/embed/abc-_1"));
        check("https://vimeo.com/76979871", Some("https://player.vimeo.com/video/76979871"));
        check("https://vimeo.com/channels/staff", None);
        check("https://youtube.com/watch?v=%22%3E", None);
        check("https://youtube.com.evil.test/watch?v=abc", None);
        check("https://films.example.test/quay.mp4", None);
    }

    #[test]
    fn only_pages_on_the_web_are_embedded() {
        assert!(is_web_page("https://example.test/"));
        for address in ["https://", "https:///x", "http://example.test", "javascript:alert(1)", "//example.test", ""] {
            assert!(!is_web_page(address), "{address}");
        }
    }
}
