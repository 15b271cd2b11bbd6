//! What passes, on a Redis that several nodes share: windows, buckets, daily counts, events, sessions, locks.
//!
//! Times are Redis's own, so that nodes whose clocks differ count alike. While Redis does not answer, a node goes on by
//! itself: it lets through a quarter of what is allowed, tells its own listeners, and when Redis is back tells them that
//! they may have missed something. It stores nothing that storage does not have too, or that may not be lost.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use futures_util::StreamExt as _;
use redis::aio::{ConnectionManager, ConnectionManagerConfig, PubSub, PubSubSink, PubSubStream};
use redis::{Client, FromRedisValue, RedisResult, Script};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::buckets::{Bucket, Buckets};
use super::kept::MOST;
use super::topics::{Subscription, Topics};
use super::windows::{Taken, Windows};
use crate::StoreError;
use crate::error::Result;
use crate::records::Time;

/// Before every name, so that a Redis can be shared with something else.
const OURS: &str = "lectern:";
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long Redis is not asked again after it did not answer.
const PAUSE: Duration = Duration::from_millis(500);
/// How long a claim holds when whoever has it dies, and how long others wait for it.
const CLAIMED: Duration = Duration::from_secs(10);
const WAITING: Duration = Duration::from_secs(3);
/// Entries that a journal keeps at least, and seconds for which it is kept after the last.
const ENTRIES: usize = 2000;
const JOURNAL_LIFE: u64 = 2 * 60 * 60;
/// A node by itself lets through one of so many.
const ALONE: u64 = 4;

/// Takes a call from a window. Answers whether there was one left, how many were taken, and milliseconds to its end.
static TAKE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local limit, length, add = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
        local left = redis.call('PTTL', KEYS[1])
        local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
        -- A window that lasts longer than it is long was begun before the clock was set back.
        if left < 0 or (length > 0 and left > length) then taken = 0; left = length end
        local allowed = taken < limit
        if add == 1 and allowed then
            taken = taken + 1
            redis.call('SET', KEYS[1], taken, 'PX', left)
        end
        return {allowed and 1 or 0, taken, left}",
    )
});
/// Spends a token of a bucket, or only looks. Answers milliseconds until there is one, 0 when there is.
static SPEND: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local burst, rate, spend = tonumber(ARGV[1]) * 60000, tonumber(ARGV[2]), tonumber(ARGV[3])
        local time = redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local level = redis.call('HMGET', KEYS[1], 'missing', 'at')
        local missing = 0
        if level[1] and now < tonumber(level[2]) then
            -- The clock was set back: it counts from here, so that nobody waits until it is as late again.
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
/// Counts one of so many a day; `-1` when Redis does not know the count, `0` when there is none left.
static COUNT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used = redis.call('GET', KEYS[1])
        if not used then return -1 end
        if tonumber(used) >= tonumber(ARGV[1]) then return 0 end
        redis.call('INCR', KEYS[1])
        return 1",
    )
});

/// The number of the first entry of a journal, `0-0` when there is none, and the entries after a number.
const READ_JOURNAL: &str = r"
        local first = redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', 1)
        local found = {first[1] and first[1][1] or '0-0'}
        for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. ARGV[1] .. '-0', '+')) do
            found[#found + 1] = entry[2][2]
        end
        return found";
static JOURNAL: LazyLock<Script> = LazyLock::new(|| Script::new(READ_JOURNAL));
/// Claims a journal, unless somebody has: answers nothing then, else what [`JOURNAL`] answers.
static CLAIM: LazyLock<Script> = LazyLock::new(|| {
    let claim = "if not redis.call('SET', KEYS[1] .. ':claim', ARGV[2], 'NX', 'PX', ARGV[3]) then return false end";
    Script::new(&format!("{claim}{READ_JOURNAL}"))
});
/// Gives a claim back, with an entry or without; answers whether it was still held.
static RELEASE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"if redis.call('GET', KEYS[1] .. ':claim') ~= ARGV[1] then return 0 end
        if ARGV[2] ~= '' then
            redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], ARGV[2] .. '-0', 'entry', ARGV[3])
            redis.call('EXPIRE', KEYS[1], ARGV[5])
            redis.call('PUBLISH', KEYS[2], ARGV[3])
        end
        redis.call('DEL', KEYS[1] .. ':claim')
        return 1",
    )
});

