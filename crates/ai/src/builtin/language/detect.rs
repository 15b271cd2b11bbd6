//! Detects the language of a text.
//!
//! Stop words decide between the languages with word lists, because they are reliable even on short texts. For all
//! other languages a detector of scripts and letter groups is used.

use std::collections::HashSet;

use super::all;
use crate::builtin::text::words;

/// Maximum number of characters that are read for stop words.
const MAX_CHARS: usize = 8_000;

/// Minimum number of words of a text that can overrule the language that its document declares.
const MIN_WORDS_TO_OVERRULE: usize = 100;

/// The percentage of stop words that a text is taken to have if there is no word list of its language. With less than
/// half of it in stop words of the declared language, the text is in another one.
const USUAL_SHARE: usize = 24;

/// Maximum number of characters for the detector of letter groups, which is slow.
const MAX_DETECTOR_CHARS: usize = 2_000;

/// The language tag of a document: the declared one, unless its text is certainly in another language, since office
/// programs declare the language of the person who wrote, not of what they wrote. `None` when no language is declared.
pub fn document_language(declared: Option<&str>, text: &str) -> Option<String> {
    let declared = declared?;
    let start: String = text.chars().take(MAX_CHARS).collect();
    let text_words: Vec<String> = words(&start).map(str::to_lowercase).collect();
    if text_words.len() < MIN_WORDS_TO_OVERRULE {
        return Some(declared.to_owned());
    }
    let scores = Scores::of(&text_words);
    let certain = scores.certain().map(str::to_owned).or_else(|| {
        // Minutes and tables have few stop words, but not those of another language.
        let known = all().iter().find(|known| is_same_language(known.table.tag, declared))?;
        let share = |language: &super::Language| {
            text_words.iter().filter(|word| language.is_stop_word(word)).count() * 100 / text_words.len()
        };
        let detected = detected_language(text);
        let usual = match all().iter().find(|known| is_same_language(known.table.tag, &detected)) {
            Some(found) => share(found),
            None => USUAL_SHARE,
        };
        (share(known) * 2 < usual).then_some(detected)
    });
    Some(certain.filter(|certain| !is_same_language(certain, declared)).unwrap_or_else(|| declared.to_owned()))
}

fn is_same_language(tag: &str, other: &str) -> bool {
    deck::primary_language(tag) == deck::primary_language(other)
}

/// How many stop words of the languages with word lists a text has. A language gets 1 for each occurrence of a stop
/// word and 2 for each different one, so that several stop words weigh more than one that is repeated.
struct Scores {
    /// Weight and tag of the language with the highest weight.
    best: (usize, &'static str),
    /// Second highest weight.
    second: usize,
    /// Number of words of the text that are stop words of the best language.
    common: usize,
    /// Number of words of the text.
    words: usize,
}

impl Scores {
    fn of(text_words: &[String]) -> Self {
        let distinct: HashSet<&str> = text_words.iter().map(String::as_str).collect();
        let hits = |language: &super::Language| {
            let all = text_words.iter().filter(|word| language.is_stop_word(word)).count();
            let kinds = distinct.iter().filter(|word| language.is_stop_word(word)).count();
            all + 2 * kinds
        };
        let mut scores: Vec<(usize, &super::Language)> = all().iter().map(|known| (hits(known), known)).collect();
        scores.sort_by_key(|(hits, _)| std::cmp::Reverse(*hits));
        let (best, second) = (scores[0], scores[1]);
        Self {
            best: (best.0, best.1.table.tag),
            second: second.0,
            common: text_words.iter().filter(|word| best.1.is_stop_word(word)).count(),
            words: text_words.len(),
        }
    }

    /// The best language if it is certain. A related language shares some stop words, but never this many.
    fn certain(&self) -> Option<&'static str> {
        let is_certain = self.common * 10 >= self.words * 3 && self.best.0 * 4 > self.second * 5;
        (is_certain && self.common > 2).then_some(self.best.1)
    }
}

/// The language tag of a text; the default language when it cannot be detected.
pub fn detected_language(text: &str) -> String {
    let start: String = text.chars().take(MAX_CHARS).collect();
    let text_words: Vec<String> = words(&start).map(str::to_lowercase).collect();
    let scores = Scores::of(&text_words);
    if let Some(tag) = scores.certain() {
        return tag.to_owned();
    }
    let (best, second) = (scores.best, scores.second);
    let sample: String = start.chars().take(MAX_DETECTOR_CHARS).collect();
    let found = whatlang::detect(&sample);
    let foreign = found.as_ref().filter(|found| found.is_reliable()).and_then(|found| two_letters(found.lang()));
    if let Some(code) =
        foreign.filter(|code| !all().iter().any(|known| deck::primary_language(known.table.tag) == *code))
    {
        return code.to_owned();
    }
    if best.0 * 12 >= text_words.len().max(12) && best.0 * 4 > second * 5 {
        return best.1.to_owned();
    }
    found
        .filter(|found| found.is_reliable() || best.0 == 0)
        .and_then(|found| two_letters(found.lang()))
        .filter(|_| text_words.len() > 3 || !start.is_ascii())
        .map_or_else(|| if best.0 > second { best.1 } else { deck::DEFAULT_LANG }.to_owned(), tag)
}

