//! Lists of decks.
//!
//! A list is the union of the decks of one to three readers: named sets of decks in the table `readers`. The first rows
//! of each reader come from an index, and the first of those rows are the page. So a page costs the same however many
//! decks there are.

use std::sync::Arc;

use serde::Deserialize;

use super::decks::{head, head_columns, trashed};
use super::{Store, readers};
use crate::StoreError;
use crate::engine::{Row, params};
use crate::error::Result;
use crate::ids::{DeckId, OrganizationId, UserId};
use crate::records::{Access, DeckHead, Filed, ListQuery, ListedDeck, Ownership, Page, Permission, Sort, Time};

/// The part of a union with the rows of one reader, in order: `$1` to `$3` are readers, `$4` is the number of rows to
/// read.
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

/// A page of a union with its total, as one row, which is faster than one row per deck: `$5` limit, `$6` offset, `$7`
/// the user who reads, `$8` the reader whose decks are subtracted from the total. The databases have different names
/// for the same two functions.
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

/// The three statements of one order, for one database.
macro_rules! lists {
    ($group:literal, $array:literal, $key:literal, $direction:literal, $order:literal) => {
        ListStatements {
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

/// The statements of one database in every order.
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
struct ListStatements {
    owned: &'static str,
    shared: &'static str,
    all: &'static str,
}

static SQLITE: [ListStatements; 3] = orders!("json_group_array", "json_array");
static POSTGRES: [ListStatements; 3] = orders!("json_agg", "json_build_array");

/// A deck of a list, in the order of its columns.
#[derive(Deserialize)]
struct DeckRow(
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
    Option<UserId>,
    Option<Time>,
    String,
    String,
    Option<Permission>,
);

/// The decks of a search: `$1` to `$3` are readers, `$4` is the pattern, `$5` the user whose own decks are left out.
macro_rules! found {
    () => {
        " WHERE r.reader IN ($1, $2, $3) AND b.search_text LIKE $4 ESCAPE '\\' AND r.owner <> $5"
    };
}
/// Restricts a search to decks with a star or in a folder of the user `$6`. The parameter of the other one is NULL,
/// which equals nothing.
macro_rules! filed {
    ($starred:literal, $folder:literal) => {
        concat!(
            " JOIN filed_decks f ON f.deck = r.deck AND f.user_id = $6 AND (f.starred = ",
            $starred,
            " OR f.folder = ",
            $folder,
            ")"
        )
    };
}

/// The pages of a search in the orders of [`Sort`]: `$6` is the user who reads, `$7` the limit, `$8` the offset.
macro_rules! searches {
    ($filed:expr) => {
        [searches!($filed, "r.updated_at DESC"), searches!($filed, "r.title_key"), searches!($filed, "r.created_at DESC")]
    };
    ($filed:expr, $order:literal) => {
        concat!(
            "SELECT ",
            head_columns!(),
            ", u.email, u.name, g.permission FROM readers r JOIN deck_bodies b ON b.deck = r.deck JOIN decks d ON d.id = r.deck \
             JOIN users u ON u.id = d.owner LEFT JOIN grants g ON g.deck = d.id AND g.user_id = $6",
            $filed,
            found!(),
            " ORDER BY ",
            $order,
            ", r.deck LIMIT $7 OFFSET $8"
        )
    };
}
const SEARCH: [&str; 3] = searches!("");
const SEARCH_FILED: [&str; 3] = searches!(filed!("$9", "$10"));
const SEARCH_COUNT: &str = concat!("SELECT COUNT(*) FROM readers r JOIN deck_bodies b ON b.deck = r.deck", found!());
const SEARCH_FILED_COUNT: &str =
    concat!("SELECT COUNT(*) FROM readers r JOIN deck_bodies b ON b.deck = r.deck", filed!("$7", "$8"), found!());

const ALL_DECKS: &str = concat!(
    "SELECT ",
    head_columns!(),
    ", u.email, u.name, NULL FROM decks d JOIN users u ON u.id = d.owner WHERE d.trashed_at IS NULL",
    " ORDER BY d.updated_at DESC, d.id LIMIT $1"
);
const COUNT_ALL_DECKS: &str = "SELECT COUNT(*) FROM decks WHERE trashed_at IS NULL";

/// Maximum number of bytes of a search text; a longer one finds nothing. SQLite refuses patterns over 50,000 bytes.
const MAX_SEARCH_BYTES: usize = 10_000;

impl Store {
    /// A page of the decks that a user may read in an organization. Pages without a search text and without `filed` are
    /// cached.
    pub async fn list_decks(&self, query: &ListQuery) -> Result<Arc<Page<ListedDeck>>> {
        self.inner.refresh().await?;
        match query.search.as_deref().filter(|text| !text.is_empty()) {
            None if query.filed.is_none() => self.list_all(query).await,
            text => self.search_decks(query, text.unwrap_or_default()).await.map(Arc::new),
        }
    }

    /// All decks of the instance that are not in the trash, last written first. For a trusted local process.
    pub async fn all_decks(&self, limit: usize) -> Result<Page<ListedDeck>> {
        self.inner.refresh().await?;
        let rows = self.rows(ALL_DECKS, params![limit]).await?;
        page(listed(rows)?, self.row(COUNT_ALL_DECKS, Vec::new()).await?)
    }

    /// A page of a list without a search text, from the cache if possible.
    async fn list_all(&self, query: &ListQuery) -> Result<Arc<Page<ListedDeck>>> {
        let ListQuery { reader, organization, ownership, sort, limit, offset, .. } = query;
        let key = format!("{reader} {organization} {ownership:?} {sort:?} {limit} {offset}");
        let epoch = match self.inner.feed.caches.lists.get(&key) {
            Ok(page) => return Ok(page),
            Err(epoch) => epoch,
        };
        let orders = if self.inner.engine.is_postgres() { &POSTGRES } else { &SQLITE };
        let lists = &orders[order(*sort)];
        let sql = match ownership {
            Ownership::Owned => lists.owned,
            Ownership::Shared => lists.shared,
            Ownership::All => lists.all,
        };
        let [first, second, third] = readers_of(query);
        let window = limit.saturating_add(*offset);
        let params = params![
            first,
            second,
            third,
            window,
            *limit,
            *offset,
            reader,
            subtracted_reader(query).unwrap_or_default()
        ];
        let mut row = self.row(sql, params).await?.ok_or(StoreError::Missing)?;
        let total = row.count()?;
        let decks: Vec<DeckRow> = row.json()?;
        let rows: Result<Vec<_>> = decks.into_iter().map(ListedDeck::try_from).collect();
        let page = Arc::new(Page { rows: rows?, total });
        self.inner.feed.caches.lists.put(&key, Arc::clone(&page), page.rows.len() + 1, epoch);
        Ok(page)
    }

    /// A page of the decks that contain a text, of all decks or of those with a star or in a folder.
    async fn search_decks(&self, query: &ListQuery, text: &str) -> Result<Page<ListedDeck>> {
        let Some(pattern) = contains_pattern(text) else {
            return Ok(Page { rows: Vec::new(), total: 0 });
        };
        let [first, second, third] = readers_of(query);
        let excluded_owner = match query.ownership {
            Ownership::Shared => query.reader.as_str(),
            Ownership::Owned | Ownership::All => "",
        };
        let mut count = params![&first, &second, &third, &pattern, excluded_owner];
        let mut params =
            params![first, second, third, pattern, excluded_owner, &query.reader, query.limit, query.offset];
        let Some(filed) = &query.filed else {
            let total = self.row(SEARCH_COUNT, count).await?;
            return page(listed(self.rows(SEARCH[order(query.sort)], params).await?)?, total);
        };
        let filed = match filed {
            Filed::Starred => params![1_i64, None::<&str>],
            Filed::Folder(folder) => params![None::<i64>, folder],
        };
        count.extend(params![&query.reader]);
        count.extend(filed.clone());
        params.extend(filed);
        let total = self.row(SEARCH_FILED_COUNT, count).await?;
        page(listed(self.rows(SEARCH_FILED[order(query.sort)], params).await?)?, total)
    }
}

/// The index of an order in the array of statements.
fn order(sort: Sort) -> usize {
    match sort {
        Sort::Updated => 0,
        Sort::Title => 1,
        Sort::Created => 2,
    }
}

impl TryFrom<DeckRow> for ListedDeck {
    type Error = StoreError;

    fn try_from(row: DeckRow) -> Result<Self> {
        Ok(Self {
            head: DeckHead {
                id: row.0,
                organization: row.1,
                owner: row.2,
                creator: row.3,
                title: row.4,
                description: row.5,
                theme: row.6,
                lang: row.7,
                languages: serde_json::from_str(&row.8)?,
                slide_count: row.9,
                access: row.10,
                view_only: row.11 != 0,
                revision: row.12,
                created_at: row.13,
                updated_at: row.14,
                trashed: trashed(row.15, row.16),
                updated_by: row.17,
                stretch_at: row.18.unwrap_or_default(),
            },
            owner_email: row.19,
            owner_name: row.20,
            permission: row.21,
        })
    }
}

/// The readers whose decks are in a list. An unused one is an empty text, which has no decks.
fn readers_of(query: &ListQuery) -> [String; 3] {
    let ListQuery { reader, organization, .. } = query;
    match query.ownership {
        Ownership::Owned => [readers::own(reader, organization), readers::open(reader, organization), String::new()],
        Ownership::Shared => [readers::shared(reader, organization), readers::all(organization), String::new()],
        Ownership::All => {
            [readers::own(reader, organization), readers::shared(reader, organization), readers::all(organization)]
        }
    }
}

/// The reader whose decks are counted with those of the organization but are not in the list.
fn subtracted_reader(query: &ListQuery) -> Option<String> {
    (query.ownership == Ownership::Shared).then(|| readers::open(&query.reader, &query.organization))
}

/// A `LIKE` pattern for texts that contain a text, in lower case; none when the text is too long.
pub(super) fn contains_pattern(text: &str) -> Option<String> {
    if text.len() > MAX_SEARCH_BYTES {
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

/// Reads the rows of a list: the head, the owner's e-mail and name, the reader's grant.
pub(super) fn listed(rows: Vec<Row>) -> Result<Vec<ListedDeck>> {
    rows.into_iter()
        .map(|mut row| {
            let (head, owner_email, owner_name) = (head(&mut row)?, row.text()?, row.text()?);
            Ok(ListedDeck { head, owner_email, owner_name, permission: row.maybe_variant()? })
        })
        .collect()
}

/// A page, with its total from a row of one number.
pub(super) fn page<T>(rows: Vec<T>, total: Option<Row>) -> Result<Page<T>> {
    let total = total.map_or(Ok(0), |mut row| row.count())?;
    Ok(Page { rows, total })
}
