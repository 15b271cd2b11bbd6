//! Reads arbitrary JSON as the declaration of a slide type and of a theme, as administrators send them. They may be
//! refused; the schema of an accepted type can be written.

#![no_main]

use deck::{Origin, Registry, Themes};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(declaration) = serde_json::from_slice(bytes) else { return };
    let _ = Registry::core().clone().with("sent", &declaration, Origin::Organization);
    let _ = Themes::core().clone().with_custom("sent", &declaration);
});
