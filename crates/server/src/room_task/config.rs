//! What a room is like: from the server's settings and what its founder asked for, when it is
//! opened.

use shared::{
    base::rng::mix_all,
    netcode::values::RoomNetcode,
    room::{Difficulty, RoomConfig, RoomKind},
    sim::arena::Arena,
    wire::{message::RoomRequest, round::MatchMode},
};

use crate::config::Config;
use crate::rooms::RoomKey;

/// The configuration of a room that is opened, by this request of its founder.
pub(super) fn room_config(
    config: &Config,
    key: &RoomKey,
    room_request: Option<RoomRequest>,
) -> RoomConfig {
    let name = key.to_string();
    let words: Vec<u64> = name.bytes().map(u64::from).collect();
    let seed = mix_all(&[config.seed, mix_all(&words)]);
    let RoomRequest { rate, netcode, mode, bots, watch_delay_ms, sides, series, listing: _ } =
        room_request.unwrap_or_default();
    let has_default_rules = netcode == RoomNetcode::default();
    let default_mode = match key.kind() {
        RoomKind::Public | RoomKind::Private => config.mode,
        RoomKind::Experimental | RoomKind::Simulated => MatchMode::Endless,
    };
    let default_difficulty = match config.difficulty {
        Difficulty::Adaptive if !has_default_rules => Difficulty::Full,
        difficulty => difficulty,
    };
    RoomConfig {
        name,
        seats: config.seats,
        bots: bots.ships.unwrap_or(config.bots).min(config.seats),
        difficulty: bots.level.map_or(default_difficulty, Difficulty::from),
        rounds: mode.unwrap_or(default_mode).limits(),
        watch_delay_ms: watch_delay(config, key, watch_delay_ms),
        // A request for sides reaches private rooms only.
        sides,
        series,
        rate: rate.unwrap_or(config.rate),
        arena: Arena::for_seats(config.seats, seed),
        netcode,
        kind: key.kind(),
        rate_bounds: config.rate_bounds,
        seed,
    }
}

/// How late watchers see a room's match, in ms: at once in a private one, unless its founder asked
/// for something else.
fn watch_delay(config: &Config, key: &RoomKey, asked: Option<u16>) -> u32 {
    match key.kind() {
        RoomKind::Public => config.watch_delay_ms,
        RoomKind::Private | RoomKind::Experimental | RoomKind::Simulated => {
            asked.map_or(0, u32::from)
        }
    }
}
