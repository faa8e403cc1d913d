//! The series that a player has played against others, as the browser keeps them: by the other's
//! name, the latest first.

use std::str::FromStr;

use web_ui::text::figures::whole;

/// Names that are kept; the one not met for longest is forgotten.
const NAMES_MAX: usize = 32;

/// Series won and lost against somebody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub won: u16,
    pub lost: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesResult {
    Won,
    Lost,
}

/// Every tally, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeriesRecord(Vec<(String, Tally)>);

impl SeriesRecord {
    /// Adds a series against somebody. Returns the tally.
    pub fn add(&mut self, name: &str, result: SeriesResult) -> Tally {
        let known = self.0.iter().position(|(known, _)| known == name);
        let mut tally = known.map(|place| self.0.remove(place).1).unwrap_or_default();
        match result {
            SeriesResult::Won => tally.won = tally.won.saturating_add(1),
            SeriesResult::Lost => tally.lost = tally.lost.saturating_add(1),
        }
        self.0.insert(0, (name.into(), tally));
        self.0.truncate(NAMES_MAX);
        tally
    }

    /// The tally against somebody.
    #[must_use]
    pub fn against(&self, name: &str) -> Option<Tally> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, tally)| *tally)
    }

    /// The stored form: a line for each name, `won/lost/name`. Names have no control characters.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |(name, Tally { won, lost }): &(String, Tally)| {
            [&whole((*won).into()), "/", &whole((*lost).into()), "/", name].concat()
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

/// A stored tally that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesRecordError;

impl FromStr for SeriesRecord {
    type Err = SeriesRecordError;

    fn from_str(text: &str) -> Result<Self, SeriesRecordError> {
        let line = |line: &str| {
            let (won, rest) = line.split_once('/')?;
            let (lost, name) = rest.split_once('/')?;
            let tally = Tally { won: won.parse().ok()?, lost: lost.parse().ok()? };
            Some((name.to_string(), tally))
        };
        let lines: Option<Vec<_>> = text.lines().take(NAMES_MAX).map(line).collect();
        lines.map(Self).ok_or(SeriesRecordError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_are_counted_by_name() {
        let mut record = SeriesRecord::default();
        for result in [SeriesResult::Won, SeriesResult::Lost, SeriesResult::Won] {
            record.add("Kai", result);
        }
        record.add("a/b c", SeriesResult::Lost);
        assert_eq!(record.against("Kai"), Some(Tally { won: 2, lost: 1 }));
        assert_eq!(record.against("Ann"), None);
        assert_eq!(record.text(), "0/1/a/b c\n2/1/Kai");
        assert_eq!(record.text().parse(), Ok(record));
        assert_eq!("".parse(), Ok(SeriesRecord::default()));
        for text in ["Kai", "1/Kai", "x/1/Kai", "1/99999999/Kai"] {
            assert_eq!(text.parse::<SeriesRecord>(), Err(SeriesRecordError), "{text}");
        }
    }

    #[test]
    fn who_was_not_met_for_longest_is_forgotten() {
        let mut record = SeriesRecord::default();
        for n in 0..NAMES_MAX {
            record.add(&whole(n as i64), SeriesResult::Won);
        }
        record.add("0", SeriesResult::Won);
        record.add("Kai", SeriesResult::Won);
        assert_eq!(record.against("0"), Some(Tally { won: 2, lost: 0 }));
        assert_eq!(record.against("1"), None);
        assert_eq!(record.text().lines().count(), NAMES_MAX);
    }
}
