use super::*;
use tengen_testing::scratch::Scratch;

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn a_file_is_made_and_replaced_and_nothing_is_left_over() {
    let folder = Scratch::new("replace-plain");
    let path = folder.path().join("game.sgf");
    for content in ["first", "a longer second", ""] {
        write(&path, content.as_bytes()).unwrap();
        assert_eq!(text(&path), content);
        assert_eq!(folder.names(), ["game.sgf"]);
    }
    check_writable(&path).unwrap();
    check_writable(&folder.path().join("new")).unwrap();
    assert_eq!(folder.names(), ["game.sgf"]);
}

#[test]
fn a_writer_that_fails_or_panics_leaves_the_old_file_alone() {
    let folder = Scratch::new("replace-fails");
    let path = folder.path().join("file");
    write(&path, b"old").unwrap();
    let full = replace(&path, |file| {
        file.write_all(&[7; 1 << 20])?;
        Err::<(), _>(io::ErrorKind::StorageFull.into())
    });
    let is_full =
        |error| matches!(error, FileError::Io(error) if error.kind() == io::ErrorKind::StorageFull);
    assert!(is_full(full.unwrap_err()));
    let panics = std::panic::catch_unwind(|| {
        replace(&path, |file| -> io::Result<()> {
            file.write_all(b"new")?;
            file.flush()?;
            panic!("a writer that panics")
        })
    });
    assert!(panics.is_err());
    assert_eq!(text(&path), "old");
    assert_eq!(folder.names(), ["file"]);
}

/// A reader sees the old file while the new one is being written.
#[test]
fn the_old_file_stands_until_the_new_one_is_whole() {
    let folder = Scratch::new("replace-whole");
    let path = folder.path().join("file");
    write(&path, b"old").unwrap();
    replace(&path, |file| {
        file.write_all(&[b'n'; 1 << 20])?;
        file.flush()?;
        assert_eq!(text(&path), "old");
        Ok(())
    })
    .unwrap();
    assert_eq!(text(&path).len(), 1 << 20);
}

/// A dead process no longer holds its lock; the test holds it for the living one.
#[test]
fn what_the_dead_have_left_goes_and_what_the_living_write_stays() {
    let folder = Scratch::new("replace-stale");
    let at = |name: &str| folder.path().join(name);
    let own = format!("book.{}.tmp", process::id());
    for name in [
        "book.1.tmp",
        "book.4294967295.tmp",
        &own,
        "book.7.tmp",
        "book.part",
        "book.x.tmp",
        "book..tmp",
        "other.8.tmp",
        "old book.9.tmp",
    ] {
        fs::write(at(name), "rest").unwrap();
    }
    let living = File::options().write(true).open(at("book.7.tmp")).unwrap();
    living.lock().unwrap();
    write(&at("book"), b"new").unwrap();
    let kept = [
        "book",
        "book..tmp",
        "book.7.tmp",
        "book.part",
        "book.x.tmp",
        "old book.9.tmp",
        "other.8.tmp",
    ];
    assert_eq!(folder.names(), kept);
    drop(living);
    write(&at("book"), b"new").unwrap();
    assert!(!at("book.7.tmp").exists());
}

#[test]
fn many_threads_replace_a_file_and_it_is_always_whole() {
    let folder = Scratch::new("replace-threads");
    let path = folder.path().join("file");
    write(&path, &[0; 5000]).unwrap();
    std::thread::scope(|scope| {
        for byte in 1..=4 {
            let path = &path;
            scope.spawn(move || {
                for _ in 0..25 {
                    write(path, &[byte; 5000]).unwrap();
                    let seen = fs::read(path).unwrap();
                    assert_eq!(seen, vec![seen[0]; 5000]);
                }
            });
        }
    });
    assert_eq!(folder.names(), ["file"]);
}

#[test]
fn folders_and_names_that_are_none_are_refused() {
    let folder = Scratch::new("replace-folders");
    fs::create_dir(folder.path().join("inner")).unwrap();
    for name in ["inner", "new/", "no/such/folder", "", ".."] {
        let path = folder.path().join(name);
        let error = write(&path, b"text").unwrap_err();
        assert!(matches!(error, FileError::Io(_)), "{name}: {error}");
    }
    assert!(write(Path::new(""), b"text").is_err());
    assert_eq!(folder.names(), ["inner"]);
}

