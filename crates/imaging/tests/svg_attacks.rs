//! Attacks by SVG: each is recognised as active, and missing from the copy.
#![expect(clippy::format_collect, reason = "a test reads better than it runs")]

use crate::common::{check_copy, svg};
use imaging::svg;

/// The name of the attack, the body of the picture, and texts that must not be in the copy.
const ATTACKS: &[(&str, &str, &[&str])] = &[
    ("a script", "<script>alert(1)</script>", &["script", "alert"]),
    ("a script by prefix", "<s:script xmlns:s='http://www.w3.org/2000/svg'>alert(1)</s:script>", &["script", "alert"]),
    ("a script in CDATA", "<script><![CDATA[alert(1)]]></script>", &["script", "alert"]),
    ("a script from elsewhere", "<script href='https://evil.example/a.js'/>", &["script", "evil"]),
    ("a script inside metadata", "<metadata><script>alert(1)</script></metadata>", &["script", "alert"]),
    ("a script inside a title", "<title><script>alert(1)</script></title>", &["script", "alert"]),
    ("a script inside an unknown element", "<x><script>alert(1)</script></x>", &["script", "alert"]),
    ("a script of HTML", "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>", &["script", "alert"]),
    ("an event", "<rect onclick='alert(1)'/>", &["onclick", "alert"]),
    ("an event in capitals", "<rect ONLOAD='alert(1)'/>", &["ONLOAD", "alert"]),
    ("an event with an entity", "<rect onload='&#97;lert(1)'/>", &["onload", "lert"]),
    ("an event of an animation", "<animate onbegin='alert(1)' attributeName='x' dur='1s'/>", &["onbegin", "alert"]),
    (
        "an XML event",
        "<g xmlns:ev='http://www.w3.org/2001/xml-events' ev:event='click' ev:handler='#x'/>",
        &["handler"],
    ),
    ("a handler", "<handler type='text/ecmascript'>alert(1)</handler>", &["handler", "alert"]),
    ("a script link", "<a href='javascript:alert(1)'><rect/></a>", &["javascript", "alert"]),
    ("a script link in two lines", "<a href='java&#10;script:alert(1)'><rect/></a>", &["alert"]),
    ("a script link by xlink", "<a xlink:href=' JavaScript:alert(1)'><rect/></a>", &["alert"]),
    (
        "a script link by another prefix",
        "<a xmlns:y='http://www.w3.org/1999/xlink' y:href='javascript:alert(1)'/>",
        &["alert"],
    ),
    ("a page in a link", "<a href='data:text/html,&lt;script&gt;alert(1)&lt;/script&gt;'/>", &["data:", "alert"]),
    ("a plain link", "<a href='http://evil.example/'/>", &["evil"]),
    ("a ping", "<a href='https://good.example/' ping='https://evil.example/'/>", &["ping", "evil"]),
    (
        "foreign content",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'>Hi</body></foreignObject>",
        &["foreignObject", "body", "Hi"],
    ),
    ("a frame", "<iframe src='https://evil.example/'/>", &["iframe", "evil"]),
    (
        "a frame of HTML",
        "<iframe xmlns='http://www.w3.org/1999/xhtml' src='javascript:alert(1)'/>",
        &["iframe", "alert"],
    ),
    (
        "a picture of HTML",
        "<img xmlns='http://www.w3.org/1999/xhtml' src='x' onerror='alert(1)'/>",
        &["img", "onerror"],
    ),
    (
        "a style sheet of HTML",
        "<link xmlns='http://www.w3.org/1999/xhtml' rel='stylesheet' href='https://evil.example/'/>",
        &["<link", "evil"],
    ),
    ("an object", "<embed src='https://evil.example/a.swf'/>", &["embed", "evil"]),
    ("sound", "<audio src='https://evil.example/a.mp3'/>", &["audio", "evil"]),
    ("a use of elsewhere", "<use href='https://evil.example/a.svg#a'/>", &["evil"]),
    ("a use of a neighbour", "<use xlink:href='other.svg#a'/>", &["other.svg"]),
    ("a use of its own address", "<use href='data:image/svg+xml;base64,PHN2Zy8+#a'/>", &["data:"]),
    ("a picture from elsewhere", "<image href='https://evil.example/a.png'/>", &["evil"]),
    ("a picture from a share", "<image href='//evil.example/a.png'/>", &["evil"]),
    ("a picture from the disk", "<image xlink:href='file:///etc/passwd'/>", &["passwd"]),
    ("a picture by path", "<image href='/etc/passwd'/>", &["passwd"]),
    ("a picture that is SVG", "<image href='data:image/svg+xml;base64,PHN2Zy8+'/>", &["data:"]),
    ("a filter picture from elsewhere", "<filter><feImage href='https://evil.example/a.png'/></filter>", &["evil"]),
    ("a gradient from elsewhere", "<linearGradient href='https://evil.example/a.svg#g'/>", &["evil"]),
    ("an import", "<style>@import url(https://evil.example/a.css);</style>", &["import", "evil"]),
    ("an import by string", "<style>@import 'https://evil.example/a.css';</style>", &["import", "evil"]),
    ("an import by escape", "<style>@\\69mport 'https://evil.example/a.css';</style>", &["mport", "evil"]),
    ("an import in CDATA", "<style><![CDATA[@import 'https://evil.example/a.css';]]></style>", &["import", "evil"]),
    ("an import by entity", "<style>&#64;import 'https://evil.example/a.css';</style>", &["import", "evil"]),
    ("a background", "<style>svg{background:url(https://evil.example/a.png)}</style>", &["evil"]),
    ("a background by escape", "<style>svg{background:\\75rl('https://evil.example/a.png')}</style>", &["evil"]),
    (
        "a background by image-set",
        "<style>svg{background:image-set('https://evil.example/a.png' 1x)}</style>",
        &["evil"],
    ),
    (
        "a font from elsewhere",
        "<style>@font-face{font-family:a;src:url(https://evil.example/a.woff)}</style>",
        &["evil"],
    ),
    (
        "a style sheet that ends early",
        "<style>a{b:'&lt;/style>&lt;script>alert(1)&lt;/script>'}</style>",
        &["script", "alert"],
    ),
    ("a style sheet of another language", "<style type='text/x-evil'>alert(1)</style>", &["alert", "x-evil"]),
    ("a style", "<rect style='fill:red;background:url(https://evil.example/a.png)'/>", &["evil"]),
    ("a style of a script", "<rect style='background:url(javascript:alert(1))'/>", &["alert"]),
    ("an expression", "<rect style='width:expression(alert(1))'/>", &["alert"]),
    ("a binding", "<rect style='-moz-binding:url(https://evil.example/a.xml#a)'/>", &["evil"]),
    ("a fill from elsewhere", "<rect fill='url(https://evil.example/a.svg#p)'/>", &["evil"]),
    ("a mask by escape", "<rect mask='u\\72l(https://evil.example/a.svg#m)'/>", &["evil"]),
    ("a cursor", "<rect cursor='url(https://evil.example/a.cur),auto'/>", &["evil"]),
    (
        "a link set by animation",
        "<a><animate attributeName='href' values='javascript:alert(1)'/></a>",
        &["href=\"java", "alert"],
    ),
    ("a link set by xlink animation", "<a><set attributeName='xlink:href' to='javascript:alert(1)'/></a>", &["alert"]),
    ("a link set by another prefix", "<a><animate attributeName='y:href' from='javascript:alert(1)'/></a>", &["alert"]),
    ("an event set by animation", "<set attributeName='onclick' to='alert(1)'/>", &["onclick", "alert"]),
    ("a fill set by animation", "<animate attributeName='fill' to='url(https://evil.example/a.svg#p)'/>", &["evil"]),
    ("a base address", "<g xml:base='https://evil.example/'><use href='#a'/></g>", &["evil"]),
    ("a source", "<rect src='https://evil.example/a'/>", &["evil"]),
];

