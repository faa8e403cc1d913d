//! The network drawer: kinds of connection, all link conditions of one player in both directions,
//! and the controller of that ship. Shows what is in force and returns the user's edits.

use lab::{limits::LAB_PLAYERS, network::Network, setup::Controller};
use shared::wire::conditions::{Condition, Conditions, LinkConditions};
use web_sys::Element;
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, append, by_id},
    },
    text::figures::whole,
    widgets::conditions::{CarrierList, DirectionControls},
};
use words::Language;

/// The controls of one direction.
struct Direction {
    numbers: DirectionControls,
    carrier: CarrierList,
}

/// The controllers to choose from.
pub type Controllers = Vec<Controller>;

pub struct NetworkPanel {
    up: Direction,
    down: Direction,
    players: Vec<Attribute>,
    kinds: Vec<(Network, Attribute)>,
    controllers: Vec<(Controller, Attribute)>,
}

impl NetworkPanel {
    /// Finds it on the page and fills it, in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(
        root: &Element,
        crew: Controllers,
        language: Language,
    ) -> Result<Self, MissingResource> {
        let list: Element = by_id(root, "networks")?;
        let mut kinds = Vec::new();
        for kind in Network::ALL {
            let act = ["kind-", kind.key()].concat();
            kinds.push((kind, button(&list, language.network(kind), &act)?));
        }
        let list: Element = by_id(root, "controllers")?;
        let mut controllers = Vec::new();
        for (n, one) in crew.into_iter().enumerate() {
            let act = ["controller-", &whole(n as i64)].concat();
            let title = language.controller(&one);
            controllers.push((one, button(&list, title, &act)?));
        }
        let mut players = Vec::new();
        for n in 0..LAB_PLAYERS {
            let id = ["links-", &whole(n as i64)].concat();
            let button: Element = by_id(root, &id)?;
            players.push(Attribute::new(&button, "aria-pressed"));
        }
        let up = Direction::find(root, "way-up", language)?;
        let down = Direction::find(root, "way-down", language)?;
        Ok(Self { up, down, players, kinds, controllers })
    }

    /// The conditions that the user asks for, if they differ from those in force.
    #[must_use]
    pub fn edited(&self, effective: &Conditions) -> Option<Conditions> {
        let mut asked = *effective;
        self.up.read(&mut asked.up);
        self.down.read(&mut asked.down);
        (asked != *effective).then_some(asked)
    }

    /// The controller of the n-th button.
    #[must_use]
    pub fn controller(&self, n: usize) -> Option<&Controller> {
        self.controllers.get(n).map(|(controller, _)| controller)
    }

    pub fn refresh(&mut self, player: usize, effective: &Conditions, controller: &Controller) {
        let pressed = |is: bool| if is { "true" } else { "false" };
        for (n, attribute) in self.players.iter_mut().enumerate() {
            attribute.set(pressed(n == player));
        }
        let kind = Network::of(effective);
        for (one, attribute) in &mut self.kinds {
            attribute.set(pressed(kind == Some(*one)));
        }
        for (one, attribute) in &mut self.controllers {
            attribute.set(pressed(one == controller));
        }
        self.up.show(&effective.up);
        self.down.show(&effective.down);
    }
}

impl Direction {
    fn find(root: &Element, id: &str, language: Language) -> Result<Self, MissingResource> {
        let hints = Condition::ALL.map(|one| (one, language.condition_hint(one)));
        let numbers = DirectionControls::find(root, id, &hints)?;
        let carrier = CarrierList::find(root, id, &[id, "-mode"].concat())?;
        Ok(Self { numbers, carrier })
    }

    fn read(&self, link: &mut LinkConditions) {
        self.numbers.read(link);
        if let Some(mode) = self.carrier.read() {
            link.mode = mode;
        }
    }

    fn show(&mut self, link: &LinkConditions) {
        self.numbers.show(link);
        self.carrier.show(link.mode);
    }
}

fn button(list: &Element, title: &str, act: &str) -> Result<Attribute, MissingResource> {
    let button: Element = append(list, "button", "", title)?;
    for (name, value) in [("type", "button"), ("data-act", act)] {
        let _ = button.set_attribute(name, value);
    }
    Ok(Attribute::new(&button, "aria-pressed"))
}
