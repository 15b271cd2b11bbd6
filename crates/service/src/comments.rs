//! Comments: threads on a deck or a slide, their status, and notifications.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use deck::{Content, Registry, Slide, SlideId};
use serde::{Deserialize, Serialize};
use store::{
    Comment, CommentId, CommentQuery, CommentStatus, DeckId, ListedNotice, Notice, NoticeKind, Ownership, Shared,
    Store, StoredDeck, TokenBucket, UserId,
};

use crate::caller::{Caller, display_name};
use crate::clock::{Clock, time_of};
use crate::error::{Error, Result};
use crate::mail::{MailReader, MailSubject};
use crate::rights::{AccessLevel, Commentable, Readable, access_level};
use crate::secret::new_id;
use crate::{Catalogue, Config, webhooks};

/// The maximum length of a comment, in characters.
const MAX_CHARACTERS: usize = 5000;
/// The maximum number of notifications that are listed.
const MAX_NOTICES: usize = 100;
/// How many mails about mentions a person gets. Beyond that they only get the notification in the app.
const MENTION_MAILS: TokenBucket = TokenBucket { burst: 20, per_minute: 1 };
const NO_COMMENT: Error = Error::NotFound("comment");

/// A filter for the comments on a deck.
#[derive(Debug, Clone, Copy)]
pub struct CommentFilter<'a> {
    /// A status, or `all`.
    pub status: &'a str,
    /// Only comments on this slide.
    pub slide: Option<&'a SlideId>,
    /// Only comments from this date or time on.
    pub since: Option<&'a str>,
    /// Whether replies are separate entries of the list instead of parts of their thread.
    pub replies_as_rows: bool,
}

impl Default for CommentFilter<'_> {
    fn default() -> Self {
        Self { status: "all", slide: None, since: None, replies_as_rows: false }
    }
}

/// A filter for comments over all decks.
#[derive(Debug, Clone, Copy)]
pub struct RecentComments<'a> {
    /// Only comments on decks of this ownership.
    pub ownership: Ownership,
    /// Only comments by this person.
    pub author: Option<&'a str>,
    /// A status, or `all`.
    pub status: &'a str,
    /// Only comments from this date or time on.
    pub since: Option<&'a str>,
    /// The maximum number of threads.
    pub limit: usize,
}

/// A comment with its status, its slide and its replies.
#[derive(Debug, Clone)]
pub struct CommentView {
    /// The comment.
    pub comment: Comment,
    /// The status of its thread: a reply has none of its own.
    pub status: CommentStatus,
    /// The slide it is about, if it is about one.
    pub slide: Option<CommentedSlide>,
    /// Replies, oldest first.
    pub replies: Vec<CommentView>,
}

/// A thread in the list over all decks.
#[derive(Debug, Clone)]
pub struct RecentComment {
    /// The comment that begins the thread.
    pub comment: Comment,
    /// Title of the deck.
    pub deck_title: String,
    /// The slide it is about, if it is about one.
    pub slide: Option<CommentedSlide>,
}

/// The slide that a comment is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommentedSlide {
    /// The slide is no longer in the deck.
    Deleted,
    /// The slide is in the deck.
    Present {
        /// Position, from 0.
        index: usize,
        /// Canonical type.
        type_name: String,
        /// Title, maybe empty.
        title: String,
    },
}

/// A notification with the name of the account that caused it.
#[derive(Debug, Clone)]
pub struct NoticeView {
    /// The notification.
    pub notice: Notice,
    /// The current title of the deck.
    pub deck_title: String,
    /// The name, maybe empty.
    pub actor_name: String,
}

/// A person whom a comment mentions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mention {
    /// Name in the comment.
    pub name: String,
    /// E-mail.
    pub email: String,
}

/// A comment of a file, with the slide of the deck that it is about, if the deck has it.
pub(crate) type FileComment<'a> = (Option<&'a SlideId>, &'a office::Comment);

/// Comments on decks, and the notifications that follow from them.
///
/// Uses storage, shared counters of mails, and the catalogue.
#[derive(Debug)]
pub struct Comments {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) config: Arc<Config>,
    pub(crate) catalogue: Arc<Catalogue>,
}

