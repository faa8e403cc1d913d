//! A round between a hand at a screen and one bot of a level, in a room of the server's kind.

use lab::harness::Harness;
use shared::{
    base::time::{Tick, TickRate},
    client::Controls,
    netcode::values::PlayerNetcode,
    pilot::skill::BotLevelNumber,
    room::{Difficulty, RoomConfig, RoomKind},
    sim::arena::Arena,
    wire::{
        conditions::{Conditions, LinkConditions},
        round::{RoundLimits, Score},
    },
};

use crate::support::{
    guest::config_of,
    hand::{GOOD, Hand, Practice, SLOW},
};

/// The hands, by name; `None` does nothing.
pub(crate) const HANDS: [(&str, Option<Practice>); 3] =
    [("slow", Some(SLOW)), ("good", Some(GOOD)), ("idle", None)];

/// Plays a round; returns the kills of the hand and of the bot.
pub(crate) fn round_against(
    practice: Option<Practice>,
    level: BotLevelNumber,
    seed: u64,
) -> [u16; 2] {
    let config = RoomConfig {
        difficulty: Difficulty::Level(level),
        kind: RoomKind::Public,
        rounds: Some(RoundLimits::default()),
        sides: None,
        ..config_of(8, 2, Arena::for_seats(8, seed), seed)
    };
    let arena = config.arena.clone();
    let mut harness = Harness::new(config).unwrap();
    let link = Conditions::both(LinkConditions::delay(15));
    harness.add_player(PlayerNetcode::default(), link);
    let mut hand = practice.map(|practice| Hand::new(practice, seed));
    let rate = TickRate::DEFAULT;
    for tick in 1.. {
        harness.run_until(rate.micros_at(Tick(tick)), &mut |_, _, client| {
            hand.as_mut().map_or_else(Controls::default, |hand| hand.play(client, &arena))
        });
        let round = harness.room().round().unwrap();
        if round.phase.is_over() {
            break;
        }
    }
    let own = harness.client(0).own_id();
    let mut kills = [0; 2];
    for ship in harness.room().world().ships() {
        let score = harness.room().round().unwrap().score(ship.id, Score::of(ship));
        kills[usize::from(Some(ship.id) != own)] = score.kills;
    }
    kills
}
