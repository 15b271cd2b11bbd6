//! Settings from flags and from the environment. Flags take precedence.
//!
//! All settings are read and validated once, before storage is opened. An empty value counts as unset. With an invalid
//! value the command fails and names the setting. Secrets are read from the environment only and are never printed.

pub(crate) mod ai;
pub(crate) mod flags;
pub(crate) mod value;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use lettre::message::Mailbox;
use service::{Backend, Config, Newcomers, Role, Vendors};

use self::flags::{ServeFlags, Storage, StorageFlags};
use self::value::{
    Parsed, Secret, bucket, bytes, count, database, days, domain, drain, email, folder, host, json_list, label,
    language, networks, password, path, port, redis, seconds, secret, switch, text, web_address,
};

use crate::mail::Smtp;

/// Reads a variable of the environment.
pub(crate) type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

const MIB: u64 = 1024 * 1024;

/// An invalid setting: its name, and what is expected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {why}")]
pub(crate) struct InvalidSetting {
    name: &'static str,
    why: String,
}

/// The settings of storage, which most commands need.
#[derive(Debug)]
pub(crate) struct StorageSettings {
    /// The kind of backend.
    pub(crate) storage: Storage,
    /// Address of the PostgreSQL server; always set for that backend, none for the others.
    database_url: Option<Secret>,
    /// The settings of the use cases.
    pub(crate) config: Config,
    /// E-mail of the first administrator.
    pub(crate) admin_email: Option<String>,
    /// Password of the first administrator.
    pub(crate) admin_password: Option<Secret>,
}

/// The settings of `lectern serve`.
#[derive(Debug)]
pub(crate) struct Settings {
    /// The settings of storage.
    pub(crate) storage: StorageSettings,
    /// Name or address to listen on.
    pub(crate) host: String,
    /// Port to listen on.
    pub(crate) port: u16,
    /// Public address without a trailing slash, if there is one.
    pub(crate) base_url: Option<String>,
    /// Public host name as `DOMAIN` gives it.
    pub(crate) domain: Option<String>,
    /// Whether the headers of a proxy about address and scheme are trusted.
    pub(crate) trust_proxy: bool,
    /// How long the service still accepts requests, but reports that it is not ready, after a signal to stop.
    pub(crate) drain: Duration,
    /// The maximum size of a request body, in bytes.
    pub(crate) max_body_bytes: u64,
    /// The maximum size of an imported package, in bytes.
    pub(crate) max_deck_bytes: u64,
    /// E-mail of the account that tools over the standard streams act for.
    pub(crate) mcp_owner_email: Option<String>,
    /// Whether agents get tools beyond those of the original interface.
    pub(crate) mcp_extra_tools: bool,
    /// File in which a deployment declares tools of its own.
    pub(crate) mcp_tools_file: Option<PathBuf>,
    /// Whether an agent's client id may be the address of a document that describes the client. Lectern then requests
    /// that address.
    pub(crate) oauth_client_documents: bool,
    /// Single sign-on, if it is configured.
    pub(crate) oidc: Option<Oidc>,
    /// The server that mail is sent by, if it is configured.
    pub(crate) smtp: Option<Smtp>,
}

/// The settings of single sign-on.
#[derive(Debug)]
pub(crate) struct Oidc {
    /// Address of the issuer, exactly as the issuer writes it in its metadata.
    pub(crate) issuer: String,
    /// The client id of this instance.
    pub(crate) client_id: String,
    /// The client secret of this instance.
    pub(crate) client_secret: Secret,
    /// Public address of this instance, to which the issuer sends people back.
    pub(crate) public: String,
    /// Name of the issuer on the sign-in button.
    pub(crate) name: Option<String>,
}

