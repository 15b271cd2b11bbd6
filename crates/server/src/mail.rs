//! Sends the mail of the service by SMTP, one mail after another. A mail that could not be sent is tried again later,
//! unless the server rejected it for good.

use std::collections::VecDeque;
use std::time::Duration;

use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Message, SmtpTransport, Transport};
use service::{Mail, MailQueue};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::settings::Settings;

/// How long the SMTP server may take for one response.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long a shutdown waits for mails that were never tried. Mails that wait for another attempt are dropped.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// The delays between a failed attempt and the next one. A mail is dropped when the attempt after the last delay fails.
const RETRIES: [Duration; 4] =
    [Duration::from_secs(2), Duration::from_secs(30), Duration::from_mins(5), Duration::from_mins(30)];
/// The maximum number of mails that wait to be sent again.
const MAX_FAILED: usize = 1000;

/// The SMTP server that mail is sent by, and the address of the sender.
#[derive(Clone)]
pub(crate) struct Smtp {
    transport: SmtpTransport,
    from: Mailbox,
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Smtp").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Why a mail was not sent.
struct SendFailure {
    why: String,
    /// Whether another attempt would fail in the same way.
    is_final: bool,
}

impl Smtp {
    /// Reads the address of an SMTP server, such as `smtps://user:password@mail.example.com`. Connections are
    /// encrypted, unless the address ends with `?tls=none`. The EHLO command names the host of `public`, the public
    /// address of the instance.
    ///
    /// # Errors
    /// Fails when the address is invalid, or it would send a password unencrypted.
    pub(crate) fn new(url: &str, from: Mailbox, public: &str) -> Result<Self, String> {
        let expected = || "expected smtps://user:password@host, or smtp:// for STARTTLS".to_owned();
        let (url, tls) = url.split_once('?').unwrap_or((url, ""));
        let (scheme, rest) = url.split_once("://").ok_or_else(expected)?;
        let authority = rest.split(['/', '#']).next().unwrap_or_default();
        let credentials = authority.rsplit_once('@').map(|(credentials, _)| credentials);
        if credentials.is_some_and(|credentials| !credentials.contains(':')) {
            return Err("expected a password after the user: user:password@".to_owned());
        }
        let address = match (scheme, tls) {
            ("smtps", "") => format!("smtps://{authority}"),
            ("smtp", "" | "tls=required") => format!("smtp://{authority}?tls=required"),
            ("smtp", "tls=none") if credentials.is_none() => format!("smtp://{authority}"),
            ("smtp", "tls=none") => return Err("a password is only sent encrypted: leave out tls=none".to_owned()),
            _ => return Err(expected()),
        };
        let builder = SmtpTransport::from_url(&address).map_err(|_| expected())?;
        let host = public.split_once("://").map_or(public, |(_, rest)| rest);
        let host = host.split(['/', ':']).next().unwrap_or_default().to_owned();
        let transport = builder.timeout(Some(TIMEOUT)).hello_name(ClientId::Domain(host)).build();
        Ok(Self { transport, from })
    }

    /// Sends a mail. Blocks until the server has responded.
    fn send(&self, mail: &Mail) -> Result<(), SendFailure> {
        let permanent = |why: String| SendFailure { why, is_final: true };
        let to: Mailbox =
            mail.to.parse().map_err(|_| permanent("the e-mail address of the recipient is not valid".to_owned()))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(mail.subject.clone())
            .message_id(Some(format!("<{}@{}>", mail.id, self.from.email.domain())))
            // Keeps mail servers from replying with absence notices.
            .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            .map_err(|fault| permanent(fault.to_string()))?;
        let sent = self.transport.send(&message);
        sent.map(drop).map_err(|fault| SendFailure { why: fault.to_string(), is_final: fault.is_permanent() })
    }
}

/// The task that sends mail; none when it is not configured.
pub(crate) struct Mailer(Option<(JoinHandle<()>, oneshot::Sender<()>)>);

impl Mailer {
    /// Starts the task that sends mail, if a server is configured, and puts its queue into the settings of the service.
    pub(crate) fn begin(settings: &mut Settings) -> Self {
        let (Some(smtp), Some(base_url)) = (&settings.smtp, &settings.base_url) else { return Self(None) };
        let (queue, mails) = MailQueue::new(base_url.clone());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(send_all(smtp.clone(), mails, stopped));
        settings.storage.config.mail = Some(queue);
        Self(Some((task, stop)))
    }

