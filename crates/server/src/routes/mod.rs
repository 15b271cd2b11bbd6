//! The one route list: every path, its methods, its handlers and its policy.
//!
//! The extractors in a handler's signature say who may call it. A group's [`Policy`] says what the gate does: check the
//! key under `/api/v1`, reject writes during maintenance, finish or cancel a write whose client disconnects, and limit
//! the size of a body.

mod administrator;
mod agents;
mod ai;
mod analytics;
mod audience;
mod audit;
mod auth;
mod built;
mod collaborators;
mod comments;
mod csv;
mod deck_request;
mod docs;
mod drawing;
mod editor_page;
mod edits;
mod events;
mod exports;
mod filing;
mod follow;
mod follow_page;
mod fonts;
mod go;
mod health;
mod icons;
mod image_library;
mod index;
mod interchange;
mod jobs;
mod keys;
mod links;
mod live;
mod maintenance;
mod merges;
mod metrics;
mod not_found_page;
mod notes;
mod oauth;
mod oidc;
mod organizations;
mod page;
mod passkeys;
mod powerpoint;
mod present_audience;
mod present_marks;
mod present_sessions;
mod presentation_json;
mod presentations;
mod proposals;
mod provisioning;
mod publications;
mod published;
mod rehearsals;
mod remark_json;
mod schema;
mod scim;
mod signin;
mod slide_library;
mod slide_types;
mod sources;
mod start;
mod starters;
mod talk;
mod themes;
mod thumbnails;
mod translations;
mod trash;
mod uploads;
mod users;
mod versions;
mod videos;
mod view;
mod web;
mod webhooks;
#[cfg(test)]
mod wire;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};

pub(crate) use self::ai::{SourceJson, UsageJson};
pub(crate) use self::audit::AuditEntryJson;
pub(crate) use self::comments::{CommentJson, RecentCommentJson};
pub(crate) use self::metrics::OpenCount;
#[cfg(any(test, feature = "fuzz"))]
pub use self::oauth::check_oauth_client;
pub(crate) use self::proposals::change_name;
#[cfg(any(test, feature = "fuzz"))]
pub use self::scim::check_scim;
pub(crate) use self::uploads::{MeasuredUpload, picture_bytes};
pub(crate) use self::users::UserJson;
use crate::http::{App, Group, Policy, Routes, any, delete, gate_unknown, get, joined, patch, post, put};
use crate::mcp;

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let groups = [
        Group::new(&app, Policy::API, documentation()),
        Group::new(&app, Policy::KEY, by_key()),
        Group::new(&app, Policy::AUTHOR_BY_KEY, author_by_key()),
        Group::new(&app, Policy::API, api()),
        Group::new(&app, Policy::PICTURES, pictures()),
        Group::new(&app, Policy::AUTHOR, author()),
        Group::new(&app, Policy::DOCUMENT, document()),
        Group::new(&app, Policy::DOCUMENT_BY_KEY, document_by_key()),
        Group::new(&app, Policy::DRAW, drawing()),
        Group::new(&app, Policy::OPEN, open()),
        Group::new(&app, Policy::LIVE, live()),
        Group::new(&app, Policy::LIVE, audience()),
        Group::new(&app, Policy::SIGN_IN, sign_in()),
        Group::new(&app, Policy::SIGN_IN, oauth_page()),
        Group::new(&app, Policy::SIGN_IN, oauth_endpoints()),
        Group::new(&app, Policy::UPLOAD, upload()),
        Group::new(&app, Policy::MEDIA, media()),
        Group::new(&app, Policy::RECORDING, recording()),
        Group::new(&app, Policy::PACKAGE, package()),
        Group::new(&app, Policy::PACKAGE_BY_KEY, package_by_key()),
        Group::new(&app, Policy::AGENTS, agents()),
        Group::new(&app, Policy::PROVISIONING, provisioning()),
        Group::new(&app, Policy::PUBLIC, public()),
        Group::new(&app, Policy::FILES, files()),
    ];
    let unknown = Router::new().fallback(not_found_page::fallback).layer(from_fn_with_state(app.clone(), gate_unknown));
    joined(groups).merge(unknown).layer(from_fn(metrics::measure)).with_state(app)
}

