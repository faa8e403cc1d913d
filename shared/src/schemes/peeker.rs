//! *Peeker's advantage*: computes from two players' links how much earlier a player who comes round
//! a corner (the peeker) sees the player standing there (the holder) than the holder sees the
//! peeker. The sum in Riot's article on its shooter has the same terms. Used by `lagrange judge`;
//! the laboratory compares the sum with what its screens show.
//!
//! The peeker's own ship is drawn ahead of the server by its lead; the holder draws it behind the
//! server by its lag. So the peeker rounds the corner on its own screen earlier than on the
//! holder's, by the sum of both. The holder does not move, so it is at the same place on every
//! screen.

use crate::base::time::Micros;

/// How far a player's own ship is drawn ahead of the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lead {
    /// The uplink latency.
    pub up: Micros,
    /// How early its commands arrive.
    pub margin: Micros,
    /// How long commands wait to be sent.
    pub wait: Micros,
}

impl Lead {
    /// The total: own line less server line.
    #[must_use]
    pub fn total(self) -> Micros {
        self.up + self.margin + self.wait
    }
}

/// How a player draws remote ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HolderView {
    /// From snapshots, `down` after they were made and at least `delay` behind: the interpolation
    /// delay, or the wait for the next snapshot.
    Behind { down: Micros, delay: Micros },
    /// A fixed time behind the own ship, which is drawn with this lead.
    Delayed { d: Micros, lead: Lead },
}

impl HolderView {
    /// How far remote ships are drawn behind the server: server line less view line.
    #[must_use]
    pub fn lag(self) -> Micros {
        match self {
            Self::Behind { down, delay } => down + delay,
            Self::Delayed { d, lead } => d - lead.total(),
        }
    }
}

/// How much earlier the peeker sees the holder than the holder sees the peeker.
#[must_use]
pub fn advantage(peeker: Lead, holder: HolderView) -> Micros {
    peeker.total() + holder.lag()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advantage_is_the_lead_plus_the_lag() {
        let ms = Micros::from_ms;
        let lead = |up| Lead { up: ms(up), margin: ms(12), wait: Micros::ZERO };
        let behind = |down| HolderView::Behind { down: ms(down), delay: ms(100) };
        assert_eq!(advantage(lead(20), behind(100)).as_ms(), 232);
        assert_eq!(advantage(lead(100), behind(20)).as_ms(), 232, "the other way round too");
        let delayed = HolderView::Delayed { d: ms(350), lead: lead(50) };
        assert_eq!(advantage(lead(50), delayed).as_ms(), 350, "equal links: just D");
    }
}
