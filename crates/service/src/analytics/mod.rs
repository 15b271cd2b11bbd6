//! Counts of views: of published pages, embeds and share links.
//!
//! Nothing about a person is stored. A view adds to counts in memory, which are written every few seconds. Visitors of
//! a day are distinguished by a hash of address and browser under a key of that day; the hashes stay in memory (on
//! several nodes: in the shared state, for 24 hours) and are never written. Browsers that ask not to be
//! tracked, and robots, are not counted at all.

mod report;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use deck::SlideId;
use sha2::{Digest, Sha256};
use store::{DeckId, ShareLinkId, Shared, Store, TokenBucket, ViewCounts, ViewKey};

pub use self::report::{Analytics as DeckAnalytics, DayViews, LinkViews, SessionViews, SlideViews};
use crate::address::counted_network;
use crate::clock::{Clock, day};
use crate::error::Result;
use crate::secret::InstanceSecret;

const DAY: store::Time = 86_400_000;
/// The maximum number of visitors of a day that a node distinguishes. Further visitors are not counted; their views
/// are.
const MAX_VISITORS: usize = 2_000_000;
/// The maximum number of milliseconds that are counted each time a slide is shown: a tab that is left open is not being
/// read.
const MAX_SHOWN: u64 = 600_000;
/// Limits the reports of one address.
const REPORTS: TokenBucket = TokenBucket { burst: 120, per_minute: 120 };

/// The client of a view.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    /// Its address, which is not stored.
    pub address: IpAddr,
    /// Its `User-Agent`, which is not stored.
    pub agent: &'a str,
    /// Whether it asks not to be tracked, or loads the page in advance.
    pub is_excluded: bool,
}

/// What a reader opened: a page, an embed or a share link of a deck.
#[derive(Debug, Clone)]
pub struct ViewedLink {
    deck: DeckId,
    link: LinkKind,
}

/// By which of its links a deck was opened.
#[derive(Debug, Clone)]
enum LinkKind {
    Page,
    Embed,
    ShareLink(ShareLinkId),
}

impl ViewedLink {
    /// The page of a published deck.
    pub fn page(deck: &DeckId) -> Self {
        Self { deck: deck.clone(), link: LinkKind::Page }
    }

    /// A published deck in a frame of another site.
    pub fn embed(deck: &DeckId) -> Self {
        Self { deck: deck.clone(), link: LinkKind::Embed }
    }

    /// A share link.
    pub fn share_link(deck: &DeckId, link: &ShareLinkId) -> Self {
        Self { deck: deck.clone(), link: LinkKind::ShareLink(link.clone()) }
    }
}

/// A part of a view, as the page reports it.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// For how many milliseconds each slide was shown.
    pub shown: Vec<(SlideId, u64)>,
    /// Whether the last slide was reached, for the first time in this view.
    pub finished: bool,
    /// The slide at which the view ended.
    pub last_slide: Option<SlideId>,
}

/// Counts that are not written yet, and the visitors of the day.
#[derive(Debug, Default)]
struct PendingCounts {
    counts: HashMap<ViewKey, ViewCounts>,
    /// The day of the visitors.
    day: i64,
    /// Hashes of the visitors that this node has seen on this day.
    visitors: HashSet<u64>,
    /// Visitors that other nodes may have counted already.
    unconfirmed: Vec<(ViewKey, u64)>,
}

/// Counts of views.
///
/// Uses storage, shared state among nodes, and the secret of the instance for the keys of days.
#[derive(Debug)]
pub struct Analytics {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) clock: Clock,
    pub(crate) secret: InstanceSecret,
    pending: Mutex<PendingCounts>,
    /// Held while counts are written, so that a report does not miss those that another task is writing.
    flushing: tokio::sync::Mutex<()>,
}

impl Analytics {
    pub(crate) fn new(store: Store, shared: Shared, clock: Clock, secret: InstanceSecret) -> Self {
        Self { store, shared, clock, secret, pending: Mutex::default(), flushing: tokio::sync::Mutex::default() }
    }

    /// Counts that something was opened.
    pub fn count_view(&self, link: &ViewedLink, reader: Reader<'_>) {
        if !reader.is_counted() {
            return;
        }
        let today = day(self.clock.now());
        let hash = self.visitor_hash(&link.deck, reader, today);
        let is_alone = !self.shared.has_other_nodes();
        self.with(|pending| {
            if pending.day != today {
                pending.day = today;
                pending.visitors.clear();
            }
            let is_new = pending.visitors.len() < MAX_VISITORS && pending.visitors.insert(hash);
            let key = link.key(today, None);
            if is_new && !is_alone {
                pending.unconfirmed.push((key.clone(), hash));
            }
            let counts = pending.counts.entry(key).or_default();
            counts.views += 1;
            counts.visitors += u64::from(is_new && is_alone);
        });
    }

    /// Counts that a file was downloaded.
    pub fn count_download(&self, link: &ViewedLink, reader: Reader<'_>) {
        if reader.is_counted() {
            let key = link.key(day(self.clock.now()), None);
            self.with(|pending| pending.counts.entry(key).or_default().downloads += 1);
        }
    }

