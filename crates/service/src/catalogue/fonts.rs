//! Fonts that an organization uploaded, for its own themes.

use std::sync::Arc;

use bytes::Bytes;
use deck::{Figures, FontStyle, OwnFace, Themes};
use layout::{CheckedFont, check_font};
use store::{FontId, OrganizationId, Spooled, StoredFont};

use crate::Catalogue;
use crate::audit::{Act, Details};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::permits::run_with_permit;
use crate::secret::{new_id, sha256_hex};

const NO_FONT: Error = Error::NotFound("font");
/// The maximum number of bytes of one font file as it is sent.
pub const MAX_FONT_FILE: u64 = 10 << 20;
/// The maximum size of all fonts of an organization, in bytes: they are in memory while its decks are drawn.
const MAX_BYTES: u64 = 32 << 20;

impl Catalogue {
    /// The fonts that the caller's organization uploaded, ordered by family, weight and slant.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization.
    pub async fn fonts(&self, caller: &Caller) -> Result<Vec<StoredFont>> {
        caller.needs_organization_admin()?;
        Ok(self.store.fonts(&caller.organization.id).await?)
    }

    /// Checks a font file and stores it for the themes of the caller's organization. It replaces a font of the same
    /// family, weight and slant.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, the file is not a usable font, its family is
    /// built in, or the fonts of the organization are too large together.
    pub async fn add_font(&self, caller: &Caller, file: Spooled) -> Result<StoredFont> {
        let existing = self.fonts(caller).await?;
        let check = move || -> Result<CheckedFont> {
            let bytes = std::fs::read(file.path()).map_err(|fault| Error::Internal(fault.into()))?;
            check_font(&bytes).map_err(|fault| Error::invalid(fault.to_string()))
        };
        let CheckedFont { family, weight, style, figures, editable, licence, bytes } =
            run_with_permit(&self.font_checks, check).await??;
        if let Some(built_in) = Themes::core().fonts().iter().find(|font| font.family.eq_ignore_ascii_case(&family)) {
            return Err(Error::invalid(format!("`{}` is built in: themes can use it already", built_in.family)));
        }
        let italic = style == FontStyle::Italic;
        let is_same = |font: &&StoredFont| (&font.family, font.weight, font.italic) == (&family, weight, italic);
        let others = existing.iter().filter(|font| !is_same(font)).map(|font| font.bytes).sum::<u64>();
        let size = bytes.len() as u64;
        if others + size > MAX_BYTES {
            let limit = MAX_BYTES >> 20;
            return Err(Error::TooLarge(format!("the fonts of an organization have {limit} MB at most together")));
        }
        let hash = sha256_hex(&bytes);
        self.assets.put(&hash, bytes.into()).await?;
        let font = StoredFont {
            id: new_id(),
            organization: caller.organization.id.clone(),
            family,
            weight,
            italic,
            figures: figures_name(figures).to_owned(),
            editable,
            licence,
            bytes: size,
            hash,
            created_at: self.clock.now(),
        };
        let font = self.store.put_font(font).await?;
        self.invalidate(&caller.organization.id);
        self.record_change(caller, Act::FontAdded, &display_name(&font), Details::none()).await;
        Ok(font)
    }

    /// Removes a font.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, there is no such font, or a theme uses its
    /// family and this is the last font of it.
    pub async fn delete_font(&self, caller: &Caller, id: &FontId) -> Result<()> {
        let fonts = self.fonts(caller).await?;
        let font = fonts.iter().find(|font| font.id == *id).ok_or(NO_FONT)?;
        let is_last = fonts.iter().filter(|other| other.family == font.family).count() == 1;
        let themes = self.themes_of(&caller.organization).await?;
        let uses = |theme: &&deck::Theme| theme.own_faces.iter().any(|face| face.family == font.family);
        if is_last && let Some(theme) = themes.iter().find(uses) {
            let (family, label) = (&font.family, &theme.label);
            return Err(Error::Conflict(format!(
                "the theme `{label}` uses `{family}`: choose another font there first"
            )));
        }
        if !self.store.delete_font(&caller.organization.id, id).await? {
            return Err(NO_FONT);
        }
        self.invalidate(&caller.organization.id);
        self.record_change(caller, Act::FontRemoved, &display_name(font), Details::none()).await;
        Ok(())
    }

    /// The faces that an organization uploaded, with their files. A face whose file is missing is left out.
    pub(super) async fn own_faces(&self, organization: &OrganizationId) -> Result<Vec<OwnFace>> {
        let mut faces = Vec::new();
        for font in self.store.fonts(organization).await? {
            let Some(bytes) = self.assets.get(&font.hash).await? else {
                tracing::error!(font = display_name(&font), "the file of a font is missing");
                continue;
            };
            faces.push(OwnFace {
                figures: figures_named(&font.figures),
                family: font.family,
                weight: font.weight,
                style: if font.italic { FontStyle::Italic } else { FontStyle::Normal },
                editable: font.editable,
                hash: font.hash.into(),
                bytes: Arc::from(&bytes[..]),
            });
        }
        Ok(faces)
    }

    /// The file of a font that some organization uploaded; `None` when there is none with that hash.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn font_file(&self, hash: &str) -> Result<Option<Bytes>> {
        if !self.store.is_font(hash).await? {
            return Ok(None);
        }
        Ok(self.assets.get(hash).await?)
    }
}

/// A font for people, such as `Acme Sans 700 italic`.
fn display_name(font: &StoredFont) -> String {
    format!("{} {}{}", font.family, font.weight, if font.italic { " italic" } else { "" })
}

fn figures_name(figures: Figures) -> &'static str {
    match figures {
        Figures::Tabular => "tabular",
        Figures::Equal => "equal",
        Figures::Mono => "mono",
        Figures::Body => "body",
    }
}

fn figures_named(name: &str) -> Figures {
    match name {
        "tabular" => Figures::Tabular,
        "equal" => Figures::Equal,
        "mono" => Figures::Mono,
        _ => Figures::Body,
    }
}
