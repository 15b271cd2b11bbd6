//! The tables of storage, and their rows as JSON: in the files of `file` storage and on the lines of a backup.
//!
//! A column that a later release adds must allow NULL or JSON `null`, since older files and backups do not have it.

use std::fmt::Write as _;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use self::ColumnType::{Int, Json, Text};
use crate::engine::{Connection, Row, SqlValue, Transaction, params};
use crate::error::Result;
use crate::store::body;

const BODY: &str = "SELECT body FROM deck_bodies WHERE deck = $1";
const UPSERT_BODY: &str = "INSERT INTO deck_bodies (deck, search_text, body) VALUES ($1, $2, $3) \
    ON CONFLICT (deck) DO UPDATE SET search_text = $2, body = $3";
/// Number of rows per query when a whole table is read.
const PAGE: usize = 100;

/// The type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Int,
    Text,
    /// JSON: text in the database, a JSON value in the file.
    Json,
}

/// A table whose rows are written as JSON.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// Number of leading columns that are the primary key.
    key: usize,
    columns: &'static [(&'static str, ColumnType)],
}

/// The statements of a table.
#[derive(Debug)]
pub(crate) struct Statements {
    /// Selects a row by its key.
    select: &'static str,
    /// Selects the first page, ordered by key.
    first_page: &'static str,
    /// Selects the page after a key.
    next_page: &'static str,
    /// Inserts or replaces a row.
    upsert: &'static str,
    /// Deletes a row by its key.
    pub(crate) delete: &'static str,
    /// Deletes all rows.
    pub(crate) clear: &'static str,
    /// Create the triggers that record the keys of changed rows.
    pub(crate) triggers: Vec<&'static str>,
}