impl Comments {
    /// The comments on a deck, newest first. With file storage there are none.
    ///
    /// # Errors
    /// Fails when the filter has an unknown status or a time that cannot be read.
    pub async fn list(&self, deck: &Readable, filter: CommentFilter<'_>) -> Result<Vec<CommentView>> {
        let stored = deck.deck();
        let (status, since) = (status_filter(filter.status)?, since(filter.since)?);
        let threads = self.threads(stored).await?;
        let slides = self.slides(stored).await?;
        let matches = |comment: &Comment, thread: &Comment| {
            status.is_none_or(|status| thread.status == status)
                && filter.slide.is_none_or(|slide| thread.slide.as_ref() == Some(slide))
                && comment.created_at >= since
        };
        let mut rows: Vec<CommentView> = Vec::new();
        for thread in &threads {
            if filter.replies_as_rows {
                let all = std::iter::once(&thread.comment).chain(&thread.replies);
                let all = all.filter(|comment| matches(comment, &thread.comment));
                rows.extend(all.map(|comment| slides.view(comment, &thread.comment, &[])));
            } else if matches(&thread.comment, &thread.comment) {
                rows.push(slides.view(&thread.comment, &thread.comment, &thread.replies));
            }
        }
        rows.sort_by(|one, other| {
            let key = |row: &CommentView| (row.comment.created_at, row.comment.id.clone());
            key(other).cmp(&key(one))
        });
        Ok(rows)
    }

    /// The newest threads over all decks that the caller may read.
    ///
    /// # Errors
    /// Fails when the filter has an unknown status or a time that cannot be read.
    pub async fn recent(&self, caller: &Caller, filter: RecentComments<'_>) -> Result<Vec<RecentComment>> {
        let query = CommentQuery {
            reader: caller.user.id.clone(),
            organization: caller.organization.id.clone(),
            ownership: filter.ownership,
            everything: caller.is_trusted(),
            author: filter.author.map(str::to_owned),
            status: status_filter(filter.status)?,
            since: since(filter.since)?,
            limit: filter.limit,
        };
        if !self.store.is_database() {
            return Ok(Vec::new());
        }
        let mut decks: BTreeMap<DeckId, (String, Slides)> = BTreeMap::new();
        let mut rows = Vec::new();
        for comment in self.store.recent_comments(&query).await? {
            if !decks.contains_key(&comment.deck) {
                let Some(stored) = self.store.deck(&comment.deck).await? else { continue };
                decks.insert(comment.deck.clone(), (stored.head.title.clone(), self.slides(&stored).await?));
            }
            if let Some((deck_title, slides)) = decks.get(&comment.deck) {
                rows.push(RecentComment { deck_title: deck_title.clone(), slide: slides.of(&comment), comment });
            }
        }
        Ok(rows)
    }

    /// Adds a comment on a deck, or on a slide of it.
    ///
    /// # Errors
    /// Fails when the deck has no such slide, the body is blank or too long, or comments are not available here.
    pub async fn add(&self, deck: &Commentable, body: &str, slide: Option<&SlideId>) -> Result<CommentView> {
        self.check_may_comment(deck.caller())?;
        let stored = deck.deck();
        let body = valid_body(body)?;
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let snapshot = match slide {
            None => None,
            Some(slide) => {
                let found = stored.deck.slides.iter().find(|other| other.id == *slide);
                let found = found.ok_or_else(|| Error::invalid(format!("slideId: the deck has no slide `{slide}`")))?;
                Some(snapshot(&registry, found)?)
            }
        };
        let comment = self.new_comment(deck, body, slide, None, snapshot).await?;
        self.store_comment(stored, comment, None).await
    }

