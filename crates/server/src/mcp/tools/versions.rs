//! Tools for the versions of a deck: list and restore.

use serde_json::{Value, json};
use service::{Error, ListedVersion, MayWrite, Scope};

use super::edit::expected_revision;
use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required};
use crate::http::Iso;

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "list_versions",
            Scope::Read,
            "Earlier states of a deck, newest first: one is kept before each edit_slides and before changes that are hard \
             to undo. You must be allowed to change the deck.",
            &joined(
                deck_arguments(),
                [optional("limit", "integer", "How many to list").within(1, Some(100)).with("default", json!(20))],
            ),
            |call| Box::pin(list_versions(call)),
        )
        .read_only(),
        Tool::new(
            "restore_version",
            Scope::Write,
            "Takes a deck back to an earlier state. The state now is kept as a version, too.",
            &joined(
                deck_arguments(),
                [required("versionId", "string", "Id of the version (from list_versions)"), expected_revision()],
            ),
            |call| Box::pin(restore_version(call)),
        ),
    ]
}

async fn list_versions(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, limit) = (call.arguments.deck()?, call.arguments.count("limit", 1..=100, 20)?);
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let page = call.service.decks.versions(&deck, (limit, 0)).await?;
    let versions = page.rows.iter().map(|ListedVersion { version, slides_changed, changed_titles }| {
        let mut row = json!({
            "versionId": version.id, "reason": version.reason, "revision": version.revision, "title": version.title,
            "slideCount": version.slide_count, "by": version.by_email, "createdAt": Iso(version.created_at),
        });
        if let Some(name) = &version.name {
            row["name"] = json!(name);
        }
        if let Some(changed) = slides_changed {
            row["slidesChanged"] = json!(changed);
        }
        if !changed_titles.is_empty() {
            row["changedTitles"] = json!(changed_titles);
        }
        row
    });
    let versions: Vec<Value> = versions.collect();
    Ok(ToolOutput::Json(json!({ "versions": versions, "total": page.total })))
}

async fn restore_version(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, expected) = (call.arguments.deck()?, call.expected_revision()?);
    let version = call.arguments.required_text("versionId")?;
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let restored = call.service.decks.restore_version(&deck, &version.into(), expected).await?;
    Ok(ToolOutput::Json(json!({
        "restored": true, "revision": restored.deck.revision(), "totalSlides": restored.deck.slide_count(),
        "versionBefore": restored.before.map(|version| version.id),
    })))
}
