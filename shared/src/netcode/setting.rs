//! The table of all netcode settings, used by panels, links and checks.
//!
//! A setting's index in the table is its number in messages, links and files, so new ones are
//! appended.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use super::values::{Netcode, PlayerNetcode, RoomNetcode, Subscription};
use crate::base::{
    geometry::POS_STEPS_PER_U,
    limits::{
        COMMAND_MARGIN_MAX_MS, DELAY_MAX_MS, MINIMUM_LAG_MAX_MS, PING_CAP_MAX_MS,
        REWIND_BOUND_MAX_MS,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The room: one value for all of its players.
    Room,
    /// Each player separately.
    Player,
}

/// Unit of a setting's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Ms,
    Hz,
    /// A plain number.
    Count,
    /// Steps of the position grid, 1/256 u.
    GridSteps,
    /// Kilobytes (1000 bytes) per second.
    KiloBytesPerS,
    /// The number of a variant, with the key in links and the display name of each.
    Choice(&'static [(&'static str, &'static str)]),
}

/// A setting's value as written in JSON documents.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum DocumentValue {
    /// In the unit given by the field's name.
    Number(f64),
    /// The key of a variant.
    Key(&'static str),
}

/// Metadata of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Used in links and errors.
    pub key: &'static str,
    /// The display name.
    pub title: &'static str,
    pub owner: Owner,
    pub unit: Unit,
    pub min: u32,
    pub max: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{setting} is {given}; it must be {min} to {max}")]
pub struct NetcodeError {
    /// Key of the setting.
    pub setting: &'static str,
    pub given: u32,
    /// Smallest allowed value.
    pub min: u32,
    /// Largest allowed value.
    pub max: u32,
}

macro_rules! unit {
    (choice $of:ident) => {
        Unit::Choice(super::choices::$of::NAMES)
    };
    ($unit:ident) => {
        Unit::$unit
    };
}

macro_rules! range {
    (choice $of:ident) => {
        (0, super::choices::$of::NAMES.len() as u32 - 1)
    };
    ($unit:ident $min:literal $max:expr) => {
        ($min, $max)
    };
}

macro_rules! read {
    ($field:expr, choice $of:ident) => {
        $field.number()
    };
    ($field:expr, $unit:ident) => {
        u32::from($field)
    };
}

macro_rules! write {
    ($field:expr, $value:expr, choice $of:ident) => {
        if let Some(chosen) = super::choices::$of::from_number($value) {
            $field = chosen;
        }
    };
    ($field:expr, $value:expr, $unit:ident) => {
        // Within the setting's range, so it fits the type.
        $field = $value as _
    };
}

macro_rules! settings {
    ($($name:ident $owner:ident $part:ident . $field:ident $key:literal
        [$($unit:tt)+] $(($min:literal $max:expr))? $title:literal $hint:literal;)*) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Setting { $(#[doc = $title] $name,)* }

        impl Setting {
            /// Every setting, in panel order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            const HINTS: &[&str] = &[$($hint,)*];
        }

        /// Indexed by variant. A table, because code that builds the specs takes twice the bytes; a
        /// static, because every linked crate gets its own copy of a constant.
        static SPECS: [Spec; Setting::ALL.len()] = [$({
            let (min, max) = range!($($unit)+ $($min $max)?);
            Spec {
                key: $key,
                title: $title,
                owner: Owner::$owner,
                unit: unit!($($unit)+),
                min,
                max,
            }
        },)*];

        impl Netcode {
            /// The value of a setting; for an enum, the variant's number.
            #[must_use]
            pub fn get(&self, setting: Setting) -> u32 {
                match setting {
                    $(Setting::$name => read!(self.$part.$field, $($unit)+),)*
                }
            }

            /// Sets a setting without checking its range.
            pub(super) fn put(&mut self, setting: Setting, value: u32) {
                match setting {
                    $(Setting::$name => { write!(self.$part.$field, value, $($unit)+); })*
                }
            }
        }
    };
}

settings! {
    HitRule Room room.hit_rule "hit" [choice HitRule] "hit rule"
        "Watch the violet outline: that is where your shot is judged.";
    CoverVeto Room room.cover_veto "veto" [choice CoverVeto] "cover veto"
        "Beam somebody who has just reached cover: with the veto, cover counts at once.";
    BoltPath Room room.bolt_path "path" [choice BoltPath] "bolt as judged"
        "Watch where bolts from players with a high ping start to hurt.";
    PathGain Room room.path_k "path-k" [Count] (1 99) "gain k as judged"
        "Higher: bolts that converge as written stay further behind their target point.";
    RewindBound Room room.rewind_bound_ms "bound" [Ms] (0 REWIND_BOUND_MAX_MS) "rewind limit"
        "Higher: more of what a laggy shooter saw counts, and you get hit behind cover for longer.";
    Delay Room room.delay_ms "d" [Ms] (0 DELAY_MAX_MS) "delay D"
        "How far in the past the others are drawn, and how long a hit stays tentative.";
    ClaimTolerance Room room.claim_tolerance "tolerance" [GridSteps] (0 4096) "claim tolerance"
        "How far a claimed hit may be from where the server had the ship.";
    Ramming Room room.ramming "ram" [choice Ramming] "ramming"
        "Ram somebody: who gets knocked back?";
    Commands Room room.commands "commands" [choice CommandPolicy] "late commands"
        "Add more jitter than your margin covers, and watch who pays: you, or whoever aims at you.";
    OwnShip Player player.own_ship "own" [choice OwnShip] "own ship"
        "Tap a key: does your ship respond at once, or one ping later?";
    Push Player player.push_ms "push" [Ms] (0 999) "push latency"
        "How much of your ping is predicted, from none to all of it.";
    Correction Player player.correction "correct" [choice CorrectionMode] "correction"
        "Ram somebody, and watch your own ship slide or jump.";
    CorrectionTime Player player.correction_ms "correct-ms" [Ms] (0 1000) "correction time"
        "Longer: corrections are smoother, but your ship is wrong for longer.";
    Remote Player player.remote "remote" [choice RemoteView] "other ships"
        "Show the ghosts: how far is each ship from where the server has it?";
    Curve Player player.curve "curve" [choice Curve] "curve"
        "Watch ships that stop: curves overshoot.";
    Interpolation Player player.interpolation_ms "interp" [Ms] (0 1000) "interpolation delay"
        "Shorter: closer to now, but jerky as soon as a snapshot is missing.";
    InterpolationRatio Player player.interp_ratio "interp-ratio" [Count] (0 4) "snapshots of delay"
        "The delay is at least this many snapshots, so that losing one does not show.";
    Extrapolation Player player.extrapolation_ms "extrap" [Ms] (0 1000) "extrapolation limit"
        "How long a ship flies on when no news of it arrives.";
    ChaseGain Player player.chase_k "chase-k" [Count] (0 99) "chase gain k"
        "0 chases by time and gets there; 1 or more chase as written, k frames behind.";
    Bolts Player player.bolts "bolts" [choice BoltView] "bolts as drawn"
        "Watch a laser leave somebody’s muzzle: late (yours too), too far ahead, or catching up?";
    BoltGain Player player.bolt_k "bolt-k" [Count] (1 99) "gain k as drawn"
        "Higher: bolts that converge as written stay further behind.";
    UpdateRate Player player.update_rate_hz "update" [Hz] (1 128) "update rate"
        "Snapshots sent to you each second. Fewer: fewer bytes, but longer gaps to bridge.";
    CommandRate Player player.command_rate_hz "cmd" [Hz] (1 128) "command rate"
        "Packets you send each second. Fewer: each command waits longer.";
    ByteRate Player player.rate_kb_per_s "rate" [KiloBytesPerS] (1 1000) "byte rate"
        "Too low for the fight: snapshots are skipped, and counted as choke.";
    RateRule Player player.rate_rule "rate-rule" [choice RateRule] "rate rule"
        "With a low byte rate: watch how many snapshots each rule skips.";
    DeltaWindow Player player.delta_window "window" [Count] (0 128) "delta window"
        "How many snapshots back a new one may refer to. 0: any from the last two seconds.";
    MarkerRate Player player.marker_rate_hz "markers" [Hz] (20 125) "marker rate"
        "Your com_maxfps: ET per command keeps ten markers of you, so at a high rate they reach \
         less far back.";
    Margin Player player.margin_ms "margin" [Ms] (0 COMMAND_MARGIN_MAX_MS) "command margin"
        "How early your commands arrive. More: room for jitter, but that much more lag.";
    Backups Player player.backups "backups" [Count] (0 8) "command backups"
        "How many earlier packets’ commands each packet repeats, to make up for lost ones.";
    UpdateRateMin Room room.update_min_hz "update-min" [Hz] (1 128) "minimum update rate"
        "Players who ask for fewer snapshots a second get this many.";
    UpdateRateMax Room room.update_max_hz "update-max" [Hz] (1 128) "maximum update rate"
        "Players who ask for more snapshots a second get this many.";
    ByteRateMin Room room.rate_min_kb_per_s "rate-min" [KiloBytesPerS] (1 1000) "minimum byte rate"
        "Players who ask for less get this much.";
    ByteRateMax Room room.rate_max_kb_per_s "rate-max" [KiloBytesPerS] (1 1000) "maximum byte rate"
        "Players who ask for more get this much: what does not fit is choke.";
    PushRule Player player.push_rule "push-rule" [choice PushRule] "push latency, rule"
        "Half the latency: your ship responds later, but needs half as much guessing.";
    MinimumLag Room room.minimum_lag_ms "min-lag" [Ms] (0 MINIMUM_LAG_MAX_MS) "minimum lag"
        "Players with a lower ping wait as if theirs were this high: nobody shoots first just by \
         being close.";
    InputDelay Player player.input_delay_ticks "input-delay" [Count] (0 4) "input delay, in ticks"
        "When everyone is predicted: your ship responds later, and less has to be guessed.";
    Rerun Player player.rerun_ticks "rerun" [Count] (0 30) "maximum ticks run again"
        "When everyone is predicted: too few for your ping, and the others are drawn late.";
    LockstepTicks Room room.lockstep_ticks "lockstep-n" [Count] (0 24) "lockstep n, in ticks"
        "Under lockstep: raise it for a slow connection. More than needed only makes everyone \
         respond later.";
    Piercing Room room.piercing "pierce" [choice Piercing] "bolts after a hit"
        "Two ships in line: does one bolt hit both?";
    PingCap Room room.ping_cap_ms "ping-cap" [Ms] (0 PING_CAP_MAX_MS) "ping cap"
        "How much older than your delay your view may be. At a higher ping, aim ahead. 1000: off.";
}

impl Netcode {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn check(&self) -> Result<(), NetcodeError> {
        Setting::ALL.iter().try_for_each(|setting| setting.check(self.get(*setting)))
    }

    /// Replaces the settings of one owner by those of another value.
    #[must_use]
    pub fn with(self, owner: Owner, other: &Self) -> Self {
        match owner {
            Owner::Room => Self { room: other.room, ..self },
            Owner::Player => Self { player: other.player, ..self },
        }
    }
}

impl Spec {
    /// Field name in JSON documents: the key, with a unit suffix if it has one.
    #[must_use]
    pub fn field(&self) -> String {
        let unit = match self.unit {
            Unit::Ms => "_ms",
            Unit::GridSteps => "_u",
            _ => "",
        };
        [&self.key.replace('-', "_"), unit].concat()
    }
}

impl Setting {
    /// The room settings that verdicts on shots depend on.
    pub const DECIDING: [Self; 9] = [
        Self::HitRule,
        Self::CoverVeto,
        Self::BoltPath,
        Self::PathGain,
        Self::RewindBound,
        Self::Delay,
        Self::ClaimTolerance,
        Self::Piercing,
        Self::PingCap,
    ];

    #[must_use]
    pub const fn spec(self) -> &'static Spec {
        &SPECS[self as usize]
    }

    /// What to watch for when it is changed.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        Self::HINTS[self as usize]
    }

    #[must_use]
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|setting| setting.spec().key == key)
    }

    /// Checks a value against the setting's range.
    ///
    /// # Errors
    /// When it is out of range.
    pub fn check(self, given: u32) -> Result<(), NetcodeError> {
        let Spec { key: setting, min, max, .. } = *self.spec();
        if (min..=max).contains(&given) {
            Ok(())
        } else {
            Err(NetcodeError { setting, given, min, max })
        }
    }
}

