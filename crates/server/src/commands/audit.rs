//! `lectern audit`: the audit log, newest first.

use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use super::storage::run as over_storage;
use super::{escaped, print};
use crate::routes::AuditEntryJson;
use crate::settings::flags::StorageFlags;

/// Arguments of `lectern audit`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The maximum number of entries.
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    limit: usize,
    /// Print JSON, for programs.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Prints the audit log.
pub(crate) fn run(Arguments { limit, json, storage }: Arguments) -> ExitCode {
    over_storage(storage, async |service, caller| {
        let entries = service.audit.list(caller, limit, 0).await?.rows;
        if json {
            let entries: Vec<AuditEntryJson> = entries.into_iter().map(AuditEntryJson::from).collect();
            print(&serde_json::to_string(&entries).unwrap_or_default());
            return Ok(());
        }
        for entry in entries {
            let or_dash = |text: Option<&str>| text.unwrap_or("-").to_owned();
            let (at, details) = (service::iso(entry.at), details(&entry.details));
            let [actor, address, subject] =
                [&entry.actor, &entry.address, &entry.subject].map(|text| or_dash(text.as_deref()));
            let (act, entry_point) = (entry.act, entry.entry_point);
            print(&escaped(&format!("{at}  {act}  {subject}  by {actor} ({entry_point} {address})  {details}")));
        }
        Ok(())
    })
}

fn details(details: &Value) -> String {
    let pairs = details.as_object().into_iter().flatten();
    pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
