//! Thousands of players who come and go. After the last has left, the server holds nothing of
//! theirs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use server::config::{Config, Observer};
use shared::base::rng::Rng;
use shared::room::Room;
use shared::wire::message::ServerMessage;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Message;

use crate::support::line::AT_ONCE;
use crate::support::pipes::{Net, connect, metric, with_server};
use crate::support::{hello, leave};

/// Addresses that players come from, and visits of each.
const ADDRESSES: usize = 50;
const VISITS: usize = 100;
/// Longer than seats are held and rooms linger.
const ALL_EXPIRED_AFTER: Duration = Duration::from_secs(120);

/// One visit, which ends with a goodbye, with a lost connection, before the welcome, or before the
/// hello.
async fn visit(net: &Net, n: usize) -> usize {
    let mut rng = Rng::new(n as u64, 0);
    let mut n_seated = 0;
    for time in 0..VISITS {
        let mut socket = connect(net, n, AT_ONCE, 1).await;
        let manner = rng.below(8);
        if manner > 0 {
            let room = ["", "duel", "lab"][rng.below(3) as usize];
            socket.send(Message::Binary(hello(&format!("{n} {time}"), room).into())).await.unwrap();
        }
        if manner > 1 {
            while let Some(Ok(Message::Binary(message))) = socket.next().await {
                if matches!(ServerMessage::decode(&message), Ok(ServerMessage::Snapshot(_))) {
                    n_seated += 1;
                    break;
                }
            }
        }
        if manner > 3 {
            leave(&mut socket).await;
        }
        drop(socket);
        sleep(Duration::from_millis(u64::from(rng.below(400)))).await;
    }
    n_seated
}

#[tokio::test(start_paused = true)]
async fn five_thousand_visits_leave_nothing_behind() {
    let (players, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (now, ever) = (players.clone(), most.clone());
    // Taken seats, including held ones, of the room that ticked last.
    let watch = move |_: u64, room: &Room| {
        now.store(room.n_players(), Ordering::Relaxed);
        ever.fetch_max(room.n_held(), Ordering::Relaxed);
    };
    let config = Config { observer: Some(Observer(Arc::new(watch))), ..Config::default() };
    with_server(config, async |net| {
        let coming = join_all((1..=ADDRESSES).map(|n| visit(net, n)));
        let n_seated: usize = coming.await.into_iter().sum();
        assert!(n_seated > ADDRESSES * VISITS / 2, "{n_seated} were seated");
        assert!(most.load(Ordering::Relaxed) > 0, "seats were held");
        sleep(ALL_EXPIRED_AFTER).await;
        println!("{n_seated} seated, up to {} seats held", most.load(Ordering::Relaxed));
        // The request itself is one connection.
        assert_eq!(metric(net, "lagrange_connections").await, 1.0);
        assert_eq!(metric(net, "lagrange_players").await, 0.0);
        assert_eq!(metric(net, "lagrange_rooms").await, 1.0, "the lobby");
        assert_eq!(metric(net, "lagrange_room_failures_total").await, 0.0);
        assert_eq!(players.load(Ordering::Relaxed), 0, "no seat is held");
    })
    .await;
}
