//! The vendors of language models: their settings and their HTTP APIs.
//!
//! There is one file for each API. Requests go only to addresses from the settings, redirects are not followed, and
//! callers see nothing of a response but the text of the answer.

mod anthropic;
mod client;
mod gemini;
mod ollama;
mod openai;
mod tokens;

use std::fmt;

#[cfg(any(test, feature = "fuzz"))]
pub(crate) use self::client::answer;
pub(crate) use self::client::{Prompt, completion};
pub use self::tokens::{TokenCounter, TokenPrice, Tokens};

/// The built-in author, or a vendor of language models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vendor {
    /// The rule-based author of this crate, which works offline.
    Builtin,
    /// OpenAI.
    OpenAi,
    /// Anthropic, also named `claude`.
    Anthropic,
    /// Mistral.
    Mistral,
    /// Gemini.
    Gemini,
    /// DeepSeek.
    DeepSeek,
    /// Ollama.
    Ollama,
    /// Any server with OpenAI's API.
    OpenAiCompatible,
}

/// Names of a vendor's settings.
#[derive(Debug, Clone, Copy)]
pub struct SettingNames {
    /// Setting of the API key.
    pub key: &'static str,
    /// Setting of the model name.
    pub model: &'static str,
    /// Setting of the API address.
    pub base_url: &'static str,
    /// Setting of the price of tokens.
    pub price: &'static str,
}

impl Vendor {
    /// All vendors, in the order in which a default is chosen.
    pub const ALL: [Self; 8] = [
        Self::Builtin,
        Self::OpenAi,
        Self::Anthropic,
        Self::Mistral,
        Self::Gemini,
        Self::DeepSeek,
        Self::Ollama,
        Self::OpenAiCompatible,
    ];

    /// The id in settings and requests.
    pub fn id(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Mistral => "mistral",
            Self::Gemini => "gemini",
            Self::DeepSeek => "deepseek",
            Self::Ollama => "ollama",
            Self::OpenAiCompatible => "openai-compatible",
        }
    }

    /// The display name.
    pub fn label(self) -> &'static str {
        match self {
            Self::Builtin => "Built-in",
            Self::OpenAi => "OpenAI",
            Self::Anthropic => "Anthropic Claude",
            Self::Mistral => "Mistral",
            Self::Gemini => "Google Gemini",
            Self::DeepSeek => "DeepSeek",
            Self::Ollama => "Ollama",
            Self::OpenAiCompatible => "OpenAI-compatible server",
        }
    }

    /// The vendor with an id, ignoring case and surrounding spaces; `None` for an unknown id. `claude` means Anthropic.
    pub fn named(id: &str) -> Option<Self> {
        let name = id.trim().to_ascii_lowercase();
        let name = if name == "claude" { "anthropic" } else { &name };
        Self::ALL.into_iter().find(|vendor| vendor.id() == name)
    }

    /// All ids, separated by commas, for error messages.
    pub fn ids() -> String {
        Self::ALL.map(Self::id).join(", ")
    }

    /// Names of the vendor's settings; `None` for the built-in author.
    pub fn settings(self) -> Option<SettingNames> {
        let (key, model, base_url, price) = match self {
            Self::Builtin => return None,
            Self::OpenAi => ("SVC_OPENAI_API_KEY", "SVC_OPENAI_MODEL", "SVC_OPENAI_BASE_URL", "SVC_OPENAI_PRICE"),
            Self::Anthropic => {
                ("SVC_ANTHROPIC_API_KEY", "SVC_ANTHROPIC_MODEL", "SVC_ANTHROPIC_BASE_URL", "SVC_ANTHROPIC_PRICE")
            }
            Self::Mistral => ("SVC_MISTRAL_API_KEY", "SVC_MISTRAL_MODEL", "SVC_MISTRAL_BASE_URL", "SVC_MISTRAL_PRICE"),
            Self::Gemini => ("SVC_GEMINI_API_KEY", "SVC_GEMINI_MODEL", "SVC_GEMINI_BASE_URL", "SVC_GEMINI_PRICE"),
            Self::DeepSeek => {
                ("SVC_DEEPSEEK_API_KEY", "SVC_DEEPSEEK_MODEL", "SVC_DEEPSEEK_BASE_URL", "SVC_DEEPSEEK_PRICE")
            }
            Self::Ollama => ("SVC_OLLAMA_API_KEY", "SVC_OLLAMA_MODEL", "SVC_OLLAMA_BASE_URL", "SVC_OLLAMA_PRICE"),
            Self::OpenAiCompatible => (
                "SVC_OPENAI_COMPATIBLE_API_KEY",
                "SVC_OPENAI_COMPATIBLE_MODEL",
                "SVC_OPENAI_COMPATIBLE_BASE_URL",
                "SVC_OPENAI_COMPATIBLE_PRICE",
            ),
        };
        Some(SettingNames { key, model, base_url, price })
    }

    /// The default model and API address; empty where the settings must name them.
    fn defaults(self) -> (&'static str, &'static str) {
        match self {
            Self::OpenAi => ("gpt-4.1-mini", "https://api.openai.com/v1"),
            Self::Anthropic => ("claude-sonnet-4-5", "https://api.anthropic.com/v1"),
            Self::Mistral => ("mistral-medium-latest", "https://api.mistral.ai/v1"),
            Self::Gemini => ("gemini-2.5-flash", "https://generativelanguage.googleapis.com/v1beta"),
            Self::DeepSeek => ("deepseek-chat", "https://api.deepseek.com/v1"),
            Self::Builtin | Self::Ollama | Self::OpenAiCompatible => ("", ""),
        }
    }
}

