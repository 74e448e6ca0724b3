"""Reports the results of pytest over the event channel, and takes the hooks out of the environment again.

Loaded through PYTEST_PLUGINS before any code of the tree. Everything that it needs is taken at import time.
"""

import atexit
import inspect
import os
import sys

import tec_channel
from tec_channel import run as _run
from tec_lines import Lines

_is_worker = "PYTEST_XDIST_WORKER" in os.environ
_send = None if _is_worker else tec_channel.open_session()
if _send is not None:
    _send("open", kind="pytest", main=sys.argv[0], pid=os.getpid(), parent=os.getppid())
    # What this process does from here on is counted test by test.
    tec_channel.end_plain()


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
        self.lines = Lines(_run)
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

        tec_channel.conceal()
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
        fields = self.fields(nodeid)
        _send("start", **fields)
        self.lines.begin_test(fields["file"], " ".join(fields["titles"]))

    def pytest_runtest_logfinish(self, nodeid, location):
        self.lines.end_test()

    def around_fixture(self, fixturedef):
        """What several tests share belongs to all of them, whichever comes first."""
        belongs = self.lines.belongs
        if fixturedef.scope != "function":
            self.lines.belongs = True
        yield
        self.lines.belongs = belongs

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
        self.lines.stop(_send)
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
    pytest_runtest_logfinish = _plugin.pytest_runtest_logfinish

    import pytest

    @pytest.hookimpl(hookwrapper=True)
    def pytest_fixture_setup(fixturedef, request):
        yield from _plugin.around_fixture(fixturedef)
