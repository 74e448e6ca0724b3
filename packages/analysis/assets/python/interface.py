"""What a module offers to others."""

import ast

from source import dotted

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


def call_parameters(node, inside=False):
    """(name, how an argument is given, whether it may be left out); without `self` and `cls`."""
    args = node.args
    positional = [(one, "position") for one in args.posonlyargs] + [(one, "either") for one in args.args]
    first_default = len(positional) - len(args.defaults)
    found = [(one.arg, how, at >= first_default) for at, (one, how) in enumerate(positional)]
    marks = [dotted(one).split(".")[-1] for one in node.decorator_list]
    if inside and "staticmethod" not in marks:
        found = found[1:]
    if args.vararg:
        found.append((args.vararg.arg, "rest", True))
    found += [
        (one.arg, "keyword", default is not None) for one, default in zip(args.kwonlyargs, args.kw_defaults)
    ]
    if args.kwarg:
        found.append((args.kwarg.arg, "keywords", True))
    return [{"name": name, "how": how, "optional": optional} for name, how, optional in found]


def member_kind(node):
    marks = [dotted(one).split(".")[-1] for one in node.decorator_list]
    if any(mark in ("staticmethod", "classmethod") for mark in marks):
        return "static method"
    if "setter" in marks or "deleter" in marks:
        return "setter"
    return "getter" if any(mark.lower().endswith("property") for mark in marks) else "method"


def class_interface(node):
    members, is_open = {}, bool(node.keywords)

    def add(name, kind):
        known = members.get(name)
        if is_public(name) and not (kind == "unknown" and known):
            members[name] = "accessor" if {known, kind} == {"getter", "setter"} else kind

    for member in top_level(node.body):
        if isinstance(member, FUNCTIONS):
            add(member.name, member_kind(member))
            is_open = is_open or member.name in ("__getattr__", "__getattribute__")
        elif isinstance(member, ast.ClassDef):
            add(member.name, "field")
        else:
            for name in assigned(member):
                add(name, "unknown")
    for inner in ast.walk(node):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and dotted(inner.value) == "self":
            add(inner.attr, "unknown")
        if isinstance(inner, ast.Call) and dotted(inner.func) in ("setattr", "vars") and inner.args:
            is_open = is_open or dotted(inner.args[0]) in ("self", "cls")
        if isinstance(inner, ast.Attribute) and inner.attr == "__dict__":
            is_open = True
    parents = [dotted(one.value if isinstance(one, ast.Subscript) else one).split(".")[-1] for one in node.bases]
    return {
        "parents": [one for one in parents if one],
        "members": members,
        "open": is_open or "" in parents,
    }


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
    classes, called = {}, {}
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
        if isinstance(node, ast.ClassDef):
            classes[node.name] = class_interface(node)
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            for member in node.body:
                offered = [member.name] if isinstance(member, FUNCTIONS) else assigned(member)
                names.update(name for name in offered if is_public(name))
                if isinstance(member, FUNCTIONS) and (is_public(member.name) or member.name == "__init__"):
                    names.update(parameters(member))
                    called["%s.%s" % (node.name, member.name)] = call_parameters(member, True)
        elif isinstance(node, FUNCTIONS) and node.name in exports:
            names.update(parameters(node))
            called[node.name] = call_parameters(node)
    for node in ast.walk(source.tree):
        if isinstance(node, FUNCTIONS):
            names.update(option_reads(node))
    names.update(name for name in exports if not name.startswith("* from "))
    return {
        "exports": sorted(set(exports)),
        "signatures": signatures,
        "names": sorted(names),
        "classes": classes,
        "parameters": called,
    }
