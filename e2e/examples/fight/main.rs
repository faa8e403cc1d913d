//! Measures the game's page in fights: of 8 and of 64 ships, of 8 on a phone with a processor of a
//! quarter of the speed, and in a room of 256 ships and about 512 bolts, all inside the picture.
//! Prints how long each frame occupies the browser's main thread. `cargo xtask bench page` runs it.
//!
//! With the path of another `lagrange` in `LAGRANGE_BEFORE`, both are measured in turn, and each
//! figure is followed by its ratio to the other's: on a shared machine only ratios of one run say
//! anything. Both must write the attributes for tests (feature `probes`). Names of scenes as
//! arguments measure only those.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
mod frames;
mod players;
mod room;

use std::{env, path::PathBuf, time::Duration};

use anyhow::{Context, Result, ensure};
use e2e::{Browser, Page, Screen, Server};
use frames::{Frames, mean, quantile};
use serde_json::json;
use tokio::time::sleep;

/// Warm-up: all ships have appeared, and bolts of every age are in flight.
const WARM_UP: Duration = Duration::from_secs(5);
/// Minimum ships in a picture of the crowd: snapshots hold 64 at a time, of which a few are just
/// appearing. The rest of the room are dots on the chart.
const CROWD_SHIPS_MIN: f64 = 60.0;
/// Minimum bolts in a picture of the crowd. On a machine too busy for the room there are fewer.
const CROWD_BOLTS_MIN: f64 = 512.0;
/// How much slower the phone's processor is.
const PHONE_SLOWER: u32 = 4;

/// What the page is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    /// A fight against the room's bots.
    Fight { ships: u16, screen: Screen },
    /// The room of 256.
    Crowd,
}

/// The scenes, each with the prefix of its figures.
const SCENES: [(&str, Scene); 4] = [
    ("fight_8", Scene::Fight { ships: 8, screen: Screen::Desk }),
    ("fight_64", Scene::Fight { ships: 64, screen: Screen::Desk }),
    ("phone", Scene::Fight { ships: 8, screen: Screen::Phone }),
    ("crowd", Scene::Crowd),
];

/// Counts the crowd's bolts for 1 s: the tails of bolts in a crowd are lines of 22 u.
const COUNT: &str = "
    const done = arguments[0];
    const pen = CanvasRenderingContext2D.prototype;
    const [move, line] = [pen.moveTo, pen.lineTo];
    let from = [0, 0], bolts = 0;
    pen.moveTo = function (x, y) { from = [x, y]; return move.call(this, x, y); };
    pen.lineTo = function (x, y) {
        if (Math.abs(Math.hypot(x - from[0], y - from[1]) - 22) < 0.01) bolts += 1;
        return line.call(this, x, y);
    };
    const before = window.frames_ms.length;
    setTimeout(() => {
        const pictures = window.frames_ms.length - before;
        [pen.moveTo, pen.lineTo] = [move, line];
        done(bolts / pictures);
    }, 1000);";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let browser = Browser::start_to_measure()?;
    let before = env::var_os("LAGRANGE_BEFORE").map(PathBuf::from);
    let wanted: Vec<String> = env::args().skip(1).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    for (name, scene) in SCENES.into_iter().filter(|(name, _)| is_wanted(name)) {
        println!("\n{name}: {}", scene.description());
        let old = match &before {
            // The crowd's room is of this build, and may not understand the other's page.
            Some(binary) => play(&browser, scene, Some(binary.clone())).await.map_or_else(
                |error| {
                    println!("  the other build cannot play this: {error}");
                    None
                },
                Some,
            ),
            None => None,
        };
        let now = play(&browser, scene, None).await?;
        print(name, &now, old.as_ref());
    }
    Ok(())
}

impl Scene {
    fn description(self) -> String {
        match self {
            Self::Crowd => "256 ships, of which 64 are sent at a time, 1280 × 720".into(),
            Self::Fight { ships, screen: Screen::Phone } => {
                format!("{ships} ships, a phone, its processor {PHONE_SLOWER} times slower")
            }
            Self::Fight { ships, .. } => format!("{ships} ships, 1280 × 720"),
        }
    }
}

/// Plays a scene with the page of a build, or of the current one, and measures it.
async fn play(browser: &Browser, scene: Scene, build: Option<PathBuf>) -> Result<Frames> {
    let bots = match scene {
        Scene::Fight { ships, .. } => ships - 1,
        Scene::Crowd => 0,
    };
    let args = ["--bots", &bots.to_string(), "--seed", "7"];
    let server = match build {
        Some(binary) => Server::start_build(binary, &args)?,
        None => Server::start(&args)?,
    };
    let (screen, port) = match scene {
        Scene::Fight { screen, .. } => (screen, None),
        Scene::Crowd => (Screen::Desk, Some(room::serve()?)),
    };
    let page = browser.open_on(screen, "about:blank").await?;
    frames::watch(&page, port).await?;
    page.goto(&server.url("/")).await?;
    page.join(None).await?;
    if screen == Screen::Phone {
        let slower = json!({ "rate": PHONE_SLOWER });
        page.devtools("Emulation.setCPUThrottlingRate", slower).await?;
    }
    if scene != Scene::Crowd {
        for key in ['d', ' '] {
            page.hold(key).await?;
        }
    }
    sleep(WARM_UP).await;
    let frames = frames::measure(&page).await?;
    if scene == Scene::Crowd {
        check_crowd(&page).await?;
    }
    let errors = page.console_errors().await?;
    ensure!(errors.is_empty(), "the page had errors: {errors:?}");
    page.goto("about:blank").await?;
    Ok(frames)
}

/// Checks that the crowd is one.
async fn check_crowd(page: &Page) -> Result<()> {
    let bolts = page.execute_async(COUNT, Vec::new()).await?;
    let bolts = bolts.as_f64().context("a number of bolts")?;
    let ships = f64::from(page.look().await?.count("ships"));
    println!("  {ships} ships and {bolts:.0} bolts in a picture");
    if bolts < CROWD_BOLTS_MIN {
        println!("THE MACHINE WAS TOO BUSY: these figures are for fewer bolts than intended");
    }
    ensure!(ships >= CROWD_SHIPS_MIN, "{ships} ships are no crowd");
    Ok(())
}

/// Prints the figures, each with its ratio to another build's.
fn print(name: &str, now: &Frames, old: Option<&Frames>) {
    let line = |key: &str, of: &dyn Fn(&Frames) -> f64| {
        let ratio = old.map(|old| format!("  × {:.2} of before", of(now) / of(old)));
        println!("  figure page/{name}_{key} {:.3}{}", of(now), ratio.unwrap_or_default());
    };
    println!("  frames a second");
    line("per_s", &|frames| frames.per_s);
    println!("  main thread, ms of CPU a frame, and of that the page's own code");
    line("thread_mean", &|frames| frames.thread_mean_ms);
    line("script_mean", &|frames| frames.script_mean_ms);
    println!("  main thread, ms on the wall from the callback of a frame until it is painted");
    line("wall_mean", &|frames| mean(&frames.wall_ms));
    for (key, share) in [("wall_p50", 0.5), ("wall_p95", 0.95), ("wall_max", 1.0)] {
        line(key, &|frames| quantile(&frames.wall_ms, share));
    }
    println!("  of that a snapshot from its arrival until it is kept, ms on the wall");
    line("snapshot_mean", &|frames| mean(&frames.snapshots_ms));
    line("snapshot_p95", &|frames| quantile(&frames.snapshots_ms, 0.95));
}
