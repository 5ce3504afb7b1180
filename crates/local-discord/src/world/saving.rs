//! The world as a file: JSON, which replaces the old file at once. The contents of attachments are
//! beside it.

use std::io;
use std::path::{Path, PathBuf};

use super::{Blob, Id, World};

/// Why a world could not be saved or loaded.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{path} is not a saved world: {source}", path = path.display())]
    Content {
        path: PathBuf,
        source: serde_json::Error,
    },
}

impl World {
    /// A copy of everything that is saved. It is cheap, because messages and contents are shared.
    pub fn snapshot(&self) -> World {
        World {
            last_id: self.last_id,
            limits: self.limits.clone(),
            guilds: self.guilds.clone(),
            users: self.users.clone(),
            applications: self.applications.clone(),
            channels: self.channels.clone(),
            reading: self.reading.clone(),
            nonces: self.nonces.clone(),
            blobs: self.blobs.clone(),
            ..World::new(self.now_ms())
        }
    }

    /// Reads what [`World::save`] wrote. The clock doesn't run until a server gives it one.
    pub fn load(path: &Path) -> Result<World, SaveError> {
        let bytes = std::fs::read(path).map_err(at(path))?;
        let mut world: World =
            serde_json::from_slice(&bytes).map_err(|source| SaveError::Content {
                path: path.to_owned(),
                source,
            })?;
        let folder = blob_folder(path);
        if folder.is_dir() {
            for entry in std::fs::read_dir(&folder).map_err(at(&folder))? {
                let entry = entry.map_err(at(&folder))?;
                if let Some(id) = entry
                    .file_name()
                    .to_str()
                    .and_then(|name| name.parse().ok())
                {
                    world.blobs.insert(id, Blob::File(entry.path()));
                }
            }
        }
        Ok(world)
    }

    /// Writes the world to `path`, and the contents of attachments to the folder beside it with the
    /// extension `files`. Returns the contents that are on disk now, so that memory can drop them.
    pub fn save(&self, path: &Path) -> Result<Vec<(Id, PathBuf)>, SaveError> {
        let folder = blob_folder(path);
        std::fs::create_dir_all(&folder).map_err(at(&folder))?;
        let mut written = Vec::new();
        for (id, blob) in &self.blobs {
            if let Blob::Memory(bytes) = blob {
                let file = folder.join(id.to_string());
                write_whole(&file, bytes)?;
                written.push((*id, file));
            }
        }
        // World holds only maps with string keys and plain values, which JSON can always express.
        let json = serde_json::to_vec(self).expect("a world is expressible in JSON");
        write_whole(path, &json)?;
        for entry in std::fs::read_dir(&folder).map_err(at(&folder))?.flatten() {
            let id = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse::<Id>().ok());
            if id.is_some_and(|id| !self.blobs.contains_key(&id)) {
                std::fs::remove_file(entry.path()).map_err(at(&entry.path()))?;
            }
        }
        Ok(written)
    }
}

fn blob_folder(path: &Path) -> PathBuf {
    path.with_extension("files")
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> SaveError {
    let path = path.to_owned();
    move |source| SaveError::File { path, source }
}

/// A reader of `path` sees the old content or the new one, never a half.
fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let unfinished = path.with_extension("unfinished");
    std::fs::write(&unfinished, bytes).map_err(at(&unfinished))?;
    std::fs::rename(&unfinished, path).map_err(at(path))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::world::settings::Settings;

    /// What an earlier version saved and this one does not serve.
    const GONE: [&str; 4] = ["bans", "byline", "picture", "webhooks"];

    /// Whether all that was saved then is in what would be saved now; new fields may be added.
    fn holds(now: &Value, then: &Value) -> bool {
        match (now, then) {
            (Value::Object(now), Value::Object(then)) => then.iter().all(|(key, then)| {
                GONE.contains(&&**key) || now.get(key).is_some_and(|now| holds(now, then))
            }),
            (Value::Array(now), Value::Array(then)) => {
                now.len() == then.len() && now.iter().zip(then).all(|(now, then)| holds(now, then))
            }
            _ => now == then,
        }
    }

    #[test]
    fn a_world_that_an_earlier_version_saved_is_opened_with_everything_in_it() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/saved/world.json");
        let path = Path::new(path);
        let world = World::load(path).unwrap();
        let then = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert!(holds(&serde_json::to_value(&world).unwrap(), &then));
        // Channels had no settings once.
        let lobby = world
            .channels
            .values()
            .find(|channel| channel.name == "lobby");
        assert_eq!(lobby.unwrap().settings, Settings::default());
    }
}
