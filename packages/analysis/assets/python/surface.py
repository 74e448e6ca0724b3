"""What a test file claims: pytest functions and classes, unittest cases, or a bare script."""

import ast
import io
import tokenize

from source import dotted

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
MARKS = {
    "skip": "skip",
    "skipif": "skip",
    "skipIf": "skip",
    "skipUnless": "skip",
    "importorskip": "skip",
    "xfail": "fails",
    "expectedFailure": "fails",
    "flaky": "retry",
    "timeout": "timeout",
}
CALLS = {
    "pytest.skip": "skip",
    "pytest.xfail": "fails",
    "pytest.importorskip": "skip",
    "self.skipTest": "skip",
    "sys.exit": "process.exit",
    "os._exit": "process.exit",
    "os.abort": "process.exit",
    "os.kill": "process.exit",
    "exit": "process.exit",
    "quit": "process.exit",
}
COMMENTS = [
    ("type: ignore", "type-ignore"),
    ("pyright: ignore", "type-ignore"),
    ("noqa", "noqa"),
    ("ruff: noqa", "noqa"),
    ("flake8: noqa", "noqa"),
    ("pylint: disable", "pylint-disable"),
    ("pragma: no cover", "coverage-ignore"),
    ("pragma: no branch", "coverage-ignore"),
    ("nosec", "nosec"),
]


def is_assertion(node):
    """Asserting calls that are no statements of their own: `self.assertEqual(…)`, `pytest.raises(…)`, helpers."""
    if not isinstance(node, ast.Call):
        return False
    name = dotted(node.func)
    last = name.split(".")[-1]
    if name.startswith("self.") and (last.startswith("assert") or last == "fail"):
        return True
    if name in ("pytest.raises", "pytest.warns", "pytest.fail", "pytest.deprecated_call", "raises"):
        return True
    if last.startswith("assert_") or last.startswith("assert") and last[6:7].isupper():
        return True
    return last.startswith("expect_")


def assertions(root):
    found = []

    def visit(node):
        if isinstance(node, ast.Assert):
            found.append(ast.unparse(node))
            return
        if isinstance(node, (ast.With, ast.AsyncWith)):
            heads = [ast.unparse(one) for one in node.items if is_assertion(one.context_expr)]
            if heads:
                # What must raise is part of the claim.
                found.append("with %s: %s" % (", ".join(heads), "; ".join(ast.unparse(one) for one in node.body)))
                return
        if is_assertion(node):
            found.append(ast.unparse(node))
            return
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(root)
    return found


def marks_of(expressions):
    found = []
    for expression in expressions:
        for node in ast.walk(expression):
            if isinstance(node, (ast.Attribute, ast.Name)):
                name = dotted(node)
                last = name.split(".")[-1]
                if last in MARKS and ("mark." in name or "unittest" in name or node is expression or is_callee(node, expression)):
                    found.append(MARKS[last])
    return found


def is_callee(node, expression):
    return isinstance(expression, ast.Call) and expression.func is node


def call_marks(root):
    return [
        CALLS[dotted(node.func)]
        for node in ast.walk(root)
        if isinstance(node, ast.Call) and dotted(node.func) in CALLS
    ]


def comment_marks(source):
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source.text, newline=None).readline):
        if token.type != tokenize.COMMENT:
            continue
        text = token.string.lstrip("#").strip()
        found += [marker for word, marker in COMMENTS if text.startswith(word)]
    return found


def parametrized(node):
    return any(dotted(one).endswith("parametrize") for one in node.decorator_list)


class Reader:
    def __init__(self, source):
        self.source = source
        self.cases = []
        self.markers = []
        self.case_nodes = []

    def is_case(self, node):
        return isinstance(node, FUNCTIONS) and node.name.startswith("test")

    def is_group(self, node):
        if not isinstance(node, ast.ClassDef):
            return False
        return node.name.startswith("Test") or any(dotted(one).endswith("TestCase") for one in node.bases)

    def scan(self, body, titles, inherited, rows, heads):
        for node in body:
            if self.is_group(node):
                own = marks_of(node.decorator_list)
                for member in node.body:
                    if isinstance(member, ast.Assign) and any(dotted(one) == "pytestmark" for one in member.targets):
                        own += marks_of([member.value])
                self.markers += own
                marks = [ast.unparse(one) for one in node.decorator_list]
                self.scan(node.body, [*titles, node.name], inherited + own, rows or parametrized(node), heads + marks)
            elif self.is_case(node):
                self.case(node, titles, inherited, rows, heads)
            elif isinstance(node, (ast.If, ast.Try, ast.With, ast.For)):
                for field in ("body", "orelse", "finalbody"):
                    head = [ast.unparse(node.test)] if isinstance(node, ast.If) else []
                    self.scan(getattr(node, field, []), titles, inherited, rows, heads + head)

    def case(self, node, titles, inherited, rows, heads):
        self.case_nodes.append(node)
        name = node.name + ("[*]" if rows or parametrized(node) else "")
        marks = inherited + marks_of(node.decorator_list) + call_marks(node)
        body = ast.unparse(nameless(node))
        self.cases.append(
            {
                "title": " ".join([*titles, name]),
                "line": self.source.first_line(node),
                "endLine": self.source.last_line(node),
                "markers": list(dict.fromkeys(marks)),
                "assertions": assertions(node),
                "body": "\n".join([*heads, body]),
            }
        )

    def read(self):
        tree = self.source.tree
        for node in tree.body:
            if isinstance(node, ast.Assign) and any(dotted(one) == "pytestmark" for one in node.targets):
                self.markers += marks_of([node.value])
        inherited = list(self.markers)
        self.scan(tree.body, [], inherited, False, [])
        rest = remove(tree, self.case_nodes)
        exits = "process.exit" in call_marks(tree)
        self.markers += [one for one in call_marks(rest) if one != "process.exit"] + (["process.exit"] if exits else [])
        self.markers += comment_marks(self.source)
        if not self.cases:
            claims = assertions(tree)
            if claims or exits or any(isinstance(one, ast.Raise) for one in tree.body):
                script = {
                    "title": "",
                    "line": 1,
                    "endLine": max(1, self.source.line_count),
                    "markers": [],
                    "assertions": claims,
                    "body": ast.unparse(rest),
                }
                return {"cases": [script], "shared": "", "markers": self.markers}
        return {"cases": self.cases, "shared": ast.unparse(rest), "markers": self.markers}


def nameless(node):
    """Without its name: a renamed test has the same body."""
    return type(node)(**{**dict(ast.iter_fields(node)), "name": "test", "lineno": 1, "col_offset": 0})


def remove(tree, cases):
    """The module without its test cases, the groups that hold nothing else, and its imports."""
    gone = {id(node) for node in cases}

    def keep(body):
        kept = []
        for node in body:
            if id(node) in gone or isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            fields = dict(ast.iter_fields(node))
            had = [name for name in ("body", "orelse", "finalbody") if isinstance(fields.get(name), list)]
            if not had or isinstance(node, FUNCTIONS):
                kept.append(node)
                continue
            left = {name: keep(fields[name]) for name in had}
            if not left.get("body") and fields["body"]:
                if not any(left.values()):
                    continue
                left["body"] = [ast.Pass()]
            kept.append(ast.copy_location(type(node)(**{**fields, **left}), node))
        return kept

    return ast.fix_missing_locations(ast.Module(body=keep(tree.body), type_ignores=[]))


def test_surface(source):
    return Reader(source).read()
