//! Plays by a gamepad: in play its buttons are controls; on screens and in drawers it moves the
//! focus and presses. Runs once a frame.

use shared::{base::time::Micros, sim::command::Trigger};
use web_sys::Element;
use web_ui::{
    forensics::shot_act::ShotAct,
    input::{
        focus_step::Way,
        held::PadInputs,
        pad::{PadChange, PadFrame},
    },
    shell::{
        focus::{self, Pressed},
        keyboard::Stroke,
        pointer::Device,
    },
};

use super::{App, Phase, action::Action};
use crate::controls::pad_bindings::{BACK, D_PAD, PRESS, PadControl};

/// How fast the right stick scrolls, in CSS pixels per s.
const SCROLL_PX_PER_S: f32 = 900.0;

impl App {
    /// Reads the gamepads, and does what the player does with them.
    pub(super) fn handle_gamepads(&mut self, now: Micros, dt_s: f32) {
        let frame = self.pad.read(&self.shell.gamepads.read());
        match frame.change {
            Some(PadChange::Unplugged) => {
                self.set_device(self.usual_device());
                self.hud.scores.set_shown(false.into());
                self.hud.toasts.say(now, &[self.words.controls.pad_unplugged]);
            }
            Some(PadChange::Unknown) => {
                self.hud.toasts.say(now, &[self.words.controls.pad_unknown]);
            }
            Some(PadChange::TakenUp) | None => {}
        }
        if frame.is_used {
            self.confirm_presence();
            self.set_device(Device::Gamepad);
        }
        if self.pick_button(frame.pressed) {
            self.held.set_pad(PadInputs::default());
        } else if let Some(scope) = self.focus_scope() {
            self.held.set_pad(PadInputs::default());
            self.move_focus(now, dt_s, &scope, &frame);
        } else {
            self.fly_by_pad(&frame);
        }
    }

    /// Where the gamepad moves the focus; `None` while it flies.
    fn focus_scope(&self) -> Option<Element> {
        let by_id = |id: &str| self.shell.root.query_selector(id).ok().flatten();
        match self.phase {
            Phase::Join => by_id("#join"),
            Phase::Connecting | Phase::Closed(_) => by_id("#closed"),
            Phase::Playing if self.forensics.is_open() => by_id("#forensics"),
            Phase::Playing => {
                let drawer = self.hud.drawers.open_element().map(|drawer| (**drawer).clone());
                drawer.or_else(|| by_id("#watch").filter(|_| self.follows_somebody()))
            }
        }
    }

    fn fly_by_pad(&mut self, frame: &PadFrame) {
        self.focus_way.step(Micros::ZERO, None);
        let bindings = self.controls.pad;
        let holds = |control| bindings.holds(control, frame.held);
        let trigger = Trigger::from_pressed((holds(PadControl::Laser), holds(PadControl::Beam)));
        let (thrust, aim) = (frame.left, frame.right);
        let pad = PadInputs { thrust, aim, trigger };
        if pad != PadInputs::default() && *self.held.pad() == PadInputs::default() {
            self.fly_on();
        }
        self.held.set_pad(pad);
        for control in bindings.controls(frame.pressed) {
            self.do_by_pad(control);
        }
        if bindings.holds(PadControl::Scores, frame.released) {
            self.hold_scores(Stroke::Up);
        }
    }

    fn do_by_pad(&mut self, control: PadControl) {
        self.act(match control {
            // Held, in every frame.
            PadControl::Laser | PadControl::Beam => return,
            PadControl::Scores => return self.hold_scores(Stroke::Down),
            PadControl::Close => {
                self.close_topmost();
                return;
            }
            PadControl::Menu => Action::Menu,
            PadControl::Rematch => Action::Rematch,
            PadControl::Shot => Action::Shot(ShotAct::Show),
            PadControl::Ghosts => Action::Ghosts,
            PadControl::SeeLag => Action::SeeLag,
            PadControl::GoOn => Action::Confirm,
            PadControl::Netcode => Action::Netcode,
            PadControl::NetGraph => Action::NetGraph,
            PadControl::Sound => Action::Sound,
        });
    }

    /// Moves the focus, presses, and goes back.
    fn move_focus(&mut self, now: Micros, dt_s: f32, scope: &Element, frame: &PadFrame) {
        let ways = [Way::Up, Way::Down, Way::Left, Way::Right];
        let held = D_PAD.into_iter().zip(ways).find(|(button, _)| button.is_in(frame.held));
        let way = held.map(|(_, way)| way).or_else(|| Way::of(frame.left));
        if let Some(way) = self.focus_way.step(now, way) {
            focus::step(scope, way);
        }
        if frame.right.y != 0.0 {
            focus::scroll(scope, frame.right.y * SCROLL_PX_PER_S * dt_s);
        }
        let is_screen = self.phase != Phase::Playing;
        let opens_menu = self.controls.pad.holds(PadControl::Menu, frame.pressed);
        if PRESS.is_in(frame.pressed) {
            if focus::press(scope) == Pressed::None && is_screen {
                self.act(Action::Confirm);
            }
        } else if BACK.is_in(frame.pressed) {
            self.act(Action::Dismiss);
        } else if opens_menu {
            self.act(if is_screen { Action::Confirm } else { Action::Menu });
        }
    }
}
