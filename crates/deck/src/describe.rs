//! Slide types as the API and the agent tools return them: a full view for forms, a brief view for agents.
//!
//! Both views are derived from the declarations only. Neither contains disabled types; the brief view also lacks types
//! and fields that are not offered to agents.

mod brief;

use std::ops::Not;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

pub use self::brief::FittingLengths;
use crate::Content;
use crate::registry::{
    BuildMode, Category, DeckRole, Field, FieldType, Interaction, Kind, Origin, Registry, SlideType,
};
use crate::schema::json_number;

/// Language of the examples in the catalogue.
pub const EXAMPLE_LANG: &str = "en-GB";

/// The enabled slide types in full.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SlideTypeList"))]
#[serde(rename_all = "camelCase")]
pub struct SlideTypeListView {
    /// By registry key.
    #[serde(serialize_with = "as_object")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, SlideTypeView>"))]
    slide_types: Vec<(String, SlideTypeView)>,
    count: usize,
    /// Fields that the content of any slide may have.
    global_options: Vec<GlobalOptionView>,
}

/// A slide type in full, with everything that a form for its content needs.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SlideType"))]
#[serde(rename_all = "camelCase")]
pub struct SlideTypeView {
    #[serde(flatten)]
    guidance: Guidance,
    /// Group in the type picker.
    group: String,
    fields: Vec<FieldView>,
    /// Content of a new slide.
    defaults: Content,
    /// The JSON Schema of the content.
    #[cfg_attr(feature = "schema", schemars(with = "Content"))]
    schema: Value,
    #[serde(flatten)]
    sample: Sample,
    /// Type that it is drawn as where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interaction: Option<Interaction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    build_mode: Option<BuildMode>,
    /// The part that its slides play in the structure of a deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    deck_role: Option<DeckRole>,
    /// The field that names a slide.
    #[serde(skip_serializing_if = "Option::is_none")]
    label_field: Option<String>,
    #[serde(skip_serializing_if = "Not::not")]
    deprecated: bool,
}

/// A slide type in brief.
#[derive(Serialize)]
struct AgentTypeView {
    #[serde(flatten)]
    guidance: Guidance,
    schema: Value,
    #[serde(flatten)]
    sample: Sample,
}

/// Names of a type, and when to use it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Guidance {
    /// Canonical id, such as `eu.svc.slide.list`.
    type_id: String,
    label: String,
    category: Category,
    description: String,
    best_for: Vec<String>,
    not_for: Vec<String>,
}

/// The example of a type, and further help for its use.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Sample {
    example: Content,
    /// Whether there is guidance on its use.
    documented: bool,
    /// Rules of the organization for its use.
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<String>,
    /// True for types from files and of the organization.
    #[serde(skip_serializing_if = "Not::not")]
    is_custom: bool,
}

/// A field of a slide type, for a form.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Field"))]
#[serde(rename_all = "camelCase")]
struct FieldView {
    key: String,
    label: String,
    #[serde(flatten)]
    bounds: Bounds,
    /// The fields of an entry of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    item_fields: Option<Vec<FieldView>>,
    /// Whether the order of the entries has a meaning.
    #[serde(skip_serializing_if = "Not::not")]
    ordered: bool,
    /// Whether other values than the options are accepted.
    #[serde(skip_serializing_if = "Not::not")]
    open_set: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    help_text: String,
    #[serde(skip_serializing_if = "Not::not")]
    translatable: bool,
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    option_labels: Vec<(String, String)>,
    /// The field counts only while another field has one of these values.
    #[serde(skip_serializing_if = "Option::is_none")]
    visible_when: Option<VisibleWhen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    step: Option<Value>,
    /// Whether the address may be that of a sound or video which is uploaded here.
    #[serde(skip_serializing_if = "Not::not")]
    media: bool,
}

/// The field that another one depends on, with its values.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct VisibleWhen {
    field: String,
    #[serde(rename = "in")]
    values: Vec<String>,
}

/// A field that a slide of any type may have.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GlobalOption"))]
struct GlobalOptionView {
    key: String,
    #[serde(flatten)]
    bounds: Bounds,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Value>,
    description: String,
}

/// The kind of a field and the bounds of its values, named as in a declaration.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
struct Bounds {
    #[serde(rename = "type")]
    field_type: FieldType,
    #[serde(skip_serializing_if = "Not::not")]
    required: bool,
    /// In Unicode code points.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    min: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    max: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_items: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_items: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<String>>,
}

impl Registry {
    /// All enabled types in full, with defaults in the given language.
    pub fn slide_types(&self, schema_host: &str, lang: &str) -> SlideTypeListView {
        let slide_types: Vec<(String, SlideTypeView)> = self
            .types()
            .filter(|slide_type| slide_type.enabled)
            .map(|slide_type| (slide_type.key.clone(), self.described(slide_type, schema_host, lang)))
            .collect();
        SlideTypeListView { count: slide_types.len(), slide_types, global_options: self.global_options() }
    }

