//! Nodes that keep and redeem scores over a real nats-server.
use std::pin::pin;

use async_nats::ConnectOptions;
use async_nats::jetstream::kv::Config as KvConfig;
use async_nats::jetstream::stream::StorageType;
use directory::Revision;
use directory::limits::{KV_TIME_OUT, SCORES_KEPT};
use integration_tests::nats::NatsServer;
use tokio::time::{interval, timeout};

use super::*;

/// No test takes as long.
const GUARD: Duration = Duration::from_secs(60);

/// A nats-server, and what the driver of the cluster passes on.
struct Cluster {
    nats: NatsServer,
    store: watch::Sender<Option<Store>>,
    nodes: watch::Sender<Vec<NodeName>>,
}

impl Cluster {
    async fn start() -> Self {
        Self::start_with(SCORES_KEPT).await
    }

    async fn start_with(max_age: Duration) -> Self {
        let nats = NatsServer::start();
        let store = watch::Sender::new(Some(bucket(&nats, max_age).await));
        let nodes = ["n1", "n2", "n3"].map(|name| name.parse().unwrap());
        Self { nats, store, nodes: watch::Sender::new(nodes.into()) }
    }

    fn node(&self, name: &str) -> Arc<NatsScores> {
        let name = name.parse().unwrap();
        NatsScores::start(name, self.store.subscribe(), self.nodes.subscribe())
    }

    fn store(&self) -> Store {
        self.store.borrow().clone().unwrap()
    }

    /// The value of a key, as a new owner of the room finds it.
    async fn found(&self, key: &str) -> Option<ScoreBook> {
        let entry = self.store().entry(key).await.unwrap()?;
        let mut book = ScoreBook::new(Duration::ZERO);
        let value = Some((Revision(entry.revision), &entry.value[..]));
        book.handle_entry(Duration::ZERO, value).ok()?;
        Some(book)
    }

    /// The score that the bucket has for a token.
    async fn stored(&self, key: &str, token: TokenHash) -> Option<Score> {
        self.found(key).await?.redeem(Duration::ZERO, token).as_ref().map(score_of)
    }

    /// Waits until the bucket has this score, or none, for a token.
    async fn wait_for(&self, key: &str, token: TokenHash, score: Option<Score>) {
        until("the bucket has it", async || self.stored(key, token).await == score).await;
    }
}

async fn bucket(nats: &NatsServer, max_age: Duration) -> Store {
    let client = ConnectOptions::new().connect(nats.url()).await.unwrap();
    let config = KvConfig {
        bucket: "lag_scores".to_string(),
        history: 1,
        max_age,
        storage: StorageType::Memory,
        ..KvConfig::default()
    };
    async_nats::jetstream::new(client).create_key_value(config).await.unwrap()
}

async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let waited = timeout(GUARD, async {
        let mut again = interval(Duration::from_millis(5));
        while !holds().await {
            again.tick().await;
        }
    });
    waited.await.unwrap_or_else(|_| panic!("never: {what}"));
}

fn room(name: &str) -> RoomKey {
    RoomKey::from_typed(name).unwrap()
}

fn key(name: &str) -> String {
    key_of(&room(name)).to_string()
}

fn token(n: u8) -> TokenHash {
    TokenHash::of(&[n; 16])
}

fn score(kills: u16) -> Score {
    Score { kills, deaths: 1 }
}

fn seat(tokens: &[u8], kills: u16) -> SeatScore {
    SeatScore { tokens: tokens.iter().map(|n| token(*n)).collect(), score: score(kills) }
}

async fn keep(node: &NatsScores, name: &str, token: TokenHash, score: Score) {
    node.keep(vec![(token, KeptScore::new(&room(name), score))]).await;
}

#[tokio::test]
async fn a_score_kept_by_one_node_is_redeemed_by_another_once() {
    let cluster = Cluster::start().await;
    let [one, two, three] = ["n1", "n2", "n3"].map(|name| cluster.node(name));
    keep(&one, "duel", token(1), score(7)).await;
    assert_eq!(cluster.stored(&key("duel"), token(1)).await, Some(score(7)), "it is written");
    assert_eq!(two.redeem(token(1), &room("den")).await, None, "it counts in another room");
    assert_eq!(two.redeem(token(2), &room("duel")).await, None);
    assert_eq!(two.redeem(token(1), &room("duel")).await, Some(score(7)));
    assert_eq!(cluster.stored(&key("duel"), token(1)).await, None, "it is written that it is gone");
    for node in [&one, &two, &three] {
        assert_eq!(node.redeem(token(1), &room("duel")).await, None, "only once");
    }
}

