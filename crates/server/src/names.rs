//! Normalises names that players type, whenever a hello arrives. A name is in Unicode NFC, is cut
//! only between grapheme clusters, keeps emoji sequences whole and cannot stack combining marks
//! over other lines. A player whose name looks like another's gets a number.
//!
//! This is in the server and not in `shared`, because the pages load `shared` and can do without
//! the Unicode tables.
use std::collections::{HashMap, HashSet};
use std::mem;

use shared::base::limits::{NAME_BYTES_MAX, NAME_CHARS_MAX, TYPED_NAME_BYTES_MAX};
use shared::wire::message::RosterEntry;
use shared::wire::name::{NUMBERED_CHARS, clean_within, free_name, is_invisible, joins_emoji};
use unicase::UniCase;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::UnicodeEmoji;
use unicode_security::skeleton;
use unicode_segmentation::UnicodeSegmentation;

use crate::limits::NAME_MARKS_MAX;

/// Zero-width joiner of emoji sequences.
const JOINER: char = '\u{200D}';
/// Variation selector 16: shows a character as an emoji that could be text.
const EMOJI_PRESENTATION: char = '\u{FE0F}';
/// Combining enclosing keycap; turns a digit and the selector before it into a keycap.
const KEYCAP: char = '\u{20E3}';
/// The flag that takes tags, and the tag that ends them.
const TAGGED_FLAG: char = '\u{1F3F4}';
const TAGS_END: char = '\u{E007F}';
/// Bytes left for a name when a number is appended.
const NUMBERED_BYTES: usize = NAME_BYTES_MAX - 6;

/// A name as it may be shown: [clean](clean_within), in NFC, with at most two combining marks in a
/// row and none at the start, where it would combine with something else. It is cut at the grapheme
/// cluster that exceeds the limit of characters or bytes.
pub(crate) fn normalised(typed: &str) -> String {
    cut(&clean(typed), NAME_CHARS_MAX, NAME_BYTES_MAX)
}

/// [`normalised`] for names that must not collide, so without cutting; `None` if the name is too
/// long.
pub(crate) fn normalised_untruncated(typed: &str) -> Option<String> {
    let name = clean(typed);
    (cut(&name, NAME_CHARS_MAX, NAME_BYTES_MAX) == name).then_some(name)
}

/// A clean name of any length.
fn clean(typed: &str) -> String {
    let composed: String = strip_stray_marks(typed).nfc().collect();
    let mut n_marks = NAME_MARKS_MAX;
    let stays = |c: &char| {
        n_marks = if is_combining_mark(*c) { n_marks + 1 } else { 0 };
        n_marks <= NAME_MARKS_MAX
    };
    let composed: String = composed.trim_start().chars().filter(stays).collect();
    clean_within(&composed, TYPED_NAME_BYTES_MAX)
}

/// Skeletons of the names in a room, by name. Each is computed once: recomputing all of them for
/// every newcomer was half of the cost of a join in a room of 50 players with one name.
#[derive(Debug, Default)]
pub(crate) struct NameSkeletons(HashMap<String, [String; 2]>);

impl NameSkeletons {
    /// A clean name that looks like no other in the room; a number is appended if need be.
    pub(crate) fn distinct(&mut self, clean: &str, roster: &[RosterEntry]) -> String {
        self.distinct_by(clean, roster, skeletons)
    }

    /// [`Self::distinct`] with a given skeleton function.
    fn distinct_by(
        &mut self,
        clean: &str,
        roster: &[RosterEntry],
        mut looks: impl FnMut(&str) -> [String; 2],
    ) -> String {
        let mut before = mem::take(&mut self.0);
        for RosterEntry { name, .. } in roster {
            let known = before.remove_entry(name);
            let (name, skeleton) = known.unwrap_or_else(|| (name.clone(), looks(name)));
            self.0.insert(name, skeleton);
        }
        let taken: HashSet<(usize, &str)> = self
            .0
            .values()
            .flat_map(|skeleton| skeleton.iter().map(String::as_str).enumerate())
            .collect();
        let shorten = |name: &str| cut(name, NUMBERED_CHARS, NUMBERED_BYTES);
        // Skeletons of the words of a candidate; between candidates only the number differs.
        let mut words = HashMap::<String, [String; 2]>::new();
        free_name(clean, shorten, |name| {
            if self.0.contains_key(name) {
                return true;
            }
            let skeleton = skeletons_by_word(name, |word| {
                words.entry(word.to_string()).or_insert_with(|| looks(word)).clone()
            });
            skeleton
                .iter()
                .map(String::as_str)
                .enumerate()
                .any(|skeleton| taken.contains(&skeleton))
        })
    }
}

/// The skeletons of a name, put together from those of its words. A space stays a space and
/// combines with nothing.
fn skeletons_by_word(name: &str, mut skeleton: impl FnMut(&str) -> [String; 2]) -> [String; 2] {
    let mut all = [String::new(), String::new()];
    for (n, word) in name.split(' ').enumerate() {
        for (all, own) in all.iter_mut().zip(skeleton(word)) {
            if n > 0 {
                all.push(' ');
            }
            all.push_str(&own);
        }
    }
    all
}

