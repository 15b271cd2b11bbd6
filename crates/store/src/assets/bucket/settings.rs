//! The customary `AWS_` variables of a bucket.

use super::credentials::{Credentials, KeyProvider, KeySource};

/// Where a bucket is and how its requests are made.
pub(super) struct BucketSettings {
    pub(super) region: String,
    /// The bucket's own address, without a slash at its end.
    pub(super) address: Address,
    pub(super) allow_http: bool,
    pub(super) credentials: KeySource,
    /// Headers of every request, names in lower case.
    pub(super) headers: Vec<(String, String)>,
    /// Headers of uploads: how the bucket encrypts them.
    pub(super) upload_headers: Vec<(String, String)>,
}

/// A bucket's address in its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    /// `http` or `https`.
    pub(super) scheme: String,
    /// The host, and its port unless it is that of the scheme.
    pub(super) host: String,
    /// The path, percent-encoded: empty, or with a slash before each segment.
    pub(super) path: String,
}

type ReadResult<T> = Result<T, String>;

impl BucketSettings {
    /// The settings of the bucket with the name `bucket`. `variable` returns the value of a variable of the
    /// environment.
    ///
    /// Fails with the variable that is wrong or missing.
    pub(super) fn read(bucket: &str, variable: impl Fn(&str) -> Option<String>) -> ReadResult<Self> {
        let first_set = |names: &[&str]| names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
        let switch = |name: &str| first_set(&[name]).map_or(Ok(false), |value| flag(name, &value));
        let region = first_set(&["AWS_REGION", "AWS_DEFAULT_REGION"]).unwrap_or_else(|| "us-east-1".to_owned());
        let endpoint = first_set(&["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT"]);
        // With virtual-hosted addressing, a configured endpoint includes the name of the bucket already.
        let address = match (endpoint, switch("AWS_VIRTUAL_HOSTED_STYLE_REQUEST")?) {
            (Some(endpoint), true) => endpoint,
            (Some(endpoint), false) => format!("{}/{bucket}", endpoint.trim_end_matches('/')),
            (None, true) => format!("https://{bucket}.s3.{region}.amazonaws.com"),
            (None, false) => format!("https://s3.{region}.amazonaws.com/{bucket}"),
        };
        let credentials =
            if switch("AWS_SKIP_SIGNATURE")? { KeySource::None } else { credentials(&region, &first_set)? };
        let mut headers = Vec::new();
        if switch("AWS_REQUEST_PAYER")? {
            headers.push(("x-amz-request-payer".to_owned(), "requester".to_owned()));
        }
        Ok(Self {
            address: Address::parse(&address)?,
            allow_http: switch("AWS_ALLOW_HTTP")?,
            credentials,
            headers,
            upload_headers: encryption(&first_set)?,
            region,
        })
    }
}

impl Address {
    /// Parses an address. Fails unless it has the scheme `http` or `https` and a host.
    fn parse(text: &str) -> ReadResult<Self> {
        let wrong = || format!("AWS_ENDPOINT: `{text}` is not the address of a server");
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let default_port = match scheme {
            "http" => ":80",
            "https" => ":443",
            _ => return Err(wrong()),
        };
        let host = host.strip_suffix(default_port).unwrap_or(host);
        let is_forbidden = |sign: char| sign.is_whitespace() || sign.is_control() || "?#@".contains(sign);
        if host.is_empty() || rest.contains(is_forbidden) {
            return Err(wrong());
        }
        let segments = path.split('/').filter(|segment| !segment.is_empty());
        let path = segments.flat_map(|segment| ["/", segment]).collect();
        Ok(Self { scheme: scheme.to_owned(), host: host.to_owned(), path })
    }
}

