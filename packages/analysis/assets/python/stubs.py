"""Adds the names that a module lacks."""

import keyword

from interface import top_level, assigned
import ast


def add_stubs(source, names):
    known = set()
    for node in top_level(source.tree.body):
        known.update(assigned(node))
        if hasattr(node, "name"):
            known.add(node.name)
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            known.update((one.asname or one.name).split(".")[0] for one in node.names)
    line_end = "\r\n" if "\r\n" in source.text else "\n"
    missing = [name for name in dict.fromkeys(names) if name not in known]
    missing = [name for name in missing if name.isidentifier() and not keyword.iskeyword(name)]
    if not missing:
        return source.mark + source.text
    lines = []
    for name in missing:
        lines += ["", "", "def %s(*args, **kwargs):" % name, "    return None"]
    return source.mark + source.text + line_end + line_end.join(lines) + line_end
