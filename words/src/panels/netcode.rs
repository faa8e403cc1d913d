//! Texts of the netcode drawer: presets, settings with their values, and the notes beside
//! them.

use alloc::{format, string::String};

use shared::{
    netcode::{
        laboratory_preset::LaboratoryPreset,
        preset::Preset,
        rates::{GrantedRate, RateCap},
        setting::{Setting, Unit},
    },
    wire::message::Access,
};

use super::choice_value::ChoiceValue;
use crate::{
    english,
    figures::in_unit,
    japanese, korean,
    lab::Wording,
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// One text per setting.
    SettingTexts of Setting {
        HitRule, CoverVeto, BoltPath, PathGain, RewindBound, Delay, ClaimTolerance, Ramming,
        Commands, OwnShip, Push, Correction, CorrectionTime, Remote, Curve, Interpolation,
        InterpolationRatio, Extrapolation, ChaseGain, Bolts, BoltGain, UpdateRate,
        CommandRate, ByteRate, RateRule, DeltaWindow, MarkerRate, Margin, Backups,
        UpdateRateMin, UpdateRateMax, ByteRateMin, ByteRateMax, PushRule, MinimumLag,
        InputDelay, Rerun, LockstepTicks, Piercing, PingCap,
    }
}

texts! {
    /// One text per preset.
    PresetTexts of Preset {
        Et260, EtReleased, QuakeWorld, Source, DelayedSync, Targeting, Nothing, Jump, Lagrange,
    }
}

texts! {
    /// One text per laboratory preset.
    LaboratoryPresetTexts of LaboratoryPreset {
        Lockstep, Diablo, PredictEveryone,
    }
}

/// Texts of the notes beside the settings.
pub(crate) struct NetcodeWords {
    /// Who may change the room's rules: every player, no player, or the one who joined first.
    pub(crate) may: &'static str,
    pub(crate) public: &'static str,
    pub(crate) first_only: fn(&str) -> String,
    /// The shots, each one message, and the messages with a second one per hit.
    pub(crate) messages: fn(u32, u64) -> String,
    /// A granted rate, and what limits it.
    pub(crate) cut: fn(&str, &str) -> String,
    pub(crate) by_room: &'static str,
    pub(crate) by_server: &'static str,
    pub(crate) by_tick_rate: &'static str,
    /// The picture's age in ms, its limit's name, the limit in ms, and what that means.
    pub(crate) picture: fn(i64, &str, i64, &str) -> String,
    /// The rewind that a shot needs now in ms, its limit's name, the limit in ms; within it or
    /// beyond.
    pub(crate) rewind: fn(i64, &str, i64) -> String,
    pub(crate) rewind_beyond: fn(i64, &str, i64) -> String,
    pub(crate) ping_cap: &'static str,
    pub(crate) bound: &'static str,
    pub(crate) beyond: &'static str,
    pub(crate) laboratory_only: fn(&str) -> String,
    pub(crate) preset_has: fn(&str, &str) -> String,
}

/// A note beside the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetcodeNote<'a> {
    /// Whether the player may change the room's rules, and if not, why; with the name of the
    /// player who joined first.
    Access(Access, &'a str),
    /// How many messages delayed synchronisation needs, and how many it would need with a second
    /// one per hit.
    Messages { shots: u32, hits: u32 },
    /// The rate granted in place of the one requested, and what limits it.
    Cut { setting: Setting, rate: u16, by: RateCap },
    /// The age of the picture that shots are aimed by.
    Picture(PictureAgeStatement),
    /// A choice that exists only in the laboratory.
    LaboratoryOnly(&'a str),
    /// A preset's value for a setting that currently has another.
    PresetHas(Preset, &'a str),
}

/// The age of the picture that shots are aimed by, and the oldest age that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureAgeStatement {
    pub age_ms: i64,
    pub limit_ms: i64,
    /// Whether the limit is the ping cap, not the room's rewind limit.
    pub is_ping_cap: bool,
}

impl PictureAgeStatement {
    /// Whether shots are judged later than what their shooter saw.
    #[must_use]
    pub const fn is_beyond(&self) -> bool {
        self.age_ms > self.limit_ms
    }
}

impl NetcodeNote<'_> {
    /// The note on a granted rate; `None` if it is the one requested.
    #[must_use]
    pub fn cut(setting: Setting, granted: GrantedRate) -> Option<Self> {
        let GrantedRate { rate, cut_by } = granted;
        cut_by.map(|by| Self::Cut { setting, rate, by })
    }
}