/// The longest prefix of whole grapheme clusters that fits.
fn cut(name: &str, chars_max: usize, bytes_max: usize) -> String {
    let mut short = String::new();
    for character in name.graphemes(true).take(chars_max) {
        if short.len() + character.len() > bytes_max {
            break;
        }
        short.push_str(character);
    }
    short.truncate(short.trim_end().len());
    short
}

/// The visible characters of a name, and invisible ones only where they belong to an emoji
/// sequence.
fn strip_stray_marks(typed: &str) -> impl Iterator<Item = char> {
    let mut kept: Vec<char> = Vec::new();
    let mut rest = typed.chars().peekable();
    while let Some(c) = rest.next() {
        let stays = match c {
            JOINER => {
                let after_emoji = kept.last().is_some_and(|last| {
                    *last == EMOJI_PRESENTATION || *last == TAGS_END || is_emoji(*last)
                });
                after_emoji && rest.peek().is_some_and(|next| is_emoji(*next))
            }
            EMOJI_PRESENTATION => kept.last().is_some_and(|last| {
                let is_key = last.is_ascii_digit() || matches!(last, '#' | '*');
                is_emoji(*last) || (is_key && rest.peek() == Some(&KEYCAP))
            }),
            TAGGED_FLAG => {
                kept.push(c);
                kept.extend(tags(&mut rest));
                continue;
            }
            _ => c.is_whitespace() || !is_invisible(c),
        };
        if stays {
            kept.push(c);
        }
    }
    kept.into_iter()
}

