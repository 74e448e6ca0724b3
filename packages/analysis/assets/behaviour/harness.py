"""Runs inside the sandbox: calls functions of the tree under review as the plan says and writes down what happens.

usage: python3 harness.py PLAN OUT TREE, with a nonce on stdin. Each line of OUT/result is bound to the nonce.
"""

import asyncio
import importlib
import inspect
import io
import json
import linecache
import math
import os
import signal
import sys

sys.dont_write_bytecode = True

# ruff: noqa: E402 - nothing may be written beside them
from tec_clock import Clock
from tec_globals import watch_globals
from tec_lines import Lines
from tec_objects import describe_class, final, given_fields, is_object, meddle, read

plan_file, out_folder, tree = sys.argv[1:4]
with open(plan_file, encoding="utf-8") as file:
    plan = json.load(file)
nonce = sys.stdin.read().strip()
result = os.open(os.path.join(out_folder, "result"), os.O_CREAT | os.O_EXCL | os.O_WRONLY)
dumps = json.dumps
cpu = __import__("time").process_time
started = cpu()
# The code under review sees an ordinary program at the root of its tree.
sys.argv = [os.path.join(tree, "main.py")]
sys.path[0] = tree
MAX_NODES = 20000
clock = Clock()
clock.freeze()


def write(line):
    os.write(result, f"{nonce} {dumps(line)}\n".encode("utf-8", "surrogatepass"))


class OutOfTime(BaseException):
    pass


def on_alarm(_signal, _frame):
    raise OutOfTime


signal.signal(signal.SIGALRM, on_alarm)


class Serialiser:
    def __init__(self):
        self.seen = {}
        self.nodes = 0

    def value(self, value):
        self.nodes += 1
        if self.nodes > MAX_NODES:
            return {"$": "cut", "v": "too large"}
        if value is None or isinstance(value, bool):
            return value
        kind = type(value)
        if kind is int:
            return value if abs(value) < 2**53 else {"$": "bigint", "v": str(value)}
        if kind is float:
            return {"$": "float", "v": value if math.isfinite(value) else str(value)}
        if kind is str:
            return value if len(value) < 20000 else {"$": "text", "v": [len(value), value[:200], hash_of(value)]}
        if kind in (bytes, bytearray, complex, range) or isinstance(value, type(...)):
            return {"$": kind.__name__, "v": repr(value)[:2000]}
        if id(value) in self.seen:
            return {"$": "same", "v": self.seen[id(value)]}
        self.seen[id(value)] = len(self.seen)
        return self.container(value, kind)

    def entries(self, value):
        if all(type(key) is str for key in value):
            return {"$": "object", "v": [[key, self.value(item)] for key, item in value.items()]}
        return {"$": "map", "v": [[self.value(key), self.value(item)] for key, item in value.items()]}

    def container(self, value, kind):
        if kind is list:
            return {"$": "array", "v": [self.value(item) for item in value]}
        if kind is tuple:
            return {"$": "tuple", "v": [self.value(item) for item in value]}
        if kind in (set, frozenset):
            # Sets have no order that could be relied on.
            return {"$": "set", "v": sorted((self.value(item) for item in value), key=dumps)}
        if isinstance(value, dict):
            shown = self.entries(value)
            return {"$": "mapping", "c": kind.__name__, "v": shown} if makes_missing(value) else shown
        if isinstance(value, BaseException):
            return {"$": "error", "v": describe_error(value, False)}
        if callable(value) and not hasattr(value, "__dict__") or inspect.isroutine(value) or inspect.isclass(value):
            return {"$": "function"}
        if inspect.ismodule(value):
            return {"$": "opaque", "v": "module"}
        if type(value).__module__ in ("datetime", "decimal", "fractions", "uuid", "pathlib") or isinstance(value, (int, float, str)):
            return {"$": kind.__name__, "v": repr(value)}
        if isinstance(value, tuple):
            return {"$": "instance", "c": kind.__name__, "v": [[str(index), self.value(item)] for index, item in enumerate(value)]}
        fields = getattr(value, "__dict__", {})
        return {"$": "instance", "c": kind.__name__, "v": [[key, self.value(item)] for key, item in fields.items()]}


