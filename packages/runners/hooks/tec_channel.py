"""The event channel as Python processes use it. Everything that it needs is taken when it is imported, before any code
of the tree.
"""

import hashlib
import hmac
import json
import os
import sys
import threading

_write, _digest, _dumps, _getpid = os.write, hmac.new, json.dumps, os.getpid
_CHUNK = 3900
here = os.path.dirname(os.path.abspath(__file__))
channel = os.path.dirname(here)

with open(os.path.join(channel, "run.json"), encoding="utf-8") as _file:
    run = json.load(_file)


def open_session():
    try:
        keys = os.open(os.path.join(channel, "keys"), os.O_RDONLY | os.O_NONBLOCK)
        record = os.read(keys, 40)
        os.close(keys)
        events = os.open(os.path.join(channel, "events"), os.O_WRONLY)
    except BlockingIOError:
        # No key is left: nothing can be said, and the reviewer sees the results missing.
        return None
    if len(record) != 40:
        return None
    session, key = int.from_bytes(record[:4], "little"), record[8:]
    sequence = 0
    owner = _getpid()
    lock = threading.Lock()

    def send(event, /, **fields):
        nonlocal sequence
        if _getpid() != owner:
            # A copy of the process (os.fork) has the key too, and would use its numbers twice.
            return
        text = _dumps({"t": event, **{name: value for name, value in fields.items() if value is not None}})
        with lock:
            for at in range(0, len(text), _CHUNK):
                more = 1 if at + _CHUNK < len(text) else 0
                body = f"{session} {sequence} {more} {text[at:at + _CHUNK]}".encode("latin-1")
                sequence += 1
                mac = _digest(key, body, hashlib.sha256).hexdigest()[:32].encode("latin-1")
                _write(events, mac + b" " + body + b"\n")

    return send


def conceal():
    """Takes the hooks out of the environment again; where lines are recorded, children record theirs as well."""

    def strip(name, separator, ours):
        value = os.environ.get(name)
        if value is None:
            return
        rest = separator.join(part for part in value.split(separator) if part not in ours)
        if rest:
            os.environ[name] = rest
        else:
            del os.environ[name]

    if not run["coverage"]:
        strip("PYTHONPATH", ":", {here})
    strip("PYTEST_PLUGINS", ",", {"tec_pytest"})
    strip("PATH", ":", {os.path.join(channel, "bin")})
    options = os.environ.get("NODE_OPTIONS", "")
    words = options.replace("--require " + channel + "/boot.cjs", "").split()
    words = [word for word in words if not word.startswith("--test-reporter")]
    if words:
        os.environ["NODE_OPTIONS"] = " ".join(words)
    else:
        os.environ.pop("NODE_OPTIONS", None)
    while here in sys.path:
        sys.path.remove(here)


def end_plain():
    """Ends what `sitecustomize` began for a plain process; set there."""
