//! The violations that the checker reports.

use shared::{base::time::Tick, sim::ship::ShipId};

/// A violation.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub(crate) enum Violation {
    #[error("the client sent key {} twice in an epoch", key.0)]
    SentTwice { key: Tick },
    #[error("ship {ship:?} executed something at key {} that its client did not send", key.0)]
    Foreign { ship: ShipId, key: Tick },
    #[error("a command of key {} was executed that was not sent, or is settled", key.0)]
    NotSent { key: Tick },
    #[error("the command of key {} was executed twice", key.0)]
    ExecutedTwice { key: Tick },
    #[error("tick {} of a room came after tick {}", tick.0, before.0)]
    TickAgain { tick: Tick, before: Tick },
    #[error("the room counts {counted} stand-ins where {least} to {most} ships had no command")]
    StandIns { counted: u64, least: u64, most: u64 },
    #[error(
        "{missing} commands came and were not executed, keys {keys:?} among them, \
         and the client was told of {told}"
    )]
    Untold { keys: Vec<Tick>, missing: u64, told: u64 },
    #[error("the client was told of {told} late commands, and there are {most} at most")]
    ToldTooMuch { told: u64, most: u64 },
    #[error("{sent} commands were sent, and of {settled} it is known what became of them")]
    Unsettled { sent: u64, settled: u64 },
    #[error("ship {ship:?} has kills and deaths {said:?}, and events tell of {facts:?}")]
    Score { ship: ShipId, said: (u16, u16), facts: (u16, u16) },
    #[error("the client was told of kills and deaths {told:?}, and its ship had {facts:?} more")]
    Facts { told: (u16, u16), facts: (u16, u16) },
    #[error("ship {ship:?} is another one in the client's snapshot of tick {}", tick.0)]
    State { ship: ShipId, tick: Tick },
    #[error("the client shows ships {shown:?} at tick {}, and the room had {had:?}", tick.0)]
    Ships { tick: Tick, shown: Vec<ShipId>, had: Vec<ShipId> },
    #[error("{mismatches} snapshots did not lead to the server's state")]
    Mismatches { mismatches: u32 },
    #[error("a token led to ship {now:?}, and its seat was that of {before:?}")]
    OtherSeat { before: ShipId, now: ShipId },
    #[error("the server closed the connection with {code}, for no fault of its client's")]
    Closed { code: u16 },
    #[error("{failed} rooms ended by an error, and {injected} of them by one that was injected")]
    RoomFailed { failed: u64, injected: u64 },
    #[error("a message could not be read: {error}")]
    Unreadable { error: String },
    #[error("players {players:?} are not back {after_s} s after all faults were healed")]
    NotBack { players: Vec<usize>, after_s: u64 },
    #[error("no second without contacts, hits or newcomers within {after_s} s")]
    NoQuiet { after_s: u64 },
    #[error("player {player} predicted wrongly {n} times in a second without faults")]
    Mispredicted { player: usize, n: u32 },
    #[error("players {players:?} sit in one seat, {ship:?}")]
    OneSeat { players: [usize; 2], ship: ShipId },
    #[error("players {players:?} do not see the same: {seen:?}")]
    SeenOtherwise { players: [usize; 2], seen: [String; 2] },
}
