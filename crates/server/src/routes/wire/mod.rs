//! Tests of the wire types: `web/src/lib/wire.ts` is generated from the request and answer structs of the routes, and
//! the schemas of `openapi.yaml` are compared with the same structs.
//!
//! A typed route has a line in [`typed_routes`]. Its method and path come from the route list in `routes/mod.rs`, its
//! types from the signature of its handler. A type's name on the wire is the name of its struct without `Json`.

mod openapi;
mod signature;
mod typescript;

use std::collections::{BTreeMap, BTreeSet};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

use self::signature::{BodyArgument, Handler};
use super::live::{InteractionAnswer, QuestionAnswer};
use super::presentation_json::{DeckHeadJson, DeckListJson, DeckSummaryJson};
use super::remark_json::RemarkCodeJson;
use super::{
    agents, ai, analytics, audit, auth, collaborators, comments, deck_request, drawing, edits, filing, follow, fonts,
    icons, image_library, index, interchange, jobs, keys, links, maintenance, merges, organizations, passkeys,
    powerpoint, present_audience, present_marks, present_sessions, presentations, proposals, provisioning,
    publications, rehearsals, slide_library, slide_types, sources, starters, talk, themes, trash, uploads, users,
    versions, videos, webhooks,
};
use crate::http::{Done, ErrorBody};

const ROUTE_LIST: &str = include_str!("../mod.rs");
const WIRE_TS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");

/// Modules and handlers below `/api` whose response is a file or a stream of events, not JSON.
const FILES_AND_STREAMS: &[&str] = &[
    "analytics::table",
    "drawing::numbered_thumbnail",
    "drawing::theme_thumbnail",
    "drawing::thumbnail",
    "drawing::type_thumbnail",
    "events",
    "exports",
    "interchange::export_json",
    "interchange::export_package",
    "jobs::events",
    "merges::download",
    "present_audience::feedback",
    "present_audience::questions_table",
    "present_audience::results",
    "present_marks::stream",
    "present_sessions::events",
    "rehearsals::sound",
    "slide_library::thumbnail",
    "talk::qr",
    "trash::thumbnail",
    "versions::thumbnail",
    "videos::captions",
    "videos::download",
];

