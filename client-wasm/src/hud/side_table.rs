//! The table that compares the two sides of a room: ping, players, kills and deaths a minute, hits,
//! and a bar of the kills. Stands in the scores and at the end of a round.

use shared::{
    base::time::Micros,
    client::{
        Client,
        sides::{SideCrew, SideFigures},
    },
    sim::side::Side,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{append, by_id},
    },
    text::{
        figures::{percent, tenths, whole},
        language,
    },
};
use words::game::GameWords;

/// Shown where there is no figure.
const NONE: &str = "–";

pub struct SideTable {
    words: &'static GameWords,
    root: HtmlElement,
    /// The texts that it shows, to rebuild it only when they change.
    shown: Vec<String>,
}

/// A side as the table shows it.
struct Row {
    class: &'static str,
    name: String,
    figures: SideFigures,
    kills_per_min: f32,
    deaths_per_min: f32,
}

impl SideTable {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, id: &str) -> Result<Self, MissingResource> {
        let words = language::of_page(root).game();
        Ok(Self { words, root: by_id(root, id)?, shown: Vec::new() })
    }

    /// Shows the figures of a round that has lasted this long, the own side's first; hides the
    /// table in a room without sides and before a round.
    pub fn refresh(&mut self, client: &Client, lasted: Option<Micros>) {
        let rows = lasted.and_then(|lasted| self.rows(client, lasted));
        self.root.set_hidden(rows.is_none());
        let Some(rows) = rows else { return };
        let texts: Vec<String> = rows.iter().flat_map(Row::texts).collect();
        if texts != self.shown {
            self.shown = texts;
            // It fails only in a page that has lost its document.
            let _ = self.build(&rows);
        }
    }

    fn rows(&self, client: &Client, lasted: Micros) -> Option<[Row; 2]> {
        let (state, own) = (client.sides()?, client.own_side()?);
        let row = |side: Side| {
            let figures = client.side_figures(side)?;
            Some(Row {
                class: if side == own { "own" } else { "other" },
                name: (self.words.sides.side)(state.sides.round_trip_ms[side.idx()]),
                figures,
                kills_per_min: figures.per_minute(figures.kills, lasted),
                deaths_per_min: figures.per_minute(figures.deaths, lasted),
            })
        };
        Some([row(own)?, row(own.other())?])
    }

    fn build(&self, rows: &[Row; 2]) -> Result<(), MissingResource> {
        let words = &self.words.sides;
        self.root.set_text_content(None);
        let table: Element = append(&self.root, "table", "", "")?;
        let _: Element = append(&table, "caption", "", words.by_side)?;
        let head: Element = append(&table, "thead", "", "")?;
        let head: Element = append(&head, "tr", "", "")?;
        for heading in words.headings {
            let _: Element = append(&head, "th", "", heading)?;
        }
        let body: Element = append(&table, "tbody", "", "")?;
        for row in rows {
            let line: Element = append(&body, "tr", row.class, "")?;
            for text in row.texts() {
                let _: Element = append(&line, "td", "", &text)?;
            }
        }
        let bar: Element = append(&self.root, "div", "bar", "")?;
        let rates = [0, 1].map(|n| rows[n].kills_per_min);
        let texts = rates.map(per_minute);
        let label = (words.bar)([&rows[0].name, &rows[1].name], [&texts[0], &texts[1]]);
        for (name, value) in [("role", "img"), ("aria-label", label.as_str())] {
            // It fails only for invalid names.
            let _ = bar.set_attribute(name, value);
        }
        for (row, grow) in rows.iter().zip(grow(rates)) {
            let part: HtmlElement = append(&bar, "span", row.class, "")?;
            let _ = part.style().set_property("flex-grow", &whole(grow));
        }
        let has_bots = rows.iter().any(|row| row.figures.crew == SideCrew::Bots);
        let whose = if has_bots { words.of_bots } else { words.of_players };
        let _: Element = append(&self.root, "p", "hint", whose)?;
        Ok(())
    }
}

impl Row {
    /// Its cells, in the order of the headings.
    fn texts(&self) -> [String; 6] {
        let SideFigures { ping_ms, n_ships, .. } = self.figures;
        let ping = ping_ms.map(|ms| [&whole(ms.into()), " ms"].concat());
        let hits = self.figures.hit_share().map(|share| percent((share * 1000.0) as u16 / 10 * 10));
        [
            self.name.clone(),
            ping.unwrap_or_else(|| NONE.into()),
            whole(n_ships.into()),
            per_minute(self.kills_per_min),
            per_minute(self.deaths_per_min),
            hits.unwrap_or_else(|| NONE.into()),
        ]
    }
}

fn per_minute(rate: f32) -> String {
    tenths((rate * 10.0).round() as i64)
}

/// The widths of both parts of the bar, in percent; equal before the first kill.
fn grow([own, other]: [f32; 2]) -> [i64; 2] {
    let sum = own + other;
    let part = if sum > 0.0 { (own / sum * 100.0).round() as i64 } else { 50 };
    [part, 100 - part]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_divided_by_the_kills_a_minute() {
        for (rates, parts) in [
            ([0.0, 0.0], [50, 50]),
            ([3.0, 1.0], [75, 25]),
            ([0.0, 2.0], [0, 100]),
            ([1.0, 2.0], [33, 67]),
        ] {
            assert_eq!(grow(rates), parts, "{rates:?}");
        }
        assert_eq!((per_minute(0.0), per_minute(3.26)), ("0.0".into(), "3.3".into()));
    }
}
