//! The user's orders besides flying, by the names of their buttons.

use lab::{
    lie::{Lie, LyingColumns},
    limits::LAB_PLAYERS,
    network::Network,
};
use shared::netcode::{laboratory_preset::LaboratoryPreset, preset::Preset};
use web_ui::forensics::shot_act::ShotAct;

use crate::hud::{
    alternatives, desk, drawers::Drawer, more::MenuStep, share::ShareText, timelines::Timeline,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Play,
    /// Step one frame back.
    Back,
    /// Step one frame forward.
    Forth,
    /// Restart with the same seed.
    Restart,
    /// Jump to the cue, or play on from there.
    Cue,
    /// Slow time down.
    Slower,
    /// Speed time up.
    Faster,
    /// Fly the ship of the first pane.
    Take,
    /// Fly the other ship.
    Swap,
    /// Maximise the pane under the mouse, or restore it.
    Maximise,
    /// Maximise or restore this pane.
    MaximisePane(usize),
    Open(Drawer),
    /// Open the menu *More*, or close it.
    More,
    /// Move the focus in it.
    MoreStep(MenuStep),
    Graph,
    /// Show or hide a time picture.
    Timeline(Timeline),
    /// Hide the time picture.
    CloseTimeline,
    Ghosts,
    /// Show the stored poses of the next ship.
    Stored,
    Dismiss,
    /// Apply a preset to the selected column.
    Preset(Preset),
    /// Apply a comparison variant to it.
    Alternative(LaboratoryPreset),
    /// Select this column in the schemes drawer.
    Column(usize),
    /// Add or remove the second column.
    Split,
    /// Select this player in the network drawer.
    Links(usize),
    /// Give that player a kind of connection.
    Network(Network),
    /// Request a full update for that player.
    FullUpdate,
    /// Set that ship's controller, by its index in the drawer.
    Controller(usize),
    /// Select this player's program at the cheater's desk.
    Program(usize),
    /// Make that program tell this lie, or none.
    Lie(Option<Lie>),
    /// Set the columns in which it lies.
    LyingIn(LyingColumns),
    /// Open the previous lesson.
    LessonBack,
    /// Open the next lesson.
    LessonNext,
    /// Copy the link to this moment.
    CopyLink,
    /// Copy the figure of this match as text.
    CopyFigure(ShareText),
    /// Save this run to a file.
    SaveRun,
    /// Export the inspected shot as JSON.
    ExportShot,
    /// Open the lesson with this number.
    Lesson(u8),
    /// Open or control the forensics sheet.
    Shot(ShotAct),
}

impl Order {
    /// The order of a button, by its `data-act`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        if let Some(drawer) = Drawer::ALL.into_iter().find(|drawer| drawer.id() == name) {
            return Some(Self::Open(drawer));
        }
        if let Some(timeline) = Timeline::ALL.into_iter().find(|one| one.id() == name) {
            return Some(Self::Timeline(timeline));
        }
        let number = |prefix| name.strip_prefix(prefix).and_then(|n| n.parse::<usize>().ok());
        Some(match name {
            "play" => Self::Play,
            "back" => Self::Back,
            "forth" => Self::Forth,
            "restart" => Self::Restart,
            "cue" => Self::Cue,
            "take" => Self::Take,
            "swap" => Self::Swap,
            "graph" => Self::Graph,
            "more" => Self::More,
            "timeline-close" => Self::CloseTimeline,
            "stored" => Self::Stored,
            "dismiss" => Self::Dismiss,
            "column-a" => Self::Column(0),
            "column-b" => Self::Column(1),
            "split" => Self::Split,
            "full-update" => Self::FullUpdate,
            desk::HONEST => Self::Lie(None),
            desk::LIES_IN_ALL => Self::LyingIn(LyingColumns::All),
            desk::LIES_IN_SECOND => Self::LyingIn(LyingColumns::Second),
            "lesson-back" => Self::LessonBack,
            "lesson-next" => Self::LessonNext,
            "copy-link" => Self::CopyLink,
            "copy-element" => Self::CopyFigure(ShareText::Element),
            "copy-iframe" => Self::CopyFigure(ShareText::Iframe),
            "save-run" => Self::SaveRun,
            "export-shot" => Self::ExportShot,
            _ => {
                if let Some(key) = name.strip_prefix("preset-") {
                    return Preset::of_key(key).map(Self::Preset);
                }
                if let Some(key) = name.strip_prefix(alternatives::ACT) {
                    return LaboratoryPreset::of_key(key).map(Self::Alternative);
                }
                if let Some(key) = name.strip_prefix("kind-") {
                    let found = Network::ALL.into_iter().find(|network| network.key() == key);
                    return found.map(Self::Network);
                }
                if let Some(key) = name.strip_prefix(desk::LIE) {
                    return Lie::of_key(key).map(|lie| Self::Lie(Some(lie)));
                }
                if let Some(n) = number(desk::PROGRAM).filter(|n| *n < LAB_PLAYERS) {
                    return Some(Self::Program(n));
                }
                if let Some(n) = number("links-").filter(|n| *n < LAB_PLAYERS) {
                    return Some(Self::Links(n));
                }
                if let Some(n) = number("maximise-") {
                    return Some(Self::MaximisePane(n));
                }
                if let Some(n) = number("controller-") {
                    return Some(Self::Controller(n));
                }
                if let Some(n) = number("lesson-") {
                    return Some(Self::Lesson(n.min(99) as u8));
                }
                return ShotAct::named(name).map(Self::Shot);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use lab::{
        lesson::Lesson,
        lesson_control::{LessonControl, controls_of},
    };

    use super::*;
    use crate::hud::lesson_controls::act;

    #[test]
    fn every_button_of_a_lesson_is_an_order() {
        for lesson in Lesson::ALL {
            for control in controls_of(lesson) {
                if let LessonControl::Button(button) = control {
                    assert!(Order::named(act(*button)).is_some(), "{button:?}");
                }
            }
        }
    }

    #[test]
    fn buttons_are_understood() {
        let rows = [
            ("play", Order::Play),
            ("lessons", Order::Open(Drawer::Lessons)),
            ("ring", Order::Timeline(Timeline::Ring)),
            ("stored", Order::Stored),
            ("more", Order::More),
            ("preset-source", Order::Preset(Preset::Source)),
            ("compare-diablo", Order::Alternative(LaboratoryPreset::Diablo)),
            ("kind-modem", Order::Network(Network::Modem)),
            ("links-2", Order::Links(2)),
            ("full-update", Order::FullUpdate),
            ("desk", Order::Open(Drawer::Desk)),
            ("program-2", Order::Program(2)),
            ("lie-none", Order::Lie(None)),
            ("lie-cooldown", Order::Lie(Some(Lie::NoCooldown))),
            ("lying-in-second", Order::LyingIn(LyingColumns::Second)),
            ("maximise-1", Order::MaximisePane(1)),
            ("controller-3", Order::Controller(3)),
            ("lesson-10", Order::Lesson(10)),
            ("shot-newest", Order::Shot(ShotAct::Show)),
        ];
        for (name, order) in rows {
            assert_eq!(Order::named(name), Some(order), "{name}");
        }
        for name in [
            "",
            "links-3",
            "program-3",
            "lie-",
            "lie-all",
            "preset-none",
            "compare-source",
            "kind-",
            "lesson-x",
            "links--1",
        ] {
            assert_eq!(Order::named(name), None, "{name}");
        }
    }
}
