#!/bin/sh
# Process 1 of the sandbox of `unshare`: root of a user namespace that maps nobody but the user of tec. Lays out the
# new root, enters it, starts the command as an ordinary user without capabilities, and ends with its exit code, which
# ends everything else in the process namespace. Arguments: those of sandbox-start.sh.
# File descriptor 3: what happened, read by tec. Paths come by the environment, which the command cannot read; process 1's
# arguments it can.
#   TEC_ROOT      folder that becomes the root: holds all mount points, `.work` and `.old`
#   TEC_FSTAB0    mounts the root and its `.work`; TEC_FSTAB mounts the rest, relative to `.work`
#   TEC_FOLDERS   folders to make in `.work` (no white space in the names)
#   TEC_STAMPED   those of them that get the time stamp TEC_MTIME (seconds since 1970)
#   TEC_READONLY  mount points below TEC_ROOT to make read-only, one a line
#   TEC_LOOPBACK  `yes` to bring the loopback interface up
#   TEC_USER      user and group id of the command
#   TEC_START     text of sandbox-start.sh
set -eu
exec 4>&2 2>&3
umask 022

# The namespace for the command is the only one that may be made below this one. (Best effort: without this line the
# mounts still hold, as they belong to a namespace further up.)
{ echo 1 >/proc/sys/user/max_user_namespaces; } 2>/dev/null || echo "nested user namespaces stay possible" >&3

mount -a -T "$TEC_FSTAB0"
cd "$TEC_ROOT/.work"
mkdir $TEC_FOLDERS
if [ -n "$TEC_STAMPED" ]; then
  touch -d "@$TEC_MTIME" $TEC_STAMPED
fi
mount -a -T "$TEC_FSTAB"
IFS='
'
for place in $TEC_READONLY; do
  # A flag that the mount has on the host must be named again.
  mount -o remount,bind,ro,nosuid,nodev "$place" || mount -o remount,bind,ro,nosuid,nodev,noexec "$place"
done
unset IFS

cd "$TEC_ROOT"
pivot_root . .old
umount -l /.old /.work
cd /

loopback_up() {
  ip link set lo up && return 0
  # SIOCGIFFLAGS, IFF_UP, SIOCSIFFLAGS
  perl -e 'socket(S,2,2,0) or die $!; $r=pack("a16x24","lo"); ioctl(S,0x8913,$r) or die $!;
    $f=unpack("x16s",$r); $r=pack("a16sx22","lo",$f|1); ioctl(S,0x8914,$r) or die $!;' && return 0
  python3 -c 'import fcntl, socket, struct
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
r = fcntl.ioctl(s, 0x8913, struct.pack("16s24x", b"lo"))
fcntl.ioctl(s, 0x8914, struct.pack("16sh22x", b"lo", struct.unpack_from("h", r, 16)[0] | 1))'
}
if [ "$TEC_LOOPBACK" = yes ]; then
  loopback_up || echo "loopback is down" >&3
fi
{ echo tec >/proc/sys/kernel/hostname; } 2>/dev/null || hostname tec || echo "host name not set" >&3

code=0
# `setsid --wait` complains (on descriptor 3) when the command was ended by a signal; a shell would hide that.
setsid --fork --wait \
  unshare --user --map-user="$TEC_USER" --map-group="$TEC_USER" --keep-caps -- \
  setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all -- \
  sh -c "$TEC_START" start "$@" || code=$?
echo "exit $code" >&3
exit "$code"