    /// Adds comments of a file as comments of the caller, each on a slide or on the deck. Each begins with its author
    /// and the day. Nobody is notified. Those that the deck already has are left out. Returns how many were added.
    ///
    /// # Errors
    /// Fails when comments are not available here, or storage does not respond.
    pub(crate) async fn import(&self, deck: &Commentable, comments: &[FileComment<'_>]) -> Result<usize> {
        let stored = deck.deck();
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let missing = self.missing(deck, comments).await?;
        // Comments are listed by time: the first of the file is the oldest.
        for (offset, (slide, comment)) in (0..).zip(&missing) {
            let slide = slide.and_then(|id| stored.deck.slides.iter().find(|slide| slide.id == *id));
            let snapshot = slide.map(|slide| snapshot(&registry, slide)).transpose()?;
            let body = imported_body(comment);
            let id = slide.map(|slide| &slide.id);
            let mut comment = self.new_comment(deck, &body, id, None, snapshot).await?;
            comment.created_at += offset;
            comment.updated_at = comment.created_at;
            self.store.create_comment(comment, Vec::new(), None).await?;
        }
        Ok(missing.len())
    }

    /// The comments of a file that the deck does not have yet.
    ///
    /// # Errors
    /// Fails when comments are not available here, or storage does not respond.
    pub(crate) async fn missing<'c>(
        &self,
        deck: &Commentable,
        comments: &[FileComment<'c>],
    ) -> Result<Vec<FileComment<'c>>> {
        self.check_may_comment(deck.caller())?;
        let existing = self.store.comments(deck.id()).await?;
        let is_missing = |(_, comment): &&FileComment<'_>| {
            let body = imported_body(comment);
            !existing.iter().any(|existing| existing.body == body)
        };
        Ok(comments.iter().filter(is_missing).copied().collect())
    }

    /// Replies to a comment. A reply to a reply joins its thread.
    ///
    /// # Errors
    /// Fails when there is no such comment, the body is blank or too long, or comments are not available here.
    pub async fn reply(&self, deck: &Commentable, to: &CommentId, body: &str) -> Result<CommentView> {
        self.check_may_comment(deck.caller())?;
        let thread = self.thread_of(deck.id(), to).await?;
        let body = valid_body(body)?;
        let comment = self.new_comment(deck, body, None, Some(&thread.id), None).await?;
        self.store_comment(deck.deck(), comment, Some(thread)).await
    }

    /// Resolves, dismisses or reopens a thread.
    ///
    /// # Errors
    /// Fails when there is no such thread, the caller is neither owner of the deck nor author, or the thread cannot
    /// change to this status.
    pub async fn set_status(&self, deck: &Readable, comment: &CommentId, status: &str) -> Result<CommentView> {
        let (caller, stored) = (deck.caller(), deck.deck());
        self.check_may_comment(caller)?;
        let mut comment = self.store.comment(deck.id(), comment).await?.ok_or(NO_COMMENT)?;
        if comment.parent.is_some() {
            return Err(Error::invalid("a reply has no status of its own; set that of its thread"));
        }
        let owns = access_level(caller, stored) == Some(AccessLevel::Owner);
        if !owns && comment.author != caller.user.id {
            return Err(Error::Forbidden("only the owner of the presentation and the author may do this"));
        }
        let to = CommentStatus::named(status)
            .ok_or_else(|| Error::invalid(format!("status: expected resolved, open or dismissed, got `{status}`")))?;
        let from = comment.status;
        let allowed = matches!(
            (from, to),
            (CommentStatus::Open, CommentStatus::Resolved | CommentStatus::Dismissed)
                | (CommentStatus::Resolved, CommentStatus::Open)
        );
        let conflict = |now: CommentStatus| {
            Error::Conflict(format!("the comment is {} and cannot become {}", now.name(), to.name()))
        };
        if !allowed {
            return Err(conflict(from));
        }
        let now = self.clock.now();
        comment.status = to;
        comment.updated_at = now;
        let settled = to != CommentStatus::Open;
        comment.settled_by = settled.then(|| caller.email().to_owned());
        comment.settled_at = settled.then_some(now);
        if !self.store.set_comment_status(from, comment.clone()).await? {
            let now = self.store.comment(deck.id(), &comment.id).await?.ok_or(NO_COMMENT)?;
            return Err(conflict(now.status));
        }
        self.view(stored, &comment.id).await
    }

    /// The newest notifications of the caller about decks that they may read now in the organization they act in, and
    /// how many of these are unread.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn notices(&self, caller: &Caller) -> Result<(Vec<NoticeView>, usize)> {
        let (notices, unread) = self.store.notices(&caller.user.id, &caller.organization.id, MAX_NOTICES).await?;
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for ListedNotice { notice, .. } in &notices {
            if !names.contains_key(&notice.actor) {
                let actor = self.store.user_by_email(&notice.actor).await?;
                names.insert(notice.actor.clone(), actor.map(|user| user.name.clone()).unwrap_or_default());
            }
        }
        let named = |ListedNotice { notice, deck_title }: ListedNotice| {
            let actor_name = names.get(&notice.actor).cloned().unwrap_or_default();
            NoticeView { notice, deck_title, actor_name }
        };
        Ok((notices.into_iter().map(named).collect(), unread))
    }

    /// Marks notifications of the caller as read, all that [`Comments::notices`] lists when no ids are given. Returns
    /// how many of these stay unread.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn mark_notices_read(&self, caller: &Caller, ids: Option<Vec<String>>) -> Result<usize> {
        let (reader, organization) = (&caller.user.id, &caller.organization.id);
        self.store.mark_notices_read(reader, organization, ids, self.clock.now()).await?;
        Ok(self.store.unread_notices(reader, organization).await?)
    }

    /// Checks that there is a database for comments and an account that writes them.
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
        let comment = self.store.comment(deck, id).await?.ok_or(NO_COMMENT)?;
        match &comment.parent {
            Some(parent) => self.store.comment(deck, parent).await?.ok_or(NO_COMMENT),
            None => Ok(comment),
        }
    }

    async fn new_comment(
        &self,
        deck: &Commentable,
        body: &str,
        slide: Option<&SlideId>,
        parent: Option<&CommentId>,
        snapshot: Option<String>,
    ) -> Result<Comment> {
        let (caller, stored) = (deck.caller(), deck.deck());
        let mut mentions = Vec::new();
        for (name, email) in mentioned(body) {
            // Only members are named: the answer must not reveal accounts of other organizations.
            if let Some(user) = self.store.user_by_email(email).await?
                && self.store.membership(&stored.head.organization, &user.id).await?.is_some()
            {
                mentions.push(Mention { name: name.to_owned(), email: email.to_owned() });
            }
        }
        let now = self.clock.now();
        Ok(Comment {
            id: new_id(),
            deck: stored.head.id.clone(),
            slide: slide.cloned(),
            parent: parent.cloned(),
            author: caller.user.id.clone(),
            author_email: caller.email().to_owned(),
            author_name: caller.user.name.clone(),
            body: body.to_owned(),
            status: CommentStatus::Open,
            settled_by: None,
            settled_at: None,
            mentions: serde_json::to_string(&mentions).map_err(anyhow::Error::from)?,
            snapshot,
            created_at: now,
            updated_at: now,
        })
    }

    /// Stores a comment with the notifications that follow from it.
    async fn store_comment(
        &self,
        stored: &StoredDeck,
        comment: Comment,
        thread: Option<Comment>,
    ) -> Result<CommentView> {
        let notices = self.notices_of(stored, &comment, thread.as_ref()).await?;
        let (id, event) = (comment.id.clone(), webhooks::comment_created(&stored.head, &comment));
        self.store.create_comment(comment.clone(), notices.clone(), Some(event)).await?;
        if let Err(fault) = self.mail_mentions(stored, &comment, &notices).await {
            tracing::error!("people who are mentioned could not be mailed: {fault:#}");
        }
        self.view(stored, &id).await
    }

    /// Mails people whom a comment mentions and who want that, in their language, or in that of the deck.
    async fn mail_mentions(&self, stored: &StoredDeck, comment: &Comment, notices: &[Notice]) -> Result<()> {
        let Some(queue) = &self.config.mail else { return Ok(()) };
        let actor = display_name(&comment.author_name, &comment.author_email);
        let (title, body) = (stored.head.title.as_str(), without_markup(&comment.body));
        for notice in notices.iter().filter(|notice| notice.kind == NoticeKind::Mention) {
            let user = self.store.user(&notice.reader).await?;
            let Some(user) = user.filter(|user| !user.disabled && user.mail.mentions) else { continue };
            let (bucket, now) = (format!("mail:mention:{}", user.id), self.clock.now());
            if self.shared.wait_for_token(&bucket, MENTION_MAILS, now).await?.is_some() {
                continue;
            }
            self.shared.spend_token(&bucket, MENTION_MAILS, now).await?;
            let reader = MailReader {
                email: &user.email,
                name: &user.name,
                lang: user.mail.lang.as_ref().unwrap_or(&stored.head.lang),
            };
            // An id of a foreign file may have characters that an address cannot have.
            let is_plain = |id: &&str| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
            let slide = notice.slide.as_ref().map(SlideId::as_str).filter(is_plain);
            let slide = slide.map(|id| format!("&slideId={id}")).unwrap_or_default();
            let path = format!("/app/{}?panel=comments{slide}", stored.head.id);
            queue.send(reader, MailSubject::Mention { actor, title, comment: &body }, &path);
        }
        Ok(())
    }

    /// The notifications that follow from a comment. Recipients are the people it mentions, the author of the thread
    /// and the owner of the deck, if they may read the deck, but never the author of the comment. A person gets only
    /// one: a mention rather than a reply, a reply rather than a comment.
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
        let mut notified = BTreeSet::from([comment.author.clone()]);
        let mut notices = Vec::new();
        for (reader, kind) in readers {
            if !notified.insert(reader.clone()) || !self.may_read(stored, &reader).await? {
                continue;
            }
            notices.push(Notice {
                id: new_id(),
                reader,
                kind,
                deck: comment.deck.clone(),
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
        Ok(member && crate::rights::access_level_of(user, &stored.head, grant).is_some())
    }

    /// A comment, with its replies if it is the first of a thread.
    async fn view(&self, stored: &StoredDeck, id: &CommentId) -> Result<CommentView> {
        let slides = self.slides(stored).await?;
        for thread in self.threads(stored).await? {
            if thread.comment.id == *id {
                return Ok(slides.view(&thread.comment, &thread.comment, &thread.replies));
            }
            if let Some(reply) = thread.replies.iter().find(|reply| reply.id == *id) {
                return Ok(slides.view(reply, &thread.comment, &[]));
            }
        }
        Err(NO_COMMENT)
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
            // Storage returns the newest first.
            thread.replies.reverse();
        }
        Ok(threads)
    }

    async fn slides(&self, stored: &StoredDeck) -> Result<Slides> {
        let registry = self.catalogue.registry(&stored.head.organization).await?;
        let slides = stored.deck.slides.iter().enumerate();
        let slides = slides.map(|(index, slide)| {
            let type_name = registry.canonical(&slide.key).into_owned();
            (slide.id.clone(), CommentedSlide::Present { index, type_name, title: registry.title_of(slide).to_owned() })
        });
        Ok(Slides(slides.collect()))
    }
}