/// Keeps a text of a family: a hash holds `life text`, a sorted set when each was used. Both end with the last of them,
/// since all texts of a family have the same life.
static KEEP: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used, time = KEYS[1] .. ':used', redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        redis.call('ZADD', used, now, ARGV[1])
        redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] .. ' ' .. ARGV[2])
        local over = redis.call('ZCARD', used) - tonumber(ARGV[4])
        if over > 0 then
            for index, name in ipairs(redis.call('ZPOPMIN', used, over)) do
                if index % 2 == 1 then redis.call('HDEL', KEYS[1], name) end
            end
        end
        redis.call('PEXPIRE', KEYS[1], ARGV[3])
        redis.call('PEXPIRE', used, ARGV[3])",
    )
});
/// The text of a family, used now.
static KEPT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used, time = KEYS[1] .. ':used', redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local kept, since = redis.call('HGET', KEYS[1], ARGV[1]), redis.call('ZSCORE', used, ARGV[1])
        if not kept or not since then return false end
        local life, text = string.match(kept, '^(%d+) (.*)$')
        if now - since >= tonumber(life) then
            redis.call('HDEL', KEYS[1], ARGV[1])
            redis.call('ZREM', used, ARGV[1])
            return false
        end
        redis.call('ZADD', used, now, ARGV[1])
        redis.call('PEXPIRE', KEYS[1], life)
        redis.call('PEXPIRE', used, life)
        return text",
    )
});
/// All texts of a family that are not over, each after its name. What is over is removed.
static ALL: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"local used, time = KEYS[1] .. ':used', redis.call('TIME')
        local now = time[1] * 1000 + math.floor(time[2] / 1000)
        local kept, found = redis.call('HGETALL', KEYS[1]), {}
        for index = 1, #kept, 2 do
            local life, text = string.match(kept[index + 1], '^(%d+) (.*)$')
            local since = redis.call('ZSCORE', used, kept[index])
            if since and now - since < tonumber(life) then
                found[#found + 1] = kept[index]
                found[#found + 1] = text
            else
                redis.call('HDEL', KEYS[1], kept[index])
                redis.call('ZREM', used, kept[index])
            end
        end
        return found",
    )
});
/// Forgets a text of a family; answers whether there was one.
static FORGET: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"redis.call('ZREM', KEYS[1] .. ':used', ARGV[1])
        return redis.call('HDEL', KEYS[1], ARGV[1])",
    )
});

/// A Redis, and what a node does without it.
#[derive(Debug)]
pub(super) struct Redis {
    connection: ConnectionManager,
    wishes: mpsc::UnboundedSender<Wish>,
    topics: Arc<Topics>,
    /// Topics of this node alone: Redis need not know that somebody listens.
    local: Topics,
    windows: Windows,
    buckets: Buckets,
    /// When Redis may be asked again, in milliseconds since this was opened.
    resting: AtomicU64,
    began: Instant,
}

/// What the listening task is asked for.
#[derive(Debug)]
enum Wish {
    /// Listen to a topic, and say when it is so.
    Hear(String, oneshot::Sender<()>),
    /// Nobody listens to a topic any more.
    Leave(String),
}

impl Redis {
    /// Connects. A Redis that is away at the start is a fault, so that a wrong address is told.
    pub(super) async fn open(url: &str) -> Result<Self> {
        crate::name_crypto();
        let client = Client::open(url).map_err(|error| unavailable(&error))?;
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(1)
            .set_max_delay(PAUSE)
            .set_connection_timeout(Some(PATIENCE))
            .set_response_timeout(Some(PATIENCE));
        let connection =
            client.get_connection_manager_with_config(config).await.map_err(|error| unavailable(&error))?;
        let topics = Arc::new(Topics::default());
        let (wishes, wished) = mpsc::unbounded_channel();
        let ears = client.get_async_pubsub().await.map_err(|error| unavailable(&error))?;
        tokio::spawn(listen(client, ears, wished, Arc::clone(&topics)));
        Ok(Self {
            connection,
            wishes,
            topics,
            local: Topics::default(),
            windows: Windows::default(),
            buckets: Buckets::default(),
            resting: AtomicU64::new(0),
            began: Instant::now(),
        })
    }

