//! The content of the pages of a published deck, which anyone can read.

use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use deck::Deck;
use store::{Publication, PublishedDeck, StoredDeck};

use super::Publications;
use super::address::MAX_SLUG;
use crate::decks::head_for;
use crate::drawing::{DrawnSlides, ExportFormat, PdfPages, SlideChoice};
use crate::error::{Error, Result};
use crate::permits::run_blocking;
use crate::render_cache::HasSize;
use crate::secret::same_secret;
use crate::share_links::for_viewers;

/// The maximum number of pages in the list for search engines.
const MAX_LISTED: usize = 50_000;
/// The width of the picture for cards, in pixels.
const CARD_WIDTH: u16 = 1200;

const NO_PAGE: Error = Error::NotFound("page");

/// The page at an address.
#[derive(Debug, Clone)]
pub struct PublishedPage {
    published: PublishedDeck,
    /// Whether the time at which it ends has passed.
    pub is_ended: bool,
}

impl PublishedPage {
    /// The publication.
    pub fn publication(&self) -> &Publication {
        &self.published.publication
    }

    /// The sites that may show it in a frame.
    pub fn sites(&self) -> &[String] {
        &self.published.publishing.sites
    }

    /// Whether search engines may list it.
    pub fn is_indexable(&self) -> bool {
        let publication = self.publication();
        publication.indexable && publication.password.is_none()
    }
}

/// The slides of a published deck in one language.
#[derive(Debug)]
pub struct PublishedSlides {
    /// Changes whenever the pages do.
    pub state: String,
    stored: Arc<StoredDeck>,
}

/// An HTML document of a published deck.
#[derive(Debug)]
pub struct PublishedDocument {
    /// The HTML.
    pub html: Bytes,
    /// Its content security policy.
    pub policy: String,
}

/// A file to download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublishedFile {
    /// PDF.
    Pdf,
    /// PowerPoint.
    Pptx,
    /// One HTML file.
    Html,
}

