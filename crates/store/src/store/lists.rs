//! Lists of decks.
//!
//! A list is one to three readers side by side (see the table `readers`): of each the first rows in order are taken from
//! an index, and the first of those together are the page. So a page costs the same however many decks there are.

use std::sync::Arc;

use serde::Deserialize;

use super::decks::{head, head_columns};
use super::{Store, readers};
use crate::StoreError;
use crate::engine::{Row, cells};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Access, DeckHead, ListQuery, ListedDeck, Ownership, Page, Permission, Sort, Time};

/// Rows of one reader in order: `$1` to `$3` are readers, `$4` how many rows to look at.
macro_rules! arm {
    ($reader:literal, $where:literal, $key:literal, $order:literal) => {
        concat!(
            "SELECT * FROM (SELECT deck, ",
            $key,
            " AS place FROM readers WHERE reader = ",
            $reader,
            $where,
            " ORDER BY ",
            $order,
            ", deck LIMIT $4) AS arm"
        )
    };
}

/// A page of arms with its total, as one row, which costs less than one for each deck: `$5` limit, `$6` offset, `$7` the
/// user who reads, `$8` the reader whose decks do not count. The databases name the same two functions differently.
macro_rules! page_of {
    ($group:literal, $array:literal, $arms:expr, $direction:literal) => {
        concat!(
            "SELECT (SELECT CAST(COALESCE(SUM(CASE WHEN reader = $8 THEN -decks ELSE decks END), 0) AS BIGINT) \
             FROM reader_counts WHERE reader IN ($1, $2, $3, $8)), CAST(COALESCE(",
            $group,
            "(",
            $array,
            "(",
            head_columns!(),
            ", u.email, u.name, g.permission) ORDER BY page.place",
            $direction,
            ", page.deck), '[]') AS TEXT) FROM (SELECT deck, place FROM (",
            $arms,
            ") AS arms ORDER BY place",
            $direction,
            ", deck LIMIT $5 OFFSET $6) AS page JOIN decks d ON d.id = page.deck JOIN users u ON u.id = d.owner \
             LEFT JOIN grants g ON g.deck = d.id AND g.user_id = $7"
        )
    };
}

/// The three lists in one order, for one database.
macro_rules! lists {
    ($group:literal, $array:literal, $key:literal, $direction:literal, $order:literal) => {
        Lists {
            owned: page_of!(
                $group,
                $array,
                concat!(arm!("$1", "", $key, $order), " UNION ALL ", arm!("$2", "", $key, $order)),
                $direction
            ),
            shared: page_of!(
                $group,
                $array,
                concat!(arm!("$1", "", $key, $order), " UNION ALL ", arm!("$2", " AND owner <> $7", $key, $order)),
                $direction
            ),
            all: page_of!(
                $group,
                $array,
                concat!(
                    arm!("$1", "", $key, $order),
                    " UNION ALL ",
                    arm!("$2", "", $key, $order),
                    " UNION ALL ",
                    arm!("$3", "", $key, $order)
                ),
                $direction
            ),
        }
    };
}

/// The lists of one database in every order.
macro_rules! orders {
    ($group:literal, $array:literal) => {
        [
            lists!($group, $array, "updated_at", " DESC", "updated_at DESC"),
            lists!($group, $array, "title_key", "", "title_key"),
            lists!($group, $array, "created_at", " DESC", "created_at DESC"),
        ]
    };
}

/// The statements of one order.
struct Lists {
    owned: &'static str,
    shared: &'static str,
    all: &'static str,
}

static SQLITE: [Lists; 3] = orders!("json_group_array", "json_array");
static POSTGRES: [Lists; 3] = orders!("json_agg", "json_build_array");

/// A deck of a list, in the order of its columns.
#[derive(Deserialize)]
struct Entry(
    DeckId,
    OrganizationId,
    UserId,
    Option<UserId>,
    String,
    String,
    String,
    String,
    String,
    usize,
    Access,
    u8,
    u64,
    Time,
    Time,
    Option<Time>,
    Option<String>,
    String,
    String,
    Option<Permission>,
);

