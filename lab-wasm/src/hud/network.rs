//! The drawer of the network: kinds of connection, every condition of both ways of one player's
//! links, and who flies that ship. What is in force goes in; what the person moves comes out.

use shared::{
    base::limits::{LAB_PLAYERS, LINK_DELAY_MAX_MS},
    lab::{harness::Conditions, network::Network, setup::Controller},
    wire::link::{LinkConditions, LinkMode},
};
use web_sys::{Element, HtmlInputElement, HtmlSelectElement};
use web_ui::{
    shell::{
        Missing,
        dom::{Attribute, Label, append, by_id},
    },
    text::figures::{percent, whole},
};

/// A condition of one way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    Latency,
    Jitter,
    Loss,
    Burst,
    BurstLength,
    Duplicate,
    Reorder,
    Bandwidth,
}

/// Bandwidths to choose from, in bytes/s; 0 is no bound.
const BANDWIDTHS: [u32; 9] = [0, 1_000_000, 250_000, 64_000, 32_000, 16_000, 7_000, 3_200, 1_200];

impl Condition {
    const ALL: [Self; 8] = [
        Self::Latency,
        Self::Jitter,
        Self::Loss,
        Self::Burst,
        Self::BurstLength,
        Self::Duplicate,
        Self::Reorder,
        Self::Bandwidth,
    ];

    const fn title(self) -> &'static str {
        match self {
            Self::Latency => "latency",
            Self::Jitter => "jitter",
            Self::Loss => "loss",
            Self::Burst => "bursts of loss",
            Self::BurstLength => "length of a burst",
            Self::Duplicate => "duplicates",
            Self::Reorder => "reordering",
            Self::Bandwidth => "bandwidth",
        }
    }

    const fn hint(self) -> &'static str {
        match self {
            Self::Latency => "Watch the threads: they grow longer.",
            Self::Jitter => "Watch the dots: some climb faster than others.",
            Self::Loss => "Watch the crosses: a stream waits for them, datagrams go on.",
            Self::Burst => "How often many packets in a row are lost. Watch the gaps.",
            Self::BurstLength => "Watch the others: they fade while their data stays away.",
            Self::Duplicate => "Datagrams only. Nothing should happen at all.",
            Self::Reorder => "Datagrams only. Watch dots overtake each other.",
            Self::Bandwidth => "Watch the packets queue, and your latency with them.",
        }
    }

    /// The largest number of its slider.
    const fn max(self) -> u32 {
        match self {
            Self::Latency => LINK_DELAY_MAX_MS as u32 / 2,
            Self::Jitter => 300,
            Self::Loss | Self::Duplicate | Self::Reorder => 500,
            Self::Burst => 50,
            Self::BurstLength => 1000,
            Self::Bandwidth => BANDWIDTHS.len() as u32 - 1,
        }
    }

    const fn step(self) -> u32 {
        match self {
            Self::Burst | Self::Bandwidth => 1,
            _ => 5,
        }
    }

    fn get(self, link: &LinkConditions) -> u32 {
        match self {
            Self::Latency => link.latency_ms.into(),
            Self::Jitter => link.jitter_ms.into(),
            Self::Loss => link.loss_permille.into(),
            Self::Burst => link.burst_permille.into(),
            Self::BurstLength => link.burst_ms.into(),
            Self::Duplicate => link.duplicate_permille.into(),
            Self::Reorder => link.reorder_permille.into(),
            Self::Bandwidth => {
                let held = link.bandwidth_bytes_per_s;
                let nearest = |n: &usize| BANDWIDTHS[*n].abs_diff(held);
                (0..BANDWIDTHS.len()).min_by_key(nearest).unwrap_or(0) as u32
            }
        }
    }

    fn set(self, link: &mut LinkConditions, value: u32) {
        let short = value.min(self.max()) as u16;
        match self {
            Self::Latency => link.latency_ms = short,
            Self::Jitter => link.jitter_ms = short,
            Self::Loss => link.loss_permille = short,
            Self::Burst => link.burst_permille = short,
            Self::BurstLength => link.burst_ms = short,
            Self::Duplicate => link.duplicate_permille = short,
            Self::Reorder => link.reorder_permille = short,
            Self::Bandwidth => link.bandwidth_bytes_per_s = BANDWIDTHS[usize::from(short)],
        }
    }

    fn figure(self, link: &LinkConditions) -> String {
        let value = self.get(link);
        match self {
            Self::Latency | Self::Jitter | Self::BurstLength => {
                [whole(value.into()).as_str(), " ms"].concat()
            }
            Self::Bandwidth if value == 0 => "no bound".to_string(),
            Self::Bandwidth => {
                let bytes = i64::from(link.bandwidth_bytes_per_s);
                [whole(bytes).as_str(), " B/s"].concat()
            }
            _ => percent(value as u16),
        }
    }
}

struct Row {
    condition: Condition,
    input: HtmlInputElement,
    figure: Label,
    shown: Option<u32>,
}

/// The controls of one way.
struct Way {
    rows: Vec<Row>,
    mode: HtmlSelectElement,
    shown: Option<LinkMode>,
}

