//! What a person asks for besides flying.

use shared::{lab::run::Act, scheme::preset::Preset};

use super::App;
use crate::plain::{
    order::{Drawer, Order},
    transport::Pace,
};

impl App {
    /// Does what is asked for.
    pub(super) fn obey(&mut self, order: Order) {
        match order {
            Order::Play => {
                let playing = self.transport.pace() == Pace::Playing;
                self.transport.set_pace(if playing { Pace::Paused } else { Pace::Playing });
            }
            Order::Back => self.step(-1),
            Order::Forth => self.step(1),
            Order::Restart => {
                let setup = self.setup_now();
                self.load(setup);
            }
            Order::Slower => self.transport.slower(1),
            Order::Faster => self.transport.slower(-1),
            Order::Take => self.fly(0),
            Order::Swap => self.fly(usize::from(self.flown() != Some(1))),
            Order::Maximise => {
                let pane = self.looking.arrangement.pane_at(self.looking.mouse);
                self.maximise(pane.map_or(0, |(_, pane)| pane));
            }
            Order::MaximisePane(pane) => self.maximise(pane),
            Order::Open(drawer) => self.open_drawer(drawer),
            Order::Dismiss => self.dismiss(),
            Order::Preset(preset) => self.pick(preset),
            Order::Column(column) => self.hold_column(column),
            Order::Split => self.split(),
            Order::Links(player) => self.links_of = player,
            Order::Network(network) => {
                let mut conditions = network.conditions();
                let before = self.first().harness().conditions(self.links_of);
                conditions.up.mode = before.up.mode;
                conditions.down.mode = before.down.mode;
                self.act(Act::Conditions { player: self.links_of as u8, conditions });
            }
            Order::Hands(n) => self.crew(n),
            Order::Graph
            | Order::Ghosts
            | Order::LessonBack
            | Order::LessonNext
            | Order::CopyLink
            | Order::SaveRun
            | Order::Shot(_) => {}
        }
        self.slow();
    }

    /// Whole frames, on or back; time stands still.
    fn step(&mut self, frames: i64) {
        self.transport.set_pace(Pace::Paused);
        self.transport.at_frame();
        if frames < 0 {
            self.go_to(self.reel.frame().saturating_sub(1));
        } else {
            self.run_frame();
        }
    }

    fn maximise(&mut self, pane: usize) {
        let same = self.looking.maximised == Some(pane);
        self.looking.maximised = (!same).then_some(pane);
        self.fit();
    }

    fn open_drawer(&mut self, drawer: Drawer) {
        self.panels.drawers.toggle(drawer);
        self.fit();
    }

    fn dismiss(&mut self) {
        self.panels.refusal.say_if(None);
        if self.panels.drawers.open().is_some() {
            self.panels.drawers.set(None);
        } else {
            self.looking.maximised = None;
        }
        self.fit();
    }

    fn pick(&mut self, preset: Preset) {
        self.choose(preset.into());
    }
}
