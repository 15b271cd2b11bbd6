//! Counts the tokens that a vendor bills for one call, and what they cost.

use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::Vendor;

/// Counts the tokens of all requests of one call. Requests run in parallel.
#[derive(Debug, Default)]
pub struct TokenCounter {
    input: AtomicU64,
    output: AtomicU64,
}

/// The tokens that a vendor reported for one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Tokens of the prompts.
    pub input: u64,
    /// Tokens of the answers.
    pub output: u64,
}

/// The price of a vendor's model for a million tokens, in millionths of a US dollar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenPrice {
    /// Price of prompts.
    pub input: u64,
    /// Price of answers.
    pub output: u64,
}

impl TokenCounter {
    /// The tokens so far.
    pub fn tokens(&self) -> Tokens {
        Tokens { input: self.input.load(Ordering::Relaxed), output: self.output.load(Ordering::Relaxed) }
    }

    /// Adds the tokens that the body of a response reports.
    pub(super) fn add(&self, vendor: Vendor, body: &Value) {
        let Tokens { input, output } = reported(vendor, body);
        self.input.fetch_add(input, Ordering::Relaxed);
        self.output.fetch_add(output, Ordering::Relaxed);
    }
}

impl TokenPrice {
    /// Reads a price such as `0.40/1.60`, in US dollars for a million tokens: first of prompts, then of answers. `None`
    /// for other texts.
    pub fn parsed(text: &str) -> Option<Self> {
        let (input, output) = text.split_once('/')?;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded just before")]
        let price = |text: &str| {
            let dollars = text.trim().parse::<f64>().ok().filter(|price| (0.0..100_000.0).contains(price))?;
            Some((dollars * 1e6).round() as u64)
        };
        Some(Self { input: price(input)?, output: price(output)? })
    }

    /// The price of some tokens, in millionths of a US dollar.
    pub fn cost(&self, tokens: Tokens) -> u64 {
        (tokens.input.saturating_mul(self.input)).saturating_add(tokens.output.saturating_mul(self.output)) / 1_000_000
    }
}

/// The tokens that the body of a response reports; 0 where it does not.
fn reported(vendor: Vendor, body: &Value) -> Tokens {
    let count = |path: &str| body.pointer(path).and_then(Value::as_u64).unwrap_or_default().min(1 << 32);
    match vendor {
        Vendor::Anthropic => Tokens {
            input: count("/usage/input_tokens")
                + count("/usage/cache_read_input_tokens")
                + count("/usage/cache_creation_input_tokens"),
            output: count("/usage/output_tokens"),
        },
        Vendor::Gemini => Tokens {
            input: count("/usageMetadata/promptTokenCount"),
            output: count("/usageMetadata/candidatesTokenCount") + count("/usageMetadata/thoughtsTokenCount"),
        },
        Vendor::Ollama => Tokens { input: count("/prompt_eval_count"), output: count("/eval_count") },
        _ => Tokens { input: count("/usage/prompt_tokens"), output: count("/usage/completion_tokens") },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tokens_are_read_in_the_format_of_each_vendor() {
        let check = |vendor: Vendor, body: Value| {
            let Tokens { input, output } = reported(vendor, &body);
            (input, output)
        };
        assert_eq!(check(Vendor::OpenAi, json!({"usage": {"prompt_tokens": 12, "completion_tokens": 5}})), (12, 5));
        let cached = json!({"usage": {"input_tokens": 9, "cache_read_input_tokens": 3, "output_tokens": 4}});
        assert_eq!(check(Vendor::Anthropic, cached), (12, 4));
        let thinking =
            json!({"usageMetadata": {"promptTokenCount": 7, "candidatesTokenCount": 2, "thoughtsTokenCount": 6}});
        assert_eq!(check(Vendor::Gemini, thinking), (7, 8));
        assert_eq!(check(Vendor::Ollama, json!({"prompt_eval_count": 3, "eval_count": 1})), (3, 1));
        assert_eq!(check(Vendor::Mistral, json!({"usage": "none"})), (0, 0));
    }

    #[test]
    fn a_price_gives_the_cost_of_tokens() {
        let price = TokenPrice::parsed("0.40 / 1.60").expect("a price");
        assert_eq!(price.cost(Tokens { input: 500_000, output: 250_000 }), 600_000);
        for wrong in ["", "0.4", "a/b", "-1/2", "1/2/3", "NaN/1"] {
            assert_eq!(TokenPrice::parsed(wrong), None, "{wrong}");
        }
    }
}