/// Tables that are stored as files too, in an order that satisfies foreign keys. All other tables are derived from
/// them. The content of a deck is a row of another table in the database, and a member of the deck's JSON in the file.
pub(crate) const TABLES: &[Table] = &[
    Table {
        name: "users",
        key: 1,
        columns: &[
            ("id", Text),
            ("email", Text),
            ("name", Text),
            ("role", Text),
            ("tier", Text),
            ("password", Text),
            ("disabled", Int),
            ("created_at", Int),
            ("updated_at", Int),
            ("lang", Text),
            ("mention_mails", Int),
        ],
    },
    Table {
        name: "organizations",
        key: 1,
        columns: &[("id", Text), ("slug", Text), ("name", Text), ("default_theme", Text), ("created_at", Int)],
    },
    Table {
        name: "memberships",
        key: 2,
        columns: &[
            ("user_id", Text),
            ("organization", Text),
            ("role", Text),
            ("created_at", Int),
            ("state", Text),
            ("profile", Json),
            ("changed_at", Int),
        ],
    },
    Table {
        name: "provisioning_tokens",
        key: 1,
        columns: &[
            ("organization", Text),
            ("id", Text),
            ("hash", Text),
            ("prefix", Text),
            ("created_by", Text),
            ("by_administrator", Int),
            ("created_at", Int),
            ("last_used_at", Int),
        ],
    },
    Table {
        name: "member_groups",
        key: 1,
        columns: &[
            ("id", Text),
            ("organization", Text),
            ("name", Text),
            ("external_id", Text),
            ("role", Text),
            ("created_at", Int),
            ("updated_at", Int),
        ],
    },
    Table { name: "group_members", key: 2, columns: &[("group_id", Text), ("user_id", Text)] },
    Table {
        name: "sessions",
        key: 1,
        columns: &[
            ("hash", Text),
            ("user_id", Text),
            ("organization", Text),
            ("by_link", Int),
            ("created_at", Int),
            ("expires_at", Int),
        ],
    },
    Table {
        name: "links",
        key: 1,
        columns: &[("hash", Text), ("user_id", Text), ("expires_at", Int), ("purpose", Text)],
    },
    Table {
        name: "keys",
        key: 1,
        columns: &[
            ("id", Text),
            ("hash", Text),
            ("prefix", Text),
            ("name", Text),
            ("scopes", Json),
            ("user_id", Text),
            ("organization", Text),
            ("created_at", Int),
            ("last_used_at", Int),
            ("revoked_at", Int),
            ("agent", Json),
        ],
    },
    Table {
        name: "oauth_clients",
        key: 1,
        columns: &[("id", Text), ("name", Text), ("redirects", Json), ("created_at", Int), ("used_at", Int)],
    },
    Table {
        name: "oauth_tokens",
        key: 1,
        columns: &[
            ("hash", Text),
            ("key_id", Text),
            ("kind", Text),
            ("request", Json),
            ("expires_at", Int),
            ("spent_at", Int),
        ],
    },
    Table {
        name: "usage",
        key: 2,
        columns: &[("key_id", Text), ("day", Int), ("requests", Int), ("ai", Int), ("exports", Int)],
    },
    Table {
        name: "decks",
        key: 1,
        columns: &[
            ("id", Text),
            ("organization", Text),
            ("owner", Text),
            ("creator", Text),
            ("title", Text),
            ("description", Text),
            ("theme", Text),
            ("lang", Text),
            ("languages", Json),
            ("slide_count", Int),
            ("access", Text),
            ("view_only", Int),
            ("revision", Int),
            ("created_at", Int),
            ("updated_at", Int),
            ("trashed_at", Int),
            ("trashed_by", Text),
            ("updated_by", Text),
            ("stretch_at", Int),
        ],
    },
    Table {
        name: "grants",
        key: 2,
        columns: &[
            ("deck", Text),
            ("user_id", Text),
            ("id", Text),
            ("permission", Text),
            ("invited_by", Text),
            ("created_at", Int),
        ],
    },
    Table {
        name: "uploads",
        key: 1,
        columns: &[
            ("id", Text),
            ("file", Text),
            ("hash", Text),
            ("mime", Text),
            ("bytes", Int),
            ("width", Int),
            ("height", Int),
            ("organization", Text),
            ("uploader", Text),
            ("uploaded_by", Text),
            ("title", Text),
            ("alt", Text),
            ("description", Text),
            ("tags", Json),
            ("listed", Int),
            ("created_at", Int),
            ("updated_at", Int),
            ("search_text", Text),
        ],
    },
    Table { name: "picture_facts", key: 1, columns: &[("hash", Text), ("facts", Json)] },
    Table {
        name: "themes",
        key: 1,
        columns: &[("id", Text), ("organization", Text), ("slug", Text), ("declaration", Json), ("created_at", Int)],
    },
    Table {
        name: "fonts",
        key: 1,
        columns: &[
            ("id", Text),
            ("organization", Text),
            ("family", Text),
            ("weight", Int),
            ("italic", Int),
            ("figures", Text),
            ("editable", Int),
            ("licence", Text),
            ("bytes", Int),
            ("hash", Text),
            ("created_at", Int),
        ],
    },
    Table {
        name: "types",
        key: 2,
        columns: &[
            ("organization", Text),
            ("slug", Text),
            ("declaration", Json),
            ("published", Int),
            ("created_at", Int),
        ],
    },
    Table {
        name: "type_settings",
        key: 2,
        columns: &[("organization", Text), ("type_key", Text), ("enabled", Int), ("usage_text", Text)],
    },
    Table {
        name: "identities",
        key: 1,
        columns: &[("id", Text), ("issuer", Text), ("subject", Text), ("user_id", Text), ("created_at", Int)],
    },
    Table {
        name: "passkeys",
        key: 1,
        columns: &[
            ("id", Text),
            ("credential", Text),
            ("user_id", Text),
            ("public_key", Text),
            ("sign_count", Int),
            ("name", Text),
            ("transports", Json),
            ("backup_eligible", Int),
            ("backed_up", Int),
            ("created_at", Int),
            ("last_used_at", Int),
        ],
    },
    Table {
        name: "audit",
        key: 1,
        columns: &[
            ("id", Text),
            ("at", Int),
            ("act", Text),
            ("actor", Text),
            ("door", Text),
            ("address", Text),
            ("subject", Text),
            ("details", Json),
        ],
    },
    Table { name: "flags", key: 1, columns: &[("name", Text), ("value", Json)] },
    Table {
        name: "versions",
        key: 1,
        columns: &[
            ("id", Text),
            ("deck", Text),
            ("revision", Int),
            ("reason", Text),
            ("name", Text),
            ("by_email", Text),
            ("by_name", Text),
            ("title", Text),
            ("slide_count", Int),
            ("slides", Json),
            ("created_at", Int),
            ("body", Json),
        ],
    },
    Table {
        name: "share_links",
        key: 1,
        columns: &[
            ("id", Text),
            ("deck", Text),
            ("hash", Text),
            ("name", Text),
            ("created_by", Text),
            ("created_at", Int),
            ("expires_at", Int),
            ("maker", Text),
        ],
    },
    Table {
        name: "publications",
        key: 1,
        columns: &[
            ("deck", Text),
            ("slug", Text),
            ("version", Text),
            ("revision", Int),
            ("indexable", Int),
            ("notes", Int),
            ("downloads", Int),
            ("password", Text),
            ("ends_at", Int),
            ("created_at", Int),
            ("published_at", Int),
            ("updated_at", Int),
        ],
    },
    Table { name: "publishing", key: 1, columns: &[("organization", Text), ("allowed", Int), ("sites", Json)] },
    Table {
        name: "view_counts",
        key: 4,
        columns: &[
            ("deck", Text),
            ("day", Int),
            ("link", Text),
            ("slide", Text),
            ("views", Int),
            ("visitors", Int),
            ("finished", Int),
            ("downloads", Int),
            ("milliseconds", Int),
            ("leaves", Int),
        ],
    },
    Table {
        name: "session_counts",
        key: 2,
        columns: &[
            ("session", Text),
            ("minute", Int),
            ("deck", Text),
            ("followers", Int),
            ("answers", Int),
            ("questions", Int),
        ],
    },
    Table {
        name: "library_slides",
        key: 1,
        columns: &[
            ("id", Text),
            ("organization", Text),
            ("name", Text),
            ("tags", Json),
            ("body", Json),
            ("revision", Int),
            ("adder", Text),
            ("added_by", Text),
            ("created_at", Int),
            ("updated_at", Int),
            ("search_text", Text),
        ],
    },
    Table {
        name: "filed_decks",
        key: 2,
        columns: &[("user_id", Text), ("deck", Text), ("starred", Int), ("folder", Text)],
    },
    Table {
        name: "drafts",
        key: 4,
        columns: &[("deck", Text), ("slide", Text), ("lang", Text), ("path", Text), ("value", Json), ("base", Json)],
    },
    Table {
        name: "rehearsals",
        key: 1,
        columns: &[
            ("id", Text),
            ("deck", Text),
            ("user_id", Text),
            ("hash", Text),
            ("mime", Text),
            ("bytes", Int),
            ("duration", Int),
            ("moments", Json),
            ("created_at", Int),
            ("removed", Int),
        ],
    },
    Table { name: "starters", key: 1, columns: &[("deck", Text), ("organization", Text), ("created_at", Int)] },
    Table {
        name: "batches",
        key: 2,
        columns: &[("deck", Text), ("client", Text), ("seq", Int), ("answer", Json), ("applied_at", Int)],
    },
    Table {
        name: "live_sessions",
        key: 1,
        columns: &[
            ("id", Text),
            ("deck", Text),
            ("notes_key", Text),
            ("state", Json),
            ("control", Int),
            ("codes", Json),
            ("turn", Int),
            ("created_at", Int),
            ("active_at", Int),
            ("presenters", Json),
        ],
    },
    Table { name: "live_items", key: 2, columns: &[("session", Text), ("item", Text), ("entry", Json), ("turn", Int)] },
    Table {
        name: "live_answers",
        key: 3,
        columns: &[
            ("session", Text),
            ("item", Text),
            ("device", Text),
            ("answer", Text),
            ("given_at", Int),
            ("turn", Int),
        ],
    },
];