#[tokio::test]
async fn of_nodes_that_redeem_a_score_at_once_one_gets_it() {
    let cluster = Cluster::start().await;
    let [one, two, three] = ["n1", "n2", "n3"].map(|name| cluster.node(name));
    // The first has the room's book open, the others have not, or have one of their own.
    three.record(&room("duel"), 1, vec![seat(&[100], 0)]);
    for n in 0..20 {
        keep(&one, "duel", token(n), score(n.into())).await;
        let room = room("duel");
        let all = [&one, &two, &three].map(|node| node.redeem(token(n), &room));
        let got: Vec<Score> = join_all(all).await.into_iter().flatten().collect();
        assert_eq!(got, [score(n.into())], "{n}");
    }
}

#[tokio::test]
async fn a_score_of_a_lobby_is_found_from_another_nodes_lobby() {
    let cluster = Cluster::start().await;
    let [one, two, three] = ["n1", "n2", "n3"].map(|name| cluster.node(name));
    one.record(&room("lobby"), 1, vec![seat(&[1], 5)]);
    one.record(&room("lobby 2"), 2, vec![seat(&[2], 6)]);
    cluster.wait_for("l.n1", token(1), Some(score(5))).await;
    cluster.wait_for("l.n1", token(2), Some(score(6))).await;
    // The node dies.
    drop(one);
    assert_eq!(two.redeem(token(1), &room("duel")).await, None, "it counts in lobbies");
    assert_eq!(two.redeem(token(1), &room("lobby 3")).await, Some(score(5)));
    assert_eq!(three.redeem(token(1), &room("lobby")).await, None, "only once");
    // It comes back under its name.
    let one = cluster.node("n1");
    assert_eq!(one.redeem(token(1), &room("lobby")).await, None);
    assert_eq!(one.redeem(token(2), &room("lobby")).await, Some(score(6)));
}

#[tokio::test]
async fn a_new_owner_writes_the_union() {
    let cluster = Cluster::start().await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let duel = room("duel");
    one.record(&duel, 1, vec![seat(&[1], 1), seat(&[2], 2)]);
    cluster.wait_for(&key("duel"), token(2), Some(score(2))).await;
    two.record(&duel, 1, vec![seat(&[3], 3)]);
    cluster.wait_for(&key("duel"), token(3), Some(score(3))).await;
    for n in [1, 2] {
        assert_eq!(cluster.stored(&key("duel"), token(n)).await, Some(score(n.into())), "{n}");
    }
    one.end(&duel, 1);
    assert_eq!(two.redeem(token(1), &duel).await, Some(score(1)));
    // The old owner, which was only stopped, writes too.
    keep(&one, "duel", token(4), score(4)).await;
    for (n, expected) in [(1, None), (2, Some(2)), (3, Some(3)), (4, Some(4))] {
        assert_eq!(cluster.stored(&key("duel"), token(n)).await, expected.map(score), "{n}");
    }
}

#[tokio::test]
async fn tokens_lead_to_a_score_as_long_as_to_its_seat_and_a_while_longer() {
    let cluster = Cluster::start().await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let duel = room("duel");
    // Its player resumes, and the new token has reached it.
    for tokens in [&[1][..], &[2, 1], &[2]] {
        one.record(&duel, 1, vec![seat(tokens, 1), seat(&[9], 9)]);
    }
    cluster.wait_for(&key("duel"), token(2), Some(score(1))).await;
    assert_eq!(cluster.stored(&key("duel"), token(1)).await, None, "it has a newer one");
    assert_eq!(one.redeem(token(2), &duel).await, None, "somebody sits there");
    one.record(&duel, 1, vec![seat(&[2], 5), seat(&[9], 9)]);
    cluster.wait_for(&key("duel"), token(2), Some(score(5))).await;
    // Its seat is given up, and the room goes on.
    one.record(&duel, 1, vec![seat(&[9], 9)]);
    assert_eq!(two.redeem(token(1), &duel).await, None);
    assert_eq!(one.redeem(token(2), &duel).await, Some(score(5)));
    assert_eq!(two.redeem(token(2), &duel).await, None);
}

#[tokio::test]
async fn scores_are_written_again_when_nats_has_lost_them() {
    let mut cluster = Cluster::start().await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let duel = room("duel");
    one.record(&duel, 1, vec![seat(&[1], 1), seat(&[2], 2)]);
    cluster.wait_for(&key("duel"), token(1), Some(score(1))).await;
    cluster.nats.kill();
    one.record(&duel, 1, vec![seat(&[1], 8)]);
    cluster.nats.start_again();
    // What is in memory is lost with the process, so the driver creates the bucket once more.
    cluster.store.send_replace(Some(bucket(&cluster.nats, SCORES_KEPT).await));
    cluster.wait_for(&key("duel"), token(1), Some(score(8))).await;
    assert_eq!(two.redeem(token(2), &duel).await, Some(score(2)), "given up meanwhile");
    drop(one);
    assert_eq!(two.redeem(token(1), &duel).await, Some(score(8)));
}

