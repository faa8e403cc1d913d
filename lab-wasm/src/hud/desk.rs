//! The drawer of the cheater's desk: which program lies, how, and the counters that each column's
//! room has for it. Returns the number chosen with the slider. Updated a few times a second while
//! open.

use lab::{
    cheaters_desk::{Counter, DeskCounts, Gain, HONEST_COUNTERS, gain},
    lie::{Lie, LieNumber, LieUnit, LyingColumns},
    limits::LAB_PLAYERS,
    setup::COLUMN_LETTERS,
};
use web_sys::{Element, HtmlElement, HtmlInputElement};
use web_ui::{
    shell::{
        MissingResource,
        dom::{Attribute, Label, append, by_id},
    },
    text::figures::whole,
};
use words::{DeskText, LabPlayer, Language};

/// Acts of the buttons: the player's program, the lie, no lie, and the lying columns.
pub const PROGRAM: &str = "program-";
pub const LIE: &str = "lie-";
pub const HONEST: &str = "lie-none";
pub const LIES_IN_ALL: &str = "lying-in-all";
pub const LIES_IN_SECOND: &str = "lying-in-second";

/// Counters drawn as bars.
const BARS: usize = HONEST_COUNTERS.len();

/// The selected program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    pub player: usize,
    pub lie: Option<Lie>,
    pub lying_in: LyingColumns,
}

pub struct Desk {
    language: Language,
    programs: Vec<Attribute>,
    lies: Vec<(Option<Lie>, Attribute)>,
    lying_in: [(LyingColumns, Attribute); 2],
    number: Number,
    words: HtmlElement,
    tries: Label,
    against: Label,
    came: Label,
    more: Label,
    /// Whether the lie has gained anything: `nothing`, `something`, or empty.
    gained: Attribute,
    beside: Label,
    heading: Label,
    bars: Vec<Bars>,
    heads: Cells,
    table: Vec<(Counter, Cells)>,
}

/// A cell for each column.
type Cells = [Label; 2];

/// The slider of a lie's number.
struct Number {
    language: Language,
    row: HtmlElement,
    name: Label,
    figure: Label,
    hint: Label,
    input: HtmlInputElement,
    lie: Option<Lie>,
    /// The slider's last observed position, if the user moved it.
    moved_to: Option<u16>,
}

/// A counter with a bar for each column.
struct Bars {
    title: Label,
    columns: [Bar; 2],
}

struct Bar {
    row: HtmlElement,
    name: Label,
    bar: HtmlElement,
    width: String,
    figure: Label,
    /// Whether the program lies in this column.
    lies: Attribute,
}

