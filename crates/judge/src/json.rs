//! JSON that keeps the order of fields, rejects duplicate fields, and reports the path of an error.

use std::{
    cell::RefCell,
    fmt::{self, Write},
};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::{
    error::{JudgeError, shown},
    limits::FIELDS_MAX,
    text,
};
use recordings::OtherKind;

/// Columns up to which a list or object is printed on one line.
const LINE_COLUMNS_MAX: usize = 120;

/// Number literals that JSON does not have, signed ones first.
const NON_JSON_NUMBERS: [&str; 7] = ["-Infinity", "-NaN", "Infinity", "NaN", "nan", "-inf", "inf"];

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    /// Finite.
    Number(f64),
    Text(String),
    List(Vec<Json>),
    /// In document order, without duplicate names.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Parses a file or line; the name appears in errors. On failure, detects other known kinds of
    /// input.
    pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Self, JudgeError> {
        let no_text = |source| JudgeError::InvalidText { name: name.to_string(), source };
        let read = text::decode(bytes).map_err(no_text).and_then(Self::parse);
        read.map_err(|error| match OtherKind::of(bytes) {
            None | Some(OtherKind::Json) => error,
            Some(other) => JudgeError::Other { name: name.to_string(), source: other },
        })
    }

    pub(super) fn parse(text: &str) -> Result<Self, JudgeError> {
        let path = RefCell::new(Vec::new());
        let mut reader = serde_json::Deserializer::from_str(text);
        let read = Reader(&path).deserialize(&mut reader).and_then(|json| {
            reader.end()?;
            Ok(json)
        });
        read.map_err(|source| {
            let path = path.borrow().concat();
            let path = path.trim_start_matches('.');
            let path = if path.is_empty() { "the scenario" } else { path }.to_string();
            match non_json_number(text, &source) {
                Some(given) => JudgeError::InvalidNumber { path, given },
                None => JudgeError::Syntax { path, source },
            }
        })
    }

    pub(super) fn object<const N: usize>(fields: [(&str, Self); N]) -> Self {
        Self::Object(fields.map(|(name, value)| (name.to_string(), value)).into())
    }

    pub(super) fn list<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(T::into).collect())
    }

    /// With one more field.
    pub(super) fn with(mut self, name: &str, value: impl Into<Self>) -> Self {
        if let Self::Object(fields) = &mut self {
            fields.push((name.to_string(), value.into()));
        }
        self
    }

    pub(super) fn has(&self, name: &str) -> bool {
        matches!(self, Self::Object(fields) if fields.iter().any(|(known, _)| known == name))
    }

    /// Serialised on one line.
    pub(super) fn compact(&self) -> String {
        let mut out = String::new();
        self.write_compact(&mut out);
        out
    }

    /// Like [`compact`](Self::on_a_line), appended to a string.
    pub(super) fn write_compact(&self, out: &mut String) {
        // Writing to a string cannot fail.
        let _ = match self {
            Self::Null => out.write_str("null"),
            Self::Bool(value) => write!(out, "{value}"),
            // No number here is too large to be exact in plain decimal notation.
            Self::Number(value) if *value == 0.0 => out.write_str("0"),
            Self::Number(value) => write!(out, "{value}"),
            Self::Text(text) => out.write_str(&quoted(text)),
            Self::List(items) => {
                out.push('[');
                for (n, item) in items.iter().enumerate() {
                    out.push_str(if n > 0 { ", " } else { "" });
                    item.write_compact(out);
                }
                out.write_str("]")
            }
            Self::Object(fields) if fields.is_empty() => out.write_str("{}"),
            Self::Object(fields) => {
                for (n, (name, value)) in fields.iter().enumerate() {
                    out.push_str(if n > 0 { ", " } else { "{ " });
                    out.push_str(&quoted(name));
                    out.push_str(": ");
                    value.write_compact(out);
                }
                out.write_str(" }")
            }
        };
    }

    /// Pretty-prints with an indent; `used` columns of the first line are already taken.
    fn print(&self, out: &mut String, indent: usize, used: usize) {
        let line = self.compact();
        let short = used + line.chars().count() <= LINE_COLUMNS_MAX;
        let step = " ".repeat(indent + 2);
        match self {
            Self::List(items) if !short && !items.is_empty() => {
                out.push_str("[\n");
                for (n, item) in items.iter().enumerate() {
                    out.push_str(&step);
                    item.print(out, indent + 2, indent + 3);
                    out.push_str(if n + 1 < items.len() { ",\n" } else { "\n" });
                }
                out.push_str(&" ".repeat(indent));
                out.push(']');
            }
            Self::Object(fields) if !short && !fields.is_empty() => {
                out.push_str("{\n");
                for (n, (name, value)) in fields.iter().enumerate() {
                    let name = quoted(name);
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{step}{name}: ");
                    value.print(out, indent + 2, indent + 5 + name.chars().count());
                    out.push_str(if n + 1 < fields.len() { ",\n" } else { "\n" });
                }
                out.push_str(&" ".repeat(indent));
                out.push('}');
            }
            _ => out.push_str(&line),
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.print(&mut out, 0, 0);
        f.write_str(&out)
    }
}

/// The non-JSON number literal at the point where parsing failed, if that is the cause.
fn non_json_number(text: &str, error: &serde_json::Error) -> Option<&'static str> {
    let line = text.lines().nth(error.line().checked_sub(1)?)?;
    let column = error.column();
    // The error column points at the first letter, or at the one after the sign.
    (column.saturating_sub(2)..=column).find_map(|at| {
        let rest = line.get(at..)?;
        NON_JSON_NUMBERS.into_iter().find(|given| rest.starts_with(given))
    })
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_string())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for Json {
    fn from(n: u32) -> Self {
        Self::Number(n.into())
    }
}

impl From<i64> for Json {
    fn from(n: i64) -> Self {
        Self::Number(n as f64)
    }
}

impl From<usize> for Json {
    fn from(n: usize) -> Self {
        Self::Number(n as f64)
    }
}

impl From<f32> for Json {
    /// Exact for points of the wire grid; others are rounded to 1/10000, below which is `f32`
    /// noise.
    fn from(value: f32) -> Self {
        let exact = f64::from(value);
        let on_grid = (exact * 256.0).fract() == 0.0;
        let plain = if on_grid { exact } else { (exact * 1e4).round() / 1e4 };
        if plain.is_finite() { Self::Number(plain) } else { Self::Null }
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, T::into)
    }
}

/// Deserialises a value while tracking the path, which after an error is the error's path.
struct Reader<'a>(&'a RefCell<Vec<String>>);

impl Reader<'_> {
    fn enter(&self, step: String) {
        self.0.borrow_mut().push(step);
    }

    fn leave(&self) {
        self.0.borrow_mut().pop();
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        self.enter("[0]".to_string());
        while let Some(item) = seq.next_element_seed(Reader(self.0))? {
            items.push(item);
            self.leave();
            self.enter(format!("[{}]", items.len()));
        }
        self.leave();
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields: Vec<(String, Json)> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            self.enter(format!(".{}", shown(&name)));
            if fields.len() == FIELDS_MAX {
                return Err(A::Error::custom("an object has too many fields"));
            }
            if fields.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom("duplicate field"));
            }
            fields.push((name, map.next_value_seed(Reader(self.0))?));
            self.leave();
        }
        Ok(Json::Object(fields))
    }
}
