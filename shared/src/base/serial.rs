//! Values as bytes and back: what is said besides commands and snapshots, what is kept, what two
//! modules of a page tell each other, and what is hashed. A value that serde knows goes in, and
//! [postcard](https://postcard.jamesmunns.com/wire-format)'s bytes of it come out.
//!
//! The format is postcard's, to the byte (the tests compare). The code is not, for its size, of
//! which a page loads every byte: reading goes on behind an error, with zeros, and says at the end
//! that it was none; so there is one question to ask instead of one for every number. What is told
//! the names of types and fields is inlined, so that none of those is loaded. Numbers of
//! 128 bits and values that must describe themselves are left out, and maps are only written.

use alloc::vec::Vec;
use core::fmt::Display;

use serde::{
    Deserializer, Serialize,
    de::{
        self, DeserializeOwned, DeserializeSeed, EnumAccess, IntoDeserializer, SeqAccess,
        Unexpected, VariantAccess, Visitor, value::U32Deserializer,
    },
    forward_to_deserialize_any, ser,
};

/// Something that has no bytes, or bytes of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this does not go into bytes, or does not come out of them")]
pub struct Malformed;

impl ser::Error for Malformed {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// Without words, so that none are put together.
impl de::Error for Malformed {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: Unexpected, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: Unexpected, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
}

/// Where the bytes of a value go. One type for both ways, so that what is hashed here and sent
/// there is compiled once.
#[derive(Debug)]
pub enum Sink {
    /// Into a hash, FNV-1a with 64 bits.
    Hash(u64),
    /// To the end of others.
    Bytes(Vec<u8>),
}

impl Sink {
    /// Takes the bytes of a value.
    ///
    /// # Errors
    /// When the value has parts that the format leaves out.
    pub fn put<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Malformed> {
        value.serialize(self)
    }

    #[inline(never)]
    fn byte(&mut self, byte: u8) {
        match self {
            Self::Hash(hash) => *hash = fnv_step(*hash, byte),
            Self::Bytes(bytes) => bytes.push(byte),
        }
    }

    #[inline(never)]
    fn varint(&mut self, mut value: u64) {
        while value > 0x7f {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    fn zigzag(&mut self, value: i64) {
        self.varint(((value << 1) ^ (value >> 63)) as u64);
    }

    #[inline(never)]
    fn all(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.byte(*byte));
    }
}

/// A step of FNV-1a with 64 bits.
pub(super) const fn fnv_step(hash: u64, byte: u8) -> u64 {
    const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
    (hash ^ byte as u64).wrapping_mul(FNV_PRIME)
}

/// Ways of writing a number, each with its type.
macro_rules! write_as {
    ($($method:ident($number:ty) = $how:ident as $as:ty;)*) => {
        $(fn $method(self, value: $number) -> Result<(), Malformed> {
            self.$how(<$as>::from(value));
            Ok(())
        })*
    };
}

impl ser::Serializer for &mut Sink {
    type Ok = ();
    type Error = Malformed;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    write_as! {
        serialize_bool(bool) = byte as u8;
        serialize_u8(u8) = byte as u8;
        serialize_u16(u16) = varint as u64;
        serialize_u32(u32) = varint as u64;
        serialize_u64(u64) = varint as u64;
        serialize_i16(i16) = zigzag as i64;
        serialize_i32(i32) = zigzag as i64;
        serialize_i64(i64) = zigzag as i64;
    }

    fn serialize_i8(self, value: i8) -> Result<(), Malformed> {
        self.byte(value.cast_unsigned());
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Malformed> {
        self.all(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Malformed> {
        self.all(&value.to_le_bytes());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Malformed> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Malformed> {
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Malformed> {
        self.varint(bytes.len() as u64);
        self.all(bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Malformed> {
        self.byte(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Malformed> {
        self.byte(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Malformed> {
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Malformed> {
        Ok(())
    }

    #[inline(always)]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
    ) -> Result<(), Malformed> {
        self.serialize_u32(variant)
    }

    #[inline(always)]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Malformed> {
        value.serialize(self)
    }

    #[inline(always)]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Malformed> {
        self.varint(variant.into());
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self, Malformed> {
        self.varint(length.ok_or(Malformed)? as u64);
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Malformed> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Malformed> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Malformed> {
        self.varint(variant.into());
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self, Malformed> {
        self.serialize_seq(length)
    }

    #[inline(always)]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Malformed> {
        Ok(self)
    }

    #[inline(always)]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Malformed> {
        self.varint(variant.into());
        Ok(self)
    }

    fn is_human_readable(&self) -> bool {
        false
    }
}

/// Everything that has parts writes one after the other.
macro_rules! write_parts {
    ($($parts:ident: $method:ident($($name:ty)?);)*) => {
        $(impl ser::$parts for &mut Sink {
            type Ok = ();
            type Error = Malformed;

            #[inline(always)]
            fn $method<T: Serialize + ?Sized>(
                &mut self,
                $(_: $name,)?
                value: &T,
            ) -> Result<(), Malformed> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Malformed> {
                Ok(())
            }
        })*
    };
}

write_parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

impl ser::SerializeMap for &mut Sink {
    type Ok = ();
    type Error = Malformed;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Malformed> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Malformed> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Malformed> {
        Ok(())
    }
}

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
