"""Reports the results of pytest over the event channel, and takes the hooks out of the environment again.

Loaded through PYTEST_PLUGINS before any code of the tree. Everything that it needs is taken at import time.
"""

import atexit
import hashlib
import hmac
import inspect
import json
import os
import sys
import threading

_write, _digest, _dumps = os.write, hmac.new, json.dumps
_CHUNK = 3900
_here = os.path.dirname(os.path.abspath(__file__))
_channel = os.path.dirname(_here)

with open(os.path.join(_channel, "run.json"), encoding="utf-8") as _file:
    _run = json.load(_file)


def _open_session():
    try:
        keys = os.open(os.path.join(_channel, "keys"), os.O_RDONLY | os.O_NONBLOCK)
        record = os.read(keys, 40)
        os.close(keys)
        events = os.open(os.path.join(_channel, "events"), os.O_WRONLY)
    except BlockingIOError:
        # No key is left: nothing can be said, and the reviewer sees the results missing.
        return None
    if len(record) != 40:
        return None
    session, key = int.from_bytes(record[:4], "little"), record[8:]
    sequence = 0
    lock = threading.Lock()

    def send(event, /, **fields):
        nonlocal sequence
        text = _dumps({"t": event, **{name: value for name, value in fields.items() if value is not None}})
        with lock:
            for at in range(0, len(text), _CHUNK):
                more = 1 if at + _CHUNK < len(text) else 0
                body = f"{session} {sequence} {more} {text[at:at + _CHUNK]}".encode("latin-1")
                sequence += 1
                mac = _digest(key, body, hashlib.sha256).hexdigest()[:32].encode("latin-1")
                _write(events, mac + b" " + body + b"\n")

    return send


def _conceal():
    def strip(name, separator, ours):
        value = os.environ.get(name)
        if value is None:
            return
        rest = separator.join(part for part in value.split(separator) if part not in ours)
        if rest:
            os.environ[name] = rest
        else:
            del os.environ[name]

    strip("PYTHONPATH", ":", {_here})
    strip("PYTEST_PLUGINS", ",", {"tec_pytest"})
    strip("PATH", ":", {os.path.join(_channel, "bin")})
    options = os.environ.get("NODE_OPTIONS", "")
    words = options.replace("--require " + _channel + "/boot.cjs", "").split()
    words = [word for word in words if not word.startswith("--test-reporter")]
    if words:
        os.environ["NODE_OPTIONS"] = " ".join(words)
    else:
        os.environ.pop("NODE_OPTIONS", None)
    while _here in sys.path:
        sys.path.remove(_here)


_is_worker = "PYTEST_XDIST_WORKER" in os.environ
_send = None if _is_worker else _open_session()
if _send is not None:
    _send("open", kind="pytest", main=sys.argv[0], pid=os.getpid(), parent=os.getppid())


class _Lines:
    """Counts the executed lines of some files of the tree."""

    def __init__(self, files):
        self.files = {os.path.join(_run["root"], file): file for file in files if file.endswith(".py")}
        self.counts = {file: {} for file in self.files.values()}
        self.known = {}

    def start(self):
        if not self.files:
            return
        sys.settrace(self.trace)
        threading.settrace(self.trace)

    def file_of(self, code):
        name = code.co_filename
        if name not in self.known:
            self.known[name] = self.files.get(os.path.realpath(name)) or self.files.get(os.path.abspath(name))
        return self.known[name]

    def trace(self, frame, event, _argument):
        file = self.file_of(frame.f_code)
        if file is None:
            return None
        counts = self.counts[file]

        def local(frame, event, _argument):
            if event == "line":
                line = frame.f_lineno
                counts[line] = counts.get(line, 0) + 1
            return local

        return local

    def stop(self):
        if not self.files:
            return
        sys.settrace(None)
        threading.settrace(None)
        for path, file in self.files.items():
            lines = {}
            try:
                with open(path, "rb") as source:
                    self.add_lines(compile(source.read(), path, "exec"), lines)
            except (OSError, SyntaxError):
                # The file is not there or is no Python: it has no lines to be executed.
                continue
            lines.update({line: count for line, count in self.counts[file].items() if line in lines})
            _send("lines", file=path, lines=lines)

    def add_lines(self, code, lines):
        for _start, _end, line in code.co_lines():
            if line:
                lines[line] = 0
        for constant in code.co_consts:
            if hasattr(constant, "co_lines"):
                self.add_lines(constant, lines)


def _title(nodeid):
    return [part for part in nodeid.split("::")[1:] if part not in ("()", "")]