def makes_missing(value):
    """Whether it has an answer for keys that are not there, where a plain dict raises."""
    return hasattr(type(value), "__missing__") and getattr(value, "default_factory", True) is not None


def hash_of(text):
    total = 0
    for letter in text:
        total = (total * 31 + ord(letter)) % 2**32
    return total


def serialise(value):
    return Serialiser().value(value)


def describe_error(error, native):
    return {"c": type(error).__name__, "message": str(error), "native": native, "own": []}


def raised_by_code(error):
    """Whether a raise statement made the error; what the interpreter raises has words that may change."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return False
    line = linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno).strip()
    return line.startswith("raise") or " raise " in line


def thrown(error):
    if isinstance(error, OutOfTime):
        return {"k": "timeout"}
    if isinstance(error, SystemExit):
        code = error.code if isinstance(error.code, int) else 0 if error.code is None else 1
        return {"k": "exit", "code": code}
    return {"k": "throw", "e": describe_error(error, not raised_by_code(error))}


def limited(run):
    signal.setitimer(signal.ITIMER_REAL, plan["callMs"] / 1000)
    try:
        value = run()
        if inspect.iscoroutine(value):
            value = asyncio.run(value)
        if inspect.isgenerator(value):
            value = {"generator": [item for item, _ in zip(value, range(100))]}
        return value
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def attempt(run):
    try:
        value = limited(run)
        return {"k": "value", "v": serialise(value)}, value
    except BaseException as error:  # Whatever the code raises is an answer, SystemExit too.
        return thrown(error), None


modules = {}
recorded = []
recorders = []


def recorder(implementation=None):
    number = len(recorders)
    recorders.append(number)

    def record(*args, **named):
        if len(recorded) < 50:
            recorded.append({"$": "array", "v": [number, serialise([list(args), named])]})
        return implementation(*args, **named) if callable(implementation) else None

    return record


class Arguments:
    def __init__(self, args, named):
        self.args, self.named = args, named


def make_arguments(source):
    scope = {"_m": modules, "_rec": recorder, "_args": lambda *args, **named: Arguments(args, named)}
    return eval(f"_args({source})", scope)


def look_up(module, name):
    target = modules.get(module)
    for part in name.split("."):
        target = getattr(target, part, None)
    return target


def perform(call):
    recorded.clear()
    recorders.clear()
    clock.reset()
    target = look_up(call["module"], call["name"])
    if not callable(target):
        return {"args": {"k": "absent"}}
    printed = io.StringIO()
    keep = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = printed
    try:
        failed, made = attempt(lambda: make_arguments(call["args"]))
        if made is None:
            return {"args": failed}
        before = dumps(serialise([list(made.args), made.named]))
        outcome, value = attempt(lambda: target(*made.args, **made.named))
        report = {"o": outcome}
        changed = serialise([list(made.args), made.named])
        if outcome["k"] == "value" and (call["steps"] or is_object(value)):
            given = [*made.args, *made.named.values()]
            if inspect.isclass(target):
                report["given"] = given_fields(value, given)
            if call["probe"]:
                for one in given:
                    meddle(one)
            perform_steps(value, call, report)
            if not call["probe"]:
                changed = serialise([list(made.args), made.named])
        elif call["probe"] and outcome["k"] == "value":
            call_again(call, target, value, report)
    finally:
        sys.stdout, sys.stderr = keep
    if dumps(changed) != before:
        report["mutated"] = changed
    if recorded:
        # Which callback it was matters where there are several.
        report["callbacks"] = list(recorded) if len(recorders) > 1 else [one["v"][1] for one in recorded]
    if printed.getvalue():
        report["printed"] = printed.getvalue()[:10000]
    return report


def call_again(call, target, value, report):
    """The same call once more, after the first answer was meddled with."""
    if not isinstance(value, (list, dict, set)):
        return
    _, made = attempt(lambda: make_arguments(call["args"]))
    if made is not None:
        meddle(value)
        report["again"], again = attempt(lambda: target(*made.args, **made.named))
        report["shared"] = again is value


def perform_steps(value, call, report):
    answers, outcomes, reads = [], [], [read_all(lambda: read(value, serialise))]
    for step in call["steps"]:
        clock.advance(1)
        owner = answers[step["of"]] if "of" in step else answers[-1] if step["chained"] and answers else value
        outcome, answer, made = perform_step(owner, step)
        answers.append(answer)
        outcomes.append(outcome)
        if call["probe"]:
            for one in (answer, *(made.args if made else ())):
                if one is not value:
                    meddle(one)
        # Somewhat later: what a property shows may depend on the time that went by.
        clock.advance(0.7)
        reads.append(read_all(lambda: read(value, serialise)))
    if outcomes:
        report["steps"] = outcomes
    if any(reads):
        report["reads"] = reads
    shown = read_all(lambda: final(value, serialise))
    if shown:
        report["final"] = shown


def read_all(reading):
    try:
        return limited(reading)
    except BaseException as error:  # A getter that never ends, or ends the process.
        return [["(reading)", {"$": "unreadable", "v": type(error).__name__}]]


def perform_step(owner, step):
    failed, made = attempt(lambda: make_arguments(step["args"]))
    if made is None:
        return {"k": "args"}, None, None
    method = owner if step["method"] is None else getattr(owner, step["method"], None)
    if not callable(method):
        return {"k": "no-method"}, None, None
    return (*attempt(lambda: method(*made.args, **made.named)), made)


identities = {}


def describe_exports(module, own):
    names = getattr(module, "__all__", None)
    described = {}
    for name, value in list(vars(module).items()):
        if name.startswith("_") or (names is not None and name not in names) or inspect.ismodule(value):
            continue
        if inspect.isclass(value) or inspect.isfunction(value):
            source = getattr(sys.modules.get(value.__module__), "__file__", None) or ""
            if not source.startswith(tree + os.sep):
                continue
            identity = identities.setdefault(value, len(identities))
            kind = "class" if inspect.isclass(value) else "function"
            described[name] = {"kind": kind, "identity": identity, "methods": []}
            if kind == "class":
                described[name].update(describe_class(value))
        elif names is not None or name.isupper():
            described[name] = {"kind": "value", "value": serialise(value)}
    return described


def load(module):
    folder = os.path.dirname(module["path"])
    root = folder
    while root and os.path.isfile(os.path.join(tree, root, "__init__.py")):
        root = os.path.dirname(root)
    place = os.path.join(tree, root) if root else tree
    if place not in sys.path:
        sys.path.insert(0, place)
    dotted = os.path.relpath(module["path"], root or ".")[: -len(".py")].replace(os.sep, ".")
    name = dotted[: -len(".__init__")] if dotted.endswith(".__init__") else dotted
    return importlib.import_module(name)


def main():
    keep = sys.stdout, sys.stderr
    lines = Lines(tree, plan["coverage"])
    lines.start()
    changed_globals = watch_globals()
    for module in plan["modules"]:
        sys.stdout = sys.stderr = io.StringIO()
        outcome, loaded = attempt(lambda: load(module))
        sys.stdout, sys.stderr = keep
        if loaded is None:
            error = outcome.get("e", {})
            reason = f"{error.get('c')}: {error.get('message')}" if error else "it ends the process or hangs when loaded"
            write({"module": module["id"], "error": reason[:300]})
            continue
        modules[module["id"]] = loaded
        if plan["inspect"]:
            write({"module": module["id"], "exports": describe_exports(loaded, module["path"])})
    write({"globals": changed_globals()})
    for value in plan["values"]:
        _, made = attempt(lambda: make_arguments(value["args"]))
        if made is not None and not made.named:
            write({"value": value["id"], "args": [serialise(arg) for arg in made.args]})
    write({"lines": lines.take()})
    for index, group in enumerate(plan["groups"]):
        limit = min(plan["budgetMs"], (cpu() - started) * 1000 + group["budgetMs"])
        slow = 0
        for call in group["calls"]:
            if (cpu() - started) * 1000 > limit or slow >= 3:
                break
            write({"start": call["id"]})
            report = perform(call)
            slow += 1 if report.get("o", {}).get("k") == "timeout" else 0
            write({"call": call["id"], **report})
        write({"lines": lines.take(), "group": index})
    write({"end": True, "globalsAtEnd": changed_globals()})
    os._exit(0)


main()
