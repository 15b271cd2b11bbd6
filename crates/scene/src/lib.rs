//! Positioned pages: what every output paints.
//!
//! Knows neither slide types nor file formats.
