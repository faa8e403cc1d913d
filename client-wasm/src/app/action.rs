//! What a player can ask of the game besides flying: names of buttons go in, actions come out.

use shared::netcode::preset::Preset;
use web_ui::forensics::shot_act::ShotAct;

/// What a player can ask for besides flying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Enter: the main button of what is on the screen.
    Confirm,
    /// Escape: close what is open.
    Dismiss,
    /// Show or hide the scores.
    Scores,
    /// Show or hide the ghosts.
    Ghosts,
    /// Show or hide the net graph.
    NetGraph,
    /// Ask for a full update.
    FullUpdate,
    /// Show or hide the panel of the simulated link.
    Link,
    /// So many ms of latency each way, on the simulated link.
    EachWay(u16),
    /// A perfect link again.
    LinkReset,
    /// Show or hide the panel of the netcode.
    Netcode,
    /// Play by a preset.
    Preset(Preset),
    /// A new room of the player's own under the preset picked last.
    OpenRoom,
    /// Joins a new private room.
    NewRoom,
    /// Joins the lobby.
    Lobby,
    /// Something with the shots that concern the player.
    Shot(ShotAct),
    /// Show or hide the help.
    Help,
    /// Close the card of a room of the player's own.
    CloseOwnRoom,
    /// Out of the game, to name and room.
    Leave,
    /// Copy the link to the room.
    CopyInvite,
    /// Everything that this page received of the match, as a file.
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
            "ghosts" => Self::Ghosts,
            "net-graph" => Self::NetGraph,
            "link" => Self::Link,
            "link-reset" => Self::LinkReset,
            "netcode" => Self::Netcode,
            "open-room" => Self::OpenRoom,
            "new-room" => Self::NewRoom,
            "lobby" => Self::Lobby,
            "help" => Self::Help,
            "own-room-close" => Self::CloseOwnRoom,
            "leave" => Self::Leave,
            "copy-invite" => Self::CopyInvite,
            "save-capture" => Self::SaveCapture,
            _ => {
                if let Some(key) = name.strip_prefix("preset-") {
                    Self::Preset(Preset::of_key(key)?)
                } else if let Some(ms) = name.strip_prefix("each-way-") {
                    Self::EachWay(ms.parse().ok()?)
                } else {
                    Self::Shot(ShotAct::named(name)?)
                }
            }
        })
    }
}
