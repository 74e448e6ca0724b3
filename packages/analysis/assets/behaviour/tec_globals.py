"""What the code under review does to what all modules share: builtins, the environment, hooks of the interpreter."""

import builtins
import os
import signal
import sys
import threading

HOOKS = ((sys, "excepthook"), (sys, "displayhook"), (sys, "unraisablehook"), (threading, "excepthook"))


def snapshot():
    found = {f"builtins.{name}": id(value) for name, value in vars(builtins).items() if name != "_"}
    found.update((f"os.environ[{name}]", value) for name, value in os.environ.items())
    found.update((f"{owner.__name__}.{name}", id(getattr(owner, name))) for owner, name in HOOKS)
    for one in signal.valid_signals():
        if one not in (signal.SIGALRM, signal.SIGKILL, signal.SIGSTOP):
            found[f"signal {int(one)}"] = str(signal.getsignal(one))
    return found


def watch_globals():
    """Answers a function that names what changed since."""
    before = snapshot()

    def changes():
        after = snapshot()
        return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))

    return changes
