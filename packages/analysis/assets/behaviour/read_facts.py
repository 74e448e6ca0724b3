"""What functions and classes of a Python file take, and the constants that it mentions."""

import ast

TEXT_METHODS = {"split", "strip", "lstrip", "rstrip", "lower", "upper", "startswith", "endswith", "replace", "join"}
ANNOTATIONS = {"int": "number", "float": "number", "str": "text", "list": "list", "List": "list", "Sequence": "list", "Iterable": "list"}


def read_signatures(module, constant):
    found = {}
    for node in module.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found[node.name] = {"parameters": parameters(node, False, constant), "methods": {}}
        elif isinstance(node, ast.ClassDef):
            methods = {item.name: item for item in node.body if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef))}
            start = methods.pop("__init__", None)
            found[node.name] = {
                "parameters": [] if start is None else parameters(start, True, constant),
                "methods": {name: parameters(item, True, constant) for name, item in methods.items() if not name.startswith("_")},
            }
    return found


def parameters(node, bound, constant):
    arguments = node.args.posonlyargs + node.args.args
    without = len(arguments) - len(node.args.defaults)
    found = []
    for index, argument in enumerate(arguments):
        one = {"name": argument.arg, "optional": index >= without, "rest": False, "uses": uses(argument, node)}
        if index >= without:
            fallback = constant(node.args.defaults[index - without])
            if fallback is not None and fallback["kind"] != "code":
                one["fallback"] = fallback
        found.append(one)
    if bound and not any(getattr(item, "id", "") == "staticmethod" for item in node.decorator_list):
        found = found[1:]
    if node.args.vararg is not None:
        found.append({"name": node.args.vararg.arg, "optional": True, "rest": True, "uses": uses(node.args.vararg, node)})
    return found


def uses(argument, function):
    """What the body does with the parameter, in the form that the guesses of the comparer know."""
    name = argument.arg
    annotation = getattr(argument.annotation, "value", argument.annotation)
    hint = ANNOTATIONS.get(getattr(annotation, "id", ""))
    types, methods, fields, flags = [hint] if hint else [], [], [], set()
    is_it = lambda one: isinstance(one, ast.Name) and one.id == name
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            if is_it(node.func):
                flags.add("called")
            if isinstance(node.func, ast.Attribute) and is_it(node.func.value):
                methods.append(node.func.attr)
                if node.func.attr in TEXT_METHODS:
                    types.append("text")
            if any(is_it(one) for one in node.args):
                called = getattr(node.func, "id", "")
                if called in ("len", "sorted", "sum", "min", "max", "enumerate", "set", "list", "any", "all", "reversed"):
                    types.append("list")
                if called in ("int", "float", "abs", "round", "range"):
                    types.append("number")
        elif isinstance(node, (ast.For, ast.comprehension)) and is_it(node.iter):
            types.append("list")
        elif isinstance(node, ast.BinOp) and (is_it(node.left) or is_it(node.right)):
            flags.add("calculated")
        elif isinstance(node, ast.Attribute) and is_it(node.value):
            fields.append(node.attr)
    return {
        "methods": [],
        "fields": [],
        "iterated": False,
        "calculated": "calculated" in flags,
        "called": "called" in flags,
        "types": types,
    }


def read_constants(module):
    numbers, strings = [], []
    for node in ast.walk(module):
        if not isinstance(node, ast.Constant):
            continue
        if isinstance(node.value, (int, float)) and not isinstance(node.value, bool) and abs(node.value) < 1e15:
            numbers.append(node.value)
        elif isinstance(node.value, str) and 0 < len(node.value) <= 40 and " " not in node.value:
            strings.append(node.value)
    return {"numbers": list(dict.fromkeys(numbers))[:24], "strings": list(dict.fromkeys(strings))[:30]}
