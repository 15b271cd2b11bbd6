//! Follow codes: four letters with which the audience joins a session, one code for each language.

use std::sync::Arc;

use store::{LiveCodes, SessionId, Time};

use super::steering::Steering;
use super::{RoomIndex, SessionContext};
use crate::Live;
use crate::address::{counted_network_of, site_of};
use crate::error::{Error, Result};
use crate::webhooks::EndReason;

/// Letters that are hard to confuse.
const LETTERS: &[u8; 21] = b"ABCDEFGHJKLMNPRTUVWXY";
/// Milliseconds for which a code is valid.
const LIFETIME: Time = 24 * 60 * 60 * 1000;
/// Milliseconds for which a code stays valid after it was replaced.
const GRACE: Time = 5 * 60 * 1000;
/// The maximum number of wrong codes of an address, and of the /48 network of an IPv6 address, in a window, and the
/// length of the window in milliseconds.
const MAX_MISSES: u64 = 200;
const MAX_SITE_MISSES: u64 = 2000;
const WINDOW: Time = 10 * 60 * 1000;
/// The maximum number of wrong codes a minute on the whole instance, and the name under which they are counted.
const MAX_ALL_MISSES: u64 = 600;
const INSTANCE_COUNTER: &str = "codes";
/// Random codes that are tried before giving up: then there are too many sessions for four letters.
const MAX_ATTEMPTS: usize = 10_000;

const NO_CODE: Error = Error::NotFound("code");

/// The session that a follow code leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowTarget {
    /// The session.
    pub session: SessionId,
    /// The language of the code.
    pub lang: String,
}

