//! Properties of slide types that both authors need.

use deck::{DeckRole, Field, Registry, SlideType};

/// Whether authors may use a type: it is enabled, open to agents and not deprecated.
pub(crate) fn is_offered(slide_type: &SlideType) -> bool {
    slide_type.enabled && slide_type.agents && !slide_type.deprecated
}

/// Whether slides of a type have a given role in the structure of a deck.
pub(crate) fn has_role(registry: &Registry, key: &str, role: DeckRole) -> bool {
    registry.by_key(key).is_some_and(|slide_type| slide_type.deck_role == Some(role))
}

/// Whether slides of a type open or close a deck or a section, and show no content of their own.
pub(crate) fn is_frame(registry: &Registry, key: &str) -> bool {
    registry.by_key(key).is_some_and(|slide_type| slide_type.deck_role.is_some())
        || registry.catalogue().closing_types.iter().any(|closing| closing == key)
}

/// Whether a content key may occur on slides of every type.
pub(crate) fn is_global_key(registry: &Registry, key: &str) -> bool {
    let catalogue = registry.catalogue();
    catalogue.global_options.iter().any(|option| option.key == key)
        || catalogue.reserved_keys.iter().any(|reserved| reserved == key)
}

/// The field that holds the title of a slide: the type's label field, else `title`.
pub(crate) fn label_field(slide_type: &SlideType) -> Option<&Field> {
    slide_type.field(slide_type.label_field.as_deref().unwrap_or("title"))
}

/// Maximum length of a field, in characters.
pub(crate) fn max_length(field: &Field) -> usize {
    field.max_length.unwrap_or(usize::MAX)
}
