"""Which lines of some files were executed, taken in parts."""

import functools
import os
import sys
import threading


class Lines:
    def __init__(self, tree, files):
        self.wanted = {os.path.realpath(os.path.join(tree, file)): index for index, file in enumerate(files)}
        self.ran = {index: set() for index in self.wanted.values()}
        self.known = {}
        # Lines of a code object that did not run yet; one that ran as a whole is followed no longer.
        self.left = {}

    def start(self):
        if self.wanted:
            sys.settrace(self.trace)
            threading.settrace(self.trace)

    def file_of(self, name):
        if name not in self.known:
            self.known[name] = self.wanted.get(os.path.realpath(name))
        return self.known[name]

    def trace(self, frame, _event, _argument):
        code = frame.f_code
        file = self.file_of(code.co_filename)
        if file is None:
            return None
        left = self.left.get(code)
        if left is None:
            left = self.left[code] = {line for _, _, line in code.co_lines() if line is not None}
        if not left:
            return None
        ran = self.ran[file]

        def local(frame, event, _argument):
            if event == "line":
                ran.add(frame.f_lineno)
                left.discard(frame.f_lineno)
            return local

        return local

    def take(self):
        """What ran since the last time, with 0 for lines that did not."""
        parts = []
        for path, index in self.wanted.items():
            lines = dict.fromkeys(executable_lines(path), 0)
            lines.update(dict.fromkeys(self.ran[index], 1))
            self.ran[index] = set()
            parts.append({"file": index, "lines": lines})
        self.left = {}
        return parts


@functools.lru_cache(maxsize=None)
def executable_lines(path):
    try:
        with open(path, "rb") as source:
            code = compile(source.read(), path, "exec")
    except (OSError, SyntaxError, ValueError):
        # Not there, or no Python: it has no lines that could run.
        return set()
    lines, open_codes = set(), [code]
    while open_codes:
        one = open_codes.pop()
        lines.update(line for _, _, line in one.co_lines() if line)
        open_codes.extend(inner for inner in one.co_consts if hasattr(inner, "co_lines"))
    return lines
