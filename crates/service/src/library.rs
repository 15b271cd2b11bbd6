//! Uploads and the image library.

mod calm;
mod one_use;

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use imaging::{MediaForm, MediaKind, PictureKind, kind_of};
use store::{AssetChunks, Assets, OldMedia, Page, PictureFacts, Shared, Spool, Spooled, Store, Time, Upload, UploadId};
use tokio::sync::Semaphore;

pub use self::calm::CalmArea;
pub use self::one_use::{OneUseUpload, UploadPurpose};
use crate::Accounts;
use crate::caller::Caller;
use crate::clock::Clock;
use crate::error::{Error, Result};
use crate::examples::ExamplePicture;
use crate::nul::refuse_nul_in_text;
use crate::permits::{run_blocking, run_with_permit};
use crate::rehearsals::media_kind_of_file;
use crate::secret::{new_id, sha256_hex};

/// The maximum size of one file, in bytes.
pub const MAX_UPLOAD: u64 = 20_971_520;
/// The maximum size of one sound or video, in bytes.
pub const MAX_MEDIA: u64 = 100 << 20;
/// The maximum number of bytes of all sounds and videos of a person.
const MAX_STORED_MEDIA: u64 = 2 << 30;
/// Milliseconds for which a sound or video is not deleted although nothing shows it: its deck may not be saved yet.
const MEDIA_GRACE: Time = 24 * 3600 * 1000;
/// The tag of a picture that is not listed until a deck uses it. Tags that people enter never start with a space.
const PENDING: &str = " pending";
/// Files larger than this are served chunk by chunk.
const MAX_IN_MEMORY: u64 = 256 * 1024;

/// The media types that a picture may have.
#[cfg(feature = "schema")]
pub fn picture_types() -> [&'static str; 6] {
    PictureKind::ALL.map(PictureKind::mime)
}

/// The fields of an upload.
#[derive(Debug, Clone, Default)]
pub struct NewUpload {
    /// Name of the file.
    pub name: String,
    /// Title; the name without its extension unless given.
    pub title: Option<String>,
    /// Alternative text.
    pub alt: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
}

/// Changes to a picture of the library; absent fields stay.
#[derive(Debug, Clone, Default)]
pub struct UploadChange {
    /// New title.
    pub title: Option<String>,
    /// New alternative text.
    pub alt: Option<String>,
    /// New description.
    pub description: Option<String>,
    /// New tags.
    pub tags: Option<Vec<String>>,
}

/// A file as it is served.
#[derive(Debug)]
pub struct ServedFile {
    /// Media type.
    pub mime: String,
    /// The bytes. For an SVG with active content, those of its sanitised copy.
    pub content: ServedContent,
    /// Whether it is an SVG, which is served in a sandbox.
    pub is_svg: bool,
}

/// The bytes of a file that is served.
#[derive(Debug)]
pub enum ServedContent {
    /// All of them.
    Whole(Bytes),
    /// Chunk by chunk, so that clients that do not read large files cannot fill the memory.
    Chunks(AssetChunks),
    /// A sound or a video, of which players request parts.
    Media(AssetChunks),
}

/// Whether a media type is that of a sound or a video.
pub(crate) fn is_media(mime: &str) -> bool {
    mime.starts_with("video/") || mime.starts_with("audio/")
}

/// The kind of sound or video of a file, by its first bytes.
pub(crate) async fn media_kind(spooled: &Spooled) -> Result<Option<MediaKind>> {
    let path = spooled.path().to_owned();
    run_blocking(move || media_kind_of_file(&path)).await
}

/// Where a picture comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A person or an agent sent it. A damaged one is refused.
    Sent,
    /// It is in a package of a deck. A damaged one is stored as it is.
    Package,
    /// It is in a document that may become a deck. The library does not list it yet.
    Document,
}

/// Fails for a damaged picture. A picture that is too large to be drawn, or that has no decoder, is not damaged, and an
/// SVG is checked where it is sanitised.
fn check_undamaged(bytes: &[u8], kind: PictureKind) -> Result<()> {
    if kind == PictureKind::Svg {
        return Ok(());
    }
    match imaging::rgba(bytes, kind, Some(1)) {
        Err(fault @ imaging::Error::Broken(_)) => Err(Error::invalid(fault.to_string())),
        _ => Ok(()),
    }
}

/// The result of decoding a picture.
struct Inspected {
    facts: imaging::Facts,
    /// The sanitised copy that is served in place of an SVG with active content.
    copy: Option<Vec<u8>>,
}

