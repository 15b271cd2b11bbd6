//! The settings as flags. A flag takes precedence over the environment; secrets have no flags.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lettre::message::Mailbox;
use service::{Role, Vendor};

use super::ai::vendor;
use super::value::{
    Networks, bytes, count, days, domain, drain, email, folder, host, issuer, json_list, label, language, mailbox,
    networks, port, role, seconds, switch, web_address,
};

/// A storage backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Storage {
    /// One database file in the data folder.
    Sqlite,
    /// A PostgreSQL server.
    Postgres,
    /// JSON files in the data folder.
    File,
}

/// The flags of every command that opens storage.
#[derive(Debug, Default, Args)]
pub(crate) struct StorageFlags {
    /// Folder for the database, assets and slide types [SVC_DATA_DIR, ./data].
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Storage backend for decks and accounts [SVC_STORAGE, sqlite].
    #[arg(long, value_enum)]
    pub(crate) storage: Option<Storage>,
    /// Public address of the instance [APP_URL].
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(crate) app_url: Option<String>,
    /// Public host name, where there is no --app-url [DOMAIN].
    #[arg(long, value_name = "HOST", value_parser = domain)]
    pub(crate) domain: Option<String>,
    /// E-mail of the first administrator of an empty folder [SVC_ADMIN_EMAIL, admin@localhost].
    #[arg(long, value_name = "EMAIL", value_parser = email)]
    pub(crate) admin_email: Option<String>,
}

/// The flags of a service, which has every setting.
#[derive(Debug, Default, Args)]
pub(crate) struct ServeFlags {
    #[command(flatten)]
    pub(crate) storage: StorageFlags,
    /// Address to listen on [SVC_HOST, 127.0.0.1].
    #[arg(long, value_parser = host)]
    pub(crate) host: Option<String>,
    /// Port to listen on, 0 for any [SVC_PORT, 4100].
    #[arg(long, value_parser = port)]
    pub(crate) port: Option<u16>,
    /// Host in the ids of schemas [SVC_SCHEMA_HOST, https://svc.eu].
    #[arg(long, value_name = "URL", value_parser = web_address)]
    pub(crate) schema_host: Option<String>,
    /// Language of new decks [SVC_LANG, en-GB].
    #[arg(long, value_parser = language)]
    pub(crate) lang: Option<String>,
    /// E-mail of the account that agent tools over stdio act for [SVC_MCP_OWNER_EMAIL].
    #[arg(long, value_name = "EMAIL", value_parser = email)]
    pub(crate) mcp_owner_email: Option<String>,
    /// Whether agents get tools beyond the 27 original ones [SVC_MCP_EXTRA_TOOLS, on].
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    pub(crate) mcp_extra_tools: Option<bool>,
    /// Declarations of further agent tools [SVC_MCP_TOOLS_FILE].
    #[arg(long, value_name = "FILE", value_parser = json_list)]
    pub(crate) mcp_tools_file: Option<PathBuf>,
    /// Accept agents whose id is the address of a document, and request it [SVC_OAUTH_CLIENT_DOCUMENTS, off].
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    pub(crate) oauth_client_documents: Option<bool>,
    /// Start in maintenance, which rejects writes [SVC_MAINTENANCE, off].
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    pub(crate) maintenance: Option<bool>,
    /// Seconds after which clients may retry during maintenance [SVC_MAINTENANCE_RETRY_AFTER, 30].
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) maintenance_retry_after: Option<u64>,
    /// Seconds to keep serving, but report not ready, after a signal to stop [SVC_DRAIN_SECONDS, 0].
    #[arg(long, value_name = "SECONDS", value_parser = drain)]
    pub(crate) drain_seconds: Option<u64>,
    /// Trust X-Forwarded-For and X-Forwarded-Proto [SVC_TRUST_PROXY, off].
    #[arg(long, value_name = "SWITCH", value_parser = switch)]
    pub(crate) trust_proxy: Option<bool>,
    /// Default vendor of AI calls [SVC_AI_VENDOR].
    #[arg(long, value_name = "ID", value_parser = vendor)]
    pub(crate) ai_vendor: Option<Vendor>,
    /// Days after which trashed decks are purged, 0 for never [SVC_TRASH_DAYS, 0].
    #[arg(long, value_name = "DAYS", value_parser = days)]
    pub(crate) trash_days: Option<u64>,
    /// Maximum number of slides of a deck [SVC_MAX_SLIDES, 500].
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub(crate) max_slides: Option<u64>,
    /// Maximum number of open event streams [SVC_SSE_MAX, 20000].
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub(crate) sse_max: Option<u64>,
    /// Maximum number of open event streams of one live session [SVC_SSE_MAX_PER_SESSION, 20000].
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub(crate) sse_max_per_session: Option<u64>,
    /// Maximum number of open event streams of one address [SVC_SSE_MAX_PER_IP, 2000].
    #[arg(long, value_name = "COUNT", value_parser = count)]
    pub(crate) sse_max_per_ip: Option<u64>,
    /// Folder with further fonts [SVC_FONTS_DIR].
    #[arg(long, value_name = "FOLDER", value_parser = folder)]
    pub(crate) fonts_dir: Option<PathBuf>,
    /// Maximum size of a request in bytes [SVC_MAX_BODY_BYTES, 25 MiB].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) max_body_bytes: Option<u64>,
    /// Maximum size of an imported package in bytes [SVC_MAX_DECK_BYTES, 256 MiB].
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) max_deck_bytes: Option<u64>,
    /// Requests a minute for every key, for benchmarks [SVC_REQUESTS_A_MINUTE].
    #[arg(long, value_name = "COUNT", value_parser = count, hide = true)]
    pub(crate) requests_a_minute: Option<u64>,
    /// Private networks that webhooks may call, such as 10.0.0.0/8,fd00::/8 [SVC_WEBHOOK_ALLOW].
    #[arg(long, value_name = "NETWORKS", value_parser = networks)]
    pub(crate) webhook_allow: Option<Networks>,
    /// Who mail is from, such as "Lectern <decks@example.com>" [SVC_SMTP_FROM].
    #[arg(long, value_name = "ADDRESS", value_parser = mailbox)]
    pub(crate) smtp_from: Option<Mailbox>,
    /// Issuer of single sign-on [SVC_OIDC_ISSUER].
    #[arg(long, value_name = "URL", value_parser = issuer)]
    pub(crate) oidc_issuer: Option<String>,
    /// Client id for single sign-on [SVC_OIDC_CLIENT_ID].
    #[arg(long, value_name = "ID")]
    pub(crate) oidc_client_id: Option<String>,
    /// Name of single sign-on, for its button [SVC_OIDC_NAME].
    #[arg(long, value_name = "NAME", value_parser = label)]
    pub(crate) oidc_name: Option<String>,
    /// Slug of the organization that people without an account join by single sign-on; without it they are rejected
    /// [SVC_OIDC_JOIN].
    #[arg(long, value_name = "SLUG")]
    pub(crate) oidc_join: Option<String>,
    /// Role of people who join by single sign-on, admin or member [SVC_OIDC_JOIN_ROLE, member].
    #[arg(long, value_name = "ROLE", value_parser = role)]
    pub(crate) oidc_join_role: Option<Role>,
}
