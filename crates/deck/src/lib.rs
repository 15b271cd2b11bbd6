//! The deck: its model, slide types, rules, languages, schemas and portable forms.
//!
//! Pure: it reads no clock, file, network or random source; callers pass ids and times in. Pixels, users and storage
//! are the subject of other crates.

mod chart;
mod content;
mod copy;
mod describe;
mod edit;
mod envelope;
mod from_markdown;
mod ids;
mod json;
mod language;
mod links;
mod markdown;
mod merge;
mod migrate;
mod model;
mod nearest;
pub mod package;
pub mod refs;
mod registry;
mod remark;
mod rules;
mod save;
mod schema;
mod slides;
mod sources;
mod steps;
mod text_id;
mod theme;

pub use colors::Rgb;

pub use self::chart::{
    ChartData, ChartFault, ChartKind, Figure, Highlight, HighlightTexts, MAX_CATEGORIES, MAX_SERIES, Series,
    chart_data, csv_rows, drawn_chart,
};
pub use self::content::{ConversionError, conversion_targets, converted, normalised, placeholder};
pub use self::describe::{EXAMPLE_LANG, FittingLengths, SlideTypeListView, SlideTypeView};
pub use self::edit::{Edit, EditContext, EditError, EditOutcome, EditRefusal, FieldDraft, SlidePosition};
pub use self::envelope::{
    Envelope, EnvelopeContext, EnvelopeError, FORMAT, LEGACY_FORMAT, PortableSlide, UNTITLED, VERSION,
};
pub use self::from_markdown::{MarkdownDeck, MarkdownRemark, from_markdown};
pub use self::ids::{CountedIds, Ids};
pub use self::json::{MAX_VALUES, value_count};
pub use self::language::{
    TextLocation, TranslationProgress, WrongTranslation, carried, content_by_lang, translatable_texts,
};
pub use self::markdown::{
    Align, Block, BodyPiece, FormulaText, Inline, ListItem, Marker, Picture, TextPart, blocks, body_pieces, body_steps,
    located_blocks, plain_inlines, plain_text, text_parts,
};
pub use self::merge::{ValueChange, value_changes};
pub use self::migrate::{MigrationError, VersionedDeck, migrate, read_stored, stored_json};
pub use self::model::{
    AutoAdvance, DEFAULT_LANG, DEFAULT_THEME, Deck, LibraryLink, MAX_DESCRIPTION, MAX_NOTES, MAX_TITLE, MorphNames,
    Overlay, Pace, RevealStyle, SCHEMA_VERSION, Settings, Slide, SlideId, Transition, Translation, Visibility,
    WrongDeckField, WrongSetting, duration, is_right_to_left, is_tag, primary_language, read_description,
    read_language, read_theme, read_title, same_tag,
};
pub use self::nearest::nearest;
pub use self::registry::{
    Advice, BuildMode, Catalogue, Category, ContentPath, Conversion, DeckRole, DeclarationError, ExamplePicture, Field,
    FieldType, FormHints, InstanceKey, Interaction, Kind, LogoPlacement, Measure, Origin, Pattern, ReadsAs, Registry,
    Retired, SlideType, Slots, is_slug, is_unset, without_version,
};
pub use self::remark::{NamedThing, Remark, RemarkValue, SlideNumbers, remark_codes};
pub use self::rules::{
    Breach, Concern, Fault, Fix, Problem, RepairedSlide, SentSlide, SlideInput, Warning, check_changes, is_address,
    is_link, is_picture, merged_content, merged_content_or_problems, problems, repaired_slide, sent_content,
    sent_problems, sent_slide, shortened, validated_slide, warnings,
};
pub use self::save::{SaveError, saved_slides};
pub use self::slides::{StructureError, TranslatedSlide};
pub use self::sources::{
    BindingContext, BindingFinding, MAX_SOURCE_COLUMNS, MAX_SOURCES, MAX_STALE_HOURS, Record, RepeatedList, Source,
    SourceError, Table, TableError, TableLimits, WithValues, is_month_name, is_source_name,
};
pub use self::steps::{ZoomStop, content_steps, line_groups, line_ranges, step_count, zoom_stops};
pub use self::theme::voice::{self, Voice};
pub use self::theme::{
    Backdrop, BodyFace, CustomTheme, Face, FallbackFont, Figures, FontFamily, FontFile, FontStyle, Fonts, Gradient,
    GradientFill, GradientOverlay, LightSpot, OfficeFonts, OverlayForm, OwnFace, Palette, Syntax, Theme, ThemeError,
    ThemeListView, ThemeLocks, ThemeSummary, ThemeView, Themes,
};

/// Content of a slide: field values by key, in the order in which they were written.
pub type Content = serde_json::Map<String, serde_json::Value>;
