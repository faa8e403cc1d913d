//! The violations that the checker reports.

use shared::{
    base::time::Tick,
    sim::{ship::ShipId, side::Side},
    wire::round::Winner,
};

/// A violation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Violation {
    #[error("the client sent key {} twice in an epoch", key.0)]
    SentTwice { key: Tick },
    #[error("ship {ship:?} executed a command at key {} that its client did not send", key.0)]
    Foreign { ship: ShipId, key: Tick },
    #[error("a command of key {} was executed, although it was not sent or is settled", key.0)]
    NotSent { key: Tick },
    #[error("the command of key {} was executed twice", key.0)]
    ExecutedTwice { key: Tick },
    #[error("tick {} of a room followed tick {}", tick.0, before.0)]
    TickAgain { tick: Tick, before: Tick },
    #[error("the room counts {counted} stand-ins, but {least} to {most} ships had no command")]
    StandIns { counted: u64, least: u64, most: u64 },
    #[error(
        "{missing} received commands were not executed, including keys {keys:?}, but only \
         {reported} were reported to the client"
    )]
    Unreported { keys: Vec<Tick>, missing: u64, reported: u64 },
    #[error("{reported} late commands were reported to the client, more than the {most} possible")]
    OverReported { reported: u64, most: u64 },
    #[error("{sent} commands were sent, but only {settled} have a known outcome")]
    Unsettled { sent: u64, settled: u64 },
    #[error("ship {ship:?} has kills and deaths {shown_score:?}, but the events say {facts:?}")]
    Score { ship: ShipId, shown_score: (u16, u16), facts: (u16, u16) },
    #[error("the client received kills and deaths {reported:?}, but its ship had {facts:?} more")]
    Facts { reported: (u16, u16), facts: (u16, u16) },
    #[error("ship {ship:?} differs in the client's snapshot of tick {}", tick.0)]
    State { ship: ShipId, tick: Tick },
    #[error("the client shows ships {shown:?} at tick {}, but the room had {had:?}", tick.0)]
    Ships { tick: Tick, shown: Vec<ShipId>, had: Vec<ShipId> },
    #[error("{mismatches} snapshots did not match the server's state")]
    Mismatches { mismatches: u32 },
    #[error("a token resumed ship {now:?}, but its seat belonged to {before:?}")]
    OtherSeat { before: ShipId, now: ShipId },
    #[error("the server closed the connection with {code} without a fault of the client")]
    Closed { code: u16 },
    #[error("{failed} rooms ended by an error, of which only {injected} were injected")]
    RoomFailed { failed: u64, injected: u64 },
    #[error("cannot decode a message: {error}")]
    Unreadable { error: String },
    #[error("players {players:?} have not resumed {after_s} s after all faults were healed")]
    NotBack { players: Vec<usize>, after_s: u64 },
    #[error("no second without contacts, hits or newcomers within {after_s} s")]
    NoQuiet { after_s: u64 },
    #[error("player {player} mispredicted {n} times in a second without faults")]
    Mispredicted { player: usize, n: u32 },
    #[error("players {players:?} share one seat, {ship:?}")]
    OneSeat { players: [usize; 2], ship: ShipId },
    #[error("players {players:?} see different states: {seen:?}")]
    SeenOtherwise { players: [usize; 2], seen: [String; 2] },
    #[error("player {player} knows another round than the room: {rounds:?}")]
    OtherRound { player: usize, rounds: [String; 2] },
    #[error("the watcher sees {watched:?}, the players {played:?}")]
    WatchedOtherwise { watched: String, played: String },
    #[error("a round began before its time, but the players of {ships:?} had not asked for it")]
    RoundTooEarly { ships: Vec<ShipId> },
    #[error("{ship:?} fires between two rounds")]
    FiredBetweenRounds { ship: ShipId },
    #[error("ship {ship:?} has {kills} kills in the round, but the events say {facts}")]
    RoundScore { ship: ShipId, kills: u16, facts: u16 },
    #[error("side {side:?} has {kills} kills in the round, but the events say {facts}")]
    SideScore { side: Side, kills: u16, facts: u16 },
    #[error("the round was won by {winner:?}, but by the events it was {facts:?}")]
    OtherWinner { winner: Winner, facts: Winner },
    #[error("a shot of {shooter:?} hit its ally {victim:?}")]
    AllyHit { shooter: ShipId, victim: ShipId },
    #[error("the ships of the room are divided otherwise than it was opened with")]
    OtherDivision,
    #[error("newcomer {ship:?} joined the side with more players: there were {players:?}")]
    LargerSide { ship: ShipId, players: [usize; 2] },
    #[error("player {name:?} was moved from ship {before:?} to {now:?}")]
    Moved { name: String, before: ShipId, now: ShipId },
    #[error("player {player} knows other sides than the room: {sides:?}")]
    OtherSides { player: usize, sides: [String; 2] },
}
