//! Comments: threads on a deck or a slide, who may settle them, and who is told.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use store::{
    Comment, CommentId, CommentQuery, CommentStatus, DeckId, Notice, NoticeKind, Ownership, Store, StoredDeck, UserId,
};

use crate::caller::Caller;
use crate::clock::{Clock, iso, time_of};
use crate::error::{Error, Result};
use crate::rights::{Right, Standing, standing};
use crate::secret::new_id;
use crate::{Catalogue, Config, Decks};

/// Most characters of a comment.
const LONGEST: usize = 5000;
/// Most notices that are listed.
const MOST_NOTICES: usize = 100;
const COMMENT: Error = Error::NotFound("comment");

/// Which comments of a deck are wanted.
#[derive(Debug, Clone, Copy)]
pub struct CommentFilter<'a> {
    /// A status, or `all`.
    pub status: &'a str,
    /// On this slide.
    pub slide: Option<&'a str>,
    /// Not before this date or time.
    pub since: Option<&'a str>,
    /// Whether replies are rows of their own.
    pub replies_as_rows: bool,
}

impl Default for CommentFilter<'_> {
    fn default() -> Self {
        Self { status: "all", slide: None, since: None, replies_as_rows: false }
    }
}

/// Which comments are wanted over all decks.
#[derive(Debug, Clone, Copy)]
pub struct RecentComments<'a> {
    /// On whose decks.
    pub ownership: Ownership,
    /// By this person.
    pub author: Option<&'a str>,
    /// A status, or `all`.
    pub status: &'a str,
    /// Not before this date or time.
    pub since: Option<&'a str>,
    /// How many.
    pub limit: usize,
}

/// Comments on decks, and the notifications that follow from them.
///
/// Uses storage, decks for rights, and the catalogue.
#[derive(Debug)]
pub struct Comments {
    pub(crate) store: Store,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) decks: Arc<Decks>,
    pub(crate) catalogue: Arc<Catalogue>,
}

impl Comments {
    /// The comments on a deck, newest first: `{presentationId, presentationTitle, comments, total}`. File storage has
    /// none.
    ///
    /// # Errors
    /// Not found, or a filter that cannot be read.
    pub async fn list(&self, caller: &Caller, id: &DeckId, wanted: CommentFilter<'_>) -> Result<Value> {
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let (status, since) = (status_wanted(wanted.status)?, since(wanted.since)?);
        let threads = self.threads(&stored).await?;
        let board = self.board(&stored).await?;
        let fits = |comment: &Comment, thread: &Comment| {
            status.is_none_or(|status| thread.status == status)
                && wanted.slide.is_none_or(|slide| thread.slide.as_deref() == Some(slide))
                && comment.created_at >= since
        };
        let mut rows: Vec<(&Comment, Value)> = Vec::new();
        for thread in &threads {
            if wanted.replies_as_rows {
                let all = std::iter::once(&thread.comment).chain(&thread.replies);
                let all = all.filter(|comment| fits(comment, &thread.comment));
                rows.extend(all.map(|comment| (comment, board.view(comment, &thread.comment, &[]))));
            } else if fits(&thread.comment, &thread.comment) {
                rows.push((&thread.comment, board.view(&thread.comment, &thread.comment, &thread.replies)));
            }
        }
        rows.sort_by(|(one, _), (other, _)| (other.created_at, &other.id).cmp(&(one.created_at, &one.id)));
        let comments: Vec<Value> = rows.into_iter().map(|(_, view)| view).collect();
        let total = comments.len();
        Ok(json!({
            "presentationId": id, "presentationTitle": stored.head.title, "comments": comments, "total": total,
        }))
    }

