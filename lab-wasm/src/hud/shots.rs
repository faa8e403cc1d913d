//! The drawer of shots: the newest that concern the first player, each a button that looks into it.

use shared::{
    base::time::{Micros, TickRate},
    client::shots::{ShotSide, ShotSummary},
    sim::{
        event::{Decision, Finality, ShotId, Weapon},
        ship::ShipId,
    },
};
use web_sys::{Element, HtmlElement};
use web_ui::{
    forensics::{shot_act, words},
    shell::{
        Missing,
        dom::{append, by_id},
    },
};

use super::bar::seconds;

/// By which clock the list tells times: that of the time bar.
#[derive(Clone, Copy, Debug)]
pub struct ListClock {
    pub rate: TickRate,
    /// What stands at 0 s there.
    pub begun: Micros,
}

/// The drawer.
pub struct ShotList {
    list: Element,
    empty: HtmlElement,
    shown: Vec<(ShotId, Decision, Option<u8>)>,
}

impl ShotList {
    /// Finds it on the page.
    ///
    /// # Errors
    /// When the page lacks it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let (list, empty) = (by_id(root, "shot-list")?, by_id(root, "shots-empty")?);
        Ok(Self { list, empty, shown: Vec::new() })
    }

    /// Lists shots, the newest first; names come from the function.
    pub fn show<'a>(
        &mut self,
        shots: impl Iterator<Item = &'a ShotSummary>,
        clock: ListClock,
        name: impl Fn(ShipId) -> &'a str,
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
            // Where the browser makes no elements, the page was not made.
            let _ = self.append(shot, clock, &name);
        }
    }

    fn append<'a>(
        &self,
        shot: &ShotSummary,
        clock: ListClock,
        name: &impl Fn(ShipId) -> &'a str,
    ) -> Result<(), Missing> {
        let item: Element = append(&self.list, "li", "", "")?;
        let button: Element = append(&item, "button", "", "")?;
        let act = shot_act::look(shot.shot, None);
        for (key, value) in [("type", "button"), ("data-act", act.as_str())] {
            let _ = button.set_attribute(key, value);
        }
        let at = seconds(clock.rate.micros_at(shot.shot.tick) - clock.begun);
        let _: Element = append(&button, "time", "", &at)?;
        let weapon = match shot.shot.weapon {
            Weapon::Laser => "laser",
            Weapon::Beam => "beam",
        };
        let whose = match shot.side {
            ShotSide::Own => ["your ", weapon].concat(),
            ShotSide::Against => [name(shot.shot.shooter), "’s ", weapon, " at you"].concat(),
        };
        let _: Element = append(&button, "span", "", &whose)?;
        let verdict = match shot.verdict {
            _ if shot.refund.is_some() => "hit, undone".to_string(),
            Decision::Retracted { .. } => "hit, undone".to_string(),
            Decision::Missed => "missed".to_string(),
            Decision::Settled { victim } => ["hit ", name(victim)].concat(),
            Decision::Pierced { .. } => {
                ["hit ", &words::named(&shot.verdict, |ship| name(ship).to_string())].concat()
            }
            Decision::Hit { victim, finality } => {
                let open = if finality == Finality::Tentative { ", open" } else { "" };
                ["hit ", name(victim), open].concat()
            }
            Decision::Void { victim } => ["void: ", name(victim)].concat(),
            Decision::Vetoed { victim } => ["vetoed: ", name(victim)].concat(),
        };
        let _: Element = append(&button, "b", "", &verdict)?;
        Ok(())
    }
}