impl StorageSettings {
    /// Reads the settings of a command other than `serve`.
    ///
    /// # Errors
    /// A setting is invalid.
    pub(crate) fn read(flags: StorageFlags, environment: Environment<'_>) -> Result<Self, InvalidSetting> {
        let storage = setting(flags.storage, environment, "SVC_STORAGE", storage)?.unwrap_or(Storage::Sqlite);
        // Other programs use this variable, too, so it is only read for the backend that needs it.
        let is_needed = storage == Storage::Postgres;
        let database_url = if is_needed { setting(None, environment, "DATABASE_URL", database)? } else { None };
        if is_needed && database_url.is_none() {
            return Err(invalid("DATABASE_URL", "PostgreSQL storage needs the address of its server"));
        }
        let redis_url = setting(None, environment, "SVC_REDIS_URL", redis)?;
        if redis_url.is_some() && storage != Storage::Postgres {
            return Err(invalid("SVC_REDIS_URL", "several nodes share PostgreSQL too: set SVC_STORAGE=postgres"));
        }
        let assets_url = setting(None, environment, "SVC_ASSETS_URL", bucket)?;
        let app_url = setting(flags.app_url, environment, "APP_URL", web_address)?;
        let domain = setting(flags.domain, environment, "DOMAIN", domain)?;
        let data_dir = setting(flags.data_dir, environment, "SVC_DATA_DIR", path)?;
        let config = Config {
            data_dir: data_dir.unwrap_or_else(|| PathBuf::from("data")),
            redis_url: redis_url.map(|url| url.reveal().to_owned()),
            assets_url,
            base_url: app_url.or_else(|| domain.map(|domain| format!("https://{domain}"))),
            ..Config::default()
        };
        Ok(Self {
            storage,
            database_url,
            config,
            admin_email: setting(flags.admin_email, environment, "SVC_ADMIN_EMAIL", email)?,
            admin_password: setting(None, environment, "SVC_ADMIN_PASSWORD", password)?,
        })
    }

    /// The storage backend. It contains the address of the database and must not be logged.
    pub(crate) fn backend(&self) -> Backend {
        let folder = self.config.data_dir.clone();
        match (self.storage, &self.database_url) {
            (Storage::File, _) => Backend::File { folder },
            (Storage::Postgres, Some(url)) => Backend::Postgres { url: url.reveal().to_owned() },
            (Storage::Postgres | Storage::Sqlite, _) => Backend::Sqlite { folder },
        }
    }
}