    /// The newest threads over all decks that the caller may read.
    ///
    /// # Errors
    /// A filter that cannot be read.
    pub async fn recent(&self, caller: &Caller, wanted: RecentComments<'_>) -> Result<Vec<Value>> {
        let query = CommentQuery {
            reader: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            ownership: wanted.ownership,
            everything: caller.is_trusted(),
            author: wanted.author.map(str::to_owned),
            status: status_wanted(wanted.status)?,
            since: since(wanted.since)?,
            limit: wanted.limit,
        };
        if !self.store.is_database() {
            return Ok(Vec::new());
        }
        let mut boards: BTreeMap<DeckId, Board> = BTreeMap::new();
        let mut rows = Vec::new();
        for comment in self.store.recent_comments(&query).await? {
            if !boards.contains_key(&comment.deck) {
                let Some(stored) = self.store.deck(&comment.deck).await? else { continue };
                boards.insert(comment.deck.clone(), self.board(&stored).await?);
            }
            if let Some(board) = boards.get(&comment.deck) {
                rows.push(board.row(&comment));
            }
        }
        Ok(rows)
    }

    /// Comments on a deck, or on a slide of it.
    ///
    /// # Errors
    /// Not found, no right, no such slide, or a body that is blank or too long.
    pub async fn add(&self, caller: &Caller, id: &DeckId, body: &str, slide: Option<&str>) -> Result<Value> {
        self.check_may_comment(caller)?;
        let stored = self.decks.deck_for(caller, id, Right::Comment).await?;
        let body = body_of(body)?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let snapshot = match slide {
            None => None,
            Some(slide) => {
                let found = stored.deck.slides.iter().find(|known| known.id == slide);
                let found = found.ok_or_else(|| Error::invalid(format!("slideId: the deck has no slide `{slide}`")))?;
                let type_name = registry.canonical(&found.key);
                Some(json!({ "id": found.id, "type": type_name, "content": found.content }).to_string())
            }
        };
        let comment = self.new_comment(caller, &stored, body, slide, None, snapshot).await?;
        self.store_comment(&stored, comment, None).await
    }

    /// Replies to a comment; a reply to a reply joins its thread.
    ///
    /// # Errors
    /// Not found, no right, or a body that is blank or too long.
    pub async fn reply(&self, caller: &Caller, id: &DeckId, to: &CommentId, body: &str) -> Result<Value> {
        self.check_may_comment(caller)?;
        let stored = self.decks.deck_for(caller, id, Right::Comment).await?;
        let thread = self.thread_of(id, to).await?;
        let body = body_of(body)?;
        let comment = self.new_comment(caller, &stored, body, None, Some(&thread.id), None).await?;
        self.store_comment(&stored, comment, Some(thread)).await
    }

    /// Settles a thread or opens it again.
    ///
    /// # Errors
    /// Not found, neither deck owner nor author, an unknown status, or a step that is not allowed.
    pub async fn set_status(&self, caller: &Caller, id: &DeckId, comment: &CommentId, status: &str) -> Result<Value> {
        self.check_may_comment(caller)?;
        let stored = self.decks.deck_for(caller, id, Right::Read).await?;
        let mut comment = self.store.comment(id, comment).await?.ok_or(COMMENT)?;
        if comment.parent.is_some() {
            return Err(Error::invalid("a reply has no status of its own; set that of its thread"));
        }
        let owns = standing(caller, &stored) == Some(Standing::Owner);
        if !owns && comment.author != caller.user.id {
            return Err(Error::Forbidden("only the owner of the presentation and the author may do this"));
        }
        let to = CommentStatus::read(status)
            .ok_or_else(|| Error::invalid(format!("status: expected resolved, open or dismissed, got `{status}`")))?;
        let from = comment.status;
        let allowed = matches!(
            (from, to),
            (CommentStatus::Open, CommentStatus::Resolved | CommentStatus::Dismissed)
                | (CommentStatus::Resolved, CommentStatus::Open)
        );
        let refused = |now: CommentStatus| {
            Error::Conflict(format!("the comment is {} and cannot become {}", now.word(), to.word()))
        };
        if !allowed {
            return Err(refused(from));
        }
        let now = self.clock.now();
        comment.status = to;
        comment.updated_at = now;
        let settled = to != CommentStatus::Open;
        comment.settled_by = settled.then(|| caller.email().to_owned());
        comment.settled_at = settled.then_some(now);
        if !self.store.settle_comment(from, comment.clone()).await? {
            let now = self.store.comment(id, &comment.id).await?.ok_or(COMMENT)?;
            return Err(refused(now.status));
        }
        self.full_view(&stored, &comment.id).await
    }

