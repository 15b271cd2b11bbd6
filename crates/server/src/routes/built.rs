//! The files of the web app: a release build embeds them in the binary, a debug build reads them from disk.
//!
//! A debug build reads a file of `web/dist` for each request, so that the app can be changed without building the
//! server.

use std::borrow::Cow;
use std::path::{Component, Path};

// `FILES: &[(&str, &[u8])]`, every file of `web/dist` by its name, sorted. Empty in a debug build.
include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The folder that a debug build reads.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");

/// The content of the file with this name, such as `assets/editor-4f2a.js`; none when there is no such file, or the app
/// was not built.
pub(super) fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    if cfg!(debug_assertions) {
        let is_inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        return if is_inside { std::fs::read(Path::new(FOLDER).join(name)).ok().map(Cow::Owned) } else { None };
    }
    let at = FILES.binary_search_by(|(found, _)| (*found).cmp(name)).ok()?;
    Some(Cow::Borrowed(FILES[at].1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_leads_out_of_the_folder() {
        for name in ["../package.json", "assets/../../package.json", "/etc/passwd", "", "assets"] {
            assert!(file(name).is_none(), "{name}");
        }
    }
}
