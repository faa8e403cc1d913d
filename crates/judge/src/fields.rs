//! Typed access to scenario fields: turns a JSON value and its path into a checked number, time,
//! point or choice, or an error that gives the path.

use shared::base::{
    geometry::{Vec2, quantise_pos},
    tick_length::TickLength,
    time::Micros,
};

use super::{
    error::{JudgeError, shown},
    json::Json,
    limits::{
        LIST_MAX, NAME_CHARS_MAX, POS_MAX_U, POSE_LOOKUPS_MAX, RATE_MAX_HZ, RATE_MIN_HZ, Range,
    },
    lookup_budget::{BudgetExceeded, LookupBudget},
    names::{did_you_mean, nearest, nearest_field},
};

/// A value and its path.
#[derive(Clone, Debug)]
pub(super) struct Node<'a> {
    pub(super) path: String,
    json: &'a Json,
    lookup_budget: &'a LookupBudget,
}

/// An object whose field names have all been checked.
#[derive(Clone, Debug)]
pub(super) struct Object<'a> {
    pub(super) path: String,
    fields: &'a [(String, Json)],
    lookup_budget: &'a LookupBudget,
}

/// Whether positions are snapped to the game's storage grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    Game,
    Exact,
}

impl Grid {
    /// The point as stored.
    pub(super) fn apply(self, point: Vec2) -> Vec2 {
        match self {
            Self::Game => quantise_pos(point),
            Self::Exact => point,
        }
    }
}

type Read<T> = Result<T, JudgeError>;

impl<'a> Node<'a> {
    pub(super) fn root(json: &'a Json, lookup_budget: &'a LookupBudget) -> Self {
        Self { path: String::new(), json, lookup_budget }
    }

    /// The path, in words.
    fn place(&self) -> &str {
        match (self.path.as_str(), self.is_list()) {
            ("", true) => "the list of scenarios",
            ("", false) => "the scenario",
            (path, _) => path,
        }
    }

    /// An error about this value.
    pub(super) fn invalid(&self, allowed: impl Into<String>) -> JudgeError {
        JudgeError::field(self.place(), &self.json.compact(), allowed)
    }

    /// An error about a missing field, or about a value that cannot have fields.
    pub(super) fn missing_field(&self, name: &str, allowed: &str) -> JudgeError {
        match self.as_object() {
            Ok(object) => object.missing(name, allowed),
            Err(no_object) => no_object,
        }
    }