/// The page of a search, in one order: `$1` to `$3` are readers, `$4` the pattern, `$8` whose own decks are left out.
macro_rules! search {
    ($order:literal) => {
        concat!(
            "SELECT ",
            head_columns!(),
            ", u.email, u.name, g.permission FROM readers r JOIN deck_bodies b ON b.deck = r.deck \
             JOIN decks d ON d.id = r.deck JOIN users u ON u.id = d.owner LEFT JOIN grants g ON g.deck = d.id AND g.user_id = $7 \
             WHERE r.reader IN ($1, $2, $3) AND r.owner <> $8 AND b.search_text LIKE $4 ESCAPE '\\' ORDER BY ",
            $order,
            ", r.deck LIMIT $5 OFFSET $6"
        )
    };
}
const SEARCH_BY_UPDATE: &str = search!("r.updated_at DESC");
const SEARCH_BY_TITLE: &str = search!("r.title_key");
const SEARCH_BY_CREATION: &str = search!("r.created_at DESC");
const SEARCH_COUNT: &str = "SELECT COUNT(*) FROM readers r JOIN deck_bodies b ON b.deck = r.deck \
    WHERE r.reader IN ($1, $2, $3) AND r.owner <> $5 AND b.search_text LIKE $4 ESCAPE '\\'";

const EVERY: &str = concat!(
    "SELECT ",
    head_columns!(),
    ", u.email, u.name, NULL FROM decks d JOIN users u ON u.id = d.owner WHERE d.trashed_at IS NULL",
    " ORDER BY d.updated_at DESC, d.id LIMIT $1"
);
const EVERY_COUNT: &str = "SELECT COUNT(*) FROM decks WHERE trashed_at IS NULL";

/// Most bytes of a search text; a longer one is found nowhere. SQLite refuses patterns over 50,000 bytes.
const LONGEST_SEARCH: usize = 10_000;

impl Store {
    /// A page of the decks that a user reads in an organization. Pages without a search are shared with memory.
    pub async fn list_decks(&self, query: &ListQuery) -> Result<Arc<Page<ListedDeck>>> {
        self.inside.freshen().await?;
        match query.search.as_deref().filter(|text| !text.is_empty()) {
            Some(text) => self.search_decks(query, text).await.map(Arc::new),
            None => self.list_all(query).await,
        }
    }

    /// Every deck of the instance that is not in the trash, newest first: for a trusted local process.
    pub async fn all_decks(&self, limit: usize) -> Result<Page<ListedDeck>> {
        self.inside.freshen().await?;
        let rows = self.rows(EVERY, cells![limit]).await?;
        page(listed(rows)?, self.row(EVERY_COUNT, Vec::new()).await?)
    }

    async fn list_all(&self, query: &ListQuery) -> Result<Arc<Page<ListedDeck>>> {
        let ListQuery { reader, organization, ownership, sort, limit, offset, .. } = query;
        let name = format!("{reader} {organization} {ownership:?} {sort:?} {limit} {offset}");
        let ticket = match self.inside.feed.caches.lists.get(&name) {
            Ok(page) => return Ok(page),
            Err(ticket) => ticket,
        };
        let orders = if self.inside.engine.is_postgres() { &POSTGRES } else { &SQLITE };
        let lists = match sort {
            Sort::Updated => &orders[0],
            Sort::Title => &orders[1],
            Sort::Created => &orders[2],
        };
        let sql = match ownership {
            Ownership::Owned => lists.owned,
            Ownership::Shared => lists.shared,
            Ownership::All => lists.all,
        };
        let [one, two, three] = arms(query);
        let window = limit.saturating_add(*offset);
        let cells = cells![one, two, three, window, *limit, *offset, reader, left_out(query).unwrap_or_default()];
        let mut row = self.row(sql, cells).await?.ok_or(StoreError::Missing)?;
        let total = row.count()?;
        let entries: Vec<Entry> = row.json()?;
        let rows: Result<Vec<_>> = entries.into_iter().map(ListedDeck::try_from).collect();
        let page = Arc::new(Page { rows: rows?, total });
        self.inside.feed.caches.lists.put(&name, Arc::clone(&page), page.rows.len() + 1, ticket);
        Ok(page)
    }

