//! The first seconds in the game: one line says how to fly, aim and fire, and each part of it goes
//! once the player has done that.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::Micros,
    },
    client::Controls,
    sim::command::Thrust,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{all, by_id},
        pointer::Device,
    },
    text::language,
};

/// How long the line is shown at most.
const STAYS: Micros = Micros::from_ms(8000);
/// How long its last part takes to go.
const FADES: Micros = Micros::from_ms(400);
/// How far the mouse has moved when it has been used to aim, in CSS pixels.
const MOUSE_AIMED_PX: f32 = 48.0;
/// How far keys have turned the aim when they have been used to aim: a twelfth of a turn.
const KEYS_AIMED: u16 = u16::MAX / 12;
/// Class of a part of the line that has been used.
const USED: &str = "used";

/// What a player does in a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inputs {
    pub controls: Controls,
    /// Position of the mouse, in CSS pixels; `None` while something else aims.
    pub mouse: Option<Vec2>,
}

/// Which controls a player has used in their first life: fly, aim, laser, beam.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FirstLife {
    used: [bool; 4],
    /// Where the aim was at first, by the mouse and by keys.
    mouse: Option<Vec2>,
    turn: Option<Turn>,
    /// When the line goes; `None` before the first life.
    ends_at: Option<Micros>,
    is_over: bool,
}

impl FirstLife {
    /// Handles a frame; `None` while there is no ship. Returns whether the line is shown.
    fn handle_frame(&mut self, now: Micros, inputs: Option<Inputs>) -> bool {
        let Some(Inputs { controls, mouse }) = inputs else {
            self.is_over |= self.ends_at.is_some();
            return false;
        };
        if self.is_over {
            return false;
        }
        let ends_at = *self.ends_at.get_or_insert(now + STAYS);
        let does = [
            controls.thrust != Thrust::None,
            self.has_aimed(mouse, controls.aim),
            controls.trigger.laser(),
            controls.trigger.beam(),
        ];
        let before = self.used;
        for (used, does) in self.used.iter_mut().zip(does) {
            *used |= does;
        }
        let is_last = self.used != before && self.used == [true; 4];
        let ends_at = if is_last { ends_at.min(now + FADES) } else { ends_at };
        self.ends_at = Some(ends_at);
        now < ends_at
    }

    fn has_aimed(&mut self, mouse: Option<Vec2>, turn: Turn) -> bool {
        let first = *self.turn.get_or_insert(turn);
        match mouse {
            Some(at) => self.mouse.get_or_insert(at).distance(at) >= MOUSE_AIMED_PX,
            None => {
                let turned = turn.0.wrapping_sub(first.0);
                turned.min(turned.wrapping_neg()) >= KEYS_AIMED
            }
        }
    }
}

/// The line on the page.
pub struct FirstControls {
    line: HtmlElement,
    parts: Vec<Element>,
    first_life: FirstLife,
}

impl FirstControls {
    /// Finds it on the page, and fills it.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        for (verb, text) in all::<Element>(root, "#first-controls b")?
            .iter()
            .zip(language::of_page(root).game().controls.first)
        {
            verb.set_text_content(Some(text));
        }
        Ok(Self {
            line: by_id(root, "first-controls")?,
            parts: all(root, "#first-controls li")?,
            first_life: FirstLife::default(),
        })
    }

    /// A player who was in the game before the page was loaded knows them.
    pub fn skip(&mut self) {
        self.first_life.is_over = true;
    }

    /// Handles a frame in play; `None` while there is no ship. Sticks have captions of their own.
    pub fn handle_frame(&mut self, now: Micros, inputs: Option<Inputs>, device: Device) {
        let before = self.first_life.used;
        let is_shown = self.first_life.handle_frame(now, inputs) && device != Device::Touch;
        if self.line.hidden() == is_shown {
            self.line.set_hidden(!is_shown);
        }
        if self.first_life.used != before {
            for (part, used) in self.parts.iter().zip(self.first_life.used) {
                // It fails only for invalid names.
                let _ = part.class_list().toggle_with_force(USED, used);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shared::sim::command::Trigger;

    use super::*;

    /// Handles a frame in flight, `ms` after the first. Returns whether the line is shown.
    fn frame(life: &mut FirstLife, ms: i64, inputs: Inputs) -> bool {
        life.handle_frame(Micros::from_ms(1000 + ms), Some(inputs))
    }

    fn begun() -> FirstLife {
        let mut life = FirstLife::default();
        assert!(!life.handle_frame(Micros::from_ms(0), None), "before there is a ship");
        assert!(frame(&mut life, 0, Inputs::default()));
        life
    }

    fn firing(trigger: Trigger) -> Inputs {
        Inputs { controls: Controls { trigger, ..Controls::default() }, ..Inputs::default() }
    }

    fn pointing(x: f32) -> Inputs {
        Inputs { mouse: Some(Vec2::new(x, 0.0)), ..Inputs::default() }
    }

    fn turned(turn: u16) -> Inputs {
        let controls = Controls { aim: Turn(turn), ..Controls::default() };
        Inputs { controls, ..Inputs::default() }
    }

    fn flying() -> Inputs {
        let controls = Controls { thrust: Thrust::Up, ..Controls::default() };
        Inputs { controls, ..Inputs::default() }
    }

    #[test]
    fn each_part_goes_once_it_was_used() {
        let rows: [(&[Inputs], [bool; 4]); 9] = [
            (&[], [false; 4]),
            (&[flying()], [true, false, false, false]),
            (&[pointing(300.0)], [false; 4]),
            (&[pointing(300.0), pointing(340.0)], [false; 4]),
            (&[pointing(300.0), pointing(350.0)], [false, true, false, false]),
            (&[turned(u16::MAX - 5000)], [false; 4]),
            (&[turned(u16::MAX - 6000)], [false, true, false, false]),
            (&[firing(Trigger::Laser)], [false, false, true, false]),
            (&[firing(Trigger::Both)], [false, false, true, true]),
        ];
        for (inputs, used) in rows {
            let mut life = begun();
            for inputs in inputs {
                assert!(frame(&mut life, 20, *inputs));
            }
            assert!(frame(&mut life, 40, Inputs::default()));
            assert_eq!(life.used, used, "{inputs:?}");
        }
    }

    #[test]
    fn the_line_goes_after_8_s_or_with_its_last_part() {
        let mut idle = begun();
        assert!(frame(&mut idle, 7999, Inputs::default()));
        assert!(!frame(&mut idle, 8000, Inputs::default()));

        let mut quick = begun();
        for inputs in [flying(), pointing(0.0), pointing(90.0), firing(Trigger::Both)] {
            assert!(frame(&mut quick, 2000, inputs));
        }
        assert!(frame(&mut quick, 2399, flying()));
        assert!(!frame(&mut quick, 2400, flying()));

        let mut late = begun();
        for inputs in [flying(), pointing(0.0), pointing(90.0), firing(Trigger::Both)] {
            assert!(frame(&mut late, 7900, inputs));
        }
        assert!(!frame(&mut late, 8000, flying()), "not later for that");
    }

    #[test]
    fn it_is_for_the_first_life_only() {
        let mut life = begun();
        assert!(!life.handle_frame(Micros::from_ms(2000), None));
        assert!(!frame(&mut life, 2000, Inputs::default()));
        assert!(!frame(&mut life, 20_000, flying()));
    }
}
