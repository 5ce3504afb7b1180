//! People's pictures, fetched once. In a match everybody keeps the picture that they had at its
//! first board: in a game about remembering pictures, a changed one would tell. A board waits a
//! moment for missing pictures; people without one get a generated face.

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{FutureExt as _, StreamExt, stream};
use reqwest::StatusCode;
use serenity::all::UserId;
use tokio::sync::OnceCell;

use super::pool::Pool;
use super::rest::Rest;
use crate::referee::postal::codes;
use crate::referee::{Referee, Snapshot};
use crate::store::{AccountId, Face, Person, Portrait};
use canvas::{Avatar, MAX_BYTES};
use games::CastId;
use games::tokens::Faces;

/// How long to remember which picture an account has.
const KEPT: Duration = Duration::from_secs(60 * 60);
/// How long to wait after a question without an answer.
const AGAIN: Duration = Duration::from_secs(10);
/// The width of avatars, in pixels.
const SIDE: u32 = 128;
/// How long a board waits for pictures.
const PATIENCE: Duration = Duration::from_millis(1_500);
/// How many pictures are kept in memory, about 200 KB each. The least recently used goes first.
const MAX_KEPT: usize = 128;
/// For how many accounts it is remembered which picture they have.
const MAX_KNOWN: usize = 1_000;
/// How many are fetched at once.
const MAX_AT_ONCE: usize = 4;

/// Avatars by account.
#[derive(Clone)]
pub struct FaceCache(Arc<Inner>);

struct Inner {
    rest: Arc<Rest>,
    local: Option<String>,
    client: reqwest::Client,
    draw_pool: Pool,
    /// Which picture an account has; inside, None means no picture.
    known: Mutex<Kept<AccountId, Option<Portrait>>>,
    /// Inside, None means that the picture is gone or unusable.
    pictures: Mutex<Kept<Portrait, Option<Avatar>>>,
}

/// Results that are fetched once, even if several ask at the same time.
type Kept<K, V> = HashMap<K, (Instant, SharedFetch<V>)>;
type SharedFetch<V> = Arc<OnceCell<Result<V, Unanswered>>>;

/// When a fetch failed: Discord has set a limit, is in trouble or gave no answer.
struct Unanswered(Instant);

impl Unanswered {
    fn now() -> Unanswered {
        Unanswered(Instant::now())
    }
}

impl FaceCache {
    pub fn new(rest: Arc<Rest>, local: Option<String>, draw_pool: Pool) -> FaceCache {
        let mut client = reqwest::Client::builder().timeout(Duration::from_secs(10));
        if local.is_some() {
            client = client.no_proxy();
        }
        FaceCache(Arc::new(Inner {
            rest,
            local,
            // Building fails only without any TLS, and then nothing else works either.
            client: client.build().unwrap_or_default(),
            draw_pool,
            known: Mutex::default(),
            pictures: Mutex::default(),
        }))
    }

    /// The faces of a match's cast. In a game about remembering pictures, everybody has a generated
    /// face while one picture is missing. Otherwise a picture that appears later would tell whose
    /// it is.
    pub async fn of_match(&self, referee: &Referee, snapshot: &Snapshot) -> Faces {
        let noted = if !snapshot.faces.is_empty() {
            Some(snapshot.faces.clone())
        } else {
            in_time(self.clone().noted(referee.clone(), snapshot.clone()))
                .await
                .flatten()
        };
        // Pictures that come later are on the next board.
        let noted = noted.unwrap_or_default();
        let (faces, is_whole) = self.drawn(&noted).await;
        if snapshot.setup().game.catalogue().hides_faces && !is_whole {
            Faces::new()
        } else {
            faces
        }
    }

    /// The faces that people have now.
    pub async fn now(&self, people: Vec<Person>) -> Faces {
        let faces = in_time(self.clone().known(people)).await;
        self.drawn(&faces.unwrap_or_default()).await.0
    }

    /// These faces with their pictures, and whether none is missing.
    async fn drawn(&self, faces: &[Face]) -> (Faces, bool) {
        let wanted = faces.iter().filter_map(|face| face.portrait.clone());
        in_time(self.clone().fetched(wanted.collect())).await;
        let (mut drawn, mut is_whole) = (Faces::new(), true);
        for Face { who, portrait } in faces {
            let Some(portrait) = portrait else {
                continue;
            };
            match self.picture(portrait).get() {
                Some(Ok(Some(avatar))) => drawn.set(*who, avatar.clone()),
                Some(Ok(None) | Err(_)) | None => is_whole = false,
            }
        }
        (drawn, is_whole)
    }

