"""What a test hands to code that is not its own, and asks of it."""

import ast
import sys

from offers import dict_keys, flags_in, text
from source import dotted
from surface import is_assertion

FOREIGN = set(getattr(sys, "stdlib_module_names", ())) | {"pytest", "hypothesis", "mock", "numpy", "unittest"}
BUILTINS = {name for kind in (str, bytes, int, float, list, dict, set, tuple, object) for name in dir(kind)}
LISTS = {"dir", "vars", "getmembers"}


def foreign_names(tree):
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(one.asname or one.name.split(".")[0] for one in node.names if one.name.split(".")[0] in FOREIGN)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] in FOREIGN:
            found.update(one.asname or one.name for one in node.names)
    return found


def imported_names(tree):
    """Local name → the name in the module that it comes from."""
    return {
        one.asname or one.name: one.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] not in FOREIGN)
        for one in node.names
    }


class Asks:
    def __init__(self, source):
        self.source = source
        self.foreign = foreign_names(source.tree) | {"monkeypatch", "capsys", "tmp_path", "request", "caplog"}
        self.imported = imported_names(source.tree)
        self.answer = {"keys": [], "members": [], "calls": [], "flags": []}

    def is_foreign(self, node):
        name = dotted(node).split(".")[0]
        return name in self.foreign or (isinstance(node, ast.Name) and name in BUILTIN_NAMES)

    def at(self, name, node, statement, **more):
        line = self.source.first_line(statement)
        return {"name": name, "line": self.source.line_at(self.source.start(node)), "statementLine": line, **more}

    def members(self, names, node, statement):
        self.answer["members"] += [self.at(name, node, statement) for name in names if name]

    def visit(self, node, statement):
        if isinstance(node, ast.stmt):
            statement = node
        if isinstance(node, ast.Call):
            self.call(node, statement)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and not self.is_foreign(node):
            # What every text or list has says nothing about the program.
            if node.attr not in BUILTINS:
                self.members([node.attr], node, statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.imported:
            self.members([self.imported[node.id]], node, statement)
        if isinstance(node, ast.Compare) and any(isinstance(one, (ast.In, ast.NotIn)) for one in node.ops):
            if any(self.lists_names(one) for one in node.comparators):
                self.members([text(node.left)], node, statement)
        for child in ast.iter_child_nodes(node):
            self.visit(child, statement)

    def lists_names(self, node):
        for one in ast.walk(node):
            if isinstance(one, ast.Call) and dotted(one.func).split(".")[-1] in LISTS | {"signature"}:
                return True
            if isinstance(one, ast.Attribute) and one.attr in ("__dict__", "__all__", "parameters"):
                return True
        return False

    def call(self, node, statement):
        name = dotted(node.func)
        if name in ("getattr", "hasattr", "inspect.getattr_static") and len(node.args) > 1:
            self.members([text(node.args[1])], node, statement)
        if name.split(".")[-1] in ("attrgetter", "methodcaller", "import_string") or "__dict__" in name:
            self.members([text(one) for one in node.args], node, statement)
        if not is_assertion(node) and (not self.is_foreign(node.func) or name.split(".")[0] == "subprocess"):
            for one in [*node.args, *(keyword.value for keyword in node.keywords)]:
                for inner in ast.walk(one):
                    self.answer["flags"] += [self.at(flag, inner, statement) for flag in flags_in(inner)]
        if name.split(".")[-1] in ("getsource", "getsourcelines"):
            self.members([name.split(".")[-1]], node, statement)
        if self.is_foreign(node.func):
            if name == "dict":
                self.keys([one.arg for one in node.keywords], node, statement)
            return
        if is_assertion(node):
            return
        self.keys([one.arg for one in node.keywords], node, statement)
        for one in [*node.args, *(keyword.value for keyword in node.keywords)]:
            for inner in ast.walk(one):
                self.keys(dict_keys(inner), inner, statement)
        if not any(isinstance(one, ast.Starred) for one in node.args) and name:
            last = name.split(".")[-1]
            last = self.imported.get(last, last)
            self.answer["calls"].append(self.at(last, node, statement, count=len(node.args)))

    def keys(self, names, node, statement):
        self.answer["keys"] += [self.at(name, node, statement) for name in names if name]

    def read(self):
        for node in self.source.tree.body:
            self.visit(node, node)
            if isinstance(node, ast.Assign):
                self.keys(dict_keys(node.value), node, node)
        for node in ast.walk(self.source.tree):
            # `options = {"compact": True}`, handed over by its name.
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
                self.keys(dict_keys(node.value), node.value, node)
        return self.answer


BUILTIN_NAMES = set(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)


def code_asks(source):
    return Asks(source).read()
