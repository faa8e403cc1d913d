//! The settings of the simulated link: sliders in, [`LinkSetup`] out.

use shared::wire::link::{LinkConditions, LinkMode};
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use web_ui::{
    shell::{
        Missing,
        dom::{Label, by_id},
    },
    text::figures::{percent, whole},
};

use crate::net::link_setup::{JITTER_MS_MAX, LATENCY_MS_MAX, LOSS_PERMILLE_MAX, LinkSetup};

/// A slider and the figure beside it.
struct Slider {
    input: HtmlInputElement,
    figure: Label,
    unit: Unit,
}

/// What a slider sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Ms,
    Permille,
}

/// The sliders of one direction.
struct Way {
    latency: Slider,
    jitter: Slider,
    loss: Slider,
}

/// The panel.
pub struct LinkPanel {
    up: Way,
    down: Way,
    mode: HtmlSelectElement,
}

impl LinkPanel {
    /// Finds it on the page, with all sliders at 0.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let mut panel = Self {
            up: Way::find(root, "up")?,
            down: Way::find(root, "down")?,
            mode: by_id(root, "link-mode")?,
        };
        // Browsers keep the values of fields over a reload; the link always begins perfect.
        panel.set(&LinkSetup::default());
        Ok(panel)
    }

    /// What is set.
    pub fn read(&mut self) -> LinkSetup {
        let mode =
            if self.mode.value() == "datagram" { LinkMode::Datagram } else { LinkMode::Stream };
        LinkSetup { up: self.up.read(mode), down: self.down.read(mode) }
    }

    /// Moves the sliders.
    pub fn set(&mut self, setup: &LinkSetup) {
        self.up.set(&setup.up);
        self.down.set(&setup.down);
        self.mode.set_value(match setup.up.mode {
            LinkMode::Stream => "stream",
            LinkMode::Datagram => "datagram",
        });
        self.read();
    }
}

impl Way {
    fn find(root: &Element, way: &str) -> Result<Self, Missing> {
        let slider = |what: &str, max, unit| {
            let id = [way, what].concat();
            let input: HtmlInputElement = by_id(root, &id)?;
            input.set_max(&whole(i64::from(max)));
            Ok(Slider {
                input,
                figure: Label::find(root, &[id.as_str(), "-value"].concat())?,
                unit,
            })
        };
        Ok(Self {
            latency: slider("-latency", LATENCY_MS_MAX, Unit::Ms)?,
            jitter: slider("-jitter", JITTER_MS_MAX, Unit::Ms)?,
            loss: slider("-loss", LOSS_PERMILLE_MAX, Unit::Permille)?,
        })
    }

    fn read(&mut self, mode: LinkMode) -> LinkConditions {
        LinkConditions {
            latency_ms: self.latency.read(),
            jitter_ms: self.jitter.read(),
            loss_permille: self.loss.read(),
            mode,
            ..LinkConditions::default()
        }
    }

    fn set(&self, way: &LinkConditions) {
        self.latency.set(way.latency_ms);
        self.jitter.set(way.jitter_ms);
        self.loss.set(way.loss_permille);
    }
}

impl Slider {
    fn read(&mut self) -> u16 {
        let value = self.input.value().parse().unwrap_or_default();
        let text = match self.unit {
            Unit::Ms => [whole(i64::from(value)).as_str(), " ms"].concat(),
            Unit::Permille => percent(value),
        };
        self.figure.say(&text);
        value
    }

    fn set(&self, value: u16) {
        self.input.set_value(&whole(value.into()));
    }
}
