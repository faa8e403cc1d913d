//! Scores in a folder, a file for each player, which only this user can read. Servers that follow
//! each other, or run side by side, may share it: a score is redeemed by removing its file, which
//! only one of them can.
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use directory::TokenHash;
use shared::wire::round::Score;
use tokio::task::spawn_blocking;
use tracing::{debug, warn};

use super::{KeptScore, Pending, Scores, key_of};
use crate::rooms::RoomKey;

/// How long a score is kept: a server may be restarted by hand meanwhile.
const KEPT_FOR: Duration = Duration::from_secs(300);
/// Maximum bytes of a file.
const FILE_BYTES_MAX: u64 = 256;
/// What the name of a score's file ends in.
const ENDING: &str = "score";

/// A folder of scores.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self(folder)
    }
}

/// Creates a folder that only this user can read, unless it exists, and checks that it can be
/// written.
///
/// # Errors
/// The system's error.
pub(crate) fn prepare(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)?;
    let probe = folder.join("writable");
    open_new(&probe)?;
    fs::remove_file(probe)
}

impl Scores for Folder {
    fn keep(&self, scores: Vec<(TokenHash, KeptScore)>) -> Pending<'_, ()> {
        let folder = self.0.clone();
        Box::pin(async move {
            let _ = spawn_blocking(move || {
                forget_old(&folder);
                for (token, score) in &scores {
                    if let Err(error) = write(&folder, *token, score) {
                        return warn!(%error, "cannot keep scores (see --state)");
                    }
                }
            })
            .await;
        })
    }

    fn redeem(&self, token: TokenHash, room: &RoomKey) -> Pending<'_, Option<Score>> {
        let (path, room) = (path(&self.0, token), key_of(room).to_string());
        Box::pin(async move {
            let redeemed = spawn_blocking(move || take(&path)).await.ok()?;
            match redeemed {
                Ok(kept) => Some(kept.score).filter(|_| kept.room == room),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => {
                    debug!(%error, "cannot read a score");
                    None
                }
            }
        })
    }
}

fn path(folder: &Path, token: TokenHash) -> PathBuf {
    folder.join(token.to_string()).with_extension(ENDING)
}

/// Writes a file beside its place and moves it there, so that nobody reads a part of it.
fn write(folder: &Path, token: TokenHash, score: &KeptScore) -> io::Result<()> {
    let path = path(folder, token);
    let part = path.with_extension("part");
    let text = serde_json::to_vec(score).map_err(io::Error::other)?;
    open_new(&part)?.write_all(&text)?;
    fs::rename(part, path)
}

fn open_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(true).open(path)
}

/// Reads and removes a file; an error if another server has removed it.
fn take(path: &Path) -> io::Result<KeptScore> {
    let is_old = is_older(&fs::metadata(path)?);
    let mut text = Vec::new();
    File::open(path)?.take(FILE_BYTES_MAX).read_to_end(&mut text)?;
    fs::remove_file(path)?;
    if is_old {
        return Err(io::ErrorKind::NotFound.into());
    }
    serde_json::from_slice(&text).map_err(io::Error::other)
}

#[allow(clippy::disallowed_methods, reason = "the times of files are the wall clock's")]
fn is_older(file: &fs::Metadata) -> bool {
    let age = file.modified().ok().and_then(|at| SystemTime::now().duration_since(at).ok());
    age.is_some_and(|age| age > KEPT_FOR)
}

/// Removes scores that nobody redeemed in time.
fn forget_old(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = file.path();
        let is_score = path.extension().is_some_and(|ending| ending == ENDING);
        if is_score && file.metadata().is_ok_and(|file| is_older(&file)) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn room(name: &str) -> RoomKey {
        RoomKey::from_typed(name).unwrap()
    }

    fn kept(name: &str, score: Score) -> KeptScore {
        KeptScore::new(&room(name), score)
    }

    fn token(n: u8) -> TokenHash {
        TokenHash::of(&[n; 16])
    }

    #[tokio::test]
    async fn a_score_is_redeemed_once_in_its_room() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("state");
        prepare(&folder).unwrap();
        let [before, after] = [Folder::new(folder.clone()), Folder::new(folder.clone())];
        let score = Score { kills: 7, deaths: 3 };
        let kept = kept("duel", score);
        before.keep(vec![(token(1), kept.clone()), (token(2), kept)]).await;
        assert_eq!(after.redeem(token(1), &room("duel")).await, Some(score));
        assert_eq!(before.redeem(token(1), &room("duel")).await, None, "only once");
        assert_eq!(after.redeem(token(2), &room("den")).await, None, "another room");
        assert_eq!(after.redeem(token(3), &room("duel")).await, None);
    }

    #[tokio::test]
    async fn nobody_else_can_read_a_score_and_no_secret_is_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let score = Score { kills: 1, deaths: 0 };
        let kept = kept("tournament", score);
        Folder::new(folder.path().into()).keep(vec![(token(1), kept)]).await;
        let path = path(folder.path(), token(1));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("tournament") && !text.contains("0101"), "{text}");
    }

    #[tokio::test]
    async fn old_damaged_and_foreign_files_give_no_score() {
        let folder = tempfile::tempdir().unwrap();
        let scores = Folder::new(folder.path().into());
        let other = folder.path().join("notes.txt");
        fs::write(&other, "mine").unwrap();
        let long_ago = fs::metadata(&other).unwrap().modified().unwrap() - 2 * KEPT_FOR;
        File::options().write(true).open(&other).unwrap().set_modified(long_ago).unwrap();
        let kept = kept("duel", Score::default());
        scores.keep(vec![(token(1), kept.clone()), (token(2), kept.clone())]).await;
        let old = File::options().write(true).open(path(folder.path(), token(1))).unwrap();
        old.set_modified(long_ago).unwrap();
        fs::write(path(folder.path(), token(2)), "{\"room\":").unwrap();
        assert_eq!(scores.redeem(token(2), &room("duel")).await, None);
        scores.keep(vec![(token(3), kept)]).await;
        assert!(!path(folder.path(), token(1)).exists() && other.exists());
        assert!(path(folder.path(), token(3)).exists());
    }
}