#[test]
fn every_attack_is_recognised_and_removed() {
    assert!(ATTACKS.len() >= 25);
    for (attack, body, removed) in ATTACKS {
        let picture = svg(&format!("{body}<rect width='3' height='2'/>"));
        assert!(svg::is_active(&picture), "{attack} is not recognised");
        let copy = check_copy(&picture);
        for word in *removed {
            assert!(!copy.contains(word), "{attack}: `{word}` is in {copy}");
        }
        assert!(copy.contains("<rect"), "{attack} removed the rest of the picture: {copy}");
    }
}

/// Attacks outside the root element.
#[test]
fn attacks_before_the_root_are_recognised_and_removed() {
    let rest = "<svg xmlns='http://www.w3.org/2000/svg'><text>&e;</text></svg>";
    for (head, gone) in [
        ("<?xml-stylesheet href='https://evil.example/a.css'?>", "evil"),
        ("<?xml-stylesheet type='text/xsl' href='#x'?>", "xsl"),
        ("<!DOCTYPE svg [<!ENTITY f SYSTEM 'file:///etc/passwd'>]>", "passwd"),
        ("<!DOCTYPE svg [<!ATTLIST svg onload CDATA 'alert(1)'>]>", "alert"),
        ("<?xml version='1.0' encoding='ISO-2022-JP'?>", "JP"),
    ] {
        let picture = format!("{head}{}", rest.replace("&e;", "Hi"));
        assert!(svg::is_active(picture.as_bytes()), "{head} is not recognised");
        assert!(!check_copy(picture.as_bytes()).contains(gone), "{head}");
    }
}

