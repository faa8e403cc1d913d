//! The connection of a cluster to NATS: a bucket of claims, beacons, and questions from node to
//! node. Lost for any reason, it is made again from the beginning.
//!
//! Claims are read from the stream's leader, and never directly from a replica, which may lag
//! behind: a claim that seems foreign ends a room.
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{DeliverPolicy, push};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::kv::{self, UpdateErrorKind};
use async_nats::jetstream::stream::{
    Info, LastRawMessageErrorKind, StorageType, Stream as ClaimStream,
};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{
    Client, ConnectErrorKind, ConnectOptions, Event, RequestErrorKind, Subject, Subscriber,
};
use directory::limits::{KV_TIME_OUT, REQUEST_TIME_OUT, SCORES_KEPT};
use directory::{
    BEACON_PREFIX, Identity, KvResult, OpId, ROOMS_PREFIX, RequestId, Revision, RoomKey,
    beacon_subject, rooms_subject,
};
use futures_util::StreamExt;
use shared::wire::route::NodeName;
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::{sleep, timeout};
use tracing::{info, warn};

use super::driver::FromNats;
use crate::LOG_TARGET;
use crate::config::{ClusterConfig, ClusterCredentials, Config};
use crate::scores::Scores;
use crate::scores::nats::NatsScores;

/// The bucket of claims, and that of scores.
const CLAIMS: &str = "lag_rooms";
const SCORES: &str = "lag_scores";
/// Copies of each in a cluster of NATS servers.
const REPLICAS: usize = 3;
/// The error of JetStream where there is no cluster for more than one copy.
const NO_REPLICAS: &str = "10074";
/// The oldest version of NATS.
const VERSION_MIN: (u32, u32) = (2, 10);
/// Between two attempts to connect.
const RETRY_MIN: Duration = Duration::from_millis(200);
const RETRY_MAX: Duration = Duration::from_secs(2);
/// How long an attempt may take.
const SET_UP_MAX: Duration = Duration::from_secs(5);
/// How often the connection is tried when nothing else is said.
const PING_EVERY: Duration = Duration::from_secs(2);

/// A connection. Each operation runs in a task of its own and reports its result.
pub(super) struct Session {
    client: Client,
    claims: kv::Store,
    stream: ClaimStream<()>,
    beacon_subject: String,
    rooms_subject: String,
    results: mpsc::Sender<FromNats>,
    /// Notified when the bucket is gone.
    broken: Notify,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
enum SetUpError {
    #[error("NATS refuses these credentials (see --cluster-credentials)")]
    Credentials,
    #[error("the credentials cannot be read (see --cluster-credentials): {0}")]
    CredentialsFile(std::io::Error),
    #[error("NATS cannot be reached at {url} (see --cluster): {error}")]
    Unreachable { url: String, error: async_nats::ConnectError },
    #[error("NATS is of version {0}: 2.10 is the oldest that works")]
    TooOld(String),
    #[error("NATS has no JetStream, or this account may not use it: {0}")]
    JetStream(String),
    #[error(
        "the bucket {0} of NATS is not one of Lagrange: it lets entries expire, or keeps several \
         of one key; give each cluster an account of its own"
    )]
    ForeignBucket(String),
    #[error("NATS did not answer in time")]
    TimedOut,
    #[error("the connection to NATS was lost")]
    Lost,
}

/// What a connection receives.
struct Inbound {
    beacons: Subscriber,
    lists: Subscriber,
    requests: Subscriber,
    watch: push::Ordered,
    /// Entries that are in the bucket and not shown yet.
    n_pending: u64,
    scores: kv::Store,
    events: mpsc::Receiver<Event>,
}

/// Where an answer goes.
pub(super) type ReplySubject = Subject;

/// Begins to connect. Returns where the scores of this server's players are kept.
pub(super) fn start(
    _: &Config,
    cluster: &ClusterConfig,
    me: Identity,
    to_driver: mpsc::Sender<FromNats>,
    nodes: watch::Receiver<Vec<NodeName>>,
) -> Arc<dyn Scores> {
    // The one of this process, unless it has one already.
    let _ = rustls_graviola::default_provider().install_default();
    let (scores, bucket) = watch::channel(None);
    let kept = NatsScores::start(me.node.clone(), bucket, nodes);
    tokio::spawn(run(cluster.clone(), me, to_driver, scores));
    kept
}

