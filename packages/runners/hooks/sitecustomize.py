"""Records executed lines in plain Python processes; on the path of a run only where lines are asked for.

Python imports it before the main program. It runs the `sitecustomize` that it stands in front of, if there is one.
"""

import atexit
import importlib.machinery
import importlib.util
import os
import sys

import tec_channel
from tec_lines import Lines


def _record():
    send = tec_channel.open_session()
    if send is None:
        return
    send("open", kind="python", main=sys.argv[0] if getattr(sys, "argv", None) else "", pid=os.getpid(), parent=os.getppid())
    lines = Lines(tec_channel.run)

    def end():
        # atexit runs last in, first out: this comes after all that the program has registered.
        atexit.unregister(end)
        lines.stop(send)
        send("close", code=0, called="")

    def end_plain():
        # pytest counts by itself, and tells so in a session of its own.
        atexit.unregister(end)
        lines.files = {}
        send("close", code=0, called="")

    tec_channel.end_plain = end_plain
    atexit.register(end)
    lines.start()


def _run_next():
    """The one of the machine or of the tree; where there is none, the import fails as it would without this file."""
    places = [place for place in sys.path if os.path.abspath(place or os.curdir) != tec_channel.here]
    spec = importlib.machinery.PathFinder.find_spec(__name__, places)
    if spec is None or spec.loader is None:
        raise ImportError(f"No module named {__name__!r}", name=__name__)
    module = importlib.util.module_from_spec(spec)
    sys.modules[__name__] = module
    spec.loader.exec_module(module)


_record()
_run_next()
