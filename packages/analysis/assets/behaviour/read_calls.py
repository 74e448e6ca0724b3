"""Reads Python files: the calls of functions of the tree with plain arguments, signatures and constants.

usage: python3 read_calls.py PLAN OUT TREE, with a nonce on stdin. Nothing of the tree is imported or run.
"""

import ast
import json
import os
import sys

sys.dont_write_bytecode = True

# ruff: noqa: E402 - nothing may be written beside it
from read_facts import read_constants, read_signatures

MAX_CALLS = 400
MAX_ROWS = 40


def literal(value):
    return {"kind": "literal", "value": value}


def code(*parts):
    return {"kind": "code", "parts": list(parts)}


def comma_separated(args):
    parts = []
    for index, arg in enumerate(args):
        if index:
            parts.append(", ")
        parts.append(arg)
    return parts


def module_file(tree, dotted, roots):
    """The file of a module of the tree, or None for one from elsewhere."""
    path = dotted.replace(".", "/")
    for root in roots:
        for candidate in (os.path.join(root, path + ".py"), os.path.join(root, path, "__init__.py")):
            if dotted and os.path.isfile(os.path.join(tree, candidate)):
                return candidate
    return None


class Answer:
    """What a call of a function of the tree answered, with the method calls made on it."""

    def __init__(self, arg, scenario, chain=None):
        self.arg = arg
        self.scenario = scenario
        # `a.b()`: what a method of it answered, as an expression.
        self.chain = chain