    /// As an object with any fields.
    pub(super) fn as_object(&self) -> Read<Object<'a>> {
        let Json::Object(fields) = self.json else {
            return Err(self.invalid("an object"));
        };
        Ok(Object { path: self.path.clone(), fields, lookup_budget: self.lookup_budget })
    }

    /// As an object with no other fields than these.
    pub(super) fn object(&self, known: &[&str]) -> Read<Object<'a>> {
        let object = self.as_object()?;
        match object.fields.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => {
                let suggestion = did_you_mean(nearest_field(name, known));
                let (path, known) = (object.path_of(&shown(name)), known.join(", "));
                Err(JudgeError::Unknown { path, suggestion, known })
            }
            None => Ok(object),
        }
    }

    /// A field, whatever else the object has; `None` if this is not an object.
    pub(super) fn peek(&self, name: &str) -> Option<Self> {
        self.as_object().ok()?.get(name)
    }

    /// As an object with 1 to `max` entries whose keys are names chosen by the author.
    pub(super) fn entries(&self, max: usize) -> Read<Vec<(&'a str, Self)>> {
        let Json::Object(fields) = self.json else {
            return Err(self.invalid("an object of names"));
        };
        let allowed = || format!("1 to {max} names of 1 to {NAME_CHARS_MAX} characters");
        let is_valid_name = |name: &str| (1..=NAME_CHARS_MAX).contains(&name.chars().count());
        if !(1..=max).contains(&fields.len()) {
            let given = format!("an object of {} names", fields.len());
            return Err(JudgeError::field(self.place(), &given, allowed()));
        }
        let entry = |(name, json): &'a (String, Json)| {
            let path = format!("{}.{}", self.path, shown(name));
            let node = Self { path, json, lookup_budget: self.lookup_budget };
            if is_valid_name(name) {
                return Ok((name.as_str(), node));
            }
            let given = if name.is_empty() { "an empty name" } else { "a name that is too long" };
            let conflict = format!("has {given}; a name has 1 to {NAME_CHARS_MAX} characters");
            Err(JudgeError::conflict(self.place(), conflict))
        };
        fields.iter().map(entry).collect()
    }

    pub(super) fn is_object(&self) -> bool {
        matches!(self.json, Json::Object(_))
    }

    pub(super) fn is_null(&self) -> bool {
        matches!(self.json, Json::Null)
    }

    pub(super) fn is_list(&self) -> bool {
        matches!(self.json, Json::List(_))
    }

    /// As a list of `min` to `max` entries.
    pub(super) fn list(&self, min: usize, max: usize) -> Read<Vec<Self>> {
        let Json::List(items) = self.json else {
            return Err(self.invalid(format!("a list of {min} to {max} entries")));
        };
        if !(min..=max).contains(&items.len()) {
            let given = format!("a list of {} entries", items.len());
            let allowed = format!("a list of {min} to {max} entries");
            return Err(JudgeError::field(self.place(), &given, allowed));
        }
        let lookup_budget = self.lookup_budget;
        let node = |(n, json)| Self { path: format!("{}[{n}]", self.path), json, lookup_budget };
        Ok(items.iter().enumerate().map(node).collect())
    }

    /// As a number within a range.
    pub(super) fn number(&self, min: f64, max: f64) -> Read<f64> {
        match self.json {
            Json::Number(value) if (min..=max).contains(value) => Ok(*value),
            _ => Err(self.invalid(format!("a number from {min} to {max}"))),
        }
    }

    /// As an integer within a range.
    pub(super) fn integer(&self, min: u32, max: u32) -> Read<u32> {
        match self.json {
            Json::Number(value)
                if (f64::from(min)..=f64::from(max)).contains(value) && value.fract() == 0.0 =>
            {
                Ok(*value as u32)
            }
            _ => Err(self.invalid(format!("a whole number from {min} to {max}"))),
        }
    }

    fn rate(&self) -> Read<Rate> {
        let hz = self.number(RATE_MIN_HZ, RATE_MAX_HZ)?;
        Ok(Rate { millihertz: (hz * 1000.0).round() as u32 })
    }

    /// As a time within a range, rounded to 1 µs; the unit gives the µs per step.
    fn time(&self, unit: Unit, range: Range) -> Read<Micros> {
        let Unit { name, micros } = unit;
        let invalid = || {
            let [min, max] = [range.min, range.max].map(|at| at.0 as f64 / micros);
            self.invalid(format!("a time from {min} to {max} {name}"))
        };
        let Json::Number(value) = self.json else {
            return Err(invalid());
        };
        // The cast saturates, and the end of `i64` lies outside the range.
        let time = Micros((value * micros).round() as i64);
        if (range.min..=range.max).contains(&time) { Ok(time) } else { Err(invalid()) }
    }

    /// As a point: `x` alone, or `[x, y]`, in u.
    pub(super) fn point(&self, grid: Grid) -> Read<Vec2> {
        self.vector(POS_MAX_U).map(|point| grid.apply(point))
    }

    /// As a vector: `x` alone, or `[x, y]`, each component within ±`max`.
    pub(super) fn vector(&self, max: f64) -> Read<Vec2> {
        let number = |node: &Self| node.number(-max, max).map(|value| value as f32);
        let invalid =
            || self.invalid(format!("a number x, or a pair [x, y], from {} to {max}", -max));
        if let Json::List(items) = self.json {
            let items = if items.len() == 2 { self.list(2, 2)? } else { Vec::new() };
            let [x, y] = items.as_slice() else { return Err(invalid()) };
            return Ok(Vec2::new(number(x)?, number(y)?));
        }
        let Json::Number(_) = self.json else { return Err(invalid()) };
        Ok(Vec2::new(number(self)?, 0.0))
    }

    /// As a name of 1 to [`NAME_CHARS_MAX`] characters.
    pub(super) fn name(&self) -> Read<&'a str> {
        match self.json {
            Json::Text(text) if (1..=NAME_CHARS_MAX).contains(&text.chars().count()) => Ok(text),
            _ => Err(self.invalid(format!("a name of 1 to {NAME_CHARS_MAX} characters"))),
        }
    }

    /// As one of several keywords.
    pub(super) fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Read<T> {
        let chosen =
            choices.iter().find(|(name, _)| matches!(self.json, Json::Text(t) if t == name));
        chosen.map(|(_, choice)| *choice).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            let suggestion = match self.json {
                Json::Text(text) => did_you_mean(nearest(text, &names)),
                _ => String::new(),
            };
            self.invalid(format!("one of {}{suggestion}", names.join(", ")))
        })
    }

    /// As a boolean.
    pub(super) fn flag(&self) -> Read<bool> {
        match self.json {
            Json::Bool(value) => Ok(*value),
            _ => Err(self.invalid("true or false")),
        }
    }
}

