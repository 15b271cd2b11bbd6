//! Follow codes: four letters that lead into a hall, one for each language.

use std::sync::Arc;

use serde_json::{Value, json};
use store::{LiveCodes, SessionId, Time};

use super::{Here, Index};
use crate::Live;
use crate::address::household_of;
use crate::error::{Error, Result};

/// Letters that are not mistaken for one another.
const LETTERS: &[u8; 21] = b"ABCDEFGHJKLMNPRTUVWXY";
/// Milliseconds for which a code is good.
const LIFE: Time = 24 * 60 * 60 * 1000;
/// Milliseconds for which a code stays good after a new one took its place.
const GRACE: Time = 5 * 60 * 1000;
/// Misses that an address has in a window of so many milliseconds.
const MISSES: u64 = 200;
const WINDOW: Time = 10 * 60 * 1000;
/// Misses a minute that the whole instance has.
const ALL_MISSES: u64 = 600;
/// Codes that are tried before there are too many sessions for four letters.
const TRIES: usize = 10_000;

const NO_CODE: Error = Error::NotFound("code");

impl Live {
    /// Where a code leads. Only misses count: a hall behind one address may type good codes all day.
    ///
    /// # Errors
    /// Unknown, expired or malformed; or too many misses.
    pub async fn follow_code(self: &Arc<Self>, code: &str, address: &str) -> Result<Value> {
        let now = self.clock.now();
        let (own, everybody) = (format!("codes {}", household_of(address)), "codes");
        let missed = self.shared.taken(&own, now).await?;
        if let Some((misses, until)) = missed {
            // Who has missed before also waits for the brake of the instance, which guessing from many places meets.
            let all = self.shared.taken(everybody, now).await?.filter(|(misses, _)| *misses >= ALL_MISSES);
            let until = if misses >= MISSES { Some(until) } else { all.map(|(_, until)| until) };
            if let Some(until) = until {
                return Err(throttled(until - now));
            }
        }
        match self.resolve_code(&code.to_ascii_uppercase(), now).await {
            Ok((session, lang)) => Ok(json!({
                "followUrl": format!("/follow/{session}?lang={lang}"), "sessionId": session, "lang": lang,
            })),
            Err(Error::NotFound(_)) => {
                let own = self.shared.take_within(&own, MISSES, WINDOW, now).await?;
                let all = self.shared.take(everybody, ALL_MISSES, now).await?;
                match [own, all].iter().find(|taken| !taken.allowed) {
                    Some(spent) => Err(throttled(spent.reset_at - now)),
                    None => Err(NO_CODE),
                }
            }
            Err(error) => Err(error),
        }
    }

    /// Session and language of a code.
    async fn resolve_code(self: &Arc<Self>, code: &str, now: Time) -> Result<(SessionId, String)> {
        let found = || self.rooms.index().codes.get(code).cloned();
        let session = self.find_room(found).await?.ok_or(NO_CODE)?;
        let here = self.session(&session).await?;
        let inside = here.hold().await?;
        let lang = inside.session.codes.lang_of(code, now).ok_or(NO_CODE)?;
        Ok((session, lang.to_owned()))
    }

    /// Makes new codes where they are due, and codes for languages that have none.
    pub(super) async fn refresh_codes(self: &Arc<Self>, here: &Here) -> Result<()> {
        let now = self.clock.now();
        let languages = here.deck.deck.languages();
        let mut inside = here.take(self).await?;
        let write = {
            let mut index = self.rooms.index();
            let Some(codes) = refreshed(&inside.session.codes, &languages, &mut index, &here.room.id, now)? else {
                return Ok(());
            };
            inside.session.codes = codes;
            inside.write(now)
        };
        self.commit(&here.room, inside, vec![write]).await
    }
}

/// The codes after a look at the clock and at the languages; none when they are as they should be.
fn refreshed(
    codes: &LiveCodes,
    languages: &[&str],
    index: &mut Index,
    session: &SessionId,
    now: Time,
) -> Result<Option<LiveCodes>> {
    let old = now - codes.created_at >= LIFE;
    let known = |lang: &str| codes.current.iter().find(|(known, _)| known == lang);
    if !old && languages.len() == codes.current.len() && languages.iter().all(|lang| known(lang).is_some()) {
        return Ok(None);
    }
    let mut next = LiveCodes { created_at: if old { now } else { codes.created_at }, ..codes.clone() };
    if old {
        for (_, code) in &codes.former {
            index.codes.remove(code);
        }
        (next.former, next.former_until) = (codes.current.clone(), now + GRACE);
    }
    next.current.clear();
    for lang in languages {
        let code = match known(lang).filter(|_| !old) {
            Some((_, code)) => code.clone(),
            None => index.new_code(session)?,
        };
        next.current.push(((*lang).to_owned(), code));
    }
    let gone = codes.current.iter().filter(|(lang, _)| !old && !languages.contains(&lang.as_str()));
    for (_, code) in gone {
        index.codes.remove(code);
    }
    Ok(Some(next))
}

impl Index {
    /// A code that nobody has.
    fn new_code(&mut self, session: &SessionId) -> Result<String> {
        for _ in 0..TRIES {
            let code = random_code();
            if !self.codes.contains_key(&code) {
                self.codes.insert(code.clone(), session.to_owned());
                return Ok(code);
            }
        }
        Err(Error::Internal(anyhow::anyhow!("there are too many sessions for follow codes of four letters")))
    }
}

/// The language that a code stands for, while it is good.
trait LangOf {
    fn lang_of(&self, code: &str, now: Time) -> Option<&str>;
}

impl LangOf for LiveCodes {
    fn lang_of(&self, code: &str, now: Time) -> Option<&str> {
        let named = |codes: &'_ [(String, String)]| codes.iter().position(|(_, known)| known == code);
        if now < self.created_at + LIFE + GRACE
            && let Some(at) = named(&self.current)
        {
            return Some(&self.current[at].0);
        }
        let at = named(&self.former).filter(|_| now < self.former_until)?;
        Some(&self.former[at].0)
    }
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
        refreshed(codes, languages, &mut Index::default(), &"s".into(), now).expect("letters enough")
    }

    #[test]
    fn codes_follow_the_languages_and_the_day() {
        let first = check(&LiveCodes::default(), &["en-GB", "de"], LIFE).expect("codes are made");
        assert_eq!(first.current.iter().map(|(lang, _)| lang.as_str()).collect::<Vec<_>>(), ["en-GB", "de"]);
        assert_eq!(check(&first, &["en-GB", "de"], 2 * LIFE - 1), None);
        let fewer = check(&first, &["de", "fr"], LIFE + 1).expect("languages changed");
        assert_eq!((fewer.current[0].1.as_str(), fewer.created_at), (first.current[1].1.as_str(), LIFE));
        let next = check(&first, &["en-GB", "de"], 2 * LIFE).expect("a day is over");
        assert_eq!((&next.former, next.former_until, next.created_at), (&first.current, 2 * LIFE + GRACE, 2 * LIFE));
        let (old, new) = (first.current[0].1.as_str(), next.current[0].1.as_str());
        assert_eq!(next.lang_of(new, 2 * LIFE), Some("en-GB"));
        assert_eq!(next.lang_of(old, 2 * LIFE + GRACE - 1), Some("en-GB"));
        assert_eq!(next.lang_of(old, 2 * LIFE + GRACE), None);
        assert_eq!(first.lang_of(old, 2 * LIFE + GRACE), None);
    }
}
