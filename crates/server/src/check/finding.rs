//! What a step of a check found, and the lines that say it.
use std::io::Write;

use anyhow::{Context, Result};

use super::Outcome;

/// What a finding is about, in the order of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Topic {
    Address,
    Certificate,
    Page,
    Host,
    Upgrade,
    Forwarded,
    Round,
    Snapshots,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Right,
    Wrong,
    /// Worth knowing.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    pub(super) topic: Topic,
    pub(super) sentence: String,
    /// What to do, a line each.
    pub(super) advice: Vec<String>,
}

/// Prints findings as they are made.
pub(super) struct Report<'a> {
    out: &'a mut dyn Write,
    n_wrong: usize,
}

impl Topic {
    fn name(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Certificate => "certificate",
            Self::Page => "page",
            Self::Host => "host",
            Self::Upgrade => "upgrade",
            Self::Forwarded => "forwarded",
            Self::Round => "round",
            Self::Snapshots => "snapshots",
        }
    }
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Self::Right => "ok",
            Self::Wrong => "wrong",
            Self::Note => "note",
        }
    }
}

impl Finding {
    pub(super) fn right(topic: Topic, sentence: impl Into<String>) -> Self {
        Self { verdict: Verdict::Right, topic, sentence: sentence.into(), advice: Vec::new() }
    }

    pub(super) fn note(topic: Topic, sentence: impl Into<String>) -> Self {
        Self { verdict: Verdict::Note, topic, sentence: sentence.into(), advice: Vec::new() }
    }

    /// Something wrong, and what to do about it.
    pub(super) fn wrong(topic: Topic, sentence: impl Into<String>, advice: &[&str]) -> Self {
        let advice = advice.iter().map(|line| (*line).to_string()).collect();
        Self { verdict: Verdict::Wrong, topic, sentence: sentence.into(), advice }
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self { out, n_wrong: 0 }
    }

    pub(super) fn print(&mut self, finding: &Finding) -> Result<()> {
        let Finding { verdict, topic, sentence, advice } = finding;
        self.n_wrong += usize::from(*verdict == Verdict::Wrong);
        let mut text = format!("{:<6}{:<12}{sentence}\n", verdict.name(), topic.name());
        for line in advice {
            text += &format!("{:<18}→ {line}\n", "");
        }
        let printed = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        printed.context("cannot print the findings")
    }

    /// Prints how many findings are wrong.
    pub(super) fn finish(self) -> Result<Outcome> {
        let (text, outcome) = match self.n_wrong {
            0 => ("All is right.\n".into(), Outcome::Right),
            1 => ("1 thing is wrong.\n".into(), Outcome::Wrong),
            n => (format!("{n} things are wrong.\n"), Outcome::Wrong),
        };
        let text: String = text;
        self.out.write_all(text.as_bytes()).context("cannot print the findings")?;
        Ok(outcome)
    }
}
