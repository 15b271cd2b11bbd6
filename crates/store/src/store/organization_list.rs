//! The decks of an organization, regardless of who may read them, for a local process that acts for no account.

use super::Store;
use super::decks::head_columns;
use super::lists::{listed, page};
use crate::engine::params;
use crate::error::Result;
use crate::ids::OrganizationId;
use crate::records::{ListedDeck, Page};

const PAGE: &str = concat!(
    "SELECT ",
    head_columns!(),
    ", u.email, u.name, NULL FROM decks d JOIN users u ON u.id = d.owner WHERE d.organization = $1 \
     AND d.trashed_at IS NULL ORDER BY d.updated_at DESC, d.id LIMIT $2"
);
const COUNT: &str = "SELECT COUNT(*) FROM decks WHERE organization = $1 AND trashed_at IS NULL";

impl Store {
    /// The decks of an organization that are not in the trash, last written first, up to a limit.
    pub async fn organization_decks(&self, organization: &OrganizationId, limit: usize) -> Result<Page<ListedDeck>> {
        self.inner.refresh().await?;
        let total = self.row(COUNT, params![organization]).await?;
        page(listed(self.rows(PAGE, params![organization, limit]).await?)?, total)
    }
}
