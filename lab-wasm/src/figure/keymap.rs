//! The keymap of a focused figure. All other keys are left to the page: Tab moves on, arrows and
//! the space bar scroll, unless a control of the figure takes them.

use web_ui::{
    input::commands::{Flight, asked},
    shell::keyboard::{Answer, Browser, Focus, Key, Stroke},
};

use super::event::{Act, Event};

/// The action of a key.
pub(crate) fn keys(key: &Key) -> Answer<Event> {
    let pages = Answer { event: None, browser: Browser::Acts };
    // In a list, letters search its entries.
    let types = key.focus == Focus::Text || (key.focus == Focus::List && key.key != "Escape");
    if key.stroke == Stroke::Up || key.chord || types {
        return pages;
    }
    let act = if key.key == "Escape" { Some(Act::Leave) } else { asked(key, Flight::None, act) };
    let Some(act) = act else { return pages };
    Answer { event: Some(Event::Act(act)), browser: Browser::Rests }
}

/// The action of a character.
fn act(sign: char) -> Option<Act> {
    Some(match sign {
        'k' => Act::Play,
        'j' => Act::Cue,
        ',' => Act::Back,
        '.' => Act::Forth,
        'r' => Act::Restart,
        'a' => Act::Column(0),
        'b' => Act::Column(1),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_takes_few_keys_and_leaves_the_pages_own() {
        let struck = |key: &str| Key::down("", key);
        for (key, act) in [("k", Act::Play), ("J", Act::Cue), ("Escape", Act::Leave)] {
            let answer = keys(&struck(key));
            let taken = Answer { event: Some(Event::Act(act)), browser: Browser::Rests };
            assert_eq!(answer, taken, "{key}");
        }
        for key in ["Tab", " ", "ArrowDown", "PageDown", "Enter", "x"] {
            assert_eq!(keys(&struck(key)).browser, Browser::Acts, "{key}");
        }
        let typed = Key { focus: Focus::List, ..struck("j") };
        assert_eq!(keys(&typed).browser, Browser::Acts);
        let copy = Key { chord: true, ..struck("k") };
        assert_eq!(keys(&copy).event, None);
    }

    #[test]
    fn a_figure_hears_every_keyboard() {
        let rows = [
            ("KeyK", "л", Act::Play),
            ("KeyJ", "ㅓ", Act::Cue),
            ("KeyR", "Process", Act::Restart),
            ("KeyQ", "a", Act::Column(0)),
            ("KeyA", "ф", Act::Column(0)),
            ("KeyW", ",", Act::Back),
        ];
        for (code, key, act) in rows {
            assert_eq!(keys(&Key::down(code, key)).event, Some(Event::Act(act)), "{code} {key}");
        }
        assert_eq!(keys(&Key::down("KeyA", "q")).event, None, "AZERTY has A elsewhere");
    }
}
