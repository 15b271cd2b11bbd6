//! Rendered exports: HTML, HTML for printing, PowerPoint, PDF and PNG.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY};
use axum::response::Response;
use service::{DeckId, ExportFormat, Handout, PdfPages, SlideChoice, SlideNumbers};

use crate::http::{ApiError, App, By, Export, Path, Query, Result, attachment, file_answer};

const HTML: &str = "text/html; charset=utf-8";
/// The content security policy of the print page: it may load its own styles and fonts, and pictures from any https
/// site.
const PRINT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; img-src data: https:; \
                            frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const PPTX: &str = "application/vnd.openxmlformats-officedocument.presentationml.presentation";

/// Exports one HTML file with a viewer.
pub(crate) async fn html(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    rendered(&app, &caller, &id, &query, ExportFormat::Html, HTML, ".html").await
}

/// Exports HTML for printing, as a download.
pub(crate) async fn print(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    rendered(&app, &caller, &id, &query, ExportFormat::Print, HTML, "-print.html").await
}

/// Exports HTML for printing, shown in the browser.
pub(crate) async fn print_inline(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let mut answer = rendered(&app, &caller, &id, &query, ExportFormat::Print, HTML, "-print.html").await?;
    answer.headers_mut().insert(CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(PRINT_POLICY));
    Ok(answer)
}

/// Exports PowerPoint.
pub(crate) async fn pptx(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let form = ExportFormat::Pptx {
        scale: scale(&query)?,
        builds: query.switch("builds")?,
        template: query.switch("template")?,
    };
    rendered(&app, &caller, &id, &query, form, PPTX, ".pptx").await
}

/// Exports PDF.
pub(crate) async fn pdf(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let form = ExportFormat::Pdf(pdf_pages(&query)?);
    rendered(&app, &caller, &id, &query, form, "application/pdf", ".pdf").await
}

/// Exports a PNG for each slide, zipped.
pub(crate) async fn png(
    State(app): State<App>,
    caller: By<Export>,
    Path(id): Path<DeckId>,
    query: Query,
) -> Result<Response> {
    let (least, most) = ExportFormat::PNG_WIDTHS.into_inner();
    let width = query.number("width", usize::from(least)..=usize::from(most), usize::from(ExportFormat::PNG_WIDTH))?;
    let form = ExportFormat::Png { width: u16::try_from(width).unwrap_or(ExportFormat::PNG_WIDTH) };
    rendered(&app, &caller, &id, &query, form, "application/zip", ".zip").await
}

/// A response with an export of a deck as a download. `ending` is the end of its file name.
async fn rendered(
    app: &App,
    caller: &service::Caller,
    id: &DeckId,
    query: &Query,
    form: ExportFormat,
    mime: &'static str,
    ending: &str,
) -> Result<Response> {
    let deck = app.service.decks.granted(caller, id).await?;
    let slides = slide_choice(query)?;
    let rendered = app.service.drawing.export(&deck, query.text("lang").as_deref(), form, &slides).await?;
    file_answer(rendered.file, mime, attachment(&rendered.title, ending)).await
}

/// The slides to export: `slides` are their numbers in the deck, and with `hidden` slides that are hidden in exports
/// are included.
fn slide_choice(query: &Query) -> Result<SlideChoice> {
    let numbers = query.text("slides").map(|text| text.parse::<SlideNumbers>());
    let numbers = numbers.transpose().map_err(|fault| ApiError::invalid(format!("`slides`: {fault}")))?;
    Ok(SlideChoice { numbers, with_hidden: query.switch("hidden")? })
}

/// The kind of pages of a PDF: slides, slides with `notes`, or a `handout` with 2, 3 or 6 slides per page.
fn pdf_pages(query: &Query) -> Result<PdfPages> {
    let read = |text: &str| {
        let handout = text.parse().ok().and_then(Handout::of);
        handout.ok_or_else(|| ApiError::invalid(format!("`handout` is 2, 3 or 6, not `{text}`")))
    };
    let handout = query.text("handout").as_deref().map(read).transpose()?;
    match (handout, query.switch("notes")?) {
        (Some(_), true) => Err(ApiError::invalid("a PDF has `notes` or is a `handout`, not both")),
        (Some(handout), false) => Ok(PdfPages::Handout(handout)),
        (None, true) => Ok(PdfPages::Notes),
        (None, false) => Ok(PdfPages::Slides),
    }
}

/// The scale of pictures that must be raster: 1 to 3, 2 when absent.
fn scale(query: &Query) -> Result<u8> {
    match query.text("scale").as_deref() {
        Some("1") => Ok(1),
        None | Some("2") => Ok(2),
        Some("3") => Ok(3),
        Some(other) => Err(ApiError::invalid(format!("`scale` is 1, 2 or 3, not `{other}`"))),
    }
}
