//! Slides, themes and fonts to pages of positioned boxes.
//!
//! Knows no file format and decodes no picture.
