//! Hands the assets of a package over and puts their new addresses into the deck.
//!
//! An asset that cannot be kept is no fault of the package: its ref stays in the deck and is reported.

use std::collections::HashMap;
use std::io::{Read, Seek};

use serde_json::Value;

use super::digest::Verified;
use super::error::{PackageError, damaged};
use super::read::{Package, VerifiedAsset};
use crate::refs::{self, ASSETS};

/// Where unpacked assets go.
pub trait AssetSink {
    /// Keeps an asset and answers its new address, a `/uploads/...` path without blanks, quotes or brackets, or the
    /// reason why it was not kept.
    ///
    /// Reading the last byte proves the bytes: the reader fails at its end if they are not those that were verified.
    fn keep(&mut self, asset: PackedAsset<'_>) -> Result<String, String>;
}

/// An asset on its way out of a package.
pub struct PackedAsset<'a> {
    /// A base name for people, without extension.
    pub name: &'a str,
    /// The media type that the manifest claims.
    pub mime: &'a str,
    /// The number of bytes.
    pub bytes: u64,
    /// The bytes.
    pub content: &'a mut dyn Read,
}

/// A deck whose assets have been handed over.
#[derive(Debug, Clone, PartialEq)]
pub struct Unpacked {
    /// The deck with the new addresses in it.
    pub envelope: Value,
    /// The refs that stayed, each once: first those of the manifest, then those it does not list.
    pub failed: Vec<FailedAsset>,
}

/// A bundle ref that could not be replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAsset {
    /// The ref as it stands in the deck.
    pub reference: String,
    /// Why, for a person.
    pub reason: String,
}

impl<R: Read + Seek> Package<R> {
    /// Hands every asset to `sink` and rewrites the deck's bundle refs to the addresses it answers.
    ///
    /// An error means that the package changed since it was read or can no longer be read; what the sink has kept by
    /// then is the caller's to remove.
    pub fn unpack(mut self, sink: &mut dyn AssetSink) -> Result<Unpacked, PackageError> {
        let mut addresses = HashMap::new();
        let mut failed = Vec::new();
        for asset in std::mem::take(&mut self.assets) {
            let address = self.hand_over(&asset, sink)?.map_err(|reason| {
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
                let reason = "the manifest does not list it".to_owned();
                failed.push(FailedAsset { reference: reference.to_owned(), reason });
                None
            });
            address.clone()
        });
        Ok(Unpacked { envelope, failed })
    }

    /// The new address of an asset, or why it has none.
    fn hand_over(
        &mut self,
        asset: &VerifiedAsset,
        sink: &mut dyn AssetSink,
    ) -> Result<Result<String, String>, PackageError> {
        let VerifiedAsset { listed, index, digest, bytes } = asset;
        let limit = self.limits.asset;
        if *bytes > limit {
            return Ok(Err(format!("it has {bytes} bytes, more than the {limit} an upload may have")));
        }
        let entry = self.archive.by_index(*index).map_err(|error| damaged(&listed.reference, error))?;
        let mut content = Verified::new(entry, *digest);
        let name = base_name(listed.source.as_deref().unwrap_or_default());
        let kept = sink.keep(PackedAsset { name: &name, mime: &listed.mime, bytes: *bytes, content: &mut content });
        match content.fault {
            Some(error) => Err(damaged(&listed.reference, error.into())),
            None => Ok(kept),
        }
    }
}

/// The name for people in an upload's path: its last part without extension and trailing uuid, `image` when
/// nothing is left.
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

/// The stem without a uuid at its end and the hyphen before that.
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
