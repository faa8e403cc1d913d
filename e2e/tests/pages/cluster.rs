//! Three players with one link at two servers of a cluster, behind HAProxy: their server is killed,
//! comes back, and a fourth player finds them.
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Proxy, ProxyKind, ProxyOptions, Scheme, Server, Stop, shoot_down, until};
use integration_tests::nats::NatsServer;
use tokio::time::sleep;

/// Names of the servers, as `deploy/haproxy.cfg` has them.
const NODES: [&str; 2] = ["one", "two"];
/// How long a server's connection must have stood before it takes a room of a dead one; and half
/// of a beacon more.
const STANDING: Duration = Duration::from_millis(5_500);

/// Two of HAProxy's questions.
const NOTICED_WITHIN: Duration = Duration::from_secs(1);

/// Opens the link in a new page and joins.
async fn join(browser: &Browser, proxy: &Proxy, name: &str) -> Result<Page> {
    let page = browser.open(&proxy.url("/#room=den")).await?;
    page.join(Some(name)).await?;
    Ok(page)
}

/// Waits until a server takes new clients, and the proxy has noticed.
async fn until_ready(server: &Server) -> Result<()> {
    until("a server to be ready", async || {
        Ok(server.is_ready()?.then_some(()).ok_or_else(|| String::from("not yet")))
    })
    .await?;
    sleep(NOTICED_WITHIN).await;
    Ok(())
}

/// Waits until each of these pages sees the ships of all others.
async fn until_all_meet(pages: &[(&str, &Page)]) -> Result<()> {
    for (name, page) in pages {
        let others = || pages.iter().map(|(other, _)| *other).filter(|other| other != name);
        page.until("all others", |look| others().all(|other| look.remote(other).is_some()))
            .await
            .with_context(|| (*name).to_string())?;
    }
    Ok(())
}

/// The server at which this many play, by its place.
async fn server_of(servers: &[Server], n_players: u64) -> Result<usize> {
    until("one server with all players", async || {
        let mut counts = Vec::new();
        for server in servers {
            counts.push(server.metric("lagrange_players").unwrap_or_default());
        }
        let found = counts.iter().position(|n| *n == n_players);
        Ok(found.ok_or_else(|| format!("{counts:?}")))
    })
    .await
}

#[tokio::test]
async fn players_of_one_link_stay_together_when_servers_come_and_go() -> Result<()> {
    let nats = NatsServer::start();
    let url = nats.url();
    let start = |node| {
        let cluster = ["--node", node, "--cluster", &url, "--bots", "0", "--per-address", "0"];
        Server::start_behind_proxy(&cluster)
    };
    let mut servers = [start(NODES[0])?, start(NODES[1])?];
    let of = [&servers[0], &servers[1]];
    let options = ProxyOptions::SwitchedOn;
    let proxy = Proxy::start(ProxyKind::Haproxy, Scheme::Http, options, &of).await?;
    for server in &servers {
        until_ready(server).await?;
    }
    let browser = Browser::start()?;
    let ann = join(&browser, &proxy, "Ann").await?;
    let bob = join(&browser, &proxy, "Bob").await?;
    let cid = join(&browser, &proxy, "Cid").await?;
    let three = [("Ann", &ann), ("Bob", &bob), ("Cid", &cid)];
    until_all_meet(&three).await?;
    shoot_down(&ann, &bob, "Bob").await?;
    let kill = |look: &e2e::Look| (look.count("kills"), look.count("deaths")) == (1, 0);
    ann.until("her kill", kill).await?;
    // The score is written once a second, and the other server must have stood.
    sleep(STANDING).await;

    let killed = server_of(&servers, 3).await?;
    servers[killed].stop(Stop::Killed)?;
    let (dead, other) = (killed, 1 - killed);
    ensure!(server_of(&servers[other..=other], 3).await? == 0);
    until_all_meet(&three).await?;
    ann.until("her name and score", kill).await?;

    // The killed one is back: the fourth player is with the others.
    servers[dead].restart()?;
    until_ready(&servers[dead]).await?;
    let dot = join(&browser, &proxy, "Dot").await?;
    until_all_meet(&[("Ann", &ann), ("Bob", &bob), ("Cid", &cid), ("Dot", &dot)]).await?;
    ensure!(server_of(&servers[other..=other], 4).await? == 0);

    // And who reloads the page comes back to its ship.
    ann.refresh().await?;
    ann.until_flying().await?;
    ann.until("her score after a reload", kill).await?;
    until_all_meet(&[("Ann", &ann), ("Bob", &bob), ("Cid", &cid), ("Dot", &dot)]).await
}