class Reader:
    def __init__(self, tree, path, roots):
        self.tree, self.path, self.roots = tree, path, roots
        self.calls = []
        self.inside = []

    def resolve(self, dotted, level):
        if level == 0:
            return module_file(self.tree, dotted, self.roots)
        folder = os.path.dirname(self.path)
        for _ in range(level - 1):
            folder = os.path.dirname(folder)
        return module_file(self.tree, dotted, [folder]) if dotted else self.package(folder)

    def package(self, folder):
        candidate = os.path.join(folder, "__init__.py")
        return candidate if os.path.isfile(os.path.join(self.tree, candidate)) else None

    def run(self, module):
        self.statements(module.body, {})

    def statements(self, body, scope):
        for node in body:
            self.statement(node, scope)

    def statement(self, node, scope):
        if isinstance(node, ast.ImportFrom):
            found = self.resolve(node.module or "", node.level)
            for alias in node.names:
                name = alias.asname or alias.name
                inner = self.resolve(f"{node.module}.{alias.name}" if node.module else alias.name, node.level)
                if inner is not None and alias.name not in self.bound_names(found):
                    scope[name] = ("module", inner)
                elif found is not None:
                    scope[name] = ("ref", {"kind": "ref", "module": found, "name": alias.name})
        elif isinstance(node, ast.Import):
            for alias in node.names:
                found = self.resolve(alias.name, 0)
                if found is not None and (alias.asname or "." not in alias.name):
                    scope[alias.asname or alias.name] = ("module", found)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for row in self.rows(node, scope):
                self.statements(node.body, {**scope, **row})
            if not node.args.args and not node.decorator_list:
                scope[node.name] = ("helper", (node, scope))
        elif isinstance(node, ast.ClassDef):
            self.statements(node.body, dict(scope))
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            value = self.value(node.value, scope) if node.value is not None else None
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                self.bind(target, value, scope)
        elif isinstance(node, ast.For):
            values = self.arg(self.value(node.iter, scope))
            rows = values["items"][:MAX_ROWS] if values is not None and values["kind"] == "array" else [None]
            for row in rows:
                self.bind(node.target, None if row is None else ("arg", row), scope)
                self.statements(node.body, scope)
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            for item in node.items:
                self.value(item.context_expr, scope)
            self.statements(node.body, scope)
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    self.value(child, scope)
                elif isinstance(child, ast.stmt):
                    self.statement(child, scope)
                elif isinstance(child, ast.ExceptHandler):
                    self.statements(child.body, scope)

    def rows(self, node, scope):
        """The rows of `pytest.mark.parametrize`, as bindings of the parameters."""
        known = [{argument.arg: None for argument in node.args.args}]
        for decorator in node.decorator_list:
            if not (isinstance(decorator, ast.Call) and getattr(decorator.func, "attr", "") == "parametrize"):
                continue
            if len(decorator.args) < 2:
                continue
            names = self.arg(self.value(decorator.args[0], scope))
            values = self.arg(self.value(decorator.args[1], scope))
            listed = None if values is None else self.items(values)
            if names is None or listed is None:
                continue
            keys = [part.strip() for part in str(names.get("value", "")).split(",")]
            if names["kind"] != "literal":  # a list or a tuple of names
                keys = [item.get("value") for item in self.items(names) or []]
            rows = []
            for item in listed[:MAX_ROWS]:
                parts = self.items(item) if len(keys) > 1 else [item]
                if parts is not None and len(parts) == len(keys):
                    rows.append({key: ("arg", part) for key, part in zip(keys, parts)})
            known = [{**old, **row} for old in known for row in rows][:MAX_ROWS] or known
        return known

    @staticmethod
    def items(arg):
        if arg["kind"] == "array":
            return arg["items"]
        if arg["kind"] == "code" and arg["parts"] and arg["parts"][0] == "(":
            return [part for part in arg["parts"] if not isinstance(part, str)]
        return None

    def bind(self, target, value, scope):
        if isinstance(target, ast.Name):
            scope[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            arg = self.arg(value)
            parts = self.items(arg) if arg is not None else None
            for index, inner in enumerate(target.elts):
                known = parts is not None and index < len(parts)
                self.bind(inner, ("arg", parts[index]) if known else None, scope)
        elif isinstance(target, (ast.Attribute, ast.Subscript)) and isinstance(target.value, ast.Name):
            scope[target.value.id] = None

    def arg(self, value):
        if value is None:
            return None
        kind, inner = value
        if kind == "answer":
            if inner.chain is not None:
                return inner.chain
            return inner.arg if not inner.scenario["steps"] else None
        return inner if kind in ("arg", "ref") else None

    def value(self, node, scope):
        if isinstance(node, ast.Call):
            return self.call(node, scope)
        if isinstance(node, ast.Name):
            return scope.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value, scope)
            if owner is None:
                return None
            if owner[0] == "module":
                inner = self.submodule(owner[1], node.attr)
                return ("module", inner) if inner else ("ref", {"kind": "ref", "module": owner[1], "name": node.attr})
            if owner[0] == "ref" and "." not in owner[1]["name"]:
                return ("ref", {**owner[1], "name": f"{owner[1]['name']}.{node.attr}"})
            arg = self.arg(owner)
            return None if arg is None else ("arg", code("(", arg, f").{node.attr}"))
        if isinstance(node, ast.Await):
            return self.value(node.value, scope)
        arg = self.constant(node, scope)
        return None if arg is None else ("arg", arg)

    def bound_names(self, module):
        """Names that a package gives itself; one of them hides a submodule of that name."""
        if module is None:
            return set()
        with open(os.path.join(self.tree, module), encoding="utf-8", errors="replace") as file:
            try:
                body = ast.parse(file.read()).body
            except (SyntaxError, ValueError):
                return set()
        names = set()
        for node in body:
            if isinstance(node, ast.ImportFrom) and node.module:
                names.update(alias.asname or alias.name for alias in node.names)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
        return names

    def submodule(self, module, name):
        if not module.endswith("__init__.py") or name in self.bound_names(module):
            return None
        return module_file(self.tree, name, [os.path.dirname(module)])

    def constant(self, node, scope):
        inner = lambda one: self.arg(self.value(one, scope))
        if isinstance(node, ast.Constant):
            return self.plain(node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            operand = inner(node.operand)
            if operand is not None and operand["kind"] == "literal" and isinstance(operand["value"], (int, float)):
                return self.plain(-operand["value"])
            return None if operand is None else code("(-", operand, ")")
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            items = [inner(item) for item in node.elts if not isinstance(item, ast.Starred)]
            if None in items or len(items) != len(node.elts):
                return None
            if isinstance(node, ast.List):
                return {"kind": "array", "items": items}
            if isinstance(node, ast.Set):
                return code("{", *comma_separated(items), "}")
            return code("(", *comma_separated(items), ",)" if len(items) == 1 else ")")
        if isinstance(node, ast.Dict):
            pairs = [(None if key is None else inner(key), inner(value)) for key, value in zip(node.keys, node.values)]
            if any(key is None or value is None for key, value in pairs):
                return None
            if all(key["kind"] == "literal" and isinstance(key["value"], str) for key, _ in pairs):
                return {"kind": "object", "entries": [[key["value"], value] for key, value in pairs]}
            return code("{", *comma_separated([code(key, ": ", value) for key, value in pairs]), "}")
        if isinstance(node, ast.BinOp):
            left, right = inner(node.left), inner(node.right)
            operator = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}.get(type(node.op))
            if left is None or right is None or operator is None:
                return None
            return code("(", left, f" {operator} ", right, ")")
        if isinstance(node, ast.Lambda):
            return code("(", ast.unparse(node), ")")
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.value(child, scope)
        return None

    @staticmethod
    def plain(value):
        if isinstance(value, bool) or value is None or isinstance(value, str):
            return literal(value)
        if isinstance(value, int) and abs(value) < 2**53:
            return literal(value)
        if isinstance(value, float) and not value.is_integer() and abs(value) < 1e300:
            return literal(value)
        return code(repr(value))

    def call(self, node, scope):
        if isinstance(node.func, ast.Attribute):
            owner = self.value(node.func.value, scope)
            if owner is not None and owner[0] == "answer":
                args = self.arguments(node, scope)
                if args is None:
                    return None
                answer = owner[1]
                chained = answer.chain is not None
                step = {"method": node.func.attr, "args": args, **({"chained": True} if chained else {})}
                before = self.arg(owner) if not chained else answer.chain
                answer.scenario["steps"].append(step)
                if before is None:
                    return None
                return ("answer", Answer(answer.arg, answer.scenario, code(before, f".{node.func.attr}(", *comma_separated(args), ")")))
        target = self.value(node.func, scope)
        if target is not None and target[0] == "helper" and not node.args and not node.keywords:
            return self.helper(*target[1])
        args = self.arguments(node, scope)
        if args is None:
            return None
        if target is not None and target[0] == "ref":
            scenario = {"target": target[1], "create": False, "args": args, "steps": []}
            if len(self.calls) < MAX_CALLS:
                self.calls.append(scenario)
            return ("answer", Answer(code(target[1], "(", *comma_separated(args), ")"), scenario))
        name = getattr(node.func, "id", "")
        if target is None and name in ("float", "int", "str", "list", "dict", "tuple", "set", "range", "sorted", "frozenset", "bytes"):
            return ("arg", code(f"{name}(", *comma_separated(args), ")"))
        return None

    def helper(self, node, scope):
        """What a function of the test file without parameters returns."""
        if node in self.inside:
            return None
        self.inside.append(node)
        known = dict(scope)
        answer = None
        for statement in node.body:
            if isinstance(statement, ast.Return) and statement.value is not None:
                answer = self.value(statement.value, known)
            else:
                self.statement(statement, known)
        self.inside.remove(node)
        return answer

    def arguments(self, node, scope):
        args = []
        for argument in node.args:
            args.append(None if isinstance(argument, ast.Starred) else self.arg(self.value(argument, scope)))
        for keyword in node.keywords:
            value = self.arg(self.value(keyword.value, scope))
            known = keyword.arg is not None and value is not None
            args.append(code(f"{keyword.arg}=", value) if known else None)
        return None if None in args else args


def read_file(tree, path, roots):
    with open(os.path.join(tree, path), encoding="utf-8", errors="replace") as file:
        source = file.read()
    try:
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError) as error:
        return {"path": path, "error": str(error)}
    reader = Reader(tree, path, roots)
    reader.run(module)
    return {"path": path, "calls": reader.calls, "signatures": read_signatures(module, lambda node: Reader("", "", []).constant(node, {})), "constants": read_constants(module)}


def main():
    plan_file, out, tree = sys.argv[1:4]
    with open(plan_file, encoding="utf-8") as file:
        plan = json.load(file)
    nonce = sys.stdin.read().strip()
    with open(os.path.join(out, "result"), "x", encoding="utf-8") as result:
        for path in plan["files"]:
            result.write(f"{nonce} {json.dumps({'file': read_file(tree, path, plan['roots'])})}\n")
        result.write(f'{nonce} {{"end": true}}\n')


main()
