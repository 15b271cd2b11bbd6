//! Pictures, videos, sounds and objects of other programs.

use office::model::{Content, Media, Picture};

use crate::package::{Package, frame, p, sp, text_of};

fn pic(hidden: &str, blip: &str, rest: &str) -> String {
    format!(
        r#"<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture 2" descr=" A pump "/><p:cNvPicPr/><p:nvPr>{hidden}</p:nvPr></p:nvPicPr><p:blipFill>{blip}{rest}</p:blipFill><p:spPr/></p:pic>"#
    )
}

fn package(shapes: &str) -> Package {
    let links = [
        ("png", "image", "../media/image1.png"),
        ("svg", "image", "../media/image2.svg"),
        ("emf", "image", "../media/image3.EMF"),
        ("gone", "image", "../media/gone.png"),
        ("web", "image", "https://example.com/tracker.png"),
        ("video", "video", "../media/media1.mp4"),
        ("tube", "video", "https://video.example/embed/1"),
        ("disk", "video", "file:///c:/talk.mp4"),
    ];
    let media = ["image1.png", "image2.svg", "image3.EMF", "media1.mp4"];
    media.iter().fold(Package::new().slide_with(shapes, &links), |package, name| {
        package.bytes(&format!("ppt/media/{name}"), name.as_bytes())
    })
}

#[track_caller]
fn content(shapes: &str) -> Content {
    package(shapes).first().shapes[0].content.clone()
}

fn part(name: &str) -> String {
    format!("ppt/media/{name}")
}