/// The tag of the language with word lists that has a two-letter code, else the code.
fn tag(code: &str) -> String {
    let known = all().iter().find(|known| deck::primary_language(known.table.tag) == code);
    known.map_or(code, |known| known.table.tag).to_owned()
}

/// The two-letter code of a language, if it has one.
fn two_letters(lang: whatlang::Lang) -> Option<&'static str> {
    const CODES: &str = "epo eo|eng en|rus ru|cmn zh|spa es|por pt|ita it|ben bn|fra fr|deu de|ukr uk|kat ka|ara ar|\
        hin hi|jpn ja|heb he|yid yi|pol pl|amh am|jav jv|kor ko|nob nb|dan da|swe sv|fin fi|tur tr|nld nl|hun hu|\
        ces cs|ell el|bul bg|bel be|mar mr|kan kn|ron ro|slv sl|hrv hr|srp sr|mkd mk|lit lt|lav lv|est et|tam ta|\
        vie vi|urd ur|tha th|guj gu|uzb uz|pan pa|aze az|ind id|tel te|pes fa|mal ml|ori or|mya my|nep ne|sin si|\
        khm km|tuk tk|aka ak|zul zu|sna sn|afr af|lat la|slk sk|cat ca|tgl tl|hye hy|cym cy";
    CODES.split('|').find_map(|pair| pair.strip_prefix(lang.code())).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_languages_are_detected_from_one_sentence() {
        for (text, tag) in [
            ("The harbour is full and ships wait two days.", "en-GB"),
            ("De haven is vol en de schepen wachten twee dagen.", "nl"),
            ("Der Hafen ist voll und die Schiffe warten zwei Tage.", "de"),
            ("Le port est plein et les navires attendent deux jours.", "fr"),
            ("El puerto está lleno y los barcos esperan dos días.", "es"),
        ] {
            assert_eq!(detected_language(text), tag, "{text}");
        }
    }

    #[test]
    fn other_languages_keep_their_tag() {
        assert_eq!(
            detected_language("Порт переполнен, и корабли ждут причала два дня. Мы предлагаем новый причал."),
            "ru"
        );
        assert_eq!(detected_language("港は満杯で、船は二日待っています。新しい埠頭を提案します。"), "ja");
        assert_eq!(
            detected_language(
                "Il porto è pieno e le navi aspettano due giorni per un posto. Proponiamo una seconda banchina, \
                 che accoglie dieci navi alla volta e costa quaranta milioni di euro in tutto."
            ),
            "it"
        );
    }

    #[test]
    fn a_text_overrules_the_language_that_its_file_declares() {
        let minutes = "Datum: 14. März, Beginn 18:30 Uhr, Ende 21:05 Uhr, anwesend 47 von 82 Mitgliedern. Kassenwart Dieter \
            Brandt legt Zahlen vor. Kassenprüfer Anke Thoms und Rolf Seidel: keine Beanstandungen. Angebot Kessler: \
            Erneuerung Hauptleitung, 32.500 Euro, Bauzeit sechs Wochen. Angebot Nordbau: Abschnitte A bis C, 19.800 Euro, \
            Bauzeit drei Wochen. Beschluss: Angebot Kessler angenommen, 33 Ja, 11 Nein, 3 Enthaltungen. Wahlen: Petra \
            Hollmann einstimmig, Murat Özdemir 41 Ja, Dieter Brandt 45 Ja, Jens Wieland 46 Ja. Termine: 9. Mai \
            Gemeinschaftsarbeit am Spielplatz, 1. Juni Beginn der Bauarbeiten, 11. Juli Sommerfest, 31. August neue \
            Zähler in allen Parzellen. Nächste Versammlung am 13. März.";
        let newsletter = "Dopo due anni di lavori, il mercato del sabato torna in piazza il 16 maggio. I banchi saranno \
            settantaquattro, dodici in più di prima, e per la prima volta ci saranno acqua e corrente per tutti. I lavori \
            sono costati quasi un milione e mezzo di euro. Sono stati piantati trentotto alberi e posati duemila metri \
            quadrati di porfido. Il cantiere è durato ventitré mesi invece dei sedici previsti. Abbiamo perso metà dei \
            clienti, dice la fruttivendola, ma chi è rimasto ci ha tenuti in vita. Adesso tocca a noi, dice il presidente \
            del comitato, che invita tutti alla festa di strada e alla pulizia del parco.";
        assert_eq!(document_language(Some("en-US"), minutes).as_deref(), Some("de"));
        assert_eq!(document_language(Some("en-US"), newsletter).as_deref(), Some("it"));
        let names = "Anna Bell, Tom Reed, ".repeat(40);
        assert_eq!(document_language(Some("en-US"), &names).as_deref(), Some("en-US"));
        assert_eq!(document_language(None, minutes), None);
    }

    #[test]
    fn a_text_without_a_language_gets_the_default() {
        for text in ["", "42", "A;1\nB;2"] {
            assert_eq!(detected_language(text), "en-GB", "{text:?}");
        }
    }
}