impl Desk {
    /// Finds it on the page and fills it, in a language.
    ///
    /// # Errors
    /// When the page lacks a part of it.
    pub fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        let list: Element = by_id(root, "desk-programs")?;
        let mut programs = Vec::new();
        for n in 0..LAB_PLAYERS {
            let name = language.lab_player(LabPlayer::of(n));
            programs.push(button(&list, name, &[PROGRAM, &whole(n as i64)].concat())?);
        }
        let list: Element = by_id(root, "desk-lies")?;
        let mut lies = vec![(None, button(&list, &language.desk(DeskText::Honest), HONEST)?)];
        for lie in Lie::ALL {
            let (title, act) = (language.lie(lie).title, [LIE, lie.key()].concat());
            lies.push((Some(lie), button(&list, title, &act)?));
        }
        let list: Element = by_id(root, "desk-columns")?;
        let [second, all] = [DeskText::OnlyInSecond, DeskText::Everywhere];
        let lying_in = [
            (LyingColumns::Second, button(&list, &language.desk(second), LIES_IN_SECOND)?),
            (LyingColumns::All, button(&list, &language.desk(all), LIES_IN_ALL)?),
        ];
        let list: Element = by_id(root, "desk-bars")?;
        let bars = (0..BARS).map(|_| Bars::append_to(&list)).collect::<Result<_, _>>()?;
        let words: HtmlElement = by_id(root, "desk-words")?;
        let (heads, table) = fill_table(&by_id(root, "desk-table")?, language)?;
        Ok(Self {
            language,
            programs,
            lies,
            lying_in,
            number: Number::find(root, language)?,
            tries: Label::find(root, "desk-tries")?,
            against: Label::find(root, "desk-against")?,
            came: Label::find(root, "desk-came")?,
            more: Label::find(root, "desk-more")?,
            gained: Attribute::new(&words, "data-gained"),
            words,
            beside: Label::find(root, "desk-beside")?,
            heading: Label::find(root, "desk-heading")?,
            bars,
            heads,
            table,
        })
    }

    /// The number chosen with the slider, once the slider rests: every number restarts the match.
    pub fn rested(&mut self) -> Option<u16> {
        let moved = self.number.moved();
        let before = core::mem::replace(&mut self.number.moved_to, moved);
        moved.filter(|moved| before == Some(*moved))
    }

    /// Handles a change of a form control: updates the figure beside the slider.
    pub fn handle_edit(&mut self) {
        self.number.say_figure();
    }

    /// Updates it with the selected program and the counters of every column's room.
    pub fn refresh(&mut self, program: Program, rooms: &[DeskCounts]) {
        let pressed = |is: bool| if is { "true" } else { "false" };
        for (n, attribute) in self.programs.iter_mut().enumerate() {
            attribute.set(pressed(n == program.player));
        }
        let key = program.lie.map(Lie::key);
        for (lie, attribute) in &mut self.lies {
            attribute.set(pressed(lie.map(Lie::key) == key));
        }
        for (columns, attribute) in &mut self.lying_in {
            attribute.set(pressed(*columns == program.lying_in));
        }
        self.number.show(program.lie);
        self.say_words(program.lie, gain(rooms));
        if rooms.iter().all(|room| room.lie.is_some()) {
            self.beside.say(&self.language.desk(DeskText::ChooseOnlyInSecond));
        }
        let heading = DeskText::WhatRoomsCount(LabPlayer::of(program.player));
        self.heading.say(&self.language.desk(heading));
        let counters = program.lie.map_or(HONEST_COUNTERS, Lie::counters);
        for (bars, counter) in self.bars.iter_mut().zip(counters) {
            bars.show(counter, rooms, self.language);
        }
        for (n, head) in self.heads.iter_mut().enumerate() {
            head.say(if n < rooms.len() { COLUMN_LETTERS[n] } else { "" });
        }
        for (counter, cells) in &mut self.table {
            for (n, cell) in cells.iter_mut().enumerate() {
                let text = rooms.get(n).map(|room| self.language.counted(*counter, room));
                cell.say(&text.unwrap_or_default());
            }
        }
    }

    fn say_words(&mut self, lie: Option<Lie>, gain: Option<Gain>) {
        self.words.set_hidden(lie.is_none());
        let (Some(lie), Some(Gain { surplus, outcome })) = (lie, gain) else { return };
        let (language, words) = (self.language, self.language.lie(lie));
        self.tries.say(words.tries);
        self.against.say(words.against);
        self.came.say(&language.lie_outcome(&outcome));
        self.more.say_if(surplus.map(|surplus| language.surplus(surplus)).as_deref());
        let beside = surplus.map(|_| language.desk(DeskText::MoreThanFirst));
        self.beside.say(&beside.unwrap_or_default());
        self.gained.set(match surplus {
            Some(surplus) if surplus.n > 0 => "something",
            Some(_) => "nothing",
            None => "",
        });
    }
}

impl Number {
    fn find(root: &Element, language: Language) -> Result<Self, MissingResource> {
        Ok(Self {
            language,
            row: by_id(root, "desk-number-row")?,
            name: Label::find(root, "desk-number-name")?,
            figure: Label::find(root, "desk-number-figure")?,
            hint: Label::find(root, "desk-number-hint")?,
            input: by_id(root, "desk-number")?,
            lie: None,
            moved_to: None,
        })
    }

    /// Shows the number of a lie. While that lie stays the same, only the user moves the slider.
    fn show(&mut self, lie: Option<Lie>) {
        if core::mem::replace(&mut self.lie, lie) == lie {
            return;
        }
        self.moved_to = None;
        let number = lie.and_then(|lie| Some((self.language.lie(lie).number, lie.number()?)));
        self.row.set_hidden(number.is_none());
        let Some(([name, hint], LieNumber { what, value, most })) = number else { return };
        self.name.say(name);
        self.hint.say(hint);
        self.input.set_min("0");
        self.input.set_max(&whole(most.into()));
        self.input.set_step(&whole(step(what).into()));
        self.input.set_value(&whole(value.into()));
        self.say_figure();
    }