    /// The notices of the caller: `{notifications, unread}`.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn notices(&self, caller: &Caller) -> Result<Value> {
        let (notices, unread) = self.store.notices(&caller.user.id, MOST_NOTICES).await?;
        let mut names: BTreeMap<&str, String> = BTreeMap::new();
        for actor in notices.iter().map(|notice| notice.actor.as_str()).collect::<BTreeSet<_>>() {
            let known = self.store.user_by_email(actor).await?;
            names.insert(actor, known.map(|user| user.name.clone()).unwrap_or_default());
        }
        let view = |notice: &Notice| {
            json!({
                "id": notice.id, "kind": notice.kind.word(), "presentationId": notice.deck,
                "presentationTitle": notice.deck_title, "commentId": notice.comment, "slideId": notice.slide,
                "actor": notice.actor, "actorName": names.get(notice.actor.as_str()), "createdAt": iso(notice.created_at), "readAt": notice.read_at.map(iso),
            })
        };
        let notices: Vec<Value> = notices.iter().map(view).collect();
        Ok(json!({ "notifications": notices, "unread": unread }))
    }

    /// Marks notices of the caller as read, all of them when none are named: `{unread}`.
    ///
    /// # Errors
    /// Storage does not answer.
    pub async fn mark_notices_read(&self, caller: &Caller, ids: Option<Vec<String>>) -> Result<Value> {
        self.store.read_notices(&caller.user.id, ids, self.clock.now()).await?;
        Ok(json!({ "unread": self.store.unread_notices(&caller.user.id).await? }))
    }

    /// Comments need somebody who writes them, and a database to keep them in.
    fn check_may_comment(&self, caller: &Caller) -> Result<()> {
        if !self.store.is_database() {
            return Err(Error::NeedsDatabase("commenting"));
        }
        if caller.is_trusted() {
            return Err(Error::Forbidden(
                "comments need an acting user; set SVC_MCP_OWNER_EMAIL to an account's e-mail",
            ));
        }
        Ok(())
    }

    /// The thread that a comment on a deck belongs to.
    async fn thread_of(&self, deck: &DeckId, id: &CommentId) -> Result<Comment> {
        let comment = self.store.comment(deck, id).await?.ok_or(COMMENT)?;
        match &comment.parent {
            Some(parent) => self.store.comment(deck, parent).await?.ok_or(COMMENT),
            None => Ok(comment),
        }
    }

    async fn new_comment(
        &self,
        caller: &Caller,
        stored: &StoredDeck,
        body: &str,
        slide: Option<&str>,
        parent: Option<&CommentId>,
        snapshot: Option<String>,
    ) -> Result<Comment> {
        let mut mentions = Vec::new();
        for (name, email) in mentioned(body) {
            // Who is no member here is no account here: nothing tells of other organizations.
            if let Some(user) = self.store.user_by_email(email).await?
                && self.store.membership(&stored.head.organization, &user.id).await?.is_some()
            {
                mentions.push(json!({ "name": name, "email": email }));
            }
        }
        let now = self.clock.now();
        Ok(Comment {
            id: new_id(),
            deck: stored.head.id.clone(),
            slide: slide.map(str::to_owned),
            parent: parent.cloned(),
            author: caller.user.id.clone(),
            author_email: caller.email().to_owned(),
            author_name: caller.user.name.clone(),
            body: body.to_owned(),
            status: CommentStatus::Open,
            settled_by: None,
            settled_at: None,
            mentions: Value::Array(mentions).to_string(),
            snapshot,
            created_at: now,
            updated_at: now,
        })
    }

    /// Keeps a comment and tells whom it concerns.
    async fn store_comment(&self, stored: &StoredDeck, comment: Comment, thread: Option<Comment>) -> Result<Value> {
        let notices = self.notices_of(stored, &comment, thread.as_ref()).await?;
        let id = comment.id.clone();
        self.store.create_comment(comment, notices).await?;
        self.full_view(stored, &id).await
    }

    /// One notice a person, the actor left out: mention before reply before comment, and only to those who may read.
    async fn notices_of(
        &self,
        stored: &StoredDeck,
        comment: &Comment,
        thread: Option<&Comment>,
    ) -> Result<Vec<Notice>> {
        let mut readers: Vec<(UserId, NoticeKind)> = Vec::new();
        for (_, email) in mentioned(&comment.body) {
            if let Some(user) = self.store.user_by_email(email).await? {
                readers.push((user.id.clone(), NoticeKind::Mention));
            }
        }
        if let Some(thread) = thread {
            readers.push((thread.author.clone(), NoticeKind::Reply));
        }
        readers.push((stored.head.owner.clone(), NoticeKind::Comment));
        let mut told = BTreeSet::from([comment.author.clone()]);
        let mut notices = Vec::new();
        for (reader, kind) in readers {
            if !told.insert(reader.clone()) || !self.may_read(stored, &reader).await? {
                continue;
            }
            notices.push(Notice {
                id: new_id(),
                reader,
                kind,
                deck: comment.deck.clone(),
                deck_title: String::new(),
                comment: comment.id.clone(),
                slide: comment.slide.clone().or_else(|| thread.and_then(|thread| thread.slide.clone())),
                actor: comment.author_email.clone(),
                created_at: comment.created_at,
                read_at: None,
            });
        }
        Ok(notices)
    }

    async fn may_read(&self, stored: &StoredDeck, user: &UserId) -> Result<bool> {
        let member = self.store.membership(&stored.head.organization, user).await?.is_some();
        let grant = stored.grants.iter().find(|grant| grant.user == *user).map(|grant| grant.permission);
        Ok(member && crate::rights::standing_of(user, &stored.head, grant).is_some())
    }

    /// A comment in full, with the replies of its thread when it heads one.
    async fn full_view(&self, stored: &StoredDeck, id: &CommentId) -> Result<Value> {
        let board = self.board(stored).await?;
        for thread in self.threads(stored).await? {
            if thread.comment.id == *id {
                return Ok(board.view(&thread.comment, &thread.comment, &thread.replies));
            }
            if let Some(reply) = thread.replies.iter().find(|reply| reply.id == *id) {
                return Ok(board.view(reply, &thread.comment, &[]));
            }
        }
        Err(COMMENT)
    }

    async fn threads(&self, stored: &StoredDeck) -> Result<Vec<Thread>> {
        if !self.store.is_database() {
            return Ok(Vec::new());
        }
        let mut replies: BTreeMap<CommentId, Vec<Comment>> = BTreeMap::new();
        let mut threads = Vec::new();
        for comment in self.store.comments(&stored.head.id).await? {
            match comment.parent.clone() {
                Some(parent) => replies.entry(parent).or_default().push(comment),
                None => threads.push(Thread { comment, replies: Vec::new() }),
            }
        }
        for thread in &mut threads {
            thread.replies = replies.remove(&thread.comment.id).unwrap_or_default();
            // They came newest first.
            thread.replies.reverse();
        }
        Ok(threads)
    }

    async fn board(&self, stored: &StoredDeck) -> Result<Board> {
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let slides = stored.deck.slides.iter().enumerate();
        let slides = slides.map(|(index, slide)| {
            let about = json!({
                "deleted": false, "index": index, "number": index + 1, "type": registry.canonical(&slide.key),
                "title": registry.title_of(slide),
            });
            (slide.id.clone(), about)
        });
        Ok(Board { slides: slides.collect(), title: stored.head.title.clone(), base: self.config.base_url.clone() })
    }
}

