"""The functions that lines of a module are about, and what can stand in their place."""

import ast

from source import dotted, is_docstring

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
FAILS = 'raise RuntimeError("this code was taken out")'


def is_nothing(expression):
    if expression is None:
        return True
    if isinstance(expression, ast.Call) and dotted(expression.func).split(".")[-1] == "cast":
        return is_nothing(expression.args[-1] if expression.args else None)
    return isinstance(expression, ast.Constant) and expression.value in (None, Ellipsis)


def is_no_statement(statement):
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Return):
        return is_nothing(statement.value)
    if isinstance(statement, ast.Delete):
        return all(isinstance(one, ast.Name) for one in statement.targets)
    return isinstance(statement, ast.Expr) and isinstance(statement.value, (ast.Constant, ast.Name))


def body_kind(node):
    told = [one for one in node.body if not is_no_statement(one)]
    if not told:
        return "nothing"
    return "throws" if len(told) == 1 and isinstance(told[0], ast.Raise) else "code"


def own_nodes(node):
    """Without what belongs to functions inside."""
    todo = list(node.body)
    while todo:
        one = todo.pop()
        yield one
        if not isinstance(one, (*FUNCTIONS, ast.Lambda, ast.ClassDef)):
            todo.extend(ast.iter_child_nodes(one))


def is_generator(node):
    return any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in own_nodes(node))


class Functions:
    def __init__(self, source):
        self.source = source
        self.owners = {}
        self.every = []
        for node in ast.walk(source.tree):
            if isinstance(node, FUNCTIONS):
                self.every.append(node)
            if isinstance(node, ast.ClassDef):
                self.owners.update((id(member), node) for member in node.body if isinstance(member, FUNCTIONS))

    def is_abstract(self, node):
        marks = [dotted(one).split(".")[-1] for one in node.decorator_list]
        owner = self.owners.get(id(node))
        parents = [dotted(one.value if isinstance(one, ast.Subscript) else one) for one in owner.bases] if owner else []
        return any(one in ("abstractmethod", "overload", "abstractproperty") for one in marks) or any(
            one.split(".")[-1] == "Protocol" for one in parents
        )

    def utf16(self, offset):
        return len(self.source.mark) + len(self.source.text[:offset].encode("utf-16-le", "surrogatepass")) // 2

    def describe(self, node, named):
        source = self.source
        statements = node.body[1:] if is_docstring(node.body[0]) and len(node.body) > 1 else node.body
        start = min(source.start(one) for one in [statements[0], *getattr(statements[0], "decorator_list", [])])
        # The `@` of a decorator stands before its expression.
        if getattr(statements[0], "decorator_list", []):
            start = source.text.rindex("@", 0, start)
        end = source.end(statements[-1])
        owner = self.owners.get(id(node))
        more = "; yield" if is_generator(node) else ""
        return {
            "name": "%s.%s" % (owner.name, node.name) if owner else node.name,
            "line": source.first_line(node),
            "endLine": source.last_line(node),
            "bodyLine": source.line_at(start),
            "bodyEndLine": source.last_line(statements[-1]),
            "body": body_kind(node),
            "isAbstract": self.is_abstract(node),
            "isNamed": named,
            "isUnused": False,
            "text": " ".join(source.text[source.start(node):source.end(node)].split())[:120],
            "from": self.utf16(start),
            "to": self.utf16(end),
            "fails": FAILS + more,
            "doesNothing": "return" + more if more else "return None",
        }

    def named(self, name):
        found = []
        for node in self.source.tree.body:
            if isinstance(node, FUNCTIONS) and node.name == name:
                found.append(node)
            if isinstance(node, ast.ClassDef) and node.name == name:
                found += [one for one in node.body if isinstance(one, FUNCTIONS)]
        return found

    def at(self, first, last):
        source = self.source
        found, elsewhere = {}, {}
        imported = {}
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom) and node.level > 0:
                for one in node.names:
                    imported[one.asname or one.name] = ("." * node.level + (node.module or ""), one.name)
        for line in range(first, last + 1):
            around = [one for one in self.every if source.first_line(one) <= line <= source.last_line(one)]
            if around:
                inner = min(around, key=lambda one: source.end(one) - source.start(one))
                found[id(inner)] = (inner, False)
                continue
            heads = [
                one
                for one in ast.walk(source.tree)
                if isinstance(one, ast.ClassDef)
                and source.first_line(one) <= line < source.line_at(source.start(one.body[0])) + (len(one.body) == 1)
            ]
            for one in heads:
                found.update((id(member), (member, False)) for member in one.body if isinstance(member, FUNCTIONS))
            for node in ast.walk(source.tree):
                if not hasattr(node, "lineno") or not source.line_at(source.start(node)) == line:
                    continue
                name = node.id if isinstance(node, ast.Name) else getattr(node, "value", None)
                if not isinstance(name, str):
                    continue
                for one in self.named(name):
                    found.setdefault(id(one), (one, True))
                if name in imported:
                    elsewhere[imported[name]] = True
        return list(found.values()), list(elsewhere)


def functions_at(source, query):
    functions = Functions(source)
    if "name" in query:
        found, elsewhere = [(one, False) for one in functions.named(query["name"])], []
    else:
        found, elsewhere = functions.at(query["fromLine"], query["toLine"])
    return {
        "functions": [functions.describe(one, named) for one, named in found],
        "elsewhere": [{"specifier": specifier, "name": name} for specifier, name in elsewhere],
    }