impl Language {
    /// Name of a setting.
    #[must_use]
    pub const fn setting(self, setting: Setting) -> &'static str {
        match self {
            Self::English => setting.spec().title,
            Self::Japanese => japanese::panels::setting::TITLES.of(setting),
            Self::Korean => korean::panels::setting::TITLES.of(setting),
        }
    }

    /// What to watch for when a setting changes.
    #[must_use]
    pub const fn setting_hint(self, setting: Setting) -> &'static str {
        match self {
            Self::English => setting.hint(),
            Self::Japanese => japanese::panels::setting::HINTS.of(setting),
            Self::Korean => korean::panels::setting::HINTS.of(setting),
        }
    }

    /// A setting's value with its unit, grid steps in tenths of a u. For a choice, the name of the
    /// value; empty if it has no such number.
    #[must_use]
    pub fn setting_value(self, setting: Setting, value: u32) -> String {
        match setting.spec().unit {
            Unit::Choice(_) => {
                ChoiceValue::of(setting, value).map_or("", |way| self.way(way)).into()
            }
            Unit::GridSteps => {
                let tenths = (u64::from(value) * 10 + 128) / 256;
                format!("{}.{} u", tenths / 10, tenths % 10)
            }
            unit => in_unit(value, unit),
        }
    }

    fn way(self, way: ChoiceValue) -> &'static str {
        in_language!(self, panels::choice::title(way))
    }

    /// Full name of a preset.
    #[must_use]
    pub const fn preset_title(self, preset: Preset) -> &'static str {
        match self {
            Self::English => preset.title(),
            Self::Japanese => japanese::panels::preset::TITLES.of(preset),
            Self::Korean => korean::panels::preset::TITLES.of(preset),
        }
    }

    /// Name of a preset, as long as there is room for.
    #[must_use]
    pub fn preset_name(self, preset: Preset, wording: Wording) -> &'static str {
        match (wording, self) {
            (Wording::Full, _) => self.preset_title(preset),
            (Wording::Short, Self::English) => english::panels::preset::SHORT.of(preset),
            (Wording::Short, Self::Japanese) => japanese::panels::preset::SHORT.of(preset),
            (Wording::Short, Self::Korean) => korean::panels::preset::SHORT.of(preset),
            (Wording::Least, _) => (self.game().rules.tag)(preset).0,
        }
    }

    /// What to watch for under a preset.
    #[must_use]
    pub const fn preset_watch(self, preset: Preset) -> &'static str {
        match self {
            Self::English => preset.watch(),
            Self::Japanese => japanese::panels::preset::WATCH.of(preset),
            Self::Korean => korean::panels::preset::WATCH.of(preset),
        }
    }

    /// Name of a laboratory preset.
    #[must_use]
    pub const fn laboratory_preset(self, preset: LaboratoryPreset) -> &'static str {
        match self {
            Self::English => preset.title(),
            Self::Japanese => japanese::panels::preset::LABORATORY_TITLES.of(preset),
            Self::Korean => korean::panels::preset::LABORATORY_TITLES.of(preset),
        }
    }

    /// What to watch for under a laboratory preset.
    #[must_use]
    pub const fn laboratory_preset_watch(self, preset: LaboratoryPreset) -> &'static str {
        match self {
            Self::English => preset.watch(),
            Self::Japanese => japanese::panels::preset::LABORATORY_WATCH.of(preset),
            Self::Korean => korean::panels::preset::LABORATORY_WATCH.of(preset),
        }
    }

    /// The rewind that a shot needs now, and its limit.
    #[must_use]
    pub fn rewind_needed(self, picture: PictureAgeStatement) -> String {
        let words: &NetcodeWords = in_language!(self, &panels::netcode::WORDS);
        let PictureAgeStatement { age_ms, limit_ms, is_ping_cap } = picture;
        let kind = if is_ping_cap { words.ping_cap } else { words.bound };
        let text = if picture.is_beyond() { words.rewind_beyond } else { words.rewind };
        text(age_ms, kind, limit_ms)
    }

    /// Text of a note beside the settings.
    #[must_use]
    pub fn netcode_note(self, note: NetcodeNote) -> String {
        let words: &NetcodeWords = in_language!(self, &panels::netcode::WORDS);
        match note {
            NetcodeNote::Access(Access::May, _) => words.may.into(),
            NetcodeNote::Access(Access::Public, _) => words.public.into(),
            NetcodeNote::Access(Access::FirstOnly { .. }, first) => (words.first_only)(first),
            NetcodeNote::Messages { shots, hits } => {
                (words.messages)(shots, u64::from(shots) + u64::from(hits))
            }
            NetcodeNote::Cut { setting, rate, by } => {
                let whose = match by {
                    RateCap::Room => words.by_room,
                    RateCap::Server => words.by_server,
                    RateCap::TickRate => words.by_tick_rate,
                };
                (words.cut)(&self.setting_value(setting, rate.into()), whose)
            }
            NetcodeNote::Picture(picture) => {
                let PictureAgeStatement { age_ms, limit_ms, is_ping_cap } = picture;
                let kind = if is_ping_cap { words.ping_cap } else { words.bound };
                let meaning = if picture.is_beyond() { words.beyond } else { "" };
                (words.picture)(age_ms, kind, limit_ms, meaning)
            }
            NetcodeNote::LaboratoryOnly(way) => (words.laboratory_only)(way),
            NetcodeNote::PresetHas(preset, value) => {
                (words.preset_has)(self.preset_title(preset), value)
            }
        }
    }
}
