//! The manifest of a package.
//!
//! Written completely; reading requires only the `ref` and `hash` of an asset, everything else may be missing or wrong.

use std::collections::HashSet;

use serde::Serialize;
use serde_json::Value;

use super::digest::Digest;
use super::error::{PackageError, shown};
use super::{BUNDLE_VERSION, DECK_ENTRY, FORMAT, MANIFEST_ENTRY, MIMETYPE, UNKNOWN_MIME};
use crate::refs::ASSETS;

/// The content of `manifest.json`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest<'a> {
    format: &'static str,
    bundle_version: u64,
    mimetype: &'static str,
    deck: &'static str,
    assets: Vec<Asset<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    missing_assets: &'a [String],
}

/// An asset in the manifest.
#[derive(Serialize)]
struct Asset<'a> {
    r#ref: &'a str,
    id: String,
    hash: String,
    mime: &'static str,
    bytes: u64,
    sources: &'a [String],
}

impl<'a> Manifest<'a> {
    pub(super) fn new(missing_assets: &'a [String]) -> Self {
        Self {
            format: FORMAT,
            bundle_version: BUNDLE_VERSION,
            mimetype: MIMETYPE,
            deck: DECK_ENTRY,
            assets: Vec::new(),
            missing_assets,
        }
    }

    pub(super) fn add(
        &mut self,
        reference: &'a str,
        digest: Digest,
        mime: &'static str,
        bytes: u64,
        sources: &'a [String],
    ) {
        let (id, hash) = (digest.integrity_id(), digest.hex());
        self.assets.push(Asset { r#ref: reference, id, hash, mime, bytes, sources });
    }
}

/// An asset in the manifest of a package that is read, not yet verified.
#[derive(Debug, PartialEq)]
pub(super) struct ListedAsset {
    pub(super) reference: String,
    pub(super) hash: String,
    pub(super) mime: String,
    pub(super) source: Option<String>,
}

/// The assets in a manifest. Of several with the same ref, the first counts.
pub(super) fn listed(manifest: &Value) -> Result<Vec<ListedAsset>, PackageError> {
    let invalid = |reason: String| PackageError::Invalid { entry: MANIFEST_ENTRY, reason };
    match manifest.get("bundleVersion").unwrap_or(&Value::from(BUNDLE_VERSION)) {
        Value::Number(version) if version.as_u64().is_some_and(|version| version > BUNDLE_VERSION) => {
            return Err(PackageError::Newer { found: version.to_string() });
        }
        Value::Number(version) if version.is_i64() || version.is_u64() => {}
        other => {
            return Err(invalid(format!("`bundleVersion` is `{}`, not an integer", shown(&other.to_string()))));
        }
    }
    let assets = match &manifest["assets"] {
        Value::Null => &[][..],
        Value::Array(assets) => assets,
        _ => return Err(invalid("`assets` is not an array".to_owned())),
    };
    let mut listed = Vec::new();
    let mut known = HashSet::new();
    for (index, asset) in assets.iter().enumerate() {
        let text = |key: &str| asset[key].as_str();
        let required = |key: &str| text(key).ok_or_else(|| invalid(format!("`assets[{index}].{key}` is not a text")));
        let (reference, hash) = (required("ref")?, required("hash")?);
        if !known.insert(reference) {
            continue;
        }
        let name = reference.strip_prefix(ASSETS).unwrap_or_default();
        if name.split_once('.').map_or(name, |(stem, _)| stem) != hash || hash.is_empty() {
            return Err(PackageError::Misnamed { entry: shown(reference), hash: shown(hash) });
        }
        listed.push(ListedAsset {
            reference: reference.to_owned(),
            hash: hash.to_owned(),
            mime: text("mime").unwrap_or(UNKNOWN_MIME).to_owned(),
            source: asset["sources"][0].as_str().map(str::to_owned),
        });
    }
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(manifest: &str, expected: &str) {
        let result = match listed(&serde_json::from_str(manifest).expect("JSON")) {
            Ok(assets) => assets.iter().map(|asset| format!("{} {}", asset.reference, asset.mime)).collect::<Vec<_>>(),
            Err(error) => vec![error.to_string()],
        };
        assert_eq!(result.join("; "), expected);
    }

    #[test]
    fn only_ref_and_hash_are_required() {
        check("{}", "");
        check(r#"{"assets": [{"ref": "assets/a.png", "hash": "a"}]}"#, "assets/a.png application/octet-stream");
        check(
            r#"{"bundleVersion": 0, "assets": [{"ref": "assets/a", "hash": "a", "mime": "image/png", "sources": 7}]}"#,
            "assets/a image/png",
        );
        check(
            r#"{"assets": [{"ref": "assets/a"}]}"#,
            "entry `manifest.json` is not valid: `assets[0].hash` is not a text",
        );
        check(r#"{"assets": [7]}"#, "entry `manifest.json` is not valid: `assets[0].ref` is not a text");
        check(r#"{"assets": {}}"#, "entry `manifest.json` is not valid: `assets` is not an array");
    }

    #[test]
    fn of_two_assets_with_the_same_ref_the_first_counts() {
        check(
            r#"{"assets": [
                {"ref": "assets/a.png", "hash": "a", "mime": "image/png"},
                {"ref": "assets/a.png", "hash": "a", "mime": "text/plain"}
            ]}"#,
            "assets/a.png image/png",
        );
    }

    #[test]
    fn a_bundle_version_is_an_integer_up_to_one() {
        check(r#"{"bundleVersion": 1}"#, "");
        check(
            r#"{"bundleVersion": 2}"#,
            "entry `manifest.json` has bundleVersion `2`; packages are read up to version 1",
        );
        for version in ["1.5", "\"1\"", "true", "[]", "null"] {
            check(
                &format!(r#"{{"bundleVersion": {version}}}"#),
                &format!("entry `manifest.json` is not valid: `bundleVersion` is `{version}`, not an integer"),
            );
        }
    }

    #[test]
    fn a_ref_is_named_after_its_hash_and_lies_in_the_assets_folder() {
        for reference in ["assets/b.png", "assets/a/b.png", "a.png", "assets/../a.png", "/assets/a.png", "assets/"] {
            check(
                &format!(r#"{{"assets": [{{"ref": "{reference}", "hash": "a"}}]}}"#),
                &format!("asset `{reference}` is not named after its hash `a`"),
            );
        }
    }
}
