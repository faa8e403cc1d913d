//! Labels of a figure's controls and panes, the same for every match.

use alloc::{format, string::String, vec, vec::Vec};

use lab::{
    scenario::Scenario,
    setup::{COLUMN_LETTERS, FRAMES},
};
use shared::{
    base::time::Micros,
    netcode::{choices::OwnShip, preset::Preset, values::Netcode},
};

use crate::{
    figures::whole_ms,
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// Labels of a figure.
    FigureTexts of
    /// A label of a figure.
    pub enum FigureText {
        /// The buttons that run and stop time.
        Play,
        Pause,
        /// The time slider.
        Moment,
        /// The mark on it, at the decisive moment.
        Cue,
        /// The buttons that select the column shown.
        ColumnA,
        ColumnB,
        /// Scheme lists: for a single column, for the first and for the second.
        Scheme,
        SchemeOfA,
        SchemeOfB,
        /// Pane titles, by whose truth the pane shows.
        You,
        Server,
        Other,
        /// Shown when these settings produce no outcome.
        NothingCame,
        /// Buttons that are held to fly your ship.
        Thrust,
        Turn,
        Fire,
        /// The button of a gun that aims by itself: before, while it aims, and after the shot.
        TakeShot,
        FireNow,
        ShootAgain,
        /// Shown beside the buttons before the first press.
        HoldHint,
        /// Shown while the gun aims.
        FireHint,
        /// What the marks of a plot are.
        TooLate,
        InTime,
        Lost,
        /// The button that ends a flight.
        EndFlight,
        /// Before the time that your ship took to answer a press.
        YourAnswer,
    }
}

impl Language {
    /// Label of a part of a figure.
    #[must_use]
    pub const fn figure(self, text: FigureText) -> &'static str {
        in_language!(self, &figure::TEXTS).of(text)
    }

    /// Names of a scenario's columns, where those of their settings say too little.
    #[must_use]
    pub const fn figure_columns(self, scenario: Scenario) -> Option<[&'static str; 2]> {
        match scenario {
            Scenario::Bump => Some(*in_language!(self, &figure::CORRECTIONS)),
            Scenario::FavourDefender => Some(*in_language!(self, &figure::COVER_RULES)),
            _ => None,
        }
    }

    /// Name of a preset in a list of all presets.
    #[must_use]
    pub const fn preset(self, preset: Preset) -> &'static str {
        in_language!(self, &figure::PRESETS).of(preset)
    }

    /// How long your ship took to answer the newest press, in each column; `None` where it has not
    /// yet. Empty before the first press.
    #[must_use]
    pub fn flight_answer(self, answers: &[Option<Micros>]) -> String {
        let time = |after: &Option<Micros>| match after {
            Some(after) => format!("{} ms", whole_ms(*after)),
            None => "…".into(),
        };
        let times: Vec<String> = match answers {
            [] => return self.figure(FigureText::HoldHint).into(),
            [one] => vec![time(one)],
            all => {
                let of_column = |(n, one)| format!("{} {}", COLUMN_LETTERS[n], time(one));
                all.iter().enumerate().map(of_column).collect()
            }
        };
        format!("{} {}", self.figure(FigureText::YourAnswer), times.join(", "))
    }

    /// What makes the answers of a flown ship vary, under the netcodes of its columns.
    #[must_use]
    pub fn flight_spread(self, columns: &[Netcode]) -> String {
        let waits = columns.iter().find(|netcode| netcode.player.own_ship == OwnShip::Wait);
        let snapshots_hz = waits.map(|netcode| u32::from(netcode.player.update_rate_hz));
        in_language!(self, figure::flight_spread(snapshots_hz))
    }
}

/// The longest wait of an answer beyond the round trip, for a tick, a snapshot, a picture, in ms.
pub(crate) fn waits_ms(snapshots_hz: u32) -> u32 {
    let (ticks_hz, snapshots_hz) = (u32::from(FRAMES.hz()), snapshots_hz.max(1));
    (2000 * snapshots_hz + 1000 * ticks_hz).div_ceil(ticks_hz * snapshots_hz)
}
