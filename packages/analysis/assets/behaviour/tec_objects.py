"""What objects and classes show without a call, and a caller that changes what it was given."""

import functools
import inspect

PLAIN = (int, float, str, bool, type(None), bytes)
SHOWN = {"__str__": str, "__repr__": repr, "__len__": len, "__iter__": lambda one: [item for item, _ in zip(one, range(30))]}


def is_public(name):
    return not name.startswith("_")


def own_classes(cls):
    """The classes of the tree that it is made of, those of the language left out."""
    return [one for one in cls.__mro__ if one.__module__ != "builtins" and not is_native(one)]


def is_native(cls):
    return not hasattr(cls, "__dict__") or not cls.__flags__ & (1 << 9)  # Py_TPFLAGS_HEAPTYPE


def kind_of(value):
    if isinstance(value, (property, functools.cached_property)) or inspect.isdatadescriptor(value):
        return "getter"
    if isinstance(value, (staticmethod, classmethod)):
        return "static method"
    return "method" if callable(value) else "value"


def describe_class(cls):
    members = {}
    for one in own_classes(cls):
        for name, value in vars(one).items():
            if (is_public(name) or name in SHOWN) and name not in members:
                members[name] = kind_of(value)
    natives = [one.__name__ for one in cls.__mro__ if one.__module__ == "builtins" and one is not object]
    return {"members": list(members.items()), "natives": natives}


def getters_of(value):
    found = {}
    for one in own_classes(type(value)):
        for name, member in vars(one).items():
            if is_public(name) and isinstance(member, (property, functools.cached_property)):
                found.setdefault(name, None)
    return list(found)


def is_object(value):
    return bool(own_classes(type(value))) and not inspect.isroutine(value) and not inspect.isclass(value)


def read(value, serialise):
    found = []
    for name in getters_of(value):
        found.append([name, look(lambda: getattr(value, name), serialise)])
    for name, field in list(getattr(value, "__dict__", {}).items()):
        if is_public(name) and isinstance(field, PLAIN) and name not in (one[0] for one in found):
            found.append([name, serialise(field)])
    return found


def final(value, serialise):
    names = [name for name in SHOWN if any(name in vars(one) for one in own_classes(type(value)))]
    if hasattr(value, "__next__"):
        names = [name for name in names if name != "__iter__"]
    return [[name, look(lambda: SHOWN[name](value), serialise)] for name in names]


def look(reading, serialise):
    try:
        return serialise(reading())
    except Exception as error:  # What it raises is what can be seen of it.
        return {"$": "unreadable", "v": type(error).__name__}


def given_fields(value, args):
    """Public fields that hold a plain value which the caller gave."""
    fields = getattr(value, "__dict__", {})
    return [
        name
        for name, field in fields.items()
        if is_public(name) and field is not None and isinstance(field, PLAIN) and any(field is arg for arg in args)
    ]


def meddle(value, depth=0):
    """Changes a container a little, always in the same way."""
    if depth > 3:
        return
    if type(value) is list:
        if value:
            meddle(value[0], depth + 1)
        value.append(value[0] if value else "meddled")
    elif type(value) is dict:
        for key, one in list(value.items()):
            if isinstance(one, str):
                value[key] = one + "!"
            elif isinstance(one, int) and not isinstance(one, bool):
                value[key] = one + 1
            else:
                meddle(one, depth + 1)
    elif type(value) is set:
        value.add("meddled")
