//! Bytes by the hash of their content: pictures and other files of decks.
//!
//! The same bytes are kept once, in a folder or in a bucket that several nodes share. Knows nothing of who uploaded them
//! or under which names they are served.

mod spool;

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{ClientConfigKey, ObjectStore, ObjectStoreExt as _, RetryConfig};

pub(crate) use self::spool::hex;
pub use self::spool::{Spool, Spooled};
use crate::StoreError;
use crate::error::Result;

/// Where assets are kept.
#[derive(Debug, Clone)]
pub enum AssetPlace {
    /// A folder, made when it is missing.
    Folder(PathBuf),
    /// A bucket, and a folder for uploads on their way in. Keys, region and endpoint are read from the customary `AWS_`
    /// variables.
    Bucket {
        /// `s3://bucket/prefix`.
        url: String,
        /// Where uploads lie until they are whole.
        spools: PathBuf,
    },
}

/// How long one call to a bucket may take, and all tries of one together.
const CALL: Duration = Duration::from_secs(10);
const TRIES: Duration = Duration::from_secs(20);

/// Assets, cheap to clone.
#[derive(Debug, Clone)]
pub struct Assets {
    objects: Arc<dyn ObjectStore>,
    /// The folder they are in, unless they are in a bucket.
    folder: Option<PathBuf>,
    spools: PathBuf,
}

/// An asset on its way out, chunk by chunk.
pub struct AssetChunks {
    length: u64,
    chunks: Pin<Box<dyn Stream<Item = object_store::Result<Bytes>> + Send>>,
}

impl Assets {
    /// Opens the place, and removes what uploads of dead processes left there.
    ///
    /// # Errors
    /// The folder cannot be made, the bucket's address is wrong, or the bucket does not answer.
    pub async fn open(place: AssetPlace) -> Result<Self> {
        let (objects, folder, spools): (Arc<dyn ObjectStore>, _, _) = match place {
            AssetPlace::Folder(folder) => {
                let spools = folder.join("spool");
                std::fs::create_dir_all(&spools)?;
                let objects = LocalFileSystem::new_with_prefix(&folder).map_err(internal)?;
                (Arc::new(objects.with_fsync(true)), Some(folder), spools)
            }
            AssetPlace::Bucket { url, spools } => {
                std::fs::create_dir_all(&spools)?;
                (bucket(&url).await?, None, spools)
            }
        };
        spool::remove_leftovers(&spools)?;
        Ok(Self { objects, folder, spools })
    }

    /// A temporary file for an upload.
    pub fn spool(&self) -> Result<Spool> {
        Spool::new(&self.spools)
    }

    /// Keeps bytes under their hash. They are on the disk when it answers; keeping them again changes nothing.
    pub async fn put(&self, hash: &str, bytes: Bytes) -> Result<()> {
        if self.exists(hash).await? {
            return Ok(());
        }
        self.objects.put(&place(hash)?, bytes.into()).await.map_err(internal)?;
        Ok(())
    }

    /// Keeps a spooled file under its hash; in a folder it is moved there.
    pub async fn put_spooled(&self, spooled: Spooled) -> Result<()> {
        if self.exists(&spooled.hash).await? {
            return Ok(());
        }
        let place = place(&spooled.hash)?;
        if let Some(folder) = &self.folder {
            return spooled.move_to(folder.join(place.as_ref())).await;
        }
        let bytes = tokio::fs::read(spooled.path()).await?;
        self.objects.put(&place, bytes.into()).await.map_err(internal)?;
        Ok(())
    }

