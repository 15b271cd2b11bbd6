//! Slides of a session as HTML, drawn once for everybody who looks.
//!
//! A whole hall asks for the same slide at the same moment: the first who asks has it drawn, the others wait for the same
//! drawing. What was drawn is kept while the deck has the same revision, what it is drawn with is the same, and the room
//! has the same codes.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use deck::Slide;
use export::html;
use layout::Invite;
use serde_json::{Value, json};
use store::{SessionId, StoredDeck};
use tokio::sync::OnceCell;

use super::Here;
use super::room::Inside;
use super::state::state_view;
use crate::Live;
use crate::caller::Caller;
use crate::drawing::face_address;
use crate::error::{Error, Result};
use crate::rights::Right;

/// Most slides of a session that are kept drawn.
const MOST_KEPT: usize = 600;

/// The type of slide that says how to join.
const INVITATION: &str = "follow-invite-slide";

const NO_SLIDE: Error = Error::NotFound("slide");

/// A slide as it was drawn.
#[derive(Debug, Clone)]
pub struct HallSlide {
    /// Its `section`, with a number among the slides that are shown.
    pub html: Arc<str>,
    /// The revision of the deck that it was drawn from.
    pub revision: u64,
    /// Whether it stays the same while the revision does: nobody can change what it is drawn with.
    pub lasting: bool,
}

/// What a page of a session begins with.
#[derive(Debug)]
pub struct HallPage {
    /// Title of the deck.
    pub title: String,
    /// The language it is shown in, a tag.
    pub lang: String,
    /// All its languages.
    pub languages: Vec<String>,
    /// The style of its slides.
    pub style: Arc<str>,
    /// The slide that is shown; none where it is not for the hall.
    pub slide: Option<HallSlide>,
    /// What a script goes on from.
    pub view: Value,
}

/// How somebody wants to see slides.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The language asked for.
    pub lang: Option<&'a str>,
    /// The site as the asker reaches it, for an instance that does not know its own address.
    pub origin: &'a str,
}

/// For whom slides are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Eyes {
    /// The hall: hidden slides are not there and not counted.
    Hall,
    /// Whoever speaks: all slides.
    Speaker,
}

/// What names a drawing: the same name is the same drawing.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Drawing {
    eyes: Eyes,
    lang: String,
    slide: String,
    /// Where it asks people to join; empty where it does not.
    link: String,
}

/// What was drawn for a session.
#[derive(Debug, Default)]
pub(super) struct Drawings {
    /// The revision, the edition and the codes it was drawn with.
    of: (u64, u64, Vec<(String, String)>),
    slides: HashMap<Drawing, Arc<OnceCell<Arc<str>>>>,
    styles: HashMap<String, Arc<OnceCell<Style>>>,
}

/// The style of slides in a language, and the faces of its theme.
#[derive(Debug, Clone)]
struct Style {
    css: Arc<str>,
    faces: Arc<[u32]>,
}

impl Live {
    /// A slide as the hall may see it now: the one that is shown, or any that is not hidden while control is enabled.
    ///
    /// # Errors
    /// Unknown or expired, or not to be seen now.
    pub async fn hall_slide(self: &Arc<Self>, session: &SessionId, slide: &str, wish: Wish<'_>) -> Result<HallSlide> {
        let here = self.session(session).await?;
        let inside = here.hold().await?;
        if !(inside.session.control || inside.session.state.slide_id == slide) {
            return Err(NO_SLIDE);
        }
        let codes = inside.session.codes.current.clone();
        drop(inside);
        self.drawn(&here, codes, Eyes::Hall, slide, wish).await
    }

    /// A slide for whoever may read the deck or holds the notes key.
    ///
    /// # Errors
    /// No credentials, unknown or expired, a wrong notes key, no right, or no such slide.
    pub async fn speaker_slide(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
        slide: &str,
        wish: Wish<'_>,
    ) -> Result<HallSlide> {
        let here = self.session_of_holder(caller, session, notes_key, Right::Read).await?;
        let codes = here.hold().await?.session.codes.current.clone();
        self.drawn(&here, codes, Eyes::Speaker, slide, wish).await
    }