    /// Notes the faces of a match's cast, unless that was done before. None until Discord has told
    /// all of them.
    async fn noted(self, referee: Referee, snapshot: Snapshot) -> Option<Arc<Vec<Face>>> {
        let known = self.clone().known(snapshot.people.to_vec()).await;
        if known.len() < snapshot.people.len() {
            return None;
        }
        let portraits: Vec<Portrait> = known
            .iter()
            .filter_map(|face| face.portrait.clone())
            .collect();
        self.clone().fetched(portraits).await;
        let face = |who: CastId| {
            let known = known.iter().find(|face| face.who == who);
            let portrait = known.and_then(|face| face.portrait.clone());
            // An unusable picture never becomes usable, so nobody waits for it.
            let usable =
                |portrait: &Portrait| !matches!(self.picture(portrait).get(), Some(Ok(None)));
            Face {
                who,
                portrait: portrait.filter(usable),
            }
        };
        let faces: Vec<Face> = snapshot.cast().ids().map(face).collect();
        let id = snapshot.row.id;
        match referee
            .write(move |core, _| core.note_faces(id, &faces))
            .await
        {
            Ok(Ok(noted)) => Some(noted),
            Ok(Err(error)) => {
                tracing::error!("match {id}: can't store its people's faces: {error}");
                None
            }
            // The program is ending.
            Err(_) => None,
        }
    }

    /// Which pictures these people have, without people for whom Discord does not answer.
    async fn known(self, people: Vec<Person>) -> Vec<Face> {
        let one = async |person: Person| {
            let kept = kept(&self.0.known, &person.account, MAX_KNOWN, Some(KEPT));
            let asked = kept.get_or_init(|| self.portrait(person.account));
            let portrait = asked.await.as_ref().ok()?.clone();
            let who = person.who;
            Some(Face { who, portrait })
        };
        let asked = stream::iter(people).map(one).buffered(MAX_AT_ONCE);
        asked.filter_map(std::future::ready).collect().await
    }

    async fn portrait(&self, account: AccountId) -> Result<Option<Portrait>, Unanswered> {
        match self.0.rest.user(UserId::from(account)).await {
            Ok(user) => Ok(user.avatar.map(|hash| Portrait {
                account,
                hash: hash.to_string(),
            })),
            Err(error) if codes::is_absent(error.code()) => Ok(None),
            Err(_) => Err(Unanswered::now()),
        }
    }

    /// Fetches those pictures that are not in memory.
    async fn fetched(self, portraits: Vec<Portrait>) {
        let one = async |portrait: Portrait| {
            let picture = self.picture(&portrait);
            picture.get_or_init(|| self.avatar(&portrait)).await;
        };
        stream::iter(portraits)
            .for_each_concurrent(MAX_AT_ONCE, one)
            .await;
    }

    fn picture(&self, portrait: &Portrait) -> SharedFetch<Option<Avatar>> {
        kept(&self.0.pictures, portrait, MAX_KEPT, None)
    }

    /// A decoded picture. Each is decoded once and then shared by all boards.
    async fn avatar(&self, portrait: &Portrait) -> Result<Option<Avatar>, Unanswered> {
        let Some(bytes) = self.bytes(portrait).await? else {
            return Ok(None);
        };
        let read = self.0.draw_pool.run(move || Avatar::read(&bytes)).await;
        Ok(read.ok().and_then(Result::ok))
    }

    async fn bytes(&self, portrait: &Portrait) -> Result<Option<Vec<u8>>, Unanswered> {
        let Portrait { account, hash } = portrait;
        let root = self
            .0
            .local
            .as_deref()
            .unwrap_or("https://cdn.discordapp.com");
        let address = format!("{root}/avatars/{account}/{hash}.png?size={SIDE}");
        let asked = self.0.client.get(address).send().await;
        let mut answer = asked.map_err(|_| Unanswered::now())?;
        let status = answer.status();
        if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() {
            return Err(Unanswered::now());
        }
        if !status.is_success() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|_| Unanswered::now())? {
            bytes.extend_from_slice(&chunk);
            if bytes.len() > MAX_BYTES {
                return Ok(None);
            }
        }
        Ok(Some(bytes))
    }
}

/// The result of work, if it is ready within [`PATIENCE`]. The work goes on in any case.
async fn in_time<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> Option<T> {
    let working = tokio::spawn(work.boxed());
    tokio::time::timeout(PATIENCE, working).await.ok()?.ok()
}

/// The entry for a key, among at most `most`. `age`: how old an answer may be; None: it stays true,
/// and counts as new whenever it is used.
fn kept<K: Clone + Eq + Hash, V>(
    all: &Mutex<Kept<K, V>>,
    key: &K,
    most: usize,
    age: Option<Duration>,
) -> SharedFetch<V> {
    let now = Instant::now();
    let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((since, one)) = all.get_mut(key) {
        let counts = match one.get() {
            Some(Err(Unanswered(at))) => at.elapsed() < AGAIN,
            Some(Ok(_)) | None => age.is_none_or(|age| since.elapsed() < age),
        };
        if counts {
            if age.is_none() {
                *since = now;
            }
            return one.clone();
        }
    }
    if all.len() >= most && !all.contains_key(key) {
        let oldest = all.iter().min_by_key(|(_, (since, _))| *since);
        if let Some(oldest) = oldest.map(|(key, _)| key.clone()) {
            all.remove(&oldest);
        }
    }
    let one = SharedFetch::<V>::default();
    all.insert(key.clone(), (now, one.clone()));
    one
}
