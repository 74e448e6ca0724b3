#!/bin/sh
# Outermost stage of a sandboxed run, still outside of every namespace: joins the control groups, sets the limits of
# the process, and becomes the given command. Arguments: the command. File descriptor 3: complaints, read by tec.
#   TEC_CGROUP_PROCS  cgroup.procs files to join, one a line
#   TEC_FILE_BLOCKS   largest file in blocks of 512 bytes
#   TEC_STATUS_COPY   `yes` to have descriptor 3 as descriptor 6 too: bwrap keeps 3 for itself
#   TEC_DATA_KB       private memory of each process in KiB, or empty
set -eu
# Not 4: the arguments of bwrap come there.
exec 5>&2 2>&3

IFS='
'
for procs in $TEC_CGROUP_PROCS; do
  echo 0 >"$procs"
done
unset IFS

ulimit -c 0
ulimit -f "$TEC_FILE_BLOCKS"
if [ -n "$TEC_DATA_KB" ]; then
  ulimit -d "$TEC_DATA_KB"
fi

# The run must not outlive tec, not even when tec itself is killed.
if command -v setpriv >/dev/null; then
  set -- setpriv --pdeathsig KILL -- "$@"
fi
if [ "${TEC_STATUS_COPY:-no}" = yes ]; then
  exec 6>&3
fi
exec "$@" 2>&5 5>&-