#[test]
fn the_longest_name_has_room_for_a_temporary_file() {
    let folder = Scratch::new("replace-long");
    for name in ["x".repeat(LONGEST_NAME), "\u{e9}".repeat(127)] {
        let path = folder.path().join(&name);
        write(&path, b"old").unwrap();
        write(&path, b"new").unwrap();
        assert_eq!(text(&path), "new");
    }
    assert_eq!(folder.names().len(), 2);
}

/// By its attribute on Windows; on Unix by its mode bits, which root could ignore.
#[test]
fn a_read_only_file_is_refused_and_stays() {
    let folder = Scratch::new("replace-read-only");
    let path = folder.path().join("file");
    write(&path, b"old").unwrap();
    let before = fs::metadata(&path).unwrap().permissions();
    let mut read_only = before.clone();
    read_only.set_readonly(true);
    fs::set_permissions(&path, read_only).unwrap();
    for error in [write(&path, b"new"), check_writable(&path)] {
        assert_eq!(error.unwrap_err().to_string(), "the file is read-only");
    }
    assert_eq!(text(&path), "old");
    assert_eq!(folder.names(), ["file"]);
    fs::set_permissions(&path, before).unwrap();
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_link_stays_a_link_to_the_file_that_is_written() {
        let folder = Scratch::new("replace-links");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("inner")).unwrap();
        write(&at("inner/file"), b"old").unwrap();
        symlink("inner/file", at("link")).unwrap();
        symlink("link", at("link to a link")).unwrap();
        symlink("inner/new", at("dangling")).unwrap();
        for (link, file) in [
            ("link", "inner/file"),
            ("link to a link", "inner/file"),
            ("dangling", "inner/new"),
        ] {
            write(&at(link), link.as_bytes()).unwrap();
            assert!(fs::symlink_metadata(at(link)).unwrap().is_symlink());
            assert_eq!(text(&at(file)), link);
        }
        assert_eq!(
            folder.names(),
            ["dangling", "inner", "link", "link to a link"]
        );
        assert_eq!(fs::read_dir(at("inner")).unwrap().count(), 2);
        symlink("one", at("other")).unwrap();
        symlink("other", at("one")).unwrap();
        assert!(write(&at("one"), b"text").is_err());
    }

    #[test]
    fn permissions_are_kept_and_new_files_have_the_default_ones() {
        let folder = Scratch::new("replace-mode");
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().mode() & 0o7777;
        write(&at("file"), b"old").unwrap();
        File::create(at("usual")).unwrap();
        assert_eq!(mode("file"), mode("usual"));
        for bits in [0o600, 0o640, 0o666, 0o755, 0o200] {
            fs::set_permissions(at("file"), fs::Permissions::from_mode(bits)).unwrap();
            write(&at("file"), b"new").unwrap();
            assert_eq!(mode("file"), bits);
        }
        // The setuid bit, which would let others run the new content as the owner, is dropped.
        fs::set_permissions(at("file"), fs::Permissions::from_mode(0o4755)).unwrap();
        write(&at("file"), b"new").unwrap();
        assert_eq!(mode("file"), 0o755);
    }

    #[test]
    fn a_file_being_written_has_its_final_permissions() {
        let folder = Scratch::new("replace-private");
        let path = folder.path().join("file");
        write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        replace(&path, |file| {
            file.flush()?;
            for name in folder.names() {
                let mode = fs::metadata(folder.path().join(&name))?.mode();
                assert_eq!(mode & 0o077, 0, "{name}");
            }
            Ok(())
        })
        .unwrap();
    }

    #[test]
    fn devices_pipes_and_sockets_are_refused_and_stay() {
        let folder = Scratch::new("replace-irregular");
        symlink("/dev/null", folder.path().join("device")).unwrap();
        let pipe = folder.fifo("pipe");
        let socket = folder.socket("socket");
        for path in [
            folder.path().join("device"),
            pipe,
            socket,
            "/dev/zero".into(),
        ] {
            let before = fs::symlink_metadata(&path).unwrap().file_type();
            let error = write(&path, b"text").unwrap_err();
            assert_eq!(error.to_string(), "not a regular file", "{path:?}");
            assert_eq!(fs::symlink_metadata(&path).unwrap().file_type(), before);
        }
        assert_eq!(folder.names(), ["device", "pipe", "socket"]);
    }
}
