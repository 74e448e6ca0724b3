# Last stage, inside the sandbox and without privileges: becomes the command. Given to a shell as text, because no file
# of tec is visible here. Arguments: NAME=VALUE … COMMAND ARGUMENT …, as env(1) takes them.
# File descriptor 3: `started`, `no-folder` or `no-command`; 4: stderr of the command. Both are closed for the command.
#   TEC_FOLDER   where to start
#   TEC_COMMAND  the command's name; TEC_PATH where to look for it
#   TEC_NPROC    processes of this user, or empty
set -u
if ! cd -- "$TEC_FOLDER"; then
  echo no-folder >&3
  exit 127
fi
if ! (PATH=$TEC_PATH && command -v -- "$TEC_COMMAND") >/dev/null; then
  echo no-command >&3
  exit 127
fi
if [ -n "$TEC_NPROC" ]; then
  # shellcheck disable=SC3045 # one shell calls it -u, the other -p
  (ulimit -u "$TEC_NPROC") 2>/dev/null && ulimit -u "$TEC_NPROC" || ulimit -p "$TEC_NPROC"
fi
echo started >&3
exec env -i "$@" 2>&4 3>&- 4>&-
