//! What keys mean to a figure that has the keyboard. All others are the page's: Tab leads on,
//! arrows and the space bar scroll, unless a control of the figure takes them.

use web_ui::shell::keyboard::{Answer, Browser, Focus, Key, Stroke};

use super::event::{Act, Event};

/// What a key asks for.
pub(crate) fn keys(key: &Key) -> Answer<Event> {
    let pages = Answer { event: None, browser: Browser::Acts };
    // In a list letters find an entry.
    let types = key.focus == Focus::Text || (key.focus == Focus::List && key.key != "Escape");
    if key.stroke == Stroke::Up || key.chord || types {
        return pages;
    }
    let act = match key.key.as_str() {
        "k" | "K" => Act::Play,
        "j" | "J" => Act::Cue,
        "," => Act::Back,
        "." => Act::Forth,
        "r" | "R" => Act::Restart,
        "a" | "A" => Act::Column(0),
        "b" | "B" => Act::Column(1),
        "Escape" => Act::Leave,
        _ => return pages,
    };
    Answer { event: Some(Event::Act(act)), browser: Browser::Rests }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_takes_few_keys_and_leaves_the_pages_own() {
        let struck = |key: &str| Key {
            stroke: Stroke::Down,
            code: String::new(),
            key: key.into(),
            repeats: false,
            chord: false,
            focus: Focus::None,
            focus_shown: false,
        };
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
}
