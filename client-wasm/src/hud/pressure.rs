//! The badge that says that the server works hard, once that has lasted: what the server says of
//! itself goes in, the level to show comes out. It goes as soon as it is over.

use shared::base::{pressure::Pressure, time::Micros};
use web_sys::Element;
use web_ui::shell::{MissingResource, dom::Label};

/// What lasts less is not worth a word.
const LASTS: Micros = Micros::from_ms(1500);

/// The badge.
pub struct PressureBadge {
    label: Label,
    lasting: Lasting,
}

/// Since when the server has said so of itself, at least.
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
        Ok(Self { label: Label::find(root, "pressure")?, lasting: Lasting::default() })
    }

    /// Shows what has lasted.
    pub fn refresh(&mut self, now: Micros, pressure: Pressure) {
        self.label.say_if(match self.lasting.level(now, pressure) {
            Pressure::Calm => None,
            Pressure::Busy => Some("server busy"),
            Pressure::Overloaded => Some("server overloaded"),
        });
    }

    /// Nothing is known of the next server.
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

    /// What is shown after each step: a time in ms, and what the server says.
    fn check(steps: &[(i64, Pressure, Pressure)]) {
        let mut lasting = Lasting::default();
        for (ms, told, shown) in steps {
            assert_eq!(lasting.level(Micros::from_ms(*ms), *told), *shown, "at {ms} ms");
        }
    }

    #[test]
    fn only_what_lasts_is_said_and_it_goes_at_once() {
        check(&[
            (0, Calm, Calm),
            (100, Busy, Calm),
            (1500, Busy, Calm),
            (1600, Busy, Busy),
            (1700, Calm, Calm),
            (1800, Busy, Calm),
        ]);
        // A second without trouble now and then is no trouble.
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
