//! Comments on decks, and notices of users about them.

use super::{Store, readers, webhooks};
use crate::StoreError;
use crate::engine::{Row, Transaction, params};
use crate::error::Result;
use crate::feed::WriteEffect;
use crate::ids::{CommentId, DeckId, OrganizationId, UserId};
use crate::records::{
    Change, Comment, CommentChange, CommentQuery, CommentStatus, ListedNotice, Notice, NoticeKind, Ownership, Time,
    WebhookEvent,
};

macro_rules! columns {
    () => {
        "c.id, c.deck, c.slide, c.parent, c.author, c.author_email, c.author_name, c.body, c.status, c.settled_by, \
         c.settled_at, c.mentions, c.snapshot, c.created_at, c.updated_at"
    };
}

const INSERT: &str = "INSERT INTO comments (id, deck, slide, parent, author, author_email, author_name, body, status, \
    settled_by, settled_at, mentions, snapshot, created_at, updated_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
const OF_DECK: &str =
    concat!("SELECT ", columns!(), " FROM comments c WHERE c.deck = $1 ORDER BY c.created_at DESC, c.id DESC");
const SELECT_ONE: &str = concat!("SELECT ", columns!(), " FROM comments c WHERE c.id = $1 AND c.deck = $2");
const SET_STATUS: &str = "UPDATE comments SET status = $3, settled_by = $4, settled_at = $5, updated_at = $6 \
    WHERE id = $1 AND status = $2";
/// `$1` to `$3` readers, `$4` author or empty, `$5` status or empty, `$6` since, `$7` limit, `$8` organization of which
/// all decks are searched or empty, `$9` user whose own decks are left out or empty.
const RECENT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comments c JOIN decks d ON d.id = c.deck WHERE c.parent IS NULL AND d.trashed_at IS NULL AND d.owner <> $9 \
     AND (d.organization = $8 OR c.deck IN (SELECT deck FROM readers WHERE reader IN ($1, $2, $3))) \
     AND ($4 = '' OR LOWER(c.author_email) = $4) AND ($5 = '' OR c.status = $5) AND c.created_at >= $6 \
     ORDER BY c.created_at DESC, c.id DESC LIMIT $7"
);
const DELETE_OF_DECK: &str = "DELETE FROM comments WHERE deck = $1";
const DELETE_NOTICES_OF_DECK: &str = "DELETE FROM notices WHERE deck = $1";

const INSERT_NOTICE: &str = "INSERT INTO notices (id, reader, kind, deck, comment, slide, actor, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
/// Decks that a user may read now in one organization: `$2` to `$4` are the readers. None is in the trash.
macro_rules! readable {
    () => {
        "deck IN (SELECT deck FROM readers WHERE reader IN ($2, $3, $4))"
    };
}
const NOTICES: &str = concat!(
    "SELECT n.id, n.reader, n.kind, n.deck, n.comment, n.slide, n.actor, n.created_at, n.read_at, d.title \
     FROM notices n JOIN decks d ON d.id = n.deck WHERE n.reader = $1 AND n.",
    readable!(),
    " ORDER BY n.created_at DESC, n.id DESC LIMIT $5"
);
const UNREAD: &str = concat!("SELECT COUNT(*) FROM notices WHERE reader = $1 AND read_at IS NULL AND ", readable!());
const MARK_READ: &str = "UPDATE notices SET read_at = $3 WHERE reader = $1 AND id = $2 AND read_at IS NULL";
const MARK_ALL_READ: &str =
    concat!("UPDATE notices SET read_at = $5 WHERE reader = $1 AND read_at IS NULL AND ", readable!());

impl Store {
    /// Creates a comment, the notices about it and the event for webhooks.
    pub async fn create_comment(
        &self,
        comment: Comment,
        notices: Vec<Notice>,
        event: Option<WebhookEvent>,
    ) -> Result<()> {
        self.write((comment, notices, event), |transaction, (comment, notices, event)| {
            Box::pin(async move {
                let params = params![
                    &comment.id,
                    &comment.deck,
                    &comment.slide,
                    &comment.parent,
                    &comment.author,
                    &comment.author_email,
                    &comment.author_name,
                    &comment.body,
                    comment.status.name(),
                    &comment.settled_by,
                    comment.settled_at,
                    &comment.mentions,
                    &comment.snapshot,
                    comment.created_at,
                    comment.updated_at,
                ];
                transaction.run(INSERT, params).await?;
                for notice in notices {
                    let params = params![
                        &notice.id,
                        &notice.reader,
                        notice.kind.name(),
                        &notice.deck,
                        &notice.comment,
                        &notice.slide,
                        &notice.actor,
                        notice.created_at,
                    ];
                    transaction.run(INSERT_NOTICE, params).await?;
                }
                let what = if comment.parent.is_none() { CommentChange::Created } else { CommentChange::Replied };
                transaction.add_effect(comment_effect(comment, what));
                webhooks::enqueue(transaction, event.as_ref()).await
            })
        })
        .await
    }

    /// All comments on a deck, including replies, newest first.
    pub async fn comments(&self, deck: &DeckId) -> Result<Vec<Comment>> {
        self.inner.refresh().await?;
        self.rows(OF_DECK, params![deck]).await?.iter_mut().map(comment).collect()
    }

    /// A comment on a deck by id.
    pub async fn comment(&self, deck: &DeckId, id: &CommentId) -> Result<Option<Comment>> {
        self.inner.refresh().await?;
        self.row(SELECT_ONE, params![id, deck]).await?.as_mut().map(comment).transpose()
    }

