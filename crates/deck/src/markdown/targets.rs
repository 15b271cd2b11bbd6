//! The allow-list of addresses in a text.
//!
//! Any other address becomes neither a link nor a picture. Nothing is fetched or looked up.

use pulldown_cmark::LinkType;

/// The address of a link, if it is allowed.
pub(super) fn link(kind: LinkType, address: &str) -> Option<String> {
    let address = if kind == LinkType::Email { format!("mailto:{address}") } else { address.to_owned() };
    is_link(&address).then_some(address)
}

/// Whether an address is a slide, a path on this site, or an http, https or mailto address.
fn is_link(address: &str) -> bool {
    // Browsers drop tabs and line ends inside an address, so `/<tab>/host` would leave the site.
    if address.contains(char::is_control) {
        return false;
    }
    if let Some(slide) = address.strip_prefix('#') {
        return match slide.strip_prefix("slide:") {
            Some(id) => !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
            None => {
                slide.bytes().all(|byte| byte.is_ascii_digit()) && slide.parse::<u32>().is_ok_and(|number| number > 0)
            }
        };
    }
    if let Some(path) = address.strip_prefix('/') {
        return !path.starts_with(['/', '\\']);
    }
    ["http://", "https://", "mailto:"].iter().any(|scheme| has_scheme(address, scheme))
}

/// The address of a picture, if it is allowed.
pub(super) fn picture(source: &str) -> Option<String> {
    let local = ["/uploads/", "assets/"].iter().find_map(|folder| source.strip_prefix(folder));
    let allowed = match local {
        Some(name) => !name.is_empty() && !name.contains('\\') && !leaves_folder(name),
        None => has_scheme(source, "https://"),
    };
    (allowed && !source.contains(char::is_control)).then(|| source.to_owned())
}

/// Whether a path leaves its folder. Browsers read `%2e` in it as a dot.
fn leaves_folder(path: &str) -> bool {
    path.split('/').any(|name| name.to_ascii_lowercase().replace("%2e", ".") == "..")
}

fn has_scheme(address: &str, scheme: &str) -> bool {
    address.len() > scheme.len() && address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(is_allowed: impl Fn(&str) -> bool, allowed: &[&str], refused: &[&str]) {
        for address in allowed {
            assert!(is_allowed(address), "`{address}` should be allowed");
        }
        for address in refused {
            assert!(!is_allowed(address), "`{address}` should be refused");
        }
    }

    #[test]
    fn links_lead_to_slides_the_web_mailboxes_and_this_site() {
        check(
            |address| link(LinkType::Inline, address).is_some(),
            &["#slide:5c1e-a_b", "#12", "http://a", "HTTPS://a.b/c?d", "mailto:a@b.c", "/", "/view/1#x"],
            &[
                "",
                "#",
                "#0",
                "#+1",
                "#x",
                "#slide:",
                "#slide:a b",
                "#99999999999",
                "//host",
                "/\\host",
                "/\t/host",
                "http://",
                "mailto:",
                "javascript:alert(1)",
                "JavaScript:alert(1)",
                "data:text/html,x",
                "vbscript:x",
                "file:///etc",
                "ftp://a",
                "a.html",
                "../a",
                "http:/a",
                "é",
            ],
        );
        assert_eq!(link(LinkType::Email, "a@b.c").as_deref(), Some("mailto:a@b.c"));
    }

    #[test]
    fn pictures_come_from_uploads_the_package_and_secure_addresses() {
        check(
            |source| picture(source).is_some(),
            &["/uploads/a.png", "/uploads/a..b.png", "assets/1/a.jpg", "https://a/b.png"],
            &[
                "",
                "/uploads/",
                "assets/",
                "/uploads/../api",
                "assets/a/%2E./b",
                "assets/..",
                "/uploads/..\\a",
                "https://",
                "http://a/b.png",
                "data:image/png;base64,AA",
                "a.png",
                "/a.png",
                "//a/b.png",
            ],
        );
    }
}
