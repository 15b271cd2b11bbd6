//! Names that people use for the slide types, in five languages.

use deck::{Registry, SlideType};

/// The key of each type in the registry, and the names of the type, separated by `|`.
const NAMES: &[(&str, &str)] = &[
    (
        "comparison-slide",
        "comparison|side by side|pros and cons|vergelijking|vergleich|gegenüberstellung|comparaison|comparación|\
         comparativa",
    ),
    (
        "kpi-metrics-slide",
        "key figures|key figure|metrics|kpi|kpis|figures|kerncijfers|cijfers|kennzahlen|zahlen|chiffres clés|chiffres|\
         indicateurs|cifras clave|cifras|indicadores",
    ),
    (
        "timeline-slide",
        "timeline|time line|roadmap|tijdlijn|zeitleiste|zeitstrahl|chronologie|frise chronologique|frise|cronología|\
         línea de tiempo|línea del tiempo",
    ),
    (
        "process-slide",
        "process|steps|flow|proces|stappen|stappenplan|prozess|ablauf|schritte|processus|étapes|proceso|pasos",
    ),
    ("icon-card-grid-slide", "icon cards|cards|card grid|kaarten|kaartjes|karten|kacheln|cartes|tarjetas"),
    ("text-blocks-slide", "block rows|text blocks|blocks|blokken|tekstblokken|blöcke|textblöcke|blocs|bloques"),
    (
        "image-text-slide",
        "picture and text|image and text|image text|image-text|beeld en tekst|foto en tekst|bild und text|\
         image et texte|imagen y texto",
    ),
    ("table-slide", "table|tabel|tabelle|tableau|tabla"),
    (
        "chart-slide",
        "chart|graph|bar chart|pie chart|line chart|grafiek|diagram|diagramm|grafik|graphique|diagramme|gráfico|\
         gráfica",
    ),
    ("quote-slide", "quote|quotation|citaat|zitat|citation|cita"),
    (
        "list-slide",
        "list|bullets|bullet points|bullet list|lijst|opsomming|puntjes|liste|aufzählung|stichpunkte|puces|lista|\
         viñetas",
    ),
    ("matrix-slide", "matrix|quadrants|four quadrants|swot|kwadranten|quadranten|matrice|cadrans|matriz|cuadrantes"),
    ("funnel-slide", "funnel|trechter|trichter|entonnoir|embudo"),
    ("pyramid-slide", "pyramid|piramide|pyramide|pirámide"),
    ("cycle-slide", "cycle|loop|cyclus|kringloop|kreislauf|zyklus|boucle|ciclo"),
    ("code-slide", "code|código"),
    ("formula-slide", "formula|equation|formule|vergelijking|formel|gleichung|équation|fórmula|ecuación"),
    (
        "diagram-slide",
        "flowchart|flow chart|mind map|mindmap|sequence diagram|gantt|mermaid|stroomschema|stroomdiagram|flussdiagramm|\
         ablaufdiagramm|logigramme|carte mentale|diagrama de flujo|mapa mental",
    ),
    ("gallery-slide", "gallery|galerij|galerie|galería"),
    ("image-slide", "image|picture|photo|afbeelding|foto|bild|imagen"),
    ("team-cards-slide", "team cards|team|people cards|picture cards|teamkaarten|teamkarten|équipe|equipo"),
    ("logo-wall-slide", "logo wall|logos|logomuur|logowand|mur de logos|muro de logos"),
    ("poll-slide", "poll|vote|peiling|umfrage|abstimmung|sondage|encuesta|votación"),
    ("likert-slide", "agreement scale|scale|likert|schaal|skala|échelle|escala"),
    ("likert-slider-slide", "rating slider|slider|schuif|schieberegler|curseur|deslizador"),
    (
        "feedback-slide",
        "open feedback|feedback|open question|open vraag|offene frage|question ouverte|pregunta abierta",
    ),
    ("countdown-slide", "countdown|timer|aftelklok|compte à rebours|cuenta atrás|cuenta regresiva"),
    ("video-slide", "video|film|vidéo|vídeo"),
    ("embed-slide", "embed|web page|website|webpagina|webseite|page web|página web"),
    (
        "chapter-title-slide",
        "section opener|section|chapter|chapter title|hoofdstuk|abschnitt|kapitel|chapitre|capítulo|sección",
    ),
    ("end-slide", "closing|closing slide|end|contact|slot|schluss|abschluss|fin|clôture|cierre"),
    ("payoff-slide", "logo close|payoff"),
    ("title-slide", "title slide|opening slide|cover|titeldia|titelfolie|diapositive de titre|portada"),
    (
        "content-slide",
        "text|plain text|text slide|prose|content|paragraph|tekst|fließtext|texte|texto|contenido|inhoud|inhalt|\
         contenu",
    ),
];

/// The slide type whose name is the beginning of `words`, and the number of words in that name. The words are in lower
/// case. The longest name wins. Types that are disabled or deprecated are ignored.
pub(super) fn type_at<'a>(registry: &'a Registry, words: &[&str]) -> Option<(&'a SlideType, usize)> {
    let matched_length = |name: &str| {
        let name: Vec<&str> = name.split(' ').collect();
        (!name[0].is_empty() && words.starts_with(&name)).then_some(name.len())
    };
    let longest_match = |slide_type: &SlideType| {
        let own_names = [
            slide_type.key.replace('-', " "),
            slide_type.key.trim_end_matches("-slide").replace('-', " "),
            slide_type.label.to_lowercase(),
        ];
        let own_lengths = own_names.iter().filter_map(|name| matched_length(name));
        names(&slide_type.key).filter_map(matched_length).chain(own_lengths).max()
    };
    let offered = registry.types().filter(|slide_type| slide_type.enabled && !slide_type.deprecated);
    let named = offered.filter_map(|slide_type| Some((slide_type, longest_match(slide_type)?)));
    named.reduce(|best, other| if other.1 > best.1 { other } else { best })
}

/// The names of a type in `NAMES`; one empty text when it is not listed.
fn names(key: &str) -> std::str::Split<'static, char> {
    let names = NAMES.iter().find(|(known, _)| *known == key).map_or("", |(_, names)| *names);
    names.split('|')
}

/// Whether a word in lower case is a name of the type with a key, or one word of a longer name. Words of up to three
/// bytes in the longer names of `NAMES`, such as "bar" in "bar chart", do not count.
pub(super) fn is_named_by(registry: &Registry, key: &str, word: &str) -> bool {
    let is_in_label = registry
        .by_key(key)
        .is_some_and(|slide_type| slide_type.label.to_lowercase().split_whitespace().any(|part| part == word));
    let is_listed = names(key).any(|name| name == word || name.split(' ').any(|part| part == word && part.len() > 3));
    is_in_label || is_listed || key.split('-').any(|part| part == word && part != "slide")
}
