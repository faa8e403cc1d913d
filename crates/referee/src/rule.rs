//! A rule of rewinding: `clamp(a · rtt + b · interp + c · view + offset, min, max)`, to a tick or
//! not. Its text is what the command line takes and answers say.

use std::fmt;
use std::str::FromStr;

/// What a shot is rewound by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    pub terms: Terms,
    /// In ms, on the clock of the log.
    pub offset_ms: f64,
    /// In ms; infinite if nothing limits it.
    pub min_ms: f64,
    pub max_ms: f64,
    pub rounding: Rounding,
}

/// The factors of what is measured of each shot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Of the round trip: 0, ½ or 1.
    pub rtt: f64,
    /// Of the interpolation delay: 0, 1 or 2.
    pub interp: f64,
    /// Of the age of the screen, execution − view: 0 or 1.
    pub view: f64,
}

/// To which tick the moment looked back at is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// Between ticks, on the line between their poses.
    #[default]
    None,
    /// The tick before.
    Older,
    /// The tick after.
    Newer,
    Nearest,
}

impl Rounding {
    pub const ALL: [Self; 4] = [Self::None, Self::Older, Self::Newer, Self::Nearest];
}

/// What is known of a shot, in ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measured {
    pub rtt_ms: Option<f32>,
    pub interp_ms: Option<f32>,
    /// Execution − view.
    pub view_age_ms: Option<f32>,
}

impl Terms {
    /// The sum without the offset; `None` if the shot lacks a measure that a factor needs.
    pub fn of(&self, measured: &Measured) -> Option<f64> {
        let term = |factor: f64, measure: Option<f32>| match measure {
            _ if factor == 0.0 => Some(0.0),
            measure => Some(factor * f64::from(measure?)),
        };
        Some(
            term(self.rtt, measured.rtt_ms)?
                + term(self.interp, measured.interp_ms)?
                + term(self.view, measured.view_age_ms)?,
        )
    }
}

impl Rule {
    /// Everybody where they are.
    pub const PRESENT: Self = Self {
        terms: Terms { rtt: 0.0, interp: 0.0, view: 0.0 },
        offset_ms: 0.0,
        min_ms: f64::NEG_INFINITY,
        max_ms: f64::INFINITY,
        rounding: Rounding::None,
    };

    /// These terms and nothing else.
    pub fn of_terms(terms: Terms) -> Self {
        Self { terms, ..Self::PRESENT }
    }

    #[must_use]
    pub fn plus(self, offset_ms: f64) -> Self {
        Self { offset_ms: self.offset_ms + offset_ms, ..self }
    }

    #[must_use]
    pub fn at_most(self, max_ms: f64) -> Self {
        Self { max_ms, ..self }
    }

    #[must_use]
    pub fn rounded(self, rounding: Rounding) -> Self {
        Self { rounding, ..self }
    }

    /// The rewind of a shot before rounding, in ms; `None` if a measure is missing.
    pub fn rewind_ms(&self, measured: &Measured) -> Option<f64> {
        Some((self.terms.of(measured)? + self.offset_ms).max(self.min_ms).min(self.max_ms))
    }
}

/// The text of a rule that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{given} is no part of a rule: a sum of rtt, rtt/2, interp, 2*interp, view, and times such as \
     16 or 16ms, then at most 150, at least 0, older tick, newer tick or nearest tick; or present"
)]
pub struct RuleError {
    given: String,
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, RuleError> {
        let refused = |given: &str| RuleError { given: format!("\"{given}\"") };
        let lower = text.to_ascii_lowercase().replace(" ms", "ms");
        let spaced = lower.replace('+', " + ").replace('-', " - ");
        let words: Vec<&str> = spaced.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let mut rule = Self::PRESENT;
        let mut words = words.as_slice();
        let mut sign = 1.0;
        let mut is_sum_open = true;
        let mut is_sum_over = false;
        if words.is_empty() {
            return Err(refused(text));
        }
        while let [word, rest @ ..] = words {
            words = rest;
            let after_sum = match (*word, rest) {
                ("at", ["most", ms, rest @ ..]) => {
                    rule.max_ms = milliseconds(ms).ok_or_else(|| refused(ms))?;
                    words = rest;
                    true
                }
                ("at", ["least", ms, rest @ ..]) => {
                    rule.min_ms = milliseconds(ms).ok_or_else(|| refused(ms))?;
                    words = rest;
                    true
                }
                ("older", ["tick", rest @ ..]) => {
                    (rule.rounding, words) = (Rounding::Older, rest);
                    true
                }
                ("newer", ["tick", rest @ ..]) => {
                    (rule.rounding, words) = (Rounding::Newer, rest);
                    true
                }
                ("nearest", ["tick", rest @ ..]) => {
                    (rule.rounding, words) = (Rounding::Nearest, rest);
                    true
                }
                _ => false,
            };
            if after_sum {
                is_sum_over = true;
                continue;
            }
            if is_sum_over {
                return Err(refused(word));
            }
            match *word {
                "+" => (sign, is_sum_open) = (1.0, true),
                "-" | "−" => (sign, is_sum_open) = (-1.0, true),
                word if is_sum_open => {
                    rule.add(word, sign).ok_or_else(|| refused(word))?;
                    (sign, is_sum_open) = (1.0, false);
                }
                word => return Err(refused(word)),
            }
        }
        if is_sum_open { Err(refused(text)) } else { Ok(rule) }
    }
}

