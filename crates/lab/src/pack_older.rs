//! Unpacks runs of older versions: links up to version 2, files up to version 3. They differ only
//! in that netcodes are written field by field.

use alloc::{string::String, vec::Vec};

use serde::Deserialize;
use shared::{
    base::time::TickRate,
    client::Controls,
    netcode::{
        choices::{
            BoltPath, BoltView, CommandPolicy, CorrectionMode, CoverVeto, Curve, HitRule, OwnShip,
            Ramming, RateRule, RemoteView,
        },
        values::{Netcode, PlayerNetcode, RoomNetcode},
    },
    sim::arena::Arena,
    wire::conditions::Conditions,
};

use super::{
    run::Input,
    setup::{Controller, PlayerSetup, Throw},
};
use crate::limits::LAB_PLAYERS;

/// The head of a packed run.
#[derive(Deserialize)]
pub(super) struct OlderHead {
    pub(super) scenario: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) rate: Option<TickRate>,
    pub(super) arena: Option<Arena>,
    pub(super) bots: Option<u8>,
    pub(super) columns: Option<Vec<OlderNetcode>>,
    pub(super) players: [Option<PlayerSetup>; LAB_PLAYERS],
    pub(super) throws: Option<Vec<Throw>>,
    pub(super) loop_frames: Option<u16>,
    pub(super) frames: u32,
    pub(super) n_inputs: u32,
    pub(super) others: Vec<OlderInput>,
}

#[derive(Deserialize)]
pub(super) enum OlderInput {
    Fly { player: u8, controls: Controls },
    Controller { player: u8, controller: Controller },
    Conditions { player: u8, conditions: Conditions },
    Netcode { column: u8, netcode: OlderNetcode },
    Split { netcode: OlderNetcode },
    Merge,
}

#[derive(Deserialize)]
pub(super) struct OlderNetcode {
    room: OlderRoom,
    player: OlderPlayer,
}

#[derive(Deserialize)]
struct OlderRoom {
    hit_rule: HitRule,
    cover_veto: CoverVeto,
    bolt_path: BoltPath,
    path_k: u8,
    rewind_bound_ms: u16,
    delay_ms: u16,
    claim_tolerance: u16,
    ramming: Ramming,
    commands: CommandPolicy,
}

#[derive(Deserialize)]
struct OlderPlayer {
    own_ship: OwnShip,
    push_ms: u16,
    correction: CorrectionMode,
    correction_ms: u16,
    remote: RemoteView,
    curve: Curve,
    interpolation_ms: u16,
    interp_ratio: u8,
    extrapolation_ms: u16,
    chase_k: u8,
    bolts: BoltView,
    bolt_k: u8,
    update_rate_hz: u16,
    command_rate_hz: u16,
    rate_kb_per_s: u16,
    rate_rule: RateRule,
    delta_window: u8,
    marker_rate_hz: u16,
    margin_ms: u16,
    backups: u8,
}

impl From<OlderInput> for Input {
    fn from(older: OlderInput) -> Self {
        match older {
            OlderInput::Fly { player, controls } => Self::Fly { player, controls },
            OlderInput::Controller { player, controller } => {
                Self::Controller { player, controller }
            }
            OlderInput::Conditions { player, conditions } => {
                Self::Conditions { player, conditions }
            }
            OlderInput::Netcode { column, netcode } => {
                Self::Netcode { column, netcode: netcode.into() }
            }
            OlderInput::Split { netcode } => Self::Split { netcode: netcode.into() },
            OlderInput::Merge => Self::Merge,
        }
    }
}

impl From<OlderNetcode> for Netcode {
    fn from(OlderNetcode { room, player }: OlderNetcode) -> Self {
        Self {
            room: RoomNetcode {
                hit_rule: room.hit_rule,
                cover_veto: room.cover_veto,
                bolt_path: room.bolt_path,
                path_k: room.path_k,
                rewind_bound_ms: room.rewind_bound_ms,
                delay_ms: room.delay_ms,
                claim_tolerance: room.claim_tolerance,
                ramming: room.ramming,
                commands: room.commands,
                ..RoomNetcode::default()
            },
            player: PlayerNetcode {
                own_ship: player.own_ship,
                push_ms: player.push_ms,
                correction: player.correction,
                correction_ms: player.correction_ms,
                remote: player.remote,
                curve: player.curve,
                interpolation_ms: player.interpolation_ms,
                interp_ratio: player.interp_ratio,
                extrapolation_ms: player.extrapolation_ms,
                chase_k: player.chase_k,
                bolts: player.bolts,
                bolt_k: player.bolt_k,
                update_rate_hz: player.update_rate_hz,
                command_rate_hz: player.command_rate_hz,
                rate_kb_per_s: player.rate_kb_per_s,
                rate_rule: player.rate_rule,
                delta_window: player.delta_window,
                marker_rate_hz: player.marker_rate_hz,
                margin_ms: player.margin_ms,
                backups: player.backups,
                ..PlayerNetcode::default()
            },
        }
    }
}