impl Inspected {
    /// Decodes a picture. Fails for an SVG that cannot be sanitised, since it could never be served.
    fn new(bytes: &[u8], kind: PictureKind) -> Result<Self> {
        let facts = imaging::facts(bytes, kind);
        let copy = facts.active.then(|| imaging::svg::sanitised(bytes)).transpose();
        let copy = copy.map_err(|fault| Error::invalid(format!("the SVG cannot be taken: {fault}")))?;
        Ok(Self { facts, copy })
    }
}

/// A picture in the library of the caller's organization.
#[derive(Debug)]
pub struct ListedImage(Arc<Upload>);

/// Uploaded files and the image library.
///
/// Uses storage for records, the asset store for bytes, and, for upload addresses that are valid once, accounts and the
/// state that nodes share.
#[derive(Debug)]
pub struct Library {
    pub(crate) store: Store,
    pub(crate) shared: Shared,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) assets: Assets,
    pub(crate) clock: Clock,
    /// One permit per core, for decoding and resizing pictures.
    pub(crate) pictures: Arc<Semaphore>,
}

impl Library {
    /// A temporary file for an upload.
    ///
    /// # Errors
    /// Fails when the temporary file cannot be created.
    pub fn spool(&self) -> Result<Spool> {
        Ok(self.assets.spool()?)
    }

    /// Stores a file and lists it in the library of the caller's organization.
    ///
    /// # Errors
    /// Fails when the file is empty, too large, not a picture of an accepted type, damaged, or an SVG that cannot be
    /// read.
    pub async fn add(&self, caller: &Caller, spooled: Spooled, new: NewUpload) -> Result<Upload> {
        self.store_upload(caller, spooled, new, Origin::Sent).await
    }

    /// Stores a picture that the library does not list yet, such as one of a document that may become a deck.
    ///
    /// # Errors
    /// Fails as [`Library::add`] does, but not for a damaged picture.
    pub(crate) async fn add_unlisted(&self, caller: &Caller, file: Bytes, new: NewUpload) -> Result<Upload> {
        let mut spool = self.spool()?;
        spool.add(file).await?;
        self.store_upload(caller, spool.finish()?, new, Origin::Document).await
    }

    /// Stores a sound or a video for slides. The library of pictures does not list it.
    ///
    /// # Errors
    /// Fails when the file is empty, too large, or neither sound nor video of an accepted kind, or the sounds and
    /// videos of the caller take too much space.
    pub async fn add_media(&self, caller: &Caller, spooled: Spooled, name: &str) -> Result<Upload> {
        if spooled.length == 0 {
            return Err(Error::invalid("the file is empty"));
        }
        if spooled.length > MAX_MEDIA {
            return Err(Error::TooLarge(format!("a sound or video has {MAX_MEDIA} bytes at most")));
        }
        let kind = media_kind(&spooled).await?;
        let kind = kind.ok_or_else(|| Error::invalid("accepted are mp4, webm, mp3, m4a, ogg and wav files"))?;
        let stem = Path::new(name.trim()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().trim();
        let title = checked_text("title", stem.to_owned(), 300)?;
        let form = if kind.form() == MediaForm::Sound { "sound" } else { "video" };
        let (now, mime) = (self.clock.now(), kind.mime(kind.form()).to_owned());
        let upload = Upload {
            id: new_id(),
            file: format!("{}-{}.{}", file_name(stem, form), new_id::<String>(), kind.extension()),
            hash: spooled.hash.clone(),
            mime,
            bytes: spooled.length,
            width: 0,
            height: 0,
            organization: caller.organization.id.clone(),
            uploader: caller.user.id.clone(),
            uploaded_by: caller.email().to_owned(),
            title,
            alt: String::new(),
            description: String::new(),
            tags: Vec::new(),
            listed: false,
            created_at: now,
            updated_at: now,
        };
        // The file is stored only when there is room, since nothing deletes a file without a record.
        let mut has_room = self.has_media_room(&upload).await?;
        if !has_room {
            self.remove_unused_media(&upload).await?;
            has_room = self.has_media_room(&upload).await?;
        }
        if has_room {
            self.assets.put_spooled(spooled).await?;
            // False when another upload of the person used the space meanwhile.
            has_room = self.store.create_media(upload.clone(), MAX_STORED_MEDIA).await?;
        }
        if has_room {
            return Ok(upload);
        }
        let most_gb = MAX_STORED_MEDIA >> 30;
        Err(Error::OverLimit(format!(
            "your sounds and videos have more than {most_gb} GB; those that no presentation, version or library slide \
             shows any more are deleted a day after their upload when you need the room"
        )))
    }

    async fn has_media_room(&self, new: &Upload) -> Result<bool> {
        Ok(self.store.has_media_room(&new.uploader, new.bytes, MAX_STORED_MEDIA).await?)
    }

    /// Frees space for a sound or video: deletes those of its uploader that nothing shows any more, oldest first.
    async fn remove_unused_media(&self, new: &Upload) -> Result<()> {
        let before = self.clock.now() - MEDIA_GRACE;
        for media in self.store.unused_media(&new.uploader, before, new.bytes).await? {
            self.remove_media(media).await?;
        }
        Ok(())
    }

    /// Deletes a sound or video, unless something shows it. When its bytes cannot be deleted now, its record is stored
    /// again, so that a later attempt finds them.
    async fn remove_media(&self, media: OldMedia) -> Result<()> {
        let hash = media.hash.clone();
        let record = self.store.upload(&media.id).await?;
        if !self.store.delete_media(media).await? {
            return Ok(());
        }
        let Err(fault) = self.assets.delete(&hash).await else { return Ok(()) };
        if let Some(record) = record {
            self.store.create_upload(Upload::clone(&record)).await?;
        }
        Err(fault.into())
    }

    /// Deletes the record of a file that a failed import stored, and the bytes of a sound or video.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub(crate) async fn remove_imported(&self, id: &UploadId) -> Result<()> {
        match self.store.upload(id).await? {
            Some(upload) if is_media(&upload.mime) => {
                let Upload { id, file, hash, bytes, .. } = Upload::clone(&upload);
                self.remove_media(OldMedia { id, file, hash, bytes }).await
            }
            _ => Ok(self.store.delete_upload(id).await?),
        }
    }

