//! The drawer of the lessons: one at a time, and the list of all.

use shared::lab::lesson::Lesson;
use web_sys::Element;
use web_ui::{
    shell::{
        Missing,
        dom::{Attribute, Label, append, by_id},
    },
    text::figures::whole,
};

/// The drawer.
pub struct Lessons {
    title: Label,
    place: Label,
    text: Label,
    do_this: Label,
    watch_that: Label,
    entries: Vec<Attribute>,
}

impl Lessons {
    /// Finds it on the page and lists all lessons.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element) -> Result<Self, Missing> {
        let list: Element = by_id(root, "lesson-list")?;
        let mut entries = Vec::new();
        for lesson in Lesson::ALL {
            let item: Element = append(&list, "li", "", "")?;
            let link: Element = append(&item, "a", "", lesson.title)?;
            let address = ["#lesson=", &whole(lesson.number.into())].concat();
            let _ = link.set_attribute("href", &address);
            entries.push(Attribute::new(&link, "aria-current"));
        }
        Ok(Self {
            title: Label::find(root, "lesson-title")?,
            place: Label::find(root, "lesson-place")?,
            text: Label::find(root, "lesson-text")?,
            do_this: Label::find(root, "lesson-do")?,
            watch_that: Label::find(root, "lesson-watch")?,
            entries,
        })
    }

    /// Shows a lesson.
    pub fn show(&mut self, lesson: &Lesson) {
        let number = whole(lesson.number.into());
        self.title.say(lesson.title);
        self.place.say(&["Lesson ", &number, " of ", &whole(Lesson::ALL.len() as i64)].concat());
        self.text.say(lesson.text);
        self.do_this.say(lesson.do_this);
        self.watch_that.say(lesson.watch_that);
        for (entry, one) in self.entries.iter_mut().zip(Lesson::ALL) {
            entry.set(if one.number == lesson.number { "step" } else { "false" });
        }
    }
}