/// The description of the public interface, which needs no key.
#[rustfmt::skip]
fn documentation() -> Routes {
    Routes::new()
        .route("/api/v1", get(index::read))
        .route("/api/v1/", get(index::read))
        .route("/api/v1/openapi.yaml", get(docs::openapi))
        .route("/api/v1/docs", get(docs::page))
        .route("/api/v1/docs/", get(docs::page))
        .route("/api/v1/schema/deck.json", get(schema::deck))
        .route("/api/v1/schema/slide-types/{file}", get(schema::slide_type))
}

/// The public interface, which needs a key.
#[rustfmt::skip]
fn by_key() -> Routes {
    Routes::new()
        .route("/api/v1/presentations", get(presentations::list).post(presentations::create))
        .route("/api/v1/presentations/import/markdown", post(interchange::import_markdown))
        .route("/api/v1/presentations/{id}", get(presentations::read).put(presentations::update).delete(presentations::trash))
        .route("/api/v1/presentations/{id}/publication", get(publications::read).put(publications::publish).patch(publications::update).delete(publications::unpublish))
        .route("/api/v1/presentations/{id}/analytics", get(analytics::read))
        .route("/api/v1/presentations/{id}/duplicate", post(presentations::duplicate))
        .route("/api/v1/presentations/{id}/data", get(sources::list))
        .route("/api/v1/presentations/{id}/data/{name}", get(sources::read).put(sources::push).delete(sources::remove))
        .route("/api/v1/presentations/{id}/merge", post(merges::begin))
        .route("/api/v1/presentations/{id}/merge/{job}", get(merges::read))
        .route("/api/v1/presentations/{id}/merge/{job}/decks.zip", get(merges::download))
        .route("/api/v1/presentations/{id}/video", post(videos::begin))
        .route("/api/v1/presentations/{id}/video/{job}", get(videos::read).delete(videos::remove))
        .route("/api/v1/presentations/{id}/video/{job}/video.mp4", get(videos::download))
        .route("/api/v1/presentations/{id}/video/{job}/captions.vtt", get(videos::captions))
        .route("/api/v1/presentations/{id}/export/json", get(interchange::export_json))
        .route("/api/v1/presentations/{id}/export/html", get(exports::html))
        .route("/api/v1/presentations/{id}/export/pdf", get(exports::print))
        .route("/api/v1/presentations/{id}/export/pptx", get(exports::pptx))
        .route("/api/v1/image-library", get(image_library::list_by_key))
        .route("/api/v1/themes", get(themes::list))
        .route("/api/v1/slide-types", get(slide_types::list))
}

/// Calls that wait for the author, of the public interface.
#[rustfmt::skip]
fn author_by_key() -> Routes {
    Routes::new()
        .route("/api/v1/ai/vendors", get(ai::vendors))
        .route("/api/v1/ai/append-slides", post(ai::append_slides))
}

