//! What the player does besides flying: buttons, keys, fields.

use shared::client::Ghosts;

use super::{App, FAST_MS, Phase, Remedy, instruments::Wanted};
use crate::{
    hud::drawers::Drawer,
    plain::{
        held::{Device, Pointer, Stroke},
        link_setup::LinkSetup,
    },
    shell::{
        clock::random_seed,
        dom::Shown,
        event::{Action, Event},
        timer::Timer,
    },
    view::layout,
};

impl App {
    /// A button, or its key.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Confirm => self.confirm(),
            Action::Dismiss => self.dismiss(),
            Action::Scores => {
                let shown = self.hud.scores.shown() == Shown::No;
                self.show_scores(shown.into());
            }
            Action::Ghosts => self.toggle_ghosts(),
            Action::NetGraph => self.toggle_net_graph(),
            Action::Link => self.toggle_late(Drawer::Link),
            Action::Netcode => self.toggle_late(Drawer::Netcode),
            Action::Preset(preset) => self.pick(preset),
            Action::OpenRoom => self.open_room(),
            Action::Shot(act) => {
                self.act_on_shot(act);
            }
            Action::LinkReset => {
                if let Some(panels) = self.instruments.panels() {
                    panels.set_link(&LinkSetup::default());
                }
                self.set_link(LinkSetup::default());
            }
            Action::Help => self.hud.drawers.toggle(Drawer::Help),
            Action::Leave => self.show_join(),
            Action::CopyInvite => self.copy_invite(),
            Action::SaveCapture => self.save_capture(),
        }
        self.show_badge();
        self.fit();
    }

    /// Fits the picture to the page and to what of it is free.
    pub(super) fn fit(&mut self) {
        let open = self.hud.drawers.any_open();
        let drawer = if open { layout::Drawer::Open } else { layout::Drawer::Shut };
        self.view.resize(self.shell.canvas.fit(), drawer);
    }

    /// The page has another size. A picture that stands still is drawn once more for it.
    pub(super) fn resized(&mut self) {
        self.fit();
        if self.looks() {
            self.draw(self.shell.clock.now(), 0.0);
        }
    }

    /// Opens or closes a drawer that is the instruments' to fill.
    fn toggle_late(&mut self, drawer: Drawer) {
        self.hud.drawers.toggle(drawer);
        self.want_if(self.hud.drawers.any_open().into());
    }

    /// Loads the instruments for a panel that is shown; nobody waits for one that is not.
    pub(super) fn want_if(&mut self, shown: Shown) {
        match shown {
            Shown::Yes => {
                self.instruments.want(Wanted::Panel);
            }
            Shown::No => self.instruments.give_up(),
        }
    }

    fn confirm(&mut self) {
        match self.phase {
            Phase::Join => self.join(),
            Phase::Closed(Remedy::Reload) => self.shell.address.reload(),
            Phase::Closed(_) => self.connect(),
            Phase::Connecting | Phase::Playing => {}
        }
    }

    fn dismiss(&mut self) {
        if self.stop_looking() {
            return;
        }
        let scores = self.hud.scores.shown() == Shown::Yes;
        let open = self.hud.drawers.close() || scores || self.dismiss_keeps();
        self.hud.scores.set_shown(Shown::No);
        if !open && matches!(self.phase, Phase::Connecting | Phase::Closed(_)) {
            self.show_join();
        }
    }

    fn toggle_ghosts(&mut self) {
        self.ghosts = match self.ghosts {
            Ghosts::Hidden => Ghosts::Shown,
            Ghosts::Shown => Ghosts::Hidden,
        };
        self.hud.drawers.set_ghosts(self.ghosts);
        if let Some(session) = &mut self.session {
            session.client.set_ghosts(self.ghosts);
        }
    }

    /// The scores' key went down or up.
    pub(super) fn hold_scores(&mut self, stroke: Stroke) {
        self.show_scores((stroke == Stroke::Down).into());
    }

    fn show_scores(&mut self, shown: Shown) {
        if self.phase == Phase::Playing {
            self.hud.scores.set_shown(shown);
            self.want_if(shown);
            self.refresh_panels(self.shell.clock.now());
        }
    }

    /// A field of the page has another value.
    pub(super) fn edited(&mut self) {
        if self.phase == Phase::Join {
            self.room = self.hud.join.room();
            self.show_invite();
        } else {
            self.drawer_edited();
        }
    }

    pub(super) fn set_link(&mut self, setup: LinkSetup) {
        self.link = setup;
        self.apply_link();
        if setup.is_off() {
            // What is under way in the link arrives with the pictures.
            self.shell.fast = None;
        } else if self.shell.fast.is_none() {
            let mailbox = self.shell.mailbox.clone();
            let timer = Timer::every(&self.shell.window, FAST_MS, mailbox, || Event::Fast);
            self.shell.fast = Some(timer);
        }
        self.show_badge();
    }

    /// The connection passes the simulated link.
    pub(super) fn apply_link(&mut self) {
        let Some(session) = &mut self.session else { return };
        // Whoever wants one moved a control of the instruments: they are there.
        let panels = self.instruments.panels();
        if let Some(panels) = panels.filter(|_| !self.link.is_off() && !session.simulates()) {
            session.simulate(panels.simulated_link(random_seed()));
        }
        session.set_link(&self.link);
    }

    /// The badge stands while the link is simulated; the open panel tells the same in full.
    fn show_badge(&mut self) {
        let told = self.link.is_off() || self.hud.drawers.open() == Some(Drawer::Link);
        let panels = self.instruments.panels().filter(|_| !told);
        let badge = panels.and_then(|panels| panels.badge(&self.link));
        self.hud.badge.say_if(badge.as_deref());
    }

    /// Shows the address under which a friend finds the room.
    pub(super) fn show_invite(&mut self) {
        if let Some(fragment) = self.fragment() {
            self.hud.invite.set(&self.shell.address.with_fragment(&fragment));
        }
    }

    fn copy_invite(&mut self) {
        let now = self.shell.clock.now();
        let copied = self.hud.invite.copy();
        let text = if copied { "Copied." } else { "Select the link and copy it." };
        self.hud.toasts.say(now, &[text]);
    }

    /// The mouse or a finger did something.
    pub(super) fn point(&mut self, pointer: Pointer) {
        if self.looks() || self.asks_about(&pointer) {
            return;
        }
        self.touch = match pointer.device {
            Device::Touch => true,
            // A touch screen with a mouse shows its sticks until the mouse is used.
            Device::Mouse => self.touch && self.shell.media.touch(),
        };
        let middle_x = self.view.layout().world.middle().x;
        self.held.pointer(pointer, middle_x);
    }
}