/// All typed routes, and types that no signature names.
#[rustfmt::skip]
fn typed_routes() -> Wire {
    let mut wire = Wire::new();
    wire.answer::<ErrorBody<'static>>();
    wire.answer::<RemarkCodeJson>();

    wire.route(auth::login).answers::<auth::SignedInJson>();
    wire.route(auth::link).answers::<auth::SignedInJson>();
    wire.route(auth::request_link);
    wire.route(auth::logout).answers::<Done>();
    wire.route(auth::me);
    wire.route(auth::change_me);
    wire.route(auth::change_password);
    wire.route(passkeys::list);
    wire.route(passkeys::begin);
    wire.route(passkeys::add);
    wire.route(passkeys::rename).reads::<passkeys::RenamePasskey>();
    wire.route(passkeys::remove);
    wire.route(passkeys::begin_login);
    wire.route(passkeys::login).answers::<auth::SignedInJson>();

    wire.route(users::search);
    wire.route(users::list);
    wire.route(users::create);
    wire.route(users::read);
    wire.route(users::update).reads::<users::UpdateUser>();
    wire.route(users::delete);

    wire.route(keys::list);
    wire.route(keys::create);
    wire.route(keys::revoke);
    wire.route(keys::usage);

    wire.route(agents::list);
    wire.route(agents::disconnect);

    wire.route(organizations::list);
    wire.route(organizations::create);
    wire.route(organizations::update).reads::<organizations::UpdateOrganization>();
    wire.route(organizations::delete);
    wire.route(organizations::switch);
    wire.route(organizations::members);
    wire.route(organizations::add_member).reads::<organizations::AddMember>();
    wire.route(organizations::update_member).reads::<organizations::UpdateMember>();
    wire.route(organizations::remove_member);

    wire.route(provisioning::read);
    wire.route(provisioning::set).reads::<provisioning::SetProvisioning>();
    wire.route(provisioning::make_token);
    wire.route(provisioning::revoke_token);

    wire.route(webhooks::list);
    wire.route(webhooks::create);
    wire.route(webhooks::update).reads::<webhooks::UpdateWebhook>();
    wire.route(webhooks::delete);
    wire.route(webhooks::rotate_secret);
    wire.route(webhooks::test);
    wire.route(webhooks::deliveries);
    wire.route(webhooks::replay);

    wire.route(audit::list);
    wire.route(maintenance::read);
    wire.route(maintenance::outlook);
    wire.route(maintenance::set);

    wire.answer::<DeckHeadJson<'static>>();
    wire.route(presentations::list).answers::<DeckListJson<DeckHeadJson<'static>>>();
    wire.route(presentations::search).answers::<DeckListJson<DeckSummaryJson<'static>>>();
    wire.route(presentations::counts);
    wire.route(presentations::sample);
    wire.route(presentations::create);
    wire.route(presentations::read);
    wire.route(presentations::update).reads::<deck_request::UpdateDeck>();
    wire.route(presentations::trash);
    wire.route(presentations::duplicate);
    wire.route(interchange::import_json).reads_file();
    wire.route(interchange::import_markdown).reads_file().answers::<interchange::RemarkedDeck<'static>>();
    wire.route(interchange::import_package).reads_file().answers::<interchange::ImportedDeck<'static>>();
    wire.route(powerpoint::import).reads_file().answers::<powerpoint::ConvertedDeck<'static>>();
    wire.route(powerpoint::bring_back).reads_file().answers::<powerpoint::FileChangesJson<'static>>();
    wire.answer::<powerpoint::BroughtBackJson<'static>>();
    wire.route(powerpoint::import_once).reads_file();
    wire.route(trash::list).answers::<trash::TrashJson<'static>>();
    wire.route(trash::restore);
    wire.route(trash::purge);

    wire.route(edits::send).reads::<edits::SendEdits>();
    wire.route(edits::drafts);
    wire.route(edits::be_present).reads::<edits::SetPresence>();
    wire.route(drawing::render).reads::<drawing::RenderDraft>();
    wire.route(drawing::thumbnail_hashes);

    wire.route(collaborators::list);
    wire.route(collaborators::add).reads::<collaborators::AddCollaborator>();
    wire.route(collaborators::update).reads::<collaborators::UpdateCollaborator>();
    wire.route(collaborators::remove);
    wire.route(collaborators::set_visibility).reads::<collaborators::SetVisibility>();
    wire.route(collaborators::transfer).reads::<collaborators::TransferDeck>();

    wire.route(versions::list);
    wire.route(versions::create).reads::<versions::NameVersion>();
    wire.route(versions::read).answers::<versions::VersionContent<'static>>();
    wire.route(versions::restore).answers::<versions::RestoredDeck<'static>>();

    wire.route(sources::list);
    wire.route(sources::read);
    wire.route(sources::push).reads_file().answers::<sources::PushedSource>();
    wire.route(sources::remove);
    wire.route(merges::begin).reads::<merges::BeginMerge>();
    wire.route(merges::read);
    wire.route(rehearsals::read);
    wire.route(rehearsals::put).reads_file();
    wire.route(rehearsals::remove);
    wire.route(videos::begin).reads::<videos::BeginVideo>();
    wire.route(videos::read);
    wire.route(videos::remove);

    wire.route(links::list);
    wire.route(links::create).reads::<links::CreateLink>();
    wire.route(links::revoke);

    wire.route(publications::read);
    wire.route(publications::publish).reads::<publications::PublishDeck>();
    wire.route(publications::update).reads::<publications::PublishDeck>();
    wire.route(publications::unpublish);
    wire.route(publications::publishing);
    wire.route(publications::set_publishing).reads::<publications::SetPublishing>();
    wire.route(analytics::read);

    wire.route(filing::star);
    wire.route(filing::unstar);
    wire.route(filing::put_into_folder).reads::<filing::FolderName>();
    wire.route(filing::take_out_of_folder);
    wire.route(filing::rename_folder);
    wire.route(filing::remove_folder);
    wire.route(starters::list).answers::<DeckListJson<DeckSummaryJson<'static>>>();
    wire.route(starters::begin).reads::<starters::BeginDeck>();
    wire.route(starters::read);
    wire.route(starters::mark);
    wire.route(starters::unmark);

    wire.route(slide_library::list);
    wire.route(slide_library::add);
    wire.route(slide_library::read);
    wire.route(slide_library::update).reads::<slide_library::UpdateLibrarySlide>();
    wire.route(slide_library::remove);
    wire.route(slide_library::links);
    wire.route(slide_library::insert).reads::<slide_library::InsertLibrarySlide>();
    wire.route(slide_library::preview_insertion);

    wire.route(comments::list);
    wire.route(comments::create).reads::<comments::CreateComment>();
    wire.route(comments::reply).reads::<comments::ReplyToComment>();
    wire.route(comments::set_status).reads::<comments::SetCommentStatus>();
    wire.route(comments::notices);
    wire.route(comments::read_notices);

    wire.route(present_sessions::create).reads::<present_sessions::BeginSession>();
    wire.route(present_sessions::state);
    wire.route(present_sessions::set_state).reads::<present_sessions::SetLiveState>();
    wire.route(present_sessions::command).reads::<present_sessions::SendCommand>();
    wire.route(present_sessions::enable_control);
    wire.route(present_sessions::disable_control);
    wire.route(present_sessions::finish);
    wire.route(present_marks::send).reads::<present_marks::SendMarks>();
    wire.route(present_sessions::deck);
    wire.route(present_sessions::save_notes).reads::<present_sessions::SaveNotes>();
    wire.route(present_audience::audience);
    wire.route(present_audience::open_interaction);
    wire.route(present_audience::close_interaction);
    wire.route(present_audience::reset_interaction);
    wire.route(present_audience::open_questions);
    wire.route(present_audience::close_questions);
    wire.route(present_audience::remove_question);
    wire.route(present_audience::remove_asker);
    wire.route(present_audience::answer_question);
    wire.route(present_audience::promote_question).reads::<present_audience::PromoteQuestion>();

    wire.route(follow::code);
    wire.route(follow::presentation).answers::<follow::AudienceViewJson<'static>>();
    wire.route(follow::current_interaction);
    wire.route(follow::vote).reads::<follow::Vote>().answers::<InteractionAnswer>();
    wire.route(follow::feedback).reads::<follow::GiveFeedback>().answers::<InteractionAnswer>();
    wire.route(follow::react).reads::<follow::React>().answers::<Done>();
    wire.route(follow::questions);
    wire.route(follow::ask).reads::<follow::AskQuestion>().answers::<follow::AskedQuestion>();
    wire.route(follow::upvote).answers::<QuestionAnswer>();
    wire.route(follow::cancel).answers::<Done>();

    wire.route(talk::draw).reads::<talk::DrawTalk>();
    wire.route(icons::list);
    wire.route(themes::list);
    wire.route(themes::list_with_versions);
    wire.route(themes::list_custom);
    wire.route(themes::create);
    wire.route(themes::import).reads_file();
    wire.route(themes::update).reads::<themes::ThemeDeclaration>();
    wire.route(themes::delete);
    wire.route(themes::set_default);
    wire.route(themes::preview);
    wire.route(fonts::list);
    wire.route(fonts::create).reads_file();
    wire.route(fonts::delete);
    wire.route(slide_types::list).answers::<deck::SlideTypeListView>();
    wire.route(slide_types::list_custom);
    wire.route(slide_types::create);
    wire.route(slide_types::update).reads::<slide_types::TypeDeclaration>();
    wire.route(slide_types::delete);
    wire.route(slide_types::publish);
    wire.route(slide_types::preview);
    wire.route(slide_types::settings);
    wire.route(slide_types::set).reads::<slide_types::SetType>();
    wire.route(slide_types::uses);

    wire.route(ai::vendors);
    wire.route(ai::vendors_in_full);
    wire.route(ai::wizard).reads::<ai::WriteDeck>().answers::<ai::WrittenJson<'static>>();
    wire.route(ai::outline).reads::<ai::WriteDeck>();
    wire.route(ai::document_once).reads_file();
    wire.route(ai::append_slides).answers::<ai::AppendedJson<'static>>();
    wire.route(ai::try_vendor);
    wire.route(jobs::begin).reads::<jobs::BeginJob>();
    wire.route(jobs::read);
    wire.route(jobs::stop);
    wire.route(proposals::create).reads::<proposals::Propose>();

    wire.request::<uploads::UploadInput>();
    wire.request::<interchange::MarkdownInput>();
    wire.answer::<deck::Envelope>();
    wire.route(uploads::create).reads_file();
    wire.route(uploads::create_media).reads_file();
    wire.route(uploads::create_once).reads_file();
    wire.route(image_library::list);
    wire.route(image_library::list_by_key);
    wire.route(image_library::update).reads::<image_library::UpdateImage>();
    wire.route(image_library::remove);

    wire.route(index::read);
    wire
}

