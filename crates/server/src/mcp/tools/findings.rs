//! Design findings in the results of tools: text that is cut, small or hard to read, and slides that are empty or
//! uneven.

use deck::SlideId;
use serde_json::{Value, json};
use service::{DeckId, DesignFinding, Error, MayRead};

use super::Call;

/// Findings as a JSON list for an agent.
pub(super) fn as_json(findings: &[DesignFinding]) -> Value {
    let findings = findings.iter().map(|DesignFinding { index, finding }| {
        let text = finding.text.strip_prefix(&format!("{}: ", finding.field)).unwrap_or(&finding.text);
        json!({ "slideIndex": index, "code": finding.code, "field": finding.field, "text": text })
    });
    findings.collect()
}

impl Call<'_> {
    /// Adds the findings on the slides that the call wrote, if there are any.
    pub(super) async fn with_findings(self, mut answer: Value, id: &DeckId, slides: &[SlideId]) -> Value {
        let found: Result<_, Error> = async {
            let deck = self.service.decks.granted::<MayRead>(self.caller, id).await?;
            self.service.drawing.findings(&deck, slides).await
        }
        .await;
        match found {
            Ok(found) if found.is_empty() => {}
            Ok(found) => answer["findings"] = as_json(&found),
            // The slides are already written, so a failed review does not fail the call.
            Err(error) => {
                tracing::warn!(fault = format!("{error:#}"), "slides that a tool wrote were not reviewed");
                answer["findingsNote"] =
                    json!("The slides are saved but were not reviewed; call validate_presentation.");
            }
        }
        answer
    }
}
