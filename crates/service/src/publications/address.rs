//! Addresses of published decks, and the sites that may embed them.

use crate::error::{Error, Result};

/// The maximum length of an address, in characters.
pub(super) const MAX_SLUG: usize = 80;
/// The maximum number of sites that may embed.
const MAX_SITES: usize = 50;

/// The last part of an address, as a user chose it. Fails when it is too long or has other characters than lower-case
/// letters, digits and inner hyphens.
pub(super) fn valid_slug(slug: &str) -> Result<String> {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_valid = slug.len() <= MAX_SLUG
        && slug.bytes().all(|byte| is_word(byte) || byte == b'-')
        && slug.bytes().next().is_some_and(is_word)
        && slug.bytes().last().is_some_and(is_word);
    if is_valid {
        return Ok(slug.to_owned());
    }
    Err(Error::invalid(format!(
        "slug: expected 1 to {MAX_SLUG} lower-case letters, digits and hyphens, such as `harbour-plan-2030`, not `{slug}`"
    )))
}

/// The last part of an address, made of a title. Letters with accents lose them; others that are not Latin are left
/// out.
pub(super) fn slug_of(title: &str) -> String {
    let mut slug = String::new();
    for sign in title.to_lowercase().chars() {
        match without_accent(sign) {
            Some(letters) => slug.push_str(letters),
            None if sign.is_ascii_alphanumeric() => slug.push(sign),
            None if !slug.ends_with('-') && !slug.is_empty() => slug.push('-'),
            None => {}
        }
        if slug.len() >= MAX_SLUG - 16 {
            break;
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "deck".to_owned() } else { slug.to_owned() }
}

/// The ASCII letters for a letter of European languages; empty for an apostrophe or an accent. `None` for other signs.
fn without_accent(sign: char) -> Option<&'static str> {
    Some(match sign {
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ä' | 'æ' => "ae",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' | 'ģ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ķ' => "k",
        'ł' | 'ľ' | 'ļ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' | 'ő' => "o",
        'ö' | 'ø' | 'œ' => "oe",
        'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' => "s",
        'ß' => "ss",
        'ť' | 'ţ' | 'ț' | 'þ' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ü' => "ue",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        '\'' | '’' | '\u{301}' | '\u{300}' | '\u{308}' => "",
        _ => return None,
    })
}

/// The sites that may embed, in lower case and without repetitions. Fails when there are too many, or one is not a
/// site.
pub(super) fn valid_sites(sites: &[String]) -> Result<Vec<String>> {
    if sites.len() > MAX_SITES {
        return Err(Error::invalid(format!("sites: expected {MAX_SITES} at most")));
    }
    let mut valid: Vec<String> = Vec::new();
    for (index, site) in sites.iter().enumerate() {
        let site = site.trim().trim_end_matches('/').to_ascii_lowercase();
        if !is_site(&site) {
            return Err(Error::invalid(format!(
                "sites[{index}]: expected a site such as `https://example.org` or `https://*.example.org`, or `*` for \
                 every site, not `{site}`"
            )));
        }
        if !valid.contains(&site) {
            valid.push(site);
        }
    }
    Ok(valid)
}

/// Whether a text is a source of a content security policy: a scheme and a host, with a port if it is not the usual
/// one.
fn is_site(site: &str) -> bool {
    if site == "*" {
        return true;
    }
    let Some(rest) = site.strip_prefix("https://").or_else(|| site.strip_prefix("http://")) else { return false };
    let (host, port) = rest.split_once(':').map_or((rest, None), |(host, port)| (host, Some(port)));
    let host = host.strip_prefix("*.").unwrap_or(host);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
    };
    site.len() <= 260 && host.split('.').all(is_label) && port.is_none_or(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_made_of_a_title() {
        for (title, slug) in [
            ("Harbour plan 2030", "harbour-plan-2030"),
            ("  Où va l’été? — Größe & Maß  ", "ou-va-lete-groesse-mass"),
            ("港湾計画", "deck"),
            ("", "deck"),
            ("a/../b<script>", "a-b-script"),
        ] {
            assert_eq!(slug_of(title), slug, "{title}");
            assert!(valid_slug(slug).is_ok());
        }
        assert!(slug_of(&"word ".repeat(100)).len() <= MAX_SLUG - 16);
    }

    #[test]
    fn an_address_has_letters_digits_and_hyphens() {
        for bad in ["", "-a", "a-", "A", "a b", "a/b", "é", "a.b", &"a".repeat(81)] {
            assert!(valid_slug(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sites_are_origins_and_cannot_add_to_a_policy() {
        let valid = |site: &str| valid_sites(&[site.to_owned()]).map(|sites| sites.concat()).ok();
        for (site, expected) in [
            ("https://example.org", Some("https://example.org")),
            (" HTTPS://Example.org/ ", Some("https://example.org")),
            ("https://*.example.org", Some("https://*.example.org")),
            ("http://localhost:8080", Some("http://localhost:8080")),
            ("*", Some("*")),
            ("example.org", None),
            ("https://", None),
            ("https://a b", None),
            ("https://a;script-src *", None),
            ("https://example.org/path", None),
            ("https://example.org:99999", None),
            ("javascript:alert(1)", None),
            ("'self'", None),
        ] {
            assert_eq!(valid(site).as_deref(), expected, "{site}");
        }
    }
}
