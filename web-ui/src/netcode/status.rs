//! The state shown by the netcode drawer, derived from the player's choice and client a few times a
//! second.

use shared::{client::Client, netcode::setting::Setting, wire::message::Access};

use words::{Language, NetcodeNote};

use super::{chosen::Chosen, picture::PictureAge};
use crate::text::roster::first_name;

/// A note beside a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub said: NetcodeNote<'static>,
    /// Whether a value is worse than the player wished.
    pub warns: bool,
}

/// The netcode in force, as its drawer shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetcodeStatus {
    /// The preset chosen last, and the settings.
    pub chosen: Chosen,
    /// Whether the player may change the room's settings.
    pub access: Access,
    /// Name of the first player in the room, if only they may change settings.
    pub first: String,
    /// Notes beside settings: live figures, and where the player gets less than they asked for.
    pub notes: Vec<(Setting, Note)>,
    /// The player's own shots and hits on the player, where each one takes a message.
    pub hit_messages: Option<(u32, u32)>,
}

impl NetcodeStatus {
    /// Derives the status from a client.
    #[must_use]
    pub fn of(language: Language, chosen: &Chosen, client: &Client) -> Self {
        let access = client.access().unwrap_or(Access::May);
        let stats = client.net_stats();
        let counted = chosen.netcode.room.hit_rule.is_tentative();
        Self {
            chosen: *chosen,
            access,
            first: first_name(language, client, access).into(),
            notes: picture(client).into_iter().chain(cut(client)).collect(),
            hit_messages: counted.then_some((stats.shots_fired, stats.hits_reported)),
        }
    }
}

/// The age of the picture that the player aims by, against the rewind limit.
fn picture(client: &Client) -> Option<(Setting, Note)> {
    let picture = PictureAge::of(client)?;
    Some((
        Setting::HitRule,
        Note { said: NetcodeNote::Picture(picture.said()), warns: picture.is_beyond() },
    ))
}

/// The player's wishes that the room, its server or the tick rate limit.
fn cut(client: &Client) -> Vec<(Setting, Note)> {
    let Some(limits) = client.rate_limits() else { return Vec::new() };
    let wish = client.netcode();
    let rates = [
        (Setting::UpdateRate, limits.update_rate(wish.update_rate_hz)),
        (Setting::ByteRate, limits.byte_rate(wish.rate_kb_per_s)),
    ];
    let cut = |(setting, granted)| {
        Some((setting, Note { said: NetcodeNote::cut(setting, granted)?, warns: true }))
    };
    rates.into_iter().filter_map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{
        base::time::Micros,
        client::ClientConfig,
        netcode::{preset::Preset, values::SnapshotDelivery},
    };

    #[test]
    fn messages_are_counted_where_every_hit_takes_one() {
        for preset in Preset::ALL {
            let config = ClientConfig {
                name: "Ada".into(),
                room: String::new(),
                netcode: preset.netcode().player,
                room_request: None,
                delivery: SnapshotDelivery::Stream,
            };
            let client = Client::new(config, Micros::ZERO);
            let status = NetcodeStatus::of(Language::English, &preset.into(), &client);
            assert_eq!(
                status.hit_messages,
                (preset == Preset::DelayedSync).then_some((0, 0)),
                "{preset:?}"
            );
            assert_eq!(status.first, "");
        }
    }
}