/// The schemas of requests and responses, and the routes that use them.
struct Wire {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
    routes: Vec<Route>,
}

/// A route with the schemas of its request and its response.
struct Route {
    /// Module and name of the handler, such as `comments::list`.
    handler: String,
    /// Method and path, such as `GET /api/presentations/{id}/comments`; several when the handler has several routes.
    addresses: Vec<String>,
    body: RouteBody,
    answer: Option<Value>,
}

enum RouteBody {
    /// The handler ignores the body.
    None,
    Json(Value),
    /// A file or multipart parts, which only the web app's own types describe.
    File,
    /// The signature does not name the type.
    Unknown,
}

/// A route that was just added. Its methods name the types that the handler's signature does not.
struct AddedRoute<'a>(&'a mut Wire);

impl Wire {
    fn new() -> Self {
        Self {
            requests: SchemaSettings::draft2020_12().for_deserialize().into_generator(),
            answers: SchemaSettings::draft2020_12().for_serialize().into_generator(),
            routes: Vec::new(),
        }
    }

    fn request<T: JsonSchema>(&mut self) -> Value {
        self.requests.subschema_for::<T>().to_value()
    }

    fn answer<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }

    /// Adds the route of a handler, with the types in its signature. Panics when the handler is not in the route list.
    fn route<Arguments, H: Handler<Arguments>>(&mut self, _: H) -> AddedRoute<'_> {
        let mut path = std::any::type_name::<H>().rsplit("::");
        let name = path.next().expect("a path has an end");
        let module = path.next().expect("a handler is in a module");
        let handler = format!("{module}::{name}");
        let listed = listed_routes();
        let addresses: Vec<String> =
            listed.iter().filter(|(_, listed)| *listed == handler).map(|(address, _)| address.clone()).collect();
        assert!(!addresses.is_empty(), "`{handler}` is not in the route list");
        let body = match H::body(&mut self.requests) {
            BodyArgument::None => RouteBody::None,
            BodyArgument::Json(schema) => RouteBody::Json(schema.to_value()),
            BodyArgument::Unread => RouteBody::Unknown,
        };
        let answer = H::answer(&mut self.answers).map(schemars::Schema::to_value);
        self.routes.push(Route { handler, addresses, body, answer });
        AddedRoute(self)
    }

    /// The route that was added last.
    fn last(&mut self) -> &mut Route {
        self.routes.last_mut().expect("a route was added")
    }

    /// The named types, by their names on the wire.
    fn types(&self) -> BTreeMap<String, NamedType> {
        let mut types = BTreeMap::new();
        for (generator, direction) in [(&self.requests, Direction::Request), (&self.answers, Direction::Answer)] {
            let definitions = generator.definitions();
            for (name, schema) in definitions {
                let base_name = name.trim_end_matches(|character: char| character.is_ascii_digit());
                assert!(
                    base_name == name || !definitions.contains_key(base_name),
                    "two types have the name `{base_name}`"
                );
                let mut schema = schema.clone();
                without_null_in_optional(&mut schema);
                let named = NamedType { schema, direction };
                let other = types.insert(wire_name(name), named.clone());
                if let Some(other) = other {
                    assert_eq!(other.schema, named.schema, "`{name}` has different forms in requests and in responses");
                }
            }
        }
        types
    }
}