/// Where keys come from: variables with the keys, or the role of a Kubernetes account, of a container or of the
/// machine.
fn credentials(region: &str, first_set: &impl Fn(&[&str]) -> Option<String>) -> ReadResult<KeySource> {
    match (first_set(&["AWS_ACCESS_KEY_ID"]), first_set(&["AWS_SECRET_ACCESS_KEY"])) {
        (Some(key_id), Some(secret_key)) => {
            let session_token = first_set(&["AWS_SESSION_TOKEN", "AWS_TOKEN"]);
            return Ok(KeySource::Fixed(Credentials { key_id, secret_key, session_token }.into()));
        }
        (Some(_), None) => return Err("AWS_SECRET_ACCESS_KEY is missing beside AWS_ACCESS_KEY_ID".to_owned()),
        (None, Some(_)) => return Err("AWS_ACCESS_KEY_ID is missing beside AWS_SECRET_ACCESS_KEY".to_owned()),
        (None, None) => {}
    }
    if let (Some(token_file), Some(role)) = (first_set(&["AWS_WEB_IDENTITY_TOKEN_FILE"]), first_set(&["AWS_ROLE_ARN"]))
    {
        let session = first_set(&["AWS_ROLE_SESSION_NAME"]).unwrap_or_else(|| "WebIdentitySession".to_owned());
        let endpoint = first_set(&["AWS_ENDPOINT_URL_STS"]);
        let endpoint = endpoint.unwrap_or_else(|| format!("https://sts.{region}.amazonaws.com"));
        return Ok(KeySource::temporary(KeyProvider::WebIdentity { token_file, role, session, endpoint }));
    }
    if let Some(path) = first_set(&["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"]) {
        let url = format!("http://169.254.170.2{path}");
        return Ok(KeySource::temporary(KeyProvider::Container { url, token_file: None }));
    }
    let container =
        (first_set(&["AWS_CONTAINER_CREDENTIALS_FULL_URI"]), first_set(&["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"]));
    if let (Some(url), Some(token_file)) = container {
        return Ok(KeySource::temporary(KeyProvider::Container { url, token_file: Some(token_file) }));
    }
    let endpoint = first_set(&["AWS_METADATA_ENDPOINT"]).unwrap_or_else(|| "http://169.254.169.254".to_owned());
    Ok(KeySource::temporary(KeyProvider::Instance { endpoint }))
}

/// The headers that ask a bucket to encrypt uploads with its own keys.
fn encryption(first_set: &impl Fn(&[&str]) -> Option<String>) -> ReadResult<Vec<(String, String)>> {
    let name = "AWS_SERVER_SIDE_ENCRYPTION";
    let Some(kind) = first_set(&[name]) else { return Ok(Vec::new()) };
    if !matches!(kind.as_str(), "AES256" | "aws:kms" | "aws:kms:dsse") {
        return Err(format!("{name}: expected AES256, aws:kms or aws:kms:dsse"));
    }
    let header = |rest: &str, value: String| (format!("x-amz-server-side-encryption{rest}"), value);
    let mut headers = vec![header("", kind)];
    headers.extend(first_set(&["AWS_SSE_KMS_KEY_ID"]).map(|key| header("-aws-kms-key-id", key)));
    let name = "AWS_SSE_BUCKET_KEY_ENABLED";
    if let Some(enabled) = first_set(&[name]) {
        headers.push(header("-bucket-key-enabled", flag(name, &enabled)?.to_string()));
    }
    Ok(headers)
}

