//! People's pictures: fetched once in a while, in the background; until one is there, the board shows a generated face.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serenity::all::{Http, UserId};

use crate::boards::{Faces, MOST_BYTES};
use crate::store::Person;

/// How long a picture is used before it is asked for again.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// The width that is asked for, in pixels.
const SIDE: u32 = 128;

/// Avatars by account.
#[derive(Clone)]
pub struct FaceCache(Arc<Inner>);

struct Inner {
    http: Arc<Http>,
    local: Option<String>,
    client: reqwest::Client,
    pictures: Mutex<HashMap<u64, Kept>>,
}

struct Kept {
    asked: Instant,
    /// None while it is fetched, and for somebody without a picture.
    bytes: Option<Arc<[u8]>>,
}

impl FaceCache {
    pub fn new(http: Arc<Http>, local: Option<String>) -> FaceCache {
        let mut client = reqwest::Client::builder().timeout(Duration::from_secs(10));
        if local.is_some() {
            client = client.no_proxy();
        }
        FaceCache(Arc::new(Inner {
            http,
            local,
            // Building fails only without any TLS, and then nothing else works either.
            client: client.build().unwrap_or_default(),
            pictures: Mutex::default(),
        }))
    }

    /// The faces that are at hand now. Those that are not, or are old, are fetched meanwhile.
    pub fn faces(&self, people: &[Person]) -> Faces {
        let mut faces = Faces::new();
        let mut wanted = Vec::new();
        {
            let mut pictures = self
                .0
                .pictures
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            for person in people {
                match pictures.get_mut(&person.account) {
                    Some(kept) => {
                        if let Some(bytes) = &kept.bytes {
                            // A picture that cannot be used leaves the generated face.
                            let _ = faces.set(person.who, bytes);
                        }
                        if kept.asked.elapsed() > KEPT {
                            kept.asked = Instant::now();
                            wanted.push(person.account);
                        }
                    }
                    None => {
                        let asked = Instant::now();
                        pictures.insert(person.account, Kept { asked, bytes: None });
                        wanted.push(person.account);
                    }
                }
            }
        }
        if !wanted.is_empty() {
            let cache = self.clone();
            tokio::spawn(async move {
                for account in wanted {
                    cache.fetch(account).await;
                }
            });
        }
        faces
    }

    async fn fetch(&self, account: u64) {
        let bytes = self.picture(account).await;
        let mut pictures = self
            .0
            .pictures
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let (Some(kept), Some(bytes)) = (pictures.get_mut(&account), bytes) {
            kept.bytes = Some(bytes.into());
        }
    }

    async fn picture(&self, account: u64) -> Option<Vec<u8>> {
        let user = self.0.http.get_user(UserId::new(account)).await.ok()?;
        let hash = user.avatar?;
        let root = self
            .0
            .local
            .as_deref()
            .unwrap_or("https://cdn.discordapp.com");
        let address = format!("{root}/avatars/{account}/{hash}.png?size={SIDE}");
        let mut answer = self.0.client.get(address).send().await.ok()?;
        if !answer.status().is_success() {
            return None;
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.ok()? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MOST_BYTES {
                return None;
            }
        }
        Some(bytes)
    }
}
