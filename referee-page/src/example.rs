//! The example to begin with: a made match whose server has a planted rule, judged like any other.

use std::io::Cursor;

use referee::explanation::Explanation;
use referee::made::{MADE_TICK_MS, MadeTables, MatchPlan, made_match};
use referee::rule::{Rule, Terms};
use referee::tables::error::TableError;
use referee::tables::meta::Meta;
use referee::tables::{Format, TableInput};

use crate::judgement::{Case, Table};

/// Of the made match: one in which the search needs all that it has, and finds it.
const SHOTS: usize = 600;
const LENGTH_S: u32 = 90;
const SEED: u64 = 3;

/// A made match and its planted rule.
pub struct Example {
    /// The delay that many servers mean to rewind by, and one tick more by mistake.
    pub planted: Rule,
    pub tables: MadeTables,
}

impl Default for Example {
    fn default() -> Self {
        Self::new()
    }
}

impl Example {
    pub fn new() -> Self {
        let terms = Terms { rtt: 1.0, interp: 1.0, view: 0.0 };
        let planted = Rule::of_terms(terms).plus(MADE_TICK_MS);
        let plan = MatchPlan {
            rule: planted,
            shots: SHOTS,
            length_s: LENGTH_S,
            seed: SEED,
            ..MatchPlan::default()
        };
        Self { planted, tables: made_match(&plan) }
    }

    /// # Errors
    /// If the made match is none, which would be a bug.
    pub fn case(&self) -> Result<Case<TextTable>, TableError> {
        let table = |name: &str, text: &str| TextTable { name: name.into(), text: text.into() };
        Ok(Case {
            poses: table("poses.csv", &self.tables.poses_csv),
            shots: table("shots.csv", &self.tables.shots_csv),
            meta: Meta::read("meta.json", self.tables.meta_json.as_bytes())?,
            asked: Vec::new(),
        })
    }

    /// Whether an answer is what was planted, in words.
    pub fn finding(&self, explanation: &Explanation) -> String {
        let (best, planted) = (&explanation.best, &self.planted);
        let off_ms = planted.offset_ms - best.offset_ms;
        let is_found = explanation.refusal.is_none()
            && best.terms == planted.terms
            && explanation
                .offset_interval_ms
                .is_some_and(|(least, most)| (least..=most).contains(&off_ms));
        if is_found {
            let precision = match off_ms.abs() {
                off_ms if off_ms < 0.05 => "exactly".to_string(),
                off_ms => format!("to within {off_ms:.1} ms"),
            };
            format!(
                "This match was made. Its server was given the rule {planted}, one tick more than \
                 it should have been, and the page found it {precision}, from the tables alone."
            )
        } else {
            format!(
                "This match was made. Its server was given the rule {planted}, which was missed."
            )
        }
    }
}

/// A table in memory.
pub struct TextTable {
    pub name: String,
    pub text: String,
}

impl Table for TextTable {
    type Input = Cursor<Vec<u8>>;

    fn open(&self) -> TableInput<Self::Input> {
        TableInput {
            name: self.name.clone(),
            format: Format::of_name(&self.name),
            input: Cursor::new(self.text.clone().into_bytes()),
        }
    }
}
