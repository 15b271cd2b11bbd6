//! Sanitises arbitrary bytes as custom HTML and its style. The result must contain nothing that runs, and sanitising it
//! again must not change it.

#![no_main]

use export::html::sanitised;
use layout::html_tree;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (html, css) = text.split_once('\u{1}').unwrap_or((&text, &text));
    let (html, css) = sanitised(&html_tree(html), css);
    assert!(!css.contains('<') && !css.contains('\\'), "{css}");
    let lower = html.to_ascii_lowercase();
    for element in ["<script", "<style", "<iframe", "<svg", "<math", "<section", "<form", "<object", "<embed"] {
        assert!(!lower.contains(element), "{html}");
    }
    let (again, _) = sanitised(&html_tree(&html), "");
    let (third, _) = sanitised(&html_tree(&again), "");
    assert_eq!(again, third, "a fixed point");
});