/// Routes that need a session or a key, as each handler says.
#[rustfmt::skip]
fn api() -> Routes {
    Routes::new()
        .route("/api/presentations", get(presentations::search).post(presentations::create))
        .route("/api/presentations/counts", get(presentations::counts))
        .route("/api/presentations/sample", post(presentations::sample))
        .route("/api/presentations/trash", get(trash::list))
        .route("/api/presentations/import/json", post(interchange::import_json))
        .route("/api/presentations/import/markdown", post(interchange::import_markdown))
        .route("/api/presentations/{id}", get(presentations::read).put(presentations::update).delete(presentations::trash))
        .route("/api/presentations/{id}/duplicate", post(presentations::duplicate))
        .route("/api/presentations/{id}/star", put(filing::star).delete(filing::unstar))
        .route("/api/presentations/{id}/folder", put(filing::put_into_folder).delete(filing::take_out_of_folder))
        .route("/api/folders/{name}", put(filing::rename_folder).delete(filing::remove_folder))
        .route("/api/presentations/{id}/data", get(sources::list))
        .route("/api/presentations/{id}/data/{name}", get(sources::read).put(sources::push).delete(sources::remove))
        .route("/api/presentations/{id}/merge", post(merges::begin))
        .route("/api/presentations/{id}/merge/{job}", get(merges::read))
        .route("/api/presentations/{id}/merge/{job}/decks.zip", get(merges::download))
        .route("/api/presentations/{id}/video", post(videos::begin))
        .route("/api/presentations/{id}/video/{job}", get(videos::read).delete(videos::remove))
        .route("/api/presentations/{id}/video/{job}/video.mp4", get(videos::download))
        .route("/api/presentations/{id}/video/{job}/captions.vtt", get(videos::captions))
        .route("/api/presentations/{id}/restore", post(trash::restore))
        .route("/api/presentations/{id}/permanent", delete(trash::purge))
        .route("/api/presentations/{id}/visibility", patch(collaborators::set_visibility))
        .route("/api/presentations/{id}/transfer", post(collaborators::transfer))
        .route("/api/presentations/{id}/collaborators", get(collaborators::list).post(collaborators::add))
        .route("/api/presentations/{id}/collaborators/{email}", patch(collaborators::update).delete(collaborators::remove))
        .route("/api/presentations/{id}/comments", get(comments::list).post(comments::create))
        .route("/api/presentations/{id}/comments/{comment}", patch(comments::set_status))
        .route("/api/presentations/{id}/comments/{comment}/replies", post(comments::reply))
        .route("/api/presentations/{id}/edits", post(edits::send))
        .route("/api/presentations/{id}/drafts", get(edits::drafts))
        .route("/api/presentations/{id}/thumbnails", get(drawing::thumbnail_hashes))
        .route("/api/presentations/{id}/events", get(events::listen))
        .route("/api/presentations/{id}/links", get(links::list).post(links::create))
        .route("/api/presentations/{id}/links/{link}", delete(links::revoke))
        .route("/api/presentations/{id}/publication", get(publications::read).put(publications::publish).patch(publications::update).delete(publications::unpublish))
        .route("/api/starters", get(starters::list))
        .route("/api/starters/{id}", post(starters::begin))
        .route("/api/presentations/{id}/starter", get(starters::read).put(starters::mark).delete(starters::unmark))
        .route("/api/presentations/{id}/library", get(slide_library::links).post(slide_library::insert))
        .route("/api/presentations/{id}/library/{library}", get(slide_library::preview_insertion))
        .route("/api/presentations/{id}/analytics", get(analytics::read))
        .route("/api/presentations/{id}/analytics.csv", get(analytics::table))
        .route("/api/presentations/{id}/versions", get(versions::list).post(versions::create))
        .route("/api/presentations/{id}/versions/{version}", get(versions::read))
        .route("/api/presentations/{id}/versions/{version}/restore", post(versions::restore))
        .route("/api/presentations/{id}/export/json", get(interchange::export_json))
        .route("/api/presentations/{id}/export/deck.zip", get(interchange::export_package))
        .route("/api/presentations/{id}/export/html", get(exports::html))
        .route("/api/presentations/{id}/export/pdf", get(exports::print_inline))
        .route("/api/presentations/{id}/export/pptx", get(exports::pptx))
        .route("/api/presentations/{id}/export/pdf-slides.pdf", get(exports::pdf))
        .route("/api/presentations/{id}/export/png.zip", get(exports::png))
        .route("/api/image-library", get(image_library::list))
        .route("/api/image-library/{id}", patch(image_library::update).delete(image_library::remove))
        .route("/api/slide-library", get(slide_library::list).post(slide_library::add))
        .route("/api/slide-library/{id}", get(slide_library::read).patch(slide_library::update).delete(slide_library::remove))
        .route("/api/themes", get(themes::list_with_versions))
        .route("/api/slide-types", get(slide_types::list))
        .route("/api/icons", get(icons::list))
        .route("/api/present-sessions/{id}/notes/{slide}", put(present_sessions::save_notes))
        .route("/api/present-sessions/{id}/questions/{question}/promote", post(present_audience::promote_question))
        .route("/api/auth/me", get(auth::me).patch(auth::change_me))
        .route("/api/auth/change-password", post(auth::change_password))
        .route("/api/auth/passkeys", get(passkeys::list).post(passkeys::add))
        .route("/api/auth/passkeys/options", post(passkeys::begin))
        .route("/api/auth/passkeys/{id}", patch(passkeys::rename).delete(passkeys::remove))
        .route("/api/notifications", get(comments::notices))
        .route("/api/notifications/read", post(comments::read_notices))
        .route("/api/users/search", get(users::search))
        .route("/api/api-keys", get(keys::list).post(keys::create))
        .route("/api/api-keys/{id}", delete(keys::revoke))
        .route("/api/api-keys/{id}/usage", get(keys::usage))
        .route("/api/agents", get(agents::list))
        .route("/api/agents/{id}", delete(agents::disconnect))
        .route("/api/organizations", get(organizations::list).post(organizations::create))
        .route("/api/organizations/{id}", patch(organizations::update).delete(organizations::delete))
        .route("/api/organizations/{id}/switch", post(organizations::switch))
        .route("/api/organizations/{id}/publishing", get(publications::publishing).put(publications::set_publishing))
        .route("/api/organizations/{id}/provisioning", get(provisioning::read).put(provisioning::set))
        .route("/api/organizations/{id}/provisioning/token", post(provisioning::make_token).delete(provisioning::revoke_token))
        .route("/api/organizations/{id}/members", get(organizations::members).post(organizations::add_member))
        .route("/api/organizations/{id}/members/{email}", patch(organizations::update_member).delete(organizations::remove_member))
        .route("/api/themes/custom", get(themes::list_custom).post(themes::create))
        .route("/api/themes/custom/{id}", put(themes::update).delete(themes::delete))
        .route("/api/themes/custom/{id}/default", post(themes::set_default))
        .route("/api/fonts/{id}", delete(fonts::delete))
        .route("/api/slide-types/settings", get(slide_types::settings))
        .route("/api/slide-types/custom", get(slide_types::list_custom).post(slide_types::create))
        .route("/api/slide-types/custom/{slug}", put(slide_types::update).delete(slide_types::delete))
        .route("/api/slide-types/custom/{slug}/publish", post(slide_types::publish))
        .route("/api/slide-types/custom/{slug}/uses", get(slide_types::uses))
        .route("/api/slide-types/{key}", patch(slide_types::set))
        .route("/api/webhooks", get(webhooks::list).post(webhooks::create))
        .route("/api/webhooks/{id}", patch(webhooks::update).delete(webhooks::delete))
        .route("/api/webhooks/{id}/secret", post(webhooks::rotate_secret))
        .route("/api/webhooks/{id}/test", post(webhooks::test))
        .route("/api/webhooks/{id}/deliveries", get(webhooks::deliveries))
        .route("/api/webhooks/{id}/deliveries/{delivery}/replay", post(webhooks::replay))
        .route("/api/admin/users", get(users::list).post(users::create))
        .route("/api/admin/users/{id}", get(users::read).patch(users::update).delete(users::delete))
        .route("/api/admin/audit", get(audit::list))
        .route("/api/maintenance", get(maintenance::read))
}

