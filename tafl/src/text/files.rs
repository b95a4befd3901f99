//! Files named by a user.

use std::fs::{File, Metadata, TryLockError};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The bytes of a regular file of at most `longest` bytes. Pipes and devices are rejected, because
/// they may never end.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is longer.
pub fn read_regular_file(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    // To open a pipe may take for ever.
    check_regular(&std::fs::metadata(path)?, longest)?;
    std::fs::read(path)
}

/// The same of an open file. On some systems, no other handle can read a file that is locked.
///
/// # Errors
/// Those of [`read_regular_file`].
pub fn read_open_file(mut file: &File, longest: u64) -> io::Result<Vec<u8>> {
    check_regular(&file.metadata()?, longest)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn check_regular(metadata: &Metadata, longest: u64) -> io::Result<()> {
    if metadata.is_file() && metadata.len() <= longest {
        return Ok(());
    }
    Err(io::Error::other(format!("it is not a regular file of at most {longest} bytes")))
}

/// Locks a file until it is closed. Returns `false` if another process, or another handle, has it
/// locked. On systems without file locks, it is used anyway.
#[must_use]
pub fn lock_file(file: &File) -> bool {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        Ok(()) | Err(TryLockError::Error(_)) => true,
    }
}

/// Writes a file atomically: first to a file of another name beside it, so that an earlier file stays
/// until the new one is complete. A killed process may leave that one behind, as `FILE.??????.part`. A
/// link stays, and the file that it leads to is replaced. A pipe or a device has no earlier contents,
/// and is written to directly.
///
/// # Errors
/// When it cannot be written. An earlier file then stays.
pub fn write_whole_file<T>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<T> {
    if is_special(path) {
        let mut output = BufWriter::new(File::create(path)?);
        let result = write(&mut output)?;
        output.flush()?;
        return Ok(result);
    }
    let path = followed(path);
    let part = part_of(&path)?;
    #[cfg(unix)]
    if let Ok(earlier) = path.metadata() {
        part.as_file().set_permissions(earlier.permissions())?;
    }
    let mut output = BufWriter::new(part.as_file());
    let result = write(&mut output)?;
    output.into_inner()?.sync_all()?;
    part.persist(path).map_err(|failed| failed.error)?;
    Ok(result)
}

/// A file that must not exist, written under another name beside its own, `FILE.??????.part`. It gets its
/// own name when it is complete, and is removed when it is dropped before. It is not synced: after a
/// crash of the machine it may be empty.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    part: BufWriter<NamedTempFile>,
}

impl NewFile {
    /// Begins the file.
    ///
    /// # Errors
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if something has its name, also a link that leads
    /// nowhere, and others when it cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        Ok(Self { path: path.to_owned(), part: BufWriter::new(part_of(path)?) })
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if something has got that name meanwhile, and others
    /// when the file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        let part = self.part.into_inner().map_err(io::IntoInnerError::into_error)?;
        part.persist_noclobber(self.path).map(drop).map_err(|failed| failed.error)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.part.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.part.flush()
    }
}

/// Checks that [`write_whole_file`] can create its file, and leaves nothing behind.
///
/// # Errors
/// When it cannot, for example because there is no such folder.
pub fn check_whole_file(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if is_special(path) {
        return Ok(());
    }
    part_of(&followed(path))?.close()
}

/// A new file beside another, to take its place. It is removed when it is dropped.
fn part_of(path: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Created like any other file, and not for the user alone.
    Builder::new()
        .prefix(&prefix)
        .suffix(".part")
        .make_in(folder.unwrap_or(Path::new(".")), |part| File::create_new(part))
}

/// The path of the file that a link leads to.
#[must_use]
pub fn followed(path: &Path) -> PathBuf {
    let real = path.canonicalize();
    // There may be no such file yet.
    let real = real.or_else(|_| path.read_link().map(|real| path.with_file_name(real)));
    real.unwrap_or_else(|_| path.to_owned())
}

/// Whether a path is a pipe, a device or the like.
fn is_special(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

/// A path with more letters after its last name.
#[must_use]
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut longer = path.as_os_str().to_owned();
    longer.push(suffix);
    longer.into()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    #[test]
    fn a_device_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("nothing");
        symlink("/dev/null", &path).unwrap();
        check_whole_file(&path).unwrap();
        write_whole_file(&path, |output| output.write_all(b"text")).unwrap();
        assert!(is_special(&path));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_new_file_has_its_name_only_when_complete_and_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        let begin = |text: &str| {
            let mut file = NewFile::create(&path).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            file
        };
        drop(begin("dropped"));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        let (first, second) = (begin("first"), begin("second"));
        assert!(!path.exists());
        first.finish().unwrap();
        assert_eq!(second.finish().unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(std::fs::read(&path).unwrap(), b"first");
        symlink("nowhere", &link).unwrap();
        for path in [&path, &link] {
            assert_eq!(NewFile::create(path).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_file_keeps_its_links_and_permissions_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let [path, link, early, other] =
            ["file", "link", "early", "file.part"].map(|name| folder.path().join(name));
        std::fs::write(&other, "mine").unwrap();
        symlink("file", &early).unwrap();
        let write = |path: &Path, text: &str| {
            check_whole_file(path).unwrap();
            write_whole_file(path, |output| output.write_all(text.as_bytes())).unwrap();
        };
        write(&early, "one");
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), mode(&other));
        std::fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, "two");
        assert!(link.is_symlink() && early.is_symlink());
        assert_eq!((std::fs::read(&path).unwrap(), mode(&path)), (b"two".to_vec(), 0o640));
        assert_eq!(std::fs::read(&other).unwrap(), b"mine");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
        let failed =
            write_whole_file(&path, |_| io::Result::<()>::Err(io::ErrorKind::Other.into()));
        assert!(failed.is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}
