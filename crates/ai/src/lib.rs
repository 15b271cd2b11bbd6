//! Text to slides, slides to better slides.
//!
//! Never touches storage.
