//! Limits the seats of a room for each address. Checked against the shares of its players whenever
//! a newcomer asks for a seat, free or held.
use shared::room::HeldSeats;
use shared::wire::close_reason::CloseReason;

use super::RunningRoom;
use crate::address::Address;
use crate::per_address::bound::{Exceeded, seats_of_network, seats_of_one};
use crate::per_address::share::Share;
use crate::socket::closing::Closing;

impl RunningRoom {
    /// Refuses an address, or a wider network it is in, that would not leave enough seats to
    /// others. The founder's networks are exempt.
    pub(super) fn check_seats(&self, share: &Share) -> Result<(), Closing> {
        let seats = self.room.config().seats;
        let exceeded = share.address().networks().find_map(|address| {
            let is_one = address == share.address();
            let max = if is_one { seats_of_one(seats) } else { seats_of_network(seats) };
            let is_limited = !self.registration.is_founder_in(address);
            let exceeds = is_limited && self.n_seats_in(address) >= max.into();
            exceeds.then_some(Exceeded::Seats { address, max, seats })
        });
        let Some(exceeded) = exceeded.filter(|_| share.is_limited()) else { return Ok(()) };
        self.registration.rooms().metrics.count_refused(exceeded);
        Err(Closing::new(CloseReason::RoomFull, exceeded.to_string()))
    }

    /// Which held seats an address may take when no other is free: any, if no one of its widest
    /// network is in the room; its own, if it has no other seat here, since a player may return
    /// without a token.
    pub(super) fn held_seats_for(&self, share: &Share) -> HeldSeats {
        let is_here = |other: &Share| other.address() == share.address();
        let own = self.held_seats.iter().find(|(_, seat)| is_here(&seat.share));
        if !share.is_limited() {
            HeldSeats::Any
        } else if self.players.values().any(|player| is_here(&player.share)) {
            HeldSeats::LongHeld
        } else if let Some((session, _)) = own {
            HeldSeats::Own(*session)
        } else if self.n_seats_in(share.address().widest()) > 0 {
            HeldSeats::LongHeld
        } else {
            HeldSeats::Any
        }
    }

    /// Seats of an address or a network, including held ones.
    fn n_seats_in(&self, network: Address) -> usize {
        let players = self.players.values().map(|player| &player.share);
        let shares = players.chain(self.held_seats.values().map(|seat| &seat.share));
        shares.filter(|share| network.contains(share.address())).count()
    }
}
