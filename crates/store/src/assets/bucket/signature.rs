//! Signatures of requests to Amazon Web Services: Signature Version 4.
//!
//! Pure: the time is an argument. The steps are those of "Create a signed AWS API request" in AWS's documentation.

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha2::{Digest as _, Sha256};

use super::credentials::Credentials;
use crate::assets::hex;

/// SHA-256 of no bytes at all.
pub(super) const EMPTY_HASH: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A request as it is signed.
pub(super) struct SignedParts<'a> {
    pub(super) method: &'a str,
    /// The path as it is sent, each segment percent-encoded.
    pub(super) path: &'a str,
    /// The query as it is sent: percent-encoded, sorted, each name with a `=`.
    pub(super) query: &'a str,
    /// The headers that are signed, names in lower case. `host` has to be among them.
    pub(super) headers: &'a [(String, String)],
    /// SHA-256 of the body, hex.
    pub(super) payload_hash: &'a str,
}

/// The region, the service and the time for which a signature is valid.
pub(super) struct SignatureScope<'a> {
    pub(super) region: &'a str,
    pub(super) service: &'a str,
    pub(super) time: Timestamp,
}

impl SignatureScope<'_> {
    /// The value of `x-amz-date`.
    pub(super) fn date_and_time(&self) -> String {
        self.time.strftime("%Y%m%dT%H%M%SZ").to_string()
    }

    fn date(&self) -> String {
        self.time.strftime("%Y%m%d").to_string()
    }

    fn name(&self) -> String {
        format!("{}/{}/{}/aws4_request", self.date(), self.region, self.service)
    }
}

/// The `Authorization` header of a request.
pub(super) fn authorization(
    request: &SignedParts<'_>,
    credentials: &Credentials,
    scope: &SignatureScope<'_>,
) -> String {
    let mut headers: Vec<(&str, &str)> =
        request.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    headers.sort_unstable();
    let names: Vec<&str> = headers.iter().map(|(name, _)| *name).collect();
    let names = names.join(";");
    let lines: String = headers.iter().flat_map(|(name, value)| [*name, ":", value.trim(), "\n"]).collect();
    let SignedParts { method, path, query, payload_hash, .. } = request;
    let canonical = format!("{method}\n{path}\n{query}\n{lines}\n{names}\n{payload_hash}");
    let (time, scope_name) = (scope.date_and_time(), scope.name());
    let to_sign = format!("AWS4-HMAC-SHA256\n{time}\n{scope_name}\n{}", hex(&Sha256::digest(canonical)));

    let secret = format!("AWS4{}", credentials.secret_key);
    let key = [&scope.date(), scope.region, scope.service, "aws4_request"]
        .into_iter()
        .fold(secret.into_bytes(), |key, part| mac(&key, part));
    let signature = hex(&mac(&key, &to_sign));
    format!(
        "AWS4-HMAC-SHA256 Credential={}/{scope_name}, SignedHeaders={names}, Signature={signature}",
        credentials.key_id
    )
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mac = Hmac::<Sha256>::new_from_slice(key).expect("a key may have any length");
    mac.chain_update(text).finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        method: &str,
        path: &str,
        query: &str,
        headers: &[(&str, &str)],
        scope: &SignatureScope<'_>,
        expected: &str,
    ) {
        let headers: Vec<_> = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let hash = headers.iter().find(|(name, _)| name == "x-amz-content-sha256");
        let payload_hash = hash.map_or(EMPTY_HASH, |(_, hash)| hash.as_str());
        let example = if scope.service == "s3" { "AKIAIOSFODNN7EXAMPLE" } else { "AKIDEXAMPLE" };
        let secret_key = if scope.service == "s3" {
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        } else {
            "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
        };
        let credentials =
            Credentials { key_id: example.to_owned(), secret_key: secret_key.to_owned(), session_token: None };
        let request = SignedParts { method, path, query, headers: &headers, payload_hash };
        let header = authorization(&request, &credentials, scope);
        let (_, signature) = header.split_once("Signature=").expect("a signature");
        assert_eq!(signature, expected, "{header}");
    }

    /// The examples of "Signature Calculations for the Authorization Header" in the documentation of Amazon S3.
    #[test]
    fn the_examples_of_amazon_s3_have_the_documented_signatures() {
        let scope = SignatureScope {
            region: "us-east-1",
            service: "s3",
            time: "2013-05-24T00:00:00Z".parse().expect("a time"),
        };
        let host = ("host", "examplebucket.s3.amazonaws.com");
        let (date, empty) = (("x-amz-date", "20130524T000000Z"), ("x-amz-content-sha256", EMPTY_HASH));
        check(
            "GET",
            "/test.txt",
            "",
            &[host, date, empty, ("range", "bytes=0-9")],
            &scope,
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
        );
        let welcome = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
        check(
            "PUT",
            "/test%24file.text",
            "",
            &[
                host,
                date,
                ("date", "Fri, 24 May 2013 00:00:00 GMT"),
                ("x-amz-content-sha256", welcome),
                ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ],
            &scope,
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
        );
        check(
            "GET",
            "/",
            "lifecycle=",
            &[host, date, empty],
            &scope,
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
        );
        check(
            "GET",
            "/",
            "max-keys=2&prefix=J",
            &[host, date, empty],
            &scope,
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
        );
    }

    /// `get-vanilla`, `post-vanilla` and `get-vanilla-query-order-key-case` of AWS's Signature Version 4 test suite.
    #[test]
    fn requests_of_the_aws_test_suite_have_its_signatures() {
        let scope = SignatureScope {
            region: "us-east-1",
            service: "service",
            time: "2015-08-30T12:36:00Z".parse().expect("a time"),
        };
        let headers = [("host", "example.amazonaws.com"), ("x-amz-date", "20150830T123600Z")];
        let vanilla = "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31";
        check("GET", "/", "", &headers, &scope, vanilla);
        let post = "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b";
        check("POST", "/", "", &headers, &scope, post);
        let query = "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500";
        check("GET", "/", "Param1=value1&Param2=value2", &headers, &scope, query);
    }
}
