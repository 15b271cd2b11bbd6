//! English.

use super::{Command, LanguageTable, Wording};

pub(super) const TABLE: LanguageTable = LanguageTable {
    tag: "en-GB",
    stop_words: "a an the and or but nor so yet of in on at to from by for with without about into onto over under \
        between through during before after above below up down out off again further then once here there when where \
        why how all any both each few more most other some such no not only own same than too very can could will \
        would shall should may might must do does did done doing have has had having be is are was were been being am \
        it its this that these those i you he she we they me him her us them my your his our their mine yours ours \
        theirs who whom whose which what while because if unless until since although though as also just even still \
        already much many per via within across against among around toward towards every either neither one ones get \
        gets got let lets make makes made take takes took new need needs",
    back_references: "it its this that these those he she they them their his her such there here one both neither \
        either so",
    lead_ins: "however|in addition|additionally|moreover|furthermore|also|as a result|therefore|thus|for example|\
        for instance|in fact|of course|meanwhile|similarly|in short|in other words|overall|finally|to be clear|\
        as mentioned|as discussed|that said|in particular|on top of that|besides|first of all|i think|i believe|\
        we believe that|it is important to note that|note that|please note that|so|and|but|well|okay|ok|right|yeah|yes",
    clause_openers: "please in on at by with without for from after before during since until while when if unless \
        because although though as to under over between among through despite according once where whether given and \
        or but so yet then than which who that whose",
    optional_clause_openers: "which who whose where while because since so and as although though including especially \
        particularly",
    finite_verbs: "is are was were has have had can could will would shall should may might must does do did cannot \
        isn't aren't don't doesn't won't becomes became remains remained stays stayed gives gave gets got goes went \
        comes came takes took makes made means meant needs keeps kept holds held runs ran brings brought builds built \
        begins began starts started ends ended opens opened closes grows grew falls fell rises rose sells sold buys \
        bought costs pays paid saves saved shows showed says said sees saw finds found knows knew leads led leaves \
        left loses lost wins won sends sent sets lies lay stands stood puts uses used works worked helps helped allows \
        allowed provides provided contains contained includes included requires required returns returned supports \
        supported reads writes wrote turns turned moves moved lives lived plays played serves served depends depended \
        waits waited lasts lasted reaches reached doubles doubled halved covers covered drives drove cuts lets wants \
        wanted hopes expects expected plans thinks believes carries carried follows followed offers offered creates \
        created adds added changes changed produces produced receives received defines defined describes described \
        represents represented specifies specified indicates applies applied consists exists occurs happens happened \
        consumes earns earned eats drinks speaks spoke flies flew wears broke breaks proves proved",
    generic_headings: "overview|introduction|summary|key points|conclusion|conclusions|background|abstract|details|\
        general|about|notes|contents|miscellaneous|other|appendix|preface|foreword|key figures|questions|description|\
        discussion|remarks|highlights|at a glance|basics|agenda|preamble|information|further information|in short|\
        main points|note|or|example|examples|usage|using|purpose|files|see also",
    phrase_joiners: "of for in and the to on at",
    and: "and",
    months: "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|\
        october oct|november nov|december dec",
    weekdays: "monday tuesday wednesday thursday friday saturday sunday",
    date_prepositions: "in on by since until till from before after during around of early late mid end the through to",
    periods: "week day quarter phase sprint month year",
    sequence_words: "first|second|third|then|next|after that|finally|lastly|last",
    contrast_phrases: "by contrast|in contrast|on the other hand|whereas|conversely|on the other side",
    versus_words: "versus|vs|vs.|compared with|compared to",
    opposites: "pros=cons|advantages=disadvantages|benefits=drawbacks|benefits=risks|strengths=weaknesses|\
        before=after|for=against|option a=option b|plan a=plan b|today=tomorrow|do=don't|dos=don'ts|\
        what went well=what did not|what went well=what went wrong|opportunities=threats|buy=build|build=buy|\
        in scope=out of scope|upsides=downsides|the case for=the case against|arguments for=arguments against|\
        current situation=target situation|problem=solution",
    speech_verbs: "said says explained explains noted notes added adds told argued argues wrote writes remarked asked \
        concluded",
    percent_words: "percent",
    magnitudes: "million billion thousand trillion m bn k",
    units: "bytes byte bits kb kib mib gib hz khz mhz ghz dpi pixels inches mm cm days day hours hour minutes minute \
        seconds weeks months years km kilometres metres m kg tonnes tons litres mw gw kw kwh mwh gwh gb tb mb ms \
        people users customers employees points euro euros dollars pounds degrees staff members visitors students \
        tickets orders homes sites passengers households jobs",
    people_headings: "team|attendees|present|participants|people|who is who|our team|the team|speakers|contacts|staff|\
        members",
    cycle_headings: "cycle|loop|circle|feedback loop",
    pyramid_headings: "pyramid|levels|layers|hierarchy|priorities",
    funnel_headings: "funnel|conversion|pipeline",
    swot_headings: "strengths|weaknesses|opportunities|threats",
    cue_words: "important key main major significant propose proposal recommend decided decision result results \
        conclude conclusion goal aim must critical essential therefore risk risks cost costs saves increase increased \
        decrease grew fell rose doubled halved first largest best worst biggest problem solution agreed target",
    proposal_words: "propose recommend suggest proposal",
    subject_headers: "subject|re|fwd",
    sender_headers: "from",
    date_headers: "date|sent",
    other_headers: "to|cc|bcc|reply-to|importance|attachments",
    greetings: "hi|hello|dear|hey|good morning|good afternoon|all|team",
    sign_offs: "best regards|kind regards|regards|best wishes|many thanks|thanks|thank you|cheers|best|sincerely|\
        yours sincerely|warm regards|all the best|yours",
    question_labels: "q|question",
    answer_labels: "a|answer",
    fillers: "um uh yeah okay ok right so well hmm sure exactly thanks great hi hello",
    abbreviations: "mr mrs ms dr prof st no nr fig e.g i.e etc vs approx dept est inc ltd co jr sr a.m p.m u.s u.k ca \
        al vol pp p resp jan feb mar apr jun jul aug sep sept oct nov dec",
    wording: Wording {
        agenda: "Agenda",
        thanks: "Thank you",
        untitled: "Untitled",
        source: "Source",
        page: "page",
        not_in_source: "Not in the source",
    },
    command: Command {
        slide: "slide slides page pages",
        last: "last final closing",
        ordinals: "first 1st|second 2nd|third 3rd|fourth 4th|fifth 5th|sixth 6th|seventh 7th|eighth 8th|ninth 9th|\
            tenth 10th",
        about: "about on with titled called named",
        shorten: "shorten shorter punch brief concise condens tighten trim terse crisp summar simplif snappi less \
            wordy",
        expand: "expand elaborat longer extend detail enrich flesh",
        split: "split divide break separate",
        remove: "remove delete drop erase discard",
        rename: "rename retitle call name",
        turn: "turn convert change make transform show present",
        translate: "translat",
        merge: "merge combine join fuse compress",
        to: "to into as with a an the in",
        add: "add insert append include create",
        set: "change set update edit correct make",
        give: "give",
        apply: "use apply switch choose",
        relocate: "move shift put",
        swap: "swap exchange interchange",
        duplicate: "duplicat copy clone",
        hide: "hide hidden invisible skip",
        show: "show unhide reveal visible",
        replace: "replace substitut",
        title: "title titles headline heading",
        subtitle: "subtitle subheading",
        notes: "notes note",
        body: "text body paragraph",
        entry: "bullet bullets point points item items entry entries",
        quote: "quote quotation",
        attribution: "attribution author source",
        theme: "theme design",
        deck: "deck presentation slideshow",
        all: "all every each",
        everything: "everything",
        this: "this that current",
        new: "a an new another one additional extra",
        after: "after behind following",
        before: "before",
        start: "start beginning front top",
        end: "end back bottom",
        position: "position place spot number",
        up: "up earlier",
        down: "down later",
        and: "and",
        through: "to through until",
        introduces: "to into as saying reading",
        by: "by with",
        everywhere: "everywhere throughout",
        fillers: "the please now just can could would you i want to of on in at from for with out up my our its it \
            be which into as by and speaker kindly so some more whole entire entirely completely altogether again \
            only word words term phrase called titled named two",
    },
};