/// Keeps a connection for as long as the server runs, and says in the log why there is none.
async fn run(
    config: ClusterConfig,
    me: Identity,
    to_driver: mpsc::Sender<FromNats>,
    scores: watch::Sender<Option<kv::Store>>,
) {
    let (mut pause, mut told) = (RETRY_MIN, String::new());
    while !to_driver.is_closed() {
        let connected = timeout(SET_UP_MAX, connect(&config, &me, &to_driver)).await;
        let end = match connected.unwrap_or(Err(SetUpError::TimedOut)) {
            Ok((session, inbound)) => {
                info!(target: LOG_TARGET, node = %me.node, "connected to the cluster");
                (pause, told) = (RETRY_MIN, String::new());
                scores.send_replace(Some(inbound.scores.clone()));
                let session = Arc::new(session);
                let _ = to_driver.send(FromNats::Up(session.clone())).await;
                receive(&session, inbound, &to_driver).await;
                scores.send_replace(None);
                let _ = to_driver.send(FromNats::Down).await;
                SetUpError::Lost
            }
            Err(error) => error,
        };
        // Each reason once, until it is another one.
        let reason = end.to_string();
        if reason != told {
            warn!("{reason}; rooms that are open go on, new ones wait");
            told = reason;
        }
        sleep(pause).await;
        pause = (pause * 2).min(RETRY_MAX);
    }
}

async fn connect(
    config: &ClusterConfig,
    me: &Identity,
    to_driver: &mpsc::Sender<FromNats>,
) -> Result<(Session, Inbound), SetUpError> {
    let (to_session, events) = mpsc::channel(64);
    let options = options(config)?
        .name(format!("lagrange {}", me.node))
        .ping_interval(PING_EVERY)
        .connection_timeout(SET_UP_MAX)
        .event_callback(move |event| {
            let to_session = to_session.clone();
            async move {
                // What it does not take is not among the events that end it.
                let _ = to_session.try_send(event);
            }
        });
    let servers: Vec<&str> = config.url.split(',').collect();
    let client = options.connect(servers).await.map_err(|error| match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            SetUpError::Credentials
        }
        _ => SetUpError::Unreachable { url: config.url.clone(), error },
    })?;
    let version = client.server_info().version;
    if is_too_old(&version) {
        return Err(SetUpError::TooOld(version));
    }
    let mut jetstream = jetstream::new(client.clone());
    jetstream.set_timeout(KV_TIME_OUT);
    let claims = bucket(&jetstream, claims_config()).await?;
    let scores = bucket(&jetstream, scores_config()).await?;
    let lost = |error: &dyn std::fmt::Display| SetUpError::JetStream(error.to_string());
    let stream = jetstream.get_stream_no_info(format!("KV_{CLAIMS}")).await;
    let stream = stream.map_err(|error| lost(&error))?;
    let subscribe = async |subject: String| client.subscribe(subject).await;
    let beacons = subscribe(format!("{BEACON_PREFIX}*")).await.map_err(|error| lost(&error))?;
    let lists = subscribe(format!("{ROOMS_PREFIX}*")).await.map_err(|error| lost(&error))?;
    let requests = subscribe(me.subject()).await.map_err(|error| lost(&error))?;
    client.flush().await.map_err(|error| lost(&error))?;
    let watch = stream.create_consumer(push::OrderedConfig {
        deliver_subject: client.new_inbox(),
        filter_subject: format!("$KV.{CLAIMS}.>"),
        deliver_policy: DeliverPolicy::LastPerSubject,
        ..push::OrderedConfig::default()
    });
    let consumer = watch.await.map_err(|error| lost(&error))?;
    let n_pending = consumer.cached_info().num_pending;
    let watch = consumer.messages().await.map_err(|error| lost(&error))?;
    let session = Session {
        client,
        claims,
        stream,
        beacon_subject: beacon_subject(&me.node),
        rooms_subject: rooms_subject(&me.node),
        results: to_driver.clone(),
        broken: Notify::new(),
    };
    Ok((session, Inbound { beacons, lists, requests, watch, n_pending, scores, events }))
}

fn options(config: &ClusterConfig) -> Result<ConnectOptions, SetUpError> {
    let options = ConnectOptions::new();
    let Some(file) = &config.credentials else { return Ok(options) };
    let credentials = ClusterCredentials::read(file).map_err(SetUpError::CredentialsFile)?;
    match credentials {
        ClusterCredentials::File(text) => {
            options.credentials(&text).map_err(SetUpError::CredentialsFile)
        }
        ClusterCredentials::Password { user, password } => {
            Ok(options.user_and_password(user, password))
        }
        ClusterCredentials::Token(token) => Ok(options.token(token)),
    }
}

/// Whether a NATS server is of a version whose answers this client cannot read. What cannot be read
/// is not.
fn is_too_old(version: &str) -> bool {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().ok());
    let (major, minor) = (parts.next().flatten(), parts.next().flatten());
    major.zip(minor).is_some_and(|version| version < VERSION_MIN)
}

fn claims_config() -> kv::Config {
    kv::Config {
        bucket: CLAIMS.into(),
        description: "Which server of Lagrange owns which room".into(),
        history: 1,
        storage: StorageType::File,
        num_replicas: REPLICAS,
        ..kv::Config::default()
    }
}

