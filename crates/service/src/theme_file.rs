//! PowerPoint files as themes of an organization.

use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::Path;
use std::sync::Arc;

use deck::{Content, Rgb, Theme, ThemeError, Themes};
use office::{Template, TemplateLogo, TemplateRemarks};
use serde_json::Value;
use store::{CustomTheme, Spooled};
use tokio::runtime::Handle;

use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::interchange::PackageLibrary;
use crate::library::NewUpload;
use crate::permits::run_with_permit;
use crate::powerpoint::limits;
use crate::secret::sha256_hex;
use crate::{Interchange, ThemeFields};

/// The maximum length of a theme's name from a file, in characters.
const MAX_NAME: usize = 80;

/// A theme from a PowerPoint file, and what became of the look of the file.
#[derive(Debug)]
pub struct ImportedTheme {
    /// The theme.
    pub theme: CustomTheme,
    /// What is taken, changed and left out.
    pub remarks: TemplateRemarks,
}

impl Interchange {
    /// Creates a theme of the organization from a spooled PowerPoint file. `name` is the name of the file, after which
    /// the theme is named when the file has no other name for it. When the import fails, neither theme nor logo is left
    /// behind.
    ///
    /// # Errors
    /// Fails when the caller is not an administrator of the organization, or the file cannot be read.
    pub async fn import_theme(
        self: &Arc<Self>,
        caller: &Caller,
        spooled: Spooled,
        name: &str,
    ) -> Result<ImportedTheme> {
        caller.needs_organization_admin()?;
        let (service, caller) = (Arc::clone(self), caller.clone());
        let stem = Path::new(name.trim()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        let themes = self.catalogue.themes(&caller).await?;
        let handle = Handle::current();
        run_with_permit(&self.imports, move || -> Result<ImportedTheme> {
            let file = BufReader::new(File::open(spooled.path())?);
            let mut file = office::File::open(file, limits(service.config.max_slides))?;
            let Template { name, theme, logo, mut remarks } = file.template(&themes)?;
            let mut library = PackageLibrary::new(&service, &caller, &handle);
            let label = theme_label(name.as_deref(), &stem);
            let logo = logo.and_then(|TemplateLogo { part, is_everywhere }| {
                let new = NewUpload { name: format!("{label} logo"), ..NewUpload::default() };
                match library.keep_one(new, |spool| Ok(file.picture(&part, spool)?)) {
                    Ok(address) => Some((address, is_everywhere)),
                    Err(reason) => {
                        remarks.taken.retain(|text| !text.contains("logo"));
                        remarks.changed.retain(|text| !text.contains("logo"));
                        remarks.left_out.push(format!("The logo could not be stored: {reason}."));
                        None
                    }
                }
            });
            let mut fields = theme_fields(&label, theme, logo);
            fields.template = match stored_template(&service, &handle, &mut file) {
                Ok(hash) => {
                    remarks.taken.push("The template itself: decks can be exported onto its own layouts.".to_owned());
                    Some(hash.into())
                }
                Err(Error::Internal(fault)) => return Err(Error::Internal(fault)),
                Err(reason) => {
                    let text = format!("The template itself, so decks cannot be exported onto its layouts: {reason}.");
                    remarks.left_out.push(text);
                    None
                }
            };
            let stored = handle.block_on(service.catalogue.create_custom_theme(&caller, None, fields));
            if stored.is_err() {
                handle.block_on(service.remove_uploads(&library.uploads));
            }
            Ok(ImportedTheme { theme: stored?, remarks })
        })
        .await?
    }
}

/// Stores the masters and layouts of a file, and returns the hash of what is stored.
fn stored_template<R: Read + Seek>(
    service: &Interchange,
    handle: &Handle,
    file: &mut office::File<R>,
) -> Result<String> {
    let mut bytes = Cursor::new(Vec::new());
    file.skeleton()?.write(&mut bytes)?;
    let bytes = bytes.into_inner();
    let hash = sha256_hex(&bytes);
    handle.block_on(service.library.assets.put(&hash, bytes.into()))?;
    Ok(hash)
}

/// The name of a theme: the one in the file, else the name of the file without its extension, else `PowerPoint`.
fn theme_label(name: Option<&str>, stem: &str) -> String {
    let clean = |text: &str| {
        let text: String = text.chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    name.and_then(clean).or_else(|| clean(stem)).unwrap_or_else(|| "PowerPoint".to_owned())
}

/// A theme from the look of a file, for a deck without storage: it has no logo.
pub(crate) fn theme_of(template: Template, path: &Path) -> std::result::Result<Theme, ThemeError> {
    const ID: &str = "template";
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let mut declaration = Content::new();
    declaration.insert("id".to_owned(), ID.into());
    theme_fields(&theme_label(template.name.as_deref(), stem), template.theme, None).apply(&mut declaration);
    let themes = Themes::core().clone().with_custom("template", &Value::Object(declaration))?;
    Ok(themes.get(ID).clone())
}

/// The declaration of a theme with a logo and whether every slide shows it.
fn theme_fields(label: &str, theme: deck::CustomTheme, logo: Option<(String, bool)>) -> ThemeFields {
    let chart: Vec<String> = theme.chart.iter().map(Rgb::to_string).collect();
    let is_everywhere = logo.as_ref().is_some_and(|(_, is_everywhere)| *is_everywhere);
    ThemeFields {
        label: Some(label.into()),
        colors: Some(Value::Object(theme.colors)),
        fonts: Some(Value::Object(theme.fonts)),
        chart: (!chart.is_empty()).then(|| chart.into()),
        voice: theme.voice.map(Value::Object),
        logo_url: logo.map(|(address, _)| address.into()),
        locks: is_everywhere.then(|| vec!["logo"].into()),
        template: None,
    }
}