/// An API key, which `Debug` does not print.
#[derive(Clone, PartialEq, Eq)]
pub struct VendorKey(String);

impl VendorKey {
    /// Wraps an API key.
    pub fn new(key: impl Into<String>) -> Self {
        Self(key.into())
    }
}

impl fmt::Debug for VendorKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("(secret)")
    }
}

/// The settings of one vendor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VendorAccess {
    /// The vendor.
    pub vendor: Vendor,
    /// The API key.
    pub key: Option<VendorKey>,
    /// The model name; the vendor's default when absent.
    pub model: Option<String>,
    /// The base address of the API including its version, without a trailing slash; the vendor's default when absent.
    pub base_url: Option<String>,
    /// What tokens cost; unknown when absent.
    pub price: Option<TokenPrice>,
}

impl VendorAccess {
    /// Name of the first setting that is missing; `None` when the vendor can be used.
    pub fn missing(&self) -> Option<&'static str> {
        let names = self.vendor.settings()?;
        match self.vendor {
            Vendor::Ollama | Vendor::OpenAiCompatible => match (&self.base_url, &self.model) {
                (None, _) => Some(names.base_url),
                (_, None) => Some(names.model),
                _ => None,
            },
            _ => self.key.is_none().then_some(names.key),
        }
    }

    /// Name of the model to use.
    pub fn model(&self) -> &str {
        self.model.as_deref().unwrap_or(self.vendor.defaults().0)
    }

    fn base_url(&self) -> &str {
        self.base_url.as_deref().unwrap_or(self.vendor.defaults().1)
    }

    fn bearer_header(&self) -> Vec<(&'static str, String)> {
        self.key.iter().map(|key| ("authorization", format!("Bearer {}", key.0))).collect()
    }
}

/// The vendors that this instance is configured for.
#[derive(Debug, Clone, Default)]
pub struct Vendors {
    default: Option<Vendor>,
    accesses: Vec<VendorAccess>,
}

/// Why a vendor cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VendorUnavailable {
    /// There is no vendor with this id.
    #[error("there is no vendor `{0}`; expected one of {ids}", ids = Vendor::ids())]
    Unknown(String),
    /// A setting of the vendor is missing.
    #[error("the vendor `{}` is not configured: set {setting}", .vendor.id())]
    NotConfigured {
        /// The vendor.
        vendor: Vendor,
        /// Name of the missing setting.
        setting: &'static str,
    },
}

impl Vendors {
    /// The vendors with their settings. `default` is the vendor that the settings name as default.
    pub fn new(default: Option<Vendor>, accesses: Vec<VendorAccess>) -> Self {
        Self { default, accesses }
    }