    /// The bytes of an asset.
    pub async fn get(&self, hash: &str) -> Result<Option<Bytes>> {
        match self.objects.get(&place(hash)?).await {
            Ok(found) => Ok(Some(found.bytes().await.map_err(internal)?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(internal(error)),
        }
    }

    /// The bytes of an asset, chunk by chunk.
    pub async fn chunks(&self, hash: &str) -> Result<Option<AssetChunks>> {
        match self.objects.get(&place(hash)?).await {
            Ok(found) => Ok(Some(AssetChunks { length: found.meta.size, chunks: found.into_stream() })),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(internal(error)),
        }
    }

    /// The bytes of an asset, for those who read without waiting in turn: from its file, or fetched whole.
    pub async fn reader(&self, hash: &str) -> Result<Option<Box<dyn Read + Send>>> {
        let Some(folder) = &self.folder else {
            return Ok(self.get(hash).await?.map(|bytes| Box::new(Cursor::new(bytes)) as _));
        };
        match std::fs::File::open(folder.join(place(hash)?.as_ref())) {
            Ok(file) => Ok(Some(Box::new(std::io::BufReader::new(file)))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether an asset is there.
    pub async fn exists(&self, hash: &str) -> Result<bool> {
        match self.objects.head(&place(hash)?).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(internal(error)),
        }
    }

    /// Removes an asset, if it is there.
    pub async fn delete(&self, hash: &str) -> Result<()> {
        match self.objects.delete(&place(hash)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(internal(error)),
        }
    }
}

impl AssetChunks {
    /// Length of the whole asset in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The next chunk; none at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        let chunk = std::future::poll_fn(|context| self.chunks.as_mut().poll_next(context)).await?;
        Some(chunk.map_err(internal))
    }
}

impl std::fmt::Debug for AssetChunks {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "AssetChunks({} bytes)", self.length)
    }
}

/// Where the bytes of a hash are kept, spread over folders.
fn place(hash: &str) -> Result<object_store::path::Path> {
    let proper = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !proper {
        return Err(anyhow::anyhow!("`{hash}` is no SHA-256").into());
    }
    Ok(object_store::path::Path::from(format!("{}/{hash}", &hash[..2])))
}

/// A bucket by its address. It is asked once, so that a wrong key or name is told at the start.
async fn bucket(url: &str) -> Result<Arc<dyn ObjectStore>> {
    let wrong = |why: &str| StoreError::Internal(anyhow::anyhow!("`{url}` {why}; expected s3://bucket/prefix"));
    let rest = url.strip_prefix("s3://").ok_or_else(|| wrong("is no address of a bucket"))?;
    let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    if name.is_empty() {
        return Err(wrong("names no bucket"));
    }
    crate::name_crypto();
    let retries = RetryConfig { max_retries: 3, retry_timeout: TRIES, ..RetryConfig::default() };
    let patience = AmazonS3ConfigKey::Client(ClientConfigKey::Timeout);
    let bucket = AmazonS3Builder::from_env()
        .with_bucket_name(name)
        .with_config(patience, format!("{} seconds", CALL.as_secs()))
        .with_retry(retries)
        .build();
    let bucket = PrefixStore::new(bucket.map_err(internal)?, prefix.trim_matches('/'));
    // A list, since a single object is just as missing from a bucket that is not there.
    bucket.list_with_delimiter(Some(&object_store::path::Path::from("lectern"))).await.map_err(internal)?;
    Ok(Arc::new(bucket))
}

/// A bucket that fails or is slow may be well again later; a disk is not.
fn internal(error: object_store::Error) -> StoreError {
    match error {
        object_store::Error::Generic { store: "S3", source } => StoreError::Unavailable(source.to_string()),
        error if is_for_lack_of_room(&error) => StoreError::Full,
        error => StoreError::Internal(error.into()),
    }
}

fn is_for_lack_of_room(error: &(dyn std::error::Error + 'static)) -> bool {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.filter_map(|cause| cause.downcast_ref()).any(crate::error::is_full)
}

/// Makes sure that a folder's entries are on the disk.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    std::fs::File::open(path)?.sync_all()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use tempfile::TempDir;

    use super::*;

    /// SHA-256 of `harbour`.
    const HARBOUR: &str = "f4b0d10bb0f2ba98a7a7f9af1a0ec0cd0a5a4a7c9a2c0a2a7a0c7b0f5e3f8b21";

    async fn place_in(folder: &TempDir) -> Assets {
        let place = AssetPlace::Folder(folder.path().join("assets"));
        Assets::open(place).await.expect("it opens")
    }

    #[tokio::test]
    async fn bytes_are_kept_once_and_read_back() {
        let folder = TempDir::new().expect("a folder");
        let assets = place_in(&folder).await;
        assert!(!assets.exists(HARBOUR).await.expect("an answer"));
        assert!(assets.get(HARBOUR).await.expect("an answer").is_none());
        for _ in 0..2 {
            let put = assets.put(HARBOUR, Bytes::from_static(b"harbour"));
            put.await.expect("it is kept");
        }
        assert_eq!(assets.get(HARBOUR).await.expect("an answer").expect("bytes"), "harbour");
        let mut read = String::new();
        let mut reader = assets.reader(HARBOUR).await.expect("an answer").expect("bytes");
        reader.read_to_string(&mut read).expect("bytes");
        assert_eq!(read, "harbour");
        assets.delete(HARBOUR).await.expect("it is removed");
        assets.delete(HARBOUR).await.expect("nothing to remove");
        assert!(assets.reader(HARBOUR).await.expect("an answer").is_none());
    }

    #[tokio::test]
    async fn a_spooled_upload_is_counted_hashed_and_moved_into_place() {
        let folder = TempDir::new().expect("a folder");
        let assets = place_in(&folder).await;
        for _ in 0..2 {
            let mut spool = assets.spool().expect("a spool");
            spool.add(Bytes::from_static(b"")).await.expect("nothing");
            spool.add(Bytes::from_static(b"a")).await.expect("some");
            spool.write_all(b"bc").expect("more");
            assert_eq!(spool.length(), 3);
            let spooled = spool.finish().expect("it is finished");
            let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
            assert_eq!((spooled.hash.as_str(), spooled.length), (abc, 3));
            assert_eq!(std::fs::read(spooled.path()).expect("bytes"), b"abc");
            assets.put_spooled(spooled).await.expect("it is kept");
            let mut chunks = assets.chunks(abc).await.expect("an answer").expect("chunks");
            assert_eq!(chunks.length(), 3);
            assert_eq!(chunks.next().await.expect("a chunk").expect("bytes"), "abc");
            assert!(chunks.next().await.is_none());
        }
        assert_eq!(std::fs::read_dir(&assets.spools).expect("a list").count(), 0);
    }

    #[tokio::test]
    async fn what_a_dead_process_spooled_is_removed_and_what_a_living_one_spools_is_not() {
        let folder = TempDir::new().expect("a folder");
        let assets = place_in(&folder).await;
        std::fs::write(assets.spools.join("left"), "half").expect("a leftover");
        let living = assets.spool().expect("a spool");
        place_in(&folder).await;
        assert_eq!(std::fs::read_dir(&assets.spools).expect("a list").count(), 1);
        drop(living);
        assert_eq!(std::fs::read_dir(&assets.spools).expect("a list").count(), 0);
    }

    #[test]
    fn those_who_clear_up_take_nothing_from_the_living() {
        let folder = TempDir::new().expect("a folder");
        let cleared = || {
            for _ in 0..20_000 {
                spool::remove_leftovers(folder.path())?;
            }
            std::io::Result::Ok(())
        };
        std::thread::scope(|threads| {
            let clearing = [threads.spawn(cleared), threads.spawn(cleared)];
            while clearing.iter().any(|thread| !thread.is_finished()) {
                let spooled = Spool::new(folder.path()).and_then(Spool::finish).expect("a spool");
                std::thread::yield_now();
                assert!(spooled.path().exists());
            }
            for thread in clearing {
                thread.join().expect("it ends").expect("all is cleared");
            }
        });
    }

    #[tokio::test]
    async fn only_a_hash_is_a_name() {
        let folder = TempDir::new().expect("a folder");
        let assets = place_in(&folder).await;
        for bad in ["", "../../etc/passwd", &HARBOUR[1..], &HARBOUR.to_uppercase()] {
            assert!(assets.get(bad).await.is_err(), "{bad}");
            assert!(assets.reader(bad).await.is_err(), "{bad}");
        }
    }
}
