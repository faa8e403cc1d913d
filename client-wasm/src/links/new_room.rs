//! What a link asks of the room that it opens: its keys, read and written.

use shared::{
    base::{
        limits::{BOTS_REQUESTED_MAX, WATCH_DELAY_MAX_MS},
        time::TickRate,
    },
    pilot::skill::RequestedLevel,
    wire::{
        message::{BotsRequest, Listing},
        round::MatchMode,
        series::BestOf,
        sides::Sides,
    },
};
use web_ui::text::figures::whole;
use words::game::AddressFault;

/// The key of a room that everybody may find, and its only value: a link without it asks for none.
const LISTED: &str = "listed";
const YES: &str = "yes";

/// What a link asks of a new room; `None` where it asks for nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewRoom {
    pub tick: Option<TickRate>,
    pub mode: Option<MatchMode>,
    pub bots: BotsRequest,
    pub sides: Option<Sides>,
    pub series: Option<BestOf>,
    /// How late watchers see the match, in s.
    pub watch_delay_s: Option<u16>,
    pub listing: Listing,
}

impl NewRoom {
    /// Takes over a pair of a link. Returns whether the key is one of its own.
    ///
    /// # Errors
    /// Why the value is not understood.
    pub fn take(&mut self, key: &str, value: &str) -> Result<bool, AddressFault> {
        match key {
            "tick" => {
                let rate = value.parse().ok().and_then(|hz| TickRate::new(hz).ok());
                self.tick = Some(rate.ok_or(AddressFault::TickRate)?);
            }
            "rounds" => self.mode = Some(value.parse::<MatchMode>().map_err(AddressFault::Rounds)?),
            "bots" => {
                let ships = value.parse().ok().filter(|ships| *ships <= BOTS_REQUESTED_MAX);
                self.bots.ships = Some(ships.ok_or(AddressFault::Bots)?);
            }
            "best-of" => {
                let series = value.parse::<BestOf>();
                self.series = Some(series.map_err(|_| AddressFault::BestOf)?);
            }
            "level" => {
                let level = value.parse::<RequestedLevel>();
                self.bots.level = Some(level.map_err(|_| AddressFault::Level)?);
            }
            "watch-delay" => {
                let delay_s = value.parse().ok();
                let delay_s = delay_s.filter(|s| u32::from(*s) * 1000 <= WATCH_DELAY_MAX_MS);
                self.watch_delay_s = Some(delay_s.ok_or(AddressFault::WatchDelay)?);
            }
            LISTED if value == YES => self.listing = Listing::Listed,
            LISTED => return Err(AddressFault::Listed),
            "sides" => self.sides = Some(value.parse::<Sides>().map_err(AddressFault::Sides)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Its pairs, in the order of a link.
    #[must_use]
    pub fn pairs(&self) -> Vec<String> {
        let Self { tick, mode, bots, sides, series, watch_delay_s, listing } = self;
        let BotsRequest { ships, level } = bots;
        let pairs = [
            ("tick=", tick.map(|rate| whole(rate.hz().into()))),
            ("rounds=", mode.map(|mode| mode.to_string())),
            ("best-of=", series.map(|best_of| best_of.to_string())),
            ("bots=", ships.map(|ships| whole(ships.into()))),
            ("level=", level.map(|level| level.to_string())),
            ("sides=", sides.map(|sides| sides.to_string())),
            ("watch-delay=", watch_delay_s.map(|s| whole(s.into()))),
            ("listed=", (*listing == Listing::Listed).then(|| YES.into())),
        ];
        let pair = |(key, value): (&str, Option<String>)| Some([key, &value?].concat());
        pairs.into_iter().filter_map(pair).collect()
    }
}