/// Tables that `file` storage does not have. Deliveries to webhooks are in no backup: restored, they would be sent
/// again.
pub(crate) const DATABASE_TABLES: &[Table] = &[
    Table {
        name: "comments",
        key: 1,
        columns: &[
            ("id", Text),
            ("deck", Text),
            ("slide", Text),
            ("parent", Text),
            ("author", Text),
            ("author_email", Text),
            ("author_name", Text),
            ("body", Text),
            ("status", Text),
            ("settled_by", Text),
            ("settled_at", Int),
            ("mentions", Json),
            ("snapshot", Text),
            ("created_at", Int),
            ("updated_at", Int),
        ],
    },
    Table {
        name: "notices",
        key: 1,
        columns: &[
            ("id", Text),
            ("reader", Text),
            ("kind", Text),
            ("deck", Text),
            ("comment", Text),
            ("slide", Text),
            ("actor", Text),
            ("created_at", Int),
            ("read_at", Int),
        ],
    },
    Table {
        name: "webhooks",
        key: 1,
        columns: &[
            ("id", Text),
            ("organization", Text),
            ("url", Text),
            ("events", Json),
            ("active", Int),
            ("description", Text),
            ("secret", Text),
            ("gone_at", Int),
            ("created_at", Int),
            ("updated_at", Int),
        ],
    },
];

/// Tables that are never in a backup and never restored: sessions, one-time links, tokens of identity providers, and
/// clients and tokens of agents. They may have ended since the backup was made.
const SIGN_INS: [&str; 5] = ["sessions", "links", "provisioning_tokens", "oauth_clients", "oauth_tokens"];

