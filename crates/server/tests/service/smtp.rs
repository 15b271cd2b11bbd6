//! An SMTP server that passes the mail it receives to a test.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

const CERTIFICATE: &[u8] = include_bytes!("../support/mail/certificate.pem");
const KEY: &[u8] = include_bytes!("../support/mail/key.pem");
/// The path of the certificate of the authority that signed the server's certificate.
pub(crate) const AUTHORITY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mail/authority.pem");
/// How long a mail may take to arrive.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running server.
pub(crate) struct SmtpServer {
    pub(crate) port: u16,
    mails: mpsc::Receiver<ReceivedMail>,
    /// The replies to the next `RCPT TO` commands, in order; `250 OK` when there are none.
    replies: Arc<Mutex<VecDeque<&'static str>>>,
}

/// A received mail.
#[derive(Debug, Default, Clone)]
pub(crate) struct ReceivedMail {
    /// Whether the connection was encrypted.
    pub(crate) encrypted: bool,
    /// User and password, separated by a space.
    pub(crate) credentials: String,
    /// The name that the client sent with EHLO.
    pub(crate) hello: String,
    pub(crate) from: String,
    pub(crate) to: String,
    /// Headers and body.
    content: String,
}

impl SmtpServer {
    /// Starts a server on a free port. With `tls` it accepts mail only after STARTTLS and a sign-in.
    pub(crate) fn start(tls: bool) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (sender, mails) = mpsc::channel();
        let replies: Arc<Mutex<VecDeque<&'static str>>> = Arc::default();
        let next = Arc::clone(&replies);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut session =
                    Session { sender: sender.clone(), replies: Arc::clone(&next), mail: ReceivedMail::default() };
                std::thread::spawn(move || session.serve(stream, tls));
            }
        });
        Self { port, mails, replies }
    }

    pub(crate) fn will_reply(&self, replies: &[&'static str]) {
        self.replies.lock().expect("replies").extend(replies);
    }

    pub(crate) fn next(&self) -> ReceivedMail {
        self.mails.recv_timeout(PATIENCE).expect("a mail")
    }
}

struct Session {
    sender: mpsc::Sender<ReceivedMail>,
    replies: Arc<Mutex<VecDeque<&'static str>>>,
    mail: ReceivedMail,
}

impl Session {
    fn serve(&mut self, mut stream: TcpStream, tls: bool) -> Option<()> {
        say(&mut stream, "220 localhost ESMTP")?;
        if !tls {
            return self.receive(&mut stream, "250 8BITMIME");
        }
        loop {
            match heard(&mut stream)?.split(' ').next()? {
                "EHLO" => say(&mut stream, "250-localhost\r\n250 STARTTLS")?,
                "STARTTLS" => break,
                _ => say(&mut stream, "530 Must issue a STARTTLS command first")?,
            }
        }
        say(&mut stream, "220 Ready")?;
        let chain = vec![CertificateDer::from_pem_slice(CERTIFICATE).expect("a certificate")];
        let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.expect("versions").with_no_client_auth().with_single_cert(chain, key).expect("a pair");
        let connection = rustls::ServerConnection::new(Arc::new(config)).expect("a connection");
        self.mail.encrypted = true;
        self.receive(&mut rustls::StreamOwned::new(connection, stream), "250 AUTH PLAIN")
    }

    fn receive(&mut self, stream: &mut (impl Read + Write), extensions: &str) -> Option<()> {
        let needs_sign_in = extensions.contains("AUTH");
        loop {
            let line = heard(stream)?;
            let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let reply = match command {
                "EHLO" => {
                    rest.clone_into(&mut self.mail.hello);
                    format!("250-localhost\r\n{extensions}")
                }
                "AUTH" => {
                    let decoded = STANDARD.decode(rest.strip_prefix("PLAIN ")?).ok()?;
                    let decoded = String::from_utf8(decoded).ok()?.replace('\0', " ");
                    decoded.trim().clone_into(&mut self.mail.credentials);
                    "235 Authenticated".to_owned()
                }
                "MAIL" if needs_sign_in && self.mail.credentials.is_empty() => "530 Sign in first".to_owned(),
                "MAIL" => {
                    self.mail.from = between(rest)?;
                    "250 OK".to_owned()
                }
                "RCPT" => {
                    self.mail.to = between(rest)?;
                    self.replies.lock().ok()?.pop_front().unwrap_or("250 OK").to_owned()
                }
                "DATA" => {
                    say(stream, "354 Go on")?;
                    self.mail.content.clear();
                    loop {
                        let line = heard(stream)?;
                        if line == "." {
                            break;
                        }
                        self.mail.content.push_str(line.strip_prefix('.').unwrap_or(&line));
                        self.mail.content.push('\n');
                    }
                    self.sender.send(self.mail.clone()).ok()?;
                    "250 Accepted".to_owned()
                }
                "QUIT" => return say(stream, "221 Bye"),
                "RSET" | "NOOP" => "250 OK".to_owned(),
                _ => "502 Unknown".to_owned(),
            };
            say(stream, &reply)?;
        }
    }
}

