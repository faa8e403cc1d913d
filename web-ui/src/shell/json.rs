//! JSON that a page receives, as values that need no browser. The browser parses it, within bounds.

use js_sys::{Array, JSON, Object};
use wasm_bindgen::{JsCast, JsValue};

/// Longer texts are not read, in bytes.
const TEXT_MAX: usize = 262_144;
/// What is nested deeper is null.
const DEPTH_MAX: u32 = 4;
/// Further items of an array, or members of an object, are left out.
const ITEMS_MAX: usize = 256;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    Array(Vec<Self>),
    /// The members, each with its name.
    Object(Vec<(String, Self)>),
}

/// Parses a text; `None` if it is not JSON.
#[must_use]
pub fn parse(text: &str) -> Option<Json> {
    if text.len() > TEXT_MAX {
        return None;
    }
    let value = JSON::parse(text).ok()?;
    Some(plain(&value, DEPTH_MAX))
}

fn plain(value: &JsValue, depth: u32) -> Json {
    if let Some(is) = value.as_bool() {
        return Json::Bool(is);
    }
    if let Some(number) = value.as_f64() {
        return Json::Number(number);
    }
    if let Some(text) = value.as_string() {
        return Json::Text(text);
    }
    let Some(depth) = depth.checked_sub(1) else { return Json::Null };
    if let Some(array) = value.dyn_ref::<Array>() {
        return Json::Array(array.iter().take(ITEMS_MAX).map(|item| plain(&item, depth)).collect());
    }
    let Some(object) = value.dyn_ref::<Object>() else { return Json::Null };
    let member = |entry: JsValue| {
        let entry: Array = entry.unchecked_into();
        Some((entry.get(0).as_string()?, plain(&entry.get(1), depth)))
    };
    Json::Object(Object::entries(object).iter().take(ITEMS_MAX).filter_map(member).collect())
}

impl Json {
    /// A member of an object.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    #[must_use]
    pub fn items(&self) -> Option<&[Self]> {
        if let Self::Array(items) = self { Some(items) } else { None }
    }

    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// A whole number from 0 on.
    #[must_use]
    pub fn count(&self) -> Option<u32> {
        let Self::Number(number) = self else { return None };
        let count = *number as u32;
        (f64::from(count) == *number).then_some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_what_it_is() {
        let [one, two] = [1.0, 2.0].map(Json::Number);
        let room = Json::Object(vec![("players".into(), two.clone()), ("node".into(), Json::Null)]);
        assert_eq!(room.member("players").and_then(Json::count), Some(2));
        assert_eq!(room.member("node"), Some(&Json::Null));
        assert_eq!((room.member("seats"), two.member("seats")), (None, None));
        assert_eq!((room.items(), room.text(), room.count()), (None, None, None));
        let both = Json::Array(vec![one, two]);
        assert_eq!(both.items().map(<[Json]>::len), Some(2));
        assert_eq!(Json::Text("a".into()).text(), Some("a"));
        for number in [-1.0, 0.5, f64::NAN, f64::INFINITY, 4_294_967_296.0] {
            assert_eq!(Json::Number(number).count(), None, "{number}");
        }
    }
}