/// Pictures, and the files that the page of the documentation loads.
#[rustfmt::skip]
fn pictures() -> Routes {
    Routes::new()
        .route("/api/v1/docs/{file}", get(docs::file))
        .route("/api/presentations/trash/{id}/thumb.png", get(trash::thumbnail))
        .route("/api/presentations/{id}/versions/{version}/slides/{slide}/thumb.png", get(versions::thumbnail))
        .route("/api/presentations/{id}/thumb.png", get(drawing::numbered_thumbnail))
        .route("/api/presentations/{id}/slides/{slide}/thumb.png", get(drawing::thumbnail))
        .route("/api/themes/{id}/thumb.png", get(drawing::theme_thumbnail))
        .route("/api/slide-types/{key}/thumb.png", get(drawing::type_thumbnail))
        .route("/api/slide-library/{id}/thumb.png", get(slide_library::thumbnail))
        .route("/api/presentations/{id}/rehearsal/sound", get(rehearsals::sound))
        .route("/api/qr.svg", get(talk::qr))
}

/// Calls that wait for the author.
#[rustfmt::skip]
fn author() -> Routes {
    Routes::new()
        .route("/api/presentations/{id}/proposals", post(proposals::create))
        .route("/api/ai/vendors", get(ai::vendors_in_full))
        .route("/api/ai/jobs/{id}", get(jobs::read).delete(jobs::stop))
        .route("/api/ai/jobs/{id}/events", get(jobs::events))
        .route("/api/ai/vendors/{vendor}/test", post(ai::try_vendor))
}

