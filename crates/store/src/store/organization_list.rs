//! The decks of an organization, whoever may read them: for a local process that acts for nobody in particular.

use super::Store;
use super::decks::head_columns;
use super::lists::{listed, page};
use crate::engine::cells;
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
    /// The first decks of an organization, written last first.
    pub async fn organization_decks(&self, organization: &OrganizationId, limit: usize) -> Result<Page<ListedDeck>> {
        self.inside.freshen().await?;
        let total = self.row(COUNT, cells![organization]).await?;
        page(listed(self.rows(PAGE, cells![organization, limit]).await?)?, total)
    }
}
