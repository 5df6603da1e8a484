#!/bin/sh
# The sandbox's tests where all control groups are of version 2: bench/cgroup_v2.sh [TESTS...]
#
# Boots user-mode Linux (Debian: user-mode-linux, e2fsprogs) as a process of one's own over the files of this machine,
# which it can only read, with a disk of its own at /tmp. LINUX names the kernel if it is not installed.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
kernel=${LINUX:-$(command -v linux.uml)} || { echo "install user-mode-linux, or name a kernel with LINUX" >&2; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
truncate -s 2G "$place/disk"
mkfs.ext4 -q "$place/disk"
cat > "$place/init" <<END
#!/bin/sh
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp PYTHONDONTWRITEBYTECODE=1 HYPOTHESIS_STORAGE_DIRECTORY=/tmp/examples
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t cgroup2 groups /sys/fs/cgroup
mount -t devtmpfs dev /dev 2> /dev/null
mkdir -p /dev/shm /dev/pts
mount -t tmpfs shm /dev/shm
mount -t devpts pts /dev/pts
ln -sfn /proc/self/fd /dev/fd
mount /dev/ubda /tmp
chmod 1777 /tmp
mount -t tmpfs run /run
mount -t tmpfs more /var/tmp
chmod 1777 /var/tmp
ip link set lo up
dmesg -n 1
cd $root
uname -sr
echo "control groups: \$(cat /sys/fs/cgroup/cgroup.controllers)"
.venv/bin/python -m pytest -p no:cacheprovider -p no:xdist -q ${*:-tests/sandbox}
sync
echo o > /proc/sysrq-trigger
sleep 10
END
chmod +x "$place/init"
"$kernel" mem=3G rootfstype=hostfs rootflags=/ ro "ubd0=$place/disk" "init=$place/init" "uml_dir=$place" \
    con=null con0=fd:0,fd:1 ssl=null quiet < /dev/null