/// A comment and its replies, oldest first.
struct Thread {
    comment: Comment,
    replies: Vec<Comment>,
}

/// What comments on a deck are shown with.
struct Board {
    /// What is told of each slide.
    slides: BTreeMap<String, Value>,
    title: String,
    base: Option<String>,
}

impl Board {
    fn slide(&self, comment: &Comment) -> Value {
        match &comment.slide {
            None => Value::Null,
            Some(id) => self.slides.get(id).cloned().unwrap_or_else(|| json!({ "deleted": true })),
        }
    }

    fn edit_url(&self, comment: &Comment) -> Option<String> {
        let base = self.base.as_ref()?;
        let slide = comment.slide.as_ref().map(|slide| format!("?slideId={slide}")).unwrap_or_default();
        Some(format!("{base}/app/{}{slide}", comment.deck))
    }

    /// A comment in full. A reply has the status of its thread.
    fn view(&self, comment: &Comment, thread: &Comment, replies: &[Comment]) -> Value {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or(Value::Null);
        let replies: Vec<Value> = replies.iter().map(|reply| self.view(reply, thread, &[])).collect();
        let mut view = json!({
            "id": comment.id, "presentationId": comment.deck, "slideId": comment.slide, "parentId": comment.parent,
            "author": comment.author_email, "authorName": comment.author_name, "body": comment.body,
            "status": thread.status.word(), "resolvedBy": comment.settled_by, "resolvedAt": comment.settled_at.map(iso),
            "createdAt": iso(comment.created_at), "updatedAt": iso(comment.updated_at),
            "mentions": read(&comment.mentions), "slideSnapshot": comment.snapshot.as_deref().map(read),
            "slide": self.slide(comment), "replies": replies,
        });
        if let Some(url) = self.edit_url(comment) {
            view["editUrl"] = json!(url);
        }
        view
    }