    async fn search_decks(&self, query: &ListQuery, text: &str) -> Result<Page<ListedDeck>> {
        let Some(pattern) = holding(text) else {
            return Ok(Page { rows: Vec::new(), total: 0 });
        };
        let sql = match query.sort {
            Sort::Updated => SEARCH_BY_UPDATE,
            Sort::Title => SEARCH_BY_TITLE,
            Sort::Created => SEARCH_BY_CREATION,
        };
        let [one, two, three] = arms(query);
        let without = match query.ownership {
            Ownership::Shared => query.reader.as_str(),
            Ownership::Owned | Ownership::All => "",
        };
        let count = cells![&one, &two, &three, &pattern, without];
        let total = self.row(SEARCH_COUNT, count).await?;
        let cells = cells![one, two, three, pattern, query.limit, query.offset, &query.reader, without];
        page(listed(self.rows(sql, cells).await?)?, total)
    }
}

impl TryFrom<Entry> for ListedDeck {
    type Error = StoreError;

    fn try_from(entry: Entry) -> Result<Self> {
        Ok(Self {
            head: DeckHead {
                id: entry.0,
                organization: entry.1,
                owner: entry.2,
                creator: entry.3,
                title: entry.4,
                description: entry.5,
                theme: entry.6,
                lang: entry.7,
                languages: serde_json::from_str(&entry.8)?,
                slide_count: entry.9,
                access: entry.10,
                view_only: entry.11 != 0,
                revision: entry.12,
                created_at: entry.13,
                updated_at: entry.14,
                trashed: entry.15.zip(entry.16),
            },
            owner_email: entry.17,
            owner_name: entry.18,
            permission: entry.19,
        })
    }
}

/// The readers whose decks a list holds, side by side. One that is not needed has no decks.
fn arms(query: &ListQuery) -> [String; 3] {
    let ListQuery { reader, organization, .. } = query;
    match query.ownership {
        Ownership::Owned => [readers::own(reader, organization), readers::open(reader, organization), String::new()],
        Ownership::Shared => [readers::shared(reader, organization), readers::all(organization), String::new()],
        Ownership::All => {
            [readers::own(reader, organization), readers::shared(reader, organization), readers::all(organization)]
        }
    }
}

/// The reader whose decks are among those of the organization but not in the list.
fn left_out(query: &ListQuery) -> Option<String> {
    (query.ownership == Ownership::Shared).then(|| readers::open(&query.reader, &query.organization))
}

/// A pattern for what holds a text, without case; none when it is too long to be held by anything.
pub(super) fn holding(text: &str) -> Option<String> {
    if text.len() > LONGEST_SEARCH {
        return None;
    }
    let mut pattern = String::with_capacity(text.len() + 2);
    pattern.push('%');
    for letter in text.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    Some(pattern)
}

/// Rows of lists: the head, the owner's e-mail and name, the reader's grant.
pub(super) fn listed(rows: Vec<Row>) -> Result<Vec<ListedDeck>> {
    rows.into_iter()
        .map(|mut row| {
            let (head, owner_email, owner_name) = (head(&mut row)?, row.text()?, row.text()?);
            Ok(ListedDeck { head, owner_email, owner_name, permission: row.maybe_word()? })
        })
        .collect()
}

/// A page with its total from a row of one number.
pub(super) fn page<T>(rows: Vec<T>, total: Option<Row>) -> Result<Page<T>> {
    let total = total.map_or(Ok(0), |mut row| row.count())?;
    Ok(Page { rows, total })
}
