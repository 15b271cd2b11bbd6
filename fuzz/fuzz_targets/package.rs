//! Reads arbitrary bytes as a `.deck` package. The reader may refuse them; it must not panic, hang or use unbounded
//! memory.

#![no_main]

use std::io::{Cursor, copy, sink};

use deck::package::{AssetSink, PackedAsset, read};
use libfuzzer_sys::fuzz_target;

struct DiscardedAssets;

impl AssetSink for DiscardedAssets {
    fn store_asset(&mut self, asset: PackedAsset<'_>) -> Result<String, String> {
        copy(asset.content, &mut sink()).map_err(|fault| fault.to_string())?;
        Ok("/uploads/taken.png".to_owned())
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(package) = read(Cursor::new(bytes)) {
        let _ = package.unpack(&mut DiscardedAssets);
    }
});
