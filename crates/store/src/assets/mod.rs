//! Bytes by the hash of their content: pictures and other files of decks.
//!
//! The same bytes are stored once, in a folder or in a bucket that several nodes share. Who uploaded them, and under
//! which names they are served, is recorded elsewhere.

mod bucket;
mod folder;
mod spool;

use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use self::bucket::{Bucket, Object};
use self::folder::{Folder, OpenFile};
pub(crate) use self::spool::hex;
pub use self::spool::{Spool, Spooled};
use crate::error::Result;

/// Where assets are stored.
#[derive(Debug, Clone)]
pub enum AssetLocation {
    /// A folder, made when it is missing.
    Folder(PathBuf),
    /// A bucket, and a folder for uploads until they are complete. Keys, region and endpoint are read from the
    /// customary `AWS_` variables.
    Bucket {
        /// `s3://bucket/prefix`.
        url: String,
        /// The folder for uploads until they are complete.
        spools: PathBuf,
    },
}

/// How many bytes of an asset are read at a time.
const CHUNK: usize = 64 * 1024;

/// The assets. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Assets {
    storage: Storage,
    spools: PathBuf,
}

#[derive(Debug, Clone)]
enum Storage {
    Folder(Folder),
    Bucket(Bucket),
}

/// An asset that is being read, chunk by chunk.
pub struct AssetChunks(Chunks);

enum Chunks {
    File(OpenFile),
    Object(Box<Object>),
}

impl Assets {
    /// Opens a folder or bucket, and removes the temporary files of uploads that dead processes left.
    ///
    /// # Errors
    /// Fails when the folder cannot be created, the bucket's address is wrong, or the bucket does not respond.
    pub async fn open(location: AssetLocation) -> Result<Self> {
        let (storage, spools) = match location {
            AssetLocation::Folder(folder) => {
                let spools = folder.join("spool");
                std::fs::create_dir_all(&spools)?;
                (Storage::Folder(Folder::new(folder)), spools)
            }
            AssetLocation::Bucket { url, spools } => {
                std::fs::create_dir_all(&spools)?;
                (Storage::Bucket(Bucket::open(&url).await?), spools)
            }
        };
        spool::remove_leftovers(&spools)?;
        Ok(Self { storage, spools })
    }

    /// A temporary file for an upload. Fails when the file cannot be created.
    pub fn spool(&self) -> Result<Spool> {
        Spool::new(&self.spools)
    }

    /// Stores bytes under their hash. They are on the disk when this returns; storing them again changes nothing.
    pub async fn put(&self, hash: &str, bytes: Bytes) -> Result<()> {
        if self.exists(hash).await? {
            return Ok(());
        }
        match &self.storage {
            Storage::Folder(folder) => folder.put(&key(hash)?, bytes, &self.spools).await,
            Storage::Bucket(bucket) => bucket.put(&key(hash)?, bytes, hash).await,
        }
    }

    /// Stores a spooled file under its hash; in a folder it is moved there.
    pub async fn put_spooled(&self, spooled: Spooled) -> Result<()> {
        if self.exists(&spooled.hash).await? {
            return Ok(());
        }
        let key = key(&spooled.hash)?;
        match &self.storage {
            Storage::Folder(folder) => spooled.move_to(folder.file(&key)).await,
            Storage::Bucket(bucket) => bucket.put_file(&key, spooled.path().to_owned(), &spooled.hash).await,
        }
    }

