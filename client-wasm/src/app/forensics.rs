//! The page's side of the forensics sheet. While the sheet is open the picture is frozen, the sheet
//! has the keys, and everything else is closed.

use shared::{base::time::Micros, client::status::Notice, wire::message::Refusal};
use web_ui::{
    forensics::{controller::Answer, shot_act::ShotAct},
    shell::{
        dom::Shown,
        pointer::{Phase as Press, Pointer},
    },
};
use words::SheetNote;

use super::{App, Phase, ShotController, shot_source::GameShots};
use crate::{hud::vitals::CALM, replay::Asked};

impl App {
    /// Handles a key or click that concerns a shot. Returns whether it changed anything.
    pub(super) fn act_on_shot(&mut self, act: ShotAct) -> bool {
        if self.phase != Phase::Playing {
            return false;
        }
        let now = self.shell.clock.now();
        let act = match act {
            ShotAct::Show if !self.forensics.is_open() => match self.ask_for_replay(now) {
                Asked::Replay => return true,
                Asked::Sheet(shot) => ShotAct::Look { shot, preset: None },
                Asked::Nothing => act,
            },
            _ => act,
        };
        let answer = self.with_shots(|forensics, shots| forensics.act(act, now, shots));
        match answer {
            None | Some(Answer::Stays) => return false,
            Some(Answer::NoShot) => {
                let text = self.forensics.says(SheetNote::NoShotYet);
                self.hud.toasts.say(now, &[text]);
            }
            Some(Answer::Closed) => self.resume_flight_keys(),
            Some(Answer::Opened(shot)) => {
                let recorder = self.session.as_ref().map(|session| session.client.recorder());
                self.looked_into = recorder.and_then(|recorder| recorder.moment(shot));
                self.held.release_all();
                self.dismiss_replay();
                self.hud.drawers.close();
                self.hud.scores.set_shown(Shown::No);
                self.set_keymap();
            }
        }
        true
    }

    /// Updates the open sheet with what has become known; runs a few times a second.
    pub(super) fn refresh_forensics(&mut self) {
        self.with_shots(|forensics, shots| forensics.refresh(shots));
    }

    /// Whether a notice refuses a report of a shot, which the sheet shows instead.
    pub(super) fn sheet_shows(notice: &Notice) -> bool {
        matches!(notice, Notice::Refused { why: Refusal::Report { .. } })
    }

    /// Closes the sheet. Returns whether it was open.
    pub(super) fn stop_looking(&mut self) -> bool {
        let open = self.forensics.close();
        if open {
            self.resume_flight_keys();
        }
        open
    }

    /// Whether a press on the playing field selects a shot. It must not be able to fire, and not be
    /// meant to: a press soon after the death, or soon after another press, belongs to the trigger.
    pub(super) fn asks_about(&mut self, pointer: &Pointer) -> bool {
        if pointer.phase != Press::Down {
            return false;
        }
        let now = self.shell.clock.now();
        let before = self.pressed_at.replace(now);
        let client = self.session.as_ref().map(|session| &session.client);
        let dead = client.is_some_and(|client| client.own_ship().is_none_or(|ship| !ship.alive()));
        if !dead || is_triggers(now, before, self.died_at) {
            return false;
        }
        self.act_on_shot(ShotAct::at(pointer.at))
    }

    /// Tracks deaths and respawns. An open sheet stays open: bots spare its reader.
    pub(super) fn note_life(&mut self, now: Micros, notice: &Notice) {
        match notice {
            Notice::Died { .. } => self.died_at = Some(now),
            Notice::Spawned => self.died_at = None,
            _ => {}
        }
    }

    /// Gives the keys back to flight.
    fn resume_flight_keys(&mut self) {
        self.set_keymap();
        self.frame_at = self.shell.clock.now();
    }

    /// Runs a function with the sheet and the shots of this match; `None` without a match.
    fn with_shots<T>(
        &mut self,
        what: impl FnOnce(&mut ShotController, &mut GameShots) -> T,
    ) -> Option<T> {
        let (scene, _) = self.replay.or_live((&self.scene, &[]));
        let mut shots = GameShots {
            client: &mut self.session.as_mut()?.client,
            scene,
            camera: self.view.camera(),
            language: self.language,
            ended: (!self.replay.is_shown()).then_some(&self.ended_bolts),
            now: self.shell.clock.now(),
            kept: &self.round.memorable,
        };
        Some(what(&mut self.forensics, &mut shots))
    }
}

/// Whether a press at `now`, without an own ship in flight, belongs to the trigger: it comes soon
/// after the previous press or the death, or the death has not been reported yet.
fn is_triggers(now: Micros, before: Option<Micros>, died: Option<Micros>) -> bool {
    let soon_after = |since: Micros| now - since < CALM;
    before.is_some_and(soon_after) || died.is_none_or(soon_after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_soon_after_another_or_a_death_is_ignored() {
        let rows = [
            (None, None, true),
            (Some(400), None, true),
            (Some(399), Some(100), false),
            (Some(400), Some(100), false),
            (Some(401), Some(100), true),
            (None, Some(401), true),
            (None, Some(400), false),
            (Some(400), Some(400), false),
            (Some(999), Some(400), true),
            (Some(400), Some(999), true),
            (Some(1000), Some(1000), true),
        ];
        let at = |ms: Option<i64>| ms.map(Micros::from_ms);
        for (before, died, want) in rows {
            let found = is_triggers(Micros::from_ms(1000), at(before), at(died));
            assert_eq!(found, want, "pressed at 1000 ms, before that {before:?}, died {died:?}");
        }
    }
}