/// Who may fly, by name.
pub type Crew = Vec<(&'static str, Controller)>;

/// The drawer.
pub struct NetworkPanel {
    ways: [Way; 2],
    players: Vec<Attribute>,
    kinds: Vec<(Network, Attribute)>,
    controllers: Vec<(Controller, Attribute)>,
}

impl NetworkPanel {
    /// Finds it on the page and fills it.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, crew: Crew) -> Result<Self, Missing> {
        let list: Element = by_id(root, "networks")?;
        let mut kinds = Vec::new();
        for kind in Network::ALL {
            let act = ["kind-", kind.key()].concat();
            kinds.push((kind, button(&list, kind.title(), &act)?));
        }
        let list: Element = by_id(root, "controllers")?;
        let mut controllers = Vec::new();
        for (n, (title, one)) in crew.into_iter().enumerate() {
            let act = ["controller-", &whole(n as i64)].concat();
            controllers.push((one, button(&list, title, &act)?));
        }
        let mut players = Vec::new();
        for n in 0..LAB_PLAYERS {
            let id = ["links-", &whole(n as i64)].concat();
            let button: Element = by_id(root, &id)?;
            players.push(Attribute::new(&button, "aria-pressed"));
        }
        let ways = [Way::find(root, "way-up")?, Way::find(root, "way-down")?];
        Ok(Self { ways, players, kinds, controllers })
    }

    /// The conditions that the person asks for, where they differ from those in force.
    #[must_use]
    pub fn edited(&self, in_force: &Conditions) -> Option<Conditions> {
        let mut asked = *in_force;
        self.ways[0].read(&mut asked.up);
        self.ways[1].read(&mut asked.down);
        (asked != *in_force).then_some(asked)
    }

    /// Who would fly by the button of that number.
    #[must_use]
    pub fn controller(&self, n: usize) -> Option<&Controller> {
        self.controllers.get(n).map(|(controller, _)| controller)
    }

    /// Brings the drawer up to date.
    pub fn refresh(&mut self, player: usize, in_force: &Conditions, controller: &Controller) {
        let pressed = |is: bool| if is { "true" } else { "false" };
        for (n, attribute) in self.players.iter_mut().enumerate() {
            attribute.set(pressed(n == player));
        }
        let kind = Network::of(in_force);
        for (one, attribute) in &mut self.kinds {
            attribute.set(pressed(kind == Some(*one)));
        }
        for (one, attribute) in &mut self.controllers {
            attribute.set(pressed(one == controller));
        }
        self.ways[0].show(&in_force.up);
        self.ways[1].show(&in_force.down);
    }
}

impl Way {
    fn find(root: &Element, id: &str) -> Result<Self, Missing> {
        let list: Element = by_id(root, id)?;
        let mut rows = Vec::new();
        for condition in Condition::ALL {
            rows.push(Row::append_to(&list, id, condition)?);
        }
        let row: Element = append(&list, "div", "setting", "")?;
        let label: Element = append(&row, "label", "", "carrier")?;
        let mode: HtmlSelectElement = append(&row, "select", "", "")?;
        for title in ["stream: late, but whole", "datagrams: lost"] {
            let _: Element = append(&mode, "option", "", title)?;
        }
        let hint = "A stream (as TCP) waits for what was lost; datagrams (as UDP) go on.";
        let _: Element = append(&row, "p", "hint", hint)?;
        let mode_id = [id, "-mode"].concat();
        let _ = label.set_attribute("for", &mode_id);
        mode.set_id(&mode_id);
        Ok(Self { rows, mode, shown: None })
    }

    fn read(&self, link: &mut LinkConditions) {
        for row in &self.rows {
            let value = row.input.value().parse().ok();
            if let Some(value) = value.filter(|value| row.shown != Some(*value)) {
                row.condition.set(link, value);
            }
        }
        let mode =
            if self.mode.selected_index() == 1 { LinkMode::Datagram } else { LinkMode::Stream };
        if self.shown.is_some() && self.shown != Some(mode) {
            link.mode = mode;
        }
    }

    fn show(&mut self, link: &LinkConditions) {
        for row in &mut self.rows {
            let value = row.condition.get(link);
            if row.shown.replace(value) != Some(value) {
                row.input.set_value(&whole(value.into()));
            }
            row.figure.say(&row.condition.figure(link));
        }
        if self.shown.replace(link.mode) != Some(link.mode) {
            self.mode.set_selected_index(i32::from(link.mode == LinkMode::Datagram));
        }
    }
}

impl Row {
    fn append_to(list: &Element, way: &str, condition: Condition) -> Result<Self, Missing> {
        let row: Element = append(list, "div", "setting", "")?;
        let label: Element = append(&row, "label", "", condition.title())?;
        let figure = Label::of(append(&row, "output", "", "")?);
        let input: HtmlInputElement = append(&row, "input", "", "")?;
        input.set_type("range");
        input.set_min("0");
        input.set_max(&whole(condition.max().into()));
        input.set_step(&whole(condition.step().into()));
        let _: Element = append(&row, "p", "hint", condition.hint())?;
        let id = [way, "-", &condition.title().replace(' ', "-")].concat();
        let _ = label.set_attribute("for", &id);
        input.set_id(&id);
        Ok(Self { condition, input, figure, shown: None })
    }
}

fn button(list: &Element, title: &str, act: &str) -> Result<Attribute, Missing> {
    let button: Element = append(list, "button", "", title)?;
    for (name, value) in [("type", "button"), ("data-act", act)] {
        let _ = button.set_attribute(name, value);
    }
    Ok(Attribute::new(&button, "aria-pressed"))
}
