//! Takes the few files of swagger-ui that the documentation page loads out of the archive that a crate carries.
//!
//! They stay compressed as they are in the archive: a gzip head and tail around them make them what browsers read.

use std::io::{Cursor, Read};
use std::path::Path;
use std::{env, fs};

use zip::{CompressionMethod, ZipArchive};

/// Files below the one folder of the archive, and what they are called here.
const FILES: [(&str, &str); 3] = [
    ("dist/swagger-ui-bundle.js", "swagger-ui.js.gz"),
    ("dist/swagger-ui.css", "swagger-ui.css.gz"),
    ("LICENSE", "swagger-ui-license.txt.gz"),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var_os("OUT_DIR").expect("Cargo sets it");
    let bytes = utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("the crate carries a zip archive");
    let folder =
        archive.name_for_index(0).expect("its first entry is its one folder").expect("a plain name").into_owned();
    for (inside, outside) in FILES {
        let index = archive.index_for_name(&format!("{folder}{inside}"));
        let index = index.unwrap_or_else(|| panic!("swagger-ui has no `{inside}`"));
        let mut entry = archive.by_index_raw(index).expect("an entry that is there");
        assert_eq!(entry.compression(), CompressionMethod::Deflated, "`{inside}` is deflated");
        // RFC 1952: no name, no time, system unknown.
        let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
        entry.read_to_end(&mut gzip).expect("the archive is in memory");
        gzip.extend(entry.crc32().to_le_bytes());
        let size = u32::try_from(entry.size()).expect("a file of a page is small");
        gzip.extend(size.to_le_bytes());
        fs::write(Path::new(&out).join(outside), gzip).expect("OUT_DIR is writable");
    }
}
