//! Player actions besides flying, by the names of their buttons.

use shared::netcode::preset::Preset;
use web_ui::forensics::shot_act::ShotAct;

use crate::{controls::BoundControl, net::room_list::RowId, round::memorable::RoundShot};

/// Whom a watcher follows next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    Previous,
    Next,
    /// Whoever leads.
    Leader,
    /// Nobody: the camera is free.
    Nobody,
}

/// A player action besides flying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Enter: press the main button on the screen.
    Confirm,
    /// Escape: close what is open.
    Dismiss,
    Scores,
    /// Show or hide the menu.
    Menu,
    Settings,
    /// Restore the default settings.
    SettingsReset,
    /// Let a control wait for its new key or gamepad button.
    Bind(BoundControl),
    /// Restore all keys and gamepad buttons.
    BindingsReset,
    /// Show or hide the figures of the connection.
    Figures,
    Ghosts,
    /// Begin the lesson “See the lag”, or leave it.
    SeeLag,
    /// Skip a step of it, or go on.
    SeeLagNext,
    /// Dismiss its offer.
    SeeLagDismiss,
    NetGraph,
    /// Mute the sound, or unmute it.
    Sound,
    FullUpdate,
    /// Show or hide the panel of the simulated link.
    Link,
    /// Set the latency each way of the simulated link, in ms.
    EachWay(u16),
    /// Reset the simulated link to a perfect one.
    LinkReset,
    /// Show or hide the panel of the netcode.
    Netcode,
    /// Play by a preset.
    Preset(Preset),
    /// Open a private room under the preset chosen last.
    OpenRoom,
    /// Join a new private room.
    NewRoom,
    Lobby,
    /// Open or control the forensics sheet.
    Shot(ShotAct),
    Help,
    /// Close the card about the player's own room.
    CloseOwnRoom,
    /// Ask again for the lobby in which there was no seat, or close the card about it.
    AskedLobby,
    CloseElsewhere,
    /// Leave the game for the join screen.
    Leave,
    /// Copy the link to the room.
    CopyInvite,
    /// Open the sheet of a shot of the round.
    RoundShot(RoundShot),
    /// Ask for the next round at once.
    Rematch,
    /// Share the link to the room.
    ShareInvite,
    /// Open a private room for a duel with a bot.
    Duel,
    /// Open a private room for two.
    Friend,
    /// Watch the room, or the lobby.
    Watch,
    /// Join the room of a row, or watch it.
    JoinRow(RowId),
    WatchRow(RowId),
    /// Bring the list of open rooms into view.
    ShowRooms,
    /// As a watcher: follow another ship, whoever leads, or nobody.
    Follow(Follow),
    /// As a watcher: ask for a seat, or no longer.
    TakeTurn,
    /// Save everything that this page received of the match to a file.
    SaveCapture,
}

impl Action {
    /// The action of a button, by its `data-act`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "confirm" => Self::Confirm,
            "dismiss" => Self::Dismiss,
            "scores" => Self::Scores,
            "menu" => Self::Menu,
            "settings" => Self::Settings,
            "settings-reset" => Self::SettingsReset,
            "bindings-reset" => Self::BindingsReset,
            "figures" => Self::Figures,
            "ghosts" => Self::Ghosts,
            "see-lag" => Self::SeeLag,
            "see-lag-next" => Self::SeeLagNext,
            "see-lag-dismiss" => Self::SeeLagDismiss,
            "net-graph" => Self::NetGraph,
            "sound" => Self::Sound,
            "link" => Self::Link,
            "link-reset" => Self::LinkReset,
            "netcode" => Self::Netcode,
            "open-room" => Self::OpenRoom,
            "new-room" => Self::NewRoom,
            "lobby" => Self::Lobby,
            "help" => Self::Help,
            "own-room-close" => Self::CloseOwnRoom,
            "asked-lobby" => Self::AskedLobby,
            "elsewhere-close" => Self::CloseElsewhere,
            "leave" => Self::Leave,
            "copy-invite" => Self::CopyInvite,
            "share-invite" => Self::ShareInvite,
            "duel" => Self::Duel,
            "friend" => Self::Friend,
            "watch" => Self::Watch,
            "show-rooms" => Self::ShowRooms,
            "watch-previous" => Self::Follow(Follow::Previous),
            "watch-next" => Self::Follow(Follow::Next),
            "watch-leader" => Self::Follow(Follow::Leader),
            "watch-free" => Self::Follow(Follow::Nobody),
            "watch-play" => Self::TakeTurn,
            "save-capture" => Self::SaveCapture,
            "rematch" => Self::Rematch,
            "round-best-shot" => Self::RoundShot(RoundShot::Best),
            "round-disputed-shot" => Self::RoundShot(RoundShot::Disputed),
            _ => {
                if let Some(key) = name.strip_prefix("preset-") {
                    Self::Preset(Preset::of_key(key)?)
                } else if let Some(ms) = name.strip_prefix("each-way-") {
                    Self::EachWay(ms.parse().ok()?)
                } else if let Some(row) = name.strip_prefix("join-row-") {
                    Self::JoinRow(row.parse().ok()?)
                } else if let Some(row) = name.strip_prefix("watch-row-") {
                    Self::WatchRow(row.parse().ok()?)
                } else if let Some(control) = name.strip_prefix("bind-") {
                    Self::Bind(BoundControl::named(control)?)
                } else {
                    Self::Shot(ShotAct::named(name)?)
                }
            }
        })
    }
}
