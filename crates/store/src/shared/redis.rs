//! Ephemeral state on a Redis that several nodes share: windows, buckets, daily counts, events, texts, leases.
//!
//! Times are Redis's own, so that nodes whose clocks differ count alike. While Redis does not respond, a node works on
//! its own: it allows a quarter of the calls in a window, keeps its own token buckets and publishes to its own
//! subscribers; when Redis is back, it reports to them that they may have missed events. Everything on Redis is in
//! storage too or may be lost.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::StreamExt as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig, PubSub, PubSubSink, PubSubStream};
use redis::{Client, FromRedisValue, RedisResult, Script};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::buckets::{Buckets, TokenBucket};
use super::texts::MAX_TEXTS;
use super::topics::{Subscription, Topics};
use super::windows::{RateLimitStatus, Windows};
use crate::StoreError;
use crate::error::Result;
use crate::records::{Time, milliseconds};

/// Prefix of all keys and channels, so that a Redis can be shared with other programs.
const PREFIX: &str = "lectern:";
/// How long a response may take.
const TIMEOUT: Duration = Duration::from_secs(1);
/// How long Redis is not queried after it did not respond.
const RETRY_PAUSE: Duration = Duration::from_millis(500);
/// How long to wait for Redis at the start; as long as for PostgreSQL.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// When a lease expires that is neither renewed nor released.
const LEASE_TIME: Duration = Duration::from_secs(2);
/// How often a lease is renewed.
pub(super) const LEASE_RENEWAL: Duration = Duration::from_millis(500);
/// How long a node waits for the lease of another node: longer than [`LEASE_TIME`], after which the lease of a killed
/// node has expired.
const LEASE_TIMEOUT: Duration = Duration::from_secs(3);
/// The longest pause between two attempts to acquire a lease.
const MAX_LEASE_PAUSE: Duration = Duration::from_millis(10);
/// Minimum number of entries that stay in a journal.
const JOURNAL_ENTRIES: usize = 2000;
/// Seconds from the last entry of a journal until it expires.
const JOURNAL_LIFETIME: u64 = 2 * 60 * 60;
/// Without Redis, a node divides the limits of windows by this number. Token buckets and limits per day stay as they
/// are.
const OFFLINE_DIVISOR: u64 = 4;

/// Counts a call in a window, or only reads it. Returns whether the call is allowed, the number of calls, and the
/// milliseconds to the end of the window.
static TAKE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local limit, length, add = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
        local left = redis.call('PTTL', KEYS[1])
        local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
        -- A window with more time left than its length began before the clock was set back.
        if left < 0 or (length > 0 and left > length) then taken = 0; left = length end
        local allowed = taken < limit
        if add == 1 and allowed then
            taken = taken + 1
            redis.call('SET', KEYS[1], taken, 'PX', left)
        end
        return {allowed and 1 or 0, taken, left}",
    )
});
/// Takes a token from a bucket, or only reads it. Returns the milliseconds until there is one, 0 when there is one.
static SPEND: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local burst, rate, spend = tonumber(ARGV[1]) * 60000, tonumber(ARGV[2]), tonumber(ARGV[3])
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local level = redis.call('HMGET', KEYS[1], 'missing', 'at')
        local missing = 0
        if level[1] and now < tonumber(level[2]) then
            -- The clock was set back: time counts from now on, so that nobody waits until the clock has caught up.
            redis.call('HSET', KEYS[1], 'at', now)
            redis.call('PEXPIRE', KEYS[1], math.ceil(level[1] / rate) + 1000)
            level[2] = now
        end
        if level[1] then missing = math.max(0, level[1] - (now - level[2]) * rate) end
        local lacking = missing - burst + 60000
        if lacking > 0 then return math.ceil(lacking / rate) end
        if spend == 1 then
            missing = missing + 60000
            redis.call('HSET', KEYS[1], 'missing', missing, 'at', now)
            redis.call('PEXPIRE', KEYS[1], math.ceil(missing / rate) + 1000)
        end
        return 0",
    )
});
/// Adds one to the count of a day. Returns `1`, or `0` when the limit is reached, or `-1` when Redis does not have the
/// count.
static COUNT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used = redis.call('GET', KEYS[1])
        if not used then return -1 end
        if tonumber(used) >= tonumber(ARGV[1]) then return 0 end
        redis.call('INCR', KEYS[1])
        return 1",
    )
});

