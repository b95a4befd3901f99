//! The memory of the machine.

#[cfg(target_os = "linux")]
use std::path::Path;

/// The total memory available to the program, in MiB: the machine's, or less in a container. `None`
/// if the system does not report it.
#[cfg(target_os = "linux")]
pub(super) fn memory() -> Option<usize> {
    let info = rustix::system::sysinfo();
    // The type of the amount depends on the processor.
    #[allow(clippy::useless_conversion)]
    let bytes = u64::from(info.totalram).saturating_mul(info.mem_unit.into());
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limit = group_limit(&groups, Path::new("/sys/fs/cgroup"));
    usize::try_from(limit.map_or(bytes, |limit| limit.min(bytes)) >> 20).ok()
}

/// Other systems refuse memory that they lack, or are not known to kill programs for using it.
#[cfg(not(target_os = "linux"))]
pub(super) fn memory() -> Option<usize> {
    None
}

/// The lowest limit of the program's control group (version 2) and its ancestors, in bytes. `None`
/// without limits. `groups` is the text of `/proc/self/cgroup`.
#[cfg(target_os = "linux")]
fn group_limit(groups: &str, root: &Path) -> Option<u64> {
    let group = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let limit = |group: &Path| {
        let text = std::fs::read_to_string(root.join(group).join("memory.max")).ok()?;
        text.trim().parse().ok()
    };
    Path::new(group).ancestors().filter_map(limit).min()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_group_limits() {
        let root = std::env::temp_dir().join(format!("branan-groups-{}", std::process::id()));
        let inner = root.join("pods/engine");
        std::fs::create_dir_all(&inner).unwrap();
        let write = |path: &str, text: &str| std::fs::write(root.join(path), text).unwrap();
        let groups = "1:name=systemd:/x\n0::/pods/engine\n";
        assert_eq!(group_limit(groups, &root), None);
        write("pods/engine/memory.max", "max\n");
        assert_eq!(group_limit(groups, &root), None);
        write("pods/memory.max", "2000000\n");
        assert_eq!(group_limit(groups, &root), Some(2_000_000));
        write("memory.max", "1000000\n");
        assert_eq!(group_limit(groups, &root), Some(1_000_000));
        assert_eq!(group_limit("", &root), None);
        std::fs::remove_dir_all(root).unwrap();
    }
}