impl Netcode {
    /// Sets a setting.
    ///
    /// # Errors
    /// When the value is outside the setting's range; nothing changes then.
    pub fn set(&mut self, setting: Setting, value: u32) -> Result<(), NetcodeError> {
        setting.check(value)?;
        self.put(setting, value);
        Ok(())
    }

    /// The value of a setting as written in JSON documents.
    #[must_use]
    pub fn document_value(&self, setting: Setting) -> DocumentValue {
        let value = self.get(setting);
        match setting.spec().unit {
            Unit::Choice(ways) => {
                DocumentValue::Key(ways.get(value as usize).map_or("", |(key, _)| key))
            }
            Unit::GridSteps => DocumentValue::Number(f64::from(value) / f64::from(POS_STEPS_PER_U)),
            _ => DocumentValue::Number(value.into()),
        }
    }

    /// The settings that differ from another netcode's, in table order.
    pub fn differences<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = Setting> + 'a {
        let differs = |setting: &Setting| self.get(*setting) != other.get(*setting);
        Setting::ALL.iter().copied().filter(differs)
    }
}

impl RoomNetcode {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn check(&self) -> Result<(), NetcodeError> {
        Netcode { room: *self, player: PlayerNetcode::default() }.check()
    }
}

impl PlayerNetcode {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn check(&self) -> Result<(), NetcodeError> {
        Netcode { room: RoomNetcode::default(), player: *self }.check()
    }
}