/// A comment and its replies, oldest first.
struct Thread {
    comment: Comment,
    replies: Vec<Comment>,
}

/// The slides of a deck, by id.
struct Slides(BTreeMap<SlideId, CommentedSlide>);

impl Slides {
    fn of(&self, comment: &Comment) -> Option<CommentedSlide> {
        let id = comment.slide.as_ref()?;
        Some(self.0.get(id).cloned().unwrap_or(CommentedSlide::Deleted))
    }

    fn view(&self, comment: &Comment, thread: &Comment, replies: &[Comment]) -> CommentView {
        CommentView {
            slide: self.of(comment),
            status: thread.status,
            replies: replies.iter().map(|reply| self.view(reply, thread, &[])).collect(),
            comment: comment.clone(),
        }
    }
}

/// A slide as it was when a comment on it was written, stored as JSON.
#[derive(Serialize)]
struct SlideSnapshot<'a> {
    id: &'a SlideId,
    #[serde(rename = "type")]
    type_name: &'a str,
    content: &'a Content,
}

/// A slide as a comment stores it.
fn snapshot(registry: &Registry, slide: &Slide) -> Result<String> {
    let type_name = &registry.canonical(&slide.key);
    let snapshot = SlideSnapshot { id: &slide.id, type_name, content: &slide.content };
    Ok(serde_json::to_string(&snapshot).map_err(anyhow::Error::from)?)
}