fn milliseconds(word: &str) -> Option<f64> {
    let number = word.strip_suffix("ms").unwrap_or(word);
    number.parse().ok().filter(|ms: &f64| ms.is_finite())
}

impl Rule {
    fn add(&mut self, word: &str, sign: f64) -> Option<()> {
        let terms = &mut self.terms;
        match (word, sign > 0.0) {
            ("present", true) => {}
            ("rtt", true) => terms.rtt += 1.0,
            ("rtt/2" | "½rtt", true) => terms.rtt += 0.5,
            ("interp", true) => terms.interp += 1.0,
            ("2*interp" | "2interp", true) => terms.interp += 2.0,
            ("view", true) => terms.view += 1.0,
            _ => self.offset_ms += sign * milliseconds(word)?,
        }
        Some(())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        match self.terms.rtt {
            0.0 => {}
            1.0 => parts.push("rtt".to_string()),
            0.5 => parts.push("rtt/2".to_string()),
            rtt => parts.push(format!("{rtt}*rtt")),
        }
        match self.terms.interp {
            0.0 => {}
            1.0 => parts.push("interp".to_string()),
            interp => parts.push(format!("{interp}*interp")),
        }
        if self.terms.view != 0.0 {
            parts.push("view".to_string());
        }
        let offset = Ms(self.offset_ms.abs());
        let rounds_to_0 = self.offset_ms.abs() < 0.05;
        match (parts.is_empty(), rounds_to_0, self.offset_ms > 0.0) {
            (true, true, _) => write!(f, "present")?,
            (true, false, true) => write!(f, "{offset} ms")?,
            (true, false, false) => write!(f, "-{offset} ms")?,
            (false, true, _) => write!(f, "{}", parts.join(" + "))?,
            (false, false, true) => write!(f, "{} + {offset} ms", parts.join(" + "))?,
            (false, false, false) => write!(f, "{} - {offset} ms", parts.join(" + "))?,
        }
        if self.min_ms.is_finite() {
            write!(f, ", at least {}", Ms(self.min_ms))?;
        }
        if self.max_ms.is_finite() {
            write!(f, ", at most {}", Ms(self.max_ms))?;
        }
        match self.rounding {
            Rounding::None => Ok(()),
            Rounding::Older => write!(f, ", older tick"),
            Rounding::Newer => write!(f, ", newer tick"),
            Rounding::Nearest => write!(f, ", nearest tick"),
        }
    }
}

/// Milliseconds with one decimal, if it is not 0.
pub(crate) struct Ms(pub f64);

impl fmt::Display for Ms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = libm::round(self.0 * 10.0);
        if tenths % 10.0 == 0.0 {
            write!(f, "{:.0}", tenths / 10.0 + 0.0)
        } else {
            write!(f, "{:.1}", tenths / 10.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in [
            "present",
            "44 ms",
            "-8 ms",
            "rtt",
            "rtt/2 + interp",
            "rtt + 2*interp - 15.6 ms",
            "rtt - 20 ms, at least 0",
            "rtt + interp, at most 150",
            "rtt + interp + 16 ms, at most 400, nearest tick",
            "view, older tick",
        ] {
            for given in [text.to_string(), text.replace(" ms", ""), text.replace(" ms", "ms")] {
                let rule: Rule = given.parse().unwrap();
                assert_eq!(rule.to_string(), text);
            }
        }
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        for text in [
            "",
            "rtt +",
            "ping",
            "rtt rtt",
            "rtt/3",
            "at most",
            "older",
            "-rtt",
            "nan",
            "rtt, at most 120, + interp",
        ] {
            let rule: Result<Rule, RuleError> = text.parse();
            assert!(rule.is_err(), "{text}: {rule:?}");
        }
    }

    #[test]
    fn a_rewind_is_held_to_its_bounds() {
        let measured = Measured { rtt_ms: Some(60.0), interp_ms: Some(100.0), view_age_ms: None };
        for (rule, expected) in [
            ("present", Some(0.0)),
            ("rtt/2 + interp - 8", Some(122.0)),
            ("rtt + 2*interp, at most 150", Some(150.0)),
            ("rtt - 80, at least 0", Some(0.0)),
            ("view", None),
        ] {
            let rule: Rule = rule.parse().unwrap();
            assert_eq!(rule.rewind_ms(&measured), expected, "{rule}");
        }
    }
}
