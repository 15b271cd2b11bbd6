//! Pages to HTML, PDF, PNG and PPTX.
//!
//! Never sees a deck.
