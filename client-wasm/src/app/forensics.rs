//! What the page does about looking into a shot, besides the sheet: while it is open the picture
//! stands still, the keys are the sheet's, and nothing else is open.

use web_ui::{
    forensics::shot_act::ShotAct,
    shell::{
        dom::Shown,
        pointer::{Phase as Press, Pointer},
    },
};

use super::{
    App, Phase, keymap,
    looking::{Sheet, Stage},
};

impl App {
    /// A key or a click that concerns a shot; whether that changed anything.
    pub(super) fn act_on_shot(&mut self, act: ShotAct) -> bool {
        if self.phase != Phase::Playing {
            return false;
        }
        let now = self.shell.clock.now();
        let Some(session) = &mut self.session else { return false };
        let (client, scene) = (&mut session.client, &self.scene);
        match self.looking.act(act, Stage { now, client, scene, camera: self.view.camera() }) {
            Sheet::Stays => return false,
            Sheet::Empty(text) => self.hud.toasts.say(now, &[text]),
            Sheet::Closed => self.look_away(),
            Sheet::Opened => {
                self.held.release_all();
                self.hud.drawers.close();
                self.hud.scores.set_shown(Shown::No);
                self.shell.keyboard.set_keymap(keymap::shot);
            }
        }
        true
    }

    /// Puts the sheet away; whether it was open.
    pub(super) fn stop_looking(&mut self) -> bool {
        let open = self.looking.is_open();
        if open {
            self.looking.close();
            self.look_away();
        }
        open
    }

    /// The keys fly again.
    fn look_away(&mut self) {
        self.shell.keyboard.set_keymap(keymap::game);
        self.frame_at = self.shell.clock.now();
    }

    /// Whether a press on the playing field asks about a shot: only where it could not fire.
    pub(super) fn asks_about(&mut self, pointer: &Pointer) -> bool {
        let client = self.session.as_ref().map(|session| &session.client);
        let dead = client.is_some_and(|client| client.own_ship().is_none_or(|ship| !ship.alive()));
        if pointer.phase != Press::Down || !dead {
            return false;
        }
        self.act_on_shot(ShotAct::at(pointer.at))
    }
}
