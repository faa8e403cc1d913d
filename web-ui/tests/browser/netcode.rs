//! Tests of the netcode drawer: built from the settings table, it shows the netcode in force and
//! returns the player's edits.

use crate::fixture::Page;
use shared::{
    base::time::Micros,
    client::{Client, ClientConfig},
    netcode::{
        preset::Preset,
        setting::{Owner, Setting, Unit},
        values::{PlayerNetcode, SnapshotDelivery},
    },
    report::shot_report::ReportsWanted,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlSelectElement;
use web_ui::netcode::{chosen::Chosen, panel::NetcodePanel, status::NetcodeStatus};
use words::Language;

/// A client that has had no answer from a server.
fn client() -> Client {
    let config = ClientConfig {
        name: "Ada".into(),
        room: String::new(),
        netcode: PlayerNetcode::default(),
        room_request: None,
        delivery: SnapshotDelivery::Stream,
    };
    Client::new(config, Micros::ZERO)
}

fn shown(page: &Page, chosen: &Chosen) -> NetcodePanel {
    let mut panel = NetcodePanel::find(&page.root).unwrap();
    panel.refresh(&NetcodeStatus::of(Language::default(), chosen, &client()));
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
    panel.refresh(&NetcodeStatus::of(Language::default(), &chosen, &client()));
    assert_eq!(panel.edits(), []);
    let row = page.element("set-interp").parent_element().unwrap();
    let said = |class: &str| row.query_selector(class).unwrap().unwrap().text_content().unwrap();
    assert_eq!(said("output"), "50 ms");
    assert_eq!(said(".changed"), "◆ Source has “100 ms”");

    // An edit that is not accepted moves back.
    page.enter("set-bound", "700");
    assert_eq!(panel.edits(), [(Setting::RewindBound, 700)]);
    chosen.netcode.player.interpolation_ms = 100;
    panel.refresh(&NetcodeStatus::of(Language::default(), &chosen, &client()));
    assert_eq!(page.input("set-bound").value(), "1000");
    assert!(page.root.query_selector(".changed:not([hidden])").unwrap().is_some(), "the curve");
}

#[wasm_bindgen_test]
fn the_shot_line_is_a_choice() {
    let page = Page::new();
    let panel = NetcodePanel::find(&page.root).unwrap();
    panel.set_reports_wanted(ReportsWanted::Yes);
    assert_eq!(panel.reports_wanted(), ReportsWanted::Yes);
    panel.set_reports_wanted(ReportsWanted::No);
    assert!(!page.input("counterfactuals-wanted").checked());
}
