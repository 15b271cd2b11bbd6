//! Slide types as the API and the agent tools return them: a full view for forms, a brief view for agents.
//!
//! Both views are derived from the declarations only. Neither contains disabled types; the brief view also lacks types
//! and fields that are not offered to agents.

use serde_json::{Value, json};

use crate::Content;
use crate::registry::{BuildMode, Category, Field, Kind, Origin, Registry, SlideType};
use crate::schema::figure;

/// Language of the examples in the catalogue.
pub const EXAMPLE_LANG: &str = "en-GB";

impl Registry {
    /// All enabled types in full: `{slideTypes, count, globalOptions}`, with defaults in the given language.
    pub fn slide_types(&self, schema_host: &str, lang: &str) -> Value {
        let types: Content = self
            .types()
            .filter(|slide_type| slide_type.enabled)
            .map(|slide_type| (slide_type.key.clone(), self.described(slide_type, schema_host, lang)))
            .collect();
        let count = types.len();
        json!({"slideTypes": types, "count": count, "globalOptions": self.global_options()})
    }

    /// One type in full, with everything that a form for its content needs. Defaults are in the given language.
    pub fn described(&self, slide_type: &SlideType, schema_host: &str, lang: &str) -> Value {
        let mut view = guidance(slide_type);
        view["group"] = json!(slide_type.group);
        view["fields"] = fields(&slide_type.fields);
        view["defaults"] = Value::Object(slide_type.defaults_in(lang));
        view["schema"] = self.content_schema(slide_type, schema_host);
        sample(&mut view, slide_type);
        for (key, value) in [
            ("fallback", slide_type.fallback.as_deref()),
            ("interaction", slide_type.interaction.map(crate::Interaction::name)),
            ("buildMode", slide_type.build.map(build_mode)),
            ("labelField", slide_type.label_field.as_deref()),
        ] {
            if let Some(value) = value {
                view[key] = json!(value);
            }
        }
        if slide_type.deprecated {
            view["deprecated"] = json!(true);
        }
        view
    }

    /// The types that are offered to agents, in brief: `{types, count, exampleLang, globalOptions}`.
    pub fn agent_types(&self, category: Option<Category>) -> Value {
        let types: Content = self
            .types()
            .filter(|slide_type| slide_type.enabled && slide_type.agents && !slide_type.deprecated)
            .filter(|slide_type| category.is_none_or(|category| slide_type.category == category))
            .map(|slide_type| (slide_type.key.clone(), agent_type(slide_type)))
            .collect();
        let (count, options) = (types.len(), self.global_options());
        json!({"types": types, "count": count, "exampleLang": EXAMPLE_LANG, "globalOptions": options})
    }

    /// The fields that a slide of any type may have.
    pub fn global_options(&self) -> Value {
        let options = self.catalogue().global_options.iter();
        options
            .filter(|option| !option.hidden)
            .map(|option| {
                let mut view = json!({"key": option.key});
                bounds(&mut view, option);
                if let Some(default) = &option.default {
                    view["default"] = default.clone();
                }
                view["description"] = json!(option.help);
                view
            })
            .collect()
    }
}

fn agent_type(slide_type: &SlideType) -> Value {
    let mut view = guidance(slide_type);
    view["schema"] = agent_fields(&slide_type.fields);
    sample(&mut view, slide_type);
    view
}

/// Names of a type, and when to use it.
fn guidance(slide_type: &SlideType) -> Value {
    json!({
        "typeId": slide_type.id,
        "label": slide_type.label,
        "category": slide_type.category.name(),
        "description": slide_type.description,
        "bestFor": slide_type.best_for,
        "notFor": slide_type.not_for,
    })
}

fn sample(view: &mut Value, slide_type: &SlideType) {
    view["example"] = json!(slide_type.example);
    view["documented"] = json!(slide_type.documented);
    if let Some(usage) = &slide_type.usage {
        view["usage"] = json!(usage);
    }
    if slide_type.origin != Origin::Core {
        view["isCustom"] = json!(true);
    }
}

fn build_mode(mode: BuildMode) -> &'static str {
    match mode {
        BuildMode::Body => "body",
        BuildMode::Cards => "cards",
        BuildMode::Chart => "chart",
        BuildMode::ImageZoom => "image-zoom",
    }
}

/// Adds the kind of a field and the bounds of its values, named as in a declaration.
fn bounds(view: &mut Value, field: &Field) {
    view["type"] = json!(field.kind.name());
    if field.required {
        view["required"] = json!(true);
    }
    if let Some(max) = field.max_length {
        view["maxLength"] = json!(max);
    }
    match &field.kind {
        Kind::Number { min, max } => {
            if let Some(min) = min {
                view["min"] = figure(*min);
            }
            if let Some(max) = max {
                view["max"] = figure(*max);
            }
        }
        Kind::Items { min, max, .. } => {
            if *min > 0 {
                view["minItems"] = json!(min);
            }
            if let Some(max) = max {
                view["maxItems"] = json!(max);
            }
        }
        Kind::Enum { options, .. } => view["options"] = json!(options),
        _ => {}
    }
}

fn fields(declared: &[Field]) -> Value {
    declared.iter().filter(|field| !field.hidden).map(form_field).collect()
}

fn form_field(field: &Field) -> Value {
    let mut view = json!({"key": field.key, "label": field.label});
    bounds(&mut view, field);
    match &field.kind {
        Kind::Items { fields: inner, ordered, .. } => {
            view["itemFields"] = fields(inner);
            if *ordered {
                view["ordered"] = json!(true);
            }
        }
        Kind::Enum { open: true, .. } => view["openSet"] = json!(true),
        Kind::String(Some(pattern)) => view["pattern"] = json!(pattern.source()),
        _ => {}
    }
    if !field.help.is_empty() {
        view["helpText"] = json!(field.help);
    }
    if field.translatable {
        view["translatable"] = json!(true);
    }
    let form = &field.form;
    for (option, label) in &form.option_labels {
        view["optionLabels"][option] = json!(label);
    }
    if let Some((other, values)) = &form.visible_when {
        view["visibleWhen"] = json!({"field": other, "in": values});
    }
    if let Some(step) = form.step {
        view["step"] = figure(step);
    }
    view
}

fn agent_fields(declared: &[Field]) -> Value {
    let offered = declared.iter().filter(|field| field.agents && !field.hidden);
    let views: Content = offered.map(|field| (field.key.clone(), agent_field(field))).collect();
    Value::Object(views)
}

fn agent_field(field: &Field) -> Value {
    let mut view = json!({});
    bounds(&mut view, field);
    if !field.help.is_empty() {
        view["description"] = json!(field.help);
    }
    if let Kind::Items { fields, .. } = &field.kind {
        view["itemSchema"] = agent_fields(fields);
    }
    view
}
