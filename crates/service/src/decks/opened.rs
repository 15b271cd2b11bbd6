//! What the editor of a deck begins with, so that its page asks for nothing before it shows something.

use deck::Registry;
use serde_json::{Map, Value};
use store::DeckId;

use super::DeckView;
use crate::Editing;
use crate::caller::Caller;
use crate::drawing::{Draft, Drafted, Drawn};
use crate::error::Result;
use crate::rights::Right;

/// A deck on its way into the editor.
#[derive(Debug)]
pub struct OpenedDeck {
    /// The deck in full, in its main language.
    pub view: DeckView,
    /// The slide that is shown first; nothing in an empty deck.
    pub drawn: Option<Drawn>,
    /// The types of its slides that are no longer offered, by key: they are edited as before.
    pub withdrawn: Map<String, Value>,
}

impl Editing {
    /// Opens a deck in the editor, at a slide and in a language if they are there.
    ///
    /// # Errors
    /// Not found.
    pub async fn open(
        &self,
        caller: &Caller,
        id: &DeckId,
        slide: Option<&str>,
        lang: Option<&str>,
    ) -> Result<OpenedDeck> {
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let view = self.decks.view(caller, stored, None).await?;
        let deck = &view.stored.deck;
        let wanted = slide.filter(|slide| deck.position(slide).is_some());
        let first = wanted.map(str::to_owned).or_else(|| deck.slides.first().map(|slide| slide.id.clone()));
        let drawn = match first {
            Some(first) => {
                let lang = lang.filter(|lang| deck.languages().contains(lang));
                let draft = Draft { slides: Drafted::Stored(&[first]), theme: None, lang };
                Some(self.drawing.draft(caller, id, draft).await?)
            }
            None => None,
        };
        let withdrawn = self.withdrawn_types(&view.registry, deck);
        Ok(OpenedDeck { view, drawn, withdrawn })
    }

    fn withdrawn_types(&self, registry: &Registry, deck: &deck::Deck) -> Map<String, Value> {
        let used = |key: &str| deck.slides.iter().any(|slide| slide.key == key);
        let off = registry.types().filter(|known| !known.enabled && used(&known.key));
        off.map(|known| (known.key.clone(), registry.described(known, &self.config.schema_host, &self.config.lang)))
            .collect()
    }
}
