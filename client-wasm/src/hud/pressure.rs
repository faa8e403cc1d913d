//! The badge of a server under load. It appears when the load the server reports has lasted, and
//! disappears as soon as the load is over.

use shared::base::{pressure::Pressure, time::Micros};
use web_sys::Element;
use web_ui::{
    shell::{MissingResource, dom::Label},
    text::language,
};
use words::game::GameWords;

/// Load that lasts less than this is not shown.
const LASTS: Micros = Micros::from_ms(1500);

pub struct PressureBadge {
    words: &'static GameWords,
    label: Label,
    lasting: Lasting,
}

/// Since when the server has reported at least this level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lasting {
    busy: Option<Micros>,
    overloaded: Option<Micros>,
}

impl PressureBadge {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        Ok(Self {
            words: language::of_page(root).game(),
            label: Label::find(root, "pressure")?,
            lasting: Lasting::default(),
        })
    }

    /// Shows the level that has lasted.
    pub fn refresh(&mut self, now: Micros, pressure: Pressure) {
        self.label.say_if(match self.lasting.level(now, pressure) {
            Pressure::Calm => None,
            Pressure::Busy => Some(self.words.link.busy),
            Pressure::Overloaded => Some(self.words.link.overloaded),
        });
    }

    /// Resets it for another server.
    pub fn forget(&mut self) {
        self.lasting = Lasting::default();
        self.label.say_if(None);
    }
}

impl Lasting {
    /// The highest level that has lasted.
    fn level(&mut self, now: Micros, pressure: Pressure) -> Pressure {
        let lasts = |since: &mut Option<Micros>, level: Pressure| {
            *since = if pressure >= level { since.or(Some(now)) } else { None };
            since.is_some_and(|since| now - since >= LASTS)
        };
        let busy = lasts(&mut self.busy, Pressure::Busy);
        let overloaded = lasts(&mut self.overloaded, Pressure::Overloaded);
        match (overloaded, busy) {
            (true, _) => Pressure::Overloaded,
            (false, true) => Pressure::Busy,
            (false, false) => Pressure::Calm,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use Pressure::{Busy, Calm, Overloaded};

    /// Checks the level shown after each step of time in ms and reported level.
    fn check(steps: &[(i64, Pressure, Pressure)]) {
        let mut lasting = Lasting::default();
        for (ms, reported, shown) in steps {
            assert_eq!(lasting.level(Micros::from_ms(*ms), *reported), *shown, "at {ms} ms");
        }
    }

    #[test]
    fn pressure_is_shown_once_it_lasts_and_hidden_at_once() {
        check(&[
            (0, Calm, Calm),
            (100, Busy, Calm),
            (1500, Busy, Calm),
            (1600, Busy, Busy),
            (1700, Calm, Calm),
            (1800, Busy, Calm),
        ]);
        // Load with a second's pause now and then is not shown.
        let flapping: Vec<_> =
            (0..100).map(|n| (n * 500, if n % 3 == 2 { Calm } else { Overloaded }, Calm)).collect();
        check(&flapping);
    }

    #[test]
    fn the_level_is_the_one_that_lasted() {
        check(&[
            (0, Overloaded, Calm),
            (1000, Busy, Calm),
            (1500, Overloaded, Busy),
            (2900, Overloaded, Busy),
            (3000, Overloaded, Overloaded),
            (3100, Busy, Busy),
            (3200, Calm, Calm),
        ]);
    }
}