/// Returns the id of the first entry of a journal, `0-0` when there is none, and the entries after a number.
const READ_JOURNAL: &str = r"
        local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
        local found = {first[1] and first[1][1] or '0-0'}
        for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1] .. '-0', '+')) do
            found[#found + 1] = entry[2][2]
        end
        return found";
static JOURNAL: LazyLock<Script> = LazyLock::new(|| Script::new(READ_JOURNAL));
/// Acquires the lease of a journal and returns the same as [`JOURNAL`]; returns nothing when another node has it. The
/// key `holder` outlives a lease that is not released: then the holder may have stored a change that is not in the
/// journal, and the journal counts as incomplete.
static ACQUIRE: LazyLock<Script> = LazyLock::new(|| {
    let claim = r"
        if not redis.call('SET', KEYS[1] .. ':claim', ARGV[2], 'NX', 'PX', ARGV[3]) then return false end
        local abandoned = redis.call('GETSET', KEYS[1] .. ':holder', ARGV[2])
        redis.call('EXPIRE', KEYS[1] .. ':holder', ARGV[4])";
    let found = READ_JOURNAL.replace("return found", "if abandoned then found[1] = '0-0' end\n        return found");
    Script::new(&format!("{claim}{found}"))
});
/// Renews a lease, if it is still valid.
static RENEW: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"if redis.call('GET', KEYS[1] .. ':claim') == ARGV[1] then
            redis.call('PEXPIRE', KEYS[1] .. ':claim', ARGV[2])
        end",
    )
});
/// Releases a lease, with an entry or without. Returns whether the lease was still valid.
static RELEASE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"if redis.call('GET', KEYS[1] .. ':claim') ~= ARGV[1] then return 0 end
        if ARGV[2] ~= '' then
            redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], ARGV[2] .. '-0', 'entry', ARGV[3])
            redis.call('EXPIRE', KEYS[1], ARGV[5])
            redis.call('PUBLISH', KEYS[2], ARGV[3])
        end
        redis.call('DEL', KEYS[1] .. ':claim', KEYS[1] .. ':holder')
        return 1",
    )
});

/// Stores a text of a family: a hash has `lifetime text`, a sorted set the time when each was used. Both expire with
/// the last text, since all texts of a family have the same lifetime. When there are too many, the expired ones are
/// removed, then the least recently used of those that share the most frequent text.
static PUT_TEXT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used, time = KEYS[1] .. ':used', redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        redis.call('ZADD', used, now, ARGV[1])
        redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
        local function remove(name)
            redis.call('ZREM', used, name)
            redis.call('HDEL', KEYS[1], name)
        end
        if redis.call('ZCARD', used) > tonumber(ARGV[4]) then
            for _, name in ipairs(redis.call('ZRANGEBYSCORE', used, '-inf', now - ARGV[3])) do remove(name) end
        end
        if redis.call('ZCARD', used) > tonumber(ARGV[4]) then
            local counts, most = {}, 0
            for _, stored in ipairs(redis.call('HVALS', KEYS[1])) do
                counts[stored] = (counts[stored] or 0) + 1
                most = math.max(most, counts[stored])
            end
            for _, name in ipairs(redis.call('ZRANGE', used, 0, -1)) do
                if name ~= ARGV[1] and counts[redis.call('HGET', KEYS[1], name)] == most then
                    remove(name)
                    break
                end
            end
        end
        if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then
            redis.call('PEXPIRE', KEYS[1], ARGV[3])
            redis.call('PEXPIRE', used, ARGV[3])
        end",
    )
});
/// Returns a text of a family and marks it as used.
static GET_TEXT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used, time = KEYS[1] .. ':used', redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local stored, since = redis.call('HGET', KEYS[1], ARGV[1]), redis.call('ZSCORE', used, ARGV[1])
        if not stored or not since then return false end
        local lifetime, text = string.match(stored, '^(%d+) (.*)$')
        if now - since >= tonumber(lifetime) then
            redis.call('HDEL', KEYS[1], ARGV[1])
            redis.call('ZREM', used, ARGV[1])
            return false
        end
        redis.call('ZADD', used, now, ARGV[1])
        if redis.call('PTTL', KEYS[1]) < tonumber(lifetime) then
            redis.call('PEXPIRE', KEYS[1], lifetime)
            redis.call('PEXPIRE', used, lifetime)
        end
        return text",
    )
});
/// Returns all texts of a family, each after its name. Expired texts are removed.
static GET_TEXTS: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used, time = KEYS[1] .. ':used', redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local stored, found = redis.call('HGETALL', KEYS[1]), {}
        for index = 1, #stored, 2 do
            local lifetime, text = string.match(stored[index + 1], '^(%d+) (.*)$')
            local since = redis.call('ZSCORE', used, stored[index])
            if since and now - since < tonumber(lifetime) then
                found[#found + 1] = stored[index]
                found[#found + 1] = text
            else
                redis.call('HDEL', KEYS[1], stored[index])
                redis.call('ZREM', used, stored[index])
            end
        end
        return found",
    )
});
/// Removes a text of a family. Returns whether it existed.
static REMOVE_TEXT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"redis.call('ZREM', KEYS[1] .. ':used', ARGV[1])
        return redis.call('HDEL', KEYS[1], ARGV[1])",
    )
});