    /// Whether Redis answers.
    pub(super) async fn answers(&self) -> bool {
        self.ask(redis::cmd("PING").query_async::<String>(&mut self.connection())).await.is_ok()
    }

    pub(super) async fn take(&self, name: &str, limit: u64, length: Time, now: Time) -> Taken {
        match self.window(name, limit, length, true).await {
            Ok((allowed, taken, left)) => {
                Taken { allowed, remaining: limit.saturating_sub(taken), reset_at: now + left }
            }
            Err(_) => self.windows.take(name, limit.div_ceil(ALONE), length, now),
        }
    }

    pub(super) async fn taken(&self, name: &str, now: Time) -> Option<(u64, Time)> {
        match self.window(name, 0, -1, false).await {
            Ok((_, _, left)) if left < 0 => None,
            Ok((_, taken, left)) => Some((taken, now + left)),
            Err(_) => self.windows.taken(name, now),
        }
    }

    async fn window(&self, name: &str, limit: u64, length: Time, take: bool) -> Result<(bool, u64, Time)> {
        let mut script = TAKE.key(format!("{OURS}window:{name}"));
        script.arg(limit).arg(length).arg(u8::from(take));
        let (allowed, taken, left): (u8, u64, Time) = self.ask(script.invoke_async(&mut self.connection())).await?;
        Ok((allowed == 1, taken, left))
    }

    pub(super) async fn spend(&self, name: &str, bucket: Bucket, now: Time, spend: bool) -> Option<u64> {
        let mut script = SPEND.key(format!("{OURS}bucket:{name}"));
        script.arg(bucket.burst).arg(bucket.per_minute.max(1)).arg(u8::from(spend));
        match self.ask(script.invoke_async::<u64>(&mut self.connection())).await {
            Ok(0) => None,
            Ok(wait) => Some(wait.div_ceil(1000)),
            Err(_) if spend => self.buckets.spend(name, bucket, now),
            Err(_) => self.buckets.wait(name, bucket, now),
        }
    }

    /// Counts one of so many a day, when Redis answers. `known` is what storage has, for a day that Redis does not know.
    pub(super) async fn count<F: Future<Output = Result<u64>>>(
        &self,
        name: &str,
        limit: u64,
        known: impl FnOnce() -> F,
    ) -> Result<bool> {
        let key = format!("{OURS}day:{name}");
        let count = || async {
            let mut script = COUNT.key(&key);
            script.arg(limit);
            self.ask(script.invoke_async::<i64>(&mut self.connection())).await
        };
        let mut counted = count().await?;
        if counted < 0 {
            let known = known().await?;
            let mut set = redis::cmd("SET");
            set.arg(&key).arg(known).arg("NX").arg("EX").arg(2 * 86_400);
            let _: Option<String> = self.ask(set.query_async(&mut self.connection())).await?;
            counted = count().await?;
        }
        Ok(counted == 1)
    }

    pub(super) async fn publish(&self, topic: &str, event: Arc<str>) {
        let mut command = redis::cmd("PUBLISH");
        command.arg(format!("{OURS}topic:{topic}")).arg(&*event);
        if self.ask(command.query_async::<u64>(&mut self.connection())).await.is_ok() {
            return;
        }
        // The first call after Redis came back finds the connection of before.
        let again = timeout(PATIENCE, command.query_async::<u64>(&mut self.connection())).await;
        if !matches!(again, Ok(Ok(_))) {
            // Others hear that they missed something when Redis is back.
            self.topics.publish(topic, event);
        }
    }

    pub(super) async fn subscribe(&self, topic: &str) -> Subscription {
        let wishes = self.wishes.clone();
        let left = topic.to_owned();
        let leave = Box::new(move || drop(wishes.send(Wish::Leave(left))));
        let subscription = self.topics.subscribe(topic).on_last(leave);
        let (heard, hearing) = oneshot::channel();
        let _ = self.wishes.send(Wish::Hear(topic.to_owned(), heard));
        // While Redis is away nothing can be missed that is not made up for when it is back.
        let _ = timeout(PATIENCE, hearing).await;
        subscription
    }