impl AddedRoute<'_> {
    /// Names the type that the handler reads from its body.
    fn reads<T: JsonSchema>(self) -> Self {
        let schema = self.0.request::<T>();
        let route = self.0.last();
        assert!(
            matches!(route.body, RouteBody::Unknown),
            "the signature of `{}` already names the type that it reads",
            route.handler
        );
        route.body = RouteBody::Json(schema);
        self
    }

    /// Marks the body as a file or multipart parts.
    fn reads_file(self) -> Self {
        self.0.last().body = RouteBody::File;
        self
    }

    /// Names the type of the response.
    fn answers<T: JsonSchema>(self) {
        let schema = self.0.answer::<T>();
        let route = self.0.last();
        assert!(route.answer.is_none(), "the signature of `{}` already names the type of its response", route.handler);
        route.answer = Some(schema);
    }
}

/// A type that is exported under a name.
#[derive(Clone)]
struct NamedType {
    schema: Value,
    direction: Direction,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Request,
    Answer,
}

/// The exported name of a struct.
fn wire_name(rust: &str) -> String {
    rust.strip_suffix("Json").unwrap_or(rust).to_owned()
}

/// The exported name of the type that a schema refers to; none when it is no reference.
fn referred(schema: &Value) -> Option<String> {
    schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/").map(wire_name)
}

