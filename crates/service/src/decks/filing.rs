//! The stars and folders by which a caller sorts decks. Nobody else sees them. A folder exists as long as a deck is in
//! it.

use store::{Filing, FilingCounts};

use crate::accounts::valid_name;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::rights::Readable;
use crate::{DeckList, Decks};

/// The maximum length of the name of a folder, in characters.
const MAX_FOLDER_NAME: usize = 60;

impl Decks {
    /// The same page of decks, with the caller's stars and folders.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn with_filing(&self, caller: &Caller, list: DeckList) -> Result<DeckList> {
        Ok(list.with_filings(self.store.filings(&caller.user.id).await?))
    }

    /// How many decks have a star, and how many are in each folder of the caller.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn filing_counts(&self, caller: &Caller) -> Result<FilingCounts> {
        Ok(self.store.filing_counts(&caller.user.id, &caller.organization.id).await?)
    }

    /// Gives a deck a star, or takes it away. Returns the star and folder of the deck.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn set_star(&self, deck: &Readable, starred: bool) -> Result<Filing> {
        let user = &deck.caller().user.id;
        Ok(self.store.file_deck(user, deck.id(), move |filing| filing.starred = starred).await?)
    }

    /// Puts a deck into a folder, or takes it out with `None`. Returns the star and folder of the deck.
    ///
    /// # Errors
    /// Fails when the name is empty or longer than 60 characters.
    pub async fn set_folder(&self, deck: &Readable, folder: Option<&str>) -> Result<Filing> {
        let folder = folder.map(|name| valid_name(name, MAX_FOLDER_NAME)).transpose()?;
        let user = &deck.caller().user.id;
        Ok(self.store.file_deck(user, deck.id(), move |filing| filing.folder.clone_from(&folder)).await?)
    }

    /// Renames a folder of the caller. If another folder has the new name, the two become one. With `None` the folder
    /// is removed, but not its decks.
    ///
    /// # Errors
    /// Fails when there is no such folder, or the new name is empty or longer than 60 characters.
    pub async fn rename_folder(&self, caller: &Caller, folder: &str, name: Option<&str>) -> Result<()> {
        let name = name.map(|name| valid_name(name, MAX_FOLDER_NAME)).transpose()?;
        match self.store.rename_folder(&caller.user.id, &caller.organization.id, folder, name).await? {
            0 => Err(Error::NotFound("folder")),
            _ => Ok(()),
        }
    }
}
