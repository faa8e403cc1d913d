//! The players of the laboratory in English.

use crate::lab::LabPlayer;

pub(crate) const fn name(player: LabPlayer) -> &'static str {
    match player {
        LabPlayer::You => "You",
        LabPlayer::Other => "Other",
        LabPlayer::Third => "Third",
    }
}