impl Subscription {
    /// Checks every setting against its range.
    ///
    /// # Errors
    /// The first setting outside its range.
    pub fn check(&self) -> Result<(), NetcodeError> {
        PlayerNetcode {
            update_rate_hz: self.update_rate_hz,
            rate_kb_per_s: self.rate_kb_per_s,
            delta_window: self.delta_window,
            marker_rate_hz: self.marker_rate_hz,
            interpolation_ms: self.interpolation_ms,
            ..PlayerNetcode::default()
        }
        .check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_accept_exactly_their_range() {
        for (n, setting) in Setting::ALL.iter().enumerate() {
            let spec = setting.spec();
            assert_eq!(Setting::of_key(spec.key), Some(*setting), "keys differ");
            let mut netcode = Netcode::default();
            for value in [spec.min, spec.max] {
                netcode.set(*setting, value).unwrap();
                assert_eq!(netcode.get(*setting), value, "{}", spec.key);
                let default = Netcode::default();
                let mut others = netcode.differences(&default);
                assert!(others.all(|other| other == *setting), "row {n}: one field");
            }
            let before = netcode;
            assert_eq!(netcode.set(*setting, spec.max + 1).unwrap_err().setting, spec.key);
            assert_eq!(netcode, before);
            assert_eq!(netcode.check(), Ok(()));
        }
    }

    #[test]
    fn the_defaults_are_in_range_and_errors_name_the_setting() {
        assert_eq!(Netcode::default().check(), Ok(()));
        assert_eq!(Subscription::default().check(), Ok(()));
        let far = RoomNetcode { rewind_bound_ms: 1001, ..RoomNetcode::default() };
        let want = NetcodeError { setting: "bound", given: 1001, min: 0, max: 1000 };
        assert_eq!(far.check(), Err(want));
        let none = PlayerNetcode { command_rate_hz: 0, ..PlayerNetcode::default() };
        assert_eq!(none.check().unwrap_err().setting, "cmd");
        let slow = Subscription { rate_kb_per_s: 0, ..Subscription::default() };
        assert_eq!(slow.check().unwrap_err().setting, "rate");
    }
}
