"""Time and chance as the code under review sees them: the same in each run."""

import datetime
import os
import random
import time

START = 1709116200.0  # 2024-02-28T10:30:00Z


class Clock:
    """Time stands still until it is advanced; chance begins anew with `reset`."""

    def __init__(self):
        self.time = START
        self.chance = random.Random(1)
        self.offset = lambda: self.time - START

    def reset(self):
        self.time = START
        self.chance.seed(1)
        random.seed(1)

    def advance(self, seconds):
        self.time += seconds

    def freeze(self):
        real = datetime.datetime
        clock = self

        class Meta(type):
            def __instancecheck__(cls, instance):
                return isinstance(instance, real)

            def __subclasscheck__(cls, other):
                return issubclass(other, real)

        def moment(tz=None):
            return real.fromtimestamp(clock.time, tz)

        class Frozen(real, metaclass=Meta):
            @classmethod
            def now(cls, tz=None):
                return moment(tz)

            @classmethod
            def utcnow(cls):
                return moment(datetime.timezone.utc).replace(tzinfo=None)

            @classmethod
            def today(cls):
                return moment()

            def __new__(cls, *args, **named):
                return real.__new__(real if cls is Frozen else cls, *args, **named)

        real_date = datetime.date

        class DateMeta(type):
            def __instancecheck__(cls, instance):
                return isinstance(instance, real_date)

            def __subclasscheck__(cls, other):
                return issubclass(other, real_date)

        class FrozenDate(real_date, metaclass=DateMeta):
            @classmethod
            def today(cls):
                return moment().date()

            def __new__(cls, *args, **named):
                return real_date.__new__(real_date if cls is FrozenDate else cls, *args, **named)

        for fake, name in ((Frozen, "datetime"), (FrozenDate, "date")):
            fake.__name__ = fake.__qualname__ = name
            fake.__module__ = "datetime"
            setattr(datetime, name, fake)
        time.time = lambda: clock.time
        time.time_ns = lambda: int(clock.time * 1_000_000_000)
        time.monotonic = time.perf_counter = time.process_time = self.offset
        time.monotonic_ns = time.perf_counter_ns = lambda: int(self.offset() * 1_000_000_000)
        os.urandom = random._urandom = lambda count: bytes(self.chance.randrange(256) for _ in range(count))