#[tokio::test]
async fn while_nats_stands_still_all_is_answered_and_nothing_is_lost() {
    let cluster = Cluster::start().await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let duel = room("duel");
    one.record(&duel, 1, vec![seat(&[1], 1), seat(&[2], 2)]);
    cluster.wait_for(&key("duel"), token(2), Some(score(2))).await;
    cluster.nats.suspend();
    let begun = Instant::now();
    assert_eq!(two.redeem(token(1), &duel).await, None, "it starts with none");
    assert!(begun.elapsed() < KV_TIME_OUT, "{:?}", begun.elapsed());
    // Its own players may even come again.
    one.end(&duel, 1);
    let begun = Instant::now();
    assert_eq!(one.redeem(token(1), &duel).await, Some(score(1)));
    assert!(begun.elapsed() < KV_TIME_OUT, "{:?}", begun.elapsed());
    keep(&one, "duel", token(3), score(3)).await;
    cluster.nats.resume();
    cluster.wait_for(&key("duel"), token(3), Some(score(3))).await;
    assert_eq!(two.redeem(token(1), &duel).await, None, "it was given out");
    assert_eq!(two.redeem(token(2), &duel).await, Some(score(2)));
}

#[tokio::test]
async fn without_nats_a_process_has_its_own_scores() {
    let mut cluster = Cluster::start().await;
    let one = cluster.node("n1");
    let duel = room("duel");
    for outage in ["killed", "known to be gone"] {
        cluster.nats.kill();
        if outage != "killed" {
            cluster.store.send_replace(None);
        }
        keep(&one, "duel", token(1), score(4)).await;
        assert_eq!(one.redeem(token(1), &duel).await, Some(score(4)), "{outage}");
        assert_eq!(one.redeem(token(1), &duel).await, None, "{outage}");
        assert_eq!(one.redeem(token(2), &room("lobby")).await, None, "{outage}");
    }
}

#[tokio::test]
async fn a_score_for_a_player_who_has_gone_is_kept() {
    let cluster = Cluster::start().await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let lobby = room("lobby");
    keep(&one, "lobby", token(1), score(4)).await;
    drop(two.redeem(token(1), &lobby));
    cluster.wait_for("l.n2", token(1), Some(score(4))).await;
    assert_eq!(cluster.stored("l.n1", token(1)).await, None);
    assert_eq!(one.redeem(token(1), &lobby).await, Some(score(4)));
}

#[tokio::test]
async fn what_expired_is_gone_and_can_be_written_again() {
    let cluster = Cluster::start_with(Duration::from_secs(1)).await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let duel = room("duel");
    keep(&one, "duel", token(1), score(1)).await;
    let gone = async || cluster.store().entry(key("duel")).await.unwrap().is_none();
    until("the value expires", gone).await;
    assert_eq!(two.redeem(token(1), &duel).await, None);
    // It knows a revision that is not there any more.
    keep(&one, "duel", token(2), score(2)).await;
    assert_eq!(two.redeem(token(2), &duel).await, Some(score(2)));
}

#[tokio::test]
async fn wrong_bytes_give_no_score_and_are_overwritten() {
    let cluster = Cluster::start().await;
    let [one, two] = ["n1", "n2"].map(|name| cluster.node(name));
    let duel = room("duel");
    for bytes in [&b""[..], b"\xff\xff\xff\xff\xff", b"{\"scores\": []}", &[1; 1000]] {
        for key in [key("duel"), "l.n2".to_string()] {
            cluster.store().put(key, bytes.to_vec().into()).await.unwrap();
        }
        assert_eq!(two.redeem(token(1), &duel).await, None, "{bytes:?}");
        assert_eq!(one.redeem(token(1), &room("lobby")).await, None, "{bytes:?}");
        keep(&one, "duel", token(2), score(2)).await;
        assert_eq!(two.redeem(token(2), &duel).await, Some(score(2)), "{bytes:?}");
    }
}

#[tokio::test]
async fn no_name_and_no_token_leaves_the_process() {
    let cluster = Cluster::start().await;
    let one = cluster.node("n1");
    let secret = *b"sixteen secrets.";
    let tokens = vec![TokenHash::of(&secret)];
    one.record(&room("tournament"), 1, vec![SeatScore { tokens, score: score(1) }]);
    let hash = TokenHash::of(&secret);
    cluster.wait_for(&key("tournament"), hash, Some(score(1))).await;
    let mut keys = pin!(cluster.store().keys().await.unwrap());
    while let Some(key) = keys.next().await {
        let key = key.unwrap();
        assert!(!key.contains("tournament"), "{key}");
        let value = cluster.store().get(&key).await.unwrap().unwrap();
        let shows = |text: &[u8]| value.windows(text.len()).any(|part| part == text);
        assert!(!shows(b"tournament") && !shows(&secret), "{value:?}");
    }
}
