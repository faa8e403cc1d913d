//! The drawer of the netcode: made from the table, it shows what is in force and says what the
//! player moves.

use crate::fixture::{Page, set_fragment};
use client_wasm::hud::{
    scheme::{Passing, Scheme},
    shot_line::ShotLine,
};
use shared::{
    base::time::{Micros, Tick, TickRate},
    client::{Client, ClientConfig},
    scheme::{
        netcode::{Delivery, PlayerNetcode, RoomNetcode},
        opinion::{Finding, Opinion, Opinions, OpinionsWanted},
        preset::Preset,
        setting::{Owner, Setting, Unit},
    },
    sim::{
        arena::Arena,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
    wire::{
        codec::CodecId,
        message::{Access, RosterEntry, ServerControl, Welcome},
    },
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlSelectElement;
use web_ui::netcode::{chosen::Chosen, panel::NetcodePanel, status::NetcodeStatus};

/// A client that no server has answered.
fn client() -> Client {
    let config = ClientConfig {
        name: "Ada".into(),
        room: String::new(),
        netcode: PlayerNetcode::default(),
        founding: None,
        delivery: Delivery::Stream,
    };
    Client::new(config, Micros::ZERO)
}

const OWN: ShipId = ShipId { idx: 0, generation: 0 };
const ANN: ShipId = ShipId { idx: 1, generation: 0 };

/// A client in a room that Ann was first in.
fn guest() -> Client {
    let entry = |ship, name: &str| RosterEntry { ship, name: name.into(), bot: false };
    let welcome = Welcome {
        ship: OWN,
        room: "den".into(),
        tick: Tick(100),
        rate: TickRate::new(60).unwrap(),
        seats: 8,
        arena: Arena::empty(),
        netcode: RoomNetcode::default(),
        access: Access::FirstOnly { first: ANN },
        codec: CodecId::ALL[0],
        roster: vec![entry(OWN, "Ada"), entry(ANN, "Ann")],
    };
    let mut client = client();
    let message = ServerControl::Welcome(welcome).encode();
    client.handle_message(Micros::ZERO, &message).unwrap();
    client
}

fn shown(page: &Page, chosen: &Chosen) -> NetcodePanel {
    let mut panel = NetcodePanel::find(&page.root).unwrap();
    panel.refresh(&NetcodeStatus::of(chosen, &client()));
    panel
}

fn count(page: &Page, selector: &str) -> usize {
    page.root.query_selector_all(selector).unwrap().length() as usize
}

#[wasm_bindgen_test]
fn every_setting_has_its_control_name_and_hint() {
    let page = Page::new();
    let panel = shown(&page, &Preset::Source.into());
    assert_eq!(panel.edits(), []);
    assert_eq!(count(&page, "#presets button"), Preset::ALL.len());
    for (part, owner) in [("#room-part", Owner::Room), ("#player-part", Owner::Player)] {
        let owned = Setting::ALL.iter().filter(|setting| setting.spec().owner == owner);
        assert_eq!(count(&page, &format!("{part} .setting")), owned.count());
    }
    for setting in Setting::ALL {
        let (spec, id) = (setting.spec(), format!("set-{}", setting.spec().key));
        let control = page.element(&id);
        let label = page.root.query_selector(&format!("label[for={id}]")).unwrap().unwrap();
        assert_eq!(label.text_content().unwrap(), spec.title);
        let hint = page.element(&control.get_attribute("aria-describedby").unwrap());
        assert_eq!(hint.text_content().unwrap(), setting.hint());
        let value = Preset::Source.netcode().get(*setting);
        match spec.unit {
            Unit::Choice(names) => {
                let list: HtmlSelectElement = control.unchecked_into();
                assert_eq!(
                    (list.length(), list.selected_index()),
                    (names.len() as u32, value as i32)
                );
            }
            _ => assert_eq!(page.input(&id).value(), value.to_string(), "{id}"),
        }
    }
    let pressed = page.root.query_selector("#presets [aria-pressed=true]").unwrap().unwrap();
    assert_eq!(pressed.text_content().unwrap(), "4Source");
    assert_eq!(page.element("preset-watch").text_content().unwrap(), Preset::Source.watch());
    assert!(page.element("preset-choices").text_content().unwrap().contains("a bank of 24 ticks"));
    assert!(page.element("preset-messages").hidden());
}

#[wasm_bindgen_test]
fn what_is_moved_is_said_once_and_marked() {
    let page = Page::new();
    let mut chosen = Chosen::from(Preset::Source);
    let mut panel = shown(&page, &chosen);
    page.enter("set-interp", "50");
    let list: HtmlSelectElement = page.element("set-curve").unchecked_into();
    list.set_selected_index(1);
    let edits = panel.edits();
    assert_eq!(edits, [(Setting::Curve, 1), (Setting::Interpolation, 50)]);
    for (setting, value) in edits {
        chosen.netcode.set(setting, value).unwrap();
    }
    panel.refresh(&NetcodeStatus::of(&chosen, &client()));
    assert_eq!(panel.edits(), []);
    let row = page.element("set-interp").parent_element().unwrap();
    let said = |class: &str| row.query_selector(class).unwrap().unwrap().text_content().unwrap();
    assert_eq!(said("output"), "50 ms");
    assert_eq!(said(".changed"), "◆ Source has “100 ms”");

    // What was moved and not accepted moves back.
    page.enter("set-bound", "700");
    assert_eq!(panel.edits(), [(Setting::RewindBound, 700)]);
    chosen.netcode.player.interpolation_ms = 100;
    panel.refresh(&NetcodeStatus::of(&chosen, &client()));
    assert_eq!(page.input("set-bound").value(), "1000");
    assert!(page.root.query_selector(".changed:not([hidden])").unwrap().is_some(), "the curve");
}

#[wasm_bindgen_test]
fn the_shot_line_is_a_choice() {
    let page = Page::new();
    let panel = NetcodePanel::find(&page.root).unwrap();
    panel.set_opinions(OpinionsWanted::Yes);
    assert_eq!(panel.opinions(), OpinionsWanted::Yes);
    panel.set_opinions(OpinionsWanted::No);
    assert!(!page.input("opinions-wanted").checked());
}

#[wasm_bindgen_test]
fn the_join_screen_says_what_the_link_asks_for() {
    set_fragment("#room=den&preset=quakeworld&interp=50");
    let page = Page::new();
    let _app = page.mount().unwrap();
    let text = page.element("join-netcode").text_content().unwrap();
    assert_eq!(text, "You play by: QuakeWorld, changed. So does the room, if it is new.");
    let invite = page.root.query_selector(".invite-link").unwrap().unwrap().text_content().unwrap();
    assert!(invite.ends_with("#room=den&preset=quakeworld&interp=50"), "{invite}");
}

#[wasm_bindgen_test]
fn a_guest_reads_the_rules_and_why_they_stay() {
    let page = Page::new();
    let mut panel = NetcodePanel::find(&page.root).unwrap();
    let mut scheme = Scheme::find(&page.root).unwrap();
    let mut chosen = Chosen::from(Preset::QuakeWorld);
    chosen.netcode.room = RoomNetcode::default();
    panel.refresh(&NetcodeStatus::of(&chosen, &guest()));
    scheme.refresh(&chosen, &guest(), Passing::Yes);
    assert!(page.element("room-part").has_attribute("disabled"));
    assert!(!page.element("player-part").has_attribute("disabled"));
    let says = |id: &str, text: &str| {
        assert_eq!(page.element(id).text_content().unwrap(), text, "{id}");
    };
    says("room-reason", "Only Ann, who came first, may change the room's rules.");
    says("scheme-preset", "QuakeWorld, your part");
    says("scheme-rule", "Lagrange: what you saw, bounded");
    says("keeps-text", "The room keeps: hit rule, late commands.");
    says("room-keeps-open", "Open a private room under QuakeWorld");
    assert!(!page.element("keeps").hidden() && !page.element("room-keeps").hidden());
    scheme.refresh(&chosen, &guest(), Passing::No);
    assert!(page.element("keeps").hidden() && !page.element("room-keeps").hidden());
    scheme.refresh(&Chosen::default(), &guest(), Passing::Yes);
    assert!(page.element("keeps").hidden() && page.element("room-keeps").hidden());
}

#[wasm_bindgen_test]
fn the_shot_line_tells_every_opinion_for_a_while() {
    let page = Page::new();
    let mut line = ShotLine::find(&page.root).unwrap();
    let mut client = guest();
    line.refresh(Micros::ZERO, &client);
    assert!(page.element("shot-line").hidden());

    let opinion = |finding, drawn_off| Opinion { finding, drawn_off };
    let mut by_preset = [opinion(Finding::Miss, 0); 9];
    by_preset[1] = opinion(Finding::Hit { victim: ANN }, 800);
    by_preset[2] = opinion(Finding::Veto { victim: ANN }, 0);
    by_preset[3] = opinion(Finding::Void { victim: ANN }, 0);
    by_preset[4] = opinion(Finding::Pending, 0);
    let shot = ShotId { tick: Tick(1), shooter: OWN, weapon: Weapon::Laser };
    let message = ServerControl::Opinions(Opinions { shot, by_preset }).encode();
    client.handle_message(Micros::ZERO, &message).unwrap();
    line.refresh(Micros::from_ms(100), &client);
    assert!(!page.element("shot-line").hidden());
    let said = "et-260:miss,et:≈hit,quakeworld:veto,source:void,deferred:pending,targeting:miss,\
                nothing:miss,jump:miss,lagrange:miss";
    assert_eq!(page.data("opinions"), said);
    let item = page.root.query_selector("#shot-line .hit").unwrap().unwrap();
    assert_eq!(item.text_content().unwrap(), "ETET≈hit");
    let title = "Wolfenstein: ET (released source): you hit Ann. \
                 It would have drawn your target 3.1 u elsewhere.";
    assert_eq!(item.get_attribute("title").unwrap(), title);

    line.refresh(Micros::from_ms(6100), &client);
    assert!(page.element("shot-line").hidden());
}
