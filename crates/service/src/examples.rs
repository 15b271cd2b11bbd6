//! The pictures of the catalogue's examples, compiled in: the gallery, the type picker and the sample deck show them.

use std::sync::LazyLock;

use imaging::{Facts, PictureKind, facts};

/// A picture that examples of the catalogue refer to.
#[derive(Debug, Clone, Copy)]
pub struct ExamplePicture {
    /// Its address in the examples.
    pub address: &'static str,
    /// The picture as a JPEG file.
    pub bytes: &'static [u8],
}

macro_rules! pictures {
    ($($name:literal $id:literal)*) => {
        &[$(ExamplePicture {
            address: concat!("/uploads/", $name, "-", $id, ".jpg"),
            bytes: include_bytes!(concat!("../../../assets/pictures/", $name, ".jpg")),
        },)*]
    };
}

/// Every picture of the examples, in the order of the catalogue.
pub const EXAMPLE_PICTURES: &[ExamplePicture] = pictures! {
    "pump-house" "3f0c8a52-6d1e-4b7a-9c35-2e8f41d7a906"
    "site-lead" "7d3b9e14-a06c-4f82-b5d7-28c1f690e3ab"
    "harbour" "91aa4e07-52c3-4f18-8b6d-70c9e3125f4b"
    "street-before" "c27d15b8-0e94-4a63-bf21-9d6e8034a7c1"
    "street-trench" "5be90f36-8a71-4d2c-a4e8-13f7c6025d9a"
    "street-after" "e8146c7d-39b5-4e0f-92a7-6b50d8f3c214"
    "street-trees" "0a6f72d9-c418-4b35-8e1d-f4927ab3605e"
};

static FACTS: LazyLock<Vec<Facts>> =
    LazyLock::new(|| EXAMPLE_PICTURES.iter().map(|picture| facts(picture.bytes, PictureKind::Jpeg)).collect());

impl ExamplePicture {
    /// The picture at an address of the examples.
    pub fn at(address: &str) -> Option<&'static ExamplePicture> {
        EXAMPLE_PICTURES.iter().find(|picture| picture.address == address)
    }

    /// The facts about the picture that layout needs. The first call decodes all example pictures.
    pub fn facts(&self) -> &'static Facts {
        let index = EXAMPLE_PICTURES.iter().position(|picture| picture.address == self.address);
        &FACTS[index.expect("`EXAMPLE_PICTURES` has every example picture")]
    }

    /// A description of what the picture shows, in the language of the examples.
    pub fn alt(&self) -> &'static str {
        let all = &deck::Registry::core().catalogue().example_pictures;
        let found = all.iter().find(|picture| picture.reference == self.address);
        found.map_or("", |picture| &picture.shows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_of_the_catalogue_is_included_and_can_be_drawn() {
        let expected = deck::Registry::core().catalogue().example_pictures.iter();
        let expected: Vec<&str> = expected.map(|picture| picture.reference.as_str()).collect();
        let found: Vec<&str> = EXAMPLE_PICTURES.iter().map(|picture| picture.address).collect();
        assert_eq!(found, expected);
        for picture in EXAMPLE_PICTURES {
            let facts = picture.facts();
            assert!(facts.drawable && facts.width >= 1200 && facts.height >= 900, "{}", picture.address);
            assert!(!picture.alt().is_empty());
        }
        let total: usize = EXAMPLE_PICTURES.iter().map(|picture| picture.bytes.len()).sum();
        assert!(total < 1_000_000, "{total}");
    }
}