#[test]
fn the_expansion_of_entities_is_limited() {
    let tenfold: String =
        (1..10).map(|at| format!("<!ENTITY e{at} '{}'>", format!("&e{};", at - 1).repeat(10))).collect();
    let nested = format!("<!DOCTYPE svg [<!ENTITY e0 'ha'>{tenfold}]><svg><text>&e9;</text></svg>");
    assert!(svg::sanitised(nested.as_bytes()).is_err());
    assert!(svg::is_active(nested.as_bytes()));

    let long = "x".repeat(10_000);
    for wide in [
        format!("<!DOCTYPE svg [<!ENTITY e '{long}'>]><svg><text>{}</text></svg>", "&e;".repeat(10_000)),
        format!("<!DOCTYPE svg [<!ENTITY e '{long}'>]><svg><text id='{}'/></svg>", "&e;".repeat(10_000)),
    ] {
        assert!(svg::sanitised(wide.as_bytes()).is_err());
    }
    let outside = b"<!DOCTYPE svg [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><svg><text>&e;</text></svg>";
    assert!(svg::sanitised(outside).is_err());
}

/// Old Illustrator files declare their namespaces with entities.
#[test]
fn plain_entities_are_resolved() {
    let picture =
        b"<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd' [<!ENTITY ns_svg 'http://www.w3.org/2000/svg'>]>\
        <svg xmlns='&ns_svg;' width='3' height='2'><rect width='3' height='2'/></svg>";
    assert!(svg::is_active(picture));
    assert!(check_copy(picture).contains("<rect"));
}

