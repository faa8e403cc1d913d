//! What was encoded is decoded, in as many bytes as its probabilities say.

use alloc::vec::Vec;

use proptest::prelude::*;

use super::*;

const RARE: Probability = Probability::one_in(50);
const USUAL: Probability = Probability::complement_of_one_in(50);
const SYMBOLS: Distribution = Distribution(&[0, 20_000, 28_000, 32_000, 32_767]);

#[derive(Clone, Copy, Debug)]
enum Item {
    Flag(bool, Probability),
    Symbol(usize),
    Uniform(u32, u32),
    Bits(u32, u32),
}

impl Item {
    fn encode(self, encoder: &mut Encoder) {
        match self {
            Self::Flag(value, probability) => encoder.flag(value, probability),
            Self::Symbol(symbol) => encoder.symbol(symbol, SYMBOLS),
            Self::Uniform(value, n) => encoder.uniform(value, n),
            Self::Bits(value, n) => encoder.bits(value, n),
        }
    }

    /// Checks that the decoder reads the item next.
    fn check(self, decoder: &mut Decoder) -> Result<(), DecodeError> {
        match self {
            Self::Flag(value, probability) => assert_eq!(decoder.flag(probability)?, value),
            Self::Symbol(symbol) => assert_eq!(decoder.symbol(SYMBOLS)?, symbol),
            Self::Uniform(value, n) => assert_eq!(decoder.uniform(n)?, value),
            Self::Bits(value, n) => assert_eq!(decoder.bits(n)?, value),
        }
        Ok(())
    }
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        (any::<bool>(), any::<u16>())
            .prop_map(|(value, parts)| Item::Flag(value, Probability::from_parts(parts))),
        prop::bool::weighted(0.02).prop_map(|value| Item::Flag(value, RARE)),
        prop::bool::weighted(0.98).prop_map(|value| Item::Flag(value, USUAL)),
        (0..5_usize).prop_map(Item::Symbol),
        (1..=UNIFORM_MAX).prop_flat_map(|n| (0..n, Just(n)).prop_map(|(v, n)| Item::Uniform(v, n))),
        (any::<u32>(), 0..=32_u32)
            .prop_map(|(value, n)| Item::Bits(value & ((1_u64 << n) - 1) as u32, n)),
    ]
}

proptest! {
    #[test]
    fn items_survive_a_round_trip(
        items in prop::collection::vec(item(), 0..90),
        header in prop::collection::vec(any::<u8>(), 0..4),
    ) {
        let mut encoder = Encoder::append_to(header.clone());
        let mut spent = Vec::new();
        for item in &items {
            item.encode(&mut encoder);
            spent.push(encoder.information_16());
        }
        let bytes = encoder.finish();
        prop_assert_eq!(&bytes[..header.len()], &header[..]);
        let mut decoder = Decoder::new(&bytes[header.len()..]);
        for (item, spent) in items.iter().zip(spent) {
            prop_assert_eq!(item.check(&mut decoder), Ok(()));
            prop_assert_eq!(decoder.information_16(), spent);
        }
        prop_assert_eq!(decoder.finish(), Ok(()));
    }

    #[test]
    fn no_bytes_make_a_decoder_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..40),
        items in prop::collection::vec(item(), 0..90),
    ) {
        let mut decoder = Decoder::new(&bytes);
        for item in items {
            let read = match item {
                Item::Flag(_, probability) => decoder.flag(probability).map(|_| ()),
                Item::Symbol(_) => decoder.symbol(SYMBOLS).map(|_| ()),
                Item::Uniform(_, n) => decoder.uniform(n).map(|_| ()),
                Item::Bits(_, n) => decoder.bits(n).map(|_| ()),
            };
            if read.is_err() {
                break;
            }
        }
    }
}

#[test]
fn carries_run_through() {
    // Nearly the whole interval many times, then its upper end: the worst case for carries.
    let nearly_never_false = Probability::complement_of_one_in(32_768);
    for n in 0..64 {
        let mut encoder = Encoder::default();
        for _ in 0..n {
            encoder.bits(0xFFF, 12);
        }
        encoder.flag(false, nearly_never_false);
        encoder.bits(0, 12);
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        for _ in 0..n {
            assert_eq!(decoder.bits(12), Ok(0xFFF));
        }
        assert_eq!(decoder.flag(nearly_never_false), Ok(false));
        assert_eq!(decoder.bits(12), Ok(0));
        assert_eq!(decoder.finish(), Ok(()), "{n}");
    }
}

#[test]
fn likely_flags_cost_next_to_nothing() {
    let mut encoder = Encoder::default();
    for _ in 0..640 {
        encoder.flag(false, Probability::one_in(64));
    }
    // 640 · −log2(63/64) = 14.5 bits.
    let spent_16 = encoder.information_16();
    assert!((14 * 16..15 * 16).contains(&spent_16), "{spent_16}");
    encoder.uniform(3, 9);
    // And log2 9 = 3.2.
    assert_eq!(encoder.finish().len(), 3);
    assert_eq!(Encoder::default().finish().len(), 0, "an empty message takes no byte");
}

#[test]
fn missing_and_trailing_bytes_are_errors() {
    let mut encoder = Encoder::default();
    (0..20).for_each(|n| encoder.bits(n * 0x0101, 16));
    let mut bytes = encoder.finish();
    let mut decoder = Decoder::new(&bytes[..20]);
    let all: Result<Vec<u32>, DecodeError> = (0..20).map(|_| decoder.bits(16)).collect();
    assert_eq!(all, Err(DecodeError::UnexpectedEnd));
    bytes.extend([1; 9]);
    let mut decoder = Decoder::new(&bytes);
    (0..20).for_each(|n| assert_eq!(decoder.bits(16), Ok(n * 0x0101)));
    assert_eq!(decoder.finish(), Err(DecodeError::TrailingBytes));
}

#[test]
fn costs_of_symbols_are_close_to_their_logarithms() {
    for (symbol, bits) in [(0, 0.712), (1, 2.034), (2, 3.034), (3, 5.417), (4, 15.0)] {
        let cost = SYMBOLS.cost_256(symbol) as f32 / 256.0;
        assert!((cost - bits).abs() < 0.1, "symbol {symbol} costs {cost} bits");
    }
}
