//! People's pictures: fetched once in a while. A board waits a moment for those that it has never had; who has none gets a generated face.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use futures_util::StreamExt;
use serenity::all::{Http, UserId};

use crate::boards::{Avatar, Faces, MOST_BYTES};
use crate::store::Person;

/// How long a picture is used before it is asked for again.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// The width that is asked for, in pixels.
const SIDE: u32 = 128;
/// How long a picture waits for faces that it has never had.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How many people's pictures are kept, of about 200 KB each; whoever was asked for the longest ago goes first.
const MOST_KEPT: usize = 128;
/// How many are asked for at once.
const MOST_AT_ONCE: usize = 4;

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
    /// None while it is fetched, and for somebody without a picture that can be used.
    avatar: Option<Avatar>,
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

    /// The faces of these people. New ones are waited for a moment; old ones are fetched anew in the background.
    pub async fn faces(&self, people: &[Person]) -> Faces {
        let (new, old) = self.wanted(people);
        if !new.is_empty() {
            let fetching = tokio::spawn(self.clone().fetch(new).boxed());
            // What comes later is on the next picture.
            let _ = tokio::time::timeout(PATIENCE, fetching).await;
        }
        if !old.is_empty() {
            tokio::spawn(self.clone().fetch(old).boxed());
        }
        let mut faces = Faces::new();
        let pictures = self
            .0
            .pictures
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for person in people {
            let kept = pictures.get(&person.account);
            if let Some(avatar) = kept.and_then(|kept| kept.avatar.clone()) {
                faces.set(person.who, avatar);
            }
        }
        faces
    }

    /// The accounts that were never asked for, and those whose pictures are old. From now on they have been asked for.
    fn wanted(&self, people: &[Person]) -> (Vec<u64>, Vec<u64>) {
        let (mut new, mut old) = (Vec::new(), Vec::new());
        let mut pictures = self
            .0
            .pictures
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for person in people {
            match pictures.get_mut(&person.account) {
                Some(kept) if kept.asked.elapsed() > KEPT => {
                    kept.asked = Instant::now();
                    old.push(person.account);
                }
                Some(_) => {}
                None => {
                    let asked = Instant::now();
                    pictures.insert(
                        person.account,
                        Kept {
                            asked,
                            avatar: None,
                        },
                    );
                    new.push(person.account);
                }
            }
        }
        while pictures.len() > MOST_KEPT.max(people.len()) {
            let oldest = pictures.iter().min_by_key(|(_, kept)| kept.asked);
            let Some(account) = oldest.map(|(account, _)| *account) else {
                break;
            };
            pictures.remove(&account);
        }
        (new, old)
    }

    async fn fetch(self, accounts: Vec<u64>) {
        futures_util::stream::iter(accounts)
            .for_each_concurrent(MOST_AT_ONCE, async |account| {
                let avatar = self.avatar(account).await;
                let mut pictures = self
                    .0
                    .pictures
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                if let (Some(kept), Some(avatar)) = (pictures.get_mut(&account), avatar) {
                    kept.avatar = Some(avatar);
                }
            })
            .await;
    }

    /// Somebody's avatar, read once: every picture after that uses it as it is.
    async fn avatar(&self, account: u64) -> Option<Avatar> {
        let bytes = self.picture(account).await?;
        let read = tokio::task::spawn_blocking(move || Avatar::read(&bytes)).await;
        // A picture that cannot be used leaves the generated face.
        read.ok()?.ok()
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
