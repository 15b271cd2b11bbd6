use proptest::prelude::*;

use super::*;

#[path = "../../../tests/common/authenticator.rs"]
mod authenticator;

use self::authenticator::{
    Authenticator, BACKED_UP, BACKUP_ELIGIBLE, Ceremony as TestCeremony, VERIFIED, attestation_object,
};

const ORIGIN: &str = "https://decks.example";

fn party() -> RelyingParty {
    RelyingParty::at(ORIGIN).expect("a site")
}

fn ceremony() -> TestCeremony {
    TestCeremony::at(ORIGIN, "a-challenge")
}

fn authenticators() -> [Authenticator; 3] {
    [Authenticator::es256(b"one"), Authenticator::ed25519(b"two"), Authenticator::rs256(b"three")]
}

/// Signs in with a passkey; returns what its authenticator signed.
fn signed_in(authenticator: &Authenticator, ceremony: &TestCeremony) -> Result<AuthenticatorState, Refusal> {
    let (client_data, authenticator_data, signature) = authenticator.sign(ceremony);
    challenge(&client_data, Ceremony::SignIn, &party())?;
    let assertion =
        Assertion { client_data: &client_data, authenticator_data: &authenticator_data, signature: &signature };
    assertion.verify(&authenticator.cose(), &party())
}

/// Registers a passkey; returns what its authenticator signed.
fn register(authenticator: &Authenticator, ceremony: &TestCeremony) -> Result<AuthenticatorState, Refusal> {
    let (client_data, attestation) = authenticator.register(ceremony);
    challenge(&client_data, Ceremony::Registration, &party())?;
    registered(&attestation, &party()).map(|new| new.signed)
}

#[test]
fn passkeys_belong_to_a_site_with_a_secure_origin_and_a_name() {
    for (address, id, origin) in [
        ("https://Decks.example/talks", "decks.example", "https://decks.example"),
        ("https://decks.example:443", "decks.example", "https://decks.example"),
        ("https://decks.example:8443", "decks.example", "https://decks.example:8443"),
        ("http://localhost:3000", "localhost", "http://localhost:3000"),
        ("http://app.localhost:80", "app.localhost", "http://app.localhost"),
    ] {
        let party = RelyingParty::at(address).expect(address);
        assert_eq!((party.id(), party.origin.as_str()), (id, origin), "{address}");
    }
    for address in [
        "",
        "decks.example",
        "http://decks.example",
        "https://127.0.0.1",
        "https://[::1]:80",
        "https://",
        "ftp://decks.example",
        "https://ada@decks.example",
    ] {
        assert_eq!(RelyingParty::at(address), None, "{address}");
    }
}

#[test]
fn a_passkey_of_each_algorithm_is_registered_and_signs_in() {
    for authenticator in authenticators() {
        let ceremony =
            TestCeremony { sign_count: 0x0102_0304, flags: VERIFIED | BACKUP_ELIGIBLE | BACKED_UP, ..ceremony() };
        let signed = AuthenticatorState { sign_count: 0x0102_0304, backup_eligible: true, backed_up: true };
        let (client_data, attestation) = authenticator.register(&ceremony);
        assert_eq!(challenge(&client_data, Ceremony::Registration, &party()).as_deref(), Ok("a-challenge"));
        let new = registered(&attestation, &party()).expect("a passkey");
        assert_eq!(
            new,
            Registered { credential: &authenticator.credential, public_key: &authenticator.cose(), signed }
        );
        assert_eq!(signed_in(&authenticator, &ceremony), Ok(signed));
    }
}

#[test]
fn what_was_made_for_another_page_or_purpose_is_refused() {
    let authenticator = Authenticator::es256(b"one");
    let check = |ceremony: TestCeremony, refusal: Refusal| {
        assert_eq!(register(&authenticator, &ceremony), Err(refusal));
        assert_eq!(signed_in(&authenticator, &ceremony), Err(refusal));
    };
    for origin in ["https://decks.example.evil", "http://decks.example", "https://decks.example:8443", "null", ""] {
        check(TestCeremony { origin: origin.to_owned(), ..ceremony() }, "it is for a page of another origin");
    }
    check(TestCeremony { site: "evil.example".to_owned(), ..ceremony() }, "it belongs to another site");
    check(TestCeremony { flags: VERIFIED & !1, ..ceremony() }, "nobody confirmed it");
    check(TestCeremony { flags: 1, ..ceremony() }, "the authenticator did not verify its user");
    check(TestCeremony { flags: VERIFIED | BACKED_UP, ..ceremony() }, "it is backed up though it cannot be");

    let (create, _) = authenticator.register(&ceremony());
    let (get, ..) = authenticator.sign(&ceremony());
    let other_type = Err("its client data is of another type");
    assert_eq!(challenge(&create, Ceremony::SignIn, &party()), other_type.map(str::to_owned));
    assert_eq!(challenge(&get, Ceremony::Registration, &party()), other_type.map(str::to_owned));
    let framed = String::from_utf8(get).expect("text").replace("\"crossOrigin\":false", "\"crossOrigin\":true");
    assert!(challenge(framed.as_bytes(), Ceremony::SignIn, &party()).is_err(), "in a frame of another site");
    for malformed in ["", "{}", "[]", "null", "{\"type\":\"webauthn.get\"}", "{\"type\":7}"] {
        assert!(challenge(malformed.as_bytes(), Ceremony::SignIn, &party()).is_err(), "{malformed}");
    }
}

