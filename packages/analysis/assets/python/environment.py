"""Names of variables of the environment that code reads."""

import ast

from markers import folded

READS = {"get", "pop", "setdefault"}


def environment_reads(source):
    found = {}
    texts = {}
    environments = {"environ"}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assign) and folded(node.value) is not None:
            texts.update((one.id, folded(node.value)) for one in node.targets if isinstance(one, ast.Name))
        if isinstance(node, ast.ImportFrom) and node.module == "os":
            environments.update(one.asname or one.name for one in node.names if one.name == "environ")
        if isinstance(node, ast.Assign) and is_environment(node.value, {"environ"}):
            environments.update(one.id for one in node.targets if isinstance(one, ast.Name))
    for node in ast.walk(source.tree):
        asked = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and is_environment(node.value, environments):
            asked = node.slice
        elif isinstance(node, ast.Compare) and any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops):
            asked = node.left if is_environment(node.comparators[0], environments) else None
        elif isinstance(node, ast.Call) and node.args and asks(node.func, environments):
            asked = node.args[0]
        name = None if asked is None else texts.get(asked.id) if isinstance(asked, ast.Name) else folded(asked)
        if name is not None:
            found[name] = True
    return list(found)


def is_environment(node, names):
    """`os.environ`, or a name for it."""
    if isinstance(node, ast.Attribute):
        return node.attr in ("environ", "environb")
    return isinstance(node, ast.Name) and node.id in names


def asks(function, names):
    if isinstance(function, ast.Attribute):
        return function.attr == "getenv" or function.attr in READS and is_environment(function.value, names)
    return isinstance(function, ast.Name) and function.id == "getenv"
