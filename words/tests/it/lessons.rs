//! What is said in lessons, and what is said once a page.

use lab::lesson::Lesson;
use words::Language;

use crate::sentences::{check_sentences, check_words};

#[test]
fn every_lesson_is_written_in_whole_sentences() {
    for lesson in Lesson::ALL {
        let (what, words) = (format!("{lesson:?}"), Language::English.lesson(lesson));
        check_words(&what, words.title);
        for text in [words.text, words.do_this, words.watch_that] {
            check_sentences(&what, text);
        }
        let sentences = words.text.matches(['.', '?']).count();
        assert!((2..=6).contains(&sentences), "{what}: {sentences} sentences");
    }
}

#[test]
fn the_unit_is_that_of_a_ship() {
    let said = "Distances are in u, the unit of length in the arena: a ship is 32 u wide.";
    assert_eq!(Language::English.about_units(), said);
}
