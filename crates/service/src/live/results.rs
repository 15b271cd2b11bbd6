//! What the audience answered, for the presenter to take home.

use std::sync::Arc;

use deck::Interaction;
use serde_json::{Value, json};
use store::{SessionId, Time};

use super::Here;
use super::interactions::{Given, Poll};
use super::room::Inside;
use crate::Live;
use crate::caller::Caller;
use crate::clock::iso;
use crate::error::{Error, Result};

/// A file to take home.
#[derive(Debug)]
pub struct Download {
    /// Title of the deck.
    pub title: String,
    /// The text.
    pub text: String,
}

impl Live {
    /// The feedback on a slide, oldest first.
    ///
    /// # Errors
    /// Unknown or expired, no right, or the slide takes no feedback.
    pub async fn feedback(self: &Arc<Self>, caller: &Caller, session: &SessionId, slide: &str) -> Result<Value> {
        let here = self.session_of_writer(caller, session).await?;
        let inside = here.hold().await?;
        let texts = here.texts(&inside, slide)?;
        let entries: Vec<Value> =
            texts.iter().map(|(text, at)| json!({ "text": text, "createdAt": iso(*at) })).collect();
        Ok(json!({ "slideId": slide, "count": entries.len(), "entries": entries }))
    }

    /// The same as a table.
    ///
    /// # Errors
    /// As [`Live::feedback`].
    pub async fn feedback_table(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        slide: &str,
    ) -> Result<Download> {
        let here = self.session_of_writer(caller, session).await?;
        let inside = here.hold().await?;
        let rows = here.texts(&inside, slide)?.into_iter().map(|(text, at)| vec![text.to_owned(), iso(at)]);
        Ok(here.download(&["feedback", "given at"], rows))
    }

    /// How often each option of a poll or scale was chosen.
    ///
    /// # Errors
    /// Unknown or expired, no right, or the slide takes no votes.
    pub async fn results_table(
        self: &Arc<Self>,
        caller: &Caller,
        session: &SessionId,
        slide: &str,
    ) -> Result<Download> {
        let here = self.session_of_writer(caller, session).await?;
        let asking = here.asking(slide).filter(|asking| asking.kind != Interaction::Feedback);
        let asking = asking.ok_or_else(|| Error::invalid("this slide takes no votes"))?;
        let inside = here.hold().await?;
        let none = Poll::default();
        let totals = inside.polls.get(slide).unwrap_or(&none).totals(&asking.choices);
        let rows = asking.options.iter().zip(totals).map(|(option, count)| vec![option.clone(), count.to_string()]);
        Ok(here.download(&["option", "votes"], rows))
    }

    /// The questions.
    ///
    /// # Errors
    /// Unknown or expired, or no right.
    pub async fn questions_table(self: &Arc<Self>, caller: &Caller, session: &SessionId) -> Result<Download> {
        let here = self.session_of_writer(caller, session).await?;
        let inside = here.hold().await?;
        let rows = inside.ranked().into_iter().map(|question| {
            vec![
                question.text.clone(),
                question.author.clone(),
                question.upvoters.len().to_string(),
                question.status.name().to_owned(),
                iso(question.created_at),
            ]
        });
        Ok(here.download(&["question", "author", "upvotes", "status", "asked at"], rows))
    }
}

impl Here {
    /// Texts that were given on a slide, oldest first, also when the slide is gone.
    fn texts<'a>(&self, inside: &'a Inside, slide: &str) -> Result<Vec<(&'a str, Time)>> {
        let poll = inside.polls.get(slide);
        let takes_texts = match self.slide(slide) {
            Some(_) => self.asking(slide).is_some_and(|asking| asking.kind == Interaction::Feedback),
            None => poll.is_some(),
        };
        if !takes_texts {
            return Err(Error::invalid("this slide takes no feedback"));
        }
        let given = poll.into_iter().flat_map(|poll| poll.answers.values());
        let mut texts: Vec<_> = given.map(|Given { text, at }| (&**text, *at)).collect();
        texts.sort_by_key(|(text, at)| (*at, *text));
        Ok(texts)
    }

    fn download(&self, head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Download {
        let head = head.iter().map(|cell| (*cell).to_owned()).collect();
        Download { title: self.deck.deck.title.clone(), text: csv(std::iter::once(head).chain(rows)) }
    }
}

/// A table as comma-separated values (RFC 4180). A cell that a spreadsheet would take for a formula is made a text, and a
/// byte order mark tells Excel that the text is UTF-8.
fn csv(rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = String::from('\u{feff}');
    for row in rows {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        table += &cells.join(",");
        table += "\r\n";
    }
    table
}

fn cell(text: &str) -> String {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r', '\n']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_taken_for_a_formula_and_every_text_stays_one_cell() {
        let check = |text: &str| {
            let table = csv(std::iter::once(vec![text.to_owned(), "x".to_owned()]));
            table.strip_prefix('\u{feff}').expect("a byte order mark").to_owned()
        };
        assert_eq!(check("plain"), "plain,x\r\n");
        assert_eq!(check("a, \"b\"\nc"), "\"a, \"\"b\"\"\nc\",x\r\n");
        assert_eq!(check("=1+1"), "'=1+1,x\r\n");
        assert_eq!(check(" @SUM(A1,B1)"), "\"' @SUM(A1,B1)\",x\r\n");
        for first in ["+", "-", "@", "\t=", "\r="] {
            assert!(check(first).trim_start_matches('"').starts_with('\''), "{first:?}");
        }
    }
}