/// A Redis, and the state of this node for the time without it.
#[derive(Debug)]
pub(super) struct Redis {
    connection: ConnectionManager,
    commands: mpsc::UnboundedSender<ListenCommand>,
    topics: Arc<Topics>,
    /// Topics of this node only, to which no subscription on Redis is needed.
    local: Topics,
    windows: Windows,
    buckets: Buckets,
    /// When Redis may be queried again, in milliseconds since it was opened.
    retry_at: AtomicU64,
    opened: Instant,
}

/// A command to the task that listens to Redis.
#[derive(Debug)]
enum ListenCommand {
    /// Subscribe to a topic, then reply.
    Subscribe(String, oneshot::Sender<()>),
    /// Unsubscribe from a topic, unless it has subscribers again.
    Unsubscribe(String),
}

impl Redis {
    /// Connects. Waits a few seconds for a Redis that is starting, then fails, so that a wrong address is found at the
    /// start.
    pub(super) async fn open(url: &str) -> Result<Self> {
        crate::install_crypto();
        let client = Client::open(url).map_err(|error| unavailable(&error))?;
        let start = Instant::now();
        let (connection, pubsub) = loop {
            match connections(&client).await {
                Ok(connections) => break connections,
                Err(error) if is_unavailable(&error) && start.elapsed() < CONNECT_TIMEOUT => sleep(RETRY_PAUSE).await,
                Err(error) => return Err(unavailable(&error)),
            }
        };
        let topics = Arc::new(Topics::default());
        let (commands, queue) = mpsc::unbounded_channel();
        crate::tasks::spawn(listen(client, pubsub, queue, Arc::clone(&topics)));
        Ok(Self {
            connection,
            commands,
            topics,
            local: Topics::default(),
            windows: Windows::default(),
            buckets: Buckets::default(),
            retry_at: AtomicU64::new(0),
            opened: Instant::now(),
        })
    }

    /// Whether Redis responds.
    pub(super) async fn is_reachable(&self) -> bool {
        self.query(redis::cmd("PING").query_async::<String>(&mut self.connection())).await.is_ok()
    }

    pub(super) async fn take(&self, name: &str, limit: u64, length: Time, now: Time) -> RateLimitStatus {
        match self.window(name, limit, length, true).await {
            Ok((allowed, taken, left)) => {
                RateLimitStatus { allowed, remaining: limit.saturating_sub(taken), reset_at: now + left }
            }
            Err(_) => self.windows.take(name, limit.div_ceil(OFFLINE_DIVISOR), length, now),
        }
    }

    pub(super) async fn window_usage(&self, name: &str, now: Time) -> Option<(u64, Time)> {
        match self.window(name, 0, -1, false).await {
            Ok((_, _, left)) if left < 0 => None,
            Ok((_, taken, left)) => Some((taken, now + left)),
            Err(_) => self.windows.usage(name, now),
        }
    }

    async fn window(&self, name: &str, limit: u64, length: Time, take: bool) -> Result<(bool, u64, Time)> {
        let mut script = TAKE.key(format!("{PREFIX}window:{name}"));
        script.arg(limit).arg(length).arg(u8::from(take));
        let (allowed, taken, left): (u8, u64, Time) = self.query(script.invoke_async(&mut self.connection())).await?;
        Ok((allowed == 1, taken, left))
    }

