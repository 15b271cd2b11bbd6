//! German.

use super::{Command, LanguageTable, Wording};

pub(super) const TABLE: LanguageTable = LanguageTable {
    tag: "de",
    stop_words: "der die das den dem des ein eine einen einem einer eines und oder aber denn sondern doch von in im an \
        am auf aus bei beim mit nach seit von vom zu zum zur für durch gegen ohne um über unter zwischen vor hinter \
        neben während wegen trotz bis ab als wie wenn weil dass da ob obwohl damit indem sobald bevor nachdem nicht \
        kein keine keinen keiner nur auch noch schon sehr mehr meist viel viele vielen wenig alle alles allen jeder \
        jede jedes jeden beide beiden einige andere anderen dieser diese dieses diesen diesem jener ist sind war waren \
        wird werden wurde wurden worden sein gewesen bin bist hat haben hatte hatten habe kann können konnte konnten \
        muss müssen musste soll sollen sollte sollten will wollen wollte darf dürfen möchte mag ich du er sie es wir \
        ihr mich dich ihn uns euch ihnen mir dir ihm sein seine seinen seiner ihre ihren ihrer unser unsere unseren \
        mein dein was wer wo wann warum hier dort dann nun so also immer wieder etwa rund pro je sich man neu neue \
        neuen neuer zwei gibt macht machen geht gehen kommt kommen lassen lässt",
    back_references: "es dies diese dieser dieses er sie ihr ihre sein seine das dort hier beide so damit dadurch \
        daher darum dabei dazu davon dafür daran darin darauf darüber daneben dagegen dementsprechend hierfür hierbei \
        hierzu hierdurch deshalb stattdessen",
    lead_ins: "weiterhin|allerdings|außerdem|zudem|darüber hinaus|ferner|auch|daher|deshalb|somit|zum beispiel|\
        beispielsweise|kurz|mit anderen worten|insgesamt|schließlich|zum schluss|inzwischen|übrigens|ich denke|\
        wir glauben|also|ja|gut|und|aber",
    clause_openers: "bitte in im an am auf aus bei beim mit nach seit von vom zu zum zur für durch gegen ohne um über \
        unter zwischen vor während wegen trotz bis ab wenn weil dass da ob obwohl damit indem sobald bevor nachdem als \
        wie und oder aber denn sondern laut gemäß",
    optional_clause_openers: "weil da während und wobei wodurch sodass obwohl darunter insbesondere vor",
    finite_verbs: "ist sind war waren hat haben hatte hatten kann können konnte konnten wird werden wurde wurden soll \
        sollen sollte sollten muss müssen musste mussten darf dürfen will wollen wollte bleibt bleiben blieb geht \
        gehen ging kommt kommen kam kamen gibt gab nimmt nehmen nahm macht machen machte steht stehen stand liegt \
        liegen lag hält halten hielt findet finden fand zeigt zeigen zeigte kostet kosten kostete wächst wachsen wuchs \
        fällt fallen fiel steigt steigen stieg sinkt sinken sank beginnt beginnen begann öffnet öffnete schließt \
        schloss verkauft verkaufte kauft kaufte zahlt zahlte spart sparte bringt brachte führt führte baut baute nutzt \
        nutzte braucht brauchte besteht bestand enthält enthielt bietet bot leitet leitete arbeitet arbeitete wartet \
        wartete dauert dauerte reicht reichte liefert lieferte erhält erhielt läuft lief fährt fuhr sagt sagte weiß \
        wusste heißt gilt gelten lässt ließ",
    generic_headings: "überblick|übersicht|einleitung|zusammenfassung|kernpunkte|fazit|hintergrund|allgemeines|details|\
        sonstiges|anhang|vorwort|kennzahlen|fragen|beschreibung|anmerkungen|inhalt|einführung|agenda|information|\
        informationen|wichtiges",
    phrase_joiners: "der des von für und im in am zur zum",
    and: "und",
    months: "januar jan|februar feb|märz mär|april apr|mai|juni jun|juli jul|august aug|september sep sept|oktober okt|\
        november nov|dezember dez",
    weekdays: "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    date_prepositions: "im in am seit bis ab vor nach um von anfang ende mitte zum jahr",
    periods: "woche tag quartal phase sprint monat jahr kw",
    sequence_words: "zuerst|zunächst|erstens|zweitens|drittens|dann|danach|anschließend|schließlich|zuletzt|\
        zum schluss",
    contrast_phrases: "dagegen|hingegen|im gegensatz dazu|andererseits|auf der anderen seite|demgegenüber",
    versus_words: "versus|vs|vs.|gegenüber|im vergleich zu",
    opposites: "vorteile=nachteile|pro=contra|pro=kontra|stärken=schwächen|chancen=risiken|dafür=dagegen|\
        vorher=nachher|option a=option b|plan a=plan b|heute=morgen|was gut lief=was nicht gut lief|\
        was lief gut=was lief schlecht|nutzen=kosten|problem=lösung|ist-zustand=soll-zustand",
    speech_verbs: "sagte sagt erklärte erklärt betonte betont ergänzte fügte meinte meint schrieb schreibt berichtete \
        so",
    percent_words: "prozent",
    magnitudes: "million millionen milliarde milliarden tausend mio mrd",
    units: "byte bytes bit bits kb mb mib gib hz mhz ghz dpi pixel zoll mm cm sekunden tage tagen tag stunden stunde \
        minuten wochen monate monaten jahre jahren km kilometer meter kg tonnen liter mw gw kw kwh gb tb menschen \
        nutzer kunden mitarbeiter mitarbeitende punkte euro grad mitglieder besucher schüler studierende bestellungen \
        wohnungen fahrgäste haushalte stellen",
    people_headings: "team|anwesend|anwesende|teilnehmer|teilnehmende|personen|unser team|das team|referenten|\
        ansprechpartner|mitglieder",
    cycle_headings: "kreislauf|zyklus|schleife",
    pyramid_headings: "pyramide|ebenen|stufen|hierarchie|prioritäten",
    funnel_headings: "trichter|konversion",
    swot_headings: "stärken|schwächen|chancen|risiken",
    cue_words: "wichtig wichtigste wichtigsten vorschlag schlagen beschlossen beschluss entscheidung ergebnis \
        ergebnisse fazit ziel muss kritisch wesentlich deshalb risiko kosten spart anstieg stieg sank gestiegen \
        gesunken verdoppelt größte beste problem lösung vereinbart erste",
    proposal_words: "schlagen empfehlen vorschlag",
    subject_headers: "betreff|betr",
    sender_headers: "von",
    date_headers: "datum|gesendet",
    other_headers: "an|cc|bcc|anlagen",
    greetings: "hallo|liebe|lieber|guten tag|guten morgen|sehr geehrte|sehr geehrter|moin|zusammen",
    sign_offs: "mit freundlichen grüßen|mit freundlichem gruß|freundliche grüße|viele grüße|beste grüße|\
        herzliche grüße|gruß|liebe grüße|vielen dank|danke|mfg",
    question_labels: "f|frage",
    answer_labels: "a|antwort",
    fillers: "äh ähm ja okay gut genau also danke hallo klar",
    abbreviations: "sog e.v i.d.r i.d u.u o.ä u.ä s.o s.u z.t v.a max min tel allg entspr hrsg zzgl hr fr dr prof nr \
        bzw z.b d.h u.a usw etc ca inkl exkl vgl abb st str bspw ggf evtl jan feb mär apr jun jul aug sep sept okt nov \
        dez mio mrd",
    wording: Wording {
        agenda: "Agenda",
        thanks: "Vielen Dank",
        untitled: "Unbenannte Präsentation",
        source: "Quelle",
        page: "Seite",
        not_in_source: "Nicht in der Quelle",
    },
    command: Command {
        slide: "folie folien seite slide",
        last: "letzte letzten letzter letztes schlussfolie",
        ordinals: "erste ersten erster erstes 1.|zweite zweiten zweiter zweites 2.|dritte dritten dritter drittes 3.|\
            vierte vierten vierter 4.|fünfte fünften fünfter 5.|sechste sechsten sechster 6.|siebte siebten siebter 7.|\
            achte achten achter 8.|neunte neunten neunter 9.|zehnte zehnten zehnter 10.",
        about: "über zu zum zur mit namens",
        shorten: "kürze kürzen kürzt kürz kürzer kurz verkürz knapp straff prägnant zusammenfass fasse+zusammen \
            vereinfach",
        expand: "erweiter ausführlich länger ausbau baue+aus",
        split: "teile teilen teil aufteil trenn",
        remove: "entfern lösch streich",
        rename: "umbenenn benenn+um benenn nenne nennen betitel",
        turn: "verwandl wandl mache mach machen umwandl konvertier änder stelle+dar zeige zeig zeigen",
        translate: "übersetz",
        merge: "zusammenführ verbind kombinier vereinig",
        to: "in zu als um eine einen ein die den das zur zum mit",
        add: "hinzufüg hinzuzufüg füge+hinzu füge+ein einfüg ergänz erstell",
        set: "änder setze setzen mache mach machen aktualisier passe+an",
        give: "gib gebe",
        apply: "verwend benutz nutze nimm wähle wende+an",
        relocate: "verschieb schieb bewege bewegen setze stelle",
        swap: "tausch vertausch",
        duplicate: "duplizier kopier",
        hide: "verberg verbirg versteck ausblend blende+aus unsichtbar überspring",
        show: "einblend blende+ein zeige zeig zeigen sichtbar",
        replace: "ersetz",
        title: "titel titels überschrift",
        subtitle: "untertitel untertitels",
        notes: "notizen notiz sprechernotizen vortragsnotizen",
        body: "text absatz",
        entry: "punkt punkte stichpunkt stichpunkte aufzählungspunkt eintrag einträge",
        quote: "zitat",
        attribution: "quelle autor autorin",
        theme: "design thema theme",
        deck: "präsentation deck",
        all: "alle allen jede jeder",
        everything: "alles",
        this: "diese dieser dieses",
        new: "ein eine einen einem einer neue neuen neuer neues weitere weiteren weiterer noch",
        after: "nach hinter",
        before: "vor",
        start: "anfang beginn vorne",
        end: "ende schluss hinten",
        position: "position stelle platz nummer",
        up: "hoch",
        down: "runter",
        and: "und",
        through: "bis",
        introduces: "zu in auf als um",
        by: "durch gegen mit",
        everywhere: "überall",
        fillers: "ans der die das den dem des von vom im in an am auf aus bei zu zum zur mit für bitte mal jetzt \
            kannst könntest könnten können du sie mir ich wir es um hinzu ein eine ganz ganze ganzen komplett \
            vollständig auch wieder wort wörter begriff und dann gesamte durch gegen als nach namens zwei beide",
    },
};
