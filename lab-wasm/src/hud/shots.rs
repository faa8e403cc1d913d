//! The drawer of shots: the newest that concern the first player, each a button that opens the
//! forensics sheet.

use forensics::shot_end::{ListedShot, ShotEnd};
use shared::{
    base::time::{Micros, TickRate},
    client::shots::ShotSummary,
    sim::{
        event::{Decision, ShotId},
        ship::ShipId,
    },
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    forensics::shot_act,
    shell::{
        MissingResource,
        dom::{append, by_id},
    },
    text::language,
};
use words::{Language, Names};

use super::bar::seconds;

/// The clock of the list's times, which is that of the time bar.
#[derive(Clone, Copy, Debug)]
pub struct ListClock {
    pub rate: TickRate,
    /// The time at 0 s.
    pub begun: Micros,
}

pub struct ShotList {
    language: Language,
    list: Element,
    empty: HtmlElement,
    shown: Vec<(ShotId, Decision, Option<u8>)>,
}

impl ShotList {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, MissingResource> {
        let (list, empty) = (by_id(root, "shot-list")?, by_id(root, "shots-empty")?);
        Ok(Self { language: language::of_page(root), list, empty, shown: Vec::new() })
    }

    /// Lists the shots of a player, newest first; `names` supplies the names.
    pub fn show<'a>(
        &mut self,
        shots: impl Iterator<Item = &'a ShotSummary>,
        clock: ListClock,
        player: Option<ShipId>,
        names: Names,
    ) {
        let mut shots: Vec<&ShotSummary> = shots.collect();
        shots.reverse();
        let key = |shot: &&ShotSummary| (shot.shot, shot.verdict, shot.refund);
        let shown: Vec<_> = shots.iter().map(key).collect();
        if shown == self.shown {
            return;
        }
        self.shown = shown;
        self.empty.set_hidden(!shots.is_empty());
        self.list.set_text_content(None);
        for shot in shots {
            // If the browser could not make elements, the page would not exist.
            let _ = self.append(shot, clock, player, names);
        }
    }

    fn append(
        &self,
        shot: &ShotSummary,
        clock: ListClock,
        player: Option<ShipId>,
        names: Names,
    ) -> Result<(), MissingResource> {
        let item: Element = append(&self.list, "li", "", "")?;
        let button: Element = append(&item, "button", "", "")?;
        let act = shot_act::look(shot.shot, None);
        for (key, value) in [("type", "button"), ("data-act", act.as_str())] {
            let _ = button.set_attribute(key, value);
        }
        let at = seconds(clock.rate.micros_at(shot.shot.tick) - clock.begun);
        let _: Element = append(&button, "time", "", &at)?;
        let fired = self.language.listed_shot(&ListedShot::of(shot), names);
        let _: Element = append(&button, "span", "", &fired)?;
        let end = self.language.listed_end(&ShotEnd::of_summary(shot, player), names);
        let _: Element = append(&button, "b", "", &end)?;
        Ok(())
    }
}