fn scores_config() -> kv::Config {
    kv::Config {
        bucket: SCORES.into(),
        description: "Scores of players whose server ended".into(),
        history: 1,
        max_age: SCORES_KEPT,
        storage: StorageType::Memory,
        num_replicas: REPLICAS,
        ..kv::Config::default()
    }
}

/// A bucket, created if it is missing: with copies where NATS is a cluster, else without.
async fn bucket(
    jetstream: &jetstream::Context,
    config: kv::Config,
) -> Result<kv::Store, SetUpError> {
    if let Ok(store) = jetstream.get_key_value(&config.bucket).await {
        let found: &Info = store.stream.cached_info();
        let is_ours = found.config.max_messages_per_subject == config.history
            && found.config.max_age == config.max_age;
        return if is_ours { Ok(store) } else { Err(SetUpError::ForeignBucket(config.bucket)) };
    }
    let created = jetstream.create_key_value(config.clone()).await;
    let created = match created {
        Err(error) if error.to_string().contains(NO_REPLICAS) => {
            jetstream.create_key_value(kv::Config { num_replicas: 1, ..config }).await
        }
        created => created,
    };
    created.map_err(|error| SetUpError::JetStream(error.to_string()))
}

/// Passes on what comes, until the connection is lost.
async fn receive(session: &Session, inbound: Inbound, to_driver: &mpsc::Sender<FromNats>) {
    let Inbound { mut beacons, mut lists, mut requests, mut watch, n_pending, mut events, .. } =
        inbound;
    let _ = to_driver.send(FromNats::WatchStarted).await;
    let mut is_synced = n_pending == 0;
    if is_synced {
        let _ = to_driver.send(FromNats::WatchSynced).await;
    }
    loop {
        let event = tokio::select! {
            biased;
            () = lost(&mut events) => return,
            () = session.broken.notified() => return,
            Some(message) = requests.next() => {
                let Some(reply) = message.reply else { continue };
                FromNats::Request { reply, body: message.payload }
            }
            Some(message) = beacons.next() => {
                let node = message.subject.strip_prefix(BEACON_PREFIX);
                let Some(node) = node.and_then(|node| node.parse().ok()) else { continue };
                FromNats::Beacon { node, body: message.payload }
            }
            Some(message) = lists.next() => {
                let node = message.subject.strip_prefix(ROOMS_PREFIX);
                let Some(node) = node.and_then(|node| node.parse().ok()) else { continue };
                FromNats::RoomList { node, body: message.payload }
            }
            entry = watch.next() => {
                let Some(Ok(message)) = entry else { return };
                let Ok(info) = message.info() else { return };
                let (revision, is_last) = (Revision(info.stream_sequence), info.pending == 0);
                let key = message.subject.splitn(3, '.').nth(2).unwrap_or_default().to_string();
                let value = is_value(message.headers.as_ref()).then(|| message.payload.clone());
                if to_driver.send(FromNats::WatchEntry { key, revision, value }).await.is_err() {
                    return;
                }
                if is_synced || !is_last {
                    continue;
                }
                is_synced = true;
                FromNats::WatchSynced
            }
        };
        if to_driver.send(event).await.is_err() {
            return;
        }
    }
}

/// Waits for an event that ends a connection.
async fn lost(events: &mut mpsc::Receiver<Event>) {
    loop {
        match events.recv().await {
            Some(Event::Disconnected | Event::Closed) => return,
            Some(_) => {}
            None => return pending().await,
        }
    }
}

/// Whether an entry is a value, and not the mark of one that was deleted.
fn is_value(headers: Option<&async_nats::HeaderMap>) -> bool {
    headers.and_then(|headers| headers.get("KV-Operation")).is_none()
}

impl Session {
    pub(super) fn create(self: &Arc<Self>, op: OpId, key: RoomKey, value: Vec<u8>) {
        self.run(op, async move |session| {
            let key = key.to_string();
            match session.write(&key, value.clone().into(), 0).await {
                // The mark of a deleted entry is none.
                KvResult::WrongRevision => match session.last(&key).await {
                    Ok(Some((revision, None))) => {
                        session.write(&key, value.into(), revision.0).await
                    }
                    Ok(_) => KvResult::WrongRevision,
                    Err(()) => KvResult::Unavailable,
                },
                result => result,
            }
        });
    }

    pub(super) fn update(self: &Arc<Self>, op: OpId, key: RoomKey, to: Revision, value: Vec<u8>) {
        self.run(op, async move |session| {
            session.write(&key.to_string(), value.into(), to.0).await
        });
    }

