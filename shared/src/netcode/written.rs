//! The serialised form of a netcode in messages, links, files and hashes: for each setting that
//! differs from its default, the index in the settings table and the value, in table order.
//! Appending a setting therefore leaves existing encodings unchanged.

use alloc::{format, vec::Vec};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::{
    setting::{Owner, Setting},
    values::{Netcode, PlayerNetcode, RoomNetcode},
};

/// Writes the settings of one owner that differ from the default.
fn write<S: Serializer>(netcode: &Netcode, serializer: S) -> Result<S::Ok, S::Error> {
    let default = Netcode::default();
    let differing = netcode.differences(&default);
    let written: Vec<(u8, u32)> =
        differing.map(|setting| (setting as u8, netcode.get(setting))).collect();
    written.serialize(serializer)
}

fn read<'de, D: Deserializer<'de>>(deserializer: D, owner: Owner) -> Result<Netcode, D::Error> {
    let written = Vec::<(u8, u32)>::deserialize(deserializer)?;
    if !written.is_sorted_by(|(before, _), (after, _)| before < after) {
        return Err(D::Error::custom("settings are out of order"));
    }
    let mut netcode = Netcode::default();
    for (place, value) in written {
        let known = Setting::ALL.get(usize::from(place)).copied();
        let Some(setting) = known.filter(|setting| setting.spec().owner == owner) else {
            return Err(D::Error::custom(format!("unknown setting {place}")));
        };
        // A value out of range is left for the reader to reject with the setting's name.
        netcode.put(setting, value);
        if netcode.get(setting) != value {
            return Err(D::Error::custom(format!("invalid value {value} for setting {place}")));
        }
    }
    Ok(netcode)
}

impl Serialize for RoomNetcode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(&Netcode { room: *self, ..Netcode::default() }, serializer)
    }
}

impl Serialize for PlayerNetcode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(&Netcode { player: *self, ..Netcode::default() }, serializer)
    }
}

impl<'de> Deserialize<'de> for RoomNetcode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, Owner::Room).map(|netcode| netcode.room)
    }
}

impl<'de> Deserialize<'de> for PlayerNetcode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, Owner::Player).map(|netcode| netcode.player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::encoding::{append, read},
        netcode::preset::Preset,
    };

    #[test]
    fn a_netcode_survives_its_text() {
        for preset in Preset::ALL {
            let netcode = preset.netcode();
            let bytes = append(Vec::new(), &netcode);
            assert_eq!(read::<Netcode>(&bytes), Ok(netcode), "{preset:?}");
        }
        let default = append(Vec::new(), &Netcode::default());
        assert_eq!(default, [0, 0], "default values take no bytes");
    }

    #[test]
    fn invalid_netcodes_are_rejected() {
        let rows: [&[(u8, u32)]; 6] = [
            &[(255, 0)],           // no setting
            &[(9, 0)],             // a player's
            &[(4, 65_536)],        // more than it can be
            &[(0, 99)],            // no such choice
            &[(4, 200), (4, 300)], // twice
            &[(5, 200), (4, 200)], // out of order
        ];
        for row in rows {
            assert!(read::<RoomNetcode>(&append(Vec::new(), row)).is_err(), "{row:?}");
        }
        let sound: &[(u8, u32)] = &[(4, 200), (5, 300)];
        let netcode = read::<RoomNetcode>(&append(Vec::new(), sound)).unwrap();
        assert_eq!((netcode.rewind_bound_ms, netcode.delay_ms), (200, 300));
        let far: &[(u8, u32)] = &[(4, 1001)];
        let far = read::<RoomNetcode>(&append(Vec::new(), far)).unwrap();
        assert_eq!(far.check().unwrap_err().setting, "bound", "the error names the setting");
    }
}
