//! Pictures as bytes in, bytes and facts out: plain functions, no generics in the interface.