    pub(super) async fn spend(&self, name: &str, bucket: TokenBucket, now: Time, spend: bool) -> Option<u64> {
        let mut script = SPEND.key(format!("{PREFIX}bucket:{name}"));
        script.arg(bucket.burst).arg(bucket.per_minute.max(1)).arg(u8::from(spend));
        match self.query(script.invoke_async::<u64>(&mut self.connection())).await {
            Ok(0) => None,
            Ok(wait) => Some(wait.div_ceil(1000)),
            Err(_) if spend => self.buckets.spend(name, bucket, now),
            Err(_) => self.buckets.wait(name, bucket, now),
        }
    }

    /// Adds one to the count of a day and returns whether the limit allowed it. `known` returns the count in storage,
    /// for a day that Redis does not have.
    pub(super) async fn count<F: Future<Output = Result<u64>>>(
        &self,
        name: &str,
        limit: u64,
        known: impl FnOnce() -> F,
    ) -> Result<bool> {
        let key = format!("{PREFIX}day:{name}");
        let count = || async {
            let mut script = COUNT.key(&key);
            script.arg(limit);
            self.query(script.invoke_async::<i64>(&mut self.connection())).await
        };
        let mut counted = count().await?;
        if counted < 0 {
            let known = known().await?;
            let mut set = redis::cmd("SET");
            set.arg(&key).arg(known).arg("NX").arg("EX").arg(2 * 86_400);
            let _: Option<String> = self.query(set.query_async(&mut self.connection())).await?;
            counted = count().await?;
        }
        Ok(counted == 1)
    }

    pub(super) async fn publish(&self, topic: &str, event: Arc<str>) {
        let mut command = redis::cmd("PUBLISH");
        command.arg(format!("{PREFIX}topic:{topic}")).arg(&*event);
        if self.query(command.query_async::<u64>(&mut self.connection())).await.is_ok() {
            return;
        }
        // The first command after Redis came back may use a broken connection.
        let retried = timeout(TIMEOUT, command.query_async::<u64>(&mut self.connection())).await;
        if !matches!(retried, Ok(Ok(_))) {
            // Subscribers on other nodes are notified of the gap when Redis is back.
            self.topics.publish(topic, event);
        }
    }

    pub(super) async fn subscribe(&self, topic: &str) -> Subscription {
        let commands = self.commands.clone();
        let unused_topic = topic.to_owned();
        let unsubscribe = Box::new(move || drop(commands.send(ListenCommand::Unsubscribe(unused_topic))));
        let subscription = self.topics.subscribe(topic).on_last(unsubscribe);
        let (reply, subscribed) = oneshot::channel();
        let _ = self.commands.send(ListenCommand::Subscribe(topic.to_owned(), reply));
        // While Redis does not respond, a gap is reported when it is back.
        let _ = timeout(TIMEOUT, subscribed).await;
        subscription
    }

    pub(super) async fn put_text(&self, family: &str, name: &str, text: &str, lifetime: Time) -> Result<()> {
        let mut script = PUT_TEXT.key(format!("{PREFIX}family:{family}"));
        script.arg(name).arg(text).arg(lifetime).arg(MAX_TEXTS);
        self.query(script.invoke_async(&mut self.connection())).await
    }

    pub(super) async fn text(&self, family: &str, name: &str) -> Result<Option<String>> {
        let mut script = GET_TEXT.key(format!("{PREFIX}family:{family}"));
        script.arg(name);
        self.query(script.invoke_async(&mut self.connection())).await
    }

    pub(super) async fn remove_text(&self, family: &str, name: &str) -> Result<bool> {
        let mut script = REMOVE_TEXT.key(format!("{PREFIX}family:{family}"));
        script.arg(name);
        self.query(script.invoke_async(&mut self.connection())).await
    }