impl Settings {
    /// Reads the settings of `lectern serve`.
    ///
    /// # Errors
    /// A setting is invalid.
    pub(crate) fn read(flags: ServeFlags, environment: Environment<'_>) -> Result<Self, InvalidSetting> {
        let domain = setting(flags.storage.domain.clone(), environment, "DOMAIN", domain)?;
        let mut storage = StorageSettings::read(flags.storage, environment)?;
        let config = &mut storage.config;
        if let Some(host) = setting(flags.schema_host, environment, "SVC_SCHEMA_HOST", web_address)? {
            config.schema_host = host;
        }
        if let Some(lang) = setting(flags.lang, environment, "SVC_LANG", language)? {
            config.lang = lang;
        }
        if let Some(most) = setting(flags.max_slides, environment, "SVC_MAX_SLIDES", count)? {
            config.max_slides = usize::try_from(most).unwrap_or(usize::MAX);
        }
        if let Some(days) = setting(flags.trash_days, environment, "SVC_TRASH_DAYS", days)? {
            config.trash_days = days;
        }
        if let Some(on) = setting(flags.maintenance, environment, "SVC_MAINTENANCE", switch)? {
            config.maintenance = on;
        }
        let wait = setting(flags.maintenance_retry_after, environment, "SVC_MAINTENANCE_RETRY_AFTER", seconds)?;
        config.maintenance_retry_after = wait.unwrap_or(config.maintenance_retry_after);
        config.fonts_dir = setting(flags.fonts_dir, environment, "SVC_FONTS_DIR", folder)?;
        config.requests_a_minute = setting(flags.requests_a_minute, environment, "SVC_REQUESTS_A_MINUTE", count)?;

        for (most, flag, name) in [
            (&mut config.max_streams, flags.sse_max, "SVC_SSE_MAX"),
            (&mut config.max_streams_per_session, flags.sse_max_per_session, "SVC_SSE_MAX_PER_SESSION"),
            (&mut config.max_streams_per_address, flags.sse_max_per_ip, "SVC_SSE_MAX_PER_IP"),
        ] {
            if let Some(given) = setting(flag, environment, name, count)? {
                *most = usize::try_from(given).unwrap_or(usize::MAX);
            }
        }

        if let Some(allowed) = setting(flags.webhook_allow, environment, "SVC_WEBHOOK_ALLOW", networks)? {
            config.webhook_allow = allowed.0;
        }
        let vendor = setting(flags.ai_vendor, environment, "SVC_AI_VENDOR", ai::vendor)?;
        config.vendors = Vendors::new(vendor, ai::accesses(environment)?);
        config.newcomers = newcomers(flags.oidc_join, flags.oidc_join_role, environment)?;
        let oidc = oidc(flags.oidc_issuer, flags.oidc_client_id, flags.oidc_name, config, environment)?;
        let smtp = smtp(flags.smtp_from, config, environment)?;
        let documents = setting(flags.oauth_client_documents, environment, "SVC_OAUTH_CLIENT_DOCUMENTS", switch)?;
        let body = setting(flags.max_body_bytes, environment, "SVC_MAX_BODY_BYTES", bytes)?;
        let package = setting(flags.max_deck_bytes, environment, "SVC_MAX_DECK_BYTES", bytes)?;
        Ok(Self {
            base_url: storage.config.base_url.clone(),
            storage,
            host: setting(flags.host, environment, "SVC_HOST", host)?.unwrap_or_else(|| "127.0.0.1".to_owned()),
            port: setting(flags.port, environment, "SVC_PORT", port)?.unwrap_or(4100),
            domain,
            trust_proxy: setting(flags.trust_proxy, environment, "SVC_TRUST_PROXY", switch)?.unwrap_or(false),
            drain: Duration::from_secs(
                setting(flags.drain_seconds, environment, "SVC_DRAIN_SECONDS", drain)?.unwrap_or_default(),
            ),
            max_body_bytes: body.unwrap_or(25 * MIB),
            max_deck_bytes: package.unwrap_or(256 * MIB),
            mcp_owner_email: setting(flags.mcp_owner_email, environment, "SVC_MCP_OWNER_EMAIL", email)?,
            mcp_extra_tools: setting(flags.mcp_extra_tools, environment, "SVC_MCP_EXTRA_TOOLS", switch)?
                .unwrap_or(true),
            mcp_tools_file: setting(flags.mcp_tools_file, environment, "SVC_MCP_TOOLS_FILE", json_list)?,
            oauth_client_documents: documents.unwrap_or(false),
            oidc,
            smtp,
        })
    }
}

/// The value of a setting: that of its flag, else that of the environment, parsed by `parse`. None when both are unset
/// or the variable is blank.
///
/// # Errors
/// The variable is not UTF-8 or cannot be parsed.
fn setting<T>(
    flag: Option<T>,
    environment: Environment<'_>,
    name: &'static str,
    parse: fn(&str) -> Parsed<T>,
) -> Result<Option<T>, InvalidSetting> {
    if flag.is_some() {
        return Ok(flag);
    }
    let Some(value) = environment(name) else { return Ok(None) };
    let Some(value) = value.to_str() else { return Err(invalid(name, "expected text in UTF-8")) };
    match value.trim() {
        "" => Ok(None),
        value => parse(value).map(Some).map_err(|why| InvalidSetting { name, why }),
    }
}

fn invalid(name: &'static str, why: &str) -> InvalidSetting {
    InvalidSetting { name, why: why.to_owned() }
}

fn storage(text: &str) -> Parsed<Storage> {
    Storage::from_str(text, true).map_err(|_| "expected sqlite, postgres or file".to_owned())
}

