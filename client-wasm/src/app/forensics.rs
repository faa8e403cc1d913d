//! What the page does about looking into a shot, besides the sheet: while it is open the picture
//! stands still, the keys are the sheet's, and nothing else is open.

use shared::base::time::Micros;
use shared::client::status::Notice;

use super::{App, Phase, instruments::Wanted};
use crate::{
    instruments::{Sheet, Stage},
    plain::{
        held::{Phase as Press, Pointer},
        shot_act::ShotAct,
    },
    shell::{dom::Shown, keyboard::Capture},
};

impl App {
    /// Whether a shot is looked into.
    pub(super) fn looks(&self) -> bool {
        self.sheet == Shown::Yes
    }

    /// A key or a click that concerns a shot; whether that changed anything.
    pub(super) fn act_on_shot(&mut self, act: ShotAct) -> bool {
        if self.phase != Phase::Playing || !self.instruments.want(Wanted::Shot(act)) {
            return false;
        }
        let now = self.shell.clock.now();
        let Some(session) = &mut self.session else { return false };
        let Some(panels) = self.instruments.panels() else { return false };
        let (client, scene) = (&mut session.client, &self.scene);
        match panels.act(act, Stage { now, client, scene, camera: self.view.camera() }) {
            Sheet::Stays => return false,
            Sheet::Empty(text) => self.hud.toasts.say(now, &[text]),
            Sheet::Closed => self.look_away(),
            Sheet::Opened(capture) => {
                self.sheet = Shown::Yes;
                self.held.release_all();
                self.hud.drawers.close();
                self.hud.scores.set_shown(Shown::No);
                self.shell.keyboard.set_capture(capture);
            }
        }
        true
    }

    /// A button that is in the instruments' panels.
    pub(super) fn act_by_name(&mut self, name: &str) {
        let act = self.instruments.panels().and_then(|panels| panels.named(name));
        if let Some(act) = act {
            self.act_on_shot(act);
        }
    }

    /// Puts the sheet away; whether it was open.
    pub(super) fn stop_looking(&mut self) -> bool {
        self.instruments.give_up();
        let open = self.looks();
        if let Some(panels) = self.instruments.panels().filter(|_| open) {
            panels.close();
            self.look_away();
        }
        open
    }

    fn look_away(&mut self) {
        self.sheet = Shown::No;
        self.shell.keyboard.set_capture(Capture::GAME);
        self.frame_at = self.shell.clock.now();
    }

    /// Whether a notice says why there is no story; the sheet tells it then.
    pub(super) fn refused_to_look(&mut self, now: Micros, notice: &Notice) -> bool {
        self.instruments.panels().is_some_and(|panels| panels.refused(now, notice))
    }

    /// Whether a press on the playing field asks about a shot: only where it could not fire.
    pub(super) fn asks_about(&mut self, pointer: &Pointer) -> bool {
        let client = self.session.as_ref().map(|session| &session.client);
        let dead = client.is_some_and(|client| client.own_ship().is_none_or(|ship| !ship.alive()));
        if pointer.phase != Press::Down || !dead || self.instruments.panels().is_none() {
            return false;
        }
        let at = pointer.at;
        self.act_on_shot(ShotAct::At { x_px: at.x as i32, y_px: at.y as i32 })
    }
}
