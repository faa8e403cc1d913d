//! Formats numbers for the page: integers in units, tenths or thousandths, with a typographic
//! minus. Only fractions of a way and coordinates are floats.

use shared::base::time::Micros;

#[must_use]
pub fn whole(value: i64) -> String {
    let mut text = String::new();
    push_whole(&mut text, value);
    text
}

pub fn push_whole(text: &mut String, value: i64) {
    if value < 0 {
        text.push('−');
    }
    text.push_str(&value.unsigned_abs().to_string());
}

/// Seconds left, rounded up: whoever counts down waits until `0`.
#[must_use]
pub fn seconds_up(left: Micros) -> String {
    whole((left.as_ms().max(0) + 999) / 1000)
}

/// A span with its sign: `+12 ms`, `−3 ms`, `0 ms`.
#[must_use]
pub fn signed_ms(span: Micros) -> String {
    let ms = span.as_ms();
    let mut text = String::from(if ms > 0 { "+" } else { "" });
    push_whole(&mut text, ms);
    text.push_str(" ms");
    text
}

/// A span in ms, rounded to the nearest: `12 ms`.
#[must_use]
pub fn rounded_ms(span: Micros) -> String {
    let mut text = whole((span.0 + 500).div_euclid(1000));
    text.push_str(" ms");
    text
}

/// A number in tenths, with its decimal: 15 is `1.5`.
#[must_use]
pub fn tenths(value: i64) -> String {
    let mut text = String::new();
    if value < 0 {
        text.push('−');
    }
    let value = value.unsigned_abs() as i64;
    push_whole(&mut text, value / 10);
    text.push('.');
    push_whole(&mut text, value % 10);
    text
}

/// A number in thousandths, with three decimals and an ASCII sign, for test probes.
#[must_use]
pub fn thousandths(value: i64) -> String {
    let mut text = String::new();
    if value < 0 {
        text.push('-');
    }
    let value = value.unsigned_abs() as i64;
    push_whole(&mut text, value / 1000);
    text.push('.');
    for divisor in [100, 10, 1] {
        push_whole(&mut text, value / divisor % 10);
    }
    text
}

/// A fraction from 0 to 1, to the nearest hundredth: `0.40`. Below 1 it is never rounded up to
/// `1.00`: a pose just before a snapshot is not the snapshot's.
#[must_use]
pub fn share(fraction: f32) -> String {
    let hundredths = (fraction * 100.0 + 0.5) as i64;
    let hundredths = if fraction < 1.0 { hundredths.min(99) } else { hundredths };
    let rest = hundredths % 100;
    [&whole(hundredths / 100), ".", &whole(rest / 10), &whole(rest % 10)].concat()
}

/// A coordinate in whole u, with an ASCII sign, for test probes.
#[must_use]
pub fn coordinate(value: f32) -> String {
    let rounded = (value + if value < 0.0 { -0.5 } else { 0.5 }) as i64;
    let mut text = String::new();
    if rounded < 0 {
        text.push('-');
    }
    push_whole(&mut text, rounded.abs());
    text
}

/// A whole number, left-padded to a width, so that a column stays aligned.
#[must_use]
pub fn padded(value: i64, width: usize) -> String {
    let text = whole(value);
    // The minus sign is one character of three bytes.
    let n_chars = text.bytes().filter(|byte| byte & 0xC0 != 0x80).count();
    let mut padded = String::new();
    for _ in n_chars..width {
        padded.push(' ');
    }
    padded.push_str(&text);
    padded
}

/// A loss rate in percent with no trailing zero: `5 %`, `0.5 %`.
#[must_use]
pub fn percent(permille: u16) -> String {
    let mut text = tenths(permille.into());
    if let Some(whole) = text.strip_suffix(".0") {
        text.truncate(whole.len());
    }
    text.push_str(" %");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_they_should() {
        let rows = [(0, "0"), (7, "7"), (-42, "−42"), (i64::MAX, "9223372036854775807")];
        for (value, text) in rows {
            assert_eq!(whole(value), text);
        }
        let rows = [(0, "0.0"), (15, "1.5"), (-5, "−0.5"), (1230, "123.0")];
        for (value, text) in rows {
            assert_eq!(tenths(value), text);
        }
        let rows = [(0, "0.000"), (1005, "1.005"), (-12_345, "-12.345")];
        for (value, text) in rows {
            assert_eq!(thousandths(value), text);
        }
        let rows = [(0.4, "0"), (0.5, "1"), (-0.5, "-1"), (3199.7, "3200")];
        for (value, text) in rows {
            assert_eq!(coordinate(value), text);
        }
        let rows =
            [(0.0, "0.00"), (0.004, "0.00"), (0.4004, "0.40"), (0.999, "0.99"), (1.0, "1.00")];
        for (fraction, text) in rows {
            assert_eq!(share(fraction), text);
        }
        for (ms, text) in [(12, "+12 ms"), (-3, "−3 ms"), (0, "0 ms")] {
            assert_eq!(signed_ms(Micros::from_ms(ms)), text);
        }
        assert_eq!(rounded_ms(Micros(99_500)), "100 ms");
        assert_eq!(padded(7, 3), "  7");
        assert_eq!(padded(1234, 3), "1234");
    }
}
