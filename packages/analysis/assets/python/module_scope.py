"""Statements that are run by loading a module, and the lines that only a call runs."""

import ast
import builtins

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def roots(node):
    """Names that an expression begins with; those that every module has say nothing."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call, ast.Starred)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        return [] if hasattr(builtins, node.id) else [node.id]
    return []


def targets(node):
    if isinstance(node, (ast.Tuple, ast.List)):
        return [name for one in node.elts for name in targets(one)]
    own = [node.attr] if isinstance(node, ast.Attribute) else []
    return own + ([node.id] if isinstance(node, ast.Name) else roots(node))


def bound(node):
    if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [one.asname or one.name.split(".")[0] for one in node.names]
    if isinstance(node, ast.Assign):
        return [name for one in node.targets for name in targets(one)]
    if isinstance(node, (ast.AugAssign, ast.AnnAssign)) or type(node).__name__ == "TypeAlias":
        return targets(getattr(node, "target", None) or node.name)
    if isinstance(node, ast.Delete):
        return [name for one in node.targets for name in targets(one)]
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return [name for one in (node.value.func, *node.value.args) for name in roots(one)]
    return []


def statements(body, owners):
    for node in body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        names = sorted({*bound(node), *owners})
        if isinstance(node, FUNCTIONS):
            yield {"fromLine": first, "toLine": node.end_lineno, "binds": names}
        elif isinstance(node, ast.ClassDef):
            inner = node.body[0].lineno
            yield {"fromLine": first, "toLine": max(first, inner - 1), "binds": names}
            yield from statements(node.body, [*owners, node.name])
        elif isinstance(node, (ast.If, ast.For, ast.While, ast.With, ast.Try)):
            parts = [node.body, getattr(node, "orelse", []), getattr(node, "finalbody", [])]
            parts += [one.body for one in getattr(node, "handlers", [])]
            inner = [one for part in parts for one in statements(part, owners)]
            within = sorted({name for one in inner for name in one["binds"]})
            yield {"fromLine": first, "toLine": max(first, node.body[0].lineno - 1), "binds": within}
            yield from inner
        else:
            yield {"fromLine": first, "toLine": node.end_lineno, "binds": names}


def bodies(tree):
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            first, last = node.body[0].lineno, node.body[-1].end_lineno
        elif isinstance(node, ast.Lambda):
            first, last = node.body.lineno, node.body.end_lineno
        else:
            continue
        first = first if first > node.lineno else node.lineno + 1
        if first <= last:
            yield {"fromLine": first, "toLine": last}


def module_scope(source, _path):
    return {
        "statements": list(statements(source.tree.body, [])),
        "bodies": sorted(bodies(source.tree), key=lambda one: (one["fromLine"], -one["toLine"])),
    }
