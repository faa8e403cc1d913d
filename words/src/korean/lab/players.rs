//! The players of the laboratory in Korean.

use crate::lab::LabPlayer;

pub(crate) const fn name(player: LabPlayer) -> &'static str {
    match player {
        LabPlayer::You => "나",
        LabPlayer::Other => "상대",
        LabPlayer::Third => "세 번째",
    }
}