fn flag(name: &str, value: &str) -> ReadResult<bool> {
    match value.to_ascii_lowercase().as_str() {
        "1" | "true" | "on" | "yes" | "y" => Ok(true),
        "0" | "false" | "off" | "no" | "n" => Ok(false),
        _ => Err(format!("{name}: expected true or false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> ReadResult<BucketSettings> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        BucketSettings::read("decks", |name| find(name).map(|(_, value)| (*value).to_owned()))
    }

    fn address(variables: &[(&str, &str)]) -> String {
        let Address { scheme, host, path } = read(variables).map_err(|_| ()).expect("settings").address;
        format!("{scheme}://{host}{path}")
    }

    #[test]
    fn a_bucket_is_addressed_by_path_or_by_host_at_amazon_or_elsewhere() {
        assert_eq!(address(&[]), "https://s3.us-east-1.amazonaws.com/decks");
        assert_eq!(address(&[("AWS_DEFAULT_REGION", "eu-west-1")]), "https://s3.eu-west-1.amazonaws.com/decks");
        let both = [("AWS_DEFAULT_REGION", "eu-west-1"), ("AWS_REGION", "eu-north-1")];
        assert_eq!(address(&both), "https://s3.eu-north-1.amazonaws.com/decks");
        let by_host = ("AWS_VIRTUAL_HOSTED_STYLE_REQUEST", "true");
        assert_eq!(address(&[by_host]), "https://decks.s3.us-east-1.amazonaws.com");
        assert_eq!(address(&[by_host, ("AWS_ENDPOINT", "https://decks.test")]), "https://decks.test");
        assert_eq!(address(&[("AWS_ENDPOINT", "http://bucket:9000/")]), "http://bucket:9000/decks");
        assert_eq!(address(&[("AWS_ENDPOINT_URL", "https://b.test:443/s3")]), "https://b.test/s3/decks");
        let specific = [("AWS_ENDPOINT", "https://any.test"), ("AWS_ENDPOINT_URL_S3", "https://s3.test")];
        assert_eq!(address(&specific), "https://s3.test/decks");
    }

    #[test]
    fn a_fault_names_its_variable() {
        for (variables, why) in [
            (&[("AWS_ACCESS_KEY_ID", "k")][..], "AWS_SECRET_ACCESS_KEY is missing"),
            (&[("AWS_SECRET_ACCESS_KEY", "s")], "AWS_ACCESS_KEY_ID is missing"),
            (&[("AWS_ENDPOINT", "bucket:9000")], "AWS_ENDPOINT: "),
            (&[("AWS_ENDPOINT", "ftp://bucket")], "AWS_ENDPOINT: "),
            (&[("AWS_ENDPOINT", "https:///")], "AWS_ENDPOINT: "),
            (&[("AWS_ALLOW_HTTP", "maybe")], "AWS_ALLOW_HTTP: expected true or false"),
            (&[("AWS_SERVER_SIDE_ENCRYPTION", "sse-c")], "AWS_SERVER_SIDE_ENCRYPTION: expected"),
        ] {
            let fault = read(variables).map(|_| ()).expect_err(why);
            assert!(fault.starts_with(why), "{fault}");
        }
    }

    #[test]
    fn keys_come_from_the_first_source_that_is_set() {
        let source = |variables: &[(&str, &str)]| match read(variables).map_err(|_| ()).expect("settings").credentials {
            KeySource::None => "none".to_owned(),
            KeySource::Fixed(credentials) => format!("fixed {}", credentials.key_id),
            KeySource::Temporary { provider, .. } => format!("{provider:?}"),
        };
        let fixed = [("AWS_ACCESS_KEY_ID", "k"), ("AWS_SECRET_ACCESS_KEY", "s")];
        let identity = [("AWS_WEB_IDENTITY_TOKEN_FILE", "/token"), ("AWS_ROLE_ARN", "arn")];
        assert_eq!(source(&[fixed, identity].concat()), "fixed k");
        assert_eq!(source(&[&fixed[..], &[("AWS_SKIP_SIGNATURE", "true")]].concat()), "none");
        assert!(source(&identity).contains("https://sts.us-east-1.amazonaws.com"));
        assert!(source(&[("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/v2/x")]).contains("http://169.254.170.2/v2/x"));
        assert!(source(&[("AWS_ACCESS_KEY_ID", ""), ("AWS_REGION", "x")]).contains("http://169.254.169.254"));
    }

    #[test]
    fn uploads_have_the_headers_that_request_encryption() {
        let headers = read(&[
            ("AWS_SERVER_SIDE_ENCRYPTION", "aws:kms"),
            ("AWS_SSE_KMS_KEY_ID", "key"),
            ("AWS_SSE_BUCKET_KEY_ENABLED", "on"),
        ]);
        let headers = headers.map_err(|_| ()).expect("settings").upload_headers;
        let headers: Vec<_> = headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        assert_eq!(
            headers,
            [
                "x-amz-server-side-encryption: aws:kms",
                "x-amz-server-side-encryption-aws-kms-key-id: key",
                "x-amz-server-side-encryption-bucket-key-enabled: true",
            ]
        );
    }
}
