"""What a module offers to others."""

import ast

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
KNOWN = {name for kind in (str, bytes, int, float, list, dict, set, tuple, object) for name in dir(kind)}


def is_public(name):
    return not name.startswith("_")


def signature(node, prefix=""):
    if isinstance(node, FUNCTIONS):
        result = " -> " + ast.unparse(node.returns) if node.returns else ""
        start = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
        return "%s%s(%s)%s" % (start, prefix, ast.unparse(node.args), result)
    methods = []
    for member in node.body:
        if isinstance(member, FUNCTIONS) and (is_public(member.name) or member.name == "__init__"):
            marks = "".join("@%s " % ast.unparse(one) for one in member.decorator_list)
            methods.append(marks + signature(member, member.name))
        for name in assigned(member):
            if is_public(name):
                methods.append(name)
    bases = ", ".join(ast.unparse(one) for one in node.bases)
    return "class(%s) { %s }" % (bases, "; ".join(sorted(methods)))


def assigned(statement):
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
        targets = [statement.target]
    else:
        return []
    return [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]


def listed(body):
    """The names in `__all__`; None where there is none."""
    names = None
    for statement in body:
        if "__all__" not in assigned(statement) or statement.value is None:
            continue
        values = [node.value for node in ast.walk(statement.value) if isinstance(node, ast.Constant)]
        names = (names or []) + [value for value in values if isinstance(value, str)]
    return names


def top_level(body):
    """Statements that run when the module is loaded, those in conditions too."""
    for statement in body:
        yield statement
        for field in ("body", "orelse", "finalbody"):
            if isinstance(statement, (ast.If, ast.Try, ast.With)):
                yield from top_level(getattr(statement, field, []))
        for handler in getattr(statement, "handlers", []):
            yield from top_level(handler.body)


def parameters(node):
    args = node.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    return [one.arg for one in every if one is not None and one.arg not in ("self", "cls")]


def is_bag(name):
    """A dictionary or object of options, by its name."""
    last = name.rsplit("_", 1)[-1]
    return last in ("kwargs", "options", "opts", "config", "settings", "params", "kw")


def option_reads(node):
    """`kwargs.get("size")`, `options["size"]`, `options.size` of parameters that hold options."""
    found = []
    own = {name for name in parameters(node) if is_bag(name)}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id in own:
            if inner.attr not in KNOWN:
                found.append(inner.attr)
        key = None
        if isinstance(inner, ast.Subscript) and isinstance(inner.value, ast.Name) and inner.value.id in own:
            key = inner.slice
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.args:
            owner = inner.func.value
            if isinstance(owner, ast.Name) and owner.id in own and inner.func.attr in ("get", "pop", "setdefault"):
                key = inner.args[0]
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            found.append(key.value)
    return found


def module_interface(source, path):
    body = list(top_level(source.tree.body))
    every = listed(source.tree.body)
    exports, signatures, names = [], {}, set()
    for node in body:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            offered = [node.name]
        elif isinstance(node, ast.ImportFrom):
            # The `__init__` of a package passes on what it imports from its own modules.
            passes = node.level > 0 and path.endswith("__init__.py")
            if any(one.name == "*" for one in node.names) and node.level > 0:
                exports.append("* from %s%s" % ("." * node.level, node.module or ""))
            offered = [one.asname or one.name for one in node.names if one.name != "*" and (passes or every)]
        else:
            offered = assigned(node)
        for name in offered:
            if name in every if every is not None else is_public(name):
                exports.append(name)
                if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
                    signatures[name] = signature(node)
    exports += every or []
    for node in body:
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            for member in node.body:
                offered = [member.name] if isinstance(member, FUNCTIONS) else assigned(member)
                names.update(name for name in offered if is_public(name))
                if isinstance(member, FUNCTIONS) and (is_public(member.name) or member.name == "__init__"):
                    names.update(parameters(member))
        elif isinstance(node, FUNCTIONS) and node.name in exports:
            names.update(parameters(node))
    for node in ast.walk(source.tree):
        if isinstance(node, FUNCTIONS):
            names.update(option_reads(node))
    names.update(name for name in exports if not name.startswith("* from "))
    return {"exports": sorted(set(exports)), "signatures": signatures, "names": sorted(names)}
