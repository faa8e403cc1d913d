//! How long nothing has come from the server: the page says so after a while, and later gives the
//! connection up. It is asked a few times a second; what came in between is told at once.

use crate::base::time::Micros;

/// After so long the page says that it hears nothing.
const SAID: Micros = Micros::from_ms(3000);
/// How long the server may take to answer before an attempt to connect counts as failed.
pub const CONNECT_MAX: Micros = Micros::from_ms(10_000);
/// After so long it gives the connection up.
pub const GIVEN_UP: Micros = Micros::from_ms(20_000);
/// A page that was not asked for longer did not listen either: no more than this counts at once.
const ASKED_MAX: Micros = Micros::from_ms(1500);

/// How long nothing has come while the page listened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Silence {
    lasts: Micros,
    asked_at: Option<Micros>,
}

/// What is to be done about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing.
    Lately,
    /// It is to be said that nothing came for so many seconds.
    NothingFor { s: i64 },
    /// The connection is to be given up.
    NothingAtAll,
}

impl Silence {
    /// Something came.
    pub fn end(&mut self) {
        self.lasts = Micros::ZERO;
    }

    /// What is to be done by now.
    pub fn ask(&mut self, now: Micros) -> Heard {
        let since = self.asked_at.replace(now).map_or(Micros::ZERO, |asked_at| now - asked_at);
        self.lasts += since.min(ASKED_MAX);
        if self.lasts >= GIVEN_UP {
            Heard::NothingAtAll
        } else if self.lasts >= SAID {
            Heard::NothingFor { s: self.lasts.as_ms() / 1000 }
        } else {
            Heard::Lately
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;

    fn ask_every(silence: &mut Silence, ms: i64, until_ms: i64) -> Vec<Heard> {
        let mut heard: Vec<Heard> =
            (0..=until_ms / ms).map(|n| silence.ask(Micros::from_ms(n * ms))).collect();
        heard.dedup();
        heard
    }

    #[test]
    fn it_is_said_after_3_s_and_given_up_after_20() {
        let mut silence = Silence::default();
        let heard = ask_every(&mut silence, 250, 20_000);
        let mut want = vec![Heard::Lately];
        want.extend((3..20).map(|s| Heard::NothingFor { s }));
        want.push(Heard::NothingAtAll);
        assert_eq!(heard, want);
    }

    #[test]
    fn what_comes_ends_it() {
        let mut silence = Silence::default();
        for n in 0..200 {
            assert_eq!(silence.ask(Micros::from_ms(n * 250)), Heard::Lately);
            if n % 10 == 0 {
                silence.end();
            }
        }
    }

    #[test]
    fn a_page_that_slept_has_not_listened() {
        let mut silence = Silence::default();
        silence.ask(Micros::ZERO);
        assert_eq!(silence.ask(Micros::from_ms(3_600_000)), Heard::Lately);
        let hidden = ask_every(&mut Silence::default(), 60_000, 600_000);
        assert_eq!(hidden.last(), Some(&Heard::NothingFor { s: 15 }), "asked once a minute");
    }
}