    /// What the hall's page begins with.
    ///
    /// # Errors
    /// Unknown or expired.
    pub async fn hall_page(self: &Arc<Self>, session: &SessionId, wish: Wish<'_>) -> Result<HallPage> {
        let here = self.session(session).await?;
        self.begun_page(&here, Eyes::Hall, wish, &json!({})).await
    }

    /// What the speaker's page begins with, for whoever may read the deck or holds the notes key.
    ///
    /// # Errors
    /// No credentials, unknown or expired, a wrong notes key, or no right.
    pub async fn speaker_page(
        self: &Arc<Self>,
        caller: Option<&Caller>,
        session: &SessionId,
        notes_key: Option<&str>,
        wish: Wish<'_>,
    ) -> Result<HallPage> {
        let here = self.session_of_holder(caller, session, notes_key, Right::Read).await?;
        let writes = caller.is_some_and(|caller| here.may(caller, Right::Write));
        self.begun_page(&here, Eyes::Speaker, wish, &json!({ "mayWrite": writes })).await
    }

    async fn begun_page(self: &Arc<Self>, here: &Here, eyes: Eyes, wish: Wish<'_>, more: &Value) -> Result<HallPage> {
        let inside = here.hold().await?;
        let (codes, shown) = (inside.session.codes.current.clone(), inside.session.state.slide_id.clone());
        let mut view = here.page_view(&inside);
        drop(inside);
        let slide = match self.drawn(here, codes.clone(), eyes, &shown, wish).await {
            Ok(slide) => Some(slide),
            Err(Error::NotFound(_)) => None,
            Err(fault) => return Err(fault),
        };
        let style = self.style(here, codes, wish.lang).await?;
        let deck = here.deck.deck.shown(&here.registry, wish.lang);
        view["lang"] = json!(deck.lang);
        view["faces"] = json!(*style.faces);
        if let (Some(view), Some(more)) = (view.as_object_mut(), more.as_object()) {
            view.extend(more.clone());
        }
        Ok(HallPage {
            title: deck.title.clone(),
            lang: deck.lang.clone(),
            languages: here.deck.deck.languages().into_iter().map(str::to_owned).collect(),
            style: style.css,
            slide,
            view,
        })
    }

    /// A slide, drawn now or before.
    async fn drawn(
        self: &Arc<Self>,
        here: &Here,
        codes: Vec<(String, String)>,
        eyes: Eyes,
        slide: &str,
        wish: Wish<'_>,
    ) -> Result<HallSlide> {
        let (_, known) = here.slide(slide).ok_or(NO_SLIDE)?;
        if !eyes.see(known) {
            return Err(NO_SLIDE);
        }
        let lang = here.lang(wish.lang);
        // Whoever looks is in already: how to join is said where that is what the slide is about.
        let invite = (known.key == INVITATION).then(|| {
            let code = codes.iter().find(|(of, _)| *of == lang).map(|(_, code)| code.as_str()).unwrap_or_default();
            self.invite(wish.origin, code)
        });
        let key = Drawing {
            eyes,
            lang: lang.clone(),
            slide: slide.to_owned(),
            link: invite.as_ref().map(|invite| invite.link.clone()).unwrap_or_default(),
        };
        let edition = self.catalogue.edition(&here.deck.head.organization, &here.deck.deck.theme).await?;
        let cell = here.drawings(edition.name, codes, |drawings| {
            if drawings.slides.len() >= MOST_KEPT {
                drawings.slides.clear();
            }
            Arc::clone(drawings.slides.entry(key).or_default())
        });
        let html = cell.get_or_try_init(|| self.draw_slide(&here.deck, eyes, slide, &lang, invite)).await?;
        Ok(HallSlide { html: Arc::clone(html), revision: here.deck.head.revision, lasting: !edition.own })
    }

