//! The commands that a room runs under a policy that saves up ticks: as many as the published
//! budget allows, tick by tick.

use shared::{
    base::time::Tick,
    netcode::{choices::CommandPolicy, values::RoomNetcode},
    room::RoomConfig,
    schemes::source::movement_bank::{AfterCommands, BANK_TICKS_MAX, MovementBank},
    sim::{
        arena::Arena,
        command::{Thrust, UserCommand},
    },
};

use crate::support::guest::{Party, config_of};

/// Commands in one packet.
const PACKET: usize = 6;

/// How many of the first guest's commands ran in the newest tick, re-runs included.
fn executed(party: &Party) -> u32 {
    let seat = party.guests[0].ship.idx;
    let tick = party.room.tick();
    let records = party.room.journal().between(Tick(tick.0 - 1), tick).unwrap();
    let count = records[0].command_counts.iter().find(|(of, _)| *of == seat);
    count.map_or(1, |(_, n)| (*n).into())
}

/// Commands for the ticks after the last one sent, with thrust to the right.
fn commands(next: &mut Tick, n: u32) -> Vec<UserCommand> {
    let all = (0..n).map(|k| {
        let command = UserCommand::neutral(Tick(next.0 + k), Default::default());
        UserCommand { thrust: Thrust::Right, ..command }
    });
    let all = all.collect();
    *next = Tick(next.0 + n);
    all
}

/// Checks a policy; the number of commands that arrive in each tick is given.
#[track_caller]
fn check_budget(what: &str, commands_per_tick: &[u32]) {
    let netcode = RoomNetcode { commands: CommandPolicy::Bank, ..RoomNetcode::default() };
    let config = RoomConfig { netcode, ..config_of(2, 0, Arena::empty(), 7) };
    let mut party = Party::new(config, 1);
    let (mut bank, mut waiting) = (MovementBank::default(), 0);
    // The tick in which the ship spawns.
    party.step();
    bank.begin_tick();
    assert_eq!(bank.end_tick(), AfterCommands::Kept);
    let mut next = party.room.tick().next();
    for (n, &come) in commands_per_tick.iter().enumerate() {
        for packet in commands(&mut next, come).chunks(PACKET) {
            party.say(0, None, packet.to_vec());
        }
        party.step();
        // A command waits for its tick, so no more are due than ticks have passed.
        let due = party.room.tick().next().0.min(next.0) - (next.0 - come - waiting);
        bank.begin_tick();
        let ran = (0..due).filter(|_| bank.spend()).count() as u32;
        let rerun = u32::from(bank.end_tick() == AfterCommands::RerunLast);
        waiting = come + waiting - due;
        assert_eq!(executed(&party), ran + rerun, "{what}, tick {n}");
    }
}

#[test]
fn a_room_runs_as_many_commands_as_the_published_budget_allows() {
    let after = |n: usize, last: &[u32]| [vec![0; n], last.to_vec()].concat();
    check_budget("one a tick", &[1; 40]);
    check_budget("a full bank and one command", &after(BANK_TICKS_MAX as usize - 1, &[1, 0, 1, 1]));
    check_budget("a burst as large as the bank", &after(23, &[24, 1, 1, 1]));
    check_budget("a burst that is partly ahead", &after(23, &[30, 0, 0, 0, 0, 0, 1]));
    check_budget("nothing for a long time", &after(40, &[]));
    check_budget("in pairs", &[0, 2].repeat(30));
}