impl Live {
    /// The session of a follow code. Only wrong codes are limited: an audience behind one address may send any number
    /// of valid codes, and somebody who guesses codes from that address does not lock the audience out of its session.
    ///
    /// # Errors
    /// Fails with `NotFound` when the code is unknown, expired or malformed, and with `Throttled` after too many wrong
    /// codes, unless a code of the same session was resolved for this address before.
    pub async fn follow_code(self: &Arc<Self>, code: &str, address: &str) -> Result<FollowTarget> {
        let (now, code, network) = (self.clock.now(), code.to_ascii_uppercase(), counted_network_of(address));
        let limits = [
            Some((format!("codes {network}"), MAX_MISSES)),
            site_of(address).map(|site| (format!("codes {site}"), MAX_SITE_MISSES)),
        ];
        let limits: Vec<(String, u64)> = limits.into_iter().flatten().collect();
        if let Some(until) = self.throttled_until(&limits, now).await?
            && !self.has_resolved(&code, &network, now).await
        {
            return Err(throttled(until - now));
        }
        match self.resolve_code(&code, now).await {
            Ok(target) => {
                // If this fails, the address is throttled like all others.
                let _ = self.shared.put_text(&resolved_family(&target.session), &network, "", LIFETIME, now).await;
                Ok(target)
            }
            Err(Error::NotFound(_)) => {
                let mut taken = vec![self.shared.take(INSTANCE_COUNTER, MAX_ALL_MISSES, now).await?];
                for (name, limit) in &limits {
                    taken.push(self.shared.take_within(name, *limit, WINDOW, now).await?);
                }
                match taken.iter().filter(|taken| !taken.allowed).map(|taken| taken.reset_at).max() {
                    Some(reset_at) => Err(throttled(reset_at - now)),
                    None => Err(NO_CODE),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// When an address may send a code again; `None` when it may now. `limits` are the counters of its wrong codes.
    async fn throttled_until(&self, limits: &[(String, u64)], now: Time) -> Result<Option<Time>> {
        let mut has_missed = false;
        for (name, limit) in limits {
            let Some((misses, until)) = self.shared.window_usage(name, now).await? else { continue };
            if misses >= *limit {
                return Ok(Some(until));
            }
            has_missed = true;
        }
        if !has_missed {
            return Ok(None);
        }
        // The limit of the whole instance slows guessing from many addresses, and delays only addresses that sent a
        // wrong code before, or whose /48 network did.
        let all = self.shared.window_usage(INSTANCE_COUNTER, now).await?;
        Ok(all.filter(|(misses, _)| *misses >= MAX_ALL_MISSES).map(|(_, until)| until))
    }

    /// Whether an address resolved a code of the same session before. Only sessions that this node knows are
    /// considered, so that a throttled address causes no reads from storage.
    async fn has_resolved(&self, code: &str, network: &str, now: Time) -> bool {
        let Some(session) = self.rooms.index().codes.get(code).cloned() else { return false };
        self.shared.text(&resolved_family(&session), network, now).await.is_ok_and(|found| found.is_some())
    }

    async fn resolve_code(self: &Arc<Self>, code: &str, now: Time) -> Result<FollowTarget> {
        let found = || self.rooms.index().codes.get(code).cloned();
        let session = self.find_room(found).await?.ok_or(NO_CODE)?;
        let context = self.session(&session).await?;
        let room_state = context.room_state().await?;
        let lang = lang_of(&room_state.session.codes, code, now).ok_or(NO_CODE)?.to_owned();
        Ok(FollowTarget { session, lang })
    }

    /// Makes the codes that a session lacks, and reopens a finished session.
    pub(super) async fn open_with_codes(self: &Arc<Self>, context: &SessionContext) -> Result<()> {
        self.update_codes(context, true).await
    }

    /// Replaces expired codes, and makes codes for languages that have none. A finished session gets none.
    pub(super) async fn refresh_codes(self: &Arc<Self>, context: &SessionContext) -> Result<()> {
        self.update_codes(context, false).await
    }

    async fn update_codes(self: &Arc<Self>, context: &SessionContext, opens: bool) -> Result<()> {
        let now = self.clock.now();
        let languages = context.deck.deck.languages();
        let mut locked = context.lock(self).await?;
        if !opens && locked.session.is_finished() {
            return Ok(());
        }
        let write = {
            let mut index = self.rooms.index();
            let Some(codes) = refreshed(&locked.session.codes, &languages, &mut index, &context.room.id, now)? else {
                return Ok(());
            };
            locked.session.codes = codes;
            locked.session_write(now)
        };
        self.commit(&context.room, locked, vec![write]).await
    }
}

impl Live {
    /// Finishes a talk: withdraws its codes and ends the streams of the audience. Answers stay until the session
    /// expires.
    ///
    /// # Errors
    /// Fails when the session is gone, or storage does not respond.
    pub async fn finish(self: &Arc<Self>, steering: &Steering) -> Result<()> {
        let context = steering.context();
        let mut locked = context.lock(self).await?;
        if !locked.session.is_finished() {
            self.count_at_end(&context.room, &locked, self.clock.now()).await;
            locked.webhook_event = Some(context.ended_event(&locked, EndReason::Finished, self.clock.now()));
        }
        {
            let mut index = self.rooms.index();
            let codes = &mut locked.session.codes;
            for (_, code) in codes.current.drain(..).chain(codes.former.drain(..)) {
                index.codes.remove(&code);
            }
        }
        // A talk that is presented again begins without strokes.
        let mut writes = context.room.marks().all_deletions();
        writes.push(locked.session_write(self.clock.now()));
        self.commit(&context.room, locked, writes.clone()).await?;
        context.room.marks().apply(&writes);
        context.room.end_streams();
        Ok(())
    }
}

/// The codes of a session for the languages of its deck, also updated in the index; `None` when nothing has to change.
fn refreshed(
    codes: &LiveCodes,
    languages: &[&str],
    index: &mut RoomIndex,
    session: &SessionId,
    now: Time,
) -> Result<Option<LiveCodes>> {
    let is_expired = now - codes.created_at >= LIFETIME;
    let code_of = |lang: &str| codes.current.iter().find(|(code_lang, _)| code_lang == lang);
    if !is_expired && languages.len() == codes.current.len() && languages.iter().all(|lang| code_of(lang).is_some()) {
        return Ok(None);
    }
    let mut next = LiveCodes { created_at: if is_expired { now } else { codes.created_at }, ..codes.clone() };
    if is_expired {
        for (_, code) in &codes.former {
            index.codes.remove(code);
        }
        (next.former, next.former_until) = (codes.current.clone(), now + GRACE);
    }
    next.current.clear();
    for lang in languages {
        let code = match code_of(lang).filter(|_| !is_expired) {
            Some((_, code)) => code.clone(),
            None => index.new_code(session)?,
        };
        next.current.push(((*lang).to_owned(), code));
    }
    let obsolete = codes.current.iter().filter(|(lang, _)| !is_expired && !languages.contains(&lang.as_str()));
    for (_, code) in obsolete {
        index.codes.remove(code);
    }
    Ok(Some(next))
}

impl RoomIndex {
    /// A code that no session has, added to the index. Fails when [`MAX_ATTEMPTS`] random codes were all in use.
    fn new_code(&mut self, session: &SessionId) -> Result<String> {
        for _ in 0..MAX_ATTEMPTS {
            let code = random_code();
            if !self.codes.contains_key(&code) {
                self.codes.insert(code.clone(), session.to_owned());
                return Ok(code);
            }
        }
        Err(Error::Internal(anyhow::anyhow!("there are too many sessions for follow codes of four letters")))
    }
}

/// The language of a code of a session; `None` when the session has no such code, or it has expired.
fn lang_of<'a>(codes: &'a LiveCodes, code: &str, now: Time) -> Option<&'a str> {
    let is_current = now < codes.created_at + LIFETIME + GRACE;
    let is_former = now < codes.former_until;
    let current = codes.current.iter().filter(|_| is_current);
    let former = codes.former.iter().filter(|_| is_former);
    current.chain(former).find(|(_, stored)| stored == code).map(|(lang, _)| lang.as_str())
}

fn random_code() -> String {
    let mut code = String::with_capacity(4);
    let mut bytes = [0_u8; 16];
    while code.len() < 4 {
        getrandom::fill(&mut bytes).expect("the system has a random source");
        // 252 is 12 times 21: every letter is as likely as every other.
        let letters = bytes.iter().filter(|byte| **byte < 252).map(|byte| char::from(LETTERS[usize::from(byte % 21)]));
        code.extend(letters.take(4 - code.len()));
    }
    code
}

/// The family of shared texts that has the networks which resolved a code of a session.
fn resolved_family(session: &SessionId) -> String {
    format!("followed {session}")
}

fn throttled(milliseconds: Time) -> Error {
    Error::Throttled { retry_after: u64::try_from(milliseconds).unwrap_or_default().div_ceil(1000).max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_four_plain_letters_and_all_letters_occur() {
        let codes: Vec<String> = (0..500).map(|_| random_code()).collect();
        assert!(codes.iter().all(|code| code.len() == 4 && code.bytes().all(|letter| LETTERS.contains(&letter))));
        assert!(LETTERS.iter().all(|letter| codes.iter().any(|code| code.as_bytes().contains(letter))));
    }

    fn check(codes: &LiveCodes, languages: &[&str], now: Time) -> Option<LiveCodes> {
        refreshed(codes, languages, &mut RoomIndex::default(), &"s".into(), now).expect("enough free codes")
    }

    #[test]
    fn codes_change_with_the_languages_and_every_day() {
        let first = check(&LiveCodes::default(), &["en-GB", "de"], LIFETIME).expect("codes are made");
        assert_eq!(first.current.iter().map(|(lang, _)| lang.as_str()).collect::<Vec<_>>(), ["en-GB", "de"]);
        assert_eq!(check(&first, &["en-GB", "de"], 2 * LIFETIME - 1), None);
        let fewer = check(&first, &["de", "fr"], LIFETIME + 1).expect("languages changed");
        assert_eq!((fewer.current[0].1.as_str(), fewer.created_at), (first.current[1].1.as_str(), LIFETIME));
        let next = check(&first, &["en-GB", "de"], 2 * LIFETIME).expect("a day is over");
        assert_eq!(
            (&next.former, next.former_until, next.created_at),
            (&first.current, 2 * LIFETIME + GRACE, 2 * LIFETIME)
        );
        let (old, new) = (first.current[0].1.as_str(), next.current[0].1.as_str());
        assert_eq!(lang_of(&next, new, 2 * LIFETIME), Some("en-GB"));
        assert_eq!(lang_of(&next, old, 2 * LIFETIME + GRACE - 1), Some("en-GB"));
        assert_eq!(lang_of(&next, old, 2 * LIFETIME + GRACE), None);
        assert_eq!(lang_of(&first, old, 2 * LIFETIME + GRACE), None);
    }
}
