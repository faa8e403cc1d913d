//! Files on the laboratory's page: a run opens where it was saved, a capture of an online match
//! plays, and damaged or foreign files are refused with a reason while the page goes on.
use anyhow::{Result, ensure};
use capture::{
    Capture, RecordedClient,
    capture_file::CaptureFile,
    capture_playback::{CapturePlayback, PlayMode},
};
use e2e::{Browser, ESCAPE, Page, Server};
use lab::{
    file::{File, RunFile},
    run::Input,
    run_playback::RunPlayback,
    scenario::Scenario,
};
use shared::{
    base::{
        geometry::Turn,
        time::{MICROS_PER_S, Micros, TickRate},
    },
    client::{ClientConfig, Controls},
    netcode::{
        rates::RateBounds,
        values::{PlayerNetcode, RoomNetcode, SnapshotDelivery},
    },
    room::{Difficulty, Output, Room, RoomConfig, RoomKind, SessionId},
    sim::{
        arena::Arena,
        command::{Thrust, Trigger},
    },
    wire::message::ClientMessage,
};
use words::Language;

/// Frames of the captured match.
const CAPTURED_FRAMES: u32 = 300;
/// The captured page's clock at the start.
const BEGUN: Micros = Micros(5_000_000);

fn held(n: u32) -> Controls {
    Controls {
        thrust: Thrust::ALL[(n / 20 % 9) as usize],
        aim: Turn((n * 700) as u16),
        trigger: Trigger::from_pressed((n % 40 < 20, false)),
    }
}

/// A flight of 2 s, saved at its middle.
fn run_file() -> Result<(Vec<u8>, u32, String)> {
    let mut playback = RunPlayback::new(Scenario::Free.setup())?;
    for n in 0..120 {
        playback.handle_input(Input::Fly { player: 0, controls: held(n) })?;
        playback.step()?;
    }
    playback.seek(60, u32::MAX);
    let hash = format!("{:016x}", playback.state().state_hash());
    Ok((File::Run(RunFile::of(&playback, None)).encode()?, playback.frame(), hash))
}

/// What one player of an online match received over a perfect link, in a room with bots.
fn capture() -> Result<Capture> {
    let mut room = Room::new(room_config(), BEGUN)?;
    let netcode = PlayerNetcode::default();
    let config = ClientConfig {
        name: "ada".into(),
        room: "den".into(),
        netcode,
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    };
    let mut client = RecordedClient::new(config, BEGUN);
    let mut session: Option<SessionId> = None;
    for n in 0..CAPTURED_FRAMES {
        let now = BEGUN + Micros(MICROS_PER_S / 60 * i64::from(n));
        while let Some(message) = client.poll_transmit() {
            match (session, ClientMessage::decode(&message)) {
                (None, Ok(ClientMessage::Hello(hello))) => {
                    session = room.handle_join(now, &hello).ok();
                }
                (Some(session), _) => room.handle_message(now, session, &message),
                (None, _) => {}
            }
        }
        room.handle_time(now);
        while let Some(output) = room.poll_output() {
            if let Output::Snapshot { session, tick, .. } = output {
                room.handle_written(session, tick);
            }
            if let Output::Reliable { message, .. } | Output::Snapshot { message, .. } = output {
                client.handle_message(now, &message)?;
            }
        }
        client.handle_frame(now, held(n));
    }
    ensure!(session.is_some() && client.own_ship().is_some(), "it played");
    Ok(client.capture())
}

fn room_config() -> RoomConfig {
    RoomConfig {
        name: "den".into(),
        seats: 6,
        bots: 4,
        difficulty: Difficulty::Full,
        rounds: None,
        series: None,
        watch_delay_ms: 0,
        sides: None,
        rate: TickRate::DEFAULT,
        arena: Arena::strewn(4),
        netcode: RoomNetcode::default(),
        kind: RoomKind::Private,
        rate_bounds: RateBounds::default(),
        seed: 9,
    }
}

