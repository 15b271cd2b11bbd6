//! French.

use super::{Command, LanguageTable, Wording};

pub(super) const TABLE: LanguageTable = LanguageTable {
    tag: "fr",
    stop_words: "le la les l un une des du de d et ou mais donc or ni car à au aux en dans sur sous par pour avec sans \
        chez vers entre pendant depuis avant après contre selon dès jusque jusqu que qu qui quoi dont où quand comme \
        si lorsque puisque parce afin alors ainsi aussi très plus moins peu beaucoup trop tout toute tous toutes \
        chaque quelque quelques plusieurs autre autres même mêmes ne n pas non rien jamais ce c cet cette ces cela ça \
        ceci il elle ils elles on nous vous je j tu me m te t se s lui leur leurs son sa ses mon ma mes notre nos \
        votre vos y est sont était étaient été être sera seront serait a ont avait avaient avoir aura auront aurait \
        fait faire font peut peuvent pouvait pouvoir doit doivent devait devoir faut va vont aller veut encore déjà \
        ici là nouveau nouvelle nouveaux nouvelles deux environ lors",
    back_references: "il elle ils elles cela ça ceci ce cet cette ces celui celle ceux celles y en son sa ses leur \
        leurs tous ainsi",
    lead_ins: "cependant|toutefois|en outre|de plus|par ailleurs|aussi|donc|ainsi|par conséquent|par exemple|en effet|\
        bref|en d'autres termes|au total|enfin|entre-temps|d'ailleurs|je pense que|nous pensons que|alors|bon|oui|et|\
        mais",
    clause_openers: "merci veuillez à au aux en dans sur sous par pour avec sans chez vers entre pendant depuis avant \
        après contre selon dès jusqu'à quand lorsque si comme puisque parce afin malgré grâce que qui dont où et ou \
        mais donc car lors d'ici",
    optional_clause_openers: "qui dont où car parce puisque tandis et notamment surtout ce",
    finite_verbs: "est sont était étaient a ont avait avaient peut peuvent pouvait pourra doit doivent devait sera \
        seront serait va vont fait font faisait reste restent devient deviennent prend prennent donne donnent donnait \
        vient viennent met mettent permet permettent permettait coûte coûtent montre montrent montrait commence \
        commencent finit ouvre ouvrent ferme vend vendent achète paie paient augmente augmentent baisse baissent passe \
        passent trouve trouvent tient tiennent sert servent utilise utilisent contient contiennent compte comptent \
        reçoit reçoivent offre offrent produit produisent existe existent attend attendent dure durent travaille \
        travaillent propose proposent représente représentent atteint atteignent exige exigent demande demandent dit \
        disent voit voient sait savent vit vivent suit suivent porte portent roule perd perdent gagne gagnent fut \
        furent eut",
    generic_headings: "aperçu|introduction|résumé|points clés|conclusion|conclusions|contexte|généralités|détails|\
        divers|annexe|préface|avant-propos|chiffres clés|questions|description|remarques|sommaire|vue d’ensemble|\
        vue d'ensemble|présentation|au programme|synthèse",
    phrase_joiners: "de du des d la le les l en et à aux au pour",
    and: "et",
    months: "janvier janv|février févr|mars|avril avr|mai|juin|juillet juil|août|septembre sept|octobre oct|\
        novembre nov|décembre déc",
    weekdays: "lundi mardi mercredi jeudi vendredi samedi dimanche",
    date_prepositions: "en le au du depuis avant après dès vers début fin mi d'ici jusqu'en de",
    periods: "semaine jour trimestre phase sprint mois année",
    sequence_words: "d'abord|premièrement|deuxièmement|troisièmement|puis|ensuite|après cela|enfin|pour finir",
    contrast_phrases: "en revanche|par contre|à l'inverse|au contraire|d'un autre côté|d'autre part",
    versus_words: "versus|vs|vs.|contre|par rapport à|face à",
    opposites: "avantages=inconvénients|pour=contre|forces=faiblesses|points forts=points faibles|atouts=risques|\
        avant=après|option a=option b|plan a=plan b|aujourd'hui=demain|opportunités=menaces|problème=solution|\
        ce qui a marché=ce qui n'a pas marché|ce qui a bien marché=ce qui doit changer|\
        situation actuelle=situation visée",
    speech_verbs: "dit déclare explique ajoute affirme souligne précise note écrit estime conclut déclaré expliqué \
        ajouté résume",
    percent_words: "pour-cent",
    magnitudes: "million millions milliard milliards mille md",
    units: "octets bits ko mo hz mhz ghz dpi pixels mm cm secondes \
        jours jour heures heure minutes semaines mois ans années km kilomètres mètres kg tonnes litres mw gw kw kwh \
        go to personnes utilisateurs clients salariés points euros degrés membres visiteurs élèves étudiants commandes \
        logements voyageurs foyers emplois",
    people_headings: "équipe|présents|participants|personnes|notre équipe|l'équipe|intervenants|contacts|membres",
    cycle_headings: "cycle|boucle",
    pyramid_headings: "pyramide|niveaux|couches|hiérarchie|priorités",
    funnel_headings: "entonnoir|conversion",
    swot_headings: "forces|faiblesses|opportunités|menaces",
    cue_words: "important importante principal principale proposons propose proposition décidé décision résultat \
        résultats conclusion but objectif doit critique essentiel risque coût coûts hausse baisse augmenté baissé \
        doublé premier première meilleur problème solution convenu",
    proposal_words: "proposons recommandons proposition",
    subject_headers: "objet|sujet",
    sender_headers: "de",
    date_headers: "date|envoyé",
    other_headers: "à|cc|cci|pièces jointes",
    greetings: "bonjour|bonsoir|salut|cher|chère|chers|madame|monsieur|à tous",
    sign_offs: "cordialement|bien cordialement|bien à vous|sincères salutations|amicalement|merci|merci d'avance|\
        meilleures salutations|à bientôt|respectueusement",
    question_labels: "q|question",
    answer_labels: "r|réponse",
    fillers: "euh ben oui bon voilà ok d'accord exactement merci bonjour",
    abbreviations: "m mm mme mlle dr prof no n° p.ex ex etc env art vol p pp janv févr avr juil sept oct nov déc",
    wording: Wording {
        agenda: "Au programme",
        thanks: "Merci",
        untitled: "Présentation sans titre",
        source: "Source",
        page: "page",
        not_in_source: "Pas dans la source",
    },
    command: Command {
        slide: "diapositive diapositives diapo slide page",
        last: "dernière dernier finale",
        ordinals: "première premier 1re 1ère|deuxième seconde 2e|troisième 3e|quatrième 4e|cinquième 5e|sixième 6e|\
            septième 7e|huitième 8e|neuvième 9e|dixième 10e",
        about: "sur avec intitulée nommée",
        shorten: "raccourci abrég concis résum conden simplifi bref court courte percutant",
        expand: "développ étoff allong détaill enrichi compléter complète",
        split: "divis sépar scind découp",
        remove: "supprim enlev retir efface",
        rename: "renomm rebaptis intitul appel",
        turn: "transform converti chang fais faire mets présent montre",
        translate: "tradui",
        merge: "fusionn combin regroup",
        to: "en à au sur une un la le les avec",
        add: "ajout insér insèr",
        set: "chang modifi mets fixe",
        give: "donne donner",
        apply: "utilis appliqu choisi",
        relocate: "déplac mets",
        swap: "échang interverti permut",
        duplicate: "dupliqu copie copier",
        hide: "masqu cache cacher",
        show: "affich montre",
        replace: "remplac",
        title: "titre",
        subtitle: "sous-titre",
        notes: "notes",
        body: "texte paragraphe",
        entry: "point points puce puces",
        quote: "citation",
        attribution: "source auteur",
        theme: "thème",
        deck: "présentation",
        all: "toutes chaque tous",
        everything: "tout",
        this: "cette",
        new: "une un nouvelle nouveau autre",
        after: "après",
        before: "avant",
        start: "début",
        end: "fin",
        position: "position place",
        up: "",
        down: "",
        and: "et",
        through: "à",
        introduces: "en à",
        by: "par",
        everywhere: "partout",
        fillers: "la le les l de du des en à au aux sur dans une un s'il vous te plaît svp peux tu pouvez veuillez \
            maintenant toute entière entièrement complètement mot par avec et pour",
    },
};