    pub(super) async fn keep(&self, family: &str, name: &str, text: &str, life: Time) -> Result<()> {
        let mut script = KEEP.key(format!("{OURS}family:{family}"));
        script.arg(name).arg(text).arg(life).arg(MOST);
        self.ask(script.invoke_async(&mut self.connection())).await
    }

    pub(super) async fn kept(&self, family: &str, name: &str) -> Result<Option<String>> {
        let mut script = KEPT.key(format!("{OURS}family:{family}"));
        script.arg(name);
        self.ask(script.invoke_async(&mut self.connection())).await
    }

    pub(super) async fn forget(&self, family: &str, name: &str) -> Result<bool> {
        let mut script = FORGET.key(format!("{OURS}family:{family}"));
        script.arg(name);
        self.ask(script.invoke_async(&mut self.connection())).await
    }

    pub(super) async fn all_kept(&self, family: &str) -> Result<Vec<(String, String)>> {
        let script = ALL.key(format!("{OURS}family:{family}"));
        let found: Vec<String> = self.ask(script.invoke_async(&mut self.connection())).await?;
        Ok(found.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect())
    }

    pub(super) async fn clear_journal(&self, name: &str) -> Result<()> {
        let mut command = redis::cmd("DEL");
        command.arg(journal(name));
        self.ask(command.query_async::<u64>(&mut self.connection())).await.map(drop)
    }

    /// Claims a journal for oneself; answers a token and what was entered after a number.
    pub(super) async fn claim(&self, name: &str, after: u64) -> Result<(String, Entries)> {
        let (token, began) = (crate::feed::new_name(), Instant::now());
        let mut pause = Duration::from_millis(1);
        loop {
            let mut script = CLAIM.key(journal(name));
            script.arg(after).arg(&token).arg(u64::try_from(CLAIMED.as_millis()).unwrap_or_default());
            let found: Option<Vec<String>> = self.ask(script.invoke_async(&mut self.connection())).await?;
            if let Some(found) = found {
                return Ok((token, Entries::read(found, after)));
            }
            if began.elapsed() > WAITING {
                return Err(StoreError::Unavailable("another node holds it".to_owned()));
            }
            sleep(pause).await;
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// What was entered after a number.
    pub(super) async fn entries(&self, name: &str, after: u64) -> Result<Entries> {
        let mut script = JOURNAL.key(journal(name));
        script.arg(after);
        let found: Vec<String> = self.ask(script.invoke_async(&mut self.connection())).await?;
        Ok(Entries::read(found, after))
    }

    /// Gives a claim back, with an entry for all who listen to the topic of the same name.
    pub(super) async fn release(&self, name: &str, token: &str, entry: Option<(u64, &str)>) -> Result<()> {
        let (number, text) = entry.map_or((String::new(), ""), |(number, text)| (number.to_string(), text));
        let mut script = RELEASE.key(journal(name));
        script.key(format!("{OURS}topic:{name}")).arg(token).arg(number).arg(text).arg(ENTRIES).arg(JOURNAL_LIFE);
        match self.ask(script.invoke_async::<u8>(&mut self.connection())).await? {
            1 => Ok(()),
            _ => Err(StoreError::Unavailable("it took too long, and another node may hold it".to_owned())),
        }
    }

    /// Tells the listeners of this node alone.
    pub(super) fn publish_here(&self, topic: &str, event: Arc<str>) {
        self.topics.publish(topic, Arc::clone(&event));
        self.local.publish(topic, event);
    }

    /// What this node listens to.
    pub(super) fn topics(&self) -> &Topics {
        &self.topics
    }

    /// Listens to this node alone.
    pub(super) fn subscribe_here(&self, topic: &str) -> Subscription {
        self.local.subscribe(topic)
    }

    fn connection(&self) -> ConnectionManager {
        self.connection.clone()
    }

    /// Asks Redis, unless it did not answer a moment ago.
    async fn ask<T: FromRedisValue>(&self, question: impl Future<Output = RedisResult<T>>) -> Result<T> {
        let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if now < self.resting.load(Ordering::Relaxed) {
            return Err(StoreError::Unavailable("Redis did not answer a moment ago".to_owned()));
        }
        match timeout(2 * PATIENCE, question).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) if !is_lost(&error) => Err(StoreError::Internal(error.into())),
            fault => {
                let pause = u64::try_from(PAUSE.as_millis()).unwrap_or_default();
                self.resting.store(now.saturating_add(pause), Ordering::Relaxed);
                let why = match fault {
                    Ok(Err(error)) => error.to_string(),
                    _ => "it took too long".to_owned(),
                };
                tracing::warn!("Redis does not answer: {why}");
                Err(StoreError::Unavailable(format!("Redis: {why}")))
            }
        }
    }
}

