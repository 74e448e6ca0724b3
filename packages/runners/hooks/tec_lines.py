"""Counts the executed lines of some files of the tree."""

import os
import sys
import threading

_gettrace, _settrace, _settrace_threads = sys.gettrace, sys.settrace, threading.settrace
_realpath, _abspath, _relpath = os.path.realpath, os.path.abspath, os.path.relpath


class Lines:
    """`named` are the executions that belong to the tests which are asked about; see `belongs`."""

    def __init__(self, run):
        self.files = {os.path.join(run["root"], file): file for file in run["coverage"] if file.endswith(".py")}
        self.counts = {file: {} for file in self.files.values()}
        self.named = {file: {} for file in self.files.values()}
        self.known = {}
        # Whether what runs just now is no other test than those: nothing else than loading, until a test starts.
        self.belongs = True
        self.targets = [(one["file"], one["title"]) for one in run["coverageOf"]]
        self.root = run["root"]

    def begin_test(self, file, title):
        self.belongs = not self.targets or (_relpath(file, self.root), title) in self.targets

    def end_test(self):
        self.belongs = True

    def start(self):
        if not self.files:
            return
        _settrace(self.trace)
        _settrace_threads(self.trace)

    def file_of(self, code):
        name = code.co_filename
        if name not in self.known:
            self.known[name] = self.files.get(_realpath(name)) or self.files.get(_abspath(name))
        return self.known[name]

    def trace(self, frame, event, _argument):
        file = self.file_of(frame.f_code)
        if file is None:
            return None
        counts, named = self.counts[file], self.named[file]

        def local(frame, event, _argument):
            if event == "line":
                line = frame.f_lineno
                counts[line] = counts.get(line, 0) + 1
                if self.belongs:
                    named[line] = named.get(line, 0) + 1
            return local

        return local

    def stop(self, send):
        if not self.files:
            return
        if getattr(_gettrace(), "__self__", None) is not self:
            # The program put a tracer of its own in the place of this one: what it ran since is not known.
            return
        _settrace(None)
        _settrace_threads(None)
        for path, file in self.files.items():
            lines = {}
            try:
                with open(path, "rb") as source:
                    self.add_lines(compile(source.read(), path, "exec"), lines)
            except (OSError, SyntaxError):
                # The file is not there or is no Python: it has no lines to be executed.
                continue
            lines.update({line: count for line, count in self.counts[file].items() if line in lines})
            named = {line: count for line, count in self.named[file].items() if line in lines}
            send("lines", file=path, lines=lines, named=named)

    def add_lines(self, code, lines):
        for _start, _end, line in code.co_lines():
            if line:
                lines[line] = 0
        for constant in code.co_consts:
            if hasattr(constant, "co_lines"):
                self.add_lines(constant, lines)
