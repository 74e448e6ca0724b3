"""Places where code looks for a test runner."""

import ast
import re

UNIQUE = re.compile(r"^(PYTEST_\w+|_pytest|_PYTEST\w*|NOSE_\w+)$")
VIEWS = {"modules", "argv", "orig_argv", "stack", "_getframe", "extract_stack", "currentframe", "_current_frames", "walk_stack"}
STACKS = VIEWS - {"modules", "argv", "orig_argv"}
RUNNER = re.compile(r"(^|[^a-z])(_?pytest|unittest|py\.test|nose2?|tox|hypothesis)($|[^a-z])", re.I)
TEST = re.compile(r"\btests?\b|^test_|/test", re.I)
ENVIRONMENT = {"TESTING", "TEST", "TEST_MODE"}


def folded(node):
    """The text that an expression of literals gives."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = folded(node.left), folded(node.right)
        return left + right if left is not None and right is not None else None
    if isinstance(node, ast.JoinedStr):
        parts = [folded(one.value if isinstance(one, ast.FormattedValue) else one) for one in node.values]
        return "".join(parts) if None not in parts else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(node.args) == 1:
        between, listed = folded(node.func.value), node.args[0]
        parts = [folded(one) for one in listed.elts] if isinstance(listed, (ast.List, ast.Tuple)) else [None]
        return between.join(parts) if between is not None and None not in parts else None
    return None


def names(node):
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute):
            yield one.attr
        elif isinstance(one, ast.Name):
            yield one.id


def heads(node):
    """What a statement says itself, without the statements in it."""
    return [one for one in ast.iter_child_nodes(node) if not isinstance(one, (ast.stmt, ast.ExceptHandler))]


def documents(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def runner_markers(source):
    found = []
    aliases = {}

    def add(marker, node):
        entry = {"marker": marker, "line": source.line_at(source.start(node))}
        if entry not in found:
            found.append(entry)

    statements = [one for one in ast.walk(source.tree) if isinstance(one, ast.stmt) and not documents(one)]
    for one in statements:
        if isinstance(one, ast.Assign):
            seen = set(names(one.value)) & VIEWS
            for target in one.targets:
                if isinstance(target, ast.Name) and seen:
                    aliases[target.id] = seen
    for statement in statements:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            continue
        parts = heads(statement)
        seen = {name for part in parts for name in names(part)}
        views = (seen & VIEWS).union(*(aliases[name] for name in seen if name in aliases))
        for part in parts:
            for node in ast.walk(part):
                said = folded(node)
                name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else said
                if name is not None and UNIQUE.match(name):
                    add(name, node)
                if said is None:
                    continue
                if said in ENVIRONMENT and seen & {"environ", "getenv"}:
                    add("environ " + said, node)
                elif views and RUNNER.search(said) or views & STACKS and TEST.search(said):
                    add("'%s' in how the program was started or who called" % said[:40], node)
    return found