#[test]
fn broken_pictures_are_refused_and_count_as_active() {
    for picture in [
        "",
        "<svg",
        "<svg>",
        "<svg><g></svg>",
        "<svg></svg><svg/>",
        "<svg/>text",
        "<svg a='1' a='2'/>",
        "<svg a=1/>",
        "<svg><text>&nbsp;</text></svg>",
        "<svg><text>&#1;</text></svg>",
        "<svg><x:rect/></svg>",
        "<svg><rect id='<'/></svg>",
        "<svg><!-- a -- b --></svg>",
        "<html/>",
        "<svg xmlns='http://www.w3.org/1999/xhtml'/>",
        "<svg xmlns:a='http://www.w3.org/1999/xlink' xmlns:b='http://www.w3.org/1999/xlink'><a a:href='#x' b:href='#x'/></svg>",
    ] {
        assert!(svg::sanitised(picture.as_bytes()).is_err(), "{picture}");
        assert!(svg::is_active(picture.as_bytes()), "{picture}");
        let facts = imaging::facts(picture.as_bytes(), imaging::PictureKind::Svg);
        assert!(!facts.drawable && facts.luminance.is_empty(), "{picture}");
    }
    assert!(svg::sanitised(b"<svg>\xff</svg>").is_err());
    assert!(svg::sanitised(&vec![b' '; 21 << 20]).is_err());
}

#[test]
fn nesting_attributes_and_prefixes_are_limited() {
    for picture in [
        format!("<svg>{}", "<g>".repeat(1_000_000)),
        format!("<svg>{}{}</svg>", "<g>".repeat(300), "</g>".repeat(300)),
        format!("<svg {}/>", (0..10_000).map(|at| format!("data-a{at}='' ")).collect::<String>()),
        format!("<svg {}/>", (0..200_000).map(|at| format!("xmlns:a{at}='x' ")).collect::<String>()),
    ] {
        assert!(svg::sanitised(picture.as_bytes()).is_err());
    }
}

/// Pictures that can be sanitised, but would take hours, gigabytes or the whole stack to draw.
#[test]
fn pictures_that_expand_too_far_are_not_drawn() {
    let uses: String =
        (1..20).map(|at| format!("<g id='u{at}'>{}</g>", format!("<use href='#u{}'/>", at - 1).repeat(10))).collect();
    let chain: String = (1..2000).map(|at| format!("<g id='c{at}'><g><use href='#c{}'/></g></g>", at - 1)).collect();
    let clips: String = (1..2000)
        .map(|at| format!("<clipPath id='k{at}' clip-path='url(#k{})'><rect width='1' height='1'/></clipPath>", at - 1))
        .collect();
    let patterns: String = (1..12)
        .map(|at| {
            let inside = format!("<rect width='9' height='9' fill='url(#p{})'/>", at - 1).repeat(10);
            format!("<pattern id='p{at}' width='9' height='9' patternUnits='userSpaceOnUse'>{inside}</pattern>")
        })
        .collect();
    let points = "L1 1".repeat(100_000);
    let marks = "<path d='M0 0L1 1'/>".repeat(1000);
    let layers = format!("{}<rect width='99' height='99'/>{}", "<g opacity='.5'>".repeat(150), "</g>".repeat(150));
    for (what, body) in [
        ("uses", format!("<rect id='u0' width='1' height='1'/>{uses}")),
        ("a chain of uses", format!("<rect id='c0' width='1' height='1'/>{chain}<use href='#c1999'/>")),
        ("a chain of clips", format!("{clips}<rect width='9' height='9' clip-path='url(#k1999)'/>")),
        ("patterns in patterns", format!("{patterns}<rect width='9' height='9' fill='url(#p11)'/>")),
        ("patterns by style", format!("<style>.a{{fill:url(#p11);}}</style>{patterns}<rect width='9' height='9' class='a'/>")),
        (
            "patterns by quoted address",
            format!("{}<rect width='9' height='9' fill='url(\"#p11\")'/>", patterns.replace("url(#", "URL( &quot;#").replace(")'", "&quot;)'")),
        ),
        (
            "patterns by style after a brace",
            format!("<style>.a{{b:'}}';fill:url(#p11)}}.a{{fill:url('#p11')}}</style>{patterns}<rect width='9' height='9' class='b&#10;a'/>"),
        ),
        ("a pattern that inherits itself", "<g fill='url(#p)'><pattern id='p' width='1' height='1'><rect width='1' height='1'/></pattern><rect width='9' height='9'/></g>".to_owned()),
        ("a use of itself", "<g id='a'><use href='#a'/></g>".to_owned()),
        ("a mask of itself", "<mask id='m'><rect mask='url(#m)' width='1' height='1'/></mask><rect mask='url(#m)'/>".to_owned()),
        ("a pattern of itself by style", "<style>rect{fill:url(#p)}</style><pattern id='p'><rect/></pattern><rect/>".to_owned()),
        ("markers", format!("<marker id='m'>{marks}</marker><path marker-mid='url(#m)' d='M0 0{points}'/>")),
        ("markers by reuse", format!("<marker id='m'>{marks}</marker><path id='l' d='M0 0{points}'/><use href='#l' marker-mid='url(#m)'/>")),
        ("rules", format!("<style>{}</style>{}", "a{b:c}".repeat(20_000), "<g/>".repeat(20_000))),
    ] {
        let picture = svg(&body);
        check_copy(&picture);
        let error = svg::drawable(&picture).expect_err(what);
        assert!(matches!(error, imaging::Error::TooComplex(_)), "{what}: {error}");
    }
    for (what, body) in [
        ("a matrix of morphology", "<filter id='f'><feMorphology radius='500'/></filter><rect filter='url(#f)' width='1600' height='900'/>".to_owned()),
        ("turbulence", "<filter id='f'><feTurbulence baseFrequency='1' numOctaves='1000000'/></filter><rect filter='url(#f)' width='1600' height='900'/>".to_owned()),
        ("a tile", "<pattern id='p' patternUnits='userSpaceOnUse' width='90000' height='90000'><rect width='1' height='1'/></pattern><rect fill='url(#p)' width='1600' height='900'/>".to_owned()),
        ("full shapes", "<rect width='1600' height='900'/>".repeat(20_000)),
        ("layers", layers.replace("'99'", "'1600'")),
    ] {
        let picture = format!("<svg xmlns='http://www.w3.org/2000/svg' width='1600' height='900'>{body}</svg>");
        assert!(svg::drawn(picture.as_bytes(), None, &[]).is_err(), "{what}");
    }
}

