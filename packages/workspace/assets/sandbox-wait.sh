# Second process in the sandbox of `bwrap`: starts the command, and tells (on descriptor 6) how it ended. Given to a
# shell as text. Arguments: those of sandbox-start.sh, whose text is TEC_START.
set -u
exec 4>&2 3>&6 6>&-
exec 2>&3
code=0
setsid --fork --wait sh -c "$TEC_START" start "$@" || code=$?
echo "exit $code" >&3
exit "$code"
