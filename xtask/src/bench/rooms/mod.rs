//! The part `rooms`: real connections to the release server, pinned to a core of its own, with
//! `lagrange load` on the others. It fills rooms of growing size at once and bit by bit, many rooms
//! of one player and three bots, and compares the cost of a player with a server that only sends
//! and receives. A server that collapses under a load is a result, so each load gets a fresh
//! server.
//!
//! The part `static` compares the program of `cargo xtask release`, which has another allocator,
//! with this one.

mod bench_server;
mod cores;
mod measured;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use super::Readings;
use crate::{command, release, tools, tools::Profile};
use bench_server::{BenchServer, seats_max};
use cores::Cores;
use measured::{HEAD, Measured};

/// Seats of the rooms that are filled, besides the largest possible.
const SEATS: [u32; 6] = [64, 128, 192, 256, 384, 512];
/// The room size at which keyframes are counted, of which there must be none.
const STEADY_SEATS: u32 = 256;
/// How long each load is measured, in s.
const SECONDS: &str = "10";
/// Full bots in a room, which decode everything.
const FULL_BOTS: u32 = 8;
/// Bots that are compared with the bare server: four rooms.
const FLOOR_BOTS: &str = "256";
/// For filling a room bit by bit: bots per batch, and seconds between batches.
const BATCH: [&str; 2] = ["128", "9"];
/// How often the two programs are measured in turn.
const STATIC_ROUNDS: usize = 3;
/// Rooms of one player and three bots.
const SMALL_ROOMS: f64 = 256.0;

/// The server program, and the cores to use.
struct Bench<'a> {
    program: &'a Path,
    cores: Option<&'a Cores>,
}

/// Runs it; false if the server cannot be built.
pub(crate) fn run(readings: &mut Readings) -> Result<bool> {
    let Some(program) = build()? else { return Ok(false) };
    let cores = split_cores();
    let bench = Bench { program: &program, cores: cores.as_ref() };
    println!("\n{HEAD}");
    bench.fill_rooms(readings)?;
    bench.fill_small_rooms(readings)?;
    bench.compare_with_floor(readings)?;
    Ok(true)
}

/// Compares the static program with the one that is linked to glibc; false if one cannot be built.
pub(crate) fn run_static(readings: &mut Readings) -> Result<bool> {
    let Some(linked) = build()? else { return Ok(false) };
    let Some(packed) = release::build()? else { return Ok(false) };
    let cores = split_cores();
    println!("\n{HEAD}");
    let load = ["--bots", FLOOR_BOTS, "--room-size", "64", "--seconds", SECONDS];
    let (mut us_per_bot_s, mut resident_bytes) = ([0.0; 2], [0.0; 2]);
    for _ in 0..STATIC_ROUNDS {
        for (n, (what, program)) in [("glibc", &linked), ("static", &packed)].iter().enumerate() {
            let bench = Bench { program, cores: cores.as_ref() };
            let lines = bench.load(&["--seats", "64", "--bots", "0"], &load)?;
            let rooms = Measured::of(lines.last().context("a line")?);
            println!("{}", rooms.row(&format!("rooms of 64, {what}")));
            us_per_bot_s[n] += rooms.us_per_bot_s;
            resident_bytes[n] += rooms.resident_bytes;
        }
    }
    readings.insert("static/processor".into(), us_per_bot_s[1] / us_per_bot_s[0]);
    readings.insert("static/resident".into(), resident_bytes[1] / resident_bytes[0]);
    Ok(true)
}

/// Builds the server alone, so that it is the released program, without other packages' features,
/// and returns its path; `None` if it does not compile.
fn build() -> Result<Option<PathBuf>> {
    let mut cargo = command("cargo");
    cargo.args(["build", "--release", "--package=lagrange"]);
    let built = cargo.status()?.success();
    Ok(built.then_some(tools::server_path(Profile::Release)?))
}

/// The cores of the server and of the bots, printed.
fn split_cores() -> Option<Cores> {
    let cores = Cores::apart();
    match &cores {
        Some(Cores { server, .. }) => println!("the server on core {server}, bots on the others"),
        None => println!("server and bots share their cores: times are those of both"),
    }
    cores
}