#[test]
fn a_picture_has_its_part_its_crop_and_its_alternative_text() {
    let xml = pic("", r#"<a:blip r:embed="png"/>"#, r#"<a:srcRect l="25000" b="12.5%"/>"#);
    let slide = package(&xml).first();
    let picture = Picture { part: Some(part("image1.png")), crop: [25_000, 0, 0, 12_500], ..Picture::default() };
    assert_eq!(slide.shapes[0].content, Content::Picture(picture));
    assert_eq!(slide.shapes[0].alt.as_deref(), Some("A pump"));
    let mut bytes = Vec::new();
    package(&xml).open().picture("ppt/media/image1.png", &mut bytes).expect("a picture");
    assert_eq!(bytes, b"image1.png");
}

#[test]
fn svg_is_preferred_to_its_raster_fallback_and_metafiles_are_marked() {
    let svg = r#"<a:blip r:embed="png"><a:extLst><a:ext uri="x"><asvg:svgBlip xmlns:asvg="s" r:embed="svg"/></a:ext></a:extLst></a:blip>"#;
    let expected = Picture { part: Some(part("image2.svg")), raster: Some(part("image1.png")), ..Picture::default() };
    assert_eq!(content(&pic("", svg, "")), Content::Picture(expected));
    let expected = Picture { part: Some(part("image3.EMF")), is_metafile: true, ..Picture::default() };
    assert_eq!(content(&pic("", r#"<a:blip r:embed="emf"/>"#, "")), Content::Picture(expected));
}

#[test]
fn pictures_outside_the_file_are_not_followed() {
    for blip in
        [r#"<a:blip r:link="web"/>"#, r#"<a:blip r:embed="web"/>"#, r#"<a:blip r:embed="gone"/>"#, "<a:blip/>", ""]
    {
        assert_eq!(content(&pic("", blip, "")), Content::Picture(Picture::default()), "{blip}");
    }
}

#[test]
fn a_shape_filled_with_a_picture_is_that_picture() {
    let fill = r#"<a:prstGeom prst="ellipse"/><a:blipFill><a:blip r:embed="png"/></a:blipFill>"#;
    let picture = Content::Picture(Picture { part: Some(part("image1.png")), ..Picture::default() });
    assert_eq!(content(&sp(2, "", fill, "")), picture);
    let both = package(&sp(2, "", fill, &p("on it"))).first().shapes;
    assert_eq!(both[0].content, picture);
    assert_eq!(text_of(&both[1]).geometry, "ellipse");
}

#[test]
fn the_background_picture_of_a_slide_is_known() {
    let root = r#"<p:sld NS><p:cSld><p:bg><p:bgPr><a:blipFill><a:blip r:embed="png"/></a:blipFill></p:bgPr></p:bg><p:spTree/></p:cSld></p:sld>"#;
    let slide = package("").part("ppt/slides/slide1.xml", root).first();
    assert_eq!(slide.background, Some(part("image1.png")));
}

#[test]
fn videos_and_sounds_have_a_part_or_an_address() {
    let media = |hidden: &str| content(&pic(hidden, r#"<a:blip r:embed="png"/>"#, ""));
    let poster = Some(part("image1.png"));
    let embedded =
        r#"<a:videoFile r:link="video"/><p:extLst><p:ext uri="x"><p14:media r:embed="video"/></p:ext></p:extLst>"#;
    let expected = Media { part: Some(part("media1.mp4")), poster: poster.clone(), ..Media::default() };
    assert_eq!(media(embedded), Content::Media(expected.clone()));
    assert_eq!(media(r#"<a:audioFile r:link="video"/>"#), Content::Media(Media { is_sound: true, ..expected }));
    let linked =
        Media { address: Some("https://video.example/embed/1".to_owned()), poster: poster.clone(), ..Media::default() };
    assert_eq!(media(r#"<a:videoFile r:link="tube"/>"#), Content::Media(linked));
    assert_eq!(media(r#"<a:videoFile r:link="disk"/>"#), Content::Media(Media { poster, ..Media::default() }));
}

#[test]
fn objects_of_other_programs_are_named_and_shown_where_possible() {
    let object = |attributes: &str, blip: &str| {
        let slide = package(&frame(&format!(
            "<p:oleObj {attributes}><p:embed/><p:pic><p:blipFill>{blip}</p:blipFill></p:pic></p:oleObj>"
        )))
        .first();
        (slide.shapes[0].content.clone(), slide.unread)
    };
    let sheet = || Content::Other("an embedded Excel sheet".to_owned());
    let (png, emf) = (r#"<a:blip r:embed="png"/>"#, r#"<a:blip r:embed="emf"/>"#);
    assert_eq!(object(r#"progId="Excel.Sheet.12""#, emf), (sheet(), vec![]));
    assert_eq!(object(r#"progId="Excel.Sheet.12" showAsIcon="1""#, png), (sheet(), vec![]));
    let (content, unread) = object(r#"progId="Word.Document.12""#, png);
    assert_eq!(content, Content::Picture(Picture { part: Some(part("image1.png")), ..Picture::default() }));
    assert_eq!(unread, ["an embedded Word document, of which only the picture is left"]);
}

#[test]
fn a_picture_that_is_turned_or_flipped_is_noted() {
    let unread = |transform: &str| {
        let place =
            format!(r#"<p:spPr><a:xfrm {transform}><a:off x="1" y="2"/><a:ext cx="3" cy="4"/></a:xfrm></p:spPr>"#);
        package(&pic("", r#"<a:blip r:embed="png"/>"#, "").replace("<p:spPr/>", &place)).first().unread
    };
    assert_eq!(unread(r#"rot="5400000""#), ["the rotation or flip of a picture"]);
    assert_eq!(unread(r#"flipH="1""#), ["the rotation or flip of a picture"]);
    assert_eq!(unread(r#"rot="-1000" flipV="0""#), [""; 0]);
}

#[test]
fn a_picture_can_be_marked_as_decoration() {
    let xml = pic("", "", "").replace(
        r#"descr=" A pump "/>"#,
        r#"><a:extLst><a:ext uri="x"><adec:decorative xmlns:adec="d" val="1"/></a:ext></a:extLst></p:cNvPr>"#,
    );
    let shape = package(&xml).first().shapes.swap_remove(0);
    assert!(shape.is_decorative);
    assert_eq!(shape.alt, None);
}
