//! Copies decks: gives the slides new ids, and makes links and translations refer to them.

use std::collections::HashMap;

use serde_json::Value;

use crate::{Deck, Ids, InstanceKey, MAX_TITLE, Registry, SlideId, is_unset};

impl Deck {
    /// A copy with the title `Copy of <title>`. Slide ids and instance values are new; links between slides and
    /// translations refer to the new ids. `deck_id` is the id of the copy.
    #[must_use]
    pub fn duplicate(&self, registry: &Registry, deck_id: &str, ids: &mut dyn Ids) -> Self {
        let mut copy = self.clone();
        copy.title = format!("Copy of {}", self.title).chars().take(MAX_TITLE).collect();
        copy.renew_ids(registry, ids);
        for slide in &mut copy.slides {
            if registry.by_key(&slide.key).is_some_and(|known| known.instance_keys.contains(&InstanceKey::PollId)) {
                slide.content.shift_remove(InstanceKey::PollId.name());
            }
        }
        copy.fill_instances(registry, deck_id, ids);
        copy
    }

    /// Gives every slide a new id. Links between slides and translations refer to the new ids. If several slides have
    /// the same id, links and translations go to the first.
    pub fn renew_ids(&mut self, registry: &Registry, ids: &mut dyn Ids) {
        let mut renewed: HashMap<SlideId, SlideId> = HashMap::new();
        for slide in &mut self.slides {
            let old = std::mem::replace(&mut slide.id, ids.next_id().into());
            renewed.entry(old).or_insert_with(|| slide.id.clone());
        }
        // Nothing refers to a slide without an id.
        renewed.remove("");
        for translation in self.translations.values_mut() {
            translation.slides = std::mem::take(&mut translation.slides)
                .into_iter()
                .filter_map(|(old, overlay)| Some((renewed.get(&old)?.clone(), overlay)))
                .collect();
        }
        self.remap_links(registry, &renewed);
    }

    /// Fills in the instance values: a poll without an id gets one, an invitation gets the id of the deck.
    pub fn fill_instances(&mut self, registry: &Registry, deck_id: &str, ids: &mut dyn Ids) {
        for slide in &mut self.slides {
            let keys = registry.by_key(&slide.key).map_or(&[][..], |known| &known.instance_keys);
            for key in keys {
                let has_value =
                    slide.content.get(key.name()).is_some_and(|value| value.is_string() && !is_unset(value));
                let value = match key {
                    InstanceKey::PollId if has_value => continue,
                    InstanceKey::PollId => ids.next_id(),
                    InstanceKey::PresentationId => deck_id.to_owned(),
                };
                slide.content.insert(key.name().to_owned(), Value::String(value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::CountedIds;

    fn id(number: u8) -> String {
        format!("00000000-0000-4000-8000-{number:012x}")
    }

    fn deck() -> Deck {
        serde_json::from_value(json!({
            "title": "Harbour", "description": "d", "theme": "ledger", "lang": "nl", "settings": {"qaEnabled": false},
            "translations": {"de": {"title": "Hafen", "slides": {"b": {"content": {"body": "[x](#slide:a)"}, "notes": "n"}}}},
            "slides": [
                {"id": "a", "type": "poll-slide", "content": {"question": "b", "pollId": "p", "onCloseTarget": "b"}},
                {"id": "b", "type": "content-slide", "content": {"body": "[x](#slide:c) [y](#2)"}, "notes": "[z](#slide:b)"},
                {"id": "c", "type": "follow-invite-slide", "content": {"presentationId": "old"}, "duration": 9},
                {"id": "d", "type": "gone-slide", "content": {"pollId": "kept"}},
            ],
        }))
        .expect("a deck")
    }

    #[test]
    fn a_copy_has_new_ids_and_links_and_translations_refer_to_them() {
        let copy = deck().duplicate(Registry::core(), "new", &mut CountedIds::default());
        let ([a, b, c, d], poll) = ([1, 2, 3, 4].map(id), id(5));
        assert_eq!(
            json!(copy),
            json!({
                "title": "Copy of Harbour", "description": "d", "theme": "ledger", "lang": "nl", "settings": {"qaEnabled": false},
                "translations": {"de": {"title": "Hafen", "slides": {
                    b.as_str(): {"content": {"body": format!("[x](#slide:{a})")}, "notes": "n"},
                }}},
                "slides": [
                    {"id": a, "type": "poll-slide", "content": {"question": "b", "pollId": poll, "onCloseTarget": b}},
                    {"id": b, "type": "content-slide", "content": {"body": format!("[x](#slide:{c}) [y](#2)")}, "notes": format!("[z](#slide:{b})")},
                    {"id": c, "type": "follow-invite-slide", "content": {"presentationId": "new"}, "duration": 9},
                    {"id": d, "type": "gone-slide", "content": {"pollId": "kept"}},
                ],
            })
        );
    }

    #[test]
    fn the_title_of_a_copy_is_cut_and_a_copy_of_a_copy_has_two_prefixes() {
        let mut deck = Deck::new("é".repeat(MAX_TITLE - 1), "en-GB");
        let copied = |deck: &Deck| deck.duplicate(Registry::core(), "new", &mut CountedIds::default()).title;
        assert_eq!(copied(&deck), format!("Copy of {}", "é".repeat(MAX_TITLE - 8)));
        deck.title = "Copy of x".to_owned();
        assert_eq!(copied(&deck), "Copy of Copy of x");
    }

    #[test]
    fn a_poll_keeps_its_id_and_an_invitation_gets_the_id_of_its_deck() {
        let mut deck = deck();
        deck.slides.push(deck.slides[0].clone());
        deck.slides[4].content.insert("pollId".to_owned(), json!(" "));
        deck.slides[2].content.clear();
        deck.fill_instances(Registry::core(), "mine", &mut CountedIds::default());
        assert_eq!(deck.slides[0].content["pollId"], "p");
        assert_eq!(deck.slides[4].content["pollId"], id(1));
        assert_eq!(deck.slides[2].content["presentationId"], "mine");
        assert_eq!(deck.slides[3].content, self::deck().slides[3].content);
    }

    #[test]
    fn links_to_an_id_that_two_slides_have_go_to_the_first() {
        let mut deck = deck();
        deck.slides[2].id = "b".into();
        deck.slides[3].id = "".into();
        deck.slides[3].content.insert("text".to_owned(), json!("#slide: x"));
        deck.slides[0].content.insert("onCloseTarget".to_owned(), json!(""));
        deck.renew_ids(Registry::core(), &mut CountedIds::default());
        assert_eq!(deck.slides.iter().map(|slide| slide.id.to_string()).collect::<Vec<_>>(), [1, 2, 3, 4].map(id));
        assert_eq!(deck.translations["de"].slides.keys().map(SlideId::as_str).collect::<Vec<_>>(), [id(2)]);
        assert_eq!(deck.slides[3].content["text"], "#slide: x");
        assert_eq!(deck.slides[0].content["onCloseTarget"], "");
    }
}
