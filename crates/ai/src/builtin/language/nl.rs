//! Dutch.

use super::{Command, LanguageTable, Wording};

pub(super) const TABLE: LanguageTable = LanguageTable {
    tag: "nl",
    stop_words: "de het een en of maar want dus toch van in op aan te bij voor naar uit met zonder over onder tussen \
        door tijdens na boven beneden tot om af dan toen nu hier daar er waar waarom hoe wat wie welke welk alle alles \
        elk elke ieder iedere beide enkele meer meest meeste ander andere sommige zulke geen niet niets alleen zelf \
        zelfde ook nog al wel zeer heel erg te veel vele kan kunnen kon konden zal zullen zou zouden moet moeten moest \
        mag mogen wil willen wordt worden werd werden geworden is zijn was waren ben bent geweest heeft hebben had \
        hadden hij zij ze wij we jij je jullie u ik mij me hem haar ons onze hun mijn jouw uw dit dat deze die als \
        omdat terwijl hoewel zodat indien tenzij totdat sinds per via binnen buiten tegen rond ongeveer doen doet deed \
        gaat gaan ging komt komen kwam maakt maken nieuwe nieuw laten laat men zich ze daarvan hiervan ervan waarbij \
        waarmee",
    back_references: "het dit dat deze die hij zij ze hun haar zijn er daar hier beide zo zulke hierdoor daardoor \
        daarmee hiermee",
    lead_ins: "echter|bovendien|daarnaast|verder|ook|daarom|dus|bijvoorbeeld|immers|kortom|met andere woorden|\
        al met al|tot slot|ten slotte|intussen|ondertussen|overigens|trouwens|ik denk dat|wij denken dat|let op|nou|ja|\
        oké|en|maar",
    clause_openers: "graag in op aan bij met zonder voor van uit na tijdens sinds tot terwijl wanneer als omdat hoewel \
        om te onder over tussen door volgens zodra waar nadat voordat totdat zodat of en maar dus toen dan die dat wie \
        waarbij waardoor",
    optional_clause_openers: "die dat waarbij waarmee waardoor terwijl omdat zodat en hoewel waaronder vooral met",
    finite_verbs: "is zijn was waren heeft hebben had hadden kan kunnen kon konden zal zullen zou zouden mag mogen \
        moet moeten moest moesten wil willen wilde wordt worden werd werden blijft blijven bleef gaat gaan ging gingen \
        komt komen kwam kwamen krijgt krijgen kreeg geeft geven gaf gaven neemt nemen nam namen maakt maken maakte \
        maakten doet doen deed laat laten liet staat staan stond ligt liggen lag houdt houden hield vindt vinden vond \
        ziet zien zag zegt zeggen zei weet weten wist werkt werken werkte kost kosten kostte groeit groeien groeide \
        daalt dalen daalde stijgt stijgen steeg begint beginnen begon start starten startte opent openen opende sluit \
        sluiten sloot verkoopt verkopen verkocht koopt kopen kocht betaalt betalen betaalde bespaart bespaarde levert \
        leveren leverde toont tonen toonde blijkt bleek bestaat bestaan bestond bevat bevatten gebruikt gebruiken \
        gebruikte vraagt vragen vroeg helpt helpen hielp loopt lopen liep rijdt rijden reed vaart varen voer wacht \
        wachten wachtte telt tellen telde bouwt bouwen bouwde brengt brengen bracht leidt leiden leidde biedt bieden \
        bood zorgt zorgen zorgde stelt stellen stelde",
    generic_headings: "overzicht|inleiding|samenvatting|kernpunten|conclusie|conclusies|achtergrond|algemeen|details|\
        overig|bijlage|voorwoord|kerncijfers|vragen|beschrijving|opmerkingen|inhoud|introductie|toelichting|agenda|\
        informatie|hoofdpunten",
    phrase_joiners: "van voor in en de het op aan per",
    and: "en",
    months: "januari jan|februari feb|maart mrt|april apr|mei|juni jun|juli jul|augustus aug|september sep|oktober okt|\
        november nov|december dec",
    weekdays: "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    date_prepositions: "in op sinds tot vanaf voor na rond van begin eind medio per vanaf tegen",
    periods: "week dag kwartaal fase sprint maand jaar",
    sequence_words: "eerst|ten eerste|ten tweede|ten derde|daarna|vervolgens|dan|ten slotte|tot slot|als laatste",
    contrast_phrases: "daarentegen|aan de andere kant|anderzijds|in tegenstelling tot|daartegenover",
    versus_words: "versus|vs|vs.|tegenover|vergeleken met",
    opposites: "voordelen=nadelen|voor=tegen|plussen=minnen|sterke punten=zwakke punten|sterktes=zwaktes|\
        kansen=risico's|optie a=optie b|plan a=plan b|vroeger=nu|nu=straks|wat ging goed=wat kon beter|\
        wat goed ging=wat beter kan|kansen=bedreigingen|probleem=oplossing|huidige situatie=gewenste situatie|\
        wel doen=niet doen",
    speech_verbs: "zei zegt vertelde vertelt legt legde schreef schrijft aldus voegde stelde stelt vindt vond meldde",
    percent_words: "procent",
    magnitudes: "miljoen miljard duizend mln mld",
    units: "byte bytes bits kb mb hz mhz ghz dpi pixels mm cm seconden \
        dagen dag uur uren minuten weken maanden jaar km kilometer meter kg ton liter mw gw kw kwh gb tb mensen \
        gebruikers klanten medewerkers punten euro graden leden bezoekers leerlingen studenten bestellingen woningen \
        reizigers huishoudens banen",
    people_headings: "team|aanwezig|aanwezigen|deelnemers|mensen|ons team|het team|sprekers|contactpersonen|leden|\
        betrokkenen",
    cycle_headings: "cyclus|kringloop|lus",
    pyramid_headings: "piramide|niveaus|lagen|hiërarchie|prioriteiten",
    funnel_headings: "trechter|conversie",
    swot_headings: "sterktes|zwaktes|kansen|bedreigingen",
    cue_words: "belangrijk belangrijkste voorstel stellen besloten besluit resultaat resultaten conclusie doel moet \
        kritiek essentieel daarom risico kosten bespaart stijging steeg daalde gestegen gedaald verdubbeld grootste \
        beste probleem oplossing afgesproken eerste",
    proposal_words: "stellen voorstel adviseren",
    subject_headers: "onderwerp|betreft",
    sender_headers: "van",
    date_headers: "datum|verzonden",
    other_headers: "aan|cc|bcc|bijlagen",
    greetings: "hoi|hallo|beste|geachte|dag|goedemorgen|goedemiddag|allen",
    sign_offs: "met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|groeten|groet|hartelijke groet|\
        bedankt|alvast bedankt|hoogachtend|mvg",
    question_labels: "v|vraag",
    answer_labels: "a|antwoord",
    fillers: "eh ehm ja oké nou goed precies dank hoi hallo zeker",
    abbreviations: "dhr mevr dr prof ir drs mr nr bijv bv o.a d.w.z enz etc ca m.b.t t.a.v i.v.m p st jan feb mrt apr \
        jun jul aug sep okt nov dec incl excl",
    wording: Wording {
        agenda: "Agenda",
        thanks: "Dank u wel",
        untitled: "Naamloze presentatie",
        source: "Bron",
        page: "pagina",
        not_in_source: "Niet in de bron",
    },
    command: Command {
        slide: "dia dia's slide slides pagina",
        last: "laatste slotdia afsluitende",
        ordinals: "eerste 1e|tweede 2e|derde 3e|vierde 4e|vijfde 5e|zesde 6e|zevende 7e|achtste 8e|negende 9e|\
            tiende 10e",
        about: "over met genaamd",
        shorten: "verkort korter inkort kort bondig beknopt samenvat vereenvoudig puntig pakkend vat+samen kort+in",
        expand: "breid+uit uitbreid langer uitvoerig aanvul vul+aan werk+uit uitwerk",
        split: "splits opdelen opsplits verdeel deel+op",
        remove: "verwijder schrap wis weghalen haal+weg",
        rename: "hernoem noem",
        turn: "zet+om verander maak omzet converteer toon",
        translate: "vertaal vertal",
        merge: "samenvoeg combineer voeg+samen",
        to: "naar in om tot als een de het met",
        add: "voeg+toe toevoeg voeg+in invoeg plaats",
        set: "wijzig verander pas+aan aanpas zet stel+in maak",
        give: "geef",
        apply: "gebruik pas+toe toepas kies neem",
        relocate: "verplaats schuif zet",
        swap: "verwissel wissel ruil",
        duplicate: "duplic kopieer kopieë",
        hide: "verberg verstop onzichtbaar sla+over overslaan",
        show: "toon laat+zien zichtbaar",
        replace: "vervang",
        title: "titel kop",
        subtitle: "ondertitel subtitel",
        notes: "notities notitie sprekersnotities sprekersnotitie",
        body: "tekst alinea",
        entry: "punt punten opsommingspunt bullet bullets item",
        quote: "citaat quote",
        attribution: "bron auteur",
        theme: "thema ontwerp",
        deck: "presentatie deck",
        all: "alle elke iedere",
        everything: "alles",
        this: "deze dit",
        new: "een nieuwe nieuw extra nog",
        after: "na achter",
        before: "voor",
        start: "begin vooraan voren",
        end: "eind einde achteraan",
        position: "positie plaats plek nummer",
        up: "omhoog eerder",
        down: "omlaag later",
        and: "en",
        through: "tot t/m",
        introduces: "naar in als tot op",
        by: "door met",
        everywhere: "overal",
        fillers: "de het een van op aan bij in uit om te graag alstublieft alsjeblieft aub even nu kun kan kunt \
            wil je u jij me ik we wij dat die met toe samen weer helemaal volledig hele gehele ook woord woorden \
            term naar er door voor zijn wordt worden als en genaamd tweeën twee tot",
    },
};