/// The deepest allowed drawing fits the stack of a worker thread.
#[test]
fn deep_pictures_fit_the_stack() {
    let worker = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        let deep = |open: &str, close: &str| {
            svg(&format!("{}<rect width='3' height='2'/>{}", open.repeat(150), close.repeat(150)))
        };
        for picture in [
            deep("<g>", "</g>"),
            deep("<g opacity='.9'>", "</g>"),
            deep("<svg>", "</svg>"),
            deep("<switch>", "</switch>"),
        ] {
            svg::drawn(&picture, Some(16), &[]).expect("drawn");
        }
        let chain = |item: &dyn Fn(usize) -> String, last: &str| {
            svg(&format!("{}{last}", (1..70).map(item).collect::<String>()))
        };
        let rect = "<rect width='3' height='2'";
        for picture in [
            chain(&|at| format!("<g id='a{at}'><use href='#a{}'/></g>", at - 1), "<use href='#a69'/>"),
            chain(
                &|at| format!("<mask id='a{at}'>{rect} mask='url(#a{})'/></mask>", at - 1),
                &format!("{rect} mask='url(#a69)'/>"),
            ),
            chain(
                &|at| format!("<clipPath id='a{at}'>{rect} clip-path='url(#a{})'/></clipPath>", at - 1),
                &format!("{rect} clip-path='url(#a69)'/>"),
            ),
            chain(
                &|at| format!("<pattern id='a{at}' width='1' height='1'>{rect} fill='url(#a{})'/></pattern>", at - 1),
                &format!("{rect} fill='url(#a69)'/>"),
            ),
        ] {
            svg::drawn(&picture, Some(16), &[]).expect("drawn");
        }
    });
    worker.expect("a thread").join().expect("no overflow");
}