    /// Stores a file of a package: a picture, a sound or a video.
    ///
    /// # Errors
    /// Fails as [`Library::add`] and [`Library::add_media`] do, but not for a damaged picture.
    pub(crate) async fn add_any(&self, caller: &Caller, spooled: Spooled, new: NewUpload) -> Result<Upload> {
        if media_kind(&spooled).await?.is_some() {
            return self.add_media(caller, spooled, &new.name).await;
        }
        self.store_upload(caller, spooled, new, Origin::Package).await
    }

    /// Removes the records of pictures that were stored at least `waited` milliseconds ago for a deck that was never
    /// written.
    pub(crate) async fn sweep_pending(&self, waited: Time) -> Result<()> {
        Ok(self.store.delete_pending_uploads(PENDING, self.clock.now() - waited).await?)
    }

    /// Lists a picture in the library if it is used, and otherwise removes its record. If storage fails, the picture
    /// stays unlisted, and decks that use it still show it.
    pub(crate) async fn settle_unlisted(&self, id: &UploadId, is_used: bool) {
        if !is_used {
            let _ = self.store.delete_upload(id).await;
        } else if let Ok(Some(upload)) = self.store.upload(id).await {
            let listed =
                Upload { listed: true, tags: Vec::new(), updated_at: self.clock.now(), ..Upload::clone(&upload) };
            let _ = self.store.update_upload(listed).await;
        }
    }

    async fn store_upload(&self, caller: &Caller, spooled: Spooled, new: NewUpload, origin: Origin) -> Result<Upload> {
        if spooled.length == 0 {
            return Err(Error::invalid("the file is empty"));
        }
        if spooled.length > MAX_UPLOAD {
            return Err(Error::TooLarge(format!("a file has {MAX_UPLOAD} bytes at most")));
        }
        let stem = Path::new(new.name.trim()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().trim();
        let title = checked_text("title", new.title.unwrap_or_else(|| stem.to_owned()), 300)?;
        let alt = checked_text("alt", new.alt.unwrap_or_default(), 500)?;
        let listed = origin != Origin::Document;
        let tags = if listed { valid_tags(new.tags)? } else { vec![PENDING.to_owned()] };
        let (hash, bytes) = (spooled.hash.clone(), spooled.length);
        let (kind, facts) = self.inspect(&hash, spooled.path(), origin).await?;
        self.assets.put_spooled(spooled).await?;
        let now = self.clock.now();
        let id = new_id();
        let upload = Upload {
            file: format!("{}-{}.{}", file_name(stem, "image"), new_id::<String>(), kind.extension()),
            id,
            hash,
            mime: kind.mime().to_owned(),
            bytes,
            width: facts.width,
            height: facts.height,
            organization: caller.organization.id.clone(),
            uploader: caller.user.id.clone(),
            uploaded_by: caller.email().to_owned(),
            title,
            alt,
            description: String::new(),
            tags,
            listed,
            created_at: now,
            updated_at: now,
        };
        self.store.create_upload(upload.clone()).await?;
        Ok(upload)
    }

    /// Stores a file that is in memory, as [`Library::add`] does.
    ///
    /// # Errors
    /// Fails as [`Library::add`] does.
    pub async fn add_bytes(&self, caller: &Caller, file: Bytes, new: NewUpload) -> Result<Upload> {
        let mut spool = self.spool()?;
        spool.add(file).await?;
        self.add(caller, spool.finish()?, new).await
    }

    /// The areas of an uploaded picture that are empty enough for text; none when the picture was never measured.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn calm_areas(&self, upload: &Upload) -> Result<Vec<CalmArea>> {
        let facts = self.store.picture_facts(&upload.hash).await?;
        Ok(facts.map(|facts| calm::calm_areas(&facts.luminance)).unwrap_or_default())
    }

