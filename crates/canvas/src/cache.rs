//! Caches for the whole process.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// Values by their keys, and the sum of their sizes.
type Values<Key, Value> = (HashMap<Key, Arc<Value>>, usize);

pub struct Cache<Key, Value>(Mutex<Option<Values<Key, Value>>>);

impl<Key: Eq + Hash, Value> Cache<Key, Value> {
    pub const fn new() -> Cache<Key, Value> {
        Cache(Mutex::new(None))
    }

    /// A key's value, made now if it isn't cached. All are forgotten before their sizes would sum
    /// to more than `most`.
    pub fn get(
        &self,
        key: Key,
        make: impl FnOnce(&Key) -> Value,
        size: impl Fn(&Value) -> usize,
        most: usize,
    ) -> Arc<Value> {
        // It's a cache, so a panic cannot leave it in a harmful state.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = lock().get_or_insert_default().0.get(&key) {
            return value.clone();
        }
        let value = Arc::new(make(&key));
        let mut cache = lock();
        let (values, sum) = cache.get_or_insert_default();
        *sum += size(&value);
        if *sum > most {
            values.clear();
            *sum = size(&value);
        }
        values.insert(key, value.clone());
        value
    }
}
