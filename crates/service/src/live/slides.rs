//! Slides of a session as HTML, drawn once for all readers.
//!
//! A whole audience requests the same slide at the same moment: the first request draws it, the others wait for the
//! same drawing. Drawings are cached while the revision of the deck, the edition of its theme and the follow codes stay
//! the same.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use deck::{Slide, SlideId};
use export::html;
use layout::Invite;
use store::{LiveState, SessionId, StoredDeck, Time};
use tokio::sync::OnceCell;

use super::SessionContext;
use super::steering::SpeakerAccess;
use crate::Live;
use crate::drawing::face_address;
use crate::error::{Error, Result};

/// The maximum number of slides of a session in the cache.
const MAX_CACHED: usize = 600;

const NO_SLIDE: Error = Error::NotFound("slide");

/// A slide of a session as HTML.
#[derive(Debug, Clone)]
pub struct LiveSlide {
    /// Its `section` element, numbered among the slides that the viewer sees.
    pub html: Arc<str>,
    /// The revision of the deck that it was drawn from.
    pub revision: u64,
    /// Whether it changes only with the revision. A theme or slide type of the organization may change without a new
    /// revision.
    pub is_fixed: bool,
}

/// The first content of a page that shows a session.
#[derive(Debug)]
pub struct LivePage {
    /// The session.
    pub session: SessionId,
    /// The revision of the deck.
    pub revision: u64,
    /// How many slides the audience can see.
    pub slide_count: usize,
    /// Whether the audience may move through the slides.
    pub control_enabled: bool,
    /// The current slide and step.
    pub state: LiveState,
    /// Milliseconds since the session first moved; none before that.
    pub elapsed: Option<Time>,
    /// Name of the theme.
    pub theme: String,
    /// Whether the audience may ask questions.
    pub takes_questions: bool,
    /// Title of the deck.
    pub title: String,
    /// The language tag in which it is shown.
    pub lang: String,
    /// All its languages.
    pub languages: Vec<String>,
    /// The CSS of its slides.
    pub style: Arc<str>,
    /// Numbers of the font faces of its theme.
    pub faces: Arc<[u32]>,
    /// The slide that is shown; `None` when it is hidden from the viewer.
    pub slide: Option<LiveSlide>,
}

/// How slides are to be shown.
#[derive(Debug, Clone, Copy)]
pub struct ViewOptions<'a> {
    /// The language.
    pub lang: Option<&'a str>,
    /// The origin of the site in the client's request, for an instance without a configured address.
    pub origin: &'a str,
}

/// For whom slides are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Viewer {
    /// The audience: hidden slides are left out and not counted.
    Audience,
    /// The speaker: all slides.
    Speaker,
}

/// The key of a drawing in the cache.
#[derive(Debug, PartialEq, Eq, Hash)]
struct DrawingKey {
    viewer: Viewer,
    lang: String,
    slide: SlideId,
    /// The link on an invitation to join; empty on other slides.
    link: String,
}

/// Cached drawings of a session.
#[derive(Debug, Default)]
pub(super) struct DrawingCache {
    /// The revision, the edition and the codes that all drawings were made from.
    basis: (u64, u64, Vec<(String, String)>),
    slides: HashMap<DrawingKey, Arc<OnceCell<Arc<str>>>>,
    styles: HashMap<String, Arc<OnceCell<DeckStyle>>>,
}

/// The CSS of slides in a language, and the font faces of its theme.
#[derive(Debug, Clone)]
struct DeckStyle {
    css: Arc<str>,
    faces: Arc<[u32]>,
}

impl Live {
    /// A slide that the audience may see now: the one that is shown, or any that is not hidden while control is
    /// enabled.
    ///
    /// # Errors
    /// Fails with `NotFound` when the session is unknown or expired, or the audience may not see the slide now.
    pub async fn audience_slide(
        self: &Arc<Self>,
        session: &SessionId,
        slide: &SlideId,
        options: ViewOptions<'_>,
    ) -> Result<LiveSlide> {
        let context = self.session(session).await?;
        let room_state = context.room_state().await?;
        if !(room_state.session.control || room_state.session.state.slide_id.as_ref() == Some(slide)) {
            return Err(NO_SLIDE);
        }
        let codes = room_state.session.codes.current.clone();
        drop(room_state);
        self.drawn(&context, codes, Viewer::Audience, slide, options).await
    }