    /// Sets the status of a comment, if the stored status is still `from`. Returns whether it was set.
    pub async fn set_comment_status(&self, from: CommentStatus, comment: Comment) -> Result<bool> {
        self.write((from, comment), |transaction, (from, comment)| {
            Box::pin(async move {
                let params = params![
                    &comment.id,
                    from.name(),
                    comment.status.name(),
                    &comment.settled_by,
                    comment.settled_at,
                    comment.updated_at,
                ];
                let is_set = transaction.run(SET_STATUS, params).await? > 0;
                if is_set {
                    transaction.add_effect(comment_effect(comment, CommentChange::Status));
                }
                Ok(is_set)
            })
        })
        .await
    }

    /// The newest threads on the decks that a query selects.
    pub async fn recent_comments(&self, query: &CommentQuery) -> Result<Vec<Comment>> {
        self.inner.refresh().await?;
        let CommentQuery { reader, organization, ownership, .. } = query;
        let own = [readers::own(reader, organization), readers::open(reader, organization), String::new()];
        let others = [readers::shared(reader, organization), readers::all(organization), String::new()];
        let both = readers::of_user(reader, organization);
        let ([first, second, third], whole_organization, excluded_owner) = match (query.everything, ownership) {
            (true, Ownership::Shared) => return Ok(Vec::new()),
            (true, _) => ([const { String::new() }; 3], organization.as_str(), ""),
            (false, Ownership::Owned) => (own, "", ""),
            (false, Ownership::Shared) => (others, "", reader.as_str()),
            (false, Ownership::All) => (both, "", ""),
        };
        let author = query.author.as_deref().unwrap_or_default().to_lowercase();
        let status = query.status.map(CommentStatus::name).unwrap_or_default();
        let params =
            params![first, second, third, author, status, query.since, query.limit, whole_organization, excluded_owner];
        self.rows(RECENT, params).await?.iter_mut().map(comment).collect()
    }

    /// Notices of a user about decks that the user may read now in an organization, newest first, and the number of
    /// unread ones.
    pub async fn notices(
        &self,
        reader: &UserId,
        organization: &OrganizationId,
        limit: usize,
    ) -> Result<(Vec<ListedNotice>, usize)> {
        self.inner.refresh().await?;
        let [own, shared, all] = readers::of_user(reader, organization);
        let notices = self.rows(NOTICES, params![reader, own, shared, all, limit]).await?;
        let notices = notices.into_iter().map(|mut row| notice(&mut row)).collect::<Result<_>>()?;
        Ok((notices, self.unread_notices(reader, organization).await?))
    }

    /// Number of unread notices of a user about decks that the user may read now in an organization.
    pub async fn unread_notices(&self, reader: &UserId, organization: &OrganizationId) -> Result<usize> {
        let [own, shared, all] = readers::of_user(reader, organization);
        let found = self.row(UNREAD, params![reader, own, shared, all]).await?;
        found.map_or(Ok(0), |mut row| row.count())
    }

    /// Marks notices of a user as read: those with the given ids, or all unread ones about decks that the user may read
    /// now in the organization.
    pub async fn mark_notices_read(
        &self,
        reader: &UserId,
        organization: &OrganizationId,
        ids: Option<Vec<String>>,
        at: Time,
    ) -> Result<()> {
        let readers = readers::of_user(reader, organization);
        self.write((reader.to_owned(), readers, ids, at), |transaction, (reader, [own, shared, all], ids, at)| {
            Box::pin(async move {
                match ids {
                    None => {
                        transaction.run(MARK_ALL_READ, params![&*reader, own, shared, all, *at]).await?;
                    }
                    Some(ids) => {
                        for id in ids {
                            transaction.run(MARK_READ, params![&*reader, id, *at]).await?;
                        }
                    }
                }
                Ok(())
            })
        })
        .await
    }
}

/// Deletes the comments and notices of a deck.
pub(super) async fn delete_of_deck(transaction: &mut Transaction, deck: &DeckId) -> Result<()> {
    transaction.run(DELETE_OF_DECK, params![deck]).await?;
    transaction.run(DELETE_NOTICES_OF_DECK, params![deck]).await?;
    Ok(())
}

fn comment_effect(comment: &Comment, what: CommentChange) -> WriteEffect {
    let change = Change::Comment {
        deck: comment.deck.clone(),
        id: comment.id.clone(),
        slide: comment.slide.clone(),
        what,
        at: comment.updated_at,
    };
    WriteEffect { change: Some(change), evictions: Vec::new(), ..WriteEffect::default() }
}

fn comment(row: &mut Row) -> Result<Comment> {
    Ok(Comment {
        id: row.id()?,
        deck: row.id()?,
        slide: row.maybe_id()?,
        parent: row.maybe_id()?,
        author: row.id()?,
        author_email: row.text()?,
        author_name: row.text()?,
        body: row.text()?,
        status: CommentStatus::named(&row.text()?).ok_or(StoreError::Missing)?,
        settled_by: row.maybe_text()?,
        settled_at: row.maybe_int()?,
        mentions: row.text()?,
        snapshot: row.maybe_text()?,
        created_at: row.int()?,
        updated_at: row.int()?,
    })
}

fn notice(row: &mut Row) -> Result<ListedNotice> {
    let notice = Notice {
        id: row.id()?,
        reader: row.id()?,
        kind: NoticeKind::named(&row.text()?).ok_or(StoreError::Missing)?,
        deck: row.id()?,
        comment: row.id()?,
        slide: row.maybe_id()?,
        actor: row.text()?,
        created_at: row.int()?,
        read_at: row.maybe_int()?,
    };
    Ok(ListedNotice { notice, deck_title: row.text()? })
}