/// A time unit in a field name.
#[derive(Clone, Copy)]
struct Unit {
    name: &'static str,
    micros: f64,
}

/// A frequency in mHz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rate {
    millihertz: u32,
}

impl Rate {
    const fn of_hz(hz: u16) -> Self {
        Self { millihertz: hz as u32 * 1000 }
    }

    pub(super) const fn period(self) -> TickLength {
        TickLength::of_millihertz(self.millihertz)
    }

    pub(super) fn hz(self) -> f64 {
        f64::from(self.millihertz) / 1000.0
    }
}

const UNITS: [Unit; 2] = [Unit { name: "ms", micros: 1e3 }, Unit { name: "s", micros: 1e6 }];

impl<'a> Object<'a> {
    pub(super) fn path_of(&self, name: &str) -> String {
        let dot = if self.path.is_empty() { "" } else { "." };
        format!("{}{dot}{name}", self.path)
    }

    /// An optional field.
    pub(super) fn get(&self, name: &str) -> Option<Node<'a>> {
        let (_, json) = self.fields.iter().find(|(known, _)| known == name)?;
        Some(Node { path: self.path_of(name), json, lookup_budget: self.lookup_budget })
    }

    /// Takes pose look-ups from the file's budget.
    ///
    /// # Errors
    /// When fewer are left, naming the field that asks for them.
    pub(super) fn take_lookups(&self, name: &str, lookups: i64) -> Read<()> {
        self.lookup_budget.take(lookups).map_err(|BudgetExceeded { left }| {
            let conflict = format!(
                "times rules, ships and judged moments takes {lookups} pose look-ups; {left} of \
                 the file's limit of {POSE_LOOKUPS_MAX} are left"
            );
            JudgeError::conflict(&self.path_of(name), conflict)
        })
    }

    /// A required field.
    pub(super) fn required(&self, name: &str, allowed: &str) -> Read<Node<'a>> {
        self.get(name).ok_or_else(|| self.missing(name, allowed))
    }

    /// An error about a missing field.
    pub(super) fn missing(&self, name: &str, allowed: &str) -> JudgeError {
        JudgeError::Missing { path: self.path_of(name), allowed: allowed.to_string() }
    }

    /// A required number within a range.
    pub(super) fn number(&self, name: &str, min: f64, max: f64) -> Read<f32> {
        let node = self.required(name, &format!("a number from {min} to {max}"))?;
        node.number(min, max).map(|value| value as f32)
    }

    /// A required integer within a range.
    pub(super) fn integer(&self, name: &str, min: u32, max: u32) -> Read<u32> {
        self.required(name, &format!("a whole number from {min} to {max}"))?.integer(min, max)
    }

    /// An optional integer within a range, with a default.
    pub(super) fn integer_or(&self, name: &str, min: u32, max: u32, default: u32) -> Read<u32> {
        self.get(name).map_or(Ok(default), |node| node.integer(min, max))
    }

    /// An optional rate.
    pub(super) fn rate_if(&self, name: &str) -> Read<Option<Rate>> {
        self.get(name).map(|node| node.rate()).transpose()
    }

    /// A required rate.
    pub(super) fn rate(&self, name: &str) -> Read<Rate> {
        self.required(name, &format!("a number from {RATE_MIN_HZ} to {RATE_MAX_HZ}"))?.rate()
    }

    /// An optional rate, with a default in Hz.
    pub(super) fn rate_or(&self, name: &str, default_hz: u16) -> Read<Rate> {
        Ok(self.rate_if(name)?.unwrap_or(Rate::of_hz(default_hz)))
    }

    /// At most one of several alternative fields.
    ///
    /// # Errors
    /// When two are present, since they would say the same.
    pub(super) fn one_of<'n>(&self, names: &[&'n str]) -> Read<Option<&'n str>> {
        let mut given = names.iter().copied().filter(|name| self.get(name).is_some());
        match (given.next(), given.next()) {
            (Some(one), Some(other)) => {
                let conflict = format!("and {other} are both given; give one");
                Err(JudgeError::conflict(&self.path_of(one), conflict))
            }
            (one, _) => Ok(one),
        }
    }

    /// Exactly one of several alternative fields.
    pub(super) fn required_one_of<'n>(&self, names: &[&'n str]) -> Read<&'n str> {
        let path = if self.path.is_empty() { "the scenario" } else { &self.path };
        // Times have two names; the error lists one of them.
        let listed = names.iter().copied().filter(|name| !name.ends_with("_s"));
        self.one_of(names)?.ok_or_else(|| JudgeError::MissingOneOf {
            path: path.to_string(),
            names: listed.collect::<Vec<_>>().join(", "),
        })
    }

    /// Requires that none of these fields is present, since they have no effect here; `unless` says
    /// when they would.
    pub(super) fn reject_unused(&self, names: &[&str], unless: &str) -> Read<()> {
        match names.iter().find(|name| self.get(name).is_some()) {
            Some(name) => {
                let (path, unless) = (self.path_of(name), unless.to_string());
                Err(JudgeError::NoEffect { path, unless })
            }
            None => Ok(()),
        }
    }

    /// An optional boolean, false by default.
    pub(super) fn flag(&self, name: &str) -> Read<bool> {
        self.get(name).map_or(Ok(false), |node| node.flag())
    }

    /// An optional keyword, with a default.
    pub(super) fn choice_or<T: Copy>(
        &self,
        name: &str,
        choices: &[(&str, T)],
        default: T,
    ) -> Read<T> {
        self.get(name).map_or(Ok(default), |node| node.choice(choices))
    }

    /// A required list of `min` to `max` entries.
    pub(super) fn list(&self, name: &str, min: usize, max: usize) -> Read<Vec<Node<'a>>> {
        self.required(name, &format!("a list of {min} to {max} entries"))?.list(min, max)
    }

    /// Whether positions of this scenario are snapped to the grid: its field `exact`.
    pub(super) fn grid(&self) -> Read<Grid> {
        Ok(if self.flag("exact")? { Grid::Exact } else { Grid::Game })
    }

    /// A required point.
    pub(super) fn point(&self, name: &str, grid: Grid) -> Read<Vec2> {
        self.required(name, "a number x, or a pair [x, y]")?.point(grid)
    }

    /// A time field with its unit: `name_ms` or `name_s`, not both.
    fn time_field(&self, name: &str) -> Read<Option<(Node<'a>, Unit)>> {
        let [ms, s] =
            UNITS.map(|unit| self.get(&format!("{name}_{}", unit.name)).map(|node| (node, unit)));
        match (ms, s) {
            (Some((node, _)), Some(_)) => Err(JudgeError::conflict(
                &node.path,
                format!("and {name}_s are both given; give one"),
            )),
            (ms, s) => Ok(ms.or(s)),
        }
    }

    /// An optional time: `name_ms` or `name_s`.
    pub(super) fn time_if(&self, name: &str, range: Range) -> Read<Option<Micros>> {
        self.time_field(name)?.map(|(node, unit)| node.time(unit, range)).transpose()
    }

    /// A required time.
    pub(super) fn time(&self, name: &str, range: Range) -> Read<Micros> {
        self.time_if(name, range)?.ok_or_else(|| {
            let (min, max) = (range.min.0 as f64 / 1e3, range.max.0 as f64 / 1e3);
            self.missing(&format!("{name}_ms"), &format!("a time from {min} to {max} ms"))
        })
    }

    /// An optional time, with a default.
    pub(super) fn time_or(&self, name: &str, range: Range, default: Micros) -> Read<Micros> {
        Ok(self.time_if(name, range)?.unwrap_or(default))
    }

    /// An optional list of times: `name_ms` or `name_s`.
    pub(super) fn times_if(&self, name: &str, range: Range) -> Read<Option<Vec<Micros>>> {
        let Some((node, unit)) = self.time_field(name)? else {
            return Ok(None);
        };
        let nodes = node.list(1, LIST_MAX)?;
        nodes.iter().map(|node| node.time(unit, range)).collect::<Read<_>>().map(Some)
    }

    /// A required list of times.
    pub(super) fn times(&self, name: &str, range: Range) -> Read<Vec<Micros>> {
        self.times_if(name, range)?.ok_or_else(|| {
            self.missing(&format!("{name}_ms"), &format!("a list of 1 to {LIST_MAX} times"))
        })
    }
}

/// A time in ms, for error texts.
pub(super) fn in_ms(time: Micros) -> f64 {
    time.0 as f64 / 1000.0
}

/// A time as printed in an answer, in ms.
pub(super) fn ms(time: Micros) -> Json {
    Json::Number(in_ms(time))
}

/// A point as printed in an answer.
pub(super) fn point(point: Vec2) -> Json {
    Json::list(point.to_array())
}
