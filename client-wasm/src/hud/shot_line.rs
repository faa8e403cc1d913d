//! The shot line: what every scheme would have said of the newest shot. Counterfactuals go in, a
//! row of small marks comes out, each with a shape and a word; it goes after a while.

use shared::{
    base::time::Micros, client::Client, netcode::preset::Preset,
    report::counterfactual::Counterfactual, sim::event::ShotId, wire::message::RosterEntry,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    forensics::{shot_act::look, words::named},
    netcode::words,
    shell::{
        Missing,
        dom::{Attribute, append, by_id},
    },
    text::{figures::tenths, roster::name_of},
};

/// What every scheme would have said of a shot.
type All = [Counterfactual; Preset::ALL.len()];

/// How long it stays.
const STAYS: Micros = Micros::from_ms(6000);

/// The line.
pub struct ShotLine {
    list: HtmlElement,
    said: Attribute,
    shown: Option<(ShotId, All)>,
}

impl ShotLine {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let list = by_id(root, "shot-line")?;
        Ok(Self { list, said: Attribute::new(root, "data-counterfactuals"), shown: None })
    }

    /// Shows what was said last, by the names of those in the room; nothing where that is long
    /// ago.
    pub fn refresh(&mut self, now: Micros, client: &Client) {
        let newest = client.newest_report().filter(|(at, _)| now - *at < STAYS);
        let told =
            newest.and_then(|(_, report)| Some((report.record.shot, report.counterfactuals?)));
        let Some((shot, all)) = told else {
            return self.hide();
        };
        let roster = client.roster();
        if self.shown.replace((shot, all)) != Some((shot, all)) {
            self.list.set_text_content(None);
            let mut said = String::new();
            for (preset, counterfactual) in Preset::ALL.into_iter().zip(all) {
                let (word, _) = words::decision(counterfactual.decision);
                let about = if counterfactual.drawn_off > 0 { "≈" } else { "" };
                let comma = if said.is_empty() { "" } else { "," };
                for piece in [comma, preset.key(), ":", about, word] {
                    said.push_str(piece);
                }
                // Where the browser makes no elements, there is no line.
                let _ = self.append(roster, shot, preset, counterfactual);
            }
            self.said.set(&said);
            self.list.set_hidden(false);
        }
    }

    fn hide(&mut self) {
        if self.shown.take().is_some() {
            self.list.set_hidden(true);
        }
    }

    fn append(
        &self,
        roster: &[RosterEntry],
        shot: ShotId,
        preset: Preset,
        counterfactual: Counterfactual,
    ) -> Result<(), Missing> {
        let (word, sentence) = words::decision(counterfactual.decision);
        let item: Element = append(&self.list, "li", "", "")?;
        let item: Element = append(&item, "button", word, "")?;
        let _ = item.set_attribute("type", "button");
        let _ = item.set_attribute("data-act", &look(shot, Some(preset)));
        let (tag, short) = words::tag(preset);
        // The page shows the one for which it has room.
        let _: Element = append(&item, "span", "", tag)?;
        let _: Element = append(&item, "i", "", short)?;
        let about = if counterfactual.drawn_off > 0 { "≈" } else { "" };
        let _: Element = append(&item, "b", "", &[about, word].concat())?;
        let name = |ship| name_of(roster, ship).to_string();
        let whom = counterfactual.decision.map(|decision| named(&decision, name));
        let whom = whom.unwrap_or_default();
        let mut title = [preset.title(), ": ", sentence, &whom, "."].concat();
        if counterfactual.drawn_off > 0 {
            let off = tenths((i64::from(counterfactual.drawn_off) * 10 + 128) / 256);
            for piece in [" It would have drawn your target ", &off, " u elsewhere."] {
                title.push_str(piece);
            }
        }
        for name in ["title", "aria-label"] {
            let _ = item.set_attribute(name, &title);
        }
        Ok(())
    }
}
