//! Reading: bytes go in, a value comes out, or nothing where they are not those of one.

use serde::{
    Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, SeqAccess, VariantAccess,
        Visitor, value::U32Deserializer,
    },
    forward_to_deserialize_any,
};

use super::Malformed;

/// What is left to read, and whether all before it was sound.
struct Source<'de> {
    left: &'de [u8],
    sound: bool,
}

/// The value of some bytes that are all of it.
#[must_use]
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let mut source = Source { left: bytes, sound: true };
    let value = T::deserialize(&mut source).ok()?;
    (source.sound && source.left.is_empty()).then_some(value)
}

/// The value that some bytes begin with.
#[must_use]
pub fn read_first<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let mut source = Source { left: bytes, sound: true };
    let value = T::deserialize(&mut source).ok()?;
    source.sound.then_some(value)
}

impl<'de> Source<'de> {
    /// Nothing that is read from here on counts.
    #[cold]
    fn spoil(&mut self) {
        self.left = &[];
        self.sound = false;
    }

    #[inline(never)]
    fn byte(&mut self) -> u8 {
        self.bytes(1).first().copied().unwrap_or(0)
    }

    /// A number of so many bits at most.
    #[inline(never)]
    fn varint(&mut self, bits: u32) -> u64 {
        let mut value = 0;
        for at in (0..bits).step_by(7) {
            let byte = self.byte();
            let part = u64::from(byte & 0x7f);
            value |= part << at;
            if byte < 0x80 {
                if at + 7 > bits && part >> (bits - at) != 0 {
                    break;
                }
                return value;
            }
        }
        self.spoil();
        0
    }

    fn zigzag(&mut self, bits: u32) -> i64 {
        let value = self.varint(bits);
        (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
    }

    /// One of so many.
    #[inline(never)]
    fn choice(&mut self, of: usize) -> u32 {
        let choice = self.varint(32);
        if choice >= of as u64 {
            self.spoil();
            return 0;
        }
        choice as u32
    }

    #[inline(never)]
    fn bytes(&mut self, n: u64) -> &'de [u8] {
        let split = usize::try_from(n).ok().and_then(|n| self.left.split_at_checked(n));
        let Some((bytes, left)) = split else {
            self.spoil();
            return &[];
        };
        self.left = left;
        bytes
    }

    fn flag(&mut self) -> bool {
        let byte = self.byte();
        if byte > 1 {
            self.spoil();
        }
        byte == 1
    }

    #[inline(never)]
    fn text(&mut self) -> &'de str {
        let length = self.varint(64);
        let bytes = self.bytes(length);
        core::str::from_utf8(bytes).unwrap_or_else(|_| {
            self.spoil();
            ""
        })
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let bytes = self.bytes(N as u64);
        bytes.first_chunk().copied().unwrap_or([0; N])
    }
}

/// Ways of reading a number, each with its type.
macro_rules! read_as {
    ($($method:ident => $visit:ident($reader:ident) $value:expr;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
            let $reader = self;
            visitor.$visit($value)
        })*
    };
}

impl<'de> Deserializer<'de> for &mut Source<'de> {
    type Error = Malformed;

    read_as! {
        deserialize_bool => visit_bool(source) source.flag();
        deserialize_u8 => visit_u8(source) source.byte();
        deserialize_u16 => visit_u16(source) source.varint(16) as u16;
        deserialize_u32 => visit_u32(source) source.varint(32) as u32;
        deserialize_u64 => visit_u64(source) source.varint(64);
        deserialize_i8 => visit_i8(source) source.byte().cast_signed();
        deserialize_i16 => visit_i16(source) source.zigzag(16) as i16;
        deserialize_i32 => visit_i32(source) source.zigzag(32) as i32;
        deserialize_i64 => visit_i64(source) source.zigzag(64);
        deserialize_f32 => visit_f32(source) f32::from_le_bytes(source.array());
        deserialize_f64 => visit_f64(source) f64::from_le_bytes(source.array());
        deserialize_str => visit_borrowed_str(source) source.text();
        deserialize_string => visit_borrowed_str(source) source.text();
    }

    forward_to_deserialize_any! { i128 u128 map identifier ignored_any }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Malformed> {
        Err(Malformed)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let mut text = self.text().chars();
        match (text.next(), text.next()) {
            (Some(letter), None) => visitor.visit_char(letter),
            _ => Err(Malformed),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let length = self.varint(64);
        visitor.visit_borrowed_bytes(self.bytes(length))
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        if self.flag() { visitor.visit_some(self) } else { visitor.visit_none() }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }

    #[inline(always)]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_unit()
    }

    #[inline(always)]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Malformed> {
        let left = self.varint(64);
        visitor.visit_seq(Items { source: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_seq(Parts(self))
    }

    #[inline(always)]
    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_seq(Parts(self))
    }

    #[inline(always)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_seq(Parts(self))
    }

    #[inline(always)]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        let choice = self.choice(variants.len());
        visitor.visit_enum(Variant { source: self, choice })
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// As many as whoever reads asks for.
struct Parts<'a, 'de>(&'a mut Source<'de>);

impl<'de> SeqAccess<'de> for Parts<'_, 'de> {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Malformed> {
        seed.deserialize(&mut *self.0).map(Some)
    }
}

/// As many as was said before them.
struct Items<'a, 'de> {
    source: &'a mut Source<'de>,
    left: u64,
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Malformed;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Malformed> {
        if self.left == 0 || !self.source.sound {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.source).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        // Nothing that is listed takes less than a byte.
        usize::try_from(self.left).ok().map(|left| left.min(self.source.left.len()))
    }
}

/// One kind of several, and then what it holds.
struct Variant<'a, 'de> {
    source: &'a mut Source<'de>,
    choice: u32,
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Malformed;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Malformed> {
        let choice: U32Deserializer<Malformed> = self.choice.into_deserializer();
        Ok((seed.deserialize(choice)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Malformed;

    fn unit_variant(self) -> Result<(), Malformed> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Malformed> {
        seed.deserialize(self.source)
    }

    #[inline(always)]
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Malformed> {
        visitor.visit_seq(Parts(self.source))
    }

    #[inline(always)]
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Malformed> {
        visitor.visit_seq(Parts(self.source))
    }
}