    /// The settings of a vendor; `None` for the built-in author.
    pub fn access(&self, vendor: Vendor) -> Option<&VendorAccess> {
        self.accesses.iter().find(|access| access.vendor == vendor)
    }

    /// Name of the first setting that a vendor lacks; `None` when it can be used.
    pub fn missing(&self, vendor: Vendor) -> Option<&'static str> {
        match self.access(vendor) {
            Some(access) => access.missing(),
            None => VendorAccess { vendor, key: None, model: None, base_url: None, price: None }.missing(),
        }
    }

    /// The vendor for calls that name none: the default of the settings, else the first configured vendor, else the
    /// built-in author.
    pub fn default_vendor(&self) -> Vendor {
        let configured = || Vendor::ALL.into_iter().skip(1).find(|vendor| self.missing(*vendor).is_none());
        self.default.or_else(configured).unwrap_or(Vendor::Builtin)
    }

    /// The vendor with an id, or the default vendor when there is no id.
    ///
    /// # Errors
    /// Fails when there is no such vendor or when it lacks a setting.
    pub fn chosen(&self, name: Option<&str>) -> Result<Vendor, VendorUnavailable> {
        let vendor = match name.filter(|name| !name.trim().is_empty()) {
            Some(name) => {
                Vendor::named(name).ok_or_else(|| VendorUnavailable::Unknown(deck::shortened(name.trim(), 60)))?
            }
            None => self.default_vendor(),
        };
        match self.missing(vendor) {
            Some(setting) => Err(VendorUnavailable::NotConfigured { vendor, setting }),
            None => Ok(vendor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(vendor: Vendor, key: &str, model: &str, base_url: &str) -> VendorAccess {
        let set = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        VendorAccess {
            vendor,
            key: set(key).map(VendorKey::new),
            model: set(model),
            base_url: set(base_url),
            price: None,
        }
    }

    #[test]
    fn vendor_ids_ignore_case_and_surrounding_spaces() {
        assert_eq!(Vendor::named(" Claude "), Some(Vendor::Anthropic));
        assert_eq!(Vendor::named("OPENAI-compatible"), Some(Vendor::OpenAiCompatible));
        assert_eq!(Vendor::named("oracle"), None);
    }

    #[test]
    fn the_default_is_the_named_vendor_else_the_first_configured_else_builtin() {
        let configured = || vec![access(Vendor::DeepSeek, "k", "", ""), access(Vendor::Mistral, "k", "", "")];
        assert_eq!(Vendors::default().default_vendor(), Vendor::Builtin);
        assert_eq!(Vendors::new(None, configured()).default_vendor(), Vendor::Mistral);
        let vendors = Vendors::new(Some(Vendor::OpenAi), configured());
        assert_eq!(vendors.default_vendor(), Vendor::OpenAi);
        assert!(vendors.chosen(None).unwrap_err().to_string().contains("SVC_OPENAI_API_KEY"));
        assert_eq!(vendors.chosen(Some("builtin")), Ok(Vendor::Builtin));
        assert_eq!(vendors.chosen(Some("deepseek")), Ok(Vendor::DeepSeek));
    }

    #[test]
    fn the_first_missing_setting_is_named() {
        let missing = |access: VendorAccess| access.missing();
        assert_eq!(missing(access(Vendor::Ollama, "", "", "")), Some("SVC_OLLAMA_BASE_URL"));
        assert_eq!(missing(access(Vendor::Ollama, "", "", "http://a")), Some("SVC_OLLAMA_MODEL"));
        assert_eq!(missing(access(Vendor::OpenAiCompatible, "", "m", "http://a")), None);
        assert_eq!(missing(access(Vendor::Gemini, "", "m", "http://a")), Some("SVC_GEMINI_API_KEY"));
        assert_eq!(missing(access(Vendor::Gemini, "k", "", "")), None);
    }

    #[test]
    fn a_key_is_never_printed() {
        assert!(!format!("{:?}", access(Vendor::OpenAi, "sk-very-secret", "", "")).contains("very"));
    }
}
