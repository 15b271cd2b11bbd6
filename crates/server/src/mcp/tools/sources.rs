//! The tool for data sources of a deck.

use serde_json::{Value, json};
use service::{Error, MayWrite, PushedTable, Scope};

use super::edit::expected_revision;
use super::{Call, Tool, ToolOutput, deck_arguments, joined, optional, required};

pub(super) fn tools() -> Vec<Tool> {
    vec![
        Tool::new(
            "set_data",
            Scope::Write,
            "Stores a table as a data source of a deck, in place of the one with that name. Texts show its values: \
             {{sales.total}} is the first row, {{sales[2].total}} the second, with formats as in {{sales.total | number:1}}, \
             percent, currency:EUR, date. {{sales[*].region}} repeats the entry of a list, the row of a table, or the line \
             of chart data or Markdown for each row of the source. A binding without a value is a finding.",
            &joined(
                deck_arguments(),
                [
                    required("name", "string", "Name of the source: a lower-case letter, then letters, digits, _ or -"),
                    optional("csv", "string", "The table, with the names of its columns in the first row; this or rows"),
                    optional("rows", "array", "The table as objects, at most 2000; this or csv")
                        .with("items", json!({ "type": "object" })),
                    optional("staleAfterHours", "integer", "After how many hours the data counts as stale")
                        .within(1, None),
                    expected_revision(),
                ],
            ),
            |call| Box::pin(set_data(call)),
        )
        .idempotent(),
    ]
}

async fn set_data(call: Call<'_>) -> Result<ToolOutput, Error> {
    let (id, expected) = (call.arguments.deck()?, call.expected_revision()?);
    let name = call.arguments.required_text("name")?;
    let hours = call.arguments.integer("staleAfterHours")?;
    let hours = hours.map(u64::try_from).transpose();
    let hours = hours.map_err(|_| Error::invalid("staleAfterHours: expected 1 or more"))?;
    let csv = call.arguments.nonblank_text("csv")?;
    let rows = match (csv, call.arguments.all().contains_key("rows")) {
        (Some(_), true) => return Err(Error::invalid("rows: expected either csv or rows, got both: leave one out")),
        (Some(_), false) => None,
        (None, true) => Some(call.arguments.list("rows")?),
        (None, false) => {
            return Err(Error::invalid("csv: expected a table as CSV (or rows: a list of objects), got nothing"));
        }
    };
    let rows = rows.map(|rows| Value::Array(rows.into_owned()).to_string());
    let table = match (csv, &rows) {
        (Some(csv), _) => PushedTable::Csv(csv),
        (None, rows) => PushedTable::Json(rows.as_deref().unwrap_or_default().as_bytes()),
    };
    let deck = call.service.decks.granted::<MayWrite>(call.caller, &id).await?;
    let (view, revision) = call.service.decks.push_source(&deck, expected, name, table, hours).await?;
    Ok(ToolOutput::Json(json!({
        "name": view.name, "columns": view.columns, "rowCount": view.row_count, "revision": revision,
    })))
}