    /// The kind of a picture by its bytes, and facts about it, measured once per content.
    async fn inspect(&self, hash: &str, path: &Path, origin: Origin) -> Result<(PictureKind, PictureFacts)> {
        let stored_facts = self.store.picture_facts(hash).await?;
        let stored_facts = stored_facts.filter(|facts| !facts.active || facts.copy.is_some());
        let (path, drawable) = (path.to_owned(), stored_facts.as_ref().map(|facts| facts.drawable));
        let inspected = self.on_picture_pool(move || -> Result<(PictureKind, Option<Inspected>)> {
            let bytes = std::fs::read(&path).map_err(|fault| Error::Internal(fault.into()))?;
            let kind = kind_of(&bytes);
            let kind =
                kind.ok_or_else(|| Error::invalid("accepted are png, jpeg, gif, webp, svg and avif pictures"))?;
            let fresh = drawable.is_none().then(|| Inspected::new(&bytes, kind)).transpose()?;
            let drawable = drawable.or(fresh.as_ref().map(|fresh| fresh.facts.drawable));
            if origin == Origin::Sent && drawable == Some(false) {
                check_undamaged(&bytes, kind)?;
            }
            Ok((kind, fresh))
        });
        match (inspected.await??, stored_facts) {
            ((kind, Some(Inspected { facts, copy })), _) => {
                let copy = match copy {
                    Some(copy) => Some(self.store_safe_copy(Bytes::from(copy)).await?),
                    None => None,
                };
                let facts = PictureFacts {
                    width: facts.width,
                    height: facts.height,
                    luminance: facts.luminance,
                    drawable: facts.drawable,
                    active: facts.active,
                    copy,
                };
                self.store.set_picture_facts(hash, facts.clone()).await?;
                Ok((kind, facts))
            }
            ((kind, None), Some(stored_facts)) => Ok((kind, PictureFacts::clone(&stored_facts))),
            ((_, None), None) => Err(Error::Internal(anyhow::anyhow!("facts were neither known nor made"))),
        }
    }