    /// One type in full, with everything that a form for its content needs. Defaults are in the given language.
    pub fn described(&self, slide_type: &SlideType, schema_host: &str, lang: &str) -> SlideTypeView {
        SlideTypeView {
            guidance: Guidance::new(slide_type),
            group: slide_type.group.clone(),
            fields: form_fields(&slide_type.fields),
            defaults: slide_type.defaults_in(lang),
            schema: self.content_schema(slide_type, schema_host),
            sample: Sample::new(slide_type),
            fallback: slide_type.fallback.clone(),
            interaction: slide_type.interaction,
            build_mode: slide_type.build,
            deck_role: slide_type.deck_role,
            label_field: slide_type.label_field.clone(),
            deprecated: slide_type.deprecated,
        }
    }

    /// The types that are offered to agents, in brief: `{types, count, exampleLang, globalOptions}`.
    pub fn agent_types(&self, category: Option<Category>) -> Value {
        let types: Content = self
            .offered_types(category)
            .map(|slide_type| (slide_type.key.clone(), json!(AgentTypeView::new(slide_type))))
            .collect();
        let (count, options) = (types.len(), self.global_options());
        json!({"types": types, "count": count, "exampleLang": EXAMPLE_LANG, "globalOptions": options})
    }

    fn global_options(&self) -> Vec<GlobalOptionView> {
        let options = self.catalogue().global_options.iter();
        options.filter(|option| !option.hidden).map(GlobalOptionView::new).collect()
    }
}

impl AgentTypeView {
    fn new(slide_type: &SlideType) -> Self {
        Self {
            guidance: Guidance::new(slide_type),
            schema: agent_fields(&slide_type.fields),
            sample: Sample::new(slide_type),
        }
    }
}

impl Guidance {
    fn new(slide_type: &SlideType) -> Self {
        Self {
            type_id: slide_type.id.clone(),
            label: slide_type.label.clone(),
            category: slide_type.category,
            description: slide_type.description.clone(),
            best_for: slide_type.best_for.clone(),
            not_for: slide_type.not_for.clone(),
        }
    }
}

impl Sample {
    fn new(slide_type: &SlideType) -> Self {
        Self {
            example: slide_type.example.clone(),
            documented: slide_type.documented,
            usage: slide_type.usage.clone(),
            is_custom: slide_type.origin != Origin::Core,
        }
    }
}

impl FieldView {
    fn new(field: &Field) -> Self {
        let (item_fields, ordered) = match &field.kind {
            Kind::Items { fields, ordered, .. } => (Some(form_fields(fields)), *ordered),
            _ => (None, false),
        };
        let form = &field.form;
        Self {
            key: field.key.clone(),
            label: field.label.clone(),
            bounds: Bounds::new(field),
            item_fields,
            ordered,
            open_set: matches!(field.kind, Kind::Enum { open: true, .. }),
            pattern: match &field.kind {
                Kind::String(Some(pattern)) => Some(pattern.source().to_owned()),
                _ => None,
            },
            help_text: field.help.clone(),
            translatable: field.translatable,
            option_labels: form.option_labels.clone(),
            visible_when: form.visible_when.clone().map(|(other, values)| VisibleWhen { field: other, values }),
            step: form.step.map(json_number),
            media: form.media,
        }
    }
}

impl GlobalOptionView {
    fn new(option: &Field) -> Self {
        Self {
            key: option.key.clone(),
            bounds: Bounds::new(option),
            default: option.default.clone(),
            description: option.help.clone(),
        }
    }
}

impl Bounds {
    fn new(field: &Field) -> Self {
        let mut bounds = Self {
            field_type: field.kind.field_type(),
            required: field.required,
            max_length: field.max_length,
            min: None,
            max: None,
            min_items: None,
            max_items: None,
            options: None,
        };
        match &field.kind {
            Kind::Number { min, max } => {
                bounds.min = min.map(json_number);
                bounds.max = max.map(json_number);
            }
            Kind::Items { min, max, .. } => {
                bounds.min_items = Some(*min).filter(|min| *min > 0);
                bounds.max_items = *max;
            }
            Kind::Enum { options, .. } => bounds.options = Some(options.clone()),
            _ => {}
        }
        bounds
    }
}

/// The fields of a form.
fn form_fields(declared: &[Field]) -> Vec<FieldView> {
    declared.iter().filter(|field| !field.hidden).map(FieldView::new).collect()
}

/// Writes entries as the fields of an object, in their order.
fn as_object<T: Serialize, S: Serializer>(entries: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
}

fn agent_fields(declared: &[Field]) -> Value {
    let offered = declared.iter().filter(|field| field.agents && !field.hidden);
    let views: Content = offered.map(|field| (field.key.clone(), agent_field(field))).collect();
    Value::Object(views)
}

fn agent_field(field: &Field) -> Value {
    let mut view = json!(Bounds::new(field));
    if !field.help.is_empty() {
        view["description"] = json!(field.help);
    }
    if let Kind::Items { fields, .. } = &field.kind {
        view["itemSchema"] = agent_fields(fields);
    }
    view
}