    /// The bytes of an asset; none when there is no such asset.
    pub async fn get(&self, hash: &str) -> Result<Option<Bytes>> {
        let Some(mut chunks) = self.chunks(hash).await? else { return Ok(None) };
        let length = usize::try_from(chunks.length()).unwrap_or(usize::MAX);
        let mut bytes = Vec::new();
        while let Some(chunk) = chunks.next_up_to(length.max(CHUNK)).await {
            let chunk = chunk?;
            if chunk.len() == length {
                return Ok(Some(chunk));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Some(bytes.into()))
    }

    /// The bytes of an asset, chunk by chunk; none when there is no such asset.
    pub async fn chunks(&self, hash: &str) -> Result<Option<AssetChunks>> {
        let key = key(hash)?;
        let chunks = match &self.storage {
            Storage::Folder(folder) => folder.get(&key).await?.map(Chunks::File),
            Storage::Bucket(bucket) => bucket.get(&key).await?.map(|object| Chunks::Object(Box::new(object))),
        };
        Ok(chunks.map(AssetChunks))
    }

    /// A blocking reader of an asset: of its file, or of all its bytes fetched from the bucket. None when there is no
    /// such asset.
    pub async fn reader(&self, hash: &str) -> Result<Option<Box<dyn Read + Send>>> {
        let Storage::Folder(folder) = &self.storage else {
            return Ok(self.get(hash).await?.map(|bytes| Box::new(Cursor::new(bytes)) as _));
        };
        match std::fs::File::open(folder.file(&key(hash)?)) {
            Ok(file) => Ok(Some(Box::new(std::io::BufReader::new(file)))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether an asset exists.
    pub async fn exists(&self, hash: &str) -> Result<bool> {
        let key = key(hash)?;
        match &self.storage {
            Storage::Folder(folder) => folder.exists(&key).await,
            Storage::Bucket(bucket) => bucket.exists(&key).await,
        }
    }

    /// Deletes an asset, if it exists.
    pub async fn delete(&self, hash: &str) -> Result<()> {
        let key = key(hash)?;
        match &self.storage {
            Storage::Folder(folder) => folder.delete(&key).await,
            Storage::Bucket(bucket) => bucket.delete(&key).await,
        }
    }
}

impl AssetChunks {
    /// Length of the whole asset in bytes.
    pub fn length(&self) -> u64 {
        match &self.0 {
            Chunks::File(file) => file.length(),
            Chunks::Object(object) => object.length(),
        }
    }

    /// Continues at a byte of the asset. The bytes before it are not read.
    pub async fn seek(&mut self, offset: u64) -> Result<()> {
        match &mut self.0 {
            Chunks::File(file) => file.seek(offset).await,
            Chunks::Object(object) => {
                object.seek(offset);
                Ok(())
            }
        }
    }

    /// The next chunk; none at the end.
    pub async fn next(&mut self) -> Option<Result<Bytes>> {
        self.next_up_to(CHUNK).await
    }

    async fn next_up_to(&mut self, limit: usize) -> Option<Result<Bytes>> {
        match &mut self.0 {
            Chunks::File(file) => file.next(limit).await,
            Chunks::Object(object) => object.next(limit).await,
        }
    }
}

impl std::fmt::Debug for AssetChunks {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "AssetChunks({} bytes)", self.length())
    }
}

/// The key of a hash: its first two digits are a folder. Fails when the text is not a hash.
fn key(hash: &str) -> Result<String> {
    let is_hash = hash.len() == 64 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !is_hash {
        return Err(anyhow::anyhow!("`{hash}` is not a SHA-256 hash").into());
    }
    Ok(format!("{}/{hash}", &hash[..2]))
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
    const HARBOUR: &str = "aa74f6fd03bf68be7e0f4bd06cae61a72ab8025b50d00888f3e1068f22067463";

    async fn assets_in(folder: &TempDir) -> Assets {
        let location = AssetLocation::Folder(folder.path().join("assets"));
        Assets::open(location).await.expect("it opens")
    }

    #[tokio::test]
    async fn bytes_are_stored_once_and_read_back() {
        let folder = TempDir::new().expect("a folder");
        let assets = assets_in(&folder).await;
        assert!(!assets.exists(HARBOUR).await.expect("an answer"));
        assert!(assets.get(HARBOUR).await.expect("an answer").is_none());
        for _ in 0..2 {
            let put = assets.put(HARBOUR, Bytes::from_static(b"harbour"));
            put.await.expect("it is stored");
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
        let assets = assets_in(&folder).await;
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
            assets.put_spooled(spooled).await.expect("it is stored");
            let mut chunks = assets.chunks(abc).await.expect("an answer").expect("chunks");
            assert_eq!(chunks.length(), 3);
            assert_eq!(chunks.next().await.expect("a chunk").expect("bytes"), "abc");
            assert!(chunks.next().await.is_none());
            let mut rest = assets.chunks(abc).await.expect("an answer").expect("chunks");
            rest.seek(1).await.expect("a place in it");
            assert_eq!((rest.length(), rest.next().await.expect("a chunk").expect("bytes")), (3, "bc".into()));
        }
        assert_eq!(std::fs::read_dir(&assets.spools).expect("a list").count(), 0);
    }

    #[tokio::test]
    async fn spools_of_dead_processes_are_removed_and_those_of_living_ones_are_not() {
        let folder = TempDir::new().expect("a folder");
        let assets = assets_in(&folder).await;
        std::fs::write(assets.spools.join("left"), "half").expect("a leftover");
        let living = assets.spool().expect("a spool");
        assets_in(&folder).await;
        assert_eq!(std::fs::read_dir(&assets.spools).expect("a list").count(), 1);
        drop(living);
        assert_eq!(std::fs::read_dir(&assets.spools).expect("a list").count(), 0);
    }

    #[test]
    fn removing_leftovers_keeps_files_of_living_processes() {
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
    async fn a_name_that_is_not_a_hash_is_an_error() {
        let folder = TempDir::new().expect("a folder");
        let assets = assets_in(&folder).await;
        for bad in ["", "../../etc/passwd", &HARBOUR[1..], &HARBOUR.to_uppercase()] {
            assert!(assets.get(bad).await.is_err(), "{bad}");
            assert!(assets.reader(bad).await.is_err(), "{bad}");
        }
    }
}