/// What was entered in a journal.
#[derive(Debug, Default)]
pub struct Entries {
    /// The entries, oldest first.
    pub entries: Vec<String>,
    /// Whether none is missing.
    pub whole: bool,
}

impl Entries {
    fn read(found: Vec<String>, after: u64) -> Self {
        let mut found = found.into_iter();
        let first = found.next().and_then(|id| id.split('-').next().and_then(|number| number.parse::<u64>().ok()));
        Self { entries: found.collect(), whole: first.is_some_and(|first| first > 0 && first <= after) }
    }
}

fn journal(name: &str) -> String {
    format!("{OURS}journal:{name}")
}

/// What a Redis answers that cannot do its work just now: it loads what it holds, has no room or no disk, is a stand-in
/// that only reads, is held up by somebody's script, or lets nobody in.
const NOT_NOW: [&str; 10] =
    ["LOADING", "OOM", "MISCONF", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY", "NOAUTH", "WRONGPASS"];

fn is_lost(error: &redis::RedisError) -> bool {
    error.is_io_error()
        || error.is_timeout()
        || error.is_connection_dropped()
        || error.is_connection_refusal()
        || error.code().is_some_and(|code| NOT_NOW.contains(&code))
}

fn unavailable(error: &redis::RedisError) -> StoreError {
    StoreError::Unavailable(format!("Redis: {error}"))
}

/// Passes what Redis tells on to the listeners of this node, for as long as anybody may want to listen.
async fn listen(client: Client, ears: PubSub, mut wished: mpsc::UnboundedReceiver<Wish>, topics: Arc<Topics>) {
    let mut ears = Some(ears);
    loop {
        if let Some(connected) = ears.take() {
            let (sink, stream) = connected.split();
            if follow(sink, stream, &mut wished, &topics).await.is_none() {
                return;
            }
            tracing::warn!("Redis went away; listeners are told when it is back");
        }
        sleep(PAUSE).await;
        ears = timeout(PATIENCE, client.get_async_pubsub()).await.ok().and_then(RedisResult::ok);
    }
}

/// Follows one connection to its end. Nothing when nobody can listen any more.
async fn follow(
    mut sink: PubSubSink,
    mut stream: PubSubStream,
    wished: &mut mpsc::UnboundedReceiver<Wish>,
    topics: &Topics,
) -> Option<()> {
    let channel = |topic: &str| format!("{OURS}topic:{topic}");
    for topic in topics.heard() {
        if sink.subscribe(channel(&topic)).await.is_err() {
            return Some(());
        }
        topics.gap(&topic);
    }
    loop {
        tokio::select! {
            message = stream.next() => {
                let Some(message) = message else { return Some(()) };
                let name = message.get_channel_name();
                if let (Some(topic), Ok(event)) =
                    (name.strip_prefix(OURS).and_then(|name| name.strip_prefix("topic:")), message.get_payload::<String>())
                {
                    topics.publish(topic, event.into());
                }
            }
            wish = wished.recv() => match wish? {
                Wish::Hear(topic, heard) => {
                    if sink.subscribe(channel(&topic)).await.is_err() {
                        return Some(());
                    }
                    let _ = heard.send(());
                }
                Wish::Leave(topic) => {
                    // Somebody may have come back meanwhile.
                    if !topics.is_heard(&topic) && sink.unsubscribe(channel(&topic)).await.is_err() {
                        return Some(());
                    }
                }
            },
        }
    }
}