/// The text of a comment from a file: who wrote it, when, and what it says. It mentions nobody, even if it
/// contains the markup of a mention.
fn imported_body(comment: &office::Comment) -> String {
    let day = comment.time.as_deref().and_then(|time| time.get(..10));
    let author = Some(comment.author.trim()).filter(|author| !author.is_empty());
    let origin: Vec<&str> = author.into_iter().chain(day).collect();
    let prefix = if origin.is_empty() { String::new() } else { format!("{}: ", origin.join(", ")) };
    let body = format!("{prefix}{}", comment.text.trim()).replace("@[", "@ [").replace('\0', "");
    deck::shortened(&body, MAX_CHARACTERS)
}

fn valid_body(body: &str) -> Result<&str> {
    let body = body.trim();
    match body.chars().count() {
        0 => Err(Error::invalid("body: expected a text that is not blank")),
        count if count > MAX_CHARACTERS => {
            Err(Error::invalid(format!("body: expected at most {MAX_CHARACTERS} characters, got {count}")))
        }
        _ => Ok(body),
    }
}

fn status_filter(word: &str) -> Result<Option<CommentStatus>> {
    match (word, CommentStatus::named(word)) {
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

/// The people whom a comment mentions, each once: their name and e-mail.
fn mentioned(body: &str) -> Vec<(&str, &str)> {
    let mut found: Vec<(&str, &str)> = Vec::new();
    for (name, email) in mentions(body) {
        if !found.iter().any(|(_, other)| other.eq_ignore_ascii_case(email)) {
            found.push((name, email));
        }
    }
    found
}

/// Name and e-mail of every `@[Name](user:e-mail)` in a comment.
fn mentions(body: &str) -> impl Iterator<Item = (&str, &str)> {
    body.match_indices("@[").filter_map(move |(start, marker)| {
        let (name, after_name) = body[start + marker.len()..].split_once("](user:")?;
        let (email, _) = after_name.split_once(')')?;
        let is_valid = !name.contains(['[', ']', '\n']) && !email.is_empty() && !email.contains(char::is_whitespace);
        is_valid.then_some((name, email))
    })
}

/// A comment with its mentions as `@Name`.
fn without_markup(body: &str) -> String {
    mentions(body).fold(body.to_owned(), |text, (name, email)| {
        text.replace(&format!("@[{name}](user:{email})"), &format!("@{name}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_shows_mentions_as_names() {
        assert_eq!(without_markup("Ask @[Ama Bee](user:ama@x.test), or [me](x)."), "Ask @Ama Bee, or [me](x).");
        assert_eq!(without_markup("@[Bo](user:bo@x.test) @[Bob](user:BO@x.test)"), "@Bo @Bob");
    }

    #[test]
    fn each_mentioned_person_is_found_once() {
        let body =
            "Ask @[Ama](user:ama@example.test) and @[Bo](user:BO@example.test), @[Bo](user:bo@example.test) @[x](y)";
        assert_eq!(mentioned(body), [("Ama", "ama@example.test"), ("Bo", "BO@example.test")]);
        assert!(mentioned("@[Ama](user:) @[A\nma](user:a@b) @[Ama](user:a b)").is_empty());
    }

    #[test]
    fn a_comment_of_a_file_begins_with_its_author_and_day_and_mentions_nobody() {
        let body = |author: &str, time: Option<&str>, text: &str| {
            let (author, time, text) = (author.to_owned(), time.map(str::to_owned), text.to_owned());
            imported_body(&office::Comment { slide: 0, author, time, text })
        };
        assert_eq!(body("Ama Vos", Some("2026-03-04T09:00:00.000"), " Why? "), "Ama Vos, 2026-03-04: Why?");
        assert_eq!(body("", None, "Why?"), "Why?");
        assert!(mentioned(&body("Bo", None, "@[Ama](user:ama@example.test)")).is_empty());
        assert_eq!(body("Bo", None, &"x".repeat(9000)).chars().count(), MAX_CHARACTERS);
    }

    #[test]
    fn a_date_is_read_with_or_without_a_time_of_day() {
        assert_eq!(since(Some("1970-01-02")).unwrap(), 86_400_000);
        assert_eq!(since(Some("1970-01-01T00:00:01Z")).unwrap(), 1000);
        assert_eq!(since(Some("1970-01-01T01:00:01+01:00")).unwrap(), 1000);
        assert!(since(Some("yesterday")).is_err());
    }
}
