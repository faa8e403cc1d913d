//! The links of a scenario's shooters: up, down, margin and interpolation delay by name.

use shared::{base::time::Micros, judge::shot::LinkStats};

use super::{
    error::JudgeError,
    fields::{Node, Object},
    limits::{SHIPS_MAX, SPAN},
    names::{did_you_mean, listed, nearest},
    scenario_shot::ScenarioShot,
    timeline::Timeline,
};

pub(super) struct Links<'a>(Vec<(Node<'a>, &'a str, Link)>);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link {
    up: Micros,
    down: Micros,
    margin: Micros,
    pub(super) interp: Micros,
}

impl<'a> Links<'a> {
    pub(super) fn read(fields: &Object<'a>) -> Result<Self, JudgeError> {
        let Some(node) = fields.get("links") else {
            return Ok(Self(Vec::new()));
        };
        let mut links = Vec::new();
        for (name, node) in node.entries(SHIPS_MAX)? {
            let fields = node.object(&[
                "up_ms",
                "up_s",
                "down_ms",
                "down_s",
                "margin_ms",
                "margin_s",
                "interp_ms",
                "interp_s",
            ])?;
            let span = |name| fields.time_or(name, SPAN, Micros::ZERO);
            let [up, down] = [span("up")?, span("down")?];
            let link = Link { up, down, margin: span("margin")?, interp: span("interp")? };
            links.push((node, name, link));
        }
        Ok(Self(links))
    }

    /// The link of a shooter; without one every delay is 0.
    pub(super) fn of(&self, name: Option<&str>) -> Link {
        let known = self.0.iter().find(|(_, known, _)| Some(*known) == name);
        known.map_or_else(Link::default, |(.., link)| *link)
    }

    /// Checks that every link belongs to a ship of the timeline or to a shooter outside of it.
    pub(super) fn check(
        &self,
        timeline: &Timeline,
        shots: &[ScenarioShot],
    ) -> Result<(), JudgeError> {
        let mut names: Vec<&str> = timeline.names().collect();
        for shooter in shots.iter().filter_map(|shot| shot.shooter.as_deref()) {
            if !names.contains(&shooter) {
                names.push(shooter);
            }
        }
        match self.0.iter().find(|(_, name, _)| !names.contains(name)) {
            Some((node, name, _)) => Err(JudgeError::UnknownShip {
                path: node.path.clone(),
                known: listed(&names),
                suggestion: did_you_mean(nearest(name, &names)),
            }),
            None => Ok(()),
        }
    }
}

impl Link {
    /// Time from trigger to execution.
    pub(super) fn lead(self) -> Micros {
        self.up + self.margin
    }

    /// The round trip plus the margin.
    pub(super) fn latency(self) -> Micros {
        self.up + self.down + self.margin
    }
}

/// The link statistics that a room would measure.
pub(super) fn link_stats(
    path: &str,
    lead: Micros,
    latency: Micros,
) -> Result<LinkStats, JudgeError> {
    if latency < lead {
        return Err(JudgeError::conflict(
            path,
            "has a latency below its lead, which is part of it",
        ));
    }
    Ok(LinkStats { round_trip: Micros((latency - lead).0 * 2), lead })
}