def _error(excinfo=None, report=None):
    if excinfo is not None:
        value = excinfo.value
        frames = []
        for entry in reversed(excinfo.traceback):
            path, line = str(entry.path), entry.lineno + 1
            if "/_pytest/" in path or "/pluggy/" in path:
                continue
            frames.append({"file": path, "line": line, "column": 0, "function": entry.name})
        name = type(value).__name__
        message = str(value)
        import pytest

        is_assertion = isinstance(value, (AssertionError, pytest.fail.Exception))
        return {"name": "AssertionError" if is_assertion else name, "message": message, "matcher": is_assertion, "frames": frames[:30]}
    return {"name": "Error", "message": str(report.longrepr), "frames": []}


class _Plugin:
    def __init__(self):
        self.failed_files = 0
        self.lines = _Lines(_run["coverage"])
        self.errors = {}
        self.keys = {}
        self.also = {}

    def fields(self, nodeid):
        # A node id stands for one test: a second report of it never makes up for a first one that failed.
        key = self.keys.setdefault(nodeid, len(self.keys))
        file = os.path.join(self.root, nodeid.split("::")[0])
        return {"key": key, "file": file, "also": self.also.get(nodeid), "titles": _title(nodeid)}

    def note_definition(self, item):
        """A test that a module takes from another one (a base class, an import) is of both files."""
        code = getattr(inspect.unwrap(getattr(item, "function", None) or item.__class__), "__code__", None)
        if code is None:
            return
        file = os.path.realpath(code.co_filename)
        own = os.path.realpath(os.path.join(self.root, item.nodeid.split("::")[0]))
        if file != own and file.startswith(os.path.realpath(_run["root"]) + os.sep) and "site-packages" not in file:
            self.also[item.nodeid] = [os.path.join(_run["root"], os.path.relpath(file, os.path.realpath(_run["root"])))]

    def pytest_configure(self, config):
        import pytest

        _conceal()
        _send("runner", name="pytest", version=pytest.__version__)
        files = [os.path.join(_run["root"], file) for file in _run["files"]]
        files = [file for file in files if file.endswith(".py") and os.path.exists(file)]
        if files:
            config.args = files
        self.lines.start()

    def pytest_collection_finish(self, session):
        for item in session.items:
            self.note_definition(item)
            _send("planned", **self.fields(item.nodeid))

    def pytest_collectreport(self, report):
        if report.failed:
            self.failed_files += 1
            path = os.path.join(self.root, report.nodeid.split("::")[0])
            text = str(getattr(report, "longreprtext", report.longrepr))
            last = [line[2:] for line in text.splitlines() if line.startswith("E ")] or text.splitlines()[-1:] or [""]
            name, _, message = last[-1].strip().partition(":")
            _send("file-error", file=path, error={"name": name, "message": message.strip() or text[-2000:], "stack": text[-4000:], "frames": []})

    def pytest_sessionstart(self, session):
        self.root = str(session.config.rootpath)

    def pytest_runtest_logstart(self, nodeid, location):
        _send("start", **self.fields(nodeid))

    def pytest_runtest_makereport(self, item, call):
        if call.excinfo is not None:
            self.errors[item.nodeid, call.when] = _error(call.excinfo)

    def pytest_runtest_logreport(self, report):
        nodeid, when = report.nodeid, report.when
        fields = self.fields(nodeid)
        if report.outcome == "rerun":
            _send("retried", **fields)
            return
        error = self.errors.pop((nodeid, when), None)
        if report.failed and error is None:
            error = _error(report=report)
        is_xfail = hasattr(report, "wasxfail")
        marks = ["expected-to-fail"] if is_xfail else []
        if when == "call":
            status = "failed" if report.failed else "todo" if is_xfail and report.skipped else "skipped" if report.skipped else "passed"
            if report.failed and error["name"] in ("Timeout", "TimeoutError") and "Timeout" in error["message"] and ">" in error["message"]:
                status = "timed-out"
            _send("test", ms=report.duration * 1000, status=status, error=error if report.failed else None, marks=marks, **fields)
        elif report.failed:
            _send("hook-failed", each=True, after=when == "teardown", group=[], error=error, **fields)
        elif when == "setup" and report.skipped:
            _send("test", status="todo" if is_xfail else "skipped", marks=marks, **fields)

    def pytest_sessionfinish(self, session, exitstatus):
        self.lines.stop()
        _send("end", failures=session.testsfailed)


def _close():
    # atexit runs last in, first out; registered before any code of the tree, this is the last.
    _send("close", code=0, called="")


if _send is not None:
    atexit.register(_close)
    _plugin = _Plugin()
    pytest_configure = _plugin.pytest_configure
    pytest_collection_finish = _plugin.pytest_collection_finish
    pytest_collectreport = _plugin.pytest_collectreport
    pytest_sessionstart = _plugin.pytest_sessionstart
    pytest_runtest_logstart = _plugin.pytest_runtest_logstart
    pytest_runtest_logreport = _plugin.pytest_runtest_logreport
    pytest_runtest_makereport = _plugin.pytest_runtest_makereport
    pytest_sessionfinish = _plugin.pytest_sessionfinish