    /// A thread as the list over all decks shows it.
    fn row(&self, comment: &Comment) -> Value {
        let snapshot =
            comment.snapshot.as_deref().map(|text| serde_json::from_str::<Value>(text).unwrap_or(Value::Null));
        let mut row = json!({
            "id": comment.id, "presentationId": comment.deck, "presentationTitle": self.title,
            "slideId": comment.slide, "slide": self.slide(comment), "slideSnapshot": snapshot,
            "author": comment.author_email, "authorName": comment.author_name, "body": comment.body,
            "status": comment.status.word(), "createdAt": iso(comment.created_at),
        });
        if let Some(url) = self.edit_url(comment) {
            row["editUrl"] = json!(url);
        }
        row
    }
}

fn body_of(body: &str) -> Result<&str> {
    let body = body.trim();
    match body.chars().count() {
        0 => Err(Error::invalid("body: expected a text that is not blank")),
        count if count > LONGEST => {
            Err(Error::invalid(format!("body: expected at most {LONGEST} characters, got {count}")))
        }
        _ => Ok(body),
    }
}

fn status_wanted(word: &str) -> Result<Option<CommentStatus>> {
    match (word, CommentStatus::read(word)) {
        ("all", _) => Ok(None),
        (_, Some(status)) => Ok(Some(status)),
        _ => Err(Error::invalid(format!("status: expected open, resolved, dismissed or all, got `{word}`"))),
    }
}

fn since(text: Option<&str>) -> Result<i64> {
    match text {
        None => Ok(i64::MIN),
        Some(text) => time_of(text)
            .ok_or_else(|| Error::invalid(format!("since: expected an ISO 8601 date or time, got `{text}`"))),
    }
}

/// Whom a comment mentions: name and e-mail of each `@[Name](user:e-mail)`, once.
fn mentioned(body: &str) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (start, _) in body.match_indices("@[") {
        let rest = &body[start + 2..];
        let Some((name, rest)) = rest.split_once("](user:") else { continue };
        let Some((email, _)) = rest.split_once(')') else { continue };
        let plain = !name.contains(['[', ']', '\n']) && !email.is_empty() && !email.contains(char::is_whitespace);
        if plain && !found.iter().any(|(_, known)| known.eq_ignore_ascii_case(email)) {
            found.push((name, email));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_are_read_once_each() {
        let body =
            "Ask @[Ama](user:ama@example.test) and @[Bo](user:BO@example.test), @[Bo](user:bo@example.test) @[x](y)";
        assert_eq!(mentioned(body), [("Ama", "ama@example.test"), ("Bo", "BO@example.test")]);
        assert!(mentioned("@[Ama](user:) @[A\nma](user:a@b) @[Ama](user:a b)").is_empty());
    }

    #[test]
    fn a_time_is_read_with_or_without_its_clock() {
        assert_eq!(since(Some("1970-01-02")).unwrap(), 86_400_000);
        assert_eq!(since(Some("1970-01-01T00:00:01Z")).unwrap(), 1000);
        assert_eq!(since(Some("1970-01-01T01:00:01+01:00")).unwrap(), 1000);
        assert!(since(Some("yesterday")).is_err());
    }
}
