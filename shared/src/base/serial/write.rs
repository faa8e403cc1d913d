//! Writing: a value goes in, its bytes go to the end of others or into a hash.

use alloc::vec::Vec;

use serde::{Serialize, ser};

use super::Malformed;

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
pub(in crate::base) const fn fnv_step(hash: u64, byte: u8) -> u64 {
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