    fn say_figure(&mut self) {
        let (Some(number), Some(at)) = (self.lie.and_then(Lie::number), self.position()) else {
            return;
        };
        self.figure.say(&self.language.lie_number(LieNumber { value: at, ..number }));
    }

    fn position(&self) -> Option<u16> {
        self.input.value().parse().ok()
    }

    /// The position that the user moved it to, if any.
    fn moved(&self) -> Option<u16> {
        let number = self.lie?.number()?;
        // Browsers round to a slider's steps, and the number of a link may lie between two.
        self.position().filter(|at| at.abs_diff(number.value) >= step(number.what))
    }
}

/// Step of a slider.
fn step(what: LieUnit) -> u16 {
    match what {
        LieUnit::Ms => 10,
        LieUnit::Player | LieUnit::Ticks => 1,
    }
}

impl Bars {
    fn append_to(list: &Element) -> Result<Self, MissingResource> {
        let block: Element = append(list, "div", "counted", "")?;
        let title = Label::of(append(&block, "h4", "", "")?);
        let bar = || -> Result<Bar, MissingResource> {
            let row: HtmlElement = append(&block, "p", "", "")?;
            let name = Label::of(append(&row, "b", "", "")?);
            let track: Element = append(&row, "span", "", "")?;
            let bar = append(&track, "i", "", "")?;
            let figure = Label::of(append(&row, "output", "", "")?);
            let lies = Attribute::new(&row, "data-lies");
            Ok(Bar { row, name, bar, width: String::new(), figure, lies })
        };
        Ok(Self { title, columns: [bar()?, bar()?] })
    }

    fn show(&mut self, counter: Counter, rooms: &[DeskCounts], language: Language) {
        self.title.say(language.counter(counter));
        let value = |room: &DeskCounts| counter.value(room).unwrap_or(0);
        let most = rooms.iter().map(value).max().unwrap_or(0).max(1);
        for (n, bar) in self.columns.iter_mut().enumerate() {
            bar.row.set_hidden(n >= rooms.len());
            let Some(room) = rooms.get(n) else { continue };
            let lies = room.lie.is_some();
            let name = if lies { DeskText::LiesIn(n) } else { DeskText::HonestIn(n) };
            bar.name.say(&language.desk(name));
            bar.figure.say(&language.counted(counter, room));
            bar.lies.set(if lies { "true" } else { "false" });
            let percent = (100 * value(room).max(0) / most).clamp(0, 100);
            let width = [&whole(percent), "%"].concat();
            if bar.width != width {
                // It fails only for invalid names.
                let _ = bar.bar.style().set_property("width", &width);
                bar.width = width;
            }
        }
    }
}

/// Builds the table: a header with the columns' names, and a row for every counter.
fn fill_table(
    table: &Element,
    language: Language,
) -> Result<(Cells, Vec<(Counter, Cells)>), MissingResource> {
    let cells = |row: &Element, kind: &str| -> Result<Cells, MissingResource> {
        let cell = || append(row, kind, "", "").map(Label::of);
        Ok([cell()?, cell()?])
    };
    let row: Element = append(table, "tr", "", "")?;
    let _: Element = append(&row, "td", "", "")?;
    let heads = cells(&row, "th")?;
    let mut rows = Vec::new();
    for counter in Counter::ALL {
        let row: Element = append(table, "tr", "", "")?;
        let head: Element = append(&row, "th", "", language.counter(counter))?;
        let _ = head.set_attribute("scope", "row");
        rows.push((counter, cells(&row, "td")?));
    }
    Ok((heads, rows))
}

fn button(list: &Element, title: &str, act: &str) -> Result<Attribute, MissingResource> {
    let button: Element = append(list, "button", "", title)?;
    for (name, value) in [("type", "button"), ("data-act", act)] {
        let _ = button.set_attribute(name, value);
    }
    Ok(Attribute::new(&button, "aria-pressed"))
}