#[test]
fn a_signature_by_another_key_or_of_other_bytes_is_refused() {
    for (authenticator, other) in authenticators().iter().zip([
        Authenticator::es256(b"other"),
        Authenticator::ed25519(b"other"),
        Authenticator::es256(b"another algorithm"),
    ]) {
        let (client_data, authenticator_data, signature) = authenticator.sign(&ceremony());
        let verified = |client_data: &[u8], authenticator_data: &[u8], signature: &[u8], key: &[u8]| {
            Assertion { client_data, authenticator_data, signature }.verify(key, &party())
        };
        assert!(verified(&client_data, &authenticator_data, &signature, &authenticator.cose()).is_ok());
        let wrong = Err("its signature is wrong");
        assert_eq!(verified(&client_data, &authenticator_data, &signature, &other.cose()), wrong);
        assert_eq!(verified(b"{}", &authenticator_data, &signature, &authenticator.cose()), wrong);
        assert_eq!(verified(&client_data, &authenticator_data, &signature[1..], &authenticator.cose()), wrong);
        assert_eq!(verified(&client_data, &authenticator_data, &[], &authenticator.cose()), wrong);
        let mut counted = authenticator_data.clone();
        counted[36] ^= 1;
        assert_eq!(verified(&client_data, &counted, &signature, &authenticator.cose()), wrong);
    }
}

#[test]
fn a_truncated_registration_is_refused() {
    let (_, attestation) = Authenticator::es256(b"one").register(&ceremony());
    assert!(registered(&attestation, &party()).is_ok());
    for end in 0..attestation.len() {
        assert!(registered(&attestation[..end], &party()).is_err(), "{end}");
    }
    assert_eq!(registered(&[&attestation[..], &[0]].concat(), &party()), Err("bytes follow its attestation"));

    let (_, data, _) = Authenticator::es256(b"one").sign(&ceremony());
    assert_eq!(registered(&attestation_object(&data), &party()), Err("it has no public key"));
    for end in 0..data.len() {
        assert!(registered(&attestation_object(&data[..end]), &party()).is_err(), "{end}");
    }
    let longer = attestation_object(&[&data[..], &[0]].concat());
    assert_eq!(registered(&longer, &party()), Err("bytes follow its authenticator data"));
}

#[test]
fn wrong_lengths_and_keys_are_refused() {
    let with = |id: &[u8], key: &[u8]| {
        let hash = Sha256::digest("decks.example");
        let data = [hash.as_slice(), &[VERIFIED | ATTESTED, 0, 0, 0, 0], &[0; 16], id, key].concat();
        registered(&attestation_object(&data), &party()).map(|_| ())
    };
    let key = Authenticator::es256(b"").cose();
    assert_eq!(with(&[0, 1, 7], &key), Ok(()));
    assert_eq!(with(&[0, 0], &key), Err("its credential id has a wrong length"));
    assert_eq!(with(&[[4, 0].as_slice(), &[7; 1024]].concat(), &key), Err("its credential id has a wrong length"));
    assert_eq!(with(&[0xff, 0xff, 7], &[]), Err("its authenticator data is too short"));
    assert!(with(&[0, 1, 7, 0xbb], &[0xff; 8]).is_err(), "a map of 2^64 entries");

    let changed = |at: usize, byte: u8| {
        let mut key = key.clone();
        key[at] = byte;
        with(&[0, 1, 7], &key)
    };
    assert_eq!((key[2], key[4], key[6]), (2, 0x26, 1), "key type, algorithm, curve");
    for (at, byte) in [(2, 1), (4, 0x27), (4, 0x22), (6, 2)] {
        assert_eq!(changed(at, byte), Err("the algorithm of its key is not supported"), "{at} {byte}");
    }
    let short = [0xa3, 1, 1, 3, 0x27, 0x20, 6];
    assert_eq!(with(&[0, 1, 7], &short), Err("its public key is incomplete"));
    let short = [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x41, 9];
    assert_eq!(with(&[0, 1, 7], &short), Err("its public key has a wrong length"));
    let short = [0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, 0x41, 9, 0x21, 0x41, 3];
    assert_eq!(with(&[0, 1, 7], &short), Err("its RSA key has a wrong length"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anything_that_browsers_send_is_read_safely(
        bytes in any::<Vec<u8>>(), at in any::<prop::sample::Index>(), byte in any::<u8>(), which in 0..4,
    ) {
        check_passkey(&bytes);
        let authenticator = Authenticator::es256(b"one");
        let mut sample = match which {
            0 => authenticator.register(&ceremony()).1,
            1 => authenticator.register(&ceremony()).0,
            2 => authenticator.sign(&ceremony()).1,
            _ => authenticator.cose(),
        };
        let at = at.index(sample.len());
        sample[at] = byte;
        check_passkey(&sample);
    }
}