fn say(stream: &mut impl Write, reply: &str) -> Option<()> {
    stream.write_all(format!("{reply}\r\n").as_bytes()).and_then(|()| stream.flush()).ok()
}

/// The next line that the client sends; none when the connection ends.
fn heard(stream: &mut impl Read) -> Option<String> {
    let (mut line, mut byte) = (Vec::new(), [0]);
    while !line.ends_with(b"\r\n") {
        stream.read_exact(&mut byte).ok()?;
        line.push(byte[0]);
    }
    line.truncate(line.len() - 2);
    String::from_utf8(line).ok()
}

/// The address in angle brackets.
fn between(text: &str) -> Option<String> {
    Some(text.split_once('<')?.1.split_once('>')?.0.to_owned())
}

impl ReceivedMail {
    /// The value of a header, decoded.
    pub(crate) fn header(&self, name: &str) -> String {
        let (head, _) = self.content.split_once("\n\n").expect("a head");
        let head = head.replace("\n ", " ");
        let line = head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        let (mut decoded, mut was_encoded) = (String::new(), false);
        for word in line.unwrap_or_default().split(' ') {
            let encoded = word.strip_prefix("=?utf-8?b?").and_then(|word| word.strip_suffix("?="));
            // The space between two encoded words is not part of the text.
            if !was_encoded || encoded.is_none() {
                decoded.push(' ');
            }
            match encoded {
                Some(base64) => decoded += &String::from_utf8(STANDARD.decode(base64).expect("base64")).expect("UTF-8"),
                None => decoded += word,
            }
            was_encoded = encoded.is_some();
        }
        decoded.trim().to_owned()
    }

    /// The decoded plain text of the mail.
    pub(crate) fn text(&self) -> String {
        self.part("text/plain")
    }

    /// The decoded HTML of the mail.
    pub(crate) fn html(&self) -> String {
        self.part("text/html")
    }

    /// The path and query of the link that begins with `base`, from the plain text. Panics when the HTML has another
    /// link.
    pub(crate) fn link(&self, base: &str) -> String {
        let text = self.text();
        let link = text.lines().find_map(|line| line.strip_prefix(base)).expect("a link");
        assert!(self.html().contains(&format!("href=\"{base}{}\"", link.replace('&', "&amp;"))), "{}", self.html());
        link.to_owned()
    }

    fn part(&self, media_type: &str) -> String {
        let kind = self.header("Content-Type");
        assert!(kind.starts_with("multipart/alternative;"), "{kind}");
        let boundary = kind.split_once("boundary=\"").expect("a boundary").1.trim_end_matches('"').to_owned();
        let part = self.content.split(&format!("--{boundary}")).find(|part| part.contains(media_type)).expect("a part");
        let (head, body) = part.trim_start().split_once("\n\n").expect("a head");
        assert!(head.contains("charset=utf-8"), "{head}");
        match head.lines().find_map(|line| line.strip_prefix("Content-Transfer-Encoding: ")) {
            Some("base64") => String::from_utf8(STANDARD.decode(body.replace('\n', "")).expect("base64"))
                .expect("UTF-8")
                .replace("\r\n", "\n"),
            Some("quoted-printable") => quoted_printable(body),
            _ => body.to_owned(),
        }
    }
}

fn quoted_printable(body: &str) -> String {
    let joined = body.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'=').and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => (bytes.push(byte), rest = &after[2..]).0,
            None => (bytes.push(*first), rest = after).0,
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}
