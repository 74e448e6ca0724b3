"""What each line of a source is made of."""

import ast
import io
import tokenize

from source import docstrings, dotted

ORDER = ["code", "declaration", "export", "type", "import", "punctuation", "comment", "blank"]
STRUCTURE = {"else", "try", "finally", "pass"}
SILENT = {
    tokenize.NEWLINE,
    tokenize.NL,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
    tokenize.ENCODING,
}
PUNCTUATION = set("()[]{}:,;.")


def regions(source):
    """(from, to, kind): parts of the text whose tokens do not count as code."""
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found.append((source.start(node), source.end(node), "import"))
        elif isinstance(node, ast.If) and dotted(node.test).split(".")[-1] == "TYPE_CHECKING":
            last = node.body[-1]
            found.append((source.start(node), source.end(last), "type"))
        elif isinstance(node, ast.AnnAssign) and node.value is None:
            found.append((source.start(node), source.end(node), "type"))
        elif type(node).__name__ == "TypeAlias":
            found.append((source.start(node), source.end(node), "type"))
        elif isinstance(node, ast.AnnAssign):
            found.append((source.start(node.annotation), source.end(node.annotation), "type"))
        elif isinstance(node, ast.arg) and node.annotation is not None:
            found.append((source.start(node.annotation), source.end(node.annotation), "type"))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            # The header is run by loading alone; decorators before it and a body on the same line are code.
            found.append((source.start(node), source.start(node.body[0]), "declaration"))
            if getattr(node, "returns", None) is not None:
                found.append((source.start(node.returns), source.end(node.returns), "type"))
    found += [(source.start(one), source.end(one), "comment") for one in docstrings(source.tree)]
    return sorted(found, key=lambda one: (one[0], -one[1]))


def line_kinds(source):
    text = source.text
    kinds = ["blank"] * source.line_count
    blank = [not line.strip() for line in text.split("\n")]

    def mark(start, end, kind):
        for line in range(source.line_at(start), source.line_at(max(start, end - 1)) + 1):
            if line <= len(kinds) and not blank[line - 1]:
                if ORDER.index(kind) < ORDER.index(kinds[line - 1]):
                    kinds[line - 1] = kind

    parts, around, at = regions(source), [], 0
    # The tokenizer wants the line ends that the parser has made of them.
    for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
        if token.type in SILENT:
            continue
        start = source.starts[token.start[0] - 1] + token.start[1]
        end = source.starts[token.end[0] - 1] + token.end[1]
        if token.type == tokenize.COMMENT:
            mark(start, end, "comment")
            continue
        kind = "punctuation" if token.string in PUNCTUATION or token.string in STRUCTURE else "code"
        # Parts begin in order: what has begun and not yet ended is around the token, the innermost one last.
        while at < len(parts) and parts[at][0] <= start:
            around.append(parts[at])
            at += 1
        around = [part for part in around if part[1] > start]
        region = around[-1][2] if around else None
        if region is not None and (kind == "code" or region not in ("type", "declaration")):
            kind = region
        mark(start, end, kind)
    return kinds
