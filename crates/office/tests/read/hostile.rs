//! Files that are damaged or made to harm: each is refused with an error that says why.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use office::{File, Limits};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::package::{Package, frame, p, refused, sp};

const SLIDE: &str = "ppt/slides/slide1.xml";

#[track_caller]
fn check(package: &Package, limits: Limits, message: &str) {
    assert_eq!(refused(package.zip(), limits), message);
}

#[test]
fn damaged_xml_is_refused_by_the_name_of_its_part() {
    for (xml, reason) in [
        ("<p:sld><p:cSld></p:sld>", "ill-formed document: expected `</p:cSld>`, but `</p:sld>` was found"),
        ("<p:sld><p:cSld/>", "it is cut short"),
        ("", "it is cut short"),
        ("<a/><b/>", "it has two roots"),
        ("<a b='1' b='2'/>", "position 7: duplicated attribute, previous declaration at position 1"),
        ("<a b='&x;'/>", "unrecognized entity `x`"),
        ("<a>&x;</a>", "it has an entity that XML does not define"),
        ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "it has a document type declaration"),
        ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>", "it has a document type declaration"),
    ] {
        let package = Package::new().slide("").part(SLIDE, xml);
        let message = refused(package.zip(), Limits::default());
        assert!(message.starts_with("part `ppt/slides/slide1.xml` is damaged: "), "{xml}: {message}");
        assert!(message.ends_with(reason), "{xml}: {message}");
    }
}

#[test]
fn wrong_bytes_are_refused() {
    let package = Package::new().slide("").without(SLIDE).bytes(SLIDE, b"<a>\xff</a>");
    check(&package, Limits::default(), "part `ppt/slides/slide1.xml` is damaged: it is not encoded in UTF-8 or UTF-16");
    let mut zip = Package::new().slide("").zip();
    let end = zip.len();
    zip.truncate(end - 10);
    assert_eq!(refused(zip, Limits::default()), "the file is cut short");
}

#[test]
fn a_slide_that_is_missing_is_an_error() {
    let package = Package::new().slide("").without(SLIDE);
    check(&package, Limits::default(), "part `ppt/presentation.xml` is damaged: its slide `s1` is missing");
}