/// The tags after a flag, including the terminator; none if it is missing.
fn tags(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Vec<char> {
    let mut tags = Vec::new();
    while let Some(tag) = rest.next_if(|c| joins_emoji(*c) && *c >= '\u{E0020}') {
        tags.push(tag);
        if tag == TAGS_END {
            return tags;
        }
    }
    Vec::new()
}

/// Whether a character is an emoji by itself or a skin tone. Digits are not.
fn is_emoji(c: char) -> bool {
    !c.is_ascii() && c.is_emoji_char()
}

/// Two keys; names that share either look the same. They fold upper and lower case, full and half
/// width, ligatures (NFKC case folding), and letters of other scripts (the skeleton of UTS #39).
/// The two steps do not commute: a capital I looks like an l but a small i does not, while a
/// capital sigma looks like no small one. So each key applies them in another order. They are never
/// shown.
pub(crate) fn skeletons(name: &str) -> [String; 2] {
    let compatible: String = name.nfkc().collect();
    let skeleton_first: String = skeleton(&compatible).collect();
    let case_first: String = skeleton(&folded(&compatible)).collect();
    [skeleton_first, case_first].map(|skeleton| folded(&skeleton))
}

fn folded(text: &str) -> String {
    UniCase::unicode(text).to_folded_case().nfkc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::sim::ship::ShipId;

    #[test]
    fn names_are_normalised() {
        for (typed, shown) in [
            ("Ada", "Ada"),
            ("  Ada\u{200B} L. \n", "Ada L."),
            ("Ada  L\u{2003}\u{2003}x\u{A0}y", "Ada L x y"),
            ("Ame\u{301}lie", "Am\u{E9}lie"),
            // An invisible character does not separate a letter from its mark.
            ("Ame\u{2060}\u{301}lie", "Am\u{E9}lie"),
            ("Ame\u{200D}\u{301}lie", "Am\u{E9}lie"),
            ("Z\u{335}\u{336}\u{337}\u{338}algo", "Z\u{335}\u{336}algo"),
            ("\u{301}\u{302}Ada", "Ada"),
            (" \u{301}Ada", "Ada"),
            ("Ada \u{301}L", "Ada \u{301}L"),
            ("\u{180B}\u{180F}\u{1D173}\u{1D17A}\u{FFFC}", ""),
            ("A\u{1BCA0}d\u{FFF0}a\u{FFF8}\u{1BCA3}\u{1D159}", "Ada"),
            ("an exceedingly long name", "an exceedingly l"),
            ("sixteen letters and", "sixteen letters"),
        ] {
            assert_eq!(normalised(typed), shown, "{typed:?}");
            assert_eq!(normalised(shown), shown, "cleaning twice changes nothing");
        }
    }

    #[test]
    fn emoji_sequences_are_kept_whole_or_removed() {
        let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}";
        let (de, wales) = ("\u{1F1E9}\u{1F1EA}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}");
        let heart = "\u{2764}\u{FE0F}\u{200D}\u{1F525}";
        let pilot = "\u{1F469}\u{1F3FD}\u{200D}\u{1F680}";
        for emoji in [family, de, wales, heart, pilot, "1\u{FE0F}\u{20E3}", "\u{1F44D}\u{1F3FD}"] {
            let name = ["Ada ", emoji].concat();
            assert_eq!(normalised(&name), name);
        }
        for (typed, shown) in [
            ("A\u{200D}da\u{FE0F}", "Ada".into()),
            ("1\u{FE0F}2", "12".into()),
            ("\u{1F469}\u{200D}", "\u{1F469}".into()),
            ("\u{1F469}\u{200D}x", "\u{1F469}x".into()),
            ("\u{1F3F4}\u{E0067}x", "\u{1F3F4}x".into()),
            ("x\u{E0067}\u{E007F}", "x".into()),
            // 25 bytes a family: the third would not fit.
            (&family.repeat(3), family.repeat(2)),
            // 8 bytes a flag: eight of them fill 64.
            (&de.repeat(9), de.repeat(8)),
            (&"\u{E9}".repeat(17), "\u{E9}".repeat(16)),
            // A single grapheme cluster longer than the limit leaves nothing.
            (&["\u{1F469}", &"\u{200D}\u{1F469}".repeat(9)].concat(), String::new()),
        ] {
            assert_eq!(normalised(typed), shown, "{typed:?}");
        }
    }

    fn entry(name: &str) -> RosterEntry {
        RosterEntry { ship: ShipId::default(), name: name.into(), bot: false }
    }

    /// A room fills with players of the same name, in several spellings. Each join may compute the
    /// skeletons of a few words, not of every name in the room.
    #[test]
    fn skeletons_are_computed_once_per_name() {
        for (names, looks_most) in [(["guest"; 4], 3), (["guest", "GUEST", "Guest", "guesT"], 53)] {
            let (mut known, mut roster) = (NameSkeletons::default(), Vec::new());
            for n in 0..50 {
                let mut n_looks = 0;
                let name = known.distinct_by(names[n % 4], &roster, |name| {
                    n_looks += 1;
                    skeletons(name)
                });
                assert!(n_looks <= looks_most, "{n_looks} for the {n}th, {name}");
                let fresh = NameSkeletons::default().distinct(names[n % 4], &roster);
                assert_eq!(name, fresh, "as without known names");
                roster.push(entry(&name));
            }
            roster.truncate(1);
            known.distinct("somebody", &roster);
            assert_eq!(known.0.len(), 1, "a player who left is forgotten");
        }
    }

    #[test]
    fn skeleton_of_a_name_is_composed_of_its_words() {
        for name in [
            "Ada",
            "Ada L 12",
            "O\u{FB03}ce \u{301}x 2",
            "\u{3A3}\u{38A}\u{3A3} \u{3C3}",
            "e \u{301}\u{323} 1l",
            "\u{1F469}\u{200D}\u{1F680} 3",
            "\u{1100} \u{1161} 2",
        ] {
            assert_eq!(skeletons_by_word(name, skeletons), skeletons(name), "{name:?}");
        }
    }

    /// The distinct name of a player who joins next to another one.
    fn beside(name: &str, other: &str) -> String {
        NameSkeletons::default().distinct(&normalised(name), &[entry(&normalised(other))])
    }

    #[test]
    fn a_name_that_looks_like_another_gets_a_number() {
        for (name, other, got) in [
            ("Ada L", "Ada  L", "Ada L 2"),
            ("Ada L", "Ada\u{2003}\u{2003}L", "Ada L 2"),
            ("Ada L", "Ada\u{FFF0} L", "Ada L 2"),
            ("Ada L", "\u{410}d\u{430} L", "Ada L 2"),
            ("Ada L", "Ada\u{1D159} L", "Ada L 2"),
            ("llya", "Ilya", "llya 2"),
            ("P0NG", "pong", "P0NG 2"),
            ("Ada L", "Ada M", "Ada L"),
            ("Ada", "Ad\u{E1}", "Ada"),
            ("\u{1F1E9}\u{1F1EA}", "\u{1F1EB}\u{1F1F7}", "\u{1F1E9}\u{1F1EA}"),
            ("an exceedingly long", "an exceedingly l", "an exceeding 2"),
        ] {
            assert_eq!(beside(name, other), got, "{name:?} beside {other:?}");
        }
        // The number splits no sequence and makes no name too long.
        let de = "\u{1F1E9}\u{1F1EA}";
        let numbered = beside(&de.repeat(8), &de.repeat(8));
        assert_eq!(numbered, [&de.repeat(7), " 2"].concat());
        assert!(numbered.len() <= NAME_BYTES_MAX);
    }

    #[test]
    fn skeletons_ignore_case_and_width() {
        for (name, other) in [
            ("Ada", "aDA"),
            ("Ada", "\u{FF21}\u{FF44}\u{FF41}"),
            ("Stra\u{DF}e", "STRASSE"),
            ("o\u{FB03}ce", "OFFICE"),
            ("\u{3C3}\u{3AF}\u{3C2}", "\u{3A3}\u{38A}\u{3A3}"),
            ("Ada", "\u{410}d\u{430}"),
        ] {
            let common = skeletons(name).iter().zip(skeletons(other)).any(|(a, b)| *a == b);
            assert!(common, "{name} {other}");
        }
    }
}
