//! Passes the assets of a package to a sink and writes their new addresses into the envelope.
//!
//! If the sink does not store an asset, its ref stays in the envelope and is reported.

use std::collections::HashMap;
use std::io::{Read, Seek};

use serde_json::Value;

use super::digest::VerifiedReader;
use super::error::{PackageError, damaged};
use super::read::{Package, VerifiedAsset};
use crate::Remark;
use crate::refs::{self, ASSETS};

/// Stores unpacked assets.
pub trait AssetSink {
    /// Stores an asset and returns its new address: a `/uploads/...` path without blanks, quotes or brackets.
    ///
    /// The reader fails at its end if the bytes changed after they were verified.
    ///
    /// # Errors
    /// Returns the reason why the asset was not stored.
    fn store_asset(&mut self, asset: PackedAsset<'_>) -> Result<String, String>;
}

/// An asset of a package that is to be stored.
pub struct PackedAsset<'a> {
    /// A readable name without extension.
    pub name: &'a str,
    /// The media type in the manifest, not verified.
    pub mime: &'a str,
    /// The number of bytes.
    pub bytes: u64,
    /// The bytes.
    pub content: &'a mut dyn Read,
}

/// An unpacked deck.
#[derive(Debug, Clone, PartialEq)]
pub struct UnpackedDeck {
    /// The envelope with the new addresses.
    pub envelope: Value,
    /// The refs without a new address, each once: first those in the manifest, then those that it does not list.
    pub failed: Vec<FailedAsset>,
}

crate::remarks! {
    /// Why an asset was not stored, where the package is the reason.
    pub(crate) enum AssetText {
        Unlisted = "asset-unlisted", "the manifest does not list it";
        TooLarge { bytes: usize, most: usize } =
            "asset-large", "it has {bytes} bytes, more than the {most} an upload may have";
    }
}

/// A bundle ref that was not replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAsset {
    /// The ref in the envelope.
    pub reference: String,
    /// Why, for the user.
    pub reason: Remark,
}

impl<R: Read + Seek> Package<R> {
    /// Passes every asset to `sink` and replaces the bundle refs in the envelope by the addresses that it returns.
    ///
    /// # Errors
    /// Fails when the package changed since it was read, or can no longer be read. The caller has to remove the assets
    /// that the sink has stored.
    pub fn unpack(mut self, sink: &mut dyn AssetSink) -> Result<UnpackedDeck, PackageError> {
        let mut addresses = HashMap::new();
        let mut failed = Vec::new();
        for asset in std::mem::take(&mut self.assets) {
            let address = self.store(&asset, sink)?.map_err(|reason| {
                failed.push(FailedAsset { reference: asset.listed.reference.clone(), reason });
            });
            addresses.insert(asset.listed.reference, address.ok());
        }
        let mut envelope = self.envelope;
        refs::rewrite(&mut envelope, |reference| {
            if !reference.starts_with(ASSETS) {
                return None;
            }
            let address = addresses.entry(reference.to_owned()).or_insert_with(|| {
                let reason = AssetText::Unlisted.into();
                failed.push(FailedAsset { reference: reference.to_owned(), reason });
                None
            });
            address.clone()
        });
        Ok(UnpackedDeck { envelope, failed })
    }

    /// Stores an asset. Returns its new address, or why it was not stored.
    fn store(
        &mut self,
        asset: &VerifiedAsset,
        sink: &mut dyn AssetSink,
    ) -> Result<Result<String, Remark>, PackageError> {
        let VerifiedAsset { listed, index, digest, bytes } = asset;
        let limit = self.limits.asset;
        if *bytes > limit {
            let (bytes, most) = (number(*bytes), number(limit));
            return Ok(Err(AssetText::TooLarge { bytes, most }.into()));
        }
        let entry = self.archive.by_index(*index).map_err(|error| damaged(&listed.reference, error))?;
        let mut content = VerifiedReader::new(entry, *digest);
        let name = base_name(listed.source.as_deref().unwrap_or_default());
        let stored =
            sink.store_asset(PackedAsset { name: &name, mime: &listed.mime, bytes: *bytes, content: &mut content });
        match content.fault {
            Some(error) => Err(damaged(&listed.reference, error.into())),
            None => Ok(stored.map_err(Remark::from)),
        }
    }
}

/// A number of bytes in a remark.
fn number(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

/// A readable name from the path of an upload: its last segment without extension and UUID, or `image` if nothing is
/// left.
fn base_name(source: &str) -> String {
    let file = source.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let name: String = without_uuid(stem)
        .chars()
        .filter(|character| character.is_alphanumeric() || matches!(character, '_' | '-' | ' '))
        .take(40)
        .collect();
    let name = name.trim();
    if name.contains(char::is_alphanumeric) { name.to_owned() } else { "image".to_owned() }
}

/// The stem without a UUID at its end and the hyphen before it.
fn without_uuid(stem: &str) -> &str {
    const LENGTH: usize = 36;
    let Some((name, uuid)) = stem.len().checked_sub(LENGTH).and_then(|start| stem.split_at_checked(start)) else {
        return stem;
    };
    let is_uuid = uuid.bytes().enumerate().all(|(index, byte)| match index {
        8 | 13 | 18 | 23 => byte == b'-',
        _ => byte.is_ascii_hexdigit(),
    });
    match name.strip_suffix('-') {
        Some(name) if is_uuid => name,
        None if is_uuid && name.is_empty() => name,
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_name_is_the_upload_without_extension_and_uuid() {
        let uuid = "0b9d3c86-7c1e-4f0e-9d3b-2f4f5a6b7c8d";
        for (source, name) in [
            (format!("/uploads/harbour-view-{uuid}.png"), "harbour-view"),
            (format!("harbour view-{}.png", uuid.to_uppercase()), "harbour view"),
            (format!("/uploads/{uuid}.png"), "image"),
            (format!("/uploads/quay{uuid}.png"), &format!("quay{uuid}")[..]),
            (format!("/uploads/quay-{uuid}"), "quay"),
            ("C:\\pictures\\Hafen_Köln (2).jpeg".to_owned(), "Hafen_Köln 2"),
            ("/uploads/../../evil.tar.gz".to_owned(), "eviltar"),
            ("/uploads/---.png".to_owned(), "image"),
            ("/uploads/".to_owned(), "image"),
            (String::new(), "image"),
            (format!("/uploads/{}.png", "é".repeat(50)), &"é".repeat(40)),
            (format!("/uploads/é{}.png", "a".repeat(35)), &format!("é{}", "a".repeat(35))),
        ] {
            assert_eq!(base_name(&source), name, "{source}");
        }
    }
}