/// Calls that wait for the author and accept a document.
#[rustfmt::skip]
fn document() -> Routes {
    Routes::new()
        .route("/api/ai/outline", post(ai::outline))
        .route("/api/ai/jobs", post(jobs::begin))
        .route("/api/ai/documents/once/{token}", put(ai::document_once).post(ai::document_once))
}

/// Calls that wait for the author and accept a document, of the public interface.
#[rustfmt::skip]
fn document_by_key() -> Routes {
    Routes::new()
        .route("/api/v1/ai/outline", post(ai::outline))
        .route("/api/v1/ai/wizard", post(ai::wizard))
}

/// Requests to draw, which store nothing.
#[rustfmt::skip]
fn drawing() -> Routes {
    Routes::new()
        .route("/api/presentations/{id}/render", post(drawing::render))
        .route("/api/presentations/{id}/talk", post(talk::draw))
        .route("/api/themes/preview", post(themes::preview))
        .route("/api/slide-types/preview", post(slide_types::preview))
}

/// Writes that are accepted during maintenance.
#[rustfmt::skip]
fn open() -> Routes {
    Routes::new()
        .route("/api/presentations/{id}/presence", post(edits::be_present))
        .route("/api/auth/logout", post(auth::logout))
        .route("/api/admin/maintenance", get(maintenance::outlook).put(maintenance::set))
}

/// Live sessions: the presenter by sign-in or key, the audience by the id of the session. The handlers decide what is
/// accepted during maintenance.
#[rustfmt::skip]
fn live() -> Routes {
    Routes::new()
        .route("/api/present-sessions", post(present_sessions::create))
        .route("/api/present-sessions/{id}/state", get(present_sessions::state).post(present_sessions::set_state))
        .route("/api/present-sessions/{id}/control", post(present_sessions::command))
        .route("/api/present-sessions/{id}/control/enable", post(present_sessions::enable_control))
        .route("/api/present-sessions/{id}/control/disable", post(present_sessions::disable_control))
        .route("/api/present-sessions/{id}/finish", post(present_sessions::finish))
        .route("/api/present-sessions/{id}/events", get(present_sessions::events))
        .route("/api/present-sessions/{id}/marks", get(present_marks::stream).post(present_marks::send))
        .route("/api/present-sessions/{id}/deck", get(present_sessions::deck))
        .route("/api/present-sessions/{id}/audience", get(present_audience::audience))
        .route("/api/present-sessions/{id}/interactions/{slide}/open", post(present_audience::open_interaction))
        .route("/api/present-sessions/{id}/interactions/{slide}/close", post(present_audience::close_interaction))
        .route("/api/present-sessions/{id}/interactions/{slide}/reset", post(present_audience::reset_interaction))
        .route("/api/present-sessions/{id}/questions/open", post(present_audience::open_questions))
        .route("/api/present-sessions/{id}/questions/close", post(present_audience::close_questions))
        .route("/api/present-sessions/{id}/questions/{question}/remove", post(present_audience::remove_question))
        .route("/api/present-sessions/{id}/questions/{question}/remove-asker", post(present_audience::remove_asker))
        .route("/api/present-sessions/{id}/questions/{question}/answered", post(present_audience::answer_question))
        .route("/api/present-sessions/{id}/questions.csv", get(present_audience::questions_table))
        .route("/api/present-sessions/{id}/results/{file}", get(present_audience::results))
        .route("/api/present-sessions/{id}/feedback/{file}", get(present_audience::feedback))
        .route("/api/follow-codes/{code}", get(follow::code))
        .route("/api/follow/{id}/presentation", get(follow::presentation))
        .route("/api/follow/{id}/interactions/current", get(follow::current_interaction))
}