    /// A slide for the speaker.
    ///
    /// # Errors
    /// Fails when there is no such slide, or the session ended.
    pub async fn speaker_slide(
        self: &Arc<Self>,
        access: &SpeakerAccess,
        slide: &SlideId,
        options: ViewOptions<'_>,
    ) -> Result<LiveSlide> {
        let context = access.context();
        let codes = context.room_state().await?.session.codes.current.clone();
        self.drawn(context, codes, Viewer::Speaker, slide, options).await
    }

    /// The first content of the audience's page.
    ///
    /// # Errors
    /// Fails when the session is unknown, expired or finished.
    pub async fn audience_page(self: &Arc<Self>, session: &SessionId, options: ViewOptions<'_>) -> Result<LivePage> {
        let context = self.open_session(session).await?;
        self.page(&context, Viewer::Audience, options).await
    }

    /// The first content of the speaker's page.
    ///
    /// # Errors
    /// Fails when the session ended.
    pub async fn speaker_page(self: &Arc<Self>, access: &SpeakerAccess, options: ViewOptions<'_>) -> Result<LivePage> {
        self.page(access.context(), Viewer::Speaker, options).await
    }

    async fn page(
        self: &Arc<Self>,
        context: &SessionContext,
        viewer: Viewer,
        options: ViewOptions<'_>,
    ) -> Result<LivePage> {
        let session = context.room_state().await?.session.clone();
        let codes = session.codes.current;
        let slide = match &session.state.slide_id {
            Some(slide) => match self.drawn(context, codes.clone(), viewer, slide, options).await {
                Ok(slide) => Some(slide),
                Err(Error::NotFound(_)) => None,
                Err(fault) => return Err(fault),
            },
            None => None,
        };
        let style = self.style(context, codes, options.lang).await?;
        let original = &context.deck.deck;
        let deck = original.presented(&context.registry, options.lang);
        Ok(LivePage {
            session: session.id,
            revision: context.deck.head.revision,
            slide_count: original.slides.iter().filter(|slide| Viewer::Audience.sees(slide)).count(),
            control_enabled: session.control,
            elapsed: session.state.started_at.map(|started| (self.clock.now() - started).max(0)),
            state: session.state,
            theme: original.theme.clone(),
            takes_questions: original.settings.qa_enabled(),
            title: deck.title.clone(),
            lang: deck.lang.clone(),
            languages: context.languages(),
            style: style.css,
            faces: style.faces,
            slide,
        })
    }

    /// A slide, drawn or from the cache.
    async fn drawn(
        self: &Arc<Self>,
        context: &SessionContext,
        codes: Vec<(String, String)>,
        viewer: Viewer,
        slide: &SlideId,
        options: ViewOptions<'_>,
    ) -> Result<LiveSlide> {
        let (_, stored_slide) = context.slide(slide).ok_or(NO_SLIDE)?;
        if !viewer.sees(stored_slide) {
            return Err(NO_SLIDE);
        }
        let lang = context.lang(options.lang);
        // Readers have joined already, so only a slide that is made for live sessions shows how to join.
        let invite = context.registry.is_live_only(stored_slide).then(|| {
            let code = codes
                .iter()
                .find(|(code_lang, _)| *code_lang == lang)
                .map(|(_, code)| code.as_str())
                .unwrap_or_default();
            self.invite(options.origin, code)
        });
        let key = DrawingKey {
            viewer,
            lang: lang.clone(),
            slide: slide.clone(),
            link: invite.as_ref().map(|invite| invite.link.clone()).unwrap_or_default(),
        };
        let edition = self.catalogue.edition(&context.deck.head.organization, &context.deck.deck.theme).await?;
        let cell = context.drawings(edition.hash, codes, |drawings| {
            if drawings.slides.len() >= MAX_CACHED {
                drawings.slides.clear();
            }
            Arc::clone(drawings.slides.entry(key).or_default())
        });
        let html = cell.get_or_try_init(|| self.draw_slide(&context.deck, viewer, slide, &lang, invite)).await?;
        Ok(LiveSlide { html: Arc::clone(html), revision: context.deck.head.revision, is_fixed: !edition.is_custom })
    }