    /// Sends the mails that were never tried, for at most [`DRAIN_TIMEOUT`], and ends the task.
    pub(crate) async fn end(self) {
        let Some((task, stop)) = self.0 else { return };
        drop(stop);
        if tokio::time::timeout(DRAIN_TIMEOUT, task).await.is_err() {
            tracing::warn!("some mails were not sent before the shutdown");
        }
    }
}

/// A mail that could not be sent and is tried again.
struct FailedMail {
    mail: Mail,
    /// Number of failed attempts.
    attempts: usize,
    retry_at: Instant,
}

/// Sends the mails of a queue, and failed ones again, until the queue is closed or `stopped` completes.
async fn send_all(smtp: Smtp, mut mails: mpsc::Receiver<Mail>, mut stopped: oneshot::Receiver<()>) {
    let mut failed: VecDeque<FailedMail> = VecDeque::new();
    loop {
        let due = failed.iter().map(|failed| failed.retry_at).min();
        let wait = async {
            match due {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let (mail, attempts) = tokio::select! {
            mail = mails.recv() => match mail {
                Some(mail) => (mail, 0),
                None => return,
            },
            () = wait => {
                let next = failed.iter().position(|failed| Some(failed.retry_at) == due);
                let Some(FailedMail { mail, attempts, .. }) = next.and_then(|index| failed.remove(index)) else { continue };
                (mail, attempts)
            }
            _ = &mut stopped => {
                while let Ok(mail) = mails.try_recv() {
                    let _ = send(&smtp, &mail, RETRIES.len()).await;
                }
                return;
            }
        };
        if let Some(delay) = send(&smtp, &mail, attempts).await {
            if failed.len() < MAX_FAILED {
                failed.push_back(FailedMail { mail, attempts: attempts + 1, retry_at: Instant::now() + delay });
            } else {
                tracing::error!("a mail was dropped, since {MAX_FAILED} others wait to be sent again");
            }
        }
    }
}

/// Sends a mail. `attempts` is the number of earlier attempts. Returns the delay until the next attempt; none when the
/// mail was sent or dropped.
async fn send(smtp: &Smtp, mail: &Mail, attempts: usize) -> Option<Duration> {
    let (smtp, mail) = (smtp.clone(), mail.clone());
    let SendFailure { why, is_final } = tokio::task::spawn_blocking(move || smtp.send(&mail)).await.ok()?.err()?;
    let delay = RETRIES.get(attempts).copied().filter(|_| !is_final);
    if let Some(delay) = delay {
        tracing::warn!("a mail could not be sent, next attempt in {delay:?}: {why}");
    } else {
        tracing::error!("a mail was dropped, attempts: {}: {why}", attempts + 1);
    }
    delay
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<Smtp, String> {
        Smtp::new(url, "Lectern <decks@x.test>".parse().expect("an address"), "https://decks.test:8443/path")
    }

    #[test]
    fn connections_are_encrypted_unless_the_address_disables_it() {
        for good in [
            "smtps://ada:p%40ss@mail.test",
            "smtp://ada:pass@mail.test:2525",
            "smtp://mail.test?tls=required",
            "smtp://127.0.0.1:25?tls=none",
            "smtps://[::1]:465/",
        ] {
            assert!(read(good).is_ok(), "{good}");
        }
        for (bad, why) in [
            ("mail.test", "expected smtps://"),
            ("http://mail.test", "expected smtps://"),
            ("smtp://", "expected smtps://"),
            ("smtp://mail.test:port", "expected smtps://"),
            ("smtp://mail.test?tls=maybe", "expected smtps://"),
            ("smtps://mail.test?tls=none", "expected smtps://"),
            ("smtps://ada@mail.test", "expected a password"),
            ("smtp://ada:pass@mail.test?tls=none", "a password is only sent encrypted"),
        ] {
            let fault = read(bad).expect_err(bad);
            assert!(fault.starts_with(why) && !fault.contains("pass@"), "{bad}: {fault}");
        }
    }
}
