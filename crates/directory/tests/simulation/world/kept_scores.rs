//! The scores of a node's rooms: read from and written to the bucket, redeemed by returning pages.

use directory::{PlayerScore, RoomKey, TokenHash, WriteResult};

use super::nats::ToNats;
use super::node::Input;
use super::rooms::Room;
use super::{Event, MS, World};

impl World {
    pub(super) fn scores_input(&mut self, node: usize, input: Input) {
        let now = self.clock(node);
        let (key, n) = match &input {
            Input::ScoresRead(key, n, _)
            | Input::ScoresWritten(key, n, _)
            | Input::ScoreTimeOut(key, n) => (*key, *n),
            _ => return,
        };
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        if room.score_op != Some(n) {
            return;
        }
        room.score_op = None;
        match input {
            Input::ScoresRead(_, _, found) => {
                let found = found.as_ref().map(|(revision, value)| (*revision, value.as_slice()));
                if let Err(error) = room.book.handle_entry(now, found) {
                    self.fail(error.to_string());
                    return;
                }
                room.redeem(now);
            }
            Input::ScoresWritten(_, _, result) => {
                room.book.handle_write(now, result);
                let is_written = matches!(result, WriteResult::Written(_));
                if is_written && room.moving.is_some() {
                    return self.finish_move(node, key);
                }
            }
            _ if room.score_is_write => room.book.handle_write(now, WriteResult::Unavailable),
            // The read is tried again at the next tick.
            _ => return,
        }
        self.drive_scores(node, key);
    }

    pub(super) fn drive_scores(&mut self, node: usize, key: RoomKey) {
        let now = self.clock(node);
        let world_now = self.now;
        let it = &mut self.nodes[node];
        it.n_numbers += 1;
        let n = it.n_numbers;
        let Some(room) = it.rooms.get_mut(&key) else { return };
        if room.score_op.is_some() || it.wire.believed.is_none() {
            return;
        }
        room.to_redeem.retain(|_, (_, until)| world_now < *until);
        let unread = room.book.needs_read();
        let message = if !unread && let Some(write) = room.book.poll_write(now) {
            room.score_is_write = true;
            ToNats::WriteScores(key, n, write.over, write.value)
        } else if unread || !room.to_redeem.is_empty() {
            room.score_is_write = false;
            ToNats::ReadScores(key, n)
        } else {
            return;
        };
        room.score_op = Some(n);
        self.after(800 * MS, Event::ScoreTimeOut(node, key, n));
        self.send(node, message);
    }
}

impl Room {
    pub(super) fn set_score(&mut self, page: usize) {
        if let Some(seat) = self.seats.get(&page) {
            let score = PlayerScore { name: format!("page {page}"), kills: seat.kills, deaths: 0 };
            self.book.set(hash(seat.token), score);
        }
    }

    pub(super) fn redeem(&mut self, now: std::time::Duration) {
        let pages: Vec<(usize, u64)> =
            self.to_redeem.iter().map(|(page, (token, _))| (*page, *token)).collect();
        for (page, token) in pages {
            let Some(score) = self.book.redeem(now, hash(token)) else { continue };
            self.to_redeem.remove(&page);
            if let Some(seat) = self.seats.get_mut(&page) {
                seat.kills += score.kills;
            }
            self.set_score(page);
            self.book.write_soon(now);
        }
    }
}

pub(super) fn hash(token: u64) -> TokenHash {
    TokenHash::of(&token.to_le_bytes())
}
