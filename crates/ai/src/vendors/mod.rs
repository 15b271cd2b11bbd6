//! The vendors of language models: which there are, what each is given, and how it is spoken to.
//!
//! One file for each way of speaking. Only addresses of the settings are ever called, redirects are not followed, and
//! nothing of what a vendor says reaches a caller but the text of its answer.

mod anthropic;
mod client;
mod gemini;
mod ollama;
mod openai;

use std::fmt;

pub(crate) use self::client::{Ask, answer};

/// Who can write: the built-in author, or a vendor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Vendor {
    /// Rules of our own, offline.
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
    /// Any server that speaks as OpenAI's does.
    OpenAiCompatible,
}

/// Names of the settings of a vendor.
#[derive(Debug, Clone, Copy)]
pub struct SettingNames {
    /// Its key.
    pub key: &'static str,
    /// The model to ask.
    pub model: &'static str,
    /// The address to ask.
    pub base_url: &'static str,
}

impl Vendor {
    /// Every vendor, in the order in which a default is looked for.
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

    /// The name for people.
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

    /// The vendor with an id, spaces around it and its case aside. `claude` is Anthropic.
    pub fn named(id: &str) -> Option<Self> {
        let name = id.trim().to_ascii_lowercase();
        let name = if name == "claude" { "anthropic" } else { &name };
        Self::ALL.into_iter().find(|vendor| vendor.id() == name)
    }

    /// All ids, as a refusal lists them.
    pub fn ids() -> String {
        Self::ALL.map(Self::id).join(", ")
    }

    /// Names of its settings. The built-in author has none.
    pub fn settings(self) -> Option<SettingNames> {
        let (key, model, base_url) = match self {
            Self::Builtin => return None,
            Self::OpenAi => ("SVC_OPENAI_API_KEY", "SVC_OPENAI_MODEL", "SVC_OPENAI_BASE_URL"),
            Self::Anthropic => ("SVC_ANTHROPIC_API_KEY", "SVC_ANTHROPIC_MODEL", "SVC_ANTHROPIC_BASE_URL"),
            Self::Mistral => ("SVC_MISTRAL_API_KEY", "SVC_MISTRAL_MODEL", "SVC_MISTRAL_BASE_URL"),
            Self::Gemini => ("SVC_GEMINI_API_KEY", "SVC_GEMINI_MODEL", "SVC_GEMINI_BASE_URL"),
            Self::DeepSeek => ("SVC_DEEPSEEK_API_KEY", "SVC_DEEPSEEK_MODEL", "SVC_DEEPSEEK_BASE_URL"),
            Self::Ollama => ("SVC_OLLAMA_API_KEY", "SVC_OLLAMA_MODEL", "SVC_OLLAMA_BASE_URL"),
            Self::OpenAiCompatible => {
                ("SVC_OPENAI_COMPATIBLE_API_KEY", "SVC_OPENAI_COMPATIBLE_MODEL", "SVC_OPENAI_COMPATIBLE_BASE_URL")
            }
        };
        Some(SettingNames { key, model, base_url })
    }

    /// The model and the address that are asked where the settings name none; empty where they must.
    fn usual(self) -> (&'static str, &'static str) {
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

/// A key, printed nowhere.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key.
    pub fn new(key: impl Into<String>) -> Self {
        Self(key.into())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("(secret)")
    }
}

/// What a vendor is given by the settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Access {
    /// Which vendor.
    pub vendor: Vendor,
    /// Its key.
    pub key: Option<Key>,
    /// The model to ask.
    pub model: Option<String>,
    /// The root of its interface with the version, without trailing slashes.
    pub base_url: Option<String>,
}

impl Access {
    /// The setting that is missing before it can be asked, the first where there are several.
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

    /// The model that is asked.
    pub fn model(&self) -> &str {
        self.model.as_deref().unwrap_or(self.vendor.usual().0)
    }