/// Pages.
#[rustfmt::skip]
fn public() -> Routes {
    Routes::new()
        .route("/", get(start::front))
        .route("/app", get(start::decks))
        .route("/app/{id}", get(start::editor))
        .route("/trash", get(start::trash))
        .route("/settings", get(start::settings))
        .route("/settings/{*section}", get(start::settings))
        .route("/present/sw.js", get(web::present_worker))
        .route("/present/{id}", get(start::talk))
        .route("/present/{id}/window", get(start::talk))
        .route("/go", get(go::read))
        .route("/go/{code}", get(go::code))
        .route("/follow/{id}", get(follow_page::read))
        .route("/follow/{id}/slide/{slide}", get(follow_page::slide))
        .route("/notes/{id}", get(notes::read))
        .route("/notes/{id}/slide/{slide}", get(notes::slide))
        .route("/view/{token}", get(view::read))
        .route("/view/{token}/seen", post(view::seen))
        .route("/p/{slug}", get(published::read).post(published::unlock_page))
        .route("/p/{slug}/read", get(published::article))
        .route("/p/{slug}/seen", post(published::seen))
        .route("/p/{slug}/download/{file}", get(published::download))
        .route("/oembed", get(published::oembed))
        .route("/sitemap.xml", get(published::sitemap))
        .route("/robots.txt", get(published::robots))
        .route("/signin", get(signin::read).post(signin::submit))
        .route("/signin/oidc", get(oidc::begin))
        .route("/signin/oidc/callback", get(oidc::end))
        .route("/health", get(health::read))
        .route("/livez", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::read))
        .route("/fonts/{file}", get(drawing::font))
}

/// Files that pages load.
#[rustfmt::skip]
fn files() -> Routes {
    Routes::new()
        .route("/assets/{file}", get(web::asset))
        .route("/uploads/{file}", get(uploads::read))
        .route("/p/{slug}/card.png", get(published::card))
        .route("/embed/{slug}", get(published::embed).post(published::unlock_embed))
        .route("/embed/{slug}/seen", post(published::seen_in_embed))
}

/// Requests of the audience of a live session.
#[rustfmt::skip]
fn audience() -> Routes {
    Routes::new()
        .route("/api/follow/{id}/interactions/{slide}/vote", post(follow::vote))
        .route("/api/follow/{id}/interactions/{slide}/feedback", post(follow::feedback))
        .route("/api/follow/{id}/reactions", post(follow::react))
        .route("/api/follow/{id}/questions", get(follow::questions).post(follow::ask))
        .route("/api/follow/{id}/questions/{question}/upvote", post(follow::upvote))
        .route("/api/follow/{id}/questions/{question}/cancel", post(follow::cancel))
}

/// Signing in.
#[rustfmt::skip]
fn sign_in() -> Routes {
    Routes::new()
        .route("/api/auth/login", post(auth::login))
        .route("/api/auth/link", post(auth::link))
        .route("/api/auth/link/request", post(auth::request_link))
        .route("/api/auth/login/passkey", post(passkeys::login))
        .route("/api/auth/login/passkey/options", post(passkeys::begin_login))
}

/// The page on which a person connects an agent.
#[rustfmt::skip]
fn oauth_page() -> Routes {
    Routes::new()
        .route("/oauth/authorize", get(oauth::read).post(oauth::decide))
}