    pub(super) async fn texts(&self, family: &str) -> Result<Vec<(String, String)>> {
        let script = GET_TEXTS.key(format!("{PREFIX}family:{family}"));
        let found: Vec<String> = self.query(script.invoke_async(&mut self.connection())).await?;
        Ok(found.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
    }

    pub(super) async fn clear_journal(&self, name: &str) -> Result<()> {
        let mut command = redis::cmd("DEL");
        command.arg(journal_key(name));
        self.query(command.query_async::<u64>(&mut self.connection())).await.map(drop)
    }

    /// Acquires the lease of a journal and returns its token, and the entries after a number.
    pub(super) async fn acquire_lease(&self, name: &str, after: u64) -> Result<(String, JournalEntries)> {
        let (token, start) = (crate::feed::random_name(), Instant::now());
        let mut pause = Duration::from_millis(1);
        loop {
            let mut script = ACQUIRE.key(journal_key(name));
            script.arg(after).arg(&token).arg(milliseconds(LEASE_TIME)).arg(JOURNAL_LIFETIME);
            let found: Option<Vec<String>> = self.query(script.invoke_async(&mut self.connection())).await?;
            if let Some(found) = found {
                return Ok((token, JournalEntries::parse(found, after)));
            }
            if start.elapsed() > LEASE_TIMEOUT {
                return Err(StoreError::Held(name.to_owned()));
            }
            sleep(pause).await;
            pause = (pause * 2).min(MAX_LEASE_PAUSE);
        }
    }

    /// Renews a lease. Does nothing when the lease has expired.
    pub(super) async fn renew(&self, name: &str, token: &str) -> Result<()> {
        let mut script = RENEW.key(journal_key(name));
        script.arg(token).arg(milliseconds(LEASE_TIME));
        self.query(script.invoke_async(&mut self.connection())).await
    }

    /// The entries of a journal after a number.
    pub(super) async fn journal_entries(&self, name: &str, after: u64) -> Result<JournalEntries> {
        let mut script = JOURNAL.key(journal_key(name));
        script.arg(after);
        let found: Vec<String> = self.query(script.invoke_async(&mut self.connection())).await?;
        Ok(JournalEntries::parse(found, after))
    }

    /// Releases a lease, with an entry that is also published to the topic of the same name. Fails when the lease
    /// expired.
    pub(super) async fn release(&self, name: &str, token: &str, entry: Option<(u64, &str)>) -> Result<()> {
        let (number, text) = entry.map_or((String::new(), ""), |(number, text)| (number.to_string(), text));
        let mut script = RELEASE.key(journal_key(name));
        script
            .key(format!("{PREFIX}topic:{name}"))
            .arg(token)
            .arg(number)
            .arg(text)
            .arg(JOURNAL_ENTRIES)
            .arg(JOURNAL_LIFETIME);
        match self.query(script.invoke_async::<u8>(&mut self.connection())).await? {
            1 => Ok(()),
            _ => Err(StoreError::Unavailable("the lease expired, and another node may have it".to_owned())),
        }
    }

    /// Publishes to the subscribers on this node only.
    pub(super) fn publish_locally(&self, topic: &str, event: Arc<str>) {
        self.topics.publish(topic, Arc::clone(&event));
        self.local.publish(topic, event);
    }

    /// The topics of all nodes to which this node has subscribers.
    pub(super) fn topics(&self) -> &Topics {
        &self.topics
    }

    /// Subscribes to events of this node only.
    pub(super) fn subscribe_locally(&self, topic: &str) -> Subscription {
        self.local.subscribe(topic)
    }

    fn connection(&self) -> ConnectionManager {
        self.connection.clone()
    }

    /// Waits for a response of Redis. Fails at once when Redis did not respond a moment ago.
    fn query<'a, T: FromRedisValue + 'a>(
        &'a self,
        response: impl Future<Output = RedisResult<T>> + Send + 'a,
    ) -> impl Future<Output = Result<T>> + Send + 'a {
        self.boxed_query(Box::pin(response))
    }

    /// Waits for a response as [`Self::query`] does, with the future as one type.
    async fn boxed_query<T>(&self, response: Pin<Box<dyn Future<Output = RedisResult<T>> + Send + '_>>) -> Result<T> {
        let now = milliseconds(self.opened.elapsed());
        if now < self.retry_at.load(Ordering::Relaxed) {
            return Err(StoreError::Unavailable("Redis did not respond a moment ago".to_owned()));
        }
        match timeout(2 * TIMEOUT, response).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if !is_unavailable(&error) => Err(StoreError::Internal(error.into())),
            fault => {
                self.retry_at.store(now.saturating_add(milliseconds(RETRY_PAUSE)), Ordering::Relaxed);
                let reason = match fault {
                    Ok(Err(error)) => error.to_string(),
                    _ => "the response took too long".to_owned(),
                };
                tracing::warn!("Redis does not respond: {reason}");
                Err(StoreError::Unavailable(format!("Redis: {reason}")))
            }
        }
    }
}

