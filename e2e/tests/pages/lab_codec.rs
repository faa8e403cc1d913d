//! The snapshot codec, chosen on the laboratory's page: the match restarts with more bytes, the
//! address and the shared link name the codec, and a reload keeps it.
use anyhow::{Context, Result, ensure};
use e2e::{Browser, DOWN, Page, Server};
use fantoccini::Locator;
use lab::{link::MomentLink, run_playback::RunPlayback, scenario::Scenario, setup::Setup};
use serde_json::Value;
use shared::wire::codec::CodecId;

/// The free match with a codec, at its beginning.
fn begun(codec: CodecId) -> Result<RunPlayback> {
    Ok(RunPlayback::new(Setup { codec, ..Scenario::Free.setup() })?)
}

/// The page's text on the snapshots of a match's first player.
fn text_of(playback: &RunPlayback) -> Result<String> {
    let graph = playback.state().columns()[0].harness().client(0).net_graph();
    let tenths = graph.snapshot_tenths().context("snapshots came")?;
    Ok(format!("{}.{} B, {} B/s", tenths / 10, tenths % 10, graph.incoming.bytes_per_s))
}

/// The bytes per snapshot in that text.
fn bytes(shown_text: &str) -> Result<f32> {
    let (bytes, _) = shown_text.split_once(" B, ").with_context(|| shown_text.to_string())?;
    Ok(bytes.parse()?)
}

/// Checks that the page is at the beginning of the match with a codec and shows the size of its
/// snapshots.
async fn check_begun(page: &Page, codec: CodecId) -> Result<()> {
    let playback = begun(codec)?;
    let stand = page.until_paused_at(0).await?;
    assert_eq!(format!("{:016x}", playback.state().state_hash()), stand.hash, "{codec:?}");
    page.until_contains("#codec-figure", &[&text_of(&playback)?]).await?;
    let index = "return document.querySelector('#codec').selectedIndex;";
    let index = page.execute(index, Vec::new()).await?;
    assert_eq!(index, Value::from(codec as usize), "the list shows {codec:?}");
    Ok(())
}

#[tokio::test]
async fn choosing_a_codec_restarts_the_match_in_its_bytes() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#scenario=free&at=40")).await?;
    page.until_paused_at(40).await?;
    page.press('l').await?;
    page.until_contains("#network", &["snapshots contain"]).await?;
    for codec in &CodecId::ALL[1..] {
        page.find(Locator::Id("codec")).await?.send_keys(&DOWN.to_string()).await?;
        check_begun(&page, *codec).await?;
        let fragment = format!("#v=3&scenario=free&codec={}&at=0", codec.key());
        let address = page.current_url().await?;
        ensure!(address.as_str().ends_with(&fragment), "{address} says {fragment}");
    }
    let most = page.text("#codec-figure").await?.context("it is seen")?;
    let best = text_of(&begun(CodecId::Replay)?)?;
    ensure!(bytes(&most)? > 3.0 * bytes(&best)?, "snapshots grow: {best}; {most}");
    page.open_fragment("scenario=free").await?;
    page.pause().await?;
    page.ask("restart").await?;
    page.until_contains("#codec-figure", &[&best]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn reloading_and_sharing_keep_the_codec() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab#scenario=figure-2&at=40")).await?;
    page.until_paused_at(40).await?;
    page.press('l').await?;
    page.until_contains("#codec-figure", &[" B, "]).await?;
    page.find(Locator::Id("codec")).await?.send_keys(&DOWN.to_string()).await?;
    page.until_paused_at(0).await?;

    page.refresh().await?;
    page.until("the laboratory", |look| look.count("frame") > 60).await?;
    let stand = page.pause().await?;
    let address = page.shared_link().await?;
    let (_, fragment) = address.split_once('#').context("a link has a fragment")?;
    ensure!(fragment.starts_with("v=3&scenario=figure-2&codec=fields&at="), "{fragment}");
    let opened = MomentLink::parse(fragment)?.open()?;
    let hash = format!("{:016x}", opened.playback.state().state_hash());
    assert_eq!((opened.playback.frame(), hash), (stand.frame, stand.hash), "{fragment}");
    assert_eq!(opened.playback.run().setup.codec, CodecId::Fields);

    page.open_fragment("scenario=free&codec=zip").await?;
    let words = "The link contains `codec=zip`: unknown codec.";
    page.until_contains("#refusal-text", &[words]).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
