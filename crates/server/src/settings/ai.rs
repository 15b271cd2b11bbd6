//! The settings of the vendors of language models.

use service::{TokenPrice, Vendor, VendorAccess, VendorKey};

use super::value::{Parsed, secret, text, web_address};
use super::{Environment, InvalidSetting, setting};

/// Parses the id of a vendor.
pub(crate) fn vendor(id: &str) -> Parsed<Vendor> {
    Vendor::named(id).ok_or_else(|| format!("expected one of {}", Vendor::ids()))
}

/// Parses the price of tokens.
fn price(text: &str) -> Parsed<TokenPrice> {
    TokenPrice::parsed(text).ok_or_else(|| {
        "expected US dollars for a million tokens of prompts and of answers, such as 0.40/1.60".to_owned()
    })
}

/// The settings of every vendor except the built-in author.
pub(super) fn accesses(environment: Environment<'_>) -> Result<Vec<VendorAccess>, InvalidSetting> {
    let with_settings = Vendor::ALL.into_iter().filter_map(|vendor| vendor.settings().map(|names| (vendor, names)));
    with_settings
        .map(|(vendor, names)| {
            let key = setting(None, environment, names.key, secret)?;
            Ok(VendorAccess {
                vendor,
                key: key.map(|key| VendorKey::new(key.reveal())),
                model: setting(None, environment, names.model, text)?,
                base_url: setting(None, environment, names.base_url, web_address)?,
                price: setting(None, environment, names.price, price)?,
            })
        })
        .collect()
}
