"""A parsed Python source: positions as character offsets and as lines the way git counts them."""

import ast
import bisect


class Source:
    def __init__(self, text):
        self.mark = "\ufeff" if text.startswith("\ufeff") else ""
        self.text = text[len(self.mark):]
        self.starts = python_line_starts(self.text)
        self.feeds = [at for at, char in enumerate(self.text) if char == "\n"]
        self.line_count = len(self.feeds) + (0 if self.text == "" or self.text.endswith("\n") else 1)
        self.columns = {}
        self.tree = ast.parse(self.text)

    def offset(self, line, column):
        """Python counts columns in bytes of UTF-8."""
        start = self.starts[line - 1]
        if self.text.isascii():
            return start + column
        if line not in self.columns:
            end = self.starts[line] if line < len(self.starts) else len(self.text)
            at, columns = 0, []
            for char in self.text[start:end]:
                columns.append(at)
                at += len(char.encode("utf-8", "surrogatepass"))
            self.columns[line] = [*columns, at]
        return start + bisect.bisect_left(self.columns[line], column)

    def start(self, node):
        return self.offset(node.lineno, node.col_offset)

    def end(self, node):
        return self.offset(node.end_lineno, node.end_col_offset)

    def segment(self, node):
        return self.text[self.start(node):self.end(node)]

    def line_at(self, offset):
        return bisect.bisect_left(self.feeds, offset) + 1

    def first_line(self, node):
        decorators = getattr(node, "decorator_list", [])
        return min([self.line_at(self.start(one)) for one in [node, *decorators]])

    def last_line(self, node):
        return self.line_at(max(self.start(node), self.end(node) - 1))


def python_line_starts(text):
    """Python ends a line at LF, CR LF and a lone CR."""
    starts = [0]
    at = 0
    while at < len(text):
        if text[at] == "\r" and text[at + 1:at + 2] == "\n":
            at += 2
            starts.append(at)
        elif text[at] in "\r\n":
            at += 1
            starts.append(at)
        else:
            at += 1
    return starts


def dotted(node):
    """`pytest.mark.skip` as text; empty where the expression is no dotted name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return owner + "." + node.attr if owner else ""
    return dotted(node.func) if isinstance(node, ast.Call) else ""


def is_docstring(statement):
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def docstrings(tree):
    """The statements that document a module, a class or a function."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            if is_docstring(node.body[0]):
                found.append(node.body[0])
    return found