impl Bench<'_> {
    /// Runs a load against a fresh server. Returns its result lines.
    fn load(&self, server_args: &[&str], load: &[&str]) -> Result<Vec<Value>> {
        BenchServer::start(self.program, self.cores, server_args)?.load(load)
    }

    /// Fills one room of `seats`, with `how` as further options of the load.
    fn room(&self, seats: u32, how: &[&str]) -> Result<Measured> {
        let sample = seats.div_ceil(FULL_BOTS).to_string();
        let seats = seats.to_string();
        let load = ["--bots", &seats, "--room-size", &seats, "--sample", &sample];
        let load = [&load, ["--seconds", SECONDS].as_slice(), how].concat();
        let lines = self.load(&["--seats", &seats, "--bots", "0"], &load)?;
        Ok(Measured::of(lines.last().context("a line")?))
    }

    /// Fills larger and larger rooms, until one does not hold, and then the largest.
    fn fill_rooms(&self, readings: &mut Readings) -> Result<()> {
        let most = seats_max(self.program)?;
        let mut insert = |key: &str, value: f64| readings.insert(format!("rooms/{key}"), value);
        let (mut short, mut is_unbroken, mut keyframes) = (0, true, 0.0_f64);
        for seats in SEATS.into_iter().filter(|seats| *seats < most) {
            let mut room = self.room(seats, &[])?;
            println!("{}", room.row(&format!("a room of {seats}")));
            if is_unbroken && room.long_ticks > 0.0 && room.kept_all_players() {
                // The machine may have been busy for a moment.
                let again = self.room(seats, &[])?;
                println!("{}", again.row("  once more"));
                room = if again.long_ticks < room.long_ticks { again } else { room };
            }
            insert(&format!("{seats}/p99_ms"), room.p99_ms);
            is_unbroken &= room.long_ticks == 0.0 && room.kept_all_players();
            short = if is_unbroken { seats } else { short };
            if seats <= STEADY_SEATS {
                keyframes = keyframes.max(room.keyframes / room.bots);
            }
            if !room.kept_all_players() {
                break;
            }
        }
        let at_once = self.room(most, &[])?;
        println!("{}", at_once.row(&format!("all {most} seats at once")));
        if is_unbroken && at_once.long_ticks == 0.0 && at_once.kept_all_players() {
            short = most;
        }
        if most <= STEADY_SEATS {
            insert(&format!("{most}/p99_ms"), at_once.p99_ms);
            keyframes = keyframes.max(at_once.keyframes / at_once.bots);
        }
        let [batch, every] = BATCH;
        let in_batches = self.room(most, &["--batch", batch, "--every", every])?;
        println!("{}", in_batches.row(&format!("  {batch} every {every} s")));
        insert("without long ticks", short.into());
        insert("keyframes", keyframes);
        insert("lost at once", missing(&at_once));
        insert("lost in batches", missing(&in_batches));
        Ok(())
    }

    /// Many rooms of one player and three bots.
    fn fill_small_rooms(&self, readings: &mut Readings) -> Result<()> {
        let bots = SMALL_ROOMS.to_string();
        let load = ["--bots", &bots, "--room-size", "1", "--sample", "64", "--seconds", SECONDS];
        // One more for the first lobby.
        let places = (SMALL_ROOMS + 1.0).to_string();
        let lines = self.load(&["--seats", "8", "--bots", "4", "--rooms", &places], &load)?;
        let rooms = Measured::of(lines.last().context("a line")?);
        println!("{}", rooms.row("rooms of 1 + 3 bots"));
        readings.insert("rooms/small".into(), rooms.bots - missing(&rooms));
        // If there were fewer rooms, extrapolates their cost to all.
        readings.insert("rooms/small core".into(), rooms.core / rooms.joined * SMALL_ROOMS);
        Ok(())
    }

    /// Compares rooms of 64 with a server that only sends and receives.
    fn compare_with_floor(&self, readings: &mut Readings) -> Result<()> {
        let load = ["--floor", "--bots", FLOOR_BOTS, "--room-size", "64", "--seconds", SECONDS];
        let lines = self.load(&["--seats", "64", "--bots", "0"], &load)?;
        let (answer, rounds) = lines.split_last().context("a line")?;
        for line in rounds {
            let what = if line["of"] == "floor" { "the floor" } else { "rooms of 64" };
            println!("{}", Measured::of(line).row(what));
        }
        println!("\nthe floor: {answer}");
        if let Some(times) = answer["game_per_floor"].as_f64() {
            readings.insert("rooms/per floor".into(), times);
        }
        Ok(())
    }
}

/// Players who were not connected at the end, whether they ever joined or not.
fn missing(room: &Measured) -> f64 {
    room.lost.max(room.bots - room.joined)
}
