//! The players of the laboratory in Japanese.

use crate::lab::LabPlayer;

pub(crate) const fn name(player: LabPlayer) -> &'static str {
    match player {
        LabPlayer::You => "あなた",
        LabPlayer::Other => "相手",
        LabPlayer::Third => "3人目",
    }
}
