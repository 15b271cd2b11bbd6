//! The report on the views of a deck, for people who may write it.

use std::collections::BTreeMap;

use deck::SlideId;
use store::{SessionCounts, SessionId, ShareLinkId, Time, ViewCounts};

use super::{add, day};
use crate::error::Result;
use crate::rights::Writable;
use crate::{Catalogue, clock::iso_day};

const MINUTE: Time = 60_000;
const MINUTES_PER_DAY: i64 = 1440;

/// The views of a deck in a range of days.
#[derive(Debug, Clone)]
pub struct Analytics {
    /// The first day, as `2030-05-01`.
    pub from: String,
    /// The last day, in the same form.
    pub to: String,
    /// The sum over all days and links. A visitor counts once for each day.
    pub total: ViewCounts,
    /// The slides of the deck as it is now, in order.
    pub per_slide: Vec<SlideViews>,
    /// Every day of the range, in order.
    pub per_day: Vec<DayViews>,
    /// The page, the embeds and each share link that was opened.
    pub per_link: Vec<LinkViews>,
    /// The live sessions that began in the range and had an audience, in order.
    pub sessions: Vec<SessionViews>,
}

/// The audience of a live session.
#[derive(Debug, Clone)]
pub struct SessionViews {
    /// Id of the session.
    pub session: SessionId,
    /// The day on which it began, as `2030-05-01`.
    pub day: String,
    /// The beginning of its first minute with an audience.
    pub from: Time,
    /// The end of its last one.
    pub to: Time,
    /// The maximum number of followers in one minute.
    pub followers: u64,
    /// Answers to polls and feedback.
    pub answers: u64,
    /// Questions.
    pub questions: u64,
    /// The minutes with an audience: when each began, and its followers.
    pub per_minute: Vec<(Time, u64)>,
}

/// The views of a slide.
#[derive(Debug, Clone)]
pub struct SlideViews {
    /// Id of the slide.
    pub id: SlideId,
    /// Its title; may be empty.
    pub title: String,
    /// Its counts.
    pub counts: ViewCounts,
}

/// The views of a day.
#[derive(Debug, Clone)]
pub struct DayViews {
    /// The day, as `2030-05-01`.
    pub day: String,
    /// Its counts.
    pub counts: ViewCounts,
}

/// The views by a link.
#[derive(Debug, Clone)]
pub struct LinkViews {
    /// `page`, `embed` or the id of a share link.
    pub link: String,
    /// The name of a share link; `None` for others, and for links that were revoked.
    pub name: Option<String>,
    /// Its counts.
    pub counts: ViewCounts,
}

impl super::Analytics {
    /// The views of a deck in the last `days` days, today included.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn report(&self, deck: &Writable, catalogue: &Catalogue, days: i64) -> Result<Analytics> {
        self.flush().await?;
        let today = day(self.clock.now());
        let first = today - days + 1;
        let rows = self.store.view_counts(deck.id(), first).await?;
        let mut total = ViewCounts::default();
        let mut by_day: BTreeMap<i64, ViewCounts> = (first..=today).map(|day| (day, ViewCounts::default())).collect();
        let mut by_link: BTreeMap<String, ViewCounts> = BTreeMap::new();
        let mut by_slide: BTreeMap<SlideId, ViewCounts> = BTreeMap::new();
        for (key, counts) in rows {
            if let Some(slide) = key.slide {
                add(by_slide.entry(slide).or_default(), counts);
            } else {
                add(&mut total, counts);
                add(by_day.entry(key.day).or_default(), counts);
                add(by_link.entry(key.link).or_default(), counts);
            }
        }
        let sessions = by_session(self.store.session_counts(deck.id(), first * MINUTES_PER_DAY).await?);
        let links = self.store.share_links(deck.id()).await?;
        let name_of = |id: &str| {
            let id = ShareLinkId::from(id);
            links.iter().find(|link| link.id == id).map(|link| link.name.clone())
        };
        let per_link = by_link.into_iter().map(|(link, counts)| LinkViews { name: name_of(&link), link, counts });
        let stored = deck.deck();
        let registry = catalogue.registry(&stored.head.organization).await?;
        let shown = stored.deck.with_values(&registry);
        let per_slide = shown.slides.iter().map(|slide| SlideViews {
            id: slide.id.clone(),
            title: registry.title_of(slide).to_owned(),
            counts: by_slide.get(&slide.id).copied().unwrap_or_default(),
        });
        Ok(Analytics {
            from: iso_day(first),
            to: iso_day(today),
            total,
            per_slide: per_slide.collect(),
            per_day: by_day.into_iter().map(|(day, counts)| DayViews { day: iso_day(day), counts }).collect(),
            per_link: per_link.collect(),
            sessions,
        })
    }
}

/// Groups counts of minutes by session. `minutes` must be in order.
fn by_session(minutes: Vec<SessionCounts>) -> Vec<SessionViews> {
    let mut sessions: Vec<SessionViews> = Vec::new();
    for SessionCounts { session, minute, followers, answers, questions, .. } in minutes {
        let from = minute * MINUTE;
        let position = sessions.iter().position(|views| views.session == session);
        let at = position.unwrap_or_else(|| {
            sessions.push(SessionViews {
                session,
                day: iso_day(day(from)),
                from,
                to: from,
                followers: 0,
                answers: 0,
                questions: 0,
                per_minute: Vec::new(),
            });
            sessions.len() - 1
        });
        let views = &mut sessions[at];
        views.to = from + MINUTE;
        views.followers = views.followers.max(followers);
        views.answers = views.answers.max(answers);
        views.questions = views.questions.max(questions);
        views.per_minute.push((from, followers));
    }
    sessions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_minutes_are_grouped_by_session() {
        let row = |session: &str, minute, followers, answers| SessionCounts {
            session: session.into(),
            minute,
            deck: "d".into(),
            followers,
            answers,
            questions: 1,
        };
        let sessions = by_session(vec![row("a", 10, 3, 0), row("b", 11, 1, 0), row("a", 13, 5, 4), row("a", 14, 2, 4)]);
        let shown: Vec<_> =
            sessions.iter().map(|views| (views.session.as_str(), views.followers, views.answers)).collect();
        assert_eq!(shown, [("a", 5, 4), ("b", 1, 0)]);
        assert_eq!((sessions[0].from, sessions[0].to, sessions[0].day.as_str()), (600_000, 900_000, "1970-01-01"));
        assert_eq!(sessions[0].per_minute, [(600_000, 3), (780_000, 5), (840_000, 2)]);
    }
}