#[test]
fn nothing_outside_the_package_is_read() {
    let links = [("c", "chart", "../../../../../../etc/passwd"), ("n", "notesSlide", "file:///etc/passwd")];
    let slide = Package::new().slide_with(&frame(r#"<c:chart r:id="c"/>"#), &links).first();
    assert_eq!((slide.shapes.len(), slide.notes.len()), (1, 0));
    let error = Package::new().open().picture("../../etc/passwd", &mut Vec::new()).expect_err("no such part");
    assert_eq!(error.to_string(), "part `../../etc/passwd` is missing");
}

#[test]
fn unpacked_bytes_are_counted_and_not_believed() {
    let zeros = vec![b' '; 3 << 20];
    let bomb = [b"<p:sld>".as_slice(), &zeros, b"</p:sld>"].concat();
    let package = Package::new().slide("").without(SLIDE).bytes(SLIDE, &bomb).bytes("ppt/media/a.png", &zeros);
    let mut zip = package.zip();
    let message = "part `ppt/slides/slide1.xml` unpacks to more than 1048576 bytes";
    check(&package, Limits { part: 1 << 20, ..Limits::default() }, message);
    check(&package, Limits { unpacked: 2 << 20, ..Limits::default() }, "the file unpacks to more than 2097152 bytes");
    let limits = Limits { picture: 1 << 20, ..Limits::default() };
    let mut file = File::open(Cursor::new(zip.clone()), limits).expect("a good file");
    let mut out = Vec::new();
    let error = file.picture("ppt/media/a.png", &mut out).expect_err("a picture that is too large");
    assert_eq!(error.to_string(), "part `ppt/media/a.png` unpacks to more than 1048576 bytes");
    assert!(out.len() <= 1 << 20);

    // Headers that declare a small size do not change that.
    let declared = u32::try_from(bomb.len()).expect("a small size").to_le_bytes();
    let places: Vec<usize> =
        zip.windows(4).enumerate().filter(|(_, bytes)| *bytes == declared).map(|(at, _)| at).collect();
    for at in places {
        zip[at..at + 4].copy_from_slice(&10_u32.to_le_bytes());
    }
    let error = refused(zip, Limits { part: 1 << 20, ..Limits::default() });
    assert!(error.starts_with("part `ppt/slides/slide1.xml`"), "{error}");
}

#[test]
fn a_part_that_is_read_often_counts_each_time() {
    let chart = format!("<c:chartSpace NS><!--{}--></c:chartSpace>", "x".repeat(100_000));
    let frames = frame(r#"<c:chart r:id="c"/>"#).repeat(100);
    let package =
        Package::new().slide_with(&frames, &[("c", "chart", "../charts/c.xml")]).part("ppt/charts/c.xml", &chart);
    check(&package, Limits { unpacked: 5 << 20, ..Limits::default() }, "the file unpacks to more than 5242880 bytes");
    check(&package, Limits { tags: 1500, ..Limits::default() }, "the file has more than 1500 XML tags");
}

#[test]
fn counts_are_bounded() {
    let few = Limits { slides: 2, shapes: 3, cells: 4, points: 5, ..Limits::default() };
    let shape = sp(2, "", "", &p("x"));
    check(&Package::new().slide("").slide("").slide(""), few.clone(), "the file has more than 2 slides");
    check(&Package::new().slide(&shape.repeat(4)), few.clone(), "part `ppt/slides/slide1.xml` has more than 3 shapes");
    let groups = "<p:grpSp>".repeat(4) + &"</p:grpSp>".repeat(4);
    check(&Package::new().slide(&groups), few.clone(), "part `ppt/slides/slide1.xml` has more than 3 shapes");
    let table = frame(&format!("<a:tbl>{}</a:tbl>", "<a:tr><a:tc/><a:tc/></a:tr>".repeat(3)));
    let message = "part `ppt/slides/slide1.xml` has more than 4 cells in one table";
    check(&Package::new().slide(&table), few.clone(), message);
    let table = frame(&format!("<a:tbl><a:tr><a:tc/><a:tc/></a:tr>{}</a:tbl>", "<a:tr/>".repeat(2)));
    check(&Package::new().slide(&table), few.clone(), message);
    for points in [r#"<c:ptCount val="4000000000"/>"#, r#"<c:pt idx="18446744073709551615"/>"#, r#"<c:pt idx="5"/>"#] {
        let chart = format!(
            "<c:chartSpace NS><c:chart><c:plotArea><c:lineChart><c:ser><c:val><c:numLit>{points}</c:numLit></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>"
        );
        let package = Package::new()
            .slide_with(&frame(r#"<c:chart r:id="c"/>"#), &[("c", "chart", "../charts/c.xml")])
            .part("ppt/charts/c.xml", &chart);
        check(&package, few.clone(), "part `ppt/charts/c.xml` has more than 5 figures and categories");
    }
}

/// A file with one chart of one group of series.
fn charted(series: &str) -> Package {
    let chart = format!(
        "<c:chartSpace NS><c:chart><c:plotArea><c:lineChart>{series}</c:lineChart></c:plotArea></c:chart></c:chartSpace>"
    );
    Package::new()
        .slide_with(&frame(r#"<c:chart r:id="c"/>"#), &[("c", "chart", "../charts/c.xml")])
        .part("ppt/charts/c.xml", &chart)
}

#[test]
fn a_chart_of_many_short_series_and_a_long_one_is_bounded() {
    let long = r#"<c:ser><c:val><c:numLit><c:ptCount val="2000"/></c:numLit></c:val></c:ser>"#;
    let package = charted(&("<c:ser/>".repeat(2000) + long));
    check(&package, Limits::default(), "the file has more than 1000000 shapes, paragraphs, cells and figures");
}

#[test]
fn the_outer_name_of_many_categories_counts_for_each() {
    let outer = "a".repeat(1000);
    let levels = format!(
        r#"<c:multiLvlStrCache><c:lvl><c:ptCount val="100"/></c:lvl><c:lvl><c:pt idx="0"><c:v>{outer}</c:v></c:pt></c:lvl></c:multiLvlStrCache>"#
    );
    let package = charted(&format!("<c:ser><c:cat><c:multiLvlStrRef>{levels}</c:multiLvlStrRef></c:cat></c:ser>"));
    let message = "part `ppt/charts/c.xml` has more than 10000 bytes of text";
    check(&package, Limits { text: 10_000, ..Limits::default() }, message);
}

#[test]
fn all_pieces_and_all_text_are_bounded() {
    let slide = sp(2, "", "", &p("words").repeat(10));
    let package = Package::new().slide(&slide).slide(&slide);
    let message = "the file has more than 30 shapes, paragraphs, cells and figures";
    check(&package, Limits { pieces: 30, ..Limits::default() }, message);
    check(&package, Limits { text: 80, ..Limits::default() }, "the file has more than 80 bytes of text");
}

#[test]
fn what_a_file_says_once_and_uses_often_counts_each_time() {
    let few = Limits { text: 10_000, ..Limits::default() };
    let address = format!("https://example.com/{}", "a".repeat(3000));
    let run = r#"<a:r><a:rPr><a:hlinkClick r:id="w"/></a:rPr><a:t>x</a:t></a:r>"#;
    let linked = |count: usize| {
        let body = format!("<a:p>{run}</a:p>").repeat(count);
        Package::new().slide_with(&sp(2, "", "", &body), &[("w", "hyperlink", &address)])
    };
    check(&linked(4), few.clone(), "the file has more than 10000 bytes of text");
    assert_eq!(linked(3).first().shapes.len(), 1);
    let runs = format!("<a:p>{}</a:p>", r#"<a:r><a:t>x</a:t></a:r><a:r><a:rPr b="1"/><a:t>x</a:t></a:r>"#.repeat(2));
    let clicked = sp(2, "", "", &runs).replacen("/>", r#"><a:hlinkClick r:id="w"/></p:cNvPr>"#, 1);
    let clicked = Package::new().slide_with(&clicked, &[("w", "hyperlink", &address)]);
    check(&clicked, few.clone(), "the file has more than 10000 bytes of text");
    let tag = format!("{{&quot;names&quot;:{{&quot;!!a&quot;:&quot;{}&quot;}}}}", "d".repeat(3000));
    let shapes = r#"<p:sp><p:nvSpPr><p:cNvPr id="2" name="!!a"/></p:nvSpPr></p:sp>"#.repeat(4);
    let named = Package::new()
        .slide_with(&shapes, &[("t", "tags", "../tags/tag1.xml")])
        .part("ppt/tags/tag1.xml", &format!(r#"<p:tagLst NS><p:tag name="LECTERN" val="{tag}"/></p:tagLst>"#));
    check(&named, few.clone(), "the file has more than 10000 bytes of text");
    let name = format!("{}.png", "b".repeat(3000));
    let picture = r#"<p:pic><p:blipFill><a:blip r:embed="i"/></p:blipFill></p:pic>"#;
    let pictures = Package::new()
        .slide_with(&picture.repeat(4), &[("i", "image", &name)])
        .bytes(&format!("ppt/slides/{name}"), b"");
    check(&pictures, few, "the file has more than 10000 bytes of text");
    let layout = format!(r#"<p:sldLayout NS type="{}"/>"#, "c".repeat(3000));
    let slide = Package::new().slide("").part("ppt/slideLayouts/slideLayout1.xml", &layout).first();
    assert_eq!(slide.layout_kind.map(|kind| kind.len()), Some(100));
}

#[test]
fn depth_elements_and_attributes_are_bounded() {
    let deep = "<a>".repeat(5000) + &"</a>".repeat(5000);
    check(
        &Package::new().slide(&deep),
        Limits::default(),
        "part `ppt/slides/slide1.xml` has more than 200 elements in one another",
    );
    let mut attributes = String::new();
    for number in 0..100_000 {
        write!(attributes, " a{number}=''").expect("a string takes all");
    }
    let message = "part `ppt/slides/slide1.xml` has more than 200 attributes of one element";
    check(&Package::new().slide(&format!("<a{attributes}/>")), Limits::default(), message);
    let message = "part `ppt/slides/slide1.xml` has more than 500000 elements";
    check(&Package::new().slide(&"<a/>".repeat(500_001)), Limits::default(), message);
}

#[test]
fn the_directory_is_bounded_before_it_is_loaded() {
    let package = (0..20).fold(Package::new(), |package, number| package.bytes(&format!("a{number}"), b""));
    check(&package, Limits { entries: 10, ..Limits::default() }, "the file has more than 10 entries");
    let zip = package.zip();
    let more = [&zip[..], b"more"].concat();
    assert_eq!(refused(more, Limits::default()), "the file is malformed: it continues after its end record");
    let before = [b"more", &zip[..]].concat();
    let message = "the file is malformed: its directory is not where its end record says";
    assert_eq!(refused(before, Limits::default()), message);
}

#[test]
fn huge_numbers_do_no_harm() {
    for number in ["9223372036854775807", "-9223372036854775808", "1e308", "NaN", "99999999999999999999999"] {
        let place = format!(
            r#"<a:xfrm rot="{number}"><a:off x="{number}" y="{number}"/><a:ext cx="{number}" cy="{number}"/><a:chOff x="{number}" y="0"/><a:chExt cx="1" cy="1"/></a:xfrm>"#
        );
        let body = format!(r#"<a:p><a:pPr lvl="{number}"/><a:r><a:rPr sz="{number}"/><a:t>x</a:t></a:r></a:p>"#);
        let member = sp(2, "", &place, &body);
        let group = format!(
            "<p:grpSp><p:grpSpPr>{place}</p:grpSpPr><p:grpSp><p:grpSpPr>{place}</p:grpSpPr>{member}</p:grpSp></p:grpSp>"
        );
        assert_eq!(Package::new().slide(&group).first().shapes.len(), 1, "{number}");
    }
}

#[test]
fn entries_in_unknown_compression_are_refused() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    zip.start_file("[Content_Types].xml", options).expect("a fresh name");
    zip.write_all(b"<Types/>").expect("memory takes all");
    let mut bytes = zip.finish().expect("memory takes all").into_inner();
    bytes[8] = 99;
    let central = bytes.windows(4).position(|bytes| bytes == b"PK\x01\x02").expect("a directory");
    bytes[central + 10] = 99;
    let message = refused(bytes, Limits::default());
    assert!(message.starts_with("part `[Content_Types].xml` is damaged: "), "{message}");
}