/// Entries of a journal.
#[derive(Debug, Default)]
pub struct JournalEntries {
    /// The entries, oldest first.
    pub entries: Vec<String>,
    /// Whether no entry is missing.
    pub complete: bool,
}

impl JournalEntries {
    fn parse(found: Vec<String>, after: u64) -> Self {
        let mut found = found.into_iter();
        let first = found.next().and_then(|id| id.split('-').next().and_then(|number| number.parse::<u64>().ok()));
        Self { entries: found.collect(), complete: first.is_some_and(|first| first > 0 && first <= after) }
    }
}

/// A connection for commands, and one for events.
async fn connections(client: &Client) -> RedisResult<(ConnectionManager, PubSub)> {
    let config = ConnectionManagerConfig::new()
        .set_number_of_retries(1)
        .set_max_delay(RETRY_PAUSE)
        .set_connection_timeout(Some(TIMEOUT))
        .set_response_timeout(Some(TIMEOUT));
    let connection = client.get_connection_manager_with_config(config).await?;
    Ok((connection, client.get_async_pubsub().await?))
}

fn journal_key(name: &str) -> String {
    format!("{PREFIX}journal:{name}")
}

/// Error codes of a Redis that temporarily cannot serve: it is loading, out of memory or disk, a read-only replica,
/// busy with a script, or refuses the password.
const TEMPORARY_ERRORS: [&str; 10] =
    ["LOADING", "OOM", "MISCONF", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "NOAUTH", "WRONGPASS"];

fn is_unavailable(error: &redis::RedisError) -> bool {
    error.is_io_error()
        || error.is_timeout()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
        || error.code().is_some_and(|code| TEMPORARY_ERRORS.contains(&code))
}

fn unavailable(error: &redis::RedisError) -> StoreError {
    StoreError::Unavailable(format!("Redis: {error}"))
}

/// Passes events from Redis to the subscribers on this node, until the [`Redis`] is dropped. Connects again when the
/// connection breaks.
async fn listen(
    client: Client,
    pubsub: PubSub,
    mut commands: mpsc::UnboundedReceiver<ListenCommand>,
    topics: Arc<Topics>,
) {
    let mut pubsub = Some(pubsub);
    loop {
        if let Some(connected) = pubsub.take() {
            let (sink, stream) = connected.split();
            if follow(sink, stream, &mut commands, &topics).await.is_none() {
                return;
            }
            tracing::warn!("the connection to Redis broke; subscribers are notified of the gap when it is back");
        }
        sleep(RETRY_PAUSE).await;
        pubsub = timeout(TIMEOUT, client.get_async_pubsub()).await.ok().and_then(RedisResult::ok);
    }
}

/// Follows one connection until it breaks. Returns none when the [`Redis`] was dropped.
async fn follow(
    mut sink: PubSubSink,
    mut stream: PubSubStream,
    commands: &mut mpsc::UnboundedReceiver<ListenCommand>,
    topics: &Topics,
) -> Option<()> {
    let channel = |topic: &str| format!("{PREFIX}topic:{topic}");
    for topic in topics.subscribed() {
        if sink.subscribe(channel(&topic)).await.is_err() {
            return Some(());
        }
        topics.report_gap(&topic);
    }
    loop {
        tokio::select! {
            message = stream.next() => {
                let Some(message) = message else { return Some(()) };
                let name = message.get_channel_name();
                if let (Some(topic), Ok(event)) =
                    (name.strip_prefix(PREFIX).and_then(|name| name.strip_prefix("topic:")), message.get_payload::<String>())
                {
                    topics.publish(topic, event.into());
                }
            }
            command = commands.recv() => match command? {
                ListenCommand::Subscribe(topic, reply) => {
                    if sink.subscribe(channel(&topic)).await.is_err() {
                        return Some(());
                    }
                    let _ = reply.send(());
                }
                ListenCommand::Unsubscribe(topic) => {
                    // There may be a subscriber again.
                    if !topics.is_subscribed(&topic) && sink.unsubscribe(channel(&topic)).await.is_err() {
                        return Some(());
                    }
                }
            },
        }
    }
}
