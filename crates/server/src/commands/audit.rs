//! `lectern audit`: the audit log, newest first.

use std::process::ExitCode;

use clap::Args;
use serde_json::Value;

use super::storage::run as over_storage;
use super::{print, spelled};
use crate::settings::flags::StorageFlags;

/// What is printed of it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Most entries.
    #[arg(long, value_name = "COUNT", default_value_t = 50)]
    limit: usize,
    /// As JSON, for machines.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    storage: StorageFlags,
}

/// Prints the audit log.
pub(crate) fn run(Arguments { limit, json, storage }: Arguments) -> ExitCode {
    over_storage(storage, async |service, caller| {
        let log = service.audit.list(caller, limit, 0).await?;
        let entries = log["entries"].as_array().map(Vec::as_slice).unwrap_or_default();
        if json {
            print(&log["entries"].to_string());
            return Ok(());
        }
        for entry in entries {
            let text = |name: &str| entry[name].as_str().filter(|text| !text.is_empty()).unwrap_or("-");
            let [at, act, actor, door, address, subject] =
                ["at", "act", "actor", "door", "address", "subject"].map(text);
            let details = details(&entry["details"]);
            print(&spelled(&format!("{at}  {act}  {subject}  by {actor} ({door} {address})  {details}")));
        }
        Ok(())
    })
}

fn details(details: &Value) -> String {
    let pairs = details.as_object().into_iter().flatten();
    pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