    fn base_url(&self) -> &str {
        self.base_url.as_deref().unwrap_or(self.vendor.usual().1)
    }
}

/// Who can write on an instance.
#[derive(Debug, Clone, Default)]
pub struct Vendors {
    named: Option<Vendor>,
    accesses: Vec<Access>,
}

/// Why a vendor cannot be asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoVendor {
    /// There is none of that name.
    #[error("there is no vendor `{0}`; expected one of {ids}", ids = Vendor::ids())]
    Unknown(String),
    /// The instance has no settings for it.
    #[error("the vendor `{}` is not configured: set {setting}", .vendor.id())]
    NotConfigured {
        /// Which vendor.
        vendor: Vendor,
        /// The setting that is missing.
        setting: &'static str,
    },
}

impl Vendors {
    /// The vendor that the settings name as default, and what each vendor is given.
    pub fn new(named: Option<Vendor>, accesses: Vec<Access>) -> Self {
        Self { named, accesses }
    }

    /// What a vendor is given; nothing for the built-in author.
    pub fn access(&self, vendor: Vendor) -> Option<&Access> {
        self.accesses.iter().find(|access| access.vendor == vendor)
    }

    /// The setting that a vendor lacks.
    pub fn missing(&self, vendor: Vendor) -> Option<&'static str> {
        match self.access(vendor) {
            Some(access) => access.missing(),
            None => Access { vendor, key: None, model: None, base_url: None }.missing(),
        }
    }

    /// Who writes when a call names nobody: who the settings name, else the first that is configured, else the built-in
    /// author.
    pub fn default_vendor(&self) -> Vendor {
        let configured = || Vendor::ALL.into_iter().skip(1).find(|vendor| self.missing(*vendor).is_none());
        self.named.or_else(configured).unwrap_or(Vendor::Builtin)
    }

    /// Who writes when a call names somebody, or nobody.
    ///
    /// # Errors
    /// There is no such vendor, or it lacks a setting.
    pub fn chosen(&self, name: Option<&str>) -> Result<Vendor, NoVendor> {
        let vendor = match name.filter(|name| !name.trim().is_empty()) {
            Some(name) => Vendor::named(name).ok_or_else(|| NoVendor::Unknown(deck::cut(name.trim(), 60)))?,
            None => self.default_vendor(),
        };
        match self.missing(vendor) {
            Some(setting) => Err(NoVendor::NotConfigured { vendor, setting }),
            None => Ok(vendor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(vendor: Vendor, key: &str, model: &str, base_url: &str) -> Access {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Access { vendor, key: given(key).map(Key::new), model: given(model), base_url: given(base_url) }
    }

    #[test]
    fn names_are_read_without_case_and_spaces() {
        assert_eq!(Vendor::named(" Claude "), Some(Vendor::Anthropic));
        assert_eq!(Vendor::named("OPENAI-compatible"), Some(Vendor::OpenAiCompatible));
        assert_eq!(Vendor::named("oracle"), None);
    }

    #[test]
    fn the_default_is_the_named_one_else_the_first_configured_else_ours() {
        let mistral = || vec![access(Vendor::DeepSeek, "k", "", ""), access(Vendor::Mistral, "k", "", "")];
        assert_eq!(Vendors::default().default_vendor(), Vendor::Builtin);
        assert_eq!(Vendors::new(None, mistral()).default_vendor(), Vendor::Mistral);
        let named = Vendors::new(Some(Vendor::OpenAi), mistral());
        assert_eq!(named.default_vendor(), Vendor::OpenAi);
        assert!(named.chosen(None).unwrap_err().to_string().contains("SVC_OPENAI_API_KEY"));
        assert_eq!(named.chosen(Some("builtin")), Ok(Vendor::Builtin));
        assert_eq!(named.chosen(Some("deepseek")), Ok(Vendor::DeepSeek));
    }

    #[test]
    fn the_first_missing_setting_is_named() {
        let missing = |access: Access| access.missing();
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