/// Checks that bytes are refused for the same reason as natively.
async fn check_refused(page: &Page, name: &str, bytes: &[u8], words: &str) -> Result<()> {
    let Err(error) = File::decode(bytes) else { anyhow::bail!("{name} is sound") };
    let error = error.to_string();
    ensure!(error.contains(words), "{name}: {error}");
    page.drop_file(name, bytes).await?;
    page.until_contains("#refusal-text", &["The file could not be opened", &error]).await?;
    page.press(ESCAPE).await?;
    page.until_hidden("#refusal").await
}

/// A valid file with one bit flipped in its middle.
fn damaged(sound: &[u8]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    bytes[sound.len() / 2] ^= 1;
    bytes
}

#[tokio::test]
async fn a_run_opens_where_it_was_saved_and_a_damaged_one_is_refused() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.until("the laboratory", |look| look.state() == "playing").await?;
    let (bytes, frame, hash) = run_file()?;
    page.drop_file("run.lagrange", &bytes).await?;
    let stand = page.until_paused_at(frame).await?;
    assert_eq!(stand.hash, hash);
    page.until_contains("#caption-title", &[Language::English.scenario(Scenario::Free).title])
        .await?;

    let newer = [&bytes[..5], &[bytes[5] + 1], &bytes[6..]].concat();
    let rows = [
        ("flipped.lagrange", damaged(&bytes), "damaged"),
        ("cut.lagrange", bytes[..bytes.len() - 9].to_vec(), "damaged"),
        // The checksum is verified before the version.
        ("newer.lagrange", newer, "damaged"),
        ("picture.png", b"\x89PNG\r\n\x1a\n".to_vec(), "not a Lagrange file"),
        ("nothing", Vec::new(), "not a Lagrange file"),
    ];
    for (name, bytes, words) in rows {
        check_refused(&page, name, &bytes, words).await?;
        assert_eq!(page.until_paused().await?, stand, "{name} changes nothing");
    }
    page.press('k').await?;
    page.until("the run to continue", |look| look.count("frame") > frame).await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}

#[tokio::test]
async fn a_capture_of_an_online_match_plays() -> Result<()> {
    let server = Server::start(&["--bots", "0"])?;
    let browser = Browser::start()?;
    let page = browser.open(&server.url("/lab")).await?;
    page.until("the laboratory", |look| look.state() == "playing").await?;
    let capture = capture()?;
    let bytes = CaptureFile { capture: capture.clone(), moment: None }.encode()?;
    check_refused(&page, "flipped.lagrange", &damaged(&bytes), "damaged").await?;
    page.until("the run to continue", |look| look.state() == "playing").await?;

    page.drop_file("match.lagrange", &bytes).await?;
    let plays = |look: &e2e::Look| look.state() == "capture-playing" && look.count("frame") > 60;
    page.until("the capture to play", plays).await?;
    page.until_contains("#caption-title", &["capture from the room “den”"]).await?;
    // Controls that would change it are hidden, and the previous address is gone.
    page.until_seen("#capture-end", 1).await?;
    page.until_seen("#scenario, #take-button, #swap-button, [data-act=schemes]", 0).await?;
    ensure!(!page.shows_fragment().await?, "the address names no run");
    let stand = page.pause().await?;
    let mut playback = CapturePlayback::new(capture, PlayMode::ToJudge)?;
    for (key, frame) in [('k', stand.frame), (',', stand.frame - 1), ('.', stand.frame)] {
        if key != 'k' {
            page.press(key).await?;
        }
        let stand = page.until_paused_at(frame).await?;
        playback.seek(frame, u32::MAX);
        assert_eq!(format!("{:016x}", playback.client().state_hash()), stand.hash, "frame {frame}");
    }

    page.press('v').await?;
    page.until_shown(&["A capture does not contain what the server stored."]).await?;

    // A link leads back to the laboratory's own matches.
    page.open_fragment("scenario=figure-1").await?;
    page.until("a match", |look| look.state() == "playing").await?;
    assert_eq!(page.console_errors().await?, Vec::<String>::new());
    Ok(())
}