/// The settings of single sign-on; none when it is not configured.
fn oidc(
    issuer: Option<String>,
    client_id: Option<String>,
    name: Option<String>,
    config: &Config,
    environment: Environment<'_>,
) -> Result<Option<Oidc>, InvalidSetting> {
    let issuer = setting(issuer, environment, "SVC_OIDC_ISSUER", value::issuer)?;
    let client_id = setting(client_id, environment, "SVC_OIDC_CLIENT_ID", text)?;
    let client_secret = setting(None, environment, "SVC_OIDC_CLIENT_SECRET", secret)?;
    let name = setting(name, environment, "SVC_OIDC_NAME", label)?;
    let missing = |name| invalid(name, "single sign-on needs it beside the other `SVC_OIDC_` settings");
    let is_requested = name.is_some() || config.newcomers.is_some();
    match (issuer, client_id, client_secret, &config.base_url) {
        (None, None, None, _) if !is_requested => Ok(None),
        (None, ..) => Err(missing("SVC_OIDC_ISSUER")),
        (_, None, ..) => Err(missing("SVC_OIDC_CLIENT_ID")),
        (_, _, None, _) => Err(missing("SVC_OIDC_CLIENT_SECRET")),
        (.., None) => Err(invalid("APP_URL", "single sign-on needs the public address, to which people come back")),
        (Some(issuer), Some(client_id), Some(client_secret), Some(public)) => {
            Ok(Some(Oidc { issuer, client_id, client_secret, public: public.clone(), name }))
        }
    }
}

/// The server that mail is sent by; none when it is not configured.
fn smtp(from: Option<Mailbox>, config: &Config, environment: Environment<'_>) -> Result<Option<Smtp>, InvalidSetting> {
    let url = setting(None, environment, "SVC_SMTP_URL", secret)?;
    let from = setting(from, environment, "SVC_SMTP_FROM", value::mailbox)?;
    match (url, from, &config.base_url) {
        (None, None, _) => Ok(None),
        (None, ..) => Err(invalid("SVC_SMTP_URL", "mail needs the address of a server beside SVC_SMTP_FROM")),
        (_, None, _) => Err(invalid("SVC_SMTP_FROM", "mail needs the address that it is sent from")),
        (.., None) => Err(invalid("APP_URL", "mail needs the public address, which its links begin with")),
        (Some(url), Some(from), Some(public)) => {
            let smtp = Smtp::new(url.reveal(), from, public);
            smtp.map(Some).map_err(|why| InvalidSetting { name: "SVC_SMTP_URL", why })
        }
    }
}