/// The OAuth routes of clients that connect, readable by pages of any site.
#[rustfmt::skip]
fn oauth_endpoints() -> Routes {
    Routes::new()
        .route("/.well-known/oauth-authorization-server", get(oauth::authorization_server).options(oauth::preflight))
        .route("/.well-known/oauth-authorization-server/{*path}", get(oauth::authorization_server).options(oauth::preflight))
        .route("/.well-known/oauth-protected-resource", get(oauth::protected_resource).options(oauth::preflight))
        .route("/.well-known/oauth-protected-resource/{*path}", get(oauth::protected_resource).options(oauth::preflight))
        .route("/oauth/register", post(oauth::register).options(oauth::preflight))
        .route("/oauth/token", post(oauth::exchange).options(oauth::preflight))
        .route("/oauth/revoke", post(oauth::revoke).options(oauth::preflight))
        .map(|routes| routes.layer(from_fn(oauth::allow_any_origin)))
}

/// Uploads of pictures and fonts.
#[rustfmt::skip]
fn upload() -> Routes {
    Routes::new()
        .route("/api/fonts", get(fonts::list).post(fonts::create))
        .route("/api/uploads", post(uploads::create))
        .route("/api/uploads/once/{token}", put(uploads::create_once).post(uploads::create_once))
}

/// Uploads of a sound or a video for slides.
#[rustfmt::skip]
fn media() -> Routes {
    Routes::new()
        .route("/api/media", post(uploads::create_media))
}

/// Recorded rehearsals.
#[rustfmt::skip]
fn recording() -> Routes {
    Routes::new()
        .route("/api/presentations/{id}/rehearsal", get(rehearsals::read).put(rehearsals::put).delete(rehearsals::remove))
}

/// Uploads of a `.deck` package or a PowerPoint file.
#[rustfmt::skip]
fn package() -> Routes {
    Routes::new()
        .route("/api/presentations/import/deck", post(interchange::import_package))
        .route("/api/presentations/import/pptx", post(powerpoint::import))
        .route("/api/themes/custom/import/pptx", post(themes::import))
        .route("/api/presentations/{id}/import/pptx", post(powerpoint::bring_back))
        .route("/api/presentations/import/pptx/once/{token}", put(powerpoint::import_once).post(powerpoint::import_once))
}

/// Uploads of a file to import, of the public interface.
#[rustfmt::skip]
fn package_by_key() -> Routes {
    Routes::new()
        .route("/api/v1/presentations/import/pptx", post(powerpoint::import))
        .route("/api/v1/presentations/{id}/import/pptx", post(powerpoint::bring_back))
}

/// The endpoint for agents.
#[rustfmt::skip]
fn agents() -> Routes {
    Routes::new()
        .route("/mcp", any(mcp::any))
        .route("/mcp/", any(mcp::any))
}

/// SCIM, for the identity provider of an organization.
#[rustfmt::skip]
fn provisioning() -> Routes {
    Routes::new()
        .route("/scim/v2/ServiceProviderConfig", get(scim::service_provider))
        .route("/scim/v2/ResourceTypes", get(scim::resource_types))
        .route("/scim/v2/ResourceTypes/{id}", get(scim::resource_type))
        .route("/scim/v2/Schemas", get(scim::schemas))
        .route("/scim/v2/Schemas/{id}", get(scim::schema))
        .route("/scim/v2/Users", get(scim::list_users).post(scim::create_user))
        .route("/scim/v2/Users/{id}", get(scim::read_user).put(scim::replace_user).patch(scim::patch_user).delete(scim::delete_user))
        .route("/scim/v2/Groups", get(scim::list_groups).post(scim::create_group))
        .route("/scim/v2/Groups/{id}", get(scim::read_group).put(scim::replace_group).patch(scim::patch_group).delete(scim::delete_group))
        .route("/scim/v2", any(scim::unknown_path))
        .route("/scim/v2/{*path}", any(scim::unknown_path))
}
