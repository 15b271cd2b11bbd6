//! The font faces compiled into the binary.
//!
//! One line for each file in `assets/fonts`. Weight and slant come from the file name and the family from the folder,
//! because the name tables of fonts differ from foundry to foundry.

/// A font face compiled into the binary.
pub(crate) struct Bundled {
    /// Folder and file, such as `inter/Inter_600SemiBold.ttf`.
    pub(crate) path: &'static str,
    /// Content of the file.
    pub(crate) bytes: &'static [u8],
}

impl Bundled {
    /// The family, such as `Source Sans 3`.
    pub(crate) fn family(&self) -> String {
        let words = self.folder().split('-').map(|word| match word {
            "ibm" | "dm" | "stix" => word.to_uppercase(),
            "jetbrains" => "JetBrains".to_owned(),
            _ => word[..1].to_uppercase() + &word[1..],
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Weight, 100 to 900.
    pub(crate) fn weight(&self) -> u16 {
        let style = self.path.split('_').nth(1).unwrap_or_default();
        style.get(..3).and_then(|digits| digits.parse().ok()).unwrap_or(400)
    }

    /// Whether the face is italic.
    pub(crate) fn italic(&self) -> bool {
        self.path.ends_with("_Italic.ttf")
    }

    fn folder(&self) -> &'static str {
        self.path.split('/').next().unwrap_or_default()
    }
}

macro_rules! face {
    ($path:literal) => {
        Bundled { path: $path, bytes: include_bytes!(concat!("../../../../assets/fonts/", $path)) }
    };
}

/// All bundled faces, in the order of their ids.
pub(crate) const BUNDLED: &[Bundled] = &[
    face!("atkinson-hyperlegible-next/AtkinsonHyperlegibleNext_400Regular.ttf"),
    face!("atkinson-hyperlegible-next/AtkinsonHyperlegibleNext_400Regular_Italic.ttf"),
    face!("atkinson-hyperlegible-next/AtkinsonHyperlegibleNext_600SemiBold.ttf"),
    face!("atkinson-hyperlegible-next/AtkinsonHyperlegibleNext_700Bold.ttf"),
    face!("dm-sans/DMSans_400Regular.ttf"),
    face!("dm-sans/DMSans_400Regular_Italic.ttf"),
    face!("dm-sans/DMSans_600SemiBold.ttf"),
    face!("ibm-plex-mono/IBMPlexMono_400Regular.ttf"),
    face!("ibm-plex-sans/IBMPlexSans_400Regular.ttf"),
    face!("ibm-plex-sans/IBMPlexSans_400Regular_Italic.ttf"),
    face!("ibm-plex-sans/IBMPlexSans_600SemiBold.ttf"),
    face!("instrument-sans/InstrumentSans_400Regular.ttf"),
    face!("instrument-sans/InstrumentSans_400Regular_Italic.ttf"),
    face!("instrument-sans/InstrumentSans_600SemiBold.ttf"),
    face!("instrument-serif/InstrumentSerif_400Regular.ttf"),
    face!("inter/Inter_400Regular.ttf"),
    face!("inter/Inter_400Regular_Italic.ttf"),
    face!("inter/Inter_600SemiBold.ttf"),
    face!("jetbrains-mono/JetBrainsMono_400Regular.ttf"),
    face!("libre-franklin/LibreFranklin_400Regular.ttf"),
    face!("libre-franklin/LibreFranklin_400Regular_Italic.ttf"),
    face!("libre-franklin/LibreFranklin_600SemiBold.ttf"),
    face!("libre-franklin/LibreFranklin_800ExtraBold.ttf"),
    face!("newsreader/Newsreader_600SemiBold.ttf"),
    face!("plus-jakarta-sans/PlusJakartaSans_800ExtraBold.ttf"),
    face!("schibsted-grotesk/SchibstedGrotesk_700Bold.ttf"),
    face!("sora/Sora_600SemiBold.ttf"),
    face!("source-sans-3/SourceSans3_400Regular.ttf"),
    face!("source-sans-3/SourceSans3_400Regular_Italic.ttf"),
    face!("source-sans-3/SourceSans3_600SemiBold.ttf"),
    face!("noto-sans-arabic/NotoSansArabic_400Regular.ttf"),
    face!("noto-sans-arabic/NotoSansArabic_700Bold.ttf"),
    face!("noto-sans-hebrew/NotoSansHebrew_400Regular.ttf"),
    face!("noto-sans-hebrew/NotoSansHebrew_700Bold.ttf"),
    face!("noto-sans-devanagari/NotoSansDevanagari_400Regular.ttf"),
    face!("noto-sans-devanagari/NotoSansDevanagari_700Bold.ttf"),
    face!("noto-sans-thai/NotoSansThai_400Regular.ttf"),
    face!("noto-sans-thai/NotoSansThai_700Bold.ttf"),
    face!("stix-two-math/STIXTwoMath_400Regular.ttf"),
];

/// The face for formulas.
pub(crate) const MATHS_FONT: &[u8] = BUNDLED[BUNDLED.len() - 1].bytes;

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn names_follow_from_the_files() {
        let named = |path: &str| {
            let face = BUNDLED.iter().find(|face| face.path.contains(path)).expect("a face");
            format!("{} {}{}", face.family(), face.weight(), if face.italic() { " italic" } else { "" })
        };
        assert_eq!(named("IBMPlexSans_400Regular_Italic"), "IBM Plex Sans 400 italic");
        assert_eq!(named("JetBrainsMono"), "JetBrains Mono 400");
        assert_eq!(named("SourceSans3_600"), "Source Sans 3 600");
        assert_eq!(named("DMSans_600"), "DM Sans 600");
    }

    #[test]
    fn the_folder_holds_what_is_compiled_in_with_licences_and_stays_under_six_megabytes() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/fonts");
        let mut size = 0;
        let mut files = Vec::new();
        for folder in std::fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()) {
            if !folder.is_dir() {
                continue;
            }
            assert!(folder.join("OFL.txt").is_file(), "{} has no licence", folder.display());
            for file in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()) {
                size += file.metadata().unwrap().len();
                let name = file.file_name().into_string().unwrap();
                if name != "OFL.txt" {
                    files.push(format!("{}/{name}", folder.file_name().unwrap().to_str().unwrap()));
                }
            }
        }
        let mut compiled: Vec<&str> = BUNDLED.iter().map(|face| face.path).collect();
        compiled.sort_unstable();
        files.sort();
        assert_eq!(files, compiled);
        assert!(size < 6_000_000, "{size} bytes");
    }
}
