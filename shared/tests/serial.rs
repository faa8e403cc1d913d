//! Bytes of values are postcard's, whatever the value; and what postcard refuses is refused.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails, and says what it measured"
)]

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use shared::base::serial::{Sink, read};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    Nothing,
    One(u16),
    Two(i8, bool),
    Named { text: String, letter: char },
}

/// Something of everything.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Sample {
    small: (u8, i8, bool),
    unsigned: (u16, u32, u64, usize),
    signed: (i16, i32, i64),
    floats: [f32; 2],
    long: f64,
    kinds: Vec<Kind>,
    some: Option<Box<(u32, String)>>,
    unit: (),
    bytes: Vec<u8>,
}

prop_compose! {
    fn sample()(
        small in any::<(u8, i8, bool)>(),
        unsigned in any::<(u16, u32, u64, usize)>(),
        signed in any::<(i16, i32, i64)>(),
        floats in any::<[f32; 2]>(),
        long in any::<f64>(),
        kinds in proptest::collection::vec(kind(), 0..5),
        some in any::<Option<(u32, String)>>(),
        bytes in any::<Vec<u8>>(),
    ) -> Sample {
        let some = some.map(Box::new);
        Sample { small, unsigned, signed, floats, long, kinds, some, unit: (), bytes }
    }
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Nothing),
        any::<u16>().prop_map(Kind::One),
        any::<(i8, bool)>().prop_map(|(way, flag)| Kind::Two(way, flag)),
        any::<(String, char)>().prop_map(|(text, letter)| Kind::Named { text, letter }),
    ]
}

fn written<T: Serialize>(value: &T) -> Vec<u8> {
    let mut sink = Sink::Bytes(Vec::new());
    sink.put(value).unwrap();
    let Sink::Bytes(bytes) = sink else { panic!("bytes become a hash") };
    bytes
}

/// Both read the same of these bytes, or nothing.
fn check_read(bytes: &[u8]) -> Result<(), TestCaseError> {
    let theirs = match postcard::take_from_bytes::<Sample>(bytes) {
        Ok((value, [])) => Some(value),
        _ => None,
    };
    // As bytes: no number equals itself if it is none.
    let again = |value: Option<Sample>| value.map(|value| written(&value));
    prop_assert_eq!(again(read(bytes)), again(theirs));
    Ok(())
}

proptest! {
    #[test]
    fn bytes_are_those_of_postcard(sample in sample()) {
        let bytes = written(&sample);
        prop_assert_eq!(&bytes, &postcard::to_allocvec(&sample).unwrap());
        check_read(&bytes)?;
        prop_assert!(read::<Sample>(&bytes).is_some());
    }

    #[test]
    fn what_postcard_refuses_is_refused(
        sample in sample(),
        at in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<proptest::sample::Index>(),
    ) {
        let mut bytes = written(&sample);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        check_read(&bytes)?;
        check_read(&bytes[..cut.index(bytes.len())])?;
        bytes.push(byte);
        check_read(&bytes)?;
    }

    #[test]
    fn a_number_is_read_as_postcard_reads_it(
        bytes in proptest::collection::vec(0x7e_u8..0x82, 0..11),
    ) {
        macro_rules! check {
            ($($number:ty),*) => {$({
                let theirs = match postcard::take_from_bytes::<$number>(&bytes) {
                    Ok((value, [])) => Some(value),
                    _ => None,
                };
                prop_assert_eq!(read::<$number>(&bytes), theirs);
            })*};
        }
        check!(u16, u32, u64, i16, i32, i64);
    }
}
