//! The agents that the caller connected. Only a session can manage them.

use axum::extract::State;
use serde::Serialize;
use service::{ConnectedAgentView, KeyId};

use crate::http::{App, Done, Iso, Json, Path, Result, Session};

/// A connected agent.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct AgentJson {
    id: KeyId,
    /// The name that the agent chose.
    name: String,
    /// The host that received its authorization code.
    host: String,
    scopes: Vec<String>,
    connected_at: Iso,
    last_used_at: Option<Iso>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentList {
    agents: Vec<AgentJson>,
    /// The address by which agents connect; none where the instance has no public address.
    address: Option<String>,
}

/// Lists the agents that the caller connected in the organization they act in.
pub(crate) async fn list(State(app): State<App>, caller: Session) -> Result<Json<AgentList>> {
    let agents = app.service.oauth.agents(&caller).await?;
    let agent_json = |ConnectedAgentView { key, host }| AgentJson {
        id: key.id,
        name: key.name,
        host,
        scopes: key.scopes,
        connected_at: Iso(key.created_at),
        last_used_at: key.last_used_at.map(Iso),
    };
    let address = app.settings.base_url.as_ref().map(|base| format!("{base}/mcp"));
    Ok(Json(AgentList { agents: agents.into_iter().map(agent_json).collect(), address }))
}

/// Disconnects an agent at once.
pub(crate) async fn disconnect(State(app): State<App>, caller: Session, Path(id): Path<KeyId>) -> Result<Json<Done>> {
    app.service.oauth.disconnect(&caller, &id).await?;
    Ok(Json(Done::OK))
}