/// Removes `null` from the types of fields that may be absent. In a request `null` counts as absent; a response omits
/// the field.
fn without_null_in_optional(schema: &mut Value) {
    let required = required(schema);
    let Some(Value::Object(properties)) = schema.get_mut("properties") else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !required.contains(name.as_str())) {
        if let Some(Value::Array(kinds)) = property.get_mut("type") {
            kinds.retain(|kind| kind != "null");
        }
        if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
            choices.retain(|choice| choice["type"] != "null");
        }
    }
}

/// The fields that an object must have.
fn required(schema: &Value) -> BTreeSet<String> {
    let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    names.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The fields of an object.
fn properties(schema: &Value) -> Map<String, Value> {
    schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// The routes below `/api` in the route list: method and path, and the handler.
fn listed_routes() -> Vec<(String, String)> {
    let mut routes = Vec::new();
    for line in ROUTE_LIST.lines().filter_map(|line| line.trim().strip_prefix(".route(\"/api/")) {
        let (path, rest) = line.split_once('"').expect("the path ends");
        let words: Vec<&str> = rest.split([',', ' ', '(', ')', '.']).filter(|word| !word.is_empty()).collect();
        for pair in words.chunks(2) {
            routes.push((format!("{} /api/{path}", pair[0].to_uppercase()), pair[1].to_owned()));
        }
    }
    routes
}

/// Whether a route belongs to the public interface, which the web app does not call.
fn is_by_key(address: &str) -> bool {
    address.contains(" /api/v1")
}

#[test]
fn the_typescript_types_are_those_of_the_structs() {
    let generated = typescript::file(&typed_routes());
    if std::env::var_os("UPDATE_WIRE").is_some() {
        std::fs::write(WIRE_TS, &generated).expect("the file can be written");
    }
    let committed = std::fs::read_to_string(WIRE_TS).unwrap_or_default();
    let differs = generated.lines().zip(committed.lines()).find(|(new, old)| new != old);
    assert!(
        generated == committed,
        "`web/src/lib/wire.ts` differs from the structs; `make types` writes it anew. First difference: {differs:?}"
    );
}

#[test]
fn every_json_route_is_typed() {
    let wire = typed_routes();
    let typed: BTreeSet<&str> = wire.routes.iter().map(|route| route.handler.as_str()).collect();
    for route in &wire.routes {
        assert!(!matches!(route.body, RouteBody::Unknown), "`{}`: name the type that it reads", route.handler);
        assert!(route.answer.is_some(), "`{}`: name the type of its answer", route.handler);
    }
    let listed = listed_routes();
    let is_in = |handler: &str, list: &[&str]| {
        let module = handler.split("::").next().unwrap_or_default();
        list.contains(&handler) || list.contains(&module)
    };
    for (address, handler) in listed.iter().filter(|(address, _)| !is_by_key(address)) {
        assert_ne!(
            typed.contains(handler.as_str()),
            is_in(handler, FILES_AND_STREAMS),
            "`{handler}` of `{address}` has either a line in `typed_routes` or an entry in `FILES_AND_STREAMS`"
        );
    }
    for entry in FILES_AND_STREAMS {
        assert!(listed.iter().any(|(_, handler)| is_in(handler, &[entry])), "`{entry}` is not in the route list");
    }
}