/// All tables, in an order that satisfies foreign keys.
fn every_table() -> impl Iterator<Item = &'static Table> {
    TABLES.iter().chain(DATABASE_TABLES)
}

/// All tables of a backup, in an order that satisfies foreign keys.
pub(crate) fn backup_tables() -> impl Iterator<Item = &'static Table> {
    every_table().filter(|table| !SIGN_INS.contains(&table.name))
}

/// A table that is stored as files, by name.
pub(crate) fn table(name: &str) -> Option<&'static Table> {
    TABLES.iter().find(|table| table.name == name)
}

impl Table {
    /// Converts a row to JSON.
    fn json(&self, row: &mut Row) -> Result<Map<String, Value>> {
        let mut members = Map::new();
        for (name, kind) in self.columns {
            let value = match kind {
                Int => row.maybe_int()?.map_or(Value::Null, Value::from),
                Text => row.maybe_text()?.map_or(Value::Null, Value::from),
                Json => row.json()?,
            };
            members.insert((*name).to_owned(), value);
        }
        Ok(members)
    }

    /// The parameters of a row, from its JSON.
    fn params(&self, members: &Map<String, Value>) -> Vec<SqlValue> {
        let value = |name: &str| members.get(name).unwrap_or(&Value::Null);
        self.columns.iter().map(|(name, kind)| kind.parameter(value(name))).collect()
    }

    /// The parameters of a key, from its JSON array.
    pub(crate) fn key_params(&self, key: &[Value]) -> Vec<SqlValue> {
        let kinds = self.columns.iter().map(|(_, kind)| kind);
        kinds.take(self.key).zip(key).map(|(kind, value)| kind.parameter(value)).collect()
    }

    /// The file name of a row.
    pub(crate) fn file_name(key: &[Value]) -> String {
        let parts: Vec<String> = key
            .iter()
            .map(|part| match part {
                Value::String(text) => escaped(text),
                other => escaped(&other.to_string()),
            })
            .collect();
        parts.join(".") + ".json"
    }

    /// Calls `each` with all rows of a table as JSON, in the order of their keys.
    pub(crate) async fn each_row(
        &self,
        connection: &mut Connection,
        mut each: impl FnMut(&Map<String, Value>) -> Result<()>,
    ) -> Result<()> {
        let Statements { first_page, next_page, .. } = self.statements();
        let mut last: Option<Vec<SqlValue>> = None;
        loop {
            let rows = match last.take() {
                None => connection.rows(first_page, Vec::new()).await?,
                Some(key) => connection.rows(next_page, key).await?,
            };
            let read = rows.len();
            for mut row in rows {
                let mut members = self.json(&mut row)?;
                self.add_body(connection, &mut members).await?;
                each(&members)?;
                last = Some(self.params(&members).into_iter().take(self.key).collect());
            }
            if read < PAGE {
                return Ok(());
            }
        }
    }

    /// Adds the content of a deck to the JSON of its row.
    async fn add_body(&self, connection: &mut Connection, members: &mut Map<String, Value>) -> Result<()> {
        if self.name == "decks" {
            let id = members.get("id").and_then(Value::as_str).unwrap_or_default();
            if let Some(mut body) = connection.rows(BODY, params![id]).await?.into_iter().next() {
                members.insert("body".to_owned(), body.json()?);
            }
        }
        Ok(())
    }

    /// A row by its key, as JSON; none when there is no such row.
    pub(crate) async fn row(&self, transaction: &mut Transaction, key: &[Value]) -> Result<Option<Map<String, Value>>> {
        let found = transaction.row(self.statements().select, self.key_params(key)).await?;
        let Some(mut found) = found else { return Ok(None) };
        let mut members = self.json(&mut found)?;
        self.add_body(transaction.connection(), &mut members).await?;
        Ok(Some(members))
    }

    /// Inserts or replaces a row.
    pub(crate) async fn upsert(&self, transaction: &mut Transaction, members: &Map<String, Value>) -> Result<()> {
        transaction.run(self.statements().upsert, self.params(members)).await?;
        if self.name == "decks"
            && let Some(body) = members.get("body")
        {
            let body = body.to_string();
            let search_text = body::search_text(&body::from_json(&body)?);
            let id = members.get("id").and_then(Value::as_str).unwrap_or_default();
            transaction.run(UPSERT_BODY, params![id, search_text, body]).await?;
        }
        Ok(())
    }

