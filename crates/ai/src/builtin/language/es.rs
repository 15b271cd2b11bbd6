//! Spanish.

use super::{Command, LanguageTable, Wording};

pub(super) const TABLE: LanguageTable = LanguageTable {
    tag: "es",
    stop_words: "el la los las lo un una unos unas y e o u pero sino ni de del a al en con sin por para sobre bajo \
        entre desde hasta hacia según durante ante tras contra que qué quien quién cual cuál cuyo donde dónde cuando \
        cuándo como cómo porque pues si aunque mientras no sí ya muy más menos mucho mucha muchos muchas poco todo \
        toda todos todas cada algún alguna algunos algunas otro otra otros otras mismo misma este esta esto estos \
        estas ese esa eso esos esas aquel aquella él ella ello ellos ellas nosotros ustedes yo tú usted me te se le \
        les nos su sus mi mis tu nuestro nuestra nuestros nuestras es son era eran fue fueron ser sido siendo será \
        serán sería está están estaba estar ha han había habían haber hay hace hacer hacen puede pueden podía poder \
        debe deben debía deber va van ir tiene tienen tenía tener también tan tanto solo sólo aún todavía nuevo nueva \
        nuevos nuevas dos así entonces aquí",
    back_references: "él ella ello ellos ellas esto este esta estos estas eso ese esa esos esas su sus ambos así allí \
        aquí lo",
    lead_ins: "sin embargo|además|asimismo|también|por tanto|por lo tanto|así|por ejemplo|de hecho|en resumen|\
        en otras palabras|en general|por último|finalmente|mientras tanto|por cierto|creo que|creemos que|bueno|sí|\
        pues|y|pero",
    clause_openers: "en con sin por para sobre bajo entre desde hasta hacia según durante ante tras contra cuando si \
        como porque pues aunque mientras que quien donde y e o u pero sino a al de del",
    optional_clause_openers: "que quien donde porque pues mientras y aunque incluido especialmente sobre",
    finite_verbs: "es son era eran fue fueron está están estaba estaban ha han había habían puede pueden podía podrá \
        debe deben debía será serán sería va van hace hacen hizo queda quedan pasa pasan da dan dio viene vienen tiene \
        tienen tenía tenían tuvo pone ponen permite permiten cuesta cuestan costó muestra muestran empieza empiezan \
        empezó comienza comienzan abre abren abrió cierra cierran vende venden vendió compra compran paga pagan pagó \
        sube suben subió baja bajan bajó crece crecen creció encuentra encuentran sirve sirven usa usan utiliza \
        utilizan contiene contienen cuenta cuentan recibe reciben ofrece ofrecen produce producen existe existen \
        espera esperan dura duran trabaja trabajan propone proponen representa alcanza alcanzó exige pide piden dice \
        dicen dijo ve ven sabe saben vive viven sigue siguen lleva llevan pierde gana gasta necesita necesitan llega \
        llegan llegó",
    generic_headings: "resumen|introducción|visión general|puntos clave|conclusión|conclusiones|contexto|general|\
        detalles|varios|anexo|prólogo|cifras clave|preguntas|descripción|observaciones|índice|presentación|información|\
        antecedentes",
    phrase_joiners: "de del la el los las en y para por al",
    and: "y",
    months: "enero ene|febrero feb|marzo mar|abril abr|mayo may|junio jun|julio jul|agosto ago|septiembre sept sep|\
        octubre oct|noviembre nov|diciembre dic",
    weekdays: "lunes martes miércoles jueves viernes sábado domingo",
    date_prepositions: "en el al del desde hasta antes después a principios finales mediados de",
    periods: "semana día trimestre fase sprint mes año",
    sequence_words: "primero|en primer lugar|en segundo lugar|en tercer lugar|luego|después|a continuación|por último|\
        finalmente",
    contrast_phrases: "en cambio|por el contrario|por otro lado|por otra parte|a diferencia de",
    versus_words: "versus|vs|vs.|frente a|en comparación con|contra",
    opposites: "ventajas=desventajas|ventajas=inconvenientes|pros=contras|a favor=en contra|fortalezas=debilidades|\
        puntos fuertes=puntos débiles|beneficios=riesgos|antes=después|opción a=opción b|plan a=plan b|hoy=mañana|\
        oportunidades=amenazas|problema=solución|lo que funcionó=lo que no funcionó|situación actual=situación deseada",
    speech_verbs: "dijo dice explicó explica añadió añade afirmó afirma señaló señala escribió escribe opinó comentó \
        resume",
    percent_words: "por-ciento",
    magnitudes: "millón millones mil millardo",
    units: "bytes bits kb mb hz mhz ghz ppp píxeles mm cm segundos \
        días día horas hora minutos semanas meses años km kilómetros metros kg toneladas litros mw gw kw kwh gb tb \
        personas usuarios clientes empleados puntos euros grados miembros visitantes alumnos estudiantes pedidos \
        viviendas viajeros hogares empleos dólares",
    people_headings: "equipo|asistentes|presentes|participantes|personas|nuestro equipo|el equipo|ponentes|contactos|\
        miembros",
    cycle_headings: "ciclo|bucle",
    pyramid_headings: "pirámide|niveles|capas|jerarquía|prioridades",
    funnel_headings: "embudo|conversión",
    swot_headings: "fortalezas|debilidades|oportunidades|amenazas",
    cue_words: "importante principal principales proponemos propuesta decidido decisión acordó resultado resultados \
        conclusión objetivo meta debe crítico esencial riesgo coste costes costo ahorra aumento aumentó bajó subió \
        creció duplicó mayor mejor problema solución acordado primer primera",
    proposal_words: "proponemos recomendamos propuesta",
    subject_headers: "asunto",
    sender_headers: "de",
    date_headers: "fecha|enviado",
    other_headers: "para|cc|cco|adjuntos",
    greetings: "hola|buenos días|buenas tardes|estimado|estimada|estimados|querido|querida|a todos",
    sign_offs: "un saludo|saludos|saludos cordiales|atentamente|un abrazo|gracias|muchas gracias|cordialmente",
    question_labels: "p|pregunta",
    answer_labels: "r|respuesta",
    fillers: "eh este sí bueno vale claro exacto gracias hola pues",
    abbreviations: "sr sra srta dr dra prof n.º núm p.ej ej etc aprox art vol pág pp ud uds ee.uu ene feb abr ago sept \
        oct nov dic",
    wording: Wording {
        agenda: "Agenda",
        thanks: "Gracias",
        untitled: "Presentación sin título",
        source: "Fuente",
        page: "página",
        not_in_source: "No está en la fuente",
    },
    command: Command {
        slide: "diapositiva diapositivas lámina slide página",
        last: "última ultima último final",
        ordinals: "primera primer 1ª|segunda 2ª|tercera tercer 3ª|cuarta 4ª|quinta 5ª|sexta 6ª|séptima 7ª|octava 8ª|\
            novena 9ª|décima 10ª",
        about: "sobre con titulada llamada",
        shorten: "acort resum breve abrevi concis conden simplific corta impactante",
        expand: "amplía amplia ampliar desarroll alarg detall enriquec complet",
        split: "divid separ parte partir",
        remove: "elimin borra borrar quita quitar suprim",
        rename: "renombr retitul titul llama llamar",
        turn: "convert conviert transform cambi haz hacer pon ponga muestr",
        translate: "traduc traduz",
        merge: "fusion combin uni junta",
        to: "en a como por una un la el los con",
        add: "añad agreg insert",
        set: "cambi modific pon ponga",
        give: "da dale",
        apply: "usa utiliz aplic",
        relocate: "mueve mover pon",
        swap: "intercambi",
        duplicate: "duplic copia copiar",
        hide: "oculta ocultar esconde",
        show: "muestr",
        replace: "reemplaz sustitu",
        title: "título titulo",
        subtitle: "subtítulo",
        notes: "notas nota",
        body: "texto párrafo",
        entry: "punto puntos viñeta",
        quote: "cita",
        attribution: "fuente autor autora",
        theme: "tema diseño",
        deck: "presentación",
        all: "todas cada todos",
        everything: "todo",
        this: "esta",
        new: "una un nueva nuevo otra",
        after: "después tras detrás",
        before: "antes",
        start: "principio inicio",
        end: "final",
        position: "posición lugar",
        up: "",
        down: "",
        and: "y",
        through: "a",
        introduces: "a en como",
        by: "por",
        everywhere: "doquier",
        fillers: "la el los las de del al a en por con una un favor ahora puedes toda entera completamente palabra \
            y para que lo se",
    },
};
