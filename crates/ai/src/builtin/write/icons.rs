//! Chooses an icon for a card by the words in its text.

use super::super::text::words;

/// Icon names with word stems in five languages.
const ICONS: &[(&str, &str)] = &[
    (
        "banknote",
        "cost price budget money fee euro kosten prijs geld kost preis coût prix argent coste precio dinero \
            presupuesto tarif",
    ),
    (
        "calendar",
        "date deadline schedule plan week month year datum planning termin frist jahr monat échéance calendrier année \
            fecha plazo calendario",
    ),
    (
        "users",
        "team people customer user staff member resident mensen klant gebruiker medewerker kunde nutzer mitarbeiter \
            menschen équipe client utilisateur personne habitant equipo cliente usuario persona",
    ),
    (
        "shield-check",
        "risk safe secur protect privacy risico veilig beveilig risiko sicher schutz risque sécurit protég riesgo \
            segur proteg",
    ),
    (
        "trending-up",
        "grow increase sales revenue rise groei omzet stijg wachs umsatz steig croissan ventes hausse crec ventas \
            ingreso aument",
    ),
    (
        "zap",
        "energy power fast speed electric energie stroom snel strom schnell énergie rapide vitesse énergi energía \
            rápid veloc",
    ),
    (
        "leaf",
        "green climate nature sustain tree environment groen klimaat natuur duurzaam boom grün klima natur nachhalt \
            baum vert climat durable arbre verde clima natural sosten árbol",
    ),
    (
        "wrench",
        "repair maintain tool fix build service onderhoud herstel bouw gereedschap wartung reparat bau werkzeug \
            entretien répar outil travaux manten repar obra herramienta",
    ),
    (
        "map-pin",
        "place site city street location region plaats stad straat locatie wijk ort stadt straße standort lieu ville \
            rue site lugar ciudad calle zona",
    ),
    (
        "book-open",
        "learn train school course read knowledge leren opleid cursus kennis lern schul kurs wissen form apprend école \
            cours aprend escuela curso conoc",
    ),
    (
        "message-circle",
        "talk feedback question communicat answer vraag antwoord gesprek communicatie frage antwort gespräch \
            kommunikation question réponse dialogue pregunta respuesta comunic",
    ),
    ("database", "data storage database record gegevens opslag daten speicher donnée stock datos almacen"),
    ("truck", "transport deliver ship logistic vervoer lever schip liefer schiff livr navire transporte entreg envío"),
    ("heart", "health care patient gezond zorg gesund pflege patient santé soin salud cuidad paciente"),
    ("target", "goal aim target focus doel ziel objectif but objetivo meta"),
    ("clock", "time hour minute wait faster tijd uur wacht zeit stunde wart temps heure attent tiempo hora esper"),
    (
        "file-text",
        "report document contract text verslag rapport contract bericht vertrag dokument rapport document contrat \
            informe documento contrato",
    ),
    (
        "cpu",
        "software system technolog digital automat machine systeem techn system techn logiciel système sistema tecnol",
    ),
    ("droplets", "water pump leak lek wasser pumpe eau fuite agua fuga"),
    ("lightbulb", "idea innovat solution idee oplossing lösung idée solution idea solución innov"),
];

/// The icon for the first word of a text that starts with a known stem; a neutral icon when there is none.
pub(super) fn icon(text: &str) -> &'static str {
    let stems = |list: &'static str| list.split(' ');
    let found = words(text).map(str::to_lowercase).find_map(|word| {
        ICONS
            .iter()
            .find(|(_, list)| stems(list).any(|stem| stem.len() > 2 && word.starts_with(stem)))
            .map(|(name, _)| *name)
    });
    found.unwrap_or("circle-dot")
}