    async fn draw_slide(
        self: &Arc<Self>,
        stored: &StoredDeck,
        viewer: Viewer,
        slide: &SlideId,
        lang: &str,
        invite: Option<Invite>,
    ) -> Result<Arc<str>> {
        let mut drawable = self.drawing.drawable(stored, Some(lang)).await?;
        drawable.deck.slides.retain(|slide| viewer.sees(slide));
        let position = drawable.deck.position(slide).ok_or(NO_SLIDE)?;
        let service = Arc::clone(self);
        let drawn = self.drawing.renderer.run(move |_| {
            let output = service.drawing.renderer.page_inviting(&drawable.drawing(), position, invite.as_ref())?;
            let page = output.document.pages.first()?;
            Some(html::fragment(&output.document, page, &|picture| picture.0.clone()).html)
        });
        Ok(drawn.await?.ok_or(NO_SLIDE)?.into())
    }

    async fn style(
        self: &Arc<Self>,
        context: &SessionContext,
        codes: Vec<(String, String)>,
        lang: Option<&str>,
    ) -> Result<DeckStyle> {
        let lang = context.lang(lang);
        let edition = self.catalogue.edition(&context.deck.head.organization, &context.deck.deck.theme).await?;
        let style = |drawings: &mut DrawingCache| Arc::clone(drawings.styles.entry(lang.clone()).or_default());
        let cell = context.drawings(edition.hash, codes, style);
        Ok(cell.get_or_try_init(|| self.draw_style(&context.deck, &lang)).await?.clone())
    }

    /// The CSS of all slides of a deck. It names all font faces, since any may be needed later; a browser loads those
    /// it uses.
    async fn draw_style(self: &Arc<Self>, stored: &StoredDeck, lang: &str) -> Result<DeckStyle> {
        let mut drawable = self.drawing.drawable(stored, Some(lang)).await?;
        let slides = std::mem::take(&mut drawable.deck.slides);
        let service = Arc::clone(self);
        let drawn = self.drawing.renderer.run(move |_| {
            let document = service.drawing.renderer.blank(&drawable.drawing(), slides);
            let numbers = || (0..document.faces.len()).filter_map(|number| u32::try_from(number).ok());
            let all: Vec<scene::FontId> = numbers().map(scene::FontId).collect();
            let css = html::stylesheet(&document, &all, &|font| face_address(&document, font));
            let names = [&document.fonts.heading.family, &document.fonts.body.family];
            let of_theme = |number: &u32| {
                let face = document.face(scene::FontId(*number));
                face.is_some_and(|face| !face.italic && names.contains(&&face.family))
            };
            DeckStyle { css: css.into(), faces: numbers().filter(of_theme).collect() }
        });
        drawn.await
    }

    /// How people join, for a slide that invites them.
    fn invite(self: &Arc<Self>, origin: &str, code: &str) -> Invite {
        let base = self.config.base_url.as_deref().unwrap_or(origin).trim_end_matches('/');
        let address = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://")).unwrap_or(base);
        Invite { address: format!("{address}/go"), link: format!("{base}/go/{code}"), code: code.to_owned() }
    }
}

impl Viewer {
    /// Whether a slide is shown to the viewer.
    pub(super) fn sees(self, slide: &Slide) -> bool {
        let visibility = slide.visibility;
        self == Self::Speaker || !(visibility.hide_in_presentation || visibility.hide_from_viewers)
    }
}

impl SessionContext {
    /// The language in which slides are shown: the requested one when the deck has it, else the main one.
    fn lang(&self, requested: Option<&str>) -> String {
        self.deck.deck.shown(&self.registry, requested).lang.clone()
    }

    /// Reads the cache of drawings, after emptying it if it is outdated.
    fn drawings<T>(&self, edition: u64, codes: Vec<(String, String)>, read: impl FnOnce(&mut DrawingCache) -> T) -> T {
        let mut drawings = self.room.drawings.lock().unwrap_or_else(PoisonError::into_inner);
        let basis = (self.deck.head.revision, edition, codes);
        if drawings.basis != basis {
            *drawings = DrawingCache { basis, ..DrawingCache::default() };
        }
        read(&mut drawings)
    }
}
