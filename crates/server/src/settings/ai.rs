//! The AI vendors by id, and what each is given.

use super::value::{Read, Secret, secret, text, web_address};
use super::{Environment, Wrong, setting};

/// A vendor of the fixed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vendor {
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

impl Vendor {
    /// Every vendor, in the order in which a default is looked for.
    pub(crate) const ALL: [Self; 8] = [
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
    pub(crate) fn id(self) -> &'static str {
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

    /// Names of its settings: key, model, address. The built-in one has none.
    fn settings(self) -> Option<[&'static str; 3]> {
        Some(match self {
            Self::Builtin => return None,
            Self::OpenAi => ["SVC_OPENAI_API_KEY", "SVC_OPENAI_MODEL", "SVC_OPENAI_BASE_URL"],
            Self::Anthropic => ["SVC_ANTHROPIC_API_KEY", "SVC_ANTHROPIC_MODEL", "SVC_ANTHROPIC_BASE_URL"],
            Self::Mistral => ["SVC_MISTRAL_API_KEY", "SVC_MISTRAL_MODEL", "SVC_MISTRAL_BASE_URL"],
            Self::Gemini => ["SVC_GEMINI_API_KEY", "SVC_GEMINI_MODEL", "SVC_GEMINI_BASE_URL"],
            Self::DeepSeek => ["SVC_DEEPSEEK_API_KEY", "SVC_DEEPSEEK_MODEL", "SVC_DEEPSEEK_BASE_URL"],
            Self::Ollama => ["SVC_OLLAMA_API_KEY", "SVC_OLLAMA_MODEL", "SVC_OLLAMA_BASE_URL"],
            Self::OpenAiCompatible => {
                ["SVC_OPENAI_COMPATIBLE_API_KEY", "SVC_OPENAI_COMPATIBLE_MODEL", "SVC_OPENAI_COMPATIBLE_BASE_URL"]
            }
        })
    }
}

/// The vendor with an id, without regard to case.
pub(crate) fn vendor(id: &str) -> Read<Vendor> {
    let name = id.trim().to_ascii_lowercase();
    let name = if name == "claude" { "anthropic" } else { &name };
    Vendor::ALL.into_iter().find(|vendor| vendor.id() == name).ok_or_else(|| {
        let ids = Vendor::ALL.map(Vendor::id).join(", ");
        format!("expected one of {ids}")
    })
}

/// What a vendor is given.
#[derive(Debug)]
#[expect(dead_code, reason = "read by the author once it is there")]
pub(crate) struct Access {
    /// Which vendor.
    pub(crate) vendor: Vendor,
    /// Its key.
    pub(crate) key: Option<Secret>,
    /// The model to ask.
    pub(crate) model: Option<String>,
    /// The address to ask, without trailing slashes.
    pub(crate) base_url: Option<String>,
}

/// What every vendor but the built-in one is given.
pub(super) fn accesses(environment: Environment<'_>) -> Result<Vec<Access>, Wrong> {
    let named = Vendor::ALL.into_iter().filter_map(|vendor| vendor.settings().map(|names| (vendor, names)));
    named
        .map(|(vendor, [key, model, base_url])| {
            Ok(Access {
                vendor,
                key: setting(None, environment, key, secret)?,
                model: setting(None, environment, model, text)?,
                base_url: setting(None, environment, base_url, web_address)?,
            })
        })
        .collect()
}
