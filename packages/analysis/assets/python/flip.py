"""Changes what one assertion expects."""

import ast
import hashlib

from source import dotted
from surface import FUNCTIONS, is_assertion

OFFSET = 104729
NEAR_LINES = 10
OPPOSITES = {
    "assertNotEqual": "assertEqual",
    "assertNotIn": "assertIn",
    "assertIn": "assertNotIn",
    "assertIsNot": "assertIs",
    "assertIs": "assertIsNot",
    "assertIsNotNone": "assertIsNone",
    "assertIsNone": "assertIsNotNone",
    "assertNotIsInstance": "assertIsInstance",
    "assertIsInstance": "assertNotIsInstance",
    "assertTrue": "assertFalse",
    "assertFalse": "assertTrue",
    "assertGreater": "assertLessEqual",
    "assertLessEqual": "assertGreater",
    "assertLess": "assertGreaterEqual",
    "assertGreaterEqual": "assertLess",
    "assertNotRegex": "assertRegex",
    "assertNotAlmostEqual": "assertAlmostEqual",
    "assert_called": "assert_not_called",
    "assert_not_called": "assert_called",
}
EXPECTING = {
    "assertEqual", "assertEquals", "assertAlmostEqual", "assertRegex", "assertCountEqual", "assertListEqual",
    "assertDictEqual", "assertSetEqual", "assertTupleEqual", "assertMultiLineEqual", "assertSequenceEqual",
    "assert_called_with", "assert_called_once_with", "assert_any_call", "assert_array_equal", "assert_allclose",
    "assert_equal", "assert_frame_equal", "assert_series_equal",
}  # fmt: skip
RAISING = {"pytest.raises", "raises", "pytest.warns", "self.assertRaises", "self.assertRaisesRegex", "self.assertWarns"}
WRAPPERS = {"approx", "Decimal", "Fraction", "set", "frozenset", "list", "tuple", "dict", "float", "int", "str"}


class Flipper:
    def __init__(self, source, word):
        self.source = source
        self.word = word

    def edit(self, node, text):
        return self.source.start(node), self.source.end(node), text

    def literal(self, node):
        """Another literal of the same type somewhere in the expected value; None where there is none."""
        if isinstance(node, ast.Constant):
            value = node.value
            if isinstance(value, bool):
                return self.edit(node, str(not value))
            if isinstance(value, bytes):
                return self.edit(node, "b" + repr(self.word))
            if isinstance(value, (int, float)):
                small = abs(value) < 1e15
                return self.edit(node, repr(value + OFFSET) if small else repr(OFFSET))
            return self.edit(node, repr(self.word))
        if isinstance(node, ast.JoinedStr):
            return self.edit(node, repr(self.word))
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            return self.edit(node, repr(OFFSET)) if isinstance(node.op, (ast.USub, ast.UAdd)) else None
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            if not node.elts:
                return self.edit(node, "[%r]" % self.word if isinstance(node, ast.List) else "(%r,)" % self.word)
            return self.last(node.elts)
        if isinstance(node, ast.Dict):
            if not node.values:
                return self.edit(node, "{%r: True}" % self.word)
            spread = max([at for at, key in enumerate(node.keys) if key is None], default=-1)
            return self.last(node.values[spread + 1:])
        if isinstance(node, ast.Call) and dotted(node.func).split(".")[-1] in WRAPPERS:
            return self.last(node.args[:1])
        return None

    def last(self, nodes):
        for node in reversed(nodes):
            edit = self.literal(node)
            if edit:
                return edit
        return None

    def value(self, node):
        return self.literal(node) or self.edit(node, repr(self.word))

    def negate(self, node):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.edit(node, "(%s)" % self.source.segment(node.operand))
        return self.edit(node, "not (%s)" % self.source.segment(node))

    def test(self, node):
        """The condition of an `assert`."""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq):
            right = node.comparators[0]
            return self.literal(right) or self.literal(node.left) or self.value(right)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            return self.test(node.values[-1])
        return self.negate(node)

    def raising(self, call):
        for keyword in call.keywords:
            if keyword.arg == "match":
                return self.value(keyword.value)
        if dotted(call.func).endswith("Regex") and len(call.args) > 1:
            return self.value(call.args[1])
        if not call.args:
            return None
        kind = "Warning" if "arn" in dotted(call.func) else "Exception"
        return self.edit(call.args[0], "type(%r, (%s,), {})" % (self.word.replace("-", "_"), kind))

    def call(self, call):
        name = dotted(call.func)
        method = name.split(".")[-1]
        if name in RAISING:
            return self.raising(call)
        if method in EXPECTING and call.args:
            expected = call.args[1] if len(call.args) > 1 else call.args[0]
            return self.literal(expected) or self.literal(call.args[0]) or self.value(expected)
        if method in OPPOSITES and isinstance(call.func, ast.Attribute):
            end = self.source.end(call.func)
            return end - len(method), end, OPPOSITES[method]
        return None

    def flip(self, node):
        return self.test(node.test) if isinstance(node, ast.Assert) else self.call(node)


def flip_expectation(source, line):
    def distance(node):
        first, last = source.line_at(source.start(node)), source.last_line(node)
        return first - line if line < first else max(0, line - last)

    around = None
    for node in ast.walk(source.tree):
        if isinstance(node, FUNCTIONS) and node.name.startswith("test") and distance(node) == 0:
            around = node
    inside = set(map(id, ast.walk(around))) if around is not None else None
    # The block of `with pytest.raises(…)` belongs to the assertion at its head.
    blocks = {}
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.With, ast.AsyncWith)):
            blocks.update((id(item.context_expr), node) for item in node.items)
    found = []
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Assert) and not is_assertion(node):
            continue
        far = distance(blocks.get(id(node), node))
        if (id(node) in inside) if inside is not None else far <= NEAR_LINES:
            found.append((far, source.end(node) - source.start(node), source.start(node), node))
    for _, _, start, node in sorted(found, key=lambda one: one[:3]):
        digest = hashlib.sha256(("%d\n%s" % (start, source.text)).encode("utf-8", "replace")).hexdigest()[:12]
        edit = Flipper(source, "tec-flip-" + digest).flip(node)
        if edit is None:
            continue
        begin, end, text = edit
        return {
            "source": source.mark + source.text[:begin] + text + source.text[end:],
            "line": source.line_at(begin),
            "from": source.text[begin:end],
            "to": text,
        }
    return None