    async fn draw_slide(
        self: &Arc<Self>,
        stored: &StoredDeck,
        eyes: Eyes,
        slide: &str,
        lang: &str,
        invite: Option<Invite>,
    ) -> Result<Arc<str>> {
        let mut drawable = self.drawing.drawable(stored, Some(lang)).await?;
        drawable.deck.slides.retain(|slide| eyes.see(slide));
        let place = drawable.deck.position(slide).ok_or(NO_SLIDE)?;
        let service = Arc::clone(self);
        let drawn = self.drawing.studio.run(move |_| {
            let laid = service.drawing.studio.page_inviting(&drawable.drawing(), place, invite.as_ref())?;
            let page = laid.document.pages.first()?;
            Some(html::fragment(&laid.document, page, &|picture| picture.0.clone()).html)
        });
        Ok(drawn.await?.ok_or(NO_SLIDE)?.into())
    }

    async fn style(self: &Arc<Self>, here: &Here, codes: Vec<(String, String)>, lang: Option<&str>) -> Result<Style> {
        let lang = here.lang(lang);
        let edition = self.catalogue.edition(&here.deck.head.organization, &here.deck.deck.theme).await?;
        let style = |drawings: &mut Drawings| Arc::clone(drawings.styles.entry(lang.clone()).or_default());
        let cell = here.drawings(edition.name, codes, style);
        Ok(cell.get_or_try_init(|| self.draw_style(&here.deck, &lang)).await?.clone())
    }

    /// The style of all slides of a deck. Which faces a slide to come is set in is not known, so all are named; a browser
    /// loads what it needs.
    async fn draw_style(self: &Arc<Self>, stored: &StoredDeck, lang: &str) -> Result<Style> {
        let mut drawable = self.drawing.drawable(stored, Some(lang)).await?;
        let slides = std::mem::take(&mut drawable.deck.slides);
        let service = Arc::clone(self);
        let drawn = self.drawing.studio.run(move |_| {
            let document = service.drawing.studio.blank(&drawable.drawing(), slides);
            let numbers = || (0..document.faces.len()).filter_map(|number| u32::try_from(number).ok());
            let all: Vec<scene::FontId> = numbers().map(scene::FontId).collect();
            let css = html::stylesheet(&document, &all, &|font| face_address(font.0));
            let names = [&document.fonts.heading.family, &document.fonts.body.family];
            let of_theme = |number: &u32| {
                let face = document.face(scene::FontId(*number));
                face.is_some_and(|face| !face.italic && names.contains(&&face.family))
            };
            Style { css: css.into(), faces: numbers().filter(of_theme).collect() }
        });
        drawn.await
    }

    /// How people join, as it stands on a slide.
    fn invite(self: &Arc<Self>, origin: &str, code: &str) -> Invite {
        let base = self.config.base_url.as_deref().unwrap_or(origin).trim_end_matches('/');
        let address = base.strip_prefix("https://").or_else(|| base.strip_prefix("http://")).unwrap_or(base);
        Invite { address: format!("{address}/go"), link: format!("{base}/go/{code}"), code: code.to_owned() }
    }
}

impl Eyes {
    pub(super) fn see(self, slide: &Slide) -> bool {
        let hidden = slide.visibility;
        self == Self::Speaker || !(hidden.hide_in_presentation || hidden.hide_from_viewers)
    }
}

impl Here {
    /// The language that is shown to whoever asked for one.
    fn lang(&self, asked: Option<&str>) -> String {
        self.deck.deck.shown(&self.registry, asked).lang.clone()
    }

    /// What was drawn from the deck as it is now.
    fn drawings<T>(&self, edition: u64, codes: Vec<(String, String)>, look: impl FnOnce(&mut Drawings) -> T) -> T {
        let mut drawings = self.room.drawings.lock().unwrap_or_else(PoisonError::into_inner);
        let of = (self.deck.head.revision, edition, codes);
        if drawings.of != of {
            *drawings = Drawings { of, ..Drawings::default() };
        }
        look(&mut drawings)
    }

    fn page_view(&self, inside: &Inside) -> Value {
        let session = &inside.session;
        let slides = self.deck.deck.slides.iter().filter(|slide| Eyes::Hall.see(slide));
        json!({
            "sessionId": session.id,
            "revision": self.deck.head.revision,
            "slideCount": slides.count(),
            "controlEnabled": session.control,
            "state": state_view(&session.state),
            "theme": self.deck.deck.theme,
            "questions": self.deck.deck.settings.qa_enabled(),
        })
    }
}