    pub(super) fn delete(self: &Arc<Self>, op: OpId, key: RoomKey, revision: Revision) {
        self.run(op, async move |session| {
            let key = key.to_string();
            match session.claims.delete_expect_revision(&key, Some(revision.0)).await {
                // The tombstone's own revision is not told; a later read or the watch shows it.
                Ok(()) => match session.last(&key).await {
                    Ok(Some((revision, _))) => KvResult::Written(revision),
                    _ => KvResult::Unavailable,
                },
                Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                    KvResult::WrongRevision
                }
                Err(_) => KvResult::Unavailable,
            }
        });
    }

    pub(super) fn purge(self: &Arc<Self>, op: OpId, revision: Revision) {
        self.run(op, async move |session| match session.stream.delete_message(revision.0).await {
            Ok(true) => KvResult::Written(revision),
            Ok(false) => KvResult::Missing,
            Err(_) => KvResult::Unavailable,
        });
    }

    pub(super) fn read(self: &Arc<Self>, op: OpId, key: RoomKey) {
        self.run(op, async move |session| match session.last(&key.to_string()).await {
            Ok(Some((revision, Some(value)))) => KvResult::Entry { revision, value },
            Ok(_) => KvResult::Missing,
            Err(()) => KvResult::Unavailable,
        });
    }

    pub(super) fn request(self: &Arc<Self>, id: RequestId, to: &Identity, body: Vec<u8>) {
        let (session, subject) = (self.clone(), to.subject());
        tokio::spawn(async move {
            let answer = session.client.request(subject, body.into());
            let outcome = match timeout(REQUEST_TIME_OUT, answer).await {
                Ok(Ok(message)) => FromNats::Answered(id, message.payload),
                Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders => {
                    FromNats::NoResponders(id)
                }
                Ok(Err(_)) | Err(_) => FromNats::TimedOut(id),
            };
            let _ = session.results.send(outcome).await;
        });
    }

    pub(super) fn publish(self: &Arc<Self>, to: Subject, body: Vec<u8>) {
        let session = self.clone();
        tokio::spawn(async move {
            // Lost with the connection, as the answer would be.
            let _ = session.client.publish(to, body.into()).await;
        });
    }

    pub(super) fn beacon(self: &Arc<Self>, body: Vec<u8>) {
        self.publish(self.beacon_subject.as_str().into(), body);
    }

    pub(super) fn list_rooms(self: &Arc<Self>, body: Vec<u8>) {
        self.publish(self.rooms_subject.as_str().into(), body);
    }

    /// Runs an operation and reports its result, which comes in time in any case.
    fn run<F>(self: &Arc<Self>, op: OpId, begin: impl FnOnce(Arc<Self>) -> F)
    where
        F: Future<Output = KvResult> + Send + 'static,
    {
        let (session, operation) = (self.clone(), begin(self.clone()));
        tokio::spawn(async move {
            let result = timeout(KV_TIME_OUT, operation).await.unwrap_or(KvResult::Unavailable);
            let _ = session.results.send(FromNats::Kv(op, result)).await;
        });
    }

    /// Writes an entry whose last revision is this one; 0 for none.
    async fn write(&self, key: &str, value: bytes::Bytes, revision: u64) -> KvResult {
        match self.claims.update(key, value, revision).await {
            Ok(revision) => KvResult::Written(Revision(revision)),
            Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {
                KvResult::WrongRevision
            }
            Err(error) => {
                if is_stream_gone(&error) {
                    self.broken.notify_one();
                }
                KvResult::Unavailable
            }
        }
    }

    /// The last entry of a key, read from the leader; its value is `None` for a tombstone.
    async fn last(&self, key: &str) -> Result<Option<(Revision, Option<Vec<u8>>)>, ()> {
        let subject = format!("$KV.{CLAIMS}.{key}");
        match self.stream.get_last_raw_message_by_subject(&subject).await {
            Ok(message) => {
                let value = is_value(Some(&message.headers)).then(|| message.payload.to_vec());
                Ok(Some((Revision(message.sequence), value)))
            }
            Err(error) => match error.kind() {
                LastRawMessageErrorKind::NoMessageFound => Ok(None),
                LastRawMessageErrorKind::JetStream(error)
                    if error.error_code() == ErrorCode::STREAM_NOT_FOUND =>
                {
                    self.broken.notify_one();
                    Err(())
                }
                _ => Err(()),
            },
        }
    }
}

/// Whether a write failed since the bucket does not exist.
fn is_stream_gone(error: &kv::UpdateError) -> bool {
    let source = std::error::Error::source(error);
    let publish =
        source.and_then(|source| source.downcast_ref::<jetstream::context::PublishError>());
    publish.is_some_and(|error| error.kind() == PublishErrorKind::StreamNotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_servers_are_known_by_their_version() {
        for (version, expected) in
            [("2.9.10", true), ("1.4.1", true), ("2.10.0", false), ("3.0.0", false), ("dev", false)]
        {
            assert_eq!(is_too_old(version), expected, "{version}");
        }
    }
}
