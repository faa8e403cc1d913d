//! The shot line: the verdict of every scheme on the newest shot, as a row of small marks, each
//! with a shape and a word. It disappears after a while.

use forensics::{PresetCounterfactual, shot_end::CounterfactualEnd};
use shared::{
    base::time::Micros, client::Client, netcode::preset::Preset,
    report::counterfactual::Counterfactual, sim::event::ShotId, wire::message::RosterEntry,
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    forensics::shot_act::look,
    shell::{
        MissingResource,
        dom::{append, by_id},
        probe::ProbeAttribute,
    },
    text::{language, roster::name_of},
};
use words::Language;

/// The verdicts of all schemes on a shot.
type AllCounterfactuals = [Counterfactual; Preset::ALL.len()];

/// How long it stays.
const STAYS: Micros = Micros::from_ms(6000);

pub struct ShotLine {
    language: Language,
    list: HtmlElement,
    said: ProbeAttribute,
    shown: Option<(ShotId, AllCounterfactuals)>,
}

impl ShotLine {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let list = by_id(root, "shot-line")?;
        let said = ProbeAttribute::new(root, "data-counterfactuals");
        Ok(Self { language: language::of_page(root), list, said, shown: None })
    }

    /// Shows the newest report, with the names from the roster, or nothing once it is old.
    pub fn refresh(&mut self, now: Micros, client: &Client) {
        let newest = client.newest_report().filter(|(at, _)| now - *at < STAYS);
        let shown = newest.and_then(|(_, report)| Some((report, report.counterfactuals?)));
        let Some((report, all)) = shown else {
            return self.hide();
        };
        let (shot, roster) = (report.record.shot, client.roster());
        if self.shown.replace((shot, all)) != Some((shot, all)) {
            self.list.set_text_content(None);
            let end = |(preset, counterfactual)| {
                let other = PresetCounterfactual::of(preset, &counterfactual);
                (preset, CounterfactualEnd::of(shot, &other, report.viewer))
            };
            let ends = Preset::ALL.into_iter().zip(all).map(end);
            for (preset, would) in ends.clone() {
                // Where the browser cannot make elements, the line stays empty.
                let _ = self.append(roster, shot, preset, &would);
            }
            self.said.set(|| {
                let piece = |(preset, would): (Preset, CounterfactualEnd)| {
                    [preset.key(), ":", about(&would), would.end.kind.key()].concat()
                };
                ends.map(piece).collect::<Vec<_>>().join(",")
            });
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
        would: &CounterfactualEnd,
    ) -> Result<(), MissingResource> {
        let item: Element = append(&self.list, "li", "", "")?;
        let item: Element = append(&item, "button", would.end.kind.key(), "")?;
        let _ = item.set_attribute("type", "button");
        let _ = item.set_attribute("data-act", &look(shot, Some(preset)));
        let (tag, short) = (self.language.game().rules.tag)(preset);
        // The style sheet shows the one that fits.
        let _: Element = append(&item, "span", "", tag)?;
        let _: Element = append(&item, "i", "", short)?;
        let word = self.language.end_word(would.end.kind);
        let _: Element = append(&item, "b", "", &[about(would), word].concat())?;
        let names = |ship| name_of(self.language, roster, ship).into();
        let title =
            self.language.scheme_would_have(self.language.preset_title(preset), would, &names);
        for name in ["title", "aria-label"] {
            let _ = item.set_attribute(name, &title);
        }
        Ok(())
    }
}

/// Prefix for the verdict of a scheme that would have drawn the target elsewhere: it would have
/// been another shot.
fn about(would: &CounterfactualEnd) -> &'static str {
    if would.drawn_off_u > 0.0 { "≈" } else { "" }
}
