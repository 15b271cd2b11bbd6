//! The fields of a deck that a client may set.

use deck::Content;
use serde_json::Value;
use store::Access;

/// Fields of a deck to set. An absent field stays as it is; in a new deck it has its default.
///
/// Texts are checked where they are read: see [`read_title`](deck::read_title) and the other functions of that module.
#[derive(Debug, Clone, Default)]
pub struct DeckFields {
    /// Title. A new deck needs one.
    pub title: Option<String>,
    /// Description, maybe empty.
    pub description: Option<String>,
    /// Id of the theme.
    pub theme: Option<String>,
    /// Main language.
    pub language: Option<String>,
    /// All slides: `{id?, type, content, notes?, ...}`. They are JSON values, since the fields of their content depend
    /// on the type.
    pub slides: Option<Vec<Value>>,
    /// Settings to merge into those of the deck.
    pub settings: Option<Content>,
    /// All translations, by language.
    pub translations: Option<Content>,
    /// Who may read the deck besides those it is shared with.
    pub access: Option<Access>,
}
