"""What callers can hand over to the code of a file, and ask of it."""

import ast
import re

from source import dotted

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
BAG = re.compile(r"^_*(options?|opts?|config|configuration|settings|params|props|flags|kwargs|kw)$|_(options|opts|config|settings|params)$", re.I)
FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]*", re.I)
DEFAULTS = re.compile("defaults?", re.I)


def arguments_of(node):
    listed = [*node.args.posonlyargs, *node.args.args]
    if listed and listed[0].arg in ("self", "cls"):
        listed = listed[1:]
    return listed


def text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def dict_keys(node):
    return [text(key) for key in node.keys if key is not None and text(key)] if isinstance(node, ast.Dict) else []


def option_reads(tree):
    bags = set()
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            found.update(one.arg for one in [*arguments_of(node), *node.args.kwonlyargs])
            if node.args.kwarg:
                bags.add(node.args.kwarg.arg)

    def is_bag(node):
        name = dotted(node).split(".")[-1] if isinstance(node, (ast.Name, ast.Attribute)) else ""
        return name in bags or bool(BAG.search(name))

    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_bag(node.func.value) and node.args:
            if node.func.attr in ("get", "pop", "setdefault", "__getitem__", "__contains__"):
                found.add(text(node.args[0]))
        if isinstance(node, ast.Call) and dotted(node.func) in ("getattr", "hasattr") and len(node.args) > 1:
            if is_bag(node.args[0]):
                found.add(text(node.args[1]))
        if isinstance(node, ast.Subscript) and is_bag(node.value):
            found.add(text(node.slice))
        if isinstance(node, ast.Attribute) and is_bag(node.value) and node.attr not in dir(dict):
            found.add(node.attr)
        if isinstance(node, ast.Compare) and any(isinstance(one, (ast.In, ast.NotIn)) for one in node.ops):
            if any(is_bag(one) for one in node.comparators):
                found.add(text(node.left))
        if isinstance(node, ast.Assign) and any(DEFAULTS.search(dotted(one)) for one in node.targets if dotted(one)):
            found.update(dict_keys(node.value))
        if isinstance(node, ast.Dict) and any(key is None and is_bag(value) for key, value in zip(node.keys, node.values)):
            found.update(dict_keys(node))
    return sorted(one for one in found if one)


def offered_members(tree):
    found = set()

    def visit(body):
        for node in body:
            if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                found.add(node.name)
            if isinstance(node, ast.ClassDef):
                visit(node.body)
            for field in ("body", "orelse", "finalbody"):
                if isinstance(node, (ast.If, ast.Try, ast.With)):
                    visit(getattr(node, field, []))
            if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Lambda, ast.Call, ast.Name, ast.Attribute)):
                found.update(dotted(one).split(".")[-1] for one in node.targets if dotted(one))

    visit(tree.body)
    return sorted(found)


def positions(tree):
    found = {}

    def add(name, listed):
        known = found.get(name, [])
        if name not in found or known is not None and (listed is None or len(listed) > len(known)):
            found[name] = listed

    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS) and not node.name.startswith("__"):
            add(node.name, None if node.args.vararg else [one.arg for one in arguments_of(node)])
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, FUNCTIONS) and member.name == "__init__":
                    add(node.name, None if member.args.vararg else [one.arg for one in arguments_of(member)])
    return found


def flags_in(node):
    """Options of a command line that a text names, such as "--name"."""
    return FLAG.findall(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def code_offers(source):
    tree = source.tree
    return {
        "options": option_reads(tree),
        "members": offered_members(tree),
        "positions": positions(tree),
        "flags": sorted({flag for node in ast.walk(tree) for flag in flags_in(node)}),
    }