    /// Runs work over pictures on the blocking pool, with one permit per core.
    async fn on_picture_pool<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        run_with_permit(&self.pictures, work).await
    }

    /// Stores a sanitised copy. Returns its hash.
    async fn store_safe_copy(&self, copy: Bytes) -> Result<String> {
        let hash = sha256_hex(&copy);
        self.assets.put(&hash, copy).await?;
        Ok(hash)
    }

    /// A file by its name. Files are public.
    ///
    /// # Errors
    /// Fails when there is no such file.
    pub async fn served(&self, file: &str) -> Result<ServedFile> {
        let missing = || Error::NotFound("file");
        if let Some(example) = ExamplePicture::at(&format!("/uploads/{file}")) {
            let content = ServedContent::Whole(Bytes::from_static(example.bytes));
            return Ok(ServedFile { mime: "image/jpeg".to_owned(), content, is_svg: false });
        }
        let upload = self.store.upload_by_file(file).await?.ok_or_else(missing)?;
        let is_svg = upload.mime == "image/svg+xml";
        let facts = if is_svg { self.store.picture_facts(&upload.hash).await? } else { None };
        let content = if is_svg && facts.as_ref().is_none_or(|facts| facts.active) {
            ServedContent::Whole(self.safe_copy_of(&upload.hash, facts.as_deref()).await?)
        } else if is_media(&upload.mime) {
            ServedContent::Media(self.assets.chunks(&upload.hash).await?.ok_or_else(missing)?)
        } else if upload.bytes > MAX_IN_MEMORY {
            ServedContent::Chunks(self.assets.chunks(&upload.hash).await?.ok_or_else(missing)?)
        } else {
            ServedContent::Whole(self.assets.get(&upload.hash).await?.ok_or_else(missing)?)
        };
        Ok(ServedFile { mime: upload.mime.clone(), content, is_svg })
    }

    /// The sanitised copy of an SVG with active content. An older upload may have none yet; then the copy is made now.
    async fn safe_copy_of(&self, hash: &str, facts: Option<&PictureFacts>) -> Result<Bytes> {
        let missing = || Error::NotFound("file");
        if let Some(copy) = facts.and_then(|facts| facts.copy.as_ref()) {
            return self.assets.get(copy).await?.ok_or_else(missing);
        }
        let bytes = self.assets.get(hash).await?.ok_or_else(missing)?;
        let copy = self.on_picture_pool(move || imaging::svg::sanitised(&bytes)).await?;
        let copy = Bytes::from(copy.map_err(|_| missing())?);
        if let Some(facts) = facts {
            let hash_of_copy = Some(self.store_safe_copy(copy.clone()).await?);
            self.store.set_picture_facts(hash, PictureFacts { copy: hash_of_copy, ..facts.clone() }).await?;
        }
        Ok(copy)
    }

    /// A page of the image library of the caller's organization, and all its tags.
    ///
    /// # Errors
    /// Fails when storage does not respond.
    pub async fn list(
        &self,
        caller: &Caller,
        text: &str,
        limit: usize,
        offset: usize,
    ) -> Result<(Page<Upload>, Vec<String>)> {
        let organization = &caller.organization.id;
        let page = self.store.search_uploads(organization, &text.trim().to_lowercase(), limit, offset).await?;
        Ok((page, self.store.upload_tags(organization).await?))
    }

    /// Changes the title, description or tags of a picture.
    ///
    /// # Errors
    /// Fails when a text is too long.
    pub async fn update(&self, image: ListedImage, change: UploadChange) -> Result<Upload> {
        let mut upload = Upload::clone(&image.0);
        if let Some(title) = change.title {
            upload.title = checked_text("title", title, 300)?;
        }
        if let Some(alt) = change.alt {
            upload.alt = checked_text("alt", alt, 500)?;
        }
        if let Some(description) = change.description {
            upload.description = checked_text("description", description, 2000)?;
        }
        if let Some(tags) = change.tags {
            upload.tags = valid_tags(tags)?;
        }
        upload.updated_at = self.clock.now();
        self.store.update_upload(upload.clone()).await?;
        Ok(upload)
    }

    /// Removes a picture from the library. Its file is still served to decks that use it.
    ///
    /// # Errors
    /// Fails when the caller is neither the uploader nor an administrator.
    pub async fn remove(&self, caller: &Caller, image: ListedImage) -> Result<()> {
        let mut upload = Upload::clone(&image.0);
        if upload.uploader != caller.user.id && caller.needs_organization_admin().is_err() {
            return Err(Error::Forbidden("only the uploader and administrators may do this"));
        }
        upload.listed = false;
        upload.updated_at = self.clock.now();
        self.store.update_upload(upload).await?;
        Ok(())
    }

    /// A picture in the library of the caller's organization.
    ///
    /// # Errors
    /// Fails when there is no such picture.
    pub async fn image(&self, caller: &Caller, id: &UploadId) -> Result<ListedImage> {
        let upload = self.store.upload(id).await?;
        let own = upload.filter(|upload| upload.listed && upload.organization == caller.organization.id);
        own.map(ListedImage).ok_or(Error::NotFound("image"))
    }
}

/// The part of a file name that people recognise: ASCII letters, digits, underscores and hyphens, 40 at most;
/// `default` when it has none.
fn file_name(stem: &str, default: &str) -> String {
    let result = stem.chars().map(|sign| if sign.is_ascii_alphanumeric() || sign == '_' { sign } else { '-' });
    let result: String = result.take(40).collect();
    let result = result.trim_matches('-');
    if result.is_empty() { default.to_owned() } else { result.to_owned() }
}

/// A text of a field. Fails when it has more than `most` characters or contains NUL.
fn checked_text(field: &str, text: String, most: usize) -> Result<String> {
    if text.chars().count() > most {
        return Err(Error::invalid(format!("`{field}` has {most} characters at most")));
    }
    refuse_nul_in_text(&text)?;
    Ok(text)
}

/// Trims tags and drops blank and repeated ones. Fails when a tag is longer than 60 characters, or more than 50 are
/// left.
pub(crate) fn valid_tags(tags: Vec<String>) -> Result<Vec<String>> {
    let mut result: Vec<String> = Vec::new();
    for tag in tags {
        let tag = checked_text("tags", tag.trim().to_owned(), 60)?;
        if !tag.is_empty() && !result.contains(&tag) {
            result.push(tag);
        }
    }
    if result.len() > 50 {
        return Err(Error::invalid("`tags` has 50 entries at most"));
    }
    Ok(result)
}
