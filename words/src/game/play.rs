//! Texts during play: the feed, deaths, the private room, and saved captures.

use alloc::string::String;

pub struct PlayWords {
    /// The player, before the own score.
    pub you: &'static str,
    pub joined: fn(player: &str) -> String,
    pub left: fn(player: &str) -> String,
    pub is_back: fn(player: &str) -> String,
    /// A player lost the connection, and the seat is held.
    pub away: fn(player: &str, seconds: &str) -> String,
    pub shot_down: fn(killer: &str, victim: &str) -> String,
    pub you_shot_down: fn(victim: &str) -> String,
    pub you_were_shot_down: fn(killer: &str) -> String,
    /// The tooltip of a kill that can be looked into.
    pub look_into_shot: &'static str,
    /// The feed's lasting line while bots spare the player.
    pub truce: &'static str,
    /// Hit points came back; the same beside the hull.
    pub refunded: fn(points: &str) -> String,
    pub points_back: fn(points: &str) -> String,
    pub hit_undone: fn(victim: &str) -> String,
    pub stalled: fn(seconds: &str) -> String,
    /// The death of the player; from one of [`Self::sides`], if it is known.
    pub shot_you_down: fn(killer: &str, weapon: &str, side: Option<&str>) -> String,
    /// The sides of the screen by eighths of a turn, from the right over below.
    pub sides: [&'static str; 8],
    /// The time until the respawn, and while it waits only for the server.
    pub back_in: fn(seconds: &str) -> String,
    pub back_soon: &'static str,
    /// The buttons that play the death again and that open its sheet.
    pub watch_again: &'static str,
    pub why: &'static str,
    /// Before the link to a private room in which the player is alone: one's own, or one for two.
    pub own_room: &'static str,
    pub waiting_for_friend: &'static str,
    pub waiting_beside_bot: &'static str,
    /// Who gets into the own room.
    pub only_with_link: &'static str,
    pub listed: &'static str,
    /// Of the page, where its link is shared.
    pub shared_title: &'static str,
    /// Results of copying the invitation.
    pub copied: &'static str,
    pub select_and_copy: &'static str,
    /// A saved capture, with what is special about it.
    pub saved: fn(file: &str, bytes: &str, special: &str) -> String,
    /// That is: it is full, or it opens at a shot.
    pub capture_full: &'static str,
    pub opens_at_shot: &'static str,
    pub not_saved: &'static str,
    pub not_written: fn(error: &str) -> String,
}