/// Which organization people without an account join by single sign-on, and in which role; none when they are rejected.
fn newcomers(
    organization: Option<String>,
    role: Option<Role>,
    environment: Environment<'_>,
) -> Result<Option<Newcomers>, InvalidSetting> {
    let organization = setting(organization, environment, "SVC_OIDC_JOIN", text)?;
    let role = setting(role, environment, "SVC_OIDC_JOIN_ROLE", value::role)?;
    match (organization, role) {
        (Some(organization), role) => Ok(Some(Newcomers { organization, role: role.unwrap_or(Role::Member) })),
        (None, None) => Ok(None),
        (None, Some(_)) => Err(invalid("SVC_OIDC_JOIN", "a role needs the organization to join")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, InvalidSetting> {
        read_with(ServeFlags::default(), variables)
    }

    fn read_with(flags: ServeFlags, variables: &[(&str, &str)]) -> Result<Settings, InvalidSetting> {
        Settings::read(flags, &|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn without_settings_everything_has_its_default() {
        let settings = read(&[]).expect("nothing is wrong");
        assert_eq!((settings.host.as_str(), settings.port), ("127.0.0.1", 4100));
        assert_eq!(settings.storage.config.data_dir, PathBuf::from("data"));
        assert_eq!(settings.storage.config.base_url, None);
        assert_eq!((settings.max_body_bytes, settings.max_deck_bytes), (25 * MIB, 256 * MIB));
        assert!(matches!(settings.storage.backend(), Backend::Sqlite { .. }));
    }

    #[test]
    fn a_flag_takes_precedence_over_the_environment_and_an_empty_value_is_none() {
        let flags = ServeFlags { port: Some(5000), ..ServeFlags::default() };
        let settings = read_with(flags, &[("SVC_PORT", "4200"), ("SVC_HOST", " ")]).expect("nothing is wrong");
        assert_eq!((settings.host.as_str(), settings.port), ("127.0.0.1", 5000));
    }

    #[test]
    fn the_public_address_is_app_url_else_the_domain() {
        let base = |variables: &[(&str, &str)]| read(variables).expect("nothing is wrong").storage.config.base_url;
        assert_eq!(base(&[("APP_URL", "http://a.test//"), ("DOMAIN", "b.test")]), Some("http://a.test".to_owned()));
        assert_eq!(base(&[("DOMAIN", "b.test")]), Some("https://b.test".to_owned()));
    }

    #[test]
    fn a_wrong_value_is_named() {
        for (name, value) in [
            ("SVC_PORT", "harbour"),
            ("SVC_HOST", "a b"),
            ("SVC_STORAGE", "tape"),
            ("SVC_MAX_SLIDES", "many"),
            ("SVC_TRASH_DAYS", "soon"),
            ("SVC_MAINTENANCE", "perhaps"),
            ("SVC_MAINTENANCE_RETRY_AFTER", "soon"),
            ("SVC_TRUST_PROXY", "2"),
            ("SVC_OAUTH_CLIENT_DOCUMENTS", "some"),
            ("SVC_DRAIN_SECONDS", "601"),
            ("SVC_MAX_BODY_BYTES", "big"),
            ("SVC_MAX_DECK_BYTES", "-1"),
            ("SVC_SSE_MAX", "lots"),
            ("SVC_SSE_MAX_PER_SESSION", "0"),
            ("SVC_SSE_MAX_PER_IP", "1.5"),
            ("SVC_AI_VENDOR", "oracle"),
            ("SVC_OLLAMA_BASE_URL", "localhost"),
            ("SVC_LANG", "so many words"),
            ("SVC_SCHEMA_HOST", "svc.eu"),
            ("SVC_FONTS_DIR", "/no/such/folder"),
            ("SVC_MCP_EXTRA_TOOLS", "some"),
            ("SVC_MCP_TOOLS_FILE", "/no/such/file"),
            ("SVC_MCP_OWNER_EMAIL", "nobody"),
            ("SVC_ADMIN_EMAIL", "nobody"),
            ("SVC_ADMIN_PASSWORD", "short"),
            ("SVC_OIDC_ISSUER", "login.example"),
            ("SVC_OIDC_ISSUER", "http://login.example"),
            ("SVC_OIDC_NAME", "<b>"),
            ("SVC_OIDC_JOIN_ROLE", "owner"),
            ("SVC_REDIS_URL", "redis://localhost"),
            ("SVC_REDIS_URL", "localhost:6379"),
            ("SVC_ASSETS_URL", "s3://"),
            ("SVC_ASSETS_URL", "/mnt/assets"),
            ("APP_URL", "decks.example"),
            ("DOMAIN", "https://decks.example"),
            ("SVC_WEBHOOK_ALLOW", "10.0.0.0/8, harbour"),
            ("SVC_SMTP_FROM", "decks.example"),
        ] {
            let fault = read(&[(name, value)]).expect_err(name);
            assert_eq!(fault.name, name);
            assert!(fault.to_string().starts_with(&format!("{name}: ")), "{fault}");
        }
    }

    const SIGN_ON: [(&str, &str); 3] = [
        ("SVC_OIDC_ISSUER", "https://x.test/"),
        ("SVC_OIDC_CLIENT_ID", "lectern"),
        ("SVC_OIDC_CLIENT_SECRET", "hunter2"),
    ];

    #[test]
    fn an_issuer_keeps_its_last_slash_and_newcomers_are_members_by_default() {
        let joined = [("APP_URL", "https://decks.example/"), ("SVC_OIDC_JOIN", "harbour")];
        let settings = read(&[&SIGN_ON[..], &joined].concat()).expect("nothing is wrong");
        let oidc = settings.oidc.expect("single sign-on");
        assert_eq!((oidc.issuer.as_str(), oidc.public.as_str()), ("https://x.test/", "https://decks.example"));
        let newcomers = Newcomers { organization: "harbour".to_owned(), role: Role::Member };
        assert_eq!(settings.storage.config.newcomers, Some(newcomers));
    }

    #[test]
    fn an_error_names_the_setting_that_another_one_needs() {
        for (given, missing) in [
            (&[("SVC_STORAGE", "postgres")][..], "DATABASE_URL"),
            (&[("SVC_OIDC_CLIENT_ID", "x")], "SVC_OIDC_ISSUER"),
            (&[("SVC_OIDC_ISSUER", "https://x.test")], "SVC_OIDC_CLIENT_ID"),
            (&[("SVC_OIDC_ISSUER", "https://x.test"), ("SVC_OIDC_CLIENT_ID", "x")], "SVC_OIDC_CLIENT_SECRET"),
            (&SIGN_ON, "APP_URL"),
            (&[("SVC_OIDC_JOIN", "default")], "SVC_OIDC_ISSUER"),
            (&[("SVC_OIDC_JOIN_ROLE", "admin")], "SVC_OIDC_JOIN"),
            (&[("SVC_SMTP_FROM", "a@b.test")], "SVC_SMTP_URL"),
            (&[("SVC_SMTP_URL", "smtps://b.test")], "SVC_SMTP_FROM"),
            (&[("SVC_SMTP_URL", "smtps://b.test"), ("SVC_SMTP_FROM", "a@b.test")], "APP_URL"),
        ] {
            assert_eq!(read(given).expect_err(missing).name, missing);
        }
    }

    #[test]
    fn the_address_of_the_database_is_validated_where_it_is_needed() {
        let foreign = ("DATABASE_URL", "mysql://db.example/other");
        assert!(read(&[foreign]).is_ok());
        assert_eq!(read(&[("SVC_STORAGE", "postgres"), foreign]).expect_err("no PostgreSQL").name, "DATABASE_URL");
        for good in ["postgres://db/x", "postgresql://u:p@db:5432/x?sslmode=require"] {
            assert!(read(&[("SVC_STORAGE", "postgres"), ("DATABASE_URL", good)]).is_ok(), "{good}");
        }
    }

    #[test]
    fn every_vendor_is_known_by_its_id_whatever_its_case() {
        for id in
            ["builtin", "OpenAI", "anthropic", "claude", "mistral", "gemini", "deepseek", "ollama", "openai-compatible"]
        {
            assert!(read(&[("SVC_AI_VENDOR", id)]).is_ok(), "{id}");
        }
    }

    #[test]
    fn no_secret_is_printed() {
        let settings = read(&[
            ("SVC_ADMIN_PASSWORD", "hunter2hunter2"),
            ("SVC_STORAGE", "postgres"),
            ("DATABASE_URL", "postgres://u:hunter2@db/x"),
            ("SVC_OPENAI_API_KEY", "hunter2"),
            ("SVC_SMTP_URL", "smtps://u:hunter2@mail.example"),
            ("SVC_SMTP_FROM", "Lectern <decks@example.test>"),
            ("APP_URL", "https://decks.example"),
            SIGN_ON[0],
            SIGN_ON[1],
            SIGN_ON[2],
        ]);
        let printed = format!("{:?}", settings.expect("nothing is wrong"));
        assert!(!printed.contains("hunter2"), "{printed}");
    }
}