    /// The statements of this table. Those of all tables are built once.
    pub(crate) fn statements(&self) -> &'static Statements {
        static STATEMENTS: OnceLock<Vec<(&str, Statements)>> = OnceLock::new();
        let all =
            STATEMENTS.get_or_init(|| every_table().map(|table| (table.name, table.build_statements())).collect());
        let found = all.iter().find(|(name, _)| *name == self.name);
        &found.expect("every table has statements").1
    }

    fn build_statements(&self) -> Statements {
        let Self { name, key, columns } = self;
        let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let (keys, others) = names.split_at(*key);
        let all = names.join(", ");
        let placeholders: Vec<String> = (1..=names.len()).map(|number| format!("${number}")).collect();
        let has_key: Vec<String> = (1..).zip(keys).map(|(number, key)| format!("{key} = ${number}")).collect();
        let has_key = has_key.join(" AND ");
        let mut upsert = format!(
            "INSERT INTO {name} ({all}) VALUES ({}) ON CONFLICT ({}) DO ",
            placeholders.join(", "),
            keys.join(", ")
        );
        if others.is_empty() {
            upsert.push_str("NOTHING");
        }
        for (index, column) in others.iter().enumerate() {
            let before = if index == 0 { "UPDATE SET " } else { ", " };
            let _ = write!(upsert, "{before}{column} = excluded.{column}");
        }
        let mut triggers = triggers(name, name, keys);
        if *name == "decks" {
            triggers.extend(self::triggers("decks", "deck_bodies", &["deck"]));
        }
        Statements {
            select: leak(format!("SELECT {all} FROM {name} WHERE {has_key}")),
            first_page: leak(format!("SELECT {all} FROM {name} ORDER BY {} LIMIT {PAGE}", keys.join(", "))),
            next_page: leak(format!(
                "SELECT {all} FROM {name} WHERE ({0}) > ({1}) ORDER BY {0} LIMIT {PAGE}",
                keys.join(", "),
                placeholders[..*key].join(", ")
            )),
            upsert: leak(upsert),
            delete: leak(format!("DELETE FROM {name} WHERE {has_key}")),
            clear: leak(format!("DELETE FROM {name}")),
            triggers: triggers.into_iter().map(leak).collect(),
        }
    }
}

impl ColumnType {
    fn parameter(self, value: &Value) -> SqlValue {
        match self {
            Int => SqlValue::Int(value.as_i64()),
            Text => SqlValue::Text(value.as_str().map(str::to_owned)),
            Json => SqlValue::Text(Some(value.to_string())),
        }
    }
}

/// Triggers that record the key of every changed row of a table, under the name of the table whose file contains it.
fn triggers(file_table: &str, table: &str, keys: &[&str]) -> Vec<String> {
    [("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")]
        .map(|(event, side)| {
            let key: Vec<String> = keys.iter().map(|key| format!("{side}.{key}")).collect();
            format!(
                "CREATE TEMP TRIGGER touched_{table}_{event} AFTER {event} ON main.{table} BEGIN \
                 INSERT OR IGNORE INTO touched VALUES ('{file_table}', json_array({})); END",
                key.join(", ")
            )
        })
        .to_vec()
}

/// Escapes text for a file name. Different texts have different results.
fn escaped(text: &str) -> String {
    let mut name = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            name.push(char::from(byte));
        } else {
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}

/// Makes a statement `'static`. Called once for each statement of a process, so little memory is leaked.
fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_safe_and_unique() {
        let name = |key: Value| Table::file_name(key.as_array().expect("a key"));
        assert_eq!(name(serde_json::json!(["org", "../a b.c"])), "org.%2E%2E%2Fa%20b%2Ec.json");
        assert_eq!(name(serde_json::json!(["k", 12])), "k.12.json");
        assert_ne!(name(serde_json::json!(["a.b", "c"])), name(serde_json::json!(["a", "b.c"])));
    }

    #[test]
    fn statements_name_every_column() {
        let statements = table("types").expect("the table").statements();
        assert_eq!(
            statements.next_page,
            "SELECT organization, slug, declaration, published, created_at FROM types WHERE (organization, slug) > \
             ($1, $2) ORDER BY organization, slug LIMIT 100"
        );
        assert_eq!(
            statements.upsert,
            "INSERT INTO types (organization, slug, declaration, published, created_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (organization, slug) DO UPDATE SET declaration = excluded.declaration, published = \
             excluded.published, created_at = excluded.created_at"
        );
        assert_eq!(
            table("group_members").expect("the table").statements().upsert,
            "INSERT INTO group_members (group_id, user_id) VALUES ($1, $2) ON CONFLICT (group_id, user_id) DO NOTHING"
        );
    }
}