    /// Counts what a page reports of a view. Slides that `is_slide` does not know are ignored, and so are reports of an
    /// address that sends too many.
    ///
    /// # Errors
    /// Fails when the shared counters do not respond.
    pub async fn count_reading(
        &self,
        link: &ViewedLink,
        reader: Reader<'_>,
        reading: &Reading,
        is_slide: impl Fn(&SlideId) -> bool,
    ) -> Result<()> {
        let bucket = format!("views:{}", counted_network(reader.address));
        let now = self.clock.now();
        if !reader.is_counted() || self.shared.spend_token(&bucket, REPORTS, now).await?.is_some() {
            return Ok(());
        }
        let today = day(now);
        self.with(|pending| {
            for (slide, milliseconds) in reading.shown.iter().filter(|(slide, _)| is_slide(slide)) {
                let counts = pending.counts.entry(link.key(today, Some(slide))).or_default();
                counts.views += 1;
                counts.milliseconds += (*milliseconds).min(MAX_SHOWN);
            }
            if let Some(last) = reading.last_slide.as_ref().filter(|slide| is_slide(slide)) {
                pending.counts.entry(link.key(today, Some(last))).or_default().leaves += 1;
            }
            if reading.finished {
                pending.counts.entry(link.key(today, None)).or_default().finished += 1;
            }
        });
        Ok(())
    }

    /// Writes the counts to storage. Those that cannot be written are written later.
    ///
    /// # Errors
    /// Fails when storage or the shared state does not respond.
    pub async fn flush(&self) -> Result<()> {
        let _guard = self.flushing.lock().await;
        let (mut added, unconfirmed) =
            self.with(|pending| (std::mem::take(&mut pending.counts), std::mem::take(&mut pending.unconfirmed)));
        for (index, (key, hash)) in unconfirmed.iter().enumerate() {
            let name = format!("visitor:{}:{hash:x}", key.day);
            match self.shared.take_within(&name, 1, DAY, self.clock.now()).await {
                Ok(taken) => added.entry(key.clone()).or_default().visitors += u64::from(taken.allowed),
                Err(fault) => {
                    // The visitors that were confirmed so far are in `added`; the others are confirmed with the next
                    // write.
                    self.restore(added, unconfirmed[index..].to_vec());
                    return Err(fault.into());
                }
            }
        }
        if added.is_empty() {
            return Ok(());
        }
        let mut rows: Vec<(ViewKey, ViewCounts)> = added.iter().map(|(key, counts)| (key.clone(), *counts)).collect();
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Err(fault) = self.store.add_view_counts(rows).await {
            self.restore(added, Vec::new());
            return Err(fault.into());
        }
        Ok(())
    }

    fn with<T>(&self, work: impl FnOnce(&mut PendingCounts) -> T) -> T {
        work(&mut self.pending.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn restore(&self, counts: HashMap<ViewKey, ViewCounts>, unconfirmed: Vec<(ViewKey, u64)>) {
        self.with(|pending| {
            for (key, counts) in counts {
                add(pending.counts.entry(key).or_default(), counts);
            }
            pending.unconfirmed.extend(unconfirmed);
        });
    }

    /// A hash of a visitor of a deck on one day, the same on every node.
    fn visitor_hash(&self, deck: &DeckId, reader: Reader<'_>, today: i64) -> u64 {
        let key = self.secret.derive_text("visitors of a day", &today.to_string(), 32);
        let mut hasher = Sha256::new();
        for part in [key.as_str(), deck.as_str(), &counted_network(reader.address).to_string(), reader.agent] {
            hasher.update((part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let hash = hasher.finalize();
        hash.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
    }
}

impl ViewedLink {
    fn key(&self, day: i64, slide: Option<&SlideId>) -> ViewKey {
        let link = match &self.link {
            LinkKind::Page => "page",
            LinkKind::Embed => "embed",
            LinkKind::ShareLink(id) => id,
        };
        ViewKey { deck: self.deck.clone(), day, link: link.to_owned(), slide: slide.cloned() }
    }
}

impl Reader<'_> {
    fn is_counted(&self) -> bool {
        !self.is_excluded && !is_robot(self.agent)
    }
}

/// Adds each of `counts` to the same count of `to`.
fn add(to: &mut ViewCounts, counts: ViewCounts) {
    to.views += counts.views;
    to.visitors += counts.visitors;
    to.finished += counts.finished;
    to.downloads += counts.downloads;
    to.milliseconds += counts.milliseconds;
    to.leaves += counts.leaves;
}

/// Whether a `User-Agent` is that of a program and not of a browser that a person uses. Such programs name themselves
/// in it.
fn is_robot(agent: &str) -> bool {
    const NAMES: [&str; 22] = [
        "bot",
        "crawl",
        "spider",
        "slurp",
        "preview",
        "fetch",
        "monitor",
        "curl",
        "wget",
        "python",
        "java/",
        "go-http",
        "headless",
        "lighthouse",
        "facebookexternalhit",
        "embedly",
        "whatsapp",
        "skypeuripreview",
        "httpclient",
        "axios",
        "node",
        "scan",
    ];
    let agent = agent.to_ascii_lowercase();
    !agent.contains("mozilla/") || NAMES.iter().any(|name| agent.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robots_are_distinguished_from_browsers() {
        for (agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", false),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1", false),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true),
            ("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/128.0", true),
            ("facebookexternalhit/1.1", true),
            ("curl/8.5.0", true),
            ("", true),
        ] {
            assert_eq!(is_robot(agent), expected, "{agent}");
        }
    }
}
