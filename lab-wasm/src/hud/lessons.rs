//! The drawer of the lessons: the open lesson with links to further scenarios, and the list of all
//! lessons.

use article::section::Section;
use lab::{lesson::Lesson, lesson_control::LessonSlider, scenario::Scenario, state::LabState};
use web_sys::{Element, HtmlElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, Shown, append, by_id},
    },
    text::figures::whole,
};
use words::{BarText, Language};

use super::{beginning::article_in, et_example::EtExample, lesson_controls::LessonControls};

pub struct Lessons {
    language: Language,
    title: Label,
    place: Label,
    text: Label,
    do_this: Label,
    controls: LessonControls,
    watch_that: Label,
    /// The link to the same idea in the article.
    article: Attribute,
    /// Address of the article in this language, without a fragment.
    article_page: String,
    /// For each lesson, its links to further scenarios.
    more: Vec<HtmlElement>,
    entries: Vec<Attribute>,
    et_example: EtExample,
}

impl Lessons {
    /// Finds it on the page and lists all lessons, in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let list: Element = by_id(root, "lesson-list")?;
        let more_of_all: Element = by_id(root, "lesson-more")?;
        let (mut entries, mut more) = (Vec::new(), Vec::new());
        for lesson in Lesson::ALL {
            let item: Element = append(&list, "li", "", "")?;
            let link: Element = append(&item, "a", "", language.lesson(lesson).title)?;
            let address = ["#lesson=", &whole(lesson.number().into())].concat();
            let _ = link.set_attribute("href", &address);
            entries.push(Attribute::new(&link, "aria-current"));
            more.push(list_more(&more_of_all, lesson, language)?);
        }
        let article: Element = by_id(root, "lesson-article")?;
        Ok(Self {
            language,
            article_page: article_in(language, &article.get_attribute("href").unwrap_or_default()),
            article: Attribute::new(&article, "href"),
            title: Label::find(root, "lesson-title")?,
            place: Label::find(root, "lesson-place")?,
            text: Label::find(root, "lesson-text")?,
            do_this: Label::find(root, "lesson-do")?,
            controls: LessonControls::find(root)?,
            watch_that: Label::find(root, "lesson-watch")?,
            more,
            entries,
            et_example: EtExample::find(root, language)?,
        })
    }

    pub fn show(&mut self, lesson: Lesson) {
        let place = BarText::LessonPlace { number: lesson.number(), of: Lesson::ALL.len() };
        let words = self.language.lesson(lesson);
        self.title.say(words.title);
        self.place.say(&self.language.bar(place));
        self.text.say(words.text);
        self.do_this.say(words.do_this);
        self.controls.show(lesson, self.language);
        self.watch_that.say(words.watch_that);
        let section = Section::of_lesson(lesson).key();
        self.article.set(&[self.article_page.as_str(), "#", section].concat());
        for (more, one) in self.more.iter().zip(Lesson::ALL) {
            more.set_hidden(one != lesson || one.more().is_empty());
        }
        for (entry, one) in self.entries.iter_mut().zip(Lesson::ALL) {
            entry.set(if one == lesson { "step" } else { "false" });
        }
        let rewinds = lesson.scenario() == Scenario::Rewind;
        self.et_example.show(if rewinds { Shown::Yes } else { Shown::No });
    }

    /// Updates the values in force; runs a few times a second.
    pub fn refresh(&mut self, state: &LabState) {
        self.controls.refresh(state);
        self.et_example.refresh();
    }

    /// The slider of the lesson that the user moved since then, and its value.
    #[must_use]
    pub fn moved(&self) -> Option<(LessonSlider, u32)> {
        self.controls.moved()
    }
}

/// The links to further scenarios of a lesson, folded, and hidden until it is open.
fn list_more(
    parent: &Element,
    lesson: Lesson,
    language: Language,
) -> Result<HtmlElement, MissingResource> {
    let more: HtmlElement = append(parent, "details", "", "")?;
    more.set_hidden(true);
    let _: Element = append(&more, "summary", "", &language.bar(BarText::More))?;
    let list: Element = append(&more, "ul", "", "")?;
    for scenario in lesson.more() {
        let item: Element = append(&list, "li", "", "")?;
        let link: Element = append(&item, "a", "", language.scenario(*scenario).title)?;
        let _ = link.set_attribute("href", &["#scenario=", scenario.key()].concat());
    }
    Ok(more)
}