impl Publications {
    /// The page at an address; `None` when there is none, its deck is in the trash, or its organization does not allow
    /// it.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn page(&self, slug: &str) -> Result<Option<PublishedPage>> {
        if slug.len() > MAX_SLUG {
            return Ok(None);
        }
        let published = self.store.published_deck(slug).await?.filter(|published| published.publishing.allowed);
        let now = self.clock.now();
        Ok(published.map(|published| PublishedPage {
            is_ended: published.publication.ends_at.is_some_and(|end| end <= now),
            published,
        }))
    }

    /// The pages that search engines may list.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn listed_pages(&self) -> Result<Vec<Publication>> {
        let listed = self.store.indexable_decks(self.clock.now(), MAX_LISTED).await?;
        Ok(listed.into_iter().map(|published| published.publication).collect())
    }

    /// Whether a page is shown to a client with this ticket: the page has no password, or the client has given the
    /// password before.
    pub fn admits(&self, page: &PublishedPage, ticket: Option<&str>) -> bool {
        let publication = page.publication();
        publication.password.is_none() || ticket.is_some_and(|ticket| same_secret(ticket, &self.ticket(publication)))
    }

    /// Checks the password of a page and returns a ticket, with which its client need not give it again. Failed
    /// attempts are counted as those to sign in.
    ///
    /// # Errors
    /// Fails when the password is wrong, or there were too many failed attempts.
    pub async fn unlock(&self, page: &PublishedPage, address: &str, password: &str) -> Result<String> {
        let publication = page.publication();
        if let Some(hash) = publication.password.as_deref() {
            self.accounts.check_page_password(address, &publication.deck, password, hash).await?;
        }
        Ok(self.ticket(publication))
    }

    /// A value that only this instance can compute. It changes with the password.
    fn ticket(&self, publication: &Publication) -> String {
        let data = format!("{} {}", publication.deck, publication.password.as_deref().unwrap_or_default());
        self.secret.derive_text("published page", &data, 24)
    }

    /// The slides of a page, in one of the deck's languages if requested. They are cached.
    ///
    /// # Errors
    /// Fails with `NotFound` when the deck was deleted.
    pub async fn slides(&self, page: &PublishedPage, lang: Option<&str>) -> Result<Arc<PublishedSlides>> {
        let (publication, organization) = (page.publication(), &page.published.organization);
        let read = Box::pin(async {
            let version = self.store.version(&publication.deck, &publication.version).await?;
            version.map(|(_, deck)| deck).ok_or(NO_PAGE)
        });
        let (name, state) = (publication.deck.to_string(), publication.version.to_string());
        let published = self.versions.get_or_draw(name, state, read).await?;
        let edition = self.catalogue.edition(organization, &published.theme).await?;
        let state = format!("{}-{edition}-{}", publication.version, publication.updated_at);
        let name = format!("{} {}", publication.deck, published.shown_language(lang));
        let resolve = Box::pin(async {
            let stored = self.store.deck(&publication.deck).await?.ok_or(NO_PAGE)?;
            let registry = self.catalogue.registry(organization).await?;
            let head = store::DeckHead { revision: publication.revision, ..head_for(stored.head.clone(), &published) };
            let deck = for_viewers(&registry, published.presented(&registry, lang).into_owned(), publication.notes);
            let stored = Arc::new(StoredDeck { head, deck, grants: Vec::new() });
            Ok(PublishedSlides { state: state.clone(), stored })
        });
        self.resolved.get_or_draw(name, state.clone(), resolve).await
    }

    /// A document of the slides, from the cache. `form` names the kind of document, `tag` the state that it is made
    /// from. If the cache has none for both, `write` makes it.
    ///
    /// # Errors
    /// Fails when `write` fails.
    pub async fn document(
        &self,
        slides: &PublishedSlides,
        form: &str,
        tag: String,
        write: Pin<Box<impl Future<Output = Result<PublishedDocument>>>>,
    ) -> Result<Arc<PublishedDocument>> {
        self.documents.get_or_draw(slides.name(form), tag, write).await
    }

    /// The slides as HTML.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn draw(&self, slides: &PublishedSlides) -> Result<Arc<DrawnSlides>> {
        let draw = Box::pin(async {
            let positions = (0..slides.deck().slides.len()).collect();
            let drawable = self.drawing.drawable(&slides.stored, None).await?;
            self.drawing.draw_slides(drawable, positions).await
        });
        self.slides.get_or_draw(slides.name("slides"), slides.state.clone(), draw).await
    }

    /// The slides as an article: the HTML of each slide, as text that flows.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn article(&self, slides: &PublishedSlides) -> Result<Arc<Vec<String>>> {
        let draw = Box::pin(async {
            let drawable = self.drawing.drawable(&slides.stored, None).await?;
            self.drawing.article(drawable).await
        });
        self.articles.get_or_draw(slides.name("article"), slides.state.clone(), draw).await
    }

    /// The picture of the first slide, as PNG.
    ///
    /// # Errors
    /// Fails with `NotFound` when the deck shows no slide.
    pub async fn card(&self, slides: &PublishedSlides) -> Result<Arc<Vec<u8>>> {
        let draw = Box::pin(async {
            let edition = self.catalogue.edition(&slides.stored.head.organization, &slides.deck().theme).await?;
            if slides.deck().slides.is_empty() {
                return Err(Error::NotFound("slide"));
            }
            let drawable = self.drawing.drawable(&slides.stored, None).await?;
            let drawn = self.drawing.draw_thumbnail(drawable, edition, 0, CARD_WIDTH, None).await?;
            drawn.png.ok_or(Error::NotFound("slide"))
        });
        self.files.get_or_draw(slides.name("card"), slides.state.clone(), draw).await
    }

    /// A file of the slides.
    ///
    /// # Errors
    /// Fails with `NotFound` when the page offers no files, and otherwise when a picture cannot be loaded or rendering
    /// fails.
    pub async fn file(
        &self,
        page: &PublishedPage,
        slides: &PublishedSlides,
        file: PublishedFile,
    ) -> Result<Arc<Vec<u8>>> {
        if !page.publication().downloads {
            return Err(NO_PAGE);
        }
        let (name, format) = match file {
            PublishedFile::Pdf if page.publication().notes => ("pdf", ExportFormat::Pdf(PdfPages::Notes)),
            PublishedFile::Pdf => ("pdf", ExportFormat::Pdf(PdfPages::Slides)),
            PublishedFile::Pptx => ("pptx", ExportFormat::Pptx { scale: 2, builds: false, template: false }),
            PublishedFile::Html => ("html", ExportFormat::Html),
        };
        let draw = Box::pin(async {
            let rendered = self.drawing.rendered(&slides.stored, None, format, &SlideChoice::default()).await?;
            run_blocking(move || {
                let mut bytes = Vec::new();
                std::io::Read::read_to_end(&mut &rendered.file, &mut bytes).map(|_| bytes)
            })
            .await
        });
        self.files.get_or_draw(slides.name(name), slides.state.clone(), draw).await
    }
}

impl PublishedSlides {
    /// The deck as it is shown: without hidden slides, and without notes unless they are shown.
    pub fn deck(&self) -> &Deck {
        &self.stored.deck
    }

    /// All its languages, the main one first.
    pub fn languages(&self) -> &[String] {
        &self.stored.head.languages
    }

    /// The name of a drawing in a cache.
    fn name(&self, what: &str) -> String {
        format!("{} {} {what}", self.stored.head.id, self.deck().lang)
    }
}

impl HasSize for PublishedSlides {
    fn bytes(&self) -> usize {
        self.stored.deck.bytes()
    }
}

impl HasSize for PublishedDocument {
    fn bytes(&self) -> usize {
        self.html.len()
    }
}
