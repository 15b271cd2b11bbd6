//! Remarks: what the service says to people about slides, a deck or a file.
//!
//! A remark of the service has a code and values, from which an app writes its own text in any language. Its English
//! text is written beside the code, in [`remarks!`](crate::remarks), and filled with the same values. Text that a
//! language model wrote has no code.

use std::fmt;

use crate::from_markdown::MarkdownText;
use crate::package::AssetText;
use crate::rules::WarningText;

/// A remark: its English text, and the code and values that the text is made of.
#[derive(Clone, PartialEq, Eq)]
pub struct Remark {
    text: String,
    code: Option<&'static str>,
    values: Vec<(&'static str, RemarkValue)>,
}

/// A value in a remark.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub enum RemarkValue {
    /// A number.
    Number(usize),
    /// A text, the path of a field, or the name of a thing that an app has its own word for.
    Text(String),
    /// Numbers of slides, from 1; none for the whole deck.
    Slides(Vec<usize>),
}

/// Slides that a remark is about, by their numbers from 1; the whole deck when there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlideNumbers(pub Vec<usize>);

/// A thing with a name on the wire and an English name in texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedThing {
    /// The name on the wire.
    pub key: String,
    /// The English name.
    pub name: String,
}

/// The codes of the remarks of this crate.
pub fn remark_codes() -> impl Iterator<Item = &'static str> {
    [WarningText::CODES, MarkdownText::CODES, AssetText::CODES].concat().into_iter()
}

impl Remark {
    /// A remark of the service. Only [`remarks!`](crate::remarks) and other types that write the text of a code
    /// themselves call it.
    #[doc(hidden)]
    pub fn coded(code: &'static str, text: String, values: Vec<(&'static str, RemarkValue)>) -> Self {
        Self { text, code: Some(code), values }
    }

    /// The English text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The code; `None` for text that a model wrote.
    pub fn code(&self) -> Option<&'static str> {
        self.code
    }

    /// The values in the text, by name.
    pub fn values(&self) -> &[(&'static str, RemarkValue)] {
        &self.values
    }

    /// The remark with a text that has a capital first letter and one full stop at its end.
    #[must_use]
    pub fn sentence(mut self) -> Self {
        let mut letters = self.text.trim_end_matches('.').chars();
        let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
        self.text = format!("{first}{}.", letters.as_str());
        self
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

/// The text in quotation marks.
impl fmt::Debug for Remark {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, out)
    }
}

impl From<String> for Remark {
    fn from(text: String) -> Self {
        Self { text, code: None, values: Vec::new() }
    }
}

impl From<Remark> for String {
    fn from(remark: Remark) -> Self {
        remark.text
    }
}

impl NamedThing {
    /// A thing by its two names.
    pub fn new(key: impl Into<String>, name: impl Into<String>) -> Self {
        Self { key: key.into(), name: name.into() }
    }
}

impl fmt::Display for NamedThing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.name)
    }
}

impl fmt::Display for SlideNumbers {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [] => out.write_str("the deck"),
            [number] => write!(out, "slide {number}"),
            numbers => {
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                write!(out, "slides {}", numbers.join(", "))
            }
        }
    }
}

impl From<usize> for RemarkValue {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl From<String> for RemarkValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<NamedThing> for RemarkValue {
    fn from(thing: NamedThing) -> Self {
        Self::Text(thing.key)
    }
}

impl From<SlideNumbers> for RemarkValue {
    fn from(SlideNumbers(numbers): SlideNumbers) -> Self {
        Self::Slides(numbers)
    }
}

/// Declares an enum of remarks: for each its values, its code and its English text, in which values are in braces. The
/// enum has a constant `CODES`, and each remark becomes a [`Remark`].
#[macro_export]
macro_rules! remarks {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident {
            $($variant:ident $({ $($value:ident: $kind:ty),+ $(,)? })? = $code:literal, $text:literal;)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $name {
            $($variant $({ $($value: $kind),+ })?,)+
        }

        impl $name {
            /// The codes of these remarks.
            $visibility const CODES: &'static [&'static str] = &[$($code),+];
        }

        impl From<$name> for $crate::Remark {
            fn from(remark: $name) -> Self {
                match remark {
                    $($name::$variant $({ $($value),+ })? => {
                        let text = ::std::fmt::format(::std::format_args!($text));
                        $crate::Remark::coded($code, text, vec![
                            $($((stringify!($value), $crate::RemarkValue::from($value))),+)?
                        ])
                    })+
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::remarks! {
        enum Sample {
            Empty = "empty", "the slide is empty";
            Long { field: String, n: usize } = "long", "{field} has {n} characters.";
            Same { slides: SlideNumbers, what: NamedThing } = "same", "{slides} has {what} already";
        }
    }

    #[test]
    fn text_and_values_of_a_remark_are_made_of_the_same_values() {
        let same = |slides: &[usize]| {
            Remark::from(Sample::Same { slides: SlideNumbers(slides.to_vec()), what: NamedThing::new("a", "a line") })
        };
        let long = Remark::from(Sample::Long { field: "items[1].text".to_owned(), n: 120 });
        let written = |remark: &Remark| {
            let values: Vec<String> =
                remark.values().iter().map(|(name, value)| format!("{name}={}", serde_json::json!(value))).collect();
            format!("{:?} {} {}", remark.code(), values.join(" "), remark.text())
        };
        assert_eq!(Sample::CODES, ["empty", "long", "same"]);
        assert_eq!(written(&Sample::Empty.into()), "Some(\"empty\")  the slide is empty");
        assert_eq!(written(&long), "Some(\"long\") field=\"items[1].text\" n=120 items[1].text has 120 characters.");
        assert_eq!(long.sentence().text(), "Items[1].text has 120 characters.");
        assert_eq!(written(&same(&[])), "Some(\"same\") slides=[] what=\"a\" the deck has a line already");
        assert_eq!(same(&[3]).text(), "slide 3 has a line already");
        assert_eq!(same(&[3, 4]).text(), "slides 3, 4 has a line already");
        assert_eq!(written(&"what a model wrote".to_owned().into()), "None  what a model wrote");
    }
}
