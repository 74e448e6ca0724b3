"""Reads one request (JSON) from standard input and writes one answer (JSON). Never runs the source that it reads."""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

import ast  # noqa: E402

from asks import code_asks  # noqa: E402
from environment import environment_reads  # noqa: E402
from flip import flip_expectation  # noqa: E402
from functions import functions_at  # noqa: E402
from interface import module_interface  # noqa: E402
from lines import line_kinds  # noqa: E402
from markers import runner_markers  # noqa: E402
from module_scope import module_scope  # noqa: E402
from offers import code_offers  # noqa: E402
from source import Source  # noqa: E402
from stubs import add_stubs  # noqa: E402
from surface import test_surface  # noqa: E402


def names_used(source, first, last):
    found = {}
    for node in sorted(
        (one for one in ast.walk(source.tree) if hasattr(one, "lineno")), key=lambda one: (one.lineno, one.col_offset)
    ):
        # An attribute begins where its owner does: its own name is at its end.
        line = source.last_line(node) if isinstance(node, ast.Attribute) else source.line_at(source.start(node))
        if not first <= line <= last:
            continue
        for field in ("id", "attr", "arg", "name", "asname"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                found[value] = True
    return list(found)


def imports(source):
    found = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import):
            found.update((one.name, True) for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            found["." * node.level + (node.module or "")] = True
    return list(found)


def answer(request):
    source = Source(request["source"])
    operation = request["operation"]
    if operation == "lineKinds":
        return line_kinds(source)
    if operation == "sameCode":
        return ast.dump(source.tree) == ast.dump(Source(request["after"]).tree)
    if operation == "moduleInterface":
        return module_interface(source, request["path"])
    if operation == "testSurface":
        return test_surface(source)
    if operation == "flipExpectation":
        return flip_expectation(source, request["line"])
    if operation == "reprint":
        printed = ast.unparse(source.tree) + "\n"
        return printed if ast.dump(ast.parse(printed)) == ast.dump(source.tree) else None
    if operation == "addStubs":
        return add_stubs(source, request["names"])
    if operation == "namesUsed":
        return names_used(source, request["fromLine"], request["toLine"])
    if operation == "functionsAt":
        return functions_at(source, request["query"])
    if operation == "imports":
        return imports(source)
    if operation == "codeOffers":
        return code_offers(source)
    if operation == "codeAsks":
        return code_asks(source)
    if operation == "runnerMarkers":
        return runner_markers(source)
    if operation == "environmentReads":
        return environment_reads(source)
    if operation == "moduleScope":
        return module_scope(source, request["path"])
    raise ValueError("unknown operation: " + operation)


def main():
    request = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    try:
        result = {"answer": answer(request)}
    except (SyntaxError, UnicodeError, RecursionError, MemoryError) as error:
        result = {"unreadable": type(error).__name__ + ": " + str(error)[:200]}
    except ValueError as error:
        # `ast.parse` says so of null bytes and of numbers with too many digits.
        result = {"unreadable": str(error)[:200]}
    sys.stdout.write(json.dumps(result))


main()
